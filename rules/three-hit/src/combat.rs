//! Section 10: the combat table. An attack is three numbers; [`ThreeHit::strike`]
//! depends on nothing else.

use crate::card::ARMOURED;
use crate::marks::{self, Moved};
use crate::numbers::Arm;
use crate::switches::CoverAndDouble;
use crate::{ThreeHit, c};
use sandtable_battle::by;
use sandtable_battle::{Ask, Battle, Clause, Dice, Key, Legal, Ruling, Side, UnitId, pack};
use sandtable_geometry::{Pose, Zone};

/// An attack, as the numbers its dice depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clash {
    /// The column: -2, 0 or 2 (UNIT-02).
    pub column: i8,
    /// Whether the second number of the pair counts (CBT-01).
    pub covered: bool,
    /// Number of dice: one, or two if damage is doubled (CBT-06).
    pub rolls: u8,
}

pack! { Clash { column, covered, rolls } }

impl Clash {
    /// Stores the clash in a ruling.
    pub(crate) fn note(self, r: &mut Ruling) {
        r.found(&self);
    }

    /// Returns the clash that a ruling stored.
    pub(crate) fn noted(legal: &Legal) -> Self {
        legal.found().unwrap_or(Self {
            column: 0,
            covered: false,
            rolls: 1,
        })
    }

    /// Returns the clause whose readings name its outcomes.
    pub(crate) const fn told(self) -> Clause {
        if self.rolls > 1 { c::CBT_06 } else { c::CBT_01 }
    }

    /// Returns the clause of its column.
    const fn column_clause(self) -> Clause {
        match self.column {
            i8::MIN..=-1 => c::CBT_02,
            0 => c::CBT_03,
            1..=i8::MAX => c::CBT_04,
        }
    }
}

impl ThreeHit {
    /// Assesses a shot (SHOOT-10): the shooter's column, one die, the second
    /// number if the target is covered or armoured; never doubled (SHOOT-11).
    pub(crate) fn assess_shot(
        &self,
        battle: &Battle,
        id: UnitId,
        target: UnitId,
        r: &mut Ruling,
    ) -> Clash {
        by!(c::SHOOT_11, c::CBT_08);
        let (unit, foe) = (battle.unit(id), battle.unit(target));
        let column = self.weapon(unit).map_or(-2, |(_, column)| column);
        r.weigh(i16::from(column), c::UNIT_02, Some(id));
        let ground = self.covered_from_fire(battle, foe);
        let armour = foe.ratings[ARMOURED] != 0;
        r.weigh(-i16::from(ground), c::TERR_08, Some(target));
        r.weigh(-i16::from(armour), c::UNIT_07, Some(target));
        Clash {
            column,
            covered: ground || armour,
            rolls: 1,
        }
    }

    /// Assesses a blow in melee, struck from `at` (MEL-03 to MEL-05, MEL-08).
    pub(crate) fn assess_melee(
        &self,
        battle: &Battle,
        id: UnitId,
        at: Pose,
        charged: bool,
        target: UnitId,
        r: &mut Ruling,
    ) -> Clash {
        by!(c::CBT_08);
        let (unit, foe) = (battle.unit(id), battle.unit(target));
        let column = self.kind(unit).melee_column.unwrap_or(-2);
        r.weigh(i16::from(column), c::MEL_03, Some(id));
        let ground = self.covered_in_melee(battle, foe, &self.rect_at(battle, unit, at));
        let armour = foe.ratings[ARMOURED] != 0;
        let horse = [unit, foe].map(|u| self.kind(u).group == Arm::Mounted);
        let resists = self.choices.cavalry_resists_cavalry && charged && horse == [true, true];
        r.weigh(-i16::from(ground), c::TERR_09, Some(target));
        r.weigh(-i16::from(armour), c::MEL_04, Some(target));
        r.weigh(-i16::from(resists), c::MEL_08, Some(target));
        let doubled = self.zone(battle, target, at.point()) != Zone::Front;
        r.weigh(i16::from(doubled), c::MEL_05, Some(id));
        self.doubled(column, ground || armour || resists, doubled)
    }

    /// Makes a clash, doubled if `doubled`: rolls twice on the number that applies, or cancels the
    /// cover instead (CBT-06, A21); never more than two rolls (A22).
    const fn doubled(&self, column: i8, covered: bool, doubled: bool) -> Clash {
        let cancel = matches!(self.choices.cover_and_double, CoverAndDouble::Cancel);
        let (covered, doubled) = if cancel && covered && doubled {
            (false, false)
        } else {
            (covered, doubled)
        };
        Clash {
            column,
            covered,
            rolls: if doubled {
                self.numbers.rolls_when_doubled
            } else {
                1
            },
        }
    }

    /// Rolls an attack; returns its hits. The die is never modified
    /// (CBT-05); the same table serves shooting and melee (CBT-07).
    pub fn strike(&self, clash: Clash, by: Side, dice: &mut dyn Dice) -> u16 {
        by!(
            c::SCOPE_02,
            c::SCOPE_04,
            c::UNIT_03,
            c::TURN_09,
            c::CBT_05,
            c::CBT_07
        );
        let columns = &self.numbers.combat;
        let row = columns.iter().find(|row| row.column == clash.column);
        let table = row.map_or(
            [0; 6],
            |row| if clash.covered { row.covered } else { row.open },
        );
        dice.stage(Key::of(c::CBT_01, &clash), &mut |dice| {
            let first = clash.column_clause();
            let why = |roll| if roll == 0 { first } else { c::CBT_06 };
            (0..clash.rolls)
                .map(|roll| dice.ask(Ask::Read { table }, by, why(roll)))
                .sum()
        })
    }

    /// Whether a unit charged this turn.
    pub(crate) fn charged(&self, battle: &Battle, id: UnitId) -> bool {
        marks::MOVED_HOW.of(battle.unit(id)) == Moved::Charged
    }
}

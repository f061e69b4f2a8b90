//! Section 14: losers of fights, and retreats.

use crate::card::EXPERIENCE;
use crate::dice::ATTACKS;
use crate::marks::{Amok, Retreat};
use crate::melee::Fight;
use crate::numbers::Family;
use crate::turn::RETREAT;
use crate::units::is_amok;
use crate::{ThrowMeA6, c, marks};
use arrayvec::ArrayVec;
use sandtable_battle::by;
use sandtable_battle::{
    Ask, Await, Battle, Clause, Dice, Gait, Ruling, Scene, Side, Status, Unit, UnitId, Witness,
};
use sandtable_drill::{Hindrance, slide};
use sandtable_geometry::{Face, Facing, Length};

impl ThrowMeA6 {
    /// Returns the losers of a fight: the unit that lost most (RES-01, RES-11), or every
    /// unit of the side that lost more (A52).
    pub(crate) fn losers(&self, battle: &Battle, fight: &Fight, lost: &[u8]) -> Fight {
        by!(c::RES_11);
        let with = || fight.iter().zip(lost).map(|(&id, &n)| (id, n));
        if self.choices.side_total {
            let sum = |side: Side| -> u32 {
                let own = with().filter(|&(id, _)| battle.unit(id).side == side);
                own.map(|(_, n)| u32::from(n)).sum()
            };
            let side = match sum(Side::A).cmp(&sum(Side::B)) {
                std::cmp::Ordering::Greater => Side::A,
                std::cmp::Ordering::Less => Side::B,
                std::cmp::Ordering::Equal => return Fight::new(),
            };
            let own = with().filter(|&(id, _)| battle.unit(id).side == side);
            return own.map(|(id, _)| id).collect();
        }
        let most = lost.iter().copied().max().unwrap_or(0);
        let all: Fight = with()
            .filter(|&(_, n)| n == most)
            .map(|(id, _)| id)
            .collect();
        let parted = all.iter().any(|&a| {
            all.iter()
                .any(|&b| a != b && self.hostile(battle.unit(a), battle.unit(b)))
        });
        if most == 0 || parted {
            Fight::new()
        } else {
            all
        }
    }

    /// Settles the dice of a fight: removals, which units must retreat and where to,
    /// which units may pursue.
    pub(crate) fn settle_fight(&self, scene: &mut Scene, fight: &Fight, lost: &[u8]) {
        let losers = self.losers(scene, fight, lost);
        for &loser in &losers {
            let away = self.away(scene, loser);
            let foes: ArrayVec<UnitId, ATTACKS> = self
                .touching(scene, loser)
                .map(|(foe, _)| foe)
                .take(ATTACKS)
                .collect();
            if !self.flees_never(scene.unit(loser)) {
                scene.set(loser, marks::BOUND, Some(away), c::GEO_12);
                scene.set(loser, marks::RETREATS, Retreat::Beaten, c::RES_01);
            }
            for foe in foes {
                if !losers.contains(&foe) && !is_amok(scene.unit(foe)) {
                    scene.set(foe, marks::BOUND, Some(away), c::RES_15);
                    scene.set(foe, marks::BEAT, Some(loser), c::RES_08);
                }
            }
        }
        for (&id, &losses) in fight.iter().zip(lost) {
            scene.set(id, marks::FOUGHT, true, c::SEQ_07);
            scene.set(id, marks::MET, None, c::MEL_24);
            let there = self.take_off(scene, id, losses, c::MEL_01);
            if !there {
                scene.set(id, marks::RETREATS, Retreat::No, c::RES_07);
            } else if is_amok(scene.unit(id)) {
                // EL-06: they survived, and need a new direction.
                scene.set(id, marks::AMOK, Amok::Due, c::EL_06);
            }
        }
    }

    /// Whether a unit never retreats: elephants run amok instead, and artillery never fights.
    fn flees_never(&self, unit: &Unit) -> bool {
        matches!(self.family(unit), Family::Elephants | Family::Artillery)
    }

    /// Returns the direction straight away from a unit's opponents (GEO-12).
    fn away(&self, battle: &Battle, id: UnitId) -> Facing {
        let touched: ArrayVec<_, ATTACKS> = self.touching(battle, id).take(ATTACKS).collect();
        let unit = battle.unit(id);
        match touched.as_slice() {
            [(foe, contact)] => contact.theirs.outward(battle.unit(*foe).pose.facing),
            [] => unit.pose.facing.reversed(),
            several => {
                let foes: Vec<UnitId> = several.iter().map(|(foe, _)| *foe).collect();
                Facing::towards(Self::middle_of(battle, &foes), unit.pose.point())
            }
        }
    }

    /// Whether a unit must roll its retreat.
    pub(crate) fn must_retreat(&self, battle: &Battle, id: UnitId) -> bool {
        let unit = battle.unit(id);
        unit.on_table() && marks::RETREATS.of(unit) == Retreat::Beaten
    }

    /// Judges the roll of a retreat.
    pub(crate) fn judge_retreat(&self, battle: &Battle, id: UnitId, r: &mut Ruling) {
        r.require(battle.cursor.phase == RETREAT, c::RES_12, || Witness::Plain);
        r.require(self.must_retreat(battle, id), c::RES_01, || {
            Witness::Unit(id)
        });
    }

    /// Rolls a retreat: the winner throws (RES-02); raw troops add 1 (RES-03). Returns whether
    /// the retreat is over, which it is not while a player must choose.
    pub(crate) fn roll_retreat(&self, id: UnitId, scene: &mut Scene, dice: &mut dyn Dice) -> bool {
        by!(c::UNIT_06);
        let unit = *scene.unit(id);
        let die = dice.ask(Ask::Die { sides: 6 }, unit.side.other(), c::RES_02);
        let raw = unit.ratings[EXPERIENCE] == 0;
        let total = i8::try_from(die).unwrap_or(6) + i8::from(raw);
        if raw {
            by!(c::RES_03);
        }
        scene.set(id, marks::TOTAL, total, c::RES_13);
        scene.set(id, marks::RETREATS, Retreat::Weighs, c::RES_02);
        if unit.ratings[EXPERIENCE] == 2 {
            let choices = if self.choices.veteran_plus { 3 } else { 2 };
            self.ask_owner(id, c::RES_03, choices, scene);
            return false;
        }
        self.ask_general(id, scene)
    }

    /// Asks the owner of a retreating unit.
    fn ask_owner(&self, id: UnitId, why: Clause, choices: u8, scene: &mut Scene) {
        scene.await_(Await::of(scene.unit(id).side, why, choices).about(id, None));
    }

    /// Lets a general step in, after the unit's experience; then the unit goes back. Returns
    /// whether the retreat is over.
    fn ask_general(&self, id: UnitId, scene: &mut Scene) -> bool {
        scene.set(id, marks::RETREATS, Retreat::Led, c::RES_03);
        if self.general_near(scene, id).is_some() {
            self.ask_owner(id, c::GEN_01, 3, scene);
            return false;
        }
        self.settle_retreat(id, scene);
        true
    }

    /// Fixes the total, and moves the unit back.
    fn settle_retreat(&self, id: UnitId, scene: &mut Scene) {
        scene.set(id, marks::RETREATS, Retreat::Goes, c::RES_13);
        self.go_back(id, scene);
    }

    /// Takes the owner's answer: 1 off, or 1 on. Returns whether the retreat is over.
    pub(crate) fn answer_retreat(&self, choice: u8, scene: &mut Scene) -> bool {
        let Some(waits) = scene.cursor.waits else {
            return true;
        };
        scene.answered(waits.why);
        let Some(id) = waits.unit else { return true };
        let change = match choice {
            1 => -1,
            2 => 1,
            _ => 0,
        };
        let total = marks::TOTAL.of(scene.unit(id)).saturating_add(change);
        scene.set(id, marks::TOTAL, total, waits.why);
        if waits.why == c::RES_03 {
            scene.set(id, marks::RETREATS, Retreat::Beaten, c::RES_03);
            return self.ask_general(id, scene);
        }
        self.settle_retreat(id, scene);
        true
    }

    /// Returns the total that decides a retreat (RES-13, A54).
    fn total(&self, unit: &Unit) -> i8 {
        let total = marks::TOTAL.of(unit);
        let least = i8::from(self.choices.veteran_least_one);
        total.max(least)
    }

    /// Makes a retreat by the final total (table T5).
    fn go_back(&self, id: UnitId, scene: &mut Scene) {
        let unit = *scene.unit(id);
        let rule = self.numbers.retreat;
        let total = self.total(&unit);
        let told = u16::try_from(total.clamp(0, 8)).unwrap_or(0);
        scene.told(c::RES_02, told, id, None);
        let recoils = self.is_cavalry(&unit);
        let inches = |n: i8| Length::from(n) * sandtable_geometry::INCH * self.choices.scale / 4;
        let judged = if recoils && self.choices.recoil_counts {
            let more = rule.recoil.0 / inches(1).max(1);
            total.saturating_add(i8::try_from(more).unwrap_or(2))
        } else {
            total
        };
        if judged >= rule.rout_from {
            self.remove(scene, id, Status::Fled, c::RES_04);
            return;
        }
        let recoil = if recoils {
            by!(c::RES_06);
            rule.recoil.0
        } else {
            0
        };
        let by = recoil + inches(total).max(0);
        if by > 0 {
            self.fall_back(id, by, total >= rule.away_from, scene);
        } else {
            self.stand(id, scene);
        }
    }

    /// Holds the unit's ground, facing the enemy (RES-13): if its only enemy is on another side
    /// than the front, the unit turns to meet it and closes up, so that the contact
    /// lasts. With several enemies, or without room to turn, it stays as it is.
    fn stand(&self, id: UnitId, scene: &mut Scene) {
        by!(c::RES_13);
        let unit = *scene.unit(id);
        let touched: ArrayVec<_, ATTACKS> = self.touching(scene, id).take(ATTACKS).collect();
        let [(foe, contact)] = touched.as_slice() else {
            return;
        };
        if contact.own == Face::Front {
            return;
        }
        let facing = contact.own.outward(unit.pose.facing);
        let (frontage, depth) = self.base(scene, &unit);
        let reach = match contact.own {
            Face::Front | Face::Rear => depth,
            Face::Left | Face::Right => frontage,
        };
        let pose = unit.pose.facing(facing).moved(facing, (reach - depth) / 2);
        let base = self.rect_at(scene, &unit, pose);
        let free = self.overlapped(scene, id, &base, Some(*foe)).is_none()
            && self.closed_ground(scene, &base).is_none()
            && scene.setting.holds(&base);
        if free {
            self.carry(scene, id, pose, Gait::Turned, c::RES_13);
        }
    }

    /// Slides a beaten unit back and turns it (RES-05, RES-14).
    fn fall_back(&self, id: UnitId, by: Length, away: bool, scene: &mut Scene) {
        let unit = *scene.unit(id);
        let direction = marks::BOUND.of(&unit).unwrap_or_default();
        let slid = self.slide_back(scene, id, direction, by);
        let (length, off) = (slid.length.max(0), slid.crossed_edge);
        let to = unit.pose.moved(direction, length);
        self.carry(scene, id, to, Gait::Retreated, c::RES_14);
        if off {
            self.remove(scene, id, Status::Fled, c::RES_14);
            return;
        }
        if length == 0 {
            if self.choices.blocked_destroyed {
                self.remove(scene, id, Status::Destroyed, c::RES_14);
            }
            return;
        }
        let facing = if away {
            direction
        } else {
            direction.reversed()
        };
        let turned = to.facing(facing);
        if self.fits_turned(scene, id, turned) {
            self.carry(scene, id, turned, Gait::Turned, c::RES_05);
        }
    }

    /// Slides a retreat back: through friends, short of enemies (RES-14).
    fn slide_back(
        &self,
        battle: &Battle,
        id: UnitId,
        direction: Facing,
        by: Length,
    ) -> sandtable_drill::Slide {
        let unit = battle.unit(id);
        let clear = self.numbers.measure.short_of_enemy.0;
        let means = |other: UnitId| {
            let them = battle.unit(other);
            if !self.stands(them) {
                Hindrance::None
            } else if self.hostile(unit, them) {
                Hindrance::Stops(clear)
            } else {
                Hindrance::Passed
            }
        };
        let bars =
            |f: &sandtable_battle::Feature| crate::terrain::is_closed(f.ground).then_some(clear);
        slide(self, battle, id, direction, by, means, bars, false, true)
    }
}

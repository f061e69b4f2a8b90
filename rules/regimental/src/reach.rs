//! Section 13: the charge dice, and how far each stand gets with them.

use crate::units::{COLUMN, STANDS};
use crate::{Regimental, beyond, c, contact, ground, marks, units};
use arrayvec::ArrayVec;
use sandtable_battle::{
    Ask, Battle, ChargeReach, Clause, Dice, Far, Legal, Order, Row, UnitId, by,
};
use sandtable_geometry::{INCH, Length, TOLERANCE};

impl Regimental {
    /// Rolls the charge dice and returns how far each stand gets, or the column (CHARGE-05 to
    /// CHARGE-11).
    pub(crate) fn charge_reach(
        &self,
        battle: &Battle,
        id: UnitId,
        dice: &mut dyn Dice,
        foresees: bool,
    ) -> ArrayVec<Length, STANDS> {
        by!(c::CHARGE_06, c::CHARGE_11, c::CHARGE_18, c::CONV_09);
        let unit = battle.unit(id);
        let base = self.pace(unit);
        let Some((each, sides)) = self.charge_dice(unit) else {
            return ArrayVec::new();
        };
        let why = charge_clause(unit);
        let column = unit.formation == COLUMN;
        let throws = if column { 1 } else { unit.stands };
        // Real play is never rounded; foreseeing may leave out differences that do not matter.
        let grades = if foresees && !column {
            self.grades(battle, id)
        } else {
            u16::MAX
        };
        let row = Row::new(throws, each, sides, grades);
        let mut thrown: ArrayVec<u16, 24> = ArrayVec::new();
        if column {
            let sum = Ask::Sum { dice: each, sides };
            thrown.push(dice.ask(sum, unit.side, why));
        } else if row.fits() {
            let ask = Ask::Row {
                throws,
                each,
                sides,
                grades,
            };
            thrown = row.throws(dice.ask(ask, unit.side, why));
        } else {
            let sum = Ask::Sum { dice: each, sides };
            thrown.extend((0..throws).map(|_| dice.ask(sum, unit.side, why)));
            thrown.sort_unstable_by(|a, b| b.cmp(a));
        }
        let Far(toll) = marks::TOLL.of(unit);
        lay_out(&thrown)
            .iter()
            .map(|&sum| (base + Length::from(sum) * INCH - toll).max(0))
            .collect()
    }

    /// Returns how far each stand of a charging unit would get with these dice, from its left to
    /// its right, without regard to ground.
    pub fn reach_of(&self, battle: &Battle, id: UnitId, dice: &mut dyn Dice) -> Vec<Length> {
        self.charge_reach(battle, id, dice, false).to_vec()
    }

    /// Returns how far a charge must go before its first stand meets the target, and how far it
    /// gets if every die shows its highest face. Ground on the way may shorten that.
    pub(crate) fn farthest_charge(&self, battle: &Battle, legal: &Legal) -> Option<ChargeReach> {
        by!(c::CHARGE_06, c::CHARGE_11);
        let Order::Charge { unit, .. } = *legal.order() else {
            return None;
        };
        let unit = battle.unit(unit);
        let (each, sides) = self.charge_dice(unit)?;
        let Far(toll) = marks::TOLL.of(unit);
        let dice = Length::from(each) * Length::from(sides) * INCH;
        Some(ChargeReach {
            needs: legal.tape()?.length,
            most: (self.pace(unit) + dice - toll).max(0),
        })
    }

    /// Returns the numbers at which a die of a charging line begins to matter, as bits: the gap,
    /// and every push beyond it. This holds if two units meet square and middle to middle with
    /// nothing else near, so that everything happens along one line. If not, every number matters.
    fn grades(&self, battle: &Battle, id: UnitId) -> u16 {
        let unit = battle.unit(id);
        let Some(target) = Self::announced(battle, id) else {
            return u16::MAX;
        };
        let base = self.pace(unit);
        let own = units::rect(battle, id);
        let (foe, facing) = (battle.unit(target), unit.pose.facing);
        let (each, sides) = self.charge_dice(unit).unwrap_or((1, 6));
        let most = base + Length::from(each * sides) * INCH;
        let farthest = most + self.numbers.forced.retreat;
        let square = [0, 0x8000].contains(&foe.pose.facing.turn_to(facing).abs());
        let gaps = contact::gaps(battle, id, unit.pose, target);
        let Some(gap) = gaps.iter().flatten().min().copied() else {
            return u16::MAX;
        };
        let (aside, _) = own.offset_of(foe.pose.point());
        let middle = aside == 0 && marks::TOLL.of(unit) == Far(0);
        let level = gaps.iter().flatten().all(|g| g - gap <= TOLERANCE);
        let alone = battle.present().all(|(other, _)| {
            let theirs = units::rect(battle, other);
            other == id
                || other == target
                || (own.grown(2 * INCH).sweep(facing, &theirs).is_none()
                    && units::rect(battle, target)
                        .grown(2 * INCH)
                        .sweep(facing, &theirs)
                        .is_none())
        });
        let plain = beyond::way_to_strike(battle, &own, farthest).is_empty()
            && ground::barred_ahead(battle, &own).is_none();
        let room =
            own.room_on_table(facing, battle.setting.width, battle.setting.height) > farthest;
        // A unit that goes back goes back by one push or a multiple of it.
        let push = self.numbers.forced.push.max(1);
        let (retreat, withdraw) = (self.numbers.forced.retreat, self.numbers.forced.withdraw);
        let even = retreat % push == 0 && withdraw % push == 0;
        let opposed = foe.pose.facing.turn_to(facing).abs() == 0x8000;
        if !(square && level && alone && plain && room && middle && even && opposed)
            || foe.formation == COLUMN
        {
            return u16::MAX;
        }
        (0..12)
            .map(|k| gap + k * self.numbers.forced.push - base - TOLERANCE)
            .filter_map(|need| u32::try_from((need + INCH - 1).div_euclid(INCH)).ok())
            .filter(|&need| need < 16)
            .fold(0, |bits, need| bits | 1_u16 << need)
    }
}

/// Returns the clause of a unit's charge dice.
pub(crate) const fn charge_clause(unit: &sandtable_battle::Unit) -> Clause {
    match (unit.kind == units::CAVALRY, unit.formation == COLUMN) {
        (false, false) => c::CHARGE_05,
        (false, true) => c::CHARGE_07,
        (true, false) => c::CHARGE_08,
        (true, true) => c::CHARGE_09,
    }
}

/// Assigns throws, highest first, to stands from the centre to the flanks (CHARGE-11).
fn lay_out(thrown: &[u16]) -> ArrayVec<u16, STANDS> {
    let n = thrown.len().min(STANDS);
    let mut out: ArrayVec<u16, STANDS> = std::iter::repeat_n(0, n).collect();
    let (mut right, mut left) = (n / 2, (n / 2).wrapping_sub(1));
    if n % 2 == 1 {
        // The middle stand first, then the right-hand one.
        left = n / 2;
        right = n / 2 + 1;
    }
    let mut to_right = n.is_multiple_of(2);
    for &throw in thrown.iter().take(n) {
        let place = if to_right {
            right += 1;
            right - 1
        } else {
            left = left.wrapping_sub(1);
            left.wrapping_add(1)
        };
        if let Some(slot) = out.get_mut(place) {
            *slot = throw;
        }
        to_right = !to_right;
    }
    out
}

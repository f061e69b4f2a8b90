//! What players want to know about a unit without knowing the rules.

use crate::{ThreeHit, marks};
use sandtable_battle::{Battle, Profile, UnitId};
use sandtable_geometry::{Facing, INCH};

/// Mean hits of the average column in the open, in sixths. It counts as 1000 thousandths.
const AVERAGE: i32 = 4;

impl ThreeHit {
    /// Returns the mean hits of a column in the open, in thousandths of the average.
    fn mean(&self, column: Option<i8>) -> i32 {
        let row = self
            .numbers
            .combat
            .iter()
            .find(|row| Some(row.column) == column);
        row.map_or(0, |row| {
            row.open.iter().map(|&h| i32::from(h)).sum::<i32>() * 1000 / AVERAGE
        })
    }

    /// Returns the profile of a unit. A fresh infantry unit is worth 1000: half of it
    /// for being there, half for what it does best, and a little more for reach.
    pub(crate) fn profile_of(&self, battle: &Battle, id: UnitId) -> Profile {
        let unit = battle.unit(id);
        let kind = self.kind(unit);
        if self.doomed(unit) {
            return Profile::default();
        }
        let square = self.in_square(unit);
        let weapon = self.weapon(unit).filter(|_| !square);
        let range = weapon.map_or(0, |(range, _)| range);
        let fire = self.mean(weapon.map(|(_, column)| column));
        let strikes = kind.may_charge || kind.melee_column.is_some();
        let shock = if strikes {
            self.mean(kind.melee_column)
        } else {
            0
        };
        let charges = kind.may_charge && !square;
        let reach = (range - 12 * INCH).max(0) / INCH * 15;
        let best = fire.max(if kind.may_charge { shock } else { 0 });
        let fresh = if kind.leader {
            500
        } else {
            500 + best / 2 + reach
        };
        let left = i32::from(self.numbers.hits_to_eliminate - marks::HITS.of(unit));
        let tests = i32::from(self.must_test(battle, id));
        let spent = i32::from(marks::MOVE_SPENT.of(unit) > 0);
        Profile {
            worth: fresh * left / i32::from(self.numbers.hits_to_eliminate),
            range,
            charge: if charges {
                self.charge_reach(battle, id)
            } else {
                0
            },
            pace: if square { 0 } else { kind.pace.0 },
            fire,
            fire_moved: if kind.shoot_after_moving { fire } else { 0 },
            shock,
            shaken: 40 * tests + 60 * spent,
            cover: if self.covered_from_fire(battle, unit) || unit.ratings[0] != 0 {
                500
            } else {
                1000
            },
            arc: Facing::EIGHTH,
        }
    }
}

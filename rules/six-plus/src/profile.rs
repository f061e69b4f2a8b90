//! Profiles of units, for players that do not know the rules.

use crate::{SixPlus, marks};
use sandtable_battle::{Battle, Profile, UnitId};

/// Half a turn to either side.
const ALL_ROUND: i32 = 0x8000;

impl SixPlus {
    /// Returns the profile of a unit. A fresh infantry unit is worth 1000: half for being there,
    /// half for the hits it inflicts, and more for reach.
    pub(crate) fn profile_of(&self, battle: &Battle, id: UnitId) -> Profile {
        let unit = battle.unit(id);
        let kind = self.kind(unit);
        if self.doomed(unit) {
            return Profile::default();
        }
        let square = self.in_square(unit);
        let potential = i32::from(kind.hits) * 250;
        let charges = kind.charges && !square;
        let shock = i32::from(self.numbers.charge.hits) * 250;
        let longest = (kind.range.0 - 12_000).max(0) / 1000 * 15;
        let best = potential.max(if kind.charges { shock * 2 / 3 } else { 0 });
        let fresh = if kind.leads() {
            700
        } else {
            500 + best / 2 + longest
        };
        let left = i32::from(self.numbers.hits_to_eliminate) - i32::from(marks::HITS.of(unit));
        let empty = marks::UNLOADED.of(unit) && self.choices.reload_required;
        // A unit that stands still loads and shoots every turn, so an empty weapon only costs it
        // the freedom to move first.
        let fire = if square { 0 } else { potential };
        let moved = kind.shoot_moved && !empty;
        Profile {
            worth: fresh * left / i32::from(self.numbers.hits_to_eliminate),
            range: if square { 0 } else { kind.range.0 },
            charge: if charges {
                self.charge_reach(battle, id)
            } else {
                0
            },
            pace: if square { 0 } else { self.pace(battle, id) },
            fire,
            fire_moved: if moved { fire } else { 0 },
            shock: if charges { shock } else { 0 },
            shaken: if empty { 15 } else { 0 },
            cover: if self.covered(battle, unit) {
                500
            } else {
                1000
            },
            arc: if kind.charges {
                self.numbers.charge.turn.0
            } else if self.all_round(battle, unit) {
                ALL_ROUND
            } else {
                self.choices.arc_half_angle
            },
        }
    }
}

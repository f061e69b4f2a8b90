//! What players want to know about a unit without knowing the rules.

use crate::numbers::Arm;
use crate::{Favorite, marks};
use sandtable_battle::{Battle, Profile, Unit, UnitId};
use sandtable_geometry::Length;

/// Number of figures in a fresh average unit.
const FRESH: i32 = 18;

impl Favorite {
    /// Returns the profile of a unit. A fresh line unit of eighteen figures is worth about 1000,
    /// and every lost figure lowers the worth.
    pub(crate) fn profile_of(&self, b: &Battle, id: UnitId) -> Profile {
        let u = b.unit(id);
        if !self.fights(u) {
            let army = self.is_army_commander(b, id);
            return Profile {
                worth: if army { 220 } else { 140 },
                pace: self.plain_move(u),
                ..Profile::default()
            };
        }
        let range = self.range(u);
        let driven = marks::DRIVEN.of(u) == marks::Driven::Routed;
        let shoots = range > 0 && !driven;
        let fire = if shoots { self.fire_of(u) } else { 0 };
        let moves = self.arm(u) == Arm::Guns;
        let allowance = self.allowance(u, false);
        Profile {
            worth: self.worth_of(u),
            range: if shoots { self.good_range(u) } else { 0 },
            charge: self.charge_of(u),
            pace: allowance,
            fire,
            fire_moved: if moves { fire / 2 } else { fire * 9 / 10 },
            shock: self.shock_of(u),
            shaken: self.shaken(b, id),
            arc: self.numbers.fire.arc,
            cover: match self.cover_ahead(b, id) {
                0 => 1000,
                1 => 550,
                _ => 350,
            },
        }
    }

    /// Returns the worth of what is left of a unit: one part for its figures, one for the share of
    /// its figures that is left. Battles are won by units, and those with few figures fall at the
    /// next blow.
    fn worth_of(&self, u: &Unit) -> i32 {
        let figures = i32::from(u.stands);
        let share = figures * 1000 / i32::from(u.started.max(1));
        match self.arm(u) {
            Arm::Guns => 150 * figures + share / 3,
            Arm::Horse => figures * 850 / FRESH + share / 3,
            _ => figures * 700 / FRESH + share / 3,
        }
    }

    /// Returns the range at which a unit's fire is effective: medium for muskets, long for guns.
    fn good_range(&self, u: &Unit) -> Length {
        let range = self.range(u);
        if self.guns(u) {
            range * 3 / 4
        } else {
            range / 2
        }
    }

    /// Returns the mean hits at medium range, in thousandths of those of a fresh line.
    fn fire_of(&self, u: &Unit) -> i32 {
        let dice = i32::from(self.fire_dice(u));
        if self.guns(u) {
            dice * 250
        } else {
            dice * 1000 / 6
        }
    }

    /// Returns how far a unit charges: zero for guns.
    fn charge_of(&self, u: &Unit) -> Length {
        match self.arm(u) {
            Arm::Foot | Arm::Horse => self.charge_allowance(u),
            Arm::Guns | Arm::Staff => 0,
        }
    }

    /// Returns the dice of a unit in melee, more for cavalry, which charges.
    fn shock_of(&self, u: &Unit) -> i32 {
        let dice = self.stands_of(u.stands) * 1000 / 6;
        let carried = marks::MARKER.of(u);
        let best = match self.arm(u) {
            Arm::Horse => dice * 14 / 10,
            Arm::Guns => dice / 2,
            _ if Self::skirmishes(u) => dice * 8 / 10,
            _ => dice,
        };
        if carried { best * 8 / 10 } else { best }
    }

    /// Returns what a marker will cost on average at the next check: more with losses and in
    /// contact.
    fn shaken(&self, b: &Battle, id: UnitId) -> i32 {
        let u = b.unit(id);
        let marked = marks::MARKER.of(u) || marks::HURT.of(u);
        if !marked || !u.on_table() {
            return 0;
        }
        let modifier = crate::morale::sum(&self.check_modifiers(b, id));
        let worth = self.worth_of(u);
        // Chances in sixths to dissolve, rout, retreat, and stand still.
        let chance = |low: i16, high: i16| {
            let faces = (1..=6_i16).filter(|face| (low..=high).contains(&(face + modifier)));
            i32::try_from(faces.count()).unwrap_or(0)
        };
        (chance(-9, 0) * worth + chance(1, 1) * worth / 3 + chance(2, 2) * 90 + chance(3, 4) * 30)
            / 6
    }
}

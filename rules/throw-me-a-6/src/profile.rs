//! What players want to know about a unit without knowing the rules.

use crate::card::{ARMOUR, EXPERIENCE, SKILL};
use crate::marks::Retreat;
use crate::numbers::{Family, Trait, Weapon};
use crate::turn::{LATE, PILA};
use crate::units::{attached, is_amok};
use crate::{ThrowMeA6, marks};
use sandtable_battle::{Battle, Ground, Profile, Unit, UnitId};

impl ThrowMeA6 {
    /// Returns how well a unit's type fights: 1000 is heavy infantry.
    fn shock(&self, battle: &Battle, id: UnitId) -> i32 {
        let unit = battle.unit(id);
        let base = match self.family(unit) {
            Family::LightInfantry => 500,
            Family::Peltasts => 900,
            Family::Warband => 1500,
            Family::HeavyInfantry => 1000,
            Family::LightCavalry => 700,
            Family::HeavyCavalry => 1300,
            Family::Elephants => 1500,
            Family::Chariots => 400,
            Family::Artillery | Family::General => return 0,
        };
        let more = 300 * i32::from(self.has(unit, Trait::Pike) && unit.stands >= 4)
            + 150 * i32::from(self.has(unit, Trait::Spear))
            + 200 * i32::from(self.has(unit, Trait::Roman))
            + 400 * i32::from(self.has(unit, Trait::Shock));
        // Pila are worth something until the step in which they can be thrown.
        let kept = !marks::PILA.of(unit) && battle.cursor.phase < PILA;
        let pila = self.weapon(unit) == Weapon::Pila && kept;
        // A chariot joins a unit to help in its melee.
        let chariot = match attached(battle, id) {
            Some(_) if self.engaged(battle, id) => 300,
            Some(_) => 100,
            None => 0,
        };
        let skill = (i32::from(unit.ratings[SKILL]) - 1) * 250;
        let armour = i32::from(unit.ratings[ARMOUR]) * 120;
        base + more + skill + armour + chariot + 200 * i32::from(pila)
    }

    /// Returns how well a unit shoots; two dice are 1000.
    fn fire(&self, unit: &Unit) -> i32 {
        match (self.family(unit), self.range(unit)) {
            (_, 0) => 0,
            (Family::Chariots, _) => 400,
            (Family::Artillery, _) => 1000,
            (Family::HeavyInfantry, _) => 900,
            _ => 650,
        }
    }

    /// Returns the profile of a unit. A fresh unit of heavy infantry is worth about
    /// 1000; a damaged unit is worth as much as the losses it can still take.
    pub(crate) fn profile_of(&self, battle: &Battle, id: UnitId) -> Profile {
        let unit = battle.unit(id);
        if self.is_general(unit) {
            return Profile {
                worth: 300,
                pace: self.rate(unit),
                ..Profile::default()
            };
        }
        if is_amok(unit) {
            // No player owns it: it is as likely to harm its own side.
            return Profile {
                worth: 150,
                ..Profile::default()
            };
        }
        let (shock, fire) = (self.shock(battle, id), self.fire(unit));
        let fresh = 500 + shock.max(fire) / 2;
        let whole = match self.family(unit) {
            Family::Elephants | Family::Chariots | Family::Artillery => i32::from(unit.started),
            _ => i32::from(unit.started.saturating_sub(1)),
        };
        // Bases that were struck but not yet taken off are already lost.
        let struck = i32::from(marks::STRUCK.of(unit));
        let owed = matches!(battle.cursor.phase, LATE | PILA);
        let left = (i32::from(self.lethal(unit)) - struck * i32::from(owed)).max(0);
        // The last losses destroy the unit, so they weigh more than the first.
        let worth = fresh * (2 * left + whole) / (3 * whole.max(1));
        // Pila also take dice from the melee that follows.
        let dazed = !marks::FOUGHT.of(unit) && battle.cursor.phase >= PILA;
        let worth = worth * (10 - struck.min(2) * i32::from(dazed)) / 10;
        let attached = unit.with.is_some();
        let gun = self.family(unit) == Family::Artillery;
        let tests = i32::from(marks::RETREATS.of(unit) != Retreat::No);
        let raw = i32::from(unit.ratings[EXPERIENCE] == 0);
        let pace = self.rate(unit);
        let here = unit.pose.point();
        let covered = [Ground::Woods, Ground::Town]
            .iter()
            .any(|&g| battle.setting.lies_in(here, g));
        Profile {
            worth: if left > 0 { worth } else { 0 },
            range: if attached { 0 } else { self.range(unit) },
            charge: if gun || attached { 0 } else { pace },
            pace,
            fire,
            fire_moved: if gun { 0 } else { fire },
            shock,
            shaken: tests * (120 + 100 * raw),
            cover: if covered || unit.ratings[ARMOUR] > 0 {
                600
            } else {
                1000
            },
            ..Profile::default()
        }
    }
}

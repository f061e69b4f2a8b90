//! What players want to know about a unit without knowing the rules.

use crate::turn::ASSAULT;
use crate::units::{ARTILLERY, COLUMN, LIMBERED};
use crate::{Regimental, contact, marks, units};
use sandtable_battle::{Battle, Ground, Profile, Unit, UnitId};
use sandtable_geometry::{Facing, INCH, Length};

/// Number of stands in a fresh average unit.
const AVERAGE: i32 = 8;

impl Regimental {
    /// Returns the profile of a unit. A fresh regiment of eight stands is worth 1000.
    pub(crate) fn profile_of(&self, battle: &Battle, id: UnitId) -> Profile {
        let unit = battle.unit(id);
        let stands = i32::from(unit.stands);
        let hits = i32::from(marks::HITS.of(unit));
        let per = i32::from(self.choices.hits_per_stand).max(1);
        let left = stands * 1000 - hits * 1000 / (per + 1);
        let weight = if unit.kind == ARTILLERY { 22 } else { 10 };
        let body = left * weight / 10 / AVERAGE;
        let officers = if self.led(unit) { 0 } else { 120 };
        let range = if Self::armed(unit) {
            self.range(unit).min(18 * INCH)
        } else {
            0
        };
        let dice = match unit.kind {
            ARTILLERY => stands * 3,
            _ if unit.formation == COLUMN => 1,
            _ => stands,
        };
        let weapon = if Self::musket(unit) { 450 } else { 1000 };
        let fire = if unit.formation == LIMBERED {
            0
        } else {
            dice * weapon / AVERAGE
        };
        let red = marks::RED.of(unit);
        let prone = marks::PRONE.of(unit);
        let charge = match self.charge_dice(unit) {
            Some((dice, sides)) if !red && !prone && self.led(unit) => {
                self.pace(unit) + Length::from(dice) * Length::from(sides + 1) * INCH / 2
            }
            _ => 0,
        };
        let shock = if charge > 0 {
            stands * 1000 / AVERAGE
        } else {
            stands * 600 / AVERAGE
        };
        let worth = body - officers - i32::from(unit.formation == COLUMN) * 20;
        Profile {
            worth: worth.max(10) + self.prospects(battle, id),
            range,
            charge,
            pace: if red || prone { 0 } else { self.pace(unit) },
            fire: if red { fire * 3 / 4 } else { fire },
            fire_moved: if Self::skirmishes(unit) { fire } else { 0 },
            shock,
            shaken: i32::from(red) * 110
                + i32::from(prone) * 60
                + i32::from(marks::WOUNDED.of(unit)) * 12
                + i32::from(marks::DOWN.of(unit)) * 25,
            cover: self.cover_of(battle, unit),
            arc: if Self::skirmishes(unit) {
                0x8000
            } else {
                Facing::EIGHTH
            },
        }
    }

    /// Returns how much of the fire at a unit gets through the ground's protection, in thousandths.
    fn cover_of(&self, battle: &Battle, unit: &Unit) -> i32 {
        let at = unit.pose.point();
        let areas = [Ground::Woods, Ground::Rough];
        let hidden = areas
            .iter()
            .filter(|&&g| battle.setting.lies_in(at, g))
            .count();
        let rect = units::rect_at(&battle.setting, unit, unit.pose);
        let behind = |ground: Ground| {
            let mut lines = battle
                .setting
                .features(ground)
                .filter_map(|f| f.line.as_ref());
            lines.any(|line| line.distance(&rect) < INCH)
        };
        let walls = if behind(Ground::Wall) { 350 } else { 0 };
        let fences = if behind(Ground::Fence) || behind(Ground::Worm) {
            130
        } else {
            0
        };
        let prone = i32::from(marks::PRONE.of(unit)) * 100;
        let hidden = i32::try_from(hidden).unwrap_or(0) * 130;
        (1000 - hidden - walls - fences - prone).max(300)
    }

    /// Returns what an announced charge promises or threatens: the strikers that an average throw
    /// brings up, against the dice they would meet.
    fn prospects(&self, battle: &Battle, id: UnitId) -> i32 {
        if battle.cursor.phase > ASSAULT {
            return 0;
        }
        let Some(target) = Self::announced(battle, id) else {
            return 0;
        };
        let unit = battle.unit(id);
        let Some(foe) = battle.get(target).filter(|f| f.on_table()) else {
            return 0;
        };
        let Some((dice, sides)) = self.charge_dice(unit) else {
            return 0;
        };
        let gaps = contact::gaps(battle, id, unit.pose, target);
        let base = self.pace(unit);
        let (least, most) = (i32::from(dice), i32::from(dice) * i32::from(sides));
        // Strikers in thousandths, as if every sum were equally likely.
        let strikers: i32 = gaps
            .iter()
            .flatten()
            .map(|&gap| {
                let need = (gap - base + INCH - 1) / INCH;
                (most - need.max(least) + 1).clamp(0, most - least + 1) * 1000 / (most - least + 1)
            })
            .sum();
        let column = unit.formation == COLUMN;
        let own = units::rect(battle, id);
        let (_, before) = units::rect(battle, target).offset_of(own.centre());
        let unseen = before < 0 || marks::SMOKE.of(foe) || marks::SMOKE.of(unit);
        if column {
            // One die more than the enemy, but every hit counts double.
            let reaches = strikers.min(1000);
            let edge = if unseen { 90 } else { 30 };
            return edge * reaches / 1000 - 60;
        }
        if strikers < 1500 {
            return -120;
        }
        let opposed = if before < 0 {
            1000
        } else {
            (strikers + 1500).min(i32::from(foe.stands) * 1000)
        };
        let double = if foe.formation == COLUMN { 2 } else { 1 };
        let weak = i32::from(marks::RED.of(foe)) * 40 + i32::from(!self.led(foe)) * 60;
        let edge = (strikers * double - opposed) / 12;
        let fire = if unseen || marks::REACTED.of(foe) {
            30
        } else {
            -45
        };
        edge + fire + weak - 20
    }
}

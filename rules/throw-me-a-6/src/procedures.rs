//! The procedures that a rule set derived from this one (a difference) may replace.
//! Whatever it leaves alone is played as printed; a clause that changes only a number
//! or a text needs none of them.

use crate::ThrowMeA6;
use sandtable_battle::{Battle, Dice, Legal, MarkSpec, Profile, Ruling, Scene, UnitId};
use std::fmt::Debug;
use std::panic::RefUnwindSafe;

/// What a difference may replace. A procedure that adds to the printed one calls
/// [`AsPrinted`] first.
pub trait Procedures: Debug + Send + Sync + RefUnwindSafe {
    /// Lists marks of a unit besides the printed ones, from place
    /// [`MARKS`](crate::marks::MARKS) on.
    fn marks(&self) -> Vec<MarkSpec> {
        Vec::new()
    }

    /// Judges whether a unit has a shot (SHOOT-01, SEQ-09, ART-02).
    fn judge_shooter(&self, rules: &ThrowMeA6, battle: &Battle, unit: UnitId, r: &mut Ruling) {
        rules.judge_shooter(battle, unit, r);
    }

    /// Judges whether a unit may move to contact at all (CON-09, ART-02, GEN-02).
    fn judge_charger(&self, rules: &ThrowMeA6, battle: &Battle, unit: UnitId, r: &mut Ruling) {
        rules.judge_charger(battle, unit, r);
    }

    /// Resolves a move to contact.
    fn charge(
        &self,
        rules: &ThrowMeA6,
        legal: &Legal,
        unit: UnitId,
        target: UnitId,
        scene: &mut Scene,
        dice: &mut dyn Dice,
    ) {
        rules.charge(legal, unit, target, scene, dice);
    }

    /// Resolves a shot, or a throw of pila.
    fn shoot(
        &self,
        rules: &ThrowMeA6,
        legal: &Legal,
        unit: UnitId,
        target: UnitId,
        scene: &mut Scene,
        dice: &mut dyn Dice,
    ) {
        rules.shoot(legal, unit, target, scene, dice);
    }

    /// Plays one round of the fight that a unit is in: all its dice, then the results.
    fn fight(&self, rules: &ThrowMeA6, unit: UnitId, scene: &mut Scene, dice: &mut dyn Dice) {
        rules.melee_round(unit, scene, dice);
    }

    /// Takes a test to retreat; returns whether play goes on.
    fn test(
        &self,
        rules: &ThrowMeA6,
        unit: UnitId,
        scene: &mut Scene,
        dice: &mut dyn Dice,
    ) -> bool {
        rules.roll_retreat(unit, scene, dice)
    }

    /// Returns what players want to know about a unit without knowing the rules.
    fn profile(&self, rules: &ThrowMeA6, battle: &Battle, unit: UnitId) -> Profile {
        rules.profile_of(battle, unit)
    }
}

/// Every procedure as printed.
#[derive(Clone, Copy, Debug)]
pub struct AsPrinted;

impl Procedures for AsPrinted {}

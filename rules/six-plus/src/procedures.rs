//! Procedures that a difference of this rule set may change. What it leaves alone is played as
//! printed; a clause that changes only a number or a text needs none of them.

use crate::SixPlus;
use sandtable_battle::{Battle, Legal, MarkSpec, Profile, Ruling, Scene, UnitId};
use std::fmt::Debug;
use std::panic::RefUnwindSafe;

/// Changeable procedures. A procedure that adds to the printed one calls [`AsPrinted`] first.
pub trait Procedures: Debug + Send + Sync + RefUnwindSafe {
    /// Returns the marks of a unit besides the printed ones, from place
    /// [`MARKS`](crate::marks::MARKS) on.
    fn marks(&self) -> Vec<MarkSpec> {
        Vec::new()
    }

    /// Judges whether a unit may shoot at all this turn.
    fn judge_shooter(&self, rules: &SixPlus, battle: &Battle, unit: UnitId, r: &mut Ruling) {
        rules.judge_shooter(battle, unit, r);
    }

    /// Judges whether a unit may charge at all this turn.
    fn judge_charger(&self, rules: &SixPlus, battle: &Battle, unit: UnitId, r: &mut Ruling) {
        rules.judge_charger(battle, unit, r);
    }

    /// Resolves a charge.
    fn charge(
        &self,
        rules: &SixPlus,
        legal: &Legal,
        unit: UnitId,
        target: UnitId,
        scene: &mut Scene,
    ) {
        rules.charge(legal, unit, target, scene);
    }

    /// Resolves a shot.
    fn shoot(
        &self,
        rules: &SixPlus,
        legal: &Legal,
        unit: UnitId,
        target: UnitId,
        scene: &mut Scene,
    ) {
        rules.shoot(legal, unit, target, scene);
    }

    /// Resolves a hand-to-hand combat.
    fn fight(
        &self,
        rules: &SixPlus,
        legal: &Legal,
        unit: UnitId,
        target: UnitId,
        scene: &mut Scene,
    ) {
        rules.fight(legal, unit, target, scene);
    }

    /// Returns what a player that does not know the rules needs to know about a unit.
    fn profile(&self, rules: &SixPlus, battle: &Battle, unit: UnitId) -> Profile {
        rules.profile_of(battle, unit)
    }
}

/// Every procedure as it is printed.
#[derive(Clone, Copy, Debug)]
pub struct AsPrinted;

impl Procedures for AsPrinted {}

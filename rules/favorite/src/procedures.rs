//! The procedures that another rule set, made as a difference from this one, may replace. What it
//! does not replace is played as printed. A clause that changes only a number or a text needs none
//! of them.

use crate::Favorite;
use sandtable_battle::{Battle, Dice, MarkSpec, Profile, Ruling, Scene, UnitId};
use std::fmt::Debug;
use std::panic::RefUnwindSafe;

/// The procedures that can be replaced. A procedure that adds to the printed one calls
/// [`AsPrinted`] first.
pub trait Procedures: Debug + Send + Sync + RefUnwindSafe {
    /// Returns marks of a unit in addition to the printed ones, from place
    /// [`MARKS`](crate::marks::MARKS) on. All places of a unit are taken here, so none can be
    /// added.
    fn marks(&self) -> Vec<MarkSpec> {
        Vec::new()
    }

    /// Judges whether a unit may shoot now, at any target.
    fn judge_shooter(&self, rules: &Favorite, battle: &Battle, unit: UnitId, r: &mut Ruling) {
        rules.judge_shooter(battle, unit, r);
    }

    /// Judges whether a unit may charge at all.
    fn judge_charger(&self, rules: &Favorite, battle: &Battle, unit: UnitId, r: &mut Ruling) {
        rules.judge_charger(battle, unit, r);
    }

    /// Resolves a charge.
    fn charge(
        &self,
        rules: &Favorite,
        unit: UnitId,
        target: UnitId,
        scene: &mut Scene,
        dice: &mut dyn Dice,
    ) {
        rules.charge(scene, unit, target, dice);
    }

    /// Declares a volley (TURN-05). All volleys are thrown together when the phase ends.
    fn shoot(&self, rules: &Favorite, unit: UnitId, target: UnitId, scene: &mut Scene) {
        rules.declare_volley(scene, unit, target);
    }

    /// Fights a melee. Returns whether it is over.
    fn fight(
        &self,
        rules: &Favorite,
        unit: UnitId,
        scene: &mut Scene,
        dice: &mut dyn Dice,
    ) -> bool {
        rules.fight(scene, unit, dice)
    }

    /// Makes an outstanding morale check.
    fn check_morale(&self, rules: &Favorite, unit: UnitId, scene: &mut Scene, dice: &mut dyn Dice) {
        rules.check_morale(scene, unit, dice);
    }

    /// Returns what players want to know about a unit without knowing the rules.
    fn profile(&self, rules: &Favorite, battle: &Battle, unit: UnitId) -> Profile {
        rules.profile_of(battle, unit)
    }
}

/// Every procedure as printed.
#[derive(Clone, Copy, Debug)]
pub struct AsPrinted;

impl Procedures for AsPrinted {}

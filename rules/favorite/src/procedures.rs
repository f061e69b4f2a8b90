//! The procedures that a rule set which is a difference of this one may say otherwise.
//! What it leaves alone is played as printed; a clause that changes nothing but a number
//! or a text needs none of them.

use crate::Favorite;
use sandtable_battle::{Battle, Dice, MarkSpec, Profile, Ruling, Scene, UnitId};
use std::fmt::Debug;
use std::panic::RefUnwindSafe;

/// What may be otherwise. A procedure that adds to the printed one calls
/// [`AsPrinted`] first.
pub trait Procedures: Debug + Send + Sync + RefUnwindSafe {
    /// Marks of a unit beside the printed ones, from place
    /// [`MARKS`](crate::marks::MARKS) on: all places of a unit are
    /// taken here, so none can be added.
    fn marks(&self) -> Vec<MarkSpec> {
        Vec::new()
    }

    /// Judges whether a unit may shoot now, whomever at.
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

    /// Declares a volley (TURN-05): all are thrown together when the phase ends.
    fn shoot(&self, rules: &Favorite, unit: UnitId, target: UnitId, scene: &mut Scene) {
        rules.declare_volley(scene, unit, target);
    }

    /// Fights a melee out; says whether it is over.
    fn fight(
        &self,
        rules: &Favorite,
        unit: UnitId,
        scene: &mut Scene,
        dice: &mut dyn Dice,
    ) -> bool {
        rules.fight(scene, unit, dice)
    }

    /// Takes a morale check that is owed.
    fn check_morale(&self, rules: &Favorite, unit: UnitId, scene: &mut Scene, dice: &mut dyn Dice) {
        rules.check_morale(scene, unit, dice);
    }

    /// What is to be known of a unit without knowing the rules.
    fn profile(&self, rules: &Favorite, battle: &Battle, unit: UnitId) -> Profile {
        rules.profile_of(battle, unit)
    }
}

/// Every procedure as it is printed.
#[derive(Clone, Copy, Debug)]
pub struct AsPrinted;

impl Procedures for AsPrinted {}

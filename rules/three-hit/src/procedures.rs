//! The procedures that a rule set derived from this one (a difference) may replace.
//! Whatever it leaves alone is played as printed; a clause that changes only a number
//! or a text needs none of them.

use crate::ThreeHit;
use sandtable_battle::{Battle, Dice, Legal, MarkSpec, Order, Profile, Ruling, Scene, UnitId};
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

    /// Judges whether a unit may shoot at all this turn (section 9).
    fn judge_shooter(&self, rules: &ThreeHit, battle: &Battle, unit: UnitId, r: &mut Ruling) {
        rules.judge_shooter(battle, unit, r);
    }

    /// Judges whether a unit may charge at all this turn (section 8).
    fn judge_charger(&self, rules: &ThreeHit, battle: &Battle, unit: UnitId, r: &mut Ruling) {
        rules.judge_charger(battle, unit, r);
    }

    /// Resolves a charge (section 8).
    fn charge(&self, rules: &ThreeHit, legal: &Legal, scene: &mut Scene) {
        if let Order::Charge { unit, .. } = *legal.order() {
            rules.charge(legal, unit, scene);
        }
    }

    /// Resolves a shot (section 9).
    fn shoot(&self, rules: &ThreeHit, legal: &Legal, scene: &mut Scene, dice: &mut dyn Dice) {
        if let Order::Shoot { unit, target } = *legal.order() {
            rules.shoot(legal, unit, target, scene, dice);
        }
    }

    /// Resolves an attack hand to hand (section 11).
    fn fight(&self, rules: &ThreeHit, legal: &Legal, scene: &mut Scene, dice: &mut dyn Dice) {
        if let Order::Fight { unit, target } = *legal.order() {
            rules.fight(legal, unit, target, scene, dice);
        }
    }

    /// Returns what players want to know about a unit without knowing the rules.
    fn profile(&self, rules: &ThreeHit, battle: &Battle, unit: UnitId) -> Profile {
        rules.profile_of(battle, unit)
    }
}

/// Every procedure as printed.
#[derive(Clone, Copy, Debug)]
pub struct AsPrinted;

impl Procedures for AsPrinted {}

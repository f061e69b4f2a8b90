//! The procedures that a rule set derived from this one (a difference) may replace.
//! Whatever it leaves alone is played as printed; a clause that changes only a number
//! or a text needs none of them.

use crate::OtrD6;
use crate::melee::Fight;
use sandtable_battle::{Battle, Dice, Legal, MarkSpec, Profile, Ruling, Scene, UnitId};
use std::fmt::Debug;
use std::panic::RefUnwindSafe;

/// What a difference may replace. A procedure that adds to the printed one calls
/// [`AsPrinted`] first.
pub trait Procedures: Debug + Send + Sync + RefUnwindSafe {
    /// Lists marks of a unit besides the printed ones, from place
    /// [`MARKS`](crate::marks::MARKS) on. At present all places of a unit are
    /// taken, so none can be added.
    fn marks(&self) -> Vec<MarkSpec> {
        Vec::new()
    }

    /// Judges whether a unit may shoot now, at any target; returns whether it acts at all.
    fn judge_shooter(&self, rules: &OtrD6, battle: &Battle, unit: UnitId, r: &mut Ruling) -> bool {
        rules.judge_shooter(battle, unit, r)
    }

    /// Judges whether a unit may charge now, at any target; returns whether it acts at all.
    fn judge_charger(&self, rules: &OtrD6, battle: &Battle, unit: UnitId, r: &mut Ruling) -> bool {
        rules.judge_charger(battle, unit, r)
    }

    /// Resolves a charge.
    fn charge(&self, rules: &OtrD6, legal: &Legal, scene: &mut Scene, dice: &mut dyn Dice) {
        rules.charge(legal, scene, dice);
    }

    /// Resolves a volley.
    fn shoot(&self, rules: &OtrD6, legal: &Legal, scene: &mut Scene, dice: &mut dyn Dice) {
        rules.shoot(legal, scene, dice);
    }

    /// Fights a melee out.
    fn fight(&self, rules: &OtrD6, fight: &Fight, scene: &mut Scene, dice: &mut dyn Dice) {
        rules.fight(scene, fight, dice);
    }

    /// Resolves a morale test, or the answer to a decision.
    fn test(&self, rules: &OtrD6, legal: &Legal, scene: &mut Scene, dice: &mut dyn Dice) {
        rules.test_or_decide(legal, scene, dice);
    }

    /// Returns what players want to know about a unit without knowing the rules.
    fn profile(&self, rules: &OtrD6, battle: &Battle, unit: UnitId) -> Profile {
        rules.profile_of(battle, unit)
    }
}

/// Every procedure as printed.
#[derive(Clone, Copy, Debug)]
pub struct AsPrinted;

impl Procedures for AsPrinted {}

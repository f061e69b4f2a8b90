//! The procedures that a rule set which is a difference of this one may say otherwise.
//! What it leaves alone is played as printed; a clause that changes nothing but a number
//! or a text needs none of them.

use crate::Regimental;
use sandtable_battle::{Battle, Dice, Legal, MarkSpec, Profile, Ruling, Scene, UnitId};
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

    /// Judges whether a unit may fire now.
    fn judge_firer(&self, rules: &Regimental, battle: &Battle, unit: UnitId, r: &mut Ruling) {
        rules.judge_firer(battle, unit, r);
    }

    /// Judges whether a unit could announce a charge now (CHARGE-04).
    fn judge_charger(&self, rules: &Regimental, battle: &Battle, unit: UnitId, r: &mut Ruling) {
        rules.judge_charger(battle, unit, r);
    }

    /// Announces a charge; it is carried out in the assault.
    fn charge(
        &self,
        rules: &Regimental,
        legal: &Legal,
        unit: UnitId,
        target: UnitId,
        scene: &mut Scene,
        dice: &mut dyn Dice,
    ) {
        rules.announce(legal, unit, target, scene, dice);
    }

    /// Fires; `foresees` tells what it comes to, without the order of play going on.
    fn shoot(
        &self,
        rules: &Regimental,
        (unit, target): (UnitId, UnitId),
        scene: &mut Scene,
        dice: &mut dyn Dice,
        foresees: bool,
    ) {
        rules.shoot(unit, target, scene, dice, foresees);
    }

    /// Carries an announced charge out (sections 14 to 16); `foresees` as above.
    fn fight(
        &self,
        rules: &Regimental,
        (unit, target): (UnitId, UnitId),
        scene: &mut Scene,
        dice: &mut dyn Dice,
        foresees: bool,
    ) {
        rules.fight(unit, target, scene, dice, foresees);
    }

    /// What is to be known of a unit without knowing the rules.
    fn profile(&self, rules: &Regimental, battle: &Battle, unit: UnitId) -> Profile {
        rules.profile_of(battle, unit)
    }
}

/// Every procedure as it is printed.
#[derive(Clone, Copy, Debug)]
pub struct AsPrinted;

impl Procedures for AsPrinted {}

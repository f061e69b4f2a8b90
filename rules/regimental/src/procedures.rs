//! The procedures that another rule set, made as a difference from this one, may replace. What it
//! does not replace is played as printed. A clause that changes only a number or a text needs none
//! of them.

use crate::Regimental;
use sandtable_battle::{Battle, Dice, Legal, MarkSpec, Profile, Ruling, Scene, UnitId};
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

    /// Judges whether a unit may fire now.
    fn judge_firer(&self, rules: &Regimental, battle: &Battle, unit: UnitId, r: &mut Ruling) {
        rules.judge_firer(battle, unit, r);
    }

    /// Judges whether a unit could announce a charge now (CHARGE-04).
    fn judge_charger(&self, rules: &Regimental, battle: &Battle, unit: UnitId, r: &mut Ruling) {
        rules.judge_charger(battle, unit, r);
    }

    /// Announces a charge. It is carried out in the assault.
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

    /// Fires. With `foresees`, only plays out what the shot leads to, and does not go on with the
    /// turn.
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

    /// Carries out an announced charge (sections 14 to 16), with `foresees` as in
    /// [`shoot`](Self::shoot).
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

    /// Returns what players want to know about a unit without knowing the rules.
    fn profile(&self, rules: &Regimental, battle: &Battle, unit: UnitId) -> Profile {
        rules.profile_of(battle, unit)
    }
}

/// Every procedure as printed.
#[derive(Clone, Copy, Debug)]
pub struct AsPrinted;

impl Procedures for AsPrinted {}

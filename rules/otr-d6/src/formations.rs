//! Formations (section 7).

use crate::OtrD6;
use sandtable_battle::{Battle, Dice, Legal, Offer, Order, Refusals, Scene, UnitId, Witness};

/// What may be ordered of a unit.
pub(crate) fn offers(_rules: &OtrD6, _b: &Battle, _unit: UnitId, _out: &mut Vec<Offer>) {}

/// Judges an order.
pub(crate) fn check(_rules: &OtrD6, _b: &Battle, _order: &Order) -> Result<Legal, Refusals> {
    Err(Refusals::one(
        sandtable_battle::c::NOT_IN_THESE_RULES,
        Witness::Plain,
    ))
}

/// Resolves a legal order.
pub(crate) fn resolve(_rules: &OtrD6, _legal: &Legal, _scene: &mut Scene, _dice: &mut dyn Dice) {}

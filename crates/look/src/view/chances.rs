//! The chances of a battle that was played, line by line, as the page shows them.

use super::SideKey;
use serde::Serialize;

/// How the chances changed over a battle, as far as the computer has worked them out.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Chances {
    /// The computer player who plays the battle on from every place, against itself.
    pub player: String,
    /// Number of battles to play from each place.
    pub playouts: u32,
    /// Number of finished parts of the work.
    pub done: u32,
    /// Number of all parts of the work.
    pub all: u32,
    /// The places in the battle, in order.
    pub places: Vec<ChancePlace>,
    /// How the chances changed from place to place.
    pub steps: Vec<ChanceStep>,
    /// The largest steps, largest first.
    pub moments: Vec<ChanceStep>,
    /// What decisions and dice gained each side.
    pub sides: Vec<ChanceSide>,
    /// Playouts that were cut off before their end: they count as draws.
    pub stopped: u32,
}

/// A place in the battle from which the computer played on.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChancePlace {
    /// The line after which it lies; together with `given`, the line before the order.
    pub number: u32,
    /// Whether the next order has been given but its dice not yet thrown.
    pub given: bool,
    /// The game turn.
    pub turn: u16,
    /// How often the first side won, in percent; a draw counts half.
    pub percent: f64,
    /// Lower bound of the 95 % confidence interval.
    pub low: f64,
    /// Upper bound of the 95 % confidence interval.
    pub high: f64,
    /// Number of battles played from here.
    pub playouts: u32,
}

/// A change of the chances.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChanceStep {
    /// The line after which the change is complete.
    pub number: u32,
    /// The side that gave the orders.
    pub side: SideKey,
    /// Whether dice made the change; if not, decisions did.
    pub dice: bool,
    /// Number of minor throws that are not separated from the decisions around them.
    pub lesser: u32,
    /// The last order of the step, in words.
    pub says: String,
    /// How much the step changed the first side's chance, in percent.
    pub by: f64,
    /// Margin of error of the change: half the width of the 95 % confidence interval.
    pub within: f64,
}

/// What decisions and dice gained a side, in percent of chance to win.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChanceSide {
    /// Key of the side.
    pub side: SideKey,
    /// What its own decisions gained it.
    pub decisions: f64,
    /// Margin of error of `decisions`.
    pub decisions_within: f64,
    /// What the dice of its own orders gained it.
    pub dice: f64,
    /// Margin of error of `dice`.
    pub dice_within: f64,
    /// The same dice measured by the worth of units: how much more of an army they gained than
    /// expected, in percent; calculated, not played out.
    pub luck: f64,
}

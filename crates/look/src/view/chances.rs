//! The chances of a battle that was played, line by line, as the page shows them.

use super::SideKey;
use serde::Serialize;

/// How the chances of a battle went, as far as they are worked out.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Chances {
    /// The computer player who plays every place out, against itself.
    pub player: String,
    /// Battles to be played from each place.
    pub playouts: u32,
    /// Pieces of work that are done, and all there are.
    pub done: u32,
    /// All there are.
    pub all: u32,
    /// The places in the battle, in order.
    pub places: Vec<ChancePlace>,
    /// How the chances changed from place to place.
    pub steps: Vec<ChanceStep>,
    /// The greatest steps of all, greatest first.
    pub moments: Vec<ChanceStep>,
    /// What decisions and dice brought each side.
    pub sides: Vec<ChanceSide>,
    /// Playouts that did not end of their own: they count as drawn.
    pub stopped: u32,
}

/// A place in the battle from which it was played out.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChancePlace {
    /// After which line; where an order was given and its dice are still to fall,
    /// the line before it and `given`.
    pub number: u32,
    /// Whether the next order is given and its dice are still to fall.
    pub given: bool,
    /// The game turn.
    pub turn: u16,
    /// How often the first side won, in per cent; a draw counts half.
    pub percent: f64,
    /// Ninety-five times of a hundred the true number lies between these.
    pub low: f64,
    /// The upper one.
    pub high: f64,
    /// Battles played from here.
    pub playouts: u32,
}

/// A change of the chances.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChanceStep {
    /// The line after which it had happened.
    pub number: u32,
    /// The side that gave the orders.
    pub side: SideKey,
    /// Whether dice did it; else it was decisions.
    pub dice: bool,
    /// Lesser throws that are not taken apart from the decisions around them.
    pub lesser: u32,
    /// Its last order, in words.
    pub says: String,
    /// How much it changed the first side's chance, in per cent.
    pub by: f64,
    /// Give or take so much, ninety-five times of a hundred.
    pub within: f64,
}

/// What decisions and dice brought a side, in per cent of chance to win.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChanceSide {
    /// Which.
    pub side: SideKey,
    /// What its own decisions brought it.
    pub decisions: f64,
    /// Give or take.
    pub decisions_within: f64,
    /// What the dice of its own orders brought it.
    pub dice: f64,
    /// Give or take.
    pub dice_within: f64,
    /// The same dice by what units are worth: how much more of an army they brought
    /// it than was to be expected, in per cent; worked out, not played out.
    pub luck: f64,
}

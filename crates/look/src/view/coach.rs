//! What a computer player thinks of a position and of a battle, as the page shows it.

use super::SideKey;
use sandtable_battle::Order;
use serde::Serialize;

/// What may become of a unit.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Fate {
    /// The unit.
    pub unit: u8,
    /// Its name.
    pub name: String,
    /// How often it was lost when the order was played on, in per cent.
    pub percent: f64,
}

/// An order that was played on in thought.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WeighedOrder {
    /// The order.
    pub order: Order,
    /// Whether it is the one that was given.
    pub given: bool,
    /// The unit that it orders, if it orders one.
    pub unit: Option<u8>,
    /// The unit that it is aimed at, if it is at one.
    pub target: Option<u8>,
    /// The order in words.
    pub says: String,
    /// What the army does with it, in words.
    pub plan: String,
    /// The chance to win that it leads to, in per cent.
    pub percent: f64,
    /// Give or take so much, ninety-five times of a hundred.
    pub within: f64,
    /// How much better it is than the first of the list, in per cent of chance to win.
    pub by: f64,
    /// Give or take so much: the same dice fell for both.
    #[serde(rename = "byWithin")]
    pub by_within: f64,
    /// How often it was played on.
    pub playouts: u32,
    /// What it may cost the other side, likeliest first.
    pub hopes: Vec<Fate>,
    /// What it may cost one's own, likeliest first.
    pub fears: Vec<Fate>,
    /// All of it in a few plain sentences.
    pub text: String,
}

/// What a computer player would do in a position, and what else he weighed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Advised {
    /// Who thought about it, as he is written.
    pub player: String,
    /// For which side.
    pub side: SideKey,
    /// Playouts still to do.
    pub left: u32,
    /// What he weighed, the best first.
    pub orders: Vec<WeighedOrder>,
}

/// How good an order was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Grade {
    /// Nothing better was found, or not surely.
    Good,
    /// It gave away at least 5 per cent.
    Inaccurate,
    /// It gave away at least 10 per cent.
    Mistake,
    /// It gave away at least 20 per cent.
    Blunder,
}

/// An order of a battle, graded.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GradedOrder {
    /// Its line in the journal.
    pub number: u32,
    /// The game turn.
    pub turn: u16,
    /// Who gave it.
    pub side: SideKey,
    /// The order in words.
    pub says: String,
    /// The chance to win it led to for the side that gave it, in per cent.
    pub percent: f64,
    /// How much chance to win it gave away against the best that was found, in per cent.
    pub lost: f64,
    /// Give or take so much, ninety-five times of a hundred.
    pub within: f64,
    /// Its grade.
    pub grade: Grade,
    /// Whether it was looked at closely; at first all are looked at roughly.
    pub closely: bool,
    /// What would have been better, in words; none when nothing surely is.
    pub better: Option<String>,
    /// What its dice brought the side beyond what was to be expected, in per cent of an army.
    pub luck: f64,
}

/// How a side played.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReviewSide {
    /// Which.
    pub side: SideKey,
    /// Its orders that were graded.
    pub orders: u32,
    /// How many of them were inaccurate, mistakes and blunders.
    pub grades: [u32; 3],
    /// Chance to win given away by all of them that surely did, in per cent, added up.
    pub lost: f64,
    /// What its dice brought it beyond what was to be expected, in per cent of an army.
    pub luck: f64,
}

/// A battle looked at order by order, as far as it is.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Review {
    /// Who looks, as he is written.
    pub player: String,
    /// Pieces of work that are done.
    pub done: u32,
    /// All there are.
    pub all: u32,
    /// The orders graded so far.
    pub orders: Vec<GradedOrder>,
    /// The lines that gave away most, worst first, three at most. Until all were looked at
    /// closely, what only seems to have been bad is among them.
    pub turning: Vec<u32>,
    /// How the sides played.
    pub sides: Vec<ReviewSide>,
}

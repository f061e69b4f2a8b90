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
    /// How often the unit was lost when the battle went on after the order, in percent.
    pub percent: f64,
}

/// An order that the computer player tried out.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WeighedOrder {
    /// The order.
    pub order: Order,
    /// Whether it is the order that was given.
    pub given: bool,
    /// The unit that it orders, if any.
    pub unit: Option<u8>,
    /// The unit that it is aimed at, if any.
    pub target: Option<u8>,
    /// The order in words.
    pub says: String,
    /// The army's plan behind it, in words.
    pub plan: String,
    /// The chance to win after this order, in percent.
    pub percent: f64,
    /// Margin of error of the chance: half the width of the 95 % confidence interval.
    pub within: f64,
    /// How much better it is than the first order of the list, in percent of chance to win.
    pub by: f64,
    /// Margin of error of `by`; both orders were played on with the same dice.
    #[serde(rename = "byWithin")]
    pub by_within: f64,
    /// How often the battle was played on after this order.
    pub playouts: u32,
    /// The enemy units that it may destroy, likeliest first.
    pub hopes: Vec<Fate>,
    /// The player's own units that it may lose, likeliest first.
    pub fears: Vec<Fate>,
    /// All of this in a few plain sentences.
    pub text: String,
}

/// What a computer player would do in a position, and which other orders it weighed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Advised {
    /// Name of the computer player, as people write it.
    pub player: String,
    /// The side that is advised.
    pub side: SideKey,
    /// Number of playouts still to do.
    pub left: u32,
    /// The orders that it weighed, the best first.
    pub orders: Vec<WeighedOrder>,
}

/// How good an order was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Grade {
    /// No better order was found, or none that is surely better.
    Good,
    /// The order gave away at least 5 percent.
    Inaccurate,
    /// The order gave away at least 10 percent.
    Mistake,
    /// The order gave away at least 20 percent.
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
    /// The side that gave it.
    pub side: SideKey,
    /// The order in words.
    pub says: String,
    /// The chance to win after it, for the side that gave it, in percent.
    pub percent: f64,
    /// How much chance to win it gave away compared with the best order found, in percent.
    pub lost: f64,
    /// Margin of error of `lost`: half the width of the 95 % confidence interval.
    pub within: f64,
    /// Its grade.
    pub grade: Grade,
    /// Whether it got a close look; at first all orders get a rough one.
    pub closely: bool,
    /// The better order, in words; none when no order is surely better.
    pub better: Option<String>,
    /// What its dice gained the side beyond what was expected, in percent of an army.
    pub luck: f64,
}

/// How a side played.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReviewSide {
    /// Key of the side.
    pub side: SideKey,
    /// Number of its orders that were graded.
    pub orders: u32,
    /// How many of these were inaccurate, mistakes and blunders.
    pub grades: [u32; 3],
    /// Chance to win that its orders surely gave away, in percent, added up.
    pub lost: f64,
    /// What its dice gained it beyond what was expected, in percent of an army.
    pub luck: f64,
}

/// A review of a battle, order by order, as far as it has got.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Review {
    /// Name of the computer player that reviews, as people write it.
    pub player: String,
    /// Number of finished parts of the work.
    pub done: u32,
    /// Number of all parts of the work.
    pub all: u32,
    /// The orders graded so far.
    pub orders: Vec<GradedOrder>,
    /// The lines that gave away most, worst first, at most three. Until every order has had a close
    /// look, the list includes some that only seem bad.
    pub turning: Vec<u32>,
    /// How the sides played.
    pub sides: Vec<ReviewSide>,
}

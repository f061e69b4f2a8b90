//! The table in words.

use super::SideKey;
use sandtable_battle::Order;
use serde::Serialize;

/// The whole table in words: what players who do not see it want to know first.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableWords {
    /// What is played, how large the table is, whose turn it is, who may act: one sentence each.
    pub says: Vec<String>,
    /// The pieces of ground, one sentence each, in the order they were laid.
    pub ground: Vec<String>,
    /// Deployment zones and objectives.
    pub zones: Vec<String>,
    /// The two sides.
    pub sides: [SideWords; 2],
}

/// A side in words.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SideWords {
    /// Its key.
    pub key: SideKey,
    /// The state of the side: its name, how many units are on the table, how many it lost, its
    /// points.
    pub says: String,
    /// Its units, in the order of the file.
    pub units: Vec<UnitWords>,
}

/// A unit in words: its name, its place, its state.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UnitWords {
    /// Id of the unit.
    pub unit: u8,
    /// The sentence.
    pub says: String,
}

/// What lies around a unit, as seen from it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AroundView {
    /// Id of the unit.
    pub unit: u8,
    /// The sentence about the unit itself.
    pub says: String,
    /// Ways in which the unit may move, a sentence each.
    pub ways: Vec<String>,
    /// A legal move as a line to type; none when the unit may not move.
    pub example: Option<String>,
    /// Orders without a target.
    pub orders: Vec<SaidOrder>,
    /// All other units on the table and every piece of ground, nearest first.
    pub near: Vec<NearView>,
}

/// Something that lies near a unit.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NearView {
    /// Id of the unit; none for ground.
    pub unit: Option<u8>,
    /// Its name.
    pub name: String,
    /// Whether the unit is an enemy.
    pub foe: bool,
    /// The sentence.
    pub says: String,
    /// Orders that may be given against it now.
    pub orders: Vec<SaidOrder>,
}

/// An order that may be given now, in words.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SaidOrder {
    /// The word on its button.
    pub label: String,
    /// The verb's name.
    pub verb: String,
    /// The order.
    pub order: Order,
    /// The unit at which the order is aimed.
    pub target: Option<u8>,
    /// The line to type for this order.
    pub line: String,
    /// What the order may come to, likeliest first. Empty when nothing is left to chance or nobody
    /// asked.
    pub chance: String,
}

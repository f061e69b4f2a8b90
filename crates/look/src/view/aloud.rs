//! The table in words.

use super::SideKey;
use sandtable_battle::Order;
use serde::Serialize;

/// The whole table in words: what a person who does not see it wants to know first.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableWords {
    /// What is played, how large the table is, whose turn it is, who may act: a
    /// sentence each.
    pub says: Vec<String>,
    /// The ground, a piece each, in the order it was laid.
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
    /// How it stands: its name, how many are on the table, lost, points.
    pub says: String,
    /// Its units, in the order of the file.
    pub units: Vec<UnitWords>,
}

/// A unit in words: who, where, how it stands.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UnitWords {
    /// Which.
    pub unit: u8,
    /// The sentence.
    pub says: String,
}

/// What lies round a unit, as it sees it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AroundView {
    /// Which unit.
    pub unit: u8,
    /// The unit itself.
    pub says: String,
    /// How it may move, a sentence each.
    pub ways: Vec<String>,
    /// A move of it as a line that may be typed; none when it may not move.
    pub example: Option<String>,
    /// Orders at nobody.
    pub orders: Vec<SaidOrder>,
    /// Everybody else on the table and every piece of ground, nearest first.
    pub near: Vec<NearView>,
}

/// Something that lies near a unit.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NearView {
    /// Which unit; none for ground.
    pub unit: Option<u8>,
    /// Its name.
    pub name: String,
    /// It is an enemy.
    pub foe: bool,
    /// The sentence.
    pub says: String,
    /// What may be done to it now.
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
    /// Whom it is directed at.
    pub target: Option<u8>,
    /// The line that gives it when it is typed.
    pub line: String,
    /// What it may come to, likeliest first; empty when nothing is left to chance
    /// or it was not asked for.
    pub chance: String,
}

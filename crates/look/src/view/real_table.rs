//! Battles that leave positions to a real table: which orders a unit may get, what the page asks
//! about the table, and what an order comes to.

use super::{OfferOrder, Preview};
use sandtable_battle::{Beside, Face, Order};
use serde::{Deserialize, Serialize};

/// The state of a battle that leaves positions to the table.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LeftView {
    /// The line since which they are left to the table.
    pub since: usize,
    /// Pairs of enemies in contact, as far as the battle knows.
    pub contacts: Vec<[u8; 2]>,
    /// Names of the places that win the battle; the umpire judges at the end who holds them.
    pub holds: Vec<String>,
}

/// A kind of ground, with its height if that was stated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SoilView {
    /// The kind of ground.
    pub ground: String,
    /// Number of levels.
    #[serde(default)]
    pub level: Option<u8>,
}

/// Another unit that matters because of where it stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct BesideView {
    /// Id of the unit.
    pub unit: u8,
    /// Whether it stands by the target rather than by the ordered unit.
    #[serde(default)]
    pub target: bool,
    /// Where it stands, relative to that unit.
    #[serde(default)]
    pub place: Beside,
    /// Its distance from that unit.
    #[serde(default)]
    pub gap: f64,
}

/// What the real table shows for an order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Saying {
    /// The unit that is ordered.
    pub unit: u8,
    /// The unit at which the order is aimed.
    #[serde(default)]
    pub target: Option<u8>,
    /// Distance between the nearest edges.
    #[serde(default)]
    pub range: f64,
    /// Which side of the target the unit sees.
    #[serde(default)]
    pub met: Face,
    /// On which of the unit's own sides the target lies.
    #[serde(default)]
    pub through: Face,
    /// Ground under the unit.
    #[serde(default)]
    pub under: Option<SoilView>,
    /// Ground under the target.
    #[serde(default)]
    pub beneath: Option<SoilView>,
    /// Ground between the two, or ahead of a unit that moves.
    #[serde(default)]
    pub between: Option<SoilView>,
    /// Other units that stand where it matters.
    #[serde(default)]
    pub near: Vec<BesideView>,
}

/// Something that a unit may do where positions are left to the table.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ActView {
    /// The verb's name.
    pub verb: String,
    /// The word for the verb.
    pub label: String,
    /// Possible targets.
    pub targets: Vec<u8>,
    /// Orders that need nothing stated.
    pub orders: Vec<OfferOrder>,
}

/// The distances at which an order may be given.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SpanView {
    /// The nearest.
    pub least: f64,
    /// The farthest.
    pub most: f64,
    /// The upper ends of the bands within which the distance makes no difference, the farthest
    /// last.
    pub bands: Vec<f64>,
}

/// A way in which a unit may move.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GoView {
    /// Its name: `ahead`, `turned-left`, `wheel-right`, `back`, `turn-about`.
    pub name: String,
    /// Longest distance; zero for a turn in place.
    pub most: f64,
}

/// What the page asks about the table for an order, and what it assumes.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FormView {
    /// The assumption: the last statement, or the most common case.
    pub says: Saying,
    /// Whether something has been stated about these two before.
    pub before: bool,
    /// The distances at which the order may be given, as stated; none when it may not be given.
    pub span: Option<SpanView>,
    /// Ways to move.
    pub ways: Vec<GoView>,
    /// Kinds of ground these rules know: names in files and for people.
    pub grounds: Vec<[String; 2]>,
}

/// An order that is tried on the stated positions.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Supposed {
    /// The label of the order.
    pub label: String,
    /// The order.
    pub order: Order,
    /// What the order comes to.
    pub preview: Preview,
}

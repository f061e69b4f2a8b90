//! Battles whose positions are left to a real table: what may be done, what is asked
//! of the table, what it comes to.

use super::{OfferOrder, Preview};
use sandtable_battle::{Beside, Face, Order};
use serde::{Deserialize, Serialize};

/// That positions are left to the table.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LeftView {
    /// Since which line.
    pub since: usize,
    /// Enemies in contact, as far as the battle knows: unit and unit.
    pub contacts: Vec<[u8; 2]>,
    /// What is won by ground, which the umpire judges at the end: names of places.
    pub holds: Vec<String>,
}

/// Ground, and how high it rises if that is said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SoilView {
    /// What it is.
    pub ground: String,
    /// Levels.
    #[serde(default)]
    pub level: Option<u8>,
}

/// Another unit that matters because of where it stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct BesideView {
    /// Which.
    pub unit: u8,
    /// Whether by the target rather than by the unit.
    #[serde(default)]
    pub target: bool,
    /// Where.
    #[serde(default)]
    pub place: Beside,
    /// How far from it.
    #[serde(default)]
    pub gap: f64,
}

/// What the table shows of an order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Saying {
    /// Who is ordered.
    pub unit: u8,
    /// At whom.
    #[serde(default)]
    pub target: Option<u8>,
    /// Distance between the nearest edges.
    #[serde(default)]
    pub range: f64,
    /// Which side of the target the unit sees.
    #[serde(default)]
    pub met: Face,
    /// Which of its own sides the target lies before.
    #[serde(default)]
    pub through: Face,
    /// Ground under the unit.
    #[serde(default)]
    pub under: Option<SoilView>,
    /// Ground under the target.
    #[serde(default)]
    pub beneath: Option<SoilView>,
    /// Ground between them, or before a unit that moves.
    #[serde(default)]
    pub between: Option<SoilView>,
    /// Who else stands where it matters.
    #[serde(default)]
    pub near: Vec<BesideView>,
}

/// Something that a unit may do where positions are left to the table.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ActView {
    /// The verb's name.
    pub verb: String,
    /// The word for it.
    pub label: String,
    /// To whom it may be done.
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
    /// The ends of bands in which the same weighs, the farthest last.
    pub bands: Vec<f64>,
}

/// A way in which a unit may move.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GoView {
    /// Its name: `ahead`, `turned-left`, `wheel-right`, `back`, `turn-about`.
    pub name: String,
    /// How far at most; nought for a turn in place.
    pub most: f64,
}

/// What is asked of the table for an order, and what goes without saying.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FormView {
    /// What is taken to be so: as it was stated last, or the commonest.
    pub says: Saying,
    /// Whether something was stated of these two before.
    pub before: bool,
    /// At what distances it may be done as stated; none when it may not.
    pub span: Option<SpanView>,
    /// Ways to move.
    pub ways: Vec<GoView>,
    /// Kinds of ground these rules know: names in files and for people.
    pub grounds: Vec<[String; 2]>,
}

/// An order supposed on what was stated.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Supposed {
    /// What it is called.
    pub label: String,
    /// The order.
    pub order: Order,
    /// What it comes to.
    pub preview: Preview,
}

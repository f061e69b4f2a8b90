//! What is drawn over the table on demand.

use super::Xy;
use serde::Serialize;

/// What a unit can see and reach, for showing on demand.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Overlay {
    /// Ground that it reaches, in the order in which it is drawn.
    pub areas: Vec<AreaView>,
    /// Sight to enemies.
    pub sight: Vec<SightView>,
    /// How far its help reaches, where the rules know a command radius.
    pub command: Option<CommandView>,
}

/// How far the help of one who leads reaches.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CommandView {
    /// The clause that says so.
    pub clause: String,
    /// Its title.
    pub title: String,
    /// How far.
    pub radius: f64,
    /// The outline of the ground.
    pub outline: Vec<Xy>,
    /// Units of its side that stand in it.
    pub units: Vec<u8>,
}

/// What an area is: how it looks goes by that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum AreaKind {
    /// As far as it shoots, charges or moves.
    Range,
    /// Its field of fire.
    Arc,
    /// What it can charge.
    Charge,
}

/// Ground over the table.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AreaView {
    /// What it is.
    pub kind: AreaKind,
    /// What is written at its far end; nothing where that is empty.
    pub label: String,
    /// How far it reaches from the front edge.
    pub far: f64,
    /// Its outline.
    pub outline: Vec<Xy>,
}

/// A line of sight.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SightView {
    /// To whom.
    pub unit: u8,
    /// From where.
    pub from: Xy,
    /// To where.
    pub to: Xy,
    /// Whether it is seen, by the rules.
    pub clear: bool,
    /// How far.
    pub length: f64,
}

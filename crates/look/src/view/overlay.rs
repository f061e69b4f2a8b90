//! What a page draws over the table on demand.

use super::Xy;
use serde::Serialize;

/// What a unit can see and reach.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Overlay {
    /// Areas that the unit reaches, in drawing order.
    pub areas: Vec<AreaView>,
    /// Lines of sight to enemies.
    pub sight: Vec<SightView>,
    /// How far its command reaches, where the rules know a command radius.
    pub command: Option<CommandView>,
}

/// How far a leader's command reaches.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CommandView {
    /// The clause that sets the radius.
    pub clause: String,
    /// Title of the clause.
    pub title: String,
    /// The radius.
    pub radius: f64,
    /// The outline of the ground.
    pub outline: Vec<Xy>,
    /// Units of the leader's side that stand in it.
    pub units: Vec<u8>,
}

/// The meaning of an area: it decides how the area looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum AreaKind {
    /// As far as the unit shoots, charges or moves.
    Range,
    /// The unit's field of fire.
    Arc,
    /// What the unit can charge.
    Charge,
}

/// An area of ground drawn over the table.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AreaView {
    /// The meaning of the area.
    pub kind: AreaKind,
    /// The text at its far end; may be empty.
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
    /// The unit that is looked at.
    pub unit: u8,
    /// Start of the line.
    pub from: Xy,
    /// End of the line.
    pub to: Xy,
    /// Whether the unit is seen, by the rules.
    pub clear: bool,
    /// Length of the line.
    pub length: f64,
}

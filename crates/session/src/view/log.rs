//! What happened, and what is played.

use super::{RollView, SideKey, View, Xy};
use serde::Serialize;

/// One order in the log.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LogEntry {
    /// Its number; 0 is the opening.
    pub number: usize,
    /// Who gave it.
    pub side: SideKey,
    /// What was ordered, plainly.
    pub order: String,
    /// The dice.
    pub rolls: Vec<RollView>,
    /// What happened, line by line.
    pub lines: Vec<LogLine>,
    /// Game turn in which it was given.
    pub turn: u16,
    /// Phase in which it was given.
    pub phase: String,
}

/// A line of the log.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LogLine {
    /// What happened.
    pub text: String,
    /// By which clause.
    pub clause: String,
    /// To which unit.
    pub unit: Option<u8>,
}

/// Something that moved.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Motion {
    /// Which unit.
    pub unit: u8,
    /// How it came to move.
    pub gait: String,
    /// From where.
    pub from: Stance,
    /// To where.
    pub to: Stance,
}

/// Where a unit's rectangle lies.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Stance {
    /// Its centre.
    pub centre: Xy,
    /// Its facing.
    pub facing: f64,
}

/// An order that was given.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Played {
    /// The battle after it.
    pub view: View,
    /// Its line in the log.
    pub entry: LogEntry,
    /// What moved, in order.
    pub motions: Vec<Motion>,
}

/// The answer to an order given with hand-thrown dice.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Answer {
    /// It was given.
    Played(Box<Played>),
    /// Dice ran short; nothing has happened.
    Wanted {
        /// What to throw next.
        wanted: Wanted,
    },
}

/// What to throw next.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Wanted {
    /// Who throws.
    pub by: SideKey,
    /// How many dice.
    pub count: u8,
    /// Of how many sides.
    pub sides: u8,
    /// By which clause.
    pub clause: String,
    /// What it is for.
    pub says: String,
    /// A card is to be drawn, one of so many.
    pub drawn: bool,
}

//! What happened, and what is played.

use super::{RollView, SideKey, View, Xy};
use serde::Serialize;

/// What comes before the damage of a journal.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rescued {
    /// The journal up to there, as a journal file.
    pub journal: String,
    /// Number of orders in it.
    pub orders: usize,
}

/// One order in the log.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LogEntry {
    /// Its number; 0 is the opening.
    pub number: usize,
    /// The side that gave it.
    pub side: SideKey,
    /// The order in plain words.
    pub order: String,
    /// Name of the unit that was ordered.
    pub who: Option<String>,
    /// A move without its legs, a charge without its heading: "Blue Guards move".
    pub short: Option<String>,
    /// How the story of the battle treats the order.
    pub telling: Telling,
    /// The dice.
    pub rolls: Vec<RollView>,
    /// What happened, line by line.
    pub lines: Vec<LogLine>,
    /// Game turn in which the order was given.
    pub turn: u16,
    /// Phase in which the order was given.
    pub phase: String,
    /// What was stated about the real table along with it.
    pub stated: Option<String>,
    /// The umpire's reason, if an umpire corrected the map by hand.
    pub ruling: Option<String>,
    /// Every clause that the order used: factors, dice and events.
    pub clauses: Vec<String>,
    /// Entries after it that were taken back, shown struck out.
    pub struck: Vec<Self>,
}

/// How the story of a battle treats an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Telling {
    /// The story tells units that moved together.
    Move,
    /// A turn in place, the end of a phase, a unit that waits: told only if something came of it.
    Quiet,
    /// An act worth a sentence.
    Act,
}

/// How the story of a battle treats a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Tiding {
    /// Whose turn or phase it is now: the story has headings for that.
    Clock,
    /// A unit arrives: the story tells arrivals together.
    Arrival,
    /// Where a unit stands or which way it faces: the map shows it.
    Place,
    /// An event worth a sentence.
    Act,
}

/// A line of the log.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LogLine {
    /// What happened.
    pub text: String,
    /// The clause by which it happened.
    pub clause: String,
    /// The unit to which it happened.
    pub unit: Option<u8>,
    /// Name of that unit.
    pub who: Option<String>,
    /// How the story of the battle treats the line.
    pub tiding: Tiding,
}

/// A unit's movement.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Motion {
    /// Id of the unit.
    pub unit: u8,
    /// The kind of movement.
    pub gait: String,
    /// Where the unit stood before.
    pub from: Stance,
    /// Where the unit stands after.
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
    /// The battle after the order.
    pub view: View,
    /// The order's line in the log.
    pub entry: LogEntry,
    /// What moved, in order.
    pub motions: Vec<Motion>,
    /// Who did what to whom, if the order was aimed at another unit.
    pub act: Option<Act>,
}

/// Who did what to whom by an order.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Act {
    /// The verb's name: `shoot`, `charge`.
    pub verb: String,
    /// The unit that acted.
    pub unit: u8,
    /// The unit at which it was aimed.
    pub target: u8,
}

/// The answer to an order given with hand-thrown dice.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Answer {
    /// The order was given.
    Played(Box<Played>),
    /// More dice are needed; nothing has happened yet.
    Wanted {
        /// What to throw next.
        wanted: Wanted,
    },
}

/// What to throw next.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Wanted {
    /// The order that needs the dice, in plain words.
    pub order: String,
    /// The side that throws.
    pub by: SideKey,
    /// Number of dice.
    pub count: u8,
    /// Number of sides of each die.
    pub sides: u8,
    /// Whose dice these are, in the order in which they are entered.
    pub rows: Vec<WantedRow>,
    /// The clause that asks for the throw.
    pub clause: String,
    /// What the throw is for.
    pub says: String,
    /// What counts: "4 or more counts". Empty where faces are just added or read.
    pub needs: String,
    /// What each face of one die means, starting with 1. Empty where a single face means nothing.
    pub faces: Vec<String>,
    /// Whether it is the draw of a card, one of `sides`.
    pub drawn: bool,
}

/// Some of the dice that are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WantedRow {
    /// The side that throws them.
    pub by: SideKey,
    /// Number of dice.
    pub count: u8,
}

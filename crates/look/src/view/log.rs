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
    /// Who was ordered, by name.
    pub who: Option<String>,
    /// A move without its legs, a charge without its heading: "Blue Guards move".
    pub short: Option<String>,
    /// What a story makes of it.
    pub telling: Telling,
    /// The dice.
    pub rolls: Vec<RollView>,
    /// What happened, line by line.
    pub lines: Vec<LogLine>,
    /// Game turn in which it was given.
    pub turn: u16,
    /// Phase in which it was given.
    pub phase: String,
    /// What was stated of the real table with it.
    pub stated: Option<String>,
    /// Why an umpire put the map right by hand, where that is what happened.
    pub ruling: Option<String>,
    /// Every clause that was used in it: factors, dice and events.
    pub clauses: Vec<String>,
    /// What was entered after it and taken back, struck out.
    pub struck: Vec<Self>,
}

/// What a story makes of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Telling {
    /// Units that moved are told together.
    Move,
    /// A turn in place, a phase that ended, somebody who waits: told only if something came of it.
    Quiet,
    /// What is worth a sentence.
    Act,
}

/// What a story makes of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Tiding {
    /// Whose turn or phase it is now: the story has headings for that.
    Clock,
    /// Somebody arrives: those who do are told together.
    Arrival,
    /// Where somebody stands or which way he faces: the map shows it.
    Place,
    /// What is worth a sentence.
    Act,
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
    /// What it is called.
    pub who: Option<String>,
    /// What a story makes of it.
    pub tiding: Tiding,
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
    /// Who did what to whom, when it was an order at another unit.
    pub act: Option<Act>,
}

/// Who did what to whom.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Act {
    /// The verb's name: `shoot`, `charge`.
    pub verb: String,
    /// Who.
    pub unit: u8,
    /// To whom.
    pub target: u8,
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
    /// For what order, plainly.
    pub order: String,
    /// Who throws.
    pub by: SideKey,
    /// How many dice.
    pub count: u8,
    /// Of how many sides.
    pub sides: u8,
    /// Whose dice they are, in the order they are entered.
    pub rows: Vec<WantedRow>,
    /// By which clause.
    pub clause: String,
    /// What it is for.
    pub says: String,
    /// What counts: "4 or more counts"; empty where faces are just added or read.
    pub needs: String,
    /// What each face of one die means, from the first; empty where it alone
    /// means nothing.
    pub faces: Vec<String>,
    /// A card is to be drawn, one of so many.
    pub drawn: bool,
}

/// Some of the dice that are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WantedRow {
    /// Who throws them.
    pub by: SideKey,
    /// How many.
    pub count: u8,
}

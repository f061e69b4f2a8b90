//! The parts of a tutorial.

use sandtable_battle::{Area, Battle, Clause, Side, UnitId};
use sandtable_geometry::Length;
use std::ops::Range;

/// Guided first battle.
#[derive(Clone, Debug, PartialEq)]
pub struct Tutorial {
    /// Id of the rule set.
    pub rules: String,
    /// Title.
    pub title: String,
    /// What it teaches, in a sentence or two.
    pub says: String,
    /// Duration in minutes.
    pub minutes: u8,
    /// Side that the learner commands.
    pub side: Side,
    /// Seed of the dice for steps that have no seed of their own.
    pub seed: u64,
    /// The battle before its first line.
    pub start: Battle,
    /// The steps.
    pub steps: Vec<Step>,
}

/// Step of a tutorial.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// A short heading.
    pub title: String,
    /// What the step says before anything is done, one string per paragraph.
    pub says: Vec<String>,
    /// Clauses that the step teaches.
    pub clauses: Vec<Clause>,
    /// Units to highlight.
    pub units: Vec<UnitId>,
    /// Places to highlight: zones and terrain.
    pub areas: Vec<Area>,
    /// Task in one plain line; empty if there is none.
    pub task: String,
    /// Orders that do the task, in the notation that players type. The learner may give orders to
    /// units in any sequence; an order to the table must wait for all before it.
    pub orders: Vec<Line>,
    /// Which orders count as one of these.
    pub accept: Accept,
    /// Verbs of orders that the learner may also give: they neither advance the step nor stray from
    /// it.
    pub also: Vec<String>,
    /// Zone in which a move may end, instead of the place named in its order.
    pub zone: Option<Area>,
    /// How far from the place named in its order a move may end, in 1/100 mm.
    pub within: Length,
    /// How far from the facing named in its order a move may end, in 1/65536 turn.
    pub turn: i32,
    /// Seed of the dice of this step.
    pub seed: Option<u64>,
    /// What the other side then does.
    pub foe: Foe,
    /// Clauses that the events must cite before `after` is shown.
    pub shows: Vec<Clause>,
    /// What the step says afterwards, one string per paragraph; empty if the next step follows at
    /// once.
    pub after: Vec<String>,
    /// Byte range of the step's heading in the file.
    pub span: Range<usize>,
}

/// Order as written in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The order in notation.
    pub text: String,
    /// Byte range of the order in the file.
    pub span: Range<usize>,
}

/// Which orders count as one that a step names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Accept {
    /// Exactly that order; a move or a turn may end nearby.
    #[default]
    Same,
    /// The same verb by the same unit, anywhere and at any target.
    Unit,
    /// The same verb by any unit.
    Verb,
    /// Any order.
    Any,
}

impl Accept {
    /// All variants with their names in files.
    pub const ALL: [(&'static str, Self); 4] = [
        ("same", Self::Same),
        ("unit", Self::Unit),
        ("verb", Self::Verb),
        ("any", Self::Any),
    ];
}

/// What the other side does in a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Foe {
    /// These orders, one after the other.
    Orders(Vec<Line>),
    /// Whatever a computer player chooses, until it is the learner's move.
    Computer,
}

impl Foe {
    /// Returns whether the other side does nothing.
    #[must_use]
    pub const fn rests(&self) -> bool {
        matches!(self, Self::Orders(lines) if lines.is_empty())
    }
}

//! What a tutorial is made of.

use sandtable_battle::{Area, Battle, Clause, Side, UnitId};
use sandtable_geometry::Length;
use std::ops::Range;

/// A guided first battle.
#[derive(Clone, Debug, PartialEq)]
pub struct Tutorial {
    /// The rule set's id.
    pub rules: String,
    /// Its title.
    pub title: String,
    /// What it teaches, in a sentence or two.
    pub says: String,
    /// How long it takes, in minutes.
    pub minutes: u8,
    /// The side that the learner leads.
    pub side: Side,
    /// What dice are thrown from where a step has no seed of its own.
    pub seed: u64,
    /// The battle before its first line.
    pub start: Battle,
    /// The steps.
    pub steps: Vec<Step>,
}

/// A step of a tutorial.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// A short heading.
    pub title: String,
    /// What is said before anything is done, a paragraph each.
    pub says: Vec<String>,
    /// The clauses it teaches.
    pub clauses: Vec<Clause>,
    /// Units to look at.
    pub units: Vec<UnitId>,
    /// Places to look at: zones and terrain.
    pub areas: Vec<Area>,
    /// What is to be done, in one plain line; empty when there is nothing.
    pub task: String,
    /// Orders that do it, in the notation players type. The learner gives those
    /// to units in any sequence, those to the table when all before are given.
    pub orders: Vec<Line>,
    /// What is taken for one of them.
    pub accept: Accept,
    /// Verbs of orders that may be given in passing: they do nothing for the
    /// step and do not lead away from it.
    pub also: Vec<String>,
    /// Where a move may end instead of at the place its order names.
    pub zone: Option<Area>,
    /// How far from the place that an order names a move may end, 1/100 mm.
    pub within: Length,
    /// How far from the facing that an order names a move may end, 1/65536 turn.
    pub turn: i32,
    /// What the dice of this step are thrown from.
    pub seed: Option<u64>,
    /// What the other side does then.
    pub foe: Foe,
    /// The clauses that what happened must cite for `after` to be told.
    pub shows: Vec<Clause>,
    /// What is said afterwards, a paragraph each; empty when the next step
    /// follows at once.
    pub after: Vec<String>,
    /// The bytes of its heading in the file.
    pub span: Range<usize>,
}

/// An order as it stands in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The order in notation.
    pub text: String,
    /// Its bytes in the file.
    pub span: Range<usize>,
}

/// What is taken for an order that a step names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Accept {
    /// That order; a move or a turn may end nearby.
    #[default]
    Same,
    /// The same verb of the same unit, wherever and at whomever.
    Unit,
    /// The same verb of any unit.
    Verb,
    /// Any order.
    Any,
}

impl Accept {
    /// Their names in files.
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
    /// What a computer player thinks of, until the learner is to move.
    Computer,
}

impl Foe {
    /// Whether it does nothing.
    #[must_use]
    pub const fn rests(&self) -> bool {
        matches!(self, Self::Orders(lines) if lines.is_empty())
    }
}

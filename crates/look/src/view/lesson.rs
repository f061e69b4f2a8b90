//! A guided first battle, as the page shows it.

use super::{SideKey, Xy};
use serde::Serialize;

/// The state of a guided battle.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Lesson {
    /// The rule set it teaches.
    pub rules: String,
    /// The tutorial's title.
    pub title: String,
    /// The side the learner leads.
    pub side: SideKey,
    /// Number of the step, from 0.
    pub step: usize,
    /// Number of all steps.
    pub steps: usize,
    /// The step's heading.
    pub heading: String,
    /// Text of the step, by paragraphs.
    pub says: Vec<String>,
    /// The clauses it teaches.
    pub clauses: Vec<LessonClause>,
    /// What the lesson waits for: `read`, `do`, `watch`, `told`, `otherwise`, `astray`.
    pub stand: &'static str,
    /// What the learner should do; none when there is nothing to do.
    pub task: Option<String>,
    /// Number of the step's orders given so far.
    pub done: usize,
    /// Number of orders in the step.
    pub of: usize,
    /// What the lesson says once the step has happened.
    pub after: Vec<String>,
    /// Where to look.
    pub look: LookView,
    /// The line to go back to when the battle has gone astray.
    pub back: u32,
    /// The lines at which its steps began: what `learn` goes on from.
    pub begun: Vec<u32>,
}

/// A clause that a step teaches.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LessonClause {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
}

/// Where to look in a step.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LookView {
    /// Units that the step speaks of.
    pub units: Vec<u8>,
    /// Units that the learner should order.
    pub orders: Vec<u8>,
    /// Units that these orders should target.
    pub targets: Vec<u8>,
    /// Places that the step speaks of, as outlines.
    pub areas: Vec<Vec<Xy>>,
    /// Places where units are to go, as outlines.
    pub places: Vec<Vec<Xy>>,
    /// Verbs of the orders that the learner should give.
    pub verbs: Vec<&'static str>,
}

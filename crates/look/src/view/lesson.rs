//! A guided first battle, as it is shown.

use super::{SideKey, Xy};
use serde::Serialize;

/// Where a guided battle stands.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Lesson {
    /// The rule set it teaches.
    pub rules: String,
    /// The tutorial's title.
    pub title: String,
    /// The side the learner leads.
    pub side: SideKey,
    /// The place of the step, from 0.
    pub step: usize,
    /// How many steps there are.
    pub steps: usize,
    /// The step's heading.
    pub heading: String,
    /// What it says, a paragraph each.
    pub says: Vec<String>,
    /// The clauses it teaches.
    pub clauses: Vec<LessonClause>,
    /// What is waited for: `read`, `do`, `watch`, `told`, `otherwise`, `astray`.
    pub stand: &'static str,
    /// What is to be done; none when nothing is.
    pub task: Option<String>,
    /// How many of its orders are given.
    pub done: usize,
    /// How many orders it has.
    pub of: usize,
    /// What is said afterwards, once it has happened.
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
    /// Units spoken of.
    pub units: Vec<u8>,
    /// Units to be ordered.
    pub orders: Vec<u8>,
    /// Units they are to be ordered against.
    pub targets: Vec<u8>,
    /// Places spoken of, as outlines.
    pub areas: Vec<Vec<Xy>>,
    /// Places where units are to go, as outlines.
    pub places: Vec<Vec<Xy>>,
    /// Verbs of the orders to be given.
    pub verbs: Vec<&'static str>,
}

//! The rule book beside the table.

use super::NumberView;
use sandtable_battle::Standing;
use serde::Serialize;

/// A rule set's clauses and switches.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rulebook {
    /// Its name in files.
    pub id: String,
    /// Its title as published.
    pub title: String,
    /// Its author.
    pub author: String,
    /// Where and when it was published.
    pub published: String,
    /// The standing of this version.
    pub status: String,
    /// Its clauses by section.
    pub sections: Vec<SectionView>,
    /// House-rule switches.
    pub switches: Vec<SwitchView>,
    /// The numbers that house rules may change.
    pub numbers: Vec<NumberView>,
}

/// A section of a rule book.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SectionView {
    /// Its title.
    pub title: String,
    /// Its clauses.
    pub clauses: Vec<ClauseView>,
}

/// A clause.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClauseView {
    /// Its id with the prefix.
    pub id: String,
    /// A short title.
    pub title: String,
    /// The rule, paraphrased.
    pub says: String,
    /// Its source in the author's text.
    pub source: String,
    /// Who the clause comes from: written, answered, inferred or ours.
    pub standing: Standing,
    /// The switch that changes it.
    pub switch: Option<String>,
    /// What house rules changed in it, a sentence each.
    pub house: Vec<String>,
}

/// How an ambiguity was settled.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RulingView {
    /// Its id.
    pub id: String,
    /// The question.
    pub asks: String,
    /// The possible readings.
    pub readings: Vec<String>,
    /// The decision.
    pub decision: String,
    /// The clauses it settles.
    pub clauses: Vec<String>,
    /// The switch that chooses another reading.
    pub switch: Option<String>,
}

/// A house-rule switch.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SwitchView {
    /// Its name in files.
    pub name: String,
    /// Its title, as a question.
    pub title: String,
    /// The values it can take.
    pub values: Vec<String>,
    /// The values in words.
    pub told: Vec<String>,
    /// The value in force.
    pub value: String,
    /// Its default.
    pub default: String,
    /// What it does.
    pub says: String,
    /// The clause it changes.
    pub clause: String,
}

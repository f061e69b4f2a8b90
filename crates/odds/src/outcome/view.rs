//! Odds and what they are made of, as they travel.

use serde::Serialize;

/// A number that weighs in an order.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FactorView {
    /// Its clause.
    pub clause: String,
    /// The clause's title.
    pub title: String,
    /// What it adds.
    pub value: i16,
    /// The same in words: the number with its sign, or what it is where it is not added
    /// to a die or a score ("column +2", "+1 die").
    pub shown: String,
    /// The unit it speaks for.
    pub unit: Option<u8>,
}

/// The odds of an order.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OddsView {
    /// What is certain whatever the dice say, a sentence for each unit that it
    /// befalls; empty where the one row tells it.
    pub certain: Vec<String>,
    /// What it may come to beyond that, likeliest first.
    pub rows: Vec<OddsRow>,
    /// The same, a unit at a time, when there is too much to see at once; else
    /// empty.
    pub parts: Vec<OddsPart>,
    /// Expected losses and the like.
    pub means: Vec<MeanRow>,
    /// What weighs in it.
    pub factors: Vec<FactorView>,
    /// Probability that was cut: of dice that are thrown again without end. "0"
    /// when nothing was.
    pub lost: String,
    /// Null when the chances are exact. Else there were too many ways to follow them
    /// all, some were drawn to stand for others, and no chance is off by more per
    /// cent, as far as the draws tell.
    pub within: Option<f64>,
    /// How choices on the way were made.
    pub others: OthersView,
    /// The same unfolded step by step, where it was asked for.
    pub tree: Option<TreeView>,
}

/// Odds unfolded step by step.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TreeView {
    /// What may happen first, likeliest first.
    pub branches: Vec<BranchView>,
    /// Probability that was cut; "0" when nothing was.
    pub lost: String,
    /// As that of the odds.
    pub within: Option<f64>,
}

/// Steps that follow one another without a fork, and what may come after them.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BranchView {
    /// The steps, in words.
    pub says: String,
    /// Their clauses.
    pub clauses: Vec<String>,
    /// The chance that it comes to this at all, an exact fraction: those of its
    /// branches add up to it. Empty when it was drawn.
    pub p: String,
    /// The same in per cent.
    pub percent: f64,
    /// What may come next; empty when nothing more does, or nothing is told of it.
    pub branches: Vec<BranchView>,
}

/// How choices are made that come up while an order is carried out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OthersView {
    /// `stop`, `never`, `always` or `best`.
    pub id: String,
    /// What that means, a sentence without its great letter and stop.
    pub says: String,
}

impl OthersView {
    /// A policy, for people.
    #[must_use]
    pub fn of(others: crate::Others) -> Self {
        Self {
            id: others.name().to_owned(),
            says: others.says().to_owned(),
        }
    }
}

/// One thing an order may come to.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OddsRow {
    /// In words.
    pub label: String,
    /// Its chance, an exact fraction; empty when it was drawn.
    pub p: String,
    /// Its chance in per cent.
    pub percent: f64,
}

/// What may befall one unit.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OddsPart {
    /// The unit; null for what befalls nobody: the end of the battle, a choice.
    pub unit: Option<u8>,
    /// Its name, empty for nobody's.
    pub name: String,
    /// What may befall it, likeliest first.
    pub rows: Vec<OddsRow>,
}

/// An expected number.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MeanRow {
    /// Of what.
    pub label: String,
    /// An exact fraction.
    pub value: String,
    /// The same as a decimal.
    pub number: f64,
}

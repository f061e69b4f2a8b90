//! Odds and their parts, as they are sent to pages.

use serde::Serialize;

/// A number that counts in an order.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FactorView {
    /// The factor's clause.
    pub clause: String,
    /// The clause's title.
    pub title: String,
    /// The number it adds.
    pub value: i16,
    /// The same in words: the number with its sign, or what it means if it is not added to a die or
    /// a score ("column +2", "+1 die").
    pub shown: String,
    /// The unit whose factor it is.
    pub unit: Option<u8>,
}

/// The odds of an order.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OddsView {
    /// What is certain whatever the dice show, a sentence for each unit concerned; empty if the
    /// only row says it.
    pub certain: Vec<String>,
    /// What else may happen, likeliest first.
    pub rows: Vec<OddsRow>,
    /// The same for one unit at a time, if there is too much to see at once; empty if not.
    pub parts: Vec<OddsPart>,
    /// Expected losses and the like.
    pub means: Vec<MeanRow>,
    /// The factors of the order.
    pub factors: Vec<FactorView>,
    /// Probability that was cut, of dice that are rolled again without end. "0" if nothing was cut.
    pub lost: String,
    /// Null if the chances are exact. If there is a number, there were too many paths to follow
    /// them all, some were sampled to stand for others, and no chance is off by more than this many
    /// per cent, as far as the samples tell.
    pub within: Option<f64>,
    /// The policy for choices on the way.
    pub others: OthersView,
    /// The same unfolded step by step, if requested.
    pub tree: Option<TreeView>,
}

/// Odds unfolded step by step.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TreeView {
    /// What may happen first, likeliest first.
    pub branches: Vec<BranchView>,
    /// Probability that was cut; "0" if nothing was cut.
    pub lost: String,
    /// As for the odds.
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
    /// The chance of getting here at all, an exact fraction: those of its branches add up to it.
    /// Empty if it was sampled.
    pub p: String,
    /// The same in per cent.
    pub percent: f64,
    /// What may come next; empty if nothing more happens or nothing more is shown.
    pub branches: Vec<BranchView>,
}

/// The policy for choices that come up while an order is carried out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OthersView {
    /// `stop`, `never`, `always` or `best`.
    pub id: String,
    /// What the policy means: a sentence without a capital letter and full stop.
    pub says: String,
}

impl OthersView {
    /// Makes a policy in readable form, for an answer that may have counted choices as declined
    /// ([`crate::Answer::passed`]).
    #[must_use]
    pub fn passing(others: crate::Others, passed: bool) -> Self {
        let mut view = Self::of(others);
        if passed && others == crate::Others::Stop {
            view.says = sandtable_tongue::say(
                "where a player has to decide, the odds take it that nobody steps in",
            )
            .to_owned();
        }
        view
    }

    /// Makes a policy in readable form.
    #[must_use]
    pub fn of(others: crate::Others) -> Self {
        Self {
            id: others.name().to_owned(),
            says: others.says().to_owned(),
        }
    }
}

/// One thing that an order may lead to.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OddsRow {
    /// The outcome in words.
    pub label: String,
    /// The chance, an exact fraction; empty if it was sampled.
    pub p: String,
    /// The chance in per cent.
    pub percent: f64,
}

/// What may happen to one unit.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OddsPart {
    /// The unit; null for what happens to no unit: the end of the battle, a choice.
    pub unit: Option<u8>,
    /// The unit's name; empty if there is no unit.
    pub name: String,
    /// What may happen to it, likeliest first.
    pub rows: Vec<OddsRow>,
}

/// An expected number.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MeanRow {
    /// The quantity.
    pub label: String,
    /// An exact fraction.
    pub value: String,
    /// The same as a decimal.
    pub number: f64,
}

//! House rules and armies.

use serde::Serialize;

/// A switch or number that differs from the printed rules.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HouseRule {
    /// Its name in files; for a number, its path.
    pub name: String,
    /// Its title.
    pub title: String,
    /// The value chosen.
    pub value: String,
    /// The value as printed.
    pub printed: String,
    /// The value chosen, in words: `three inches`.
    pub told: String,
    /// The value as printed, in words.
    pub printed_told: String,
    /// The clauses it changes.
    pub clauses: Vec<String>,
}

/// An army to choose.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ArmyInfo {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// A line about it.
    pub says: String,
    /// Summary of its units: `4 infantry, 1 cavalry`.
    pub units: String,
    /// Its worth in the points that a study has fitted, if there are any.
    pub points: Option<f64>,
}

/// House rules from a file, checked.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HouseView {
    /// The rule set they change.
    pub rules: String,
    /// Their name.
    pub name: String,
    /// A line about them.
    pub says: String,
    /// The rules that they change.
    pub changes: Vec<HouseRule>,
}

/// A number of a rule set.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NumberView {
    /// Its path in `numbers.toml`.
    pub path: String,
    /// The path in words: `Charge, near general`.
    pub title: String,
    /// `whole`, `broken`, `flag` or `share`.
    pub sort: sandtable_battle::NumberSort,
    /// As printed.
    pub printed: String,
    /// The value in force.
    pub value: String,
    /// The least value; none for flags and shares.
    pub least: Option<String>,
    /// The greatest value; none for flags and shares.
    pub most: Option<String>,
    /// The clauses it belongs to.
    pub clauses: Vec<String>,
}

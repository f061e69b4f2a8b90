//! The JSON Schema of study files, for editors. The reader knows more than it
//! can say: which names there are.

use crate::Answer;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A study.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct StudyFile {
    /// Always 1.
    #[schemars(range(min = 1, max = 1))]
    format: u8,
    /// What it is called.
    #[schemars(length(min = 1, max = 60))]
    title: String,
    /// A few lines about it.
    says: Option<String>,
    /// A shipped scenario, or a *.battle.toml beside the study.
    scenario: Option<String>,
    /// Several of them, of one rule set.
    scenarios: Option<Vec<String>>,
    /// The levels of the players.
    players: Option<Players>,
    /// Battles of each variant in each scenario; 400.
    #[schemars(range(min = 1, max = 1_000_000))]
    battles: Option<u32>,
    /// The seed of it all; 1.
    seed: Option<u64>,
    /// Whether the players change sides on every other battle; true.
    swap: Option<bool>,
    /// Whether the luck of every order is measured, which takes longer; false.
    luck: Option<bool>,
    /// Battles are stopped after so many turns; 100.
    #[schemars(range(min = 1, max = 999))]
    turns: Option<u16>,
    /// Battles are stopped after so many orders; 20,000.
    #[schemars(range(min = 1, max = 1_000_000))]
    orders: Option<u32>,
    /// How near a difference is wanted, in points; 2.
    #[schemars(range(min = 1, max = 25))]
    half_width: Option<u32>,
    /// The side whose fortune is told; the attacker, else the first.
    side: Option<String>,
    /// The others are compared with the first.
    variant: Option<Vec<Variant>>,
    /// A variant of every other value of every switch.
    each_switch: Option<bool>,
    /// A number that is swept: a variant of each value.
    sweep: Option<Sweeps>,
    /// Armies drawn by lot: what units are worth.
    points: Option<Points>,
    /// What somebody says of the rules.
    claim: Option<Vec<Claim>>,
}

/// A level for both players, or one each.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Players {
    Both(Level),
    Each([Level; 2]),
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Level {
    Random,
    Greedy,
}

/// A variant of the rules, the armies or the players.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Variant {
    #[schemars(length(min = 1, max = 60))]
    name: String,
    /// A *.rules.toml beside the study.
    rules: Option<String>,
    /// Switches, over those of `rules`.
    switches: Option<BTreeMap<String, serde_json::Value>>,
    /// Numbers by their paths, over those of `rules`.
    numbers: Option<BTreeMap<String, serde_json::Value>>,
    /// Files of armies, by the names of sides.
    armies: Option<BTreeMap<String, String>>,
    players: Option<Players>,
    /// A scenario of its own, in place of the study's.
    scenario: Option<String>,
}

/// One number, or two: then every pair of their values is played.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Sweeps {
    One(Sweep),
    Two(Vec<Sweep>),
}

/// A number that is swept: `values`, or `from`, `to` and `step`.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Sweep {
    number: String,
    #[schemars(length(min = 2, max = 60))]
    values: Option<Vec<serde_json::Value>>,
    from: Option<f64>,
    to: Option<f64>,
    step: Option<f64>,
    answer: Option<Answer>,
    /// Battles in all, to look for the value at which both sides win as often; then
    /// most are played where it may lie.
    #[schemars(range(min = 60, max = 1_000_000))]
    budget: Option<u32>,
}

/// Armies drawn by lot, for what units are worth.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Points {
    /// Fewest and most units of an army, leaders aside.
    units: Sizes,
    /// The kinds they are drawn of; those of the scenario if not said.
    kinds: Option<Vec<String>>,
    /// At most so many of a kind.
    most: Option<BTreeMap<String, u8>>,
    /// What somebody asks for a unit of a kind.
    costs: Option<BTreeMap<String, f64>>,
}

/// A number, or the least and the most.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Sizes {
    Same(u8),
    Range([u8; 2]),
}

/// A claim: one check, or several.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Claim {
    says: String,
    /// Who says so, and where.
    who: Option<String>,
    /// What is looked at; without it the claim has the keys of one check itself.
    check: Option<Vec<Check>>,
    /// An order between two units: the text of a situation without its first lines,
    /// or a *.situation.toml beside the study.
    situation: Option<String>,
    /// What is counted of it: `strength` lost, `lost`, or the name of a mark.
    counts: Option<String>,
    /// Of whom: `target`, or the `unit` that gives the order.
    of: Option<Whose>,
    /// The chance that so much is reached; without it the mean is asked.
    #[schemars(range(min = 1, max = 99))]
    reaches: Option<u32>,
    /// How many such orders it takes until so much is reached.
    #[schemars(range(min = 1, max = 99))]
    until: Option<u32>,
    /// The chance that it is reached by so many orders.
    #[schemars(range(min = 1, max = 99))]
    by: Option<u32>,
    /// Whether the order cannot be given at all; then no bounds are needed.
    refused: Option<bool>,
    /// Another situation: how many times as much the first comes to.
    times: Option<String>,
    answer: Option<Answer>,
    clause: Option<String>,
    /// How often it fires less how often this clause does.
    less: Option<String>,
    kind: Option<String>,
    variant: Option<String>,
    than: Option<String>,
    scenario: Option<String>,
    side: Option<String>,
    least: Option<f64>,
    most: Option<f64>,
}

/// An answer with bounds.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Check {
    /// An order between two units: the text of a situation without its first lines,
    /// or a *.situation.toml beside the study.
    situation: Option<String>,
    /// What is counted of it: `strength` lost, `lost`, or the name of a mark.
    counts: Option<String>,
    /// Of whom: `target`, or the `unit` that gives the order.
    of: Option<Whose>,
    /// The chance that so much is reached; without it the mean is asked.
    #[schemars(range(min = 1, max = 99))]
    reaches: Option<u32>,
    /// How many such orders it takes until so much is reached.
    #[schemars(range(min = 1, max = 99))]
    until: Option<u32>,
    /// The chance that it is reached by so many orders.
    #[schemars(range(min = 1, max = 99))]
    by: Option<u32>,
    /// Whether the order cannot be given at all; then no bounds are needed.
    refused: Option<bool>,
    /// Another situation: how many times as much the first comes to.
    times: Option<String>,
    answer: Option<Answer>,
    /// Of which clause, for `fired` and `seen`.
    clause: Option<String>,
    /// How often it fires less how often this clause does.
    less: Option<String>,
    /// Of which kind of unit, for `lost`.
    kind: Option<String>,
    variant: Option<String>,
    /// Less the same with this variant.
    than: Option<String>,
    scenario: Option<String>,
    side: Option<String>,
    least: Option<f64>,
    most: Option<f64>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Whose {
    Target,
    Unit,
}

/// The schema of study files, read as TOML.
#[must_use]
pub fn schema() -> Schema {
    // As read: what is missing has its usual value.
    let settings = SchemaSettings::default().for_deserialize();
    settings
        .into_generator()
        .into_root_schema_for::<StudyFile>()
}

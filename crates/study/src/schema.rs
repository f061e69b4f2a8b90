//! The JSON Schema of study files, for editors. The reader knows what a schema cannot say: which
//! names exist.

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
    /// Title of the study.
    #[schemars(length(min = 1, max = 60))]
    title: String,
    /// A few lines about it.
    says: Option<String>,
    /// A built-in scenario, or a *.battle.toml beside the study.
    scenario: Option<String>,
    /// Several scenarios of one rule set.
    scenarios: Option<Vec<String>>,
    /// The levels of the players.
    players: Option<Players>,
    /// Battles of each variant in each scenario; 400.
    #[schemars(range(min = 1, max = 1_000_000))]
    battles: Option<u32>,
    /// The seed of the whole study; 1.
    seed: Option<u64>,
    /// Whether the players change sides on every other battle; true.
    swap: Option<bool>,
    /// Whether the luck of every order is measured, which takes longer; false.
    luck: Option<bool>,
    /// Number of turns after which a battle is stopped; 100.
    #[schemars(range(min = 1, max = 999))]
    turns: Option<u16>,
    /// Number of orders after which a battle is stopped; 20,000.
    #[schemars(range(min = 1, max = 1_000_000))]
    orders: Option<u32>,
    /// Wanted half-width of a difference's interval, in points; 2.
    #[schemars(range(min = 1, max = 25))]
    half_width: Option<u32>,
    /// The side that the report follows; by default the attacker, or else the first side.
    side: Option<String>,
    /// Variants; the others are compared with the first.
    variant: Option<Vec<Variant>>,
    /// Whether to make a variant of every other value of every switch.
    each_switch: Option<bool>,
    /// A number to sweep: a variant of each value.
    sweep: Option<Sweeps>,
    /// Random armies, to find what units are worth.
    points: Option<Points>,
    /// Claims about the rules.
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
    /// Switches, on top of those of `rules`.
    switches: Option<BTreeMap<String, serde_json::Value>>,
    /// Numbers by their paths, on top of those of `rules`.
    numbers: Option<BTreeMap<String, serde_json::Value>>,
    /// Files of armies, by the names of sides.
    armies: Option<BTreeMap<String, String>>,
    players: Option<Players>,
    /// Its own scenario, in place of the study's.
    scenario: Option<String>,
}

/// One number, or two: then every pair of their values is played.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Sweeps {
    One(Sweep),
    Two(Vec<Sweep>),
}

/// A number to sweep: `values`, or `from`, `to` and `step`.
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
    /// Number of battles to search for the value at which both sides win equally often; most are
    /// played where it may lie.
    #[schemars(range(min = 60, max = 1_000_000))]
    budget: Option<u32>,
}

/// Random armies, to find what units are worth.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Points {
    /// Fewest and most units of an army, leaders aside.
    units: Sizes,
    /// The kinds from which they are drawn; by default those of the scenario.
    kinds: Option<Vec<String>>,
    /// Most units of a kind.
    most: Option<BTreeMap<String, u8>>,
    /// The author's price for a unit of a kind.
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
    /// Who makes the claim, and where.
    who: Option<String>,
    /// The checks; without them the claim itself has the keys of one check.
    check: Option<Vec<Check>>,
    /// An order between two units: the text of a situation without its first lines,
    /// or a *.situation.toml beside the study.
    situation: Option<String>,
    /// What to count: `strength` lost, `lost`, or the name of a mark.
    counts: Option<String>,
    /// The unit to count: `target`, or the `unit` that gives the order.
    of: Option<Whose>,
    /// Asks for the chance that the count reaches this number; without it, for the mean.
    #[schemars(range(min = 1, max = 99))]
    reaches: Option<u32>,
    /// Asks how many such orders it takes until the count reaches this number.
    #[schemars(range(min = 1, max = 99))]
    until: Option<u32>,
    /// Asks for the chance that the count is reached within this number of orders.
    #[schemars(range(min = 1, max = 99))]
    by: Option<u32>,
    /// Asks whether the order cannot be given at all; then no bounds are needed.
    refused: Option<bool>,
    /// Another situation: asks for the ratio of the first to it.
    times: Option<String>,
    answer: Option<Answer>,
    clause: Option<String>,
    /// A clause whose count is subtracted.
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
    /// What to count: `strength` lost, `lost`, or the name of a mark.
    counts: Option<String>,
    /// The unit to count: `target`, or the `unit` that gives the order.
    of: Option<Whose>,
    /// Asks for the chance that the count reaches this number; without it, for the mean.
    #[schemars(range(min = 1, max = 99))]
    reaches: Option<u32>,
    /// Asks how many such orders it takes until the count reaches this number.
    #[schemars(range(min = 1, max = 99))]
    until: Option<u32>,
    /// Asks for the chance that the count is reached within this number of orders.
    #[schemars(range(min = 1, max = 99))]
    by: Option<u32>,
    /// Asks whether the order cannot be given at all; then no bounds are needed.
    refused: Option<bool>,
    /// Another situation: asks for the ratio of the first to it.
    times: Option<String>,
    answer: Option<Answer>,
    /// The clause, for `fired` and `seen`.
    clause: Option<String>,
    /// A clause whose count is subtracted.
    less: Option<String>,
    /// The kind of unit, for `lost`.
    kind: Option<String>,
    variant: Option<String>,
    /// A variant whose answer is subtracted.
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

/// Returns the schema of study files, read as TOML.
#[must_use]
pub fn schema() -> Schema {
    // The schema for reading: missing keys have their default values.
    let settings = SchemaSettings::default().for_deserialize();
    settings
        .into_generator()
        .into_root_schema_for::<StudyFile>()
}

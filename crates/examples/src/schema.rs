//! The JSON Schema of a file of examples, for editors: the schema of battle files, plus the keys of
//! an example besides its position.

use sandtable_battle::Card;
use schemars::Schema;
use serde_json::{Map, Value, json};

/// Returns the schema of a file of examples, read as TOML, with the marks and ratings of the given
/// rule sets.
#[must_use]
pub fn schema(cards: &[Card]) -> Schema {
    let battle = sandtable_files::schema(cards).to_value();
    let mut position = battle["properties"]
        .as_object()
        .cloned()
        .unwrap_or_default();
    let own = ["format", "rules", "title"];
    position.retain(|key, _| !own.contains(&&**key));
    let mut example = position.clone();
    example.extend(of_example());
    let whole = json!({
        "$schema": battle["$schema"],
        "type": "object",
        "properties": {
            "format": { "const": 1 },
            "rules": { "type": "string", "description": "The rule set's id." },
            "says": { "type": "string", "description": "What the file is about." },
            "battle": {
                "type": "object",
                "description": "What every position of the file has: keys of a battle file.",
                "properties": position,
                "additionalProperties": false,
            },
            "example": {
                "type": "array",
                "minItems": 1,
                "maxItems": crate::MOST,
                "items": {
                    "type": "object",
                    "properties": example,
                    "required": ["id", "clauses", "title"],
                    "additionalProperties": false,
                },
            },
        },
        "required": ["format", "rules", "example"],
        "additionalProperties": false,
        "allOf": battle["allOf"].as_array().into_iter().flatten().map(named).collect::<Vec<_>>(),
        "$defs": battle["$defs"],
    });
    Schema::try_from(whole).unwrap_or_default()
}

/// Moves a rule set's definitions of units and state to their places in this file.
fn named(of_battle: &Value) -> Value {
    let rules = &of_battle["if"]["properties"]["rules"];
    let then = &of_battle["then"];
    json!({
        "if": { "properties": { "rules": rules }, "required": ["rules"] },
        "then": {
            "properties": { "battle": then, "example": { "items": then } },
        },
    })
}

/// Returns the keys of an example besides its position.
fn of_example() -> Map<String, Value> {
    let texts =
        |says: &str| json!({ "type": "array", "items": { "type": "string" }, "description": says });
    let text = |says: &str| json!({ "type": "string", "description": says });
    let measures = json!({
        "range": { "type": "number", "description": "How far it is measured." },
        "cost": { "type": "number", "description": "What it takes of a move." },
    });
    let step = |key: &str, says: &str, more: Value| {
        let mut keys = more.as_object().cloned().unwrap_or_default();
        keys.insert(key.to_owned(), text(says));
        let mut needed: Vec<&str> = vec![key];
        needed.extend((key == "refused").then_some("by"));
        json!({
            "type": "object",
            "properties": keys,
            "required": needed,
            "additionalProperties": false,
        })
    };
    let by = json!({ "by": texts("Clauses that forbid it; there may be others.") });
    let orders = json!({
        "type": "array",
        "description": "What is done, one after the other.",
        "items": { "anyOf": [
            text("An order, as it is typed."),
            step("refused", "An order that is forbidden.", by),
            step("allowed", "An order that could be given.", measures),
            step("until", "Phases end until this one has come.", json!({})),
            {
                "type": "object",
                "properties": { "expect": expected() },
                "required": ["expect"],
                "additionalProperties": false,
            },
        ] },
    });
    let all = json!({
        "id": text("Its name; no two examples of a file share one."),
        "clauses": texts("The clauses it shows."),
        "title": text("What it shows."),
        "orders": orders,
        "dice": {
            "type": "array",
            "items": { "type": "integer", "minimum": 1, "maximum": 100 },
            "description": "The faces of all dice, in the order in which they are thrown.",
        },
        "expect": expected(),
    });
    all.as_object().cloned().unwrap_or_default()
}

/// Returns the schema of an expectation.
fn expected() -> Value {
    let facts = |says: &str| json!({ "type": "object", "description": says });
    let wholes = json!({ "type": "array", "items": { "type": "integer" } });
    let outcome = json!({ "type": ["string", "integer"] });
    json!({
        "type": "object",
        "properties": {
            "units": {
                "type": "object",
                "additionalProperties": facts("Facts of a unit, as in battle files."),
            },
            "state": facts("Where the battle stands, as in battle files."),
            "told": {
                "type": "object",
                "description": "What clauses told: the last time, or every time.",
                "additionalProperties": {
                    "anyOf": [outcome, { "type": "array", "items": outcome }],
                },
            },
            "weighed": {
                "type": "object",
                "description": "What the rolls of clauses were weighed with, as the odds know it.",
                "additionalProperties": {
                    "anyOf": [wholes, { "type": "array", "items": wholes }],
                },
            },
            "throws": wholes,
            "apart": {
                "type": "array",
                "description": "Two units and how far they are from each other.",
                "items": { "type": "array", "minItems": 3, "maxItems": 3 },
            },
            "points": wholes,
            "range": { "type": "number", "description": "How far the last order reached." },
            "cost": { "type": "number", "description": "What it took of a move." },
            "line": { "$ref": "#/$defs/points", "description": "Along what it was measured." },
        },
        "additionalProperties": false,
    })
}

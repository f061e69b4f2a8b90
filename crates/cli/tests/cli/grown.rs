//! The program only grows: every option and every JSON field of the time before the state had types
//! is still there. What the museum lists was written by the program of that time.

use crate::run::{said, sandtable};
use serde_json::Value;
use std::collections::BTreeSet;

/// Options, with the command that takes them.
const OPTIONS: &str = include_str!("../../../../museum/format-1/options.txt");
/// Names of fields, by the schema of what prints them.
const FIELDS: &str = include_str!("../../../../museum/format-1/fields.txt");

#[test]
fn every_old_option_is_still_there() {
    let mut gone = Vec::new();
    for line in OPTIONS.lines() {
        let (command, option) = line.split_once(' ').unwrap_or((line, ""));
        let help = said(&sandtable(&["help", command]));
        if !help
            .split([' ', '\n', '=', '[', ']'])
            .any(|word| word == option)
        {
            gone.push(line);
        }
    }
    assert!(gone.is_empty(), "{gone:#?}");
}

/// Collects the names of all fields in a part of a schema.
fn fields(part: &Value, out: &mut BTreeSet<String>) {
    for item in part.as_array().into_iter().flatten() {
        fields(item, out);
    }
    for (key, value) in part.as_object().into_iter().flatten() {
        if key == "properties" {
            out.extend(
                value
                    .as_object()
                    .into_iter()
                    .flatten()
                    .map(|(k, _)| k.clone()),
            );
        }
        fields(value, out);
    }
}

#[test]
fn every_old_field_is_still_there() {
    let mut gone = Vec::new();
    for line in FIELDS.lines() {
        let (schema, names) = line.split_once(": ").expect("a schema and its fields");
        let today = said(&sandtable(&["schema", schema]));
        let today = serde_json::from_str(&today).unwrap_or_else(|e| panic!("{schema}: {e}"));
        let mut known = BTreeSet::new();
        fields(&today, &mut known);
        let lost = names.split(' ').filter(|name| !known.contains(*name));
        gone.extend(lost.map(|name| format!("{schema}: {name}")));
    }
    assert!(gone.is_empty(), "{gone:#?}");
}

//! The words of the rules lab (`words/<language>/study.json`), which only labs load: they are
//! complete, contain nothing that no lab says, and every sentence has the same parts as its
//! English.

use super::words::{catalogue, languages, parts, root, said, source};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use toml::{Table, Value};

/// The crates that only a lab has, and those that only authors of rules hear from.
const LAB: [&str; 5] = ["examples", "lab", "report", "situation", "study"];

fn lab_source() -> String {
    let crates: [PathBuf; 5] = LAB.map(|name| root().join("crates").join(name));
    source(&crates)
}

/// Returns texts with their subject, where both are written out.
fn said_of(source: &str) -> BTreeSet<String> {
    let texts = |call: &str| -> Option<String> {
        let (of, rest) = call.trim_start().strip_prefix('"')?.split_once('"')?;
        let rest = rest.trim_start().strip_prefix(',')?.trim_start();
        let (text, _) = rest.strip_prefix('"')?.split_once('"')?;
        Some(format!("{of}|{text}"))
    };
    let calls = source.split("say_as(").skip(1);
    calls.filter_map(texts).collect()
}

/// Keys of studies and situations whose texts people read.
const READ: [&str; 4] = ["title", "says", "story", "who"];

/// Collects the texts of a study or a situation that people read, with those of the situations in
/// its claims. Names of variants are shown too.
fn read_in(table: &Table, all: &mut BTreeSet<String>) {
    for (key, value) in table {
        match value {
            Value::String(text) if READ.contains(&key.as_str()) || key == "name" => {
                all.insert(text.trim().to_owned());
            }
            Value::String(text) if ["situation", "times"].contains(&key.as_str()) => {
                let situation: Table = text.parse().expect("a situation");
                read_in(&situation, all);
            }
            Value::Array(list) if ["claim", "check", "variant"].contains(&key.as_str()) => {
                let tables = list.iter().filter_map(Value::as_table);
                tables.for_each(|table| read_in(table, all));
            }
            _ => {}
        }
    }
}

/// Returns the built-in studies and situations, by their files.
fn shipped() -> BTreeMap<PathBuf, Table> {
    let list = |folder: PathBuf| {
        let all = fs::read_dir(folder).expect("a folder");
        all.map(|entry| entry.expect("an entry").path())
    };
    let folders = ["studies", "situations"].map(|name| root().join(name));
    let files = folders.into_iter().flat_map(list).flat_map(list);
    let files = files.filter(|file| file.extension().is_some_and(|e| e == "toml"));
    let read = |file: PathBuf| {
        let text = fs::read_to_string(&file).expect("a text");
        let table = text.parse().expect("TOML");
        (file, table)
    };
    files.map(read).collect()
}

/// Returns what the built-in studies and situations say to people.
fn told() -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for table in shipped().values() {
        read_in(table, &mut all);
    }
    all.retain(|text| text.contains(char::is_alphabetic));
    all
}

#[test]
fn every_language_has_words_for_everything_a_lab_says() {
    let source = lab_source();
    let mut said = said(&source);
    said.extend(said_of(&source));
    let told = told();
    assert!(told.len() > 150, "{} texts of studies", told.len());
    said.extend(told);
    assert!(said.len() > 250, "{} sentences", said.len());
    for language in languages() {
        let table = catalogue(&language, "table").expect("words for the table");
        let study = catalogue(&language, "study").expect("words for the lab");
        let known = |text: &&String| study.contains_key(*text) || table.contains_key(*text);
        let missing: Vec<&String> = said.iter().filter(|text| !known(text)).collect();
        assert!(missing.is_empty(), "{}: {missing:#?}", language.display());
    }
}

#[test]
fn the_lab_has_no_words_that_nobody_says() {
    let (source, told) = (lab_source(), told());
    for language in languages() {
        let study = catalogue(&language, "study").unwrap_or_default();
        let said = |text: &&String| {
            if told.contains(*text) {
                return true;
            }
            // The subject stands before it.
            let bare = text.split_once('|').map_or(text.as_str(), |(_, bare)| bare);
            source.contains(&format!("\"{}\"", bare.replace('"', "\\\"")))
        };
        let stale: Vec<&String> = study.keys().filter(|text| !said(text)).collect();
        assert!(stale.is_empty(), "{}: {stale:#?}", language.display());
    }
}

#[test]
fn what_a_lab_says_keeps_its_parts() {
    for language in languages() {
        for (english, other) in catalogue(&language, "study").unwrap_or_default() {
            let at = language.display();
            assert_eq!(
                parts(&english),
                parts(&other),
                "{at}: `{english}`, `{other}`"
            );
            assert!(!other.trim().is_empty(), "{at}: `{english}`");
        }
    }
}

/// A report identifies variants by their names: two with the same translation would be one.
#[test]
fn variants_of_a_study_are_told_apart() {
    for language in languages() {
        let study = catalogue(&language, "study").unwrap_or_default();
        for (file, table) in shipped() {
            let variants = table.get("variant").and_then(Value::as_array);
            let names = variants.into_iter().flatten();
            let names = names.filter_map(|variant| variant.get("name")?.as_str());
            let names: Vec<&str> = names.collect();
            let told = names.iter().map(|name| study.get(*name));
            let told: BTreeSet<Option<&String>> = told.collect();
            assert_eq!(told.len(), names.len(), "{}: {names:?}", file.display());
        }
    }
}

//! The words of the rules lab (`words/<language>/study.json`), which only labs fetch: whole,
//! nothing in them that no lab says, and every sentence with the same parts as its English.

use super::words::{catalogue, languages, parts, root, said, source};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// The crates that only a lab has.
const LAB: [&str; 3] = ["lab", "situation", "study"];

fn lab_source() -> String {
    let crates: [PathBuf; 3] = LAB.map(|name| root().join("crates").join(name));
    source(&crates)
}

/// What is said of something, where both are written out.
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

#[test]
fn every_language_has_words_for_everything_a_lab_says() {
    let source = lab_source();
    let mut said = said(&source);
    said.extend(said_of(&source));
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
    let source = lab_source();
    for language in languages() {
        let study = catalogue(&language, "study").unwrap_or_default();
        let said = |text: &&String| {
            // What it is said of stands before it.
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

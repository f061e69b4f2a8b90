//! Whole battles between computer players: the fingerprint of each journal is recorded, and the
//! engine in wasm must produce the same (`crates/wasm/tests/hash.test.mjs`).
//!
//! When rules, scenarios or players change on purpose, record them again with
//! `SANDTABLE_BLESS=1 cargo test -p sandtable-session golden`.

use crate::page::Page;
use sandtable_session::Shelf;
use serde_json::json;
use std::fmt::Write as _;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../journals/selfplay.hash");

const HEAD: &str = "\
# Battles between computer players: scenario, seed, level, orders, journal's hash.
# Written by: SANDTABLE_BLESS=1 cargo test -p sandtable-session golden
";

#[test]
fn battles_end_as_they_were_written_down() {
    let mut page = Page::new();
    let mut found = HEAD.to_owned();
    let mut seen = std::collections::BTreeMap::new();
    for scenario in Shelf::shipped().scenarios() {
        let set = scenario.id.split('/').next().unwrap_or_default().to_owned();
        let told = seen.entry(set).or_insert(0);
        *told += 1;
        // Greedy takes its time: two of its battles for each rule set.
        let levels: &[&str] = if *told > 2 {
            &["random"]
        } else {
            &["random", "greedy"]
        };
        for level in levels {
            let game = json!([{ "scenario": scenario.id, "seed": 1, "level": level }]);
            let played = page.ok("selfplay", &game);
            let (orders, hash) = (&played["orders"], played["hash"].as_str());
            let hash = hash.expect("a hash");
            writeln!(found, "{} 1 {level} {orders} {hash}", scenario.id).expect("a string");
        }
    }
    if std::env::var_os("SANDTABLE_BLESS").is_some() {
        std::fs::write(FILE, &found).expect("journals/selfplay.hash");
    }
    let kept = std::fs::read_to_string(FILE).unwrap_or_default();
    assert_eq!(
        found, kept,
        "see the head of this file if it was on purpose"
    );
}

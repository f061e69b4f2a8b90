//! The worked examples of `examples/`, run through the engine.

use sandtable_@SNAKE@::marks;
use sandtable_battle::Switches;
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Example {
    title: String,
    /// The clauses it shows.
    clauses: Vec<String>,
    /// The position.
    battle: String,
    order: String,
    dice: Vec<u8>,
    /// Hits after it, by unit.
    hits: BTreeMap<String, u8>,
}

#[test]
fn examples_come_out_as_they_say() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/examples");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let text = std::fs::read_to_string(&path).expect("a text");
        let example: Example =
            toml::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let mut t = crate::support::from(&example.battle, &Switches::default());
        t.play(&example.order, &example.dice);
        for (name, &hits) in &example.hits {
            let found = marks::HITS.of(t.battle.unit(t.unit(name)));
            assert_eq!(found, hits, "{}: {name}", example.title);
        }
        assert!(!example.clauses.is_empty(), "{}", example.title);
        count += 1;
    }
    assert!(count > 0, "no example");
}

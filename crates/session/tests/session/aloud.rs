//! The table in words, as it must be described: positions of every rule set under `aloud/`, each
//! with the text beside it. `SANDTABLE_BLESS=1` writes the texts again.

use crate::page::Page;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Number of units of a position whose surroundings are described.
const TOLD: usize = 3;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/session/aloud")
}

fn lines(out: &mut String, list: &Value) {
    for line in list.as_array().expect("a list") {
        let _ = writeln!(out, "{}", line.as_str().expect("a sentence"));
    }
}

fn orders(out: &mut String, list: &Value) {
    for order in list.as_array().expect("orders") {
        let (label, line, chance) = (&order["label"], &order["line"], &order["chance"]);
        let _ = writeln!(out, "    {label} | {line} | {chance}");
    }
}

/// Returns everything said about a position: the whole table, and the surroundings of a few units:
/// some that may act, one in contact, one that is not on the table.
fn told(page: &mut Page) -> String {
    let words = page.ok("words", &json!([]));
    let mut out = String::new();
    for part in ["says", "ground", "zones"] {
        lines(&mut out, &words[part]);
    }
    let mut units: Vec<(String, u64)> = Vec::new();
    for side in words["sides"].as_array().expect("sides") {
        let _ = writeln!(out, "{}", side["says"].as_str().expect("a sentence"));
        for unit in side["units"].as_array().expect("units") {
            let says = unit["says"].as_str().expect("a sentence");
            let _ = writeln!(out, "  {says}");
            units.push((says.to_owned(), unit["unit"].as_u64().expect("an id")));
        }
    }
    let ready = units
        .iter()
        .filter(|(says, _)| says.ends_with(", may act."));
    let mut chosen: Vec<u64> = ready.map(|(_, id)| *id).take(TOLD).collect();
    let absent = units.iter().find(|(says, _)| !says.contains("faces"));
    chosen.extend(absent.map(|(_, id)| *id));
    let touching = units.iter().find(|(_, id)| {
        let round = page.ok("around", &json!([id]));
        let near = round["near"].as_array().expect("near");
        near.iter().any(|one| {
            let says = one["says"].as_str().expect("a sentence");
            says.contains(": enemy") && says.contains(", in contact,")
        })
    });
    chosen.extend(touching.map(|(_, id)| *id));
    chosen.dedup();
    for id in chosen {
        let round = page.ok("around", &json!([id, true]));
        let _ = writeln!(out, "\n{}", round["says"].as_str().expect("a sentence"));
        lines(&mut out, &round["ways"]);
        let _ = writeln!(out, "    {}", round["example"]);
        orders(&mut out, &round["orders"]);
        for near in round["near"].as_array().expect("near") {
            let _ = writeln!(out, "{}", near["says"].as_str().expect("a sentence"));
            orders(&mut out, &near["orders"]);
        }
    }
    out
}

#[test]
fn positions_are_told_as_the_texts_beside_them_say() {
    let files = std::fs::read_dir(folder()).expect("the positions");
    let mut files: Vec<PathBuf> = files.map(|f| f.expect("a file").path()).collect();
    files.retain(|f| f.extension().is_some_and(|e| e == "toml"));
    files.sort();
    assert!(
        files.len() >= 8,
        "a position of each rule set, and two more"
    );
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a position");
        let mut page = Page::new();
        page.ok("start", &json!([{ "text": text }, 1]));
        let found = told(&mut page);
        let beside = file.with_extension("").with_extension("txt");
        if std::env::var_os("SANDTABLE_BLESS").is_some() {
            std::fs::write(&beside, &found).expect("written");
            continue;
        }
        let wanted = std::fs::read_to_string(&beside).expect("the text beside it");
        for (n, (found, wanted)) in found.lines().zip(wanted.lines()).enumerate() {
            assert_eq!(found, wanted, "{} line {}", beside.display(), n + 1);
        }
        assert_eq!(
            found.lines().count(),
            wanted.lines().count(),
            "{}",
            beside.display()
        );
    }
}

/// The surroundings of a unit come from the same measures as everything else: nearest first, each
/// unit once, and an order only if it is offered.
#[test]
fn surroundings_are_whole_and_in_order() {
    let scenarios = [
        "three-hit/two-hills",
        "favorite/brandis-moor",
        "otr-d6/turnpike",
    ];
    for scenario in scenarios {
        let (mut page, _) = Page::start(scenario, 5);
        let view = page.play(30, "greedy");
        let units = view["units"].as_array().expect("units");
        let there = units.iter().filter(|u| u["status"] == "table").count();
        let ground = view["terrain"].as_array().expect("terrain").len();
        for unit in units {
            let id = &unit["id"];
            let round = page.ok("around", &json!([id]));
            let near = round["near"].as_array().expect("near");
            if unit["status"] != "table" {
                assert!(near.is_empty(), "{scenario}: {id} sees nothing");
                continue;
            }
            let others = near.iter().filter(|n| !n["unit"].is_null()).count();
            assert_eq!(
                (others, near.len()),
                (there - 1, there - 1 + ground),
                "{scenario}"
            );
            let offers = page.ok("offers", &json!([id]));
            let offered: Vec<&Value> = offers
                .as_array()
                .expect("offers")
                .iter()
                .flat_map(|o| o["orders"].as_array().expect("orders"))
                .map(|o| &o["order"])
                .collect();
            let listed: Vec<&Value> = near
                .iter()
                .chain([&round])
                .flat_map(|n| n["orders"].as_array().expect("orders"))
                .map(|o| &o["order"])
                .collect();
            assert_eq!(listed.len(), offered.len(), "{scenario}: {id}");
            assert!(
                listed.iter().all(|o| offered.contains(o)),
                "{scenario}: {id}"
            );
        }
    }
}

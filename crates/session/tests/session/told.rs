//! What the log tells about a battle, and how it tells the end.

use crate::page::Page;
use sandtable_session::Shelf;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Returns a scenario of each rule set.
fn one_each() -> Vec<String> {
    let shelf = Shelf::shipped();
    let mut all: Vec<String> = shelf.scenarios().iter().map(|s| s.id.clone()).collect();
    all.dedup_by_key(|id| id.split('/').next().map(ToOwned::to_owned));
    all
}

fn lines(entry: &Value) -> Vec<&str> {
    let all = entry["lines"].as_array().into_iter().flatten();
    all.filter_map(|line| line["text"].as_str()).collect()
}

/// Returns the titles of all clauses of a rule set and of the table.
fn titles(page: &mut Page, rules: &Value) -> BTreeSet<String> {
    let book = page.ok("rulebook", &json!([rules]));
    let sections = book["sections"].as_array().expect("sections");
    let clauses = sections.iter().flat_map(|s| s["clauses"].as_array());
    let titles = clauses.flatten().filter_map(|c| c["title"].as_str());
    titles.map(ToOwned::to_owned).collect()
}

/// The log says who deploys only if a side has units to place: if not, the first line would name
/// the side that is not to move.
#[test]
fn a_battle_without_deployment_names_nobody_but_who_is_to_move() {
    let (mut page, view) = Page::start("three-hit/two-hills", 3);
    let side = &view["sides"][usize::from(view["active"] == "B")]["name"];
    let log = page.ok("log", &json!([]));
    let told = lines(&log[0]);
    let other = if side == "Blue" { "Red" } else { "Blue" };
    let turns = told.iter().filter(|line| line.starts_with("Turn 1"));
    assert!(turns.clone().all(|line| !line.contains(other)), "{told:?}");
    assert!(
        told.iter().any(|line| line.contains("now: Move")),
        "{told:?}"
    );
}

#[test]
fn how_a_battle_ended_is_said_as_a_person_says_it() {
    for scenario in one_each() {
        let (mut page, _) = Page::start(&scenario, 3);
        let view = page.play(2000, "random");
        let ended = &view["ended"];
        let says = ended["says"].as_str().expect("how it ended");
        assert!(
            !says.is_empty() && !says.ends_with('.'),
            "{scenario}: {says}"
        );
        let all = titles(&mut page, &view["rules"]);
        assert!(all.len() > 20 && !all.contains(says), "{scenario}: {says}");
        let words = page.ok("words", &json!([]));
        let spoken: Vec<&str> = words["says"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        assert!(
            spoken.contains(&format!("{says}.").as_str()),
            "{scenario}: {spoken:?}"
        );
    }
}

#[test]
fn that_a_unit_was_placed_is_told_once() {
    let mut placed = 0;
    for scenario in one_each() {
        let (mut page, view) = Page::start(&scenario, 3);
        let names: Vec<String> = view["units"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|u| u["name"].as_str())
            .map(ToOwned::to_owned)
            .collect();
        // The units of a player who does not place them are placed automatically.
        for _ in 0..4 {
            let view = page.ok("view", &json!([]));
            let end = &view["table_orders"][0]["order"];
            if end.is_null() {
                break;
            }
            page.ok("play", &json!([end, view["number"]]));
        }
        let log = page.ok("log", &json!([]));
        for entry in log.as_array().expect("a log") {
            let lines = lines(entry);
            for name in &names {
                let told = |verbs: [&str; 2]| {
                    let says = |line: &&&str| {
                        verbs
                            .iter()
                            .any(|verb| line.starts_with(&format!("{name} {verb}")))
                    };
                    lines.iter().filter(says).count()
                };
                let post = told(["take post", "takes post"]);
                placed += post;
                let place = told(["take their place", "takes its place"]);
                assert!(post == 0 || place == 0, "{scenario}: {lines:?}");
            }
        }
    }
    assert!(placed > 4, "{placed} units were placed");
}

/// In Three-Hit a unit that is hit tests alone, and goes back if it fails: that is one line.
#[test]
fn a_test_is_told_of_its_unit_alone_and_once() {
    let (mut tests, mut back) = (0, 0);
    for seed in 1..6 {
        let (mut page, _) = Page::start("three-hit/two-hills", seed);
        page.play(2000, "greedy");
        let log = page.ok("log", &json!([]));
        for entry in log.as_array().expect("a log") {
            let lines = lines(entry);
            for line in &lines {
                let alone = line.ends_with(": holds") || line.ends_with(": retreats");
                tests += usize::from(alone);
                assert!(!alone || !line.contains(" against "), "{lines:?}");
                if let Some((unit, _)) = line.split_once(" retreat") {
                    back += 1;
                    let again = format!("{unit}: retreats");
                    assert!(!lines.contains(&again.as_str()), "{lines:?}");
                }
            }
        }
    }
    assert!(tests > 0 && back > 0, "{tests} tests, {back} retreats");
}

/// If one order makes all outstanding tests, the page offers no other way to make them one after
/// the other.
#[test]
fn the_order_that_makes_all_tests_says_so() {
    let mut seen = 0;
    for seed in 1..12 {
        let (mut page, mut view) = Page::start("three-hit/two-hills", seed);
        while view["ended"].is_null() && view["number"].as_u64() < Some(400) {
            let orders = view["table_orders"].as_array().expect("orders");
            let tests = orders.iter().any(|order| order["tests"] == true);
            let ready = view["ready"].as_array().map_or(0, Vec::len);
            assert_eq!(
                tests,
                view["phase"]
                    .as_str()
                    .is_some_and(|p| p.starts_with("Morale"))
                    && ready > 0
            );
            seen += usize::from(tests);
            view = page.play(1, "greedy");
        }
    }
    assert!(seen > 0);
}

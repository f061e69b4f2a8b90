//! Odds in words, compared with what the rules say they must be.

use crate::page::Page;
use serde_json::{Value, json};

/// Returns the odds of the first shot in a battle between greedy players.
fn first_shot(scenario: &str) -> (Page, Value) {
    let (mut page, _) = Page::start(scenario, 7);
    for _ in 0..200 {
        let order = page.ok("think", &json!(["greedy"]));
        if order.get("shoot").is_some() {
            let odds = page.ok("odds", &json!([order]));
            return (page, odds);
        }
        page.play(1, "greedy");
    }
    panic!("nobody shoots in {scenario}");
}

#[test]
fn a_shot_has_its_rows_and_its_means() {
    for scenario in ["three-hit/two-hills", "otr-d6/ridge-and-ridge"] {
        let (_, odds) = first_shot(scenario);
        assert_eq!(odds["lost"], "0");
        let rows = odds["rows"].as_array().expect("rows");
        assert!(rows.len() >= 2, "{odds}");
        // The sum of a long tail comes last, whatever its size.
        let shown = rows.iter().filter(|r| {
            let label = r["label"].as_str().unwrap_or_default();
            !label.starts_with("other (")
        });
        let percents: Vec<f64> = shown.filter_map(|r| r["percent"].as_f64()).collect();
        assert!(percents.is_sorted_by(|a, b| a >= b), "{odds}");
        assert!(!odds["means"].as_array().expect("means").is_empty());
    }
}

#[test]
fn a_move_has_one_certain_row() {
    let (mut page, _) = Page::start("three-hit/two-hills", 7);
    let order = page.ok("think", &json!(["greedy"]));
    assert!(order.get("move").is_some(), "{order}");
    let odds = page.ok("odds", &json!([order]));
    assert_eq!(odds["rows"].as_array().map(Vec::len), Some(1));
    assert_eq!(odds["rows"][0]["p"], "1");
}

/// Returns the sum of the chances of some branches in per cent, after checking that every fork
/// below them adds up to its stem.
fn adds_up(branches: &Value) -> f64 {
    let mut sum = 0.0;
    for branch in branches.as_array().expect("branches") {
        let own = branch["percent"].as_f64().expect("a number");
        let below = &branch["branches"];
        if below.as_array().is_some_and(|b| !b.is_empty()) {
            let parts = adds_up(below);
            // Each of them is rounded to a hundredth.
            let rounding = 0.005 * (below.as_array().map_or(0, Vec::len) + 2) as f64;
            assert!(
                (own - parts).abs() < rounding,
                "{own} is not {parts}: {branch}"
            );
        }
        sum += own;
    }
    sum
}

/// Returns whether any step of a tree contains a word.
fn says(branches: &Value, word: &str) -> bool {
    branches.as_array().into_iter().flatten().any(|branch| {
        let own = branch["says"].as_str().unwrap_or_default();
        own.contains(word) || says(&branch["branches"], word)
    })
}

#[test]
fn odds_are_unfolded_where_that_is_asked_for() {
    let (mut page, _) = Page::start("three-hit/two-hills", 7);
    for _ in 0..200 {
        let order = page.ok("think", &json!(["greedy"]));
        if order.get("shoot").is_none() {
            page.play(1, "greedy");
            continue;
        }
        assert!(page.ok("odds", &json!([order]))["tree"].is_null());
        let odds = page.ok("odds", &json!([order, null, true]));
        let tree = &odds["tree"];
        assert!((adds_up(&tree["branches"]) - 100.0).abs() < 0.1, "{tree}");
        let cited = |b: &Value| b["clauses"].as_array().is_some_and(|c| !c.is_empty());
        assert!(
            tree["branches"]
                .as_array()
                .expect("steps")
                .iter()
                .all(cited),
            "every step has its clause: {tree}"
        );
        return;
    }
    panic!("nobody shoots");
}

#[test]
fn choices_on_the_way_are_made_as_the_page_wishes() {
    let (mut page, _) = Page::start("favorite/race-for-the-crossroads", 7);
    for _ in 0..300 {
        let order = page.ok("think", &json!(["greedy"]));
        let stop = page.ok("odds", &json!([order, "stop", true]));
        if !says(&stop["tree"]["branches"], "must choose") {
            page.play(1, "greedy");
            continue;
        }
        for id in ["never", "always", "best"] {
            let odds = page.ok("odds", &json!([order, id, true]));
            assert_eq!(odds["others"]["id"], id);
            let says_how = odds["others"]["says"].as_str().expect("words");
            assert!(says_how.starts_with("every player "));
            let rows = odds["rows"].to_string();
            assert!(!rows.contains("must choose"), "{id}: {rows}");
            assert!((adds_up(&odds["tree"]["branches"]) - 100.0).abs() < 0.1);
        }
        return;
    }
    panic!("nobody must choose");
}

/// Collects every text of an answer.
fn texts<'a>(of: &'a Value, found: &mut Vec<&'a str>) {
    match of {
        Value::String(text) => found.push(text),
        Value::Array(all) => all.iter().for_each(|one| texts(one, found)),
        Value::Object(all) => all.values().for_each(|one| texts(one, found)),
        _ => {}
    }
}

#[test]
fn a_charge_that_falls_short_says_so_once() {
    // In the first turn both stand where only dice may bring them together.
    let (mut page, _) = Page::start("otr-d6/turnpike", 3);
    let line = "charge \"Barlow's brigade\" \"Imboden's horse\" reach";
    let mut typed = Value::Null;
    for _ in 0..60 {
        typed = page
            .call("typed", &json!([line]).to_string())
            .unwrap_or_default();
        if typed["legal"] == true {
            break;
        }
        page.play(1, "greedy");
    }
    assert_eq!(typed["legal"], true, "{typed}");
    let odds = page.ok("odds", &json!([typed["order"]]));
    let mut all = Vec::new();
    texts(&odds, &mut all);
    let outcomes = all.iter().flat_map(|text| text.split("; "));
    let said: Vec<usize> = outcomes
        .map(|one| one.matches("falls short").count())
        .collect();
    assert!(said.contains(&1), "{odds}");
    assert!(said.iter().all(|times| *times <= 1), "{odds}");
}

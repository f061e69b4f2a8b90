//! Odds in words, against what the rules say they must be.

use crate::page::Page;
use serde_json::{Value, json};

/// The odds of the first shot that a greedy battle comes to.
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
        // The sum of a long tail comes last, whatever it is.
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

//! Guided first battles as a page plays them.

use crate::page::Page;
use sandtable_session::Shelf;
use serde_json::{Value, json};

/// The tutorial that the tests of the calls use.
const RULES: &str = "three-hit";

fn learn(rules: &str) -> (Page, Value) {
    let mut page = Page::new();
    let view = page.ok("learn", &json!([rules]));
    (page, view)
}

fn lesson(page: &mut Page) -> Value {
    page.ok("lesson", &json!([]))
}

fn number(page: &mut Page) -> Value {
    page.ok("view", &json!([]))["number"].clone()
}

/// Gives the order that the guide names.
fn follow(page: &mut Page) {
    let order = page.ok("think", &json!(["guide"]));
    let number = number(page);
    page.ok("play", &json!([order, number]));
}

/// Reads and follows until a step waits for an order.
fn to_orders(page: &mut Page) -> Value {
    loop {
        let now = lesson(page);
        match now["stand"].as_str() {
            Some("do") => return now,
            Some("read" | "told") => {
                page.ok("next", &json!([]));
            }
            Some("watch") => follow(page),
            stand => panic!("{stand:?}: {now}"),
        }
    }
}

#[test]
fn every_tutorial_is_played_from_its_first_step_to_its_last() {
    for tutorial in Shelf::shipped().lessons() {
        let rules = tutorial.rules.as_str();
        let (mut page, _) = learn(rules);
        let (mut steps, mut orders) = (0, 0);
        loop {
            let now = lesson(&mut page);
            if now.is_null() {
                break;
            }
            let place = now["step"].as_u64().expect("a number");
            assert!(place == steps || place == steps + 1, "{rules}: {now}");
            steps = place;
            for clause in now["clauses"].as_array().expect("a list") {
                assert_ne!(clause["title"], "", "{rules}, step {place}: {clause}");
            }
            match now["stand"].as_str() {
                Some("read" | "told") => {
                    page.ok("next", &json!([]));
                }
                Some("do" | "watch") => {
                    follow(&mut page);
                    orders += 1;
                    assert!(orders < 500, "{rules} does not end");
                }
                stand => panic!("{rules}, step {place} stands at {stand:?}: {now}"),
            }
        }
        let told = page.ok("catalogue", &json!([]));
        let info = told["tutorials"]
            .as_array()
            .and_then(|all| all.iter().find(|t| t["rules"] == rules))
            .expect("a tutorial of the catalogue");
        assert_eq!(info["steps"].as_u64(), Some(steps + 1), "{rules}");
        assert!(
            (12..=26).contains(&steps),
            "{rules} has {} steps",
            steps + 1
        );
        let journal = page.ok("journal", &json!([]));
        page.ok("load", &json!([journal]));
    }
}

#[test]
fn what_was_not_asked_for_leads_astray_and_is_taken_back() {
    let (mut page, _) = learn(RULES);
    let before = to_orders(&mut page);
    assert_eq!(before["look"]["verbs"], json!(["move"]));
    let at = number(&mut page);
    page.ok("play", &json!(["end", at]));
    let astray = lesson(&mut page);
    assert_eq!(astray["stand"], "astray");
    assert_eq!(astray["back"], at);
    page.ok("fork", &json!([astray["back"]]));
    assert_eq!(lesson(&mut page), before);
    follow(&mut page);
    assert_eq!(lesson(&mut page)["stand"], "told");
}

#[test]
fn a_learner_who_does_not_read_on_is_followed() {
    let (mut page, _) = learn(RULES);
    to_orders(&mut page);
    let first = lesson(&mut page)["step"].as_u64().expect("a number");
    follow(&mut page);
    assert_eq!(lesson(&mut page)["stand"], "told");
    // Give the order of the next step without reading the text of this one.
    let mut other = Page::new();
    other.ok("learn", &json!([RULES]));
    to_orders(&mut other);
    follow(&mut other);
    let order = {
        to_orders(&mut other);
        other.ok("think", &json!(["guide"]))
    };
    let at = number(&mut page);
    page.ok("play", &json!([order, at]));
    let now = lesson(&mut page);
    assert_ne!(now["stand"], "astray");
    assert!(now["step"].as_u64() > Some(first), "{now}");
}

#[test]
fn undo_takes_the_step_back() {
    let (mut page, _) = learn(RULES);
    let before = to_orders(&mut page);
    follow(&mut page);
    page.ok("next", &json!([]));
    assert_ne!(lesson(&mut page)["step"], before["step"]);
    page.ok("undo", &json!([]));
    assert_eq!(lesson(&mut page), before);
}

#[test]
fn a_guided_battle_is_kept_and_gone_on_with() {
    let (mut page, _) = learn(RULES);
    to_orders(&mut page);
    follow(&mut page);
    page.ok("next", &json!([]));
    let now = to_orders(&mut page);
    let journal = page.ok("journal", &json!([]));
    let mut other = Page::new();
    other.ok("load", &json!([journal]));
    assert!(lesson(&mut other).is_null());
    other.ok("learn", &json!([RULES, now["begun"]]));
    assert_eq!(lesson(&mut other), now);
    let error = other.err("learn", &json!([RULES, [5, 3]]).to_string());
    assert!(
        error["message"]
            .as_str()
            .expect("text")
            .contains("not that guided battle")
    );
}

#[test]
fn left_it_goes_on_as_any_other() {
    let (mut page, _) = learn(RULES);
    page.ok("leave", &json!([]));
    assert!(lesson(&mut page).is_null());
    let error = page.err("think", &json!(["guide"]).to_string());
    assert_eq!(error["message"], "this is not a guided battle");
    let error = page.err("next", "[]");
    assert_eq!(error["hint"], "call learn first");
    let error = page.err("learn", "[\"chess\"]");
    assert!(error["hint"].as_str().expect("text").contains(RULES));
}

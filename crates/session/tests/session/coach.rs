//! The coach: suggestions, reasons and grades.

use crate::page::Page;
use serde_json::{Value, json};

/// Goes on until there is no more to do.
fn finished(page: &mut Page, method: &str, is_done: impl Fn(&Value) -> bool) -> Value {
    let mut last = page.ok(method, &json!([5]));
    for _ in 0..400 {
        if is_done(&last) {
            return last;
        }
        last = page.ok(method, &json!([50]));
    }
    panic!("{method} never ends: {last}");
}

/// What is said to whoever asks for what there is not.
fn refused(page: &mut Page, method: &str, args: &Value) -> String {
    page.err(method, &args.to_string()).to_string()
}

#[test]
fn three_orders_are_suggested_with_what_they_bring() {
    let (mut page, _) = Page::start("three-hit/two-hills", 4);
    page.play(20, "greedy");
    let begun = page.ok("suggest", &json!(["captain:bold", 30]));
    assert_eq!(begun["player"], "captain:bold");
    let told = finished(&mut page, "suggestOn", |view| view["left"] == 0);
    let orders = told["orders"].as_array().expect("orders");
    assert!((1..=3).contains(&orders.len()), "{told}");
    for one in orders {
        let preview = page.ok("preview", &json!([one["order"]]));
        assert_eq!(preview["legal"], true, "{one}");
        let percent = one["percent"].as_f64().expect("a chance");
        assert!((0.0..=100.0).contains(&percent), "{one}");
        let text = one["text"].as_str().expect("a text");
        assert!(
            text.contains(one["says"].as_str().expect("words")),
            "{text}"
        );
    }
}

#[test]
fn a_computer_player_says_why() {
    let (mut page, _) = Page::start("three-hit/two-hills", 4);
    page.play(20, "greedy");
    let order = page.ok("think", &json!(["captain:steady:12"]));
    let number = page.ok("view", &json!([]))["number"]
        .as_u64()
        .expect("a number");
    page.ok("play", &json!([order, number]));
    let why = page.ok("why", &json!([number + 1]));
    assert_eq!(why["orders"][0]["order"], order, "{why}");
    assert_eq!(
        page.ok("why", &json!([1])),
        Value::Null,
        "greedy gives no reasons"
    );
    assert!(refused(&mut page, "why", &json!([number + 9])).contains("no "));
}

#[test]
fn every_order_of_a_battle_is_graded() {
    let (mut page, _) = Page::start("three-hit/two-hills", 4);
    page.play(24, "random");
    page.ok("review", &json!(["captain", 6]));
    let told = finished(&mut page, "reviewOn", |view| view["done"] == view["all"]);
    let orders = told["orders"].as_array().expect("orders");
    assert_eq!(orders.len(), 24);
    for one in orders {
        let (lost, within) = (one["lost"].as_f64(), one["within"].as_f64());
        assert!(one["grade"] == "good" || lost > within, "{one}");
    }
    let counted: u64 = told["sides"]
        .as_array()
        .expect("sides")
        .iter()
        .map(|side| side["orders"].as_u64().expect("a count"))
        .sum();
    assert_eq!(counted, 24);
}

#[test]
fn who_cannot_advise_and_what_cannot_be_advised_is_said() {
    let (mut page, _) = Page::start("three-hit/two-hills", 4);
    let asked = [
        (
            "suggest",
            json!(["marshal"]),
            "no computer player `marshal`",
        ),
        ("suggest", json!(["greedy"]), "does not think ahead"),
        ("suggest", json!(["general", 0]), "no number of playouts"),
        (
            "suggest",
            json!(["general", 4_000_000]),
            "no number of playouts",
        ),
        ("suggest", json!(["general:mad"]), "no temper `mad`"),
        ("suggestOn", json!([1]), "nothing is being worked out"),
        ("reviewOn", json!([1]), "nothing is being worked out"),
        ("review", json!(["captain"]), "nothing was ordered"),
    ];
    for (method, args, says) in asked {
        let said = refused(&mut page, method, &args);
        assert!(said.contains(says), "{method}: {said}");
    }
}

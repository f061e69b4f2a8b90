//! How the chances of a battle went, compared with what can be added up by hand.

use crate::page::Page;
use serde_json::{Value, json};

/// Returns the chances of a battle between two greedy players, worked out to the end.
fn worked_out(scenario: &str, orders: usize, playouts: u32) -> (Page, Value) {
    let (mut page, _) = Page::start(scenario, 9);
    page.play(orders, "greedy");
    let mut chances = page.ok("chances", &json!(["greedy", playouts]));
    assert_eq!(chances["done"], 0);
    assert!(chances["places"].as_array().expect("places").is_empty());
    while chances["done"] != chances["all"] {
        let before = chances["done"].as_u64();
        chances = page.ok("chancesOn", &json!([ENOUGH]));
        assert!(chances["done"].as_u64() > before, "it goes on");
    }
    (page, chances)
}

/// More pieces of work than a battle between two greedy players is long.
const ENOUGH: u32 = 1600;

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

#[test]
fn decisions_and_dice_add_up_to_the_way_the_chances_went() {
    let (mut page, chances) = worked_out("three-hit/two-hills", 400, 2);
    let places = chances["places"].as_array().expect("places");
    let first = number(&places.first().expect("a place")["percent"]);
    let last = number(&places.last().expect("a place")["percent"]);
    let mut sum = 0.0;
    for (side, sign) in chances["sides"]
        .as_array()
        .expect("sides")
        .iter()
        .zip([1.0, -1.0])
    {
        sum += sign * (number(&side["decisions"]) + number(&side["dice"]));
    }
    assert!(
        (first + sum - last).abs() < 0.1,
        "{first} + {sum} is not {last}"
    );
    let steps = chances["steps"].as_array().expect("steps");
    let stepped: f64 = steps.iter().map(|s| number(&s["by"])).sum();
    assert!((first + stepped - last).abs() < 0.5);
    assert_eq!(steps.len() + 1, places.len());
    // The end is known, not estimated.
    let view = page.ok("view", &json!([]));
    let won = match view["ended"]["winner"].as_str() {
        Some("a") => 100.0,
        Some(_) => 0.0,
        None => 50.0,
    };
    assert!(!view["ended"].is_null());
    assert!((last - won).abs() < 1e-9);
    assert!((number(&places.last().expect("a place")["low"]) - won).abs() < 1e-9);
    // Before that, nothing is certain after two battles.
    let open = &places[0];
    assert!(
        number(&open["high"]) - number(&open["low"]) > 20.0,
        "{open}"
    );
    for moment in chances["moments"].as_array().expect("moments") {
        assert!(number(&moment["by"]).abs() > number(&moment["within"]));
    }
}

#[test]
fn a_place_is_before_dice_and_after_them() {
    let (mut page, chances) = worked_out("three-hit/two-hills", 40, 2);
    let log = page.ok("log", &json!([]));
    let mut apart = 0;
    for entry in log.as_array().expect("entries").iter().skip(1) {
        let rolled = !entry["rolls"].as_array().expect("rolls").is_empty();
        let here = |given: bool| {
            let places = chances["places"].as_array().expect("places");
            places
                .iter()
                .any(|p| p["number"] == entry["number"] && p["given"] == given)
        };
        // The greatest throws are separated: a place before and one after each of them.
        assert!(rolled || !here(true), "{entry}");
        assert!(!here(true) || here(false));
        apart += usize::from(here(true));
        assert!(!entry["clauses"].as_array().expect("clauses").is_empty() || !rolled);
    }
    assert!((1..=16).contains(&apart), "{apart}");
}

#[test]
fn the_same_battle_has_the_same_chances() {
    let (_, one) = worked_out("three-hit/two-hills", 30, 3);
    let (_, two) = worked_out("three-hit/two-hills", 30, 3);
    assert_eq!(one, two);
}

/// Whoever waits for a piece of work waits for a part of a battle only, and the results do not
/// depend on how the work was cut.
#[test]
fn a_piece_of_work_is_an_order_or_less() {
    let mut all = Vec::new();
    for at_once in [1, 120] {
        let (mut page, _) = Page::start("three-hit/two-hills", 9);
        page.play(24, "greedy");
        let mut chances = page.ok("chances", &json!(["captain:steady:12", 1]));
        for _ in 0..120 / at_once {
            chances = page.ok("chancesOn", &json!([at_once]));
        }
        all.push(chances);
    }
    assert_eq!(all[0], all[1]);
    // The dice are valued, and the first playout has begun: a battle with a player that thinks
    // twelve times about an order takes many more pieces than these.
    let [done, total] = ["done", "all"].map(|name| all[0][name].as_u64().expect("a number"));
    let places = all[0]["places"].as_array().expect("places");
    assert!((4..60).contains(&done), "{done}");
    assert!(done < total && places.is_empty(), "{done} of {total}");
}

#[test]
fn what_cannot_be_worked_out_is_said() {
    let (mut page, _) = Page::start("three-hit/two-hills", 9);
    let error = page.err("chancesOn", "[1]");
    assert!(
        error["message"]
            .as_str()
            .is_some_and(|m| m.contains("nothing is being worked out"))
    );
    for args in [
        "[\"nobody\", 4]",
        "[\"greedy\", 0]",
        "[\"greedy\", 100000]",
        "[\"greedy\", -1]",
    ] {
        page.err("chances", args);
    }
}

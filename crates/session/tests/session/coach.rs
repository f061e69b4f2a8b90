//! The coach: suggestions, reasons and grades.

use crate::page::Page;
use serde_json::{Value, json};

/// Goes on until there is nothing left to do.
fn finished(page: &mut Page, method: &str, mut is_done: impl FnMut(&Value) -> bool) -> Value {
    let mut last = page.ok(method, &json!([5]));
    for _ in 0..400 {
        if is_done(&last) {
            return last;
        }
        last = page.ok(method, &json!([50]));
    }
    panic!("{method} never ends: {last}");
}

/// The choices of players that think ahead: they are recorded here, and the engine in wasm must
/// make the same ones (`crates/wasm/tests/thoughts.test.mjs`).
const THOUGHTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../journals/thoughts.json");

#[test]
fn the_same_seed_and_playouts_give_the_same_order_everywhere() {
    let shelf = sandtable_session::Shelf::shipped();
    let mut sets = std::collections::BTreeMap::new();
    for scenario in shelf.scenarios() {
        let set = scenario.id.split('/').next().unwrap_or_default().to_owned();
        sets.entry(set).or_insert_with(|| scenario.id.clone());
    }
    let mut found = Vec::new();
    for id in sets.values() {
        let (mut page, _) = Page::start(id, 1);
        page.play(6, "greedy");
        // Where charges take long to work out, one thought is enough.
        let few = !id.starts_with("three-hit") && !id.starts_with("six-plus");
        let levels = ["captain:bold:8", "general:cautious:20"];
        for level in levels.iter().take(if few { 1 } else { 2 }) {
            let order = page.ok("think", &json!([level]));
            found.push(json!({ "scenario": id, "before": 6, "level": level, "order": order }));
        }
    }
    let lines: Vec<String> = found.iter().map(ToString::to_string).collect();
    let text = format!("[\n{}\n]\n", lines.join(",\n"));
    if std::env::var_os("SANDTABLE_BLESS").is_some() {
        std::fs::write(THOUGHTS, &text).expect("journals/thoughts.json");
    }
    let kept = std::fs::read_to_string(THOUGHTS).unwrap_or_default();
    assert_eq!(
        text, kept,
        "if it was on purpose: SANDTABLE_BLESS=1 cargo test -p sandtable-session coach"
    );
}

/// Returns the answer to a request for something that does not exist.
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
fn an_order_of_somebody_who_kept_no_thoughts_is_weighed() {
    let (mut page, _) = Page::start("three-hit/two-hills", 4);
    page.play(20, "random");
    let begun = page.ok("weigh", &json!([18, "captain", 20]));
    assert!(begun["left"].as_u64() > Some(0), "{begun}");
    let told = finished(&mut page, "suggestOn", |view| view["left"] == 0);
    let orders = told["orders"].as_array().expect("orders");
    let given: Vec<&Value> = orders.iter().filter(|one| one["given"] == true).collect();
    let log = page.ok("log", &json!([]));
    assert_eq!(given.len(), 1, "{told}");
    assert_eq!(given[0]["says"], log[18]["order"]);
    assert!(given[0]["playouts"].as_u64() > Some(0), "{told}");
    for number in [0, 21] {
        assert!(refused(&mut page, "weigh", &json!([number, "captain"])).contains("no line"));
    }
    page.play(2000, "random");
    let over = refused(&mut page, "suggest", &json!(["captain"]));
    assert!(over.contains("the battle is over"), "{over}");
}

#[test]
fn something_is_said_of_every_order_before_any_is_looked_at_closely() {
    let (mut page, _) = Page::start("three-hit/two-hills", 4);
    page.play(12, "random");
    page.ok("review", &json!(["captain", 30]));
    let mut seen = [false; 2];
    let told = finished(&mut page, "reviewOn", |view| {
        let orders = view["orders"].as_array().expect("orders");
        let closely = orders.iter().filter(|one| one["closely"] == true).count();
        assert!(closely == 0 || orders.len() == 12, "{view}");
        seen[0] |= closely > 0 && closely < 12;
        seen[1] |= closely == 0 && !view["turning"].as_array().expect("lines").is_empty();
        view["done"] == view["all"]
    });
    assert_eq!(seen, [true, true], "finer while somebody watches");
    for number in told["turning"].as_array().expect("lines") {
        let orders = told["orders"].as_array().expect("orders");
        let one = orders.iter().find(|one| one["number"] == *number);
        assert_ne!(one.expect("graded")["grade"], "good", "{told}");
    }
}

#[test]
fn every_order_of_a_battle_is_graded() {
    let (mut page, _) = Page::start("three-hit/two-hills", 4);
    page.play(24, "random");
    page.ok("review", &json!(["captain", 16]));
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
        ("suggest", json!(["general", 0]), "not a number of playouts"),
        (
            "suggest",
            json!(["general", 4_000_000]),
            "not a number of playouts",
        ),
        ("suggest", json!(["general:mad"]), "no temper `mad`"),
        ("suggestOn", json!([1]), "nothing is being worked out"),
        ("reviewOn", json!([1]), "nothing is being worked out"),
        ("review", json!(["captain"]), "nothing was ordered"),
        (
            "review",
            json!(["general", 31_536_000]),
            "not a number of playouts",
        ),
        ("weigh", json!([1, "recruit"]), "does not think ahead"),
        (
            "think",
            json!(["general:steady:0"]),
            "not a number of playouts",
        ),
        ("think", json!(["general:a-year"]), "no temper `a-year`"),
        ("think", json!(["recruit:bold"]), "nothing that can be set"),
    ];
    for (method, args, says) in asked {
        let said = refused(&mut page, method, &args);
        assert!(said.contains(says), "{method}: {said}");
    }
}

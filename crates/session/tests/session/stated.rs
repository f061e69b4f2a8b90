//! Positions left to the table, by the calls of the page: in every rule set, with dice thrown by
//! hand, a wrong entry struck out, and the file read again.

use crate::page::Page;
use sandtable_files::Journal;
use serde_json::{Value, json};

/// Returns a battle whose positions were left to the table before its first order.
fn left(page: &mut Page, scenario: &str) -> Value {
    let start = json!([{ "scenario": scenario }, 5]).to_string();
    page.call("start", &start).expect("a scenario");
    page.call("leaveToTable", "[]").expect("may be left")
}

/// Gives an order with what is stated, and faces of four for whatever is asked.
fn give(page: &mut Page, order: &Value, says: &Value) -> Value {
    let mut faces: Vec<u8> = Vec::new();
    for _ in 0..60 {
        let number = page.call("view", "[]").expect("a view")["number"].clone();
        let args = json!([order, number, faces, says]).to_string();
        let answer = page.call("play", &args).expect("may be given");
        let Some(wanted) = answer.get("wanted") else {
            return answer;
        };
        let count = wanted["count"].as_u64().expect("a number");
        let face = wanted["sides"].as_u64().expect("a number").min(4);
        faces.extend((0..count).map(|_| u8::try_from(face).expect("a face")));
    }
    panic!("the dice have no end");
}

/// Returns the first order at another unit that can be given now.
fn at_another(page: &mut Page) -> Option<(Value, Value)> {
    let view = page.call("view", "[]").expect("a view");
    for unit in view["ready"].as_array().expect("units") {
        let acts = page.call("acts", &json!([unit]).to_string()).expect("acts");
        for act in acts.as_array().expect("acts") {
            let verb = &act["verb"];
            let Some(target) = act["targets"].get(0) else {
                continue;
            };
            let form = json!([unit, verb, target]).to_string();
            let form = page.call("form", &form).expect("a form");
            let says = form["says"].clone();
            let suppose = json!([says, verb]).to_string();
            let Ok(supposed) = page.call("suppose", &suppose) else {
                continue;
            };
            if supposed[0]["preview"]["legal"] == true {
                let order = supposed[0]["order"].clone();
                let odds = json!([order, null, null, says]).to_string();
                page.call("odds", &odds).expect("odds");
                return Some((order, says));
            }
        }
    }
    None
}

/// Gives the orders that wait for nobody.
fn go_on(page: &mut Page) {
    let view = page.call("view", "[]").expect("a view");
    let order = match view["choice"]["options"].get(0) {
        Some(option) => option["order"].clone(),
        None => view["table_orders"][0]["order"].clone(),
    };
    if order.is_null() {
        let (order, says) = at_another(page).expect("something is owed");
        give(page, &order, &says);
    } else {
        give(page, &order, &Value::Null);
    }
}

#[test]
fn every_rule_set_can_be_played_so() {
    for scenario in [
        "three-hit/two-hills",
        "otr-d6/turnpike",
        "six-plus/the-two-villages",
        "favorite/the-hedge-at-noon",
        "throw-me-a-6/the-ford",
        "regimental/two-brigades",
    ] {
        let shipped = sandtable_register::scenarios();
        let rules = scenario.split('/').next().expect("rules");
        let found = shipped.iter().find(|s| s.id == scenario);
        let found = found.or_else(|| shipped.iter().find(|s| s.id.starts_with(rules)));
        let id = &found.expect("a scenario").id;
        let mut page = Page::new();
        let view = left(&mut page, id);
        assert!(!view["left"].is_null(), "{id}");
        let mut given = 0;
        for _ in 0..200 {
            if !page.call("view", "[]").expect("a view")["ended"].is_null() || given > 5 {
                break;
            }
            match at_another(&mut page) {
                Some((order, says)) => {
                    let played = give(&mut page, &order, &says);
                    assert!(played["entry"]["stated"].is_string(), "{id}: {played}");
                    assert_eq!(played["motions"], json!([]), "{id}");
                    given += 1;
                }
                None => go_on(&mut page),
            }
        }
        assert!(given > 5, "{id}: {given} orders at another unit");
        struck_and_read_again(&mut page, id);
    }
}

fn struck_and_read_again(page: &mut Page, id: &str) {
    let view = page.call("view", "[]").expect("a view");
    let before = view["number"].as_u64().expect("a number");
    let strike = json!([before - 1]).to_string();
    page.call("strike", &strike).expect("may be struck");
    let log = page.call("log", "[]").expect("a log");
    assert!(log.to_string().contains("\"struck\":[{"), "{id}");
    let text = page.call("journal", "[]").expect("a journal");
    let text = text.as_str().expect("text");
    let (rules, _) = sandtable_session_rules(text);
    let journal = Journal::read(text, &*rules).expect("reads back");
    journal.verify(&*rules).expect("verifies");
    let again = Page::new().call("load", &json!([text]).to_string());
    assert!(!again.expect("loads")["left"].is_null(), "{id}");
}

/// Returns the rules of a journal.
fn sandtable_session_rules(text: &str) -> (std::sync::Arc<dyn sandtable_battle::Rules>, ()) {
    let header = sandtable_files::journal::peek(text).expect("a header");
    let rules = sandtable_register::open(&header.rules, &header.switches);
    (rules.expect("a rule set"), ())
}

#[test]
fn a_move_is_given_by_how_far_and_the_end_is_declared() {
    let mut page = Page::new();
    let view = left(&mut page, "three-hit/two-hills");
    let unit = &view["ready"][0];
    let form = page.call("form", &json!([unit, "move"]).to_string());
    let form = form.expect("a form");
    let ahead = form["ways"].as_array().expect("ways");
    let ahead = ahead.iter().find(|way| way["name"] == "ahead");
    let most = ahead.expect("ahead")["most"].as_f64().expect("a length");
    let ask = json!([form["says"], "move", "ahead", most - 1.0]).to_string();
    let supposed = page.call("suppose", &ask).expect("may be supposed");
    assert_eq!(supposed[0]["preview"]["legal"], true);
    let played = give(&mut page, &supposed[0]["order"], &form["says"]);
    let order = played["entry"]["order"].as_str().expect("words");
    assert!(order.contains("moves"), "{order}");
    assert!(!order.contains("north"), "{order}");
    let ask = json!([form["says"], "move", "ahead", most + 1.0]).to_string();
    assert!(page.call("suppose", &ask).is_err(), "it has moved");

    assert!(page.call("think", "[\"greedy\"]").is_err());
    let gone = page.call("declare", "[[[1,\"fled\"]]]").expect("left");
    assert_eq!(gone["units"][1]["status"], "fled");
    assert!(page.call("declare", "[[[1,\"fled\"]]]").is_err());
    assert!(page.call("declare", "[[]]").is_err());
    let ended = page.call("declare", "[[],\"b\"]").expect("ended");
    assert_eq!(ended["ended"]["winner"], "b");
    assert_eq!(ended["ended"]["clause"], "TABLE-DECLARED");
}

#[test]
fn what_cannot_stand_so_is_said_and_nothing_happens() {
    let mut page = Page::new();
    let start = json!([{ "scenario": "three-hit/two-hills" }, 5]).to_string();
    page.call("start", &start).expect("a scenario");
    let says = json!({ "unit": 0, "target": 1, "range": 4.0 });
    let on_map = page.call("suppose", &json!([says, "shoot"]).to_string());
    let on_map = on_map.expect_err("kept on the map");
    assert!(on_map["message"].as_str().expect("text").contains("map"));
    page.call("leaveToTable", "[]").expect("left");
    assert!(page.call("leaveToTable", "[]").is_err());
    for wrong in [
        json!({ "unit": 0, "target": 0, "range": 4.0 }),
        json!({ "unit": 200, "target": 1, "range": 4.0 }),
        json!({ "unit": 0, "target": 1, "range": -4.0 }),
        json!({ "unit": 0, "target": 1, "range": 1e300 }),
        json!({ "unit": 0, "target": 1, "under": { "ground": "jelly" } }),
        json!({ "unit": 0, "target": 1, "near": [{ "unit": 0 }] }),
        json!({ "unit": 0, "target": 1, "near": [{ "unit": 2, "gap": 900.0 }] }),
        json!({ "unit": 0, "upon": 1 }),
    ] {
        let trouble = page.call("suppose", &json!([wrong, "shoot"]).to_string());
        assert!(trouble.is_err(), "{wrong}: {trouble:?}");
    }
}

#[test]
fn what_is_wrong_with_a_statement_names_its_unit_once() {
    let (mut page, _) = Page::start("regimental/two-brigades", 1);
    let view = left(&mut page, "regimental/two-brigades");
    let (_, says) = loop {
        match at_another(&mut page) {
            Some(found) => break found,
            None => go_on(&mut page),
        }
    };
    let unit = usize::try_from(says["unit"].as_u64().expect("a unit")).expect("small");
    let name = view["units"][unit]["name"]
        .as_str()
        .expect("a name")
        .to_owned();
    let mut barred = 0;
    for ground in ["impassable", "water", "river", "building", "woods"] {
        let mut says = says.clone();
        says["under"] = json!({ "ground": ground, "level": 0 });
        let Err(error) = page.call("suppose", &json!([says, "shoot"]).to_string()) else {
            continue;
        };
        let message = error["message"].as_str().expect("a message");
        assert!(message.matches(&name).count() <= 1, "{message}");
        barred += usize::from(message.contains("nobody can enter"));
    }
    assert!(barred > 0, "ground that nobody can enter");
}

/// At a real table a piece of terrain has no number: a choice that is about one comes first.
#[test]
fn nobody_leaves_the_map_while_a_choice_about_its_terrain_waits() {
    let mut page = Page::new();
    let text = include_str!("at-a-fence.battle.toml");
    let view = page.call("load", &json!([text]).to_string());
    let before = view.expect("a battle that waits for a choice");
    let refused = page.call("leaveToTable", "[]").expect_err("it waits");
    let says = refused["message"].as_str().expect("text");
    assert!(says.contains("decide first"), "{says}");
    assert_eq!(page.call("view", "[]").expect("a view"), before);
    page.call("play", r#"[{"decide": {"choice": 0}}, 0]"#)
        .expect("decided");
    page.call("leaveToTable", "[]").expect("now it may be left");
    let journal = page.call("journal", "[]").expect("a journal");
    let mut again = Page::new();
    again
        .call("load", &json!([journal]).to_string())
        .expect("it is read again");
}

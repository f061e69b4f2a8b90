//! What a player may know beforehand, compared with what the rules say when it happens.

use crate::page::Page;
use sandtable_session::Shelf;
use serde_json::{Value, json};

/// Returns a scenario of each rule set.
fn one_each() -> Vec<String> {
    let shelf = Shelf::shipped();
    let mut all: Vec<String> = shelf.scenarios().iter().map(|s| s.id.clone()).collect();
    all.dedup_by_key(|id| id.split('/').next().map(ToOwned::to_owned));
    all
}

fn units(view: &Value) -> Vec<Value> {
    let all = view["units"].as_array().expect("units");
    all.iter()
        .filter(|u| u["status"] == "table")
        .cloned()
        .collect()
}

#[test]
fn nothing_known_beforehand_breaks_a_battle_of_any_rule_set() {
    for scenario in one_each() {
        let (mut page, _) = Page::start(&scenario, 4);
        for _ in 0..2 {
            let view = page.play(13, "greedy");
            let number = view["number"].clone();
            for unit in units(&view).iter().step_by(4) {
                let id = &unit["id"];
                page.ok("overlay", &json!([id]));
                let threats = page.ok("threats", &json!([id]));
                for list in ["on", "by"] {
                    for threat in threats[list].as_array().expect("threats").iter().take(1) {
                        let odds = page.ok(
                            "threatOdds",
                            &json!([threat["unit"], threat["target"], threat["verb"]]),
                        );
                        assert_eq!(odds["odds"]["others"]["id"], "best", "{scenario}: {threat}");
                        let harm = odds["harm"].as_f64().expect("a number");
                        assert!((-100.0..=100.0).contains(&harm), "{scenario}: {odds}");
                    }
                }
                for why in page.ok("whyNot", &json!([id])).as_array().expect("reasons") {
                    assert!(!why["refusals"].as_array().expect("some").is_empty());
                    let preview = page.ok("preview", &json!([why["order"]]));
                    assert_eq!(preview["legal"], false, "{scenario}: {why}");
                }
            }
            let now = page.ok("view", &json!([]));
            assert_eq!(now["number"], number, "asking changes nothing");
            if !now["ended"].is_null() {
                break;
            }
        }
    }
}

const AIMS: [&str; 6] = [
    "out-of-charge",
    "out-of-shot",
    "in-shot",
    "in-charge",
    "in-arc",
    "in-cover",
];

/// Returns whether a list of threats holds one of a kind between two units.
fn holds(threats: &Value, who: &Value, whom: &Value, verb: &str) -> bool {
    let all = threats.as_array().expect("threats");
    all.iter()
        .any(|t| t["unit"] == *who && t["target"] == *whom && t["verb"] == verb)
}

#[test]
fn a_place_found_for_an_aim_keeps_what_it_promises() {
    let mut kept = 0;
    for scenario in one_each() {
        let (mut page, _) = Page::start(&scenario, 4);
        for _ in 0..3 {
            let view = page.play(11, "greedy");
            if !view["ended"].is_null() || !view["choice"].is_null() {
                continue;
            }
            let number = view["number"].clone();
            let all = units(&view);
            let ready = view["ready"].as_array().expect("units").clone();
            let foe = all.iter().find(|u| u["side"] != view["toMove"]);
            let there = |id: &&Value| all.iter().any(|u| u["id"] == **id);
            let (Some(unit), Some(foe)) = (ready.iter().find(there), foe) else {
                continue;
            };
            for aim in AIMS {
                let found = page.ok("intent", &json!([unit, aim, foe["id"]]));
                let order = &found["preview"]["order"];
                if order.is_null() {
                    continue;
                }
                let typed = page.ok("typed", &json!([found["line"]]));
                assert_eq!(typed["order"], *order, "the same as a typed line");
                page.ok("play", &json!([order, number]));
                let threats = page.ok("threats", &json!([unit]));
                let (me, he) = (unit, &foe["id"]);
                let kept_to = match aim {
                    "out-of-charge" => !holds(&threats["on"], he, me, "charge"),
                    "out-of-shot" => !holds(&threats["on"], he, me, "shoot"),
                    "in-shot" => holds(&threats["by"], me, he, "shoot"),
                    "in-charge" => holds(&threats["by"], me, he, "charge"),
                    _ => true,
                };
                assert!(kept_to, "{scenario} {aim}: {found} {threats}");
                kept += 1;
                page.ok("fork", &json!([number]));
            }
        }
    }
    assert!(kept > 10, "only {kept} aims were reached");
}

/// Returns two units of Three-Hit that face each other over open ground, Blue to move.
fn facing(blue: &str, red: &str, apart: f64) -> Page {
    let text = format!(
        "format = 1\nrules = \"three-hit\"\ntitle = \"Two\"\nstory = \"Two.\"\nturns = 12\n\
         table = [48, 48]\n[victory]\nwords = \"The last.\"\n[[side]]\nname = \"Blue\"\ncolour = \"#2f5d9b\"\n\
         [[side]]\nname = \"Red\"\ncolour = \"#a83a32\"\n\
         [[unit]]\nname = \"Blue One\"\nside = \"Blue\"\nkind = \"{blue}\"\nat = [24, 10]\nfacing = 0\n\
         [[unit]]\nname = \"Red One\"\nside = \"Red\"\nkind = \"{red}\"\nat = [24, {}]\nfacing = 180\n\
         [state]\nturn = 3\nphase = \"move\"\nactive = \"Blue\"\n",
        10.0 + apart
    );
    let mut page = Page::new();
    page.ok("start", &json!([{ "text": text }, 1]));
    page
}

/// Returns the charges and shots that a side is offered when the turn passes to it and it passes it
/// on: the unit, the target, the verb.
fn offered(page: &mut Page, side: &str) -> Vec<(Value, Value, Value)> {
    let start = page.ok("view", &json!([]));
    let mut out = Vec::new();
    let mut begun = false;
    for _ in 0..12 {
        let view = page.ok("view", &json!([]));
        if view["toMove"] == side {
            begun = true;
            for unit in units(&view).iter().filter(|u| u["side"] == side) {
                for offer in page
                    .ok("offers", &json!([unit["id"]]))
                    .as_array()
                    .expect("offers")
                {
                    for order in offer["orders"].as_array().expect("orders") {
                        if !order["target"].is_null() {
                            let found = (
                                unit["id"].clone(),
                                order["target"].clone(),
                                offer["verb"].clone(),
                            );
                            if !out.contains(&found) {
                                out.push(found);
                            }
                        }
                    }
                }
            }
        } else if begun {
            break;
        }
        let orders = view["table_orders"].as_array().expect("orders").clone();
        let Some(end) = orders.iter().find(|o| o["aside"] == false) else {
            break;
        };
        page.ok("play", &json!([end["order"], view["number"]]));
    }
    page.ok("fork", &json!([start["number"]]));
    out.retain(|(_, _, verb)| verb == "charge" || verb == "shoot");
    out
}

/// A threat from where a unit stands is exactly what is offered once the turn passes, at every
/// distance around the reach.
#[test]
fn threats_are_what_the_other_side_is_offered_in_its_turn() {
    for (blue, red) in [
        ("infantry", "cavalry"),
        ("infantry", "infantry"),
        ("cavalry", "skirmishers"),
        ("infantry", "artillery"),
    ] {
        for tenths in (60..360).step_by(35).chain([125, 126, 129, 130, 131, 135]) {
            let apart = f64::from(tenths) / 10.0;
            let mut page = facing(blue, red, apart);
            let all = page.ok("threats", &json!([0]));
            let real = offered(&mut page, "b");
            for verb in ["charge", "shoot"] {
                let told = all["on"]
                    .as_array()
                    .expect("threats")
                    .iter()
                    .any(|t| t["verb"] == verb && t["from"].is_null());
                let is = real.iter().any(|(_, whom, v)| whom == 0 && v == verb);
                assert_eq!(
                    told, is,
                    "{red} at {blue}, {apart} apart: {verb}: {all} {real:?}"
                );
            }
        }
    }
}

/// The margin is exact: with a hair less than it the aim still holds, with a hair more it does not.
#[test]
fn margins_are_exact() {
    let mut page = facing("infantry", "cavalry", 19.5);
    let found = page.ok("intent", &json!([0, "out-of-charge", 1]));
    let margin = found["margin"]
        .as_f64()
        .unwrap_or_else(|| panic!("{found}"));
    assert!((margin - 0.1).abs() < 0.002, "{found}");
    assert!(
        found["says"]
            .as_str()
            .is_some_and(|s| s.starts_with("0.1 inches outside the charge of Red One")),
        "{found}"
    );
    let cost = found["preview"]["cost"].as_f64().expect("a way");
    assert!(cost > 0.5, "{found}");
    for (more, safe) in [
        (-0.01, true),
        (margin - 0.005, true),
        (margin + 0.005, false),
    ] {
        let line = format!("move \"Blue One\" advance {:.4}", cost + more);
        let typed = page.ok("typed", &json!([line]));
        assert_eq!(typed["legal"], true, "{typed}");
        page.ok("play", &json!([typed["order"], 0]));
        let real = offered(&mut page, "b");
        let struck = real
            .iter()
            .any(|(_, whom, verb)| whom == 0 && verb == "charge");
        assert_eq!(struck, !safe, "{more}: {real:?}");
        page.ok("fork", &json!([0]));
    }
}

#[test]
fn a_shot_is_just_in_range() {
    let mut page = facing("infantry", "infantry", 16.0);
    let found = page.ok("intent", &json!([0, "in-shot", 1]));
    let margin = found["margin"]
        .as_f64()
        .unwrap_or_else(|| panic!("{found}"));
    assert!((margin - 0.1).abs() < 0.002, "{found}");
    page.ok("play", &json!([found["preview"]["order"], 0]));
    let threats = page.ok("threats", &json!([0]));
    assert!(
        holds(&threats["by"], &json!(0), &json!(1), "shoot"),
        "{threats}"
    );
}

#[test]
fn a_unit_turns_until_an_enemy_is_in_arc() {
    let mut page = facing("infantry", "infantry", 10.0);
    let turned = page.ok("typed", &json!(["move \"Blue One\" pivot 90"]));
    page.ok("play", &json!([turned["order"], 0]));
    // In its next turn, because it has moved.
    for _ in 0..12 {
        let view = page.ok("view", &json!([]));
        if view["toMove"] == "a" && view["turn"] == 4 {
            break;
        }
        let orders = view["table_orders"].as_array().expect("orders").clone();
        let end = orders.iter().find(|o| o["aside"] == false).expect("an end");
        page.ok("play", &json!([end["order"], view["number"]]));
    }
    let found = page.ok("intent", &json!([0, "in-arc", 1]));
    let degrees = found["margin"]
        .as_f64()
        .unwrap_or_else(|| panic!("{found}"));
    assert!(degrees > 5.0 && degrees < 90.0, "{found}");
    assert_eq!(found["preview"]["legal"], true);
}

#[test]
fn every_order_that_is_not_offered_has_its_reason() {
    let mut page = facing("infantry", "cavalry", 30.0);
    let offers = page.ok("offers", &json!([0]));
    let whys = page.ok("whyNot", &json!([0]));
    let verbs = |list: &Value| -> Vec<String> {
        let all = list.as_array().expect("a list");
        all.iter()
            .filter_map(|o| o["verb"].as_str().map(ToOwned::to_owned))
            .collect()
    };
    let (open, closed) = (verbs(&offers), verbs(&whys));
    assert!(open.contains(&"move".to_owned()));
    for verb in ["charge", "shoot"] {
        assert!(closed.contains(&verb.to_owned()), "{closed:?}");
    }
    // What these rules do not have is not mentioned.
    assert!(!closed.contains(&"join".to_owned()), "{closed:?}");
    assert!(
        open.iter().all(|verb| !closed.contains(verb)),
        "{open:?} {closed:?}"
    );
    for why in whys.as_array().expect("reasons") {
        for refusal in why["refusals"].as_array().expect("refusals") {
            assert!(refusal["clause"].as_str().is_some_and(|c| c.contains('-')));
        }
    }
}

#[test]
fn command_radii_come_from_the_rules() {
    let mut found = 0;
    for scenario in ["otr-d6/turnpike", "favorite/race-for-the-crossroads"] {
        let (mut page, view) = Page::start(scenario, 4);
        for unit in units(&view) {
            let overlay = page.ok("overlay", &json!([unit["id"]]));
            let command = &overlay["command"];
            let leads = unit["figure"] == "general";
            assert_eq!(command.is_null(), !leads, "{scenario}: {unit}");
            if leads {
                let radius = command["radius"].as_f64().expect("a radius");
                assert!(radius > 2.9, "{command}");
                assert!(!command["clause"].as_str().expect("a clause").is_empty());
                found += 1;
            }
        }
    }
    assert!(found > 0, "nobody leads");
}

#[test]
fn aims_that_make_no_sense_are_refused() {
    let mut page = facing("infantry", "cavalry", 30.0);
    for (method, args, says) in [
        (
            "intent",
            "[0, \"somewhere\", 1]",
            "unknown variant `somewhere`",
        ),
        ("intent", "[0, \"in-shot\", 0]", "is on the same side"),
        ("intent", "[0, \"in-shot\", 9]", "No such unit"),
        ("typed", "[\"move \\\"Blue One\\\" in-shot\"]", "is missing"),
        (
            "typed",
            "[\"move \\\"Blue One\\\" in-shot Red_One now\"]",
            "is too much",
        ),
        ("threats", "[9]", "No such unit"),
        ("threatOdds", "[0, 1]", "only 2 arguments were given"),
    ] {
        let error = page.err(method, args);
        let message = error["message"].as_str().unwrap_or_default();
        assert!(message.contains(says), "{method} {args}: {message}");
    }
    assert!(page.ok("threatOdds", &json!([0, 1, "charge"])).is_null());
}

/// The ground of a threat is what it was when every charge was followed through all its dice, which
/// took seconds: a few throws show that a charge may get home.
#[test]
fn the_ground_of_a_threat_is_the_same_when_a_few_throws_show_it() {
    let (mut page, _) = Page::start("regimental/below-the-heights", 9);
    let reach = page.ok("threatReach", &json!([1, 9]));
    let outline = |at: usize| reach[at]["outline"][0].as_array().expect("an outline");
    assert_eq!(
        (&reach[0]["verb"], outline(0).len()),
        (&json!("charge"), 36)
    );
    assert_eq!((&reach[1]["verb"], outline(1).len()), (&json!("shoot"), 20));
    let charge = json!([
        [18.0, 43.9843],
        [24.4209, 43.4228],
        [30.6465, 41.7547],
        [36.4909, 39.0299],
        [41.7709, 35.3335],
        [36.7795, 22.7587],
        [32.0315, 15.1024],
        [29.6283, 11.2327]
    ]);
    assert_eq!(outline(0)[..8], charge.as_array().expect("points")[..]);
    assert_eq!(outline(1)[2], json!([28.1567, 34.9122]));
}

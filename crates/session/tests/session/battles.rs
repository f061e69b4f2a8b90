//! Battles of every rule set played through the calls of the page.

use crate::page::Page;
use sandtable_files::Journal;
use sandtable_session::Shelf;
use serde_json::{Value, json};
use std::time::Instant;

fn scenarios() -> Vec<String> {
    let shelf = Shelf::shipped();
    shelf.scenarios().iter().map(|s| s.id.clone()).collect()
}

/// Returns a scenario of each rule set.
fn one_each() -> Vec<String> {
    let mut all = scenarios();
    all.dedup_by_key(|id| id.split('/').next().map(ToOwned::to_owned));
    all
}

#[test]
fn the_catalogue_holds_every_scenario() {
    let mut page = Page::new();
    let catalogue = page.ok("catalogue", &json!([]));
    let found = catalogue["scenarios"].as_array().expect("scenarios").len();
    assert_eq!(found, scenarios().len());
    assert!(found >= 6);
    for rules in catalogue["rulesets"].as_array().expect("rule sets") {
        let book = page.ok("rulebook", &json!([rules["id"]]));
        let sections = book["sections"].as_array().expect("sections");
        let clauses: usize = sections
            .iter()
            .map(|s| s["clauses"].as_array().map_or(0, Vec::len))
            .sum();
        assert_eq!(json!(clauses), rules["clauses"]);
    }
}

#[test]
fn a_clause_tells_its_house_rules_in_words() {
    let mut page = Page::new();
    let house = "base = \"three-hit\"\nname = \"Ours\"\n\
                 [switches]\nroad_bonus = \"three_inches\"\n\
                 [numbers]\nhits_to_eliminate = 2\n";
    page.ok(
        "start",
        &json!([{ "scenario": "three-hit/two-hills" }, 1, house]),
    );
    let book = page.ok("rulebook", &json!(["three-hit"]));
    let sections = book["sections"].as_array().expect("sections");
    let clauses = sections
        .iter()
        .flat_map(|section| section["clauses"].as_array());
    let told: Vec<&str> = clauses
        .flatten()
        .flat_map(|clause| clause["house"].as_array().expect("house rules"))
        .filter_map(Value::as_str)
        .collect();
    assert!(
        told.iter()
            .any(|says| says.ends_with("? 3 inches instead of half the move")),
        "{told:?}"
    );
    assert!(
        told.contains(&"Hits to eliminate: 2 instead of 3"),
        "{told:?}"
    );
}

#[test]
fn a_battle_is_played_saved_loaded_and_forked() {
    for scenario in one_each() {
        let (mut page, first) = Page::start(&scenario, 11);
        let view = page.play(30, "greedy");
        assert_eq!(view["number"], 30, "{scenario}");
        assert_eq!(page.ok("at", &json!([0]))["units"], first["units"]);
        assert_eq!(page.ok("at", &json!([30])), view);

        let log = page.ok("log", &json!([]));
        assert_eq!(log.as_array().map(Vec::len), Some(31));

        let journal = page.ok("journal", &json!([]));
        let mut other = Page::new();
        assert_eq!(other.ok("load", &json!([journal])), view, "{scenario}");
        assert_eq!(other.ok("journal", &json!([])), journal);
        assert_eq!(other.ok("log", &json!([])), log);

        let forked = other.ok("fork", &json!([12]));
        assert_eq!(forked["units"], page.ok("at", &json!([12]))["units"]);
        assert_eq!(forked["number"], 12);

        let position = page.ok("position", &json!([]));
        let mut third = Page::new();
        let loaded = third.ok("load", &json!([position]));
        assert_eq!(loaded["units"], view["units"], "{scenario}");
        assert_eq!(loaded["number"], 0);
        third.play(5, "random");
    }
}

#[test]
fn undo_goes_back_to_the_last_roll_and_no_further() {
    for scenario in one_each() {
        let (mut page, _) = Page::start(&scenario, 5);
        let mut taken = 0;
        let mut views = vec![page.ok("view", &json!([]))];
        for _ in 0..40 {
            let view = page.play(1, "greedy");
            views.push(view.clone());
            let entry = page.ok("log", &json!([]));
            let last = entry.as_array().and_then(|e| e.last()).cloned();
            let rolled = last.is_some_and(|e| !e["rolls"].as_array().is_some_and(Vec::is_empty));
            assert_eq!(view["canUndo"], json!(!rolled), "{scenario}");
            if rolled {
                page.err("undo", "[]");
                assert_eq!(page.ok("view", &json!([])), view);
            } else {
                let back = page.ok("undo", &json!([]));
                let before = &views[views.len() - 2];
                assert_eq!(back, *before, "{scenario}");
                taken += 1;
                // The computer's order is given again, to go on.
                let again = page.play(1, "greedy");
                assert_eq!(again["number"], view["number"]);
                *views.last_mut().expect("a view") = again;
            }
        }
        assert!(taken > 5, "{scenario}: {taken}");
    }
}

#[test]
fn hand_thrown_dice_are_asked_for_throw_by_throw() {
    for scenario in one_each() {
        let (mut page, _) = Page::start(&scenario, 3);
        let mut asked = 0;
        // Armies that begin far apart need time to meet.
        for number in 0..300 {
            if asked > 40 {
                break;
            }
            let before = page.ok("view", &json!([]));
            if !before["ended"].is_null() {
                break;
            }
            let order = page.ok("think", &json!(["greedy"]));
            let mut faces: Vec<u64> = Vec::new();
            loop {
                let answer = page.ok("play", &json!([order, number, faces]));
                let wanted = &answer["wanted"];
                if wanted.is_null() {
                    let rolls = answer["entry"]["rolls"].as_array().expect("rolls");
                    let fell: Vec<&Value> = rolls
                        .iter()
                        .flat_map(|r| r["faces"].as_array().expect("faces"))
                        .collect();
                    assert_eq!(json!(fell), json!(faces));
                    break;
                }
                asked += 1;
                assert_eq!(page.ok("view", &json!([])), before, "nothing has happened");
                let (count, sides) = (wanted["count"].as_u64(), wanted["sides"].as_u64());
                let (count, sides) = (count.expect("count"), sides.expect("sides"));
                let wrong: Vec<u64> = faces.iter().copied().chain(vec![sides + 1]).collect();
                if count == 1 {
                    let error = page.err("play", &json!([order, number, wrong]).to_string());
                    let says = error["message"].as_str().unwrap_or_default();
                    assert!(says.contains("does not show"), "{says}");
                }
                // Not all alike: ties are thrown again.
                faces.extend((0..count).map(|i| (i + asked) % sides + 1));
            }
        }
        // 6+ is played without dice.
        let diceless = scenario.starts_with("six-plus/");
        assert_eq!(asked == 0, diceless, "{scenario}");
    }
}

#[test]
fn a_wrong_entry_is_struck_out_and_seen_so() {
    let (mut page, _) = Page::start("three-hit/two-hills", 3);
    let mut number = 0;
    // Go on to the first order for which dice are thrown.
    let (order, wanted) = loop {
        let order = page.ok("think", &json!(["greedy"]));
        let answer = page.ok("play", &json!([order, number, []]));
        number += 1;
        if !answer["wanted"].is_null() {
            break (order, answer["wanted"].clone());
        }
    };
    let count = wanted["count"].as_u64().expect("a count");
    assert_eq!(wanted["rows"][0]["by"], wanted["by"]);
    let before = page.ok("view", &json!([]));
    number = before["number"].as_u64().expect("a number");
    let give = |page: &mut Page, face: u64| {
        let mut faces: Vec<u64> = Vec::new();
        loop {
            let answer = page.ok("play", &json!([order, number, faces]));
            let Some(count) = answer["wanted"]["count"].as_u64() else {
                return answer["entry"].clone();
            };
            let throw = if face == 0 { 1 } else { count };
            faces.extend((0..throw).map(|_| face));
        }
    };
    let wrong = give(&mut page, 1);
    assert_eq!(wrong["rolls"][0]["thrown"], "hand");
    assert_eq!(
        wrong["rolls"][0]["faces"].as_array().map(Vec::len),
        Some(count as usize)
    );
    let view = page.ok("strike", &json!([number]));
    assert_eq!(view, before);
    let right = give(&mut page, 0);
    assert_eq!(right["rolls"][0]["thrown"], "engine");
    let text = page.ok("journal", &json!([]));
    let mut later = Page::new();
    later.ok("load", &json!([text]));
    for page in [&mut page, &mut later] {
        let log = page.ok("log", &json!([]));
        assert_eq!(log[number as usize]["struck"], json!([wrong]));
        assert_eq!(log[number as usize + 1]["struck"], json!([]));
    }
    let error = page.err("strike", "[999]");
    assert!(
        error["message"]
            .as_str()
            .is_some_and(|m| m.contains("no line"))
    );
}

#[test]
fn orders_are_typed_as_the_program_takes_them() {
    let (mut page, view) = Page::start("three-hit/two-hills", 3);
    let name = view["units"][0]["name"].as_str().expect("a name");
    let typed = page.ok("typed", &json!([format!("move \"{name}\" advance 2")]));
    assert_eq!(typed["legal"], true, "{typed}");
    let far = page.ok("typed", &json!([format!("move \"{name}\" advance 20")]));
    assert_eq!(far["legal"], false);
    assert!(far["refusals"][0]["clause"].is_string());
    let played = page.ok("play", &json!([typed["order"], 0]));
    assert_eq!(played["view"]["number"], 1);
    let error = page.err("typed", "[\"mvoe x\"]");
    assert_eq!(error["column"], 1);
    assert!(
        error["hint"]
            .as_str()
            .is_some_and(|hint| hint.contains("move"))
    );
}

#[test]
fn what_is_offered_is_legal_and_has_odds_that_add_up() {
    let mut parts = 0;
    for scenario in one_each() {
        let (mut page, mut view) = Page::start(&scenario, 23);
        for _ in 0..12 {
            for unit in view["ready"].as_array().cloned().unwrap_or_default() {
                let offers = page.ok("offers", &json!([unit]));
                assert!(!offers.as_array().expect("offers").is_empty());
                page.ok("overlay", &json!([unit]));
                for offer in offers.as_array().expect("offers") {
                    for button in offer["orders"].as_array().expect("orders") {
                        let order = &button["order"];
                        let preview = page.ok("preview", &json!([order]));
                        assert_eq!(preview["legal"], true, "{scenario}: {button}");
                        let odds = page.ok("odds", &json!([order]));
                        if odds["lost"] != "0" {
                            continue;
                        }
                        let units = odds["parts"].as_array().expect("parts");
                        parts += units.len();
                        // The sum holds for the whole and for each unit by itself.
                        for of in units.iter().chain([&odds]) {
                            let rows = of["rows"].as_array().expect("rows");
                            let sum: f64 = rows.iter().filter_map(|r| r["percent"].as_f64()).sum();
                            assert!((sum - 100.0).abs() < 0.2, "{scenario}: {odds}");
                        }
                    }
                }
            }
            view = page.play(8, "greedy");
            if !view["ended"].is_null() {
                break;
            }
        }
    }
    assert!(parts > 0, "no order of many outcomes was met");
}

#[test]
fn a_drag_finds_the_nearest_legal_move() {
    let (mut page, view) = Page::start("three-hit/two-hills", 7);
    let unit = &view["ready"][0];
    let now = &view["units"][unit.as_u64().unwrap_or(0) as usize];
    let (x, y) = (now["centre"][0].as_f64(), now["centre"][1].as_f64());
    let (x, y) = (x.expect("x"), y.expect("y"));
    // A point a short way ahead is reached exactly: the centre is what is dragged.
    let to = [x, y + 3.0];
    let preview = page.ok("nearest", &json!([unit, to, now["facing"]]));
    assert_eq!(preview["legal"], true);
    let path = preview["path"].as_array().expect("path");
    let end = path.last().expect("an end");
    for (found, wanted) in end["centre"].as_array().expect("centre").iter().zip(to) {
        assert!(
            (found.as_f64().expect("a number") - wanted).abs() < 0.05,
            "{preview}"
        );
    }
    // Far beyond its allowance the unit still goes as far as it can.
    let far = page.ok("nearest", &json!([unit, [x, y + 300.0], null]));
    assert!(far["cost"].as_f64() <= far["allowed"].as_f64());
    // A clause says why it gets no farther; nothing is said about a point that was reached.
    assert_eq!(preview["held"], json!([]));
    let held = far["held"].as_array().expect("reasons");
    assert!(!held.is_empty(), "{far}");
    assert!(
        held[0]["clause"]
            .as_str()
            .is_some_and(|id| id.starts_with("THR-")),
        "{far}"
    );
    page.ok("play", &json!([far["order"], 0]));
}

#[test]
fn a_drag_that_leads_nowhere_says_why() {
    let (mut page, view) = Page::start("three-hit/two-hills", 7);
    let unit = &view["ready"][0];
    let units = view["units"].as_array().expect("units");
    let side = &units[unit.as_u64().unwrap_or(0) as usize]["side"];
    // Dragged onto an enemy, the unit is to charge: it is too far, and that comes first.
    let foe = units.iter().find(|u| u["side"] != *side).expect("a foe");
    let far = page.ok("nearest", &json!([unit, foe["centre"], null]));
    let says = far["held"][0]["says"].as_str().expect("a reason");
    assert!(says.starts_with("Falls short: needs "), "{far}");
    assert!(says.contains(", reaches at most "), "{far}");
    // Once the unit has moved, no path is open to it and none is shown, but the reason is.
    page.ok("play", &json!([far["order"], 0]));
    let again = page.ok("nearest", &json!([unit, foe["centre"], null]));
    assert_eq!(again["legal"], false, "{again}");
    assert_eq!(again["path"], json!([]));
    assert!(!again["refusals"].as_array().expect("reasons").is_empty());
}

/// Returns the two numbers of a charge that falls short.
fn short_of(says: &str) -> (f64, f64) {
    let number = |after: &str| {
        let rest = says.split(after).nth(1).expect(after);
        let end = rest.find([',', ' ']).unwrap_or(rest.len());
        rest[..end].parse::<f64>().expect("a number")
    };
    (number("needs "), number("at most "))
}

#[test]
fn a_charge_that_may_be_declared_but_not_arrive_says_so() {
    for scenario in ["otr-d6/turnpike", "regimental/two-brigades"] {
        let (mut page, mut view) = Page::start(scenario, 4);
        let mut found = 0;
        for _ in 0..40 {
            for unit in view["ready"].as_array().expect("units").clone() {
                let offers = page.ok("offers", &json!([unit]));
                for offer in offers.as_array().expect("offers") {
                    for option in offer["orders"].as_array().expect("orders") {
                        let preview = page.ok("preview", &json!([option["order"]]));
                        assert_eq!(option["short"], preview["short"], "{scenario}: {option}");
                        let Some(says) = option["short"].as_str() else {
                            continue;
                        };
                        found += 1;
                        let (needs, most) = short_of(says);
                        assert!(needs > most, "{scenario}: {says}");
                    }
                }
            }
            if found > 0 {
                break;
            }
            view = page.play(1, "greedy");
        }
        assert!(found > 0, "{scenario}: every charge arrives");
    }
}

#[test]
fn an_edited_journal_is_refused_and_a_cut_one_too() {
    let (mut page, _) = Page::start("three-hit/two-hills", 7);
    let view = page.play(12, "greedy");
    let journal = page.ok("journal", &json!([]));
    let text = journal.as_str().expect("text");
    let edited = text.replacen("\"seed\":\"7\"", "\"seed\":\"x\"", 1);
    page.err("load", &json!([edited]).to_string());
    let cut = &text[..text.len() - 40];
    page.err("load", &json!([cut]).to_string());
    let place = text.rfind("\"x\":").expect("a pose") + 4;
    let moved = format!("{}1{}", &text[..place], &text[place..]);
    let error = page.err("load", &json!([moved]).to_string());
    assert!(!error["line"].is_null(), "{error}");
    assert_eq!(page.ok("view", &json!([])), view);
}

/// Rulings change: a battle that was played before still opens, and goes on from where it was.
#[test]
fn journals_of_earlier_rulings_open_and_play_on() {
    let museum = concat!(env!("CARGO_MANIFEST_DIR"), "/../../museum/format-2");
    for of in [
        "regimental/two-brigades.at-random",
        "throw-me-a-6/the-war-cry.at-random",
        "otr-d6/turnpike.at-random",
    ] {
        let text = std::fs::read_to_string(format!("{museum}/{of}.journal.jsonl"));
        let text = text.expect("a journal");
        let mut page = Page::new();
        let view = page.ok("load", &json!([text]));
        assert!(view["number"].as_u64() > Some(50), "{of}: {view}");
        let journal = page.ok("journal", &json!([]));
        assert_eq!(page.ok("load", &json!([journal]))["number"], view["number"]);
        // A ruling may have changed without a new edition: the checksums show that nobody edited it.
        let header = sandtable_files::journal::peek(&text).expect("a header");
        let rules = sandtable_register::open(&header.rules, &header.switches).expect("the rules");
        let mut same = Journal::read(&text, &*rules).expect("a journal");
        (same.header.edition, same.header.card) = (rules.card().edition, rules.card().hash);
        let text = same.to_jsonl();
        assert_eq!(page.ok("load", &json!([text]))["number"], view["number"]);
        page.err(
            "load",
            &json!([text.replacen("\"after\":\"", "\"after\":\"f", 1)]).to_string(),
        );
    }
}

#[test]
fn what_comes_before_the_damage_of_a_journal_is_saved() {
    let (mut page, _) = Page::start("three-hit/two-hills", 7);
    let view = page.play(12, "greedy");
    let journal = page.ok("journal", &json!([]));
    let text = journal.as_str().expect("text");
    let lines: Vec<&str> = text.lines().collect();
    // A byte of a line is damaged, and its checksum tells.
    let torn = text.replacen(lines[7], &lines[7].replacen('1', "2", 1), 1);
    // Somebody edited the same line before there were checksums: only the rules tell.
    let bare = |line: &&str| {
        line.rsplit_once(",\"check\":")
            .map(|(line, _)| format!("{line}}}\n"))
    };
    let old: Option<String> = lines[..lines.len() - 1].iter().map(bare).collect();
    let old = old.expect("every line has a checksum");
    let after = lines[7].find("\"after\":\"").expect("a hash") + 9;
    let hash = &lines[7][after..after + 16];
    let edited = old.replacen(hash, "0123456789abcdef", 1);
    page.ok("load", &json!([old]));
    page.ok("load", &json!([text]));
    for damaged in [torn, edited] {
        page.err("load", &json!([damaged]).to_string());
        let saved = page.ok("rescue", &json!([damaged]));
        assert_eq!(page.ok("view", &json!([])), view, "the battle stays");
        let rest = saved["journal"].as_str().expect("a journal");
        assert_eq!(
            rest.lines().count(),
            8,
            "a header, six lines, and the end mark"
        );
        assert_eq!(saved["orders"], 5);
        page.ok("load", &json!([rest]));
        assert_eq!(page.ok("log", &json!([])).as_array().map(Vec::len), Some(6));
        page.ok("load", &json!([text]));
    }
    // Nothing of a journal without its opening can be saved, nor of any other text.
    for lost in [lines[0], "{}", "rules = \"three-hit\"", ""] {
        assert!(page.ok("rescue", &json!([lost])).is_null(), "{lost}");
    }
}

#[test]
fn answers_are_quick() {
    // Generous limits: a debug build on a busy machine. Measured in release: 0.1 ms and 2 ms.
    for scenario in one_each() {
        let (mut page, view) = Page::start(&scenario, 7);
        let start = Instant::now();
        page.ok("view", &json!([]));
        assert!(start.elapsed().as_millis() < 100, "{scenario}: view");
        for unit in view["ready"].as_array().expect("ready") {
            let start = Instant::now();
            page.ok("offers", &json!([unit]));
            assert!(start.elapsed().as_millis() < 400, "{scenario}: offers");
        }
    }
}

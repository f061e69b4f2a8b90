//! Calls in two languages in one process, to two battles or to one.

use sandtable_tongue::Language;
use sandtable_wasm::{ALL, Engine, Languages, words_of};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;

/// Returns German with the words of everything that `wanted` accepts.
fn german_of(wanted: impl Fn(&str) -> bool) -> Language {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../words/de");
    let words = std::fs::read_dir(folder).expect("words/de").map(|file| {
        let path = file.expect("a file").path();
        let of = path.file_stem().expect("a name").to_string_lossy();
        let text = std::fs::read_to_string(&path).expect("a text");
        (of.into_owned(), text)
    });
    let mut all = Languages::new();
    for (of, text) in words.filter(|(of, _)| wanted(of)) {
        all.learn("de", [(of, text)]).expect("words");
    }
    assert_eq!(all.named("en"), Language::ENGLISH);
    all.named("de")
}

fn german() -> Language {
    german_of(|_| true)
}

fn ok(engine: &mut Engine, language: Language, method: &str, args: &Value) -> Value {
    let answer = engine.call(language, method, &args.to_string());
    let mut answer: Value = serde_json::from_str(&answer).expect("JSON");
    assert!(answer.get("err").is_none(), "{method}: {answer}");
    answer["ok"].take()
}

#[test]
fn two_battles_are_told_in_two_languages() {
    let german = german();
    let (mut here, mut there) = (Engine::new(ALL), Engine::new(ALL));
    let scenario = json!([{"scenario": "otr-d6/turnpike"}, 7]);
    let first = ok(&mut here, german, "start", &scenario);
    let second = ok(&mut there, Language::ENGLISH, "start", &scenario);
    assert_ne!(first["phase"], second["phase"]);
    assert_ne!(first["units"][0]["says"], second["units"][0]["says"]);
    for _ in 0..3 {
        let order = ok(&mut here, german, "think", &json!(["greedy"]));
        assert_eq!(
            order,
            ok(&mut there, Language::ENGLISH, "think", &json!(["greedy"]))
        );
        let number = ok(&mut here, german, "view", &json!([]))["number"].clone();
        ok(&mut here, german, "play", &json!([order, number]));
        ok(
            &mut there,
            Language::ENGLISH,
            "play",
            &json!([order, number]),
        );
    }
    // Both journals are the same.
    let journal = |engine: &mut Engine, language| ok(engine, language, "journal", &json!([]));
    assert_eq!(
        journal(&mut here, german),
        journal(&mut there, Language::ENGLISH)
    );
}

#[test]
fn one_battle_is_told_to_two_people() {
    let german = german();
    let mut one = Engine::new(ALL);
    let scenario = json!([{"scenario": "three-hit/two-hills"}, 7]);
    let english = ok(&mut one, Language::ENGLISH, "start", &scenario);
    let other = ok(&mut one, german, "view", &json!([]));
    assert_ne!(english["phase"], other["phase"], "titles of the card");
    assert_ne!(
        english["units"][0]["kindTitle"],
        other["units"][0]["kindTitle"]
    );
    let book = |one: &mut Engine, language| ok(one, language, "rulebook", &json!(["three-hit"]));
    assert_ne!(
        book(&mut one, german)["sections"],
        book(&mut one, Language::ENGLISH)["sections"]
    );
    assert_eq!(english, ok(&mut one, Language::ENGLISH, "view", &json!([])));
    // A refusal is in the language of the caller.
    let refused = |one: &mut Engine, language: Language| {
        let answer = one.call(language, "offers", "[200]");
        assert!(answer.starts_with("{\"err\""), "{answer}");
        answer
    };
    let (said, gesagt) = (
        refused(&mut one, Language::ENGLISH),
        refused(&mut one, german),
    );
    assert_ne!(said, gesagt);
}

#[test]
fn sides_and_units_are_called_as_the_language_has_them_and_written_as_files_do() {
    let german = german();
    let mut one = Engine::new(ALL);
    let scenario = json!([{"scenario": "three-hit/two-hills"}, 7]);
    let view = ok(&mut one, german, "start", &scenario);
    let side = &view["sides"][0];
    assert_eq!(
        (&side["name"], &side["written"]),
        (&json!("Blau"), &json!("Blue"))
    );
    let order = ok(&mut one, german, "think", &json!(["greedy"]));
    ok(&mut one, german, "play", &json!([order, view["number"]]));
    let unit = order.as_object().expect("an order").values().next();
    let unit = unit.and_then(|of| of["unit"].as_u64()).expect("its unit");
    let units = view["units"].as_array().expect("units");
    let unit = units.iter().find(|of| of["id"] == unit).expect("the unit");
    let name = |key: &str| unit[key].as_str().expect("a name").to_owned();
    let log = |one: &mut Engine, language| ok(one, language, "log", &json!([]));
    let line = |log: &Value| {
        let last = log.as_array().and_then(|all| all.last());
        last.expect("an entry")["order"].to_string()
    };
    let told = line(&log(&mut one, german));
    assert!(told.contains(&name("name")), "{told}");
    assert!(!told.contains(&name("written")), "{told}");
    let english = line(&log(&mut one, Language::ENGLISH));
    assert!(english.contains(&name("written")), "{english}");
    // A journal keeps the names as written in files.
    let journal = ok(&mut one, german, "journal", &json!([])).to_string();
    assert!(journal.contains(&name("written")) && !journal.contains(&name("name")));
}

#[test]
fn the_same_english_is_heard_as_each_rule_set_means_it() {
    let german = german();
    let column = |rules: &str| {
        german.speak(|| {
            sandtable_tongue::about(rules);
            sandtable_tongue::say("column").to_owned()
        })
    };
    // "column" is a formation in one, and a column of a table in the other.
    assert_ne!(column("otr-d6"), column("three-hit"));
}

/// The words that a page loads for a battle are enough: all texts are the same as with the words of
/// all rule sets.
#[test]
fn a_battle_is_told_whole_in_the_words_of_its_rule_set() {
    let whole = german();
    let mut wrong = BTreeSet::new();
    for (rules, of) in words_of() {
        let part = german_of(|name| name == "table" || of.contains(&name));
        let ships = format!("{rules}/");
        let mut scenarios = sandtable_register::scenarios().into_iter();
        let scenario = scenarios.find(|one| one.id.starts_with(&ships));
        let id = scenario.expect("a scenario").id;
        let (mut one, mut other) = (Engine::new(ALL), Engine::new(ALL));
        let mut both = |method: &str, args: &Value| {
            let said = ok(&mut one, whole, method, args);
            let again = ok(&mut other, part, method, args);
            differs(&again, &said, &mut wrong);
            said
        };
        let mut view = both("start", &json!([{"scenario": id}, 7]));
        for _ in 0..12 {
            for unit in view["units"].as_array().into_iter().flatten().take(2) {
                both("offers", &json!([unit["id"]]));
            }
            let order = both("think", &json!(["greedy"]));
            if order.is_null() {
                break;
            }
            view = both("play", &json!([order, view["number"]]));
            view = view
                .get("view")
                .cloned()
                .unwrap_or_else(|| both("view", &json!([])));
        }
        both("words", &json!([]));
        both("log", &json!([]));
        both("rulebook", &json!([rules]));
        both("rulings", &json!([rules]));
        both("kit", &json!([rules]));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Collects the texts in which two answers differ.
fn differs(one: &Value, other: &Value, out: &mut BTreeSet<String>) {
    match (one, other) {
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            let pairs = one.iter().zip(other);
            pairs.for_each(|(one, other)| differs(one, other, out));
        }
        (Value::Object(one), Value::Object(other)) if one.keys().eq(other.keys()) => {
            let pairs = one.values().zip(other.values());
            pairs.for_each(|(one, other)| differs(one, other, out));
        }
        _ if one == other => {}
        _ => {
            out.insert(format!("{one} instead of {other}"));
        }
    }
}

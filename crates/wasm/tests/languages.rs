//! Two battles, or one, asked in two languages in one process.

use sandtable_tongue::Language;
use sandtable_wasm::{ALL, Engine, Languages};
use serde_json::{Value, json};
use std::path::Path;

fn german() -> Language {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../words/de");
    let words = std::fs::read_dir(folder).expect("words/de").map(|file| {
        let path = file.expect("a file").path();
        let of = path.file_stem().expect("a name").to_string_lossy();
        let text = std::fs::read_to_string(&path).expect("a text");
        (of.into_owned(), text)
    });
    let mut all = Languages::new();
    all.learn("de", words.collect::<Vec<_>>()).expect("words");
    assert_eq!(all.named("en"), Language::ENGLISH);
    all.named("de")
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
    // What is kept of them does not differ.
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
    // A refusal is told to who is refused.
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
fn the_same_english_is_heard_as_each_rule_set_means_it() {
    let german = german();
    let column = |rules: &str| {
        german.speak(|| {
            sandtable_tongue::about(rules);
            sandtable_tongue::say("column").to_owned()
        })
    };
    // A formation in one, a column of a table in the other.
    assert_ne!(column("otr-d6"), column("three-hit"));
}

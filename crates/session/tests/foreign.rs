//! A language other than English. The test plays a whole battle of every rule set in a made-up
//! language, which puts marks around every text of the catalogue: text outside the marks was not
//! translated. The language applies to the whole program, so this test has a program of its own.

#[path = "session/heard.rs"]
mod heard;

use heard::{catalogue, outside};
use sandtable_session::{Session, Shelf};
use sandtable_tongue::Language;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Keys of views whose texts people read.
const READ: [&str; 14] = [
    "says", "label", "text", "title", "stated", "task", "heading", "after", "phase", "asks",
    "decision", "readings", "ways", "zones",
];

/// Titles that stay as they are written, by the authors of rule sets and in files.
const NAMES: [&str; 3] = [
    "rulesets.title",
    "rulebook.title",
    "scenarios.written.title",
];

/// Collects the texts of a view that people read, with their places.
fn texts(at: &str, view: &Value, out: &mut Vec<(String, String)>) {
    match view {
        Value::Object(parts) => {
            for (key, part) in parts {
                texts(&format!("{at}.{key}"), part, out);
            }
        }
        Value::Array(parts) => parts.iter().for_each(|part| texts(at, part, out)),
        Value::String(text) => {
            let key = at.rsplit('.').next().unwrap_or_default();
            if READ.contains(&key) && !NAMES.iter().any(|name| at.ends_with(name)) {
                out.push((at.to_owned(), text.clone()));
            }
        }
        _ => {}
    }
}

/// Listens to a battle and notes what is said in unknown words.
struct Ear {
    session: Session,
    names: Vec<String>,
    wrong: BTreeSet<String>,
    heard: usize,
}

impl Ear {
    fn call(&mut self, method: &str, args: &Value) -> Value {
        let args = args.to_string();
        let text = self.session.call(method, &args);
        let answer: Value = serde_json::from_str(&text).expect("JSON");
        let said = answer.get("ok").or_else(|| answer.get("err"));
        let said = said.expect("an answer").clone();
        let mut found = Vec::new();
        texts(method, &said, &mut found);
        self.heard += found.len();
        for (at, text) in found {
            let mut rest = outside(&text);
            for name in &self.names {
                rest = rest.replace(name.as_str(), "");
            }
            // Clause ids, coordinates and typed lines are not words.
            let word = |w: &str| w.chars().filter(|c| c.is_alphabetic()).count() > 1;
            let sign = |w: &str| {
                w.chars()
                    .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || "-[]().,:".contains(c))
            };
            if rest.split_whitespace().any(|w| word(w) && !sign(w)) {
                self.wrong.insert(format!("{at}: {text}"));
            }
        }
        said
    }

    fn name(&mut self, view: &Value) {
        let parts = ["units", "sides", "terrain", "zones", "groups", "pieces"];
        for part in parts {
            for thing in view[part].as_array().into_iter().flatten() {
                for key in ["name", "group", "title"] {
                    self.names
                        .extend(thing[key].as_str().map(ToOwned::to_owned));
                }
            }
        }
        self.names.sort_by_key(|name| std::cmp::Reverse(name.len()));
        self.names.dedup();
        self.names.retain(|name| name.len() > 1);
    }

    fn battle(&mut self, scenario: &str) {
        let view = self.call("start", &json!([{ "scenario": scenario }, 3]));
        self.names.clear();
        self.name(&view);
        self.wrong.retain(|w| !w.starts_with("start."));
        for number in 0..60 {
            let view = self.call("view", &json!([]));
            if !view["ended"].is_null() {
                break;
            }
            let order = self.call("think", &json!(["greedy"]));
            if number % 3 == 0 {
                self.call("preview", &json!([order]));
                self.call("odds", &json!([order, "stop", true]));
            }
            if number % 15 == 5 {
                self.call("words", &json!([]));
                for unit in view["ready"].as_array().into_iter().flatten().take(2) {
                    for method in ["offers", "threats", "whyNot", "overlay"] {
                        self.call(method, &json!([unit]));
                    }
                    self.call("around", &json!([unit, true]));
                }
            }
            let number = view["number"].clone();
            self.call("play", &json!([order, number]));
        }
        self.call("log", &json!([]));
    }
}

#[test]
fn everything_that_is_read_is_asked_of_the_catalogue() {
    let marked = catalogue().into_keys().map(|english| {
        let said = format!("⟦{english}⟧");
        (english, said)
    });
    let marked = Language::new(marked.collect(), BTreeMap::new());
    marked.always().expect("the first language");
    let mut scenarios: Vec<String> = Shelf::shipped()
        .scenarios()
        .iter()
        .map(|s| s.id.clone())
        .collect();
    scenarios.dedup_by_key(|id| id.split('/').next().map(ToOwned::to_owned));
    let mut ear = Ear {
        session: Session::new(Shelf::shipped()),
        names: Vec::new(),
        wrong: BTreeSet::new(),
        heard: 0,
    };
    for scenario in scenarios {
        ear.battle(&scenario);
        let rules = scenario.split('/').next().unwrap_or_default();
        ear.call("rulebook", &json!([rules]));
    }
    ear.call("catalogue", &json!([]));
    assert!(ear.heard > 10_000, "{}", ear.heard);
    let wrong: Vec<&String> = ear.wrong.iter().collect();
    assert!(
        wrong.is_empty(),
        "{} texts are in no catalogue:\n{}",
        wrong.len(),
        wrong
            .iter()
            .take(400)
            .map(|w| w.as_str())
            .collect::<Vec<_>>()
            .join("\n")
    );
}

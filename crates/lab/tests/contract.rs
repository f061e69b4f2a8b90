//! What the lab answers against `web/src/lab/contract.ts`, call by call.

#[allow(dead_code, reason = "the session's tests use more of it")]
#[path = "../../session/tests/session/typescript.rs"]
mod typescript;

use sandtable_lab::Lab;
use serde_json::{Value, json};
use typescript::Contract;

const LAB: &str = include_str!("../../../web/src/lab/contract.ts");

const FIGHT: &str = r#"format = 1
rules = "three-hit"
range = 6

[unit]
kind = "infantry"

[target]
kind = "infantry"
"#;

const STUDY: &str = r#"format = 1
title = "One"
scenario = "three-hit/two-hills"
battles = 1
players = ["random", "random"]
"#;

#[test]
fn every_answer_has_the_keys_of_its_interface() {
    let mut contract = Contract::read();
    contract.add(LAB);
    let mut lab = Lab::new(sandtable_register::ALL);
    let mut asked = Vec::new();
    let mut ask = |method: &str, args: Value| {
        let answer = lab.call(method, &args.to_string());
        let answer: Value = serde_json::from_str(&answer).expect("JSON");
        let value = answer
            .get("ok")
            .unwrap_or_else(|| panic!("{method}: {answer}"));
        if let Err(trouble) = contract.answers(method, value) {
            panic!("{method}: {trouble}");
        }
        asked.push(method.to_owned());
        value.clone()
    };
    for rules in sandtable_register::NAMES {
        ask("choices", json!([rules]));
    }
    ask("fight", json!([FIGHT]));
    // An order that may not be given has its reasons, and no odds.
    let far = FIGHT.replace("range = 6", "range = 40");
    let refused = ask("fight", json!([far]));
    assert!(refused["odds"].is_null() && !refused["refused"].is_null());
    ask("course", json!([FIGHT]));
    ask(
        "grid",
        json!([format!(
            "{FIGHT}[grid]\nanswer = \"target gone\"\nrange = [2, 40]\ntarget.hits = [0, 2]\n"
        )]),
    );
    ask("study", json!([STUDY]));
    let played = ask("studyOn", json!([5]));
    ask("studyReport", json!([]));
    ask("studyCsv", json!([played["lines"]]));
    for call in contract.calls() {
        assert!(asked.iter().any(|a| a == call), "`{call}` was not asked");
    }
}

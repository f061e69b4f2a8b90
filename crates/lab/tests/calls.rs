//! Every call of the lab, made once.

use sandtable_lab::{Lab, LabCall};
use serde_json::{Value, json};

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
fn every_call_is_answered() {
    let mut lab = Lab::new(sandtable_register::ALL);
    let mut asked = Vec::new();
    let mut ask = |method: &str, args: Value| {
        let answer = lab.call(method, &args.to_string());
        let answer: Value = serde_json::from_str(&answer).expect("JSON");
        let value = answer
            .get("ok")
            .unwrap_or_else(|| panic!("{method}: {answer}"));
        asked.push(method.to_owned());
        value.clone()
    };
    for rules in sandtable_register::NAMES {
        ask("choices", json!([rules]));
    }
    ask("fight", json!([FIGHT]));
    // An order that may not be given has reasons but no odds.
    let far = FIGHT.replace("range = 6", "range = 40");
    let refused = ask("fight", json!([far]));
    assert!(refused["odds"].is_null() && !refused["refused"].is_null());
    // A question over time cannot stop where a player must choose.
    let course = ask("course", json!([FIGHT]));
    assert_eq!(course["others"]["id"], "best");
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
    for call in LabCall::ALL {
        assert!(asked.iter().any(|a| a == call.name), "{call:?}");
    }
}

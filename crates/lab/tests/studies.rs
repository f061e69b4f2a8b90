//! Studies as a page plays them.

use sandtable_lab::Lab;
use serde_json::{Value, json};

const STUDY: &str = r#"format = 1
title = "Two hits"
scenario = "three-hit/two-hills"
battles = 3
players = ["random", "random"]

[[variant]]
name = "As printed"

[[variant]]
name = "Two hits"
[variant.numbers]
hits_to_eliminate = 2
"#;

fn lab() -> Lab {
    Lab::new(sandtable_register::ALL)
}

fn ok(lab: &mut Lab, method: &str, args: &Value) -> Value {
    let answer: Value = serde_json::from_str(&lab.call(method, &args.to_string())).expect("JSON");
    assert!(answer.get("err").is_none(), "{method}: {answer}");
    answer["ok"].clone()
}

fn err(lab: &mut Lab, method: &str, args: &Value) -> Value {
    let answer: Value = serde_json::from_str(&lab.call(method, &args.to_string())).expect("JSON");
    answer
        .get("err")
        .unwrap_or_else(|| panic!("{answer}"))
        .clone()
}

#[test]
fn a_study_that_was_left_goes_on_and_tells_the_same() {
    let mut whole = lab();
    let opened = ok(&mut whole, "study", &json!([STUDY]));
    assert_eq!(opened["battles"], 6);
    assert_eq!(opened["rules"], "three-hit");
    let all = ok(&mut whole, "studyOn", &json!([100]));
    assert_eq!(all["done"], 6);
    let lines = all["lines"].as_array().expect("lines");
    assert_eq!(lines.len(), 6);
    let report = ok(&mut whole, "studyReport", &json!([]));

    let mut left = lab();
    ok(&mut left, "study", &json!([STUDY]));
    let first = ok(&mut left, "studyOn", &json!([2]));
    let mut again = lab();
    let opened = ok(&mut again, "study", &json!([STUDY, first["lines"]]));
    assert_eq!(opened["done"], 2);
    let rest = ok(&mut again, "studyOn", &json!([100]));
    assert_eq!(rest["lines"].as_array().map(Vec::len), Some(4));
    assert_eq!(ok(&mut again, "studyReport", &json!([])), report);

    let csv = ok(&mut again, "studyCsv", &json!([lines]));
    let csv = csv.as_str().expect("text");
    assert_eq!(csv.lines().count(), 7);
    assert!(csv.starts_with("scenario,variant,battle,"), "{csv}");
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let mut lab = lab();
    let wrong = err(
        &mut lab,
        "study",
        &json!([STUDY.replace("hits_to_eliminate", "hits_to_eliminat")]),
    );
    assert_eq!(
        (wrong["line"].as_u64(), wrong["column"].as_u64()),
        (Some(13), Some(20))
    );
    assert!(
        wrong["message"]
            .as_str()
            .is_some_and(|m| m.contains("hits_to_eliminat")),
        "{wrong}"
    );
    let none = err(&mut lab, "studyOn", &json!([1]));
    assert_eq!(none["message"], "no study is open");
    let torn = err(&mut lab, "study", &json!([STUDY, ["{\"arm\":0"]]));
    assert!(
        torn["message"]
            .as_str()
            .is_some_and(|m| m.contains("not a battle")),
        "{torn}"
    );
}

#[test]
fn battles_that_went_otherwise_are_not_taken() {
    let mut lab = lab();
    ok(&mut lab, "study", &json!([STUDY]));
    let one = ok(&mut lab, "studyOn", &json!([1]));
    let line = one["lines"][0].as_str().expect("a line");
    let mut record: Value = serde_json::from_str(line).expect("JSON");
    record["orders"] = json!(1);
    let refused = err(&mut lab, "study", &json!([STUDY, [record.to_string()]]));
    assert!(
        refused["message"]
            .as_str()
            .is_some_and(|m| m.contains("another")),
        "{refused}"
    );
}

//! `sandtable check` as an author of files meets it.

use std::process::{Command, Output};

/// A shipped scenario, read when it is wanted: without its rule set this must build.
fn scenario() -> String {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let file = root.join("scenarios/otr-d6/ridge-and-ridge.battle.toml");
    std::fs::read_to_string(file).expect("shipped")
}

/// Checks a text as a file, with more arguments.
fn check(name: &str, text: &str, more: &[&str]) -> Output {
    let file = std::env::temp_dir().join(format!("{}-{name}", std::process::id()));
    std::fs::write(&file, text).expect("a file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_sandtable"));
    let output = command.arg("check").arg(&file).args(more).output();
    std::fs::remove_file(&file).ok();
    output.expect("the program starts")
}

/// The scenario with its first unit of another size.
fn resized(stands: u8) -> String {
    let scenario = scenario();
    let (before, after) = scenario.split_once("stands = ").expect("stands");
    let rest = after.trim_start_matches(|c: char| c.is_ascii_digit());
    format!("{before}stands = {stands}{rest}")
}

#[test]
fn what_is_unusual_is_warned_of_and_not_refused() {
    let output = check("small.battle.toml", &resized(3), &[]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{said}");
    assert!(
        said.contains("sound") && said.contains("OTR-ORG-02"),
        "{said}"
    );
    let output = check("small-too.battle.toml", &resized(3), &["--json"]);
    let verdicts: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(verdicts[0]["sound"], true);
    assert!(verdicts[0]["warnings"][0]["line"].is_u64(), "{verdicts}");
}

#[test]
fn what_is_usual_is_not_warned_of_and_what_is_wrong_is_refused() {
    let output = check("usual.battle.toml", &scenario(), &["--json"]);
    let verdicts: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(verdicts[0]["warnings"], serde_json::json!([]));
    assert_eq!(
        check("wrong.battle.toml", &resized(20), &[]).status.code(),
        Some(3)
    );
}

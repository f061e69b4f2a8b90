//! `sandtable check` as the author of a file sees it.

use std::process::{Command, Output};

/// A built-in scenario, read at run time: the test must build without its rule set too.
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

/// Returns the scenario with a different size for its first unit.
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
fn a_situation_says_if_its_order_cannot_be_given() {
    let text = "format = 1\nrules = \"three-hit\"\nrange = 40\norder = \"shoot\"\n\
                unit.kind = \"infantry\"\ntarget.kind = \"infantry\"\n";
    for (range, given) in [("0", false), ("6", true)] {
        let text = text.replace("40", range);
        let output = check("far.situation.toml", &text, &[]);
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{said}");
        let warned = said.contains("but not shoot, the order it asks about");
        assert_eq!(warned, !given, "{said}");
    }
}

#[test]
fn an_empty_situation_is_called_one() {
    let output = check("empty.situation.toml", "", &[]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("a situation needs `rules`"), "{said}");
}

#[test]
fn what_editors_leave_in_a_file_does_not_matter() {
    let text = scenario().replacen("title = \"", "title = \"Late\\n", 1);
    for marks in ["\u{feff}", "\u{feff}\u{feff}"] {
        let output = check("marked.battle.toml", &format!("{marks}{text}"), &[]);
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(said.contains(": sound: Late "), "{said}");
    }
}

#[test]
fn an_unknown_scenario_brings_the_nearest_or_those_there_are() {
    for (name, says) in [
        (
            "otr-d6/ridge-and-rigde",
            "did you mean `otr-d6/ridge-and-ridge`?",
        ),
        ("nowhere/nothing", "allowed: "),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sandtable"));
        let output = command.args(["check", name]).output().expect("it starts");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(3), "{said}");
        assert!(said.contains(says), "{said}");
    }
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

/// A battle with one side only ends as soon as it begins.
#[test]
fn a_side_without_units_is_warned_of() {
    let text = "format = 1\nrules = \"three-hit\"\ntable = [36, 36]\n\
                [[side]]\nname = \"Blue\"\n[[side]]\nname = \"Red\"\n\
                [[unit]]\nname = \"B\"\nside = \"Blue\"\nkind = \"cavalry\"\nat = [10, 10]\n";
    let output = check("alone.battle.toml", text, &["--json"]);
    let verdicts: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let warnings = verdicts[0]["warnings"].as_array().expect("a list");
    let says: Vec<_> = warnings
        .iter()
        .map(|flaw| (flaw["line"].as_u64(), flaw["message"].as_str()))
        .collect();
    assert_eq!(says, [(Some(6), Some("Red has no units"))]);
}

/// Two units are on the table, none is left to place, and still it is time to deploy.
#[test]
fn a_position_in_which_nobody_can_do_anything_is_refused() {
    let at = |phase: &str| {
        format!(
            "format = 1\nrules = \"regimental\"\ntable = [48, 36]\n\
             [[side]]\nname = \"Blue\"\n[[side]]\nname = \"Red\"\n\
             [[unit]]\nname = \"B\"\nside = \"Blue\"\nkind = \"cavalry\"\nat = [10, 10]\nfacing = 0\n\
             [[unit]]\nname = \"R\"\nside = \"Red\"\nkind = \"cavalry\"\nat = [30, 30]\nfacing = 180\n\
             [state]\nturn = 1\nphase = \"{phase}\"\nactive = \"Red\"\n"
        )
    };
    let stuck = check("stuck.battle.toml", &at("deployment"), &[]);
    let said = String::from_utf8_lossy(&stuck.stderr);
    assert_eq!(stuck.status.code(), Some(3), "{said}");
    assert!(said.contains("nobody can give an order"), "{said}");
    let sound = check("moving.battle.toml", &at("movement"), &[]);
    assert!(sound.status.success(), "{sound:?}");
}

/// Returns examples of three-hit, one of which is right as written, with one part changed.
fn examples(from: &str, to: &str) -> String {
    let text = "format = 1\nrules = \"three-hit\"\n\n[[example]]\nid = \"E1\"\n\
        clauses = [\"SHOOT-01\"]\ntitle = \"A volley\"\nunit = [\n\
        { name = \"B1\", side = \"Blue\", kind = \"infantry\", at = [18, 6] },\n\
        { name = \"R1\", side = \"Red\", kind = \"infantry\", at = [18, 20], facing = 180 },\n]\n\
        state = { turn = 1, phase = \"shoot\", active = \"Blue\" }\n\
        orders = [{ refused = \"shoot R1 B1\", by = [\"TABLE-NOT-YOURS\"] }, \"shoot B1 R1\"]\n\
        dice = [3]\nexpect = { units = { R1 = { hits = 1 } }, range = 12 }\n";
    assert!(text.contains(from), "{from}");
    text.replace(from, to)
}

#[test]
fn examples_are_played() {
    let output = check("good.examples.toml", &examples("[3]", "[3]"), &[]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success() && said.contains("1 examples"),
        "{said}"
    );
}

#[test]
fn an_example_that_does_not_come_out_says_what_and_where_and_what_came() {
    let broken = [
        ("hits = 1", "hits = 2", "`hits` comes to 1, not 2"),
        (
            "range = 12",
            "range = 12.5",
            "`range` comes to 12, not 12.5",
        ),
        ("hits = 1", "hist = 1", "did you mean `hits`?"),
        ("[3]", "[3, 4]", "1 of the dice are never thrown"),
        (
            "[3]",
            "[]",
            "more dice are thrown than `dice` has: 1D6 of Blue for THR-",
        ),
        ("[3]", "[9]", "has no face 9"),
        (
            "\"shoot B1 R1\"",
            "\"shoot B1 B1\"",
            "`shoot B1 B1` is refused: ",
        ),
        ("NOT-YOURS", "GONE", "is refused by other clauses: "),
        (
            "\"SHOOT-01\"]\nt",
            "\"SHOOT-99\"]\nt",
            "no clause `SHOOT-99`",
        ),
        ("[18, 20]", "[18, 7]", "`R1` overlaps `B1`"),
        ("three-hit", "three-hits", "did you mean `three-hit`?"),
    ];
    for (from, to, why) in broken {
        let output = check("broken.examples.toml", &examples(from, to), &[]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(3), "{to}: {said}");
        assert!(said.contains(why), "{to}: {said}");
    }
}

#[test]
fn a_folder_is_every_file_in_it_that_can_be_checked() {
    let folder = std::env::temp_dir().join(format!("{}-examples", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    for (name, text) in [
        ("a.examples.toml", examples("[3]", "[3]")),
        ("b.examples.toml", examples("[3]", "[4]")),
        ("notes.txt", String::new()),
    ] {
        std::fs::write(folder.join(name), text).expect("written");
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_sandtable"));
    let output = command.arg("check").arg(&folder).arg("--json").output();
    let verdicts = output.expect("the program starts").stdout;
    let verdicts: serde_json::Value = serde_json::from_slice(&verdicts).expect("JSON");
    std::fs::remove_dir_all(&folder).ok();
    assert_eq!(verdicts.as_array().map(Vec::len), Some(2), "{verdicts}");
    assert_eq!(verdicts[0]["sound"], true);
}

/// A file whose name cannot be told is not left out as if it were sound.
#[cfg(target_os = "linux")]
#[test]
fn a_file_in_a_folder_whose_name_is_not_text_is_told() {
    use std::os::unix::ffi::OsStrExt as _;
    let folder = std::env::temp_dir().join(format!("{}-names", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let name = std::ffi::OsStr::from_bytes(b"bad\xff.battle.toml");
    std::fs::write(folder.join(name), scenario()).expect("written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_sandtable"));
    let output = command.arg("check").arg(&folder).output();
    std::fs::remove_dir_all(&folder).ok();
    let output = output.expect("the program starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("is not UTF-8"), "{said}");
}

#[cfg(unix)]
#[test]
fn a_pipe_in_a_folder_is_not_waited_for() {
    let folder = std::env::temp_dir().join(format!("{}-pipe", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let made = Command::new("mkfifo")
        .arg(folder.join("a.battle.toml"))
        .status();
    assert!(made.is_ok_and(|made| made.success()), "mkfifo");
    let mut command = Command::new(env!("CARGO_BIN_EXE_sandtable"));
    let output = command.arg("check").arg(&folder).output();
    std::fs::remove_dir_all(&folder).ok();
    let output = output.expect("the program starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        said.contains("a.battle.toml is a pipe or a device"),
        "{said}"
    );
}

#[test]
fn points_are_checked_for_the_rule_set_that_they_name() {
    let points = |rules: &str, kind: &str| {
        format!(
            "format = 1\nrules = \"{rules}\"\n\n[[kind]]\nkind = \"{kind}\"\nstands = 7\n\
             points = 11.1\nleast = 9.5\nmost = 12.7\n"
        )
    };
    let said = |text: &str| {
        let output = check("own.points.toml", text, &[]);
        let (out, err) = (output.stdout, output.stderr);
        let said = String::from_utf8_lossy(&[out, err].concat()).into_owned();
        (output.status.code(), said)
    };
    let (code, says) = said(&points("otr-d6", "infantry"));
    assert_eq!(code, Some(0), "{says}");
    assert!(
        says.contains("sound: points for otr-d6, kinds: 1"),
        "{says}"
    );
    for (text, why) in [
        (points("otr-d7", "infantry"), "no rule set is called"),
        (points("otr-d6", "infantrie"), "infantry"),
        (points("otr-d6", "infantry").replace("11.1", "x"), ":7:10"),
        (
            points("otr-d6", "infantry").replace("11.1", "13"),
            "from `least`",
        ),
        (
            points("otr-d6", "infantry")
                + points("otr-d6", "infantry")
                    .split_once("\n\n")
                    .expect("kinds")
                    .1,
            "has points already",
        ),
    ] {
        let (code, says) = said(&text);
        assert_eq!(code, Some(3), "{says}");
        assert!(says.contains(why), "{says}");
    }
}

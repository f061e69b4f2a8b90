//! The program as people type it: dice, choices, refusals, questions without an answer.

use crate::run::{said, sandtable};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A small position in mid-battle: guards may shoot at a line.
const VOLLEY: &str = r#"
format = 1
rules = "three-hit"
table = [36, 36]
[[side]]
name = "Blue"
[[side]]
name = "Red"
[[unit]]
name = "Blue Guards"
side = "Blue"
kind = "infantry"
at = [18, 8]
facing = 0
[[unit]]
name = "Red Line"
side = "Red"
kind = "infantry"
at = [18, 18]
facing = 180
[state]
turn = 3
phase = "shoot"
active = "Blue"
"#;

/// Returns a situation of two units at a range.
fn situation(rules: &str, range: &str, kind: &str, more: &str) -> String {
    format!(
        "format = 1\nrules = \"{rules}\"\nrange = {range}\norder = \"charge\"\n{more}\n\
         [unit]\nkind = \"{kind}\"\n[target]\nkind = \"infantry\"\n"
    )
}

/// Writes a file for a test.
fn file(name: &str, text: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("typed");
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(name);
    std::fs::write(&path, text).expect("a file");
    path
}

/// Runs a command on a file, with more arguments.
fn asked(command: &str, file: &Path, rest: &[&str]) -> Output {
    let file = file.to_str().expect("a path");
    sandtable(&[&[command, file], rest].concat())
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {}", said(output)))
}

const SHOOT: &str = "shoot \"Blue Guards\" \"Red Line\"";

#[test]
fn faces_stand_with_blanks_or_commas() {
    let roll = "\n[[unit]]\nname = \"Second\"\nside = \"Blue\"\nkind = \"infantry\"\nat = [4, 4]\n";
    let both = file(
        "roll.battle.toml",
        &VOLLEY.replace("\n[state]", &format!("{roll}[state]")),
    );
    for faces in [&["4"][..], &["4,"], &[" 4 "]] {
        let output = asked("try", &both, &[&[SHOOT, "--dice"], faces].concat());
        assert!(output.status.success(), "{}", said(&output));
    }
    // Each of these spellings gives three faces, which is two too many.
    for faces in [&["4", "5", "6"][..], &["4 5 6"], &["4,5,6"], &["4, 5", "6"]] {
        let output = asked("try", &both, &[&[SHOOT, "--dice"], faces].concat());
        assert_eq!(output.status.code(), Some(2), "{}", said(&output));
        assert!(said(&output).contains("2 faces are too many, this order takes 1"));
    }
    let output = asked("try", &both, &[SHOOT, "--dice", "4", "5"]);
    assert!(said(&output).contains("one face is too many, this order takes 1"));
    let output = asked("try", &both, &[SHOOT, "--dice", "four"]);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    let help = said(&sandtable(&["try", "--help"]));
    assert!(help.contains("6 5 4") && help.contains("6,5,4"), "{help}");
}

#[test]
fn dice_are_asked_for_by_name_and_marked_as_thrown_by_hand() {
    let volley = file("ask.battle.toml", VOLLEY);
    let words = said(&asked("try", &volley, &[SHOOT, "--ask"]));
    assert!(
        words.contains("Blue throws 1D6 for") && words.contains("THR-"),
        "{words}"
    );
    let wanted = json(&asked("try", &volley, &[SHOOT, "--ask", "--json"]));
    assert_eq!(wanted["wanted"]["by"], "a");
    assert_eq!(wanted["wanted"]["count"], 1);
    let none = json(&asked(
        "try",
        &volley,
        &[SHOOT, "--ask", "--json", "--dice", "4"],
    ));
    assert!(none["wanted"].is_null(), "{none}");
    let tried = json(&asked("try", &volley, &[SHOOT, "--json", "--dice", "4"]));
    assert_eq!(tried["rolls"][0]["thrown"], "hand");
}

#[test]
fn a_face_that_a_die_lacks_is_told_with_its_die() {
    let volley = file("face.battle.toml", VOLLEY);
    for face in ["0", "7"] {
        let output = asked("try", &volley, &[SHOOT, "--dice", face]);
        assert_eq!(output.status.code(), Some(2), "{}", said(&output));
        let words = said(&output);
        assert!(words.contains("Blue's die for"), "{words}");
        assert!(
            words.contains(&format!("has the faces 1 to 6, not {face}")),
            "{words}"
        );
    }
}

#[test]
fn a_refusal_is_json_where_json_was_asked_for() {
    let volley = file("refused.battle.toml", VOLLEY);
    for command in ["try", "odds"] {
        let output = asked(
            command,
            &volley,
            &["fight \"Blue Guards\" \"Red Line\"", "--json"],
        );
        assert_eq!(output.status.code(), Some(1), "{}", said(&output));
        let refused = json(&output);
        let clause = refused["refused"][0]["clause"].as_str().unwrap_or_default();
        assert!(clause.starts_with("THR-"), "{refused}");
        assert!(output.stderr.is_empty(), "{}", said(&output));
    }
}

#[test]
fn nothing_is_coloured_that_goes_into_a_pipe() {
    let broken = file(
        "broken.battle.toml",
        &VOLLEY.replace("infantry", "infnatry"),
    );
    for more in [&[][..], &["--json"]] {
        let output = asked("check", &broken, more);
        assert!(!said(&output).contains('\u{1b}'), "{}", said(&output));
    }
}

#[test]
fn a_choice_that_nobody_owes_is_no_choice() {
    let volley = file("choice.battle.toml", VOLLEY);
    let output = asked("try", &volley, &["decide 0"]);
    assert!(
        said(&output).contains("No such decision now"),
        "{}",
        said(&output)
    );
}

#[test]
fn what_orders_prints_can_be_typed() {
    for scenario in [
        "three-hit/two-hills",
        "otr-d6/turnpike",
        "six-plus/the-chess-club",
    ] {
        let listed = said(&sandtable(&["orders", scenario]));
        let typed = listed
            .lines()
            .filter_map(|line| line.strip_prefix("      "));
        let mut some = 0;
        for order in typed.step_by(4) {
            let order = order.split("   (").next().unwrap_or(order);
            let order = order.split(": ").next().unwrap_or(order);
            let output = sandtable(&["try", scenario, order]);
            assert!(
                output.status.success(),
                "{scenario} {order}: {}",
                said(&output)
            );
            some += 1;
        }
        assert!(some > 0, "{listed}");
        // An offered move comes with a way that can be typed as it is.
        let moves =
            listed.contains("move ") || listed.contains("place ") || listed.contains("lay ");
        assert!(moves || !listed.contains("Move "), "{listed}");
    }
}

#[test]
fn a_move_by_what_it_is_for_can_be_tried() {
    let text = VOLLEY.replace("phase = \"shoot\"", "phase = \"move\"");
    let position = file("aim.battle.toml", &text);
    let output = asked(
        "try",
        &position,
        &["move \"Blue Guards\" in-shot \"Red Line\""],
    );
    let read = !said(&output).contains("column");
    assert!(read, "{}", said(&output));
}

#[test]
fn a_question_that_nobody_can_answer_is_refused() {
    let grid = situation("three-hit", "4", "cavalry", "") + "[grid]\nrange = [4, 6]\n";
    let path = file("grid.situation.toml", &grid);
    let output = asked("grid", &path, &["--answer", "no such words"]);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert!(said(&output).contains("target gone"), "{}", said(&output));
    let words = "Red Infantry takes 1 hit";
    let output = asked("grid", &path, &["--answer", words]);
    assert!(output.status.success(), "{}", said(&output));
    let bad = grid.replace("range = [4", "answer = \"no such words\"\nrange = [4");
    let path = file("bad-grid.situation.toml", &bad);
    let output = asked("check", &path, &[]);
    assert_eq!(output.status.code(), Some(3), "{}", said(&output));
    assert!(said(&output).contains("no such words"), "{}", said(&output));
    let output = asked("odds", &path, &["frobnicate"]);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
}

#[test]
fn the_odds_of_a_charge_are_those_of_its_melee() {
    for (rules, kind) in [("three-hit", "cavalry"), ("six-plus", "cavalry")] {
        let path = file(
            &format!("{rules}.situation.toml"),
            &situation(rules, "4", kind, ""),
        );
        let odds = json(&asked("odds", &path, &["charge", "--json"]));
        let hits = odds["odds"]["means"].as_array().expect("means").iter();
        let hits = hits.filter(|mean| mean["label"].as_str().unwrap_or_default().contains("hits"));
        assert!(hits.count() > 0, "{odds:#}");
    }
    let path = file(
        "seen.situation.toml",
        &situation("regimental", "4", "infantry", ""),
    );
    let odds = json(&asked(
        "odds",
        &path,
        &["charge", "--json", "--others", "never"],
    ));
    let means = odds["odds"]["means"].to_string();
    assert!(means.contains("stands lost"), "{odds:#}");
}

#[test]
fn time_has_its_variance() {
    let until = "[until]\neach = \"order\"\nunit = \"shoot\"\ngone = \"target\"\n";
    let text = situation("three-hit", "6", "infantry", "").replace("\"charge\"", "\"shoot\"");
    let path = file("until.situation.toml", &(text + until));
    let course = json(&asked("odds", &path, &["--until", "--json"]));
    // Three hits, at two chances in three for each volley: 3 / (2/3), and 3 · (1/3) / (2/3)².
    assert_eq!(course["until"]["mean"]["value"], "9/2");
    assert_eq!(course["until"]["variance"]["value"], "9/4");
}

#[test]
fn what_never_ends_is_told_so_in_a_sentence() {
    let volley = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../situations/three-hit/volley.situation.toml"
    );
    let words = said(&asked("odds", Path::new(volley), &["--until"]));
    assert!(words.contains("until either is gone"), "{words}");
    assert!(
        words.contains("half after 4, nine in ten never."),
        "{words}"
    );
    assert!(
        words.contains("counts only what comes to an end"),
        "{words}"
    );
    // If nothing ever ends, one line says so.
    let text = situation("otr-d6", "6", "infantry", "").replace("\"charge\"", "\"shoot\"");
    let words = said(&asked(
        "odds",
        &file("apart.situation.toml", &text),
        &["--until"],
    ));
    assert!(
        words.contains("it never ends") && !words.contains("Counted in"),
        "{words}"
    );
}

#[test]
fn ground_between_two_units_is_as_wide_as_it_says() {
    let between = "between = { ground = \"river\", width = 1, at = 2 }";
    let path = file(
        "river.situation.toml",
        &situation("three-hit", "6", "infantry", between),
    );
    let output = asked("check", &path, &[]);
    assert!(output.status.success(), "{}", said(&output));
}

#[test]
fn numbers_that_are_fixed_are_set_apart_from_their_clauses() {
    let numbers = said(&sandtable(&["rules", "regimental", "--numbers"]));
    assert!(numbers.contains("(CONTACT-04)  it only"), "{numbers}");
    let closed = numbers.lines().filter_map(|line| line.split_once(')'));
    assert!(
        closed
            .into_iter()
            .all(|(_, rest)| rest.is_empty() || rest.starts_with("  "))
    );
}

#[test]
fn a_battle_that_is_over_has_nobody_to_move() {
    let over = format!("{VOLLEY}ended = \"Red\"\n");
    let output = asked("orders", &file("over.battle.toml", &over), &[]);
    assert_eq!(said(&output).trim(), "Red wins. Nobody can give an order.");
}

#[test]
fn a_side_may_have_the_sign_of_a_choice_in_its_name() {
    let named = VOLLEY.replace("\"Blue\"", "\"a=b\"");
    let file = file("sign.battle.toml", &named);
    let output = asked("battle", &file, &["--side", "a=b=random", "--quiet"]);
    assert!(output.status.success(), "{}", said(&output));
}

/// A journal whose last move leads off the table: nobody has verified it, and no command takes its
/// position for one of a battle.
#[test]
fn a_journal_of_an_impossible_position_is_refused() {
    let start = file("far.battle.toml", VOLLEY);
    let journal = start.with_file_name("far.journal.jsonl");
    let path = journal.to_str().expect("a path");
    let played = asked(
        "battle",
        &start,
        &["--journal", path, "--seed", "1", "--quiet"],
    );
    assert!(played.status.success(), "{}", said(&played));
    let text = std::fs::read_to_string(&journal).expect("a journal");
    let mut lines: Vec<Value> = text
        .lines()
        .filter_map(|l| serde_json::from_str(l).ok())
        .collect();
    lines.retain(|line| line.get("end").is_none());
    let mut moved = false;
    for line in lines.iter_mut().rev() {
        line.as_object_mut().expect("an object").remove("check");
        let events = line.get_mut("events").and_then(Value::as_array_mut);
        for event in events.into_iter().flatten() {
            if let Some(to) = event.pointer_mut("/moved/to/x").filter(|_| !moved) {
                *to = Value::from(-60_000);
                moved = true;
            }
        }
    }
    assert!(moved, "somebody moves");
    let text: Vec<String> = lines.iter().map(Value::to_string).collect();
    std::fs::write(&journal, text.join("\n") + "\n").expect("written");
    for command in ["orders", "print", "words", "position"] {
        let output = asked(command, &journal, &[]);
        assert_eq!(
            output.status.code(),
            Some(3),
            "{command}: {}",
            said(&output)
        );
        assert!(
            said(&output).contains("leads to an impossible position"),
            "{}",
            said(&output)
        );
    }
}

/// At a real table, a unit may stand where only an earlier order was told what lies there.
#[test]
fn a_position_that_no_file_can_hold_is_not_written() {
    let start = file("lake.battle.toml", VOLLEY);
    let journal = start.with_file_name("lake.journal.jsonl");
    let path = journal.to_str().expect("a path");
    let played = asked(
        "battle",
        &start,
        &["--journal", path, "--seed", "1", "--quiet"],
    );
    assert!(played.status.success(), "{}", said(&played));
    let text = std::fs::read_to_string(&journal).expect("a journal");
    let mut lines = text.lines().take(2).map(|line| {
        let mut line: Value = serde_json::from_str(line).expect("a line");
        line.as_object_mut().expect("an object").remove("check");
        line.to_string()
    });
    let corners = [[0, 0], [100_000, 0], [100_000, 100_000], [0, 100_000]];
    let points = corners.map(|[x, y]| json!({"x": x, "y": y}));
    let lake = json!({"ground": "lake", "level": 0, "points": points, "width": null});
    let bare = json!({"bare": [121_920, 121_920], "ground": [lake]});
    let stated = json!({
        "n": 1, "order": null, "rolls": [], "events": [], "stated": bare,
        "after": "0000000000000000",
    });
    let text: Vec<String> = lines.by_ref().chain([stated.to_string()]).collect();
    std::fs::write(&journal, text.join("\n") + "\n").expect("written");
    let output = asked("position", &journal, &[]);
    assert_eq!(output.status.code(), Some(3), "{}", said(&output));
    assert!(
        said(&output).contains("stated for each order"),
        "{}",
        said(&output)
    );
    let output = asked("position", &journal, &["--at", "0"]);
    assert!(output.status.success(), "{}", said(&output));
}

/// Where a real table holds the positions, nobody works anything out from places that are not known.
#[test]
fn what_depends_on_a_real_table_is_refused() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let scenario = std::fs::read_to_string(root.join("scenarios/three-hit/two-hills.battle.toml"));
    let text = scenario
        .expect("it ships")
        .replacen("title", "positions = \"table\"\ntitle", 1);
    let name = format!("{}-real.battle.toml", std::process::id());
    let file = std::env::temp_dir().join(name);
    std::fs::write(&file, text).expect("written");
    for (command, more) in [
        ("orders", &[][..]),
        ("odds", &["end"]),
        ("words", &[]),
        ("try", &["end"]),
        ("battle", &[]),
        ("advise", &[]),
        ("print", &["--parts", "map"]),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_sandtable"))
            .arg(command)
            .arg(&file)
            .args(more)
            .output();
        let output = output.expect("the program starts");
        let says = said(&output);
        assert_eq!(output.status.code(), Some(3), "{command}: {says}");
        assert!(
            says.contains("does not see where the miniatures stand"),
            "{command}: {says}"
        );
    }
    std::fs::remove_file(&file).ok();
}

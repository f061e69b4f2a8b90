//! Flaws of a tutorial file are reported with their place. Built-in tutorials are sound and play to
//! the end.

use sandtable_battle::{Battle, Rules};
use sandtable_files::Flaws;
use sandtable_tutorial::{Tutorial, peek, read, rehearse};
use std::sync::Arc;

fn open(text: &str) -> (Arc<dyn Rules>, Battle) {
    let (id, switches) = sandtable_files::peek_rules(text).expect("a battle file");
    let rules = sandtable_register::open(&id, &switches).expect("a rule set");
    let battle = sandtable_files::read_battle(text, rules.as_ref()).expect("a sound battle");
    (rules, battle)
}

fn three_hit() -> (String, Arc<dyn Rules>, Battle) {
    let all = sandtable_register::tutorials();
    let one = all.iter().find(|t| t.rules == "three-hit").expect("one");
    let (rules, battle) = open(&one.battle);
    (one.text.clone(), rules, battle)
}

/// Reads and rehearses a changed file, and returns the flaws of either.
fn flaws(change: impl Fn(&str) -> String) -> Flaws {
    let (text, rules, battle) = three_hit();
    let text = change(&text);
    let tutorial: Result<Tutorial, Flaws> = read(&text, rules.card(), &battle);
    match tutorial {
        Err(flaws) => flaws,
        Ok(tutorial) => rehearse(&Arc::new(tutorial), &text, rules.as_ref(), &mut |_| None)
            .expect_err("the file was spoilt"),
    }
}

#[test]
fn shipped_tutorials_are_played_as_they_are_written() {
    for shipped in sandtable_register::tutorials() {
        let head = peek(&shipped.text).unwrap_or_else(|e| panic!("{}: {e}", shipped.rules));
        assert_eq!(head.rules, shipped.rules);
        assert_eq!(head.battle, format!("{}.battle.toml", shipped.rules));
        let (rules, battle) = open(&shipped.battle);
        let tutorial = read(&shipped.text, rules.card(), &battle)
            .unwrap_or_else(|e| panic!("{}: {e}", shipped.rules));
        let tutorial = Arc::new(tutorial);
        let played = rehearse(&tutorial, &shipped.text, rules.as_ref(), &mut |_| None)
            .unwrap_or_else(|e| panic!("{}: {e}", shipped.rules));
        played
            .journal
            .verify(rules.as_ref())
            .unwrap_or_else(|e| panic!("{}: {e}", shipped.rules));
        assert!(played.scenes.len() >= 10, "{}", shipped.rules);
    }
}

#[test]
fn flaws_are_said_with_their_place_and_what_would_be_right() {
    let spoil = |from: &'static str, to: &'static str| {
        move |text: &str| {
            assert!(text.contains(from), "{from}");
            text.replacen(from, to, 1)
        }
    };
    for (from, to, says, hint) in [
        (
            "[\"THR-UNIT-05\"",
            "[\"THR-UNIT-99\"",
            "no clause `THR-UNIT-99`",
            "did you mean",
        ),
        ("task = ", "tsak = ", "unknown key `tsak`", "`task`"),
        (
            "\"Red Grenadiers\"",
            "\"Red Grenadier\"",
            "is called `Red Grenadier`",
            "Red Grenadiers",
        ),
        (
            "side = \"Blue\"",
            "side = \"Bleu\"",
            "no side is called `Bleu`",
            "`Blue`",
        ),
        ("within = 1.2", "within = -1", "must be 0 to", ""),
        (
            "minutes = 10",
            "minutes = \"ten\"",
            "must be a whole number",
            "",
        ),
        (
            "also = [\"shoot\"]",
            "also = [\"shout\"]",
            "`shout`",
            "`shoot`",
        ),
        (
            "advance 6\"]",
            "advanse 6\"]",
            "there is no leg of a move `advanse`",
            "",
        ),
        (
            "advance 6\"]",
            "advance 7\"]",
            "needs 7, reaches at most 6 inches",
            "it is turn 1, Move",
        ),
    ] {
        let found = flaws(spoil(from, to));
        let told = found.to_string();
        assert!(told.contains(says), "{from} -> {to}: {told}");
        assert!(told.contains(hint), "{from} -> {to}: {told}");
        let (text, ..) = three_hit();
        let line = text[..text.find(from).expect("there")]
            .matches('\n')
            .count()
            + 1;
        // A misspelt key is reported where it stands. What the step then lacks may be reported too,
        // where the step begins.
        let there = found.flaws.iter().find(|flaw| flaw.line == line);
        let flaw = there.unwrap_or_else(|| panic!("{from} -> {to}: no flaw at {line}: {told}"));
        assert!(flaw.to_string().contains(says), "{from} -> {to}: {told}");
        assert!(flaw.column >= 1);
    }
}

#[test]
fn a_story_that_did_not_happen_is_no_story() {
    let found =
        flaws(|text| text.replacen("shows = [\"THR-MOVE-04\"]", "shows = [\"THR-HIT-02\"]", 1));
    let told = found.to_string();
    assert!(told.contains("does not cite THR-HIT-02"), "{told}");
    assert!(told.contains("THR-MOVE-04"), "{told}");
}

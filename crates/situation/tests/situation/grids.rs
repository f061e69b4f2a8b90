//! Grids and single numbers.

use crate::support::{between, library, read, sound};
use sandtable_battle::Switches;
use sandtable_odds::{Terms, Weight};
use sandtable_situation::{Answer, grid};

fn firefight() -> String {
    let text = between(
        "three-hit",
        "6",
        "kind = \"infantry\"",
        "kind = \"infantry\"\nhits = 2",
    );
    let axes =
        "[grid]\nanswer = \"target gone\"\nrange = [4, 6, 12, 30]\ntarget.hits = [0, 1, 2]\n";
    format!("{text}{axes}")
}

#[test]
fn a_grid_asks_every_combination() {
    let text = firefight();
    let view = grid(&text, library(), &Switches::default(), None).expect("a grid");
    assert_eq!(view.axes.len(), 2);
    assert_eq!(view.cells.len(), 12);
    assert!(view.chances);
    // A shorter range is as good or better; out of range nobody can shoot.
    let cell = |range: usize, hits: usize| &view.cells[range * 3 + hits];
    assert!(cell(3, 0).number.is_none() && cell(3, 0).why.contains("THR-"));
    assert!(cell(0, 2).number.as_ref().expect("a chance").number > 0.0);
    assert_eq!(cell(0, 0).number.as_ref().expect("a chance").value, "0");
    assert!(view.text().contains("range \\ target.hits"));
    assert_eq!(view.csv().lines().count(), 13);
    let html = view.html();
    assert!(html.contains("<table>") && !html.contains("src=") && !html.contains("href="));
}

#[test]
fn numbers_are_those_of_the_odds() {
    let situation = sound(&firefight());
    let card = situation.rules.card();
    let odds = situation.odds(None, Terms::default()).expect("a shot");
    let gone = Answer::named("target gone", card).expect("known");
    let number = situation.answer(&gone, None).expect("a shot").number;
    let number = number.expect("a chance");
    let mean = odds
        .means
        .iter()
        .find(|m| m.label.ends_with("chance to be lost"));
    assert_eq!(number.value, mean.expect("it may be lost").value);
    let row = Answer::named(&odds.rows[0].label, card).expect("any words");
    assert_eq!(
        situation
            .answer(&row, None)
            .expect("a shot")
            .number
            .expect("a chance")
            .value,
        odds.rows[0].p
    );
    let whole = situation.odds(None, Terms::default()).expect("a shot");
    let sum: f64 = whole.rows.iter().map(|r| r.percent).sum();
    assert!((sum - 100.0).abs() < 0.05);
    assert!(sandtable_odds::Chance::ONE.number() > 0.0);
}

#[test]
fn grids_that_cannot_be_are_told() {
    let text = between(
        "three-hit",
        "6",
        "kind = \"infantry\"",
        "kind = \"infantry\"",
    );
    for (grid, says) in [
        ("", "needs an input"),
        ("rnage = [1]", "no input of a situation is called `rnage`"),
        ("range = 6", "`range` must be a list"),
        ("range = []", "must have 1 to 40 values"),
        ("range = [[1]]", "lists numbers or names"),
        (
            "range = [1]\nunit.hits = [1]\ntarget.hits = [1]\nside = [\"rear\"]",
            "at most 3 inputs",
        ),
        (
            "answer = \"target hurt\"\nrange = [1]",
            "of a unit can be asked",
        ),
    ] {
        let text = format!("{text}[grid]\n{grid}\n");
        let flaws = read(&text).expect_err(grid);
        assert!(flaws.to_string().contains(says), "{grid}: {flaws}");
    }
    let many: Vec<String> = (0..40).map(|n| n.to_string()).collect();
    let many = many.join(", ");
    let text = format!("{text}[grid]\nrange = [{many}]\nunit.hits = [{many}]\n");
    let flaws = read(&text).expect_err("too many");
    assert!(flaws.to_string().contains("1600 combinations"), "{flaws}");
}

/// A question over time as a grid: what never ends has no mean, and a mean of a part says so.
#[test]
fn a_mean_of_what_never_ends_is_no_number() {
    let text = "format = 1\nrules = \"three-hit\"\norder = \"shoot\"\n\
                [unit]\nkind = \"infantry\"\n[target]\nkind = \"infantry\"\n\
                [until]\nunit = \"shoot\"\ntarget = \"shoot\"\n\
                [grid]\nanswer = \"steps\"\nrange = [6, 12, 13, 40]\n";
    let view = grid(text, library(), &Switches::default(), None).expect("a grid");
    let [near, _, far, farther] = &view.cells[..] else {
        panic!("{} cells", view.cells.len());
    };
    for cell in [far, farther] {
        assert_eq!(cell.number, None);
        assert!(cell.why.contains("never ends"), "{}", cell.why);
    }
    assert!(near.number.is_some());
    assert!(
        near.note.contains("only what comes to an end"),
        "{}",
        near.note
    );
    let (shown, csv) = (view.text(), view.csv());
    assert!(
        shown.contains('*') && shown.contains("only what comes"),
        "{shown}"
    );
    assert!(
        csv.contains("never ends") && csv.contains("only what comes"),
        "{csv}"
    );
    assert!(view.html().contains("only what comes"));
}

/// What has too many ways to follow is drawn at random, and says so.
#[test]
fn a_grid_says_what_was_drawn_at_random() {
    let text = "format = 1\nrules = \"regimental\"\norder = \"shoot\"\nrange = 1\n\
                [unit]\nkind = \"infantry\"\n[target]\nkind = \"infantry\"\n\
                [until]\nunit = \"shoot\"\ntarget = \"shoot\"\n\
                [grid]\nanswer = \"steps\"\nunit.stands = [1, 4]\n";
    let cells = |answer: Option<&str>| {
        let view = grid(text, library(), &Switches::default(), answer);
        view.expect("a grid").cells
    };
    let mean = &cells(None)[1];
    assert!(mean.number.is_some(), "{}", mean.why);
    assert!(mean.note.contains("drawn at random"), "{}", mean.note);
    let first = &cells(Some("target first"))[1];
    assert!(first.note.contains("drawn at random"), "{}", first.note);
}

/// An answer that is sampled says so. A chance may be off by as much as the odds say; of an average
/// this is not known.
#[test]
fn a_grid_says_that_an_answer_is_sampled() {
    let text = r#"format = 1
rules = "regimental"
title = "T"
order = "charge"
others = "best"
range = 1
[unit]
kind = "infantry"
stands = 12
[target]
kind = "infantry"
stands = 12
[grid]
answer = "target gone"
range = [1,2]
"#;
    let cells = |answer: Option<&str>| {
        let view = grid(text, library(), &Switches::default(), answer);
        view.expect("a grid").cells
    };
    let situation = sound(text);
    let others = situation.settled();
    let terms = Terms {
        others,
        ..Terms::default()
    };
    let odds = situation.odds(None, terms).expect("a charge");
    let off = odds.within.expect("a sample is off by something");
    let note = &cells(None)[0].note;
    assert!(
        note.contains(&format!("about {off:.2} per cent")),
        "{off}: {note}"
    );
    let mean = &cells(Some("target stands"))[0];
    assert!(mean.note.contains("a random sample"), "{}", mean.note);
    assert!(!mean.note.contains("per cent"), "{}", mean.note);
}

//! Journals: stored, applied, forked, written, read, verified.

use crate::support::Skirmish;
use proptest::prelude::*;
use sandtable_battle::{Event, Judging, Order, Recorded, Rolled, Rules, Thrown, UnitId};
use sandtable_files::journal::{Journal, MOST_BYTES, Struck, peek};
use sandtable_files::notation;

const SHOT: Order = Order::Shoot {
    unit: UnitId(0),
    target: UnitId(3),
};

/// Plays a short battle: orders that are not legal are skipped.
fn played(rules: &Skirmish, seed: u64) -> Journal {
    let mut journal = Journal::open(crate::support::battle(rules), rules, seed);
    for _ in 0..6 {
        for text in [
            "end",
            "move 1st advance 1",
            "shoot 1st red_h",
            "decide 1",
            "shoot red_h 1st",
            "decide 0",
        ] {
            let order = notation::parse(text, journal.now(), rules.card())
                .unwrap_or_else(|t| panic!("{t}"));
            let _ = journal.play(rules, &order);
        }
    }
    journal
}

/// Returns a file as it was written before lines had checksums. Tests that edit a file on purpose
/// leave them out.
pub(crate) fn bare(text: &str) -> String {
    let objects = text.lines().filter(|line| !line.starts_with("{\"end\":"));
    objects
        .map(|line| {
            sandtable_keep::unchecked(line)
                .object()
                .expect("a sound line")
                + "\n"
        })
        .collect()
}

fn verified(text: &str) -> Result<(), String> {
    let rules = Skirmish::new();
    let journal = Journal::read(text, &rules).map_err(|flaws| format!("flaws: {flaws}"))?;
    journal
        .verify(&rules)
        .map_err(|m| format!("{:?} {m}", m.clause.map(|c| rules.card().cite(c))))
}

#[test]
fn the_opening_is_line_nought() {
    let rules = Skirmish::new();
    let journal = Journal::open(crate::support::battle(&rules), &rules, 7);
    let opening = &journal.lines()[0];
    assert_eq!(
        (opening.n, &opening.order, opening.rolls.len()),
        (0, &None, 1)
    );
    assert_eq!(journal.now().cursor.turn, 1);
    // A position does not get a second opening.
    let later = Journal::open(journal.now().clone(), &rules, 7);
    assert!(later.lines()[0].events.is_empty());
    assert_eq!(later.verify(&rules), Ok(()));
}

#[test]
fn events_fold_to_the_battle_and_any_line_can_be_opened() {
    let rules = Skirmish::new();
    let journal = played(&rules, 3);
    assert!(journal.lines().len() > 8, "{} lines", journal.lines().len());
    assert!(journal.lines().iter().any(|line| line.order == Some(SHOT)));
    assert_eq!(&journal.fold(), journal.now());
    for line in journal.lines() {
        assert_eq!(
            journal.battle_at(line.n).map(|b| b.fingerprint()),
            Some(line.after)
        );
    }
    assert_eq!(journal.battle_at(journal.next()), None);
    assert_eq!(journal.verify(&rules), Ok(()));
}

#[test]
fn a_fork_goes_on_with_the_same_dice() {
    let rules = Skirmish::new();
    let journal = played(&rules, 3);
    let mut fork = journal.fork(5).unwrap_or_else(|| panic!("line 5 is there"));
    assert_eq!(fork.next(), 6);
    for line in &journal.lines()[6..] {
        let order = line.order.as_ref().unwrap_or_else(|| panic!("an order"));
        assert_eq!(fork.play(&rules, order), Ok(line));
    }
    assert_eq!(fork, journal);
    assert_eq!(fork.hash(), journal.hash());
    let taken = fork.take_back();
    assert_eq!(taken.map(|line| line.n), Some(journal.next() - 1));
    assert_eq!(fork.now(), &fork.fold());
    assert!(journal.fork(journal.next()).is_none());
}

#[test]
fn a_file_reads_back_equal() {
    let rules = Skirmish::new();
    let mut journal = played(&rules, u64::MAX);
    journal.header.players = vec!["greedy".to_owned(), "a friend".to_owned()];
    let text = journal.to_jsonl();
    // The two extra lines are the header and the end mark.
    assert_eq!(text.lines().count(), journal.lines().len() + 2);
    assert_eq!(peek(&text).map(|h| h.rules), Ok("skirmish".to_owned()));
    let again = Journal::read(&text, &rules).unwrap_or_else(|flaws| panic!("{flaws}"));
    assert_eq!(again, journal);
    assert!(again.is_of(rules.card()));
    assert_eq!(verified(&text), Ok(()));
    // A seed may be a number, too.
    let number = bare(&text).replacen(
        "\"seed\":\"18446744073709551615\"",
        "\"seed\":18446744073709551615",
        1,
    );
    assert_ne!(number, text);
    assert_eq!(
        Journal::read(&number, &rules).map(|j| j.header.seed),
        Ok(u64::MAX)
    );
}

/// Returns the file of a battle with one of its lines changed.
fn edited(n: usize, change: impl Fn(&str) -> String) -> String {
    let text = bare(&played(&Skirmish::new(), 3).to_jsonl());
    let lines: Vec<String> = text
        .lines()
        .enumerate()
        .map(|(i, line)| {
            if i == n {
                change(line)
            } else {
                line.to_owned()
            }
        })
        .collect();
    lines.join("\n") + "\n"
}

/// Returns the number of the first line in which shots were thrown for, and the faces.
fn first_shot() -> (usize, String) {
    let journal = played(&Skirmish::new(), 3);
    let shot = journal.lines().iter().find(|line| {
        matches!(line.order, Some(Order::Shoot { .. }))
            && line
                .events
                .iter()
                .any(|e| matches!(e, Event::Marked { .. }))
    });
    let shot = shot.unwrap_or_else(|| panic!("no hit in this battle"));
    (
        shot.n as usize,
        serde_json::to_string(&shot.rolls[0].faces).unwrap_or_default(),
    )
}

#[test]
fn an_edited_file_is_found_out_with_line_and_clause() {
    let (n, faces) = first_shot();
    let line = n + 1;
    let faces = format!("\"faces\":{faces}");
    let with = |to: &str| verified(&edited(line, |text| text.replace(&faces, to))).unwrap_err();

    let other = with("\"faces\":[1,1]");
    assert!(
        other.starts_with(&format!(
            "Some(\"SKI-SHOOT-01\") line {n}: the rules give {{\"told\""
        )),
        "{other}"
    );
    let short = with("\"faces\":[4]");
    assert!(
        short.contains("SKI-SHOOT-01") && short.ends_with("the journal has too few faces"),
        "{short}"
    );
    let long = with("\"faces\":[4,4,4]");
    assert!(long.starts_with("Some(\"SKI-SHOOT-01\")"), "{long}");
    let wrong = with("\"faces\":[4,9]");
    assert!(wrong.ends_with("the journal has a face 9"), "{wrong}");

    let mark = verified(&edited(line, |text| {
        text.replace("\"to\":1,\"why\":102", "\"to\":0,\"why\":102")
    }))
    .unwrap_err();
    assert!(
        mark.starts_with(&format!(
            "Some(\"SKI-SHOOT-01\") line {n}: the rules give {{\"marked\""
        )),
        "{mark}"
    );
    let after = verified(&edited(line, |text| {
        let at = text.rfind("\"after\":\"").unwrap_or_default() + 9;
        format!("{}0000000000000000\"}}", &text[..at])
    }));
    assert!(after.is_err_and(|m| m.contains("the journal has \"0000000000000000\"")));
    let order = verified(&edited(line, |text| {
        text.replace("{\"shoot\":{\"unit\":0", "{\"shoot\":{\"unit\":4")
    }));
    assert!(order.is_err_and(|m| m.contains("the rules give a refusal")));
}

#[test]
fn a_throw_too_many_is_named() {
    let line = edited(2, |text| {
        assert!(text.contains("\"rolls\":[]"), "{text}");
        text.replace(
            "\"rolls\":[]",
            "\"rolls\":[{\"ask\":{\"die\":{\"sides\":6}},\"faces\":[3],\"by\":\"A\",\"why\":102}]",
        )
    });
    let found = verified(&line).unwrap_err();
    assert_eq!(
        found,
        "Some(\"SKI-SHOOT-01\") line 1: the rules give no other throw, the journal has 1 more faces"
    );
}

#[test]
fn an_edited_header_is_found_out() {
    let battle = verified(&edited(0, |text| {
        text.replace("Hold the crossroads", "Hold the crossroad")
    }))
    .unwrap_err();
    assert!(battle.ends_with("it was edited"), "{battle}");
    let switches = verified(&edited(0, |text| {
        text.replace("\"range\":\"14\"", "\"range\":\"15\"")
    }))
    .unwrap_err();
    assert!(switches.contains("\"range\":\"15\""), "{switches}");
}

#[test]
fn broken_files_have_flaws_with_lines() {
    let rules = Skirmish::new();
    let text = played(&rules, 3).to_jsonl();
    let flaw = |text: &str| match Journal::read(text, &rules) {
        Ok(_) => panic!("no flaw"),
        Err(flaws) => flaws.to_string(),
    };
    let count = text.lines().count();
    let cut = flaw(&text[..text.len() - 30]);
    assert!(
        cut.starts_with(&format!(
            "line {count}, column 1: this line, the last of the journal, is cut short"
        )),
        "{cut}"
    );
    assert_eq!(flaw(""), "line 1, column 1: the header breaks off");
    let middle = flaw(&edited(4, |line| line.replacen("{\"n\":3", "{\"n\":!", 1)));
    assert_eq!(
        middle,
        "line 5, column 6: a line of the journal says something here that no journal says"
    );
    let line = |with: &str| format!("{{\"n\":3,\"order\":null,\"rolls\":[],\"events\":[]{with}}}");
    let lacks = flaw(&edited(4, |_| line("")));
    assert_eq!(
        lacks,
        "line 5, column 1: a line of the journal lacks `after`"
    );
    let twice = flaw(&edited(4, |line| {
        line.replacen("{\"n\":3", "{\"n\":3,\"order\":\"end\"", 1)
    }));
    assert!(
        twice.ends_with("a line of the journal gives `order` twice"),
        "{twice}"
    );
    let unknown = flaw(&edited(4, |_| {
        String::from(
            "{\"n\":3,\"order\":{\"shoot\":{\"unit\":0,\"target\":1,\"note\":1}},\"rolls\":[],\"events\":[],\"after\":\"0000000000000000\"}",
        )
    }));
    assert!(
        unknown.ends_with("a line of the journal has `note`, which no journal has"),
        "{unknown}"
    );
    let missing = flaw(&edited(4, |_| {
        String::from(
            "{\"n\":7,\"order\":null,\"rolls\":[],\"events\":[],\"after\":\"0000000000000000\"}",
        )
    }));
    assert_eq!(
        missing,
        "line 5, column 1: this line should have the number 3, not 7"
    );
    let format = flaw(&edited(0, |line| {
        line.replacen("\"format\":3", "\"format\":9", 1)
    }));
    assert_eq!(format, "line 1, column 1: `format` must be 1 to 3, not 9");
    let other = flaw(&edited(0, |line| {
        line.replacen("\"rules\":\"skirmish\"", "\"rules\":\"chess\"", 1)
    }));
    assert_eq!(
        other,
        "line 1, column 1: this journal is of `chess`, not `skirmish`"
    );
    let battle = flaw(&edited(0, |line| {
        line.replace("grade = \\\"veteran", "grade = \\\"veterans")
    }));
    assert!(
        battle.contains("the battle in the header, line"),
        "{battle}"
    );
    let unknown = flaw(&edited(2, |line| {
        line.replacen("{\"n\":1", "{\"m\":1,\"n\":1", 1)
    }));
    assert!(
        unknown.contains("has `m`, which no journal has"),
        "{unknown}"
    );
    let stranger = flaw(&edited(3, |line| line.replace("\"unit\":0", "\"unit\":77")));
    assert_eq!(
        stranger,
        "line 4, column 1: this line names something that is not in its battle"
    );
    let long = flaw(&"x".repeat(MOST_BYTES + 1));
    assert!(long.contains("a journal has at most"), "{long}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    /// A corrupted journal is refused, or it opens and is then found out or harmless.
    #[test]
    fn a_spoilt_journal_never_panics(
        at in any::<prop::sample::Index>(),
        cut in 0..30_usize,
        patch in "([0-9a-z:\\[\\]\"{},]{0,6}|null|-1|255|99999999999)",
    ) {
        let rules = Skirmish::new();
        let mut text = played(&rules, 3).to_jsonl();
        let from = at.index(text.len());
        text.replace_range(from..(from + cut).min(text.len()), &patch);
        if let Ok(journal) = Journal::read(&text, &rules) {
            let _ = journal.verify(&rules);
            let mut events = journal.start().clone();
            for event in journal.lines().iter().flat_map(|line| &line.events) {
                let _ = sandtable_tell::event(&events, rules.card(), event);
                events.apply(event);
            }
        }
    }
}

#[test]
fn refused_orders_leave_no_trace() {
    let rules = Skirmish::new();
    let mut journal = Journal::open(crate::support::battle(&rules), &rules, 1);
    let before = journal.clone();
    let far = Order::Charge {
        unit: UnitId(0),
        target: UnitId(3),
        reach: false,
        heading: None,
    };
    assert!(journal.play(&rules, &far).is_err());
    assert_eq!(journal, before);
}

#[test]
fn what_is_struck_out_stays_to_be_seen() {
    let rules = Skirmish::new();
    let mut journal = played(&rules, 3);
    let all = journal.lines().len();
    assert!(!journal.strike(journal.next()), "no such line");
    assert!(journal.strike(6));
    assert_eq!(Some(journal.now().clone()), journal.battle_at(6));
    assert_eq!(journal.lines()[6].struck.len(), all - 7);
    // Strikes twice: what is struck out later comes after, and nothing is nested.
    assert!(journal.strike(4));
    let struck = &journal.lines()[4].struck;
    let numbers: Vec<u32> = struck.iter().map(|line| line.n).collect();
    assert_eq!(&numbers[..3], [5, 6, 7]);
    assert!(struck.iter().all(|line| line.struck.is_empty()));
    let after = journal.battle_at(4).unwrap_or_else(|| panic!("line 4"));
    let mut walk = Struck::after(&journal.lines()[4], after);
    while let Some((place, before)) = walk.step() {
        let mut now = before.unwrap_or_else(|| panic!("it follows one"));
        struck[place].fold(&mut now);
        assert_eq!(now.fingerprint(), struck[place].after);
        walk.leave(now);
    }
    let text = journal.to_jsonl();
    assert_eq!(Journal::read(&text, &rules).as_ref(), Ok(&journal));
    assert_eq!(verified(&text), Ok(()));
    let mut nested = journal.clone();
    assert!(nested.strike(3));
    let text = nested.to_jsonl();
    assert_eq!(Journal::read(&text, &rules).as_ref(), Ok(&nested));
}

#[test]
fn whose_dice_fell_is_kept_and_throws_may_be_left_to_the_engine() {
    let rules = Skirmish::new();
    let all = played(&rules, 3);
    let shot = all.lines().iter().find(|line| line.order == Some(SHOT));
    let shot = shot.unwrap_or_else(|| panic!("a shot"));
    assert_eq!(
        shot.rolls.iter().map(|r| r.faces.len()).collect::<Vec<_>>(),
        [2]
    );
    let journal = all.fork(shot.n - 1).unwrap_or_else(|| panic!("before it"));
    let next = |journal: &Journal| Rolled::new(journal.header.seed, journal.next());
    for (faces, thrown) in [(&[5, 2][..], Thrown::Hand), (&[0], Thrown::Engine)] {
        let mut journal = journal.clone();
        let mut dice = Recorded::by_hand(faces, next(&journal));
        let (_, events) = rules
            .play(journal.now(), &SHOT, &mut dice)
            .unwrap_or_else(|_| panic!("a shot"));
        let rolls = dice.rolls().to_vec();
        assert_eq!(rolls.iter().map(|r| r.thrown).collect::<Vec<_>>(), [thrown]);
        if thrown == Thrown::Engine {
            assert_eq!(rolls[0].faces[0], next(&journal).face(6));
        }
        journal.append(Some(SHOT), rolls, events);
        let text = journal.to_jsonl();
        assert_eq!(text.contains("\"thrown\":\"hand\""), thrown == Thrown::Hand);
        assert_eq!(Journal::read(&text, &rules).as_ref(), Ok(&journal));
        assert_eq!(verified(&text), Ok(()));
    }
}

#[test]
fn a_full_journal_can_still_be_read() {
    let rules = Skirmish::new();
    let mut journal = played(&rules, 1);
    assert!(!journal.is_full());
    let noted = |event: &&Event| matches!(event, Event::Noted { .. });
    let all = journal.lines().iter().flat_map(|line| &line.events);
    let one: Vec<Event> = all.filter(|event| !noted(event)).copied().take(5).collect();
    // Long lines: a test of many short ones takes minutes.
    let events = one.repeat(40);
    while !journal.is_full() {
        journal.append(Some(Order::End), Vec::new(), events.clone());
    }
    assert!(journal.next() > 1_000, "{} lines", journal.next());
    let text = journal.to_jsonl();
    assert!(text.len() < MOST_BYTES);
    let left = MOST_BYTES - text.len();
    assert!(left <= 1 << 20, "{left} bytes are left");
    assert_eq!(Journal::read(&text, &rules).as_ref(), Ok(&journal));
    journal
        .take_back()
        .unwrap_or_else(|| panic!("the last line"));
    assert!(!journal.is_full());
}

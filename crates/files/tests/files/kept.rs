//! Journals on a disk: checksums, the end mark, what can be rescued from a damaged file, and where
//! the dice of a line come from.

use crate::journal::bare;
use crate::support::{Skirmish, battle};
use sandtable_battle::seal::Seal;
use sandtable_battle::{Ask, Dice as _, Judging, Order, Rolled, Rules, Thrown, UnitId};
use sandtable_files::journal::{Journal, Tail, tail};
use sandtable_files::notation;

fn played(rules: &Skirmish) -> Journal {
    let mut journal = Journal::open(battle(rules), rules, 3);
    go_on(&mut journal, rules, 4);
    journal
}

fn go_on(journal: &mut Journal, rules: &Skirmish, rounds: usize) {
    for _ in 0..rounds {
        for text in [
            "end",
            "shoot 1st red_h",
            "decide 1",
            "shoot red_h 1st",
            "decide 0",
        ] {
            let order = notation::parse(text, journal.now(), rules.card()).expect("an order");
            let _ = journal.play(rules, &order);
        }
    }
}

/// Reads and replays a file, and returns the error, if any.
fn says(text: &str) -> Result<(), String> {
    let rules = Skirmish::new();
    let journal = Journal::read(text, &rules).map_err(|flaws| flaws.to_string())?;
    journal.verify(&rules).map_err(|m| m.to_string())
}

#[test]
fn a_file_of_before_reads_and_proves_the_same() {
    let rules = Skirmish::new();
    let journal = played(&rules);
    let text = journal.to_jsonl();
    assert_eq!((tail(&text), tail(&bare(&text))), (Tail::Whole, Tail::Old));
    let old = Journal::read(&bare(&text), &rules).expect("reads");
    assert_eq!(old, journal);
    assert_eq!(old.proof(&rules), journal.proof(&rules));
    // Writing it again adds them.
    assert_eq!(old.to_jsonl(), text);
    // It stays the same after a system that ends lines differently.
    let carried = text.replace('\n', "\r\n");
    assert_eq!(Journal::read(&carried, &rules).as_ref(), Ok(&journal));
    assert_eq!(tail(&carried), Tail::Whole);
}

#[test]
fn every_end_but_the_whole_file_is_no_whole_file() {
    let rules = Skirmish::new();
    let journal = played(&rules);
    let text = journal.to_jsonl();
    // The last byte ends the last line: nothing is lost without it.
    for at in (0..text.len() - 1).step_by(5) {
        let part = &text[..at];
        match Journal::read(part, &rules) {
            Ok(_) => assert_eq!(tail(part), Tail::Open, "cut at byte {at}"),
            Err(flaws) => assert!(!flaws.flaws.is_empty()),
        }
    }
    assert_eq!(tail(&text[..text.len() - 1]), Tail::Whole);
}

#[test]
fn what_comes_before_the_damage_is_saved() {
    let rules = Skirmish::new();
    let journal = played(&rules);
    let text = journal.to_jsonl();
    let lines: Vec<&str> = text.lines().collect();
    for damaged in 1..lines.len() {
        let mut other: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
        other[damaged] = other[damaged].replacen('1', "2", 1);
        let other = other.join("\n") + "\n";
        let rescue = Journal::rescue(&other, &rules).expect("some of it is saved");
        assert_eq!(rescue.journal.lines().len(), damaged - 1);
        assert_eq!(rescue.journal.lines(), &journal.lines()[..damaged - 1]);
        assert_eq!(rescue.flaws.flaws[0].line, damaged + 1, "it is named");
        assert_eq!(rescue.journal.verify(&rules), Ok(()));
    }
    // A tail that the disk filled with zeros loses only the line it was in.
    let at = text.len() - lines[lines.len() - 1].len() - 40;
    let torn = format!("{}{}", &text[..at], "\0".repeat(4096));
    let rescue = Journal::rescue(&torn, &rules).expect("some of it is saved");
    assert_eq!(rescue.journal.lines().len(), journal.lines().len() - 1);
    assert!(
        Journal::rescue(&text, &rules).is_none(),
        "nothing is damaged"
    );
    assert!(Journal::rescue(&text[20..], &rules).is_none(), "no header");
}

#[test]
fn the_dice_of_the_engine_are_those_of_the_seed() {
    let rules = Skirmish::new();
    let journal = played(&rules);
    let proof = journal.proof(&rules).expect("agrees");
    assert!(proof.seeded > 3);
    assert_eq!((proof.unknown, proof.hand, proof.named), (0, 0, 0));
    // A different seed, as if it had been the original one.
    let text = bare(&journal.to_jsonl());
    let other = says(&text.replacen("\"seed\":\"3\"", "\"seed\":\"4\"", 1)).expect_err("another");
    assert!(other.contains("from the seed"), "{other}");
    // An older journal, whose lines do not name their dice, says that it does not know.
    let old = text.replacen("\"seed\":\"3\",\"seeded\":true", "\"seed\":\"4\"", 1);
    let old = Journal::read(&old, &rules).expect("reads");
    let told = old.proof(&rules).expect("of before");
    // A single die may show the same by chance.
    assert!(told.unknown > 0);
    assert_eq!(told.unknown + told.seeded, proof.seeded);
    assert!(
        told.cannot()
            .iter()
            .any(|says| says.contains("do not come from the seed"))
    );
    // If they are called real dice they are accepted as told, and the proof says so.
    let roll = text.find("\"why\":102}").expect("a throw") + "\"why\":102".len();
    let hand = format!("{},\"thrown\":\"hand\"{}", &text[..roll], &text[roll..]);
    let hand = Journal::read(&hand, &rules).expect("reads");
    if let Ok(proof) = hand.proof(&rules) {
        assert_eq!(proof.hand, 1);
        assert!(proof.cannot().iter().any(|says| says.contains("real dice")));
    }
}

#[test]
fn another_seed_leaves_a_note_where_dice_fell_before() {
    let rules = Skirmish::new();
    let mut journal = played(&rules);
    let before = journal.proof(&rules).expect("agrees").seeded;
    assert!(journal.strike(journal.next() - 3));
    journal.reseed(77);
    go_on(&mut journal, &rules, 3);
    let proof = journal.proof(&rules).expect("agrees");
    assert_eq!(proof.named, before);
    assert!(proof.seeded > 0);
    assert_eq!(says(&journal.to_jsonl()), Ok(()));
    assert!(
        proof
            .cannot()
            .iter()
            .any(|says| says.contains("named in their line"))
    );
    // The dice of a step of a first battle.
    let mut lesson = played(&rules);
    let mut dice = Rolled::new(9, 1);
    let shot = Order::Shoot {
        unit: UnitId(0),
        target: UnitId(3),
    };
    let _ = lesson.play(
        &rules,
        &notation::parse("end", lesson.now(), rules.card()).expect("one"),
    );
    if let Ok((_, events)) = rules.play(lesson.now(), &shot, &mut dice) {
        let stream = dice.stream();
        lesson.append(Some(shot), dice.into_rolls(), events);
        lesson.thrown_from(stream);
        assert_eq!(says(&lesson.to_jsonl()), Ok(()));
    }
}

#[test]
fn a_fork_of_a_fork_under_a_seal_still_proves_its_dice() {
    let rules = Skirmish::new();
    let seal = Seal::new("0123456789abcdef", "word").expect("a seal");
    let mut journal = Journal::open_sealed(battle(&rules), &rules, seal);
    go_on(&mut journal, &rules, 2);
    let mut first = journal.fork(3).expect("a line");
    go_on(&mut first, &rules, 3);
    let engine = |journal: &Journal| {
        let rolls = journal.lines().iter().flat_map(|line| &line.rolls);
        rolls.filter(|roll| roll.thrown == Thrown::Engine).count()
    };
    assert!(engine(&first) > 0);
    let mut second = first.fork(first.next() - 2).expect("a line");
    go_on(&mut second, &rules, 2);
    assert!(engine(&second) > 0);
    assert_eq!(says(&second.to_jsonl()), Ok(()));
}

#[test]
fn lines_that_were_struck_out_are_verified_too() {
    let rules = Skirmish::new();
    let mut journal = played(&rules);
    assert!(journal.strike(2));
    let text = bare(&journal.to_jsonl());
    assert_eq!(says(&text), Ok(()));
    let at = text.find("\"struck\":").expect("some");
    let faces = at + text[at..].find("\"faces\":[").expect("thrown") + "\"faces\":[".len();
    let other = if &text[faces..=faces] == "6" {
        "5"
    } else {
        "6"
    };
    let changed = format!("{}{other}{}", &text[..faces], &text[faces + 1..]);
    assert!(says(&changed).is_err());
}

#[test]
fn an_ask_that_nobody_can_throw_is_refused_when_read() {
    let wild = [
        Ask::Row {
            throws: 200,
            each: 2,
            sides: 6,
            grades: 0,
        },
        Ask::Sum { dice: 25, sides: 6 },
        Ask::Die { sides: 0 },
    ];
    let text = bare(&played(&Skirmish::new()).to_jsonl());
    let at = text.find("\"rolls\":[{\"ask\":").expect("a roll") + "\"rolls\":[{\"ask\":".len();
    let end = at + text[at..].find(",\"faces\"").expect("its faces");
    for ask in wild {
        assert!(!ask.is_sound());
        let ask = serde_json::to_string(&ask).expect("JSON");
        let found = says(&format!("{}{ask}{}", &text[..at], &text[end..]));
        assert!(found.is_err_and(|why| why.contains("not in its battle")));
    }
    let mut dice = Rolled::new(1, 1);
    let most = Ask::Sum { dice: 24, sides: 6 };
    assert!(most.is_sound());
    assert!(dice.ask(most, sandtable_battle::Side::A, sandtable_battle::c::OVER) >= 24);
}

#[test]
fn orders_farther_than_any_table_are_refused_before_anything_is_measured() {
    let rules = Skirmish::new();
    let journal = Journal::open(battle(&rules), &rules, 3);
    for far in [i32::MAX, i32::MIN, 10_000_001] {
        let legs = std::iter::once(sandtable_battle::Leg::Advance { by: far }).collect();
        let order = Order::Move {
            unit: UnitId(0),
            legs,
        };
        let refused = rules.judge(journal.now(), &order).expect_err("too far");
        let clauses: Vec<_> = refused.reasons().iter().map(|r| r.clause).collect();
        assert!(clauses.contains(&sandtable_battle::c::TOO_FAR));
    }
}

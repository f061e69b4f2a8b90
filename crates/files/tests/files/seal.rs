//! Sealed dice: what is told beforehand, what follows from it, and what a journal shows of both
//! afterwards.

use crate::support::{Skirmish, battle};
use sandtable_battle::seal::{Seal, code};
use sandtable_battle::{Roll, Rules, Thrown};
use sandtable_files::journal::Journal;
use sandtable_files::notation;

const SECRET: &str = "0123456789abcdef0123456789abcdef";

fn seal() -> Seal {
    Seal::new(SECRET, " Lützen ").expect("a seal")
}

/// Plays a battle of some shots under a seal.
fn played(rules: &Skirmish) -> Journal {
    let mut journal = Journal::open_sealed(battle(rules), rules, seal());
    for _ in 0..4 {
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
    journal
}

fn rolls(journal: &Journal) -> Vec<&Roll> {
    let lines = journal.lines().iter();
    lines.flat_map(|line| &line.rolls).collect()
}

fn verified(text: &str) -> Result<(), String> {
    let rules = Skirmish::new();
    let journal = Journal::read(text, &rules).map_err(|flaws| flaws.to_string())?;
    journal.verify(&rules).map_err(|m| m.to_string())
}

/// The values were worked out with other programs: `printf %s SECRET | sha256sum`.
#[test]
fn the_code_and_the_seed_are_what_anybody_works_out() {
    assert_eq!(seal().code(), "3eb1-bd43-9947-eb76-2998-e566-ccc2-e099");
    assert_eq!(seal().seed(), 2_441_831_430_744_241);
}

#[test]
fn another_word_or_another_secret_gives_other_dice() {
    let other = |secret: &str, word: &str| Seal::new(secret, word).expect("a seal").seed();
    assert_ne!(seal().seed(), other(SECRET, "Leipzig"));
    assert_ne!(seal().seed(), other(&SECRET.to_uppercase(), "Lützen"));
}

#[test]
fn what_is_no_secret_and_no_word_is_refused() {
    for secret in [
        "",
        "0123456789abcde",
        "0123456789abcde ",
        &"a".repeat(65),
        "äöü0123456789abc",
    ] {
        assert!(code(secret).is_err(), "{secret}");
    }
    for word in ["", "  ", &"w".repeat(61)] {
        assert!(Seal::new(SECRET, word).is_err(), "{word}");
    }
}

#[test]
fn every_throw_is_marked_and_comes_from_the_seal() {
    let rules = Skirmish::new();
    let journal = played(&rules);
    assert!(rolls(&journal).len() > 2);
    assert!(
        rolls(&journal)
            .iter()
            .all(|roll| roll.thrown == Thrown::Sealed)
    );
    let text = journal.to_jsonl();
    assert_eq!(Journal::read(&text, &rules).as_ref(), Ok(&journal));
    assert_eq!(verified(&text), Ok(()));
}

#[test]
fn dice_that_were_changed_or_never_sealed_are_found() {
    let rules = Skirmish::new();
    let text = crate::journal::bare(&played(&rules).to_jsonl());
    let changed = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        verified(&text.replacen(from, to, 1)).expect_err("it was changed")
    };
    // A different word, as if it had been said: the seed no longer follows.
    assert!(changed("Lützen", "Leipzig").contains("which follows from its seal"));
    // A throw of the engine's own.
    let own = changed("\"thrown\":\"sealed\"", "\"thrown\":\"engine\"");
    assert!(own.contains("sealed dice"), "{own}");
    // Sealed dice in a battle without a seal.
    let seal = text.find("\"seal\":").expect("a seal");
    let end = text[seal..].find("},").expect("its end") + seal + 2;
    let bare = format!("{}{}", &text[..seal], &text[end..]);
    let without = verified(&bare).expect_err("no seal");
    assert!(without.contains("without a seal"), "{without}");
    // An invalid secret.
    let broken = changed(SECRET, "short");
    assert!(broken.contains("16 to 64 letters"), "{broken}");
}

/// The dice of an order depend on its number: forking and giving the order there reveals nothing of
/// what the sealed battle would throw.
#[test]
fn a_fork_throws_other_dice_and_says_since_when() {
    let rules = Skirmish::new();
    let journal = played(&rules);
    let given = notation::parse("shoot 1st red_h", journal.now(), rules.card()).expect("an order");
    let mut lines = journal.lines().iter();
    let shot = lines.find(|line| line.order.as_ref() == Some(&given));
    let before = shot.expect("a shot").n - 1;
    let mut fork = journal.fork(before).expect("a line");
    let told = fork.header.seal.clone().expect("its seal");
    assert_eq!((told.code(), told.until), (seal().code(), Some(before)));
    let (faces, mut sealed, mut other) = (1..=40, journal.dice(), fork.dice());
    let faces: Vec<(u8, u8)> = faces.map(|_| (sealed.face(6), other.face(6))).collect();
    assert!(faces.iter().any(|(a, b)| a != b));
    fork.play(&rules, &given).expect("a shot");
    let last = fork.lines().last().expect("the shot");
    assert!(!last.rolls.is_empty());
    assert!(last.rolls.iter().all(|roll| roll.thrown == Thrown::Engine));
    assert_eq!(verified(&fork.to_jsonl()), Ok(()));
}

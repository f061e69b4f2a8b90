//! Sealed dice: what is told beforehand, what follows from it, and what a journal shows of both
//! afterwards.

use crate::support::{Skirmish, battle};
use sandtable_battle::joint::{Joint, Party, Pledge, Value};
use sandtable_battle::seal::{Seal, code};
use sandtable_battle::{Judging, Roll, Rules, Thrown};
use sandtable_files::journal::Journal;
use sandtable_files::notation;

const SECRET: &str = "0123456789abcdef0123456789abcdef";

fn seal() -> Seal {
    Seal::new(SECRET, " Lützen ").expect("a seal")
}

/// Plays a battle of some shots under a seal.
fn played(rules: &Skirmish) -> Journal {
    let mut journal = Journal::open_sealed(battle(rules), rules, seal());
    go_on(rules, &mut journal);
    journal
}

fn go_on(rules: &Skirmish, journal: &mut Journal) {
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

/// What was taken back before the seal was broken had sealed dice, what was taken back after it
/// has others; both may follow the line at which it was broken.
#[test]
fn lines_struck_out_before_and_after_a_fork_agree() {
    let rules = Skirmish::new();
    let mut journal = played(&rules);
    assert!(journal.strike(2));
    let mut fork = journal.fork(2).expect("a line");
    let thrown = |journal: &Journal| {
        let struck = journal.lines().iter().flat_map(|line| &line.struck);
        let rolls: Vec<Thrown> = struck.flat_map(|l| &l.rolls).map(|r| r.thrown).collect();
        rolls
    };
    assert!(thrown(&fork).contains(&Thrown::Sealed));
    assert_eq!(verified(&fork.to_jsonl()), Ok(()));
    go_on(&rules, &mut fork);
    assert!(fork.strike(2));
    assert!(thrown(&fork).contains(&Thrown::Engine));
    assert_eq!(verified(&fork.to_jsonl()), Ok(()));
}

/// Breaking a seal twice at one line gives the same seed again.
#[test]
fn a_seed_that_comes_back_is_named_by_no_line() {
    let rules = Skirmish::new();
    let mut fork = played(&rules).fork(0).expect("a line");
    for line in [1, 0] {
        go_on(&rules, &mut fork);
        assert!(fork.strike(0));
        go_on(&rules, &mut fork);
        fork = fork.fork(line).expect("a line");
        assert_eq!(verified(&fork.to_jsonl()), Ok(()));
    }
    let first = fork.header.seed;
    go_on(&rules, &mut fork);
    fork.reseed(first + 1);
    assert_eq!(verified(&fork.to_jsonl()), Ok(()));
    fork.reseed(first);
    assert_eq!(verified(&fork.to_jsonl()), Ok(()));
}

/// Joint dice of lines that were taken back follow from one another, not all from the same line.
#[test]
fn joint_dice_of_lines_struck_out_agree() {
    let rules = Skirmish::new();
    let mut journal = Journal::open(battle(&rules), &rules, 1);
    let root = Value::new([7; 32]);
    for throw in 1..=4 {
        let joint = Joint {
            throw,
            pledges: Vec::new(),
            host: root.opens(throw).expect("a value"),
            a: None,
            b: None,
        };
        let first = (throw == 1).then(|| Pledge {
            by: Party::Host,
            from: 0,
            top: root.pledge(),
        });
        let joint = Joint {
            pledges: first.into_iter().collect(),
            ..joint
        };
        let order = if throw == 1 { "end" } else { "shoot 1st red_h" };
        let order = notation::parse(order, journal.now(), rules.card()).expect("an order");
        let mut dice = joint.dice(journal.next());
        if let Ok((_, events)) = rules.play(journal.now(), &order, &mut dice) {
            journal.append(Some(order), dice.into_rolls(), events);
            journal.thrown_jointly(joint);
        }
        let decide = notation::parse("decide 1", journal.now(), rules.card()).expect("an order");
        let _ = journal.play(&rules, &decide);
    }
    let lines = journal.lines().iter();
    assert!(lines.filter(|line| line.joint.is_some()).count() > 1);
    assert_eq!(verified(&journal.to_jsonl()), Ok(()));
    // Nobody throws dice by hand that everybody pledged.
    let bare = crate::journal::bare(&journal.to_jsonl());
    let by_hand = bare.replacen("\"thrown\":\"sealed\"", "\"thrown\":\"hand\"", 1);
    assert_ne!(by_hand, bare);
    assert!(verified(&by_hand).is_err());
    for n in [1, 0] {
        assert!(journal.strike(n));
        assert_eq!(verified(&journal.to_jsonl()), Ok(()));
    }
    let mut wrong = crate::journal::bare(&journal.to_jsonl());
    let at = wrong.rfind("\"throw\":").expect("a throw") + "\"throw\":".len();
    wrong.replace_range(at..=at, "9");
    assert!(verified(&wrong).is_err());
}

//! Journals changed on purpose and signed anew: whoever keeps one can write what they like, so
//! `verify` must find it or list it as not proven.

use sandtable_battle::{Battle, Event, Order, Rules, Stated};
use sandtable_files::Journal;
use sandtable_opponents::{Player, level};
use std::sync::Arc;

/// Opens a battle of every rule set.
fn battles() -> impl Iterator<Item = (Arc<dyn Rules>, Battle)> {
    let shipped = sandtable_register::scenarios();
    sandtable_register::NAMES.into_iter().map(move |id| {
        let of = format!("{id}/");
        let scenario = shipped.iter().find(|s| s.id.starts_with(&of));
        let text = &scenario.expect("one a rule set").text;
        let (id, switches) = sandtable_files::peek_rules(text).expect("shipped");
        let rules = sandtable_register::open(&id, &switches).expect("shipped");
        let battle = sandtable_files::read_battle(text, &*rules).expect("shipped");
        (rules, battle)
    })
}

/// Plays with random players until a line changes a mark of a unit, at least ten.
fn played(rules: &dyn Rules, battle: Battle) -> Journal {
    let mut journal = Journal::open(battle, rules, 5);
    let mut player: Box<dyn Player> = level("random", 5).expect("a level");
    let marks = |journal: &Journal| {
        let last = journal.lines().last();
        last.is_some_and(|line| line.events.iter().any(is_marked))
    };
    while journal.next() < 10 || !marks(&journal) {
        let order = player.choose(rules, journal.now()).expect("an order");
        journal.play(rules, &order).expect("legal");
    }
    journal
}

fn is_marked(event: &Event) -> bool {
    matches!(event, Event::Marked { from, to, .. } if from != to)
}

/// Returns a journal with other events in its last line.
fn with_events(journal: &Journal, events: Vec<Event>) -> Journal {
    let last = journal.lines().last().expect("a line").clone();
    let mut forged = journal.fork(last.n - 1).expect("the line before");
    forged.header.renewed = journal.header.renewed;
    forged.append(last.order, last.rolls, events);
    forged
}

#[test]
fn marks_that_cancel_out_are_found_in_lines_called_old() {
    for (rules, battle) in battles() {
        let id = &rules.card().id;
        let mut journal = played(&*rules, battle);
        let events = &journal.lines().last().expect("a line").events;
        let at = events.iter().position(is_marked).expect("a mark");
        let mut forged = events.clone();
        if let Event::Marked {
            unit,
            mark,
            from,
            to,
            why,
        } = events[at]
        {
            let back = Event::Marked {
                unit,
                mark,
                from: to,
                to: from,
                why,
            };
            forged.splice(at..at, [events[at], back]);
        }
        assert!(
            with_events(&journal, forged.clone())
                .verify(&*rules)
                .is_err()
        );
        journal.header.renewed = Some(journal.next());
        journal
            .verify(&*rules)
            .unwrap_or_else(|m| panic!("{id}: {m}"));
        let found = with_events(&journal, forged).verify(&*rules);
        let found = found.expect_err(id).to_string();
        assert!(found.contains("one change of each mark"), "{id}: {found}");
    }
}

#[test]
fn lines_called_old_are_listed_and_are_no_more_than_there_are() {
    for (rules, battle) in battles() {
        let mut journal = played(&*rules, battle);
        let old = |journal: &Journal| {
            let says = journal.proof(&*rules).map(|proof| proof.cannot());
            says.map(|all| all.iter().any(|one| one.contains("steps by which marks")))
        };
        assert_eq!(old(&journal), Ok(false));
        journal.header.renewed = Some(journal.next());
        assert_eq!(old(&journal), Ok(true));
        journal.header.renewed = Some(journal.next() + 1);
        assert!(old(&journal).is_err(), "more than there are");
        let read = Journal::read(&journal.to_jsonl(), &*rules).expect("reads");
        assert!(old(&read).is_err(), "more than there are, in a file");
    }
}

/// What follows a line that was taken back is of today's format.
#[test]
fn lines_taken_back_are_no_longer_called_old() {
    for (rules, battle) in battles() {
        let mut journal = played(&*rules, battle);
        let lines = journal.next();
        journal.header.renewed = Some(lines);
        let fork = journal.fork(lines - 3).expect("a line");
        assert_eq!(fork.header.renewed, Some(lines - 2));
        fork.verify(&*rules).expect("agrees");
        journal.take_back().expect("a line");
        assert_eq!(journal.header.renewed, Some(lines - 1));
        journal.strike(lines - 4);
        assert_eq!(journal.header.renewed, Some(lines - 3));
        journal.verify(&*rules).expect("agrees");
        let text = journal.to_jsonl();
        let cut = text.lines().take(4).collect::<Vec<_>>().join("\n") + "\n{\"n\"";
        let saved = Journal::rescue(&cut, &*rules).expect("some of it").journal;
        assert_eq!(saved.header.renewed, Some(3));
    }
}

#[test]
fn line_0_is_the_opening_and_nothing_else() {
    for (rules, battle) in battles() {
        let id = &rules.card().id;
        let begun = Journal::begin(battle.clone(), rules.card(), 5);
        let mut stated = begun.clone();
        let bare = Stated {
            bare: Some([914_400, 914_400]),
            ..Stated::default()
        };
        stated.append_stated(Some(bare), None, Vec::new(), Vec::new());
        let found = stated.verify(&*rules).expect_err(id).to_string();
        assert!(found.contains("the opening of the battle"), "{id}: {found}");
        let mut ordered = begun;
        ordered.append(Some(Order::End), Vec::new(), Vec::new());
        let found = ordered.verify(&*rules).expect_err(id).to_string();
        assert!(found.contains("the opening of the battle"), "{id}: {found}");
    }
}

#[test]
fn a_struck_line_without_an_order_is_found_after_any_line() {
    let (rules, battle) = battles().next().expect("a rule set");
    let journal = played(&*rules, battle);
    for place in [0, 4] {
        let mut cut = journal.fork(place).expect("a line");
        cut.append(None, Vec::new(), Vec::new());
        assert!(cut.strike(place));
        let found = cut.verify(&*rules).expect_err("no order").to_string();
        assert!(found.contains("no order"), "{place}: {found}");
    }
}

#[test]
fn a_battle_cut_short_is_listed_and_one_that_is_over_is_not() {
    let (rules, battle) = battles().next().expect("a rule set");
    let mut journal = played(&*rules, battle);
    let stops = |journal: &Journal| {
        let says = journal.proof(&*rules).expect("agrees").cannot();
        says.iter().any(|one| one.contains("it is not over"))
    };
    let cut = journal.fork(5).expect("a line").to_jsonl();
    assert!(stops(&Journal::read(&cut, &*rules).expect("reads")));
    let mut player: Box<dyn Player> = level("random", 5).expect("a level");
    while let Some(order) = player.choose(&*rules, journal.now()) {
        journal.play(&*rules, &order).expect("legal");
    }
    assert!(journal.now().ended.is_some());
    assert!(!stops(&journal));
}

/// What was taken back after an old line may be of today's format, in which a line may change a
/// mark in several steps.
#[test]
fn lines_of_today_that_were_struck_out_after_old_ones_agree() {
    for (rules, battle) in battles() {
        let id = &rules.card().id;
        let mut journal = Journal::open(battle, &*rules, 5);
        let mut player: Box<dyn Player> = level("greedy-2026-11", 5).expect("a level");
        while journal.next() < 150
            && let Some(order) = player.choose(&*rules, journal.now())
        {
            journal.play(&*rules, &order).expect("legal");
        }
        journal.header.renewed = Some(2);
        assert!(journal.strike(1));
        let proof = journal.proof(&*rules);
        proof.unwrap_or_else(|m| panic!("{id}: {m}"));
    }
}

//! What the author claims about the rules, and whether it holds.

use crate::common::{Table, melee};
use sandtable_battle::{Judging, Rules, Side, Status, Switches};
use sandtable_odds::{Explorer, Law};
use sandtable_throw_me_a_6::ThrowMeA6;
use sandtable_throw_me_a_6::dice::{ALL_AT_ONCE, Attack};

fn rules() -> ThrowMeA6 {
    ThrowMeA6::new(&Switches::default()).unwrap_or_else(|e| panic!("{e}"))
}

/// Returns the chance, in per cent, that a round of melee makes a unit move: that losses are
/// not equal.
fn decided(a: i8, b: i8) -> f64 {
    let rules = rules();
    let attack = |by, target, dice, side| Attack {
        by,
        target,
        dice,
        rank: ALL_AT_ONCE,
        side,
    };
    let attacks = [attack(0, 1, a, Side::A), attack(1, 0, b, Side::B)];
    let law: Law<bool> = Explorer::new().law(|d| {
        let struck = rules.strike(&attacks, &[9, 9], d);
        struck[0].1 != struck[1].1
    });
    law.chance(&true).percent()
}

/// In other games, the author says, a unit lasts a round or more before anything happens.
/// Here too, fewer than half of the rounds between equals make a unit move; more
/// than half do if warbands charge (MEL-01, MEL-07). The claim holds
/// for charges, not for lines that stand.
#[test]
fn rounds_that_decide_nothing() {
    assert!(decided(2, 2) < 50.0, "between equals");
    assert!(decided(4, 2) > 50.0, "a charge of warbands");
    assert!(
        decided(4, 4) > 60.0,
        "warbands against cavalry that charges"
    );
}

/// Of a hundred retreats of some troops, returns how many end in a rout, facing away, and
/// facing the enemy.
fn retreats(word: &str) -> [u32; 3] {
    let mut t: Table = melee(&[
        "Blue heavy_infantry B 24 16.5 0",
        &format!("Red heavy_infantry R 24 18 180{word}"),
    ]);
    t.play("fight B R", &[6, 1, 1, 1]);
    let id = t.id("R");
    let test = t.read("test R");
    let law: Law<u8> = Explorer::new().law(|dice| {
        let (after, _) = t.rules.play(&t.battle, &test, dice).expect("legal");
        let unit = after.unit(id);
        match unit.status {
            Status::Fled => 0,
            _ if unit.pose.facing.degrees() == 0.0 => 1,
            _ => 2,
        }
    });
    [0, 1, 2].map(|how| law.chance(&how).percent().round() as u32)
}

/// Claim: morale is random, because a battlefield is chaos, and better troops
/// feel it less (RES-03, RES-04, RES-05). It holds: raw troops run for good once
/// in six times, seasoned ones never.
#[test]
fn raw_troops_feel_the_chaos() {
    assert_eq!(retreats(" raw"), [17, 50, 33]);
    assert_eq!(retreats(""), [0, 50, 50]);
}

/// Claim: no markers are needed (META-02). Between turns, a player must remember a unit's
/// bases, and two things for which the author has no marker: thrown
/// pila and elephants that run.
#[test]
fn what_must_be_remembered() {
    let rules = rules();
    let shown = rules.card().marks.iter().filter(|m| !m.title.is_empty());
    assert_eq!(shown.count(), 2, "META-02");
}

/// Claim: the rules are shorter than ten pages. It counts the clauses that the author wrote.
#[test]
fn the_rules_are_short() {
    let rules = rules();
    let clauses = &rules.card().clauses;
    let own = clauses
        .iter()
        .filter(|text| text.standing == sandtable_battle::Standing::Written);
    assert!(own.count() <= 130);
}

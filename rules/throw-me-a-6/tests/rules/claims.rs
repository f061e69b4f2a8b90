//! What the author says of his rules, and whether it holds.

use crate::common::{Table, melee};
use sandtable_battle::{Judging, Rules, Side, Status, Switches};
use sandtable_odds::{Explorer, Law};
use sandtable_throw_me_a_6::ThrowMeA6;
use sandtable_throw_me_a_6::dice::{ALL_AT_ONCE, Attack};

fn rules() -> ThrowMeA6 {
    ThrowMeA6::new(&Switches::default()).unwrap_or_else(|e| panic!("{e}"))
}

/// The chance, in per cent, that a round of melee moves somebody: losses are
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

/// In other games, he says, a unit lasts a round or more before anything comes of
/// it. Here too fewer than half of the rounds between equals move anybody; more
/// than half of those do that warbands charge (MEL-01, MEL-07). The claim holds
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

/// Of a hundred retreats of some troops: how many end in a rout, facing away,
/// facing the enemy.
fn retreats(word: &str) -> [u32; 3] {
    let mut t: Table = melee(&[
        "Blue heavy_infantry B 24 16.5 0",
        &format!("Red heavy_infantry R 24 18 180{word}"),
    ]);
    t.play("fight B R", &[6, 1, 1, 1]);
    let id = t.id("R");
    let test = t.order("test R");
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

/// Morale is to be random, since a battlefield is chaos, and better troops are to
/// feel it less (RES-03, RES-04, RES-05). It holds: raw troops run for good once
/// in six times, seasoned ones never.
#[test]
fn raw_troops_feel_the_chaos() {
    assert_eq!(retreats(" raw"), [17, 50, 33]);
    assert_eq!(retreats(""), [0, 50, 50]);
}

/// No marker is to be needed (META-02): what a player must remember of a unit
/// between turns are its bases, and two things the author did not mark: thrown
/// pila and elephants that run.
#[test]
fn what_must_be_remembered() {
    let rules = rules();
    let shown = rules.card().marks.iter().filter(|m| !m.title.is_empty());
    assert_eq!(shown.count(), 2, "META-02");
}

/// Fewer than ten pages, he asks for: the clauses that he wrote himself.
#[test]
fn the_rules_are_short() {
    let rules = rules();
    let clauses = &rules.card().clauses;
    let own = clauses
        .iter()
        .filter(|text| text.standing == sandtable_battle::Standing::Written);
    assert!(own.count() <= 130);
}

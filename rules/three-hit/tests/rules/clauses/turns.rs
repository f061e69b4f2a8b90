//! Section 3: turn sequence.

use crate::common::*;
use sandtable_battle::{Judging, Order, Recorded, Rules, Scene, Side, c as table};
use sandtable_three_hit::turn::{MELEE, MOVE, SHOOT};
use sandtable_three_hit::{c, marks};

/// TURN-01, TURN-02, TURN-07, TURN-10: steps in order, empty ones skipped.
#[test]
fn the_turn_goes_round() {
    let mut t = table(&[]);
    let b = t.blue("infantry", 18.0, 6.0, 0.0);
    let r = t.red("infantry", 18.0, 16.0, 180.0);
    t.refuses(&shoot(b, r), c::TURN_01);
    t.play(&Order::End, &[]);
    assert_eq!(t.battle.cursor.phase, SHOOT);
    t.mark(b, marks::MOVE_SPENT, 1);
    // No units touch and none was hit: Red's Move step is next.
    let events = t.play(&Order::End, &[]);
    assert_eq!(
        (t.battle.cursor.phase, t.battle.cursor.side),
        (MOVE, Side::B)
    );
    assert_eq!(t.marked(b, marks::MOVE_SPENT), 0);
    assert!(cites(&events, c::TURN_10));
    t.play(&Order::End, &[]);
    t.play(&Order::End, &[]);
    assert_eq!((t.battle.cursor.turn, t.battle.cursor.side), (2, Side::A));
}

/// TURN-03: the roll-off, ties again.
#[test]
fn the_higher_die_attacks() {
    let mut t = table(&[]);
    t.blue("infantry", 18.0, 6.0, 0.0);
    t.red("infantry", 18.0, 30.0, 180.0);
    t.set(|s| s.attacker = None);
    t.battle.cursor = Default::default();
    let mut scene = Scene::new(t.battle.clone());
    let mut dice = Recorded::new(&[3, 3, 2, 5]);
    t.rules.open(&mut scene, &mut dice);
    assert_eq!((dice.left_over(), dice.rolls().len()), (0, 4));
    assert_eq!((scene.cursor.turn, scene.cursor.side), (1, Side::B));
    assert_eq!(marks::ATTACKER.of(&scene), Some(Side::B));
    assert!(cites(scene.events(), c::TURN_03));
}

/// TURN-04, TURN-05, TURN-06: one move, one shot, one fight.
#[test]
fn each_unit_acts_once_a_step() {
    let mut t = table(&[]);
    let b = t.blue("skirmishers", 18.0, 6.0, 0.0);
    let b2 = t.blue("skirmishers", 8.0, 6.0, 0.0);
    let r = t.red("infantry", 18.0, 16.0, 180.0);
    t.play(&advance(b, 1.0), &[]);
    t.refuses(&advance(b, 1.0), c::TURN_04);
    t.play(&Order::End, &[]);
    t.play(&shoot(b, r), &[1]);
    t.refuses(&shoot(b, r), c::TURN_05);
    assert!(t.judge(&shoot(b2, r)).is_ok());
    let mut t = table(&[]);
    let b = t.blue("cavalry", 18.0, 16.0, 0.0);
    let b2 = t.blue("cavalry", 21.0, 18.0, 270.0);
    let r = t.red("infantry", 18.0, 18.0, 180.0);
    t.phase(MELEE);
    t.play(&fight(b, r), &[1]);
    t.refuses(&fight(b, r), c::TURN_06);
    assert!(t.judge(&fight(b2, r)).is_ok());
}

/// TURN-08, TURN-09: only the active side rolls in melee; the attacking player
/// throws its dice, and the damaged unit's player throws the morale die.
#[test]
fn the_active_side_alone_inflicts_hits() {
    let mut t = table(&[]);
    let b = t.blue("cavalry", 18.0, 16.0, 0.0);
    let r = t.red("cavalry", 18.0, 18.0, 180.0);
    t.phase(MELEE);
    t.refuses(&fight(r, b), table::NOT_YOURS);
    let mut dice = Recorded::new(&[5, 2]);
    let (after, _) = t.rules.play(&t.battle, &fight(b, r), &mut dice).unwrap();
    t.rules.play(&after, &Order::End, &mut dice).unwrap();
    let by: Vec<_> = dice
        .rolls()
        .iter()
        .map(|roll| (roll.by, roll.why))
        .collect();
    assert_eq!(by, [(Side::A, c::CBT_04), (Side::B, c::MOR_03)]);
}

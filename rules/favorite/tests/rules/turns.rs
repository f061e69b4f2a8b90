//! Section The turn: its phases, groups of fire, marking.

use crate::common::*;
use sandtable_battle::{Order, Rules, Side};
use sandtable_favorite::{c, marks, turn};

/// Two lines at short range.
fn duel(switches: &[(&str, &str)]) -> (Table, [sandtable_battle::UnitId; 2]) {
    let mut t = Table::new(switches);
    let us = t.blue("line-infantry", 20.0, 10.0, 0.0);
    let them = t.red("line-infantry", 20.0, 13.0, 180.0);
    (t, [us, them])
}

#[test]
fn turn_01_the_phases_follow_one_another() {
    // TURN-01: initiative, two movements, two groups of fire, close combat.
    let (mut t, [us, them]) = duel(&[]);
    t.open(&[5, 2]);
    assert_eq!(t.battle.cursor.phase, turn::INITIATIVE);
    t.play(&decide(0), &[]);
    assert_eq!(t.battle.cursor.phase, turn::MOVE_FIRST);
    t.play(&Order::End, &[]);
    assert_eq!(t.battle.cursor.phase, turn::MOVE_SECOND);
    t.play(&advance(them, 0.5), &[]);
    t.play(&Order::End, &[]);
    assert_eq!(
        (t.battle.cursor.phase, t.battle.cursor.side),
        (turn::FIRE_STOOD, Side::A)
    );
    t.play(&shoot(us, them), &[]);
    t.play(&Order::End, &[1, 1, 1, 1, 1, 1]);
    assert_eq!(
        (t.battle.cursor.phase, t.battle.cursor.side),
        (turn::FIRE_MOVED, Side::B)
    );
    t.play(&Order::End, &[3, 4]);
    assert_eq!(
        (t.battle.cursor.turn, t.battle.cursor.phase),
        (2, turn::INITIATIVE)
    );
    assert_eq!(c::TURN_01.number(), 501);
}

#[test]
fn turn_02_one_unit_at_a_time() {
    let (mut t, [us, _]) = duel(&[]);
    let other = t.blue("line-infantry", 40.0, 10.0, 0.0);
    t.play(&advance(us, 0.5), &[]);
    t.play(&advance(other, 2.0), &[]);
    // TURN-02: the first unit is finished.
    t.refuses(&advance(us, 0.5), c::TURN_02);
    t.play(&Order::Pass { unit: other }, &[]);
    t.refuses(&advance(other, 1.0), c::TURN_02);
}

#[test]
fn turn_03_and_04_who_stood_shoots_first_and_losses_count() {
    // TURN-03, TURN-04: example 43, the unit that moved is down to 13 and throws five dice.
    let (mut t, [us, them]) = duel(&[]);
    t.battle.cursor.phase = turn::MOVE_SECOND;
    t.side(Side::B);
    marks::FIRST.write(&mut t.battle, Some(Side::A));
    t.play(&advance(them, 0.25), &[]);
    t.play(&Order::End, &[]);
    t.refuses(&shoot(us, us), c::CMD_11);
    t.play(&shoot(us, them), &[]);
    t.play(&Order::End, &[6, 6, 6, 6, 6, 1]);
    assert_eq!((t.figures(them), t.battle.cursor.side), (13, Side::B));
    t.play(&shoot(them, us), &[]);
    t.play(&Order::End, &[6, 6, 1, 1, 1, 4, 3]);
    assert_eq!(t.figures(us), 16);
    let mut early = t.clone();
    early.battle.cursor.waits = None;
    early.phase(turn::FIRE_MOVED).side(Side::A);
    early.refuses(&shoot(us, them), c::TURN_03);
}

#[test]
fn turn_04_a_unit_that_moved_waits() {
    let (mut t, [us, them]) = duel(&[]);
    t.mark(us, marks::MOVED, marks::Moved::Moving);
    t.phase(turn::FIRE_STOOD);
    t.refuses(&shoot(us, them), c::TURN_04);
}

#[test]
fn turn_05_volleys_of_a_group_fall_together() {
    // TURN-05, TURN-10: both sides count their dice before any loss; the first mover throws first.
    let (mut t, [us, them]) = duel(&[]);
    t.phase(turn::FIRE_STOOD);
    t.play(&shoot(us, them), &[]);
    t.play(&Order::End, &[]);
    t.play(&shoot(them, us), &[]);
    t.play(&Order::End, &[6, 6, 6, 6, 6, 6, 3, 3, 3, 3, 1, 1, 5, 5]);
    assert_eq!((t.figures(us), t.figures(them)), (14, 12));
    assert_eq!((c::TURN_05.number(), c::TURN_10.number()), (505, 510));
}

#[test]
fn turn_06_what_counts_as_moving() {
    let shoots_in = |order: Option<Order>, switch: &str, faces: &[u8]| {
        let mut t = Table::new(&[("rally_counts_as_move", switch)]);
        let us = t.blue("light-infantry", 20.0, 10.0, 0.0);
        t.form(us, SKIRMISH);
        t.red("line-infantry", 20.0, 13.0, 180.0);
        t.shaken(us);
        if order == Some(test(us)) {
            t.play(&test(us), faces);
        } else {
            t.mark(us, marks::MARKER, false);
            if let Some(order) = order {
                t.play(&order, &[]);
            }
        }
        t.all_moved();
        t.battle.cursor.phase
    };
    let us = sandtable_battle::UnitId(0);
    assert_eq!(shoots_in(None, "false", &[]), turn::FIRE_STOOD);
    // TURN-06: a free turn, or a rally without a step, is not a move.
    assert_eq!(
        shoots_in(Some(face(us, 20.0)), "false", &[]),
        turn::FIRE_STOOD
    );
    assert_eq!(
        shoots_in(Some(advance(us, 0.5)), "false", &[]),
        turn::FIRE_STOOD
    );
    assert_eq!(shoots_in(Some(test(us)), "false", &[4]), turn::FIRE_STOOD);
}

#[test]
fn turn_06_by_switch_rallying_is_moving() {
    let mut t = Table::new(&[("rally_counts_as_move", "true")]);
    let us = t.blue("line-infantry", 20.0, 10.0, 0.0);
    let them = t.red("line-infantry", 20.0, 13.0, 180.0);
    t.shaken(us);
    t.play(&test(us), &[4]);
    t.all_moved();
    assert_eq!(t.battle.cursor.side, Side::B, "TURN-06: only Red stood");
    t.play(&Order::End, &[]);
    t.allows(&shoot(us, them));
    assert_eq!(t.battle.cursor.phase, turn::FIRE_MOVED);
}

#[test]
fn turn_07_close_combats_last_and_the_first_mover_picks() {
    let mut t = Table::new(&[]);
    let one = t.blue("line-infantry", 20.0, 10.0, 0.0);
    let foe = t.red("line-infantry", 20.0, 11.0, 180.0);
    let two = t.blue("line-infantry", 40.0, 10.0, 0.0);
    let other = t.red("line-infantry", 40.0, 11.0, 180.0);
    t.all_moved();
    assert_eq!(
        (t.battle.cursor.phase, t.battle.cursor.side),
        (turn::MELEE, Side::A)
    );
    t.allows(&fight(one, foe));
    t.play(&fight(two, other), &[6, 6, 6, 1, 1, 1, 6, 1, 1, 1, 1, 1]);
    t.refuses(&fight(two, other), c::MEL_01);
    t.refuses(&Order::End, c::MEL_01);
    assert_eq!(c::TURN_07.number(), 507);
}

#[test]
fn turn_08_and_09_losses_bring_one_marker() {
    let (mut t, [us, them]) = duel(&[]);
    t.phase(turn::FIRE_STOOD);
    t.shaken(them);
    t.play(&shoot(us, them), &[]);
    t.play(&Order::End, &[]);
    let events = t.play(&Order::End, &[6, 1, 1, 1, 1, 1, 4, 4]);
    // TURN-09: at most one marker; TURN-08: none without losses.
    assert!(t.marker(them) && !t.marker(us));
    assert!(
        !cites(&events, c::TURN_08),
        "TURN-09: a second changes nothing"
    );
    let (mut fresh, [us, them]) = duel(&[]);
    fresh.phase(turn::FIRE_STOOD);
    fresh.play(&shoot(us, them), &[]);
    fresh.play(&Order::End, &[]);
    let events = fresh.play(&Order::End, &[6, 1, 1, 1, 1, 1, 4, 4]);
    assert!(cites(&events, c::TURN_08) && fresh.marker(them));
    assert!(!fresh.rules.card().clauses.is_empty());
    assert_eq!(c::TURN_09.number(), 509);
}

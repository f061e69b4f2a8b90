//! Sections 4 and 5: movement, turning.

use crate::common::*;
use sandtable_battle::{Ground, Judging, Leg, Order, Status, Verb};
use sandtable_geometry::Facing;
use sandtable_three_hit::turn::SHOOT;
use sandtable_three_hit::{c, marks};

/// MOVE-01, MOVE-02, MOVE-03, MOVE-04, MOVE-06: the shape and length of a move.
#[test]
fn a_move_is_pivot_advance_pivot() {
    let mut t = table(&[]);
    let b = t.blue("infantry", 18.0, 6.0, 0.0);
    t.red("infantry", 4.0, 30.0, 180.0);
    t.refuses(&advance(b, 6.01), c::MOVE_01);
    let legal = t.allows(&ordered(b, &[pivot(90.0), forward(6.0), pivot(0.0)]));
    assert_eq!((legal.cost(), legal.path().len()), (inch(6.0), 3));
    t.refuses(&ordered(b, &[forward(1.0), forward(1.0)]), c::MOVE_02);
    t.refuses(&ordered(b, &[]), c::MOVE_02);
    t.refuses(&advance(b, -1.0), c::MOVE_03);
    let slide = Leg::Slide {
        towards: Facing::EAST,
        by: inch(1.0),
    };
    t.refuses(&ordered(b, &[slide]), c::MOVE_03);
    let mut offers = Vec::new();
    t.rules.offers(&t.battle, None, &mut offers);
    assert_eq!((offers[0].verb, offers[0].clause), (Verb::End, c::MOVE_06));
}

/// MOVE-05, TURNING-01, SHOOT-04, THR-A11: a pivot counts as moving.
#[test]
fn pivoting_is_moving() {
    for (switch, may) in [("yes", false), ("no", true)] {
        let mut t = table(&[("pivot_is_move", switch)]);
        let b = t.blue("infantry", 18.0, 6.0, 10.0);
        let r = t.red("infantry", 18.0, 16.0, 180.0);
        t.blue("infantry", 4.0, 4.0, 0.0);
        t.play(
            &Order::Face {
                unit: b,
                to: Facing::NORTH,
            },
            &[],
        );
        t.phase(SHOOT);
        if may {
            t.allows(&shoot(b, r));
        } else {
            t.refuses(&shoot(b, r), c::SHOOT_04);
        }
    }
}

/// MOVE-07, MOR-05, THR-A28: the move of a unit that retreated is spent.
#[test]
fn a_spent_move_is_no_move() {
    let mut t = table(&[]);
    let b = t.blue("infantry", 18.0, 6.0, 0.0);
    let horse = t.blue("cavalry", 8.0, 6.0, 0.0);
    let skirmishers = t.blue("skirmishers", 26.0, 6.0, 0.0);
    let r = t.red("infantry", 18.0, 16.0, 180.0);
    for id in [b, horse, skirmishers] {
        t.mark(id, marks::MOVE_SPENT, 1);
    }
    t.refuses(&advance(b, 1.0), c::MOVE_07);
    t.refuses(
        &Order::Face {
            unit: b,
            to: Facing::EAST,
        },
        c::MOVE_07,
    );
    t.refuses(&charge(horse, r), c::MOVE_07);
    t.phase(SHOOT);
    t.refuses(&shoot(b, r), c::MOR_05);
    t.allows(&shoot(skirmishers, r));
    let mut free = table(&[("retreat_blocks_shooting", "no")]);
    free.battle = t.battle.clone();
    free.allows(&shoot(b, r));
}

/// MOVE-08, MOVE-09, MOVE-10.
#[test]
fn contact_pins_and_moves_make_none() {
    let mut t = table(&[]);
    let pinned = t.blue("cavalry", 18.0, 16.0, 0.0);
    t.red("cavalry", 18.0, 18.0, 180.0);
    let free = t.blue("infantry", 6.0, 6.0, 0.0);
    t.red("infantry", 6.0, 12.0, 180.0);
    t.refuses(&advance(pinned, 1.0), c::MOVE_08);
    t.allows(&advance(free, 3.9));
    t.refuses(&advance(free, 4.0), c::MOVE_09);
    t.refuses(&ordered(free, &[pivot(180.0), forward(5.5)]), c::MOVE_10);
    t.allows(&ordered(free, &[pivot(180.0), forward(5.0)]));
}

/// MOVE-11, THR-A12: the road bonus, never when charging.
#[test]
fn a_road_lends_half_a_move() {
    for (switch, foot, horse) in [("half", 9.0, 18.0), ("three_inches", 9.0, 15.0)] {
        let mut t = table(&[("road_bonus", switch)]);
        t.line(Ground::Road, (18.0, 0.0), (18.0, 36.0), 1.0);
        let f = t.blue("infantry", 18.0, 4.0, 0.0);
        let h = t.blue("cavalry", 18.0, 14.0, 0.0);
        let off = t.blue("infantry", 24.0, 4.0, 0.0);
        let r = t.red("infantry", 6.0, 34.0, 180.0);
        t.battle.units[h.index()].status = Status::Expected;
        assert_eq!(t.allows(&advance(f, foot)).allowed(), inch(foot));
        t.refuses(&advance(f, foot + 0.1), c::MOVE_01);
        t.refuses(&ordered(f, &[pivot(30.0), forward(foot)]), c::MOVE_11);
        t.refuses(&advance(off, 6.5), c::MOVE_01);
        t.battle.units[h.index()].status = Status::Table;
        t.allows(&advance(h, horse));
        t.battle.units[r.index()].pose = pose(18.0, 29.0, 180.0);
        t.refuses(&charge(h, r), c::CHG_03);
    }
}

/// TURNING-02, PASS-02, GEO-13: only the final pose of a pivot must be
/// clear; friends that a pivot turns onto do not matter while the unit advances.
#[test]
fn pivots_sweep_nothing() {
    let mut t = table(&[]);
    let b = t.blue("infantry", 18.0, 6.0, 0.0);
    let beside = t.blue("infantry", 22.0, 6.0, 0.0);
    let r = t.red("infantry", 18.0, 8.5, 180.0);
    t.refuses(
        &Order::Face {
            unit: b,
            to: Facing::EAST,
        },
        c::TURNING_02,
    );
    t.battle.units[r.index()].pose = pose(6.0, 30.0, 180.0);
    // Turned 45 degrees to the right, it overlaps its neighbour and walks out of it.
    t.allows(&ordered(b, &[pivot(45.0), forward(6.0)]));
    t.refuses(&ordered(b, &[pivot(45.0), forward(1.0)]), c::PASS_02);
    t.allows(&ordered(beside, &[pivot(180.0)]));
}

/// TURNING-03: the turn needs room, and is not allowed while engaged in front.
#[test]
fn turning_to_meet_an_attacker_needs_room() {
    let mut t = table(&[("period", "ancient")]);
    let i = t.blue("infantry", 18.0, 18.0, 0.0);
    let j = t.red("infantry", 21.0, 18.0, 270.0);
    let right = Order::Face {
        unit: i,
        to: Facing::EAST,
    };
    t.refuses(
        &Order::Face {
            unit: i,
            to: Facing::WEST,
        },
        c::TURNING_03,
    );
    let legal = t.allows(&right);
    assert_eq!(legal.path().last(), Some(&pose(18.0, 18.0, 90.0)));
    let mut crowded = t.clone();
    crowded.blue("infantry", 18.0, 20.5, 0.0);
    crowded.refuses(&right, c::TURNING_03);
    let mut fronted = t.clone();
    fronted.red("infantry", 18.0, 20.0, 180.0);
    fronted.refuses(&right, c::TURNING_03);
    let events = t.play(&right, &[]);
    assert!(cites(&events, c::TURNING_03));
    assert_eq!(
        (t.at(i), t.at(j)),
        ((18.0, 18.0, 90.0), (20.0, 18.0, 270.0))
    );
}

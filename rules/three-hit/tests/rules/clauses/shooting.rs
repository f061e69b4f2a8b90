//! Section 9: shooting.

use crate::common::*;
use sandtable_battle::{Ground, Order, Side, c as table};
use sandtable_three_hit::turn::{MORALE, SHOOT};
use sandtable_three_hit::{c, marks};

/// SHOOT-01, SHOOT-03, SHOOT-05, SHOOT-07, GEO-09.
#[test]
fn range_and_arc_are_of_the_front_edge() {
    let mut t = table(&[]);
    let b = t.blue("infantry", 18.0, 6.0, 0.0);
    let friend = t.blue("infantry", 8.0, 16.0, 0.0);
    let r = t.red("infantry", 25.0, 12.0, 270.0);
    t.phase(SHOOT);
    assert_eq!(t.allows(&shoot(b, r)).tape().unwrap().length, inch(5.0));
    t.refuses(&shoot(b, friend), c::SHOOT_03);
    t.battle.units[r.index()].pose = pose(25.1, 12.0, 270.0);
    t.refuses(&shoot(b, r), c::SHOOT_05);
}

/// SHOOT-04, SHOOT-06, SHOOT-07: skirmishers shoot after moving, all around and
/// from any point of the base; a unit in a town shoots all around too.
#[test]
fn skirmishers_shoot_all_round() {
    let mut t = table(&[]);
    let b = t.blue("skirmishers", 18.0, 18.0, 0.0);
    let foot = t.blue("infantry", 4.0, 4.0, 0.0);
    let r = t.red("infantry", 18.0, 4.0, 0.0);
    t.phase(SHOOT);
    t.mark(b, marks::MOVED_HOW, marks::Moved::Moved);
    assert_eq!(t.allows(&shoot(b, r)).tape().unwrap().length, inch(12.0));
    t.refuses(&shoot(foot, r), c::SHOOT_05);
    t.area(Ground::Town, (4.0, 4.0), (6.0, 6.0));
    t.allows(&shoot(foot, r));
    t.mark(foot, marks::MOVED_HOW, marks::Moved::Moved);
    t.refuses(&shoot(foot, r), c::SHOOT_04);
}

/// SHOOT-08, GEO-08: sight past units and terrain; guns fire over units.
#[test]
fn sight_is_needed() {
    let set = |kind: &str, change: &dyn Fn(&mut Table)| {
        let mut t = table(&[]);
        let b = t.blue(kind, 18.0, 6.0, 0.0);
        let r = t.red("infantry", 18.0, 16.0, 180.0);
        change(&mut t);
        t.phase(SHOOT);
        (t, shoot(b, r))
    };
    let unit: &dyn Fn(&mut Table) = &|t| {
        t.red("infantry", 18.0, 11.0, 180.0);
    };
    let hill: &dyn Fn(&mut Table) = &|t| t.area(Ground::Hill, (18.0, 11.0), (4.0, 2.0));
    let shared: &dyn Fn(&mut Table) = &|t| t.area(Ground::Woods, (18.0, 11.0), (8.0, 12.0));
    let marsh: &dyn Fn(&mut Table) = &|t| t.area(Ground::Marsh, (18.0, 11.0), (8.0, 2.0));
    for (kind, change, sees) in [
        ("infantry", unit, false),
        ("artillery", unit, true),
        ("artillery", hill, false),
        ("infantry", hill, false),
        ("infantry", shared, true),
        ("infantry", marsh, true),
    ] {
        let (t, order) = set(kind, change);
        if sees {
            t.allows(&order);
        } else {
            t.refuses(&order, c::SHOOT_08);
        }
    }
}

/// SHOOT-09: no fire into or out of contact.
#[test]
fn melees_are_not_shot_into() {
    let mut t = table(&[]);
    let b = t.blue("infantry", 18.0, 8.0, 0.0);
    let horse = t.blue("cavalry", 18.0, 20.0, 180.0);
    let r = t.red("infantry", 18.0, 18.0, 180.0);
    t.phase(SHOOT);
    t.refuses(&shoot(b, r), c::SHOOT_09);
    t.battle.units[horse.index()].ratings[1] = 1;
    t.refuses(&shoot(horse, r), c::SHOOT_09);
}

/// SHOOT-12, HIT-02, HIT-04, THR-A19: removed at once, or at the end of the turn.
#[test]
fn the_dead_go_at_once_or_later() {
    let set = |switch: &str| {
        let mut t = table(&[("elimination_timing", switch)]);
        let b = t.blue("infantry", 18.0, 6.0, 0.0);
        let b2 = t.blue("infantry", 14.0, 6.0, 0.0);
        let r = t.red("infantry", 18.0, 16.0, 180.0);
        t.red("infantry", 30.0, 30.0, 180.0);
        t.mark(r, marks::HITS, 2);
        t.phase(SHOOT);
        (t, b, b2, r)
    };
    let (mut t, b, b2, r) = set("at_once");
    let events = t.play(&shoot(b, r), &[4]);
    assert!(gone(&t, r) && cites(&events, c::HIT_02) && cites(&events, c::SHOOT_12));
    assert!(t.judge(&shoot(b2, r)).unwrap_err().cite(table::GONE));
    let (mut t, b, b2, r) = set("end_of_turn");
    t.play(&shoot(b, r), &[4]);
    assert!(!gone(&t, r));
    t.battle.cursor.phase = MORALE;
    t.battle.cursor.side = Side::B;
    t.refuses(&Order::Test { unit: r }, c::HIT_04);
    t.battle.cursor.phase = SHOOT;
    t.battle.cursor.side = Side::A;
    // Surplus hits, and no morale test for a unit that has taken its third hit.
    t.act(&shoot(b2, r), &[6]);
    assert!(gone(&t, r));
}

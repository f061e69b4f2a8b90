//! Section 13: morale.

use crate::common::*;
use sandtable_battle::{Event, Ground, Order, Rules, Side, Status, c as table};
use sandtable_three_hit::turn::{MELEE, MORALE, MOVE, SHOOT};
use sandtable_three_hit::{c, marks};

/// SCOPE-02, SCOPE-03, MOR-01, MOR-02, MOR-03, MOR-13, THR-A26: fire causes a
/// test, as on the play sheet and not in the essay; which units test, with one die, in the
/// order the player chooses.
#[test]
fn the_damaged_test_once() {
    let mut t = table(&[]);
    let b = t.blue("infantry", 18.0, 6.0, 0.0);
    let b2 = t.blue("infantry", 22.0, 6.0, 0.0);
    let r = t.red("infantry", 18.0, 16.0, 180.0);
    let r2 = t.red("infantry", 22.0, 16.0, 180.0);
    t.phase(SHOOT);
    t.play(&shoot(b2, r2), &[3]);
    t.act(&shoot(b, r), &[3]);
    assert_eq!(
        (t.battle.cursor.phase, t.battle.cursor.side),
        (MORALE, Side::B)
    );
    t.refuses(&Order::Test { unit: b }, table::NOT_YOURS);
    let mut ready = Vec::new();
    t.rules.ready(&t.battle, &mut ready);
    assert_eq!(ready, [r, r2]);
    let mut rest = t.clone();
    // The default order is that of first damage: R2 throws the 5.
    rest.play(&Order::End, &[5, 4]);
    assert_eq!((rest.at(r2).1, rest.at(r).1), (22.0, 16.0));
    let events = t.act(&Order::Test { unit: r }, &[4, 5]);
    assert!(cites(&events, c::MOR_03));
    assert_eq!((t.at(r).1, t.at(r2).1), (16.0, 22.0));
}

/// MOR-01, THR-A26: under `melee_only`, fire causes no test.
#[test]
fn fire_may_bring_on_no_test() {
    let mut t = table(&[("morale_trigger", "melee_only")]);
    let b = t.blue("infantry", 18.0, 6.0, 0.0);
    let r = t.red("infantry", 18.0, 16.0, 180.0);
    t.phase(SHOOT);
    t.act(&shoot(b, r), &[3]);
    assert_eq!(t.battle.cursor.side, Side::B);
    assert_eq!(t.battle.cursor.phase, MOVE);
    t.phase(MORALE);
    t.refuses(&Order::Test { unit: r }, c::MOR_01);
}

/// MOR-02, THR-A27: one die for each hit under `morale_per = hit`.
#[test]
fn one_die_a_hit() {
    let mut t = table(&[("morale_per", "hit")]);
    let b = t.blue("cavalry", 18.0, 16.0, 0.0);
    let r = t.red("cavalry", 18.0, 18.0, 180.0);
    t.phase(MELEE);
    t.act(&fight(b, r), &[6, 2, 5]);
    assert_eq!(t.at(r).1, 30.0);
}

/// MOR-04, MOR-06: one move, straight away from the zone that holds the enemy.
#[test]
fn retreats_go_straight_away() {
    for (x, y, end) in [
        (18.0, 10.0, (18.0, 24.0)),
        (18.0, 26.0, (18.0, 12.0)),
        (26.0, 18.0, (12.0, 18.0)),
        (10.0, 18.0, (24.0, 18.0)),
    ] {
        let mut t = table(&[("retreat_facing", "keep")]);
        let b = t.blue("skirmishers", x, y, 0.0);
        let r = t.red("infantry", 18.0, 18.0, 180.0);
        t.phase(SHOOT);
        let events = t.act(&shoot(b, r), &[5, 5]);
        assert_eq!(t.at(r), (end.0, end.1, 180.0));
        assert!(cites(&events, c::MOR_06) && cites(&events, c::MOR_05));
    }
}

/// MOR-07: melee before fire, then the nearer, then the earlier.
#[test]
fn one_enemy_counts() {
    let mut t = table(&[]);
    let far = t.blue("skirmishers", 29.0, 18.0, 0.0);
    let near = t.blue("skirmishers", 18.0, 10.0, 0.0);
    let r = t.red("infantry", 18.0, 18.0, 180.0);
    t.phase(SHOOT);
    t.play(&shoot(far, r), &[5]);
    assert_eq!(t.marked(r, marks::STRUCK_BY), Some(far));
    let events = t.act(&shoot(near, r), &[5, 5]);
    assert!(cites(&events, c::MOR_07));
    assert_eq!(t.at(r).1, 24.0, "away from the nearer");
}

/// MOR-08, THR-A31: it turns to face the enemy if it has room.
#[test]
fn retreats_end_facing_the_enemy() {
    let mut t = table(&[]);
    let b = t.blue("skirmishers", 18.0, 26.0, 0.0);
    let r = t.red("infantry", 18.0, 18.0, 180.0);
    t.phase(SHOOT);
    let events = t.act(&shoot(b, r), &[5, 5]);
    assert_eq!(t.at(r), (18.0, 12.0, 0.0));
    assert!(cites(&events, c::MOR_08));
}

/// MOR-09, MOR-10, GEO-12: what stops a retreat.
#[test]
fn retreats_stop_short() {
    let end = |change: &dyn Fn(&mut Table)| {
        let mut t = table(&[]);
        let b = t.blue("infantry", 18.0, 8.0, 0.0);
        let r = t.red("infantry", 18.0, 18.0, 180.0);
        change(&mut t);
        t.phase(SHOOT);
        let events = t.act(&shoot(b, r), &[6, 6]);
        let why = events.iter().find_map(|e| match e {
            Event::Moved {
                gait: sandtable_battle::Gait::Retreated,
                why,
                ..
            } => Some(*why),
            _ => None,
        });
        (t.at(r).1, why)
    };
    assert_eq!(end(&|_| ()), (24.0, Some(c::MOR_06)));
    let friend: &dyn Fn(&mut Table) = &|t| {
        t.red("infantry", 18.0, 23.0, 180.0);
    };
    assert_eq!(end(friend), (21.0, Some(c::MOR_09)));
    let enemy: &dyn Fn(&mut Table) = &|t| {
        t.blue("infantry", 19.0, 23.0, 0.0);
    };
    assert_eq!(end(enemy), (20.9, Some(c::MOR_09)));
    let woods: &dyn Fn(&mut Table) = &|t| t.area(Ground::Woods, (18.0, 24.0), (8.0, 6.0));
    assert_eq!(end(woods), (20.0, Some(c::MOR_09)));
    // It passes through skirmishers, but does not end on top of them.
    let through: &dyn Fn(&mut Table) = &|t| {
        t.red("skirmishers", 18.0, 20.5, 180.0);
    };
    assert_eq!(end(through), (24.0, Some(c::MOR_06)));
    let upon: &dyn Fn(&mut Table) = &|t| {
        t.red("skirmishers", 18.0, 24.0, 180.0);
    };
    assert_eq!(end(upon), (22.0, Some(c::MOR_10)));
    // Sliding past an enemy's flank does not make contact either.
    let beside: &dyn Fn(&mut Table) = &|t| {
        t.blue("infantry", 14.0, 23.0, 0.0);
    };
    assert_eq!(end(beside), (20.9, Some(c::MOR_09)));
}

/// MOR-11, THR-A33: a unit that cannot move at all stays.
#[test]
fn the_trapped_stay() {
    for (switch, hits) in [("none", 1), ("extra_hit", 2)] {
        let mut t = table(&[("retreat_trapped", switch)]);
        let b = t.blue("infantry", 18.0, 8.0, 0.0);
        let r = t.red("infantry", 18.0, 18.0, 180.0);
        t.red("infantry", 18.0, 20.0, 180.0);
        t.phase(SHOOT);
        let events = t.act(&shoot(b, r), &[6, 6]);
        assert_eq!((t.at(r).1, t.marked(r, marks::HITS)), (18.0, hits));
        assert_eq!(t.marked(r, marks::MOVE_SPENT), 1);
        assert_eq!(cites(&events, c::MOR_11), hits == 2);
    }
}

/// MOR-12, THR-A32: the table's edge stops a retreat or, by switch, removes the unit.
#[test]
fn the_edge_halts() {
    let mut t = table(&[]);
    let b = t.blue("infantry", 18.0, 20.0, 0.0);
    let r = t.red("infantry", 18.0, 32.0, 180.0);
    t.phase(SHOOT);
    let mut lost = table(&[("retreat_edge", "removed")]);
    lost.battle = t.battle.clone();
    lost.red("infantry", 4.0, 32.0, 180.0);
    let events = t.act(&shoot(b, r), &[6, 6]);
    assert_eq!(t.at(r), (18.0, 35.0, 180.0));
    assert!(cites(&events, c::MOR_12));
    lost.act(&shoot(b, r), &[6, 6]);
    assert_eq!(lost.battle.unit(r).status, Status::Fled);
}

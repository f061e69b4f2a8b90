//! Section Morale: the check, forced moves, going out of control.

use crate::common::*;
use sandtable_battle::{Ground, Order, Rules, Status, UnitId};
use sandtable_favorite::{c, marks};

/// A shaken unit with an enemy far in front of it.
fn shaken(kind: &str, switches: &[(&str, &str)]) -> (Table, UnitId) {
    let mut t = Table::new(switches);
    let us = t.blue(kind, 20.0, 20.0, 0.0);
    t.red("line-infantry", 20.0, 44.0, 180.0);
    t.shaken(us);
    (t, us)
}

#[test]
fn mor_01_and_17_a_marked_unit_checks_before_it_moves() {
    let (mut t, us) = shaken("line-infantry", &[]);
    // MOR-01: first the check; MOR-17: it is compulsory.
    t.refuses(&advance(us, 1.0), c::MOR_01);
    t.refuses(&Order::End, c::MOR_17);
    t.play(&test(us), &[6]);
    t.refuses(&test(us), c::MOR_01);
    t.allows(&advance(us, 6.0));
    t.allows(&Order::End);
    let (t, us) = shaken("line-infantry", &[("check_mandatory", "false")]);
    t.allows(&Order::End);
    t.refuses(&advance(us, 1.0), c::MOR_01);
}

#[test]
fn mor_02_to_11_the_table() {
    // MOR-02; MOR-04 to MOR-11, line by line: a die, the modifiers, a result.
    let check = |lost: u8, faces: &[u8]| {
        let (mut t, us) = shaken("line-infantry", &[]);
        t.lost(us, lost);
        let events = t.play(&test(us), faces);
        let line = told(&events, c::MOR_02).expect("a result");
        (t, us, line)
    };
    let (t, us, line) = check(9, &[1]);
    assert_eq!((line, t.status(us)), (0, Status::Destroyed), "MOR-04");
    let (t, us, line) = check(9, &[3, 4]);
    assert_eq!((line, t.figures(us)), (1, 7), "MOR-05: two figures by a 4");
    t.stands(us, (20.0, 8.0, 180.0));
    let (t, us, line) = check(9, &[4]);
    assert_eq!((line, t.marker(us)), (2, true), "MOR-06");
    t.stands(us, (20.0, 14.0, 0.0));
    let (t, us, line) = check(9, &[5]);
    assert_eq!((line, t.marker(us), t.reach(us)), (3, true, 0.0), "MOR-07");
    t.refuses(&advance(us, 1.0), c::MOR_07);
    let (t, us, line) = check(9, &[6]);
    assert_eq!((line, t.marker(us), t.reach(us)), (4, false, 0.0), "MOR-08");
    t.refuses(&advance(us, 1.0), c::MOR_08);
    let (t, us, line) = check(0, &[5]);
    assert_eq!((line, t.marker(us), t.reach(us)), (5, false, 3.0), "MOR-09");
    let (t, us, line) = check(0, &[6]);
    assert_eq!((line, t.marker(us), t.reach(us)), (6, false, 6.0), "MOR-10");
    let all = [
        c::MOR_04,
        c::MOR_05,
        c::MOR_06,
        c::MOR_07,
        c::MOR_09,
        c::MOR_10,
    ];
    assert_eq!(all.len(), 6);
}

#[test]
fn mor_03_modifiers_come_before_the_commander() {
    let (mut t, us) = shaken("line-infantry", &[]);
    t.blue("army-commander", 20.0, 18.0, 0.0);
    t.lost(us, 9);
    let events = t.play(&test(us), &[5]);
    // MOR-03: 5 - 2 before a commander steps in.
    assert_eq!(told(&events, c::MOR_03), Some(3));
}

#[test]
fn mor_11_and_14_cavalry_goes_out_of_control() {
    // MOR-11, MOR-14: example 25; a free turn of 33.69 degrees, then contact.
    let mut t = Table::new(&[]);
    let horse = t.blue("cavalry", 30.0, 10.0, 0.0);
    let foe = t.red("line-infantry", 34.0, 16.0, 180.0);
    t.blue("general", 30.0, 8.0, 0.0);
    t.shaken(horse);
    t.play(&test(horse), &[6]);
    let events = t.play(&decide(1), &[1, 5]);
    assert_eq!(told(&events, c::MOR_02), Some(7));
    assert_eq!(
        told(&events, c::CHG_05),
        Some(3),
        "the stand test of the enemy"
    );
    assert!(
        cites(&events, c::MOR_14)
            && t.rules
                .footprint(&t.battle, horse)
                .distance(&t.rules.footprint(&t.battle, foe))
                .length
                <= 2
    );
    // If it makes no contact within twelve inches, it ends twelve inches ahead.
    let mut t = Table::new(&[]);
    let horse = t.blue("cavalry", 30.0, 10.0, 0.0);
    t.red("line-infantry", 30.0, 40.0, 180.0);
    t.blue("general", 30.0, 8.0, 0.0);
    t.shaken(horse);
    t.play(&test(horse), &[6]);
    t.play(&decide(1), &[1]);
    t.stands(horse, (30.0, 22.0, 0.0));
    // A larger turn costs half a move.
    let mut t = Table::new(&[]);
    let horse = t.blue("cavalry", 30.0, 10.0, 0.0);
    t.red("line-infantry", 60.0, 10.0, 180.0);
    t.blue("general", 30.0, 8.0, 0.0);
    t.shaken(horse);
    t.play(&test(horse), &[6]);
    t.play(&decide(1), &[1]);
    t.stands(horse, (36.0, 10.0, 90.0));
    assert_eq!(c::MOR_11.number(), 1111);
}

#[test]
fn mor_11_guns_and_steady_foot_keep_their_heads() {
    let mut t = Table::new(&[]);
    let guns = t.blue("field-artillery", 30.0, 10.0, 0.0);
    t.blue("general", 30.0, 8.0, 0.0);
    t.red("line-infantry", 30.0, 40.0, 180.0);
    t.shaken(guns);
    t.play(&test(guns), &[6]);
    t.play(&decide(1), &[1]);
    t.stands(guns, (30.0, 10.0, 0.0));
    assert_eq!(t.reach(guns), 6.0);
}

#[test]
fn mor_12_going_back_is_the_move() {
    let (mut t, us) = shaken("line-infantry", &[]);
    t.play(&test(us), &[2]);
    // MOR-12.
    t.refuses(&face(us, 90.0), c::MOVE_09);
    assert_eq!(c::MOR_12.number(), 1112);
}

#[test]
fn mor_13_only_a_rally_takes_the_marker_off() {
    for (switch, stays) in [("true", true), ("false", false)] {
        let (mut t, us) = shaken("line-infantry", &[("retreat_keeps_marker", switch)]);
        t.play(&test(us), &[2]);
        assert_eq!(t.marker(us), stays, "{:?}", c::MOR_13);
    }
    let (mut t, us) = shaken("line-infantry", &[]);
    t.play(&test(us), &[4]);
    assert!(!t.marker(us));
}

#[test]
fn mor_15_in_contact_it_stays() {
    let mut t = Table::new(&[]);
    let horse = t.blue("cavalry", 30.0, 10.0, 0.0);
    t.red("line-infantry", 30.0, 11.0, 180.0);
    t.blue("army-commander", 30.0, 8.0, 0.0);
    t.shaken(horse);
    t.play(&test(horse), &[6]);
    // 6 - 1 + 2: out of control, but MOR-15 keeps the unit in place.
    let events = t.play(&decide(2), &[1]);
    assert_eq!(told(&events, c::MOR_02), Some(7));
    t.stands(horse, (30.0, 10.0, 0.0));
    assert_eq!(c::MOR_15.number(), 1115);
}

#[test]
fn mor_16_losses_of_a_rout_count_at_once() {
    let (mut t, us) = shaken("line-infantry", &[]);
    t.play(&test(us), &[1, 6]);
    // MOR-16: three figures, and the marks of a loss.
    assert_eq!(t.figures(us), 15);
    assert!(marks::HURT.of(t.battle.unit(us)));
    assert_eq!(c::MOR_16.number(), 1116);
}

#[test]
fn mor_17_a_unit_driven_back_by_a_charge_does_not_check() {
    let (mut t, us) = shaken("line-infantry", &[]);
    t.mark(us, marks::DRIVEN, marks::Driven::Retreated);
    t.refuses(&test(us), c::MOR_17);
    t.allows(&Order::End);
}

#[test]
fn mor_18_to_20_modifiers() {
    // MOR-18, MOR-19, MOR-20: example 19.
    let factors = |switch: &str| {
        let mut t = Table::new(&[("minus_one_stacks", switch)]);
        let us = t.blue("line-infantry", 30.0, 10.0, 0.0);
        t.red("line-infantry", 26.5, 10.0, 90.0);
        t.lost(us, 5);
        t.change(us).pose = pose(29.5, 10.0, 0.0);
        t.shaken(us);
        let legal = t.allows(&test(us));
        legal
            .factors()
            .iter()
            .map(|f| (f.clause, f.value))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        factors("each"),
        [(c::MOR_18, -1), (c::MOR_19, -1), (c::MOR_20, -1)]
    );
    assert_eq!(factors("once"), [(c::MOR_18, -1)]);
}

#[test]
fn mor_21_from_whom_it_flees() {
    // MOR-21: from the nearest, base to base; GEO-12: from an enemy on its flank it goes sideways.
    let mut t = Table::new(&[]);
    let us = t.blue("line-infantry", 40.0, 20.0, 0.0);
    t.red("line-infantry", 30.0, 20.0, 90.0);
    t.red("line-infantry", 40.0, 44.0, 180.0);
    t.shaken(us);
    t.play(&test(us), &[2]);
    t.stands(us, (46.0, 20.0, 270.0));
    assert_eq!((c::MOR_21.number(), c::GEO_12.number()), (1121, 1912));
}

#[test]
fn terr_06_horse_driven_through_a_town_goes_on_until_it_is_out() {
    // TERR-06: foot may end where horse and guns may not.
    for (kind, at, end) in [("line-infantry", 18.0, 12.0), ("cavalry", 24.0, 9.9)] {
        let mut t = Table::new(&[]);
        let us = t.blue(kind, 20.0, at, 0.0);
        t.red("line-infantry", 20.0, 44.0, 180.0);
        t.area(Ground::Town, (20.0, 12.0), (8.0, 4.0));
        t.shaken(us);
        t.play(&test(us), &[2]);
        let (_, y, _) = t.at(us);
        assert!((y - end).abs() < 0.11, "{kind}: {y}, {:?}", c::TERR_06);
    }
}

#[test]
fn mor_22_which_way_it_faces() {
    for (switch, heading) in [("toward", 45.0), ("keep", 0.0)] {
        let mut t = Table::new(&[("retreat_facing", switch)]);
        let us = t.blue("line-infantry", 30.0, 20.0, 0.0);
        t.red("line-infantry", 36.0, 20.0, 180.0);
        t.change(UnitId(1)).pose = pose(40.0, 24.0, 180.0);
        let _ = us;
        t.change(us).pose = pose(30.0, 20.0, 0.0);
        t.change(UnitId(1)).pose = pose(35.0, 25.0, 180.0);
        t.shaken(us);
        t.play(&test(us), &[2]);
        let (_, _, h) = t.at(us);
        let turned = (h - heading).abs() < 30.0;
        assert!(turned, "{:?}: {h}", c::MOR_22);
    }
}

#[test]
fn mor_23_off_the_table() {
    // MOR-23: example 27.
    for (y, status, end) in [(9.0, Status::Fled, 0.0), (12.2, Status::Table, 0.5)] {
        let mut t = Table::new(&[]);
        let us = t.blue("line-infantry", 20.0, y, 0.0);
        t.red("line-infantry", 20.0, 40.0, 180.0);
        t.lost(us, 9);
        t.shaken(us);
        let events = t.play(&test(us), &[3, 1]);
        assert_eq!(t.status(us), status);
        if status == Status::Table {
            t.stands(us, (20.0, end, 180.0));
        } else {
            assert!(cites(&events, c::MOR_23));
        }
    }
}

#[test]
fn mor_24_trapped_it_loses_more() {
    // MOR-24: a lake behind the unit, an enemy on its front.
    for (switch, faces, figures) in [
        ("D3", &[4, 1, 6][..], Some(5)),
        ("none", &[4, 1], Some(8)),
        ("destroyed", &[4, 1], None),
    ] {
        let mut t = Table::new(&[("trapped_loses", switch)]);
        let us = t.blue("line-infantry", 20.0, 20.0, 0.0);
        t.red("line-infantry", 20.0, 21.0, 180.0);
        t.area(Ground::Lake, (20.0, 17.2), (20.0, 4.5));
        t.lost(us, 9);
        t.shaken(us);
        t.play(&test(us), faces);
        match figures {
            Some(left) => assert_eq!(t.figures(us), left, "{switch}"),
            None => assert_eq!(t.status(us), Status::Destroyed, "{:?}", c::MOR_24),
        }
    }
}

#[test]
fn opt_03_steady_behind_walls_by_switch() {
    for (switch, marked) in [("off", true), ("on", false)] {
        let mut t = Table::new(&[("cover_ignores_morale", switch)]);
        t.blue("line-infantry", 20.0, 10.0, 0.0);
        let them = t.red("line-infantry", 20.0, 40.0, 180.0);
        t.line(Ground::Wall, (10.0, 39.2), (30.0, 39.2), 0.0);
        t.shaken(them);
        t.play(&Order::End, &[]);
        // OPT-03.
        assert_eq!(t.marker(them), marked, "{:?}", c::OPT_03);
    }
}

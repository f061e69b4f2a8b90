//! Section Charges: the declaration, the stand test, the run into contact.

use crate::common::*;
use sandtable_battle::{Ground, Order, Rules, Side, Status, UnitId};
use sandtable_favorite::marks::{self, Driven, Stand};
use sandtable_favorite::{c, turn};

/// Cavalry in front of a line, five inches apart.
fn cavalry(switches: &[(&str, &str)]) -> (Table, UnitId, UnitId) {
    let mut t = Table::new(switches);
    let horse = t.blue("cavalry", 30.0, 10.0, 0.0);
    let line = t.red("line-infantry", 30.0, 16.0, 180.0);
    (t, horse, line)
}

#[test]
fn chg_01_sight_and_the_first_base_on_the_way() {
    let (mut t, horse, line) = cavalry(&[]);
    t.allows(&charge(horse, line));
    let other = t.red("line-infantry", 30.0, 19.0, 180.0);
    // CHG-01: another base comes first.
    t.refuses(&charge(horse, other), c::CHG_01);
    t.area(Ground::Woods, (30.0, 13.0), (4.0, 2.0));
    t.refuses(&charge(horse, line), c::CHG_01);
    t.refuses(&charge(horse, horse), c::CHG_01);
}

#[test]
fn chg_02_guns_do_not_charge() {
    let mut t = Table::new(&[]);
    let guns = t.blue("field-artillery", 30.0, 10.0, 0.0);
    let light = t.blue("light-infantry", 50.0, 10.0, 0.0);
    t.form(light, SKIRMISH);
    let line = t.red("line-infantry", 30.0, 14.0, 180.0);
    let two = t.red("line-infantry", 50.0, 16.0, 180.0);
    t.refuses(&charge(guns, line), c::CHG_02);
    t.allows(&charge(light, two));
}

#[test]
fn chg_03_reach() {
    // CHG-03: example 37, 5.5 inches are in reach, 6.1 are not; after a turn only three are.
    for (y, ok) in [(16.5, true), (17.1, false)] {
        let mut t = Table::new(&[]);
        let us = t.blue("line-infantry", 30.0, 10.0, 0.0);
        let them = t.red("line-infantry", 30.0, y, 180.0);
        if ok {
            t.allows(&charge(us, them));
        } else {
            t.refuses(&charge(us, them), c::CHG_03);
        }
    }
    let mut t = Table::new(&[]);
    let us = t.blue("line-infantry", 30.0, 10.0, 180.0);
    let them = t.red("line-infantry", 30.0, 14.5, 180.0);
    t.play(&face(us, 0.0), &[]);
    t.refuses(&charge(us, them), c::CHG_03);
    // By switch, columns charge no farther.
    for (switch, ok) in [("true", true), ("false", false)] {
        let mut t = Table::new(&[("charge_bonuses", switch)]);
        let us = t.blue("line-infantry", 30.0, 10.0, 0.0);
        let them = t.red("line-infantry", 30.0, 20.0, 180.0);
        t.form(us, FIELD);
        assert_eq!(t.judge(&charge(us, them)).is_ok(), ok, "{switch}");
    }
}

#[test]
fn chg_04_the_face_attacked() {
    // CHG-04, CHG-08, GEO-10: where the charger's centre stood decides.
    let mut t = Table::new(&[]);
    let horse = t.blue("cavalry", 38.0, 16.0, 270.0);
    let line = t.red("line-infantry", 30.0, 16.0, 180.0);
    let legal = t.allows(&charge(horse, line));
    assert!(
        legal.factors().iter().any(|f| f.clause == c::MOR_20),
        "MOR-20"
    );
    t.play(&charge(horse, line), &[6]);
    t.stands(horse, (33.5, 16.0, 270.0));
    assert_eq!(
        [c::CHG_04, c::CHG_08].map(sandtable_battle::Clause::number),
        [1204, 1208]
    );
}

#[test]
fn chg_05_the_stand_test() {
    // CHG-05, CHG-07, CHG-11: the unit is fresh, so the die is the result.
    for (face, stand, marker) in [
        (6, Stand::First, false),
        (5, Stand::Together, false),
        (4, Stand::Together, false),
        (3, Stand::Halved, true),
        (2, Stand::Second, true),
    ] {
        let (mut t, horse, line) = cavalry(&[]);
        let events = t.play(&charge(horse, line), &[face]);
        assert_eq!(marks::STAND.of(t.battle.unit(line)), stand, "{face}");
        assert_eq!(t.marker(line), marker, "{face}");
        assert!(told(&events, c::CHG_05).is_some() && c::CHG_11.number() == 1211);
    }
    let (mut t, horse, line) = cavalry(&[("stand_retreat_marks", "false")]);
    t.play(&charge(horse, line), &[2]);
    assert!(!t.marker(line), "CHG-07 by switch");
}

#[test]
fn chg_05_a_commander_steps_in() {
    // CHG-05, CMD-02: the other player is asked when the charge comes.
    let (mut t, horse, line) = cavalry(&[]);
    t.red("army-commander", 30.0, 18.0, 180.0);
    let events = t.play(&charge(horse, line), &[2]);
    assert_eq!(
        told(&events, c::MOR_03),
        Some(9),
        "as it stands it retreats"
    );
    let waits = t.battle.cursor.waits.expect("a choice");
    assert_eq!(
        (waits.side, waits.why, waits.unit),
        (Side::B, c::CMD_02, Some(line))
    );
    let events = t.play(&decide(2), &[4]);
    assert_eq!(told(&events, c::CHG_05), Some(3));
    t.stands(horse, (30.0, 15.0, 0.0));
}

#[test]
fn chg_06_and_10_a_retreating_target_may_be_caught() {
    // CHG-06, CHG-10: example 33.
    let (mut t, horse, line) = cavalry(&[]);
    t.play(&charge(horse, line), &[2]);
    t.stands(line, (30.0, 22.0, 180.0));
    t.stands(horse, (30.0, 21.0, 0.0));
    assert_eq!(marks::STAND.of(t.battle.unit(line)), Stand::Second);
    let mut t = Table::new(&[]);
    let horse = t.blue("cavalry", 30.0, 10.0, 0.0);
    let line = t.red("line-infantry", 30.0, 19.0, 180.0);
    t.play(&charge(horse, line), &[2]);
    t.stands(line, (30.0, 25.0, 180.0));
    t.stands(horse, (30.0, 22.0, 0.0));
    assert_eq!(
        [c::CHG_06, c::CHG_10].map(sandtable_battle::Clause::number),
        [1206, 1210]
    );
}

#[test]
fn chg_06_a_target_that_is_wiped_out_lets_the_charger_through() {
    // CHG-06, ruling A51.
    let (mut t, horse, line) = cavalry(&[]);
    t.lost(line, 16);
    t.change(line).pose = pose(30.0, 16.0, 180.0);
    t.play(&charge(horse, line), &[2, 6]);
    assert_eq!(t.status(line), Status::Destroyed);
    t.stands(horse, (30.0, 22.0, 0.0));
}

#[test]
fn chg_07_going_back_is_its_move_if_it_has_not_moved() {
    let (mut t, horse, line) = cavalry(&[]);
    t.play(&charge(horse, line), &[2]);
    t.play(&Order::End, &[]);
    // CHG-07, MOR-17.
    t.refuses(&face(line, 90.0), c::MOVE_09);
    t.refuses(&test(line), c::MOR_17);
    assert_eq!(c::CHG_07.number(), 1207);
}

#[test]
fn chg_09_the_worst_of_several_tests_rules() {
    let (mut t, horse, line) = cavalry(&[]);
    let two = t.blue("cavalry", 30.0, 26.0, 180.0);
    t.play(&charge(horse, line), &[6]);
    let legal = t.allows(&charge(two, line));
    // CHG-09: contact with another enemy counts, contact with the charger does not.
    assert!(legal.factors().iter().any(|f| f.clause == c::MOR_19));
    t.play(&charge(two, line), &[6]);
    assert_eq!(marks::STAND.of(t.battle.unit(line)), Stand::Together);
    assert_eq!(c::CHG_09.number(), 1209);
}

#[test]
fn chg_12_the_closing_volley() {
    // CHG-12: example 31.
    let (mut t, horse, line) = cavalry(&[]);
    t.play(&charge(horse, line), &[4]);
    t.all_moved();
    assert_eq!(
        (t.battle.cursor.phase, t.battle.cursor.side),
        (turn::FIRE_STOOD, Side::B)
    );
    t.play(&shoot(line, horse), &[]);
    t.play(&Order::End, &[6, 5, 4, 3, 2, 1]);
    assert_eq!((t.figures(horse), t.battle.cursor.phase), (8, turn::MELEE));
    for (switch, face) in [("false", 4), ("true", 3)] {
        let (mut t, horse, line) = cavalry(&[("closing_volley", switch)]);
        t.play(&charge(horse, line), &[face]);
        t.phase(turn::FIRE_STOOD).side(Side::B);
        t.refuses(&shoot(line, horse), c::CHG_13);
    }
}

#[test]
fn chg_13_no_fire_into_a_melee() {
    let (mut t, horse, line) = cavalry(&[]);
    let foot = t.blue("line-infantry", 20.0, 12.0, 45.0);
    t.play(&charge(horse, line), &[4]);
    t.phase(turn::FIRE_STOOD).side(Side::A);
    t.refuses(&shoot(foot, line), c::CHG_13);
    assert_eq!(c::CHG_13.number(), 1213);
}

#[test]
fn geo_10_without_room_on_the_face_there_is_no_charge() {
    let mut t = Table::new(&[]);
    let us = t.blue("line-infantry", 30.0, 10.0, 0.0);
    let them = t.red("field-artillery", 30.0, 15.0, 180.0);
    t.allows(&charge(us, them));
    // GEO-10: the only place along the face is taken.
    t.blue("line-infantry", 26.0, 13.4, 0.0);
    t.blue("line-infantry", 34.0, 13.4, 0.0);
    t.refuses(&charge(us, them), c::CHG_01);
    assert_eq!(c::GEO_10.number(), 1910);
}

#[test]
fn what_a_charge_comes_to_is_told_to_its_end() {
    // The odds of a charge run on through the melee, by the functions that play it.
    use sandtable_odds::{Chance, Explorer, Law, of_order};
    let (t, horse, line) = cavalry(&[]);
    let legal = t.allows(&charge(horse, line));
    let mut explorer: Explorer<Chance> = Explorer::new();
    let law: Law<(bool, bool)> = of_order(&mut explorer, &*t.rules, &t.battle, &legal, |scene| {
        (
            marks::MELEE.of(scene.unit(horse)).fought(),
            marks::DRIVEN.of(scene.unit(line)) != Driven::No,
        )
    });
    assert_eq!(law.mass().to_string(), "1");
    // The line retreats on 1 and 2 and is caught; otherwise it stands. There is always a melee.
    assert_eq!(law.chance(&(true, true)).to_string(), "1/3");
    assert_eq!(law.chance(&(true, false)).to_string(), "2/3");
    assert!(!t.rules.card().clauses.is_empty());
}

//! Sections Scale, Units, Commanders and Initiative: one canonical test for each clause.

use crate::common::*;
use sandtable_battle::{Order, Rules, Side, Status};
use sandtable_favorite::{c, marks, turn};

#[test]
fn scale_01_three_figures_share_a_stand() {
    // SCALE-01, UNIT-08: eighteen figures are six stands, each an inch wide.
    let mut t = Table::new(&[]);
    let foot = t.blue("line-infantry", 20.0, 10.0, 0.0);
    let size = |t: &Table| {
        let rect = t.rules.footprint(&t.battle, foot);
        (rect.frontage(), rect.depth())
    };
    assert_eq!(size(&t), (6 * inch(1.0), inch(1.0)));
    t.lost(foot, 2);
    assert_eq!(size(&t), (6 * inch(1.0), inch(1.0)));
    t.lost(foot, 1);
    assert_eq!(size(&t), (5 * inch(1.0), inch(1.0)));
}

#[test]
fn scale_02_a_hit_is_a_figure_or_by_switch_a_stand() {
    // SCALE-02, FIRE-05.
    for (switch, left) in [("figure", 14), ("stand", 6)] {
        let mut t = Table::new(&[("casualty_unit", switch)]);
        let us = t.blue("line-infantry", 20.0, 10.0, 0.0);
        let them = t.red("line-infantry", 20.0, 13.0, 180.0);
        t.phase(turn::FIRE_STOOD);
        t.play(&shoot(us, them), &[]);
        t.play(&Order::End, &[]);
        t.play(&Order::End, &[6, 5, 4, 3, 2, 1, 1, 1]);
        assert_eq!(t.figures(them), left, "{switch}");
    }
}

#[test]
fn scale_03_and_04_the_range_is_data() {
    // SCALE-03: eight inches; SCALE-04: an inch is 25 yards.
    let t = Table::new(&[("numbers.kind.line-infantry.range", "12")]);
    assert_eq!(t.rules.numbers().kind[0].range, inch(12.0));
    let printed = Table::new(&[]);
    assert_eq!(printed.rules.numbers().kind[0].range, inch(8.0));
    assert_eq!(printed.rules.numbers().scale.yards_to_an_inch, 25);
}

#[test]
fn scale_05_what_equals_its_limit_is_within() {
    // SCALE-05, SCALE-06, MOVE-06.
    let mut t = Table::new(&[]);
    let us = t.blue("line-infantry", 20.0, 10.0, 0.0);
    t.allows(&advance(us, 6.0));
    t.refuses(&advance(us, 6.01), c::MOVE_06);
    t.play(&advance(us, 6.0), &[]);
    t.stands(us, (20.0, 16.0, 0.0));
}

#[test]
fn unit_01_to_05_kinds_and_crews() {
    // UNIT-01, UNIT-04, UNIT-05, UNIT-07.
    let t = Table::new(&[]);
    let kinds: Vec<(&str, u8)> = t
        .rules
        .card()
        .kinds
        .iter()
        .map(|k| (k.id.as_str(), k.stands))
        .collect();
    let expected = [
        ("line-infantry", 18),
        ("light-infantry", 12),
        ("cavalry", 12),
        ("light-cavalry", 12),
        ("field-artillery", 4),
        ("horse-artillery", 3),
        ("army-commander", 1),
        ("general", 1),
    ];
    assert_eq!(kinds, expected);
    let mut t = Table::new(&[]);
    let guns = t.blue("field-artillery", 20.0, 10.0, 0.0);
    (t.change(guns).stands, t.change(guns).started) = (5, 5);
    assert_eq!(t.rules.flaws(&t.battle).len(), 1, "UNIT-04");
    (t.change(guns).stands, t.change(guns).started) = (3, 3);
    assert!(t.rules.flaws(&t.battle).is_empty(), "UNIT-05: British");
}

#[test]
fn unit_02_only_light_units_skirmish() {
    let mut t = Table::new(&[]);
    let line = t.blue("line-infantry", 20.0, 10.0, 0.0);
    let light = t.blue("light-infantry", 40.0, 10.0, 0.0);
    t.refuses(&form(line, SKIRMISH), c::FORM_01);
    t.allows(&form(light, SKIRMISH));
    assert_eq!(c::UNIT_02.number(), 202);
}

#[test]
fn unit_03_losses_count_against_the_start() {
    // UNIT-03, MOR-18: 4 of 18 are not a quarter, 5 are; 9 are half; of 12, 3 are a quarter.
    let factor = |kind: &str, lost: u8| {
        let mut t = Table::new(&[]);
        let us = t.blue(kind, 20.0, 10.0, 0.0);
        t.lost(us, lost);
        t.shaken(us);
        let legal = t.allows(&test(us));
        legal.factors().iter().map(|f| f.value).sum::<i16>()
    };
    let foot = [4, 5, 8, 9, 17].map(|lost| factor("line-infantry", lost));
    assert_eq!(foot, [0, -1, -1, -2, -2]);
    assert_eq!([2, 3, 6].map(|lost| factor("cavalry", lost)), [0, -1, -2]);
}

#[test]
fn unit_06_impetuous_foot_goes_out_of_control() {
    // UNIT-06, MOR-11: only a commander's bonus makes a total of 7.
    for (temper, y) in [(0, 10.0), (1, 16.0)] {
        let mut t = Table::new(&[]);
        let us = t.blue("line-infantry", 20.0, 10.0, 0.0);
        t.blue("general", 20.0, 8.0, 0.0);
        t.red("line-infantry", 20.0, 30.0, 180.0);
        t.change(us).ratings[0] = temper;
        t.shaken(us);
        t.play(&test(us), &[6]);
        t.play(&decide(1), &[1]);
        t.stands(us, (20.0, y, 0.0));
    }
}

#[test]
fn unit_09_the_last_figure_takes_the_unit() {
    let mut t = Table::new(&[]);
    let us = t.blue("line-infantry", 20.0, 10.0, 0.0);
    let them = t.red("line-infantry", 20.0, 13.0, 180.0);
    t.lost(them, 15);
    t.red("line-infantry", 58.0, 46.0, 180.0);
    t.red("line-infantry", 66.0, 46.0, 180.0);
    t.phase(turn::FIRE_STOOD);
    t.play(&shoot(us, them), &[]);
    t.play(&Order::End, &[]);
    // FIRE-11: the fourth hit is lost.
    let events = t.play(&Order::End, &[6, 6, 6, 6, 1, 1, 2, 3]);
    assert_eq!(t.status(them), Status::Destroyed);
    assert!(cites(&events, c::UNIT_09));
}

#[test]
fn unit_10_and_opt_07_grades_only_by_switch() {
    // UNIT-10: none; OPT-07: seasoned 1, veteran 2, crack 3.
    for (switch, sum) in [("off", 0), ("on", 2)] {
        let mut t = Table::new(&[("quality_morale", switch)]);
        let us = t.blue("line-infantry", 20.0, 10.0, 0.0);
        t.change(us).ratings[2] = 2;
        t.shaken(us);
        let legal = t.allows(&test(us));
        assert_eq!(legal.factors().iter().map(|f| f.value).sum::<i16>(), sum);
        assert_eq!(
            legal.factors().iter().any(|f| f.clause == c::OPT_07),
            sum > 0
        );
        assert_ne!(c::UNIT_10, c::OPT_07);
    }
}

/// A shaken line that has lost half its figures, with commanders nearby.
fn with_staff(army: Option<f64>, general: Option<f64>) -> (Table, sandtable_battle::UnitId) {
    let mut t = Table::new(&[]);
    let us = t.blue("line-infantry", 20.0, 20.0, 0.0);
    t.red("line-infantry", 20.0, 40.0, 180.0);
    t.lost(us, 9);
    t.shaken(us);
    if let Some(y) = army {
        t.blue("army-commander", 20.0, y, 0.0);
    }
    if let Some(y) = general {
        t.blue("general", 20.0, y, 0.0);
    }
    (t, us)
}

#[test]
fn cmd_01_and_02_the_army_commander_changes_a_die_by_two() {
    // CMD-01, CMD-02, CMD-03: the commander is not hit, so 4 - 2 + 2 = 4.
    let (mut t, us) = with_staff(Some(15.0), None);
    t.play(&test(us), &[4]);
    let waits = t.battle.cursor.waits.expect("a choice");
    assert_eq!(
        (waits.why, waits.choices, waits.side),
        (c::CMD_02, 5, Side::A)
    );
    let events = t.play(&decide(2), &[3]);
    assert_eq!(told(&events, c::MOR_02), Some(4));
    assert!(!t.marker(us));
    // CMD-01: there are two kinds of commanders.
    assert_eq!(c::CMD_01.number(), 301);
}

#[test]
fn cmd_03_and_04_a_six_hits_and_a_second_die_says_how_badly() {
    for (faces, status, out) in [
        (&[6, 2][..], Status::Expected, 2),
        (&[6, 3, 4], Status::Expected, 5),
        (&[6, 5], Status::Destroyed, 0),
    ] {
        let (mut t, us) = with_staff(Some(15.0), None);
        let army = sandtable_battle::UnitId(2);
        t.play(&test(us), &[4]);
        let events = t.play(&decide(2), faces);
        // The commander's influence does not count: the 2 remains, and the unit retreats.
        assert_eq!(told(&events, c::MOR_02), Some(2));
        assert_eq!(
            (t.status(army), marks::OUT.of(t.battle.unit(army))),
            (status, out)
        );
        assert!(
            cites(&events, c::CMD_03) && cites(&events, c::CMD_04),
            "CMD-03, CMD-04"
        );
    }
}

#[test]
fn cmd_05_and_06_he_comes_back_beside_a_friend() {
    // CMD-05, CMD-06: a shot horse keeps the commander out for this turn and the next.
    let (mut t, us) = with_staff(Some(15.0), None);
    let army = sandtable_battle::UnitId(2);
    t.play(&test(us), &[4]);
    t.play(&decide(2), &[6, 1]);
    let next_turn = |t: &mut Table| {
        t.play(&Order::End, &[]);
        t.play(&Order::End, &[5, 2]);
        t.play(&decide(0), &[]);
    };
    next_turn(&mut t);
    t.refuses(&join(army, us), c::CMD_05);
    t.play(&test(us), &[6]);
    next_turn(&mut t);
    assert_eq!(t.battle.cursor.turn, 4, "{:?}", c::CMD_06);
    let events = t.play(&join(army, us), &[]);
    assert!(cites(&events, c::CMD_05) && t.status(army) == Status::Table);
}

#[test]
fn cmd_07_nearby_is_six_inches_to_the_base() {
    // CMD-07: 19.5 - 13.5 is exactly 6.
    for (y, asks) in [(13.5, true), (13.49, false)] {
        let (mut t, us) = with_staff(Some(y), None);
        let faces: &[u8] = &[6];
        t.play(&test(us), faces);
        assert_eq!(t.battle.cursor.waits.is_some(), asks, "{y}");
    }
    let mut t = Table::new(&[("command_radius", "9")]);
    let us = t.blue("line-infantry", 20.0, 20.0, 0.0);
    t.blue("general", 20.0, 10.5, 0.0);
    t.shaken(us);
    t.play(&test(us), &[6]);
    assert_eq!(
        t.battle.cursor.waits.map(|w| w.why),
        Some(c::CMD_08),
        "CMD-07 by switch"
    );
}

#[test]
fn cmd_08_and_09_one_commander_a_check_after_the_die() {
    // CMD-08: a general adds 1, the army commander 2; CMD-09: the die is seen first.
    let (mut t, us) = with_staff(Some(15.0), Some(16.0));
    let events = t.play(&test(us), &[5]);
    assert_eq!(told(&events, c::MOR_03), Some(3), "CMD-09, MOR-03: 5 - 2");
    let waits = t.battle.cursor.waits.expect("a choice");
    assert_eq!((waits.why, waits.choices), (c::CMD_08, 7));
    for (choice, total) in [(1, 4), (2, 2), (3, 4), (4, 5), (5, 2), (6, 1)] {
        let mut one = t.clone();
        let dice: &[u8] = if total == 1 { &[1, 1] } else { &[1] };
        let events = one.play(&decide(choice), dice);
        assert_eq!(told(&events, c::MOR_02), Some(total), "choice {choice}");
    }
    let mut before = Table::new(&[("commander_timing", "before")]);
    before.battle = t.battle.clone();
    before.battle.cursor.waits = None;
    before.battle.cursor.unit = None;
    marks::DIE.write(&mut before.battle, 0);
    before.play(&test(us), &[]);
    let events = before.play(&decide(1), &[5, 1]);
    assert_eq!(told(&events, c::MOR_02), Some(4), "CMD-09 by switch");
}

#[test]
fn cmd_10_no_use_no_risk() {
    let (mut t, us) = with_staff(Some(15.0), None);
    t.play(&test(us), &[6]);
    // CMD-10: no die is thrown.
    let events = t.play(&decide(0), &[]);
    assert_eq!(told(&events, c::MOR_02), Some(4));
    assert!(!cites(&events, c::CMD_03) && c::CMD_10.number() == 310);
}

#[test]
fn cmd_11_he_rides_twelve_inches_over_everybody() {
    let mut t = Table::new(&[]);
    let us = t.blue("line-infantry", 20.0, 20.0, 0.0);
    let him = t.blue("general", 20.0, 18.0, 0.0);
    let foe = t.red("line-infantry", 20.0, 34.0, 180.0);
    t.refuses(&advance(him, 12.1), c::CMD_11);
    t.play(&advance(him, 12.0), &[]);
    t.stands(him, (20.0, 30.0, 0.0));
    t.refuses(&advance(him, 1.0), c::CMD_11);
    // CMD-11: no unit may shoot at a commander or charge one.
    t.phase(turn::FIRE_STOOD).side(Side::B);
    t.refuses(&shoot(foe, him), c::CMD_11);
    t.phase(turn::MOVE_SECOND);
    t.refuses(&charge(foe, him), c::CHG_01);
    assert!(t.battle.unit(us).on_table());
}

#[test]
fn cmd_12_he_goes_with_his_unit_when_it_must_go() {
    let (mut t, us) = with_staff(None, None);
    let him = t.blue("general", 20.0, 15.0, 0.0);
    let events = t.play(&join(him, us), &[]);
    assert!(cites(&events, c::CMD_12));
    t.stands(him, (20.0, 19.0, 0.0));
    t.play(&test(us), &[4]);
    t.play(&decide(0), &[]);
    t.stands(us, (20.0, 14.0, 0.0));
    t.stands(him, (20.0, 13.0, 0.0));
    t.play(&Order::Leave { unit: him }, &[]);
    assert_eq!(t.battle.unit(him).with, None);
}

#[test]
fn cmd_13_ridden_down_he_looks_for_friends() {
    // CMD-13: a base that covers a commander drives the commander off or captures them.
    for (friend, status) in [(30.0, Status::Table), (46.0, Status::Captured)] {
        let mut t = Table::new(&[]);
        let horse = t.blue("cavalry", 20.0, 10.0, 0.0);
        let him = t.red("general", 20.0, 20.0, 180.0);
        t.red("line-infantry", 20.0, friend, 180.0);
        let events = t.play(&advance(horse, 10.0), &[]);
        assert_eq!(t.status(him), status, "{friend}");
        assert!(cites(&events, c::CMD_13));
    }
}

#[test]
fn init_01_to_04_the_roll_and_its_ties() {
    // INIT-01, INIT-03, INIT-04, INIT-07: examples 1, 4, 5.
    let mut t = Table::new(&[]);
    t.blue("line-infantry", 20.0, 10.0, 0.0);
    t.red("line-infantry", 20.0, 40.0, 180.0);
    let mut tie = t.clone();
    tie.open(&[4, 4]);
    assert_eq!(tie.battle.to_move(), Side::A, "INIT-04");
    let mut lower = t.clone();
    lower.open(&[3, 4]);
    assert_eq!(lower.battle.to_move(), Side::B, "INIT-01");
    // INIT-05, INIT-06: choosing to move second gives the initiative away.
    for (choice, first, holder) in [(0, Side::A, Side::A), (1, Side::B, Side::B)] {
        let mut t = t.clone();
        t.open(&[6, 2]);
        let waits = t.battle.cursor.waits.expect("a choice");
        assert_eq!((waits.why, waits.choices), (c::INIT_05, 2));
        t.play(&decide(choice), &[]);
        assert_eq!(t.battle.cursor.side, first);
        t.play(&Order::End, &[]);
        t.play(&Order::End, &[3, 3]);
        assert_eq!(
            (t.battle.cursor.turn, t.battle.to_move()),
            (2, holder),
            "INIT-03, INIT-06"
        );
    }
    assert_eq!(c::INIT_07.number(), 407);
}

#[test]
fn init_02_and_08_the_better_general_adds_one_while_in_play() {
    // INIT-02, INIT-08, SET-06.
    let roll = |ours: u8, theirs: u8, out: bool, switch: &str| {
        let mut t = Table::new(&[("dead_general_keeps_bonus", switch)]);
        t.blue("line-infantry", 20.0, 10.0, 0.0);
        t.red("line-infantry", 20.0, 40.0, 180.0);
        let us = t.blue("army-commander", 20.0, 8.0, 0.0);
        let them = t.red("army-commander", 20.0, 42.0, 0.0);
        t.change(us).ratings[3] = ours;
        t.change(them).ratings[3] = theirs;
        if out {
            t.change(us).status = Status::Destroyed;
        }
        t.open(&[3, 4]);
        t.battle.to_move()
    };
    assert_eq!(roll(0, 0, false, "false"), Side::B, "SET-06: equal");
    assert_eq!(roll(1, 0, false, "false"), Side::A, "INIT-02: 4 to 4");
    assert_eq!(roll(1, 0, true, "false"), Side::B, "INIT-08");
    assert_eq!(roll(1, 0, true, "true"), Side::A, "INIT-08 by switch");
}

//! Section Close combat.

use crate::common::*;
use sandtable_battle::{Ground, Order, Rules, Side, Status, UnitId};
use sandtable_favorite::marks::{self, Charge, Check, Stand};
use sandtable_favorite::{c, turn};

/// Two units front to front in close combat; the first has charged.
fn clash(kinds: [&str; 2], switches: &[(&str, &str)]) -> (Table, UnitId, UnitId) {
    let mut t = Table::new(switches);
    let us = t.blue(kinds[0], 30.0, 20.0, 0.0);
    let deep = |t: &Table, id: UnitId| t.rules.footprint(&t.battle, id).depth();
    let own = deep(&t, us);
    let them = t.red(kinds[1], 30.0, 24.0, 180.0);
    let gap = (own + deep(&t, them)) / 2;
    t.change(them).pose.y = t.battle.unit(us).pose.y + gap;
    t.charged(us);
    t.phase(turn::MELEE);
    // Other units on both sides, so that the battle goes on.
    for x in [58.0, 66.0] {
        t.blue("line-infantry", x, 2.0, 0.0);
        t.red("line-infantry", x, 46.0, 180.0);
    }
    (t, us, them)
}

const FOOT: [&str; 2] = ["line-infantry", "line-infantry"];

/// Fights, with two more dice for the next initiative.
fn melee(t: &mut Table, us: UnitId, them: UnitId, faces: &[u8]) -> Vec<sandtable_battle::Event> {
    let mut all = faces.to_vec();
    all.extend([1, 2]);
    t.play(&fight(us, them), &all)
}

fn sum(t: &Table, of: UnitId, us: UnitId, them: UnitId) -> i16 {
    let legal = t.allows(&fight(us, them));
    let own = legal.factors().iter().filter(|f| f.unit == Some(of));
    own.map(|f| f.value).sum()
}

fn cited(t: &Table, us: UnitId, them: UnitId, clause: sandtable_battle::Clause) -> bool {
    let legal = t.allows(&fight(us, them));
    legal.factors().iter().any(|f| f.clause == clause)
}

#[test]
fn mel_01_02_09_10_an_even_fight_repulses_the_attacker() {
    // MEL-01, MEL-02, MEL-10, MEL-12, TURN-08: example 51.
    let (mut t, us, them) = clash(FOOT, &[]);
    let events = melee(&mut t, us, them, &[6, 5, 4, 3, 2, 1, 4, 4, 4, 3, 2, 1]);
    assert_eq!((t.figures(us), t.figures(them)), (15, 15));
    assert_eq!(told(&events, c::MEL_09), Some(2));
    t.stands(us, (30.0, 14.0, 0.0));
    assert!(t.marker(us) && t.marker(them));
    // If no one is hit, the melee is equal too (ruling A70).
    let (mut t, us, them) = clash(FOOT, &[]);
    melee(&mut t, us, them, &[1; 12]);
    t.stands(us, (30.0, 14.0, 0.0));
    assert!(t.marker(us) && !t.marker(them));
    let all = [c::MEL_01, c::MEL_02, c::MEL_10];
    assert_eq!(
        all.map(sandtable_battle::Clause::number),
        [1501, 1502, 1510]
    );
}

#[test]
fn mel_03_and_04_the_numbers() {
    // MEL-03, MEL-04: the only numbers are 3, 4 and 5.
    let t = Table::new(&[]);
    let needs: Vec<u8> = (-5..=5).map(|edge| t.rules.needs(edge, 0)).collect();
    assert_eq!(needs, [5, 5, 5, 5, 5, 4, 4, 3, 3, 3, 3]);
    assert_eq!((c::MEL_03.number(), c::MEL_04.number()), (1503, 1504));
}

#[test]
fn mel_05_16_18_19_flank_charge_and_numbers() {
    // MEL-05, MEL-16, MEL-18, MEL-19: example 53.
    let mut t = Table::new(&[]);
    let horse = t.blue("cavalry", 26.5, 24.0, 90.0);
    let line = t.red("line-infantry", 30.0, 24.0, 180.0);
    t.charged(horse);
    t.phase(turn::MELEE);
    assert_eq!(
        (sum(&t, horse, horse, line), sum(&t, line, horse, line)),
        (3, 1)
    );
    let events = melee(&mut t, horse, line, &[5, 4, 3, 1, 6, 5, 3, 2, 2, 1]);
    assert_eq!((t.figures(line), t.figures(horse)), (15, 10));
    assert_eq!(told(&events, c::MEL_09), Some(0));
    let all = [c::MEL_05, c::MEL_16, c::MEL_18, c::MEL_19];
    assert_eq!(
        all.map(sandtable_battle::Clause::number),
        [1505, 1516, 1518, 1519]
    );
}

#[test]
fn mel_06_who_strikes_first() {
    // MEL-06: example 55.
    let (mut t, us, them) = clash(FOOT, &[]);
    t.mark(them, marks::STAND, Stand::First);
    let events = melee(&mut t, us, them, &[6, 5, 4, 4, 3, 2, 1, 1, 1, 1, 1]);
    assert_eq!((t.figures(us), t.figures(them)), (14, 18));
    assert_eq!(told(&events, c::MEL_09), Some(1));
    let (mut t, us, them) = clash(FOOT, &[]);
    t.mark(them, marks::STAND, Stand::Second);
    melee(&mut t, us, them, &[6, 5, 4, 4, 3, 2, 1, 1, 1, 1, 1]);
    assert_eq!((t.figures(us), t.figures(them)), (18, 14));
    assert_eq!(c::MEL_06.number(), 1506);
}

#[test]
fn mel_07_its_player_says_whom_it_strikes() {
    // MEL-07: two enemies on its front.
    let mut t = Table::new(&[]);
    let us = t.blue("line-infantry", 30.0, 20.0, 0.0);
    let left = t.red("cavalry", 28.0, 21.0, 180.0);
    let right = t.red("cavalry", 32.0, 21.0, 180.0);
    t.phase(turn::MELEE);
    t.home(us);
    t.play(&fight(us, left), &[]);
    let waits = t.battle.cursor.waits.expect("a choice");
    assert_eq!((waits.why, waits.choices), (c::MEL_07, 2));
    let mut dice = vec![6; 6];
    dice.extend([1; 8]);
    dice.extend([1, 2]);
    t.play(&decide(1), &dice);
    assert_eq!((t.figures(left), t.figures(right)), (12, 6));
}

#[test]
fn mel_08_and_09_a_side_counts_what_its_units_killed() {
    // MEL-08: example 63, two attackers kill 2 + 1, the defender 3: both attackers go back.
    let mut t = Table::new(&[]);
    let line = t.red("line-infantry", 30.0, 24.0, 180.0);
    let one = t.blue("line-infantry", 28.0, 23.0, 0.0);
    let two = t.blue("line-infantry", 26.5, 24.0, 90.0);
    t.change(two).pose = pose(26.5, 24.0, 90.0);
    t.change(one).pose = pose(33.0, 23.0, 0.0);
    for id in [one, two] {
        t.home(id);
    }
    t.phase(turn::MELEE);
    let dice = [6, 6, 1, 1, 1, 1, 6, 1, 1, 1, 1, 1, 6, 6, 6, 1, 1, 1];
    let events = melee(&mut t, one, line, &dice);
    assert_eq!(told(&events, c::MEL_09), Some(2), "3 to 3");
    assert!(t.marker(one) && t.marker(two) && t.figures(line) == 15);
    assert_eq!(c::MEL_08.number(), 1508);
}

#[test]
fn mel_09_and_cmd_14_a_commander_leads() {
    // CMD-14, MEL-09: example 59.
    for (choice, faces, verdict) in [(1, &[2][..], 0), (1, &[6, 1], 1), (0, &[], 1)] {
        let (mut t, us, them) = clash(FOOT, &[]);
        let army = t.blue("army-commander", 30.0, 19.0, 0.0);
        t.change(army).with = Some(us);
        t.play(&fight(us, them), &[]);
        let waits = t.battle.cursor.waits.expect("a choice");
        assert_eq!((waits.why, waits.unit), (c::CMD_14, Some(army)));
        let mut all = faces.to_vec();
        all.extend([6, 6, 6, 1, 1, 1, 6, 6, 6, 6, 1, 1, 1, 2]);
        let events = t.play(&decide(choice), &all);
        assert_eq!(
            told(&events, c::MEL_09),
            Some(verdict),
            "{choice} {faces:?}"
        );
    }
    // By switch, generals and army commanders count the same.
    for (switch, verdict) in [("1_2", 1), ("2_2", 0), ("1_1", 1)] {
        let (mut t, us, them) = clash(FOOT, &[("melee_general", switch)]);
        let general = t.blue("general", 30.0, 19.0, 0.0);
        t.change(general).with = Some(us);
        t.play(&fight(us, them), &[]);
        let all = [1, 6, 6, 6, 1, 1, 1, 6, 6, 6, 6, 1, 1, 1, 2];
        let events = t.play(&decide(1), &all);
        let told = told(&events, c::MEL_09);
        assert_eq!(told == Some(0), verdict == 0, "{switch} {told:?}");
    }
}

#[test]
fn mel_11_who_attacks() {
    // MEL-11: the side whose charge made the contact.
    let (mut t, us, them) = clash(FOOT, &[]);
    t.mark(us, marks::CHARGE, Charge::None);
    t.home(them);
    let events = melee(&mut t, us, them, &[1; 12]);
    assert_eq!(told(&events, c::MEL_09), Some(2));
    t.stands(them, (30.0, 27.0, 180.0));
    assert_eq!(c::MEL_11.number(), 1511);
}

#[test]
fn mel_12_and_13_the_loser_goes_back_the_winner_stays() {
    let (mut t, us, them) = clash(FOOT, &[]);
    let events = melee(&mut t, us, them, &[6, 6, 6, 6, 1, 1, 1, 1, 1, 1, 1, 1]);
    assert!(cites(&events, c::MEL_12));
    t.stands(them, (30.0, 27.0, 180.0));
    t.stands(us, (30.0, 20.0, 0.0));
    // By switch, only a repulsed attacker goes back.
    let (mut t, us, them) = clash(FOOT, &[("melee_loser", "none")]);
    melee(&mut t, us, them, &[6, 6, 6, 6, 1, 1, 1, 1, 1, 1, 1, 1]);
    t.stands(them, (30.0, 21.0, 180.0));
    assert_eq!(c::MEL_13.number(), 1513);
}

#[test]
fn mel_14_and_15_nobody_left_and_no_blow() {
    // MEL-14: the side without survivors has lost, whatever the totals.
    let (mut t, us, them) = clash(FOOT, &[]);
    t.change(us).stands = 1;
    t.change(them).stands = 2;
    let events = melee(&mut t, us, them, &[5, 5]);
    assert_eq!(
        (told(&events, c::MEL_09), t.status(us)),
        (Some(1), Status::Destroyed)
    );
    // MEL-15: a unit that may not strike has lost.
    let (mut t, us, them) = clash(FOOT, &[]);
    t.mark(them, marks::STAND, Stand::Helpless);
    let events = melee(&mut t, us, them, &[1; 6]);
    assert_eq!(told(&events, c::MEL_09), Some(0));
    assert_eq!((c::MEL_14.number(), c::MEL_15.number()), (1514, 1515));
}

#[test]
fn mel_17_hill_and_cover() {
    let (mut t, us, them) = clash(FOOT, &[]);
    t.area(Ground::Hill, (30.0, 22.0), (10.0, 2.0));
    assert!(cited(&t, us, them, c::MEL_17) && sum(&t, them, us, them) == 1);
    let (mut t, us, them) = clash(["cavalry", "line-infantry"], &[]);
    t.mark(us, marks::CHARGE, Charge::HomeAtCover);
    // MEL-17, MEL-18: charged in cover, and so not in the open.
    assert!(cited(&t, us, them, c::MEL_17) && !cited(&t, us, them, c::MEL_18));
    assert_eq!(sum(&t, them, us, them), 2);
}

#[test]
fn mel_20_to_22_disorder_skirmishers_and_guns() {
    for (switch, minus) in [("1", -1), ("0", 0)] {
        let (mut t, us, them) = clash(FOOT, &[("disorder_melee_minus", switch)]);
        t.shaken(them);
        assert_eq!(sum(&t, them, us, them), minus, "{:?}", c::MEL_20);
        // A marker of this turn does not count.
        t.mark(them, marks::CHECK, Check::None);
        assert_eq!(sum(&t, them, us, them), 0);
    }
    let (mut t, us, them) = clash(["line-infantry", "light-infantry"], &[]);
    t.form(them, SKIRMISH);
    assert!(cited(&t, us, them, c::MEL_21));
    let (t, us, them) = clash(["cavalry", "field-artillery"], &[]);
    // MEL-22: example 61.
    assert!(cited(&t, us, them, c::MEL_22) && sum(&t, us, us, them) == 3);
    let (mut t, us, them) = clash(
        ["cavalry", "field-artillery"],
        &[("guns_in_melee", "overrun")],
    );
    let events = melee(&mut t, us, them, &[]);
    assert_eq!(
        (t.status(them), told(&events, c::MEL_09)),
        (Status::Destroyed, Some(0))
    );
}

#[test]
fn mel_23_half_effect() {
    // MEL-23: example 57, three dice; by switch six dice and half the casualties.
    let (mut t, us, them) = clash(FOOT, &[]);
    t.mark(them, marks::STAND, Stand::Halved);
    melee(&mut t, us, them, &[1, 1, 1, 1, 1, 1, 6, 6, 1]);
    assert_eq!(t.figures(us), 16);
    let (mut t, us, them) = clash(FOOT, &[("half_effect", "casualties")]);
    t.mark(them, marks::STAND, Stand::Halved);
    melee(&mut t, us, them, &[1, 1, 1, 1, 1, 1, 6, 6, 6, 1, 1, 1]);
    assert_eq!(t.figures(us), 16, "{:?}", c::MEL_23);
}

#[test]
fn opt_05_a_wounded_general_is_captured_by_switch() {
    for (switch, status) in [("off", Status::Expected), ("on", Status::Captured)] {
        let (mut t, us, them) = clash(FOOT, &[("general_captured", switch)]);
        let general = t.blue("general", 30.0, 19.0, 0.0);
        t.change(general).with = Some(us);
        t.play(&fight(us, them), &[]);
        t.play(
            &decide(1),
            &[6, 4, 3, 1, 1, 1, 1, 1, 1, 6, 6, 6, 1, 1, 1, 1, 2],
        );
        assert_eq!(t.status(general), status, "{:?}", c::OPT_05);
    }
}

#[test]
fn opt_06_pursuit_by_switch() {
    for (choice, y) in [(0, 20.0), (1, 23.0)] {
        let (mut t, us, them) = clash(FOOT, &[("pursuit", "half_move")]);
        t.play(&fight(us, them), &[6, 6, 6, 6, 1, 1, 1, 1, 1, 1, 1, 1]);
        let waits = t.battle.cursor.waits.expect("a choice");
        assert_eq!((waits.side, waits.why), (Side::A, c::OPT_06));
        t.play(&decide(choice), &[1, 2]);
        t.stands(us, (30.0, y, 0.0));
    }
}

#[test]
fn a_charge_on_guns_from_closing_volley_to_melee() {
    // CHG-12, MEL-22, MEL-19: example 61.
    let mut t = Table::new(&[]);
    let horse = t.blue("cavalry", 30.0, 10.0, 0.0);
    let guns = t.red("field-artillery", 30.0, 16.0, 180.0);
    t.play(&charge(horse, guns), &[4]);
    t.all_moved();
    t.play(&shoot(guns, horse), &[]);
    t.play(&Order::End, &[6, 5, 2, 1]);
    assert_eq!((t.figures(horse), t.battle.cursor.phase), (9, turn::MELEE));
    assert_eq!(
        (sum(&t, horse, horse, guns), sum(&t, guns, horse, guns)),
        (3, -2)
    );
    melee(&mut t, horse, guns, &[3, 2, 2, 5, 4]);
    assert_eq!((t.figures(guns), t.figures(horse)), (3, 8));
}

//! Sections Shooting and Artillery.

use crate::common::*;
use sandtable_battle::{Ground, Judging, Order, Recorded, Rules, UnitId};
use sandtable_favorite::marks::{self, Driven, Moved};
use sandtable_favorite::{c, turn};

/// Two units at a distance from front to front, in the phase in which units that stood shoot.
fn at_range(kinds: [&str; 2], gap: f64, switches: &[(&str, &str)]) -> (Table, UnitId, UnitId) {
    let mut t = Table::new(switches);
    let us = t.blue(kinds[0], 36.0, 6.0, 0.0);
    let deep = |t: &Table, id: UnitId| {
        sandtable_geometry::to_inches(t.rules.footprint(&t.battle, id).depth()) / 2.0
    };
    let own = deep(&t, us);
    let them = t.red(kinds[1], 36.0, 40.0, 180.0);
    let other = deep(&t, them);
    t.change(them).pose = pose(36.0, 6.0 + own + gap + other, 180.0);
    t.phase(turn::FIRE_STOOD);
    // Other units, so that the battle goes on.
    t.red("line-infantry", 58.0, 46.0, 180.0);
    t.red("line-infantry", 66.0, 46.0, 180.0);
    (t, us, them)
}

/// Returns the number of figures that six particular dice take off.
fn hits(t: &mut Table, us: UnitId, them: UnitId, faces: &[u8]) -> u8 {
    let before = t.figures(them);
    t.play(&shoot(us, them), &[]);
    let mut all = faces.to_vec();
    all.extend([1, 2]);
    // The target may have a volley to declare, too.
    loop {
        let mut dice = Recorded::new(&all);
        let played = t.rules.play(&t.battle, &Order::End, &mut dice);
        t.battle = played.expect("legal").0;
        if !dice.rolls().is_empty() {
            assert_eq!((dice.wanted(), dice.left_over()), (None, 0), "dice");
            return before - t.figures(them);
        }
    }
}

const SIX: [u8; 6] = [6, 5, 4, 3, 2, 1];

#[test]
fn fire_01_and_08_dice() {
    // FIRE-01, FIRE-08: example 39.
    let dice = |figures: u8, formation: u8, switches: &[(&str, &str)]| {
        let (mut t, us, them) = at_range(["line-infantry", "line-infantry"], 2.0, switches);
        t.change(us).stands = figures;
        t.form(us, formation);
        t.play(&shoot(us, them), &[]);
        t.play(&Order::End, &[]);
        let mut dice = Recorded::new(&[1; 30]);
        t.rules
            .play(&t.battle, &Order::End, &mut dice)
            .expect("legal");
        let thrown = dice.rolls().iter().filter(|r| r.why == c::FIRE_03);
        thrown.map(|r| r.faces.len()).sum::<usize>()
    };
    assert_eq!(
        [18, 16, 15, 1].map(|figures| dice(figures, LINE, &[])),
        [6, 6, 5, 1]
    );
    assert_eq!((dice(18, FIELD, &[]), dice(18, MARCH, &[])), (2, 1));
    assert_eq!(
        dice(18, MARCH, &[("column_fire", "all")]),
        6,
        "FIRE-08 by switch"
    );
    // FIRE-12, OPT-01: more dice by switch.
    assert_eq!(dice(18, LINE, &[("figures_per_die", "2")]), 9);
    assert_eq!(dice(18, LINE, &[("figures_per_die", "1")]), 18);
    assert_eq!((c::FIRE_12.number(), c::OPT_01.number()), (1312, 1801));
}

#[test]
fn fire_02_to_05_bands_and_hits() {
    // FIRE-02, FIRE-03, FIRE-04, FIRE-05: example 41.
    let foot = ["line-infantry", "line-infantry"];
    let shot = |gap: f64, wall: Option<Ground>| {
        let (mut t, us, them) = at_range(foot, gap, &[]);
        if let Some(ground) = wall {
            t.line(ground, (20.0, 6.3 + gap), (52.0, 6.3 + gap), 0.0);
        }
        hits(&mut t, us, them, &SIX)
    };
    assert_eq!(
        [2.0, 2.01, 4.0, 4.01, 8.0].map(|gap| shot(gap, None)),
        [4, 2, 2, 1, 1]
    );
    let (t, us, them) = at_range(foot, 8.01, &[]);
    t.refuses(&shoot(us, them), c::FIRE_02);
    assert_eq!([2.0, 4.0].map(|gap| shot(gap, Some(Ground::Fence))), [3, 1]);
    assert_eq!(shot(2.0, Some(Ground::Wall)), 2);
    // FIRE-04: seven is needed.
    let (mut t, us, them) = at_range(foot, 8.0, &[]);
    t.line(Ground::Fence, (20.0, 14.3), (52.0, 14.3), 0.0);
    t.refuses(&shoot(us, them), c::FIRE_04);
    assert_eq!(
        [c::FIRE_03, c::FIRE_05].map(sandtable_battle::Clause::number),
        [1303, 1305]
    );
}

#[test]
fn fire_06_one_target_a_turn() {
    let (mut t, us, them) = at_range(["line-infantry", "line-infantry"], 2.0, &[]);
    t.play(&shoot(us, them), &[]);
    t.refuses(&shoot(us, them), c::FIRE_06);
}

#[test]
fn fire_07_the_field_of_fire_and_the_range() {
    // FIRE-07, GEO-06: the centre must be in the zone in front.
    let mut t = Table::new(&[]);
    let us = t.blue("line-infantry", 20.0, 10.0, 0.0);
    let them = t.red("cavalry", 26.0, 13.6, 180.0);
    t.phase(turn::FIRE_STOOD);
    t.allows(&shoot(us, them));
    t.change(them).pose = pose(27.0, 13.4, 180.0);
    t.refuses(&shoot(us, them), c::FIRE_07);
    assert_eq!(c::GEO_06.number(), 1906);
}

#[test]
fn fire_09_sight() {
    // FIRE-09, GEO-08: woods that neither end lies in, and third bases.
    let (mut t, us, them) = at_range(["line-infantry", "line-infantry"], 7.0, &[]);
    t.allows(&shoot(us, them));
    let mut woods = t.clone();
    woods.area(Ground::Woods, (36.0, 10.0), (4.0, 2.0));
    woods.refuses(&shoot(us, them), c::FIRE_09);
    let third = t.blue("field-artillery", 36.0, 10.0, 0.0);
    t.refuses(&shoot(us, them), c::FIRE_09);
    t.change(third).pose = pose(50.0, 10.0, 0.0);
    t.allows(&shoot(us, them));
    assert_eq!(c::GEO_08.number(), 1908);
}

#[test]
fn fire_10_free_choice_unless_a_switch_says_the_nearest() {
    for (switch, ok) in [("false", true), ("true", false)] {
        let mut t = Table::new(&[("nearest_target", switch)]);
        let us = t.blue("line-infantry", 20.0, 10.0, 0.0);
        t.red("cavalry", 17.0, 13.0, 180.0);
        let far = t.red("cavalry", 23.0, 15.0, 180.0);
        t.phase(turn::FIRE_STOOD);
        if ok {
            t.allows(&shoot(us, far));
        } else {
            t.refuses(&shoot(us, far), c::FIRE_10);
        }
    }
}

#[test]
fn fire_11_hits_beyond_the_last_figure_are_lost() {
    let (mut t, us, them) = at_range(["line-infantry", "line-infantry"], 2.0, &[]);
    t.change(them).stands = 2;
    assert_eq!(hits(&mut t, us, them, &[6; 6]), 2, "{:?}", c::FIRE_11);
}

#[test]
fn fire_13_two_hits_at_long_range_by_switch() {
    // FIRE-13: three sixes, one casualty, and the odd hit is lost.
    let (mut t, us, them) = at_range(
        ["line-infantry", "line-infantry"],
        7.0,
        &[("long_range_two_hits", "true")],
    );
    assert_eq!(
        hits(&mut t, us, them, &[6, 6, 6, 1, 1, 1]),
        1,
        "{:?}",
        c::FIRE_13
    );
}

#[test]
fn fire_14_cavalry_shoots_only_with_carbines_by_switch() {
    for (switch, arms, ok) in [("none", 1, false), ("flag", 1, true), ("flag", 0, false)] {
        let (mut t, us, them) = at_range(
            ["light-cavalry", "line-infantry"],
            3.0,
            &[("cavalry_fire", switch)],
        );
        t.change(us).ratings[1] = arms;
        if ok {
            t.allows(&shoot(us, them));
        } else {
            t.refuses(&shoot(us, them), c::FIRE_14);
        }
    }
}

#[test]
fn fire_15_after_going_back() {
    for (switch, ok) in [("true", true), ("false", false)] {
        let (mut t, us, them) = at_range(
            ["line-infantry", "line-infantry"],
            4.0,
            &[("retreated_may_shoot", switch)],
        );
        t.mark(us, marks::MOVED, Moved::Moved);
        t.mark(us, marks::DRIVEN, Driven::Retreated);
        t.phase(turn::FIRE_MOVED);
        assert_eq!(t.judge(&shoot(us, them)).is_ok(), ok, "{switch}");
        t.mark(us, marks::DRIVEN, Driven::Routed);
        t.refuses(&shoot(us, them), c::FIRE_15);
    }
}

#[test]
fn art_01_to_04_bands_of_guns() {
    // ART-01, ART-02, ART-03, ART-04, UNIT-04.
    let shot = |gap: f64| {
        let (mut t, us, them) = at_range(["field-artillery", "line-infantry"], gap, &[]);
        hits(&mut t, us, them, &[5, 4, 3, 2])
    };
    assert_eq!([4.0, 4.01, 8.0, 16.0, 24.0].map(shot), [4, 3, 3, 2, 1]);
    let (mut t, us, them) = at_range(["field-artillery", "line-infantry"], 32.0, &[]);
    assert_eq!(hits(&mut t, us, them, &[6, 5, 5, 5]), 1);
    let (t, us, them) = at_range(["field-artillery", "line-infantry"], 32.1, &[]);
    t.refuses(&shoot(us, them), c::FIRE_02);
    let all = [c::ART_01, c::ART_02, c::ART_03, c::ART_04];
    assert_eq!(
        all.map(sandtable_battle::Clause::number),
        [1401, 1402, 1403, 1404]
    );
}

#[test]
fn art_05_and_09_hard_targets_and_cover_add_up() {
    // ART-05, ART-09: example 47.
    let needs = |target: &str, formation: u8, gap: f64, fence: bool| {
        let (mut t, us, them) = at_range(["field-artillery", target], gap, &[]);
        t.form(them, formation);
        if fence {
            t.line(Ground::Fence, (20.0, 6.8 + gap), (52.0, 6.8 + gap), 0.0);
        }
        match t.judge(&shoot(us, them)) {
            Ok(legal) => -legal.factors().iter().map(|f| f.value).sum::<i16>(),
            Err(refusals) => {
                assert!(refusals.cite(c::FIRE_04));
                99
            }
        }
    };
    assert_eq!(needs("line-infantry", LINE, 8.0, false), 0);
    assert_eq!(needs("field-artillery", LINE, 8.0, false), 1);
    assert_eq!(needs("light-infantry", SKIRMISH, 8.0, true), 2);
    assert_eq!(needs("light-infantry", SKIRMISH, 32.0, false), 99, "ART-09");
    // By switch, skirmishers are harder to hit for muskets, too.
    for (switch, more) in [("false", 0), ("true", -1)] {
        let (mut t, us, them) = at_range(
            ["line-infantry", "light-infantry"],
            2.0,
            &[("skirmish_penalty_all", switch)],
        );
        t.form(them, SKIRMISH);
        let legal = t.allows(&shoot(us, them));
        assert_eq!(legal.factors().iter().map(|f| f.value).sum::<i16>(), more);
    }
    assert_eq!((c::ART_05.number(), c::ART_09.number()), (1405, 1409));
}

#[test]
fn art_06_to_08_and_11_guns_that_moved() {
    // ART-06, ART-07, ART-08, ART-11: example 49.
    let fires = |kind: &str, order: &dyn Fn(UnitId) -> Order, switch: &str| {
        let mut t = Table::new(&[("pivot_blocks_guns", switch)]);
        let guns = t.blue(kind, 36.0, 6.0, 0.0);
        let them = t.red("line-infantry", 36.0, 26.0, 180.0);
        t.play(&order(guns), &[]);
        t.phase(turn::FIRE_MOVED);
        t.judge(&shoot(guns, them))
    };
    let moved = |inches: f64| move |guns: UnitId| advance(guns, inches);
    assert!(
        fires("field-artillery", &moved(1.0), "true").is_ok(),
        "ART-11"
    );
    let far = fires("field-artillery", &moved(1.01), "true").expect_err("too far");
    assert!(far.cite(c::ART_06));
    assert!(fires("horse-artillery", &moved(4.5), "true").is_ok());
    let far = fires("horse-artillery", &moved(4.52), "true").expect_err("too far");
    assert!(far.cite(c::ART_07));
    let turned = |guns: UnitId| face(guns, 10.0);
    assert!(fires("field-artillery", &turned, "true").is_err(), "ART-08");
    assert!(
        fires("field-artillery", &turned, "false").is_ok(),
        "ART-08 by switch"
    );
    assert!(fires("horse-artillery", &turned, "true").is_ok());
    let both = |guns: UnitId| ordered(guns, &[pivot(10.0), forward(0.5)]);
    assert!(fires("horse-artillery", &both, "true").is_err());
    assert_eq!((c::ART_08.number(), c::ART_11.number()), (1408, 1411));
}

#[test]
fn art_10_a_lost_figure_is_a_lost_die() {
    let (mut t, us, them) = at_range(["field-artillery", "line-infantry"], 4.0, &[]);
    t.lost(us, 2);
    assert_eq!(hits(&mut t, us, them, &[6, 6]), 2, "{:?}", c::ART_10);
}

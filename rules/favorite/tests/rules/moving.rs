//! Sections Movement, Formations, Turning and wheeling, Terrain, Interpenetration.

use crate::common::*;
use sandtable_battle::{Ground, Hand, Leg, Order, Rules, Side};
use sandtable_favorite::{c, turn};

fn alone(kind: &str, switches: &[(&str, &str)]) -> (Table, sandtable_battle::UnitId) {
    let mut t = Table::new(switches);
    let us = t.blue(kind, 36.0, 10.0, 0.0);
    (t, us)
}

#[test]
fn move_01_to_05_the_rates() {
    // MOVE-01, MOVE-02, MOVE-04, MOVE-05, MOVE-07: Table F2.
    let reach = |kind, formation| {
        let (mut t, us) = alone(kind, &[]);
        t.form(us, formation);
        t.reach(us)
    };
    assert_eq!(reach("line-infantry", LINE), 6.0);
    assert_eq!(reach("line-infantry", FIELD), 9.0);
    assert_eq!(reach("line-infantry", MARCH), 9.0);
    assert_eq!(reach("light-infantry", SKIRMISH), 9.0);
    assert_eq!(reach("cavalry", LINE), 12.0);
    assert_eq!(reach("cavalry", FIELD), 15.0);
    assert_eq!(reach("light-cavalry", SKIRMISH), 15.0);
    assert_eq!(reach("field-artillery", LINE), 6.0);
    assert_eq!(reach("horse-artillery", LINE), 9.0);
    let (t, guns) = alone("horse-artillery", &[("horse_artillery_move", "6")]);
    assert_eq!(t.reach(guns), 6.0, "MOVE-05 by switch");
    assert_eq!((c::MOVE_02.number(), c::MOVE_04.number()), (602, 604));
}

#[test]
fn move_03_a_march_column_on_a_road() {
    // MOVE-03, TERR-08: the whole turn on the road.
    let (mut t, us) = alone("line-infantry", &[]);
    t.form(us, MARCH);
    t.line(Ground::Road, (36.0, 0.0), (36.0, 48.0), 1.0);
    assert_eq!(t.reach(us), 12.0);
    t.play(&advance(us, 6.0), &[]);
    assert_eq!(t.reach(us), 6.0);
    let leaves = ordered(
        us,
        &[Leg::Wheel {
            hand: Hand::Left,
            by: 2000,
        }],
    );
    t.refuses(&leaves, c::MOVE_03);
    t.form(us, FIELD);
    assert_eq!(c::TERR_08.number(), 908);
    let (mut off, us) = alone("line-infantry", &[]);
    off.form(us, MARCH);
    off.line(Ground::Road, (36.0, 0.0), (36.0, 15.0), 1.0);
    assert_eq!(off.reach(us), 9.0, "off the road's end there is no bonus");
    // OPT-04: guns by switch only.
    for (switch, inches) in [("off", 6.0), ("3", 9.0)] {
        let (mut t, guns) = alone("field-artillery", &[("artillery_road", switch)]);
        t.line(Ground::Road, (36.0, 0.0), (36.0, 48.0), 1.0);
        assert_eq!(t.reach(guns), inches, "{:?}", c::OPT_04);
    }
}

#[test]
fn move_06_and_07_half_moves_in_any_order() {
    // MOVE-06, MOVE-07: examples 7 and 9.
    let (mut t, us) = alone("line-infantry", &[]);
    t.change(us).pose = pose(20.0, 10.0, 0.0);
    t.play(&face(us, 90.0), &[]);
    t.play(&advance(us, 3.0), &[]);
    t.stands(us, (23.0, 10.0, 90.0));
    t.refuses(&advance(us, 1.0), c::TURN_02);
    let (mut t, us) = alone("line-infantry", &[]);
    t.play(&form(us, FIELD), &[]);
    let rect = t.rules.footprint(&t.battle, us);
    assert_eq!((rect.frontage(), rect.depth()), (inch(2.0), inch(3.0)));
    assert_eq!(t.reach(us), 4.5, "MOVE-07");
    t.refuses(&advance(us, 4.6), c::MOVE_06);
    t.play(&advance(us, 4.5), &[]);
}

#[test]
fn move_08_half_a_move_does_one_thing() {
    // MOVE-08: examples 13 and 15.
    for (formation, reach) in [(LINE, 3.0), (FIELD, 4.5)] {
        let (mut t, us) = alone("line-infantry", &[]);
        t.form(us, formation);
        t.shaken(us);
        t.play(&test(us), &[5]);
        assert_eq!(t.reach(us), reach);
        t.allows(&face(us, 90.0));
        t.allows(&form(us, MARCH));
        let both = ordered(us, &[pivot(90.0), forward(1.5)]);
        t.refuses(&both, c::MOVE_08);
        t.play(&advance(us, 1.5), &[]);
        t.refuses(&face(us, 90.0), c::TURN_02);
    }
}

#[test]
fn move_09_and_11_no_move_after_going_back_or_in_contact() {
    let (mut t, us) = alone("line-infantry", &[]);
    t.red("line-infantry", 36.0, 11.0, 180.0);
    // MOVE-11.
    t.refuses(&advance(us, 0.5), c::MOVE_11);
    t.shaken(us);
    t.play(&test(us), &[3]);
    // MOVE-09: 3 - 1 for contact is a retreat.
    t.refuses(&advance(us, 1.0), c::MOVE_09);
}

#[test]
fn move_10_straight_ahead_unless_a_switch_allows_more() {
    let slide = |us, heading| {
        ordered(
            us,
            &[Leg::Slide {
                towards: degrees(heading),
                by: inch(2.0),
            }],
        )
    };
    let (t, us) = alone("line-infantry", &[]);
    t.refuses(&slide(us, 30.0), c::MOVE_10);
    let (mut t, us) = alone("line-infantry", &[("oblique", "45")]);
    t.refuses(&slide(us, 46.0), c::MOVE_10);
    t.play(&slide(us, 45.0), &[]);
    t.stands(us, (37.414, 11.414, 0.0));
}

#[test]
fn move_12_units_move_without_orders() {
    // MOVE-12: every unmarked unit that is free to move is ready.
    let (mut t, us) = alone("line-infantry", &[]);
    let two = t.blue("cavalry", 10.0, 10.0, 0.0);
    let mut ready = Vec::new();
    t.rules.ready(&t.battle, &mut ready);
    assert_eq!(ready, [us, two], "{:?}", c::MOVE_12);
}

#[test]
fn move_13_only_a_charge_makes_contact() {
    let (mut t, us) = alone("line-infantry", &[]);
    t.red("line-infantry", 36.0, 14.0, 180.0);
    // MOVE-13: three inches would touch, less than that does not.
    t.refuses(&advance(us, 3.0), c::MOVE_13);
    t.allows(&advance(us, 2.99));
    t.change(us).pose = pose(36.0, 47.0, 0.0);
    t.refuses(&advance(us, 1.0), c::MOVE_13);
}

#[test]
fn move_14_one_move_back_is_the_plain_rate() {
    // MOVE-14: a column retreats six inches, not nine.
    let (mut t, us) = alone("line-infantry", &[]);
    t.change(us).pose = pose(36.0, 20.0, 0.0);
    t.form(us, FIELD);
    t.red("line-infantry", 36.0, 40.0, 180.0);
    t.shaken(us);
    t.play(&test(us), &[2]);
    t.stands(us, (36.0, 14.0, 0.0));
    assert_eq!(c::MOVE_14.number(), 614);
}

#[test]
fn form_01_to_07_formations_and_their_ground() {
    // FORM-01, FORM-02, FORM-03, FORM-05, FORM-06, FORM-07.
    let size = |kind: &str, formation, figures: u8, switches: &[(&str, &str)]| {
        let (mut t, us) = alone(kind, switches);
        t.form(us, formation);
        t.change(us).stands = figures;
        let rect = t.rules.footprint(&t.battle, us);
        (rect.frontage() / inch(1.0), rect.depth() / inch(1.0))
    };
    assert_eq!(size("line-infantry", LINE, 18, &[]), (6, 1));
    assert_eq!(size("line-infantry", FIELD, 18, &[]), (2, 3));
    assert_eq!(size("line-infantry", FIELD, 14, &[]), (2, 3));
    assert_eq!(size("line-infantry", MARCH, 18, &[]), (1, 6));
    assert_eq!(size("light-infantry", SKIRMISH, 12, &[]), (4, 1));
    assert_eq!(size("field-artillery", LINE, 2, &[]), (2, 2));
    assert_eq!(
        size("line-infantry", LINE, 18, &[("line_ranks", "2")]),
        (3, 2)
    );
    let (t, us) = alone("line-infantry", &[]);
    t.refuses(&form(us, LINE), c::FORM_01);
    let all = [c::FORM_02, c::FORM_03, c::FORM_05, c::FORM_06, c::FORM_07];
    assert_eq!(
        all.map(sandtable_battle::Clause::number),
        [702, 703, 705, 706, 707]
    );
}

#[test]
fn form_04_and_08_a_change_costs_half_a_move_and_needs_room() {
    let (mut t, us) = alone("line-infantry", &[]);
    t.play(&advance(us, 3.0), &[]);
    t.allows(&form(us, FIELD));
    t.play(&advance(us, 0.5), &[]);
    // FORM-04: less than half a move is left.
    t.refuses(&form(us, FIELD), c::FORM_04);
    let (mut t, us) = alone("line-infantry", &[]);
    t.form(us, MARCH);
    t.blue("line-infantry", 40.0, 10.0, 0.0);
    // FORM-08: the unit changes about its centre, and the neighbour stands there.
    t.refuses(&form(us, LINE), c::FORM_08);
}

#[test]
fn form_09_closing_up_about_the_touching_face() {
    // FORM-09: a column that is charged on its front keeps its front in place.
    let mut t = Table::new(&[]);
    let us = t.blue("line-infantry", 20.0, 10.0, 0.0);
    let them = t.red("line-infantry", 20.0, 12.0, 180.0);
    t.form(them, FIELD);
    t.phase(turn::MELEE);
    t.home(us);
    let events = t.play(
        &fight(us, them),
        &[6, 6, 6, 6, 6, 6, 1, 1, 1, 1, 1, 1, 1, 1],
    );
    assert_eq!(t.figures(them), 12);
    assert!(cites(&events, c::FORM_09));
}

#[test]
fn form_10_guns_have_no_formations() {
    let (t, guns) = alone("field-artillery", &[]);
    t.refuses(&form(guns, MARCH), c::FORM_01);
    assert_eq!(t.rules.card().kinds[4].formations, 1, "{:?}", c::FORM_10);
}

#[test]
fn form_11_a_column_needs_two_ranks() {
    let (mut t, us) = alone("line-infantry", &[]);
    t.lost(us, 12);
    t.refuses(&form(us, FIELD), c::FORM_11);
    t.allows(&form(us, MARCH));
    // FORM-11: reduced below that, the unit is in line at once.
    let mut t = Table::new(&[]);
    let us = t.blue("line-infantry", 20.0, 10.0, 0.0);
    let them = t.red("line-infantry", 20.0, 14.0, 180.0);
    t.form(them, FIELD);
    t.lost(them, 10);
    t.phase(turn::FIRE_STOOD);
    t.play(&shoot(us, them), &[]);
    t.play(&Order::End, &[]);
    t.play(&Order::End, &[5, 6, 1, 1, 1, 1, 3, 4]);
    assert_eq!((t.figures(them), t.battle.unit(them).formation), (6, LINE));
}

#[test]
fn turning_01_and_06_a_turn_costs_half_a_move() {
    // TURNING-01: any angle; TURNING-06: guns too.
    for kind in ["line-infantry", "field-artillery"] {
        let (mut t, us) = alone(kind, &[]);
        t.play(&face(us, 180.0), &[]);
        assert_eq!(t.reach(us), 3.0, "{:?}", c::TURNING_06);
        t.allows(&face(us, 0.0));
    }
    assert_eq!(c::TURNING_01.number(), 801);
}

#[test]
fn turning_02_and_03_skirmishers_turn_free_by_45_in_all() {
    let (mut t, us) = alone("light-infantry", &[]);
    t.form(us, SKIRMISH);
    t.play(&face(us, 22.5), &[]);
    assert_eq!(t.reach(us), 9.0, "TURNING-02");
    t.play(&face(us, 45.0), &[]);
    assert_eq!(t.reach(us), 9.0, "TURNING-03");
    t.play(&face(us, 46.0), &[]);
    assert_eq!(t.reach(us), 4.5, "more costs half a move");
    for (switch, left) in [("skirmish_only", 3.0), ("always", 6.0)] {
        let (mut t, us) = alone("light-infantry", &[("light_free_turn", switch)]);
        t.play(&face(us, 40.0), &[]);
        assert_eq!(t.reach(us), left, "{:?} by switch", c::TURNING_02);
    }
    assert_eq!(c::TURNING_03.number(), 803);
}

#[test]
fn turning_04_and_05_a_wheel_is_paid_by_its_arc() {
    // TURNING-04, TURNING-05, GEO-09: example 11.
    let (mut t, us) = alone("line-infantry", &[]);
    t.change(us).pose = pose(20.0, 10.0, 0.0);
    let wheel = |by: f64| Leg::Wheel {
        hand: Hand::Right,
        by: degrees(by).0,
    };
    let legal = t.allows(&ordered(us, &[wheel(30.0)]));
    assert!((f64::from(legal.cost()) / 2540.0 - std::f64::consts::PI).abs() < 0.002);
    t.refuses(&ordered(us, &[wheel(57.35)]), c::MOVE_06);
    t.allows(&ordered(us, &[wheel(57.29)]));
    t.play(&ordered(us, &[wheel(30.0)]), &[]);
    t.stands(us, (20.152, 11.567, 30.0));
    t.play(&advance(us, 2.857), &[]);
    t.stands(us, (21.581, 14.042, 30.0));
    let both = [c::TURNING_04, c::TURNING_05, c::GEO_09];
    assert_eq!(both.map(sandtable_battle::Clause::number), [804, 805, 1909]);
}

#[test]
fn terr_01_to_04_cover() {
    // TERR-01 to TERR-04, GEO-13: the face that a volley needs at short range.
    let least = |lay: &dyn Fn(&mut Table)| {
        let mut t = Table::new(&[]);
        let us = t.blue("line-infantry", 20.0, 10.0, 0.0);
        let them = t.red("line-infantry", 20.0, 13.0, 180.0);
        lay(&mut t);
        t.phase(turn::FIRE_STOOD);
        let legal = t.allows(&shoot(us, them));
        3 - legal.factors().iter().map(|f| f.value).sum::<i16>()
    };
    assert_eq!(least(&|_| ()), 3);
    assert_eq!(
        least(&|t| t.area(Ground::Woods, (20.0, 14.0), (10.0, 4.0))),
        4
    );
    assert_eq!(
        least(&|t| t.area(Ground::Town, (20.0, 14.0), (10.0, 4.0))),
        5
    );
    assert_eq!(
        least(&|t| t.line(Ground::Fence, (10.0, 12.0), (30.0, 12.0), 0.0)),
        4
    );
    assert_eq!(
        least(&|t| t.line(Ground::Wall, (10.0, 12.0), (30.0, 12.0), 0.0)),
        5
    );
    // TERR-03: only the best cover counts; TERR-04: a wall too far from the target protects no one.
    let both = |t: &mut Table| {
        t.area(Ground::Woods, (20.0, 14.0), (10.0, 4.0));
        t.line(Ground::Trench, (10.0, 12.0), (30.0, 12.0), 0.0);
    };
    assert_eq!(least(&both), 5);
    assert_eq!(
        least(&|t| t.line(Ground::Wall, (10.0, 11.2), (30.0, 11.2), 0.0)),
        3
    );
    let all = [c::TERR_01, c::TERR_02, c::TERR_03, c::TERR_04, c::GEO_13];
    assert_eq!(all.len(), 5);
}

#[test]
fn terr_05_woods_are_slow_and_no_place_for_guns() {
    let reach = |kind: &str, formation| {
        let (mut t, us) = alone(kind, &[]);
        t.form(us, formation);
        t.area(Ground::Woods, (36.0, 20.0), (20.0, 18.0));
        t.reach(us)
    };
    // TERR-05: one inch outside, then half of the rest.
    assert_eq!(reach("line-infantry", LINE), 3.5);
    assert_eq!(reach("cavalry", LINE), 6.5);
    assert_eq!(reach("light-infantry", SKIRMISH), 9.0);
    let (mut t, guns) = alone("field-artillery", &[]);
    t.area(Ground::Woods, (36.0, 20.0), (20.0, 18.0));
    t.refuses(&advance(guns, 3.0), c::TERR_05);
}

#[test]
fn terr_06_and_10_where_nobody_or_only_foot_goes() {
    let refused = |ground, kind: &str, clause| {
        let (mut t, us) = alone(kind, &[]);
        t.area(ground, (36.0, 16.0), (20.0, 8.0));
        t.refuses(&advance(us, 4.0), clause);
    };
    refused(Ground::Town, "cavalry", c::TERR_06);
    refused(Ground::Marsh, "line-infantry", c::TERR_06);
    refused(Ground::Lake, "line-infantry", c::TERR_06);
    refused(Ground::River, "line-infantry", c::TERR_06);
    refused(Ground::Impassable, "line-infantry", c::TERR_10);
    let (mut t, us) = alone("line-infantry", &[]);
    t.area(Ground::Town, (36.0, 16.0), (20.0, 8.0));
    t.allows(&advance(us, 4.0));
    // A column crosses by the bridge.
    let (mut t, us) = alone("line-infantry", &[]);
    t.form(us, MARCH);
    t.area(Ground::River, (36.0, 15.0), (40.0, 1.0));
    t.refuses(&advance(us, 9.0), c::TERR_06);
    t.area(Ground::Bridge, (36.0, 15.0), (2.0, 3.0));
    t.allows(&advance(us, 9.0));
}

#[test]
fn terr_07_walls_cost_half_a_move_and_stop_horse() {
    for ground in [Ground::Wall, Ground::Trench] {
        let (mut t, us) = alone("line-infantry", &[]);
        t.line(ground, (10.0, 11.0), (60.0, 11.0), 0.0);
        assert_eq!(t.reach(us), 3.0);
        let (mut t, horse) = alone("cavalry", &[]);
        t.line(ground, (10.0, 14.0), (60.0, 14.0), 0.0);
        t.refuses(&advance(horse, 6.0), c::TERR_07);
    }
}

#[test]
fn terr_09_guns_on_a_hill_shoot_over_units() {
    let mut t = Table::new(&[]);
    let guns = t.blue("field-artillery", 20.0, 10.0, 0.0);
    t.blue("line-infantry", 20.0, 16.0, 0.0);
    let them = t.red("line-infantry", 20.0, 24.0, 180.0);
    t.phase(turn::FIRE_STOOD);
    t.refuses(&shoot(guns, them), c::FIRE_09);
    t.area(Ground::Hill, (20.0, 10.0), (6.0, 6.0));
    // TERR-09.
    t.allows(&shoot(guns, them));
    assert_eq!(c::TERR_09.number(), 909);
}

#[test]
fn pass_01_skirmishers_let_through_and_pass() {
    for (front, ok) in [(LINE, false), (SKIRMISH, true)] {
        let mut t = Table::new(&[]);
        let us = t.blue("line-infantry", 20.0, 10.0, 0.0);
        let them = t.blue("light-infantry", 20.0, 13.0, 0.0);
        t.form(them, front);
        if ok {
            t.allows(&advance(us, 6.0));
        } else {
            t.refuses(&advance(us, 6.0), c::PASS_01);
        }
        // PASS-03: no unit ends on top of another.
        t.refuses(&advance(us, 3.0), if ok { c::MOVE_13 } else { c::PASS_01 });
    }
}

#[test]
fn pass_02_and_03_routers_run_through_friends() {
    for (switch, marked) in [("true", true), ("false", false)] {
        let mut t = Table::new(&[("run_through_marks", switch)]);
        let us = t.blue("line-infantry", 20.0, 30.0, 0.0);
        let behind = t.blue("line-infantry", 20.0, 24.0, 0.0);
        t.red("line-infantry", 20.0, 40.0, 180.0);
        t.shaken(us);
        t.play(&test(us), &[2]);
        // PASS-03: six inches would end on the friend, so the unit goes on.
        let (x, y, _) = t.at(us);
        assert!(
            (x - 20.0).abs() < 0.001 && (22.9..=23.001).contains(&y),
            "{y}"
        );
        assert_eq!(t.marker(behind), marked, "{:?}", c::PASS_02);
        assert_eq!(c::PASS_03.number(), 1003);
    }
}

#[test]
fn a_turn_upon_friends_is_ignored_by_the_advance_that_follows() {
    // TURNING-07.
    let mut t = Table::new(&[]);
    let us = t.blue("line-infantry", 30.0, 10.0, 0.0);
    t.blue("field-artillery", 30.0, 12.6, 0.0);
    t.refuses(&face(us, 90.0), c::MOVE_13);
    t.allows(&ordered(us, &[pivot(90.0), forward(3.0)]));
    assert_eq!(t.battle.cursor.side, Side::A);
    assert_eq!(c::TURNING_07.number(), 807);
}

/// TURNING-04: the far corner sweeps its whole arc, not chords of it.
#[test]
fn a_wheel_sweeps_the_arc_of_its_far_corner() {
    let wheel = |x: f64| {
        let mut t = Table::new(&[]);
        let us = t.blue("line-infantry", 20.0, 10.0, 0.0);
        t.red("line-infantry", x, 10.0, 0.0);
        let by = degrees(15.0).0;
        let legs = [Leg::Wheel {
            hand: sandtable_battle::Hand::Right,
            by,
        }];
        (t, ordered(us, &legs))
    };
    // The corner is 6.083 inches from the hub at (23, 10.5), so it reaches 16.917.
    let (t, order) = wheel(13.94);
    t.refuses(&order, c::TURNING_04);
    let (t, order) = wheel(13.90);
    t.allows(&order);
}

//! Charges and melees that the printed examples do not cover: places along an
//! edge, blocked ways, waves, shared and postponed melees, choices.

use crate::support::{Table, cent};
use sandtable_battle::{Ground, Order, Rules, Side, Status, UnitId};
use sandtable_geometry::Facing;
use sandtable_otr_d6::{c, marks, units};

fn charge(unit: UnitId, target: UnitId) -> Order {
    Order::Charge {
        unit,
        target,
        reach: true,
        heading: None,
    }
}

#[test]
fn the_place_is_the_nearest_point_of_the_edge() {
    let mut t = Table::new(&[]);
    let (a, b) = (
        t.add(Side::A, 6, (4000, 2000), 0.0),
        t.add(Side::B, 6, (3600, 2400), 180.0),
    );
    // Its front midpoint lies beyond the edge, which ends at 39".
    t.play(&charge(a, b), &[1, 6, 4, 4]);
    assert_eq!(t.at(a), (3900, 2200), "pushed back from 39\", 24\"");
}

#[test]
fn a_taken_place_is_left_by_the_least_slide() {
    let mut t = Table::new(&[]);
    let (a, b) = (
        t.add(Side::A, 6, (3200, 2000), 0.0),
        t.add(Side::B, 6, (3600, 2400), 180.0),
    );
    // The nearest point is the end of the edge at 33"; a friend covers the
    // edge from 35.5" on, so the charger slides half an inch to its left.
    t.add(Side::A, 2, (3650, 2390), 0.0);
    let legal = t.judge(&charge(a, b)).expect("legal");
    let end = legal.path()[0];
    assert_eq!((end.x, end.y), (cent(3250), cent(2400)));
}

#[test]
fn without_a_place_there_is_no_charge() {
    let mut t = Table::new(&[]);
    let (a, b) = (
        t.add(Side::A, 6, (3600, 2000), 0.0),
        t.add(Side::B, 6, (3600, 2400), 180.0),
    );
    // Between the friends there is room for three stands, not for six; beyond them
    // the charger would share no edge.
    t.add(Side::A, 2, (3350, 2390), 0.0);
    t.add(Side::A, 2, (3850, 2390), 0.0);
    let refusals = t.judge(&charge(a, b)).expect_err("no place");
    assert!(refusals.cite(c::GEO_13), "{refusals:?}");
}

#[test]
fn what_stands_in_the_way_forbids_the_charge() {
    let mut t = Table::new(&[]);
    let (a, b) = (
        t.add(Side::A, 6, (3600, 2000), 0.0),
        t.add(Side::B, 6, (3600, 2400), 180.0),
    );
    t.add(Side::A, 1, (3850, 2200), 0.0);
    let refusals = t.judge(&charge(a, b)).expect_err("a friend is in the way");
    assert!(refusals.cite(c::GEO_12), "{refusals:?}");
    let mut t = Table::new(&[]);
    let (a, b) = (
        t.add(Side::A, 6, (3600, 2000), 0.0),
        t.add(Side::B, 6, (3600, 2400), 180.0),
    );
    t.area(Ground::Impassable, (3800, 2100), (3850, 2150));
    assert!(
        t.judge(&charge(a, b))
            .expect_err("a bog is in the way")
            .cite(c::GEO_12)
    );
}

#[test]
fn a_hidden_target_is_not_charged() {
    let mut t = Table::new(&[]);
    let (a, b) = (
        t.add(Side::A, 6, (3600, 2000), 0.0),
        t.add(Side::B, 6, (3600, 2400), 180.0),
    );
    t.area(Ground::Woods, (2000, 2100), (5000, 2300));
    let refusals = t.judge(&charge(a, b)).expect_err("hidden");
    assert!(
        refusals.cite(c::CHG_09) && refusals.cite(c::GEO_09),
        "{refusals:?}"
    );
}

#[test]
fn without_the_dice_it_goes_the_free_distance() {
    let mut t = Table::new(&[]);
    let (a, b) = (
        t.add(Side::A, 6, (3600, 2000), 0.0),
        t.add(Side::B, 6, (3600, 2600), 180.0),
    );
    t.play(
        &Order::Charge {
            unit: a,
            target: b,
            reach: false,
            heading: None,
        },
        &[1],
    );
    assert_eq!((t.at(a), t.marker(a)), ((3600, 2400), 1));
}

#[test]
fn a_wave_charged_in_flank_fights_with_one_brigade_and_gives_way_as_one() {
    let mut t = Table::new(&[]);
    let a = t.add(Side::A, 6, (3000, 2440), 90.0);
    let b = t.add(Side::B, 6, (3600, 2400), 180.0);
    let d = t.add(Side::B, 6, (3600, 2500), 180.0);
    t.unit(d).with = Some(b);
    // The front brigade has one stand more: 6 to 6, and 2 for the flank.
    t.play(&charge(a, b), &[1, 3, 3]);
    assert_eq!((t.stands(a), t.stands(b), t.stands(d)), (5, 5, 6));
    assert_eq!((t.marker(b), t.marker(d)), (1, 1));
    assert_eq!((t.at(b).0, t.at(d).0), (3800, 3800));
}

#[test]
fn a_wave_falls_back_as_one() {
    let mut t = Table::new(&[]);
    let (a, b) = (
        t.add(Side::A, 6, (3600, 2000), 0.0),
        t.add(Side::B, 6, (3600, 2400), 180.0),
    );
    let rear = t.add(Side::A, 6, (3600, 1900), 0.0);
    t.unit(rear).with = Some(a);
    // 12 to 6 and equal values: 3 to 1; a 1 and a 6 lose at 1-1.
    t.play(&charge(a, b), &[1, 6, 1, 6]);
    assert_eq!((t.at(a), t.at(rear)), ((3600, 2200), (3600, 2100)));
    assert_eq!((t.stands(a), t.stands(rear)), (5, 6));
    assert_eq!((t.marker(a), t.marker(rear)), (1, 1));
}

#[test]
fn defensive_fire_at_declaration_is_at_its_distance() {
    let when = [("defensive_shot_when", "declaration")];
    let mut t = Table::new(&when);
    let (a, b) = (
        t.add(Side::A, 6, (3600, 2000), 0.0),
        t.add(Side::B, 6, (3600, 2700), 180.0),
    );
    // Seven inches are beyond musketry: no volley, then the test fails.
    t.play(&charge(a, b), &[6]);
    let mut t = Table::new(&when);
    let (a, b) = (
        t.add(Side::A, 6, (3600, 2000), 0.0),
        t.add(Side::B, 12, (3600, 2400), 180.0),
    );
    t.play(&charge(a, b), &[4, 4]);
    assert_eq!(t.at(a), (3600, 1800), "driven back from where it stood");
}

#[test]
fn defensive_fire_need_not_repulse() {
    let mut t = Table::new(&[("defensive_fire_repulses", "no")]);
    let (a, b) = (
        t.add(Side::A, 6, (3600, 2000), 0.0),
        t.add(Side::B, 12, (3600, 2400), 180.0),
    );
    t.play(&charge(a, b), &[1, 4, 4, 6, 1]);
    assert_eq!((t.at(a), t.marker(a)), ((3600, 2400), 1));
}

#[test]
fn defensive_fire_may_use_up_the_shot() {
    let mut t = Table::new(&[("defensive_shot_counts", "yes")]);
    let (a, b) = (
        t.add(Side::A, 6, (3600, 2000), 0.0),
        t.add(Side::B, 6, (3600, 2400), 180.0),
    );
    marks::SHOTS.write(t.unit(b), 1);
    t.play(&charge(a, b), &[1, 4, 4]);
    assert_eq!(t.stands(a), 5);
}

#[test]
fn melees_can_wait_and_be_shared() {
    for (switch, value) in [
        ("melee_timing", "end_of_division"),
        ("combined_charge", "yes"),
    ] {
        let mut t = Table::new(&[(switch, value)]);
        let b = t.add(Side::B, 6, (3600, 2400), 180.0);
        let (one, two) = (
            t.add(Side::A, 3, (3450, 2000), 0.0),
            t.add(Side::A, 3, (3750, 2000), 0.0),
        );
        t.play(&charge(one, b), &[1, 6]);
        t.play(&charge(two, b), &[1, 6]);
        assert_eq!(t.stands(b), 6, "nothing is fought yet");
        assert!(marks::PENDING.of(t.battle.unit(one)).is_some());
        if value == "yes" {
            // Together 6 to 6: bases 1 and 1.
            t.play(&Order::End, &[3, 3, 1]);
            assert_eq!((t.at(one).1, t.at(two).1), (2200, 2200));
            assert_eq!((t.stands(one), t.stands(two), t.stands(b)), (2, 3, 5));
        } else {
            // One after the other: 3 to 6, then 3 to 5.
            t.play(&Order::End, &[1, 1, 1, 1, 1]);
            assert_eq!((t.stands(one), t.stands(two), t.stands(b)), (1, 2, 4));
        }
        assert!(
            t.battle
                .units
                .iter()
                .all(|u| marks::PENDING.of(u).is_none())
        );
    }
}

#[test]
fn a_winner_may_advance() {
    let mut t = Table::new(&[("winner_advance", "occupy")]);
    let (a, b) = (
        t.add(Side::A, 6, (3600, 2000), 0.0),
        t.add(Side::B, 6, (3600, 2400), 180.0),
    );
    t.play(&charge(a, b), &[1, 6, 6, 2]);
    assert_eq!(
        t.battle.cursor.waits.map(|w| (w.why, w.choices)),
        Some((c::MEL_18, 2))
    );
    t.play(&Order::Decide { choice: 1 }, &[]);
    assert_eq!((t.at(a), t.battle.cursor.waits), ((3600, 2500), None));
}

#[test]
fn a_general_may_be_chosen_after_the_throw() {
    let mut t = Table::new(&[("general_morale", "chosen")]);
    let a = t.add(Side::A, 6, (3600, 2000), 0.0);
    t.add(Side::B, 6, (3600, 4000), 180.0);
    let g = t.add(Side::A, 1, (3600, 1900), 0.0);
    (t.unit(g).kind, t.unit(g).with) = (units::GENERAL, Some(a));
    marks::MARKER.write(t.unit(a), true);
    t.play(&Order::Test { unit: a }, &[4]);
    let waits = t.battle.cursor.waits.expect("a choice");
    assert_eq!((waits.why, waits.choices), (c::CMD_06, 5));
    // 4 + 1, and the fourth choice is one less: redeploy.
    t.play(&Order::Decide { choice: 3 }, &[]);
    assert_eq!(marks::LIMIT.of(t.battle.unit(a)), marks::Limit::Redeploy);
}

#[test]
fn revenge_turns_to_the_nearest_enemy() {
    let mut t = Table::new(&[]);
    let a = t.add(Side::A, 2, (3600, 2000), 0.0);
    let b = t.add(Side::B, 2, (3600, 1500), 0.0);
    marks::MARKER.write(t.unit(a), true);
    // 6 + 1: elated; 1: revenge; no charge test; into its front, after its volley.
    t.play(&Order::Test { unit: a }, &[6, 1, 1, 6, 3, 3]);
    assert_eq!(marks::LIMIT.of(t.battle.unit(a)), marks::Limit::Spent);
    assert_eq!(t.battle.unit(a).pose.facing, Facing::SOUTH);
    assert_eq!(t.battle.unit(b).status, Status::Table);
}

#[test]
fn a_blocked_retreat_may_cost_a_stand() {
    let mut t = Table::new(&[("blocked_retreat", "lose_stand")]);
    let (a, b) = (
        t.add(Side::A, 6, (3600, 2000), 0.0),
        t.add(Side::B, 6, (3600, 2400), 180.0),
    );
    t.add(Side::A, 6, (3600, 2680), 0.0);
    t.play(&charge(a, b), &[1, 6, 5, 2]);
    assert_eq!((t.at(b), t.stands(b)), ((3600, 2520), 3));
}

#[test]
fn routs_and_drive_backs_may_disturb_or_not() {
    for (value, marker) in [("no", 0), ("yes", 1)] {
        let mut t = Table::new(&[("rout_disturbs", value)]);
        let (a, friend) = (
            t.add(Side::A, 2, (3600, 2000), 0.0),
            t.add(Side::A, 6, (3600, 1000), 0.0),
        );
        t.add(Side::B, 6, (3600, 4000), 180.0);
        t.unit(a).started = 8;
        marks::MARKER.write(t.unit(a), true);
        t.play(&Order::Test { unit: a }, &[1]);
        assert_eq!(
            (t.battle.unit(a).status, t.marker(friend)),
            (Status::Fled, marker)
        );
    }
    for (value, marker) in [("all", 1), ("morale_only", 0)] {
        let mut t = Table::new(&[("pass_through_marker", value)]);
        let (a, b) = (
            t.add(Side::A, 6, (3600, 2000), 0.0),
            t.add(Side::B, 6, (3600, 2400), 180.0),
        );
        let friend = t.add(Side::B, 6, (3600, 2500), 180.0);
        marks::MARKER.write(t.unit(b), true);
        t.play(&Order::Shoot { unit: a, target: b }, &[4]);
        assert_eq!((t.at(b), t.marker(friend)), ((3600, 2600), marker));
    }
}

#[test]
fn only_markers_of_this_turns_fire_may_count() {
    let mut t = Table::new(&[("drive_back_counts", "shooting_only_this_turn")]);
    let (a, b) = (
        t.add(Side::A, 12, (3600, 2000), 0.0),
        t.add(Side::B, 6, (3600, 2400), 180.0),
    );
    marks::MARKER.write(t.unit(b), true);
    // The first die marks the unit again, the second drives it back.
    t.play(&Order::Shoot { unit: a, target: b }, &[4, 4]);
    assert_eq!(t.at(b), (3600, 2600));
}

#[test]
fn trenches_may_keep_a_unit_from_retreating() {
    let mut t = Table::new(&[("cover_ignores", "retreats_and_revenge")]);
    let a = t.add(Side::A, 6, (3600, 2000), 0.0);
    t.add(Side::B, 6, (3600, 4000), 180.0);
    t.area(Ground::Works, (3000, 1900), (4200, 2100));
    marks::MARKER.write(t.unit(a), true);
    t.play(&Order::Test { unit: a }, &[1]);
    assert_eq!(
        (t.at(a), marks::LIMIT.of(t.battle.unit(a))),
        ((3600, 2000), marks::Limit::Stand)
    );
}

#[test]
fn losses_since_the_last_test_may_be_all_that_counts() {
    let mut t = Table::new(&[("stands_lost", "since_last_test")]);
    let a = t.add(Side::A, 4, (3600, 2000), 0.0);
    t.add(Side::B, 6, (3600, 4000), 180.0);
    t.unit(a).started = 8;
    marks::MARKER.write(t.unit(a), true);
    marks::SEEN.write(t.unit(a), 3);
    // 5 + 1 - 1: one action.
    t.play(&Order::Test { unit: a }, &[5]);
    assert_eq!(marks::LIMIT.of(t.battle.unit(a)), marks::Limit::OneAction);
    assert_eq!(marks::SEEN.of(t.battle.unit(a)), 4);
}

#[test]
fn the_factors_of_a_charge_show_all_that_it_sets_off() {
    let mut t = Table::new(&[]);
    let (a, b) = (
        t.add(Side::A, 6, (3600, 2000), 0.0),
        t.add(Side::B, 3, (3600, 2400), 180.0),
    );
    let legal = t.judge(&charge(a, b)).expect("legal");
    let factors = t.rules.advice().factors(&t.battle, &legal);
    let of = |clause, unit| {
        factors
            .iter()
            .find(|f| f.clause == clause && f.unit == Some(unit))
            .map(|f| f.value)
    };
    assert_eq!(of(c::SHOOT_08, b), Some(2));
    assert_eq!(
        (of(c::MEL_02, a), of(c::MEL_02, b), of(c::MEL_08, a)),
        (Some(1), Some(1), Some(2))
    );
}

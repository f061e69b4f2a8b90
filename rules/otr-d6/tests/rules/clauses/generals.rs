//! Generals: attached, counted, at risk, displaced.

use super::common::{advance, another_group, cites, face, march, two};
use crate::support::cent;
use sandtable_battle::{Order, Rules, Side, Status};
use sandtable_geometry::{Facing, INCH, Pose};
use sandtable_otr_d6::c;

#[test]
fn a_general_rides_once_between_activations_and_joins() {
    let (mut t, a, _) = two(&[]);
    let g = t.general(Side::A, (3000, 1200), None);
    cites(&t, &Order::Join { unit: g, to: a }, c::CMD_10);
    t.play(&advance(a, 100), &[]);
    // Not in the middle of an activation.
    cites(&t, &march(g, (3600, 1970)), c::CMD_10);
    t.play(&Order::Pass { unit: a }, &[]);
    t.play(&march(g, (3600, 1980)), &[]);
    cites(&t, &march(g, (3600, 1950)), c::CMD_10);
    t.play(&Order::Join { unit: g, to: a }, &[]);
    assert_eq!(t.battle.unit(g).with, Some(a));
    cites(&t, &Order::Leave { unit: g }, c::CMD_10);
    assert!(t.offers(g).is_empty());
}

#[test]
fn an_attached_general_goes_with_his_unit() {
    let (mut t, a, _) = two(&[]);
    let g = t.general(Side::A, (3600, 1900), Some(a));
    t.play(&advance(a, 200), &[]);
    assert_eq!(t.at(g), (3600, 2100), "{:?}", c::CMD_11);
    t.play(&face(a, 180.0), &[]);
    assert_eq!(
        (t.at(a), t.battle.unit(g).pose.facing),
        ((3600, 2125), Facing::SOUTH)
    );
}

#[test]
fn only_one_general_counts_and_the_attached_one_excludes_all() {
    let bonus = |switches: &[(&str, &str)], near: bool, with: bool| -> i16 {
        let (mut t, a, b) = two(switches);
        t.unit(b).pose = Pose::new(36 * INCH, 24 * INCH, Facing::SOUTH);
        if near {
            t.general(Side::A, (4000, 1970), None);
            t.general(Side::A, (3200, 1970), None);
        }
        if with {
            t.general(Side::A, (3600, 1970), Some(a));
        }
        let legal = t
            .judge(&Order::Charge {
                unit: a,
                target: b,
                reach: true,
                heading: None,
            })
            .expect("legal");
        legal
            .factors()
            .iter()
            .filter(|f| [c::CMD_02, c::CMD_03, c::CHG_04].contains(&f.clause))
            .map(|f| f.value)
            .sum()
    };
    // CMD-12, and the readings of CHG-04.
    assert_eq!(
        (bonus(&[], true, false), bonus(&[], true, true)),
        (1, 2),
        "{:?}",
        c::CMD_12
    );
    assert_eq!(
        bonus(&[("leader_charge_bonus", "near1_attached1")], true, true),
        1
    );
    assert_eq!(
        bonus(&[("leader_charge_bonus", "cumulative")], true, true),
        3
    );
}

#[test]
fn generals_may_count_for_their_division_only() {
    let bonus = |switches: &[(&str, &str)]| -> usize {
        let (mut t, a, b) = two(switches);
        t.unit(b).pose = Pose::new(36 * INCH, 24 * INCH, Facing::SOUTH);
        let g = t.general(Side::A, (4000, 1970), None);
        let more = another_group(&mut t, Side::A);
        t.unit(g).group = more;
        t.judge(&Order::Charge {
            unit: a,
            target: b,
            reach: true,
            heading: None,
        })
        .expect("legal")
        .factors()
        .len()
    };
    assert_eq!(bonus(&[]), bonus(&[("general_scope", "division")]) + 1);
}

#[test]
fn generals_near_a_unit_that_loses_stands_are_at_risk() {
    for (switches, faces) in [
        (&[][..], &[1, 6, 2][..]),
        (&[("general_risk", "attached_only")][..], &[1][..]),
    ] {
        let (mut t, a, b) = two(switches);
        t.unit(b).pose = Pose::new(36 * INCH, 24 * INCH, Facing::SOUTH);
        let g = t.general(Side::B, (3600, 2700), None);
        t.play(&Order::Shoot { unit: a, target: b }, faces);
        let out = t.battle.unit(g).status == Status::Expected;
        assert_eq!(out, switches.is_empty(), "{:?}", c::CMD_07);
        if out {
            // The general's horse was shot: the general is back at the start of the next turn.
            t.play(&Order::End, &[1]);
            assert_eq!(t.battle.unit(g).status, Status::Table, "{:?}", c::CMD_14);
            let touching = t
                .rules
                .footprint(&t.battle, b)
                .distance_from(t.battle.unit(g).pose.point())
                .length;
            assert!((touching - INCH / 2).abs() <= 2);
        }
    }
}

#[test]
fn a_general_in_the_way_is_displaced_or_captured() {
    for (friend, status) in [
        ((3600, 2700), Status::Table),
        ((3600, 4000), Status::Captured),
    ] {
        let (mut t, a, b) = two(&[]);
        t.unit(b).pose = Pose::new(cent(friend.0), cent(friend.1), Facing::SOUTH);
        let g = t.general(Side::B, (3600, 2150), None);
        t.play(&advance(a, 200), &[]);
        assert_eq!(t.battle.unit(g).status, status);
    }
}

#[test]
fn a_general_without_his_unit_seeks_another() {
    let (mut t, a, b) = two(&[]);
    t.unit(b).pose = Pose::new(36 * INCH, 24 * INCH, Facing::SOUTH);
    t.unit(b).stands = 1;
    let host = t.add(Side::B, 6, (3600, 3000), 180.0);
    let g = t.general(Side::B, (3600, 2420), Some(b));
    t.play(&Order::Shoot { unit: a, target: b }, &[1, 3]);
    let general = t.battle.unit(g);
    assert_eq!(
        (general.status, general.with),
        (Status::Table, None),
        "{:?}",
        c::CMD_13
    );
    assert!(
        t.rules
            .footprint(&t.battle, host)
            .distance_from(general.pose.point())
            .length
            <= INCH / 2 + 2
    );
}

//! Where units stand: ground, heights, sight, zones; and the switches for them.

use super::common::{face, two};
use crate::support::Table;
use sandtable_battle::{Ground, Order, Side, Status};
use sandtable_geometry::{Facing, INCH, Pose};
use sandtable_otr_d6::{c, marks, units};
use std::sync::Arc;

#[test]
fn zones_are_judged_by_the_front_midpoint_before_the_move() {
    // The charger's front midpoint lies in the flank zone although most of its
    // brigade stands before the target (GEO-07): no volley, and 2 for the flank.
    let mut t = Table::new(&[]);
    let b = t.add(Side::B, 6, (3600, 2400), 180.0);
    let a = t.add(Side::A, 6, (4010, 2310), 315.0);
    t.play(
        &Order::Charge {
            unit: a,
            target: b,
            reach: true,
            heading: None,
        },
        &[1, 3, 3],
    );
    assert_eq!((t.stands(a), t.stands(b)), (5, 5), "{:?}", c::GEO_07);
}

#[test]
fn terrain_protects_by_class() {
    let shot = |ground: Ground, area: bool| {
        let (mut t, a, b) = two(&[]);
        t.unit(b).pose = Pose::new(36 * INCH, 24 * INCH, Facing::SOUTH);
        if area {
            t.area(ground, (3200, 2400), (4000, 2500));
        } else {
            t.line(ground, &[(3200, 2380), (4000, 2380)]);
        }
        t.judge(&Order::Shoot { unit: a, target: b })
            .expect("legal")
            .factors()
            .iter()
            .map(|f| f.value)
            .sum::<i16>()
    };
    // TERR-01.
    for (ground, area, value) in [
        (Ground::Woods, true, 1),
        (Ground::Town, true, 2),
        (Ground::Works, true, 2),
        (Ground::Fence, false, 1),
        (Ground::Wall, false, 2),
        (Ground::Trench, false, 2),
        (Ground::Road, false, 0),
        (Ground::Rough, true, 0),
    ] {
        assert_eq!(shot(ground, area), value, "{ground:?} {:?}", c::TERR_01);
    }
}

#[test]
fn a_higher_shooter_sees_over_units() {
    let mut t = Table::new(&[]);
    let a = t.add(Side::A, 6, (3600, 2000), 0.0);
    let b = t.add(Side::B, 6, (3600, 2500), 180.0);
    let friend = t.add(Side::A, 8, (3600, 2250), 0.0);
    let order = Order::Shoot { unit: a, target: b };
    assert!(t.judge(&order).is_err());
    t.area(Ground::Hill, (3000, 1800), (4200, 2010));
    Arc::make_mut(&mut t.battle.setting).terrain[0].level = 1;
    assert!(t.judge(&order).is_ok());
    // A hill between them hides it again.
    t.unit(friend).status = Status::Destroyed;
    t.area(Ground::Hill, (3000, 2150), (4200, 2250));
    Arc::make_mut(&mut t.battle.setting).terrain[1].level = 2;
    assert!(t.judge(&order).is_err());
}

#[test]
fn sight_and_fields_change_by_switch() {
    let hidden = |switches: &[(&str, &str)]| {
        let mut t = Table::new(switches);
        let a = t.add(Side::A, 6, (3600, 2000), 0.0);
        let b = t.add(Side::B, 6, (3600, 2500), 180.0);
        t.add(Side::A, 8, (3600, 2250), 0.0);
        t.judge(&Order::Shoot { unit: a, target: b }).is_err()
    };
    assert!(hidden(&[]));
    assert!(!hidden(&[("los", "none")]));
    let aside = |switches: &[(&str, &str)]| {
        let mut t = Table::new(switches);
        let a = t.add(Side::A, 6, (3600, 2000), 0.0);
        let b = t.add(Side::B, 1, (3850, 2100), 180.0);
        t.judge(&Order::Shoot { unit: a, target: b }).is_err()
    };
    assert!(!aside(&[]));
    assert!(aside(&[("arc_origin", "centre")]));
    let from_behind = |switches: &[(&str, &str)]| -> i16 {
        let mut t = Table::new(switches);
        let a = t.add(Side::A, 6, (3600, 2000), 0.0);
        let b = t.add(Side::B, 6, (3600, 2400), 0.0);
        let legal = t
            .judge(&Order::Shoot { unit: a, target: b })
            .expect("legal");
        legal.factors().iter().map(|f| f.value).sum()
    };
    assert_eq!(
        (from_behind(&[]), from_behind(&[("enfilade", "flank_only")])),
        (-2, 0)
    );
}

#[test]
fn only_going_somewhere_may_count_as_moving() {
    for (switches, legal) in [
        (&[][..], false),
        (&[("halt_means", "no_displacement")][..], true),
    ] {
        let (mut t, a, b) = two(switches);
        t.unit(b).pose = Pose::new(36 * INCH, 24 * INCH, Facing::SOUTH);
        t.unit(a).ratings[units::ARMS] = 1;
        let shoot = Order::Shoot { unit: a, target: b };
        t.play(&face(a, 0.1), &[]);
        t.play(&shoot, &[6]);
        assert_eq!(t.judge(&shoot).is_ok(), legal, "{switches:?}");
    }
}

#[test]
fn a_charge_may_follow_a_change_of_facing_by_switch() {
    let run = |switches: &[(&str, &str)]| {
        let (mut t, a, b) = two(switches);
        t.unit(b).pose = Pose::new(36 * INCH, 22 * INCH, Facing::SOUTH);
        t.play(&face(a, 0.1), &[]);
        t.refused(&Order::Charge {
            unit: a,
            target: b,
            reach: true,
            heading: None,
        })
    };
    assert!(run(&[]).contains(&c::CHG_02));
    assert!(run(&[("charge_after_action", "facing_or_formation")]).is_empty());
}

#[test]
fn the_test_may_be_compulsory() {
    let run = |switches: &[(&str, &str)]| {
        let (mut t, a, b) = two(switches);
        t.unit(b).pose = Pose::new(36 * INCH, 24 * INCH, Facing::SOUTH);
        marks::MARKER.write(t.unit(a), true);
        t.refused(&Order::Shoot { unit: a, target: b })
    };
    assert!(run(&[]).is_empty());
    assert_eq!(run(&[("marker_test", "always")]), [c::MOR_01]);
}

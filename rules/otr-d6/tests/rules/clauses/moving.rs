//! Movement and its switches.

use super::common::{advance, cites, column, march, slide, two};
use crate::support::cent;
use sandtable_battle::{Ground, Order, Rules, Side};
use sandtable_geometry::{Facing, INCH, Pose};
use sandtable_otr_d6::{c, marks, units};

#[test]
fn limbering_costs_nothing() {
    let (mut t, a, _) = two(&[]);
    t.unit(a).kind = units::ARTILLERY;
    t.unit(a).stands = 2;
    // A limbered move, then the battery stands unlimbered and still has an action.
    t.play(&march(a, (3600, 2200)), &[]);
    assert_eq!(marks::ACTIONS.of(t.battle.unit(a)), 1, "{:?}", c::MOVE_10);
    assert_eq!(t.battle.unit(a).formation, units::LINE);
    t.play(&slide(a, 90.0, 100), &[]);
    assert_eq!(t.at(a), (3700, 2200));
    cites(
        &t,
        &Order::Form {
            unit: a,
            formation: units::COLUMN,
        },
        c::FORM_12,
    );
}

#[test]
fn a_line_may_step_back_by_switch() {
    let (t, a, _) = two(&[]);
    cites(&t, &slide(a, 180.0, 50), c::MOVE_07);
    let (mut t, a, _) = two(&[("back_step", "half_rate")]);
    cites(&t, &slide(a, 180.0, 110), c::MOVE_01);
    t.play(&slide(a, 180.0, 100), &[]);
    assert_eq!(t.at(a), (3600, 1900));
}

#[test]
fn friends_may_be_passed_by_switch() {
    for (value, marker) in [("marker", 1), ("free", 0)] {
        let (mut t, a, _) = two(&[("voluntary_pass_through", value)]);
        column(&mut t, a);
        let friend = t.add(Side::A, 6, (3600, 2150), 0.0);
        cites(&t, &march(a, (3600, 2140)), c::MOVE_14);
        let thin = t.unit(friend);
        thin.pose.y = cent(2120);
        t.unit(a).stands = 1;
        t.play(&march(a, (3600, 2400)), &[]);
        assert_eq!(t.marker(friend), marker, "{value}");
    }
    let (mut t, a, _) = two(&[]);
    column(&mut t, a);
    t.unit(a).stands = 1;
    t.add(Side::A, 6, (3600, 2120), 0.0);
    cites(&t, &march(a, (3600, 2400)), c::MOVE_14);
}

#[test]
fn rough_ground_may_be_slow_by_switch() {
    let (mut t, a, _) = two(&[]);
    t.area(Ground::Woods, (3000, 2000), (4200, 3000));
    assert!(t.judge(&advance(a, 200)).is_ok());
    let (mut t, a, _) = two(&[("rough_terrain", "half_rate")]);
    t.area(Ground::Woods, (3000, 2000), (4200, 3000));
    cites(&t, &advance(a, 110), c::MOVE_01);
    assert!(t.judge(&advance(a, 100)).is_ok());
}

#[test]
fn rivers_are_crossed_at_bridges() {
    let (mut t, a, _) = two(&[]);
    column(&mut t, a);
    t.area(Ground::River, (0, 2100), (7200, 2200));
    cites(&t, &march(a, (3600, 2400)), c::MOVE_15);
    t.area(Ground::Bridge, (3550, 2100), (3650, 2200));
    assert!(t.judge(&march(a, (3600, 2400))).is_ok());
}

#[test]
fn whoever_is_too_near_an_enemy_may_get_out() {
    let (mut t, a, b) = two(&[]);
    t.unit(a).kind = units::ARTILLERY;
    t.unit(a).stands = 2;
    t.unit(b).pose = Pose::new(36 * INCH, cent(2005), Facing::SOUTH);
    cites(&t, &advance(a, 2), c::MOVE_13);
    cites(&t, &slide(a, 180.0, 2), c::MOVE_13);
    t.play(&slide(a, 180.0, 100), &[]);
    assert_eq!(t.at(a), (3600, 1900));
}

#[test]
fn horse_holders_may_be_fixed() {
    for (switches, line) in [(&[][..], 4), (&[("holders", "fixed")][..], 3)] {
        let (mut t, a, _) = two(switches);
        t.unit(a).kind = units::CAVALRY;
        t.play(
            &Order::Form {
                unit: a,
                formation: units::DISMOUNTED,
            },
            &[],
        );
        assert_eq!(t.rules.footprint(&t.battle, a).frontage(), 4 * INCH);
        t.unit(a).stands = 5;
        assert_eq!(t.rules.footprint(&t.battle, a).frontage(), line * INCH);
    }
}

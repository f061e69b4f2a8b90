//! Section 8: arcs, zones, contact and sight.

use crate::common::*;
use sandtable_battle::Rules;
use sandtable_geometry::to_inches;
use sandtable_throw_me_a_6::c;

#[test]
fn geo_01_a_tolerance_in_favour_of_within() {
    // GEO-01: 12.0005 inches are within 12.
    let at = |y: &str| {
        units(&[
            "Blue light_infantry B 24 10 0 bow",
            &format!("Red warband R 24 {y} 180"),
        ])
    };
    at("23.5005").allow("shoot B R");
    at("23.51").refuse("shoot B R", c::SHOOT_02);
}

#[test]
fn geo_02_and_03_bases() {
    // GEO-02: 3 by 1.5 inches, chariots and artillery 1.5 square; GEO-03: the
    // front edge lies half the depth before the centre.
    for (kind, frontage) in [
        ("warband", 3.0),
        ("elephants", 3.0),
        ("chariots", 1.5),
        ("artillery", 1.5),
    ] {
        let t = units(&[&format!("Blue {kind} B 24 10 0"), "Red warband R 24 30 180"]);
        let base = t.rules.footprint(&t.battle, t.id("B"));
        let sizes = (to_inches(base.frontage()), to_inches(base.depth()));
        assert!(
            (sizes.0 - frontage).abs() < 1e-6 && (sizes.1 - 1.5).abs() < 1e-6,
            "GEO-02: {kind} {sizes:?}"
        );
        assert!(
            (to_inches(base.front_middle().y) - 10.75).abs() < 1e-3,
            "GEO-03"
        );
    }
}

#[test]
fn geo_04_and_06_the_arc_widens_from_the_corners() {
    // GEO-04: a target whose near corner lies on the line of 45 degrees from the
    // shooter's corner; GEO-06: any part of it is enough.
    let at = |x: f64| {
        units(&[
            "Blue light_infantry B 24 10 0 bow",
            &format!("Red warband R {x} 16.5 180"),
        ])
    };
    // Corner of the shooter at 25.5, 10.75; the target reaches to y 17.25, x - 1.5.
    at(33.45).allow("shoot B R");
    at(33.55).refuse("shoot B R", c::SHOOT_02);
}

#[test]
fn geo_05_and_08_zones_as_in_example_w17() {
    // GEO-05, GEO-08, W17: where the middle of the shooter's front lies. The
    // target stands at 24, 18 and faces north.
    for (fx, fy, bonus) in [
        (2.25, 1.50, 0),
        (2.26, 1.50, 1),
        (3.0, -2.24, 1),
        (3.0, -2.26, 1),
        (-5.0, 0.0, 0),
    ] {
        // The shooter looks at the target from that point.
        let (x, y, facing) = if fx < 0.0 {
            (24.0 + fx - 0.75, 18.0 + fy, 90)
        } else {
            (24.0 + fx + 0.75, 18.0 + fy, 270)
        };
        let t = units(&[
            &format!("Blue archers B {x} {y} {facing}"),
            "Red warband R 24 18 0",
        ]);
        assert_eq!(
            t.weight("shoot B R", c::SHOOT_11, "B"),
            bonus,
            "GEO-05: {fx}, {fy}"
        );
    }
    // GEO-08: which edge a charge comes at follows from the same zones.
    let mut t = units(&["Blue warband B 29 18.2 270", "Red warband R 24 18 0"]);
    t.play("charge B R", &[]);
    assert_eq!(t.at("B"), (26.25, 18.0, 270.0), "GEO-08");
}

#[test]
fn geo_07_sight() {
    let lines = ["Blue archers B 24 10 0", "Red warband R 24 20 180"];
    // GEO-07: a wood between hides, one in which the target stands does not.
    let between = plan()
        .ground("woods", [24.0, 15.0], [12.0, 2.0])
        .units(&lines);
    between.refuse("shoot B R", c::GEO_07);
    plan()
        .ground("woods", [24.0, 18.0], [12.0, 6.0])
        .units(&lines)
        .allow("shoot B R");
    plan()
        .line("river", [0.0, 15.0], [48.0, 15.0], 1.0)
        .units(&lines)
        .allow("shoot B R");
    // A unit between hides too; from a hill one sees over it by switch only.
    let three = [
        "Blue archers B 24 10 0",
        "Blue warband W 24 14 0",
        "Red warband R 24 20 180",
    ];
    units(&three).refuse("shoot B R", c::GEO_07);
    let hill = || plan().ground("hill", [24.0, 10.0], [6.0, 4.0]);
    hill().units(&three).refuse("shoot B R", c::GEO_07);
    hill()
        .switch("hills_see_over", "yes")
        .units(&three)
        .allow("shoot B R");
}

#[test]
fn geo_09_half_an_inch_of_edge_is_contact() {
    let at = |x: f64| {
        melee(&[
            "Blue warband B 24 16.5 0",
            &format!("Red warband R {x} 18 180"),
        ])
    };
    at(26.5).allow("fight B R");
    // GEO-09: less than that, or a corner alone, is none.
    at(26.55).refuse("fight B R", c::SEQ_07);
    at(27.0).refuse("fight B R", c::SEQ_07);
}

#[test]
fn geo_10_aligned_on_the_edge_or_beside_its_middle() {
    let mut t = units(&["Blue warband B 22 12 0", "Red warband R 24 18 180"]);
    t.play("charge B R", &[]);
    assert_eq!(t.at("B"), (24.0, 16.5, 0.0), "GEO-10");
    // Half of the edge is taken: it slides along until it is free.
    let mut t = units(&[
        "Blue warband B 22 11 0",
        "Blue warband C 25.5 16.5 0",
        "Red warband R 24 18 180",
    ]);
    t.play("charge B R", &[]);
    assert_eq!(t.at("B"), (22.5, 16.5, 0.0), "GEO-10");
    // Less than half would touch: no charge.
    let t = units(&[
        "Blue warband B 21 11 0",
        "Blue warband C 24.6 16.5 0",
        "Red warband R 24 18 180",
    ]);
    t.refuse("charge B R", c::GEO_10);
}

#[test]
fn geo_11_the_way_and_the_switch_of_bases() {
    // GEO-11: heavy troops do not pass heavy ones.
    let t = units(&[
        "Blue warband B 24 6 0",
        "Blue pikes P 24 9 0",
        "Red warband R 24 30 180",
    ]);
    t.refuse("move B advance 8", c::GEO_11);
    let t = plan()
        .ground("impassable", [24.0, 12.0], [6.0, 1.0])
        .units(&["Blue warband B 24 6 0", "Red warband R 24 30 180"]);
    t.refuse("move B advance 8", c::GEO_11);
}

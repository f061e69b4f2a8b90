//! Sections 6 and 7: terrain, interpenetration.

use crate::common::*;
use sandtable_battle::{Ground, Side, Status};
use sandtable_three_hit::c;
use sandtable_three_hit::turn::{MELEE, SHOOT};

/// TERR-01, TERR-02, TERR-03, TERR-05, TERR-07: which units may enter which ground.
#[test]
fn ground_is_open_to_some() {
    let set = |ground: Ground, kind: &str| {
        let mut t = table(&[]);
        t.area(ground, (18.0, 14.0), (8.0, 6.0));
        let b = t.blue(kind, 18.0, 8.0, 0.0);
        t.red("infantry", 4.0, 34.0, 180.0);
        (t, advance(b, 5.9))
    };
    for (ground, kind, refused) in [
        (Ground::Woods, "infantry", Some(c::TERR_01)),
        (Ground::Woods, "skirmishers", None),
        (Ground::Town, "infantry", None),
        (Ground::Town, "artillery", Some(c::TERR_02)),
        (Ground::Town, "cavalry", Some(c::TERR_02)),
        (Ground::Marsh, "skirmishers", Some(c::TERR_03)),
        (Ground::Lake, "infantry", Some(c::TERR_03)),
        (Ground::Impassable, "infantry", Some(c::TERR_07)),
        (Ground::Hill, "artillery", None),
    ] {
        let (t, order) = set(ground, kind);
        match refused {
            Some(clause) => t.refuses(&order, clause),
            None => drop(t.allows(&order)),
        }
    }
    // TERR-07: reaching the outline is not entering.
    let (t, _) = set(Ground::Marsh, "infantry");
    t.allows(&advance(sandtable_battle::UnitId(0), 2.0));
}

/// TERR-02: other types pass a town along a road, but do not end in it.
#[test]
fn horse_passes_a_town_by_road() {
    let mut t = table(&[]);
    t.area(Ground::Town, (18.0, 14.0), (6.0, 4.0));
    t.line(Ground::Road, (18.0, 0.0), (18.0, 36.0), 1.5);
    let b = t.blue("cavalry", 18.0, 8.0, 0.0);
    let off = t.blue("cavalry", 19.5, 4.0, 0.0);
    t.red("infantry", 4.0, 34.0, 180.0);
    t.allows(&advance(b, 12.0));
    t.refuses(&advance(b, 6.0), c::TERR_02);
    t.battle.units[b.index()].status = Status::Expected;
    t.refuses(&advance(off, 12.0), c::TERR_02);
}

/// TERR-04: rivers are crossed at bridges and fords.
#[test]
fn rivers_are_crossed_at_bridges() {
    let mut t = table(&[]);
    t.line(Ground::River, (0.0, 12.0), (36.0, 12.0), 2.0);
    t.area(Ground::Bridge, (18.0, 12.0), (2.0, 3.0));
    let b = t.blue("infantry", 18.0, 9.0, 0.0);
    let off = t.blue("infantry", 24.0, 9.0, 0.0);
    t.red("infantry", 4.0, 34.0, 180.0);
    t.allows(&advance(b, 6.0));
    t.allows(&advance(b, 3.0));
    // It may stop with its front on the bridge, at every length on the way.
    for step in 1..60 {
        t.allows(&advance(b, f64::from(step) / 10.0));
    }
    t.refuses(&advance(off, 6.0), c::TERR_04);
    t.refuses(&advance(off, 1.2), c::TERR_04);
    t.allows(&advance(off, 1.0));
}

/// TERR-06, TERR-08, THR-A13, THR-A14, THR-A15: cover against fire.
#[test]
fn woods_and_towns_cover_from_fire() {
    let covered = |ground: Ground, hills: &str, at: f64| {
        let mut t = table(&[("hill_covers_shooting", hills)]);
        t.area(ground, (18.0, 16.0), (6.0, 4.0));
        let b = t.blue("infantry", 18.0, 6.0, 0.0);
        let r = t.red("skirmishers", 18.0, at, 180.0);
        t.phase(SHOOT);
        let legal = t.allows(&shoot(b, r));
        legal.factors().iter().any(|f| f.clause == c::TERR_08)
    };
    assert!(covered(Ground::Woods, "no", 15.0));
    assert!(covered(Ground::Town, "no", 14.0), "the outline is inside");
    assert!(
        !covered(Ground::Woods, "no", 13.9),
        "only the centre counts"
    );
    assert!(!covered(Ground::Hill, "no", 15.0));
    assert!(covered(Ground::Hill, "yes", 15.0));
}

/// TERR-09, MEL-04: cover in melee.
#[test]
fn hills_woods_and_walls_cover_in_melee() {
    let factors = |change: &dyn Fn(&mut Table)| {
        let mut t = table(&[("period", "ancient")]);
        let b = t.blue("infantry", 18.0, 16.0, 0.0);
        let r = t.red("infantry", 18.0, 18.0, 180.0);
        change(&mut t);
        t.phase(MELEE);
        let legal = t.allows(&fight(b, r));
        legal.factors().iter().map(|f| f.clause).collect::<Vec<_>>()
    };
    let covered = |change: &dyn Fn(&mut Table)| factors(change).contains(&c::TERR_09);
    assert!(!covered(&|_| ()));
    assert!(covered(&|t| t.area(Ground::Hill, (18.0, 20.0), (6.0, 5.0))));
    assert!(
        !covered(&|t| t.area(Ground::Hill, (18.0, 18.0), (6.0, 6.0))),
        "on the same hill"
    );
    assert!(covered(&|t| t.area(Ground::Town, (18.0, 18.0), (6.0, 6.0))));
    assert!(covered(&|t| t.line(
        Ground::Wall,
        (10.0, 17.0),
        (26.0, 17.0),
        0.0
    )));
    assert!(!covered(&|t| t.line(
        Ground::Wall,
        (10.0, 15.0),
        (26.0, 15.0),
        0.0
    )));
    assert!(covered(&|t| t.line(
        Ground::River,
        (0.0, 17.2),
        (36.0, 17.2),
        0.5
    )));
    assert!(factors(&|t| t.battle.units[1].ratings[0] = 1).contains(&c::MEL_04));
}

/// TERR-10: units that may not enter woods or towns cannot charge into them.
#[test]
fn woods_and_towns_are_a_refuge() {
    for ground in [Ground::Woods, Ground::Town] {
        let mut t = table(&[]);
        t.area(ground, (18.0, 18.0), (6.0, 4.0));
        let b = t.blue("cavalry", 18.0, 8.0, 0.0);
        let r = t.red("skirmishers", 18.0, 18.0, 180.0);
        t.refuses(&charge(b, r), c::TERR_10);
    }
}

/// PASS-01, PASS-03, GEO-07: skirmishers pass through friends, and friends through them.
#[test]
fn skirmishers_pass_and_are_passed() {
    let set = |mover: &str, other: &str, friend: bool| {
        let mut t = table(&[]);
        let b = t.blue(mover, 18.0, 6.0, 0.0);
        let side = if friend { Side::A } else { Side::B };
        t.unit(side, other, (18.0, 8.5), 0.0);
        t.red("infantry", 4.0, 30.0, 0.0);
        (t, advance(b, 5.0))
    };
    for (mover, other, friend, may) in [
        ("skirmishers", "infantry", true, true),
        ("infantry", "skirmishers", true, true),
        ("infantry", "artillery", true, false),
        ("skirmishers", "infantry", false, false),
    ] {
        let (t, order) = set(mover, other, friend);
        if may {
            t.allows(&order);
            t.refuses(&advance(sandtable_battle::UnitId(0), 2.0), c::PASS_02);
        } else {
            t.refuses(&order, c::PASS_03);
        }
    }
    // GEO-07: grazing the edge of the corridor does not count as meeting.
    let mut t = table(&[]);
    let b = t.blue("infantry", 18.0, 6.0, 0.0);
    t.blue("infantry", 22.0, 9.0, 0.0);
    t.red("infantry", 4.0, 30.0, 0.0);
    t.allows(&advance(b, 6.0));
}

/// TERR-11: a wall is a band of its width, or of half an inch if it has no width.
#[test]
fn a_wall_covers_across_its_band() {
    let covered = |y: f64, width: f64| {
        let mut t = table(&[("period", "ancient")]);
        let b = t.blue("infantry", 18.0, 16.0, 0.0);
        let r = t.red("infantry", 18.0, 18.0, 180.0);
        t.line(Ground::Wall, (14.0, y), (22.0, y), width);
        t.phase(MELEE);
        let legal = t.allows(&fight(b, r));
        legal.factors().iter().any(|f| f.clause == c::TERR_09)
    };
    // Blue's front edge is at 17, its rear edge at 15.
    for (y, width, wanted) in [
        (16.95, 0.0, true),
        (16.8, 0.5, true),
        (17.24, 0.0, true),
        (17.26, 0.0, false),
        (17.26, 1.0, true),
        (16.0, 0.0, true),
        (15.3, 0.0, true),
        (14.9, 0.0, false),
        (14.9, 3.0, false),
        (17.9, 3.0, true),
        (18.1, 3.0, false),
    ] {
        assert_eq!(covered(y, width), wanted, "wall at {y}, {width} wide");
    }
    // A part of its front is enough.
    let mut t = table(&[("period", "ancient")]);
    let b = t.blue("infantry", 18.0, 16.0, 0.0);
    let r = t.red("infantry", 18.0, 18.0, 180.0);
    t.line(Ground::Wall, (19.5, 16.9), (24.0, 16.9), 0.0);
    t.phase(MELEE);
    let legal = t.allows(&fight(b, r));
    assert!(legal.factors().iter().any(|f| f.clause == c::TERR_09));
}

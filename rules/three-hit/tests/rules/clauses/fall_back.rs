//! Section 14: fall-back.

use crate::common::*;
use sandtable_battle::{Order, Rules, Side, c as table};
use sandtable_geometry::INCH;
use sandtable_three_hit::turn::MELEE;
use sandtable_three_hit::{c, marks};

/// FALL-01, FALL-02, FALL-03, FALL-05, FALL-07, UNIT-09, THR-A36 to THR-A40.
#[test]
fn cavalry_leaves_the_foot() {
    let set = |switches: &[(&str, &str)], kind: &str| {
        let mut t = table(switches);
        let b = t.blue("cavalry", 18.0, 16.0, 0.0);
        let r = t.red(kind, 18.0, 18.0, 180.0);
        t.phase(MELEE);
        let events = t.act(&fight(b, r), &[1]);
        (t.at(b).1, t.marked(b, marks::MOVE_SPENT), events)
    };
    let (y, spent, events) = set(&[], "infantry");
    assert_eq!((y, spent), (10.0, 0));
    assert!(cites(&events, c::FALL_01) && cites(&events, c::FALL_02));
    assert_eq!(set(&[("fallback_distance", "12")], "infantry").0, 4.0);
    assert_eq!(
        set(&[("fallback_from", "infantry_only")], "infantry").0,
        10.0
    );
    assert_eq!(
        set(&[("fallback_from", "infantry_only")], "artillery").0,
        16.0
    );
    assert_eq!(set(&[], "artillery").0, 10.0);
    let (_, spent, events) = set(&[("fallback_is_move", "yes")], "infantry");
    assert_eq!(spent, 1, "it outlasts the turn in which it was given");
    assert!(cites(&events, c::FALL_05));
}

/// FALL-01, THR-A37, FALL-07: after morale the foot may be gone.
#[test]
fn a_rout_lets_the_cavalry_stay() {
    for (switch, y) in [("after_morale", 16.0), ("before_morale", 10.0)] {
        let mut t = table(&[("fallback_timing", switch)]);
        let b = t.blue("cavalry", 18.0, 16.0, 0.0);
        let r = t.red("infantry", 18.0, 18.0, 180.0);
        t.phase(MELEE);
        t.act(&fight(b, r), &[3, 6]);
        assert_eq!((t.at(b).1, t.at(r).1), (y, 24.0));
    }
}

/// FALL-03: from a unit on its flank it goes straight away, and turns to face that unit.
#[test]
fn the_fall_back_faces_the_foot() {
    let mut t = table(&[("period", "ancient")]);
    let b = t.blue("infantry", 21.0, 18.0, 270.0);
    let r = t.red("cavalry", 18.0, 18.0, 0.0);
    t.phase(MELEE);
    let events = t.act(&fight(b, r), &[1, 1]);
    assert_eq!(t.at(r), (12.0, 18.0, 90.0));
    assert!(cites(&events, c::FALL_03));
}

/// FALL-04: a blocked cavalry unit may go aside; one that is shut in stays.
#[test]
fn blocked_cavalry_chooses_a_way() {
    let mut t = table(&[]);
    let b = t.blue("cavalry", 18.0, 16.0, 0.0);
    let r = t.red("infantry", 18.0, 18.0, 180.0);
    t.blue("artillery", 18.0, 13.5, 0.0);
    t.phase(MELEE);
    let mut shut = t.clone();
    shut.blue("artillery", 15.9, 13.9, 0.0);
    shut.blue("artillery", 20.1, 13.9, 0.0);
    shut.act(&fight(b, r), &[1]);
    assert_eq!(shut.at(b), (18.0, 16.0, 0.0));
    // With two files of guns, only ways at a steep angle are open.
    let mut t2 = t.clone();
    t2.battle.units.pop();
    t2.set(|s| {
        s.names.pop();
    });
    t2.blue("artillery", 18.0, 14.0, 0.0);
    t2.act(&fight(b, r), &[1]);
    assert_eq!(
        t2.battle.cursor.waits, None,
        "shut in: no way gives an inch"
    );
    let mut wide = table(&[]);
    wide.set(|s| s.stands[3] = (inch(1.0), inch(2.0)));
    let b = wide.blue("cavalry", 18.0, 16.0, 0.0);
    let r = wide.red("infantry", 18.0, 18.0, 180.0);
    wide.set(|s| s.stands[2] = (inch(0.5), inch(0.5)));
    wide.blue("artillery", 18.0, 13.95, 0.0);
    wide.phase(MELEE);
    wide.act(&fight(b, r), &[1]);
    let waits = wide.battle.cursor.waits.expect("a choice of ways");
    assert_eq!(
        (waits.why, waits.side, waits.unit),
        (c::FALL_04, Side::A, Some(b))
    );
    let text = wide.rules.card().clause(c::FALL_04).unwrap();
    assert!(text.readings.len() >= usize::from(waits.choices));
    // The player sees how far each way leads, and where to.
    for choice in 0..waits.choices {
        let legal = wide.allows(&Order::Decide { choice });
        let end = legal.path().last().expect("a place").point();
        let far = wide
            .battle
            .unit(waits.unit.expect("a unit"))
            .pose
            .point()
            .distance(end);
        assert!(
            (far - legal.cost()).abs() <= 2,
            "{far} and {}",
            legal.cost()
        );
        assert!(legal.cost() >= INCH - 2 && legal.cost() <= legal.allowed());
    }
    wide.refuses(&Order::End, table::CHOICE_OWED);
    wide.play(&Order::Decide { choice: 0 }, &[]);
    assert_eq!(wide.battle.cursor.waits, None);
    assert_ne!(wide.at(b), (18.0, 16.0, 0.0));
    assert_eq!(wide.battle.cursor.side, Side::B);
}

/// FALL-08: a way that any grid of steps would miss is found, and every way that is
/// offered gives an inch.
#[test]
fn a_narrow_way_is_found() {
    let mut t = table(&[]);
    let b = t.blue("cavalry", 18.0, 16.0, 0.0);
    let r = t.red("infantry", 18.0, 18.0, 180.0);
    t.red("infantry", 3.0, 34.0, 180.0);
    t.blue("infantry", 13.7098, 13.3, 0.0);
    t.blue("infantry", 21.8, 13.3, 0.0);
    t.phase(MELEE);
    t.act(&fight(b, r), &[1]);
    let waits = t.battle.cursor.waits;
    let choices = waits.map_or(1, |waits| waits.choices);
    for choice in 0..choices {
        let mut went = t.clone();
        if waits.is_some() {
            went.play(&Order::Decide { choice }, &[]);
        }
        let (x, y, _) = went.at(b);
        let (east, north) = (18.0 - x, 16.0 - y);
        let far = (east * east + north * north).sqrt();
        assert!(far > 0.999, "choice {choice}: {x}, {y}");
    }
}

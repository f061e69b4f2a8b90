//! Section 8: charge.

use crate::common::*;
use sandtable_battle::Ground;
use sandtable_three_hit::turn::MELEE;
use sandtable_three_hit::{c, marks};

/// CHG-01, CHG-02, CHG-04, CHG-07, CHG-08, CHG-09.
#[test]
fn charges_have_conditions() {
    let mut t = table(&[]);
    let b = t.blue("cavalry", 18.0, 8.0, 0.0);
    let foot = t.blue("infantry", 10.0, 12.0, 0.0);
    let r = t.red("infantry", 18.0, 18.0, 180.0);
    t.refuses(&charge(foot, r), c::CHG_01);
    t.refuses(&charge(b, foot), c::CHG_01);
    let mut turned = t.clone();
    turned.battle.units[b.index()].pose = pose(18.0, 8.0, 46.0);
    turned.refuses(&charge(b, r), c::CHG_02);
    turned.battle.units[b.index()].pose = pose(18.0, 8.0, 45.0);
    turned.allows(&charge(b, r));
    let mut hidden = t.clone();
    hidden.blue("skirmishers", 18.0, 13.0, 0.0);
    hidden.refuses(&charge(b, r), c::CHG_04);
    let mut blocked = t.clone();
    blocked.red("infantry", 21.0, 13.0, 180.0);
    blocked.refuses(&charge(b, r), c::CHG_04);
    let mut pinned = t.clone();
    let other = pinned.red("cavalry", 18.0, 6.0, 0.0);
    pinned.refuses(&charge(b, r), c::CHG_08);
    assert!(pinned.judge(&charge(b, other)).is_err());
    // CHG-09: the charge is made, with no reaction.
    let events = t.play(&charge(b, r), &[]);
    assert!(cites(&events, c::CHG_02) || cites(&events, c::CHG_03));
    assert_eq!(t.marked(b, marks::MOVED_HOW), marks::Moved::Charged);
    assert_eq!(t.at(b), (18.0, 16.0, 0.0));
}

/// CHG-03, THR-A16: the reach, whole or half.
#[test]
fn a_charge_reaches_a_move() {
    for (switch, reach) in [("full", 12.0), ("half", 6.0)] {
        let mut t = table(&[("charge_reach", switch)]);
        let b = t.blue("cavalry", 18.0, 16.0 - reach, 0.0);
        let r = t.red("infantry", 18.0, 18.0, 180.0);
        t.allows(&charge(b, r));
        t.battle.units[b.index()].pose = pose(18.0, 15.9 - reach, 0.0);
        t.refuses(&charge(b, r), c::CHG_03);
    }
}

/// CHG-05, CHG-06, GEO-05, GEO-10: the zone in which the charger stood decides the face, and
/// the charger is squared up flush on it.
#[test]
fn the_starting_zone_names_the_face() {
    let mut t = table(&[]);
    let b = t.blue("cavalry", 24.0, 13.1, 315.0);
    let r = t.red("infantry", 18.0, 18.0, 180.0);
    let events = t.act(&charge(b, r), &[]);
    assert!(cites(&events, c::CHG_06));
    let (x, y, heading) = t.at(b);
    // Red faces south, so Blue came from its left, which is the east.
    assert_eq!((x, heading), (21.0, 270.0));
    assert!((17.0..=19.0).contains(&y));
    assert_eq!(t.battle.cursor.phase, MELEE);
    assert_eq!(
        t.allows(&fight(b, r)).factors().last().unwrap().clause,
        c::MEL_05
    );
}

/// CHG-07, GEO-06, THR-A17: one attacker a face, or one in all.
#[test]
fn a_face_has_room_for_one_attacker() {
    for (switch, flank) in [("per_face", true), ("one", false)] {
        let mut t = table(&[("attackers_per_target", switch)]);
        t.blue("cavalry", 18.0, 16.0, 0.0);
        let front = t.blue("cavalry", 22.0, 9.0, 315.0);
        let side = t.blue("cavalry", 28.0, 18.0, 270.0);
        let r = t.red("infantry", 18.0, 18.0, 180.0);
        t.refuses(&charge(front, r), c::CHG_07);
        if flank {
            let legal = t.allows(&charge(side, r));
            assert_eq!(legal.path().last(), Some(&pose(21.0, 18.0, 270.0)));
        } else {
            t.refuses(&charge(side, r), c::CHG_07);
        }
    }
}

/// GEO-11: if the flush pose is taken, the nearest free one along the face is used.
#[test]
fn a_taken_place_is_shifted_along_the_face() {
    let mut t = table(&[]);
    let b = t.blue("cavalry", 18.0, 8.0, 0.0);
    let r = t.red("infantry", 18.0, 18.0, 180.0);
    t.area(Ground::Marsh, (15.5, 15.5), (1.0, 1.0));
    // The marsh covers x 15 to 16: flush, the charger may stand beside it, not over it.
    let legal = t.judge(&charge(b, r));
    assert!(legal.is_ok(), "{legal:?}");
    t.area(Ground::Marsh, (15.5, 16.5), (2.0, 0.2));
    let refused = t.judge(&charge(b, r)).unwrap_err();
    assert!(refused.cite(c::TERR_03), "it runs into the marsh first");
    // A third base beside the face leaves only the right half of it.
    let mut t = table(&[]);
    let b = t.blue("cavalry", 24.0, 8.0, 330.0);
    let r = t.red("infantry", 18.0, 18.0, 180.0);
    t.blue("infantry", 14.5, 16.0, 0.0);
    let legal = t.allows(&charge(b, r));
    let end = legal.path().last().unwrap();
    assert_eq!(end.y, inch(16.0));
    assert!(end.x >= inch(18.5), "{end:?}");
    // With both ends of the face taken, there is no place.
    let mut t = table(&[]);
    let b = t.blue("cavalry", 18.0, 6.0, 0.0);
    let r = t.red("infantry", 18.0, 18.0, 180.0);
    t.blue("artillery", 15.2, 16.0, 0.0);
    t.blue("artillery", 20.8, 16.0, 0.0);
    let refusals = t.judge(&charge(b, r)).unwrap_err();
    assert!(refusals.cite(c::GEO_11) && refusals.cite(c::CHG_04));
}

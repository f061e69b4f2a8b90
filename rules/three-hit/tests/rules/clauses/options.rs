//! Section 17: options; section 19: switches.

use crate::common::*;
use sandtable_battle::{Order, Rules, Side, Status};
use sandtable_three_hit::turn::{MOVE, SHOOT};
use sandtable_three_hit::{ThreeHit, c, marks};

/// OPT-01: army break, at half plus one.
#[test]
fn an_army_breaks_at_half_plus_one() {
    for (lost, broken) in [(3, false), (4, true)] {
        let mut t = table(&[("army_break", "half_plus_one")]);
        t.red("infantry", 18.0, 30.0, 180.0);
        for at in 0..6 {
            let id = t.blue("infantry", 4.0 + 5.0 * f64::from(at), 6.0, 0.0);
            if at < lost {
                t.battle.units[id.index()].status = Status::Destroyed;
            }
        }
        let events = t.play(&Order::End, &[]);
        assert_eq!(t.battle.ended.is_some(), broken);
        assert_eq!(cites(&events, c::OPT_01), broken);
    }
}

/// OPT-02, HIT-01: a general removes a hit from each unit the general touches, once.
#[test]
fn a_general_restores() {
    let mut t = table(&[("general", "yes")]);
    let g = t.blue("general", 18.0, 6.0, 0.0);
    let b = t.blue("infantry", 18.0, 8.0, 0.0);
    let far = t.blue("infantry", 6.0, 7.5, 0.0);
    let r = t.red("infantry", 18.0, 16.0, 180.0);
    for id in [b, far] {
        t.mark(id, marks::HITS, 2);
    }
    let order = Order::Rally { unit: g, target: b };
    t.refuses(&order, c::TURN_01);
    t.phase(SHOOT);
    t.refuses(
        &Order::Rally {
            unit: g,
            target: far,
        },
        c::OPT_02,
    );
    t.refuses(&shoot(g, r), c::OPT_02);
    t.play(&order, &[]);
    assert_eq!(
        (t.marked(b, marks::HITS), t.marked(b, marks::RESTORED)),
        (1, 1)
    );
    t.refuses(&order, c::OPT_02);
    let plain = table(&[]);
    assert!(plain.rules.card().kinds.iter().all(|k| !k.leader));
}

/// OPT-03: a square neither moves nor shoots, and cavalry may not charge it.
#[test]
fn a_square_stands_fast() {
    let mut t = table(&[("square", "yes")]);
    let b = t.blue("infantry", 18.0, 8.0, 0.0);
    t.blue("infantry", 4.0, 4.0, 0.0);
    let r = t.red("cavalry", 18.0, 18.0, 180.0);
    let form = |unit, formation| Order::Form { unit, formation };
    t.play(&form(b, 1), &[]);
    t.refuses(&advance(b, 1.0), c::OPT_03);
    t.phase(SHOOT);
    t.refuses(&shoot(b, r), c::OPT_03);
    t.battle.cursor = sandtable_battle::Cursor {
        phase: MOVE,
        side: Side::B,
        ..t.battle.cursor
    };
    t.refuses(&charge(r, b), c::OPT_03);
    t.refuses(&form(r, 1), c::OPT_03);
    let plain = table(&[]);
    assert!(ThreeHit::new(&plain.battle.setting.switches).is_ok());
}

/// OPT-03, HIT-02: a flaw of a unit on the table is also a flaw of a unit still to come.
#[test]
fn those_who_are_still_to_come_are_looked_at_too() {
    use sandtable_battle::Status;
    let mut t = table(&[("square", "yes")]);
    let r = t.red("cavalry", 18.0, 18.0, 180.0);
    let sound = t.battle.clone();
    for status in [Status::Table, Status::Reserve, Status::Expected] {
        let mut flaws = |formation, hits| {
            t.battle = sound.clone();
            t.mark(r, marks::HITS, hits);
            let unit = &mut t.battle.units[r.index()];
            (unit.status, unit.formation) = (status, formation);
            let says = t.rules.flaws(&t.battle).into_iter().map(|(_, says)| says);
            says.filter(|s| s.contains("OPT-03") || s.contains("HIT-02"))
                .count()
        };
        assert_eq!(flaws(0, 0), 0, "{status:?}");
        assert_eq!(flaws(1, 0), 1, "OPT-03: {status:?}");
        assert_eq!(flaws(0, 3), 1, "HIT-02: {status:?}");
    }
}

#[test]
fn switches_are_read_and_refused() {
    use sandtable_battle::Switches;
    let new = |name: &str, value: &str| ThreeHit::new(&Switches::default().with(name, value));
    assert!(new("period", "ancient").is_ok());
    assert!(new("square", "on").is_ok());
    assert!(new("turn_limit", "99").is_ok());
    for (name, value) in [
        ("perio", "ancient"),
        ("period", "modern"),
        ("turn_limit", "0"),
        ("turn_limit", "x"),
    ] {
        let error = new(name, value).unwrap_err();
        assert!(
            error.contains(name) && error.contains("three-hit"),
            "{error}"
        );
    }
    let hash = |name: &str, value: &str| new(name, value).unwrap().card().hash;
    assert_ne!(hash("square", "yes"), hash("square", "no"));
}

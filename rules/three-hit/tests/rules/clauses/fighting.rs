//! Sections 10 to 12: combat, melee, hits.

use crate::common::*;
use sandtable_battle::{Order, Recorded, Rules, Side, Status};
use sandtable_three_hit::turn::{MELEE, SHOOT};
use sandtable_three_hit::{c, marks};

/// CBT-01, CBT-02, CBT-03, CBT-04, CBT-05, CBT-08, THR-C07, THR-C08: the table,
/// entry by entry.
#[test]
fn the_combat_table() {
    use sandtable_three_hit::combat::Clash;
    let rules = table(&[]).rules;
    let printed = [
        (-2, false, [0, 0, 0, 0, 1, 1]),
        (-2, true, [0, 0, 0, 0, 0, 1]),
        (0, false, [0, 0, 1, 1, 1, 1]),
        (0, true, [0, 0, 0, 0, 1, 1]),
        (2, false, [0, 1, 1, 1, 1, 2]),
        (2, true, [0, 0, 0, 1, 1, 1]),
    ];
    for (column, covered, hits) in printed {
        for (face, hit) in (1..=6).zip(hits) {
            let clash = Clash {
                column,
                covered,
                rolls: 1,
            };
            let mut dice = Recorded::new(&[face]);
            assert_eq!(rules.strike(clash, Side::A, &mut dice), hit);
            let clause =
                [c::CBT_02, c::CBT_03, c::CBT_04][usize::try_from(column / 2 + 1).unwrap()];
            assert_eq!(dice.rolls()[0].why, clause);
        }
    }
    assert_eq!(rules.card().cite(c::CBT_01), "THR-CBT-01");
}

/// CBT-06, MEL-05, THR-A21, THR-A22: doubled means rolled twice; cover may cancel it.
#[test]
fn doubling_and_cover() {
    let set = |switch: &str| {
        let mut t = table(&[("cover_and_double", switch)]);
        let b = t.blue("cavalry", 21.0, 18.0, 270.0);
        let r = t.red("cavalry", 18.0, 18.0, 180.0);
        t.battle.units[r.index()].ratings[0] = 1;
        t.phase(MELEE);
        (t, b, r)
    };
    let (mut t, b, r) = set("both");
    let events = t.act(&fight(b, r), &[4, 6, 1]);
    assert_eq!(t.marked(r, marks::HITS), 2);
    assert!(cites(&events, c::CBT_06));
    let (mut t, b, r) = set("cancel");
    t.act(&fight(b, r), &[2, 1]);
    assert_eq!(t.marked(r, marks::HITS), 1);
}

/// MEL-01, MEL-02, MEL-03: melee is compulsory, against the front first.
#[test]
fn melee_must_be_fought() {
    let mut t = table(&[]);
    let b = t.blue("cavalry", 18.0, 16.0, 0.0);
    let front = t.red("cavalry", 18.0, 18.0, 180.0);
    let flank = t.red("cavalry", 21.0, 16.0, 270.0);
    let far = t.red("cavalry", 30.0, 30.0, 270.0);
    t.phase(MELEE);
    t.refuses(&Order::End, c::MEL_01);
    t.refuses(&fight(b, flank), c::MEL_02);
    t.refuses(&fight(b, far), c::MEL_01);
    let legal = t.allows(&fight(b, front));
    assert_eq!(
        (legal.factors()[0].clause, legal.factors()[0].value),
        (c::MEL_03, 2)
    );
    // With no enemy before its front, it may choose.
    let mut free = t.clone();
    free.battle.units[front.index()].status = Status::Destroyed;
    let rear = free.red("cavalry", 18.0, 14.0, 0.0);
    free.allows(&fight(b, flank));
    free.allows(&fight(b, rear));
}

/// MEL-06, MEL-07, FALL-06: cavalry stays locked with cavalry.
#[test]
fn contact_lasts() {
    let mut t = table(&[]);
    let b = t.blue("cavalry", 18.0, 16.0, 0.0);
    let r = t.red("cavalry", 18.0, 18.0, 180.0);
    t.phase(MELEE);
    t.act(&fight(b, r), &[1]);
    assert_eq!((t.at(b), t.at(r)), ((18.0, 16.0, 0.0), (18.0, 18.0, 180.0)));
    // Red's turn: no unit can move, so its melee comes at once.
    assert_eq!(
        (t.battle.cursor.side, t.battle.cursor.phase),
        (Side::B, MELEE)
    );
    t.allows(&fight(r, b));
}

/// MEL-08: cavalry may resist a cavalry charge.
#[test]
fn cavalry_may_resist_cavalry() {
    for (switch, charged, resists) in [
        ("no", true, false),
        ("yes", true, true),
        ("yes", false, false),
    ] {
        let mut t = table(&[("cavalry_resists_cavalry", switch)]);
        let b = t.blue("cavalry", 18.0, 16.0, 0.0);
        let r = t.red("cavalry", 18.0, 18.0, 180.0);
        t.phase(MELEE);
        t.mark(
            b,
            marks::MOVED_HOW,
            if charged {
                marks::Moved::Charged
            } else {
                marks::Moved::Stood
            },
        );
        let legal = t.allows(&fight(b, r));
        assert_eq!(
            legal.factors().iter().any(|f| f.clause == c::MEL_08),
            resists
        );
    }
}

/// HIT-01, HIT-03: hits add up and are shown as 1 and 2.
#[test]
fn hits_add_up() {
    let mut t = table(&[]);
    let b = t.blue("infantry", 18.0, 6.0, 0.0);
    let r = t.red("infantry", 18.0, 16.0, 180.0);
    t.mark(r, marks::HITS, 1);
    t.phase(SHOOT);
    let events = t.act(&shoot(b, r), &[6, 1]);
    assert_eq!(t.marked(r, marks::HITS), 2);
    assert!(cites(&events, c::HIT_01));
    let spec = &t.rules.card().marks[usize::from(marks::HITS.place())];
    assert_eq!((spec.title.as_str(), spec.clause), ("hits", c::HIT_03));
}

/// OPT-04, TURN-08: both sides strike, and no unit is removed before it has struck.
#[test]
fn both_sides_may_strike() {
    let mut t = table(&[("melee_sides", "both")]);
    let b = t.blue("cavalry", 18.0, 16.0, 0.0);
    let r = t.red("cavalry", 18.0, 18.0, 180.0);
    t.blue("infantry", 4.0, 4.0, 0.0);
    t.red("infantry", 32.0, 32.0, 0.0);
    t.mark(b, marks::HITS, 2);
    t.mark(r, marks::HITS, 2);
    t.phase(MELEE);
    let events = t.act(&fight(b, r), &[4, 5]);
    assert!(gone(&t, b) && gone(&t, r) && cites(&events, c::OPT_04));
    // Three units: the one that is attacked twice strikes only once, at the enemy before its front.
    let mut t = table(&[("melee_sides", "both"), ("period", "ancient")]);
    let b = t.blue("infantry", 18.0, 16.0, 0.0);
    let side = t.blue("infantry", 21.0, 18.0, 270.0);
    let r = t.red("infantry", 18.0, 18.0, 180.0);
    t.phase(MELEE);
    t.play(&fight(side, r), &[1, 1, 5]);
    assert_eq!(
        (t.marked(b, marks::HITS), t.marked(side, marks::HITS)),
        (1, 0)
    );
    t.act(&fight(b, r), &[1, 2]);
    assert_eq!(t.marked(b, marks::HITS), 1);
}

/// Morale of the active side if both strike (TURN-07, TURN-10): its marker
/// outlasts the turn in which it came.
#[test]
fn active_units_test_too_when_both_strike() {
    let mut t = table(&[("melee_sides", "both")]);
    let b = t.blue("cavalry", 18.0, 16.0, 0.0);
    let r = t.red("cavalry", 18.0, 18.0, 180.0);
    t.phase(MELEE);
    t.act(&fight(b, r), &[1, 5, 5]);
    assert_eq!(
        (t.at(b), t.marked(b, marks::MOVE_SPENT)),
        ((18.0, 4.0, 0.0), 1)
    );
    assert_eq!(t.battle.cursor.side, Side::B);
}

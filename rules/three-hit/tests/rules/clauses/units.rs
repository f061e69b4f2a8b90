//! Sections 1 and 2: scope, units.

use crate::common::*;
use sandtable_battle::{Judging, Order, Recorded, Rules};
use sandtable_geometry::Point;
use sandtable_three_hit::turn::{MELEE, SHOOT};
use sandtable_three_hit::{c, marks};

/// SCOPE-01, UNIT-01, UNIT-03, UNIT-04: the tables of the
/// two periods.
#[test]
fn types_come_from_the_table_of_the_period() {
    let of = |period: &str| {
        let rules = table(&[("period", period)]).rules;
        rules
            .card()
            .kinds
            .iter()
            .map(|k| k.id.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        of("horse_musket"),
        ["infantry", "skirmishers", "artillery", "cavalry"]
    );
    assert_eq!(
        of("ancient"),
        ["infantry", "archers", "skirmishers", "cavalry"]
    );
    let mut t = table(&[]);
    let all = ["infantry", "skirmishers", "artillery", "cavalry"];
    let ids = all.map(|kind| t.blue(kind, 18.0, 18.0, 0.0));
    let paces = ids.map(|id| t.rules.advice().profile(&t.battle, id).pace / inch(1.0));
    let ranges = ids.map(|id| t.rules.advice().profile(&t.battle, id).range / inch(1.0));
    assert_eq!(paces, [6, 9, 6, 12]);
    assert_eq!(ranges, [12, 12, 36, 0]);
}

/// SCOPE-05, SCOPE-06, SHOOT-02: measuring is free, a distance equal to the range is inside,
/// and the effect is the same up to the very end of the range.
#[test]
fn equal_is_inside() {
    let mut t = table(&[]);
    let b = t.blue("infantry", 18.0, 6.0, 0.0);
    let r = t.red("infantry", 18.0, 20.0, 180.0);
    t.phase(SHOOT);
    let legal = t.allows(&shoot(b, r));
    assert_eq!(
        (legal.tape().unwrap().length, legal.allowed()),
        (inch(12.0), inch(12.0))
    );
    t.battle.units[r.index()].pose = pose(18.0, 20.01, 180.0);
    t.refuses(&shoot(b, r), c::SHOOT_01);
}

/// SCOPE-04: an attack is one six-sided die, or two if its damage is doubled; a
/// test is one die.
#[test]
fn all_dice_have_six_sides() {
    let thrown = |t: &mut Table, order: &Order, faces: &[u8]| {
        let mut dice = Recorded::new(faces);
        let played = t.rules.play(&t.battle, order, &mut dice);
        t.battle = played.expect("legal").0;
        let rolls = dice.rolls().iter();
        rolls.map(|r| r.ask.dice()).collect::<Vec<_>>()
    };
    let mut t = table(&[]);
    let b = t.blue("infantry", 18.0, 6.0, 0.0);
    let r = t.red("infantry", 18.0, 16.0, 180.0);
    t.phase(SHOOT);
    assert_eq!(thrown(&mut t, &shoot(b, r), &[5]), [(1, 6)]);
    assert_eq!(thrown(&mut t, &Order::End, &[1]), [(1, 6)], "the test");
    let mut t = table(&[]);
    let b = t.blue("cavalry", 21.0, 18.0, 270.0);
    let r = t.red("infantry", 18.0, 18.0, 180.0);
    t.phase(MELEE);
    assert_eq!(thrown(&mut t, &fight(b, r), &[1, 1]), [(1, 6), (1, 6)]);
}

/// SCOPE-07: a diagonal advance ends on the grid, at most a thousandth
/// of an inch from where it should.
#[test]
fn moves_end_rounded() {
    let mut t = table(&[]);
    let b = t.blue("cavalry", 6.0, 6.0, 33.0);
    t.play(&advance(b, 7.3), &[]);
    let at = t.battle.unit(b).pose;
    // Sine and cosine of 33 degrees.
    let (sin, cos) = (0.544_639_035, 0.838_670_568);
    for (is, due) in [(at.x, 6.0 + 7.3 * sin), (at.y, 6.0 + 7.3 * cos)] {
        assert!(
            (f64::from(is) / f64::from(inch(1.0)) - due).abs() < 0.001,
            "{is} is not {due}"
        );
    }
}

/// UNIT-05, UNIT-06, GEO-01, GEO-02, GEO-03, GEO-04: the base.
#[test]
fn a_base_is_a_rectangle_about_its_centre() {
    let mut t = table(&[]);
    let b = t.blue("infantry", 18.0, 18.0, 90.0);
    let guns = t.blue("artillery", 4.0, 4.0, 0.0);
    let base = t.rules.footprint(&t.battle, b);
    assert_eq!((base.frontage(), base.depth()), (inch(4.0), inch(2.0)));
    assert_eq!(base.front_middle(), Point::new(inch(19.0), inch(18.0)));
    assert_eq!(t.rules.footprint(&t.battle, guns).frontage(), inch(2.0));
    t.set(|s| s.stands[0] = (inch(6.0), inch(3.0)));
    assert_eq!(t.rules.footprint(&t.battle, b).frontage(), inch(6.0));
}

/// UNIT-02, UNIT-07, SHOOT-10, SHOOT-11, CBT-05, CBT-07: the shooter's column,
/// the second number for armour, one die from any side.
#[test]
fn armour_reads_the_second_number() {
    let mut t = table(&[]);
    let b = t.blue("infantry", 18.0, 6.0, 0.0);
    let r = t.red("infantry", 18.0, 14.0, 0.0);
    t.red("infantry", 30.0, 30.0, 0.0);
    t.phase(SHOOT);
    t.battle.units[r.index()].ratings[0] = 1;
    let legal = t.allows(&shoot(b, r));
    assert_eq!(legal.factors().len(), 1);
    assert_eq!(legal.factors()[0].clause, c::UNIT_07);
    // From the rear it is still one die: a 4 is not a hit against armour.
    t.play(&shoot(b, r), &[4]);
    assert_eq!(t.marked(r, marks::HITS), 0);
}

/// UNIT-08, THR-A03: cavalry shoots if it carries firearms.
#[test]
fn cavalry_shoots_with_firearms_alone() {
    let set = |fire: &str, armed: u8| {
        let mut t = table(&[("cavalry_fire", fire)]);
        let b = t.blue("cavalry", 18.0, 6.0, 0.0);
        let r = t.red("infantry", 18.0, 14.0, 180.0);
        t.phase(SHOOT);
        t.battle.units[b.index()].ratings[1] = armed;
        (t, shoot(b, r))
    };
    for (fire, armed) in [("flag", 0), ("none", 1)] {
        let (t, order) = set(fire, armed);
        t.refuses(&order, c::UNIT_08);
    }
    for (fire, armed) in [("flag", 1), ("all", 0)] {
        let (t, order) = set(fire, armed);
        let legal = t.allows(&order);
        assert_eq!((legal.allowed(), legal.factors()[0].value), (inch(6.0), -2));
    }
}

//! One canonical test a clause, in the order of the printed rules; the worked
//! examples of the rules are data (`examples/`, run by `tests/examples.rs`).

mod common;

use common::*;
use sandtable_battle::{
    Arrival, Event, Ground, Leg, Order, Outcome, Recorded, Rules, Scene, Side, Status, Verb, Zone,
    c as table,
};
use sandtable_geometry::{Facing, Point};
use sandtable_three_hit::turn::{DEPLOY, MELEE, MORALE, MOVE, SHOOT};
use sandtable_three_hit::{ThreeHit, c, marks};

// --- 1 and 2: scope, units -------------------------------------------------

/// SCOPE-01, UNIT-01, UNIT-03, UNIT-04: the tables of the
/// two periods.
#[test]
fn types_come_from_the_table_of_the_period() {
    let of = |period: &str| {
        let rules = Table::new(&[("period", period)]).rules;
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
    let mut t = Table::new(&[]);
    let all = ["infantry", "skirmishers", "artillery", "cavalry"];
    let ids = all.map(|kind| t.blue(kind, 18.0, 18.0, 0.0));
    let paces = ids.map(|id| t.rules.profile(&t.battle, id).pace / ONE);
    let ranges = ids.map(|id| t.rules.profile(&t.battle, id).range / ONE);
    assert_eq!(paces, [6, 9, 6, 12]);
    assert_eq!(ranges, [12, 12, 36, 0]);
}

/// SCOPE-05, SCOPE-06, SHOOT-02: measuring is free, equal is inside,
/// the effect is the same up to the very end of the range.
#[test]
fn equal_is_inside() {
    let mut t = Table::new(&[]);
    let b = t.blue("infantry", 18.0, 6.0, 0.0);
    let r = t.red("infantry", 18.0, 20.0, 180.0);
    t.phase(SHOOT);
    let legal = t.allows(&shoot(b, r));
    assert_eq!(
        (legal.tape().unwrap().length, legal.allowed()),
        (12 * ONE, 12 * ONE)
    );
    t.battle.units[r.index()].pose = pose(18.0, 20.01, 180.0);
    t.refuses(&shoot(b, r), c::SHOOT_01);
}

/// SCOPE-04: an attack is one six-sided die, two when its damage is doubled; a
/// test is one.
#[test]
fn all_dice_have_six_sides() {
    let thrown = |t: &mut Table, order: &Order, faces: &[u8]| {
        let mut dice = Recorded::new(faces);
        let played = t.rules.play(&t.battle, order, &mut dice);
        t.battle = played.expect("legal").0;
        let rolls = dice.rolls().iter();
        rolls.map(|r| r.ask.dice()).collect::<Vec<_>>()
    };
    let mut t = Table::new(&[]);
    let b = t.blue("infantry", 18.0, 6.0, 0.0);
    let r = t.red("infantry", 18.0, 16.0, 180.0);
    t.phase(SHOOT);
    assert_eq!(thrown(&mut t, &shoot(b, r), &[5]), [(1, 6)]);
    assert_eq!(thrown(&mut t, &Order::End, &[1]), [(1, 6)], "the test");
    let mut t = Table::new(&[]);
    let b = t.blue("cavalry", 21.0, 18.0, 270.0);
    let r = t.red("infantry", 18.0, 18.0, 180.0);
    t.phase(MELEE);
    assert_eq!(thrown(&mut t, &fight(b, r), &[1, 1]), [(1, 6), (1, 6)]);
}

/// SCOPE-07: an advance on a slant ends on the grid, no more than a thousandth
/// of an inch from where it should.
#[test]
fn moves_end_rounded() {
    let mut t = Table::new(&[]);
    let b = t.blue("cavalry", 6.0, 6.0, 33.0);
    t.play(&advance(b, 7.3), &[]);
    let at = t.battle.unit(b).pose;
    // Of 33 degrees.
    let (sin, cos) = (0.544_639_035, 0.838_670_568);
    for (is, due) in [(at.x, 6.0 + 7.3 * sin), (at.y, 6.0 + 7.3 * cos)] {
        assert!(
            (f64::from(is) / f64::from(ONE) - due).abs() < 0.001,
            "{is} is not {due}"
        );
    }
}

/// UNIT-05, UNIT-06, GEO-01, GEO-02, GEO-03, GEO-04: the base.
#[test]
fn a_base_is_a_rectangle_about_its_centre() {
    let mut t = Table::new(&[]);
    let b = t.blue("infantry", 18.0, 18.0, 90.0);
    let guns = t.blue("artillery", 4.0, 4.0, 0.0);
    let base = t.rules.footprint(&t.battle, b);
    assert_eq!((base.frontage(), base.depth()), (4 * ONE, 2 * ONE));
    assert_eq!(base.front_middle(), Point::new(19 * ONE, 18 * ONE));
    assert_eq!(t.rules.footprint(&t.battle, guns).frontage(), 2 * ONE);
    t.set(|s| s.stands[0] = (6 * ONE, 3 * ONE));
    assert_eq!(t.rules.footprint(&t.battle, b).frontage(), 6 * ONE);
}

/// UNIT-02, UNIT-07, SHOOT-10, SHOOT-11, CBT-05, CBT-07: the shooter's column,
/// the second number for armour, one die from whatever side.
#[test]
fn armour_reads_the_second_number() {
    let mut t = Table::new(&[]);
    let b = t.blue("infantry", 18.0, 6.0, 0.0);
    let r = t.red("infantry", 18.0, 14.0, 0.0);
    t.red("infantry", 30.0, 30.0, 0.0);
    t.phase(SHOOT);
    t.battle.units[r.index()].ratings[0] = 1;
    let legal = t.allows(&shoot(b, r));
    assert_eq!(legal.factors().len(), 1);
    assert_eq!(legal.factors()[0].clause, c::UNIT_07);
    // From the rear, and still one die: a 4 is no hit against armour.
    t.play(&shoot(b, r), &[4]);
    assert_eq!(t.marked(r, marks::HITS), 0);
}

/// UNIT-08, THR-A03: cavalry shoots when it carries firearms.
#[test]
fn cavalry_shoots_with_firearms_alone() {
    let set = |fire: &str, armed: u8| {
        let mut t = Table::new(&[("cavalry_fire", fire)]);
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
        assert_eq!((legal.allowed(), legal.factors()[0].value), (6 * ONE, -2));
    }
}

// --- 3: turn sequence ------------------------------------------------------

/// TURN-01, TURN-02, TURN-07, TURN-10: steps in order, empty ones passed over.
#[test]
fn the_turn_goes_round() {
    let mut t = Table::new(&[]);
    let b = t.blue("infantry", 18.0, 6.0, 0.0);
    let r = t.red("infantry", 18.0, 16.0, 180.0);
    t.refuses(&shoot(b, r), c::TURN_01);
    t.play(&Order::End, &[]);
    assert_eq!(t.battle.cursor.phase, SHOOT);
    t.mark(b, marks::MOVE_SPENT, 1);
    // Nobody touches anybody and nobody was hit: Red's Move step is next.
    let events = t.play(&Order::End, &[]);
    assert_eq!(
        (t.battle.cursor.phase, t.battle.cursor.side),
        (MOVE, Side::B)
    );
    assert_eq!(t.marked(b, marks::MOVE_SPENT), 0);
    assert!(cites(&events, c::TURN_10));
    t.play(&Order::End, &[]);
    t.play(&Order::End, &[]);
    assert_eq!((t.battle.cursor.turn, t.battle.cursor.side), (2, Side::A));
}

/// TURN-03: the roll-off, ties again.
#[test]
fn the_higher_die_attacks() {
    let mut t = Table::new(&[]);
    t.blue("infantry", 18.0, 6.0, 0.0);
    let r = t.red("infantry", 18.0, 30.0, 180.0);
    t.set(|s| s.attacker = None);
    t.battle.cursor = Default::default();
    let mut scene = Scene::new(t.battle.clone());
    let mut dice = Recorded::new(&[3, 3, 2, 5]);
    t.rules.open(&mut scene, &mut dice);
    assert_eq!((dice.left_over(), dice.rolls().len()), (0, 4));
    assert_eq!((scene.cursor.turn, scene.cursor.side), (1, Side::B));
    assert_eq!(scene.unit(r).mark(marks::ATTACKS), 1);
    assert!(cites(scene.events(), c::TURN_03));
}

/// TURN-04, TURN-05, TURN-06: one move, one shot, one fight.
#[test]
fn each_unit_acts_once_a_step() {
    let mut t = Table::new(&[]);
    let b = t.blue("skirmishers", 18.0, 6.0, 0.0);
    let b2 = t.blue("skirmishers", 8.0, 6.0, 0.0);
    let r = t.red("infantry", 18.0, 16.0, 180.0);
    t.play(&advance(b, 1.0), &[]);
    t.refuses(&advance(b, 1.0), c::TURN_04);
    t.play(&Order::End, &[]);
    t.play(&shoot(b, r), &[1]);
    t.refuses(&shoot(b, r), c::TURN_05);
    assert!(t.judge(&shoot(b2, r)).is_ok());
    let mut t = Table::new(&[]);
    let b = t.blue("cavalry", 18.0, 16.0, 0.0);
    let b2 = t.blue("cavalry", 21.0, 18.0, 270.0);
    let r = t.red("infantry", 18.0, 18.0, 180.0);
    t.phase(MELEE);
    t.play(&fight(b, r), &[1]);
    t.refuses(&fight(b, r), c::TURN_06);
    assert!(t.judge(&fight(b2, r)).is_ok());
}

/// TURN-08, TURN-09: only the active side rolls in melee; the attacking player
/// throws its dice, the damaged unit's player its morale die.
#[test]
fn the_active_side_alone_inflicts_hits() {
    let mut t = Table::new(&[]);
    let b = t.blue("cavalry", 18.0, 16.0, 0.0);
    let r = t.red("cavalry", 18.0, 18.0, 180.0);
    t.phase(MELEE);
    t.refuses(&fight(r, b), table::NOT_YOURS);
    let mut dice = Recorded::new(&[5, 2]);
    let (after, _) = t.rules.play(&t.battle, &fight(b, r), &mut dice).unwrap();
    t.rules.play(&after, &Order::End, &mut dice).unwrap();
    let by: Vec<_> = dice
        .rolls()
        .iter()
        .map(|roll| (roll.by, roll.why))
        .collect();
    assert_eq!(by, [(Side::A, c::CBT_04), (Side::B, c::MOR_03)]);
}

// --- 4 and 5: movement, turning --------------------------------------------

/// MOVE-01, MOVE-02, MOVE-03, MOVE-04, MOVE-06: the shape and length of a move.
#[test]
fn a_move_is_pivot_advance_pivot() {
    let mut t = Table::new(&[]);
    let b = t.blue("infantry", 18.0, 6.0, 0.0);
    t.red("infantry", 4.0, 30.0, 180.0);
    t.refuses(&advance(b, 6.01), c::MOVE_01);
    let legal = t.allows(&ordered(b, &[pivot(90.0), forward(6.0), pivot(0.0)]));
    assert_eq!((legal.cost(), legal.path().len()), (6 * ONE, 3));
    t.refuses(&ordered(b, &[forward(1.0), forward(1.0)]), c::MOVE_02);
    t.refuses(&ordered(b, &[]), c::MOVE_02);
    t.refuses(&advance(b, -1.0), c::MOVE_03);
    let slide = Leg::Slide {
        towards: Facing::EAST,
        by: ONE,
    };
    t.refuses(&ordered(b, &[slide]), c::MOVE_03);
    let mut offers = Vec::new();
    t.rules.offers(&t.battle, None, &mut offers);
    assert_eq!((offers[0].verb, offers[0].clause), (Verb::End, c::MOVE_06));
}

/// MOVE-05, TURNING-01, SHOOT-04, THR-A11: a pivot counts as moving.
#[test]
fn pivoting_is_moving() {
    for (switch, may) in [("yes", false), ("no", true)] {
        let mut t = Table::new(&[("pivot_is_move", switch)]);
        let b = t.blue("infantry", 18.0, 6.0, 10.0);
        let r = t.red("infantry", 18.0, 16.0, 180.0);
        t.blue("infantry", 4.0, 4.0, 0.0);
        t.play(
            &Order::Face {
                unit: b,
                to: Facing::NORTH,
            },
            &[],
        );
        t.phase(SHOOT);
        if may {
            t.allows(&shoot(b, r));
        } else {
            t.refuses(&shoot(b, r), c::SHOOT_04);
        }
    }
}

/// MOVE-07, MOR-05, THR-A28: the move of a unit that retreated is spent.
#[test]
fn a_spent_move_is_no_move() {
    let mut t = Table::new(&[]);
    let b = t.blue("infantry", 18.0, 6.0, 0.0);
    let horse = t.blue("cavalry", 8.0, 6.0, 0.0);
    let skirmishers = t.blue("skirmishers", 26.0, 6.0, 0.0);
    let r = t.red("infantry", 18.0, 16.0, 180.0);
    for id in [b, horse, skirmishers] {
        t.mark(id, marks::MOVE_SPENT, 1);
    }
    t.refuses(&advance(b, 1.0), c::MOVE_07);
    t.refuses(
        &Order::Face {
            unit: b,
            to: Facing::EAST,
        },
        c::MOVE_07,
    );
    t.refuses(&charge(horse, r), c::MOVE_07);
    t.phase(SHOOT);
    t.refuses(&shoot(b, r), c::MOR_05);
    t.allows(&shoot(skirmishers, r));
    let mut free = Table::new(&[("retreat_blocks_shooting", "no")]);
    free.battle = t.battle.clone();
    free.allows(&shoot(b, r));
}

/// MOVE-08, MOVE-09, MOVE-10.
#[test]
fn contact_pins_and_moves_make_none() {
    let mut t = Table::new(&[]);
    let pinned = t.blue("cavalry", 18.0, 16.0, 0.0);
    t.red("cavalry", 18.0, 18.0, 180.0);
    let free = t.blue("infantry", 6.0, 6.0, 0.0);
    t.red("infantry", 6.0, 12.0, 180.0);
    t.refuses(&advance(pinned, 1.0), c::MOVE_08);
    t.allows(&advance(free, 3.9));
    t.refuses(&advance(free, 4.0), c::MOVE_09);
    t.refuses(&ordered(free, &[pivot(180.0), forward(5.5)]), c::MOVE_10);
    t.allows(&ordered(free, &[pivot(180.0), forward(5.0)]));
}

/// MOVE-11, THR-A12: the road bonus, never when charging.
#[test]
fn a_road_lends_half_a_move() {
    for (switch, foot, horse) in [("half", 9.0, 18.0), ("three_inches", 9.0, 15.0)] {
        let mut t = Table::new(&[("road_bonus", switch)]);
        t.line(Ground::Road, (18.0, 0.0), (18.0, 36.0), 1.0);
        let f = t.blue("infantry", 18.0, 4.0, 0.0);
        let h = t.blue("cavalry", 18.0, 14.0, 0.0);
        let off = t.blue("infantry", 24.0, 4.0, 0.0);
        let r = t.red("infantry", 6.0, 34.0, 180.0);
        t.battle.units[h.index()].status = Status::Expected;
        assert_eq!(t.allows(&advance(f, foot)).allowed(), inch(foot));
        t.refuses(&advance(f, foot + 0.1), c::MOVE_01);
        t.refuses(&ordered(f, &[pivot(30.0), forward(foot)]), c::MOVE_11);
        t.refuses(&advance(off, 6.5), c::MOVE_01);
        t.battle.units[h.index()].status = Status::Table;
        t.allows(&advance(h, horse));
        t.battle.units[r.index()].pose = pose(18.0, 29.0, 180.0);
        t.refuses(&charge(h, r), c::CHG_03);
    }
}

/// TURNING-02, PASS-02, GEO-13: only the finishing pose of a pivot must be
/// clear; friends pivoted onto are ignored while it advances.
#[test]
fn pivots_sweep_nothing() {
    let mut t = Table::new(&[]);
    let b = t.blue("infantry", 18.0, 6.0, 0.0);
    let beside = t.blue("infantry", 22.0, 6.0, 0.0);
    let r = t.red("infantry", 18.0, 8.5, 180.0);
    t.refuses(
        &Order::Face {
            unit: b,
            to: Facing::EAST,
        },
        c::TURNING_02,
    );
    t.battle.units[r.index()].pose = pose(6.0, 30.0, 180.0);
    // Turned right about, it lies half upon its neighbour, and walks out.
    t.allows(&ordered(b, &[pivot(45.0), forward(6.0)]));
    t.refuses(&ordered(b, &[pivot(45.0), forward(1.0)]), c::PASS_02);
    t.allows(&ordered(beside, &[pivot(180.0)]));
}

/// TURNING-03: the turn needs room, and none is made while engaged in front.
#[test]
fn turning_to_meet_an_attacker_needs_room() {
    let mut t = Table::new(&[("period", "ancient")]);
    let i = t.blue("infantry", 18.0, 18.0, 0.0);
    let j = t.red("infantry", 21.0, 18.0, 270.0);
    let right = Order::Face {
        unit: i,
        to: Facing::EAST,
    };
    t.refuses(
        &Order::Face {
            unit: i,
            to: Facing::WEST,
        },
        c::TURNING_03,
    );
    let legal = t.allows(&right);
    assert_eq!(legal.path().last(), Some(&pose(18.0, 18.0, 90.0)));
    let mut crowded = t.clone();
    crowded.blue("infantry", 18.0, 20.5, 0.0);
    crowded.refuses(&right, c::TURNING_03);
    let mut fronted = t.clone();
    fronted.red("infantry", 18.0, 20.0, 180.0);
    fronted.refuses(&right, c::TURNING_03);
    let events = t.play(&right, &[]);
    assert!(cites(&events, c::TURNING_03));
    assert_eq!(
        (t.at(i), t.at(j)),
        ((18.0, 18.0, 90.0), (20.0, 18.0, 270.0))
    );
}

// --- 6 and 7: terrain, interpenetration ------------------------------------

/// TERR-01, TERR-02, TERR-03, TERR-05, TERR-07: who may go where.
#[test]
fn ground_is_open_to_some() {
    let set = |ground: Ground, kind: &str| {
        let mut t = Table::new(&[]);
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
    // TERR-07: up to the outline is no entering.
    let (t, _) = set(Ground::Marsh, "infantry");
    t.allows(&advance(sandtable_battle::UnitId(0), 2.0));
}

/// TERR-02: others pass a town along a road, but do not end in it.
#[test]
fn horse_passes_a_town_by_road() {
    let mut t = Table::new(&[]);
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
    let mut t = Table::new(&[]);
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
        let mut t = Table::new(&[("hill_covers_shooting", hills)]);
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
        let mut t = Table::new(&[("period", "ancient")]);
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

/// TERR-10: no charge into woods or towns by those who may not enter.
#[test]
fn woods_and_towns_are_a_refuge() {
    for ground in [Ground::Woods, Ground::Town] {
        let mut t = Table::new(&[]);
        t.area(ground, (18.0, 18.0), (6.0, 4.0));
        let b = t.blue("cavalry", 18.0, 8.0, 0.0);
        let r = t.red("skirmishers", 18.0, 18.0, 180.0);
        t.refuses(&charge(b, r), c::TERR_10);
    }
}

/// PASS-01, PASS-03, GEO-07: skirmishers pass friends, friends pass them.
#[test]
fn skirmishers_pass_and_are_passed() {
    let set = |mover: &str, other: &str, friend: bool| {
        let mut t = Table::new(&[]);
        let b = t.blue(mover, 18.0, 6.0, 0.0);
        let side = if friend { Side::A } else { Side::B };
        t.unit(side, other, 18.0, 8.5, 0.0);
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
    // GEO-07: to graze the edge of the corridor is no meeting.
    let mut t = Table::new(&[]);
    let b = t.blue("infantry", 18.0, 6.0, 0.0);
    t.blue("infantry", 22.0, 9.0, 0.0);
    t.red("infantry", 4.0, 30.0, 0.0);
    t.allows(&advance(b, 6.0));
}

// --- 8: charge -------------------------------------------------------------

/// CHG-01, CHG-02, CHG-04, CHG-07, CHG-08, CHG-09.
#[test]
fn charges_have_conditions() {
    let mut t = Table::new(&[]);
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
    // CHG-09: the charge is made, and nobody answers it.
    let events = t.play(&charge(b, r), &[]);
    assert!(cites(&events, c::CHG_02) || cites(&events, c::CHG_03));
    assert_eq!(t.marked(b, marks::MOVED_HOW), marks::CHARGED);
    assert_eq!(t.at(b), (18.0, 16.0, 0.0));
}

/// CHG-03, THR-A16: the reach, whole or half.
#[test]
fn a_charge_reaches_a_move() {
    for (switch, reach) in [("full", 12.0), ("half", 6.0)] {
        let mut t = Table::new(&[("charge_reach", switch)]);
        let b = t.blue("cavalry", 18.0, 16.0 - reach, 0.0);
        let r = t.red("infantry", 18.0, 18.0, 180.0);
        t.allows(&charge(b, r));
        t.battle.units[b.index()].pose = pose(18.0, 15.9 - reach, 0.0);
        t.refuses(&charge(b, r), c::CHG_03);
    }
}

/// CHG-05, CHG-06, GEO-05, GEO-10: the face is that of the zone in which the
/// charger stood, and it is squared up flush on it.
#[test]
fn the_starting_zone_names_the_face() {
    let mut t = Table::new(&[]);
    let b = t.blue("cavalry", 24.0, 13.1, 315.0);
    let r = t.red("infantry", 18.0, 18.0, 180.0);
    let events = t.act(&charge(b, r), &[]);
    assert!(cites(&events, c::CHG_06));
    let (x, y, heading) = t.at(b);
    // Red looks south, so Blue came from its left, which is the east.
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
        let mut t = Table::new(&[("attackers_per_target", switch)]);
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

/// GEO-11: when the flush pose is taken, the nearest free one along the face.
#[test]
fn a_taken_place_is_shifted_along_the_face() {
    let mut t = Table::new(&[]);
    let b = t.blue("cavalry", 18.0, 8.0, 0.0);
    let r = t.red("infantry", 18.0, 18.0, 180.0);
    t.area(Ground::Marsh, (15.5, 15.5), (1.0, 1.0));
    // The marsh covers x 15 to 16: flush it may stand there, not over it.
    let legal = t.judge(&charge(b, r));
    assert!(legal.is_ok(), "{legal:?}");
    t.area(Ground::Marsh, (15.5, 16.5), (2.0, 0.2));
    let refused = t.judge(&charge(b, r)).unwrap_err();
    assert!(refused.cite(c::TERR_03), "it runs into the marsh first");
    // A third base beside the face leaves the right half of it.
    let mut t = Table::new(&[]);
    let b = t.blue("cavalry", 24.0, 8.0, 330.0);
    let r = t.red("infantry", 18.0, 18.0, 180.0);
    t.blue("infantry", 14.5, 16.0, 0.0);
    let legal = t.allows(&charge(b, r));
    let end = legal.path().last().unwrap();
    assert_eq!(end.y, 16 * ONE);
    assert!(end.x >= inch(18.5), "{end:?}");
    // None is left when both ends of the face are taken.
    let mut t = Table::new(&[]);
    let b = t.blue("cavalry", 18.0, 6.0, 0.0);
    let r = t.red("infantry", 18.0, 18.0, 180.0);
    t.blue("artillery", 15.2, 16.0, 0.0);
    t.blue("artillery", 20.8, 16.0, 0.0);
    let refusals = t.judge(&charge(b, r)).unwrap_err();
    assert!(refusals.cite(c::GEO_11) && refusals.cite(c::CHG_04));
}

// --- 9: shooting -----------------------------------------------------------

/// SHOOT-01, SHOOT-03, SHOOT-05, SHOOT-07, GEO-09.
#[test]
fn range_and_arc_are_of_the_front_edge() {
    let mut t = Table::new(&[]);
    let b = t.blue("infantry", 18.0, 6.0, 0.0);
    let friend = t.blue("infantry", 8.0, 16.0, 0.0);
    let r = t.red("infantry", 25.0, 12.0, 270.0);
    t.phase(SHOOT);
    assert_eq!(t.allows(&shoot(b, r)).tape().unwrap().length, 5 * ONE);
    t.refuses(&shoot(b, friend), c::SHOOT_03);
    t.battle.units[r.index()].pose = pose(25.1, 12.0, 270.0);
    t.refuses(&shoot(b, r), c::SHOOT_05);
}

/// SHOOT-04, SHOOT-06, SHOOT-07: skirmishers shoot after moving, all round and
/// from any point of the base; so does a unit in a town, all round.
#[test]
fn skirmishers_shoot_all_round() {
    let mut t = Table::new(&[]);
    let b = t.blue("skirmishers", 18.0, 18.0, 0.0);
    let foot = t.blue("infantry", 4.0, 4.0, 0.0);
    let r = t.red("infantry", 18.0, 4.0, 0.0);
    t.phase(SHOOT);
    t.mark(b, marks::MOVED_HOW, marks::MOVED);
    assert_eq!(t.allows(&shoot(b, r)).tape().unwrap().length, 12 * ONE);
    t.refuses(&shoot(foot, r), c::SHOOT_05);
    t.area(Ground::Town, (4.0, 4.0), (6.0, 6.0));
    t.allows(&shoot(foot, r));
    t.mark(foot, marks::MOVED_HOW, marks::MOVED);
    t.refuses(&shoot(foot, r), c::SHOOT_04);
}

/// SHOOT-08, GEO-08: sight past units and terrain; guns fire over units.
#[test]
fn sight_is_needed() {
    let set = |kind: &str, change: &dyn Fn(&mut Table)| {
        let mut t = Table::new(&[]);
        let b = t.blue(kind, 18.0, 6.0, 0.0);
        let r = t.red("infantry", 18.0, 16.0, 180.0);
        change(&mut t);
        t.phase(SHOOT);
        (t, shoot(b, r))
    };
    let unit: &dyn Fn(&mut Table) = &|t| {
        t.red("infantry", 18.0, 11.0, 180.0);
    };
    let hill: &dyn Fn(&mut Table) = &|t| t.area(Ground::Hill, (18.0, 11.0), (4.0, 2.0));
    let shared: &dyn Fn(&mut Table) = &|t| t.area(Ground::Woods, (18.0, 11.0), (8.0, 12.0));
    let marsh: &dyn Fn(&mut Table) = &|t| t.area(Ground::Marsh, (18.0, 11.0), (8.0, 2.0));
    for (kind, change, sees) in [
        ("infantry", unit, false),
        ("artillery", unit, true),
        ("artillery", hill, false),
        ("infantry", hill, false),
        ("infantry", shared, true),
        ("infantry", marsh, true),
    ] {
        let (t, order) = set(kind, change);
        if sees {
            t.allows(&order);
        } else {
            t.refuses(&order, c::SHOOT_08);
        }
    }
}

/// SHOOT-09: no fire into or out of contact.
#[test]
fn melees_are_not_shot_into() {
    let mut t = Table::new(&[]);
    let b = t.blue("infantry", 18.0, 8.0, 0.0);
    let horse = t.blue("cavalry", 18.0, 20.0, 180.0);
    let r = t.red("infantry", 18.0, 18.0, 180.0);
    t.phase(SHOOT);
    t.refuses(&shoot(b, r), c::SHOOT_09);
    t.battle.units[horse.index()].ratings[1] = 1;
    t.refuses(&shoot(horse, r), c::SHOOT_09);
}

/// SHOOT-12, HIT-02, HIT-04, THR-A19: removed at once, or at the turn's end.
#[test]
fn the_dead_go_at_once_or_later() {
    let set = |switch: &str| {
        let mut t = Table::new(&[("elimination_timing", switch)]);
        let b = t.blue("infantry", 18.0, 6.0, 0.0);
        let b2 = t.blue("infantry", 14.0, 6.0, 0.0);
        let r = t.red("infantry", 18.0, 16.0, 180.0);
        t.red("infantry", 30.0, 30.0, 180.0);
        t.mark(r, marks::HITS, 2);
        t.phase(SHOOT);
        (t, b, b2, r)
    };
    let (mut t, b, b2, r) = set("at_once");
    let events = t.play(&shoot(b, r), &[4]);
    assert!(t.gone(r) && cites(&events, c::HIT_02) && cites(&events, c::SHOOT_12));
    assert!(t.judge(&shoot(b2, r)).unwrap_err().cite(table::GONE));
    let (mut t, b, b2, r) = set("end_of_turn");
    t.play(&shoot(b, r), &[4]);
    assert!(!t.gone(r));
    t.battle.cursor.phase = MORALE;
    t.battle.cursor.side = Side::B;
    t.refuses(&Order::Test { unit: r }, c::HIT_04);
    t.battle.cursor.phase = SHOOT;
    t.battle.cursor.side = Side::A;
    // Overkill, and no morale test for one that has had its third hit.
    t.act(&shoot(b2, r), &[6]);
    assert!(t.gone(r));
}

// --- 10 to 12: combat, melee, hits -----------------------------------------

/// CBT-01, CBT-02, CBT-03, CBT-04, CBT-05, CBT-08, THR-C07, THR-C08: the table,
/// entry by entry.
#[test]
fn the_combat_table() {
    use sandtable_three_hit::combat::Clash;
    let rules = Table::new(&[]).rules;
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

/// CBT-06, MEL-05, THR-A21, THR-A22: doubled is rolled twice; cover may cancel it.
#[test]
fn doubling_and_cover() {
    let set = |switch: &str| {
        let mut t = Table::new(&[("cover_and_double", switch)]);
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
    let mut t = Table::new(&[]);
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
    // With nobody before its front it may choose.
    let mut free = t.clone();
    free.battle.units[front.index()].status = Status::Destroyed;
    let rear = free.red("cavalry", 18.0, 14.0, 0.0);
    free.allows(&fight(b, flank));
    free.allows(&fight(b, rear));
}

/// MEL-06, MEL-07, FALL-06: cavalry stays locked with cavalry.
#[test]
fn contact_lasts() {
    let mut t = Table::new(&[]);
    let b = t.blue("cavalry", 18.0, 16.0, 0.0);
    let r = t.red("cavalry", 18.0, 18.0, 180.0);
    t.phase(MELEE);
    t.act(&fight(b, r), &[1]);
    assert_eq!((t.at(b), t.at(r)), ((18.0, 16.0, 0.0), (18.0, 18.0, 180.0)));
    // Red's turn: nobody can move, so its melee comes at once.
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
        let mut t = Table::new(&[("cavalry_resists_cavalry", switch)]);
        let b = t.blue("cavalry", 18.0, 16.0, 0.0);
        let r = t.red("cavalry", 18.0, 18.0, 180.0);
        t.phase(MELEE);
        t.mark(
            b,
            marks::MOVED_HOW,
            if charged { marks::CHARGED } else { 0 },
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
    let mut t = Table::new(&[]);
    let b = t.blue("infantry", 18.0, 6.0, 0.0);
    let r = t.red("infantry", 18.0, 16.0, 180.0);
    t.mark(r, marks::HITS, 1);
    t.phase(SHOOT);
    let events = t.act(&shoot(b, r), &[6, 1]);
    assert_eq!(t.marked(r, marks::HITS), 2);
    assert!(cites(&events, c::HIT_01));
    let spec = &t.rules.card().marks[usize::from(marks::HITS)];
    assert_eq!((spec.title.as_str(), spec.clause), ("hits", c::HIT_03));
}

/// OPT-04, TURN-08: both sides strike, and nobody falls before he has struck.
#[test]
fn both_sides_may_strike() {
    let mut t = Table::new(&[("melee_sides", "both")]);
    let b = t.blue("cavalry", 18.0, 16.0, 0.0);
    let r = t.red("cavalry", 18.0, 18.0, 180.0);
    t.blue("infantry", 4.0, 4.0, 0.0);
    t.red("infantry", 32.0, 32.0, 0.0);
    t.mark(b, marks::HITS, 2);
    t.mark(r, marks::HITS, 2);
    t.phase(MELEE);
    let events = t.act(&fight(b, r), &[4, 5]);
    assert!(t.gone(b) && t.gone(r) && cites(&events, c::OPT_04));
    // Three in a row: the one attacked twice strikes once, its front's enemy.
    let mut t = Table::new(&[("melee_sides", "both"), ("period", "ancient")]);
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

/// Morale of the active side when both strike (TURN-07, TURN-10): its marker
/// outlasts the turn it was won in.
#[test]
fn active_units_test_too_when_both_strike() {
    let mut t = Table::new(&[("melee_sides", "both")]);
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

// --- 13: morale ------------------------------------------------------------

/// SCOPE-02, SCOPE-03, MOR-01, MOR-02, MOR-03, MOR-13, THR-A26: fire brings on a
/// test, as the play sheet has it and the essay has not; who tests, with one die, in the
/// order the player likes.
#[test]
fn the_damaged_test_once() {
    let mut t = Table::new(&[]);
    let b = t.blue("infantry", 18.0, 6.0, 0.0);
    let b2 = t.blue("infantry", 22.0, 6.0, 0.0);
    let r = t.red("infantry", 18.0, 16.0, 180.0);
    let r2 = t.red("infantry", 22.0, 16.0, 180.0);
    t.phase(SHOOT);
    t.play(&shoot(b2, r2), &[3]);
    t.act(&shoot(b, r), &[3]);
    assert_eq!(
        (t.battle.cursor.phase, t.battle.cursor.side),
        (MORALE, Side::B)
    );
    t.refuses(&Order::Test { unit: b }, table::NOT_YOURS);
    let mut ready = Vec::new();
    t.rules.ready(&t.battle, &mut ready);
    assert_eq!(ready, [r, r2]);
    let mut rest = t.clone();
    // The default order is that of first damage: R2 throws the 5.
    rest.play(&Order::End, &[5, 4]);
    assert_eq!((rest.at(r2).1, rest.at(r).1), (22.0, 16.0));
    let events = t.act(&Order::Test { unit: r }, &[4, 5]);
    assert!(cites(&events, c::MOR_03));
    assert_eq!((t.at(r).1, t.at(r2).1), (16.0, 22.0));
}

/// MOR-01, THR-A26: under `melee_only` fire brings on no test.
#[test]
fn fire_may_bring_on_no_test() {
    let mut t = Table::new(&[("morale_trigger", "melee_only")]);
    let b = t.blue("infantry", 18.0, 6.0, 0.0);
    let r = t.red("infantry", 18.0, 16.0, 180.0);
    t.phase(SHOOT);
    t.act(&shoot(b, r), &[3]);
    assert_eq!(t.battle.cursor.side, Side::B);
    assert_eq!(t.battle.cursor.phase, MOVE);
    t.phase(MORALE);
    t.refuses(&Order::Test { unit: r }, c::MOR_01);
}

/// MOR-02, THR-A27: one die a hit under `morale_per = hit`.
#[test]
fn one_die_a_hit() {
    let mut t = Table::new(&[("morale_per", "hit")]);
    let b = t.blue("cavalry", 18.0, 16.0, 0.0);
    let r = t.red("cavalry", 18.0, 18.0, 180.0);
    t.phase(MELEE);
    t.act(&fight(b, r), &[6, 2, 5]);
    assert_eq!(t.at(r).1, 30.0);
}

/// MOR-04, MOR-06: one move, straight away from the zone that holds the enemy.
#[test]
fn retreats_go_straight_away() {
    for (x, y, end) in [
        (18.0, 10.0, (18.0, 24.0)),
        (18.0, 26.0, (18.0, 12.0)),
        (26.0, 18.0, (12.0, 18.0)),
        (10.0, 18.0, (24.0, 18.0)),
    ] {
        let mut t = Table::new(&[("retreat_facing", "keep")]);
        let b = t.blue("skirmishers", x, y, 0.0);
        let r = t.red("infantry", 18.0, 18.0, 180.0);
        t.phase(SHOOT);
        let events = t.act(&shoot(b, r), &[5, 5]);
        assert_eq!(t.at(r), (end.0, end.1, 180.0));
        assert!(cites(&events, c::MOR_06) && cites(&events, c::MOR_05));
    }
}

/// MOR-07: melee before fire, then the nearer, then the earlier.
#[test]
fn one_enemy_counts() {
    let mut t = Table::new(&[]);
    let far = t.blue("skirmishers", 29.0, 18.0, 0.0);
    let near = t.blue("skirmishers", 18.0, 10.0, 0.0);
    let r = t.red("infantry", 18.0, 18.0, 180.0);
    t.phase(SHOOT);
    t.play(&shoot(far, r), &[5]);
    assert_eq!(t.marked(r, marks::STRUCK_BY), 0);
    let events = t.act(&shoot(near, r), &[5, 5]);
    assert!(cites(&events, c::MOR_07));
    assert_eq!(t.at(r).1, 24.0, "away from the nearer");
}

/// MOR-08, THR-A31: it turns to face the enemy if it has room.
#[test]
fn retreats_end_facing_the_enemy() {
    let mut t = Table::new(&[]);
    let b = t.blue("skirmishers", 18.0, 26.0, 0.0);
    let r = t.red("infantry", 18.0, 18.0, 180.0);
    t.phase(SHOOT);
    let events = t.act(&shoot(b, r), &[5, 5]);
    assert_eq!(t.at(r), (18.0, 12.0, 0.0));
    assert!(cites(&events, c::MOR_08));
}

/// MOR-09, MOR-10, GEO-12: what a retreat stops at.
#[test]
fn retreats_stop_short() {
    let end = |change: &dyn Fn(&mut Table)| {
        let mut t = Table::new(&[]);
        let b = t.blue("infantry", 18.0, 8.0, 0.0);
        let r = t.red("infantry", 18.0, 18.0, 180.0);
        change(&mut t);
        t.phase(SHOOT);
        let events = t.act(&shoot(b, r), &[6, 6]);
        let why = events.iter().find_map(|e| match e {
            Event::Moved {
                gait: sandtable_battle::Gait::Retreated,
                why,
                ..
            } => Some(*why),
            _ => None,
        });
        (t.at(r).1, why)
    };
    assert_eq!(end(&|_| ()), (24.0, Some(c::MOR_06)));
    let friend: &dyn Fn(&mut Table) = &|t| {
        t.red("infantry", 18.0, 23.0, 180.0);
    };
    assert_eq!(end(friend), (21.0, Some(c::MOR_09)));
    let enemy: &dyn Fn(&mut Table) = &|t| {
        t.blue("infantry", 19.0, 23.0, 0.0);
    };
    assert_eq!(end(enemy), (20.9, Some(c::MOR_09)));
    let woods: &dyn Fn(&mut Table) = &|t| t.area(Ground::Woods, (18.0, 24.0), (8.0, 6.0));
    assert_eq!(end(woods), (20.0, Some(c::MOR_09)));
    // Through skirmishers, but not to end upon them.
    let through: &dyn Fn(&mut Table) = &|t| {
        t.red("skirmishers", 18.0, 20.5, 180.0);
    };
    assert_eq!(end(through), (24.0, Some(c::MOR_06)));
    let upon: &dyn Fn(&mut Table) = &|t| {
        t.red("skirmishers", 18.0, 24.0, 180.0);
    };
    assert_eq!(end(upon), (22.0, Some(c::MOR_10)));
    // Sliding along an enemy's flank makes no contact either.
    let beside: &dyn Fn(&mut Table) = &|t| {
        t.blue("infantry", 14.0, 23.0, 0.0);
    };
    assert_eq!(end(beside), (20.9, Some(c::MOR_09)));
}

/// MOR-11, THR-A33: a unit that cannot move at all stays.
#[test]
fn the_trapped_stay() {
    for (switch, hits) in [("none", 1), ("extra_hit", 2)] {
        let mut t = Table::new(&[("retreat_trapped", switch)]);
        let b = t.blue("infantry", 18.0, 8.0, 0.0);
        let r = t.red("infantry", 18.0, 18.0, 180.0);
        t.red("infantry", 18.0, 20.0, 180.0);
        t.phase(SHOOT);
        let events = t.act(&shoot(b, r), &[6, 6]);
        assert_eq!((t.at(r).1, t.marked(r, marks::HITS)), (18.0, hits));
        assert_eq!(t.marked(r, marks::MOVE_SPENT), 1);
        assert_eq!(cites(&events, c::MOR_11), hits == 2);
    }
}

/// MOR-12, THR-A32: the table's edge halts it, or loses it.
#[test]
fn the_edge_halts() {
    let mut t = Table::new(&[]);
    let b = t.blue("infantry", 18.0, 20.0, 0.0);
    let r = t.red("infantry", 18.0, 32.0, 180.0);
    t.phase(SHOOT);
    let mut lost = Table::new(&[("retreat_edge", "removed")]);
    lost.battle = t.battle.clone();
    lost.red("infantry", 4.0, 32.0, 180.0);
    let events = t.act(&shoot(b, r), &[6, 6]);
    assert_eq!(t.at(r), (18.0, 35.0, 180.0));
    assert!(cites(&events, c::MOR_12));
    lost.act(&shoot(b, r), &[6, 6]);
    assert_eq!(lost.battle.unit(r).status, Status::Fled);
}

// --- 14: fall-back ---------------------------------------------------------

/// FALL-01, FALL-02, FALL-03, FALL-05, FALL-07, UNIT-09, THR-A36 to THR-A40.
#[test]
fn cavalry_leaves_the_foot() {
    let set = |switches: &[(&str, &str)], kind: &str| {
        let mut t = Table::new(switches);
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
        let mut t = Table::new(&[("fallback_timing", switch)]);
        let b = t.blue("cavalry", 18.0, 16.0, 0.0);
        let r = t.red("infantry", 18.0, 18.0, 180.0);
        t.phase(MELEE);
        t.act(&fight(b, r), &[3, 6]);
        assert_eq!((t.at(b).1, t.at(r).1), (y, 24.0));
    }
}

/// FALL-03: from a flank, straight away from it, and turned to face it.
#[test]
fn the_fall_back_faces_the_foot() {
    let mut t = Table::new(&[("period", "ancient")]);
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
    let mut t = Table::new(&[]);
    let b = t.blue("cavalry", 18.0, 16.0, 0.0);
    let r = t.red("infantry", 18.0, 18.0, 180.0);
    t.blue("artillery", 18.0, 13.5, 0.0);
    t.phase(MELEE);
    let mut shut = t.clone();
    shut.blue("artillery", 15.9, 13.9, 0.0);
    shut.blue("artillery", 20.1, 13.9, 0.0);
    shut.act(&fight(b, r), &[1]);
    assert_eq!(shut.at(b), (18.0, 16.0, 0.0));
    // Two files of guns leave ways aside only at a steep angle.
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
    let mut wide = Table::new(&[]);
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
    wide.refuses(&Order::End, table::CHOICE_OWED);
    wide.play(&Order::Decide { choice: 0 }, &[]);
    assert_eq!(wide.battle.cursor.waits, None);
    assert_ne!(wide.at(b), (18.0, 16.0, 0.0));
    assert_eq!(wide.battle.cursor.side, Side::B);
}

// --- 15 and 16: set-up, victory --------------------------------------------

/// SET-01, SET-02, SET-03, SET-04, SET-05: a pitched battle by the book.
#[test]
fn a_pitched_battle_is_set_up() {
    let t = Table::new(&[]);
    let mut dice = Recorded::new(&[1, 5]);
    let start = t.rules.pitched_battle(&mut dice);
    assert_eq!(
        (start.setting.width, start.setting.height),
        (36 * ONE, 36 * ONE)
    );
    let count = |side: Side, kind: u8| {
        start
            .units
            .iter()
            .filter(|u| u.side == side && u.kind == kind)
            .count()
    };
    assert_eq!([0, 1, 2, 3].map(|k| count(Side::A, k)), [3, 1, 0, 2]);
    assert_eq!([0, 1, 2, 3].map(|k| count(Side::B, k)), [4, 1, 1, 0]);
    let grounds: Vec<_> = start.setting.terrain.iter().map(|f| f.ground).collect();
    assert_eq!(
        grounds,
        [Ground::Hill, Ground::Woods, Ground::Town, Ground::Road]
    );
    let mut scene = Scene::new(start);
    t.rules.open(&mut scene, &mut dice);
    let mut t = Table {
        battle: scene.finish().0,
        ..t
    };
    assert_eq!(
        (t.battle.cursor.phase, t.battle.cursor.side),
        (DEPLOY, Side::B)
    );
    let unit = t.battle.all().find(|(_, u)| u.side == Side::B).unwrap().0;
    let place = |x: f64, y: f64| Order::Place {
        unit,
        at: pose(x, y, 180.0),
        formation: 0,
    };
    t.refuses(&place(8.0, 27.0), c::SET_03);
    t.refuses(&place(1.0, 30.0), c::SET_01);
    t.allows(&place(8.0, 28.0));
    t.play(&place(8.0, 30.0), &[]);
    let next = sandtable_battle::UnitId(unit.0 + 1);
    let upon = Order::Place {
        unit: next,
        at: pose(9.0, 30.0, 180.0),
        formation: 0,
    };
    t.refuses(&upon, c::SET_04);
    t.play(&Order::End, &[]);
    assert_eq!(
        (t.battle.cursor.phase, t.battle.cursor.side),
        (DEPLOY, Side::A)
    );
    t.play(&Order::End, &[]);
    assert_eq!(
        (t.battle.cursor.phase, t.battle.cursor.side),
        (MOVE, Side::A)
    );
    assert!(t.battle.units.iter().all(|u| u.status == Status::Table));
    assert_eq!(t.rules.flaws(&t.battle), []);
}

/// SCOPE-01: reinforcements, as the parent game's scenarios bring them.
#[test]
fn reinforcements_arrive() {
    let mut t = Table::new(&[]);
    t.blue("infantry", 18.0, 6.0, 0.0);
    t.red("infantry", 4.0, 30.0, 180.0);
    t.red("infantry", 18.0, 35.0, 180.0);
    let late = t.red("cavalry", 18.0, 35.0, 180.0);
    t.battle.units[late.index()].status = Status::Expected;
    let at = pose(18.0, 35.0, 180.0);
    t.set(|s| {
        s.arrivals.push(Arrival {
            unit: late,
            turn: 1,
            at,
        })
    });
    t.play(&Order::End, &[]);
    assert_eq!(t.battle.unit(late).status, Status::Table);
    assert_eq!(t.at(late), (22.0, 35.0, 180.0));
}

/// VIC-01: a side with no units left loses at once.
#[test]
fn the_last_unit_decides() {
    let mut t = Table::new(&[]);
    let b = t.blue("infantry", 18.0, 6.0, 0.0);
    let r = t.red("infantry", 18.0, 16.0, 180.0);
    t.mark(r, marks::HITS, 2);
    t.phase(SHOOT);
    let events = t.play(&shoot(b, r), &[6]);
    assert_eq!(t.battle.ended, Some(Outcome::Won(Side::A)));
    assert!(cites(&events, c::VIC_01));
    t.refuses(&Order::End, table::OVER);
}

/// VIC-02, VIC-03, VIC-04: the end by time.
#[test]
fn time_ends_the_battle() {
    let last = |turns: Option<u16>, change: &dyn Fn(&mut Table)| {
        let mut t = Table::new(&[("turn_limit", "3")]);
        t.blue("infantry", 18.0, 6.0, 0.0);
        t.red("infantry", 18.0, 30.0, 180.0);
        t.battle.cursor = sandtable_battle::Cursor {
            turn: 3,
            phase: MOVE,
            side: Side::B,
            ..t.battle.cursor
        };
        t.set(|s| s.turns = turns);
        change(&mut t);
        let events = t.play(&Order::End, &[]);
        (t.battle.ended, events.last().unwrap().why())
    };
    assert_eq!(last(None, &|_| ()), (Some(Outcome::Draw), c::VIC_04));
    assert_eq!(last(Some(4), &|_| ()).0, None);
    let more: &dyn Fn(&mut Table) = &|t| {
        t.red("infantry", 4.0, 30.0, 0.0);
    };
    assert_eq!(last(None, more), (Some(Outcome::Won(Side::B)), c::VIC_04));
    let hit: &dyn Fn(&mut Table) = &|t| t.mark(sandtable_battle::UnitId(0), marks::HITS, 1);
    assert_eq!(last(None, hit), (Some(Outcome::Won(Side::B)), c::VIC_04));
    let by_default: &dyn Fn(&mut Table) = &|t| t.set(|s| s.victory.default = Some(Side::A));
    assert_eq!(last(None, by_default).0, Some(Outcome::Won(Side::A)));
    let objective: &dyn Fn(&mut Table) = &|t| {
        t.red("infantry", 4.0, 30.0, 0.0);
        t.set(|s| {
            s.victory.objectives = true;
            let area = zone(16.0, 4.0, 4.0, 4.0);
            s.zones.push(Zone {
                name: "mill".to_owned(),
                side: None,
                area,
            });
        });
    };
    assert_eq!(
        last(None, objective),
        (Some(Outcome::Won(Side::A)), c::VIC_03)
    );
}

// --- 17: options -----------------------------------------------------------

/// OPT-01: army break, at half plus one.
#[test]
fn an_army_breaks_at_half_plus_one() {
    for (lost, broken) in [(3, false), (4, true)] {
        let mut t = Table::new(&[("army_break", "half_plus_one")]);
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

/// OPT-02, HIT-01: a general takes a hit from each unit he touches, once.
#[test]
fn a_general_restores() {
    let mut t = Table::new(&[("general", "yes")]);
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
    let plain = Table::new(&[]);
    assert!(plain.rules.card().kinds.iter().all(|k| !k.leader));
}

/// OPT-03: a square neither moves nor shoots, and cavalry may not charge it.
#[test]
fn a_square_stands_fast() {
    let mut t = Table::new(&[("square", "yes")]);
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
    let plain = Table::new(&[]);
    assert!(ThreeHit::new(&plain.battle.setting.switches).is_ok());
}

// --- 19: switches ----------------------------------------------------------

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

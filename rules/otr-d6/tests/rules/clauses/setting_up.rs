//! Setting up: zones, divisions in turn, reinforcements, losses, the table.

use super::common::{cites, two};
use crate::support::{Table, cent};
use sandtable_battle::{
    Arrival, Cursor, Group, Order, Recorded, Rules, Scene, Side, Status, Zone, c as table,
};
use sandtable_geometry::{Area, Facing, INCH, Point, Pose, TOLERANCE};
use sandtable_otr_d6::{c, marks, units};
use std::sync::Arc;

fn zone(t: &mut Table, side: Side, south: i32, north: i32) {
    let corners = [(0, south), (0, north), (7200, north), (7200, south)];
    let area =
        Area::new(corners.map(|(x, y)| Point::new(cent(x), cent(y))).to_vec()).expect("an area");
    let setting = Arc::make_mut(&mut t.battle.setting);
    setting.zones.push(Zone {
        name: String::new(),
        side: Some(side),
        area,
    });
}

#[test]
fn divisions_are_placed_by_turns_beginning_with_the_loser_of_a_roll_off() {
    let (mut t, a, b) = two(&[]);
    let second = t.add(Side::A, 6, (0, 0), 0.0);
    for id in [a, b, second] {
        t.unit(id).status = Status::Reserve;
    }
    zone(&mut t, Side::A, 0, 1200);
    zone(&mut t, Side::B, 3600, 4800);
    t.battle.cursor = Cursor::default();
    let mut scene = Scene::new(t.battle.clone());
    t.rules.open(&mut scene, &mut Recorded::new(&[2, 5]));
    t.battle = scene.finish().0;
    assert_eq!(
        (t.battle.cursor.side, t.battle.cursor.turn),
        (Side::A, 0),
        "{:?}",
        c::SET_02
    );
    let place = |unit, x, y, degrees| Order::Place {
        unit,
        at: Pose::new(
            cent(x),
            cent(y),
            Facing::from_degrees(degrees).expect("an angle"),
        ),
        formation: units::COLUMN,
    };
    cites(&t, &place(a, 3600, 1300, 0.0), c::SET_02);
    t.play(&place(a, 3600, 1200, 0.0), &[]);
    // A side places the whole division before the other side goes on.
    cites(&t, &place(second, 3600, 1150, 0.0), c::SET_02);
    t.play(&place(second, 4000, 1200, 0.0), &[]);
    assert_eq!(t.battle.to_move(), Side::B);
    cites(&t, &Order::Pass { unit: b }, table::NOT_NOW);
    t.play(&place(b, 3600, 3700, 180.0), &[1]);
    assert_eq!(
        (t.battle.cursor.turn, t.battle.cursor.group),
        (1, Some(Group(0)))
    );
}

/// Side A has two brigades to place in a strip this deep, in hundredths of an inch, and leaves the
/// second, or both, to the umpire.
fn left_to_the_umpire(depth: i32, by_hand: bool) -> (Table, [sandtable_battle::UnitId; 2]) {
    let (mut t, a, b) = two(&[]);
    let second = t.add(Side::A, 6, (0, 0), 0.0);
    for id in [a, b, second] {
        t.unit(id).status = Status::Reserve;
    }
    zone(&mut t, Side::A, 0, depth);
    zone(&mut t, Side::B, 3600, 4800);
    t.battle.cursor = Cursor::default();
    let mut scene = Scene::new(t.battle.clone());
    t.rules.open(&mut scene, &mut Recorded::new(&[2, 5]));
    t.battle = scene.finish().0;
    if by_hand {
        let at = Pose::new(cent(3600), cent(600), Facing::EAST);
        let formation = units::COLUMN;
        let unit = a;
        t.play(
            &Order::Place {
                unit,
                at,
                formation,
            },
            &[],
        );
    }
    t.play(&Order::End, &[]);
    (t, [a, second])
}

#[test]
fn the_rest_of_a_division_goes_to_the_first_free_places_or_takes_no_part() {
    for by_hand in [false, true] {
        let (t, placed) = left_to_the_umpire(1200, by_hand);
        assert_eq!(t.battle.to_move(), Side::B, "{:?}", c::SET_02);
        let [first, second] = placed.map(|id| t.rules.footprint(&t.battle, id));
        assert!(!first.overlaps(&second));
        for (id, rect) in [(placed[0], first), (placed[1], second)] {
            assert_eq!(t.battle.unit(id).status, Status::Table);
            let corners = rect.corners();
            assert!(corners.iter().all(|at| (0..=cent(1200)).contains(&at.y)));
        }
    }
    let (t, without) = left_to_the_umpire(10, false);
    assert_eq!(t.battle.to_move(), Side::B);
    for id in without {
        assert_eq!(t.battle.unit(id).status, Status::Fled);
    }
    // Once all are placed, there is no rest.
    let (mut t, ..) = two(&[]);
    t.battle.cursor.phase = 0;
    cites(&t, &Order::End, c::SET_02);
}

#[test]
fn fixed_positions_start_at_once_and_reinforcements_come_on() {
    let (mut t, a, _) = two(&[]);
    let late = t.add(Side::A, 6, (0, 0), 0.0);
    t.unit(late).status = Status::Expected;
    let arrival = Arrival {
        unit: late,
        turn: 2,
        at: t
            .battle
            .unit(a)
            .pose
            .facing(Facing::from_degrees(10.0).expect("an angle")),
    };
    Arc::make_mut(&mut t.battle.setting).arrivals.push(arrival);
    t.battle.cursor = Cursor::default();
    let mut scene = Scene::new(t.battle.clone());
    t.rules.open(&mut scene, &mut Recorded::new(&[1]));
    t.battle = scene.finish().0;
    assert_eq!(t.battle.cursor.turn, 1, "{:?}", c::SET_01);
    t.play(&Order::End, &[]);
    t.play(&Order::End, &[1]);
    // Its place is taken: it comes on as near to it as there is room.
    assert_eq!(t.battle.unit(late).status, Status::Table);
    let [there, here] = [a, late].map(|id| t.rules.footprint(&t.battle, id));
    assert!(!there.overlaps(&here));
    assert!(
        here.is_nearer(&there, 2 * TOLERANCE),
        "not as near as it can"
    );
}

#[test]
fn impossible_positions_are_named() {
    let (mut t, a, b) = two(&[]);
    let flaws = |t: &Table| -> String {
        t.rules
            .flaws(&t.battle)
            .into_iter()
            .map(|(_, flaw)| flaw + "; ")
            .collect()
    };
    // One brigade a division is too few (ORG-01).
    assert!(
        flaws(&t).contains("division has at least 2 brigades"),
        "{:?}",
        c::ORG_01
    );
    let more = [
        t.add(Side::A, 6, (5000, 2000), 0.0),
        t.add(Side::B, 6, (5000, 4000), 180.0),
    ];
    assert_eq!(flaws(&t), "");
    t.unit(a).started = 13;
    assert!(
        flaws(&t).contains("its kind has 1 to 12"),
        "{:?}",
        c::ORG_02
    );
    t.unit(a).started = 6;
    let battery = t.add(Side::A, 3, (1000, 2000), 0.0);
    t.unit(battery).kind = units::ARTILLERY;
    t.unit(battery).ratings[units::ARMS] = 3;
    assert!(flaws(&t).contains("its kind has 2"), "{:?}", c::ORG_03);
    t.unit(battery).started = 2;
    t.unit(battery).stands = 2;
    t.unit(battery).ratings[units::ARMS] = 1;
    assert!(flaws(&t).contains("arms"), "{:?}", c::UNIT_07);
    t.unit(battery).ratings[units::ARMS] = 4;
    assert_eq!(flaws(&t), "");
    t.unit(b).formation = units::DISMOUNTED;
    assert!(flaws(&t).contains("formation"));
    t.unit(b).formation = units::LINE;
    t.unit(more[0]).pose = t.battle.unit(a).pose;
    assert!(flaws(&t).contains("on the ground of"));
}

#[test]
fn losses_weaken_a_unit() {
    // ORG-04: worse dice, worse odds in melee, worse morale.
    let (mut t, a, b) = two(&[]);
    t.unit(b).pose = Pose::new(36 * INCH, 24 * INCH, Facing::SOUTH);
    let sum = |t: &Table, order: &Order| -> i16 {
        let legal = t.judge(order).expect("legal");
        t.rules
            .advice()
            .factors(&t.battle, &legal)
            .iter()
            .map(|f| f.value)
            .sum()
    };
    let shoot = Order::Shoot { unit: a, target: b };
    assert_eq!(sum(&t, &shoot), 0);
    t.unit(a).stands = 4;
    assert_eq!(sum(&t, &shoot), 1, "{:?}", c::ORG_04);
    marks::MARKER.write(t.unit(a), true);
    assert_eq!(sum(&t, &Order::Test { unit: a }), 1 - 2);
}

#[test]
fn the_card_says_how_large_the_table_is() {
    let t = Table::new(&[]);
    // SCALE-05.
    assert_eq!(
        t.rules.card().table,
        (72 * INCH, 48 * INCH),
        "{:?}",
        c::SCALE_05
    );
    // GEO-01: the one tolerance of the table; its steps are finer than required.
    assert!(
        f64::from(sandtable_geometry::TOLERANCE) / f64::from(INCH) <= 0.001,
        "{:?}",
        c::GEO_01
    );
    assert!(1.0 / f64::from(INCH) <= t.rules.numbers().geometry.position_step);
}

/// META-02: every switch has its default, takes each of its values, and no other.
#[test]
fn every_gap_has_a_default_and_every_reading_a_switch() {
    use sandtable_battle::Switches;
    use sandtable_otr_d6::OtrD6;
    let rules = OtrD6::new(&Switches::default()).expect("the defaults");
    assert!(!rules.card().switches.is_empty());
    for switch in &rules.card().switches {
        if let Some(default) = &switch.default {
            let listed = switch.values.is_empty() || switch.values.contains(default);
            assert!(listed, "{}: its default is a value", switch.name);
        }
        for value in &switch.values {
            let chosen = Switches::default().with(&switch.name, value);
            assert!(OtrD6::new(&chosen).is_ok(), "{} = {value}", switch.name);
        }
        // Switches of scenario data accept whatever the scenario says.
        if !switch.values.is_empty() {
            let wild = Switches::default().with(&switch.name, "as it comes");
            assert!(OtrD6::new(&wild).is_err(), "{}", switch.name);
        }
    }
    assert!(OtrD6::new(&Switches::default().with("no such rule", "yes")).is_err());
}

/// SCALE-01, SCALE-02, SCALE-03: what stands, inches and turns represent.
#[test]
fn the_scale_is_kept() {
    let rules = sandtable_otr_d6::OtrD6::new(&sandtable_battle::Switches::default());
    let rules = rules.expect("the defaults");
    let scale = &rules.numbers().scale;
    let men = (
        scale.men_per_infantry_stand,
        scale.men_per_cavalry_stand,
        scale.guns_per_artillery_stand,
    );
    assert_eq!(men, (300, 200, 6));
    assert_eq!(
        (scale.yards_per_inch, scale.minutes_per_turn),
        (100, (20, 30))
    );
}

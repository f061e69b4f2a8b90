//! Orders and tables for these tests.

use crate::support::{Table, cent};
use sandtable_battle::{Clause, Group, GroupSpec, Leg, Order, Side, UnitId};
use sandtable_geometry::{Facing, Point};
use sandtable_otr_d6::units;
use std::sync::Arc;

pub fn advance(unit: UnitId, hundredths: i32) -> Order {
    walk(
        unit,
        &[Leg::Advance {
            by: cent(hundredths),
        }],
    )
}

pub fn walk(unit: UnitId, legs: &[Leg]) -> Order {
    Order::Move {
        unit,
        legs: legs.iter().copied().collect(),
    }
}

pub fn slide(unit: UnitId, degrees: f64, hundredths: i32) -> Order {
    let towards = Facing::from_degrees(degrees).expect("an angle");
    walk(
        unit,
        &[Leg::Slide {
            towards,
            by: cent(hundredths),
        }],
    )
}

pub fn march(unit: UnitId, to: (i32, i32)) -> Order {
    walk(
        unit,
        &[Leg::March {
            to: Point::new(cent(to.0), cent(to.1)),
        }],
    )
}

pub fn face(unit: UnitId, degrees: f64) -> Order {
    Order::Face {
        unit,
        to: Facing::from_degrees(degrees).expect("an angle"),
    }
}

pub fn column(t: &mut Table, id: UnitId) {
    t.unit(id).formation = units::COLUMN;
}

/// Makes a table with one brigade a side, far apart.
pub fn two(switches: &[(&str, &str)]) -> (Table, UnitId, UnitId) {
    let mut t = Table::new(switches);
    let a = t.add(Side::A, 6, (3600, 2000), 0.0);
    let b = t.add(Side::B, 6, (3600, 4000), 180.0);
    (t, a, b)
}

pub fn another_group(t: &mut Table, side: Side) -> Group {
    let groups = &mut Arc::make_mut(&mut t.battle.setting).groups;
    groups.push(GroupSpec {
        name: "more".to_owned(),
        side,
    });
    Group(u8::try_from(groups.len() - 1).expect("few"))
}

pub fn cites(t: &Table, order: &Order, clause: Clause) {
    let refused = t.refused(order);
    assert!(
        refused.contains(&clause),
        "{order:?}: {refused:?}, not {clause:?}"
    );
}

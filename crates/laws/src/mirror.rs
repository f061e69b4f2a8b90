//! Mirror images of a table and its orders.

use sandtable_battle::{Battle, Hand, Leg, Order};
use sandtable_geometry::{Area, Facing, Line, Point, Pose};
use std::sync::Arc;

/// Returns the battle mirrored along the middle line of the table.
#[must_use]
pub fn mirrored(battle: &Battle) -> Battle {
    let mut other = battle.clone();
    let setting = Arc::make_mut(&mut other.setting);
    let width = setting.width;
    let point = |p: Point| Point::new(width - p.x, p.y);
    let pose = |p: Pose| Pose::new(width - p.x, p.y, Facing(0).turned(-i32::from(p.facing.0)));
    let area =
        |a: &Area| Area::new(a.outline().iter().map(|&p| point(p)).collect()).expect("an area");
    // Pieces are drawn around the origin, so they are mirrored there.
    for piece in &mut setting.pieces {
        let about = |p: Point| Point::new(-p.x, p.y);
        let shape = &mut piece.feature;
        let area =
            |a: &Area| Area::new(a.outline().iter().map(|&p| about(p)).collect()).expect("an area");
        shape.areas = shape.areas.iter().map(area).collect();
        let line = |l: &Line| Line::new(l.points().iter().map(|&p| about(p)).collect());
        shape.line = shape.line.as_ref().map(|l| line(l).expect("a line"));
        piece.laid = piece.laid.map(pose);
    }
    for feature in &mut setting.terrain {
        feature.areas = feature.areas.iter().map(area).collect();
        feature.line = feature
            .line
            .as_ref()
            .map(|l| Line::new(l.points().iter().map(|&p| point(p)).collect()).expect("a line"));
    }
    for zone in &mut setting.zones {
        zone.area = area(&zone.area);
    }
    for arrival in &mut setting.arrivals {
        arrival.at = pose(arrival.at);
    }
    for unit in &mut other.units {
        unit.pose = pose(unit.pose);
    }
    other
}

/// Returns an order in the same mirror.
#[must_use]
pub fn mirrored_order(order: &Order, width: i32) -> Order {
    let facing = |f: Facing| Facing(0).turned(-i32::from(f.0));
    match order.clone() {
        Order::Move { unit, legs } => Order::Move {
            unit,
            legs: legs
                .into_iter()
                .map(|leg| match leg {
                    Leg::Pivot { to } => Leg::Pivot { to: facing(to) },
                    Leg::Slide { towards, by } => Leg::Slide {
                        towards: facing(towards),
                        by,
                    },
                    Leg::Wheel { hand, by } => Leg::Wheel {
                        hand: if hand == Hand::Left {
                            Hand::Right
                        } else {
                            Hand::Left
                        },
                        by,
                    },
                    Leg::March { to } => Leg::March {
                        to: Point::new(width - to.x, to.y),
                    },
                    Leg::Advance { .. } => leg,
                })
                .collect(),
        },
        Order::Face { unit, to } => Order::Face {
            unit,
            to: facing(to),
        },
        Order::Lay { piece, at } => Order::Lay {
            piece,
            at: Pose::new(width - at.x, at.y, facing(at.facing)),
        },
        Order::Place {
            unit,
            at,
            formation,
        } => Order::Place {
            unit,
            at: Pose::new(width - at.x, at.y, facing(at.facing)),
            formation,
        },
        other => other,
    }
}

//! Compares orders with what a step asks for.

use crate::step::{Accept, Line, Step};
use sandtable_battle::{Battle, Order, Rules, UnitId};
use sandtable_files::notation;
use sandtable_geometry::{Pose, Rect};

/// Returns the order that a line of a tutorial means now, if it can be read.
pub(crate) fn order(line: &Line, battle: &Battle, rules: &dyn Rules) -> Option<Order> {
    notation::parse(&line.text, battle, rules.card()).ok()
}

/// Returns whether an order does what a line of a step asks for.
pub(crate) fn fits(
    step: &Step,
    line: &Line,
    given: &Order,
    battle: &Battle,
    rules: &dyn Rules,
) -> bool {
    if step.accept == Accept::Any {
        return true;
    }
    let Some(asked) = order(line, battle, rules) else {
        return false;
    };
    let verb = std::mem::discriminant(&asked) == std::mem::discriminant(given);
    let unit = asked.unit() == given.unit();
    match step.accept {
        Accept::Any => true,
        Accept::Verb => verb,
        Accept::Unit => verb && unit && in_zone(step, given, battle, rules),
        Accept::Same if moves(&asked) && moves(given) => {
            unit && if step.zone.is_some() {
                in_zone(step, given, battle, rules)
            } else {
                ends_near(step, &asked, given, battle, rules)
            }
        }
        Accept::Same => asked == *given,
    }
}

/// Returns whether what matters in an order is where its unit ends.
const fn moves(order: &Order) -> bool {
    matches!(
        order,
        Order::Move { .. } | Order::Face { .. } | Order::Place { .. }
    )
}

/// Returns where an order leaves its unit, if the order is legal.
fn end(order: &Order, battle: &Battle, rules: &dyn Rules) -> Option<(UnitId, Pose)> {
    let legal = rules.judge(battle, order).ok()?;
    let unit = order.unit()?;
    let pose = match *order {
        Order::Place { at, .. } => at,
        _ => legal
            .path()
            .last()
            .copied()
            .unwrap_or_else(|| battle.unit(unit).pose),
    };
    Some((unit, pose))
}

/// Returns the ground that a unit would cover after an order that moves it.
pub(crate) fn place(order: &Order, battle: &Battle, rules: &dyn Rules) -> Option<Rect> {
    if !moves(order) {
        return None;
    }
    let (unit, pose) = end(order, battle, rules)?;
    let mut there = battle.clone();
    let moved = there.units.get_mut(unit.index())?;
    moved.pose = pose;
    if let Order::Place { formation, .. } = *order {
        moved.formation = formation;
    }
    Some(rules.footprint(&there, unit))
}

fn in_zone(step: &Step, given: &Order, battle: &Battle, rules: &dyn Rules) -> bool {
    step.zone.as_ref().is_none_or(|zone| {
        place(given, battle, rules).is_some_and(|rect| zone.holds(rect.centre()))
    })
}

fn ends_near(
    step: &Step,
    asked: &Order,
    given: &Order,
    battle: &Battle,
    rules: &dyn Rules,
) -> bool {
    match (end(asked, battle, rules), end(given, battle, rules)) {
        (Some((_, a)), Some((_, b))) => {
            a.point().distance(b.point()) <= step.within
                && a.facing.turn_to(b.facing).abs() <= step.turn
        }
        _ => false,
    }
}

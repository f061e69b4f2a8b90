//! Orders in few words, and what events say.

use crate::{degrees, inch};
use sandtable_battle::{Clause, Event, Leg, Order, UnitId};

/// Orders a unit straight ahead.
#[must_use]
pub fn advance(unit: UnitId, by: f64) -> Order {
    ordered(unit, &[forward(by)])
}

/// Makes a leg straight ahead.
#[must_use]
pub fn forward(by: f64) -> Leg {
    Leg::Advance { by: inch(by) }
}

/// Makes a turn on the spot.
#[must_use]
pub fn pivot(to: f64) -> Leg {
    Leg::Pivot { to: degrees(to) }
}

/// Orders a unit along some legs.
#[must_use]
pub fn ordered(unit: UnitId, legs: &[Leg]) -> Order {
    Order::Move {
        unit,
        legs: legs.iter().copied().collect(),
    }
}

/// Orders a unit to face somewhere.
#[must_use]
pub fn face(unit: UnitId, to: f64) -> Order {
    Order::Face {
        unit,
        to: degrees(to),
    }
}

/// Orders a unit into a formation.
#[must_use]
pub const fn form(unit: UnitId, formation: u8) -> Order {
    Order::Form { unit, formation }
}

/// Orders a charge.
#[must_use]
pub const fn charge(unit: UnitId, target: UnitId) -> Order {
    Order::Charge {
        unit,
        target,
        reach: false,
        heading: None,
    }
}

/// Orders a shot.
#[must_use]
pub const fn shoot(unit: UnitId, target: UnitId) -> Order {
    Order::Shoot { unit, target }
}

/// Orders a fight.
#[must_use]
pub const fn fight(unit: UnitId, target: UnitId) -> Order {
    Order::Fight { unit, target }
}

/// Orders a test.
#[must_use]
pub const fn test(unit: UnitId) -> Order {
    Order::Test { unit }
}

/// Orders a unit to join another.
#[must_use]
pub const fn join(unit: UnitId, to: UnitId) -> Order {
    Order::Join { unit, to }
}

/// Answers a choice.
#[must_use]
pub const fn decide(choice: u8) -> Order {
    Order::Decide { choice }
}

/// Returns whether one of the events cites a clause.
#[must_use]
pub fn cites(events: &[Event], clause: Clause) -> bool {
    events.iter().any(|event| event.why() == clause)
}

/// Returns the outcome that the events report under a clause.
#[must_use]
pub fn told(events: &[Event], clause: Clause) -> Option<u16> {
    events.iter().find_map(|event| match *event {
        Event::Told { why, outcome, .. } if why == clause => Some(outcome),
        _ => None,
    })
}

//! Random orders.

use crate::Lot;
use crate::plane::{bearing, sub};
use sandtable_battle::{Battle, Leg, LegSet, Legs, Offer, Order, Rules, Scope, Unit, UnitId, Verb};
use sandtable_geometry::Facing;
use sandtable_opponents::{Lot as Drawn, sample};

/// Percentage of orders that the engine did not offer.
const UNASKED: u32 = 35;

/// Draws an order for the side to move: usually one that is offered, or a plausible one, legal or
/// not.
pub fn any(rules: &dyn Rules, battle: &Battle, lot: &mut Lot) -> Option<Order> {
    if let Some(waits) = battle.cursor.waits {
        let choice = u8::try_from(lot.below(u32::from(waits.choices))).unwrap_or(0);
        return Some(Order::Decide { choice });
    }
    if lot.percent(UNASKED)
        && let Some(order) = unasked(rules, battle, lot)
    {
        return Some(order);
    }
    offered(rules, battle, lot)
}

/// Returns the weight of an offer in the draw: fights are interesting, the end of a phase is not.
const fn weight(offer: &Offer) -> usize {
    match offer.verb {
        Verb::Charge => 30,
        Verb::Shoot | Verb::Fight | Verb::Test => 20,
        Verb::Move | Verb::End => 8,
        Verb::Face => 2,
        _ => 6,
    }
}

/// Draws an order from what is offered.
fn offered(rules: &dyn Rules, battle: &Battle, lot: &mut Lot) -> Option<Order> {
    let offers = rules.all_offers(battle);
    let favoured: Vec<&Offer> = offers
        .iter()
        .flat_map(|offer| std::iter::repeat_n(offer, weight(offer)))
        .collect();
    let mut drawn = Drawn::new(u64::from(lot.below(u32::MAX)));
    for _ in 0..4 {
        let offer = lot.pick(&favoured)?;
        if let (Some(unit), Scope::Way(reach)) = (offer.unit, &offer.scope)
            && reach.legs == LegSet::SLIDE
        {
            // A retreat has a fixed length; only its direction is drawn.
            return Some(slide(battle, unit, reach.allowance, lot));
        }
        if let Some(legal) = sample(rules, battle, offer, &mut drawn) {
            return Some(legal.order().clone());
        }
    }
    // No legal order was drawn: let time pass.
    let end = offers.iter().find(|offer| offer.unit.is_none())?;
    sample(rules, battle, end, &mut drawn).map(|legal| legal.order().clone())
}

/// Draws a slide of the given length in some direction, most often to the rear.
fn slide(battle: &Battle, unit: UnitId, by: i32, lot: &mut Lot) -> Order {
    let facing = i32::from(battle.unit(unit).pose.facing.0) + 0x8000;
    let part = if lot.percent(50) { 0x1000 } else { 0x10 };
    let spread = i32::try_from(lot.below(0x1_0000)).unwrap_or(0) - 0x8000;
    let turn = if lot.percent(30) {
        0
    } else {
        spread / part * part
    };
    let towards = Facing(u16::try_from((facing + turn).rem_euclid(0x1_0000)).unwrap_or(0));
    Order::Move {
        unit,
        legs: [Leg::Slide { towards, by }].into_iter().collect(),
    }
}

fn one_of(battle: &Battle, lot: &mut Lot, holds: impl Fn(&Unit) -> bool) -> Option<UnitId> {
    let all: Vec<UnitId> = battle
        .present()
        .filter(|(_, unit)| holds(unit))
        .map(|(id, _)| id)
        .collect();
    lot.pick(&all).copied()
}

/// Draws an order that may not be offered: something done to an enemy, or a move.
fn unasked(rules: &dyn Rules, battle: &Battle, lot: &mut Lot) -> Option<Order> {
    let side = battle.to_move();
    let unit = one_of(battle, lot, |u| u.side == side)?;
    let foe = one_of(battle, lot, |u| u.side != side)?;
    Some(match lot.below(10) {
        0..=2 => Order::Charge {
            unit,
            target: foe,
            reach: lot.percent(50),
            heading: (rules.card().orders.aims_charges && lot.percent(60))
                .then(|| aim(battle, unit, foe, lot)),
        },
        3 | 4 => Order::Shoot { unit, target: foe },
        5 => Order::Fight { unit, target: foe },
        6 => Order::Face {
            unit,
            to: towards(battle, unit, foe, lot),
        },
        _ => Order::Move {
            unit,
            legs: way(battle, unit, foe, lot),
        },
    })
}

/// Draws a heading: at an enemy, by whole quarters of a turn, or any.
fn towards(battle: &Battle, unit: UnitId, foe: UnitId, lot: &mut Lot) -> Facing {
    let (own, other) = (battle.unit(unit).pose, battle.unit(foe).pose);
    let steps = match lot.below(3) {
        0 => bearing(sub(spot(other.x, other.y), spot(own.x, own.y))),
        1 => f64::from(own.facing.0) + f64::from(lot.below(4)) * 16384.0,
        _ => f64::from(lot.below(65536)),
    };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    Facing(steps.rem_euclid(65536.0) as u16)
}

/// Draws a heading roughly at an enemy.
fn aim(battle: &Battle, unit: UnitId, foe: UnitId, lot: &mut Lot) -> Facing {
    let (own, other) = (battle.unit(unit).pose, battle.unit(foe).pose);
    let straight = bearing(sub(spot(other.x, other.y), spot(own.x, own.y)));
    let steps = straight + lot.between(-9000.0, 9000.0);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    Facing(steps.rem_euclid(65536.0) as u16)
}

fn spot(x: i32, y: i32) -> (f64, f64) {
    (f64::from(x), f64::from(y))
}

/// Draws a pivot, an advance by a whole or fractional number of inches, and a pivot, or some of
/// these.
fn way(battle: &Battle, unit: UnitId, foe: UnitId, lot: &mut Lot) -> Legs {
    let mut legs = Legs::new();
    if lot.percent(60) {
        let to = towards(battle, unit, foe, lot);
        legs.push(Leg::Pivot { to });
    }
    if lot.percent(85) {
        let inches = i32::try_from(1 + lot.below(19)).unwrap_or(1);
        let by = match lot.below(3) {
            0 => inches * 2540,
            1 => inches * 1270,
            _ => i32::try_from(lot.below(40_000)).unwrap_or(1),
        };
        legs.push(Leg::Advance { by });
    }
    if lot.percent(25) {
        let to = towards(battle, unit, foe, lot);
        legs.push(Leg::Pivot { to });
    }
    legs
}

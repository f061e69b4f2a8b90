//! Orders for the laws to check: those that an offer names, and random ones.

use sandtable_battle::{Battle, Hand, Leg, Legs, Offer, Order, Rules, Scope, UnitId, Verb};
use sandtable_geometry::{Facing, Point, Pose};
use sandtable_opponents::Lot;

/// Returns whether an offer covers an order.
#[must_use]
pub fn lies_in(order: &Order, offer: &Offer) -> bool {
    let verb = match order {
        Order::Place { .. } => Verb::Place,
        Order::Lay { .. } => Verb::Lay,
        Order::Move { .. } => Verb::Move,
        Order::Face { .. } => Verb::Face,
        Order::Form { .. } => Verb::Form,
        Order::Charge { .. } => Verb::Charge,
        Order::Shoot { .. } => Verb::Shoot,
        Order::Fight { .. } => Verb::Fight,
        Order::Test { .. } => Verb::Test,
        Order::Load { .. } => Verb::Load,
        Order::Rally { .. } => Verb::Rally,
        Order::Join { .. } => Verb::Join,
        Order::Leave { .. } => Verb::Leave,
        Order::Pass { .. } => Verb::Pass,
        Order::Draw => Verb::Draw,
        Order::RollOff => Verb::RollOff,
        Order::Decide { .. } => Verb::Decide,
        Order::End => Verb::End,
    };
    verb == offer.verb
        && offer.unit == order.unit()
        && match (&offer.scope, order) {
            (Scope::Targets(targets), order) => {
                order.target().is_some_and(|t| targets.contains(&t))
            }
            (Scope::Formations(bits), Order::Form { formation, .. }) => {
                *formation < 32 && bits >> formation & 1 == 1
            }
            (Scope::Choices(count), Order::Decide { choice }) => choice < count,
            (Scope::Facing(_), Order::Face { .. })
            | (Scope::Way(_), Order::Move { .. })
            | (Scope::Zone(_) | Scope::Area(_), Order::Place { .. })
            | (Scope::Plain, _) => true,
            (Scope::Piece(of), Order::Lay { piece, .. }) => piece == of,
            _ => false,
        }
}

/// Returns the orders that an offer names, each with its variants.
#[must_use]
pub fn named(offer: &Offer) -> Vec<Vec<Order>> {
    let unit = offer.unit.unwrap_or_default();
    match &offer.scope {
        Scope::Targets(targets) => targets
            .iter()
            .map(|&target| match offer.verb {
                Verb::Charge => [false, true]
                    .map(|reach| Order::Charge {
                        unit,
                        target,
                        reach,
                        heading: None,
                    })
                    .to_vec(),
                Verb::Shoot => vec![Order::Shoot { unit, target }],
                Verb::Fight => vec![Order::Fight { unit, target }],
                Verb::Rally => vec![Order::Rally { unit, target }],
                Verb::Join => vec![Order::Join { unit, to: target }],
                verb => panic!("{verb:?} takes no target"),
            })
            .collect(),
        Scope::Formations(bits) => (0..32)
            .filter(|i| bits >> i & 1 == 1)
            .map(|formation| vec![Order::Form { unit, formation }])
            .collect(),
        Scope::Choices(count) => (0..*count)
            .map(|choice| vec![Order::Decide { choice }])
            .collect(),
        Scope::Plain => vec![vec![match offer.verb {
            Verb::Test => Order::Test { unit },
            Verb::Load => Order::Load { unit },
            Verb::Leave => Order::Leave { unit },
            Verb::Pass => Order::Pass { unit },
            Verb::Draw => Order::Draw,
            Verb::RollOff => Order::RollOff,
            Verb::End => Order::End,
            verb => panic!("{verb:?} is never plain"),
        }]],
        Scope::Way(_) | Scope::Facing(_) | Scope::Zone(_) | Scope::Area(_) | Scope::Piece(_) => {
            Vec::new()
        }
    }
}

/// Returns an advance of some unit that ends exactly where it would touch an enemy ahead, which a
/// random length would never hit.
pub fn up_to_a_foe(rules: &dyn Rules, battle: &Battle, lot: &mut Lot) -> Option<Order> {
    let unit = UnitId(lot.below(battle.units.len()) as u8);
    let side = battle.get(unit).filter(|u| u.on_table())?.side;
    let own = rules.footprint(battle, unit);
    let foes = battle.side(side.other());
    let met = foes.filter_map(|(foe, _)| own.sweep(own.facing(), &rules.footprint(battle, foe)));
    let by = met.map(|passage| passage.enter).min()?;
    let legs = [Leg::Advance { by }].into_iter().collect();
    Some(Order::Move { unit, legs })
}

/// Draws any order at all; most of them are absurd.
pub fn any_order(battle: &Battle, lot: &mut Lot) -> Order {
    let unit = UnitId(lot.below(battle.units.len() + 1) as u8);
    let target = UnitId(lot.below(battle.units.len() + 1) as u8);
    let facing = |lot: &mut Lot| Facing(lot.below(65025) as u16);
    let point = |lot: &mut Lot| {
        let at = battle
            .get(unit)
            .map_or(Point::new(0, 0), |u| u.pose.point());
        at.moved(Facing(lot.below(65025) as u16), lot.thousandths() * 40)
    };
    match lot.below(19) {
        18 => Order::Lay {
            piece: lot.below(8) as u8,
            at: Pose::at(point(lot), facing(lot)),
        },
        0 => Order::Place {
            unit,
            at: Pose::at(point(lot), facing(lot)),
            formation: lot.below(4) as u8,
        },
        1..=3 => {
            let legs: Legs = (0..=lot.below(3))
                .map(|_| match lot.below(5) {
                    0 => Leg::Pivot { to: facing(lot) },
                    1 => Leg::Advance {
                        by: lot.thousandths() * 40 - 2000,
                    },
                    2 => Leg::Slide {
                        towards: facing(lot),
                        by: lot.thousandths() * 20,
                    },
                    3 => Leg::Wheel {
                        hand: if lot.below(2) == 0 {
                            Hand::Left
                        } else {
                            Hand::Right
                        },
                        by: lot.below(20_000) as u16,
                    },
                    _ => Leg::March { to: point(lot) },
                })
                .collect();
            Order::Move { unit, legs }
        }
        4 => Order::Face {
            unit,
            to: facing(lot),
        },
        5 => Order::Form {
            unit,
            formation: lot.below(7) as u8,
        },
        6 | 7 => Order::Charge {
            unit,
            target,
            reach: lot.below(2) == 0,
            heading: None,
        },
        8 | 9 => Order::Shoot { unit, target },
        10 => Order::Fight { unit, target },
        11 => Order::Test { unit },
        12 => Order::Rally { unit, target },
        13 => Order::Join { unit, to: target },
        14 => Order::Leave { unit },
        15 => Order::Pass { unit },
        16 => Order::Load { unit },
        _ => [
            Order::Draw,
            Order::RollOff,
            Order::End,
            Order::Decide {
                choice: lot.below(5) as u8,
            },
        ][lot.below(4)]
        .clone(),
    }
}

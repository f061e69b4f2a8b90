//! Draws a legal order from an offer, or none.

use crate::Lot;
use arrayvec::ArrayVec;
use sandtable_battle::{
    Battle, Hand, Leg, LegSet, Legal, Legs, Offer, Order, Reach, Rules, Scope, UnitId, Verb,
};
use sandtable_drill::scaled;
use sandtable_geometry::{Area, Facing, Length, Point, Pose};

/// Draws an order from an offer and judges it. Shortens a blocked move until it is legal.
pub fn sample(rules: &dyn Rules, battle: &Battle, offer: &Offer, lot: &mut Lot) -> Option<Legal> {
    let order = match (&offer.scope, offer.unit) {
        (Scope::Way(reach), Some(unit)) => return way(rules, battle, unit, reach, lot),
        (Scope::Targets(targets), Some(unit)) => {
            directed(offer.verb, unit, *lot.pick(targets)?, lot)?
        }
        (Scope::Facing(most), Some(unit)) => {
            return face(rules, battle, unit, (lot.thousandths() - 500) * most / 500);
        }
        (Scope::Formations(bits), Some(unit)) => {
            let all: Vec<u8> = (0..32).filter(|i| bits >> i & 1 == 1).collect();
            Order::Form {
                unit,
                formation: *lot.pick(&all)?,
            }
        }
        (scope @ (Scope::Zone(_) | Scope::Area(_)), Some(unit)) => {
            return place(rules, battle, unit, scope.area(battle)?, lot);
        }
        (Scope::Piece(piece), _) => return lay(rules, battle, *piece, lot),
        (Scope::Choices(count), _) => Order::Decide {
            choice: u8::try_from(lot.below(usize::from(*count))).ok()?,
        },
        (Scope::Plain, unit) => plain(offer.verb, unit)?,
        _ => return None,
    };
    rules.legal(battle, &order)
}

/// Draws an order from an offer of targets or formations, some of which may be refused; removes
/// every one that it draws. Returns `None` if the offer names neither, and `Some(None)` if all of
/// them are refused.
#[expect(
    clippy::option_option,
    reason = "nobody is named; nobody named will do"
)]
pub(crate) fn sample_named(
    rules: &dyn Rules,
    battle: &Battle,
    offer: &mut Offer,
    lot: &mut Lot,
) -> Option<Option<Legal>> {
    let (unit, verb) = (offer.unit?, offer.verb);
    match &mut offer.scope {
        Scope::Targets(targets) => {
            while let Some(target) = lot.take(targets) {
                let order = directed(verb, unit, target, lot);
                let legal = order.and_then(|order| rules.legal(battle, &order));
                if legal.is_some() {
                    return Some(legal);
                }
            }
            Some(None)
        }
        Scope::Formations(bits) => {
            while *bits != 0 {
                let count = lot.below(bits.count_ones() as usize);
                let formation = (0..32).filter(|i| *bits >> i & 1 == 1).nth(count);
                let formation = formation.unwrap_or(bits.trailing_zeros() as u8);
                *bits &= !(1 << formation);
                if let Some(legal) = rules.legal(battle, &Order::Form { unit, formation }) {
                    return Some(Some(legal));
                }
            }
            Some(None)
        }
        _ => None,
    }
}

/// Turns a unit by this much; if that is refused, by the nearest number of whole quarters.
fn face(rules: &dyn Rules, battle: &Battle, unit: UnitId, steps: i32) -> Option<Legal> {
    const QUARTER: i32 = 0x4000;
    let front = battle.get(unit)?.pose.facing;
    let to = |steps| Order::Face {
        unit,
        to: front.turned(steps),
    };
    let quarters = (steps + steps.signum() * QUARTER / 2) / QUARTER;
    let turn = rules.legal(battle, &to(steps));
    turn.or_else(|| rules.legal(battle, &to(quarters * QUARTER)))
}

/// Makes an order at a target.
pub(crate) fn directed(verb: Verb, unit: UnitId, target: UnitId, lot: &mut Lot) -> Option<Order> {
    Some(match verb {
        Verb::Charge => Order::Charge {
            unit,
            target,
            reach: lot.below(2) == 1,
            heading: None,
        },
        Verb::Shoot => Order::Shoot { unit, target },
        Verb::Fight => Order::Fight { unit, target },
        Verb::Rally => Order::Rally { unit, target },
        Verb::Join => Order::Join { unit, to: target },
        _ => return None,
    })
}

/// Makes an order that leaves nothing to choose.
pub(crate) const fn plain(verb: Verb, unit: Option<UnitId>) -> Option<Order> {
    Some(match (verb, unit) {
        (Verb::Test, Some(unit)) => Order::Test { unit },
        (Verb::Load, Some(unit)) => Order::Load { unit },
        (Verb::Leave, Some(unit)) => Order::Leave { unit },
        (Verb::Pass, Some(unit)) => Order::Pass { unit },
        (Verb::Draw, None) => Order::Draw,
        (Verb::RollOff, None) => Order::RollOff,
        (Verb::End, None) => Order::End,
        _ => return None,
    })
}

/// Draws a move from a reach; if that is refused, halves it until it is legal.
fn way(
    rules: &dyn Rules,
    battle: &Battle,
    unit: UnitId,
    reach: &Reach,
    lot: &mut Lot,
) -> Option<Legal> {
    const WHOLE: u32 = 32;
    let start = battle.get(unit)?.pose;
    let legs = drawn(rules, battle, unit, reach, lot)?;
    let mut parts = WHOLE;
    while parts > 0 {
        let legs = scaled(&legs, parts, WHOLE, start);
        if let Some(legal) = rules.legal(battle, &Order::Move { unit, legs }) {
            return Some(legal);
        }
        parts /= 2;
    }
    None
}

/// Draws legs of one of the kinds that a reach allows.
fn drawn(
    rules: &dyn Rules,
    battle: &Battle,
    unit: UnitId,
    reach: &Reach,
    lot: &mut Lot,
) -> Option<Legs> {
    let start = battle.get(unit)?.pose;
    let kinds: ArrayVec<LegSet, 4> = [LegSet::ADVANCE, LegSet::SLIDE, LegSet::WHEEL, LegSet::MARCH]
        .into_iter()
        .filter(|&kind| reach.legs.has(kind))
        .collect();
    let kind = *lot.pick(&kinds)?;
    let mut legs = Legs::new();
    if kind == LegSet::ADVANCE {
        if reach.legs.has(LegSet::PIVOT) && lot.below(4) > 0 {
            legs.push(Leg::Pivot { to: bearing(lot) });
        }
        let by = share(reach.allowance, lot);
        legs.push(Leg::Advance { by });
        if reach.legs.has(LegSet::PIVOT_LAST) && lot.below(2) == 1 {
            legs.push(Leg::Pivot { to: bearing(lot) });
        }
    } else if kind == LegSet::SLIDE {
        let towards = start
            .facing
            .turned(share(2 * reach.spread, lot) - reach.spread);
        let by = share(reach.allowance, lot);
        legs.push(Leg::Slide { towards, by });
    } else if kind == LegSet::WHEEL {
        let frontage = rules.footprint(battle, unit).frontage();
        let whole = i64::from(Facing::arc(0x4000, frontage).max(1));
        let most = (i64::from(reach.allowance) * 0x4000 / whole).min(0x4000);
        let steps = share(i32::try_from(most).ok()?, lot);
        let hand = [Hand::Left, Hand::Right][lot.below(2)];
        let by = u16::try_from(steps).ok()?;
        legs.push(Leg::Wheel { hand, by });
        let left_over = reach.allowance - Facing::arc(steps, frontage);
        let by = share(left_over.max(0), lot);
        legs.push(Leg::Advance { by });
    } else {
        let by = share(reach.allowance, lot);
        let to = start.point().moved(bearing(lot), by);
        legs.push(Leg::March { to });
    }
    Some(legs)
}

/// Draws any direction.
fn bearing(lot: &mut Lot) -> Facing {
    Facing(u16::try_from(lot.below(65025)).unwrap_or(0))
}

/// Draws a part of a length or of a turn.
fn share(of: i32, lot: &mut Lot) -> i32 {
    let part = i64::from(of) * i64::from(lot.thousandths()) / 1000;
    i32::try_from(part).unwrap_or(of)
}

/// Tries several random places in a zone, facing the enemy's half.
fn place(
    rules: &dyn Rules,
    battle: &Battle,
    unit: UnitId,
    area: &Area,
    lot: &mut Lot,
) -> Option<Legal> {
    (0..60).find_map(|_| {
        let at = spot(battle, area, lot)?;
        let order = Order::Place {
            unit,
            at,
            formation: battle.get(unit)?.formation,
        };
        rules.legal(battle, &order)
    })
}

/// Tries several random places on the table for a piece of terrain.
pub(crate) fn lay(rules: &dyn Rules, battle: &Battle, piece: u8, lot: &mut Lot) -> Option<Legal> {
    (0..60).find_map(|_| {
        let at = ground(battle, piece, lot)?;
        rules.legal(battle, &Order::Lay { piece, at })
    })
}

/// Draws a pose on the table for a piece of terrain. An area goes anywhere, turned by quarters. A
/// line keeps its direction and goes through the middle of the table or of terrain that is already
/// there, since roads lead to towns.
fn ground(battle: &Battle, piece: u8, lot: &mut Lot) -> Option<Pose> {
    let setting = &battle.setting;
    let spec = setting.pieces.get(usize::from(piece))?;
    let mut along = |length: Length| {
        let part = i64::from(length) * i64::from(lot.thousandths()) / 1000;
        Length::try_from(part).unwrap_or(0)
    };
    let anywhere = Point::new(along(setting.width), along(setting.height));
    if spec.feature.line.is_none() {
        let quarter = u16::try_from(lot.below(4)).ok()?;
        return Some(Pose::at(anywhere, Facing(quarter << 14)));
    }
    let half = Facing(if lot.below(2) == 0 { 0 } else { 0x8000 });
    let middles: Vec<Point> = setting
        .terrain
        .iter()
        .filter_map(|f| Some(f.areas.first()?.middle()))
        .collect();
    let at = match lot.below(3) {
        0 => *lot.pick(&middles).unwrap_or(&anywhere),
        1 => Point::new(anywhere.x, setting.height / 2),
        _ => Point::new(setting.width / 2, anywhere.y),
    };
    Some(Pose::at(at, half))
}

/// Draws a pose in an area, facing the middle of the table.
pub(crate) fn spot(battle: &Battle, area: &Area, lot: &mut Lot) -> Option<Pose> {
    let (xs, ys) = (
        area.outline().iter().map(|p| p.x),
        area.outline().iter().map(|p| p.y),
    );
    let (west, east) = (xs.clone().min()?, xs.max()?);
    let (south, north) = (ys.clone().min()?, ys.max()?);
    let mut between = |low: i32, high: i32| {
        let span = i64::from(high - low) * i64::from(lot.thousandths()) / 1000;
        low + i32::try_from(span).unwrap_or(0)
    };
    let point = Point::new(between(west, east), between(south, north));
    let middle = Point::new(battle.setting.width / 2, battle.setting.height / 2);
    // Square to the table, facing the half that the zone is not in.
    let facing = if (middle.y - area.middle().y).abs() >= (middle.x - area.middle().x).abs() {
        if middle.y >= area.middle().y {
            Facing::NORTH
        } else {
            Facing::SOUTH
        }
    } else if middle.x >= area.middle().x {
        Facing::EAST
    } else {
        Facing::WEST
    };
    Some(Pose::at(point, facing))
}

//! Distances: the ranges at which an order at another unit is legal, and the moves that need no
//! map.

use crate::acts::judged;
use sandtable_battle::{
    Battle, Factor, Hand, Leg, LegSet, Legs, Offer, Order, Reach, Rules, Scope, Statement, UnitId,
    Verb,
};
use sandtable_geometry::Length;

/// Farthest distance to try, in units of the ruler.
const FARTHEST: Length = 72;

/// Distances at which an order is legal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// The nearest, in 1/100 mm.
    pub least: Length,
    /// The farthest, in 1/100 mm, to the nearest half unit of the ruler.
    pub most: Length,
    /// Where other factors begin to count: the ends of range bands, the farthest last.
    pub bands: Vec<Length>,
}

/// Returns the distances at which a unit may do something to another, with everything else as
/// stated.
#[must_use]
pub fn span(
    rules: &dyn Rules,
    battle: &Battle,
    says: &Statement,
    verb: Verb,
    keep: &[UnitId],
) -> Option<Span> {
    let step = rules.card().ruler.unit() / 2;
    let mut found: Option<Span> = None;
    let mut weighed: Vec<Factor> = Vec::new();
    let mut missed = 0;
    for n in 0..=2 * FARTHEST {
        let range = n * step;
        let says = Statement {
            range,
            ..says.clone()
        };
        let Some(legal) = judged(rules, battle, &says, verb, keep) else {
            missed += 1;
            // After a gap of two units there is nothing more to find.
            if found.is_some() && missed > 4 {
                break;
            }
            continue;
        };
        missed = 0;
        let span = found.get_or_insert(Span {
            least: range,
            most: range,
            bands: Vec::new(),
        });
        if !weighed.is_empty() || span.least < range {
            let other = weighed != legal.factors();
            if other && !span.bands.contains(&span.most) {
                span.bands.push(span.most);
            }
        }
        weighed = legal.factors().to_vec();
        span.most = range;
    }
    let mut span = found?;
    span.bands.push(span.most);
    span.bands.dedup();
    Some(span)
}

/// A way in which a unit may move without a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// Name in the protocol: `ahead`, `turned-left`, `wheel-right`, `back`.
    pub name: &'static str,
    /// Longest distance, in 1/100 mm; zero for a turn in place.
    pub most: Length,
    legs: LegSet,
    turn: i32,
    verb: Verb,
}

/// Turn of a move that goes off at an angle.
const SLANT: i32 = 0x2000;
/// Angle of a wheel.
const WHEEL: u16 = 0x1000;

impl Way {
    /// Makes the order to go this way.
    #[must_use]
    pub fn order(&self, battle: &Battle, unit: UnitId, by: Length) -> Order {
        let pose = battle.unit(unit).pose;
        if self.verb == Verb::Face {
            let to = pose.facing.turned(self.turn);
            return Order::Face { unit, to };
        }
        let towards = pose.facing.turned(self.turn);
        let mut legs = Legs::new();
        if self.legs == LegSet::SLIDE {
            legs.push(Leg::Slide { towards, by });
        } else if self.legs == LegSet::MARCH {
            let to = pose.moved(towards, by).point();
            legs.push(Leg::March { to });
        } else if self.legs == LegSet::WHEEL {
            let hand = if self.turn < 0 {
                Hand::Left
            } else {
                Hand::Right
            };
            legs.push(Leg::Wheel { hand, by: WHEEL });
            if by > 0 {
                legs.push(Leg::Advance { by });
            }
        } else {
            if self.turn != 0 && self.legs.has(LegSet::PIVOT) {
                legs.push(Leg::Pivot { to: towards });
            }
            legs.push(Leg::Advance { by });
            if self.turn != 0 && !self.legs.has(LegSet::PIVOT) {
                legs.push(Leg::Pivot { to: towards });
            }
        }
        Order::Move { unit, legs }
    }
}

/// Returns the ways in which a unit may move or turn in the current position.
#[must_use]
pub fn ways(rules: &dyn Rules, battle: &Battle, unit: UnitId) -> Vec<Way> {
    let mut offers: Vec<Offer> = Vec::new();
    if battle.ended.is_none() && battle.get(unit).is_some_and(|u| u.on_table()) {
        rules.offers(battle, Some(unit), &mut offers);
    }
    let mut out: Vec<Way> = Vec::new();
    for offer in &offers {
        match &offer.scope {
            Scope::Way(reach) if offer.verb == Verb::Move => of_reach(reach, &mut out),
            Scope::Facing(most) if offer.verb == Verb::Face => of_turn(*most, &mut out),
            _ => {}
        }
    }
    out.retain(|way| farthest(rules, battle, unit, way).is_some());
    for way in &mut out {
        if way.verb == Verb::Move {
            way.most = farthest(rules, battle, unit, way).unwrap_or(way.most);
        }
    }
    // If two offers have the same name, keep the longer one.
    out.sort_by_key(|way| -way.most);
    let mut names: Vec<&str> = Vec::new();
    out.retain(|way| {
        let new = !names.contains(&way.name);
        names.push(way.name);
        new
    });
    out
}

fn of_reach(reach: &Reach, out: &mut Vec<Way>) {
    let mut add = |name, legs, turn| {
        out.push(Way {
            name,
            most: reach.allowance,
            legs,
            turn,
            verb: Verb::Move,
        });
    };
    let has = |legs| reach.legs.has(legs);
    if has(LegSet::ADVANCE) {
        add("ahead", LegSet::ADVANCE, 0);
        if has(LegSet::PIVOT) {
            add("turned-left", LegSet::PIVOT, -SLANT);
            add("turned-right", LegSet::PIVOT, SLANT);
            add("turned-back", LegSet::PIVOT, 0x8000);
        } else if has(LegSet::PIVOT_LAST) {
            add("then-turned", LegSet::ADVANCE, SLANT);
        }
    }
    if has(LegSet::WHEEL) {
        add("wheel-left", LegSet::WHEEL, -1);
        add("wheel-right", LegSet::WHEEL, 1);
    }
    if has(LegSet::MARCH) && !has(LegSet::ADVANCE) {
        add("march", LegSet::MARCH, 0);
    }
    if has(LegSet::SLIDE) {
        if !has(LegSet::ADVANCE) {
            add("forward", LegSet::SLIDE, 0);
        }
        if reach.spread >= 0x4000 {
            add("left", LegSet::SLIDE, -0x4000);
            add("right", LegSet::SLIDE, 0x4000);
        } else if reach.spread > 0 {
            add("oblique-left", LegSet::SLIDE, -reach.spread / 2);
            add("oblique-right", LegSet::SLIDE, reach.spread / 2);
        }
        if reach.spread >= 0x8000 {
            add("back", LegSet::SLIDE, 0x8000);
        }
    }
}

fn of_turn(most: i32, out: &mut Vec<Way>) {
    let mut add = |name, turn: i32| {
        out.push(Way {
            name,
            most: 0,
            legs: LegSet::default(),
            turn,
            verb: Verb::Face,
        });
    };
    let side = most.min(0x4000);
    add("turn-left", -side);
    add("turn-right", side);
    if most >= 0x8000 {
        add("turn-about", 0x8000);
    }
}

/// Returns how far the unit can go this way: its whole allowance, or what bisection finds.
fn farthest(rules: &dyn Rules, battle: &Battle, unit: UnitId, way: &Way) -> Option<Length> {
    let goes = |by: Length| rules.judge(battle, &way.order(battle, unit, by)).is_ok();
    if way.verb == Verb::Face || goes(way.most) {
        return goes(way.most).then_some(way.most);
    }
    let tenth = rules.card().ruler.unit() / 10;
    let (mut low, mut high) = (0, way.most);
    while high - low > tenth {
        let middle = low.midpoint(high);
        if goes(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    // People measure to a tenth of a unit.
    let low = low / tenth * tenth;
    (low > 0 && goes(low)).then_some(low)
}

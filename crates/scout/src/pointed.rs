//! Legal orders of an offer that you can give without pointing at the table.

use sandtable_battle::{Battle, Legal, Offer, Order, Rules, Scope, UnitId, Verb};
use sandtable_geometry::{Facing, Length};

/// Number of nearest enemies to offer a turn towards.
const NEAREST: usize = 3;

/// Returns the legal orders of an offer that you can give without pointing at the table.
#[must_use]
pub fn legal(rules: &dyn Rules, battle: &Battle, offer: &Offer, unit: UnitId) -> Vec<Legal> {
    let judge = |order: Order| rules.judge(battle, &order).ok();
    match &offer.scope {
        Scope::Targets(targets) => targets
            .iter()
            .flat_map(|&target| directed(rules, battle, offer.verb, unit, target))
            .collect(),
        Scope::Formations(bits) => (0..32)
            .filter(|at| bits >> at & 1 == 1)
            .filter_map(|formation| judge(Order::Form { unit, formation }))
            .collect(),
        Scope::Facing(most) => {
            let turns = turns(rules, battle, unit, *most).into_iter();
            let legal = turns.filter_map(|order| {
                judge(order.clone()).or_else(|| judge(by_quarters(battle, order)))
            });
            let mut legal: Vec<Legal> = legal.collect();
            legal.dedup_by(|a, b| a.order() == b.order());
            legal
        }
        Scope::Plain => {
            let order = match offer.verb {
                Verb::Test => Order::Test { unit },
                Verb::Load => Order::Load { unit },
                Verb::Leave => Order::Leave { unit },
                Verb::Pass => Order::Pass { unit },
                _ => return Vec::new(),
            };
            judge(order).into_iter().collect()
        }
        Scope::Way(_) | Scope::Choices(_) | Scope::Zone(_) | Scope::Area(_) | Scope::Piece(_) => {
            Vec::new()
        }
    }
}

/// Returns the legal orders at a target. For a charge these are with and without dice for more
/// reach, if they differ; the one with dice comes first.
#[must_use]
pub fn directed(
    rules: &dyn Rules,
    battle: &Battle,
    verb: Verb,
    unit: UnitId,
    target: UnitId,
) -> Vec<Legal> {
    let all = verb.at(unit, target);
    let judged = all
        .iter()
        .filter_map(|order| rules.judge(battle, order).ok());
    let mut legal: Vec<Legal> = judged.collect();
    legal.dedup_by(|dice, plain| is_same(plain, dice));
    // If they differ, it takes dice for the charge to arrive.
    legal.reverse();
    legal
}

/// Lists turns towards the nearest enemies, as far as the unit may turn.
fn turns(rules: &dyn Rules, battle: &Battle, unit: UnitId, most: i32) -> Vec<Order> {
    let Some(me) = battle.get(unit) else {
        return Vec::new();
    };
    let mut out: Vec<Order> = Vec::new();
    for foe in foes(rules, battle, unit).into_iter().take(NEAREST) {
        let there = rules.footprint(battle, foe).centre();
        let wanted = me
            .pose
            .facing
            .turn_to(Facing::towards(me.pose.point(), there));
        let to = me.pose.facing.turned(wanted.clamp(-most, most));
        let order = Order::Face { unit, to };
        if to != me.pose.facing && !out.contains(&order) {
            out.push(order);
        }
    }
    out
}

/// Rounds a turn to whole quarters: in some places some rules allow no other.
fn by_quarters(battle: &Battle, order: Order) -> Order {
    const QUARTER: i32 = 0x4000;
    let Order::Face { unit, to } = order else {
        return order;
    };
    let front = battle.get(unit).map_or(to, |u| u.pose.facing);
    let turn = front.turn_to(to);
    let quarters = (turn + turn.signum() * QUARTER / 2) / QUARTER;
    Order::Face {
        unit,
        to: front.turned(quarters * QUARTER),
    }
}

/// Lists enemies of a unit on the table, nearest first.
#[must_use]
pub fn foes(rules: &dyn Rules, battle: &Battle, unit: UnitId) -> Vec<UnitId> {
    let Some(me) = battle.get(unit) else {
        return Vec::new();
    };
    let own = rules.footprint(battle, unit);
    let mut all: Vec<(Length, UnitId)> = battle
        .side(me.side.other())
        .map(|(id, _)| {
            let rect = rules.footprint(battle, id);
            (own.distance(&rect).length, id)
        })
        .collect();
    all.sort_unstable();
    all.into_iter().map(|(_, id)| id).collect()
}

/// Returns whether two legal orders have the same result, though they are worded differently.
#[must_use]
pub fn is_same(a: &Legal, b: &Legal) -> bool {
    a.path() == b.path()
        && (a.cost(), a.allowed(), a.tape()) == (b.cost(), b.allowed(), b.tape())
        && a.factors() == b.factors()
        && a.found_alike(b)
}

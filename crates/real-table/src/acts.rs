//! Who may act, and how, when positions are left to the table: what the rules would allow if the
//! positions suited.

use crate::arrange::{arrange, touch};
use sandtable_battle::{Battle, Legal, Order, Rules, Scope, Statement, UnitId, Verb};
use sandtable_geometry::Length;

/// Orders at another unit, which depend on where the two units stand.
pub const AT: [Verb; 5] = [
    Verb::Charge,
    Verb::Shoot,
    Verb::Fight,
    Verb::Rally,
    Verb::Join,
];

/// Something that a unit may do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Act {
    /// Verb of the order.
    pub verb: Verb,
    /// Possible targets, if they were near enough; empty if the order has no target.
    pub targets: Vec<UnitId>,
}

/// Returns the units of the side to move that may do something now.
#[must_use]
pub fn ready(rules: &dyn Rules, battle: &Battle, keep: &[UnitId]) -> Vec<UnitId> {
    let mut found = Vec::new();
    if battle.ended.is_some() || battle.cursor.waits.is_some() {
        return found;
    }
    rules.ready(battle, &mut found);
    let side = battle.to_move();
    for (id, _) in battle.side(side) {
        // Trying a few targets is enough to see whether the unit can do anything.
        if !found.contains(&id)
            && AT
                .iter()
                .any(|&verb| !whom(rules, battle, id, verb, keep, 3).is_empty())
        {
            found.push(id);
        }
    }
    found.sort_unstable();
    found
}

/// Returns what a unit may do now.
#[must_use]
pub fn acts(rules: &dyn Rules, battle: &Battle, unit: UnitId, keep: &[UnitId]) -> Vec<Act> {
    if battle.ended.is_some() || battle.get(unit).is_none_or(|u| u.status.is_gone()) {
        return Vec::new();
    }
    let mut offers = Vec::new();
    rules.offers(battle, Some(unit), &mut offers);
    let mut out: Vec<Act> = Vec::new();
    for verb in AT {
        let targets = whom(rules, battle, unit, verb, keep, usize::MAX);
        if !targets.is_empty() {
            out.push(Act { verb, targets });
        }
    }
    for offer in offers {
        let alone = !matches!(offer.scope, Scope::Targets(_));
        if alone && out.iter().all(|act| act.verb != offer.verb) {
            out.push(Act {
                verb: offer.verb,
                targets: Vec::new(),
            });
        }
    }
    out
}

/// Returns the targets of an order, trying `most` of them at most.
fn whom(
    rules: &dyn Rules,
    battle: &Battle,
    unit: UnitId,
    verb: Verb,
    keep: &[UnitId],
    most: usize,
) -> Vec<UnitId> {
    let side = battle.unit(unit).side;
    let friendly = matches!(verb, Verb::Rally | Verb::Join);
    let side = if friendly { side } else { side.other() };
    let mut all: Vec<UnitId> = battle.side(side).map(|(id, _)| id).collect();
    // Units in contact come first: those are the ones it fights.
    all.sort_by_key(|&id| (!touch(rules, battle, unit, id), id));
    all.retain(|&id| id != unit);
    all.truncate(most);
    all.retain(|&target| could(rules, battle, unit, verb, target, keep));
    all
}

fn could(
    rules: &dyn Rules,
    battle: &Battle,
    unit: UnitId,
    verb: Verb,
    target: UnitId,
    keep: &[UnitId],
) -> bool {
    tries(rules, battle, unit, verb, target)
        .into_iter()
        .any(|range| {
            let says = Statement {
                target: Some(target),
                range,
                ..Statement::of(unit)
            };
            judged(rules, battle, &says, verb, keep).is_some()
        })
}

/// Returns the distances at which to try whether the order is possible at all.
fn tries(
    rules: &dyn Rules,
    battle: &Battle,
    unit: UnitId,
    verb: Verb,
    target: UnitId,
) -> Vec<Length> {
    let inch = rules.card().ruler.unit();
    let profile = rules.advice().profile(battle, unit);
    let mut all = if touch(rules, battle, unit, target) {
        vec![0]
    } else {
        Vec::new()
    };
    match verb {
        Verb::Shoot => all.extend([profile.range / 2, inch, profile.range]),
        Verb::Charge => all.extend([profile.charge / 2, 2 * inch, inch, profile.charge]),
        // A unit that fights is in contact with its target, or has declared a charge at it.
        Verb::Fight => all.extend([profile.charge / 2, 2 * inch]),
        _ => all.extend([inch, 0]),
    }
    all.retain(|range| *range >= 0);
    all
}

/// Arranges a statement and judges orders with a verb in it.
pub(crate) fn judged(
    rules: &dyn Rules,
    battle: &Battle,
    says: &Statement,
    verb: Verb,
    keep: &[UnitId],
) -> Option<Legal> {
    let target = says.target?;
    let stated = arrange(rules, battle, says, keep).ok()?;
    let mut there = battle.clone();
    there.stand_as(&stated);
    let orders: Vec<Order> = verb.at(says.unit, target);
    orders
        .iter()
        .find_map(|order| rules.judge(&there, order).ok())
}

/// Returns all pairs of enemies in contact.
#[must_use]
pub fn contacts(rules: &dyn Rules, battle: &Battle) -> Vec<(UnitId, UnitId)> {
    let mut out = Vec::new();
    for (one, u) in battle.present() {
        for (other, v) in battle.present() {
            if one < other && u.side != v.side && touch(rules, battle, one, other) {
                out.push((one, other));
            }
        }
    }
    out
}

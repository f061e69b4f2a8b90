//! Offers that all rule sets make: answers to a choice, places in a zone.

use sandtable_battle::{Battle, Clause, Offer, Scope, UnitId, Verb};

/// Offers the answers to an outstanding choice. Returns whether nothing else may be ordered: while
/// a choice is outstanding, and when the battle is over.
pub fn nothing_but_a_choice(battle: &Battle, who: Option<UnitId>, out: &mut Vec<Offer>) -> bool {
    if battle.ended.is_some() {
        return true;
    }
    let Some(waits) = battle.cursor.waits else {
        return false;
    };
    if who.is_none() {
        let scope = Scope::Choices(waits.choices);
        out.push(Offer::plain(Verb::Decide, scope, waits.why));
    }
    true
}

/// Offers a unit what it may do to others, if there are any.
pub fn offer_targets(
    verb: Verb,
    unit: UnitId,
    targets: Vec<UnitId>,
    why: Clause,
    out: &mut Vec<Offer>,
) {
    if !targets.is_empty() {
        out.push(Offer::of(verb, unit, Scope::Targets(targets), why));
    }
}

/// Offers a unit each of its side's deployment zones.
pub fn offer_zones(battle: &Battle, unit: UnitId, why: Clause, out: &mut Vec<Offer>) {
    let side = battle.unit(unit).side;
    for (zone, at) in battle.setting.zones.iter().zip(0..) {
        if zone.side == Some(side) {
            out.push(Offer::of(Verb::Place, unit, Scope::Zone(at), why));
        }
    }
}

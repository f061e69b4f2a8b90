//! Orders that let time pass.

use crate::pointed::legal;
use sandtable_battle::{Battle, Order, Rules, Scope, Verb};

/// How much time an order lets pass, most first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Idle {
    /// A phase ends.
    End,
    /// A card is drawn.
    Draw,
    /// A unit does nothing.
    Pass,
    /// A side answers a pending choice.
    Choice,
    /// Something that must be done before anything else is allowed.
    Deed,
    /// A roll-off settles a dispute: no time passes.
    RollOff,
}

/// Returns every order that lets time pass, in the order of the offers. With `deeds` it includes,
/// for each unit and offer, the first legal order of those that must be done.
#[must_use]
pub fn idle(rules: &dyn Rules, battle: &Battle, deeds: bool) -> Vec<(Idle, Order)> {
    let mut out: Vec<(Idle, Order)> = Vec::new();
    for offer in rules.all_offers(battle) {
        match (offer.verb, offer.unit, &offer.scope) {
            (Verb::End, ..) => out.push((Idle::End, Order::End)),
            (Verb::Draw, ..) => out.push((Idle::Draw, Order::Draw)),
            (Verb::RollOff, ..) => out.push((Idle::RollOff, Order::RollOff)),
            (Verb::Pass, Some(unit), _) => out.push((Idle::Pass, Order::Pass { unit })),
            (Verb::Decide, _, Scope::Choices(count)) => out.extend(choices(*count)),
            (Verb::Place | Verb::Lay | Verb::Decide, ..) | (_, None, _) => {}
            (_, Some(unit), _) if deeds => {
                let some = legal(rules, battle, &offer, unit).into_iter().next();
                out.extend(some.map(|legal| (Idle::Deed, legal.order().clone())));
            }
            _ => {}
        }
    }
    if let (true, Some(waits)) = (out.is_empty(), battle.cursor.waits) {
        out.extend(choices(waits.choices));
    }
    out
}

fn choices(count: u8) -> impl Iterator<Item = (Idle, Order)> {
    (0..count).map(|choice| (Idle::Choice, Order::Decide { choice }))
}

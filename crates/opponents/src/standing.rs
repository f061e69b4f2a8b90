//! Who would win if the battle ended now. The rules decide, in a copy of the battle where this is
//! the last turn and nobody does anything more.

use sandtable_battle::{Battle, Order, Outcome, Rolled, Rules, Scope, Side, Verb};
use std::sync::Arc;

/// Most orders within which the turn must end.
const MOST: u32 = 90;

/// Returns 1 if the side would win, -1 if the other would, 0 if neither.
pub(crate) fn standing(rules: &dyn Rules, battle: &Battle, side: Side) -> f64 {
    let ended = battle.ended.or_else(|| end(rules, battle));
    match ended {
        Some(Outcome::Won(winner)) if winner == side => 1.0,
        Some(Outcome::Won(_)) => -1.0,
        _ => 0.0,
    }
}

/// Returns how the battle ends if nobody does anything more and time is up.
fn end(rules: &dyn Rules, battle: &Battle) -> Option<Outcome> {
    let mut now = battle.clone();
    Arc::make_mut(&mut now.setting).turns = Some(now.cursor.turn.max(1));
    for number in 0..MOST {
        if now.ended.is_some() || now.cursor.turn > battle.cursor.turn.max(1) {
            break;
        }
        let order = idle(rules, &now)?;
        let mut dice = Rolled::new(1, number);
        now = rules.play(&now, &order, &mut dice).ok()?.0;
    }
    now.ended
}

/// Returns an order that lets time pass.
fn idle(rules: &dyn Rules, battle: &Battle) -> Option<Order> {
    if battle.cursor.waits.is_some() {
        return Some(Order::Decide { choice: 0 });
    }
    if rules.judge(battle, &Order::End).is_ok() {
        return Some(Order::End);
    }
    let offers = rules.all_offers(battle);
    offers.iter().find_map(|offer| {
        let order = match (offer.verb, offer.unit, &offer.scope) {
            (Verb::Draw, ..) => Order::Draw,
            (Verb::RollOff, ..) => Order::RollOff,
            (Verb::Pass, Some(unit), _) => Order::Pass { unit },
            (Verb::Test, Some(unit), _) => Order::Test { unit },
            (verb, Some(unit), Scope::Targets(targets)) => {
                return targets
                    .iter()
                    .flat_map(|&target| verb.at(unit, target))
                    .find(|order| rules.judge(battle, order).is_ok());
            }
            _ => return None,
        };
        rules.judge(battle, &order).is_ok().then_some(order)
    })
}

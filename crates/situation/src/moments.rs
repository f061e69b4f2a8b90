//! When orders are legal: the set's own order of play, played on from the opening
//! by orders that do nothing, as far as nothing that a table shows has changed.

use sandtable_battle::{Battle, Dice, Offer, Order, Rules, Scene, Scope, Verb};
use sandtable_odds::Explorer;

/// Most moments that are looked at.
const MOST: usize = 400;
/// Most orders from the opening on.
const DEEPEST: usize = 24;
/// Most ways that the dice of one order may fall.
const WAYS: usize = 200;

/// A battle in which somebody may speak.
#[derive(Clone)]
pub(crate) struct Moment {
    pub(crate) battle: Battle,
    deep: usize,
}

/// Every moment of the first turn in which the units stand as they were set out,
/// the fewest orders first.
pub(crate) fn all(rules: &dyn Rules, start: &Battle) -> Vec<Moment> {
    let mut found: Vec<Moment> = Vec::new();
    let mut prints: Vec<u64> = Vec::new();
    let mut add = |battle: Battle, deep: usize, found: &mut Vec<Moment>| {
        let print = battle.fingerprint();
        let known = prints.iter().zip(found.iter());
        let known = known
            .filter(|(p, _)| **p == print)
            .any(|(_, m)| m.battle == battle);
        if found.len() < MOST && !known && battle.shows_as(start, rules.card()) {
            prints.push(print);
            found.push(Moment { battle, deep });
        }
    };
    if start.cursor.turn == 0 {
        for battle in ways(start, |scene, dice| rules.open(scene, dice)) {
            add(battle, 0, &mut found);
        }
    } else {
        add(start.clone(), 0, &mut found);
    }
    let first = found.first().map_or(1, |m| m.battle.cursor.turn.max(1));
    let mut at = 0;
    while at < found.len() {
        let Moment { battle, deep } = found[at].clone();
        at += 1;
        if deep >= DEEPEST || battle.ended.is_some() || battle.cursor.turn > first {
            continue;
        }
        for order in idle(rules, &battle) {
            let Ok(legal) = rules.judge(&battle, &order) else {
                continue;
            };
            for after in ways(&battle, |scene, dice| rules.resolve(&legal, scene, dice)) {
                add(after, deep + 1, &mut found);
            }
        }
    }
    found
}

/// The orders that let time go by.
pub(crate) fn idle(rules: &dyn Rules, battle: &Battle) -> Vec<Order> {
    let mut out = Vec::new();
    for Offer {
        verb, unit, scope, ..
    } in rules.all_offers(battle)
    {
        match (verb, unit, scope) {
            (Verb::End, ..) => out.push(Order::End),
            (Verb::Draw, ..) => out.push(Order::Draw),
            (Verb::RollOff, ..) => out.push(Order::RollOff),
            (Verb::Pass, Some(unit), _) => out.push(Order::Pass { unit }),
            (Verb::Decide, _, Scope::Choices(count)) => {
                out.extend((0..count).map(|choice| Order::Decide { choice }));
            }
            _ => {}
        }
    }
    if let (true, Some(waits)) = (out.is_empty(), battle.cursor.waits) {
        out.extend((0..waits.choices).map(|choice| Order::Decide { choice }));
    }
    out
}

/// The battles that something comes to, each once, in the order they are met.
pub(crate) fn ways(
    battle: &Battle,
    mut body: impl FnMut(&mut Scene, &mut dyn Dice),
) -> Vec<Battle> {
    let mut found: Vec<Battle> = Vec::new();
    let mut explorer = Explorer::<f64>::new().at_most(WAYS);
    explorer.explore(
        |dice| {
            let mut scene = Scene::new(battle.clone());
            body(&mut scene, dice);
            scene.finish().0
        },
        |after, _| {
            if !found.contains(&after) {
                found.push(after);
            }
        },
    );
    found
}

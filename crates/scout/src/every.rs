//! All possible courses: plays the rule set's own sequence of play from the opening with orders
//! that do nothing, as long as nothing visible on the table has changed.

use crate::idle::idle;
use sandtable_battle::{Battle, Dice, Rules, Scene};
use sandtable_odds::Explorer;

/// Most moments to look at.
const MOST: usize = 400;
/// Most orders after the opening.
const DEEPEST: usize = 24;
/// Most ways that the dice of one order can fall.
const WAYS: usize = 200;

/// A battle at a moment when someone may give an order.
#[derive(Clone, Debug)]
pub struct Moment {
    /// The battle.
    pub battle: Battle,
    /// Number of orders since the opening.
    deep: usize,
}

/// Returns every moment of the first turn in which the units stand as they were deployed, fewest
/// orders first.
#[must_use]
pub fn every(rules: &dyn Rules, start: &Battle) -> Vec<Moment> {
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
    if start.is_unopened() {
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
        for (_, order) in idle(rules, &battle, false) {
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

/// Returns the battles that `body` can lead to, each once, in the order found.
pub fn ways(battle: &Battle, mut body: impl FnMut(&mut Scene, &mut dyn Dice)) -> Vec<Battle> {
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

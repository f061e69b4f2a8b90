//! The workload of benchmarks and instruction counts: recorded random battles of a rule set's
//! scenarios, and the orders with the most branches that occur in greedy play.

#![allow(dead_code, reason = "each program uses a part")]

pub mod chains;
pub mod grown;

use sandtable_battle::{Battle, Legal, Order, Rolled, Rules, Scene, Scope, Verb};
use sandtable_files::notation;
use sandtable_odds::{Explorer, Weight, visit};
use sandtable_opponents::{Greedy, Lot, Player, Random, sample};
use std::path::Path;
use std::sync::Arc;

/// Most orders in one recorded battle.
const MOST: u32 = 150;

/// A battle to start from, with its rules.
pub struct Start {
    pub id: String,
    pub rules: Arc<dyn Rules>,
    pub battle: Battle,
}

/// Returns the names of the rule sets that have scenarios.
pub fn sets() -> Vec<&'static str> {
    let shipped = sandtable_register::scenarios();
    let played = |set: &&str| shipped.iter().any(|s| set_of(&s.id) == *set);
    let all = sandtable_register::ALL.iter().map(|entry| entry.id);
    all.filter(played).collect()
}

fn set_of(scenario: &str) -> &str {
    scenario.split('/').next().unwrap_or_default()
}

/// Opens the scenarios of a rule set, or the one of that name.
pub fn starts(name: &str) -> Vec<Start> {
    let shipped = sandtable_register::scenarios().into_iter();
    shipped
        .filter(|s| s.id == name || set_of(&s.id) == name)
        .map(|s| opened(s.id, &s.text))
        .collect()
}

/// Opens a battle file.
pub fn opened(id: String, text: &str) -> Start {
    let (name, switches) = sandtable_files::peek_rules(text).expect("sound");
    let rules = sandtable_register::open(&name, &switches).expect("known");
    let mut battle = sandtable_files::read_battle(text, &*rules).expect("sound");
    if battle.is_unopened() {
        let mut scene = Scene::new(battle);
        rules.open(&mut scene, &mut Rolled::new(1, 0));
        battle = scene.finish().0;
    }
    Start { id, rules, battle }
}

/// A battle, and a legal order in it.
pub struct Moment {
    pub rules: Arc<dyn Rules>,
    pub battle: Battle,
    pub order: Order,
}

/// Plays battles and records every state with the order given there.
fn record(name: &str, player: impl Fn(u64) -> Box<dyn Player>, seeds: u64) -> Vec<Moment> {
    let mut out = Vec::new();
    for start in starts(name) {
        for seed in 1..=seeds {
            out.extend(played(&start, player(seed), seed, MOST));
        }
    }
    out
}

/// Plays a battle and returns every state with the order given there.
fn played(start: &Start, mut hand: Box<dyn Player>, seed: u64, most: u32) -> Vec<Moment> {
    let (mut out, mut now) = (Vec::new(), start.battle.clone());
    for number in 1..=most {
        if now.ended.is_some() {
            break;
        }
        let Some(order) = hand.choose(&*start.rules, &now) else {
            break;
        };
        let mut dice = Rolled::new(seed, number);
        let next = start.rules.play(&now, &order, &mut dice).expect("legal").0;
        out.push(Moment {
            rules: start.rules.clone(),
            battle: std::mem::replace(&mut now, next),
            order,
        });
    }
    out
}

/// Records some battles of random play.
pub fn random_play(name: &str, seeds: u64) -> Vec<Moment> {
    record(name, |seed| Box::new(Random::new(seed)), seeds)
}

/// Records one battle of greedy play for each scenario.
pub fn greedy_play(name: &str) -> Vec<Moment> {
    record(name, |seed| Box::new(Greedy::new(seed)), 1)
}

/// Explores an order without a cache and returns the number of branches.
pub fn branches(rules: &dyn Rules, battle: &Battle, legal: &Legal) -> usize {
    let mut explorer: Explorer<sandtable_odds::Chance> = Explorer::new();
    visit(&mut explorer, rules, battle, legal, |_, _| ());
    explorer.runs()
}

/// Explores an order without a cache, leaving out states lighter than `cut`. Returns the number of
/// runs, and the weight that was left out.
pub fn explored(rules: &dyn Rules, battle: &Battle, legal: &Legal, cut: f64) -> (usize, f64) {
    let mut explorer: Explorer<sandtable_odds::Chance> = Explorer::new().cutting_at(cut);
    let lost = visit(&mut explorer, rules, battle, legal, |_, _| ());
    (explorer.runs(), lost.number())
}

/// Returns the position and the order that `counts find` stored for a rule set, if it found one.
pub fn kept(folder: &Path, set: &str, name: &str) -> Option<Moment> {
    let file = folder.join(format!("{set}-{name}.battle.toml"));
    let text = std::fs::read_to_string(file).ok()?;
    let line = std::fs::read_to_string(folder.join(format!("{set}-{name}.order")));
    let Start { rules, battle, .. } = opened(name.to_owned(), &text);
    let line = line.expect("written");
    let order = notation::parse(&line, &battle, rules.card()).expect("an order");
    Some(Moment {
        rules,
        battle,
        order,
    })
}

/// Returns how many bytes a copy of a battle moves: its own, its units' and its notes'.
pub fn copied(battle: &Battle) -> usize {
    size_of_val(battle) + size_of_val(&battle.units[..]) + size_of_val(&battle.notes[..])
}

/// The verbs whose odds to measure.
pub const VERBS: [(Verb, &str); 4] = [
    (Verb::Shoot, "shot"),
    (Verb::Fight, "fight"),
    (Verb::Charge, "charge"),
    (Verb::Test, "test"),
];

/// Returns the order with the most branches among all orders of a verb offered in greedy play, and
/// the number of its branches.
pub fn longest(play: &[Moment], verb: Verb) -> Option<(Moment, usize)> {
    let mut best: Option<(Moment, usize)> = None;
    for moment in play {
        let (rules, battle) = (&*moment.rules, &moment.battle);
        for offer in rules.all_offers(battle) {
            if offer.verb != verb {
                continue;
            }
            // Draw often enough to meet every target.
            let tries = match &offer.scope {
                Scope::Targets(targets) => 2 * targets.len(),
                _ => 1,
            };
            let mut lot = Lot::new(5);
            for _ in 0..tries {
                let Some(legal) = sample(rules, battle, &offer, &mut lot) else {
                    continue;
                };
                let count = branches(rules, battle, &legal);
                if count > 1 && best.as_ref().is_none_or(|(_, most)| count > *most) {
                    let found = Moment {
                        rules: moment.rules.clone(),
                        battle: battle.clone(),
                        order: legal.order().clone(),
                    };
                    best = Some((found, count));
                }
            }
        }
    }
    best
}

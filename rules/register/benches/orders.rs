//! How many orders a second each rule set judges, resolves and applies in
//! random legal play; what odds and copies cost. `cargo bench -p
//! sandtable-register`.

use divan::Bencher;
use sandtable_battle::{Battle, Order, Rolled, Rules, Scene, files};
use sandtable_odds::{Chance, Explorer, visit};
use sandtable_opponents::{Greedy, Player, Random};
use std::sync::Arc;

fn main() {
    divan::main();
}

/// A scenario after some turns of greedy play, with what could be ordered.
fn midway(id: &str, orders: u32) -> (Arc<dyn Rules>, Battle) {
    let text = sandtable_register::scenarios()
        .into_iter()
        .find(|s| s.id == id)
        .expect("shipped")
        .text;
    let (rules_id, switches) = files::peek_rules(&text).expect("sound");
    let rules = sandtable_register::open(&rules_id, &switches).expect("known");
    let mut scene = Scene::new(files::read_battle(&text, &*rules).expect("sound"));
    rules.open(&mut scene, &mut Rolled::new(1, 0));
    let mut battle = scene.finish().0;
    let mut player = Greedy::new(1);
    for number in 1..=orders {
        let Some(order) = player.choose(&*rules, &battle) else {
            break;
        };
        let Ok((next, _)) = rules.play(&battle, &order, &mut Rolled::new(1, number)) else {
            break;
        };
        if next.ended.is_some() {
            break;
        }
        battle = next;
    }
    (rules, battle)
}

/// The states and legal orders of some random battles, drawn beforehand.
fn record(id: &str) -> (Arc<dyn Rules>, Vec<(Battle, Order)>) {
    let (rules, start) = midway(id, 0);
    let mut out = Vec::new();
    for seed in 0..4 {
        let (mut player, mut now) = (Random::new(seed), start.clone());
        for number in 1..300 {
            if now.ended.is_some() {
                break;
            }
            let Some(order) = player.choose(&*rules, &now) else {
                break;
            };
            out.push((now.clone(), order.clone()));
            now = rules
                .play(&now, &order, &mut Rolled::new(seed, number))
                .expect("legal")
                .0;
        }
    }
    (rules, out)
}

const SCENARIOS: [&str; 2] = ["three-hit/two-hills", "otr-d6/ridge-and-ridge"];

/// check + resolve + apply over recorded random play.
#[divan::bench(args = SCENARIOS)]
fn orders(bencher: Bencher, id: &str) {
    let (rules, play) = record(id);
    let mut scene = Scene::new(play[0].0.clone());
    bencher
        .counter(divan::counter::ItemsCount::new(play.len()))
        .bench_local(|| {
            for (i, (battle, order)) in play.iter().enumerate() {
                let legal = rules.judge(battle, order).expect("legal");
                scene.reset(battle);
                rules.resolve(&legal, &mut scene, &mut Rolled::new(1, i as u32));
            }
            scene.events().len()
        });
}

/// The same with drawing the order from the offers.
#[divan::bench(args = SCENARIOS)]
fn random_play(bencher: Bencher, id: &str) {
    let (rules, start) = midway(id, 0);
    bencher
        .counter(divan::counter::ItemsCount::new(200_u32))
        .bench_local(|| {
            let (mut player, mut now) = (Random::new(3), start.clone());
            for number in 1..=200 {
                if now.ended.is_some() {
                    now = start.clone();
                }
                let order = player.choose(&*rules, &now).expect("an order");
                now = rules
                    .play(&now, &order, &mut Rolled::new(3, number))
                    .expect("legal")
                    .0;
            }
            now
        });
}

/// A copy of a battle, and its return to memory.
#[divan::bench(args = SCENARIOS)]
fn copy(bencher: Bencher, id: &str) {
    let (_, battle) = midway(id, 40);
    bencher.bench_local(|| battle.clone());
}

/// Exact odds of every order with dice in a battle under way: the mean cost.
#[divan::bench(args = ["shoot", "charge", "fight", "test"])]
fn odds_cold(bencher: Bencher, verb: &str) {
    let mut found = Vec::new();
    for id in SCENARIOS {
        for orders in [20, 40, 60, 80, 100, 120] {
            let (rules, battle) = midway(id, orders);
            for offer in rules.all_offers(&battle) {
                let mut lot = sandtable_opponents::Lot::new(5);
                if format!("{:?}", offer.verb).to_lowercase() == verb
                    && let Some(legal) =
                        sandtable_opponents::sample(&*rules, &battle, &offer, &mut lot)
                {
                    found.push((rules.clone(), battle.clone(), legal));
                }
            }
        }
    }
    found.truncate(8);
    if found.is_empty() {
        return;
    }
    bencher
        .counter(divan::counter::ItemsCount::new(found.len()))
        .bench_local(|| {
            found
                .iter()
                .map(|(rules, battle, legal)| {
                    let mut explorer: Explorer<Chance> = Explorer::new();
                    let mut leaves = 0_u32;
                    visit(&mut explorer, &**rules, battle, legal, |_, _| leaves += 1);
                    leaves
                })
                .sum::<u32>()
        });
}

/// A whole battle of greedy against greedy.
#[divan::bench(args = SCENARIOS, sample_count = 5)]
fn greedy_battle(bencher: Bencher, id: &str) {
    let (rules, start) = midway(id, 0);
    bencher.bench_local(|| {
        let mut players: [Box<dyn Player>; 2] =
            [Box::new(Greedy::new(1)), Box::new(Greedy::new(2))];
        sandtable_opponents::battle(&*rules, &start, &mut players, 1, 3000, |_, _, _, _| {}).orders
    });
}

//! Benchmarks: orders per second that each rule set judges, resolves and applies in random legal
//! play, and the cost of odds, copies and whole battles. `cargo bench -p sandtable-register`.

mod play;

use divan::Bencher;
use divan::counter::ItemsCount;
use play::chains::{CHAINS, chain};
use play::{Moment, branches, longest, sets, starts};
use sandtable_battle::{Rolled, Scene};
use sandtable_opponents::{Greedy, Player, Random};

fn main() {
    divan::main();
}

/// Judges, resolves and applies the orders of recorded random play.
#[divan::bench(args = sets())]
fn orders(bencher: Bencher, set: &str) {
    let play = play::random_play(set, 2);
    let mut scene = Scene::new(play[0].battle.clone());
    bencher
        .counter(ItemsCount::new(play.len()))
        .bench_local(|| {
            for (i, moment) in (0..).zip(&play) {
                let legal = moment.rules.judge(&moment.battle, &moment.order);
                scene.reset(&moment.battle);
                let mut dice = Rolled::new(1, i);
                moment
                    .rules
                    .resolve(&legal.expect("legal"), &mut scene, &mut dice);
            }
            scene.events().len()
        });
}

/// Lists all offers in each of the same states.
#[divan::bench(args = sets())]
fn offers(bencher: Bencher, set: &str) {
    let play = play::random_play(set, 2);
    bencher
        .counter(ItemsCount::new(play.len()))
        .bench_local(|| {
            let list = |m: &Moment| m.rules.all_offers(&m.battle).len();
            play.iter().map(list).sum::<usize>()
        });
}

/// Plays at random, drawing each order from the offers.
#[divan::bench(args = sets())]
fn random_play(bencher: Bencher, set: &str) {
    let starts = starts(set);
    bencher
        .counter(ItemsCount::new(200 * starts.len()))
        .bench_local(|| {
            let mut sum = 0;
            for start in &starts {
                let (mut player, mut now) = (Random::new(3), start.battle.clone());
                for number in 1..=200 {
                    if now.ended.is_some() {
                        now = start.battle.clone();
                    }
                    let order = player.choose(&*start.rules, &now).expect("an order");
                    let mut dice = Rolled::new(3, number);
                    now = start.rules.play(&now, &order, &mut dice).expect("legal").0;
                }
                sum += now.units.len();
            }
            sum
        });
}

/// Copies a battle and frees the copy.
#[divan::bench(args = sets())]
fn copy(bencher: Bencher, set: &str) {
    let start = starts(set).remove(0);
    bencher.bench_local(|| start.battle.clone());
}

/// Lists rule set and verb of every order with dice, for [`odds_cold`].
fn odds() -> Vec<String> {
    let verbs = |set: &'static str| play::VERBS.map(|(_, name)| format!("{set} {name}"));
    sets().into_iter().flat_map(verbs).collect()
}

/// Computes the exact odds, without a cache, of the order with the most branches that occurs in
/// greedy play. Does nothing if a rule set has no such order.
#[divan::bench(args = odds(), sample_count = 10)]
fn odds_cold(bencher: Bencher, what: &str) {
    let (set, name) = what.split_once(' ').expect("two words");
    let verb = play::VERBS.iter().find(|v| v.1 == name).expect("a verb").0;
    let Some((found, _)) = longest(&play::greedy_play(set), verb) else {
        return;
    };
    let legal = found.rules.judge(&found.battle, &found.order);
    let legal = legal.expect("legal");
    bencher.bench_local(|| branches(&*found.rules, &found.battle, &legal));
}

/// Explores the longest chains of the regimental rules, without a cache, leaving out states that
/// weigh less than `CUT` in a thousand million. Prints how much was left out.
#[divan::bench(args = CHAINS, consts = [1000, 316], sample_count = 10)]
fn chain_cold<const CUT: u32>(bencher: Bencher, name: &str) {
    let found = chain(name);
    let legal = found.rules.judge(&found.battle, &found.order);
    let legal = legal.expect("legal");
    let cut = f64::from(CUT) * 1e-9;
    bencher.bench_local(|| play::explored(&*found.rules, &found.battle, &legal, cut));
    let (runs, lost) = play::explored(&*found.rules, &found.battle, &legal, cut);
    println!("{name} at {cut:e}: {runs} runs, {lost:.7} cut");
}

/// Lists every scenario, for [`greedy_battle`].
fn scenarios() -> Vec<String> {
    let all = sandtable_register::scenarios().into_iter();
    all.map(|scenario| scenario.id).collect()
}

/// Plays a whole battle, greedy against greedy.
#[divan::bench(args = scenarios(), sample_count = 3)]
fn greedy_battle(bencher: Bencher, scenario: &str) {
    let start = starts(scenario).remove(0);
    bencher.bench_local(|| {
        let mut players: [Box<dyn Player>; 2] =
            [Box::new(Greedy::new(1)), Box::new(Greedy::new(2))];
        let rules = &*start.rules;
        sandtable_opponents::battle(rules, &start.battle, &mut players, 1, 3000, |_, _, _, _| {})
            .orders
    });
}

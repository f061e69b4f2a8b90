//! The exhaustive runner: random battles of every scenario, under every switch
//! in turn, until every clause that can fire has fired.
//!
//! `BATTLES=10000 SEED=1 cargo test --release -p sandtable-laws --test exhaust`
//! plays more, `RULES=three-hit` of that rule set only; a failure prints the
//! command that repeats it.

mod support;

use sandtable_battle::{Battle, Clause, Order, Rolled, Rules, Scene};
use sandtable_opponents::{Greedy, Lot, Player, Random};
use std::collections::BTreeSet;

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name)
        .ok()
        .and_then(|v| v.parse().ok())
        .unwrap_or(otherwise)
}

/// Judges an order and notes the clauses for and against it.
fn judge(rules: &dyn Rules, now: &Battle, order: &Order, fired: &mut BTreeSet<Clause>) {
    match rules.judge(now, order) {
        Ok(legal) => fired.extend(rules.factors(now, &legal).iter().map(|f| f.clause)),
        Err(refusals) => fired.extend(refusals.reasons().iter().map(|r| r.clause)),
    }
}

/// Plays one battle and notes every clause that anything cited.
fn play(rules: &dyn Rules, start: &Battle, seed: u64, fired: &mut BTreeSet<Clause>) {
    let mut lot = Lot::new(seed ^ 0x5eed);
    let mut random = Random::new(seed);
    let mut greedy = Greedy::new(seed);
    let mut now = start.clone();
    if now.cursor.turn == 0 {
        let mut dice = Rolled::new(seed, 0);
        let mut scene = Scene::new(now);
        rules.open(&mut scene, &mut dice);
        fired.extend(dice.rolls().iter().map(|r| r.why));
        fired.extend(scene.events().iter().map(sandtable_battle::Event::why));
        now = scene.finish().0;
    }
    for number in 1..1500 {
        if now.ended.is_some() {
            return;
        }
        // A greedy hand brings units together, a random one does odd things.
        let thoughtful = seed.is_multiple_of(4) && lot.below(3) > 0;
        let order = if thoughtful {
            greedy.choose(rules, &now)
        } else {
            random.choose(rules, &now)
        };
        let Some(order) = order else {
            panic!("no order can be given (order {number}, seed {seed})")
        };
        for offer in rules.all_offers(&now) {
            fired.insert(offer.clause);
        }
        for _ in 0..12 {
            judge(rules, &now, &support::any_order(&now, &mut lot), fired);
        }
        if let Some(order) = support::up_to_a_foe(rules, &now, &mut lot) {
            judge(rules, &now, &order, fired);
        }
        let legal = rules.judge(&now, &order).expect("chosen orders are legal");
        fired.extend(rules.factors(&now, &legal).iter().map(|f| f.clause));
        let mut dice = Rolled::new(seed, number);
        let (after, events) = rules
            .play(&now, &order, &mut dice)
            .expect("chosen orders are legal");
        fired.extend(dice.rolls().iter().map(|r| r.why));
        fired.extend(events.iter().map(sandtable_battle::Event::why));
        now = after;
    }
}

/// Clauses that never fire, with the reason, from `rules/<name>/unfired.toml`.
fn excused(rules: &str) -> Vec<String> {
    let path = format!(
        "{}/../../rules/{rules}/unfired.toml",
        env!("CARGO_MANIFEST_DIR")
    );
    let Ok(text) = std::fs::read_to_string(path) else {
        return Vec::new();
    };
    text.lines()
        .filter_map(|line| line.split_once('='))
        .map(|(id, _)| id.trim().trim_matches('"').to_owned())
        .collect()
}

/// Plays one battle; when it panics, tells how to repeat it.
fn battle(
    rules: &dyn Rules,
    start: &Battle,
    seed: u64,
    fired: &mut BTreeSet<Clause>,
    what: &str,
    variant: &Option<(String, String)>,
) {
    let run = std::panic::AssertUnwindSafe(|| play(rules, start, seed, fired));
    if let Err(panic) = std::panic::catch_unwind(run) {
        eprintln!("{what} with {variant:?}, seed {seed}: repeat with");
        eprintln!("SEED={seed} BATTLES=1 cargo test -p sandtable-laws --test exhaust");
        std::panic::resume_unwind(panic);
    }
}

/// Battles that the rules set up themselves, where they say how.
fn pitched_battles(rules: &dyn Rules, first: u64, fired: &mut BTreeSet<Clause>) {
    for seed in first..first + 3 {
        let mut dice = Rolled::new(seed, 0);
        let Some(start) = rules.pitched_battle(&mut dice) else {
            return;
        };
        fired.extend(dice.rolls().iter().map(|r| r.why));
        battle(rules, &start, seed, fired, "a pitched battle", &None);
    }
}

/// Keeps what fired for `cargo xtask coverage`: `fired/<rules>.toml` in the
/// folder that cargo builds into.
fn keep(rules: &str, battles: u64, first: u64, fired: &BTreeSet<Clause>) {
    let folder = std::env::var_os("CARGO_TARGET_DIR").map_or_else(
        || std::path::PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../target")),
        std::path::PathBuf::from,
    );
    let folder = folder.join("fired");
    let numbers: Vec<String> = fired
        .iter()
        .filter(|clause| clause.number() >= 100)
        .map(|clause| clause.number().to_string())
        .collect();
    let text = format!(
        "# Clauses that fired in the exhaustive runner.\nbattles = {battles}\nseed = {first}\nfired = [{}]\n",
        numbers.join(", ")
    );
    std::fs::create_dir_all(&folder).expect("the folder cargo builds into");
    std::fs::write(folder.join(format!("{rules}.toml")), text).expect("the fired clauses");
}

#[test]
fn every_clause_that_can_fire_fires() {
    let (battles, first) = (number("BATTLES", 12), number("SEED", 1));
    let mut silent = Vec::new();
    for entry in support::sets() {
        let standard = entry.standard();
        let mut variants: Vec<Option<(String, String)>> = vec![None];
        for switch in &standard.card().switches {
            for value in switch
                .values
                .iter()
                .filter(|v| Some(*v) != switch.default.as_ref())
            {
                variants.push(Some((switch.name.clone(), value.clone())));
            }
        }
        let mut fired = BTreeSet::new();
        let shipped = support::scenarios(entry.id);
        let drills = support::drills(entry.id);
        let small = shipped.len();
        for (i, scenario) in shipped.iter().chain(&drills).enumerate() {
            for (j, variant) in variants.iter().enumerate() {
                // Drills are short, and there are few.
                let count = match (i < small, j) {
                    (_, 0) => battles,
                    (true, _) => 1,
                    (false, _) => 4,
                };
                for k in 0..count {
                    let seed = first + k + (i as u64) * 1000 + (j as u64) * 100_000;
                    let switch = variant.as_ref().map(|(n, v)| (n.as_str(), v.as_str()));
                    let Some((rules, start)) = support::try_open(&scenario.text, switch) else {
                        continue;
                    };
                    battle(&*rules, &start, seed, &mut fired, &scenario.id, variant);
                }
            }
        }
        pitched_battles(&*standard, first, &mut fired);
        fired.extend(sandtable_battle::trace::take());
        keep(entry.id, battles, first, &fired);
        let excused = excused(entry.id);
        for text in &standard.card().clauses {
            let has = fired.contains(&Clause::new(text.n));
            if !has && !excused.contains(&text.id) {
                silent.push(format!(
                    "{}-{}: {}",
                    standard.card().prefix,
                    text.id,
                    text.title
                ));
            }
            if has && excused.contains(&text.id) {
                silent.push(format!(
                    "{}-{} fired, but unfired.toml excuses it",
                    standard.card().prefix,
                    text.id
                ));
            }
        }
    }
    assert!(
        silent.is_empty(),
        "{} clauses:\n{}",
        silent.len(),
        silent.join("\n")
    );
}

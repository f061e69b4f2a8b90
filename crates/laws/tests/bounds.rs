//! House rules at their bounds: plays a short battle with every number of a rule set at its least
//! and its greatest allowed value, and with every value of every switch. Nothing may panic, and no
//! state that the engine produces may count as flawed.
//!
//! `RULES=three-hit` tests another rule set; `ORDERS=500` plays longer battles.

use sandtable_battle::{Battle, NumberSort, Order, Switches};
use sandtable_laws as laws;
use sandtable_opponents::{Limits, Player, Random};

/// Rule sets known to pass at all their bounds.
const HELD: [&str; 1] = ["regimental"];

/// Number of orders in a battle.
const ORDERS: u32 = 60;

/// Plays a short battle of a scenario under house rules. Returns false if the two do not fit.
fn play(text: &str, house: &Switches, seed: u64, orders: u32) -> bool {
    let (id, own) = sandtable_files::peek_rules(text).expect("a battle file");
    let switches = own.overlaid(house);
    let rules = match sandtable_register::open(&id, &switches) {
        Ok(rules) => rules,
        Err(why) => {
            eprintln!("{house:?}: {why}");
            return false;
        }
    };
    let start = match sandtable_files::read_battle(text, &*rules) {
        Ok(start) => start,
        Err(why) => {
            eprintln!("{house:?}: {why}");
            return false;
        }
    };
    let mut players: [Box<dyn Player>; 2] =
        [seed, seed + 1].map(|seed| Box::new(Random::new(seed)) as Box<dyn Player>);
    let limits = Limits { turns: 40, orders };
    let look = |before: &Battle, order: Option<&Order>, _: &[_], _: &[_]| {
        let flaws = rules.flaws(before);
        assert!(flaws.is_empty(), "{house:?} {order:?}: {flaws:?}");
    };
    sandtable_opponents::battle(&*rules, &start, &mut players, seed, limits, look);
    true
}

#[test]
fn every_number_at_its_bounds_and_every_switch_is_playable() {
    let read = |name: &str| std::env::var(name).ok();
    let orders = read("ORDERS")
        .and_then(|n| n.parse().ok())
        .unwrap_or(ORDERS);
    let named = read("RULES");
    for entry in sandtable_register::ALL {
        let held = match &named {
            Some(id) => id == entry.id,
            None => HELD.contains(&entry.id),
        };
        if !held {
            continue;
        }
        let standard = entry.standard();
        let card = standard.card();
        let mut houses: Vec<Switches> = Vec::new();
        for number in card.numbers.each() {
            let Some((least, most)) = number.range.filter(|_| number.fixed.is_none()) else {
                continue;
            };
            if matches!(number.sort, NumberSort::Whole | NumberSort::Broken) {
                for bound in [least, most] {
                    let written = card.numbers.written(&number.path, &bound.to_string());
                    // The printed number is no change.
                    if let Some((name, value)) = written.expect("a bound is allowed") {
                        houses.push(Switches::default().with_number(&name, &value));
                    }
                }
            }
        }
        for switch in &card.switches {
            let ends = switch.number.as_ref();
            let ends = ends.map(|n| [n.min, n.max].map(|n| n.to_string()));
            let words = switch.values.iter().cloned();
            for value in words.chain(ends.into_iter().flatten()) {
                houses.push(Switches::default().with(&switch.name, &value));
            }
        }
        assert!(houses.len() > 40, "{}: {}", entry.id, houses.len());
        let mut scenarios = laws::scenarios(entry.id);
        scenarios.extend(laws::drills(entry.id));
        let mut failed = Vec::new();
        for (seed, house) in (1..).zip(&houses) {
            let goes = |scenario: &sandtable_register::Scenario| {
                let run = || play(&scenario.text, house, seed, orders);
                std::panic::catch_unwind(std::panic::AssertUnwindSafe(run))
            };
            let from = (seed as usize) % scenarios.len();
            let mut all = scenarios[from..].iter().chain(&scenarios[..from]);
            match all.find_map(|scenario| match goes(scenario) {
                Ok(false) => None,
                other => Some(other),
            }) {
                Some(Ok(_)) => {}
                Some(Err(_)) => failed.push(format!("{house:?} panics")),
                None => failed.push(format!("no battle goes with {house:?}")),
            }
        }
        assert!(failed.is_empty(), "{}: {}", entry.id, failed.join("\n"));
    }
}

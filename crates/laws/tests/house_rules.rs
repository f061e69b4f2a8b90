//! House rules at the bounds: whatever the range of a number allows, whole battles are played
//! under it, by players who draw their orders by lot. So are house rules that change some
//! numbers at once.
//!
//! A sample in every run; `SANDTABLE_BOUNDS=all` takes every number at both bounds and 5,000
//! house rules at random.

use sandtable_battle::{Battle, NumberSort, Rolled, Rules, Scene, Switches, files};
use sandtable_opponents::{Lot, sample};
use sandtable_register::Entry;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Orders after which a battle need not have ended.
const MOST: u32 = 600;

fn all() -> bool {
    std::env::var("SANDTABLE_BOUNDS").is_ok_and(|of| of == "all")
}

/// A battle of a rule set under house rules; nothing where the rules or the scenario refuse
/// them, with a sentence.
fn table(
    entry: &Entry,
    house: &Switches,
    lot: &mut Lot,
) -> Option<(std::sync::Arc<dyn Rules>, Battle)> {
    let scenarios: Vec<_> = entry.scenarios().collect();
    let text = &lot.pick(&scenarios)?.text;
    let (id, own) = files::peek_rules(text).expect("shipped");
    let switches = own.overlaid(house);
    let said = |why: &str| assert!(why.len() > 10, "{id}: {why}");
    let rules = sandtable_register::open(&id, &switches)
        .map_err(|why| said(&why))
        .ok()?;
    let beside = files::Beside {
        house: Some(files::House {
            switches,
            ..files::House::default()
        }),
        ..files::Beside::default()
    };
    let battle = files::read_battle_with(text, &*rules, &beside);
    let battle = battle.map_err(|flaws| said(&flaws.to_string())).ok()?;
    Some((rules, battle))
}

/// Plays a battle by lot.
fn play(rules: &dyn Rules, start: Battle, lot: &mut Lot) {
    let mut scene = Scene::new(start);
    rules.open(&mut scene, &mut Rolled::new(1, 0));
    let mut battle = scene.finish().0;
    for number in 1..MOST {
        if battle.ended.is_some() {
            break;
        }
        let offers = rules.all_offers(&battle);
        let Some(offer) = lot.pick(&offers) else {
            break;
        };
        let Some(legal) = sample(rules, &battle, offer, lot) else {
            continue;
        };
        let mut scene = Scene::new(battle.clone());
        rules.resolve(&legal, &mut scene, &mut Rolled::new(1, number));
        battle = scene.finish().0;
    }
    let text = files::write_battle(&battle, rules.card());
    let read = files::read_battle(&text, rules).map_err(|flaws| flaws.to_string());
    assert_eq!(read.as_ref(), Ok(&battle), "{text}");
}

/// Tries house rules, and says what came of it when it was a panic.
fn tried(entry: &Entry, house: &Switches, seed: u64) -> Option<String> {
    let done = catch_unwind(AssertUnwindSafe(|| {
        let mut lot = Lot::new(seed);
        if let Some((rules, battle)) = table(entry, house, &mut lot) {
            play(&*rules, battle, &mut lot);
        }
    }));
    done.err().map(|_| {
        let numbers: Vec<String> = house
            .numbers()
            .map(|(path, n)| format!("{path} = {n}"))
            .collect();
        format!("{}: {} (lot {seed})", entry.id, numbers.join(", "))
    })
}

#[test]
fn every_number_at_both_bounds_plays_whole_battles() {
    let mut broken = Vec::new();
    let mut cases = Vec::new();
    for entry in sandtable_register::ALL {
        let standard = entry.standard();
        for number in &standard.card().numbers.numbers {
            let bounds = number.range.filter(|_| number.fixed.is_none());
            for value in bounds.into_iter().flat_map(|(least, most)| [least, most]) {
                // As a file of house rules is read; what is as printed is no change.
                let value = value.to_string();
                if let Ok(Some((path, value))) =
                    standard.card().numbers.written(&number.path, &value)
                {
                    cases.push((entry, Switches::default().with_number(&path, &value)));
                }
            }
        }
    }
    let step = if all() { 1 } else { 12 };
    for (seed, (entry, house)) in (1..).zip(cases.iter().step_by(step)) {
        broken.extend(tried(entry, house, seed));
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn house_rules_at_random_play_whole_battles() {
    let count = if all() { 5_000 } else { 60 };
    let mut broken = Vec::new();
    for seed in 0..count {
        let mut lot = Lot::new(seed);
        let entry = lot.pick(sandtable_register::ALL).expect("rule sets");
        let standard = entry.standard();
        let numbers: Vec<_> = standard.card().numbers.numbers.iter().collect();
        let mut house = Switches::default();
        for _ in 0..=lot.below(6) {
            let Some(number) = lot.pick(&numbers).filter(|n| n.fixed.is_none()) else {
                continue;
            };
            let Some((least, most)) = number.range else {
                continue;
            };
            let ends: Option<(f64, f64)> = least
                .to_string()
                .parse()
                .ok()
                .zip(most.to_string().parse().ok());
            let Some((least, most)) = ends else { continue };
            let value = least + (most - least) * f64::from(lot.thousandths()) / 1_000.0;
            let value = match number.sort {
                NumberSort::Whole => format!("{value:.0}"),
                _ => format!("{value:.1}"),
            };
            if let Ok(Some((path, value))) = standard.card().numbers.written(&number.path, &value) {
                house = house.with_number(&path, &value);
            }
        }
        broken.extend(tried(entry, &house, seed));
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

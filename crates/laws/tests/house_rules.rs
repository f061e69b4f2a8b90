//! House rules at the bounds: random players play whole battles under any value that the range of a
//! number allows, and under house rules that change several numbers at once.
//!
//! States that arise under random house rules are checked against every law.
//!
//! By default this runs a sample. `SANDTABLE_BOUNDS=all` tests every number at both bounds and
//! 5,000 random house rules, 2,000 of them with the laws. `SANDTABLE_PART=0/4` runs the first of
//! four parts, so that you can use several processes. `RULES=favorite` checks the laws for that
//! rule set only.

use sandtable_battle::{Battle, Number, NumberSort, Rolled, Rules, Scene, Switches};
use sandtable_laws::{self as laws, LAWS, Moment};
use sandtable_opponents::{Lot, Player, Random, sample};
use sandtable_register::Entry;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Most orders in a battle, whether or not it has ended.
const MOST: u32 = 600;

fn all() -> bool {
    std::env::var("SANDTABLE_BOUNDS").is_ok_and(|of| of == "all")
}

/// Returns whether this process runs a case, if several processes share the cases.
fn is_here(case: u64) -> bool {
    let part = std::env::var("SANDTABLE_PART").ok();
    let part = part.as_deref().and_then(|part| part.split_once('/'));
    let part = part.and_then(|(own, all)| Some((own.parse().ok()?, all.parse().ok()?)));
    part.is_none_or(|(own, all): (u64, u64)| case % all.max(1) == own)
}

/// Opens a random battle of a rule set under house rules. Returns `None` if the rules or the
/// scenario refuse them, which they must do with a message.
fn table(
    entry: &Entry,
    house: &Switches,
    lot: &mut Lot,
) -> Option<(std::sync::Arc<dyn Rules>, Battle)> {
    let scenarios: Vec<_> = entry.scenarios().collect();
    let text = &lot.pick(&scenarios)?.text;
    let (id, own) = sandtable_files::peek_rules(text).expect("shipped");
    let switches = own.overlaid(house);
    let said = |why: &str| assert!(why.len() > 10, "{id}: {why}");
    let rules = sandtable_register::open(&id, &switches)
        .map_err(|why| said(&why))
        .ok()?;
    let beside = sandtable_files::Beside {
        house: Some(sandtable_files::House {
            switches,
            ..sandtable_files::House::default()
        }),
        ..sandtable_files::Beside::default()
    };
    let battle = sandtable_files::read_battle_with(text, &*rules, &beside);
    let battle = battle.map_err(|flaws| said(&flaws.to_string())).ok()?;
    Some((rules, battle))
}

/// Checks that a battle can be written as a sound position file and reads back equal.
fn kept(rules: &dyn Rules, battle: &Battle) {
    let text = sandtable_files::write_battle(battle, rules.card());
    let read = sandtable_files::read_battle(&text, rules).map_err(|flaws| flaws.to_string());
    assert_eq!(read.as_ref(), Ok(battle), "{text}");
}

/// Plays a random battle. Checks every position in which a choice is pending, since units may then
/// stand where they will not stay; also one in twenty of the rest, and the last.
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
        if battle.cursor.waits.is_some() || number % 20 == 0 {
            kept(rules, &battle);
        }
    }
    kept(rules, &battle);
}

/// Tries house rules. If a panic occurs, returns a description of them.
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
        let switches = house
            .choices()
            .map(|(name, value)| format!("{name} = {value}"));
        let all: Vec<String> = numbers.into_iter().chain(switches).collect();
        let says = format!("{}: {} (lot {seed})", entry.id, all.join(", "));
        // A long run should show each failure at once.
        eprintln!("{says}");
        says
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
                // Normalize the value as a file of house rules does; a printed value is no change.
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

/// A search for a free place for a base of zero length would never end.
#[test]
fn no_base_and_no_table_is_without_a_length() {
    for entry in sandtable_register::ALL {
        let standard = entry.standard();
        let numbers = &standard.card().numbers;
        for number in &numbers.numbers {
            let range = number.range.filter(|_| number.fixed.is_none());
            let Some((least, _)) = range else { continue };
            let Ok(Some((path, value))) = numbers.written(&number.path, &least.to_string()) else {
                continue;
            };
            let house = Switches::default().with_number(&path, &value);
            let Some((rules, battle)) = table(entry, &house, &mut Lot::new(1)) else {
                continue;
            };
            let says = format!("{}: {path} = {value}", entry.id);
            assert!(
                battle.setting.width > 0 && battle.setting.height > 0,
                "{says}"
            );
            for (id, _) in battle.all() {
                let base = rules.footprint(&battle, id);
                assert!(base.frontage() > 0 && base.depth() > 0, "{says}");
            }
        }
    }
}

/// House rules that once broke something: the rule set, a number, its value, the seed.
const BROKE: [(&str, &str, &str, u64); 2] = [
    // A commander pushed in from the table's edge was out of reach of the unit.
    ("favorite", "kind.general.stand.1", "12", 705),
    // A retreat from a ford ended in the river beside it.
    ("three-hit", "period.ancient.kind.cavalry.range", "11", 3983),
];

#[test]
fn what_once_broke_plays_whole_battles() {
    for (id, path, value, seed) in BROKE {
        let entry = sandtable_register::ALL.iter().find(|entry| entry.id == id);
        let entry = entry.expect("a rule set");
        let house = Switches::default().with_number(path, value);
        assert_eq!(tried(entry, &house, seed), None);
    }
}

/// Draws house rules that change up to six numbers of a rule set and up to two of its switches.
fn house_at_random(entry: &Entry, lot: &mut Lot) -> Switches {
    let standard = entry.standard();
    let card = standard.card();
    let numbers: Vec<_> = card.numbers.numbers.iter().collect();
    let mut house = Switches::default();
    for _ in 0..=lot.below(6) {
        let number = lot.pick(&numbers).filter(|n| n.fixed.is_none());
        let value = number.and_then(|number| Some((number, value_at_random(number, lot)?)));
        let Some((number, value)) = value else {
            continue;
        };
        if let Ok(Some((path, value))) = card.numbers.written(&number.path, &value) {
            house = house.with_number(&path, &value);
        }
    }
    for _ in 0..lot.below(3) {
        let Some(switch) = lot.pick(&card.switches) else {
            continue;
        };
        // The default value is not a house rule: files leave it out.
        let usual = switch.usual();
        if let Some(value) = lot.pick(&switch.values).filter(|value| **value != usual) {
            house = house.with(&switch.name, value);
        }
    }
    house
}

/// Draws a value of a number within its bounds.
fn value_at_random(number: &Number, lot: &mut Lot) -> Option<String> {
    let (least, most) = number.range?;
    let (least, most): (f64, f64) = least
        .to_string()
        .parse()
        .ok()
        .zip(most.to_string().parse().ok())?;
    let value = least + (most - least) * f64::from(lot.thousandths()) / 1_000.0;
    Some(match number.sort {
        NumberSort::Whole => format!("{value:.0}"),
        _ => format!("{value:.1}"),
    })
}

#[test]
fn house_rules_at_random_play_whole_battles() {
    let count = if all() { 5_000 } else { 60 };
    let mut broken = Vec::new();
    for seed in (0..count).filter(|&seed| is_here(seed)) {
        let mut lot = Lot::new(seed);
        let entry = lot.pick(sandtable_register::ALL).expect("rule sets");
        let house = house_at_random(entry, &mut lot);
        broken.extend(tried(entry, &house, seed));
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

/// Number of orders in a battle that is checked against the laws.
const SHOWN: u32 = 80;

/// Plays a random battle and checks each of its states against one law, in turn.
fn show_laws(rules: &dyn Rules, start: &Battle, seed: u64, place: &str) {
    let mut player = Random::new(seed);
    let mut now = laws::begun(rules, start, seed).0;
    for (number, law) in (1..=SHOWN).zip(LAWS.iter().cycle()) {
        let place = &format!("{place}, order {number}");
        let order = match now.ended {
            Some(_) => None,
            None => Some(
                player
                    .choose(rules, &now)
                    .unwrap_or_else(|| panic!("{place}: no order can be given")),
            ),
        };
        law(&Moment {
            place,
            rules,
            battle: &now,
            order: order.as_ref(),
            number,
        });
        let Some(order) = order else { break };
        let mut dice = Rolled::new(seed, number);
        now = rules.play(&now, &order, &mut dice).expect("legal").0;
    }
}

/// The laws hold whatever house rules change about numbers and switches.
#[test]
fn the_laws_hold_under_house_rules_at_random() {
    let count = if all() { 2_000 } else { 42 };
    let mut broken = Vec::new();
    let sets = laws::sets();
    let cases = (0..count).zip(sets.iter().cycle());
    for (seed, entry) in cases.filter(|&(seed, _)| is_here(seed)) {
        let mut lot = Lot::new(seed);
        let house = house_at_random(entry, &mut lot);
        let all: Vec<String> = house
            .choices()
            .chain(house.numbers())
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        let place = format!("{} under {} (lot {seed})", entry.id, all.join(", "));
        let done = catch_unwind(AssertUnwindSafe(|| {
            if let Some((rules, battle)) = table(entry, &house, &mut lot) {
                show_laws(&*rules, &battle, seed, &place);
            }
        }));
        broken.extend(done.err().map(|_| {
            eprintln!("{place}");
            place
        }));
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

//! House rules: plays every number at both bounds, and every value of every switch, for a while
//! with random players, on the scenarios in turn. Nothing may panic, and the resulting battle must
//! be writable and read back.
//!
//! `RULES=favorite cargo test -p sandtable-laws --test house` tests that rule set only.

use sandtable_battle::{Battle, NumberSort, Rolled, Rules, Switches};
use sandtable_laws::{self as laws, Moment};
use sandtable_opponents::{Player, Random};
use std::sync::Arc;

/// Rule sets known to pass.
const HELD: [&str; 3] = ["favorite", "otr-d6", "throw-me-a-6"];

/// Number of orders to give under one house rule.
const ORDERS: u32 = 120;

/// Lists every house rule that changes one thing.
fn changes(rules: &dyn Rules) -> Vec<(String, Switches)> {
    let mut all = Vec::new();
    for number in &rules.card().numbers.numbers {
        if number.fixed.is_some() || number.sort == NumberSort::Name {
            continue;
        }
        let values = match (&number.range, number.sort) {
            (Some((least, most)), _) => vec![least.to_string(), most.to_string()],
            (None, NumberSort::Share) => vec!["1/12".to_owned(), "1/1".to_owned()],
            (None, _) => vec!["true".to_owned(), "false".to_owned()],
        };
        for value in values.into_iter().filter(|value| *value != number.printed) {
            let switches = Switches::default().with_number(&number.path, &value);
            all.push((format!("{} = {value}", number.path), switches));
        }
    }
    for switch in rules.card().switches.iter().filter(|s| s.data.is_none()) {
        let ends = switch
            .number
            .map(|n| vec![n.min.to_string(), n.max.to_string()]);
        let number = switch.number.map(|n| n.default.to_string());
        let usual = |value: &String| [&switch.default, &number].contains(&&Some(value.clone()));
        let values = ends.unwrap_or_else(|| switch.values.clone());
        for value in values.into_iter().filter(|value| !usual(value)) {
            let switches = Switches::default().with(&switch.name, &value);
            all.push((format!("{} = {value}", switch.name), switches));
        }
    }
    all
}

/// Returns the text of a scenario with every unit in the first formation of its kind.
fn unformed(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.starts_with("formation"));
    lines.collect::<Vec<_>>().join("\n")
}

/// Opens the battle of a scenario under a house rule. Returns `None` if the scenario cannot be
/// played that way (units that are too small for their formation).
fn opened(text: &str, house: &Switches, name: &str) -> Option<(Arc<dyn Rules>, Battle)> {
    let (id, own) = sandtable_files::peek_rules(text).expect("a battle file");
    let switches = own.overlaid(house);
    let rules = sandtable_register::open(&id, &switches)
        .unwrap_or_else(|why| panic!("{name} is in its range, and refused: {why}"));
    let mut battle = sandtable_files::read_battle(text, &*rules).ok()?;
    Arc::make_mut(&mut battle.setting).switches = switches;
    Some((rules, battle))
}

/// Plays some orders, then checks that the battle can be written and read back.
fn play(rules: &dyn Rules, start: &Battle, place: &str, seed: u64) {
    let mut player = Random::new(seed);
    let mut now = laws::begun(rules, start, seed).0;
    for number in 1..=ORDERS {
        if now.ended.is_some() {
            break;
        }
        let order = player
            .choose(rules, &now)
            .unwrap_or_else(|| panic!("{place}: no order can be given"));
        let dice = &mut Rolled::new(seed, number);
        now = rules
            .play(&now, &order, dice)
            .expect("chosen orders are legal")
            .0;
    }
    laws::written_and_read_back(&Moment {
        place,
        rules,
        battle: &now,
        order: None,
        number: ORDERS,
    });
}

#[test]
fn every_number_at_its_bounds_and_every_switch_can_be_played() {
    for set in laws::sets()
        .into_iter()
        .filter(|set| HELD.contains(&set.id))
    {
        let scenarios = laws::scenarios(set.id);
        let rules = sandtable_register::open(set.id, &Switches::default()).expect("a rule set");
        let (mut played, mut seed) = (0, 1);
        let all = changes(&*rules);
        for (name, house) in &all {
            // The next scenario in turn that works with the change.
            let turn = || scenarios.iter().cycle().skip(played).take(scenarios.len());
            let found = turn()
                .find_map(|s| Some((&s.id, opened(&s.text, house, name)?)))
                .or_else(|| {
                    turn().find_map(|s| Some((&s.id, opened(&unformed(&s.text), house, name)?)))
                });
            let Some((scenario, (rules, start))) = found else {
                panic!("{}: no scenario goes with {name}", set.id);
            };
            seed += 1;
            play(&*rules, &start, &format!("{scenario} with {name}"), seed);
            played += 1;
        }
        assert_eq!(played, all.len());
    }
}

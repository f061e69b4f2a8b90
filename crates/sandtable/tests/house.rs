//! House rules as a program passes them: however they are written, the journal holds them as its
//! battle file does, and verifies after it was written and read.

use sandtable::Game;
use sandtable::battle::{Card, NumberSort, Switches};

/// Returns a scenario of every rule set, with its card.
fn scenarios() -> Vec<(String, Card)> {
    let sets = sandtable::rule_sets().iter();
    let named = sets.map(|id| {
        let card = sandtable::RuleSet::named(id).expect("a set").card().clone();
        let of = format!("{id}/");
        let all = sandtable::scenarios();
        let name = all.iter().find(|s| s.starts_with(&of)).cloned();
        (name.expect("a scenario"), card)
    });
    named.collect()
}

/// Opens a battle under house rules, and checks that it verifies after it was written and read.
/// Returns whether the rule set can be played so.
fn returns(name: &str, house: &Switches) -> bool {
    let text = sandtable::scenario_text(name).expect("shipped");
    let Ok(game) = Game::from_toml_under(&text, house, 1) else {
        return false;
    };
    let read = Game::from_journal(&game.to_journal());
    let read = read.unwrap_or_else(|why| panic!("{name} {house:?}: {why}"));
    let verified = read.verify();
    verified.unwrap_or_else(|why| panic!("{name} {house:?}: {why}"));
    assert_eq!(read.journal(), game.journal(), "{name} {house:?}");
    assert_eq!(read.card().hash, game.card().hash, "{name} {house:?}");
    true
}

#[test]
fn every_value_of_every_switch_verifies_after_it_was_written_and_read() {
    let mut played = 0;
    for (name, card) in scenarios() {
        for switch in card.switches.iter().filter(|s| s.data.is_none()) {
            let none = Switches::default();
            // Some values do not fit the units of the scenario.
            for value in &switch.values {
                played += usize::from(returns(&name, &none.clone().with(&switch.name, value)));
            }
            let Some(range) = switch.number else { continue };
            for n in [range.min, range.default, range.max] {
                for value in [n.to_string(), format!("0{n}")] {
                    let house = none.clone().with(&switch.name, &value);
                    played += usize::from(returns(&name, &house));
                }
            }
        }
    }
    assert!(played > 50, "{played}");
}

#[test]
fn every_number_verifies_however_it_was_written() {
    let mut played = 0;
    for (name, card) in scenarios() {
        // A sample of the many: opening a rule set under house rules takes a while.
        let all = card.numbers.numbers.iter();
        let open = all.filter(|n| n.fixed.is_none() && n.sort != NumberSort::Name);
        for (place, number) in open.enumerate().step_by(13) {
            let printed = number.printed.as_str();
            let mut ways = vec![printed.to_owned(), format!(" {printed}")];
            if matches!(number.sort, NumberSort::Whole | NumberSort::Broken) {
                let dot = if printed.contains('.') { "" } else { ".0" };
                ways.extend([format!("{printed}{dot}0"), format!("{printed}e0")]);
            }
            let way = &ways[place / 13 % ways.len()];
            let house = Switches::default().with_number(&number.path, way);
            assert_eq!(card.settled(&house), Switches::default(), "{way}");
            played += usize::from(returns(&name, &house));
        }
    }
    assert!(played > 30, "{played}");
}

#[test]
fn odd_numbers_verify_too_and_what_is_as_printed_is_no_house_rule() {
    let name = "three-hit/two-hills";
    let least = |value: &str| Switches::default().with_number("fallback_least", value);
    for value in [
        "1.50",
        "2e0",
        "1e-7",
        "0.30000000000000004",
        "-0.0",
        "-0",
        "1.50001",
        "2\t",
    ] {
        assert!(returns(name, &least(value)), "{value:?}");
    }
    let text = sandtable::scenario_text(name).expect("shipped");
    let plain = Game::from_toml(&text, 1).expect("shipped");
    let printed = plain
        .card()
        .numbers
        .find("fallback_least")
        .expect("a number");
    let house = least(&format!("{}.0", printed.printed)).with("cavalry_fire", "flag");
    let game = Game::from_toml_under(&text, &house, 1).expect("as printed");
    assert_eq!(game.to_journal(), plain.to_journal());
}

//! Every number of every rule set has a path and names its clauses, so that a house rule is marked
//! wherever it has an effect.

use sandtable_battle::{NumberSort, Switches};

#[test]
fn every_number_names_clauses_that_exist() {
    let mut flaws = Vec::new();
    for entry in sandtable_register::ALL {
        let rules = entry.standard();
        let card = rules.card();
        for number in &card.numbers.numbers {
            let path = format!("rules/{}/numbers.toml: {}", card.id, number.path);
            if number.sort != NumberSort::Name && number.clauses.is_empty() {
                flaws.push(format!("{path} has no clause under [clauses]"));
            }
            for id in &number.clauses {
                if card.find(id).is_none() {
                    flaws.push(format!("{path} names {id}, which is no clause"));
                }
            }
        }
    }
    assert!(flaws.is_empty(), "{}", flaws.join("\n"));
}

#[test]
fn paths_are_told_apart() {
    for entry in sandtable_register::ALL {
        let rules = entry.standard();
        let mut paths: Vec<String> = rules
            .card()
            .numbers
            .paths()
            .map(str::to_lowercase)
            .collect();
        paths.sort();
        let twice = paths.windows(2).find(|pair| pair[0] == pair[1]);
        assert_eq!(twice, None, "{}", entry.id);
    }
}

/// Bounds are there to exclude what cannot be played: both ends must be accepted, or the rule set
/// itself must say why not.
#[test]
fn the_bounds_of_numbers_are_taken_or_refused_with_a_reason() {
    for entry in sandtable_register::ALL {
        let standard = entry.standard();
        for number in &standard.card().numbers.numbers {
            let Some((least, most)) = number.range.filter(|_| number.fixed.is_none()) else {
                continue;
            };
            for value in [least, most] {
                let house = Switches::default().with_number(&number.path, &value.to_string());
                if let Err(why) = sandtable_register::open(entry.id, &house) {
                    assert!(why.len() > 10, "{} {}: {why}", entry.id, number.path);
                }
            }
        }
    }
}

//! What house rules have changed, as a page shows it.

use crate::view::HouseRule;
use sandtable_battle::{Card, Clause};
use sandtable_tell::house::{change, number_title, switch_told, value_told};

/// Lists the switches and numbers that house rules have changed.
pub fn changes(card: &Card) -> Vec<HouseRule> {
    let switches = card.switches.iter().filter_map(|switch| {
        let value = card.numbers.house.get(&switch.name)?;
        let clause = switch.clause.as_deref().unwrap_or("");
        (value != switch.usual()).then(|| HouseRule {
            name: switch.name.clone(),
            title: switch.title.clone(),
            value: value.to_owned(),
            printed: switch.usual(),
            told: switch_told(switch, value),
            printed_told: switch_told(switch, &switch.usual()),
            clauses: vec![full(card, clause)],
        })
    });
    let numbers = card.numbers.changed().map(|number| HouseRule {
        name: number.path.clone(),
        title: number_title(&number.path),
        value: number.now.clone(),
        printed: number.printed.clone(),
        told: value_told(&number.now),
        printed_told: value_told(&number.printed),
        clauses: number.clauses.iter().map(|id| full(card, id)).collect(),
    });
    switches.chain(numbers).collect()
}

/// Says in short sentences what house rules have changed in a clause. Empty when it is played as
/// printed.
#[must_use]
pub fn of_clause(card: &Card, clause: Clause) -> Vec<String> {
    let cited = card.cite(clause);
    let here = |change: &HouseRule| change.clauses.contains(&cited);
    changes(card).into_iter().filter(here).map(told).collect()
}

fn told(rule: HouseRule) -> String {
    change(&rule.title, &rule.told, &rule.printed_told)
}

/// Returns a clause's id with its rule set's prefix, as people cite it.
pub fn full(card: &Card, id: &str) -> String {
    let cited = [card.prefix.as_str(), "TABLE"]
        .iter()
        .any(|prefix| id.strip_prefix(prefix).is_some_and(|r| r.starts_with('-')));
    if cited || id.is_empty() {
        id.to_owned()
    } else {
        format!("{}-{id}", card.prefix)
    }
}

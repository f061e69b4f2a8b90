//! What house rules changed, as a page shows it.

use crate::view::HouseRule;
use sandtable_battle::Card;

/// The switches and numbers that house rules changed.
pub fn changes(card: &Card) -> Vec<HouseRule> {
    let switches = card.switches.iter().filter_map(|switch| {
        let value = card.numbers.house.get(&switch.name)?;
        let clause = switch.clause.as_deref().unwrap_or("");
        (value != switch.usual()).then(|| HouseRule {
            name: switch.name.clone(),
            title: switch.title.clone(),
            value: value.to_owned(),
            printed: switch.usual(),
            clauses: vec![full(card, clause)],
        })
    });
    let numbers = card.numbers.changed().map(|number| HouseRule {
        name: number.path.clone(),
        title: number_title(&number.path),
        value: number.now.clone(),
        printed: number.printed.clone(),
        clauses: number.clauses.iter().map(|id| full(card, id)).collect(),
    });
    switches.chain(numbers).collect()
}

/// The path of a number as people read it: `Charge, near general`.
fn number_title(path: &str) -> String {
    let words: Vec<String> = path.split('.').map(sandtable_tell::words::plain).collect();
    sandtable_tell::words::capital(&words.join(", "))
}

/// A clause's id with the prefix that it is cited with.
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

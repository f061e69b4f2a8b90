//! What house rules changed, as a page shows it.

use crate::view::HouseRule;
use sandtable_battle::{Card, Clause};
use sandtable_tell::words::{capital, plain};
use sandtable_tongue::{numeral, say};

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
            told: value_told(value),
            printed_told: value_told(&switch.usual()),
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

/// What house rules changed of a clause, a short sentence each; nothing when it is played
/// as printed.
#[must_use]
pub fn of_clause(card: &Card, clause: Clause) -> Vec<String> {
    let cited = card.cite(clause);
    let here = |change: &HouseRule| change.clauses.contains(&cited);
    changes(card).into_iter().filter(here).map(told).collect()
}

fn told(change: HouseRule) -> String {
    // A switch asks something, a number is called something.
    let colon = if change.title.ends_with('?') { "" } else { ":" };
    say!(
        "{what} {now} instead of {printed}",
        what = change.title + colon,
        now = change.told,
        printed = change.printed_told
    )
}

/// The path of a number as people read it: `Charge, near general`.
#[must_use]
pub fn number_title(path: &str) -> String {
    let words: Vec<String> = path.split('.').map(plain).collect();
    capital(&words.join(", "))
}

/// The value of a switch or number as people read it: files have `three_inches`, `true`, `4.5`.
#[must_use]
pub fn value_told(value: &str) -> String {
    match value {
        "true" => say!("yes"),
        "false" => say!("no"),
        _ if value.parse::<f64>().is_ok() => numeral(value.to_owned()),
        // Catalogues have the names of files, or what they are in words.
        _ if say(value) != value => say(value).to_owned(),
        _ => plain(value),
    }
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

//! Numbers and switches of rules, and the house rules that change them, as people read them.

use crate::words::{capital, plain};
use sandtable_battle::Switch;
use sandtable_tongue::{numeral, say};

/// Returns the path of a number in a sentence: `charge, near general`.
#[must_use]
pub fn number_named(path: &str) -> String {
    let words: Vec<String> = path.split('.').map(plain).collect();
    words.join(", ")
}

/// Returns the path of a number as a title: `Charge, near general`.
#[must_use]
pub fn number_title(path: &str) -> String {
    capital(&number_named(path))
}

/// Returns the value of a number as people read it: files have `true`, `4.5`.
#[must_use]
pub fn value_told(value: &str) -> String {
    match value {
        "true" => say!("yes"),
        "false" => say!("no"),
        _ if value.parse::<f64>().is_ok() => numeral(value.to_owned()),
        // Catalogues have the names from files, or the same in words.
        _ if say(value) != value => say(value).to_owned(),
        _ => plain(value),
    }
}

/// Returns the value of a switch as people read it: files have `three_inches`.
#[must_use]
pub fn switch_told(switch: &Switch, value: &str) -> String {
    match switch.told(value) {
        Some(told) => say(told).to_owned(),
        None => value_told(value),
    }
}

/// Describes a change of the printed rules: `Hits to eliminate: 2 instead of 3`.
#[must_use]
pub fn change(title: &str, now: &str, printed: &str) -> String {
    // A switch is a question, a number has a name.
    let colon = if title.ends_with('?') { "" } else { ":" };
    say!(
        "{what} {now} instead of {printed}",
        what = format!("{title}{colon}"),
        now = now,
        printed = printed
    )
}

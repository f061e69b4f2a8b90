//! Numbers and names as people read them, for every part of a study.

use sandtable_tongue::{is_foreign, numeral};

/// Formats a number with as many decimals as its size deserves.
pub fn number(x: f64) -> String {
    let decimals = match x.abs() {
        a if a >= 99.95 => 0,
        a if a >= 9.995 => 1,
        _ => 2,
    };
    let text = format!("{x:.decimals$}");
    let text = if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    };
    numeral(if text == "-0" { "0".to_owned() } else { text })
}

/// Writes a title inside a sentence: with a small first letter, where the language does so.
pub fn small(title: &str) -> String {
    if is_foreign() {
        title.to_owned()
    } else {
        title.to_lowercase()
    }
}

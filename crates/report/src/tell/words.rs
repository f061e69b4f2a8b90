//! Numbers as people read them.

use sandtable_study::stats::Estimate;
pub(crate) use sandtable_study::words::number;
use sandtable_tongue::{numeral, say, say_as};
use std::fmt::Display;

/// Formats a share in percent: with one decimal below ten, whole above.
pub(crate) fn points(x: f64) -> String {
    let text = if x.abs() < 9.95 {
        format!("{x:.1}")
    } else {
        format!("{x:.0}")
    };
    let text = text.strip_suffix(".0").unwrap_or(&text).to_owned();
    numeral(if text == "-0" { "0".to_owned() } else { text })
}

/// Says how much is played: "200 battles of each of 3 variants in 2 scenarios".
#[must_use]
pub fn extent(battles: u32, variants: usize, scenarios: usize) -> String {
    let battles = match battles {
        1 => say!("1 battle"),
        n => say!("{n} battles", n = n),
    };
    let played = match variants {
        1 => battles,
        n => say!(
            "{battles} of each of {n} variants",
            battles = battles,
            n = n
        ),
    };
    match scenarios {
        1 => say!("{battles} in 1 scenario", battles = played),
        n => say!("{battles} in {n} scenarios", battles = played, n = n),
    }
}

/// Formats an estimate: `48 (43 to 53)`.
pub(crate) fn band(of: Estimate) -> String {
    format!(
        "{} ({})",
        points(of.value),
        span(points(of.low), points(of.high))
    )
}

/// Formats an interval: `43 to 53`.
pub(crate) fn span(low: impl Display, high: impl Display) -> String {
    say!("{low} to {high}", low = low, high = high)
}

/// Formats a number with its sign.
pub(crate) fn signed(x: f64) -> String {
    numeral(format!("{x:+.1}"))
}

/// Translates the verdict on a claim or a part of it: reports keep it in English, as a name.
pub(crate) fn verdict(name: &str) -> &str {
    match name {
        "holds" => say_as("verdict", "holds"),
        "holds in part" => say_as("verdict", "holds in part"),
        "does not hold" => say_as("verdict", "does not hold"),
        _ => say_as("verdict", "open"),
    }
}

/// Translates how a kind of unit compares with its price: reports keep it in English, as a name.
pub(crate) fn worth(name: &str) -> &str {
    match name {
        "worth more" => say("worth more"),
        "worth less" => say("worth less"),
        "never worth its points" => say("never worth its points"),
        "always worth less than an average unit" => say("always worth less than an average unit"),
        "always worth more than its points" => say("always worth more than its points"),
        "always worth more than an average unit" => say("always worth more than an average unit"),
        _ => say_as("verdict", "open"),
    }
}

/// Translates a player's level, as files name it.
pub(crate) fn player(level: &str) -> &str {
    match level {
        "greedy" | "greedy-2026-11" => say_as("player", "greedy"),
        "recruit" => say_as("player", "recruit"),
        "sergeant" => say_as("player", "sergeant"),
        "captain" => say_as("player", "captain"),
        "colonel" => say_as("player", "colonel"),
        "general" => say_as("player", "general"),
        "random" => say_as("player", "random"),
        other => other,
    }
}

/// Writes a text with a capital first letter.
pub(crate) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(|c| c.to_uppercase().to_string());
    first.unwrap_or_default() + chars.as_str()
}

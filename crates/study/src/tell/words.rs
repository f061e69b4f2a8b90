//! Numbers as people read them.

use crate::stats::Estimate;

/// A number with as many decimals as its size bears.
pub(crate) fn number(x: f64) -> String {
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
    if text == "-0" { "0".to_owned() } else { text }
}

/// A share in per cent, to the half or whole point that it is known to.
pub(crate) fn points(x: f64) -> String {
    let text = if x.abs() < 9.95 {
        format!("{x:.1}")
    } else {
        format!("{x:.0}")
    };
    let text = text.strip_suffix(".0").unwrap_or(&text).to_owned();
    if text == "-0" { "0".to_owned() } else { text }
}

/// How much is played: "200 battles of each of 3 variants in 2 scenarios".
#[must_use]
pub fn extent(battles: u32, variants: usize, scenarios: usize) -> String {
    let count = |n: usize, noun: &str| format!("{n} {noun}{}", if n == 1 { "" } else { "s" });
    let of = match variants {
        1 => String::new(),
        many => format!(" of each of {many} variants"),
    };
    let battles = count(battles as usize, "battle");
    format!("{battles}{of} in {}", count(scenarios, "scenario"))
}

/// `48 (43 to 53)`.
pub(crate) fn band(of: Estimate) -> String {
    format!(
        "{} ({} to {})",
        points(of.value),
        points(of.low),
        points(of.high)
    )
}

/// With a capital at its start.
pub(crate) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(|c| c.to_uppercase().to_string());
    first.unwrap_or_default() + chars.as_str()
}

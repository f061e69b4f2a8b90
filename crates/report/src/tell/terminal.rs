//! The report for a terminal.

use crate::tell::report::Report;
use crate::tell::spoken::spoken;
use crate::tell::words::{band, number, player, verdict};
use sandtable_tongue::{say, say_as};

/// Returns the report for a terminal.
#[must_use]
pub fn text(report: &Report) -> String {
    let report = spoken(report);
    let mut out = String::new();
    let mut line = |text: String| {
        out.push_str(&text);
        out.push('\n');
    };
    line(format!("{} ({})", report.title, report.rules_title));
    for scenario in &report.scenarios {
        line(String::new());
        line(format!("{}: {}", scenario.id, scenario.title));
        let [a, b] = &scenario.sides;
        let width = scenario.arms.iter().map(|arm| arm.variant.chars().count());
        let width = width.max().unwrap_or(0).max(7);
        line(format!(
            "  {:<width$}  {:>18}  {:>18}  {:>5}  {:>6}  {:>7}",
            say_as("column", "variant"),
            say!("{side} wins %", side = short(a)),
            say!("{side} wins %", side = short(b)),
            say_as("column", "none"),
            say_as("column", "turns"),
            say_as("column", "orders")
        ));
        for arm in &scenario.arms {
            let none = arm.ends.battles - arm.ends.wins[0] - arm.ends.wins[1];
            line(format!(
                "  {:<width$}  {:>18}  {:>18}  {none:>5}  {:>6}  {:>7}",
                arm.variant,
                band(arm.wins[0]),
                band(arm.wins[1]),
                number(arm.turns.mean.value),
                number(arm.orders.mean.value)
            ));
        }
        for arm in scenario.arms.iter().filter(|arm| !arm.seats.is_empty()) {
            let seats: Vec<String> = arm
                .seats
                .iter()
                .map(|seat| {
                    say!(
                        "{side} wins {share} %",
                        side = player(&seat.player),
                        share = band(seat.wins)
                    )
                })
                .collect();
            line(format!("  {}: {}", arm.variant, seats.join(", ")));
        }
    }
    for claim in &report.claims {
        line(format!(
            "\n{}: {}",
            verdict(&claim.verdict).to_uppercase(),
            claim.says
        ));
        for part in &claim.parts {
            let found = part.exact.clone().unwrap_or_else(|| band(part.answer));
            line(format!(
                "  {}: {found}; {}",
                part.asked,
                verdict(&part.verdict)
            ));
        }
    }
    for paragraph in &report.conclusion {
        line(format!("\n{paragraph}"));
    }
    out
}

/// Shortens a side's name for a column.
fn short(name: &str) -> String {
    name.chars().take(10).collect()
}

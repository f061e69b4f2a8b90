//! What the page tells of a scenario.

use crate::html::{cell, differences, figure, fine, folded, push, table};
use crate::plot::{self, Row, Series, escaped};
use crate::report::{ArmReport, ScenarioReport};
use crate::words::number;

/// Most lines in a plot; more could not be told apart.
const MOST_LINES: usize = 5;

/// The chapter of a scenario.
pub(crate) fn chapter(out: &mut String, scenario: &ScenarioReport) {
    push(
        out,
        format_args!(
            "<h2>{}</h2>\n<p class=\"note\">{}; {} against {}{}</p>\n",
            escaped(&scenario.title),
            escaped(&scenario.id),
            escaped(&scenario.sides[0]),
            escaped(&scenario.sides[1]),
            scenario
                .attacker
                .as_ref()
                .map_or(String::new(), |a| format!("; {} attacks", escaped(a)))
        ),
    );
    if !scenario.differences.is_empty() {
        differences(out, &scenario.differences, &scenario.side);
    }
    wins(out, scenario);
    push(out, format_args!("<h3>How long battles are</h3>\n"));
    let turns: Vec<(String, Vec<(u32, u64)>)> = scenario
        .arms
        .iter()
        .take(MOST_LINES)
        .map(|arm| (arm.variant.clone(), arm.turns.counts.clone()))
        .collect();
    figure(
        out,
        &plot::bars(
            &turns,
            "game turns",
            "battles by their length in game turns",
        ),
        "Battles by their length in game turns; each row is as high as its most frequent length.",
    );
    lengths(out, scenario);
    leads(out, scenario);
    for arm in &scenario.arms {
        let several = scenario.arms.len() > 1;
        let name = if several {
            format!(": {}", arm.variant)
        } else {
            String::new()
        };
        folded(out, &format!("Losses by unit{name}"), |out| units(out, arm));
        folded(out, &format!("Clauses that fired{name}"), |out| {
            clauses(out, arm)
        });
    }
    changed(out, scenario);
}

fn wins(out: &mut String, scenario: &ScenarioReport) {
    push(out, format_args!("<h3>Who wins</h3>\n"));
    for (at, side) in scenario.sides.iter().enumerate() {
        let rows: Vec<Row> = scenario
            .arms
            .iter()
            .enumerate()
            .map(|(place, arm)| Row {
                name: arm.variant.clone(),
                value: arm.wins[at],
                hollow: place == 0 && scenario.arms.len() > 1,
            })
            .collect();
        let says = format!("battles that {side} wins, per cent");
        figure(
            out,
            &plot::rows(&rows, " %", &says, Some((0.0, 100.0)), 50.0),
            &format!("Battles that {side} wins, with their intervals of 95 per cent."),
        );
    }
    let rows: Vec<Vec<String>> = scenario
        .arms
        .iter()
        .map(|arm| {
            let ends = arm.ends;
            let stopped = ends.turn_caps + ends.order_caps + ends.no_orders;
            vec![
                escaped(&arm.variant),
                ends.wins[0].to_string(),
                ends.wins[1].to_string(),
                ends.draws.to_string(),
                stopped.to_string(),
                cell(arm.first),
                cell(arm.losses[0]),
                cell(arm.losses[1]),
            ]
        })
        .collect();
    let [a, b] = &scenario.sides;
    let (a, b) = (escaped(a), escaped(b));
    let (lost_a, lost_b) = (format!("{a} loses, %"), format!("{b} loses, %"));
    let head = [
        "variant",
        &a,
        &b,
        "drawn",
        "stopped",
        "first side wins, %",
        &lost_a,
        &lost_b,
    ];
    table(out, &head, &rows);
    for arm in &scenario.arms {
        for seat in &arm.seats {
            push(
                out,
                format_args!(
                    "<p class=\"note\">{}: {} wins {} % of the battles won.</p>\n",
                    escaped(&arm.variant),
                    escaped(&seat.player),
                    cell(seat.wins)
                ),
            );
        }
        let ends: Vec<String> = arm
            .endings
            .iter()
            .map(|(id, title, n)| format!("{n} by {} ({})", escaped(id), escaped(title)))
            .collect();
        push(
            out,
            format_args!(
                "<p class=\"note\">{}: ended {}.</p>\n",
                escaped(&arm.variant),
                ends.join(", ")
            ),
        );
    }
}

fn lengths(out: &mut String, scenario: &ScenarioReport) {
    let rows: Vec<Vec<String>> = scenario
        .arms
        .iter()
        .map(|arm| {
            let quarters =
                |q: [u32; 5]| format!("{} · {} · {} · {} · {}", q[0], q[1], q[2], q[3], q[4]);
            vec![
                escaped(&arm.variant),
                fine(arm.turns.mean),
                quarters(arm.turns.quarters),
                cell(arm.orders.mean),
                quarters(arm.orders.quarters),
            ]
        })
        .collect();
    let head = [
        "variant",
        "turns",
        "least · quarter · middle · quarter · most",
        "orders",
        "likewise",
    ];
    table(out, &head, &rows);
}

fn leads(out: &mut String, scenario: &ScenarioReport) {
    let series: Vec<Series> = scenario
        .arms
        .iter()
        .filter(|arm| !arm.leads.is_empty())
        .take(MOST_LINES)
        .map(|arm| Series {
            name: arm.variant.clone(),
            points: arm
                .leads
                .iter()
                .map(|lead| (f64::from(lead.turn), lead.held))
                .collect(),
        })
        .collect();
    if series.is_empty() {
        return;
    }
    push(out, format_args!("<h3>When it is decided</h3>\n"));
    let says = "how often the side that leads at the end of a turn wins, per cent";
    let plot = plot::lines(
        &series,
        ("end of game turn", "%"),
        says,
        Some((0.0, 100.0)),
        Some(50.0),
    );
    figure(
        out,
        &plot,
        "How often the side that has more of its strength left at the end of a turn goes on to win; \
         battles that are over count as won by their winner.",
    );
}

fn units(out: &mut String, arm: &ArmReport) {
    let rows: Vec<Vec<String>> = arm
        .units
        .iter()
        .map(|unit| {
            vec![
                escaped(&unit.name),
                escaped(&unit.side),
                escaped(&unit.kind),
                cell(unit.lost),
                format!("{} of {}", number(unit.left), unit.began),
                cell(unit.won[0]),
                cell(unit.won[1]),
            ]
        })
        .collect();
    let head = [
        "unit",
        "side",
        "type",
        "lost, %",
        "left",
        "side wins when lost, %",
        "when not, %",
    ];
    table(out, &head, &rows);
}

fn clauses(out: &mut String, arm: &ArmReport) {
    let rows: Vec<Vec<String>> = arm
        .clauses
        .iter()
        .map(|clause| {
            vec![
                escaped(&clause.id),
                escaped(&clause.title),
                cell(clause.battles),
                format!(
                    "{} <small>{} to {}</small>",
                    number(clause.times.value),
                    number(clause.times.low.max(0.0)),
                    number(clause.times.high)
                ),
            ]
        })
        .collect();
    table(
        out,
        &["clause", "title", "battles, %", "times a battle"],
        &rows,
    );
}

/// The clauses that fire otherwise.
fn changed(out: &mut String, scenario: &ScenarioReport) {
    for difference in scenario
        .differences
        .iter()
        .filter(|d| !d.clauses.is_empty())
    {
        let title = format!("What fires otherwise with {}", difference.variant);
        folded(out, &title, |out| {
            let rows: Vec<Vec<String>> = difference
                .clauses
                .iter()
                .map(|c| {
                    vec![
                        escaped(&c.id),
                        escaped(&c.title),
                        number(c.before),
                        number(c.after),
                    ]
                })
                .collect();
            let head = ["clause", "title", "times before", "times with it"];
            table(out, &head, &rows);
        });
    }
}

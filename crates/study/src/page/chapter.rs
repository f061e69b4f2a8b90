//! What the page tells of a scenario.

use crate::Estimate;
use crate::page::plot::{self, Row, Series, escaped};
use crate::page::{cell, differences, figure, fine, folded, push, table};
use crate::tell::words::{number, points};
use crate::tell::{ArmReport, ScenarioReport};

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
    luck(out, scenario);
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
            let span = |q: [u32; 5]| format!("{} to {}", q[0], q[4]);
            let half = |q: [u32; 5]| format!("{} to {}", q[1], q[3]);
            vec![
                escaped(&arm.variant),
                fine(arm.turns.mean),
                half(arm.turns.quarters),
                span(arm.turns.quarters),
                cell(arm.orders.mean),
                half(arm.orders.quarters),
                span(arm.orders.quarters),
            ]
        })
        .collect();
    let head = [
        "variant",
        "turns",
        "half of them",
        "all",
        "orders",
        "half of them",
        "all",
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
    for arm in &scenario.arms {
        let settled = &arm.settled;
        push(
            out,
            format_args!(
                "<p class=\"note\">{}: from the end of turn {} on, on average, the later winner leads to the \
                 end ({} to {}; half of the battles from turn {} or before).{}</p>\n",
                escaped(&arm.variant),
                number(settled.mean.value),
                number(settled.mean.low),
                number(settled.mean.high),
                settled.quarters[2],
                arm.opening.map_or_else(String::new, opening)
            ),
        );
    }
}

/// Luck against skill.
/// What it is worth to order first.
fn opening(won: Estimate) -> String {
    let (how, value, low, high) = if won.value < 0.0 {
        ("less", -won.value, -won.high, -won.low)
    } else {
        ("more", won.value, won.low, won.high)
    };
    format!(
        " A side wins {} points {how} often when it orders first ({} to {}).",
        points(value),
        points(low),
        points(high)
    )
}

fn luck(out: &mut String, scenario: &ScenarioReport) {
    let measured: Vec<_> = scenario
        .arms
        .iter()
        .filter_map(|arm| Some((arm, arm.luck.as_ref()?)))
        .collect();
    if measured.is_empty() {
        return;
    }
    push(out, format_args!("<h3>Luck and skill</h3>\n"));
    if measured.iter().all(|(_, luck)| luck.typical.value == 0.0) {
        out.push_str(
            "<p class=\"note\">Luck decides nothing here: no order came to anything but what was to be \
             expected of it.</p>\n",
        );
        return;
    }
    let series: Vec<Series> = measured
        .iter()
        .take(MOST_LINES)
        .map(|(arm, luck)| Series {
            name: arm.variant.clone(),
            points: luck.fifths.iter().map(|f| (f.luck, f.wins)).collect(),
        })
        .collect();
    let side = &scenario.side;
    let across = format!("luck of {side}, % of an army");
    let says = format!("how often {side} wins by its luck, per cent");
    let plot = plot::lines(
        &series,
        (&across, "%"),
        &says,
        Some((0.0, 100.0)),
        Some(50.0),
    );
    let caption = format!(
        "How often {side} wins, the battles in five parts by its luck. The steeper the line, the more \
         the dice decide."
    );
    figure(out, &plot, &caption);
    let rows: Vec<Vec<String>> = measured
        .iter()
        .map(|(arm, luck)| {
            vec![
                escaped(&arm.variant),
                cell(luck.explained),
                cell(luck.luckier),
                cell(luck.typical),
                cell(luck.score),
                cell(luck.even),
            ]
        })
        .collect();
    let (points, even) = (
        format!("points of {}, %", escaped(side)),
        format!("{} at even luck, %", escaped(side)),
    );
    let head = [
        "variant",
        "luck explains, %",
        "luckier side wins, %",
        "usual luck, % of an army",
        &points,
        &even,
    ];
    table(out, &head, &rows);
    out.push_str(
        "<p class=\"note\">The luck of an order is what came of it less what its dice let expect, by what \
         units left are worth and by who has won. What luck does not explain is decisions, the scenario, \
         and dice whose worth does not show at once.</p>\n",
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

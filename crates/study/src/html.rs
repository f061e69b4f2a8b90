//! The report as a page: one file that needs nothing else, for phones, laptops
//! and paper, in the dark and without colour.

use crate::plot::{self, Row, Series, escaped};
use crate::report::{ArmReport, Difference, Report, ScenarioReport};
use crate::stats::Estimate;
use crate::words::{number, points};
use std::fmt::Write;

/// Most lines in a plot; more could not be told apart.
const MOST_LINES: usize = 5;

/// The report as a self-contained HTML file.
#[must_use]
pub fn html(report: &Report) -> String {
    let mut out = String::from(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\">\n",
    );
    push(
        &mut out,
        format_args!("<title>{}</title>\n", escaped(&report.title)),
    );
    push(
        &mut out,
        format_args!(
            "<style>\n{}</style>\n</head>\n<body>\n<main>\n",
            include_str!("page.css")
        ),
    );
    head(&mut out, report);
    claims(&mut out, report);
    for sweep in &report.sweep {
        let scenario = report.scenarios.iter().find(|s| s.id == sweep.scenario);
        push(
            &mut out,
            format_args!(
                "<h2>{} over {}</h2>\n",
                escaped(&sweep.number),
                escaped(scenario.map_or(&sweep.scenario, |s| &s.title))
            ),
        );
        let line = Series {
            name: sweep.answer.clone(),
            points: sweep.points.iter().map(|p| (p.x, p.answer)).collect(),
        };
        let even = sweep.answer.contains("wins").then_some(50.0);
        let plot = plot::lines(&[line], (&sweep.number, ""), &sweep.answer, None, even);
        figure(
            &mut out,
            &plot,
            &format!("{}, with its band of 95 per cent.", sweep.answer),
        );
        push(&mut out, format_args!("<p>{}.</p>\n", escaped(&sweep.says)));
    }
    together(&mut out, report);
    for scenario in &report.scenarios {
        section(&mut out, scenario);
    }
    foot(&mut out, report);
    out.push_str("</main>\n</body>\n</html>\n");
    out
}

/// Writing to a string cannot fail.
fn push(out: &mut String, text: std::fmt::Arguments<'_>) {
    let _ = out.write_fmt(text);
}

fn figure(out: &mut String, plot: &str, caption: &str) {
    push(
        out,
        format_args!(
            "<figure>{plot}<figcaption>{}</figcaption></figure>\n",
            escaped(caption)
        ),
    );
}

/// A table: its head and its rows, already escaped; the first cells stand left.
fn table(out: &mut String, head: &[&str], rows: &[Vec<String>]) {
    out.push_str("<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"table\"><table><thead><tr>");
    for cell in head {
        push(out, format_args!("<th scope=\"col\">{cell}</th>"));
    }
    out.push_str("</tr></thead><tbody>\n");
    for row in rows {
        out.push_str("<tr>");
        for cell in row {
            push(out, format_args!("<td>{cell}</td>"));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody></table></div>\n");
}

/// An estimate in a cell.
fn cell(of: Estimate) -> String {
    format!(
        "{} <small>{} to {}</small>",
        points(of.value),
        points(of.low),
        points(of.high)
    )
}

/// The same of a small number, with two decimals.
fn fine(of: Estimate) -> String {
    format!(
        "{} <small>{} to {}</small>",
        number(of.value),
        number(of.low),
        number(of.high)
    )
}

fn folded(out: &mut String, title: &str, inside: impl FnOnce(&mut String)) {
    push(
        out,
        format_args!("<details><summary>{}</summary>\n", escaped(title)),
    );
    inside(out);
    out.push_str("</details>\n");
}

fn head(out: &mut String, report: &Report) {
    push(out, format_args!("<h1>{}</h1>\n", escaped(&report.title)));
    push(
        out,
        format_args!(
            "<p class=\"note\">{}: {} battles of each of {} variants in {} scenarios, seed {}. \
             Every variant meets the same dice.{}</p>\n",
            escaped(&report.rules_title),
            report.battles,
            report.variants.len(),
            report.scenarios.len(),
            report.seed,
            if report.swap {
                " The players change sides on every other battle."
            } else {
                ""
            }
        ),
    );
    for paragraph in report.says.split("\n\n").filter(|p| !p.trim().is_empty()) {
        push(
            out,
            format_args!("<p class=\"says\">{}</p>\n", escaped(paragraph)),
        );
    }
    if !report.conclusion.is_empty() {
        out.push_str("<div class=\"lead\">\n");
        for paragraph in &report.conclusion {
            push(out, format_args!("<p>{}</p>\n", escaped(paragraph)));
        }
        out.push_str("</div>\n");
    }
    let changed = report
        .variants
        .iter()
        .any(|(_, changes)| !changes.is_empty());
    if changed && report.sweep.is_empty() {
        out.push_str("<h3>The variants</h3>\n");
        let rows: Vec<Vec<String>> = report
            .variants
            .iter()
            .map(|(name, changes)| {
                let changes: Vec<String> = changes.iter().map(|c| escaped(c)).collect();
                let changes = if changes.is_empty() {
                    "the rules as printed".to_owned()
                } else {
                    changes.join("<br>")
                };
                vec![escaped(name), format!("<span class=\"l\">{changes}</span>")]
            })
            .collect();
        table(out, &["variant", "what it changes"], &rows);
    }
}

fn claims(out: &mut String, report: &Report) {
    if report.claims.is_empty() {
        return;
    }
    out.push_str("<h2>What is said of the rules</h2>\n<ul class=\"verdicts\">\n");
    for claim in &report.claims {
        let bound = match (claim.least, claim.most) {
            (Some(least), Some(most)) => format!("{} to {}", number(least), number(most)),
            (Some(least), None) => format!("at least {}", number(least)),
            (None, Some(most)) => format!("at most {}", number(most)),
            (None, None) => String::new(),
        };
        let sign = match claim.verdict.as_str() {
            "holds" => "✓ holds",
            "fails" => "✗ fails",
            _ => "? open",
        };
        push(
            out,
            format_args!(
                "<li><strong>{sign}</strong>: {}<br><span class=\"note\">{}: {} ({} to {}), claimed {bound}</span></li>\n",
                escaped(&claim.says),
                escaped(&claim.asked),
                points(claim.answer.value),
                points(claim.answer.low),
                points(claim.answer.high)
            ),
        );
    }
    out.push_str("</ul>\n");
}

fn together(out: &mut String, report: &Report) {
    if report.together.is_empty() {
        return;
    }
    out.push_str("<h2>All scenarios together</h2>\n");
    let side = report.together[0].side.clone();
    differences(out, &report.together, &side);
}

/// How many points more often a side wins with each variant.
fn differences(out: &mut String, all: &[Difference], side: &str) {
    let rows: Vec<Row> = all
        .iter()
        .map(|d| Row {
            name: d.variant.clone(),
            value: d.wins,
            hollow: !d.wins.is_sure(),
        })
        .collect();
    let against = all.first().map_or("", |d| d.against.as_str());
    let says = format!("how many points more often {side} wins than with {against}");
    let plot = plot::rows(&rows, "", &says, None, 0.0);
    let caption = format!(
        "How many points more often {side} wins than with “{against}”, on the same dice. Hollow: the \
         interval holds nought, the difference may be chance."
    );
    figure(out, &plot, &caption);
    let rows: Vec<Vec<String>> = all
        .iter()
        .map(|d| {
            vec![
                escaped(&d.variant),
                cell(d.wins),
                format!("{} : {}", d.swung.0, d.swung.1),
                fine(d.turns),
                cell(d.orders),
                d.needed.saturating_sub(d.battles).to_string(),
            ]
        })
        .collect();
    let head = [
        "variant",
        "wins, points",
        "battles swung",
        "turns",
        "orders",
        "still needed",
    ];
    table(out, &head, &rows);
    push(
        out,
        format_args!(
            "<p class=\"note\">Battles swung: won with the variant only, and with “{}” only. Still needed: \
             battles of each to know the difference as near as the study wants.</p>\n",
            escaped(against)
        ),
    );
}

fn section(out: &mut String, scenario: &ScenarioReport) {
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

fn foot(out: &mut String, report: &Report) {
    out.push_str("<h2>How this was made</h2>\n");
    push(
        out,
        format_args!(
            "<p class=\"note\">Every battle was played by the engine that umpires the game. Shares have score \
             intervals (Wilson), differences of shares Newcombe's intervals for pairs, means Student's; each \
             holds the truth in 95 of 100 studies, and of twenty differences that are none one looks sure. \
             Strength is what the computer player thinks a unit is worth. A battle is stopped after {} turns or \
             {} orders. This study, saved as a file, makes this report again:</p>\n<pre>{}</pre>\n",
            report.limits.0,
            report.limits.1,
            escaped(&report.study)
        ),
    );
}

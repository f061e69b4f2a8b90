//! The report as a page: one file that needs nothing else, for phones, laptops
//! and paper, in the dark and without colour.

mod chapter;
mod claims;
pub(crate) mod plot;
mod points;
mod sweep;

use self::plot::{Row, escaped};
use crate::stats::Estimate;
use crate::tell::words::{extent, number, points};
use crate::tell::{Difference, Report};
use std::fmt::Write;

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
    claims::claims(&mut out, report);
    sweep::sweeps(&mut out, report);
    sweep::importance(&mut out, report);
    points::points(&mut out, report);
    together(&mut out, report);
    for scenario in &report.scenarios {
        chapter::chapter(&mut out, scenario);
    }
    foot(&mut out, report);
    out.push_str("</main>\n</body>\n</html>\n");
    out
}

/// Writing to a string cannot fail.
pub(crate) fn push(out: &mut String, text: std::fmt::Arguments<'_>) {
    let _ = out.write_fmt(text);
}

pub(crate) fn figure(out: &mut String, plot: &str, caption: &str) {
    push(
        out,
        format_args!(
            "<figure>{plot}<figcaption>{}</figcaption></figure>\n",
            escaped(caption)
        ),
    );
}

/// A table: its head and its rows, already escaped; the first cells stand left.
pub(crate) fn table(out: &mut String, head: &[&str], rows: &[Vec<String>]) {
    // Whoever listens goes from table to table: each has a name of its own.
    let before = out.matches("<div class=\"wide\"").count();
    push(
        out,
        format_args!(
            "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"table {}\"><table><thead><tr>",
            before + 1
        ),
    );
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
pub(crate) fn cell(of: Estimate) -> String {
    format!(
        "{} <small>{} to {}</small>",
        points(of.value),
        points(of.low),
        points(of.high)
    )
}

/// The same of a small number, with two decimals.
pub(crate) fn fine(of: Estimate) -> String {
    format!(
        "{} <small>{} to {}</small>",
        number(of.value),
        number(of.low),
        number(of.high)
    )
}

pub(crate) fn folded(out: &mut String, title: &str, inside: impl FnOnce(&mut String)) {
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
            "<p class=\"note\">{}: {}{}, seed {}.{}{}</p>\n",
            escaped(&report.rules_title),
            // A search does not play every value as often.
            if report.sweep.iter().any(|s| s.budget.is_some()) {
                "at most "
            } else {
                ""
            },
            extent(
                report.battles,
                report.variants.len(),
                report.scenarios.len()
            ),
            report.seed,
            if report.variants.len() > 1 {
                " Every variant meets the same dice."
            } else {
                ""
            },
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
        table(
            out,
            &["variant", "<span class=\"l\">what it changes</span>"],
            &rows,
        );
    }
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
pub(crate) fn differences(out: &mut String, all: &[Difference], side: &str) {
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

fn foot(out: &mut String, report: &Report) {
    out.push_str("<h2>How this was made</h2>\n");
    push(
        out,
        format_args!(
            "<p class=\"note\">Every battle was played by the engine that umpires the game. Shares have score \
             intervals (Wilson), differences of shares Newcombe's intervals for pairs, means Student's; each \
             holds the truth in 95 of 100 studies, and of twenty differences that are none one looks sure. \
             Strength is what the computer player thinks a unit is worth. A battle is stopped after {} turns or \
             {} orders. The study below, saved as a file, makes this report again.</p>\n<details><summary>The study file</summary>\n<pre>{}</pre>\n</details>\n",
            report.limits.0,
            report.limits.1,
            escaped(&report.study)
        ),
    );
}

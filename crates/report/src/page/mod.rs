//! The report as a page: one file that needs no other, for phones, laptops and paper, and readable
//! in the dark and without colour.

mod chapter;
mod claims;
pub(crate) mod plot;
mod points;
mod sweep;

use self::plot::{Row, escaped};
use crate::tell::spoken::spoken;
use crate::tell::words::{extent, number, points, span};
use crate::tell::{Difference, Report};
use sandtable_study::stats::Estimate;
use sandtable_tongue::{say, say_as};
use std::fmt::Write;

/// Returns the report as a self-contained HTML file.
#[must_use]
pub fn html(report: &Report) -> String {
    let report = &spoken(report);
    let mut out = format!(
        "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\">\n",
        say_as("language", "en")
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

/// Appends formatted text; writing to a string cannot fail.
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

/// Writes a table from its head and rows, already escaped; the first column is left-aligned.
pub(crate) fn table(out: &mut String, head: &[&str], rows: &[Vec<String>]) {
    // Screen readers go from table to table, so each table has its own name.
    let before = out.matches("<div class=\"wide\"").count();
    push(
        out,
        format_args!(
            "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"{}\"><table><thead><tr>",
            say!("table {n}", n = before + 1)
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

/// Writes a heading within a chapter.
pub(crate) fn heading(out: &mut String, says: &str) {
    push(out, format_args!("<h3>{}</h3>\n", escaped(says)));
}

/// Writes an explaining paragraph.
pub(crate) fn note(out: &mut String, says: &str) {
    push(
        out,
        format_args!("<p class=\"note\">{}</p>\n", escaped(says)),
    );
}

/// Returns a left-aligned cell.
pub(crate) fn left(text: &str) -> String {
    format!("<span class=\"l\">{}</span>", escaped(text))
}

/// Returns a cell with an estimate.
pub(crate) fn cell(of: Estimate) -> String {
    let within = span(points(of.low), points(of.high));
    format!("{} <small>{within}</small>", points(of.value))
}

/// Returns a cell with a small estimate, with two decimals.
pub(crate) fn fine(of: Estimate) -> String {
    let within = span(number(of.low), number(of.high));
    format!("{} <small>{within}</small>", number(of.value))
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
    note(out, &played(report));
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
        heading(out, say("The variants"));
        let rows: Vec<Vec<String>> = report
            .variants
            .iter()
            .map(|(name, changes)| {
                let changes: Vec<String> = changes.iter().map(|c| escaped(c)).collect();
                let changes = if changes.is_empty() {
                    say!("the rules as printed")
                } else {
                    changes.join("<br>")
                };
                vec![escaped(name), format!("<span class=\"l\">{changes}</span>")]
            })
            .collect();
        let changes = left(say("what it changes"));
        table(out, &[say_as("column", "variant"), &changes], &rows);
    }
}

/// Says what was played, and how.
fn played(report: &Report) -> String {
    let (battles, scenarios) = (report.battles, report.scenarios.len());
    let mut much = extent(battles, report.variants.len(), scenarios);
    // A search does not play every value equally often.
    if report.sweep.iter().any(|s| s.budget.is_some()) {
        much = say!("at most {much}", much = much);
    }
    let mut says = say!(
        "{rules}: {much}, seed {seed}.",
        rules = report.rules_title,
        much = much,
        seed = report.seed
    );
    if report.variants.len() > 1 {
        says.push_str(say(" Every variant meets the same dice."));
    }
    if report.swap {
        says.push_str(say(" The players change sides on every other battle."));
    }
    says
}

fn together(out: &mut String, report: &Report) {
    if report.together.is_empty() {
        return;
    }
    push(
        out,
        format_args!("<h2>{}</h2>\n", say("All scenarios together")),
    );
    let side = report.together[0].side.clone();
    differences(out, &report.together, &side);
}

/// Writes how many points more often a side wins with each variant.
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
    let says = say!(
        "how many points more often {side} wins than with {against}",
        side = side,
        against = against
    );
    let plot = plot::rows(&rows, "", &says, None, 0.0);
    let caption = say!(
        "How many points more often {side} wins than with “{against}”, on the same dice. Hollow: the \
         interval holds zero, the difference may be chance.",
        side = side,
        against = against
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
        say_as("column", "variant"),
        say("wins, points"),
        say("battles swung"),
        say_as("column", "turns"),
        say_as("column", "orders"),
        say("still needed"),
    ];
    table(out, &head, &rows);
    note(
        out,
        &say!(
            "Battles swung: won with the variant only, and with “{against}” only. Still needed: battles of \
             each to know the difference as near as the study wants.",
            against = against
        ),
    );
}

fn foot(out: &mut String, report: &Report) {
    push(out, format_args!("<h2>{}</h2>\n", say("How this was made")));
    note(
        out,
        &say!(
            "Every battle was played by the engine that umpires the game. Shares have score intervals \
             (Wilson), differences of shares Newcombe's intervals for pairs, means Student's; each holds the \
             truth in 95 of 100 studies, and of twenty differences that are none one looks sure. Strength is \
             what the computer player thinks a unit is worth. A battle is stopped after {turns} turns or \
             {orders} orders. The study below, saved as a file, makes this report again.",
            turns = report.limits.0,
            orders = report.limits.1
        ),
    );
    folded(out, say("The study file"), |out| {
        push(out, format_args!("<pre>{}</pre>\n", escaped(&report.study)));
    });
}

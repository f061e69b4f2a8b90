//! The page's part about points.

use super::plot::{self, Row, Series, escaped};
use super::{figure, fine, heading, left, push, table};
use crate::tell::words::{capital, number, worth};
use crate::tell::{PointsReport, Report};
use sandtable_study::stats::Estimate;
use sandtable_tongue::{say, say_as};

/// Writes what units are worth, arm by arm.
pub(crate) fn points(out: &mut String, report: &Report) {
    for points in report.points.iter().filter(|p| !p.kinds.is_empty()) {
        let several = report.points.len() > 1;
        let of = if several {
            format!(": {}, {}", points.scenario, points.variant)
        } else {
            String::new()
        };
        let title = say!("What units are worth") + &of;
        push(out, format_args!("<h2>{}</h2>\n", escaped(&title)));
        kinds(out, points);
        check(out, points);
    }
    if report.dominance.is_empty() {
        return;
    }
    let rows: Vec<Vec<String>> = report
        .dominance
        .iter()
        .map(|d| {
            let under = if d.under.is_empty() {
                say_as("column", "none").to_owned()
            } else {
                d.under.join(", ")
            };
            vec![escaped(&d.kind), left(worth(&d.says)), left(&under)]
        })
        .collect();
    heading(out, say("Is any kind never worth it?"));
    let always = left(say("in every scenario and variant"));
    let under = left(say("worth less than, at no lower price"));
    let head = [say_as("column", "kind"), &always, &under];
    table(out, &head, &rows);
}

fn kinds(out: &mut String, points: &PointsReport) {
    let rows: Vec<Row> = points
        .kinds
        .iter()
        .map(|kind| Row {
            name: kind.title.clone(),
            value: kind.worth,
            hollow: kind.verdict == "open",
        })
        .collect();
    let says = say("what a unit of each kind is worth, in points; the mean of all kinds is ten");
    figure(
        out,
        &plot::fine_rows(&rows, says, 10.0),
        &say!(
            "What a unit of each kind is worth, in points: the mean of all kinds is ten. Fitted to {n} \
             battles of armies of {least} to {most} units drawn at random. Hollow: the interval includes \
             the points it costs, or ten where it has no cost.",
            n = points.battles,
            least = points.units.0,
            most = points.units.1
        ),
    );
    let priced = points.kinds.iter().any(|kind| kind.asked.is_some());
    let rows: Vec<Vec<String>> = points
        .kinds
        .iter()
        .map(|kind| {
            let mut cells = vec![
                escaped(&kind.title),
                kind.stands.to_string(),
                fine(kind.worth),
                escaped(worth(&kind.verdict)),
            ];
            if priced {
                cells.insert(3, number(kind.asked.unwrap_or_default()));
            }
            cells
        })
        .collect();
    let mut head = vec![
        say_as("column", "kind"),
        say_as("column", "strength"),
        say_as("column", "points"),
        say_as("column", "verdict"),
    ];
    if priced {
        head.insert(3, say_as("column", "asked"));
    }
    table(out, &head, &rows);
}

/// Writes how well the values predict battles that they were not fitted to.
fn check(out: &mut String, points: &PointsReport) {
    push(
        out,
        format_args!("<p>{}</p>\n", escaped(&capital(&points.says))),
    );
    let Some(check) = &points.held_out else {
        return;
    };
    let sure = |said: f64| Estimate {
        value: said,
        low: said,
        high: said,
    };
    let series = [
        Series {
            name: say!("as it came"),
            points: check.bins.iter().map(|bin| (bin.said, bin.came)).collect(),
        },
        Series {
            name: say!("as it was said"),
            points: check
                .bins
                .iter()
                .map(|bin| (bin.said, sure(bin.said)))
                .collect(),
        },
    ];
    let says = say("points of the first side against the chance that was said, per cent");
    figure(
        out,
        &plot::lines(
            &series,
            (say("chance said, %"), "%"),
            says,
            Some((0.0, 100.0)),
            None,
        ),
        say(
            "Battles kept out of the fit, in five parts by the chance that the values give the first side: \
             a fair fit lies on the dashed line, within its band.",
        ),
    );
}

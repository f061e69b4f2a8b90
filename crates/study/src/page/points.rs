//! What the page tells of points.

use super::plot::{self, Row, Series, escaped};
use super::{figure, fine, push, table};
use crate::stats::Estimate;
use crate::tell::words::{capital, number};
use crate::tell::{PointsReport, Report};

/// What units are worth, arm by arm.
pub(crate) fn points(out: &mut String, report: &Report) {
    for points in report.points.iter().filter(|p| !p.kinds.is_empty()) {
        let several = report.points.len() > 1;
        let of = if several {
            format!(
                ": {}, {}",
                escaped(&points.scenario),
                escaped(&points.variant)
            )
        } else {
            String::new()
        };
        push(out, format_args!("<h2>What units are worth{of}</h2>\n"));
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
                "none".to_owned()
            } else {
                d.under.join(", ")
            };
            let left = |text: &str| format!("<span class=\"l\">{}</span>", escaped(text));
            vec![escaped(&d.kind), left(&d.says), left(&under)]
        })
        .collect();
    out.push_str("<h3>Is any kind never worth it?</h3>\n");
    let head = [
        "kind",
        "<span class=\"l\">in every scenario and variant</span>",
        "<span class=\"l\">worth less than, at no lower price</span>",
    ];
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
    let says = "what a unit of each kind is worth, in points; the mean of all kinds is ten";
    figure(
        out,
        &plot::fine_rows(&rows, says, 10.0),
        &format!(
            "What a unit of each kind is worth, in points: the mean of all kinds is ten. Fitted to {} \
             battles of armies of {} to {} units drawn by lot. Hollow: the interval holds what is asked \
             for it, or ten where nothing is asked.",
            points.battles, points.units.0, points.units.1
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
                escaped(&kind.verdict),
            ];
            if priced {
                cells.insert(3, number(kind.asked.unwrap_or_default()));
            }
            cells
        })
        .collect();
    let mut head = vec!["kind", "strength", "points", "verdict"];
    if priced {
        head.insert(3, "asked");
    }
    table(out, &head, &rows);
}

/// How well the values tell what they were not fitted to.
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
            name: "as it came".to_owned(),
            points: check.bins.iter().map(|bin| (bin.said, bin.came)).collect(),
        },
        Series {
            name: "as it was said".to_owned(),
            points: check
                .bins
                .iter()
                .map(|bin| (bin.said, sure(bin.said)))
                .collect(),
        },
    ];
    let says = "points of the first side against the chance that was said, per cent";
    figure(
        out,
        &plot::lines(
            &series,
            ("chance said, %", "%"),
            says,
            Some((0.0, 100.0)),
            None,
        ),
        "Battles kept out of the fit, in five parts by the chance that the values give the first side: a \
         fair fit lies on the dashed line, within its band.",
    );
}

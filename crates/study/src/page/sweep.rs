//! What the page tells of sweeps, and of every ruling in turn.

use super::plot::{self, Row, Series, escaped};
use super::{cell, figure, push, table};
use crate::tell::Report;
use crate::tell::words::{capital, number, points};

/// Most rulings in the plot.
const MOST_ROWS: usize = 16;

/// The sweeps, scenario by scenario.
pub(crate) fn sweeps(out: &mut String, report: &Report) {
    for sweep in &report.sweep {
        let scenario = report.scenarios.iter().find(|s| s.id == sweep.scenario);
        let title = scenario.map_or(&sweep.scenario, |s| &s.title);
        let numbers = match &sweep.grid {
            Some(grid) => format!("{} and {}", sweep.number, grid.number),
            None => sweep.number.clone(),
        };
        push(
            out,
            format_args!("<h2>{} over {}</h2>\n", escaped(&numbers), escaped(title)),
        );
        if let Some(grid) = &sweep.grid {
            figure(
                out,
                &plot::heat(&sweep.number, grid, &sweep.answer),
                &format!(
                    "{}: a number in each field, the stronger the more; {} down, {} across.",
                    capital(&sweep.answer),
                    sweep.number,
                    grid.number
                ),
            );
            push(
                out,
                format_args!("<p>{}.</p>\n", escaped(&capital(&sweep.says))),
            );
            continue;
        }
        let line = Series {
            name: sweep.answer.clone(),
            points: sweep.points.iter().map(|p| (p.x, p.answer)).collect(),
        };
        let even = sweep.answer.contains("wins").then_some(50.0);
        let plot = plot::lines(&[line], (&sweep.number, ""), &sweep.answer, None, even);
        let caption = format!("{}, with its band of 95 per cent.", capital(&sweep.answer));
        figure(out, &plot, &caption);
        push(
            out,
            format_args!("<p>{}.</p>\n", escaped(&capital(&sweep.says))),
        );
        if sweep.budget.is_some() {
            let rows: Vec<Vec<String>> = sweep
                .points
                .iter()
                .map(|p| vec![escaped(&p.value), p.battles.to_string(), cell(p.score)])
                .collect();
            table(
                out,
                &[&escaped(&sweep.number), "battles", "points, %"],
                &rows,
            );
        }
    }
}

/// How much each ruling matters.
pub(crate) fn importance(out: &mut String, report: &Report) {
    let Some(first) = report
        .scenarios
        .first()
        .filter(|_| !report.importance.is_empty())
    else {
        return;
    };
    out.push_str("<h2>How much each ruling matters</h2>\n");
    let rows: Vec<Row> = report
        .importance
        .iter()
        .take(MOST_ROWS)
        .map(|one| Row {
            name: one.variant.clone(),
            value: one.wins,
            hollow: !one.wins.is_sure(),
        })
        .collect();
    let side = &first.side;
    let says = format!("how many points more often {side} wins when a ruling is the other way");
    figure(
        out,
        &plot::rows(&rows, "", &says, None, 0.0),
        &format!(
            "How many points more often {side} wins when a ruling is the other way, the surest and \
             greatest first. Hollow: the change may be chance."
        ),
    );
    let rows: Vec<Vec<String>> = report
        .importance
        .iter()
        .map(|one| {
            vec![
                escaped(&one.variant),
                format!(
                    "<span class=\"l\">{} {}</span>",
                    escaped(&one.id),
                    escaped(&one.title)
                ),
                format!(
                    "{} <small>{} to {}</small>",
                    number(one.fired.value),
                    number(one.fired.low.max(0.0)),
                    number(one.fired.high)
                ),
                cell(one.wins),
                format!(
                    "{} : {}",
                    points(one.swung.0 as f64),
                    points(one.swung.1 as f64)
                ),
            ]
        })
        .collect();
    let head = [
        "the other way",
        "<span class=\"l\">clause</span>",
        "fires, times a battle",
        "wins, points",
        "battles swung",
    ];
    table(out, &head, &rows);
}

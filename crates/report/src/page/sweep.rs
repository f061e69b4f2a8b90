//! The page's parts about sweeps, and about every ruling in turn.

use super::plot::{self, Row, Series, escaped};
use super::{cell, figure, left, push, table};
use crate::tell::Report;
use crate::tell::words::{capital, number, points, span};
use sandtable_tongue::{say, say_as};

/// Most rulings in the plot.
const MOST_ROWS: usize = 16;

/// Writes the sweeps, scenario by scenario.
pub(crate) fn sweeps(out: &mut String, report: &Report) {
    for sweep in &report.sweep {
        let scenario = report.scenarios.iter().find(|s| s.id == sweep.scenario);
        let title = scenario.map_or(&sweep.scenario, |s| &s.title);
        let numbers = match &sweep.grid {
            Some(grid) => say!("{one} and {two}", one = sweep.named, two = grid.named),
            None => sweep.named.clone(),
        };
        push(
            out,
            format_args!(
                "<h2>{}</h2>\n",
                escaped(&say!(
                    "{number} over {scenario}",
                    number = capital(&numbers),
                    scenario = title
                ))
            ),
        );
        if let Some(grid) = &sweep.grid {
            figure(
                out,
                &plot::heat(&sweep.named, grid, &sweep.answer),
                &say!(
                    "{answer}: a number in each field, the stronger the more; {down} down, {across} across.",
                    answer = capital(&sweep.answer),
                    down = sweep.named,
                    across = grid.named
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
        let even = sweep.of_wins.then_some(50.0);
        let plot = plot::lines(&[line], (&sweep.named, ""), &sweep.answer, None, even);
        let caption = say!(
            "{answer}, with its band of 95 per cent.",
            answer = capital(&sweep.answer)
        );
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
                &[
                    &escaped(&sweep.named),
                    say_as("column", "battles"),
                    say("points, %"),
                ],
                &rows,
            );
        }
    }
}

/// Writes how much each ruling matters.
pub(crate) fn importance(out: &mut String, report: &Report) {
    let Some(first) = report
        .scenarios
        .first()
        .filter(|_| !report.importance.is_empty())
    else {
        return;
    };
    push(
        out,
        format_args!("<h2>{}</h2>\n", say("How much each ruling matters")),
    );
    let rows: Vec<Row> = report
        .importance
        .iter()
        .take(MOST_ROWS)
        .map(|one| Row {
            name: one.says.clone(),
            value: one.wins,
            hollow: !one.wins.is_sure(),
        })
        .collect();
    let side = &first.side;
    let says = say!(
        "how many points more often {side} wins when a ruling is the other way",
        side = side
    );
    figure(
        out,
        &plot::rows(&rows, "", &says, None, 0.0),
        &say!(
            "How many points more often {side} wins when a ruling is the other way, the surest and \
             greatest first. Hollow: the change may be chance.",
            side = side
        ),
    );
    let rows: Vec<Vec<String>> = report
        .importance
        .iter()
        .map(|one| {
            vec![
                escaped(&one.says),
                left(&format!("{} {}", one.id, one.title)),
                format!(
                    "{} <small>{}</small>",
                    number(one.fired.value),
                    span(number(one.fired.low.max(0.0)), number(one.fired.high))
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
    let clause = left(say_as("column", "clause"));
    let head = [
        say("the other way"),
        &clause,
        say("fires, times a battle"),
        say("wins, points"),
        say("battles swung"),
    ];
    table(out, &head, &rows);
}

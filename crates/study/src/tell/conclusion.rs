//! What a study comes to, in plain language.

use crate::stats::Estimate;
use crate::tell::report::{Difference, Report, ScenarioReport, SweepPoint};
use crate::tell::words::{band, capital, number, points};
use std::fmt::Write as _;

/// What it comes to: a paragraph for each difference, or of what there is.
pub(crate) fn conclusion(report: &Report) -> Vec<String> {
    let mut out = Vec::new();
    for scenario in &report.scenarios {
        if scenario.differences.is_empty() && report.sweep.is_empty() && report.points.is_empty() {
            out.push(alone(report, scenario));
        }
        if let Some(first) = scenario.differences.first() {
            let whole = || scenario.differences.iter().filter(|d| !is_part(d));
            if whole().count() > MOST_PARAGRAPHS {
                out.push(summary(&scenario.id, &whole().collect::<Vec<_>>()));
            } else {
                out.extend(whole().map(|d| paragraph(report, scenario, d, d == first)));
            }
        }
    }
    let whole: Vec<&Difference> = report.together.iter().filter(|d| !is_part(d)).collect();
    if whole.len() > MOST_PARAGRAPHS {
        out.push(summary("Over all scenarios together", &whole));
    } else {
        for difference in whole {
            out.push(format!(
                "Over all {} scenarios together, {} {}.",
                report.scenarios.len(),
                difference.side,
                told(difference, report.half_width)
            ));
        }
    }
    out.extend(
        report
            .sweep
            .iter()
            .map(|sweep| format!("{}: {}", sweep.scenario, sweep.says)),
    );
    for points in &report.points {
        let which = match report.points.len() {
            1 => String::new(),
            _ => format!("{}, {}: ", points.scenario, points.variant),
        };
        out.push(format!("{which}{}", capital(&points.says)));
    }
    let told = report
        .dominance
        .iter()
        .filter(|d| d.says != "open" || !d.under.is_empty());
    let told: Vec<String> = told
        .map(|d| {
            let under = match d.under.as_slice() {
                [] => String::new(),
                list => format!(", less than {} that cost no more", list.join(" and ")),
            };
            match d.says.as_str() {
                "open" => format!(
                    "{}: worth less than {}, at no lower price",
                    d.kind,
                    d.under.join(" and ")
                ),
                says => format!("{}: {says}{under}", d.kind),
            }
        })
        .collect();
    if !told.is_empty() {
        out.push(format!(
            "In every scenario and variant: {}.",
            told.join("; ")
        ));
    } else if !report.dominance.is_empty() {
        out.push(
            "Of no kind of unit can it be told that it is always worth less or more than it costs."
                .to_owned(),
        );
    }
    let count = |verdict: &str| {
        let found = report.claims.iter().filter(|c| c.verdict == verdict);
        found.count()
    };
    if !report.claims.is_empty() {
        let parts = [
            ("holds", "hold", count("holds")),
            ("holds in part", "hold in part", count("holds in part")),
            ("does not hold", "do not hold", count("does not hold")),
            ("is open", "are open", count("open")),
        ];
        let told = parts.iter().filter(|(_, _, n)| *n > 0);
        let told: Vec<String> = told
            .map(|(one, many, n)| format!("{n} {}", if *n == 1 { one } else { many }))
            .collect();
        out.push(format!(
            "Of {} claims {}.",
            report.claims.len(),
            told.join(", ")
        ));
    }
    if !report.left_out.is_empty() {
        out.push(format!(
            "Not played, since the scenario does not go with them: {}.",
            report.left_out.join(", ")
        ));
    }
    out.extend(stopped(report));
    out
}

/// More variants than this are told of in one paragraph.
const MOST_PARAGRAPHS: usize = 4;

/// Many variants against the first: those that make a difference beyond chance.
fn summary(what: &str, all: &[&Difference]) -> String {
    let mut sure: Vec<&&Difference> = all.iter().filter(|d| d.wins.is_sure()).collect();
    sure.sort_by(|a, b| b.wins.value.abs().total_cmp(&a.wins.value.abs()));
    let (side, against) = all.first().map_or(("", ""), |d| (&d.side, &d.against));
    let many = all.len();
    let list: Vec<String> = sure
        .iter()
        .map(|d| {
            let wins = d.wins;
            format!(
                "{} {:+.1} points ({:+.1} to {:+.1})",
                d.variant, wins.value, wins.low, wins.high
            )
        })
        .collect();
    let found = if list.is_empty() {
        format!("none of {many} variants changes how often {side} wins beyond chance")
    } else {
        format!(
            "{} of {many} variants change how often {side} wins beyond chance, against {against}: {}",
            list.len(),
            list.join("; ")
        )
    };
    format!(
        "{what}: {found}. Of {many} that change nothing about {} would look so: a surprise is worth \
         a study of its own with another seed.",
        number(crate::stats::float(many as u64) * 0.05)
    )
}

/// A sentence about battles that did not end.
fn stopped(report: &Report) -> Option<String> {
    let mut says = Vec::new();
    for scenario in &report.scenarios {
        for arm in &scenario.arms {
            let ends = arm.ends;
            let named = [
                (ends.turn_caps, format!("after {} turns", report.limits.0)),
                (ends.order_caps, format!("after {} orders", report.limits.1)),
                (ends.no_orders, "for want of a legal order".to_owned()),
            ];
            for (count, how) in named.into_iter().filter(|(count, _)| *count > 0) {
                says.push(format!(
                    "{count} of {} in {} ({}) {how}",
                    ends.battles, scenario.id, arm.variant
                ));
            }
        }
    }
    (!says.is_empty()).then(|| {
        format!(
            "Battles were stopped that the rules did not end: {}. They count as won by nobody.",
            says.join("; ")
        )
    })
}

/// Whether a variant has only one change of another one: `compare` makes such.
fn is_part(difference: &Difference) -> bool {
    difference.variant.starts_with("only ")
}

/// A scenario with one variant.
fn alone(report: &Report, scenario: &ScenarioReport) -> String {
    let Some(arm) = scenario.arms.first() else {
        return String::new();
    };
    let [a, b] = &scenario.sides;
    let mut says = format!(
        "{}: {a} wins {} % and {b} {} % of {} battles",
        scenario.id,
        band(arm.wins[0]),
        band(arm.wins[1]),
        arm.ends.battles
    );
    if arm.ends.draws > 0 {
        let are = if arm.ends.draws == 1 { "is" } else { "are" };
        let _ = write!(says, ", {} {are} drawn", arm.ends.draws);
    }
    let (low, high) = (arm.wins[0].low, arm.wins[0].high);
    let even = if report.battles > 0 && arm.wins[0].low > arm.wins[1].high {
        format!("; {a} is favoured")
    } else if arm.wins[1].low > arm.wins[0].high {
        format!("; {b} is favoured")
    } else {
        format!(
            "; which side is favoured cannot be told apart from chance at {} points to either side",
            points((high - low) / 2.0)
        )
    };
    let _ = write!(
        says,
        "{even}. A battle takes {} turns and {} orders.",
        number(arm.turns.mean.value),
        number(arm.orders.mean.value)
    );
    says
}

/// "wins 7 points more often with B than with A (5 to 9)".
fn told(difference: &Difference, half_width: u32) -> String {
    let wins = difference.wins;
    let (variant, against) = (&difference.variant, &difference.against);
    if wins.is_sure() {
        let (more, few, many) = if wins.value >= 0.0 {
            ("more", wins.low, wins.high)
        } else {
            ("less", -wins.high, -wins.low)
        };
        return format!(
            "wins {} points {more} often with {variant} than with {against} ({} to {})",
            points(wins.value.abs()),
            points(few),
            points(many)
        );
    }
    let still = difference.needed.saturating_sub(difference.battles);
    let still = if still == 0 {
        "if there is one, it is small".to_owned()
    } else {
        let side = if half_width == 1 { "point" } else { "points" };
        format!("{still} more battles of each would tell it to {half_width} {side} to either side")
    };
    format!(
        "wins about as often with {variant} as with {against}: the difference of {} points may be \
         chance ({} to {}), {still}",
        points(wins.value),
        points(wins.low),
        points(wins.high)
    )
}

/// The paragraph of a difference: what changes, by how much, and where from.
fn paragraph(
    report: &Report,
    scenario: &ScenarioReport,
    difference: &Difference,
    first: bool,
) -> String {
    let told_at = scenario
        .sides
        .iter()
        .position(|s| *s == difference.side)
        .unwrap_or(0);
    let wins = |variant: &str| {
        let arm = scenario.arms.iter().find(|arm| arm.variant == variant);
        arm.map_or(0.0, |arm| arm.wins[told_at].value)
    };
    let mut says = format!(
        "{}: {} {}. It wins {} % of {} battles with {}, {} % with {}.",
        scenario.id,
        difference.side,
        told(difference, report.half_width),
        points(wins(&difference.variant)),
        difference.battles,
        difference.variant,
        points(wins(&difference.against)),
        difference.against,
    );
    let turns = difference.turns;
    if turns.is_sure() {
        let word = if turns.value > 0.0 {
            "longer"
        } else {
            "shorter"
        };
        let _ = write!(
            says,
            " Battles are {} turns {word} ({} to {}).",
            number(turns.value.abs()),
            number(turns.low.abs().min(turns.high.abs())),
            number(turns.low.abs().max(turns.high.abs()))
        );
    } else {
        says.push_str(" Battles are about as long.");
    }
    if first {
        says.push_str(&source(report, scenario, difference));
    }
    if let Some(change) = difference.clauses.first() {
        let _ = write!(
            says,
            " What fires most otherwise is {} ({}): {} instead of {} times a battle.",
            change.id,
            change.title,
            number(change.after),
            number(change.before)
        );
    }
    says
}

/// Where a difference comes from, when each change was played alone.
fn source(report: &Report, scenario: &ScenarioReport, whole: &Difference) -> String {
    let mut parts: Vec<&Difference> = scenario.differences.iter().filter(|d| is_part(d)).collect();
    parts.sort_by(|a, b| b.wins.value.abs().total_cmp(&a.wins.value.abs()));
    let changes = |name: &str| {
        let found = report.variants.iter().find(|(variant, _)| variant == name);
        found
            .map(|(_, changes)| changes.join("; "))
            .unwrap_or_default()
    };
    let Some(most) = parts.first() else {
        let all = changes(&whole.variant);
        return if all.is_empty() {
            String::new()
        } else {
            format!(" What is changed: {all}.")
        };
    };
    let list: Vec<String> = parts
        .iter()
        .map(|part| {
            let name = part.variant.trim_start_matches("only ");
            format!(
                "{name} {:+.1} ({:+.1} to {:+.1})",
                part.wins.value, part.wins.low, part.wins.high
            )
        })
        .collect();
    let share = most.wins.value / whole.wins.value;
    let lead = if !whole.wins.is_sure() || !most.wins.is_sure() {
        "Each change alone, in points".to_owned()
    } else if share > 0.8 {
        format!(
            "Almost all of it comes from {}; each change alone, in points",
            changes(&most.variant)
        )
    } else if share > 0.5 {
        format!(
            "Most of it comes from {}; each change alone, in points",
            changes(&most.variant)
        )
    } else {
        "No change alone makes most of it; each alone, in points".to_owned()
    };
    format!(" {lead}: {}.", list.join(", "))
}

/// Where a sweep makes both sides win as often.
pub(crate) fn even(
    number_: &str,
    side: &str,
    points_: &[SweepPoint],
    even: Option<Estimate>,
) -> String {
    if let Some(even) = even {
        return format!(
            "both sides win as often at {number_} = {} ({} to {}), read between the values played{}",
            number(even.value),
            number(even.low),
            number(even.high),
            open_end(points_, even)
        );
    }
    let scores = points_.iter().map(|p| p.score.value);
    let least = scores.clone().fold(f64::INFINITY, f64::min);
    let most = scores.fold(f64::NEG_INFINITY, f64::max);
    format!(
        "no value played makes the scenario even: {side} has {} to {} % of the points",
        points(least),
        points(most)
    )
}

/// A word where the interval of a sweep may reach beyond the values played.
fn open_end(points_: &[SweepPoint], even: Estimate) -> &'static str {
    let ends = points_.first().zip(points_.last());
    let beyond = ends.is_some_and(|(first, last)| {
        even.low <= first.x.min(last.x) || even.high >= first.x.max(last.x)
    });
    if beyond {
        "; the interval may reach beyond them"
    } else {
        ""
    }
}

/// What a search for an even value found.
pub(crate) fn searched(
    number_: &str,
    side: &str,
    points_: &[SweepPoint],
    even: Option<Estimate>,
    budget: u32,
) -> String {
    let played: u64 = points_.iter().map(|p| p.battles).sum();
    let found = match even {
        Some(even) => format!(
            "both sides win as often at {number_} = {} ({} to {})",
            number(even.value),
            number(even.low),
            number(even.high)
        ),
        None => {
            let scores = points_.iter().map(|p| p.score.value);
            format!(
                "no value was found at which both sides win as often: {side} has {} to {} % of the points \
                 at the values played",
                points(scores.clone().fold(f64::INFINITY, f64::min)),
                points(scores.fold(f64::NEG_INFINITY, f64::max))
            )
        }
    };
    format!(
        "{found}, looked for in {played} battles of {budget} allowed, most of them where it may lie; read \
         from a logistic curve through them"
    )
}

/// What a grid shows: its least and its greatest answer.
pub(crate) fn grid(number_: &str, answer: &str, grid: &crate::tell::report::GridReport) -> String {
    let mut all: Vec<(f64, &String, &String)> = Vec::new();
    for (row, cells) in grid.rows.iter().zip(&grid.cells) {
        all.extend(
            grid.columns
                .iter()
                .zip(cells)
                .map(|(c, e)| (e.value, row, c)),
        );
    }
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    let tell = |of: &(f64, &String, &String)| {
        format!(
            "{} at {number_} = {}, {} = {}",
            points(of.0),
            of.1,
            grid.number,
            of.2
        )
    };
    match (all.first(), all.last()) {
        (Some(least), Some(most)) => {
            format!("{answer}: least {}; most {}", tell(least), tell(most))
        }
        _ => "nothing was played".to_owned(),
    }
}

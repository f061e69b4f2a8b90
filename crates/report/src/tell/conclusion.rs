//! The conclusion of a study in plain language.

use crate::tell::report::{Difference, Dominance, Report, ScenarioReport, SweepPoint, Verdict};
use crate::tell::words::{band, capital, number, points, signed, span, worth};
use sandtable_study::only_change;
use sandtable_study::stats::Estimate;
use sandtable_tongue::say;

/// Returns the conclusion: a paragraph for each difference, or about whatever there is.
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
        out.push(summary(say("Over all scenarios together"), &whole));
    } else {
        for difference in whole {
            out.push(say!(
                "Over all {n} scenarios together, {what}.",
                n = report.scenarios.len(),
                what = told(difference, report.half_width)
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
    out.extend(dominance(report));
    if !report.claims.is_empty() {
        out.push(say!(
            "Of {n} claims {told}.",
            n = report.claims.len(),
            told = counted(&report.claims)
        ));
    }
    if !report.left_out.is_empty() {
        out.push(say!(
            "Not played, since the scenario does not go with them: {list}.",
            list = report.left_out.join(", ")
        ));
    }
    out.extend(stopped(report));
    out
}

/// Names the kinds of units that are never, or always, worth what they cost.
fn dominance(report: &Report) -> Option<String> {
    let told = report
        .dominance
        .iter()
        .filter(|d| d.says != "open" || !d.under.is_empty());
    let told: Vec<String> = told.map(dominated).collect();
    if !told.is_empty() {
        let list = told.join("; ");
        return Some(say!("In every scenario and variant: {list}.", list = list));
    }
    (!report.dominance.is_empty())
        .then(|| say!("No kind of unit is clearly worth less or more than it costs."))
}

fn dominated(of: &Dominance) -> String {
    let under = of.under.join(say(" and "));
    let told = worth(&of.says);
    match (of.says.as_str(), of.under.is_empty()) {
        ("open", _) => say!(
            "{kind}: worth less than {under}, at no lower price",
            kind = of.kind,
            under = under
        ),
        (_, true) => format!("{}: {told}", of.kind),
        (_, false) => say!(
            "{kind}: {told}, less than {under} that cost no more",
            kind = of.kind,
            told = told,
            under = under
        ),
    }
}

/// Counts the verdicts of each kind, where there are any.
fn counted(claims: &[Verdict]) -> String {
    let count = |name: &str| claims.iter().filter(|c| c.verdict == name).count();
    let told = [
        match count("holds") {
            1 => say!("1 holds"),
            n => some(n, || say!("{n} hold", n = n)),
        },
        match count("holds in part") {
            1 => say!("1 holds in part"),
            n => some(n, || say!("{n} hold in part", n = n)),
        },
        match count("does not hold") {
            1 => say!("1 does not hold"),
            n => some(n, || say!("{n} do not hold", n = n)),
        },
        match count("open") {
            1 => say!("1 is open"),
            n => some(n, || say!("{n} are open", n = n)),
        },
    ];
    let told: Vec<String> = told.into_iter().filter(|text| !text.is_empty()).collect();
    told.join(", ")
}

/// Returns a text if `n` is not zero, or an empty one.
fn some(n: usize, says: impl Fn() -> String) -> String {
    if n == 0 { String::new() } else { says() }
}

/// With more variants than this, one paragraph covers them all.
const MOST_PARAGRAPHS: usize = 4;

/// Compares many variants with the first: names those whose difference is beyond chance.
fn summary(what: &str, all: &[&Difference]) -> String {
    let mut sure: Vec<&&Difference> = all.iter().filter(|d| d.wins.is_sure()).collect();
    sure.sort_by(|a, b| b.wins.value.abs().total_cmp(&a.wins.value.abs()));
    let (side, against) = all.first().map_or(("", ""), |d| (&d.side, &d.against));
    let many = all.len();
    let list: Vec<String> = sure
        .iter()
        .map(|d| {
            let wins = d.wins;
            say!(
                "{variant} {points} points ({low} to {high})",
                variant = d.variant,
                points = signed(wins.value),
                low = signed(wins.low),
                high = signed(wins.high)
            )
        })
        .collect();
    let found = if list.is_empty() {
        say!(
            "none of {many} variants changes how often {side} wins beyond chance",
            many = many,
            side = side
        )
    } else {
        say!(
            "{n} of {many} variants change how often {side} wins beyond chance, against {against}: {list}",
            n = list.len(),
            many = many,
            side = side,
            against = against,
            list = list.join("; ")
        )
    };
    say!(
        "{what}: {found}. Of {many} that change nothing about {few} would look so: a surprise is worth \
         a study of its own with another seed.",
        what = what,
        found = found,
        many = many,
        few = number(sandtable_study::stats::float(many as u64) * 0.05)
    )
}

/// Returns a sentence about battles that did not end.
fn stopped(report: &Report) -> Option<String> {
    let mut says = Vec::new();
    for scenario in &report.scenarios {
        for arm in &scenario.arms {
            let ends = arm.ends;
            let named = [
                (ends.turn_caps, say!("after {n} turns", n = report.limits.0)),
                (
                    ends.order_caps,
                    say!("after {n} orders", n = report.limits.1),
                ),
                (ends.no_orders, say!("no legal order left")),
            ];
            for (count, how) in named.into_iter().filter(|(count, _)| *count > 0) {
                says.push(say!(
                    "{count} of {all} in {scenario} ({variant}) {how}",
                    count = count,
                    all = ends.battles,
                    scenario = scenario.id,
                    variant = arm.variant,
                    how = how
                ));
            }
        }
    }
    (!says.is_empty()).then(|| {
        say!(
            "Battles were stopped that the rules did not end: {list}. They count as won by nobody.",
            list = says.join("; ")
        )
    })
}

/// Tells whether a variant has only one change of another: `compare` makes such variants.
fn is_part(difference: &Difference) -> bool {
    only_change(&difference.variant).is_some()
}

/// Describes a scenario with one variant.
fn alone(report: &Report, scenario: &ScenarioReport) -> String {
    let Some(arm) = scenario.arms.first() else {
        return String::new();
    };
    let [a, b] = &scenario.sides;
    let mut says = say!(
        "{scenario}: {a} wins {share} % and {b} {other} % of {n} battles",
        scenario = scenario.id,
        a = a,
        share = band(arm.wins[0]),
        b = b,
        other = band(arm.wins[1]),
        n = arm.ends.battles
    );
    match arm.ends.draws {
        0 => {}
        1 => says.push_str(say(", 1 is drawn")),
        n => says.push_str(&say!(", {n} are drawn", n = n)),
    }
    let (low, high) = (arm.wins[0].low, arm.wins[0].high);
    let even = if report.battles > 0 && arm.wins[0].low > arm.wins[1].high {
        say!("; {side} is favoured", side = a)
    } else if arm.wins[1].low > arm.wins[0].high {
        say!("; {side} is favoured", side = b)
    } else {
        say!(
            "; which side is favoured cannot be told apart from chance at {points} points to either side",
            points = points((high - low) / 2.0)
        )
    };
    let lasts = say!(
        ". A battle takes {turns} turns and {orders} orders.",
        turns = number(arm.turns.mean.value),
        orders = number(arm.orders.mean.value)
    );
    says + &even + &lasts
}

/// Says how a difference came out: "Blue wins 7 points more often with B than with A (5 to 9)".
fn told(difference: &Difference, half_width: u32) -> String {
    let wins = difference.wins;
    let (side, variant, against) = (&difference.side, &difference.variant, &difference.against);
    if wins.is_sure() && wins.value >= 0.0 {
        return say!(
            "{side} wins {points} points more often with {variant} than with {against} ({span})",
            side = side,
            points = points(wins.value),
            variant = variant,
            against = against,
            span = span(points(wins.low), points(wins.high))
        );
    }
    if wins.is_sure() {
        return say!(
            "{side} wins {points} points less often with {variant} than with {against} ({span})",
            side = side,
            points = points(-wins.value),
            variant = variant,
            against = against,
            span = span(points(-wins.high), points(-wins.low))
        );
    }
    say!(
        "{side} wins about as often with {variant} as with {against}: the difference of {points} points \
         may be chance ({span}), {still}",
        side = side,
        variant = variant,
        against = against,
        points = points(wins.value),
        span = span(points(wins.low), points(wins.high)),
        still = still(difference, half_width)
    )
}

/// Says what it would take to settle a difference that may be chance.
fn still(difference: &Difference, half_width: u32) -> String {
    match (
        difference.needed.saturating_sub(difference.battles),
        half_width,
    ) {
        (0, _) => say!("if there is one, it is small"),
        (n, 1) => say!(
            "{n} more battles of each would tell it to 1 point to either side",
            n = n
        ),
        (n, half) => say!(
            "{n} more battles of each would tell it to {half} points to either side",
            n = n,
            half = half
        ),
    }
}

/// Returns the paragraph of a difference: what changes, by how much, and where from.
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
    let mut says = say!(
        "{scenario}: {what}. It wins {share} % of {n} battles with {variant}, {other} % with {against}.",
        scenario = scenario.id,
        what = told(difference, report.half_width),
        share = points(wins(&difference.variant)),
        n = difference.battles,
        variant = difference.variant,
        other = points(wins(&difference.against)),
        against = difference.against,
    );
    says.push_str(&lengths(difference));
    if first {
        says.push_str(&source(report, scenario, difference));
    }
    if let Some(change) = difference.clauses.first() {
        says.push_str(&say!(
            " The biggest change is {clause} ({title}): it fires {after} instead of {before} times a battle.",
            clause = change.id,
            title = change.title,
            after = number(change.after),
            before = number(change.before)
        ));
    }
    says
}

/// Says how much longer battles are.
fn lengths(difference: &Difference) -> String {
    let turns = difference.turns;
    if !turns.is_sure() {
        return say!(" Battles are about as long.");
    }
    let much = number(turns.value.abs());
    let (one, two) = (turns.low.abs(), turns.high.abs());
    let span = span(number(one.min(two)), number(one.max(two)));
    if turns.value > 0.0 {
        say!(
            " Battles are {turns} turns longer ({span}).",
            turns = much,
            span = span
        )
    } else {
        say!(
            " Battles are {turns} turns shorter ({span}).",
            turns = much,
            span = span
        )
    }
}

/// Says where a difference comes from, if each change was also played alone.
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
            say!(" What is changed: {all}.", all = all)
        };
    };
    let list: Vec<String> = parts
        .iter()
        .map(|part| {
            let name = only_change(&part.variant).unwrap_or(&part.variant);
            let wins = part.wins;
            let span = span(signed(wins.low), signed(wins.high));
            format!("{name} {} ({span})", signed(wins.value))
        })
        .collect();
    let share = most.wins.value / whole.wins.value;
    let lead = if !whole.wins.is_sure() || !most.wins.is_sure() {
        say!("Each change alone, in points")
    } else if share > 0.8 {
        say!(
            "Almost all of it comes from {change}; each change alone, in points",
            change = changes(&most.variant)
        )
    } else if share > 0.5 {
        say!(
            "Most of it comes from {change}; each change alone, in points",
            change = changes(&most.variant)
        )
    } else {
        say!("No change alone makes most of it; each alone, in points")
    };
    format!(" {lead}: {}.", list.join(", "))
}

/// Says at which value of a sweep both sides win equally often.
pub(crate) fn even(
    number_: &str,
    side: &str,
    points_: &[SweepPoint],
    even: Option<Estimate>,
) -> String {
    if let Some(even) = even {
        return say!(
            "both sides win equally often at {number} = {value} ({span}), interpolated between the values played{end}",
            number = number_,
            value = number(even.value),
            span = span(number(even.low), number(even.high)),
            end = open_end(points_, even)
        );
    }
    let scores = points_.iter().map(|p| p.score.value);
    let least = scores.clone().fold(f64::INFINITY, f64::min);
    let most = scores.fold(f64::NEG_INFINITY, f64::max);
    say!(
        "no value played makes the scenario even: {side} has {span} % of the points",
        side = side,
        span = span(points(least), points(most))
    )
}

/// Returns a remark if the interval of a sweep may reach beyond the values played.
fn open_end(points_: &[SweepPoint], even: Estimate) -> &'static str {
    let ends = points_.first().zip(points_.last());
    let beyond = ends.is_some_and(|(first, last)| {
        even.low <= first.x.min(last.x) || even.high >= first.x.max(last.x)
    });
    if beyond {
        say("; the interval may reach beyond them")
    } else {
        ""
    }
}

/// Says what a search for an even value found.
pub(crate) fn searched(
    number_: &str,
    side: &str,
    points_: &[SweepPoint],
    even: Option<Estimate>,
    budget: u32,
) -> String {
    let played: u64 = points_.iter().map(|p| p.battles).sum();
    let found = match even {
        Some(even) => say!(
            "both sides win equally often at {number} = {value} ({span})",
            number = number_,
            value = number(even.value),
            span = span(number(even.low), number(even.high))
        ),
        None => {
            let scores = points_.iter().map(|p| p.score.value);
            let least = scores.clone().fold(f64::INFINITY, f64::min);
            let most = scores.fold(f64::NEG_INFINITY, f64::max);
            say!(
                "found no value at which both sides win equally often: {side} has {span} % of the points \
                 at the values played",
                side = side,
                span = span(points(least), points(most))
            )
        }
    };
    say!(
        "{found}, looked for in {played} battles of {budget} allowed, most of them where it may lie; read \
         from a logistic curve through them",
        found = found,
        played = played,
        budget = budget
    )
}

/// Says what a grid shows: its least and its greatest answer.
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
        say!(
            "{points} at {number} = {value}, {other} = {column}",
            points = points(of.0),
            number = number_,
            value = of.1,
            other = grid.named,
            column = of.2
        )
    };
    match (all.first(), all.last()) {
        (Some(least), Some(most)) => {
            say!(
                "{answer}: least {least}; most {most}",
                answer = answer,
                least = tell(least),
                most = tell(most)
            )
        }
        _ => say!("nothing was played"),
    }
}

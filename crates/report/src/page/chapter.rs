//! The page's chapter about a scenario.

use crate::page::plot::{self, Row, Series, escaped};
use crate::page::{cell, differences, figure, fine, folded, heading, note, push, table};
use crate::tell::words::{number, player, points, span};
use crate::tell::{ArmReport, ScenarioReport};
use sandtable_study::Estimate;
use sandtable_tongue::{say, say_as};

/// Most lines in a plot; with more, nobody could tell them apart.
const MOST_LINES: usize = 5;

/// Writes the chapter of a scenario.
pub(crate) fn chapter(out: &mut String, scenario: &ScenarioReport) {
    push(
        out,
        format_args!(
            "<h2>{}</h2>\n<p class=\"note\">{}; {}{}</p>\n",
            escaped(&scenario.title),
            escaped(&scenario.id),
            escaped(&say!(
                "{a} against {b}",
                a = scenario.sides[0],
                b = scenario.sides[1]
            )),
            scenario.attacker.as_ref().map_or(String::new(), |side| {
                escaped(&say!("; {side} attacks", side = side))
            })
        ),
    );
    if !scenario.differences.is_empty() {
        differences(out, &scenario.differences, &scenario.side);
    }
    wins(out, scenario);
    heading(out, say("How long battles are"));
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
            say("game turns"),
            say("battles by their length in game turns"),
        ),
        say(
            "Battles by their length in game turns; each row is as high as its most frequent length.",
        ),
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
        folded(out, &(say!("Losses by unit") + &name), |out| {
            units(out, arm)
        });
        folded(out, &(say!("Clauses that fired") + &name), |out| {
            clauses(out, arm)
        });
    }
    changed(out, scenario);
}

fn wins(out: &mut String, scenario: &ScenarioReport) {
    heading(out, say("Who wins"));
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
        let says = say!("battles that {side} wins, per cent", side = side);
        figure(
            out,
            &plot::rows(&rows, " %", &says, Some((0.0, 100.0)), 50.0),
            &say!(
                "Battles that {side} wins, with their intervals of 95 per cent.",
                side = side
            ),
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
    let (lost_a, lost_b) = (
        say!("{side} loses, %", side = a),
        say!("{side} loses, %", side = b),
    );
    let head = [
        say_as("column", "variant"),
        &a,
        &b,
        say_as("column", "drawn"),
        say_as("column", "stopped"),
        say("first side wins, %"),
        &lost_a,
        &lost_b,
    ];
    table(out, &head, &rows);
    for arm in &scenario.arms {
        for seat in &arm.seats {
            push(
                out,
                format_args!(
                    "<p class=\"note\">{}: {}</p>\n",
                    escaped(&arm.variant),
                    say!(
                        "{player} wins {share} % of the battles won.",
                        player = escaped(player(&seat.player)),
                        share = cell(seat.wins)
                    )
                ),
            );
        }
        let ends: Vec<String> = arm
            .endings
            .iter()
            .map(|(id, title, n)| {
                say!(
                    "{n} by {clause} ({title})",
                    n = n,
                    clause = id,
                    title = title
                )
            })
            .collect();
        push(
            out,
            format_args!(
                "<p class=\"note\">{}</p>\n",
                escaped(&say!(
                    "{variant}: ended {list}.",
                    variant = arm.variant,
                    list = ends.join(", ")
                ))
            ),
        );
    }
}

fn lengths(out: &mut String, scenario: &ScenarioReport) {
    let rows: Vec<Vec<String>> = scenario
        .arms
        .iter()
        .map(|arm| {
            let all = |q: [u32; 5]| span(q[0], q[4]);
            let half = |q: [u32; 5]| span(q[1], q[3]);
            vec![
                escaped(&arm.variant),
                fine(arm.turns.mean),
                half(arm.turns.quarters),
                all(arm.turns.quarters),
                cell(arm.orders.mean),
                half(arm.orders.quarters),
                all(arm.orders.quarters),
            ]
        })
        .collect();
    let head = [
        say_as("column", "variant"),
        say_as("column", "turns"),
        say("half of them"),
        say_as("column", "all"),
        say_as("column", "orders"),
        say("half of them"),
        say_as("column", "all"),
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
    heading(out, say("When it is decided"));
    let says = say("how often the side that leads at the end of a turn wins, per cent");
    let plot = plot::lines(
        &series,
        (say("end of game turn"), "%"),
        says,
        Some((0.0, 100.0)),
        Some(50.0),
    );
    figure(
        out,
        &plot,
        say(
            "How often the side that has more of its strength left at the end of a turn goes on to win; \
             battles that are over count as won by their winner.",
        ),
    );
    for arm in &scenario.arms {
        let settled = &arm.settled;
        push(
            out,
            format_args!(
                "<p class=\"note\">{}{}</p>\n",
                escaped(&say!(
                    "{variant}: from the end of turn {turn} on, on average, the later winner leads to the \
                     end ({span}; half of the battles from turn {half} or before).",
                    variant = arm.variant,
                    turn = number(settled.mean.value),
                    span = span(number(settled.mean.low), number(settled.mean.high)),
                    half = settled.quarters[2]
                )),
                arm.opening.map_or_else(String::new, opening)
            ),
        );
    }
}

/// Says what giving the first order is worth.
fn opening(won: Estimate) -> String {
    if won.value < 0.0 {
        say!(
            " A side wins {points} points less often when it orders first ({span}).",
            points = points(-won.value),
            span = span(points(-won.high), points(-won.low))
        )
    } else {
        say!(
            " A side wins {points} points more often when it orders first ({span}).",
            points = points(won.value),
            span = span(points(won.low), points(won.high))
        )
    }
}

/// Writes the section about luck and skill.
fn luck(out: &mut String, scenario: &ScenarioReport) {
    let measured: Vec<_> = scenario
        .arms
        .iter()
        .filter_map(|arm| Some((arm, arm.luck.as_ref()?)))
        .collect();
    if measured.is_empty() {
        return;
    }
    heading(out, say("Luck and skill"));
    if measured.iter().all(|(_, luck)| luck.typical.value == 0.0) {
        note(
            out,
            say("Luck decides nothing here: every order brought exactly what was expected."),
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
    let across = say!("luck of {side}, % of an army", side = side);
    let says = say!("how often {side} wins by its luck, per cent", side = side);
    let plot = plot::lines(
        &series,
        (&across, "%"),
        &says,
        Some((0.0, 100.0)),
        Some(50.0),
    );
    let caption = say!(
        "How often {side} wins, the battles in five parts by its luck. The steeper the line, the more \
         the dice decide.",
        side = side
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
        say!("points of {side}, %", side = escaped(side)),
        say!("{side} at even luck, %", side = escaped(side)),
    );
    let head = [
        say_as("column", "variant"),
        say("luck explains, %"),
        say("luckier side wins, %"),
        say("usual luck, % of an army"),
        &points,
        &even,
    ];
    table(out, &head, &rows);
    note(
        out,
        say(
            "The luck of an order is what came of it less what its dice let expect, by what units left are \
             worth and by who has won. What luck does not explain is decisions, the scenario, and dice \
             whose worth does not show at once.",
        ),
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
                say!(
                    "{part} of {all}",
                    part = number(unit.left),
                    all = unit.began
                ),
                cell(unit.won[0]),
                cell(unit.won[1]),
            ]
        })
        .collect();
    let head = [
        say_as("column", "unit"),
        say_as("column", "side"),
        say_as("column", "type"),
        say("lost, %"),
        say_as("column", "left"),
        say("side wins when lost, %"),
        say("when not, %"),
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
                    "{} <small>{}</small>",
                    number(clause.times.value),
                    span(number(clause.times.low.max(0.0)), number(clause.times.high))
                ),
            ]
        })
        .collect();
    table(
        out,
        &[
            say_as("column", "clause"),
            say_as("column", "title"),
            say("battles, %"),
            say("times a battle"),
        ],
        &rows,
    );
}

/// Writes the table of clauses that fire more or less often.
fn changed(out: &mut String, scenario: &ScenarioReport) {
    for difference in scenario
        .differences
        .iter()
        .filter(|d| !d.clauses.is_empty())
    {
        let title = say!(
            "What fires differently with {variant}",
            variant = difference.variant
        );
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
            let head = [
                say_as("column", "clause"),
                say_as("column", "title"),
                say("times before"),
                say("times with it"),
            ];
            table(out, &head, &rows);
        });
    }
}

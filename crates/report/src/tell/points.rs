//! What units are worth: fitted to battles of random armies, and checked on armies that the fit has
//! not seen.

use crate::tell::report::{Bin, Dominance, HeldOut, KindPoints, PointsReport};
use crate::tell::words::{capital, number, span};
use sandtable_study::Draw;
use sandtable_study::fit::{Fit, Row, chance, dot, fit, loss};
use sandtable_study::stats::{Estimate, Z, float, student, wilson};
use sandtable_study::tally::{Fate, Tally};
use sandtable_study::{Arm, Study};
use sandtable_tongue::say;

/// The mean of all kinds' points.
const MEAN: f64 = 10.0;

/// One in this many pairs of battles is kept out of the fit.
const KEPT_OUT: u32 = 4;

/// Works out the points of every arm.
pub(crate) fn points(study: &Study, tallies: &[Tally]) -> Vec<PointsReport> {
    let each = study.arms.iter().zip(tallies);
    each.filter_map(|(arm, tally)| one(study, arm, tally))
        .collect()
}

fn one(study: &Study, arm: &Arm, tally: &Tally) -> Option<PointsReport> {
    let draw = arm.draw.as_deref()?;
    let rows = rows(arm, draw, tally);
    let (scenario, variant) = (
        study.scenarios[arm.scenario].0.clone(),
        study.variants[arm.variant].name.clone(),
    );
    let ground = || PointsReport {
        scenario: scenario.clone(),
        variant: variant.clone(),
        units: draw.units,
        battles: rows.len() as u64,
        ridge: 0.0,
        kinds: Vec::new(),
        held_out: None,
        says: say!("too few battles to tell what units are worth"),
    };
    if rows.len() < 8 * (draw.kinds.len() + 1) {
        return Some(ground());
    }
    let Some(found) = fit(&rows) else {
        return Some(ground());
    };
    let kinds = kinds(draw, &found);
    let held_out = held_out(&rows);
    let mut says = said(&kinds, held_out.as_ref());
    if found.ridge > 0.0 {
        says.push_str(&say!(
            " The battles alone do not fix the values: a ridge of {ridge} holds them together, and pulls \
             them towards each other.",
            ridge = number(found.ridge)
        ));
    }
    Some(PointsReport {
        ridge: found.ridge,
        kinds,
        held_out,
        says,
        ..ground()
    })
}

/// Returns a row for each battle: a constant for the first side, and by how many units of each kind
/// it exceeds the other.
fn rows(arm: &Arm, draw: &Draw, tally: &Tally) -> Vec<Row> {
    let battles = (1..).zip(&tally.fates);
    battles
        .filter_map(|(battle, fate)| {
            let y = match fate {
                Fate::Unplayed => return None,
                Fate::A => 1.0,
                Fate::B => 0.0,
                Fate::Nobody => 0.5,
            };
            let [one, two] = draw.counts(&*arm.rules, &arm.start, battle).ok()?;
            let more = one
                .iter()
                .zip(&two)
                .map(|(a, b)| f64::from(*a) - f64::from(*b));
            Some(Row {
                x: [1.0].into_iter().chain(more).collect(),
                y,
                cluster: (battle - 1) / 2,
            })
        })
        .collect()
}

/// Returns the interval of a function of the coefficients, by its slope (delta method).
fn interval(value: f64, slope: &[f64], found: &Fit) -> Estimate {
    let spread: Vec<f64> = found.covariance.iter().map(|row| dot(row, slope)).collect();
    let half = Z * dot(&spread, slope).max(0.0).sqrt();
    Estimate {
        value,
        low: value - half,
        high: value + half,
    }
}

fn kinds(draw: &Draw, found: &Fit) -> Vec<KindPoints> {
    let count = draw.kinds.len();
    let beta = &found.beta[1..];
    let mean = beta.iter().sum::<f64>() / float(count as u64);
    // The price of a kind, or the same for all; scaled to the same mean.
    let asked = |at: usize| f64::from(draw.kinds[at].cost.unwrap_or(100)) / 100.0;
    let all_costs = draw.kinds.iter().any(|kind| kind.cost.is_some());
    let asked_mean = (0..count).map(asked).sum::<f64>() / float(count as u64);
    (0..count)
        .map(|at| {
            let mut slope = vec![0.0; count + 1];
            for (j, s) in slope.iter_mut().skip(1).enumerate() {
                let own = if j == at { 1.0 / mean } else { 0.0 };
                *s = MEAN * (own - beta[at] / (float(count as u64) * mean * mean));
            }
            let worth = interval(MEAN * beta[at] / mean, &slope, found);
            let price = MEAN * asked(at) / asked_mean;
            let verdict = if worth.low > price {
                "worth more"
            } else if worth.high < price {
                "worth less"
            } else {
                "open"
            };
            let kind = &draw.kinds[at];
            KindPoints {
                id: kind.id.clone(),
                title: kind.title.clone(),
                stands: kind.unit.stands,
                worth,
                asked: all_costs.then_some(price),
                verdict: verdict.to_owned(),
            }
        })
        .collect()
}

/// Fits the values to the other battles, and measures how well they predict the battles kept out,
/// compared with knowing no army and with counting units.
fn held_out(rows: &[Row]) -> Option<HeldOut> {
    let kept = |row: &&Row| row.cluster % KEPT_OUT == KEPT_OUT - 1;
    let out: Vec<&Row> = rows.iter().filter(kept).collect();
    let within: Vec<Row> = rows.iter().filter(|row| !kept(row)).cloned().collect();
    let count = |row: &Row| Row {
        x: vec![1.0, row.x[1..].iter().sum()],
        ..row.clone()
    };
    let values = fit(&within)?;
    let trivial = fit(&within
        .iter()
        .map(|row| Row {
            x: vec![1.0],
            ..row.clone()
        })
        .collect::<Vec<_>>())?;
    let counting = fit(&within.iter().map(count).collect::<Vec<_>>());
    if out.len() < 10 {
        return None;
    }
    let mean = |of: &dyn Fn(&Row) -> f64| {
        out.iter().map(|row| of(row)).sum::<f64>() / float(out.len() as u64)
    };
    let by_values = |row: &Row| loss(chance(dot(&row.x, &values.beta)), row.y);
    let by_count = |row: &Row| match &counting {
        Some(found) => loss(chance(dot(&count(row).x, &found.beta)), row.y),
        // All armies are of the same size, so counting says nothing.
        None => loss(chance(trivial.beta[0]), row.y),
    };
    let by_nothing = |row: &Row| loss(chance(trivial.beta[0]), row.y);
    let gain = |than: &dyn Fn(&Row) -> f64| {
        // The two battles of a pair count together.
        let mut pairs: std::collections::BTreeMap<u32, (f64, f64)> =
            std::collections::BTreeMap::new();
        for row in &out {
            let pair = pairs.entry(row.cluster).or_default();
            pair.0 += than(row) - by_values(row);
            pair.1 += 1.0;
        }
        spread(&pairs.values().map(|(sum, n)| sum / n).collect::<Vec<_>>())
    };
    let mut told: Vec<(f64, f64)> = out
        .iter()
        .map(|row| (chance(dot(&row.x, &values.beta)), row.y))
        .collect();
    told.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let bins = (0..5)
        .filter_map(|at| {
            let some = &told[told.len() * at / 5..told.len() * (at + 1) / 5];
            let n = float(some.len() as u64);
            let halves: f64 = some.iter().map(|(_, y)| 2.0 * y).sum();
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a count"
            )]
            let won = wilson(halves as u64, 2 * some.len() as u64);
            // Each battle counted as two half points, so the interval widens by √2.
            let wide = |end: f64| won.value + (end - won.value) * 2.0_f64.sqrt();
            (!some.is_empty()).then(|| Bin {
                said: some.iter().map(|(p, _)| p).sum::<f64>() / n * 100.0,
                came: Estimate {
                    value: won.value,
                    low: wide(won.low).max(0.0),
                    high: wide(won.high).min(1.0),
                }
                .times(100.0),
            })
        })
        .collect();
    Some(HeldOut {
        battles: out.len() as u64,
        loss: mean(&by_values),
        counting: mean(&by_count),
        trivial: mean(&by_nothing),
        gain: gain(&by_nothing),
        gain_on_counting: gain(&by_count),
        bins,
    })
}

/// Returns the mean of some numbers with Student's interval.
fn spread(of: &[f64]) -> Estimate {
    let n = float(of.len() as u64);
    let mean = of.iter().sum::<f64>() / n;
    let rest: f64 = of.iter().map(|x| (x - mean) * (x - mean)).sum();
    let half = if of.len() < 2 {
        f64::MAX
    } else {
        student(of.len() as u64 - 1) * (rest / (n - 1.0) / n).sqrt()
    };
    Estimate {
        value: mean,
        low: mean - half,
        high: mean + half,
    }
}

fn said(kinds: &[KindPoints], held_out: Option<&HeldOut>) -> String {
    let list: Vec<String> = kinds
        .iter()
        .map(|kind| {
            let span = span(number(kind.worth.low), number(kind.worth.high));
            format!("{} {} ({span})", kind.title, number(kind.worth.value))
        })
        .collect();
    let checked = held_out.map_or_else(
        || say!("There are too few battles to check them on armies that were kept out."),
        |check| {
            let gain = check.gain_on_counting;
            let verdict = if gain.low > 0.0 {
                say("tell the winner better than counting units does")
            } else if check.gain.low > 0.0 && gain.high < 0.0 {
                say("tell the winner worse than counting units does")
            } else if check.gain.low > 0.0 {
                say("tell the winner, though not surely better than counting units does")
            } else {
                say("do not surely tell the winner better than knowing no army")
            };
            say!(
                "On {n} battles kept out of the fit they {verdict}: log loss {loss}, counting units \
                 {counting}, knowing no army {trivial}.",
                n = check.battles,
                verdict = verdict,
                loss = number(check.loss),
                counting = number(check.counting),
                trivial = number(check.trivial)
            )
        },
    );
    say!(
        "where an average unit is worth {mean}: {list}. {checked}",
        mean = MEAN,
        list = list.join(", "),
        checked = checked
    )
}

/// Returns the points of a study's first arm as a file that army builders read; none if it has no
/// points.
#[must_use]
pub fn points_file(report: &crate::tell::Report) -> Option<String> {
    use std::fmt::Write;
    let points = report
        .points
        .iter()
        .find(|points| !points.kinds.is_empty())?;
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    let mut out = String::new();
    let says = say!(
        "Fitted to {n} battles of {scenario} between armies of {least} to {most} units. {says}",
        n = points.battles,
        scenario = points.scenario,
        least = points.units.0,
        most = points.units.1,
        says = capital(&points.says)
    );
    let title = say(&report.title).replace('\n', " ");
    let made = say!("Written by `sandtable study`: {title}", title = title);
    // Writing to a string cannot fail.
    let _ = write!(
        out,
        "# {made}\nformat = 1\nrules = {}\nsays = {}\n",
        quoted(&report.rules),
        quoted(&says)
    );
    for kind in &points.kinds {
        let _ = write!(
            out,
            "\n[[kind]]\nkind = {}\nstands = {}\npoints = {:.1}\nleast = {:.1}\nmost = {:.1}\n",
            quoted(&kind.id),
            kind.stands,
            kind.worth.value,
            kind.worth.low.clamp(-999.0, 9999.0),
            kind.worth.high.clamp(-999.0, 9999.0)
        );
    }
    Some(out)
}

/// Finds kinds that are worth less than another kind in every arm.
pub(crate) fn dominance(study: &Study, tallies: &[Tally], all: &[PointsReport]) -> Vec<Dominance> {
    let fits: Vec<(&Draw, Fit)> = study
        .arms
        .iter()
        .zip(tallies)
        .filter_map(|(arm, tally)| {
            let draw = arm.draw.as_deref()?;
            let rows = rows(arm, draw, tally);
            (rows.len() >= 8 * (draw.kinds.len() + 1)).then_some(())?;
            Some((draw, fit(&rows)?))
        })
        .collect();
    let Some((first, _)) = fits.first() else {
        return Vec::new();
    };
    let mut out = Vec::new();
    for kind in &first.kinds {
        let places = |id: &str| -> Option<Vec<usize>> {
            let at = |draw: &Draw| draw.kinds.iter().position(|k| k.id == id);
            fits.iter().map(|(draw, _)| at(draw)).collect()
        };
        let Some(own) = places(&kind.id) else {
            continue;
        };
        // The least certain arm decides.
        let under = first
            .kinds
            .iter()
            .filter(|other| other.id != kind.id)
            .filter_map(|other| {
                if other.cost.unwrap_or(100) > kind.cost.unwrap_or(100) {
                    return None;
                }
                let theirs = places(&other.id)?;
                let worst = fits
                    .iter()
                    .zip(own.iter().zip(&theirs))
                    .map(|((_, found), (&a, &b))| {
                        let mut slope = vec![0.0; found.beta.len()];
                        (slope[a + 1], slope[b + 1]) = (1.0, -1.0);
                        interval(dot(&slope, &found.beta), &slope, found)
                    })
                    .max_by(|a, b| a.high.total_cmp(&b.high))?;
                (worst.high < 0.0).then(|| other.title.clone())
            });
        let under: Vec<String> = under.collect();
        let verdicts: Vec<&str> = all
            .iter()
            .filter_map(|report| report.kinds.iter().find(|k| k.id == kind.id))
            .map(|k| k.verdict.as_str())
            .collect();
        let always = |verdict: &str| !verdicts.is_empty() && verdicts.iter().all(|v| *v == verdict);
        let priced = kind.cost.is_some();
        let says = if always("worth less") && priced {
            "never worth its points"
        } else if always("worth less") {
            "always worth less than an average unit"
        } else if always("worth more") && priced {
            "always worth more than its points"
        } else if always("worth more") {
            "always worth more than an average unit"
        } else {
            "open"
        };
        out.push(Dominance {
            kind: kind.title.clone(),
            says: says.to_owned(),
            under,
        });
    }
    out
}

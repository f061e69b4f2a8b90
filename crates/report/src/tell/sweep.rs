//! Sweeps of a number, and where they make a scenario even.

use super::conclusion;
use crate::tell::answered::answered;
use crate::tell::report::{GridReport, SweepPoint, SweepReport};
use sandtable_study::Arm;
use sandtable_study::plan::Search;
use sandtable_study::stats::{Estimate, Sums, float, wilson};
use sandtable_study::tally::Tally;
use sandtable_study::{Answer, Asked};
use sandtable_study::{Axis, Study};
use sandtable_tell::house::number_named;

/// Works out the sweep of every scenario.
pub(crate) fn sweeps(study: &Study, tallies: &[Tally]) -> Vec<SweepReport> {
    let Some(sweep) = &study.sweep else {
        return Vec::new();
    };
    let asked = Asked::from(sweep.answer);
    let one = |(at, (id, _)): (usize, &(String, String))| {
        let arms: Vec<(&Arm, &Tally)> = study
            .arms
            .iter()
            .zip(tallies)
            .filter(|(arm, _)| arm.scenario == at)
            .collect();
        let side = arms
            .first()
            .map_or("", |(arm, _)| arm.start.setting.side_called(arm.told));
        let grid = sweep
            .second
            .as_ref()
            .map(|second| grid(study, &asked, second, &arms));
        let points: Vec<SweepPoint> = arms
            .iter()
            .zip(sweep.values.iter().zip(1_u64..))
            // A search does not reach every value.
            .filter(|((_, tally), _)| grid.is_none() && tally.battles() > 0)
            .map(|((arm, tally), (value, place))| SweepPoint {
                x: value.parse().unwrap_or(float(place)),
                value: value.clone(),
                battles: tally.battles(),
                answer: answered(&asked, arm, tally, arm.told, study.seed),
                score: score(arm, tally),
            })
            .collect();
        let even = match sweep.budget {
            Some(_) => Search::of(study, tallies, at).even,
            None => even(&points),
        };
        let named = number_named(&sweep.number);
        let says = match (&grid, sweep.budget) {
            (Some(grid), _) => conclusion::grid(&named, &asked.title(side), grid),
            (None, Some(budget)) => conclusion::searched(&named, side, &points, even, budget),
            (None, None) => conclusion::even(&named, side, &points, even),
        };
        SweepReport {
            scenario: id.clone(),
            number: sweep.number.clone(),
            named,
            answer: asked.title(side),
            of_wins: matches!(sweep.answer, Answer::Wins | Answer::First),
            says,
            points,
            grid,
            budget: sweep.budget,
            even,
        }
    };
    study.scenarios.iter().enumerate().map(one).collect()
}

/// Returns the answers for every pair of values: variants are ordered by the first number.
fn grid(study: &Study, asked: &Asked, second: &Axis, arms: &[(&Arm, &Tally)]) -> GridReport {
    let columns = second.values.len().max(1);
    let answer = |(arm, tally): &(&Arm, &Tally)| answered(asked, arm, tally, arm.told, study.seed);
    GridReport {
        rows: study
            .sweep
            .as_ref()
            .map(|s| s.values.clone())
            .unwrap_or_default(),
        number: second.number.clone(),
        named: number_named(&second.number),
        columns: second.values.clone(),
        cells: arms
            .chunks(columns)
            .map(|row| row.iter().map(answer).collect())
            .collect(),
    }
}

/// Returns the points of the side that the report follows, in percent: a win counts one, no winner
/// a half.
fn score(arm: &Arm, tally: &Tally) -> Estimate {
    let mut sums = Sums::default();
    let halves = [
        (tally.wins[arm.told.index()], 2),
        (tally.draws + tally.stopped(), 1),
        (tally.wins[arm.told.other().index()], 0),
    ];
    for (times, value) in halves {
        sums.n += times;
        sums.sum += i64::try_from(times * value).unwrap_or(i64::MAX);
        sums.squares += times * value * value;
    }
    let mut mean = sums.mean().times(50.0);
    // If all battles went one way, the spread is zero, so the score interval of the share is used.
    if mean.low >= mean.high || tally.draws + tally.stopped() == 0 {
        let n = tally.battles();
        let share = wilson(tally.wins[arm.told.index()], n).times(100.0);
        mean = Estimate {
            value: mean.value,
            ..share
        };
    }
    mean
}

/// Returns where the points cross one half, between the first two values that lie on either side of
/// it. The ends of its interval are where the bounds of the band cross.
fn even(points: &[SweepPoint]) -> Option<Estimate> {
    let crossing = |of: &dyn Fn(&SweepPoint) -> f64| {
        points.windows(2).find_map(|pair| {
            let (a, b) = (of(&pair[0]) - 50.0, of(&pair[1]) - 50.0);
            let between = (a <= 0.0 && b >= 0.0) || (a >= 0.0 && b <= 0.0);
            let share = if a == b { 0.5 } else { a / (a - b) };
            between.then(|| pair[0].x + share * (pair[1].x - pair[0].x))
        })
    };
    let value = crossing(&|p| p.score.value)?;
    let (first, last) = (points.first()?.x, points.last()?.x);
    let (one, two) = (crossing(&|p| p.score.low), crossing(&|p| p.score.high));
    // If a bound never crosses, the interval is open to the end of the range on that side.
    let rises = points.last()?.score.value >= points.first()?.score.value;
    let (low, high) = if rises { (two, one) } else { (one, two) };
    let (low, high) = (
        low.unwrap_or(first.min(last)),
        high.unwrap_or(first.max(last)),
    );
    Some(Estimate {
        value,
        low: low.min(high).min(value),
        high: high.max(low).max(value),
    })
}

//! Sweeps of a number, where they make a scenario even, and claims judged.

use crate::file::{Claim, Study};
use crate::open::Arm;
use crate::report::{SweepPoint, SweepReport, Verdict};
use crate::stats::{Estimate, Sums, float, wilson};
use crate::tally::Tally;
use crate::words;
use sandtable_battle::Side;

/// Every scenario's sweep.
pub(crate) fn sweeps(study: &Study, tallies: &[Tally]) -> Vec<SweepReport> {
    let Some(sweep) = &study.sweep else {
        return Vec::new();
    };
    let one = |(at, (id, _)): (usize, &(String, String))| {
        let arms: Vec<(&Arm, &Tally)> = study
            .arms
            .iter()
            .zip(tallies)
            .filter(|(arm, _)| arm.scenario == at)
            .collect();
        let side = arms.first().map_or("", |(arm, _)| {
            arm.start.setting.sides[arm.told.index()].name.as_str()
        });
        let points: Vec<SweepPoint> = arms
            .iter()
            .zip(sweep.values.iter().zip(1_u64..))
            .map(|((arm, tally), (value, place))| SweepPoint {
                x: value.parse().unwrap_or(float(place)),
                value: value.clone(),
                answer: sweep.answer.of(tally, arm.told),
                score: score(arm, tally),
            })
            .collect();
        let even = even(&points);
        SweepReport {
            scenario: id.clone(),
            number: sweep.number.clone(),
            answer: sweep.answer.title(side),
            says: words::even(&sweep.number, side, &points, even),
            points,
            even,
        }
    };
    study.scenarios.iter().enumerate().map(one).collect()
}

/// Points of the told side in per cent: a win counts one, no winner a half.
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
    // Where all battles went one way the spread is nought: then the score
    // interval of the share speaks.
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

/// Where the points cross a half, between the first two values that lie on
/// either side of it; the ends where the bounds of the band do.
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
    // A bound that never crosses leaves the interval open to the end of the range
    // on its side.
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

/// What became of a claim, in each scenario it speaks of.
pub(crate) fn verdicts(study: &Study, tallies: &[Tally], claim: &Claim) -> Vec<Verdict> {
    let arms = study.arms.iter().zip(tallies).filter(|(arm, _)| {
        arm.variant == claim.variant && claim.scenario.is_none_or(|at| at == arm.scenario)
    });
    let verdict = |(arm, tally): (&Arm, &Tally)| {
        let sides = &arm.start.setting.sides;
        let named = claim
            .side
            .as_ref()
            .and_then(|name| sides.iter().position(|side| side.name == *name));
        if claim.side.is_some() && named.is_none() {
            return None;
        }
        let side = named.map_or(arm.told, |at| Side::BOTH[at]);
        let answer = claim.answer.of(tally, side);
        let (least, most) = (
            claim.least.unwrap_or(f64::NEG_INFINITY),
            claim.most.unwrap_or(f64::INFINITY),
        );
        let verdict = if answer.low >= least && answer.high <= most {
            "holds"
        } else if answer.high < least || answer.low > most {
            "fails"
        } else {
            "open"
        };
        let scenario = &study.scenarios[arm.scenario].0;
        let title = claim.answer.title(&sides[side.index()].name);
        Some(Verdict {
            says: claim.says.clone(),
            asked: format!("{title}; {scenario}, {}", study.variants[arm.variant].name),
            answer,
            least: claim.least,
            most: claim.most,
            verdict: verdict.to_owned(),
        })
    };
    arms.filter_map(verdict).collect()
}

//! The battles to play next: every battle of every arm, or, in a search for the value that makes a
//! scenario even, rounds that depend on earlier rounds.

use crate::fit::{Fit, Row, fit};
use crate::model::{Arm, Study};
use crate::part::Part;
use crate::stats::{Estimate, Z, float};
use crate::tally::{Fate, Tally};
use sandtable_battle::Side;

/// Number of battles of an arm in a round.
const ROUND: u32 = 20;

/// A battle to play: its number and the place of its arm.
pub(crate) type Due = (u32, usize);

/// Returns the battles that can be played now, in order; none when all are played. A search depends
/// on whole rounds alone, so the result is the same for any number of threads and however often a
/// study was interrupted.
pub(crate) fn due(study: &Study, tallies: &[Tally]) -> Vec<Due> {
    due_of(study, tallies, Part::WHOLE, usize::MAX)
}

/// Returns the first `most` of these battles that are in a part.
pub(crate) fn due_of(study: &Study, tallies: &[Tally], part: Part, most: usize) -> Vec<Due> {
    let sweep = study.sweep.as_ref();
    if sweep.and_then(|sweep| sweep.budget).is_none() {
        let battles = (1..=study.battles).filter(|battle| part.has(*battle));
        let missing = battles.flat_map(|battle| {
            let arms = tallies.iter().enumerate();
            let missing = arms.filter(move |(_, tally)| !tally.has(battle));
            missing.map(move |(arm, _)| (battle, arm))
        });
        return missing.take(most).collect();
    }
    let searches = (0..study.scenarios.len()).map(|at| Search::of(study, tallies, at));
    let mut out: Vec<Due> = searches.flat_map(|search| search.missing).collect();
    out.sort_unstable();
    out.retain(|(battle, _)| part.has(*battle));
    out.truncate(most);
    out
}

/// Returns how many battles a study has in all.
pub(crate) fn all(study: &Study) -> u64 {
    match study.sweep.as_ref().and_then(|sweep| sweep.budget) {
        Some(budget) => u64::from(budget) * study.scenarios.len() as u64,
        None => study.arms.len() as u64 * u64::from(study.battles),
    }
}

/// The search for an even value in a scenario, as far as it has got.
pub struct Search {
    /// The missing battles of the current round.
    missing: Vec<Due>,
    /// Where both sides win equally often, with its interval, by all whole rounds.
    pub even: Option<Estimate>,
}

impl Search {
    /// Goes through the rounds of a scenario in the order they were played.
    #[must_use]
    pub fn of(study: &Study, tallies: &[Tally], scenario: usize) -> Self {
        let arms: Vec<(usize, &Arm, &Tally)> = study
            .arms
            .iter()
            .zip(tallies)
            .enumerate()
            .filter(|(_, (arm, _))| arm.scenario == scenario)
            .map(|(place, (arm, tally))| (place, arm, tally))
            .collect();
        let sweep = study.sweep.as_ref();
        let values: Vec<f64> = sweep
            .map(|s| {
                (1_u64..)
                    .zip(&s.values)
                    .map(|(n, v)| v.parse().unwrap_or(float(n)))
                    .collect()
            })
            .unwrap_or_default();
        let budget = sweep.and_then(|s| s.budget).unwrap_or(0);
        let mut played = vec![0_u32; arms.len()];
        let mut search = Self {
            missing: Vec::new(),
            even: None,
        };
        // The first rounds play the ends and the middle.
        let last = arms.len().saturating_sub(1);
        let mut next: Vec<usize> = vec![0, last / 2, last];
        next.dedup();
        while !next.is_empty() {
            for &at in &next {
                let (place, _, tally) = arms[at];
                let round = played[at] + 1..=(played[at] + ROUND).min(study.battles);
                search
                    .missing
                    .extend(round.filter(|b| !tally.has(*b)).map(|b| (b, place)));
            }
            if !search.missing.is_empty() {
                return search;
            }
            for &at in &next {
                played[at] = (played[at] + ROUND).min(study.battles);
            }
            let rows = rows(&arms, &values, &played);
            let found = fit(&rows);
            search.even = found.as_ref().and_then(|found| crossing(found, &values));
            let spent: u32 = played.iter().sum();
            next = Vec::new();
            if spent + ROUND <= budget {
                next.extend(nearest(search.even, &values, &played, study.battles));
            }
        }
        search
    }
}

/// Returns the battles of whole rounds as rows: a constant, the value relative to the middle,
/// points.
fn rows(arms: &[(usize, &Arm, &Tally)], values: &[f64], played: &[u32]) -> Vec<Row> {
    let (middle, scale) = frame(values);
    let mut out = Vec::new();
    for (((_, arm, tally), value), most) in arms.iter().zip(values).zip(played) {
        let fates = tally.fates.iter().take(*most as usize);
        out.extend((0..).zip(fates).map(|(cluster, fate)| Row {
            x: vec![1.0, (value - middle) / scale],
            y: match (fate, arm.told) {
                (Fate::A, Side::A) | (Fate::B, Side::B) => 1.0,
                (Fate::Nobody | Fate::Unplayed, _) => 0.5,
                _ => 0.0,
            },
            // Battles with the same number have the same dice at every value.
            cluster,
        }));
    }
    out
}

/// Returns the middle of some values and half their range.
fn frame(values: &[f64]) -> (f64, f64) {
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let half = (high - low) / 2.0;
    ((high + low) / 2.0, if half > 0.0 { half } else { 1.0 })
}

/// Returns where the fitted chance is one half, with the interval of Fieller (1954): the values at
/// which one half would not be unusual. None when the slope may be zero, or the point lies outside
/// the values.
fn crossing(found: &Fit, values: &[f64]) -> Option<Estimate> {
    let (middle, scale) = frame(values);
    let (a, b) = (found.beta[0], found.beta[1]);
    let (aa, ab, bb) = (
        found.covariance[0][0],
        found.covariance[0][1],
        found.covariance[1][1],
    );
    let zz = Z * Z;
    let lead = b * b - zz * bb;
    if lead <= 0.0 {
        return None;
    }
    let at = -a / b;
    let half = a * b - zz * ab;
    let rest = (half * half - lead * (a * a - zz * aa)).max(0.0).sqrt();
    let (one, two) = ((-half - rest) / lead, (-half + rest) / lead);
    let value = |x: f64| middle + x * scale;
    (-1.0..=1.0).contains(&at).then(|| Estimate {
        value: value(at),
        low: value(one.min(two)).min(value(at)),
        high: value(one.max(two)).max(value(at)),
    })
}

/// Returns the value to play next: of the two nearest to the estimate, the one with fewer battles.
/// Without an estimate, all values take turns.
fn nearest(even: Option<Estimate>, values: &[f64], played: &[u32], most: u32) -> Option<usize> {
    let open = || (0..values.len()).filter(|&at| played[at] < most);
    let Some(even) = even else {
        return open().min_by_key(|&at| (played[at], at));
    };
    let off = |at: usize| (values[at] - even.value).abs();
    let mut near: Vec<usize> = open().collect();
    near.sort_by(|a, b| off(*a).total_cmp(&off(*b)).then(a.cmp(b)));
    near.into_iter().take(2).min_by_key(|&at| played[at])
}

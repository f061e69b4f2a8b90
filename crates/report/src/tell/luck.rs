//! Luck and skill: how much of the results the dice explain.

use crate::tell::report::{Fifth, LuckReport};
use sandtable_battle::Side;
use sandtable_study::Arm;
use sandtable_study::stats::{Estimate, Sums, float, student, wilson};
use sandtable_study::tally::{Fate, Tally};

/// Works out how much the dice explain, if luck was measured.
pub(crate) fn luck(arm: &Arm, tally: &Tally, seed: u64) -> Option<LuckReport> {
    let sign = if arm.told == Side::A { 1.0 } else { -1.0 };
    let told = |fate: &Fate| match (fate, arm.told) {
        (Fate::Unplayed, _) => None,
        (Fate::Nobody, _) => Some(1_u32),
        (Fate::A, Side::A) | (Fate::B, Side::B) => Some(2),
        _ => Some(0),
    };
    // Luck in percent of an army, and result in half points, battle by battle.
    let battles: Vec<(f64, u32)> = tally
        .luck
        .iter()
        .zip(&tally.fates)
        .filter_map(|(luck, fate)| Some((f64::from(*luck) * sign / 10.0, told(fate)?)))
        .collect();
    if battles.len() < 3 {
        return None;
    }
    let line = Line::of(battles.iter().copied());
    let [explained, typical] = drawn_again(&battles, &line, seed);
    let won = battles
        .iter()
        .filter(|(luck, points)| *luck != 0.0 && *points != 1);
    let luckier = won
        .clone()
        .filter(|(luck, points)| (*luck > 0.0) == (*points == 2));
    let luckier = wilson(luckier.count() as u64, won.count() as u64);
    Some(LuckReport {
        explained,
        luckier: luckier.times(100.0),
        typical,
        score: score_of(&battles),
        even: line.at_nought(),
        fifths: fifths(&battles),
    })
}

/// A straight line through points, as sums about their means.
struct Line {
    n: f64,
    x: f64,
    y: f64,
    xx: f64,
    xy: f64,
    yy: f64,
}

impl Line {
    fn of(points: impl Iterator<Item = (f64, u32)> + Clone) -> Self {
        let y = |half: u32| f64::from(half) * 50.0;
        let (mut n, mut x_sum, mut y_sum) = (0.0, 0.0, 0.0);
        for (x, half) in points.clone() {
            n += 1.0;
            x_sum += x;
            y_sum += y(half);
        }
        let (x_mean, y_mean) = (x_sum / n, y_sum / n);
        let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
        for (x, half) in points {
            let (dx, dy) = (x - x_mean, y(half) - y_mean);
            xx += dx * dx;
            xy += dx * dy;
            yy += dy * dy;
        }
        Self {
            n,
            x: x_mean,
            y: y_mean,
            xx,
            xy,
            yy,
        }
    }

    /// Returns the share of the variance of results that the line explains: R squared.
    fn share(&self) -> f64 {
        let all = self.xx * self.yy;
        if all > 0.0 {
            self.xy * self.xy / all
        } else {
            0.0
        }
    }

    /// Returns the standard deviation of luck.
    fn spread(&self) -> f64 {
        (self.xx / self.n).sqrt()
    }

    /// Returns the result at zero luck, with Student's interval. Luck is zero on average, so this
    /// has the mean of the results with a smaller error.
    fn at_nought(&self) -> Estimate {
        if self.xx <= 0.0 {
            return Estimate {
                value: self.y,
                low: 0.0,
                high: 100.0,
            };
        }
        let slope = self.xy / self.xx;
        let value = self.y - slope * self.x;
        let rest = (self.yy - slope * self.xy).max(0.0) / (self.n - 2.0).max(1.0);
        let error = (rest * (1.0 / self.n + self.x * self.x / self.xx)).sqrt();
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a count"
        )]
        let freedom = (self.n - 2.0).max(1.0) as u64;
        let half = student(freedom) * error;
        Estimate {
            value,
            low: value - half,
            high: value + half,
        }
    }
}

/// Returns R squared in percent and the standard deviation of luck, each with its bootstrap
/// interval: battles are drawn again and again with replacement, at random by the study's seed.
fn drawn_again(battles: &[(f64, u32)], line: &Line, seed: u64) -> [Estimate; 2] {
    let n = battles.len();
    let times = (20_000_000 / n).clamp(200, 1000);
    let mut state = sandtable_study::seed::mix(seed, 77);
    let mut drawn = vec![(0.0, 0); n];
    let (mut shares, mut spreads): (Vec<f64>, Vec<f64>) = (0..times)
        .map(|_| {
            for place in &mut drawn {
                state = sandtable_study::seed::mix(state, 1);
                let at = (u128::from(state) * n as u128) >> 64;
                *place = battles[usize::try_from(at).unwrap_or(0)];
            }
            let line = Line::of(drawn.iter().copied());
            (line.share(), line.spread())
        })
        .unzip();
    let within = |all: &mut Vec<f64>, value: f64| {
        all.sort_by(f64::total_cmp);
        Estimate {
            value,
            low: all[times / 40].min(value),
            high: all[times - 1 - times / 40].max(value),
        }
    };
    [
        within(&mut shares, line.share()).times(100.0),
        within(&mut spreads, line.spread()),
    ]
}

fn score_of(battles: &[(f64, u32)]) -> Estimate {
    let mut sums = Sums::default();
    for (_, half) in battles {
        sums.add(i64::from(*half));
    }
    sums.mean().times(50.0)
}

/// Splits the battles into five parts by their luck.
fn fifths(battles: &[(f64, u32)]) -> Vec<Fifth> {
    let mut sorted = battles.to_vec();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let n = sorted.len();
    let part = |at: usize| {
        let some = &sorted[n * at / 5..n * (at + 1) / 5];
        let sum: f64 = some.iter().map(|(luck, _)| luck).sum();
        let wins = some.iter().filter(|(_, half)| *half == 2).count();
        (!some.is_empty()).then(|| Fifth {
            luck: sum / float(some.len() as u64),
            wins: wilson(wins as u64, some.len() as u64).times(100.0),
        })
    };
    (0..5).filter_map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn luck_that_decides_everything_explains_everything() {
        // Results that are a straight line in luck.
        let battles: Vec<(f64, u32)> = (0..60).map(|n| (f64::from(n % 3) - 1.0, n % 3)).collect();
        let line = Line::of(battles.iter().copied());
        let found = drawn_again(&battles, &line, 1)[0];
        assert!((found.value - 100.0).abs() < 1e-9 && found.low > 99.9);
        let even = line.at_nought();
        assert!((even.value - 50.0).abs() < 1e-9 && even.high - even.low < 1e-6);
    }

    #[test]
    fn luck_that_decides_nothing_explains_little() {
        let mut state = 3;
        let mut next = || {
            state = sandtable_study::seed::mix(state, 1);
            state >> 40
        };
        let battles: Vec<(f64, u32)> = (0..400)
            .map(|_| {
                (
                    float(next() % 100) - 50.0,
                    if next() % 2 == 0 { 0 } else { 2 },
                )
            })
            .collect();
        let line = Line::of(battles.iter().copied());
        let found = drawn_again(&battles, &line, 1)[0];
        assert!(found.value < 3.0 && found.low < 1.0, "{found:?}");
        assert!(score_of(&battles).low < 50.0 && score_of(&battles).high > 50.0);
    }

    /// Adjusted for luck, the result has the same mean and a smaller error.
    #[test]
    fn results_at_even_luck_are_known_better() {
        let mut state = 5;
        let mut next = || {
            state = sandtable_study::seed::mix(state, 1);
            float(state >> 40) / float(1 << 24)
        };
        let (mut held, mut narrower) = (0, 0);
        for _ in 0..300 {
            let battles: Vec<(f64, u32)> = (0..80)
                .map(|_| {
                    let luck = (next() + next() + next() - 1.5) * 60.0;
                    let wins = luck + (next() - 0.5) * 60.0 + 6.0 > 0.0;
                    (luck, if wins { 2 } else { 0 })
                })
                .collect();
            let even = Line::of(battles.iter().copied()).at_nought();
            let raw = score_of(&battles);
            narrower += u32::from(even.high - even.low < raw.high - raw.low);
            // The true value, from two million battles of the same kind.
            held += u32::from(even.low <= 56.6 && 56.6 <= even.high);
        }
        assert!(narrower > 290, "{narrower}");
        assert!(held > 270, "{held}");
    }
}

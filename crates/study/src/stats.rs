//! The statistics of a study: small functions, each with the source of its formula. They use
//! nothing but the four operations and square roots, so that a report has the same bits on every
//! machine.

use sandtable_odds::stats::score_interval;
use serde::Serialize;

pub use sandtable_odds::stats::{Z, student};

/// A value with the interval that contains it in 95 of 100 studies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Estimate {
    /// The value found.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Estimate {
    /// Converts the estimate to another unit.
    #[must_use]
    pub fn times(self, factor: f64) -> Self {
        Self {
            value: self.value * factor,
            low: self.low * factor,
            high: self.high * factor,
        }
    }

    /// Returns the difference to another estimate, as if they were independent. Answers from
    /// battles on the same dice are more alike; the interval is then rather too wide.
    #[must_use]
    pub fn less(self, other: Self) -> Self {
        let value = self.value - other.value;
        let spread = |x: f64, y: f64| (x * x + y * y).sqrt();
        Self {
            value,
            low: value - spread(self.value - self.low, other.high - other.value),
            high: value + spread(self.high - self.value, other.value - other.low),
        }
    }

    /// Tells whether zero lies outside the interval.
    #[must_use]
    pub fn is_sure(&self) -> bool {
        self.low > 0.0 || self.high < 0.0
    }
}

/// Converts a count to a floating-point number.
#[must_use]
pub fn float(n: u64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
    let n = n as f64;
    n
}

fn signed(n: i64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "sums are far below 2^53")]
    let n = n as f64;
    n
}

/// Returns the share `of / n` with its score interval (Wilson 1927): the shares for which the found
/// one would not be unusual. With no tries nothing is known: 0 to 1.
#[must_use]
pub fn wilson(of: u64, n: u64) -> Estimate {
    if n == 0 {
        return Estimate {
            value: 0.0,
            low: 0.0,
            high: 1.0,
        };
    }
    let (k, n) = (float(of), float(n));
    let p = k / n;
    let (low, high) = score_interval(p, n);
    Estimate {
        value: p,
        // The ends touch the share itself when it is zero or one.
        low: if of == 0 { 0.0 } else { low.max(0.0) },
        high: if k >= n { 1.0 } else { high.min(1.0) },
    }
}

/// Counts of pairs in which each of two variants did something or not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs {
    /// Both did.
    pub both: u64,
    /// Only the first did.
    pub first: u64,
    /// Only the second did.
    pub second: u64,
    /// Neither did.
    pub neither: u64,
}

impl Pairs {
    /// Returns the number of pairs.
    #[must_use]
    pub const fn n(&self) -> u64 {
        self.both + self.first + self.second + self.neither
    }

    /// Returns the share of the second minus that of the first, with Newcombe's interval for paired
    /// shares (Statistics in Medicine 17, 1998, 2635-2650, method 10): the score intervals of both
    /// shares, squared and added with their correlation.
    #[must_use]
    pub fn difference(&self) -> Estimate {
        let n = self.n();
        if n == 0 {
            return Estimate {
                value: 0.0,
                low: -1.0,
                high: 1.0,
            };
        }
        let one = wilson(self.both + self.second, n);
        let two = wilson(self.both + self.first, n);
        let (a, b, c, d) = (
            float(self.both),
            float(self.first),
            float(self.second),
            float(self.neither),
        );
        let margins = (a + b) * (c + d) * (a + c) * (b + d);
        let cross = a * d - b * c;
        let phi = if margins <= 0.0 {
            0.0
        } else if cross > float(n) / 2.0 {
            (cross - float(n) / 2.0) / margins.sqrt()
        } else {
            cross.min(0.0) / margins.sqrt()
        };
        let spread = |x: f64, y: f64| (x * x - 2.0 * phi * x * y + y * y).max(0.0).sqrt();
        let value = (c - b) / float(n);
        Estimate {
            value,
            low: value - spread(one.value - one.low, two.high - two.value),
            high: value + spread(one.high - one.value, two.value - two.low),
        }
    }

    /// Returns how many pairs it takes in all for an interval with this half-width: z² s² / h²,
    /// with the variance of a pair's difference after half a pair more of each kind (Agresti and
    /// Min 2005), so that a few pairs that agree by luck do not promise too much.
    #[must_use]
    pub fn needed(&self, half_width: f64) -> u64 {
        let n = float(self.n()) + 2.0;
        let (b, c) = (float(self.first) + 0.5, float(self.second) + 0.5);
        let mean = (c - b) / n;
        let variance = ((b + c) / n - mean * mean).max(0.0);
        let needed = (Z * Z * variance / (half_width * half_width)).ceil();
        if needed < 1e15 {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "bounded, and never below nought"
            )]
            let needed = needed as u64;
            needed
        } else {
            u64::MAX
        }
    }
}

/// Returns the difference of two shares of different battles, the first minus the second, with
/// Newcombe's interval (Statistics in Medicine 17, 1998, 873-890, method 10).
#[must_use]
pub fn apart((of, n): (u64, u64), (other, m): (u64, u64)) -> Estimate {
    let (one, two) = (wilson(of, n), wilson(other, m));
    let value = one.value - two.value;
    let spread = |x: f64, y: f64| (x * x + y * y).sqrt();
    Estimate {
        value,
        low: value - spread(one.value - one.low, two.high - two.value),
        high: value + spread(one.high - one.value, two.value - two.low),
    }
}

/// Sums of whole numbers: enough for their mean and its interval, in any order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// How many numbers.
    pub n: u64,
    /// Their sum.
    pub sum: i64,
    /// The sum of their squares.
    pub squares: u64,
}

impl Sums {
    /// Adds a number.
    pub fn add(&mut self, x: i64) {
        self.n += 1;
        self.sum += x;
        self.squares += x.unsigned_abs() * x.unsigned_abs();
    }

    /// Returns the mean with Student's interval: mean ± t s / √n.
    #[must_use]
    pub fn mean(&self) -> Estimate {
        if self.n == 0 {
            return Estimate::default();
        }
        let n = float(self.n);
        let mean = signed(self.sum) / n;
        let half = if self.n < 2 {
            0.0
        } else {
            let spread = (float(self.squares) - mean * signed(self.sum)).max(0.0) / (n - 1.0);
            student(self.n - 1) * (spread / n).sqrt()
        };
        Estimate {
            value: mean,
            low: mean - half,
            high: mean + half,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64, by: f64) {
        assert!((a - b).abs() <= by, "{a} is not {b}");
    }

    /// Newcombe, Statistics in Medicine 17 (1998) 857-872, table I, method 3.
    #[test]
    fn score_intervals_are_the_published_ones() {
        for (of, n, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let found = wilson(of, n);
            near(found.low, low, 5e-5);
            near(found.high, high, 5e-5);
        }
    }

    /// A check from the other direction: the ends of a score interval are the shares that lie z
    /// standard errors away from the found share.
    #[test]
    fn score_intervals_solve_their_equation() {
        for n in [1, 7, 40, 1000] {
            for of in [0, 1, n / 3, n / 2, n] {
                let found = wilson(of, n);
                for end in [found.low, found.high] {
                    let error = (end * (1.0 - end) / float(n)).sqrt() * Z;
                    let off = (float(of) / float(n) - end).abs();
                    assert!(off <= error + 1e-9, "{of}/{n}: {end}");
                    assert!(end <= 0.0 || end >= 1.0 || off >= error - 1e-9);
                }
            }
        }
    }

    /// Newcombe, Statistics in Medicine 17 (1998) 2635-2650, table II, method 10.
    #[test]
    fn paired_intervals_are_the_published_ones() {
        // The paper takes the first minus the second: 36 and 12, 2 and 0.
        let pairs = Pairs {
            both: 36,
            first: 2,
            second: 12,
            neither: 0,
        };
        let found = pairs.difference();
        near(found.value, 0.2, 1e-12);
        near(found.low, 0.0569, 5e-5);
        near(found.high, 0.3404, 5e-5);
    }

    /// A check by simulation: of many samples of pairs with a known difference, 95 in 100 intervals
    /// contain it.
    #[test]
    fn paired_intervals_hold_what_they_should() {
        let mut state = 1_u64;
        let mut lot = || {
            state = crate::seed::mix(state, 1);
            float(state >> 11) / float(1 << 53)
        };
        for (n, chances, least) in [
            (40, [0.3, 0.1, 0.2, 0.4], 0.935),
            (200, [0.45, 0.05, 0.1, 0.4], 0.935),
            (100, [0.05, 0.25, 0.25, 0.45], 0.935),
        ] {
            let truth = chances[2] - chances[1];
            let (mut held, tries) = (0, 4000);
            for _ in 0..tries {
                let mut pairs = Pairs::default();
                for _ in 0..n {
                    let x = lot();
                    if x < chances[0] {
                        pairs.both += 1;
                    } else if x < chances[0] + chances[1] {
                        pairs.first += 1;
                    } else if x < chances[0] + chances[1] + chances[2] {
                        pairs.second += 1;
                    } else {
                        pairs.neither += 1;
                    }
                }
                let found = pairs.difference();
                held += u32::from(found.low <= truth && truth <= found.high);
            }
            let share = f64::from(held) / f64::from(tries);
            assert!((least..0.975).contains(&share), "{n} pairs: {share}");
        }
    }

    #[test]
    fn the_battles_needed_give_the_width_promised() {
        let pairs = Pairs {
            both: 300,
            first: 100,
            second: 130,
            neither: 470,
        };
        let needed = pairs.needed(0.02);
        let times = needed / 1000 + 1;
        let more = Pairs {
            both: 300 * times,
            first: 100 * times,
            second: 130 * times,
            neither: 470 * times,
        };
        let found = more.difference();
        // The interval is for thousands of pairs: its width goes with the root of their number.
        let half = (found.high - found.low) / 2.0;
        near(
            half * (float(1000 * times) / float(needed)).sqrt(),
            0.02,
            0.0005,
        );
        assert!(
            Pairs {
                both: 20,
                ..Pairs::default()
            }
            .needed(0.02)
                > 100
        );
    }

    #[test]
    fn means_come_from_their_sums() {
        let mut sums = Sums::default();
        for x in [2, 4, 4, 4, 5, 5, 7, 9] {
            sums.add(x);
        }
        let found = sums.mean();
        near(found.value, 5.0, 1e-12);
        // s² = 32/7, t of 7 = 2.365.
        near(
            found.high - 5.0,
            2.365 * (32.0_f64 / 7.0 / 8.0).sqrt(),
            2e-3,
        );
    }
}

//! Glicko-2, step by step as in Mark Glickman's "Example of the Glicko-2 system".
//!
//! Each battle is its own rating period, so a rating changes as soon as the battle ends. Every
//! whole week without a battle is a period without one: the uncertainty grows.

use serde::{Deserialize, Serialize};

/// A rating period without a battle, in milliseconds.
pub const WEEK: i64 = 7 * 24 * 3_600_000;

/// How many points make 1 on the paper's scale.
const SCALE: f64 = 173.7178;
/// Limits how fast the volatility changes: the paper's system constant. It advises 0.3 to 1.2.
const TAU: f64 = 0.5;
/// Precision of the search for the volatility.
const CLOSE: f64 = 0.000_001;
/// More steps than that search ever takes.
const STEPS: u32 = 100;
/// More weeks than make a difference.
const LONG: i64 = 1 << 24;
/// Units in a point: ratings are stored in millionths.
const MILLIONTHS: f64 = 1e6;

/// How good a player is, and how certain that is, in whole millionths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rating {
    /// The rating, in millionths of a point.
    pub rating: i64,
    /// Its deviation, in millionths of a point: in 95 of 100 cases the true rating is within two
    /// deviations.
    pub deviation: i64,
    /// How erratic the player's results are, in millionths.
    pub volatility: i64,
}

/// A battle that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Met {
    /// The opponent's rating before the battle.
    pub other: Rating,
    /// What the battle brought, in half points: 0, 1 or 2.
    pub halves: u8,
}

/// A rating on the paper's scale.
#[derive(Clone, Copy)]
struct Scaled {
    mu: f64,
    phi: f64,
    sigma: f64,
}

impl Default for Rating {
    fn default() -> Self {
        Self::NEW
    }
}

impl Rating {
    /// The rating of a player who has not fought yet.
    pub const NEW: Self = Self {
        rating: 1_500_000_000,
        deviation: 350_000_000,
        volatility: 60_000,
    };

    /// Returns the rating after this many milliseconds without a battle: it is less certain.
    #[must_use]
    pub fn idle(self, since: i64) -> Self {
        // After some thousand weeks nothing is known about the player any more.
        let weeks = u32::try_from((since / WEEK).clamp(0, LONG)).unwrap_or(0);
        let Scaled { mu, phi, sigma } = self.scaled();
        let phi = (phi * phi + sigma * sigma * f64::from(weeks)).sqrt();
        Self {
            deviation: kept(Scaled { mu, phi, sigma })
                .deviation
                .min(Self::NEW.deviation),
            ..self
        }
    }

    /// Returns the rating after a rating period with these battles.
    #[must_use]
    pub fn after(self, battles: &[Met]) -> Self {
        let Scaled { mu, phi, sigma } = self.scaled();
        let (mut knowledge, mut surprise) = (0.0, 0.0);
        for battle in battles {
            let other = battle.other.scaled();
            let weight = g(other.phi);
            let expected = 1.0 / (1.0 + libm::exp(-weight * (mu - other.mu)));
            knowledge += weight * weight * expected * (1.0 - expected);
            surprise += weight * (f64::from(battle.halves) / 2.0 - expected);
        }
        if knowledge <= 0.0 {
            let phi = (phi * phi + sigma * sigma).sqrt();
            return kept(Scaled { mu, phi, sigma });
        }
        let variance = 1.0 / knowledge;
        let sigma = volatility(phi, sigma, variance, variance * surprise);
        let before = phi * phi + sigma * sigma;
        let phi = 1.0 / (1.0 / before + knowledge).sqrt();
        let mu = mu + phi * phi * surprise;
        kept(Scaled { mu, phi, sigma })
    }

    fn scaled(self) -> Scaled {
        Scaled {
            mu: (points(self.rating) - 1500.0) / SCALE,
            phi: points(self.deviation) / SCALE,
            sigma: points(self.volatility),
        }
    }
}

/// Returns the weight of a battle against an opponent with this deviation: the less is known about
/// the opponent, the less the battle says.
fn g(phi: f64) -> f64 {
    let pi = std::f64::consts::PI;
    1.0 / (1.0 + 3.0 * phi * phi / (pi * pi)).sqrt()
}

/// Step 5 of the paper: finds the zero of its function by the Illinois algorithm.
fn volatility(phi: f64, sigma: f64, variance: f64, delta: f64) -> f64 {
    let start = libm::log(sigma * sigma);
    let f = |x: f64| {
        let e = libm::exp(x);
        let all = phi * phi + variance + e;
        e * (delta * delta - all) / (2.0 * all * all) - (x - start) / (TAU * TAU)
    };
    let mut low = start;
    let excess = delta * delta - phi * phi - variance;
    let mut high = if excess > 0.0 {
        libm::log(excess)
    } else {
        let mut k = 1.0;
        while f(start - k * TAU) < 0.0 && k < f64::from(STEPS) {
            k += 1.0;
        }
        start - k * TAU
    };
    let (mut at_low, mut at_high) = (f(low), f(high));
    for _ in 0..STEPS {
        if (high - low).abs() <= CLOSE {
            break;
        }
        let next = low + (low - high) * at_low / (at_high - at_low);
        let at_next = f(next);
        if at_next * at_high <= 0.0 {
            (low, at_low) = (high, at_high);
        } else {
            at_low /= 2.0;
        }
        (high, at_high) = (next, at_next);
    }
    libm::exp(low / 2.0)
}

/// Converts millionths to a floating-point number.
#[expect(
    clippy::cast_precision_loss,
    reason = "ratings are far below 2^52 millionths"
)]
fn points(millionths: i64) -> f64 {
    millionths as f64 / MILLIONTHS
}

fn kept(scaled: Scaled) -> Rating {
    Rating {
        rating: millionths(1500.0 + SCALE * scaled.mu),
        deviation: millionths(SCALE * scaled.phi).min(Rating::NEW.deviation),
        volatility: millionths(scaled.sigma).max(1),
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "rounded, and far below 2^63"
)]
fn millionths(points: f64) -> i64 {
    (points * MILLIONTHS).round() as i64
}

//! Chances: exact fractions, or floating-point numbers where speed matters more.

use num_integer::Integer;
use num_rational::Ratio;
use std::fmt;

/// The weight of a branch. Exact fractions for people, `f64` for computer opponents.
pub trait Weight: Copy {
    /// Certainty.
    const ONE: Self;
    /// Impossibility.
    const NONE: Self;
    /// Returns the fraction `ways / all`.
    fn part(ways: u64, all: u64) -> Self;
    /// Returns the chance that both happen, one after the other.
    #[must_use]
    fn times(self, other: Self) -> Self;
    /// Returns the chance that either happens.
    #[must_use]
    fn plus(self, other: Self) -> Self;
    /// Returns this weight as a share of a whole that is greater than zero.
    #[must_use]
    fn of_whole(self, whole: Self) -> Self;
    /// Returns the weight as a number from 0 to 1.
    fn number(self) -> f64;
}

impl Weight for f64 {
    const ONE: Self = 1.0;
    const NONE: Self = 0.0;

    #[expect(clippy::cast_precision_loss, reason = "an approximation by design")]
    fn part(ways: u64, all: u64) -> Self {
        ways as Self / all as Self
    }

    fn times(self, other: Self) -> Self {
        self * other
    }

    fn plus(self, other: Self) -> Self {
        self + other
    }

    fn of_whole(self, whole: Self) -> Self {
        self / whole
    }

    fn number(self) -> f64 {
        self
    }
}

/// An exact chance: a fraction of 128-bit whole numbers. If one overflows, the chance continues as
/// a floating-point number and says so.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chance {
    exact: Option<Ratio<u128>>,
    about: f64,
}

impl Chance {
    /// Returns the fraction `top / bottom`.
    #[must_use]
    pub fn of(top: u128, bottom: u128) -> Self {
        Self::from_ratio(Ratio::new(top, bottom.max(1)))
    }

    #[expect(
        clippy::cast_precision_loss,
        reason = "the exact fraction is kept beside it"
    )]
    fn from_ratio(ratio: Ratio<u128>) -> Self {
        Self {
            exact: Some(ratio),
            about: *ratio.numer() as f64 / *ratio.denom() as f64,
        }
    }

    /// Makes a chance from a floating-point number, not known exactly.
    #[must_use]
    pub const fn about(number: f64) -> Self {
        Self {
            exact: None,
            about: number,
        }
    }

    /// Returns numerator and denominator in lowest terms, if they are still known exactly.
    #[must_use]
    pub fn fraction(&self) -> Option<(u128, u128)> {
        self.exact.map(|r| (*r.numer(), *r.denom()))
    }

    /// Returns the chance times a whole number, for means.
    #[must_use]
    pub fn scaled(self, by: u32) -> Self {
        self.times(Self::of(u128::from(by), 1))
    }

    /// Returns the chance in per cent.
    #[must_use]
    pub fn percent(&self) -> f64 {
        self.about * 100.0
    }
}

/// Returns the greatest common divisor. Most numbers fit a machine word, for which it is found many
/// times faster.
fn common(a: u128, b: u128) -> u128 {
    let word = |n: u128| u64::try_from(n).ok();
    // One step of Euclid's algorithm reduces a long number to the length of a short one.
    let short = match (word(a), word(b)) {
        _ if a == b => return a,
        (Some(a), Some(b)) => Some((a, b)),
        (Some(a), None) if a > 0 => word(b % u128::from(a)).map(|b| (a, b)),
        (None, Some(b)) if b > 0 => word(a % u128::from(b)).map(|a| (a, b)),
        _ => None,
    };
    short.map_or_else(|| a.gcd(&b), |(a, b)| u128::from(a.gcd(&b)))
}

/// Returns a quotient without remainder.
fn over(a: u128, b: u128) -> u128 {
    match (u64::try_from(a), u64::try_from(b)) {
        (Ok(a), Ok(b)) => u128::from(a / b.max(1)),
        _ => a / b.max(1),
    }
}

/// Returns the product in lowest terms of two fractions in lowest terms.
fn product(a: Ratio<u128>, b: Ratio<u128>) -> Option<Ratio<u128>> {
    let one = common(*a.numer(), *b.denom());
    let two = common(*b.numer(), *a.denom());
    let top = over(*a.numer(), one).checked_mul(over(*b.numer(), two))?;
    let bottom = over(*a.denom(), two).checked_mul(over(*b.denom(), one))?;
    Some(Ratio::new_raw(top, bottom))
}

/// Returns the sum in lowest terms of two fractions in lowest terms.
fn sum(a: Ratio<u128>, b: Ratio<u128>) -> Option<Ratio<u128>> {
    let shared = common(*a.denom(), *b.denom());
    let (left, right) = (over(*a.denom(), shared), over(*b.denom(), shared));
    let top = a.numer().checked_mul(right)?;
    let top = top.checked_add(b.numer().checked_mul(left)?)?;
    // Any common factor that is left lies in what the denominators share.
    let short = common(top, shared);
    let bottom = left.checked_mul(over(*b.denom(), short))?;
    Some(Ratio::new_raw(over(top, short), bottom))
}

impl Weight for Chance {
    const ONE: Self = Self {
        exact: Some(Ratio::new_raw(1, 1)),
        about: 1.0,
    };
    const NONE: Self = Self {
        exact: Some(Ratio::new_raw(0, 1)),
        about: 0.0,
    };

    fn part(ways: u64, all: u64) -> Self {
        Self::of(u128::from(ways), u128::from(all))
    }

    fn times(self, other: Self) -> Self {
        let both = self.exact.zip(other.exact);
        match both.and_then(|(a, b)| product(a, b)) {
            Some(exact) => Self::from_ratio(exact),
            None => Self {
                exact: None,
                about: self.about * other.about,
            },
        }
    }

    fn plus(self, other: Self) -> Self {
        let both = self.exact.zip(other.exact);
        match both.and_then(|(a, b)| sum(a, b)) {
            Some(exact) => Self::from_ratio(exact),
            None => Self {
                exact: None,
                about: self.about + other.about,
            },
        }
    }

    fn of_whole(self, whole: Self) -> Self {
        let both = self.exact.zip(whole.exact);
        let quotient = both.and_then(|(a, b)| (*b.numer() > 0).then(|| product(a, b.recip()))?);
        match quotient {
            Some(exact) => Self::from_ratio(exact),
            None => Self::about(self.about / whole.about),
        }
    }

    fn number(self) -> f64 {
        self.about
    }
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.fraction() {
            Some((top, 1)) => write!(f, "{top}"),
            Some((top, bottom)) => write!(f, "{top}/{bottom}"),
            None => write!(f, "about {:.9}", self.about),
        }
    }
}

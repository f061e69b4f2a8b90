//! Numbers that were worked out, and what they leave out.

use sandtable_odds::{Chance, Weight};
use serde::Serialize;

/// A calculated number: exact if possible, if not a decimal.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NumberView {
    /// The number as a fraction in lowest terms; empty when only the decimal is known.
    pub value: String,
    /// The number as a decimal.
    pub number: f64,
}

impl NumberView {
    pub(crate) fn of(chance: Chance) -> Self {
        Self {
            value: chance
                .fraction()
                .map_or_else(String::new, |_| chance.to_string()),
            number: chance.number(),
        }
    }
}

/// What was worked out for an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Answered {
    /// The number; `None` if there is none.
    pub number: Option<NumberView>,
    /// Why there is no number; empty if there is one.
    pub why: String,
    /// What the number leaves out, or how far off it may be; empty if it is the whole truth.
    pub note: String,
    /// By how many percentage points the chance may be off, if that is known of it.
    pub off: Option<f64>,
}

impl Answered {
    pub(crate) const fn with(number: NumberView, note: String) -> Self {
        Self {
            number: Some(number),
            why: String::new(),
            note,
            off: None,
        }
    }

    /// Returns a chance that may be off by some percentage points, as the note says.
    pub(crate) fn about(number: NumberView, note: String, off: f64) -> Self {
        Self {
            off: Some(off),
            ..Self::with(number, note)
        }
    }

    pub(crate) const fn none(why: String) -> Self {
        Self {
            number: None,
            why,
            note: String::new(),
            off: None,
        }
    }
}

/// Converts to percent, rounded to a hundredth of a hundredth.
pub(crate) fn percent(number: f64) -> f64 {
    (number * 1_000_000.0).round() / 10_000.0
}

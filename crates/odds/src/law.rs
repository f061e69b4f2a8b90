//! The law of a result: each value with its chance.

use crate::{Chance, Weight};
use std::collections::BTreeMap;

/// Every value a question can come to, in order, with its chance.
#[derive(Clone, Debug, PartialEq)]
pub struct Law<K, W = Chance> {
    values: BTreeMap<K, W>,
    lost: W,
}

impl<K: Ord, W: Weight> Default for Law<K, W> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: Ord, W: Weight> Law<K, W> {
    /// A law with nothing in it.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            values: BTreeMap::new(),
            lost: W::NONE,
        }
    }

    /// Adds weight to a value.
    pub fn add(&mut self, value: K, weight: W) {
        self.values
            .entry(value)
            .and_modify(|w| *w = w.plus(weight))
            .or_insert(weight);
    }

    /// Declares mass that was cut.
    pub fn lose(&mut self, weight: W) {
        self.lost = self.lost.plus(weight);
    }

    /// The chance of a value.
    #[must_use]
    pub fn chance(&self, value: &K) -> W {
        self.values.get(value).copied().unwrap_or(W::NONE)
    }

    /// The chance of all values for which something holds.
    pub fn where_(&self, holds: impl Fn(&K) -> bool) -> W {
        self.iter()
            .filter(|(k, _)| holds(k))
            .fold(W::NONE, |sum, (_, w)| sum.plus(w))
    }

    /// Values and chances, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&K, W)> {
        self.values.iter().map(|(k, &w)| (k, w))
    }

    /// How many values there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The mass that was cut; nought when the law is exact.
    #[must_use]
    pub const fn lost(&self) -> W {
        self.lost
    }

    /// All mass together with what was cut: always one.
    pub fn mass(&self) -> W {
        self.iter().fold(self.lost, |sum, (_, w)| sum.plus(w))
    }

    /// The mean of a number over the values.
    pub fn mean(&self, number: impl Fn(&K) -> f64) -> f64 {
        self.iter().map(|(k, w)| number(k) * w.number()).sum()
    }

    /// The law of a function of the value.
    pub fn map<L: Ord>(&self, f: impl Fn(&K) -> L) -> Law<L, W> {
        let mut law = Law::new();
        self.iter().for_each(|(k, w)| law.add(f(k), w));
        law.lose(self.lost);
        law
    }
}

impl<K: Ord> Law<K, Chance> {
    /// The mean of a whole number over the values, as a fraction.
    pub fn exact_mean(&self, number: impl Fn(&K) -> u32) -> Chance {
        self.iter()
            .fold(Chance::NONE, |sum, (k, w)| sum.plus(w.scaled(number(k))))
    }
}

impl<W: Weight> Law<u16, W> {
    /// Outcomes and weights, for use as a custom die.
    pub(crate) fn into_branches(self) -> Vec<(u16, W)> {
        self.values.into_iter().collect()
    }
}

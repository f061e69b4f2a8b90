//! The law of a result: each value with its chance (a probability distribution).

use crate::{Chance, Weight};
use std::collections::BTreeMap;

/// Every possible answer to a question, in order, with its chance.
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
    /// Makes a law without values.
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

    /// Returns the law of two independent results combined.
    #[must_use]
    pub fn with<L: Ord, M: Ord>(&self, other: &Law<L, W>, f: impl Fn(&K, &L) -> M) -> Law<M, W> {
        let mut both = Law::new();
        for (one, weight) in self.iter() {
            for (two, more) in other.iter() {
                both.add(f(one, two), weight.times(more));
            }
        }
        // Mass lost from either law is lost from both; nothing is counted twice.
        both.lose(self.lost);
        let kept = self.iter().fold(W::NONE, |sum, (_, w)| sum.plus(w));
        both.lose(kept.times(other.lost));
        both
    }

    /// Declares mass that was cut.
    pub fn lose(&mut self, weight: W) {
        self.lost = self.lost.plus(weight);
    }

    /// Returns the chance of a value.
    #[must_use]
    pub fn chance(&self, value: &K) -> W {
        self.values.get(value).copied().unwrap_or(W::NONE)
    }

    /// Returns the chance of all values for which `holds` is true.
    pub fn where_(&self, holds: impl Fn(&K) -> bool) -> W {
        self.iter()
            .filter(|(k, _)| holds(k))
            .fold(W::NONE, |sum, (_, w)| sum.plus(w))
    }

    /// Returns the values and their chances, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&K, W)> {
        self.values.iter().map(|(k, &w)| (k, w))
    }

    /// Returns the number of values.
    #[must_use]
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Returns whether there are no values.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Returns the mass that was cut; zero if the law is exact.
    #[must_use]
    pub const fn lost(&self) -> W {
        self.lost
    }

    /// Returns all mass including what was cut: always one.
    pub fn mass(&self) -> W {
        self.iter().fold(self.lost, |sum, (_, w)| sum.plus(w))
    }

    /// Returns the mean of a number over the values.
    pub fn mean(&self, number: impl Fn(&K) -> f64) -> f64 {
        self.iter().map(|(k, w)| number(k) * w.number()).sum()
    }

    /// Returns the law of a function of the values.
    pub fn map<L: Ord>(&self, f: impl Fn(&K) -> L) -> Law<L, W> {
        let mut law = Law::new();
        self.iter().for_each(|(k, w)| law.add(f(k), w));
        law.lose(self.lost);
        law
    }
}

impl<K: Ord> Law<K, Chance> {
    /// Returns the mean of a whole number over the values, as a fraction.
    pub fn exact_mean(&self, number: impl Fn(&K) -> u32) -> Chance {
        self.iter()
            .fold(Chance::NONE, |sum, (k, w)| sum.plus(w.scaled(number(k))))
    }
}

impl<W: Weight> Law<u16, W> {
    /// Returns the outcomes and weights, for use as a custom die.
    pub(crate) fn into_branches(self) -> Vec<(u16, W)> {
        self.values.into_iter().collect()
    }
}

impl<W: Weight> Law<u16, W> {
    /// Returns the law of the sum of `count` independent numbers of this law: eight dice of a kind.
    #[must_use]
    pub fn sum_of(&self, count: u8) -> Self {
        let mut sum = Self::new();
        sum.add(0, W::ONE);
        let (mut power, mut left) = (self.clone(), count);
        while left > 0 {
            if left & 1 == 1 {
                sum = sum.plus(&power);
            }
            left >>= 1;
            if left > 0 {
                power = power.plus(&power);
            }
        }
        sum
    }

    /// Returns the law of the sum of two independent numbers.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        let ends = |law: &Self| {
            let first = law.values.keys().next().copied()?;
            Some((first, law.values.keys().next_back().copied()?))
        };
        let (Some((low, high)), Some((least, most))) = (ends(self), ends(other)) else {
            return self.with(other, |a, b| a.saturating_add(*b));
        };
        let span = usize::from(high - low) + usize::from(most - least) + 1;
        if span > 1 << 16 || low.checked_add(least).is_none() {
            return self.with(other, |a, b| a.saturating_add(*b));
        }
        // A slot for every sum, because numbers that dice give lie close together.
        let mut places: Vec<Option<W>> = vec![None; span];
        for (one, weight) in self.iter() {
            for (two, more) in other.iter() {
                let at = usize::from(one - low) + usize::from(two - least);
                let both = weight.times(more);
                places[at] = Some(places[at].map_or(both, |sum| sum.plus(both)));
            }
        }
        let first = usize::from(low) + usize::from(least);
        let values = places.into_iter().enumerate();
        let mut sum = Self::new();
        sum.values = values
            .filter_map(|(at, weight)| Some((u16::try_from(first + at).ok()?, weight?)))
            .collect();
        let kept = self.iter().fold(W::NONE, |sum, (_, w)| sum.plus(w));
        sum.lose(self.lost);
        sum.lose(kept.times(other.lost));
        sum
    }
}

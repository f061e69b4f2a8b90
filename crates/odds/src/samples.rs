//! Samples that stand for a law, and how far off the chances may be that they give.

use crate::{Chance, Law};
use std::collections::{BTreeMap, BTreeSet};

/// Number of samples, each independent: how much they differ shows how far off their mean is.
pub(crate) const DRAWS: u8 = 4;
/// In nineteen of twenty cases, the mean of four samples is off by no more than this many of its
/// standard errors (Student's t with three degrees of freedom).
const SURE: f64 = 3.182;

/// What each sample found of a law.
#[derive(Clone, Debug, PartialEq)]
pub struct Samples<K> {
    found: BTreeMap<K, [f64; DRAWS as usize]>,
    least: f64,
}

impl<K: Ord + Clone> Samples<K> {
    /// Makes samples of nothing so far. `least` is the weight that a branch needs to be followed
    /// whole.
    pub(crate) const fn new(least: f64) -> Self {
        let found = BTreeMap::new();
        Self { found, least }
    }

    /// Adds the weight of a value that a sample found.
    pub(crate) fn add(&mut self, draw: u8, value: K, weight: f64) {
        self.found.entry(value).or_default()[usize::from(draw)] += weight;
    }

    /// Returns the mean of the samples.
    pub(crate) fn law(&self) -> Law<K> {
        let mut law = Law::new();
        for (value, found) in &self.found {
            law.add(value.clone(), Chance::about(mean(found)));
        }
        law
    }

    /// Returns by how much a chance may be off, from 0 to 1. `parts` gives the parts of a value
    /// whose chances are asked for: the chance of a part is the sum over the values that share it.
    ///
    /// The error is at least what a value may weigh that no sample found: a value with half the
    /// weight that a branch needs to be followed is missed four times in a row once in sixteen.
    pub fn within<'k, P: Ord>(&'k self, parts: impl Fn(&'k K) -> Vec<P>) -> f64 {
        let mut sums: BTreeMap<P, [f64; DRAWS as usize]> = BTreeMap::new();
        for (value, found) in &self.found {
            for part in parts(value).into_iter().collect::<BTreeSet<P>>() {
                let sum = sums.entry(part).or_default();
                for (sum, weight) in sum.iter_mut().zip(found) {
                    *sum += weight;
                }
            }
        }
        let most = sums.values().map(standard_error).fold(0.0, f64::max);
        // Too few samples bound nothing, but no chance is off by more than certainty.
        (SURE * most).max(self.least / 2.0).min(1.0)
    }
}

fn mean(found: &[f64; DRAWS as usize]) -> f64 {
    found.iter().sum::<f64>() / f64::from(DRAWS)
}

fn standard_error(found: &[f64; DRAWS as usize]) -> f64 {
    let (count, mean) = (f64::from(DRAWS), mean(found));
    let squares: f64 = found.iter().map(|one| (one - mean) * (one - mean)).sum();
    (squares / (count - 1.0) / count).sqrt()
}

//! Repeat until: absorbing chains, solved exactly.

use crate::{Chance, Law, Weight};
use num_rational::Ratio;
use num_traits::{CheckedMul, CheckedSub};
use std::collections::BTreeMap;

/// A step repeated until nothing more happens: "how many turns until the unit
/// is gone".
#[derive(Clone, Debug)]
pub struct Chain<S> {
    states: Vec<S>,
    steps: Vec<Vec<(usize, Chance)>>,
    done: Vec<bool>,
}

impl<S: Ord + Clone> Chain<S> {
    /// The chain from a state: `step` gives the law of the next state, `done`
    /// says where it ends. At most 4096 states are followed.
    pub fn new(start: S, done: impl Fn(&S) -> bool, mut step: impl FnMut(&S) -> Law<S>) -> Self {
        let mut places = BTreeMap::from([(start.clone(), 0)]);
        let mut chain = Self {
            states: vec![start],
            steps: Vec::new(),
            done: Vec::new(),
        };
        let mut at = 0;
        while at < chain.states.len() {
            let state = chain.states[at].clone();
            let finished = done(&state) || at >= 4096;
            let mut steps = Vec::new();
            if !finished {
                for (next, chance) in step(&state).iter() {
                    let fresh = chain.states.len();
                    let place = *places.entry(next.clone()).or_insert(fresh);
                    if place == fresh {
                        chain.states.push(next.clone());
                    }
                    steps.push((place, chance));
                }
            }
            chain.steps.push(steps);
            chain.done.push(finished);
            at += 1;
        }
        chain
    }

    /// The law of the state after a number of steps.
    #[must_use]
    pub fn after(&self, steps: u32) -> Law<S> {
        let mut now = vec![Chance::NONE; self.states.len()];
        now[0] = Chance::ONE;
        for _ in 0..steps {
            let mut next = vec![Chance::NONE; self.states.len()];
            for (at, &mass) in now.iter().enumerate() {
                if self.done[at] {
                    next[at] = next[at].plus(mass);
                }
                for &(to, chance) in &self.steps[at] {
                    next[to] = next[to].plus(mass.times(chance));
                }
            }
            now = next;
        }
        let mut law = Law::new();
        for (state, mass) in self.states.iter().zip(now) {
            if mass != Chance::NONE {
                law.add(state.clone(), mass);
            }
        }
        law
    }

    /// The chance that it has ended after a number of steps.
    #[must_use]
    pub fn ended_by(&self, steps: u32) -> Chance {
        let law = self.after(steps);
        let ends: Vec<&S> = self
            .states
            .iter()
            .zip(&self.done)
            .filter(|(_, done)| **done)
            .map(|(s, _)| s)
            .collect();
        law.where_(|state| ends.contains(&state))
    }

    /// The mean number of steps until it ends, as a fraction of whole numbers.
    ///
    /// Returns `None` when it may never end, or when the fraction grows beyond
    /// 128 bits.
    #[must_use]
    pub fn mean(&self) -> Option<Ratio<i128>> {
        let open: Vec<usize> = (0..self.states.len()).filter(|&i| !self.done[i]).collect();
        let place = |state: usize| open.iter().position(|&o| o == state);
        let n = open.len();
        // (I - Q) t = 1, one row a state that is still open.
        let mut rows = vec![vec![Ratio::from_integer(0_i128); n + 1]; n];
        for (row, &state) in open.iter().enumerate() {
            rows[row][row] = Ratio::from_integer(1);
            rows[row][n] = Ratio::from_integer(1);
            for &(to, chance) in &self.steps[state] {
                if let Some(column) = place(to) {
                    let (top, bottom) = chance.fraction()?;
                    let part = Ratio::new(i128::try_from(top).ok()?, i128::try_from(bottom).ok()?);
                    rows[row][column] = rows[row][column].checked_sub(&part)?;
                }
            }
        }
        eliminate(&mut rows)?;
        let start = place(0)?;
        Some(rows[start][n])
    }
}

/// Gauss-Jordan elimination with fractions.
fn eliminate(rows: &mut [Vec<Ratio<i128>>]) -> Option<()> {
    let nought = Ratio::from_integer(0);
    for column in 0..rows.len() {
        let pivot = (column..rows.len()).find(|&r| rows[r][column] != nought)?;
        rows.swap(column, pivot);
        let inverse = rows[column][column].recip();
        for entry in &mut rows[column] {
            *entry = entry.checked_mul(&inverse)?;
        }
        let pivot_row = rows[column].clone();
        for (r, row) in rows.iter_mut().enumerate() {
            if r != column && row[column] != nought {
                let factor = row[column];
                for (entry, above) in row.iter_mut().zip(&pivot_row) {
                    *entry = entry.checked_sub(&above.checked_mul(&factor)?)?;
                }
            }
        }
    }
    Some(())
}

//! "Repeat until": absorbing chains, solved exactly.

use crate::solve::{self, Steps};
use crate::{Chance, Law, Weight};
use num_rational::Ratio;
use num_traits::{CheckedMul, CheckedSub};
use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BinaryHeap};

/// Default for the greatest number of states to follow.
const MOST: usize = 4096;

/// A state that waits to be followed: the heaviest first; of equals, the oldest.
struct Waiting(f64, Reverse<usize>);

impl PartialEq for Waiting {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Waiting {}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0).then(self.1.cmp(&other.1))
    }
}

/// A step that repeats until nothing more happens: "how many turns until the unit is gone".
#[derive(Clone, Debug)]
pub struct Chain<S, W = Chance> {
    states: Vec<S>,
    steps: Steps<W>,
    done: Vec<bool>,
    /// States beyond the greatest number: nothing is known about what follows them.
    cut: Vec<bool>,
    /// Mass that the steps from each state lost.
    lost: Vec<W>,
}

impl<S: Ord + Clone, W: Weight + PartialEq> Chain<S, W> {
    /// Builds the chain from a state: `step` gives the law of the next state, `done` says where the
    /// chain ends. It follows at most 4096 states; mass that goes beyond them is lost
    /// ([`Chain::lost`]).
    pub fn new(start: S, done: impl Fn(&S) -> bool, step: impl FnMut(&S) -> Law<S, W>) -> Self {
        Self::within(MOST, start, done, step)
    }

    /// Builds the chain from a state, following at most this many states.
    pub fn within(
        most: usize,
        start: S,
        done: impl Fn(&S) -> bool,
        mut step: impl FnMut(&S) -> Law<S, W>,
    ) -> Self {
        let mut places = BTreeMap::from([(start.clone(), 0)]);
        let mut chain = Self {
            states: Vec::new(),
            steps: Vec::new(),
            done: Vec::new(),
            cut: Vec::new(),
            lost: Vec::new(),
        };
        chain.push(start, &done);
        // Follow the states that most mass comes to first: if there are too many, the least mass is
        // lost.
        let mut mass = vec![1.0];
        let mut open = BinaryHeap::from([Waiting(1.0, Reverse(0))]);
        let mut followed = 0;
        while let Some(Waiting(_, Reverse(at))) = open.pop() {
            if !chain.cut[at] || followed >= most {
                continue;
            }
            followed += 1;
            let law = step(&chain.states[at]);
            chain.cut[at] = false;
            chain.lost[at] = law.lost();
            let mut steps = Vec::with_capacity(law.len());
            for (next, chance) in law.iter() {
                let place = places.get(next).copied().unwrap_or_else(|| {
                    let fresh = chain.states.len();
                    places.insert(next.clone(), fresh);
                    chain.push(next.clone(), &done);
                    mass.push(0.0);
                    fresh
                });
                mass[place] += mass[at] * chance.number();
                if chain.cut[place] {
                    open.push(Waiting(mass[place], Reverse(place)));
                }
                steps.push((place, chance));
            }
            chain.steps[at] = steps;
        }
        chain
    }

    /// Adds a state that has not been followed yet.
    fn push(&mut self, state: S, done: impl Fn(&S) -> bool) {
        let done = done(&state);
        self.states.push(state);
        self.steps.push(Vec::new());
        self.done.push(done);
        self.cut.push(!done);
        self.lost.push(W::NONE);
    }

    /// Returns the number of states.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.states.len()
    }

    /// Returns whether there are no states; never true.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// Returns the mass on each state after each number of steps, from zero on.
    pub fn run(&self) -> impl Iterator<Item = Vec<W>> + '_ {
        let mut first = vec![W::NONE; self.states.len()];
        first[0] = W::ONE;
        std::iter::successors(Some(first), |now| Some(self.next(now)))
    }

    fn next(&self, now: &[W]) -> Vec<W> {
        let mut next = vec![W::NONE; self.states.len()];
        for (at, &mass) in now.iter().enumerate() {
            if mass == W::NONE {
                continue;
            }
            if self.done[at] || self.cut[at] {
                next[at] = next[at].plus(mass);
            }
            for &(to, chance) in &self.steps[at] {
                next[to] = next[to].plus(mass.times(chance));
            }
        }
        next
    }

    /// Returns the law of the state after a number of steps.
    #[must_use]
    pub fn after(&self, steps: u32) -> Law<S, W> {
        let mut law = Law::new();
        let steps = usize::try_from(steps).unwrap_or(usize::MAX);
        for (state, mass) in self
            .states
            .iter()
            .zip(self.run().nth(steps).unwrap_or_default())
        {
            if mass != W::NONE {
                law.add(state.clone(), mass);
            }
        }
        law
    }

    /// Returns the chance that the chain has ended after a number of steps.
    #[must_use]
    pub fn ended_by(&self, steps: u32) -> W {
        let steps = usize::try_from(steps).unwrap_or(usize::MAX);
        let now = self.run().nth(steps).unwrap_or_default();
        self.ended(&now, |_| true)
    }

    /// Returns the part of the mass `now` that lies on ends for which `holds` is true.
    pub fn ended(&self, now: &[W], holds: impl Fn(&S) -> bool) -> W {
        let ends = self.states.iter().zip(now).zip(&self.done);
        let ends = ends.filter(|((state, _), done)| **done && holds(state));
        ends.fold(W::NONE, |sum, ((_, mass), _)| sum.plus(*mass))
    }
}

impl<S: Ord + Clone> Chain<S> {
    /// Returns the mean number of steps until the chain ends, as a fraction of whole numbers.
    ///
    /// Returns `None` if the chain may never end, or if the fraction grows beyond 128 bits;
    /// [`Chain::mean_about`] then still gives it as a decimal number.
    #[must_use]
    pub fn mean(&self) -> Option<Ratio<i128>> {
        let ends = self.ends_exactly(|_| true)?;
        let sure = ends == Ratio::from_integer(1);
        let steps = solve::exact(&self.steps)?;
        let reach = self.reach(|_| true);
        (sure && !self.leaks()).then_some(())?;
        let one = |at: usize| (!self.done[at]).then(|| Ratio::from_integer(1));
        solve::sum(&steps, one, &reach, &self.done).map(|all| all[0])
    }

    /// Returns the mean number of steps in the runs that end, and the chance that a run ends.
    #[must_use]
    pub fn mean_about(&self) -> (f64, f64) {
        let steps = solve::about(&self.steps);
        let reach = self.reach(|_| true);
        let ends = solve::chance(&steps, |at| self.done[at], &reach).unwrap_or_default();
        let here = |at: usize| (!self.done[at]).then(|| ends[at]);
        let times = solve::sum(&steps, here, &reach, &self.done).unwrap_or_default();
        let chance = ends.first().copied().unwrap_or(0.0);
        let time = times.first().copied().unwrap_or(0.0);
        (if chance > 0.0 { time / chance } else { 0.0 }, chance)
    }

    /// Returns the variance of the number of steps until the chain ends, as a fraction of whole
    /// numbers; `None` where [`Chain::mean`] is.
    #[must_use]
    pub fn variance(&self) -> Option<Ratio<i128>> {
        let mean = self.mean()?;
        let steps = solve::exact(&self.steps)?;
        let reach = self.reach(|_| true);
        let one = |at: usize| (!self.done[at]).then(|| Ratio::from_integer(1));
        let times = solve::sum(&steps, one, &reach, &self.done)?;
        // (1 + T)^2 is 1 + 2 T + T^2, and `times` already contains the 1.
        let brings = |at: usize| {
            let twice = times[at].checked_mul(&Ratio::from_integer(2))?;
            let here = twice.checked_sub(&Ratio::from_integer(1))?;
            (!self.done[at]).then_some(here)
        };
        let squares = solve::sum(&steps, brings, &reach, &self.done)?;
        squares[0].checked_sub(&mean.checked_mul(&mean)?)
    }

    /// Returns the variance of the number of steps in the runs that end.
    #[must_use]
    pub fn variance_about(&self) -> f64 {
        let steps = solve::about(&self.steps);
        let reach = self.reach(|_| true);
        let ends = solve::chance(&steps, |at| self.done[at], &reach).unwrap_or_default();
        let here = |at: usize| (!self.done[at]).then(|| ends[at]);
        let times = solve::sum(&steps, here, &reach, &self.done).unwrap_or_default();
        let brings = |at: usize| (!self.done[at]).then(|| 2.0 * times[at] - ends[at]);
        let squares = solve::sum(&steps, brings, &reach, &self.done).unwrap_or_default();
        let first = |all: &[f64]| all.first().copied().unwrap_or(0.0);
        let (chance, time, square) = (first(&ends), first(&times), first(&squares));
        if chance > 0.0 {
            (square / chance - (time / chance) * (time / chance)).max(0.0)
        } else {
            0.0
        }
    }

    /// Returns the chance that the chain ever ends in a state for which `holds` is true.
    #[must_use]
    pub fn ends(&self, holds: impl Fn(&S) -> bool) -> Chance {
        if let Some(exact) = self.ends_exactly(&holds)
            && let (Ok(top), Ok(bottom)) = (
                u128::try_from(*exact.numer()),
                u128::try_from(*exact.denom()),
            )
        {
            return Chance::of(top, bottom);
        }
        let steps = solve::about(&self.steps);
        let here = |at: usize| self.done[at] && holds(&self.states[at]);
        let all = solve::chance(&steps, here, &self.reach(&holds)).unwrap_or_default();
        Chance::about(all.first().copied().unwrap_or(0.0))
    }

    fn ends_exactly(&self, holds: impl Fn(&S) -> bool) -> Option<Ratio<i128>> {
        let steps = solve::exact(&self.steps)?;
        let here = |at: usize| self.done[at] && holds(&self.states[at]);
        solve::chance(&steps, here, &self.reach(&holds)).map(|all| all[0])
    }

    /// Returns the mass that is lost for good: beyond the greatest number of states, or in steps.
    #[must_use]
    pub fn lost(&self) -> f64 {
        if !self.leaks() {
            return 0.0;
        }
        let steps = solve::about(&self.steps);
        // Mass is lost where a step loses it, or where nothing more is known.
        let lost = |at: usize| self.cut[at] || self.lost[at] != Chance::NONE;
        let reach = solve::reach(&self.steps, lost);
        let here = |at: usize| {
            if self.cut[at] {
                Some(1.0)
            } else {
                Some(self.lost[at].number())
            }
        };
        let none = vec![false; self.states.len()];
        let all = solve::sum(&steps, here, &reach, &none).unwrap_or_default();
        all.first().copied().unwrap_or(0.0)
    }

    fn leaks(&self) -> bool {
        self.cut.contains(&true) || self.lost.iter().any(|lost| *lost != Chance::NONE)
    }

    /// Returns the states from which an end is reachable for which `holds` is true.
    fn reach(&self, holds: impl Fn(&S) -> bool) -> Vec<bool> {
        solve::reach(&self.steps, |at| self.done[at] && holds(&self.states[at]))
    }
}

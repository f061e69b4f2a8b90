//! Questions over time with too many ways to follow: battles drawn at random answer them.

use crate::play::{End, Play, TURNS};
use crate::states::States;
use crate::until::Until;
use crate::{Situation, Way};
use sandtable_battle::{Battle, Rolled, UnitId};
use sandtable_odds::{Chain, Others};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// A chain that loses less answers better than a draw.
const MOST_LOST: f64 = 0.02;
/// Most battles to draw: then no chance is off by more than two percentage points.
const MOST: usize = 2_500;
/// Battles drawn at first, to see how long one takes.
const FIRST: usize = 20;
/// Orders that all battles are meant to take: some seconds of work.
const ORDERS: usize = 100_000;
/// Most orders that they may take: then the chain answers after all.
const MOST_ORDERS: usize = 4 * ORDERS;
/// Most steps of an order that is repeated: each takes little time.
const TIMES: usize = 10 * TURNS;
/// Fewest battles that must end for a mean of them.
const FEWEST: usize = 20;
/// Steps after which the draw checks whether a battle can still end, if it goes in circles.
const LOOKS: [usize; 4] = [12, 40, 120, TURNS];
/// A battle goes in circles if at most half of its last steps, this many, led to different states.
const CIRCLE: usize = 12;
/// Most states and most runs of resolutions of a check, and of all checks for one question.
const STATES_A_LOOK: usize = 12;
const RUNS_A_LOOK: usize = 4_000;
const RUNS_OF_LOOKS: usize = 100_000;
/// In nineteen of twenty cases, a mean is off by no more than this many standard errors.
const SURE: f64 = 1.96;
/// A fate that no draw of `n` met is rarer than this divided by `n`, in nineteen of twenty cases.
const UNSEEN: f64 = 3.0;

/// What became of a drawn battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// It ended after this many steps.
    Ended(usize, End),
    /// Nothing happens any more that could end it.
    Never,
    /// It was not over after the most steps, or how it continues is unknown.
    Lost,
}

/// Battles drawn at random, each as often as it is likely: they answer a question over time.
#[derive(Clone, Debug)]
pub struct Drawn {
    fates: Vec<Fate>,
}

impl Drawn {
    /// Draws battles, if the chain lost so much that they answer better.
    pub(crate) fn instead_of(
        chain: &Chain<usize>,
        play: &Play<'_>,
        ways: &[(Way, UnitId)],
    ) -> Option<Self> {
        let lost = chain.lost();
        if lost <= MOST_LOST {
            return None;
        }
        let mut draws = Draws::new(play, ways);
        let mut fates = Vec::new();
        while fates.len() < FIRST {
            fates.push(draws.fate(fates.len())?);
        }
        // What each takes decides how many there are: stopping when time is up would favour short
        // ones.
        let each = (draws.orders / FIRST).max(1);
        let count = (ORDERS / each).clamp(FIRST, MOST);
        if off(0.5, count) >= lost {
            return None;
        }
        // Rare battles that take very long may only show up now.
        draws.most = MOST_ORDERS;
        while fates.len() < count {
            fates.push(draws.fate(fates.len())?);
        }
        let drawn = Self { fates };
        (drawn.lost() + drawn.off(0.5) < lost).then_some(drawn)
    }

    /// Returns the number of battles.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.fates.len()
    }

    /// Returns the share that ended in a way.
    #[must_use]
    pub fn ends(&self, end: End) -> f64 {
        self.share(|fate| matches!(fate, Fate::Ended(_, how) if how == end))
    }

    /// Returns the share that had ended after a number of steps.
    #[must_use]
    pub fn ended_by(&self, step: usize) -> f64 {
        self.share(|fate| matches!(fate, Fate::Ended(at, _) if at <= step))
    }

    /// Returns the share of which nobody knows how it continues.
    #[must_use]
    pub fn lost(&self) -> f64 {
        self.share(|fate| fate == Fate::Lost)
    }

    /// Returns by how much a chance may be off, in nineteen of twenty cases.
    #[must_use]
    pub fn off(&self, chance: f64) -> f64 {
        off(chance, self.fates.len())
    }

    /// Returns the mean number of steps of the battles that ended, and its variance; none if too few
    /// did.
    #[must_use]
    pub fn mean(&self) -> Option<(f64, f64)> {
        let steps: Vec<f64> = self.steps().collect();
        let n = count(steps.len());
        let mean = steps.iter().sum::<f64>() / n;
        let squares = steps.iter().map(|step| (step - mean) * (step - mean));
        (steps.len() >= FEWEST).then(|| (mean, squares.sum::<f64>() / n))
    }

    /// Returns by how much the mean may be off, in nineteen of twenty cases; none if there is none.
    pub(crate) fn mean_off(&self) -> Option<f64> {
        let (_, variance) = self.mean()?;
        Some(SURE * (variance / count(self.steps().count())).sqrt())
    }

    fn steps(&self) -> impl Iterator<Item = f64> + '_ {
        self.fates.iter().filter_map(|fate| match fate {
            Fate::Ended(step, _) => Some(count(*step)),
            Fate::Never | Fate::Lost => None,
        })
    }

    fn share(&self, holds: impl Fn(Fate) -> bool) -> f64 {
        let all = self.fates.iter().filter(|fate| holds(**fate)).count();
        count(all) / count(self.fates.len())
    }
}

/// Returns by how much a chance may be off that a number of draws gives.
fn off(chance: f64, draws: usize) -> f64 {
    let error = (chance * (1.0 - chance) / count(draws)).sqrt();
    (SURE * error).max(UNSEEN / count(draws)).min(1.0)
}

#[expect(clippy::cast_precision_loss, reason = "some thousands")]
const fn count(n: usize) -> f64 {
    n as f64
}

/// Returns whether the last steps led to few different states.
fn circles(last: &VecDeque<u64>) -> bool {
    let different: BTreeSet<&u64> = last.iter().collect();
    2 * different.len() <= last.len()
}

impl Situation {
    /// Answers a question over time with battles drawn at random.
    ///
    /// # Errors
    /// If a single order should be repeated but may not be given: the reasons.
    pub fn draw(
        &self,
        until: &Until,
        others: Others,
        battles: usize,
    ) -> Result<Drawn, crate::RefusedView> {
        let play = Play::new(self, until, others);
        let ways = self.ways_of(until)?;
        let mut draws = Draws::new(&play, &ways);
        draws.most = usize::MAX;
        let fates = (0..battles).filter_map(|number| draws.fate(number));
        Ok(Drawn {
            fates: fates.collect(),
        })
    }
}

/// Draws battles one by one.
struct Draws<'a> {
    play: &'a Play<'a>,
    ways: &'a [(Way, UnitId)],
    /// Orders given so far.
    orders: usize,
    /// Most orders that may be given.
    most: usize,
    /// Battles that were looked at, and whether they never end.
    seen: States,
    never: BTreeMap<usize, bool>,
    /// Runs of resolutions left to look at more.
    looks: usize,
}

impl<'a> Draws<'a> {
    fn new(play: &'a Play<'a>, ways: &'a [(Way, UnitId)]) -> Self {
        Self {
            play,
            ways,
            orders: 0,
            most: ORDERS,
            seen: States::default(),
            never: BTreeMap::new(),
            looks: RUNS_OF_LOOKS,
        }
    }

    /// Draws a battle; none if that takes more orders than there may be. The battle's number is the
    /// seed of its dice.
    fn fate(&mut self, number: usize) -> Option<Fate> {
        let seed = u64::try_from(number).ok()?;
        let mut battle = match self.ways.first() {
            Some((way, _)) => way.battle.clone(),
            None => self.play.opened_drawn(&mut Rolled::new(seed, 0)),
        };
        let mut orders = 0;
        let mut last: VecDeque<u64> = VecDeque::with_capacity(CIRCLE);
        let most = if self.ways.is_empty() { TURNS } else { TIMES };
        for step in 0..=most {
            if let Some(end) = self.play.end(&battle) {
                return Some(Fate::Ended(step, end));
            }
            if self.orders > self.most {
                return None;
            }
            let mut dice = || {
                orders += 1;
                Rolled::new(seed, orders)
            };
            let Some(next) = self.step(&battle, &mut dice) else {
                return Some(Fate::Lost);
            };
            if last.len() == CIRCLE {
                last.pop_front();
            }
            last.push_back(next.fingerprint());
            if LOOKS.contains(&step) && circles(&last) && self.never_ends(&next) {
                return Some(Fate::Never);
            }
            battle = next;
        }
        Some(Fate::Lost)
    }

    /// Draws one step; none if how it continues is unknown.
    fn step(&mut self, from: &Battle, dice: &mut dyn FnMut() -> Rolled) -> Option<Battle> {
        if !self.ways.is_empty() {
            self.orders += self.ways.len();
            return Some(self.play.again_drawn(self.ways, from, dice));
        }
        let orders = &mut self.orders;
        self.play.turn_drawn(from.clone(), &mut dice(), orders)
    }

    /// Returns whether a battle is known never to end: only few states follow, and none ends it.
    fn never_ends(&mut self, battle: &Battle) -> bool {
        let at = self.seen.place(battle.clone());
        if let Some(&never) = self.never.get(&at) {
            return never;
        }
        let runs = RUNS_A_LOOK.min(self.looks);
        self.play.left.set(runs);
        let (chain, _) = self.play.chain(battle, self.ways, STATES_A_LOOK);
        self.looks -= runs - self.play.left.get();
        let never = chain.lost() <= 0.0 && chain.mean_about().1 <= 0.0;
        self.never.insert(at, never);
        never
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_battle_that_changes_at_most_steps_goes_in_no_circles() {
        let steps = |different: u64| (0..12).map(|step| step % different).collect();
        assert!(circles(&steps(1)) && circles(&steps(6)));
        assert!(!circles(&steps(7)) && !circles(&steps(12)));
    }
}

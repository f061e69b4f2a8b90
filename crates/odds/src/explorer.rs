//! The exploring dice. Every run of a body takes one path through its chances; running it until no
//! path is left gives every outcome its weight.

use crate::{Law, Weight};
use sandtable_battle::{Ask, Clause, Dice, Key, Side, VOID};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

/// Stages already worked out, each as a custom die with the mass that it lost.
pub type Memo<W> = BTreeMap<Key, (Vec<(u16, W)>, W)>;

/// Runs that a stage may take when light branches are sampled; the branches of a stage that needs
/// more are sampled, too.
const STAGE_RUNS: usize = 20_000;
/// Mass that a stage may lose and still represent its law.
const STAGE_LOSS: f64 = 1e-3;

/// A chance on the path: its branches and the one being walked.
#[derive(Debug)]
struct Fork<W> {
    branches: Vec<(u16, W)>,
    at: usize,
    /// Whether every branch is lighter than the cut, so that one stands for all.
    cut: bool,
}

/// Dice that take every branch. Reuse one for many questions: it remembers the stages that it has
/// worked out.
#[derive(Debug)]
pub struct Explorer<W> {
    memo: Memo<W>,
    /// Stages that are too large to work out: their dice are followed one by one.
    large: BTreeSet<Key>,
    path: Vec<Fork<W>>,
    depth: usize,
    weight: W,
    /// Mass that stages lost on the way.
    astray: W,
    /// Paths lighter than this are cut; their mass counts as lost.
    cut: f64,
    cutting: bool,
    /// Branches lighter than this are sampled.
    least: f64,
    lots: u64,
    /// Where the sequence of random numbers begins.
    first_lot: u64,
    /// Whether resolutions stop where they can.
    pausing: bool,
    /// Whether the caller answers choices that come up.
    choosing: bool,
    /// Whether the rules would have gone another way if the caller answered choices.
    passed: Cell<bool>,
    /// Whether parts that affect nothing else are set apart.
    apart: bool,
    dummy: u8,
    runs: usize,
    most: usize,
}

impl<W: Weight> Default for Explorer<W> {
    fn default() -> Self {
        Self::new()
    }
}

impl<W: Weight> Explorer<W> {
    /// Makes an explorer that has seen nothing. It cuts paths lighter than one in ten thousand
    /// million; only dice that are rolled again without end have such paths.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            memo: Memo::new(),
            large: BTreeSet::new(),
            path: Vec::new(),
            depth: 0,
            weight: W::ONE,
            astray: W::NONE,
            cut: 1e-10,
            cutting: false,
            least: 0.0,
            lots: 0,
            first_lot: 0,
            pausing: false,
            choosing: false,
            passed: Cell::new(false),
            apart: false,
            dummy: 0,
            runs: 0,
            most: usize::MAX,
        }
    }

    /// Returns the explorer with paths lighter than `mass` cut.
    #[must_use]
    pub const fn cutting_at(mut self, mass: f64) -> Self {
        self.cut = mass;
        self
    }

    /// Returns the explorer following only a sample of the branches lighter than `mass`; the sample
    /// is evenly spread and stands for all of them. A mean stays unbiased and no mass is lost, at
    /// about `1 / mass` runs whatever the number of dice. The random numbers are the same for every
    /// question, so equal questions have equal answers. Stages are worked out in full if 20 000
    /// runs are enough; larger ones are sampled, too.
    #[must_use]
    pub const fn drawing_under(mut self, mass: f64) -> Self {
        self.least = mass;
        self
    }

    /// Returns the explorer with other random numbers: each `row` has a sequence of its own.
    #[must_use]
    pub const fn with_lots_of(mut self, row: u64) -> Self {
        self.first_lot = row << 32;
        self
    }

    /// Returns the explorer setting apart the parts that affect nothing else: results then do not
    /// include them ([`sandtable_battle::Scene::apart`]).
    #[must_use]
    pub const fn leaving_apart(mut self) -> Self {
        self.apart = true;
        self
    }

    /// Returns the explorer with at most this many runs of bodies, including those of stages. What
    /// remains then is neither handed on nor counted as lost.
    #[must_use]
    pub const fn at_most(mut self, runs: usize) -> Self {
        self.most = runs;
        self
    }

    /// Returns whether the runs that [`Explorer::at_most`] allows are used up.
    #[must_use]
    pub const fn is_spent(&self) -> bool {
        self.runs >= self.most
    }

    /// Returns whether the rules asked if choices are answered, and heard that they are not: a choice
    /// that came up then may count as declined.
    pub(crate) const fn has_passed(&self) -> bool {
        self.passed.get()
    }

    /// Sets whether the caller answers choices that come up.
    pub(crate) const fn answer_choices(&mut self, on: bool) {
        self.choosing = on;
    }

    /// Returns the mass below which a path is cut.
    pub(crate) const fn cut(&self) -> f64 {
        self.cut
    }

    /// Returns the number of times that a body has run so far: the size of the question.
    #[must_use]
    pub const fn runs(&self) -> usize {
        self.runs
    }

    /// Runs a body over every path and passes each result with its weight to `each`. Returns the
    /// mass that was cut: zero unless dice can be rolled without end.
    pub fn explore<T>(
        &mut self,
        body: impl FnMut(&mut dyn Dice) -> T,
        each: impl FnMut(T, W),
    ) -> W {
        self.pausing = false;
        self.explore_from(W::ONE, body, each)
    }

    /// Explores a body that stops where it can, from a state that was reached with a weight.
    pub(crate) fn explore_stopping<T>(
        &mut self,
        start: W,
        body: impl FnMut(&mut dyn Dice) -> T,
        each: impl FnMut(T, W),
    ) -> W {
        self.pausing = true;
        self.explore_from(start, body, each)
    }

    fn explore_from<T>(
        &mut self,
        start: W,
        mut body: impl FnMut(&mut dyn Dice) -> T,
        mut each: impl FnMut(T, W),
    ) -> W {
        let mut lost = W::NONE;
        self.astray = W::NONE;
        self.path.clear();
        // A question that continues from states also continues its random numbers: if not, every
        // state would draw alike.
        if start.number() >= 1.0 {
            self.lots = self.first_lot;
        }
        loop {
            if self.is_spent() {
                return lost.plus(self.astray);
            }
            (self.depth, self.weight, self.cutting) = (0, start, false);
            self.runs += 1;
            let result = body(self);
            if self.cutting {
                lost = lost.plus(self.weight);
            } else {
                each(result, self.weight);
            }
            while self
                .path
                .last()
                .is_some_and(|fork| fork.at + 1 == fork.branches.len())
            {
                self.path.pop();
            }
            match self.path.last_mut() {
                Some(fork) => fork.at += 1,
                None => return lost.plus(self.astray),
            }
        }
    }

    /// Returns the law of a body's result.
    pub fn law<K: Ord>(&mut self, body: impl FnMut(&mut dyn Dice) -> K) -> Law<K, W> {
        let mut law = Law::new();
        let lost = self.explore(body, |result, weight| law.add(result, weight));
        law.lose(lost);
        law
    }

    /// Takes the next chance on the path. The fork leaves out branches lighter than the cut from
    /// the start, so that no run is spent on them.
    fn branch(&mut self, branches: impl FnOnce() -> Vec<(u16, W)>) -> u16 {
        if self.depth == self.path.len() {
            let fork = self.fork(branches());
            self.path.push(fork);
        }
        let fork = &self.path[self.depth];
        let (outcome, weight) = fork.branches[fork.at];
        self.cutting = fork.cut;
        self.depth += 1;
        self.weight = self.weight.times(weight);
        outcome
    }

    /// Works out a stage, or notes that it is too large for that: if it takes more runs than are
    /// left, or if its single paths are so light that they would be cut.
    fn work_out(&mut self, key: Key, body: &mut dyn FnMut(&mut dyn Dice) -> u16) {
        let draws = self.least > 0.0;
        let left = self.most.saturating_sub(self.runs);
        let mut inner = Self {
            memo: std::mem::take(&mut self.memo),
            large: std::mem::take(&mut self.large),
            cut: self.cut,
            most: if draws { STAGE_RUNS.min(left) } else { left },
            ..Self::new()
        };
        let law: Law<u16, W> = inner.law(|dice| body(dice));
        let whole = !inner.is_spent() && law.lost().number() <= STAGE_LOSS;
        self.runs = self.runs.saturating_add(inner.runs);
        (self.memo, self.large) = (inner.memo, inner.large);
        if whole {
            let lost = law.lost();
            self.memo.insert(key, known(law.into_branches(), lost));
        } else {
            self.large.insert(key);
        }
    }

    /// Returns the branches of a chance that are worth following.
    fn fork(&mut self, mut branches: Vec<(u16, W)>) -> Fork<W> {
        if self.least > 0.0 {
            self.thin(&mut branches);
        }
        // Dice that cannot have any result: nothing follows, and no mass is lost.
        if branches.is_empty() {
            branches.push((0, W::NONE));
        }
        let (weight, least) = (self.weight, self.cut);
        let light = |branch: &(u16, W)| weight.number() * branch.1.number() < least;
        let left_out = branches.iter().filter(|branch| light(branch));
        let mass = left_out.fold(W::NONE, |sum, branch| sum.plus(branch.1));
        let cut = branches.iter().all(light);
        if cut {
            branches.truncate(1);
            branches.iter_mut().for_each(|branch| branch.1 = mass);
        } else {
            branches.retain(|branch| !light(branch));
            self.astray = self.astray.plus(weight.times(mass));
        }
        Fork {
            branches,
            at: 0,
            cut,
        }
    }

    /// Keeps a sample of the branches that are too light to follow, evenly spread over their
    /// outcomes, with the mass of all of them.
    fn thin(&mut self, branches: &mut Vec<(u16, W)>) {
        let (weight, least) = (self.weight, self.least);
        let light = |branch: &(u16, W)| weight.times(branch.1).number() < least;
        let left = branches.iter().filter(|branch| light(branch));
        let (count, mass) = left.fold((0_u32, W::NONE), |(n, sum), b| (n + 1, sum.plus(b.1)));
        if count < 2 {
            return;
        }
        // As many as would each weigh just the minimum, but at least one.
        let mut drawn = 1;
        while drawn < count && f64::from(drawn) * least < weight.times(mass).number() {
            drawn += 1;
        }
        let each = mass.times(W::part(1, u64::from(drawn)));
        let mut lot = self.lot() * each.number();
        let (mut seen, mut given) = (0, 0);
        branches.retain_mut(|branch| {
            if !light(branch) {
                return true;
            }
            seen += 1;
            lot -= branch.1.number();
            let mut times = 0;
            while given < drawn && (lot < 0.0 || seen == count) {
                lot += each.number();
                (given, times) = (given + 1, times + 1);
            }
            branch.1 = each.times(W::part(times, 1));
            times > 0
        });
    }

    /// Returns a number from 0 up to but not including 1: the next of a fixed sequence
    /// (splitmix64).
    #[expect(clippy::cast_precision_loss, reason = "53 bits are kept")]
    fn lot(&mut self) -> f64 {
        self.lots = self.lots.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.lots;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((bits ^ (bits >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Returns faces that vary for dice beyond the cut, so that "roll again" ends.
    fn dummy(&mut self, ask: Ask) -> u16 {
        let (count, sides) = ask.dice();
        let faces: Vec<u8> = (0..count)
            .map(|_| {
                self.dummy = self.dummy.wrapping_add(1);
                self.dummy % sides.max(1) + 1
            })
            .collect();
        ask.outcome(&faces)
    }
}

/// Returns the branches of a stage without those that cannot have happened.
fn known<W: Weight>(mut branches: Vec<(u16, W)>, lost: W) -> (Vec<(u16, W)>, W) {
    let before = branches.len();
    branches.retain(|branch| branch.0 != VOID);
    if branches.len() == before {
        return (branches, lost);
    }
    let whole = branches.iter().fold(lost, |sum, branch| sum.plus(branch.1));
    if whole.number() <= 0.0 {
        return (Vec::new(), W::ONE);
    }
    for branch in &mut branches {
        branch.1 = branch.1.of_whole(whole);
    }
    (branches, lost.of_whole(whole))
}

impl<W: Weight> Dice for Explorer<W> {
    fn ask(&mut self, ask: Ask, _by: Side, _why: Clause) -> u16 {
        if self.cutting {
            return self.dummy(ask);
        }
        self.branch(|| {
            let ways = ask.weights();
            let all = ways.iter().map(|w| w.1).sum();
            ways.iter()
                .map(|&(outcome, w)| (outcome, W::part(w, all)))
                .collect()
        })
    }

    fn pauses(&mut self) -> bool {
        self.pausing
    }

    fn follows_choices(&self) -> bool {
        if !self.choosing {
            self.passed.set(true);
        }
        self.choosing
    }

    fn leaves_apart(&self) -> bool {
        self.apart && self.pausing
    }

    fn stage(&mut self, key: Key, body: &mut dyn FnMut(&mut dyn Dice) -> u16) -> u16 {
        if self.cutting {
            return body(self);
        }
        let fresh = self.depth == self.path.len();
        if fresh && !self.memo.contains_key(&key) && !self.large.contains(&key) {
            self.work_out(key, body);
        }
        if self.large.contains(&key) || (fresh && !self.memo.contains_key(&key)) {
            return body(self);
        }
        let branches = if fresh {
            let (branches, lost) = &self.memo[&key];
            // A stage is reached once for each path that leads to it.
            self.astray = self.astray.plus(self.weight.times(*lost));
            branches.clone()
        } else {
            Vec::new()
        };
        self.branch(|| branches)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Chance;
    use sandtable_battle::{Rolled, given};

    const WHY: Clause = Clause::new(100);

    /// Returns the higher of two dice, if it is known that they differ.
    fn differing(dice: &mut dyn Dice) -> u16 {
        given(dice, Key::of(WHY, &()), &mut |dice| {
            let mut die = || dice.ask(Ask::Die { sides: 6 }, Side::A, WHY);
            let (one, two) = (die(), die());
            (one != two).then(|| one.max(two))
        })
    }

    #[test]
    fn a_stage_of_which_something_is_known_is_weighed_by_it() {
        let law: Law<u16> = Explorer::new().law(differing);
        let wanted = (2..=6).map(|face| (face, Chance::of(2 * (u128::from(face) - 1), 30)));
        let found: Vec<(u16, Chance)> = law.iter().map(|(face, chance)| (*face, chance)).collect();
        assert_eq!(found, wanted.collect::<Vec<_>>());
        assert_eq!(law.mass(), Chance::ONE);
        // Rolled dice roll again until they differ.
        let mut dice = Rolled::new(1, 1);
        let thrown: Vec<u16> = (0..600).map(|_| differing(&mut dice)).collect();
        let sixes = thrown.iter().filter(|&&face| face == 6).count();
        assert!(thrown.iter().all(|face| (2..=6).contains(face)));
        assert!(
            (150..250).contains(&sixes),
            "{sixes} of 600, 200 are to be expected"
        );
    }

    #[test]
    fn what_cannot_have_been_at_all_comes_to_nothing() {
        let never = |dice: &mut dyn Dice| given(dice, Key::of(WHY, &1_u8), &mut |_| None);
        let law: Law<u16> = Explorer::new().law(never);
        assert_eq!(
            law.lost().number() + law.iter().map(|(_, w)| w.number()).sum::<f64>(),
            1.0
        );
    }
}

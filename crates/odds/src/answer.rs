//! What an order leads to, within a budget of runs: exactly if the budget allows it, and if not,
//! from samples, with their error.

use crate::others::{Choices, follow_choosing};
use crate::samples::{DRAWS, Samples};
use crate::{Chance, Explorer, Law, Others, Weight};
use sandtable_battle::{Await, Battle, Legal, Rules, Scene};
use std::hash::Hash;

/// Most runs to spend on samples: if a few samples do not go far enough, all would not go much
/// farther.
const MOST_DRAWS: usize = 20_000;
/// Runs that a sample takes for each branch that it may follow. Resolutions stop several times on
/// the way, and from every stop as many branches are followed again.
const RUNS_A_BRANCH: usize = 4;

/// Mass that an exact answer may declare as lost. Dice that are rolled again without end lose far
/// less. Many dice rolled one by one lose all of it, because each path is too light.
const LOSS: f64 = 1e-4;

/// The law of what a caller looks at.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer<K> {
    /// Every value with its chance.
    pub law: Law<K>,
    /// `None` if the law is exact, except for dice that are rolled again without end, whose rest is
    /// declared as lost. If there is a number, no chance is off by more than that in nineteen of
    /// twenty cases, as far as the samples tell. A sum of chances may be off by more:
    /// [`Samples::within`].
    pub within: Option<f64>,
    /// The samples that the law is the mean of.
    pub samples: Option<Samples<K>>,
    /// Whether choices on the way may count as declined though the policy is to stop there: some
    /// rules foresee a whole charge that way, so that there is something to tell.
    pub passed: bool,
}

/// Answers with what `look` sees in every battle that an order can lead to, and in what `hear` and
/// `chose` recorded on the way (see [`crate::follow_through`]).
#[expect(clippy::too_many_arguments, reason = "what is asked and what is heard")]
pub fn answer<K: Ord + Clone, T: Clone + Eq + Hash + Default>(
    rules: &dyn Rules,
    battle: &Battle,
    legal: &Legal,
    runs: usize,
    others: Others,
    hear: impl Fn(&mut T, &Scene),
    chose: impl Fn(&mut T, &Await, u8),
    look: impl Fn(&Battle, &T) -> K,
) -> Answer<K> {
    let (exact, drawn) = (Explorer::new(), Explorer::new());
    answered(
        (exact, drawn),
        rules,
        battle,
        legal,
        runs,
        others,
        hear,
        chose,
        look,
    )
}

/// Answers without the parts that affect nothing else: they are set apart, and `hear` finds them in
/// the scene ([`Scene::apart`]).
#[expect(clippy::too_many_arguments, reason = "what is asked and what is heard")]
pub fn answer_apart<K: Ord + Clone, T: Clone + Eq + Hash + Default>(
    rules: &dyn Rules,
    battle: &Battle,
    legal: &Legal,
    runs: usize,
    others: Others,
    hear: impl Fn(&mut T, &Scene),
    chose: impl Fn(&mut T, &Await, u8),
    look: impl Fn(&Battle, &T) -> K,
) -> Answer<K> {
    let (exact, drawn) = (Explorer::new(), Explorer::new());
    answered(
        (exact.leaving_apart(), drawn.leaving_apart()),
        rules,
        battle,
        legal,
        runs,
        others,
        hear,
        chose,
        look,
    )
}

#[expect(clippy::too_many_arguments, reason = "what is asked and what is heard")]
fn answered<K: Ord + Clone, T: Clone + Eq + Hash + Default>(
    (exact, drawn): (Explorer<Chance>, Explorer<f64>),
    rules: &dyn Rules,
    battle: &Battle,
    legal: &Legal,
    runs: usize,
    others: Others,
    hear: impl Fn(&mut T, &Scene),
    chose: impl Fn(&mut T, &Await, u8),
    look: impl Fn(&Battle, &T) -> K,
) -> Answer<K> {
    let choices = Choices::new(others, rules, battle);
    let mut law = Law::new();
    let mut explorer = exact.at_most(runs);
    let see = |after: &Battle, told: &T, weight: Chance| law.add(look(after, told), weight);
    let lost = follow_choosing(
        &mut explorer,
        &choices,
        legal,
        T::default(),
        &hear,
        &chose,
        see,
    );
    if !explorer.is_spent() && lost.number() <= LOSS {
        law.lose(lost);
        return Answer {
            law,
            within: None,
            samples: None,
            passed: explorer.has_passed(),
        };
    }
    let draws = runs.clamp(1, MOST_DRAWS);
    #[expect(clippy::cast_precision_loss, reason = "some thousands")]
    let least = (usize::from(DRAWS) * RUNS_A_BRANCH) as f64 / draws as f64;
    let mut explorer = drawn.cutting_at(least * 1e-9).drawing_under(least);
    let mut samples = Samples::new(least);
    for draw in 0..DRAWS {
        explorer = explorer.with_lots_of(u64::from(draw));
        let see = |after: &Battle, told: &T, weight: f64| {
            samples.add(draw, look(after, told), weight);
        };
        follow_choosing(
            &mut explorer,
            &choices,
            legal,
            T::default(),
            &hear,
            &chose,
            see,
        );
    }
    let passed = explorer.has_passed();
    Answer {
        law: samples.law(),
        within: Some(samples.within(|value| vec![value])),
        samples: Some(samples),
        passed,
    }
}

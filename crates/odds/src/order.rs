//! The odds of an order: what it leads to ([`sandtable_battle::Advice::foresee`]), explored. A
//! resolution that can be stopped continues from states rather than from paths: equal states
//! continue together ([`sandtable_battle::Dice::pauses`]).

use crate::{Explorer, Law, Weight};
use sandtable_battle::{Battle, Legal, Rest, Rules, Scene};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

/// Passes every battle that an order can lead to, with its weight, to `each`, some of them more
/// than once. Returns the mass that was cut.
pub fn visit<W: Weight>(
    explorer: &mut Explorer<W>,
    rules: &dyn Rules,
    battle: &Battle,
    legal: &Legal,
    mut each: impl FnMut(&Battle, W),
) -> W {
    let nothing = |&mut (): &mut (), _: &Scene| ();
    follow(
        explorer,
        rules,
        battle,
        legal,
        (),
        nothing,
        |after, (), weight| {
            each(after, weight);
        },
    )
}

/// Returns the law of what a caller looks at in the battle that an order leads to.
pub fn of_battle<W: Weight, K: Ord>(
    explorer: &mut Explorer<W>,
    rules: &dyn Rules,
    battle: &Battle,
    legal: &Legal,
    look: impl Fn(&Battle) -> K,
) -> Law<K, W> {
    let mut law = Law::new();
    let lost = visit(explorer, rules, battle, legal, |after, weight| {
        law.add(look(after), weight);
    });
    law.lose(lost);
    law
}

/// Returns the law of what a caller looks at in everything that happened while an order was
/// resolved. Every path is followed separately, because the caller may look at anything.
pub fn of_order<W: Weight, K: Ord>(
    explorer: &mut Explorer<W>,
    rules: &dyn Rules,
    battle: &Battle,
    legal: &Legal,
    look: impl Fn(&Scene) -> K,
) -> Law<K, W> {
    // One scene serves all paths: its memory is what a path costs.
    let scene = RefCell::new(Scene::new(battle.clone()));
    explorer.law(|dice| {
        let mut scene = scene.borrow_mut();
        scene.reset(battle);
        rules.advice().foresee(legal, &mut scene, dice);
        look(&scene)
    })
}

/// Explores an order like [`visit`], for callers that also need to know how the battle came about:
/// `hear` records in `told` what happened in the scene since the last call. States with equal
/// records continue together.
pub fn follow<W: Weight, T: Clone + Eq + Hash>(
    explorer: &mut Explorer<W>,
    rules: &dyn Rules,
    battle: &Battle,
    legal: &Legal,
    told: T,
    hear: impl Fn(&mut T, &Scene),
    each: impl FnMut(&Battle, &T, W),
) -> W {
    follow_from(explorer, rules, battle, (legal, told, W::ONE), &hear, each)
}

/// Explores an order like [`follow`], from a battle that was reached with a weight.
pub(crate) fn follow_from<W: Weight, T: Clone + Eq + Hash>(
    explorer: &mut Explorer<W>,
    rules: &dyn Rules,
    battle: &Battle,
    (legal, told, start): (&Legal, T, W),
    hear: &impl Fn(&mut T, &Scene),
    mut each: impl FnMut(&Battle, &T, W),
) -> W {
    // One scene serves all paths: its memory is what a path costs.
    let scene = RefCell::new(Scene::new(battle.clone()));
    let mut waiting = Waiting::new(battle);
    let mut lost = W::NONE;
    let mut next = Some((State::new(battle, &Rest::default(), told), start));
    let mut fresh = true;
    while let Some((state, weight)) = next {
        let cut = explorer.explore_stopping(
            weight,
            |dice| {
                let mut scene = scene.borrow_mut();
                scene.reset(&state.battle);
                if fresh {
                    rules.advice().foresee(legal, &mut scene, dice);
                } else {
                    rules.advice().foresee_on(&state.left, &mut scene, dice);
                }
            },
            |(), weight| {
                let scene = scene.borrow();
                let mut told = state.told.clone();
                hear(&mut told, &scene);
                match scene.stopped() {
                    Some(at) => waiting.add(at.rank, &scene, &at.left, told, weight),
                    None => each(&scene, &told, weight),
                }
            },
        );
        lost = lost.plus(cut);
        fresh = false;
        next = waiting.take(explorer.cut(), &mut lost);
    }
    lost
}

/// Everything on which the rest of a resolution depends, and the record so far.
pub(crate) struct State<T> {
    pub(crate) battle: Battle,
    pub(crate) left: Rest,
    pub(crate) told: T,
}

impl<T> State<T> {
    fn new(battle: &Battle, left: &Rest, told: T) -> Self {
        Self {
            battle: battle.clone(),
            left: left.clone(),
            told,
        }
    }
}

/// States of one rank and fingerprint, each with its mass.
type Alike<T, W> = Vec<(State<T>, W)>;

/// States in which resolutions stopped, each with all the mass that reached it.
pub(crate) struct Waiting<'a, T, W> {
    start: &'a Battle,
    /// By rank and fingerprint.
    states: BTreeMap<(i32, u64), Alike<T, W>>,
}

impl<'a, T: Eq + Hash, W: Weight> Waiting<'a, T, W> {
    pub(crate) const fn new(start: &'a Battle) -> Self {
        Self {
            start,
            states: BTreeMap::new(),
        }
    }

    pub(crate) fn add(&mut self, rank: i32, battle: &Battle, left: &Rest, told: T, weight: W) {
        let mut mix = Mix(0);
        changed(self.start, battle, &mut mix);
        left.hash(&mut mix);
        told.hash(&mut mix);
        let print = mix.finish();
        // Two states hardly ever have the same fingerprint.
        let states = self.states.entry((rank, print));
        let states = states.or_insert_with(|| Vec::with_capacity(1));
        let alike =
            |state: &State<T>| state.left == *left && state.told == told && state.battle == *battle;
        match states.iter_mut().find(|(state, _)| alike(state)) {
            Some((_, mass)) => *mass = mass.plus(weight),
            None => states.push((State::new(battle, left, told), weight)),
        }
    }

    /// Takes one of the least advanced states, leaving out those lighter than the cut.
    pub(crate) fn take(&mut self, cut: f64, lost: &mut W) -> Option<(State<T>, W)> {
        self.take_at(cut, lost, &mut 0)
    }

    /// Takes a state like `take`, and reports its rank.
    pub(crate) fn take_at(
        &mut self,
        cut: f64,
        lost: &mut W,
        rank: &mut i32,
    ) -> Option<(State<T>, W)> {
        while let Some(mut first) = self.states.first_entry() {
            *rank = first.key().0;
            let found = first.get_mut().pop();
            if first.get().is_empty() {
                first.remove();
            }
            match found {
                Some((_, weight)) if weight.number() < cut => *lost = lost.plus(weight),
                Some(found) => return Some(found),
                None => {}
            }
        }
        None
    }
}

/// Returns a fingerprint of how a battle differs from `start`: the same for equal battles.
pub(crate) fn fingerprint(start: &Battle, battle: &Battle) -> u64 {
    let mut mix = Mix(0);
    changed(start, battle, &mut mix);
    mix.finish()
}

fn changed(start: &Battle, battle: &Battle, mix: &mut Mix) {
    for (id, unit) in battle.all() {
        if start.get(id) != Some(unit) {
            (id, unit).hash(mix);
        }
    }
    battle.cursor.hash(mix);
}

/// A fast mixer of numbers. It only sorts states into a map, so a collision does no harm.
struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut eight = [0; 8];
            eight[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(eight));
        }
    }

    fn write_u8(&mut self, number: u8) {
        self.write_u64(u64::from(number));
    }

    fn write_u16(&mut self, number: u16) {
        self.write_u64(u64::from(number));
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(u64::from(number));
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(23) ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

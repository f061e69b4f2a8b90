//! A player who plays orders on in thought: each of some orders, followed by a plan for
//! the whole army, is played on with the quick player on both sides until the other side
//! has answered, and what comes of it is valued. All get the same dice; the worse half is
//! dropped again and again.

use crate::quick::Quick;
use crate::stance::{Plan, Stance, Temper};
use crate::value::Value;
use crate::{Greedy, Player};
use sandtable_battle::{Battle, Order, Rolled, Rules, Scene, Side, Unit};

/// Most orders of one playout: battles that go round in circles stop here.
const LONGEST: u32 = 600;

/// How much a player thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Most orders of the greedy player that are played on.
    pub orders: usize,
    /// Most plans whose first orders are played on.
    pub plans: usize,
    /// How often a battle is played on for one choice, all orders together.
    pub playouts: u32,
    /// Game turns after this one that are played on.
    pub turns: u16,
}

/// Plays orders and plans on in thought and gives the best.
#[derive(Debug)]
pub struct Thinker {
    effort: Effort,
    temper: Temper,
    seed: u64,
    number: u64,
    greedy: Greedy,
    /// The plan that is being carried out.
    plan: Plan,
    last: Option<Thought>,
}

impl Thinker {
    /// A player of so much effort.
    #[must_use]
    pub const fn new(effort: Effort, temper: Temper, seed: u64) -> Self {
        Self {
            effort,
            temper,
            seed,
            number: 0,
            greedy: Greedy::minded(seed, temper),
            plan: Plan::Steady,
            last: None,
        }
    }

    /// Begins to think about a position.
    pub fn begin(&mut self, rules: &dyn Rules, battle: &Battle) -> Thought {
        self.think(rules, battle, None)
    }

    /// The same about what might be done instead of an order, which is tried first.
    pub fn begin_beside(&mut self, rules: &dyn Rules, battle: &Battle, order: &Order) -> Thought {
        self.think(rules, battle, Some(order))
    }

    fn think(&mut self, rules: &dyn Rules, battle: &Battle, beside: Option<&Order>) -> Thought {
        self.number += 1;
        let seed = sandtable_odds::mix(self.seed, self.number);
        let mut tried: Vec<Tried> = Vec::new();
        let mut quick = Quick::new(seed);
        let usual = self.temper.stance();
        let side = battle.to_move();
        let add = |tried: &mut Vec<Tried>, order: Order, plan| {
            if !tried.iter().any(|known| known.order == order) {
                tried.push(Tried::new(order, plan));
            }
        };
        // The greedy player's own choice comes first: it is given unless another does better.
        let mut ranked = self
            .greedy
            .ranked(rules, battle, self.effort.orders)
            .into_iter();
        if let Some(order) = beside {
            add(&mut tried, order.clone(), self.plan);
        }
        if let Some((_, first)) = ranked.next() {
            add(&mut tried, first, self.plan);
        }
        let plans = self.temper.plans();
        let others = plans.into_iter().filter(|plan| *plan != self.plan);
        for plan in std::iter::once(self.plan)
            .chain(others)
            .take(self.effort.plans)
        {
            quick.begin(seed, usual, &plan.stances(rules, battle, side));
            if let Some(order) = quick.choose(rules, battle) {
                add(&mut tried, order, plan);
            }
        }
        for (_, order) in ranked {
            add(&mut tried, order, self.plan);
        }
        Thought::new(rules, battle, tried, seed, self.effort, self.temper)
    }
}

impl Player for Thinker {
    fn choose(&mut self, rules: &dyn Rules, battle: &Battle) -> Option<Order> {
        let mut thought = self.begin(rules, battle);
        while thought.step(rules) {}
        let best = thought.best()?;
        let order = best.order.clone();
        self.plan = best.plan;
        self.last = Some(thought);
        Some(order)
    }

    fn why(&self) -> Option<&Thought> {
        self.last.as_ref()
    }
}

/// An order and what came of it in thought.
#[derive(Clone, Debug)]
pub struct Tried {
    /// The order.
    pub order: Order,
    /// The plan it is followed by.
    pub plan: Plan,
    /// The chances to win at the ends of its playouts.
    ends: Vec<f64>,
    /// In how many of them each unit was lost.
    lost: Vec<u32>,
}

impl Tried {
    const fn new(order: Order, plan: Plan) -> Self {
        Self {
            order,
            plan,
            ends: Vec::new(),
            lost: Vec::new(),
        }
    }

    /// How often it was played on.
    #[must_use]
    pub fn playouts(&self) -> usize {
        self.ends.len()
    }

    /// The mean chance to win it leads to.
    #[must_use]
    pub fn mean(&self) -> f64 {
        mean(self.ends.iter().copied())
    }

    /// How far the mean may be off, 19 times of 20.
    #[must_use]
    pub fn within(&self) -> f64 {
        1.96 * error(&self.ends, UNSURE)
    }

    /// How often each unit was lost, by its place, of [`Tried::playouts`].
    #[must_use]
    pub fn lost(&self) -> &[u32] {
        &self.lost
    }

    /// How much better it does than another under the same dice, and how far this may
    /// be off, 19 times of 20.
    #[must_use]
    pub fn lead(&self, other: &Self) -> (f64, f64) {
        let (lead, error) = self.against(other, UNSURE);
        (lead, 1.96 * error)
    }

    fn against(&self, other: &Self, doubt: f64) -> (f64, f64) {
        let ends = self.ends.iter().zip(&other.ends);
        let pairs: Vec<f64> = ends.map(|(a, b)| a - b).collect();
        (mean(pairs.iter().copied()), error(&pairs, doubt))
    }

    /// Its worth to somebody of a temper.
    fn worth(&self, nerve: f64) -> f64 {
        let mean = self.mean();
        mean + nerve * libm::sqrt(mean_square(&self.ends, mean))
    }
}

fn mean(of: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = of.len().max(1) as f64;
    of.sum::<f64>() / count
}

fn mean_square(of: &[f64], about: f64) -> f64 {
    mean(of.iter().map(|x| (x - about) * (x - about)))
}

/// What few playouts cannot have shown is in doubt: as if one of them had been off by a
/// half, where people are told.
const UNSURE: f64 = 0.25;

/// The same by a tenth, where an order is to be chosen anyway.
const GUESSED: f64 = 0.01;

/// The error of a mean.
fn error(of: &[f64], doubt: f64) -> f64 {
    let count = of.len().max(1) as f64;
    let spread = mean_square(of, mean(of.iter().copied()));
    libm::sqrt((spread + doubt / count) / (count - 1.0).max(1.0))
}

/// A choice that is being thought about. It can be stopped at any moment, and its best
/// depends on nothing but how far it has come.
#[derive(Clone, Debug)]
pub struct Thought {
    battle: Battle,
    side: Side,
    seed: u64,
    until: u16,
    value: Value,
    usual: Stance,
    nerve: f64,
    left: u32,
    /// How often those that are left are to be played on in this round.
    goal: usize,
    /// Those still in the race come first.
    tried: Vec<Tried>,
    racing: usize,
    share: usize,
    quick: [QuickBox; 2],
}

/// A quick player that copies as a new one: it keeps nothing from playout to playout.
#[derive(Debug)]
struct QuickBox(Quick);

impl Clone for QuickBox {
    fn clone(&self) -> Self {
        Self(Quick::new(0))
    }
}

impl Thought {
    fn new(
        rules: &dyn Rules,
        battle: &Battle,
        tried: Vec<Tried>,
        seed: u64,
        effort: Effort,
        temper: Temper,
    ) -> Self {
        // Where there is no choice there is nothing to think about.
        let playouts = if tried.len() < 2 { 0 } else { effort.playouts };
        let rounds = tried.len().next_power_of_two().trailing_zeros().max(1);
        let share = usize::try_from(playouts / rounds).unwrap_or(usize::MAX);
        let opening = u16::from(battle.cursor.turn == 0);
        Self {
            side: battle.to_move(),
            seed,
            until: battle.cursor.turn + effort.turns + opening,
            value: Value::shipped(&rules.card().id),
            usual: temper.stance(),
            nerve: temper.nerve(),
            left: playouts,
            goal: (share / tried.len().max(1)).max(1),
            racing: tried.len(),
            share,
            tried,
            battle: battle.clone(),
            quick: [QuickBox(Quick::new(0)), QuickBox(Quick::new(1))],
        }
    }

    /// Plays one of the orders on once more. False when there is no more to do.
    pub fn step(&mut self, rules: &dyn Rules) -> bool {
        if self.left == 0 {
            return false;
        }
        let racing = &self.tried[..self.racing];
        let next = racing.iter().position(|one| one.ends.len() < self.goal);
        let Some(next) = next else {
            return self.halve();
        };
        self.left -= 1;
        let dice = sandtable_odds::mix(self.seed, self.tried[next].ends.len() as u64 + 1);
        let after = self.playout(rules, next, dice);
        let end = self.value.chance(rules, &after, self.side);
        let one = &mut self.tried[next];
        one.ends.push(end);
        one.lost.resize(after.units.len(), 0);
        let gone = |unit: &Unit| unit.status.is_lost();
        for ((count, now), then) in one
            .lost
            .iter_mut()
            .zip(&after.units)
            .zip(&self.battle.units)
        {
            *count += u32::from(gone(now) && !gone(then));
        }
        self.left > 0
    }

    /// Drops the worse half of those that race. The first, which costs no thought, stays.
    fn halve(&mut self) -> bool {
        let nerve = self.nerve;
        let racing = &mut self.tried[1..self.racing];
        racing.sort_by(|one, other| other.worth(nerve).total_cmp(&one.worth(nerve)));
        self.racing = self.racing.div_ceil(2).max(2);
        self.goal += (self.share / self.racing).max(1);
        true
    }

    /// The battle after one playout.
    fn playout(&mut self, rules: &dyn Rules, which: usize, dice: u64) -> Battle {
        let one = &self.tried[which];
        let Some(legal) = rules.legal(&self.battle, &one.order) else {
            return self.battle.clone();
        };
        let stances = one.plan.stances(rules, &self.battle, self.side);
        let mut scene = Scene::new(self.battle.clone());
        rules.resolve(&legal, &mut scene, &mut Rolled::new(dice, 0));
        let mut now = scene.battle().clone();
        let (own, other) = (self.side.index(), self.side.other().index());
        self.quick[own].0.begin(dice ^ 1, self.usual, &stances);
        self.quick[other].0.begin(dice ^ 2, Stance::STEADY, &[]);
        for number in 1..LONGEST {
            if now.ended.is_some() || now.cursor.turn > self.until {
                break;
            }
            let Some(legal) = self.quick[now.to_move().index()].0.decide(rules, &now) else {
                break;
            };
            scene.reset(&now);
            rules.resolve(&legal, &mut scene, &mut Rolled::new(dice, number));
            scene.swap(&mut now);
        }
        now
    }

    /// The best order so far. The first is given unless another does better by more
    /// than luck.
    #[must_use]
    pub fn best(&self) -> Option<&Tried> {
        let first = self.tried.first()?;
        let racing = self.tried.get(1..self.racing).unwrap_or_default();
        let best = racing
            .iter()
            .filter(|one| !one.ends.is_empty())
            .max_by(|one, other| one.worth(self.nerve).total_cmp(&other.worth(self.nerve)));
        let Some(best) = best else {
            return Some(first);
        };
        let (lead, error) = best.against(first, GUESSED);
        let lead =
            lead + best.worth(self.nerve) - best.mean() - (first.worth(self.nerve) - first.mean());
        Some(if lead > 0.5 * error { best } else { first })
    }

    /// The order that the others are compared with.
    #[must_use]
    pub fn first(&self) -> Option<&Tried> {
        self.tried.first()
    }

    /// Everything that was tried: the best first, then what stayed in the race longest.
    #[must_use]
    pub fn ranked(&self) -> Vec<&Tried> {
        let best = self.best().map(|best| &best.order);
        let mut all: Vec<&Tried> = self.tried.iter().collect();
        all.sort_by(|one, other| {
            let key = |t: &Tried| (Some(&t.order) == best, t.playouts());
            let worth = |t: &Tried| t.worth(self.nerve);
            let sooner = key(other).cmp(&key(one));
            sooner.then(worth(other).total_cmp(&worth(one)))
        });
        all
    }

    /// The battle it thinks about.
    #[must_use]
    pub const fn battle(&self) -> &Battle {
        &self.battle
    }

    /// How many playouts are left to do.
    #[must_use]
    pub const fn left(&self) -> u32 {
        self.left
    }
}

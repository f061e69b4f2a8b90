//! A player that thinks ahead. It follows each of some orders with a plan for the whole army, lets
//! the greedy player play both sides until the other side has answered, and values the result (a
//! playout). All orders get the same dice, and the worse half is dropped again and again.

use crate::pilots::{Cup, Pilots};
use crate::stance::{Plan, Stance, Temper};
use crate::value::{Learned, Value};
use crate::{Greedy, Player};
use sandtable_battle::{Battle, Order, Rules, Scene, Side, Unit};

/// Most orders in one playout, which stops battles that go round in circles.
const LONGEST: u32 = 600;

/// How much a player thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Most orders of the greedy player to try.
    pub orders: usize,
    /// Most plans to try with their first order.
    pub plans: usize,
    /// Number of playouts for one choice, all orders together.
    pub playouts: u32,
    /// Game turns to play out after the current one.
    pub turns: u16,
    /// Whether there are fewer playouts where one takes longer: see [`Effort::playouts_at`].
    pub paced: bool,
}

impl Effort {
    /// Returns how much to think about an order of a phase. The first order chooses the plan that
    /// the others follow, so it gets most of the playouts. Who names a number gets it every time.
    const fn shared_out(self, first: bool) -> Self {
        let playouts = match (self.paced, first) {
            (false, _) => self.playouts,
            (true, true) => self.playouts.saturating_mul(3),
            (true, false) => self.playouts.saturating_mul(3) / 4,
        };
        Self { playouts, ..self }
    }
}

/// Player that plays out orders and plans, and gives the best.
#[derive(Debug)]
pub struct Thinker {
    effort: Effort,
    temper: Temper,
    seed: u64,
    number: u64,
    greedy: Greedy,
    /// The plan that the army is carrying out.
    plan: Plan,
    /// The turn and the phase for which the plan was made.
    phase: Option<(u16, u8)>,
    /// The greedy players, which keep what they know about dice from choice to choice.
    pilots: Pilots,
    /// The choice that it ponders.
    pondered: Option<Thought>,
    last: Option<Thought>,
}

impl Thinker {
    /// Creates a player that thinks this much.
    #[must_use]
    pub fn new(effort: Effort, temper: Temper, seed: u64) -> Self {
        Self {
            effort,
            temper,
            seed,
            number: 0,
            greedy: Greedy::minded(seed, temper),
            plan: Plan::Steady,
            phase: None,
            pilots: Pilots::new(),
            pondered: None,
            last: None,
        }
    }

    /// Starts to think about a position.
    pub fn begin(&mut self, rules: &dyn Rules, battle: &Battle) -> Thought {
        self.think(rules, battle, None, |effort, _| effort)
    }

    /// Starts to think about alternatives to an order, which is tried first.
    pub fn begin_beside(&mut self, rules: &dyn Rules, battle: &Battle, order: &Order) -> Thought {
        self.think(rules, battle, Some(order), |effort, _| effort)
    }

    /// Starts to think about a position to give an order. A single playout would compare nothing,
    /// and in the most crowded battles it takes seconds.
    fn begin_to_choose(&mut self, rules: &dyn Rules, battle: &Battle) -> Thought {
        let mut thought = self.think(rules, battle, None, Effort::shared_out);
        if thought.left == 1 {
            thought.left = 0;
            thought.racing = 1;
            thought.tried.truncate(1);
        }
        thought
    }

    /// Starts to think; `shared` says how much for the first order of a phase and for the others.
    fn think(
        &mut self,
        rules: &dyn Rules,
        battle: &Battle,
        beside: Option<&Order>,
        shared: fn(Effort, bool) -> Effort,
    ) -> Thought {
        self.number += 1;
        let seed = sandtable_odds::mix(self.seed, self.number);
        let usual = self.temper.stance();
        let side = battle.to_move();
        let phase = (battle.cursor.turn, battle.cursor.phase);
        let fresh = self.phase.replace(phase) != Some(phase);
        if fresh {
            self.plan = Plan::Steady;
        }
        let mut tried: Vec<Tried> = Vec::new();
        let knows = |tried: &[Tried], order: &Order| tried.iter().any(|t| t.order == *order);
        let stances = |plan: Plan| plan.stances(rules, battle, side, usual);
        if let Some(order) = beside {
            tried.push(Tried::new(order.clone(), self.plan));
        }
        // The greedy player's order under the current plan comes first: it is given unless another
        // does better.
        self.greedy.begin(seed, usual, &stances(self.plan));
        let mut ranked = self
            .greedy
            .ranked(rules, battle, self.effort.orders)
            .into_iter();
        if let Some((_, first)) = ranked.next()
            && !knows(&tried, &first)
        {
            tried.push(Tried::new(first, self.plan));
        }
        let plans = self.temper.plans();
        let others = plans.into_iter().filter(|plan| *plan != self.plan);
        for plan in others.take(self.effort.plans) {
            self.greedy.begin(seed, usual, &stances(plan));
            let order = self.greedy.choose(rules, battle);
            if let Some(order) = order
                && (fresh || !knows(&tried, &order))
            {
                tried.push(Tried::new(order, plan));
            }
        }
        for (_, order) in ranked {
            if !knows(&tried, &order) {
                tried.push(Tried::new(order, self.plan));
            }
        }
        let pilots = std::mem::take(&mut self.pilots);
        let effort = shared(self.effort, fresh);
        Thought::new(rules, battle, tried, pilots, seed, effort, self.temper)
    }
}

impl Player for Thinker {
    fn choose(&mut self, rules: &dyn Rules, battle: &Battle) -> Option<Order> {
        let pondered = self.pondered.take().filter(|t| t.battle() == battle);
        let mut thought = pondered.unwrap_or_else(|| self.begin_to_choose(rules, battle));
        while thought.step(rules) {}
        let best = thought.best()?;
        let order = best.order.clone();
        self.plan = best.plan;
        self.pilots = std::mem::take(&mut thought.pilots);
        self.last = Some(thought);
        Some(order)
    }

    fn ponder(&mut self, rules: &dyn Rules, battle: &Battle) -> bool {
        let pondered = self.pondered.take().filter(|t| t.battle() == battle);
        match pondered {
            Some(mut thought) => {
                let more = thought.step(rules);
                self.pondered = Some(thought);
                more
            }
            // Choosing what to try is a piece of its own.
            None => {
                self.pondered = Some(self.begin_to_choose(rules, battle));
                true
            }
        }
    }

    fn why(&self) -> Option<&Thought> {
        self.last.as_ref()
    }
}

/// An order and the results of its playouts.
#[derive(Clone, Debug)]
pub struct Tried {
    /// The order.
    pub order: Order,
    /// The plan that follows the order.
    pub plan: Plan,
    /// The chance to win at the end of each playout.
    ends: Vec<f64>,
    /// In how many playouts each unit was lost.
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

    /// Returns the number of playouts.
    #[must_use]
    pub fn playouts(&self) -> usize {
        self.ends.len()
    }

    /// Returns the mean chance to win after this order.
    #[must_use]
    pub fn mean(&self) -> f64 {
        mean(self.ends.iter().copied())
    }

    /// Returns how far the mean may be off, 19 times out of 20.
    #[must_use]
    pub fn within(&self) -> f64 {
        1.96 * error(&self.ends, UNSURE)
    }

    /// Returns in how many of the [`Tried::playouts`] each unit was lost, by its index.
    #[must_use]
    pub fn lost(&self) -> &[u32] {
        &self.lost
    }

    /// Returns how much better this order does than another under the same dice, and how far that
    /// may be off, 19 times out of 20.
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

    /// Returns the worth of the order to a player with this nerve.
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

/// Allowance for what few playouts cannot show, as if one had been off by a half. It holds for
/// figures that people see.
const UNSURE: f64 = 0.25;

/// The same as if one had been off by a tenth, for choosing an order.
const GUESSED: f64 = 0.01;

/// A difference of this many errors is beyond doubt, when choosing an order.
const SURE: f64 = 2.0;

/// Least gain in the chance to win that is worth more thinking.
const WORTH_IT: f64 = 0.004;

/// Rounds between the best two, after the others are dropped.
const LAST_ROUNDS: u32 = 2;

/// Returns the error of a mean.
fn error(of: &[f64], doubt: f64) -> f64 {
    let count = of.len().max(1) as f64;
    let spread = mean_square(of, mean(of.iter().copied()));
    libm::sqrt((spread + doubt / count) / (count - 1.0).max(1.0))
}

/// A choice in the making. You can stop it at any moment, and its best depends only on how far it
/// has come.
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
    /// Number of playouts that each remaining order is to reach in this round.
    goal: usize,
    /// The orders tried; those still in the race come first.
    tried: Vec<Tried>,
    racing: usize,
    share: usize,
    pilots: Pilots,
}

impl Thought {
    fn new(
        rules: &dyn Rules,
        battle: &Battle,
        tried: Vec<Tried>,
        pilots: Pilots,
        seed: u64,
        effort: Effort,
        temper: Temper,
    ) -> Self {
        let learned = Learned::of(rules);
        // One order leaves nothing to think about.
        let playouts = match tried.len() {
            0 | 1 => 0,
            _ => effort.playouts_at(learned.pace, battle.units.len()),
        };
        let rounds = tried.len().next_power_of_two().trailing_zeros().max(1);
        let share = usize::try_from(playouts / (rounds + LAST_ROUNDS)).unwrap_or(usize::MAX);
        let opening = u16::from(battle.cursor.turn == 0);
        Self {
            side: battle.to_move(),
            seed,
            until: battle.cursor.turn + effort.turns + opening,
            value: learned.value,
            usual: temper.stance(),
            nerve: temper.nerve(),
            left: playouts,
            goal: (share / tried.len().max(1)).max(1),
            racing: tried.len(),
            share,
            tried,
            battle: battle.clone(),
            pilots,
        }
    }

    /// Plays out one of the orders once more. Returns false if there is no more to do.
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

    /// Drops the worse half of the racing orders, and those that can hardly beat the first. The
    /// first needs no extra thought and stays. Returns false if it is clear which order is best.
    fn halve(&mut self) -> bool {
        let nerve = self.nerve;
        let racing = &mut self.tried[1..self.racing];
        racing.sort_by(|one, other| other.worth(nerve).total_cmp(&one.worth(nerve)));
        self.racing = self.racing.div_ceil(2).max(2);
        let (first, others) = self.tried.split_at(1);
        let hopeless = |one: &Tried| {
            let (lead, error) = one.against(&first[0], GUESSED);
            lead + SURE * error < WORTH_IT
        };
        while self.racing > 1 && hopeless(&others[self.racing - 2]) {
            self.racing -= 1;
        }
        let clear = self.racing == 2 && {
            let (lead, error) = others[0].against(&first[0], GUESSED);
            lead > (SURE + 1.0) * error
        };
        if self.racing == 1 || clear {
            self.left = 0;
            return false;
        }
        self.goal += (self.share / self.racing).max(1);
        true
    }

    /// Returns the battle after one playout.
    fn playout(&mut self, rules: &dyn Rules, which: usize, dice: u64) -> Battle {
        let one = &self.tried[which];
        let Some(legal) = rules.legal(&self.battle, &one.order) else {
            return self.battle.clone();
        };
        let (side, usual) = (self.side, self.usual);
        let stances = one.plan.stances(rules, &self.battle, side, usual);
        let mut cup = Cup::new(dice);
        let mut scene = Scene::new(self.battle.clone());
        rules.resolve(&legal, &mut scene, &mut cup.dice(&self.battle, &one.order));
        let mut now = scene.battle().clone();
        self.pilots.begin(dice, side, (usual, &stances));
        for _ in 1..LONGEST {
            if now.ended.is_some() || self.is_answered(&now) {
                break;
            }
            let Some(legal) = self.pilots.decide(rules, &now) else {
                break;
            };
            scene.reset(&now);
            rules.resolve(&legal, &mut scene, &mut cup.dice(&now, legal.order()));
            scene.swap(&mut now);
        }
        now
    }

    /// Returns whether a playout has come far enough. The side that moves second waits for the
    /// answer in the next turn: without it, every attack by that side would look good.
    fn is_answered(&self, now: &Battle) -> bool {
        let turn = now.cursor.turn;
        turn > self.until && (now.cursor.side == self.side || turn > self.until + 1)
    }

    /// Returns the best order so far. This is the first order unless another does better by more
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

    /// Returns the order that the others are compared with.
    #[must_use]
    pub fn first(&self) -> Option<&Tried> {
        self.tried.first()
    }

    /// Returns everything that was tried: the best first, then what stayed in the race longest.
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
        // Several plans may start with the same order: list it once, with the best of them.
        let mut told: Vec<&Tried> = Vec::new();
        for one in all {
            if !told.iter().any(|known| known.order == one.order) {
                told.push(one);
            }
        }
        told
    }

    /// Returns the battle that this thought is about.
    #[must_use]
    pub const fn battle(&self) -> &Battle {
        &self.battle
    }

    /// Returns how many playouts are left.
    #[must_use]
    pub const fn left(&self) -> u32 {
        self.left
    }
}

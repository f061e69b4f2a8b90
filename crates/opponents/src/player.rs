//! Players, and whole battles between them.

use crate::Thought;
use sandtable_battle::{
    Battle, Clause, Event, Legal, Order, Outcome, Roll, Rolled, Rules, Scene, Side,
};

/// A player: something that chooses orders. It is `Send`, since many battles run at once.
pub trait Player: Send {
    /// Returns the next order for the side to move, or `None` if there is none to give.
    fn choose(&mut self, rules: &dyn Rules, battle: &Battle) -> Option<Order>;

    /// Returns the next order together with the proof that it is legal. A player that has already
    /// judged the order overrides this, so that it is not judged again.
    fn decide(&mut self, rules: &dyn Rules, battle: &Battle) -> Option<Legal> {
        let order = self.choose(rules, battle)?;
        rules.legal(battle, &order)
    }

    /// Thinks a little about the next order. Returns whether there is more to think about before it
    /// is chosen, so that whoever must not wait can do something else in between. The order is the
    /// same as without.
    fn ponder(&mut self, _rules: &dyn Rules, _battle: &Battle) -> bool {
        false
    }

    /// Returns what the player weighed for its last order, if it used playouts.
    fn why(&self) -> Option<&Thought> {
        None
    }
}

/// Limits at which an endless battle is stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Most game turns.
    pub turns: u16,
    /// Most orders.
    pub orders: u32,
}

impl From<u32> for Limits {
    /// Limits the number of orders, but not of turns.
    fn from(orders: u32) -> Self {
        let turns = u16::MAX;
        Self { turns, orders }
    }
}

/// How a whole battle went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// How the battle ended; `None` if it hit a limit or a player had no order to give.
    pub outcome: Option<Outcome>,
    /// The clause that ended it.
    pub why: Option<Clause>,
    /// Number of orders given.
    pub orders: u32,
    /// Game turn at the end.
    pub turns: u16,
    /// The battle at its end.
    pub last: Battle,
}

/// Plays a battle to its end. Passes on every order with its rolls and events, and first the
/// opening, which has no order.
pub fn battle(
    rules: &dyn Rules,
    start: &Battle,
    players: &mut [Box<dyn Player>; 2],
    seed: u64,
    limits: impl Into<Limits>,
    mut each: impl FnMut(&Battle, Option<&Order>, &[Roll], &[Event]),
) -> Report {
    let mut running = Running::new(rules, start, seed, limits.into(), &mut each);
    while running.order(rules, players, &mut each) {}
    running.report()
}

/// A battle between two players that is played order by order.
#[derive(Debug)]
pub struct Running {
    now: Battle,
    /// Kept from order to order, because it is large.
    scene: Scene,
    seed: u64,
    limits: Limits,
    orders: u32,
    why: Option<Clause>,
    /// Whether no order follows.
    over: bool,
}

impl Running {
    /// Begins a battle, and opens it if that was not done yet.
    pub fn new(
        rules: &dyn Rules,
        start: &Battle,
        seed: u64,
        limits: Limits,
        mut each: impl FnMut(&Battle, Option<&Order>, &[Roll], &[Event]),
    ) -> Self {
        let mut now = start.clone();
        if now.is_unopened() {
            let mut dice = Rolled::new(seed, 0);
            let mut scene = Scene::new(now.clone());
            rules.open(&mut scene, &mut dice);
            let (after, events) = scene.finish();
            each(&now, None, dice.rolls(), &events);
            now = after;
        }
        Self {
            scene: Scene::new(now.clone()),
            now,
            seed,
            limits,
            orders: 0,
            why: None,
            over: false,
        }
    }

    /// Thinks a little about the next order. Returns whether there is more to think about before
    /// [`Running::order`] gives it.
    pub fn ponder(&self, rules: &dyn Rules, players: &mut [Box<dyn Player>; 2]) -> bool {
        self.goes_on() && players[self.now.to_move().index()].ponder(rules, &self.now)
    }

    /// Gives the next order. Returns false once the battle is over, a limit is reached, or a player
    /// has no order to give.
    pub fn order(
        &mut self,
        rules: &dyn Rules,
        players: &mut [Box<dyn Player>; 2],
        mut each: impl FnMut(&Battle, Option<&Order>, &[Roll], &[Event]),
    ) -> bool {
        if !self.goes_on() {
            return false;
        }
        let side: Side = self.now.to_move();
        let Some(legal) = players[side.index()].decide(rules, &self.now) else {
            self.over = true;
            return false;
        };
        self.orders += 1;
        let mut dice = Rolled::new(self.seed, self.orders);
        self.scene.reset(&self.now);
        rules.resolve(&legal, &mut self.scene, &mut dice);
        let events = self.scene.events();
        each(&self.now, Some(legal.order()), dice.rolls(), events);
        self.why = events
            .iter()
            .rev()
            .find_map(|e| matches!(e, Event::Ended { .. }).then(|| e.why()))
            .or(self.why);
        self.scene.swap(&mut self.now);
        self.goes_on()
    }

    fn goes_on(&self) -> bool {
        let within = self.now.cursor.turn <= self.limits.turns && self.orders < self.limits.orders;
        !self.over && self.now.ended.is_none() && within
    }

    /// Returns how the battle has gone so far.
    #[must_use]
    pub fn report(self) -> Report {
        Report {
            outcome: self.now.ended,
            why: self.why,
            orders: self.orders,
            turns: self.now.cursor.turn,
            last: self.now,
        }
    }
}

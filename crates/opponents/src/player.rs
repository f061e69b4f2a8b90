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
    let limits = limits.into();
    let mut now = start.clone();
    let mut why = None;
    if now.is_unopened() {
        let mut dice = Rolled::new(seed, 0);
        let mut scene = Scene::new(now.clone());
        rules.open(&mut scene, &mut dice);
        let (after, events) = scene.finish();
        each(&now, None, dice.rolls(), &events);
        now = after;
    }
    let mut number = 0;
    let mut scene = Scene::new(now.clone());
    let within = |now: &Battle, number| now.cursor.turn <= limits.turns && number < limits.orders;
    while now.ended.is_none() && within(&now, number) {
        let side: Side = now.to_move();
        let Some(legal) = players[side.index()].decide(rules, &now) else {
            break;
        };
        number += 1;
        let mut dice = Rolled::new(seed, number);
        scene.reset(&now);
        rules.resolve(&legal, &mut scene, &mut dice);
        let events = scene.events();
        each(&now, Some(legal.order()), dice.rolls(), events);
        why = events
            .iter()
            .rev()
            .find_map(|e| matches!(e, Event::Ended { .. }).then(|| e.why()))
            .or(why);
        scene.swap(&mut now);
    }
    Report {
        outcome: now.ended,
        why,
        orders: number,
        turns: now.cursor.turn,
        last: now,
    }
}

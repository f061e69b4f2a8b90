//! Players and dice for playouts: battles that a player plays on in its head.

use crate::stance::Stance;
use crate::{Greedy, Player};
use sandtable_battle::{Battle, Legal, Order, Rolled, Rules, Side};
use sandtable_odds::mix;

/// Two greedy players that share what they know about dice. They keep nothing else between
/// playouts, and it holds for any battle of the rule set. Copies start without it.
#[derive(Debug)]
pub(crate) struct Pilots {
    players: [Greedy; 2],
    /// The side that currently holds the knowledge about dice.
    acting: Side,
}

impl Pilots {
    /// Creates two players that know nothing yet.
    pub(crate) fn new() -> Self {
        Self {
            players: [Greedy::brisk(0), Greedy::brisk(1)],
            acting: Side::A,
        }
    }

    /// Begins a playout: sets how one side and each of its units sees the table. The other side
    /// sees it as usual.
    pub(crate) fn begin(&mut self, seed: u64, side: Side, (usual, stances): (Stance, &[Stance])) {
        self.players[side.index()].begin(seed ^ 1, usual, stances);
        self.players[side.other().index()].begin(seed ^ 2, Stance::STEADY, &[]);
    }

    /// Returns the next order.
    pub(crate) fn decide(&mut self, rules: &dyn Rules, battle: &Battle) -> Option<Legal> {
        let side = battle.to_move();
        if side != self.acting {
            let [one, other] = &mut self.players;
            one.swap_dice(other);
            self.acting = side;
        }
        self.players[side.index()].decide(rules, battle)
    }
}

impl Default for Pilots {
    fn default() -> Self {
        Self::new()
    }
}

impl Clone for Pilots {
    fn clone(&self) -> Self {
        Self::new()
    }
}

/// Dice of a playout. They depend on the occasion, not on how many orders came before: when two
/// orders are compared, everybody else rolls the same.
pub(crate) struct Cup {
    seed: u64,
    /// How often each occasion has come up.
    thrown: Vec<(u64, u32)>,
}

impl Cup {
    pub(crate) const fn new(seed: u64) -> Self {
        let thrown = Vec::new();
        Self { seed, thrown }
    }

    /// Returns the dice of an order.
    pub(crate) fn dice(&mut self, battle: &Battle, order: &Order) -> Rolled {
        let what = occasion(battle, order);
        let known = self.thrown.iter_mut().find(|(known, _)| *known == what);
        let times = if let Some((_, times)) = known {
            *times += 1;
            *times
        } else {
            self.thrown.push((what, 0));
            0
        };
        Rolled::new(mix(self.seed, what), times)
    }
}

/// Hashes when, by whom and with what kind of order the dice are rolled.
fn occasion(battle: &Battle, order: &Order) -> u64 {
    let kind: u64 = match order {
        Order::Shoot { .. } => 1,
        Order::Charge { .. } => 2,
        Order::Fight { .. } => 3,
        Order::Test { .. } => 4,
        Order::Rally { .. } => 5,
        Order::Move { .. } => 6,
        _ => 7,
    };
    let unit = order.unit().map_or(0xffff, |unit| u64::from(unit.0));
    let cursor = battle.cursor;
    let side = u64::from(cursor.side == Side::B);
    u64::from(cursor.turn) << 40 | u64::from(cursor.phase) << 32 | unit << 8 | kind << 1 | side
}

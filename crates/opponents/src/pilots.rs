//! Who plays a battle on in thought, and with which dice.

use crate::stance::Stance;
use crate::{Greedy, Player};
use sandtable_battle::{Battle, Legal, Order, Rolled, Rules, Side};
use sandtable_odds::mix;

/// Two greedy players who share what they know of dice. It is all that they keep from
/// playout to playout, and it holds for any battle of the rule set: copies begin without.
#[derive(Debug)]
pub(crate) struct Pilots {
    players: [Greedy; 2],
    /// Who has what is known of dice.
    acting: Side,
}

impl Pilots {
    /// Two who know nothing yet.
    pub(crate) fn new() -> Self {
        Self {
            players: [Greedy::brisk(0), Greedy::brisk(1)],
            acting: Side::A,
        }
    }

    /// Begins a playout: how one side sees the table as a rule, and how each of its units
    /// does. The other sees it as usual.
    pub(crate) fn begin(&mut self, seed: u64, side: Side, (usual, stances): (Stance, &[Stance])) {
        self.players[side.index()].begin(seed ^ 1, usual, stances);
        self.players[side.other().index()].begin(seed ^ 2, Stance::STEADY, &[]);
    }

    /// What is ordered next.
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

/// The dice of a playout. They go by the occasion, not by how many orders were given before:
/// under two orders that are compared, everybody else throws the same.
pub(crate) struct Cup {
    seed: u64,
    /// How often each occasion came up.
    thrown: Vec<(u64, u32)>,
}

impl Cup {
    pub(crate) const fn new(seed: u64) -> Self {
        let thrown = Vec::new();
        Self { seed, thrown }
    }

    /// The dice of an order.
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

/// When and by whom an order is given, and what kind of order.
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

//! The greedy player: one order ahead, by the exact expectation of the same
//! engine that umpires, with a sense of where units should stand.

use crate::candidates::candidates;
use crate::post::{Enemy, muster, post};
use crate::{Lot, Player};
use sandtable_battle::{Battle, Legal, Order, Rules, Side, UnitId, Verb};
use sandtable_odds::{Explorer, visit};

/// Below this gain, in thousandths of a unit, an order is not worth giving.
const WORTH_DOING: f64 = 2.0;

/// Weighs every order worth weighing and takes the best.
#[derive(Debug)]
pub struct Greedy {
    lot: Lot,
    explorer: Explorer<f64>,
    rules: u64,
}

impl Greedy {
    /// A greedy player; the seed draws the places it tries while deploying.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self {
            lot: Lot::new(seed),
            explorer: Explorer::new(),
            rules: 0,
        }
    }

    /// The gain of an order for a side: expected change of both strengths and
    /// of the post of the unit that acts.
    fn gain(&mut self, rules: &dyn Rules, battle: &Battle, legal: &Legal, view: &View) -> f64 {
        let unit = legal.order().unit();
        let moves = matches!(
            legal.order(),
            Order::Move { .. }
                | Order::Face { .. }
                | Order::Form { .. }
                | Order::Place { .. }
                | Order::Join { .. }
                | Order::Leave { .. }
        );
        let before = unit.map_or(0.0, |u| post(rules, battle, u, &view.foes, false));
        let mut sum = 0.0;
        visit(&mut self.explorer, rules, battle, legal, |scene, weight| {
            let mut value = balance(rules, scene, view.side) - view.balance;
            if let Some(u) = unit {
                let foes = if moves {
                    None
                } else {
                    Some(muster(rules, scene, view.side))
                };
                value += post(
                    rules,
                    scene,
                    u,
                    foes.as_deref().unwrap_or(&view.foes),
                    moves,
                ) - before;
            }
            sum += weight * value;
        });
        sum
    }
}

/// What a decision starts from.
struct View {
    side: Side,
    foes: Vec<Enemy>,
    balance: f64,
}

/// Own strength less the other side's, shaken units counting for less, and the
/// end of the battle for much.
fn balance(rules: &dyn Rules, battle: &Battle, side: Side) -> f64 {
    let of = |side: Side| -> f64 {
        battle
            .side(side)
            .map(|(id, _)| {
                let p = rules.profile(battle, id);
                f64::from(p.worth - p.shaken)
            })
            .sum()
    };
    let ended = match battle.ended {
        Some(sandtable_battle::Outcome::Won(winner)) => {
            if winner == side {
                5000.0
            } else {
                -5000.0
            }
        }
        _ => 0.0,
    };
    of(side) - of(side.other()) + ended
}

impl Player for Greedy {
    fn choose(&mut self, rules: &dyn Rules, battle: &Battle) -> Option<Order> {
        if self.rules != rules.card().hash {
            // Stages are remembered by the numbers of one rule set only.
            self.explorer = Explorer::new();
            self.rules = rules.card().hash;
        }
        let side = battle.to_move();
        let view = View {
            side,
            foes: muster(rules, battle, side),
            balance: balance(rules, battle, side),
        };
        let mut best: Option<(f64, Order)> = None;
        let mut otherwise: Option<Order> = None;
        for offer in offers(rules, battle) {
            for legal in candidates(rules, battle, &offer, &mut self.lot) {
                // Ending a phase or passing is what is left when nothing gains.
                if matches!(offer.verb, Verb::End | Verb::Pass) {
                    otherwise.get_or_insert_with(|| legal.order().clone());
                    continue;
                }
                let gain = self.gain(rules, battle, &legal, &view);
                if best.as_ref().is_none_or(|(g, _)| gain > *g) {
                    best = Some((gain, legal.order().clone()));
                }
            }
        }
        match (best, otherwise) {
            (Some((gain, order)), Some(rest)) => {
                Some(if gain > WORTH_DOING { order } else { rest })
            }
            (best, rest) => best.map(|(_, order)| order).or(rest),
        }
    }
}

/// The offers to weigh: those of the unit being activated if there is one, so
/// that it finishes before the next begins, else all.
fn offers(rules: &dyn Rules, battle: &Battle) -> Vec<sandtable_battle::Offer> {
    let mut ready: Vec<UnitId> = Vec::new();
    rules.ready(battle, &mut ready);
    let acting = battle.cursor.unit.filter(|u| ready.contains(u));
    let mut out = Vec::new();
    if let Some(unit) = acting {
        rules.offers(battle, Some(unit), &mut out);
        return out;
    }
    for unit in ready {
        rules.offers(battle, Some(unit), &mut out);
    }
    rules.offers(battle, None, &mut out);
    out
}

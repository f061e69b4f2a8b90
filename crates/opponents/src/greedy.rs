//! The greedy player: one order ahead, by the exact expectation of the same
//! engine that umpires, with a sense of where units should stand.

use crate::candidates::candidates;
use crate::post::{Enemy, muster, post};
use crate::{Lot, Player};
use sandtable_battle::{Battle, Legal, Order, Outcome, Rules, Side, Unit, UnitId, Verb};
use sandtable_odds::{Explorer, visit};

/// Below this gain, in thousandths of a unit, an order is not worth giving.
const WORTH_DOING: f64 = 2.0;

/// Branches lighter than this are not followed: dice that are thrown again on
/// a tie would cost a thousand times what they tell.
const CUT: f64 = 1e-5;

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
            explorer: Explorer::new().cutting_at(CUT),
            rules: 0,
        }
    }

    /// The gain of an order for a side: expected change of both strengths and
    /// of the post of the unit that acts.
    fn gain(&mut self, rules: &dyn Rules, battle: &Battle, legal: &Legal, view: &mut View) -> f64 {
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
        let before = unit.map_or(0.0, |u| view.post(rules, battle, u));
        let mut sum = 0.0;
        visit(&mut self.explorer, rules, battle, legal, |scene, weight| {
            let mut value = view.change(rules, battle, scene);
            if let Some(u) = unit {
                let foes = view.foes_in(rules, battle, scene);
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

/// What a decision starts from, worked out once: how the other side stands and
/// what every unit is worth.
struct View {
    side: Side,
    foes: Vec<Enemy>,
    values: Vec<f64>,
    posts: Vec<Option<f64>>,
}

impl View {
    fn new(rules: &dyn Rules, battle: &Battle) -> Self {
        let side = battle.to_move();
        let values = battle
            .all()
            .map(|(id, _)| value(rules, battle, id))
            .collect();
        Self {
            side,
            foes: muster(rules, battle, side),
            values,
            posts: vec![None; battle.units.len()],
        }
    }

    /// How good a unit's post is before the decision.
    fn post(&mut self, rules: &dyn Rules, battle: &Battle, unit: UnitId) -> f64 {
        let known = &mut self.posts[unit.index()];
        *known.get_or_insert_with(|| post(rules, battle, unit, &self.foes, false))
    }

    /// How much better a side stands after an order: own strength less the
    /// other's, and the end of the battle for much. Only units that changed
    /// are valued anew.
    fn change(&self, rules: &dyn Rules, battle: &Battle, after: &Battle) -> f64 {
        let mut sum = match after.ended {
            Some(Outcome::Won(winner)) if winner == self.side => 5000.0,
            Some(Outcome::Won(_)) => -5000.0,
            _ => 0.0,
        };
        for (id, unit) in after.all() {
            if unit != battle.unit(id) {
                let change = value(rules, after, id) - self.values[id.index()];
                sum += if unit.side == self.side {
                    change
                } else {
                    -change
                };
            }
        }
        sum
    }

    /// The other side as it stands after an order, if the order changed it.
    fn foes_in(&self, rules: &dyn Rules, battle: &Battle, after: &Battle) -> Option<Vec<Enemy>> {
        let touched = after
            .all()
            .any(|(id, u)| u.side != self.side && stands_otherwise(u, battle.unit(id)));
        touched.then(|| muster(rules, after, self.side))
    }
}

/// Whether a unit is somewhere else, or not there any more.
fn stands_otherwise(now: &Unit, then: &Unit) -> bool {
    (now.pose, now.status, now.formation) != (then.pose, then.status, then.formation)
}

/// What a unit on the table is worth, shaken ones less.
fn value(rules: &dyn Rules, battle: &Battle, unit: UnitId) -> f64 {
    if !battle.unit(unit).on_table() {
        return 0.0;
    }
    let profile = rules.profile(battle, unit);
    f64::from(profile.worth - profile.shaken)
}

impl Player for Greedy {
    fn choose(&mut self, rules: &dyn Rules, battle: &Battle) -> Option<Order> {
        if self.rules != rules.card().hash {
            // Stages are remembered by the numbers of one rule set only.
            self.explorer = Explorer::new().cutting_at(CUT);
            self.rules = rules.card().hash;
        }
        let all: Vec<(Verb, Vec<Legal>)> = offers(rules, battle)
            .iter()
            .map(|offer| (offer.verb, candidates(rules, battle, offer, &mut self.lot)))
            .collect();
        // Where there is no choice there is nothing to weigh.
        let mut only = all.iter().flat_map(|(_, legals)| legals);
        if let (Some(legal), None) = (only.next(), only.next()) {
            return Some(legal.order().clone());
        }
        let mut view = View::new(rules, battle);
        let mut best: Option<(f64, Order)> = None;
        let (mut otherwise, mut last): (Option<Order>, Option<Order>) = (None, None);
        for (verb, legals) in all {
            for legal in legals {
                // Ending a phase or passing is what is left when nothing gains.
                if matches!(verb, Verb::End | Verb::Pass) {
                    otherwise.get_or_insert_with(|| legal.order().clone());
                    continue;
                }
                // A roll-off decides nothing by itself: the last resort.
                if verb == Verb::RollOff {
                    last.get_or_insert_with(|| legal.order().clone());
                    continue;
                }
                // Terrain is laid before anyone can tell whom it helps: any will do.
                if verb == Verb::Lay {
                    return Some(legal.order().clone());
                }
                let gain = self.gain(rules, battle, &legal, &mut view);
                if best.as_ref().is_none_or(|(g, _)| gain > *g) {
                    best = Some((gain, legal.order().clone()));
                }
            }
        }
        match (best, otherwise) {
            (Some((gain, order)), Some(rest)) => {
                Some(if gain > WORTH_DOING { order } else { rest })
            }
            (best, rest) => best.map(|(_, order)| order).or(rest).or(last),
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

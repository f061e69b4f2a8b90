//! The greedy player. It looks one order ahead, computes the exact expectation with the engine that
//! also umpires, and has a sense of where units should stand.

use crate::candidates::{FEWEST, FEWEST_BRISKLY, candidates};
use crate::memory::Memory;
use crate::post::parts;
use crate::stance::{Stance, Temper};
use crate::view::View;
use crate::{Lot, Player};
use sandtable_battle::{Battle, Legal, Offer, Order, Rules, UnitId, Verb};
use sandtable_odds::{Explorer, visit};

/// Least gain of an order worth giving, in thousandths of a unit.
const WORTH_DOING: f64 = 2.0;

/// Number of best orders to keep for each unit.
const FEW: usize = 3;

/// Largest loss of an order worth trying, in thousandths of a unit.
const WORTH_TRYING: f64 = 150.0;

/// Branches less likely than this are not followed: dice that are rolled again on a tie would cost
/// a thousand times what they reveal.
const CUT: f64 = 1e-5;

/// Of the branches less likely than this, only a sample is followed: a fight with thousands of
/// outcomes is known well enough from a few hundred.
const DRAWN: f64 = 1.0 / 256.0;

/// The same threshold in playouts: there are many of them, and an error in one is offset by
/// another.
const DRAWN_BRISKLY: f64 = 1.0 / 16.0;

/// Player that weighs every order worth weighing and gives the best.
#[derive(Debug)]
pub struct Greedy {
    lot: Lot,
    explorer: Explorer<f64>,
    /// Whether this player plays out imagined battles, where speed matters.
    brisk: bool,
    memory: Memory,
    rules: u64,
    weighed: Vec<(f64, Order)>,
    rest: Option<Order>,
    stance: Stance,
    /// How each unit sees the table, where that differs from the usual stance.
    stances: Vec<Stance>,
}

impl Greedy {
    /// Creates a greedy player. The seed draws the places it tries while deploying.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self::minded(seed, Temper::Steady)
    }

    /// Creates a greedy player with the given temper.
    #[must_use]
    pub const fn minded(seed: u64, temper: Temper) -> Self {
        Self {
            stance: temper.stance(),
            lot: Lot::new(seed),
            explorer: explorer(false),
            brisk: false,
            memory: Memory::new(),
            rules: 0,
            weighed: Vec::new(),
            rest: None,
            stances: Vec::new(),
        }
    }

    /// Creates a greedy player for playouts, which follows fewer outcomes of the dice.
    pub(crate) fn brisk(seed: u64) -> Self {
        let mut out = Self::new(seed);
        out.explorer = explorer(true);
        out.brisk = true;
        out
    }

    /// Swaps what two players know about dice. That knowledge holds for any side.
    pub(crate) const fn swap_dice(&mut self, other: &mut Self) {
        std::mem::swap(&mut self.explorer, &mut other.explorer);
    }

    /// Starts again with another seed and another view of the table: one stance for all, or one for
    /// each unit if `stances` has any.
    pub(crate) fn begin(&mut self, seed: u64, usual: Stance, stances: &[Stance]) {
        self.lot = Lot::new(seed);
        self.memory = Memory::new();
        self.stance = usual;
        self.stances.clear();
        self.stances.extend_from_slice(stances);
    }

    /// Returns the stance of a unit, or of the table.
    fn stance(&self, unit: Option<UnitId>) -> Stance {
        let own = unit.and_then(|unit| self.stances.get(unit.index()));
        own.copied().unwrap_or(self.stance)
    }

    /// Returns the order it would give and the alternatives, its own choice first, each with its
    /// gain: at most `most` orders.
    pub(crate) fn ranked(
        &mut self,
        rules: &dyn Rules,
        battle: &Battle,
        most: usize,
    ) -> Vec<(f64, Order)> {
        self.weighed.clear();
        self.rest = None;
        let Some(chosen) = self.choose(rules, battle) else {
            return Vec::new();
        };
        let mut others = self.weighed.clone();
        others.extend(self.memory.found());
        // Alternatives for the same unit come first: what other units would do, they can still do
        // afterwards.
        let same = chosen.unit();
        others.sort_by(|one, other| {
            let own = |o: &(f64, Order)| same.is_some() && o.1.unit() == same;
            let sooner = own(other).cmp(&own(one));
            sooner.then(other.0.total_cmp(&one.0))
        });
        let mut out = vec![(f64::INFINITY, chosen)];
        for one in others.into_iter().filter(|one| one.0 > -WORTH_TRYING) {
            if out.len() < most
                && !out.iter().any(|known| known.1 == one.1)
                && rules.legal(battle, &one.1).is_some()
            {
                out.push(one);
            }
        }
        if let Some(rest) = self.rest.take()
            && !out.iter().any(|known| known.1 == rest)
        {
            out.push((0.0, rest));
        }
        out
    }

    /// Returns the gain of an order for a side: the expected change of both sides' strength, and of
    /// the post of the acting unit.
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
        let stance = self.stance(unit);
        let before = unit.map_or(0.0, |u| view.parts(rules, battle, u).weighed(&stance));
        let mut sum = 0.0;
        visit(&mut self.explorer, rules, battle, legal, |scene, weight| {
            let mut value = view.change(rules, battle, scene, &stance);
            if let Some(u) = unit {
                let foes = view.foes_in(rules, battle, scene);
                let foes = foes.as_deref().unwrap_or(&view.foes);
                value += parts(rules, scene, u, foes, moves).weighed(&stance) - before;
            }
            sum += weight * value;
        });
        sum
    }
}

/// Returns the dice explorer that weighs orders.
const fn explorer(brisk: bool) -> Explorer<f64> {
    let least = if brisk { DRAWN_BRISKLY } else { DRAWN };
    Explorer::new().cutting_at(CUT).drawing_under(least)
}

impl Player for Greedy {
    fn choose(&mut self, rules: &dyn Rules, battle: &Battle) -> Option<Order> {
        if self.rules != rules.card().hash {
            // What is remembered holds for the numbers of one rule set only.
            self.rules = rules.card().hash;
            self.explorer = explorer(self.brisk);
            self.memory = Memory::new();
        }
        let mut groups = offers(rules, battle);
        if let Some(order) = self.only(rules, battle, &groups) {
            return Some(order);
        }
        self.memory.look(rules, battle);
        let mut view = View::new(rules, battle);
        let rest = self.rest(rules, battle, &groups);
        self.rest.clone_from(&rest);
        let table = groups.pop().unwrap_or_default();
        let few = self.best_of(rules, battle, &table, &mut view);
        let mut best = few.first().cloned();
        self.weighed = few;
        if !matches!(&best, Some((gain, _)) if gain.is_infinite()) {
            let least = rest.as_ref().map_or(f64::NEG_INFINITY, |_| WORTH_DOING);
            let of_units = self.of_units(rules, battle, &groups, least, &mut view);
            let most = best.as_ref().map_or(f64::NEG_INFINITY, |(gain, _)| *gain);
            best = of_units.filter(|(gain, _)| *gain >= most).or(best);
        }
        match (best, rest) {
            (Some((gain, _)), Some(rest)) if gain <= WORTH_DOING => Some(rest),
            (best, rest) => best
                .map(|(_, order)| order)
                .or(rest)
                .or_else(|| self.first(rules, battle, &table, &[Verb::RollOff])),
        }
    }
}

impl Greedy {
    /// Returns the order if there is no choice, so that nothing needs weighing.
    fn only(&mut self, rules: &dyn Rules, battle: &Battle, groups: &[Vec<Offer>]) -> Option<Order> {
        let mut offers = groups.iter().flatten();
        let (Some(offer), None) = (offers.next(), offers.next()) else {
            return None;
        };
        let mut legals = self.unaware(rules, battle, offer).into_iter();
        match (legals.next(), legals.next()) {
            (Some(legal), None) => Some(legal.order().clone()),
            _ => None,
        }
    }

    /// Returns the first legal order that has one of the given verbs.
    fn first(
        &mut self,
        rules: &dyn Rules,
        battle: &Battle,
        offers: &[Offer],
        verbs: &[Verb],
    ) -> Option<Order> {
        offers
            .iter()
            .filter(|offer| verbs.contains(&offer.verb))
            .find_map(|offer| {
                let legal = self.unaware(rules, battle, offer);
                legal.first().map(|legal| legal.order().clone())
            })
    }

    /// Returns the orders of an offer that would be worth weighing if there were no enemies.
    fn unaware(&mut self, rules: &dyn Rules, battle: &Battle, offer: &Offer) -> Vec<Legal> {
        let nobody = (&[][..], &Stance::STEADY);
        candidates(rules, battle, offer, nobody, self.fewest(), &mut self.lot)
    }

    /// Returns the fewest destinations of a move that it weighs.
    const fn fewest(&self) -> usize {
        if self.brisk { FEWEST_BRISKLY } else { FEWEST }
    }

    /// Ends the phase or passes: what remains when nothing gains.
    fn rest(&mut self, rules: &dyn Rules, battle: &Battle, groups: &[Vec<Offer>]) -> Option<Order> {
        let rests = [Verb::End, Verb::Pass];
        groups
            .iter()
            .find_map(|offers| self.first(rules, battle, offers, &rests))
    }

    /// Returns the best orders of some offers with their gains, best first.
    fn best_of(
        &mut self,
        rules: &dyn Rules,
        battle: &Battle,
        offers: &[Offer],
        view: &mut View,
    ) -> Vec<(f64, Order)> {
        let mut best: Vec<(f64, Order)> = Vec::new();
        for offer in offers {
            // A roll-off decides nothing by itself, so it is the last resort.
            if matches!(offer.verb, Verb::End | Verb::Pass | Verb::RollOff) {
                continue;
            }
            let (stance, fewest) = (self.stance(offer.unit), self.fewest());
            let seen = (&view.foes[..], &stance);
            for legal in candidates(rules, battle, offer, seen, fewest, &mut self.lot) {
                // Nobody can tell yet whom terrain will help, so any place will do.
                if offer.verb == Verb::Lay {
                    return vec![(f64::INFINITY, legal.order().clone())];
                }
                let gain = self.gain(rules, battle, &legal, view);
                let place = best.partition_point(|(more, _)| *more >= gain);
                if place < FEW {
                    best.truncate(FEW - 1);
                    best.insert(place, (gain, legal.order().clone()));
                }
            }
        }
        best
    }

    /// Returns the best order of any unit. It weighs a unit's remembered best order again if that
    /// is the best of all. It weighs all orders of a unit again if an enemy nearby changed, and
    /// before it gives up because no gain exceeds `least`.
    fn of_units(
        &mut self,
        rules: &dyn Rules,
        battle: &Battle,
        groups: &[Vec<Offer>],
        least: f64,
        view: &mut View,
    ) -> Option<(f64, Order)> {
        let all: Vec<(UnitId, &[Offer])> = groups
            .iter()
            .filter_map(|offers| Some((offers.first()?.unit?, &offers[..])))
            .collect();
        for &(unit, offers) in &all {
            if !self.memory.knows(unit, offers) {
                self.weigh(rules, battle, unit, offers, view);
            }
        }
        loop {
            let mut best: Option<(f64, UnitId)> = None;
            for &(unit, _) in &all {
                if let Some(gain) = self.memory.gain(unit)
                    && best.is_none_or(|(most, _)| gain > most)
                {
                    best = Some((gain, unit));
                }
            }
            let shaky = match best {
                Some((gain, unit)) if gain > least => {
                    if self.weigh_again(rules, battle, unit, view) {
                        return self.memory.best(unit);
                    }
                    Some(unit).filter(|&unit| !self.memory.holds(unit))
                }
                _ => {
                    let mut units = all.iter().map(|one| one.0);
                    let shaky = units.find(|&unit| self.memory.stirred(unit));
                    if shaky.is_none() {
                        return best.and_then(|(_, unit)| self.memory.best(unit));
                    }
                    shaky
                }
            };
            if let Some(&(unit, offers)) = all.iter().find(|one| Some(one.0) == shaky) {
                self.weigh(rules, battle, unit, offers, view);
            }
        }
    }

    /// Weighs the remembered order of a unit in the battle as it stands. Returns whether it was
    /// already up to date.
    fn weigh_again(
        &mut self,
        rules: &dyn Rules,
        battle: &Battle,
        unit: UnitId,
        view: &mut View,
    ) -> bool {
        if self.memory.is_new(unit) {
            return true;
        }
        let Some((_, order)) = self.memory.best(unit) else {
            return true;
        };
        let legal = rules.legal(battle, &order);
        let gain = legal.map(|legal| self.gain(rules, battle, &legal, view));
        self.memory.correct(unit, gain);
        false
    }

    /// Weighs all orders of a unit and remembers the best.
    fn weigh(
        &mut self,
        rules: &dyn Rules,
        battle: &Battle,
        unit: UnitId,
        offers: &[Offer],
        view: &mut View,
    ) {
        let best = self.best_of(rules, battle, offers, view);
        self.memory.keep(rules, battle, unit, offers, best);
    }
}

/// Returns the offers to weigh, grouped by unit, and those to the table last. If a unit is being
/// activated, returns only its offers, so that it finishes before the next begins.
fn offers(rules: &dyn Rules, battle: &Battle) -> Vec<Vec<Offer>> {
    let mut ready: Vec<UnitId> = Vec::new();
    rules.ready(battle, &mut ready);
    let acting = battle.cursor.unit.filter(|u| ready.contains(u));
    let of = |who| {
        let mut out = Vec::new();
        rules.offers(battle, who, &mut out);
        out
    };
    if let Some(unit) = acting {
        return vec![of(Some(unit))];
    }
    let mut out: Vec<Vec<Offer>> = ready.into_iter().map(|unit| of(Some(unit))).collect();
    out.push(of(None));
    out
}

//! The random player: it gives legal orders at random, repeatable by seed.

use crate::sampler::sample_named;
use crate::{Lot, Player, sample};
use sandtable_battle::{Battle, Legal, Offer, Order, Rules, UnitId};

/// Draws before the player takes the first legal order instead.
const TRIES: u32 = 24;

/// Player that draws a unit or the table, then one of its offers, then any order of that offer.
#[derive(Clone, Debug)]
pub struct Random {
    lot: Lot,
    pool: Vec<Option<UnitId>>,
    offers: Vec<Offer>,
}

impl Random {
    /// Creates a random player from a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self {
            lot: Lot::new(seed),
            pool: Vec::new(),
            offers: Vec::new(),
        }
    }
}

/// Why no order was drawn.
enum Missed {
    /// Something is on offer, but what was drawn was blocked.
    Blocked,
    /// Nothing is on offer.
    Nothing,
}

impl Random {
    /// Draws from the possible offers: any offer, then any order of it. An offer whose targets are
    /// all refused counts as none and is set aside when drawn. The draw is as even as if all offers
    /// were judged first.
    fn draw(&mut self, rules: &dyn Rules, battle: &Battle) -> Result<Legal, Missed> {
        while !self.offers.is_empty() {
            let at = self.lot.below(self.offers.len());
            let offer = &mut self.offers[at];
            match sample_named(rules, battle, offer, &mut self.lot) {
                Some(Some(legal)) => return Ok(legal),
                Some(None) => drop(self.offers.swap_remove(at)),
                None => return sample(rules, battle, offer, &mut self.lot).ok_or(Missed::Blocked),
            }
        }
        Err(Missed::Nothing)
    }
}

impl Player for Random {
    fn choose(&mut self, rules: &dyn Rules, battle: &Battle) -> Option<Order> {
        let legal = self.decide(rules, battle)?;
        Some(legal.order().clone())
    }

    fn decide(&mut self, rules: &dyn Rules, battle: &Battle) -> Option<Legal> {
        // Set aside units without an offer as they are drawn: that is as even as asking every unit
        // whether it is ready, and cheaper.
        let side = battle.to_move();
        let own = battle
            .all()
            .filter(|(_, u)| u.side == side && !u.status.is_gone());
        self.pool.clear();
        self.pool.extend(own.map(|(id, _)| Some(id)));
        self.pool.push(None);
        let mut tries = 0;
        while tries < TRIES && !self.pool.is_empty() {
            let drawn = self.lot.below(self.pool.len());
            self.offers.clear();
            rules.prospects(battle, self.pool[drawn], &mut self.offers);
            match self.draw(rules, battle) {
                Ok(legal) => return Some(legal),
                Err(Missed::Blocked) => tries += 1,
                Err(Missed::Nothing) => drop(self.pool.swap_remove(drawn)),
            }
        }
        // Nothing was drawn: take the first legal order of the table, or else any order at all.
        let all = rules.all_offers(battle);
        let (table, units): (Vec<&Offer>, Vec<&Offer>) = all.iter().partition(|o| o.unit.is_none());
        let mut legal = table
            .into_iter()
            .chain(units)
            .flat_map(|o| std::iter::repeat_n(o, 8))
            .filter_map(|o| sample(rules, battle, o, &mut self.lot));
        legal.next()
    }
}

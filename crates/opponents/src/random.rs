//! The random player: legal, seeded, and nothing else.

use crate::sampler::sample_named;
use crate::{Lot, Player, sample};
use sandtable_battle::{Battle, Legal, Offer, Order, Rules, UnitId};

/// How many orders are drawn before the first legal one is taken.
const TRIES: u32 = 24;

/// Draws any unit that may be ordered or the table, then any offer, then any
/// order in it.
#[derive(Clone, Debug)]
pub struct Random {
    lot: Lot,
    pool: Vec<Option<UnitId>>,
    offers: Vec<Offer>,
}

impl Random {
    /// A random player of a seed.
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
    /// What was drawn is offered, but something was in its way.
    Blocked,
    /// Nothing is offered.
    Nothing,
}

impl Random {
    /// Draws from what may perhaps be offered: any offer, then any order in it. Offers
    /// whose targets are all refused are none, and are put aside as they are drawn: that
    /// is as even as judging all of them first.
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
        // Units without an offer are put aside as they are drawn: that is
        // cheaper than asking all of them who is ready, and as even.
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
        // Nothing was drawn: the first order of the table that is legal, then
        // anything at all.
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

//! The random player: legal, seeded, and nothing else.

use crate::{Lot, Player, sample};
use sandtable_battle::{Battle, Offer, Order, Rules, UnitId};

/// Draws any ready unit or the table, then any offer, then any order in it.
#[derive(Clone, Debug)]
pub struct Random {
    lot: Lot,
    units: Vec<UnitId>,
    offers: Vec<Offer>,
}

impl Random {
    /// A random player of a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self {
            lot: Lot::new(seed),
            units: Vec::new(),
            offers: Vec::new(),
        }
    }
}

impl Player for Random {
    fn choose(&mut self, rules: &dyn Rules, battle: &Battle) -> Option<Order> {
        self.units.clear();
        rules.ready(battle, &mut self.units);
        for _ in 0..24 {
            // One chance among the ready units is the table's own orders.
            let drawn = self.lot.below(self.units.len() + 1);
            let who = self.units.get(drawn).copied();
            self.offers.clear();
            rules.offers(battle, who, &mut self.offers);
            let Some(offer) = self.lot.pick(&self.offers).cloned() else {
                continue;
            };
            if let Some(legal) = sample(rules, battle, &offer, &mut self.lot) {
                return Some(legal.order().clone());
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
        legal.next().map(|legal| legal.order().clone())
    }
}

//! A beginner, who knows the rules, looks at few things and errs often.

use crate::quick::Quick;
use crate::{Lot, Player, Random};
use sandtable_battle::{Battle, Order, Rules};

/// One of this many choices is made without thinking.
const ERRS: usize = 4;

/// Player that plays like a person in their first battles.
#[derive(Debug)]
pub struct Recruit {
    lot: Lot,
    quick: Quick,
    random: Random,
}

impl Recruit {
    /// Creates a recruit from a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self {
            lot: Lot::new(seed ^ 0x7265_6372),
            quick: Quick::new(seed),
            random: Random::new(seed),
        }
    }
}

impl Player for Recruit {
    fn choose(&mut self, rules: &dyn Rules, battle: &Battle) -> Option<Order> {
        if self.lot.below(ERRS) == 0 {
            return self.random.choose(rules, battle);
        }
        self.quick.choose(rules, battle)
    }
}

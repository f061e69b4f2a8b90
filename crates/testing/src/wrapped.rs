//! A rule set in a wrapper, for tests of what stands on the seam.

use sandtable_battle::{
    Advice, Battle, Card, Dice, Legal, Naming, Offer, Order, Refusals, Rules, Ruling, Scene, UnitId,
};
use sandtable_geometry::Rect;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A rule set that counts how often an order is resolved, or one that gives no advice.
pub struct Wrapped {
    rules: Arc<dyn Rules>,
    resolved: AtomicUsize,
    /// The card without weights of a rule set that gives no advice.
    unadvised: Option<Card>,
}

impl Wrapped {
    /// Wraps a rule set to count with [`Wrapped::resolved`].
    #[must_use]
    pub fn counting(rules: Arc<dyn Rules>) -> Self {
        Self {
            rules,
            resolved: AtomicUsize::new(0),
            unadvised: None,
        }
    }

    /// Takes the advice of a rule set away: every answer of its [`Advice`] is the default, and its
    /// card has no weights.
    #[must_use]
    pub fn unadvised(rules: Arc<dyn Rules>) -> Self {
        let card = Card {
            weights: "",
            ..rules.card().clone()
        };
        Self {
            unadvised: Some(card),
            ..Self::counting(rules)
        }
    }

    /// Returns how often an order was resolved.
    pub fn resolved(&self) -> usize {
        self.resolved.load(Ordering::Relaxed)
    }
}

impl Rules for Wrapped {
    fn card(&self) -> &Card {
        self.unadvised.as_ref().unwrap_or_else(|| self.rules.card())
    }

    fn footprint(&self, battle: &Battle, unit: UnitId) -> Rect {
        self.rules.footprint(battle, unit)
    }

    fn ready(&self, battle: &Battle, out: &mut Vec<UnitId>) {
        self.rules.ready(battle, out);
    }

    fn list(&self, battle: &Battle, who: Option<UnitId>, naming: Naming, out: &mut Vec<Offer>) {
        self.rules.list(battle, who, naming, out);
    }

    fn check(&self, battle: &Battle, order: &Order, ruling: Ruling) -> Result<Legal, Refusals> {
        self.rules.check(battle, order, ruling)
    }

    fn resolve(&self, legal: &Legal, scene: &mut Scene, dice: &mut dyn Dice) {
        self.resolved.fetch_add(1, Ordering::Relaxed);
        self.rules.resolve(legal, scene, dice);
    }

    fn open(&self, scene: &mut Scene, dice: &mut dyn Dice) {
        self.rules.open(scene, dice);
    }

    fn flaws(&self, battle: &Battle) -> Vec<(Option<UnitId>, String)> {
        self.rules.flaws(battle)
    }

    fn may_overlap(&self, battle: &Battle, one: UnitId, other: UnitId) -> bool {
        self.rules.may_overlap(battle, one, other)
    }

    fn advice(&self) -> &dyn Advice {
        match self.unadvised {
            Some(_) => self,
            None => self.rules.advice(),
        }
    }
}

impl Advice for Wrapped {}

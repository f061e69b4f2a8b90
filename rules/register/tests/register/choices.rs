//! How much work the odds do to find what is best for the other players.

use sandtable_battle::{
    Advice, Await, Battle, Card, Dice, Legal, Naming, Offer, Order, Refusals, Rules, Ruling, Scene,
    UnitId,
};
use sandtable_geometry::Rect;
use sandtable_odds::{Others, answer};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

const POSITION: &str = include_str!("../positions/thousands-of-choices.battle.toml");

/// A rule set that counts how often an order is resolved.
struct Counted {
    rules: Arc<dyn Rules>,
    resolved: AtomicUsize,
}

impl Rules for Counted {
    fn card(&self) -> &Card {
        self.rules.card()
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

    fn advice(&self) -> &dyn Advice {
        self.rules.advice()
    }
}

/// Behind each of the many outcomes of this volley, both sides choose several times. Searching all
/// those choices as far ahead as a few would take minutes.
#[test]
fn the_search_for_best_choices_has_an_end() {
    let (id, switches) = sandtable_files::peek_rules(POSITION).expect("a battle");
    let rules = sandtable_register::open(&id, &switches).expect("offered");
    let battle = sandtable_files::read_battle(POSITION, &*rules).expect("sound");
    let order = sandtable_files::notation::parse(
        "shoot \"7th Michigan\" \"24th Georgia\"",
        &battle,
        rules.card(),
    )
    .expect("an order");
    let counted = Counted {
        rules,
        resolved: AtomicUsize::new(0),
    };
    let legal = counted.rules.judge(&battle, &order).expect("legal");
    let found = answer(
        &counted,
        &battle,
        &legal,
        4_000,
        Others::Best,
        |(): &mut (), _: &Scene| (),
        |(): &mut (), _: &Await, _: u8| (),
        |after, ()| after.all().map(|(_, unit)| unit.stands).collect::<Vec<_>>(),
    );
    assert!(found.within.is_some(), "too many ways to follow them all");
    let resolved = counted.resolved.into_inner();
    assert!(resolved < 3_000_000, "{resolved}");
}

//! The odds of an order: what it comes to ([`Rules::foresee`]), explored.

use crate::{Explorer, Law, Weight};
use sandtable_battle::{Battle, Legal, Rules, Scene};

/// Hands on every way an order can turn out with its weight. Returns the mass
/// that was cut.
pub fn visit<W: Weight>(
    explorer: &mut Explorer<W>,
    rules: &dyn Rules,
    battle: &Battle,
    legal: &Legal,
    mut each: impl FnMut(&Scene, W),
) -> W {
    // One scene is used for all paths: its memory is what a path costs.
    let scene = std::cell::RefCell::new(Scene::new(battle.clone()));
    explorer.explore(
        |dice| {
            let mut scene = scene.borrow_mut();
            scene.reset(battle);
            rules.foresee(legal, &mut scene, dice);
        },
        |(), weight| each(&scene.borrow(), weight),
    )
}

/// The law of what a caller looks at when an order is resolved.
pub fn of_order<W: Weight, K: Ord>(
    explorer: &mut Explorer<W>,
    rules: &dyn Rules,
    battle: &Battle,
    legal: &Legal,
    look: impl Fn(&Scene) -> K,
) -> Law<K, W> {
    let mut law = Law::new();
    let lost = visit(explorer, rules, battle, legal, |scene, weight| {
        law.add(look(scene), weight)
    });
    law.lose(lost);
    law
}

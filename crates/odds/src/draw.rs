//! Draws single ways in which an order may go, where there are too many to follow them all.

use crate::fought::Fought;
use crate::others::{Choices, Others};
use crate::through::DEEPEST;
use sandtable_battle::{Ask, Battle, Clause, Dice, Key, Legal, Order, Rolled, Scene, Side};

/// Rolled dice whose caller may answer the choices that come up.
struct Foreseen {
    rolled: Rolled,
    choices: bool,
}

impl Dice for Foreseen {
    fn ask(&mut self, ask: Ask, by: Side, why: Clause) -> u16 {
        self.rolled.ask(ask, by, why)
    }

    fn stage(&mut self, _: Key, body: &mut dyn FnMut(&mut dyn Dice) -> u16) -> u16 {
        body(self)
    }

    fn follows_choices(&self) -> bool {
        self.choices
    }
}

impl Choices<'_> {
    /// Returns the battle after one way of an order, with rolled dice: through the choices on the
    /// way and the melee of a charge, as [`crate::follow_through`] follows all ways.
    #[must_use]
    pub fn draw(&self, battle: &Battle, legal: &Legal, rolled: Rolled) -> Battle {
        let choices = self.others != Others::Stop;
        let mut dice = Foreseen { rolled, choices };
        let mut carry = |battle: &Battle, legal: &Legal| {
            let mut scene = Scene::new(battle.clone());
            self.rules.advice().foresee(legal, &mut scene, &mut dice);
            scene.finish().0
        };
        // A choice that was already outstanding did not come from this order.
        let owed = battle.cursor.waits;
        let owed = owed.filter(|_| !matches!(legal.order(), Order::Decide { .. }));
        let mut charge = Fought::of(self.rules, battle, legal.order());
        let mut after = carry(battle, legal);
        for _ in 0..DEEPEST {
            let waits = after.cursor.waits;
            let open = if waits.is_some() && waits != owed {
                self.choose(&after).map(|(_, legal)| (legal, false))
            } else {
                charge.and_then(|charge| charge.next(self.rules, &after))
            };
            let Some((legal, fought)) = open.filter(|_| after.ended.is_none()) else {
                break;
            };
            charge = charge.filter(|_| !fought);
            after = carry(&after, &legal);
        }
        after
    }
}

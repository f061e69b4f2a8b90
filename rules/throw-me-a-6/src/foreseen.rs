//! What orders lead to ([`sandtable_battle::Advice::foresee`]): a charge with the shot
//! at it, pila, one round of melee and the retreats; a fight or a retreat without the
//! steps of the turn that follow.

use crate::melee::Fight;
use crate::turn::{MELEE, RETREAT};
use crate::{ThrowMeA6, c};
use sandtable_battle::{Await, Dice, Legal, Order, Rules, Scene, UnitId};

/// The answer to the question for pila that throws them.
const THROWS: u8 = 0;
/// The answer to the question for a shot that holds it.
const HOLDS: u8 = 1;

impl ThrowMeA6 {
    /// Plays out what an order leads to. If the dice follow choices, it stops at the next
    /// choice; if not, every player holds back.
    pub(crate) fn foretell(&self, legal: &Legal, scene: &mut Scene, dice: &mut dyn Dice) {
        match *legal.order() {
            Order::Charge { unit, .. } => {
                self.resolve(legal, scene, dice);
                if scene.cursor.waits.is_some() {
                    if dice.follows_choices() {
                        return;
                    }
                    self.answer_charge(HOLDS, scene, dice);
                }
                self.foretell_clash(unit, None, scene, dice);
            }
            Order::Shoot { unit, target } => self
                .procedures
                .shoot(self, legal, unit, target, scene, dice),
            Order::Fight { unit, .. } if scene.cursor.phase == MELEE => {
                self.procedures.fight(self, unit, scene, dice);
            }
            Order::Test { unit } => {
                self.procedures.test(self, unit, scene, dice);
            }
            Order::Decide { choice } => self.foretell_answer(choice, legal, scene, dice),
            _ => self.resolve(legal, scene, dice),
        }
        self.catch_generals(scene);
    }

    /// Plays out the answer to a choice, and what follows from it.
    fn foretell_answer(&self, choice: u8, legal: &Legal, scene: &mut Scene, dice: &mut dyn Dice) {
        let Some(waits) = scene.cursor.waits else {
            return;
        };
        match (waits.why, waits.unit, waits.other) {
            (c::SHOOT_06, _, Some(charger)) => {
                self.answer_charge(choice, scene, dice);
                self.foretell_clash(charger, None, scene, dice);
            }
            (c::PIL_01, Some(unit), Some(target)) => {
                scene.answered(c::PIL_01);
                if choice == THROWS {
                    let count = self.pila_dice(scene, unit, target);
                    self.throw(unit, target, count, scene, dice);
                }
                self.foretell_clash(unit, Some(unit), scene, dice);
            }
            (c::RES_03 | c::GEN_01, Some(_), _) => {
                let over = self.answer_retreat(choice, scene);
                if over && scene.cursor.phase != RETREAT {
                    self.foretell_retreats(scene, dice);
                }
            }
            _ => self.resolve(legal, scene, dice),
        }
    }

    /// Plays out what a contact brings in the same turn: pila of the units after `asked` in
    /// the order of units, a round of melee, the retreats. If the dice do not follow choices, no
    /// unit throws pila.
    fn foretell_clash(
        &self,
        unit: UnitId,
        asked: Option<UnitId>,
        scene: &mut Scene,
        dice: &mut dyn Dice,
    ) {
        if !self.must_fight(scene, unit) {
            return;
        }
        if dice.follows_choices() {
            let mut fight: Fight = self.fight_of(scene, unit);
            fight.sort_unstable();
            let next = fight
                .into_iter()
                .filter(|&id| asked.is_none_or(|asked| id > asked))
                .find_map(|id| Some((id, self.thrown_at(scene, id)?)));
            if let Some((id, target)) = next {
                scene.await_(Await::of(scene.unit(id).side, c::PIL_01, 2).about(id, Some(target)));
                return;
            }
        }
        self.settle_pila(scene, dice);
        if self.must_fight(scene, unit) {
            self.procedures.fight(self, unit, scene, dice);
        }
        if dice.follows_choices() {
            self.foretell_retreats(scene, dice);
        }
    }

    /// Plays out the retreats after a melee, one after the other, until a player must choose.
    fn foretell_retreats(&self, scene: &mut Scene, dice: &mut dyn Dice) {
        while let Some(id) = scene.ids().find(|&id| self.must_retreat(scene, id)) {
            if !self.procedures.test(self, id, scene, dice) {
                return;
            }
        }
    }
}

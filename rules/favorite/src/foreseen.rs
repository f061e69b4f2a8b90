//! What orders lead to ([`sandtable_battle::Advice::foresee`]): a charge with its stand test,
//! closing volley and melee; a volley; a melee without the turn that follows.

use crate::marks::{self, Moved};
use crate::{Favorite, c, turn};
use sandtable_battle::by;
use sandtable_battle::{Await, Battle, Dice, Legal, Order, Rules, Scene, Unit, UnitId};

/// The answer that shoots, when a unit is asked for a closing volley.
const SHOOTS: u8 = 0;

impl Favorite {
    /// Plays out what an order leads to. If the dice follow choices, stops at the next choice; if
    /// not, plays as if nobody stepped in.
    pub(crate) fn foretell(&self, legal: &Legal, scene: &mut Scene, dice: &mut dyn Dice) {
        match *legal.order() {
            Order::Charge { unit, target, .. } => self.foretell_charge(scene, unit, target, dice),
            Order::Shoot { unit, target } => {
                let hits = self.thrown(scene, unit, target, dice);
                self.lose(scene, target, hits, c::FIRE_05);
            }
            Order::Fight { unit, .. } if dice.follows_choices() => {
                self.procedures.fight(self, unit, scene, dice);
            }
            Order::Fight { unit, .. } => self.foretell_clash(scene, unit, dice),
            Order::Decide { choice } => self.foretell_answer(choice, legal, scene, dice),
            Order::End if turn::is_shooting(&scene.cursor) => self.foretell_fire(scene, dice),
            _ => self.resolve(legal, scene, dice),
        }
    }

    /// Plays out a charge: the stand test, the run, and the contact.
    fn foretell_charge(&self, scene: &mut Scene, id: UnitId, target: UnitId, dice: &mut dyn Dice) {
        self.declare(scene, id, target);
        if dice.follows_choices() && self.asks_to_stand(scene, id, target, dice) {
            return;
        }
        self.tests_to_stand(scene, id, target, dice);
        self.go_home(scene, id, target);
        self.foretell_contact(scene, id, dice);
    }

    /// Plays out what a charge that made contact brings in the same turn: first the checks that the
    /// units it meets must make before they fight, then the closing volley (CHG-12), which its
    /// target may hold back, then the melee.
    fn foretell_contact(&self, scene: &mut Scene, charger: UnitId, dice: &mut dyn Dice) {
        by!(c::MOR_17);
        while let Some(id) = self.must_check_first(scene, charger) {
            self.foretell_check(scene, id, dice);
            if scene.cursor.waits.is_some() {
                return;
            }
        }
        let meets = scene.unit(charger).on_table() && self.engaged(scene, charger);
        if !meets || scene.cursor.waits.is_some() {
            return;
        }
        let shooter = self
            .touching(scene, charger)
            .map(|(foe, _)| foe)
            .find(|&foe| self.range(scene.unit(foe)) > 0 && self.closes(scene, foe, charger));
        if let Some(foe) = shooter
            && dice.follows_choices()
        {
            scene.await_(Await::of(scene.unit(foe).side, c::CHG_12, 2).about(foe, Some(charger)));
            return;
        }
        self.foretell_melee(scene, charger, dice);
    }

    /// Returns the next enemy in a charger's melee that still has its movement to come and must
    /// check in it (MOR-17).
    fn must_check_first(&self, b: &Battle, charger: UnitId) -> Option<UnitId> {
        let meets = b.unit(charger).on_table() && self.engaged(b, charger);
        if !meets || b.cursor.phase != turn::MOVE_FIRST || !self.chosen.must_check {
            return None;
        }
        let side = b.cursor.side.other();
        let mut all = self.melee_of(b, charger).into_iter();
        all.find(|&id| b.unit(id).side == side && self.owes_check(b, id))
    }

    /// Plays out a check. If nobody answers choices, the commanders who could step in do not.
    fn foretell_check(&self, scene: &mut Scene, id: UnitId, dice: &mut dyn Dice) {
        if dice.follows_choices() {
            self.procedures.check_morale(self, id, scene, dice);
        } else {
            self.check_unaided(scene, id, dice);
        }
    }

    /// Returns the charger whose contact a choice about a check or a stand test belongs to: the
    /// unit that is charging, or the one that charged the asked unit in the other side's movement.
    fn charger_of(b: &Battle, waits: &Await) -> Option<UnitId> {
        let asked = waits.unit?;
        let now = b.cursor.unit.filter(|&unit| unit != asked);
        let other = b.unit(asked).side != b.cursor.side;
        now.or_else(|| {
            let home = |u: &Unit| other && u.side == b.cursor.side && marks::CHARGE.of(u).home();
            let mut all = b.present();
            all.find(|(_, u)| home(u) && marks::MOVED.of(u) == Moved::Charged)
                .map(|(id, _)| id)
        })
    }

    /// Plays out the melee of a charge at once.
    fn foretell_melee(&self, scene: &mut Scene, charger: UnitId, dice: &mut dyn Dice) {
        if !scene.unit(charger).on_table() || !self.engaged(scene, charger) {
            return;
        }
        for id in self.melee_of(scene, charger) {
            scene.set(id, marks::GOAL, None, c::MEL_07);
        }
        if dice.follows_choices() {
            self.procedures.fight(self, charger, scene, dice);
        } else {
            self.foretell_clash(scene, charger, dice);
        }
    }

    /// Plays out a melee in which nobody steps in: no commander leads, every unit strikes the first
    /// enemy it may, and the winner stands.
    fn foretell_clash(&self, scene: &mut Scene, id: UnitId, dice: &mut dyn Dice) {
        let members = self.melee_of(scene, id);
        let attacker = self.attacker_of(scene, &members);
        self.clash(scene, &members, attacker, dice);
    }

    /// Plays out the answer to a choice and what follows: after a stand test the rest of the
    /// charge, in a melee only the melee.
    fn foretell_answer(&self, choice: u8, legal: &Legal, scene: &mut Scene, dice: &mut dyn Dice) {
        let Some(waits) = scene.cursor.waits else {
            return;
        };
        match waits.why {
            c::CMD_02 | c::CMD_08 => {
                let charger = Self::charger_of(scene, &waits);
                self.resolve(legal, scene, dice);
                if let Some(charger) = charger {
                    self.foretell_contact(scene, charger, dice);
                }
            }
            c::CHG_12 => {
                scene.answered(waits.why);
                if let (Some(foe), Some(charger)) = (waits.unit, waits.other) {
                    if choice == SHOOTS {
                        let hits = self.thrown(scene, foe, charger, dice);
                        self.lose(scene, charger, hits, c::FIRE_05);
                    }
                    self.foretell_melee(scene, charger, dice);
                }
            }
            c::CMD_14 | c::MEL_07 | c::OPT_06 => {
                scene.answered(waits.why);
                self.goes_on(scene, &waits, choice, dice);
            }
            _ => self.resolve(legal, scene, dice),
        }
    }

    /// Plays out the end of a shooting phase: only what the declared volleys do.
    fn foretell_fire(&self, scene: &mut Scene, dice: &mut dyn Dice) {
        let first = self.leader_of_turn(scene);
        let phase = scene.cursor.phase;
        if scene.cursor.side == first && self.has_shooters(scene, phase, first.other()) {
            self.enter(scene, phase, first.other());
        } else {
            self.shoot_all(scene, dice);
        }
    }
}

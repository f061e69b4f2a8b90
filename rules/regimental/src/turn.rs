//! Section 6: the turn sequence.

use crate::marks::Action;
use crate::{Regimental, c, marks};
use sandtable_battle::{
    Arrival, Battle, Cursor, Dice, Naming, Offer, Ruling, Scene, Scope, Side, Status, UnitId, Verb,
    Witness, by, c as table,
};
use sandtable_drill as drill;

/// Phase: deployment.
pub const DEPLOY: u8 = 0;
/// Phase: movement.
pub const MOVEMENT: u8 = 1;
/// Phase: charges are announced.
pub const CHARGE: u8 = 2;
/// Phase: charges are carried out.
pub const ASSAULT: u8 = 3;
/// Phase: firing.
pub const FIRING: u8 = 4;

/// Requires that the battle is in the phase an order belongs to.
pub(crate) fn require(battle: &Battle, phase: u8, r: &mut Ruling) {
    r.require(battle.cursor.phase == phase, c::SEQ_02, || Witness::Plain);
}

impl Regimental {
    /// Returns the side with the first player turn (SETUP-04).
    pub(crate) fn first(&self, battle: &Battle) -> Side {
        let rolled = marks::FIRST.of(battle).unwrap_or(Side::A);
        battle.setting.attacker.unwrap_or(rolled)
    }

    /// Goes on to the next order that a player can give (SEQ-02).
    pub(crate) fn go_on(&self, scene: &mut Scene, dice: &mut dyn Dice) {
        by!(c::SEQ_02);
        loop {
            if scene.ended.is_some() {
                return;
            }
            let phase = scene.cursor.phase;
            if phase == ASSAULT {
                self.lapse(scene);
            }
            let side = scene.cursor.side;
            if phase == DEPLOY || scene.side(side).any(|(id, _)| self.has_offer(scene, id)) {
                return;
            }
            self.next_phase(scene, dice);
        }
    }

    /// Ends a phase when a player says so.
    pub(crate) fn end_phase(&self, scene: &mut Scene, dice: &mut dyn Dice, foresees: bool) {
        if scene.cursor.phase == DEPLOY {
            return self.place_rest(scene, dice);
        }
        if foresees && scene.cursor.phase >= FIRING {
            // The other side's Command phase does not belong to this order.
            return;
        }
        self.next_phase(scene, dice);
        if foresees {
            return;
        }
        self.go_on(scene, dice);
    }

    fn next_phase(&self, scene: &mut Scene, dice: &mut dyn Dice) {
        let phase = scene.cursor.phase;
        if phase >= FIRING {
            return self.end_turn(scene, dice);
        }
        let fires = phase + 1 == FIRING;
        let why = if fires { c::ORD_01 } else { c::SEQ_02 };
        scene.enter(phase + 1, scene.cursor.side, why);
    }

    /// Cancels charges that can no longer be carried out because the unit is disordered, prone or
    /// leaderless. A charge whose target has gone is still carried out (CHARGE-16).
    fn lapse(&self, scene: &mut Scene) {
        for id in scene.ids() {
            if Self::announced(scene, id).is_none() {
                continue;
            }
            let unit = *scene.unit(id);
            let fit = unit.on_table()
                && !marks::RED.of(&unit)
                && !marks::PRONE.of(&unit)
                && self.led(&unit);
            if !fit {
                scene.set(id, marks::CHARGING, false, c::CHARGE_04);
                scene.set(id, marks::TARGET, None, c::CHARGE_04);
                scene.set(id, marks::ACTION, Action::Charged, c::SEQ_03);
            }
        }
    }

    /// Ends a player turn (SEQ-06): removes markers, perhaps ends the battle, and hands over to the
    /// other side.
    fn end_turn(&self, scene: &mut Scene, dice: &mut dyn Dice) {
        by!(c::SEQ_01, c::SEQ_06, c::MARK_06);
        for id in scene.ids() {
            for mark in [
                marks::REACTED.place(),
                marks::CHARGING.place(),
                marks::TARGET.place(),
                marks::ACTION.place(),
                marks::FIRED.place(),
                marks::TOLL.place(),
            ] {
                scene.clear(id, mark, c::SEQ_06);
            }
        }
        let side = scene.cursor.side;
        let second = side != self.first(scene);
        if second && self.decided(scene) {
            return;
        }
        let turn = scene.cursor.turn + u16::from(second);
        self.start_turn(scene, dice, turn, side.other());
    }

    /// Starts a player turn: reinforcements, then the Command phase, in which no player has a
    /// choice.
    pub(crate) fn start_turn(&self, scene: &mut Scene, dice: &mut dyn Dice, turn: u16, side: Side) {
        let to = Cursor {
            turn,
            phase: MOVEMENT,
            side,
            ..Cursor::default()
        };
        scene.turn(to, c::SEQ_01);
        self.arrive(scene);
        for id in scene.ids() {
            let unit = scene.unit(id);
            if unit.side == side && unit.on_table() {
                self.command_phase(scene, dice, id);
            }
        }
    }

    /// Brings on the reinforcements that are due and have room.
    fn arrive(&self, scene: &mut Scene) {
        let side = scene.cursor.side;
        let room = |battle: &Battle, arrival: &Arrival| {
            let fits = self.fits(battle, arrival.unit, arrival.at);
            fits.then_some(arrival.at)
        };
        drill::arrive(scene, c::SETUP_03, |unit| unit.side == side, room);
    }

    /// Judges the end of a phase.
    pub(crate) fn judge_end(&self, battle: &Battle, r: &mut Ruling) {
        let side = battle.cursor.side;
        match battle.cursor.phase {
            DEPLOY => {
                let waits = drill::in_reserve(battle, side).is_some();
                r.require(waits, table::NOT_NOW, || Witness::Plain);
            }
            CHARGE => {
                // A unit that has turned to charge must charge.
                let turned = battle.side(side).find(|&(id, u)| {
                    marks::ACTION.of(u) == Action::Turned
                        && !marks::CHARGING.of(u)
                        && self.may_aim(battle, id)
                        && self.charges(battle, id, Naming::Legal).next().is_some()
                });
                if let Some((id, _)) = turned {
                    r.refuse(c::CHARGE_03, Witness::Unit(id));
                }
            }
            ASSAULT => {
                let pending = battle
                    .side(side)
                    .find(|&(id, _)| Self::announced(battle, id).is_some());
                if let Some((id, _)) = pending {
                    r.refuse(c::CHARGE_15, Witness::Unit(id));
                }
            }
            _ => {}
        }
    }

    /// Lists the units of the side to move that have an offer.
    pub(crate) fn list_ready(&self, battle: &Battle, out: &mut Vec<UnitId>) {
        if battle.ended.is_some()
            || battle.cursor.waits.is_some()
            || battle.cursor.turn == 0 && battle.cursor.phase != DEPLOY
        {
            return;
        }
        let side = battle.cursor.side;
        let own = battle.all().filter(|(_, u)| u.side == side);
        let ready = own.filter(|&(id, u)| {
            if battle.cursor.phase == DEPLOY {
                u.status == Status::Reserve
            } else {
                u.on_table() && self.has_offer(battle, id)
            }
        });
        out.extend(ready.map(|(id, _)| id));
    }

    /// Whether a unit on the table has an offer now.
    pub(crate) fn has_offer(&self, battle: &Battle, id: UnitId) -> bool {
        let clean = |judge: &dyn Fn(&mut Ruling)| Ruling::allows(|r| judge(r));
        match battle.cursor.phase {
            MOVEMENT => {
                marks::ACTION.of(battle.unit(id)) == Action::Formed
                    || clean(&|r| {
                        self.judge_actor(battle, id, r);
                        if !marks::PRONE.of(battle.unit(id)) {
                            self.judge_mover(battle, id, r);
                        }
                    })
            }
            CHARGE => {
                self.may_aim(battle, id)
                    && (battle.setting.stated
                        || self.charges(battle, id, Naming::Legal).next().is_some())
            }
            ASSAULT => Self::announced(battle, id).is_some(),
            FIRING => {
                self.may_aim(battle, id)
                    && (battle.setting.stated
                        || self.targets(battle, id, Naming::Legal).next().is_some())
            }
            _ => false,
        }
    }

    /// Whether a unit may charge or fire now, if there were an enemy to charge or fire at.
    fn may_aim(&self, battle: &Battle, id: UnitId) -> bool {
        let mut r = Ruling::brief();
        if battle.cursor.phase == CHARGE {
            self.procedures.judge_charger(self, battle, id, &mut r);
        } else {
            self.procedures.judge_firer(self, battle, id, &mut r);
        }
        r.clean()
    }

    /// Lists the orders that a unit, or the table, can get.
    pub(crate) fn list_offers(
        &self,
        battle: &Battle,
        who: Option<UnitId>,
        named: Naming,
        out: &mut Vec<Offer>,
    ) {
        if drill::nothing_but_a_choice(battle, who, out) {
            return;
        }
        if let Some(id) = who {
            return self.offers_to(battle, id, named, out);
        }
        if Ruling::allows(|r| self.judge_end(battle, r)) {
            let deploys = battle.cursor.phase == DEPLOY;
            let why = if deploys { c::SETUP_03 } else { c::SEQ_02 };
            out.push(Offer::plain(Verb::End, Scope::Plain, why));
        }
    }

    fn offers_to(&self, battle: &Battle, id: UnitId, named: Naming, out: &mut Vec<Offer>) {
        let Some(unit) = battle.get(id).filter(|u| u.side == battle.cursor.side) else {
            return;
        };
        if battle.cursor.phase == DEPLOY {
            if unit.status == Status::Reserve {
                self.offer_places(battle, id, out);
            }
            return;
        }
        if !unit.on_table() {
            return;
        }
        // Listing the targets below also shows whether there are any, so do not search for them
        // twice.
        let of_targets = matches!(battle.cursor.phase, CHARGE | FIRING);
        if battle.setting.stated || !of_targets {
            if !self.has_offer(battle, id) {
                return;
            }
        } else if !self.may_aim(battle, id) {
            return;
        }
        let mut offer = |verb, scope, clause| out.push(Offer::of(verb, id, scope, clause));
        match battle.cursor.phase {
            MOVEMENT => self.offer_moves(battle, id, named, out),
            CHARGE => {
                // A turn is offered only to units that have an enemy to charge.
                let turns = marks::idle(unit);
                let named = if turns { Naming::Legal } else { named };
                let foes: Vec<UnitId> = self.charges(battle, id, named).collect();
                if foes.is_empty() && !battle.setting.stated {
                    return;
                }
                offer(Verb::Charge, Scope::Targets(foes), c::CHARGE_01);
                if turns {
                    let most = self.numbers.moving.charge_turn;
                    offer(Verb::Face, Scope::Facing(most), c::CHARGE_03);
                }
            }
            ASSAULT => {
                let foe = Self::announced(battle, id);
                let foes = foe.into_iter().collect();
                offer(Verb::Fight, Scope::Targets(foes), c::CONTACT_01);
            }
            FIRING => {
                let foes: Vec<UnitId> = self.targets(battle, id, named).collect();
                if foes.is_empty() && !battle.setting.stated {
                    return;
                }
                offer(Verb::Shoot, Scope::Targets(foes), c::FIRE_01);
            }
            _ => {}
        }
    }
}

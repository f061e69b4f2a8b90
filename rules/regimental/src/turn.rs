//! Section 6: the turn sequence.

use crate::marks::Action;
use crate::{Regimental, c, marks};
use sandtable_battle::{
    Arrival, Battle, Cursor, Dice, Ruling, Scene, Side, Status, UnitId, Witness, by, c as table,
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

/// An order belongs to a phase.
pub(crate) fn require(battle: &Battle, phase: u8, r: &mut Ruling) {
    r.require(battle.cursor.phase == phase, c::SEQ_02, || Witness::Plain);
}

/// The ids of all units.
pub(crate) fn ids(battle: &Battle) -> impl Iterator<Item = UnitId> + use<> {
    (0..battle.units.len()).filter_map(|i| u8::try_from(i).ok().map(UnitId))
}

impl Regimental {
    /// The side with the first player turn (SETUP-04).
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

    /// Ends a phase by a player's word.
    pub(crate) fn end_phase(&self, scene: &mut Scene, dice: &mut dyn Dice, foresees: bool) {
        if foresees && scene.cursor.phase >= FIRING {
            // The other side's Command phase is its own matter.
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
        let to = Cursor {
            phase: phase + 1,
            ..scene.cursor
        };
        let why = if phase + 1 == FIRING {
            c::ORD_01
        } else {
            c::SEQ_02
        };
        scene.turn(to, why);
    }

    /// Charges that cannot be carried out any more: the unit is disordered, prone
    /// or leaderless. One whose target has gone is carried out (CHARGE-16).
    fn lapse(&self, scene: &mut Scene) {
        for id in ids(scene) {
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

    /// Ends a player turn (SEQ-06): markers off, the battle may end, the other
    /// side is next.
    fn end_turn(&self, scene: &mut Scene, dice: &mut dyn Dice) {
        by!(c::SEQ_01, c::SEQ_06, c::MARK_06);
        for id in ids(scene) {
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

    /// Starts a player turn: reinforcements, then the Command phase, which asks
    /// nothing of anybody.
    pub(crate) fn start_turn(&self, scene: &mut Scene, dice: &mut dyn Dice, turn: u16, side: Side) {
        let to = Cursor {
            turn,
            phase: MOVEMENT,
            side,
            ..Cursor::default()
        };
        scene.turn(to, c::SEQ_01);
        self.arrive(scene);
        for id in ids(scene) {
            let unit = scene.unit(id);
            if unit.side == side && unit.on_table() {
                self.command_phase(scene, dice, id);
            }
        }
    }

    /// Brings on the reinforcements that are due and find room.
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
                let waiting = battle
                    .all()
                    .find(|(_, u)| u.side == side && u.status == Status::Reserve);
                if let Some((id, _)) = waiting {
                    r.refuse(c::SETUP_03, Witness::Unit(id));
                } else {
                    r.refuse(table::NOT_NOW, Witness::Plain);
                }
            }
            CHARGE => {
                // A unit that has turned to charge must charge.
                let turned = battle.side(side).find(|&(id, u)| {
                    marks::ACTION.of(u) == Action::Turned
                        && !marks::CHARGING.of(u)
                        && self.has_offer(battle, id)
                        && self.charges(battle, id).next().is_some()
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
}

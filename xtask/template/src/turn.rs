//! The turn: whose player turn it is, its current phase, and the possible orders.

use crate::{@TYPE@, c, marks};
use sandtable_battle::{Battle, Cursor, Mark, Offer, Ruling, Scene, Scope, Side, UnitId, Verb, Witness};
use sandtable_drill as drill;

/// Phase: moving.
pub(crate) const MOVE: u8 = 0;
/// Phase: fighting.
pub(crate) const FIGHT: u8 = 1;

/// Returns the side that takes the first player turn (TURN-01).
fn first(battle: &Battle) -> Side {
    marks::FIRST.of(battle).unwrap_or(Side::A)
}

impl @TYPE@ {
    /// Begins the first player turn.
    pub(crate) fn open_battle(&self, scene: &mut Scene) {
        let side = scene.setting.attacker.unwrap_or(Side::A);
        scene.set_battle(marks::FIRST, Some(side), c::TURN_01);
        Self::begin(scene, 1, side);
        self.annihilated(scene);
    }

    fn begin(scene: &mut Scene, turn: u16, side: Side) {
        let to = Cursor {
            turn,
            phase: MOVE,
            side,
            ..Cursor::default()
        };
        scene.turn(to, c::TURN_01);
    }

    /// Ends a phase: fighting follows moving; then it is the other side's turn.
    pub(crate) fn end_phase(&self, scene: &mut Scene) {
        let cursor = scene.cursor;
        if cursor.phase == MOVE {
            return scene.enter(FIGHT, cursor.side, c::TURN_01);
        }
        for id in scene.ids() {
            scene.set(id, marks::MOVED, false, c::TURN_02);
            scene.set(id, marks::FOUGHT, false, c::TURN_02);
        }
        let second = cursor.side != first(scene);
        if second && self.time_is_up(scene) {
            return;
        }
        Self::begin(scene, cursor.turn + u16::from(second), cursor.side.other());
    }

    /// Requires a phase, and that the unit is on the table and has not acted in this phase
    /// (TURN-01, TURN-02).
    pub(crate) fn require_turn(
        battle: &Battle,
        id: UnitId,
        phase: u8,
        done: Mark<bool>,
        r: &mut Ruling,
    ) {
        r.require(battle.cursor.phase == phase, c::TURN_01, || Witness::Plain);
        drill::require_present(battle, id, r);
        r.require(!done.of(battle.unit(id)), c::TURN_02, || Witness::Unit(id));
    }

    /// Lists the units of the side to move that have an offer.
    pub(crate) fn list_ready(&self, battle: &Battle, out: &mut Vec<UnitId>) {
        let own = battle.side(battle.cursor.side);
        out.extend(own.map(|(id, _)| id).filter(|&id| self.is_ready(battle, id)));
    }

    fn is_ready(&self, battle: &Battle, id: UnitId) -> bool {
        let unit = battle.unit(id);
        battle.ended.is_none()
            && unit.side == battle.cursor.side
            && unit.on_table()
            && match battle.cursor.phase {
                MOVE => !marks::MOVED.of(unit),
                FIGHT => !marks::FOUGHT.of(unit) && self.foes(battle, id).next().is_some(),
                _ => false,
            }
    }

    /// Lists the possible orders for a unit or for the table.
    pub(crate) fn list_offers(&self, battle: &Battle, who: Option<UnitId>, out: &mut Vec<Offer>) {
        if drill::nothing_but_a_choice(battle, who, out) {
            return;
        }
        match who {
            None => out.push(Offer::plain(Verb::End, Scope::Plain, c::TURN_01)),
            Some(id) if !self.is_ready(battle, id) => {}
            Some(id) if battle.cursor.phase == MOVE => self.offer_move(battle, id, out),
            Some(id) => self.offer_fight(battle, id, out),
        }
    }
}

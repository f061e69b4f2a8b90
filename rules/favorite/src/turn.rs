//! The turn (section The turn): its phases, whose turn it is to act, and the orders that may be
//! given.

use crate::marks::{self, Charge, Check, Moved};
use crate::{Favorite, c};
use sandtable_battle::by;
use sandtable_battle::{
    Battle, Cursor, Dice, Legal, Naming, Offer, Order, Refusals, Ruling, Scene, Scope, Side,
    UnitId, Verb, Witness, c as table,
};
use sandtable_drill as drill;

/// Phase: the defender lays the terrain, before everything else (SET-05).
pub const TERRAIN: u8 = 0;
/// Phase: deployment, before the first turn (SET-03).
pub const DEPLOY: u8 = 1;
/// Phase: the roll for initiative and the winner's choice (INIT-05).
pub const INITIATIVE: u8 = 2;
/// Phase: the first side moves (TURN-01).
pub const MOVE_FIRST: u8 = 3;
/// Phase: the second side moves.
pub const MOVE_SECOND: u8 = 4;
/// Phase: units that stood declare and shoot (TURN-03).
pub const FIRE_STOOD: u8 = 5;
/// Phase: units that moved declare and shoot (TURN-04).
pub const FIRE_MOVED: u8 = 6;
/// Phase: close combats (TURN-07).
pub const MELEE: u8 = 7;

/// Whether a side is moving.
#[must_use]
pub const fn is_movement(cursor: &Cursor) -> bool {
    matches!(cursor.phase, MOVE_FIRST | MOVE_SECOND)
}

/// Whether volleys are being declared.
#[must_use]
pub const fn is_shooting(cursor: &Cursor) -> bool {
    matches!(cursor.phase, FIRE_STOOD | FIRE_MOVED)
}

impl Favorite {
    /// Starts a turn (TURN-01): finds the disordered units and the commanders who come back, and
    /// rolls for initiative.
    pub(crate) fn start_turn(&self, scene: &mut Scene, turn: u16, dice: &mut dyn Dice) {
        by!(c::TURN_01);
        let to = Cursor {
            turn,
            phase: INITIATIVE,
            side: self.attacker(scene),
            ..Cursor::default()
        };
        scene.turn(to, c::TURN_01);
        for id in scene.ids() {
            if scene.unit(id).status.is_gone() {
                continue;
            }
            self.recover(scene, id);
            if marks::MARKER.of(scene.unit(id)) {
                scene.set(id, marks::CHECK, Check::Due, c::MOR_01);
            }
        }
        self.roll_for_initiative(scene, dice);
    }

    /// Lets a side move. First its reinforcements come on (SET-08), and by switch its units behind
    /// hard cover lose their markers (OPT-03).
    pub(crate) fn begin_movement(
        &self,
        scene: &mut Scene,
        phase: u8,
        side: Side,
        dice: &mut dyn Dice,
    ) {
        self.enter(scene, phase, side);
        self.arrive(scene, side);
        self.take_heart(scene, side);
        if scene.side(side).next().is_none() && !self.has_returning(scene, side) {
            self.proceed(scene, dice);
        }
    }

    /// Whether a commander of a side is waiting to come back.
    fn has_returning(&self, b: &Battle, side: Side) -> bool {
        b.all().any(|(id, u)| u.side == side && self.returns(b, id))
            && self.fighters(b, side).next().is_some()
    }

    /// Goes on from a finished phase to the next order that a player can give.
    pub(crate) fn proceed(&self, scene: &mut Scene, dice: &mut dyn Dice) {
        let first = self.leader_of_turn(scene);
        match scene.cursor.phase {
            MOVE_FIRST => self.begin_movement(scene, MOVE_SECOND, first.other(), dice),
            MOVE_SECOND => {
                self.settle_movement(scene);
                self.declare_next(scene, FIRE_STOOD, first, dice);
            }
            FIRE_STOOD | FIRE_MOVED => {
                let phase = scene.cursor.phase;
                if scene.cursor.side == first && self.has_shooters(scene, phase, first.other()) {
                    return self.enter(scene, phase, first.other());
                }
                self.shoot_all(scene, dice);
                if phase == FIRE_STOOD {
                    self.declare_next(scene, FIRE_MOVED, first, dice);
                } else {
                    self.begin_melees(scene, dice);
                }
            }
            MELEE => self.next_melee(scene, dice),
            _ => {}
        }
    }

    /// Lets the first side that can shoot in a phase declare, or goes on if neither can (TURN-03,
    /// TURN-04).
    fn declare_next(&self, scene: &mut Scene, phase: u8, first: Side, dice: &mut dyn Dice) {
        by!(c::TURN_03, c::TURN_04);
        for side in [first, first.other()] {
            if self.has_shooters(scene, phase, side) {
                return self.enter(scene, phase, side);
            }
        }
        if phase == FIRE_STOOD {
            self.declare_next(scene, FIRE_MOVED, first, dice);
        } else {
            self.begin_melees(scene, dice);
        }
    }

    /// Enters a phase.
    pub(crate) fn enter(&self, scene: &mut Scene, phase: u8, side: Side) {
        let to = Cursor {
            phase,
            side,
            unit: None,
            waits: None,
            ..scene.cursor
        };
        scene.turn(to, c::TURN_01);
    }

    /// Removes the marks of movement that are no longer needed once both sides have moved.
    fn settle_movement(&self, scene: &mut Scene) {
        for id in scene.ids() {
            // Only a charger in contact still needs to know whom it charged (CHG-12).
            let charging = marks::MOVED.of(scene.unit(id)) == Moved::Charged
                && scene.unit(id).on_table()
                && self.engaged(scene, id);
            if !charging {
                scene.set(id, marks::GOAL, None, c::TURN_01);
            }
        }
    }

    /// Ends the turn: new markers (TURN-08), clearing of what units remember of the turn, victory,
    /// the next turn.
    pub(crate) fn end_turn(&self, scene: &mut Scene, dice: &mut dyn Dice) {
        by!(c::TURN_08, c::TURN_09);
        for id in scene.ids() {
            let u = *scene.unit(id);
            if u.on_table() && self.fights(&u) && marks::HURT.of(&u) {
                scene.set(id, marks::MARKER, true, c::TURN_08);
            }
            self.forget(scene, id);
        }
        scene.set_battle(marks::FIRST, None, c::TURN_01);
        if self.decide_battle(scene) {
            return;
        }
        self.start_turn(scene, scene.cursor.turn + 1, dice);
    }

    /// Clears what a unit remembers of a turn.
    fn forget(&self, scene: &mut Scene, id: UnitId) {
        for mark in marks::OF_THE_TURN {
            scene.clear(id, mark, c::TURN_01);
        }
        let u = scene.unit(id);
        let home = marks::CHARGE.of(u).home();
        let stays = home && u.on_table() && self.engaged(scene, id);
        scene.set(id, marks::CHARGE, Charge::of(stays, false), c::MEL_11);
    }

    /// Appends the units that can get an order now: those with an offer.
    pub(crate) fn list_ready(&self, b: &Battle, out: &mut Vec<UnitId>) {
        if b.ended.is_some() || b.cursor.waits.is_some() {
            return;
        }
        let mut offers = Vec::new();
        for (id, u) in b.all() {
            if u.side == b.cursor.side && !u.status.is_gone() {
                self.offers_to(b, id, Naming::Legal, &mut offers);
                if !offers.is_empty() {
                    out.push(id);
                    offers.clear();
                }
            }
        }
    }

    /// Lists the orders that a unit, or the table, can get.
    pub(crate) fn list_offers(
        &self,
        b: &Battle,
        who: Option<UnitId>,
        named: Naming,
        out: &mut Vec<Offer>,
    ) {
        if drill::nothing_but_a_choice(b, who, out) {
            return;
        }
        match who {
            None => self.offers_to_table(b, out),
            Some(id) => self.offers_to(b, id, named, out),
        }
    }

    /// Lists the offers to a unit.
    fn offers_to(&self, b: &Battle, id: UnitId, named: Naming, out: &mut Vec<Offer>) {
        by!(c::MOVE_12);
        let u = b.unit(id);
        if u.side != b.cursor.side || u.status.is_gone() {
            return;
        }
        match b.cursor.phase {
            TERRAIN => return,
            DEPLOY => return self.offer_places(b, id, out),
            _ => {}
        }
        if !self.fights(u) {
            return self.offer_commander(b, id, named, out);
        }
        if !u.on_table() {
            return;
        }
        match b.cursor.phase {
            MOVE_FIRST | MOVE_SECOND => {
                self.offer_check(b, id, out);
                if out.last().is_none_or(|o| o.unit != Some(id)) {
                    self.offer_moves(b, id, named, out);
                    self.offer_charges(b, id, named, out);
                }
                if self.begun(b, id) {
                    out.push(Offer::of(Verb::Pass, id, Scope::Plain, c::TURN_02));
                }
            }
            FIRE_STOOD | FIRE_MOVED => self.offer_shots(b, id, named, out),
            MELEE => self.offer_melees(b, id, out),
            _ => {}
        }
    }

    /// Lists the offers to the table: pieces of terrain, and the end of the phase.
    fn offers_to_table(&self, b: &Battle, out: &mut Vec<Offer>) {
        if b.cursor.phase == TERRAIN {
            self.offer_laying(b, out);
        }
        if Ruling::allows(|ruling| self.judge_end(b, ruling)) {
            let why = match b.cursor.phase {
                TERRAIN => c::SET_05,
                DEPLOY => c::SET_03,
                _ => c::TURN_01,
            };
            out.push(Offer::plain(Verb::End, Scope::Plain, why));
        }
    }

    /// Whether a unit is the one that is moving, and could stop here (TURN-02).
    fn begun(&self, b: &Battle, id: UnitId) -> bool {
        b.cursor.unit == Some(id) && !marks::MOVED.of(b.unit(id)).over()
    }

    /// Judges passing: the unit that is moving stops where it is.
    pub(crate) fn judge_pass(&self, b: &Battle, order: &Order) -> Result<Legal, Refusals> {
        let mut r = Ruling::new();
        if let Some(id) = order.unit() {
            r.require(is_movement(&b.cursor), table::NOT_NOW, || Witness::Unit(id));
            r.require(self.begun(b, id), c::TURN_02, || Witness::Unit(id));
        }
        r.seal(order)
    }

    /// Judges the end of a phase: no unit may still have to check (MOR-17) or to fight (MEL-01).
    pub(crate) fn judge_end(&self, b: &Battle, r: &mut Ruling) {
        match b.cursor.phase {
            MOVE_FIRST | MOVE_SECOND if self.chosen.must_check => {
                for (id, _) in self.fighters(b, b.cursor.side) {
                    r.require(!self.owes_check(b, id), c::MOR_17, || Witness::Unit(id));
                }
            }
            MELEE => {
                if let Some((id, _)) = self.unfought(b) {
                    r.refuse(c::MEL_01, Witness::Unit(id));
                }
            }
            INITIATIVE => r.refuse(c::INIT_05, Witness::Plain),
            _ => {}
        }
    }

    /// Ends a phase.
    pub(crate) fn end_phase(&self, scene: &mut Scene, dice: &mut dyn Dice) {
        by!(c::TURN_05, c::TURN_10);
        match scene.cursor.phase {
            TERRAIN => self.end_laying(scene),
            DEPLOY => self.place_rest(scene, dice),
            _ => self.proceed(scene, dice),
        }
    }

    /// Makes a unit the one that is moving, and finishes the one before it (TURN-02).
    pub(crate) fn take_up(&self, scene: &mut Scene, id: UnitId) {
        by!(c::TURN_02);
        if scene.cursor.unit == Some(id) {
            return;
        }
        if let Some(before) = scene.cursor.unit {
            marks::end_move(scene, before, c::TURN_02);
        }
        let to = Cursor {
            unit: Some(id),
            ..scene.cursor
        };
        scene.turn(to, c::TURN_02);
    }

    /// Ends a unit's movement.
    pub(crate) fn finish(&self, scene: &mut Scene, id: UnitId) {
        marks::end_move(scene, id, c::TURN_02);
        if scene.cursor.unit == Some(id) {
            let to = Cursor {
                unit: None,
                ..scene.cursor
            };
            scene.turn(to, c::TURN_02);
        }
    }

    /// Answers a choice.
    pub(crate) fn decide(&self, choice: u8, scene: &mut Scene, dice: &mut dyn Dice) {
        let Some(waits) = scene.cursor.waits else {
            return;
        };
        scene.answered(waits.why);
        match (waits.why, waits.unit) {
            (c::SET_05, _) => self.choose_edge(scene, choice, dice),
            (c::INIT_05, _) => self.choose_order(scene, choice, dice),
            (c::CMD_02 | c::CMD_08, Some(unit)) => self.helped(scene, unit, choice, dice),
            (c::CMD_14 | c::MEL_07 | c::OPT_06, _) if self.goes_on(scene, &waits, choice, dice) => {
                self.after_melee(scene, dice);
            }
            _ => {}
        }
    }
}

//! Section 3: the turn sequence. A step lasts until its player ends it;
//! [`ThreeHit::proceed`] then goes on to the next one and skips every step
//! in which no player has an order to give.

use crate::switches::FallbackTiming;
use crate::{ThreeHit, c, marks};
use sandtable_battle::{
    Battle, Cursor, Dice, Naming, Offer, Ruling, Scene, Scope, Side, Status, UnitId, Verb, Witness,
};
use sandtable_drill as drill;

/// Phase: deployment, before the first turn (SET-03).
pub const DEPLOY: u8 = 0;
/// Phase: Move.
pub const MOVE: u8 = 1;
/// Phase: Shoot.
pub const SHOOT: u8 = 2;
/// Phase: Melee.
pub const MELEE: u8 = 3;
/// Phase: Morale, the passive side's tests.
pub const MORALE: u8 = 4;
/// Phase: Morale, the active side's tests; only if both sides strike.
pub const MORALE_ACTIVE: u8 = 5;

/// Returns the side whose player turn it is: in Morale, the passive side acts (TURN-09).
#[must_use]
pub fn active(cursor: &Cursor) -> Side {
    if cursor.phase == MORALE {
        cursor.side.other()
    } else {
        cursor.side
    }
}

impl ThreeHit {
    /// Returns the side that takes the first player turn: the scenario's attacker, or
    /// the side that won the roll (TURN-03).
    pub(crate) fn first(&self, battle: &Battle) -> Side {
        let rolled = || marks::ATTACKER.of(battle).unwrap_or(Side::A);
        battle.setting.attacker.unwrap_or_else(rolled)
    }

    /// Goes on from a phase to the next order that a player can give.
    pub(crate) fn proceed(&self, scene: &mut Scene, dice: &mut dyn Dice, from: u8) {
        let mut active = active(&scene.cursor);
        let mut phase = from;
        loop {
            if scene.ended.is_some() || self.annihilated(scene) {
                return;
            }
            match phase {
                MOVE | SHOOT | MELEE if self.has_business(scene, phase, active) => {
                    return self.enter(scene, phase, active);
                }
                MELEE => self.close_melee(scene, active, dice),
                MORALE | MORALE_ACTIVE => {
                    if self.morale_step(scene, phase, active, dice) {
                        return;
                    }
                    self.end_player_turn(scene, active);
                    active = scene.cursor.side;
                    phase = MOVE;
                    continue;
                }
                _ => {}
            }
            phase += 1;
        }
    }

    /// Whether a unit of the active side can do anything in a phase.
    fn has_business(&self, battle: &Battle, phase: u8, active: Side) -> bool {
        let mut own = battle.side(active);
        own.any(|(id, _)| self.has_offer(battle, phase, id))
    }

    /// Whether a unit has an offer in a phase of its own player turn.
    pub(crate) fn has_offer(&self, battle: &Battle, phase: u8, id: UnitId) -> bool {
        match phase {
            MOVE => self.may_act_in_move(battle, id),
            SHOOT => {
                (self.may_shoot(battle, id)
                    && (battle.setting.stated
                        || self.targets(battle, id, Naming::Legal).next().is_some()))
                    || (self.choices.general && self.rallied_by(battle, id).next().is_some())
            }
            MELEE => self.must_fight(battle, id),
            MORALE | MORALE_ACTIVE => self.must_test(battle, id),
            _ => false,
        }
    }

    /// Enters a phase (TURN-01).
    fn enter(&self, scene: &mut Scene, phase: u8, side: Side) {
        let tests = matches!(phase, MORALE | MORALE_ACTIVE);
        scene.enter(phase, side, if tests { c::TURN_07 } else { c::TURN_01 });
    }

    /// Runs the Morale step (TURN-07): tests, then fall-backs, or the other way
    /// round. A single unit tests by itself; of several, the player chooses
    /// (MOR-13). Returns true if a player must act.
    fn morale_step(&self, scene: &mut Scene, phase: u8, active: Side, dice: &mut dyn Dice) -> bool {
        let early = self.choices.fallback_timing == FallbackTiming::BeforeMorale;
        if early && self.fall_back_all(scene, active) {
            return true;
        }
        for (step, side) in [(MORALE, active.other()), (MORALE_ACTIVE, active)] {
            if step < phase {
                continue;
            }
            if let Some((id, count)) = self.next_to_test(scene, side) {
                self.enter(scene, step, side);
                if count > 1 {
                    return true;
                }
                self.test(id, scene, dice);
            }
        }
        !early && self.fall_back_all(scene, active)
    }

    /// Ends a player turn: dead units go, markers of the active side come off
    /// (TURN-10), the battle may end, the other side is next (TURN-02).
    fn end_player_turn(&self, scene: &mut Scene, active: Side) {
        self.remove_dead(scene);
        for id in scene.ids() {
            let unit = *scene.unit(id);
            marks::end_turn(scene, id);
            let spent = marks::MOVE_SPENT.of(&unit);
            if unit.side == active && spent > 0 {
                scene.set(id, marks::MOVE_SPENT, spent - 1, c::TURN_10);
            }
        }
        let second = active != self.first(scene);
        drill::march_off(self, scene, active, |b, id| !self.engaged(b, id));
        if second {
            drill::hold(self, scene);
        }
        if self.annihilated(scene)
            || drill::enough(self, scene)
            || self.broken(scene)
            || (second && self.time_is_up(scene))
        {
            return;
        }
        let turn = scene.cursor.turn + u16::from(second);
        self.begin(scene, turn, active.other());
    }

    /// Begins a player turn and brings on its reinforcements.
    pub(crate) fn begin(&self, scene: &mut Scene, turn: u16, side: Side) {
        let to = Cursor {
            turn,
            phase: MOVE,
            side,
            ..Cursor::default()
        };
        scene.turn(to, c::TURN_02);
        self.arrive(scene);
    }

    /// Judges the end of a phase: melee is compulsory (MEL-01).
    pub(crate) fn judge_end(&self, battle: &Battle, r: &mut Ruling) {
        if battle.cursor.phase == MELEE
            && let Some(id) = self.unfought(battle, battle.cursor.side)
        {
            r.refuse(c::MEL_01, Witness::Unit(id));
        }
    }

    /// Ends a phase. In deployment, the remaining units are placed; in Morale, they are
    /// tested in the default order (MOR-13).
    pub(crate) fn end_phase(&self, scene: &mut Scene, dice: &mut dyn Dice) {
        let phase = scene.cursor.phase;
        match phase {
            DEPLOY => self.place_rest(scene, dice),
            MORALE | MORALE_ACTIVE => {
                let side = scene.cursor.side;
                while let Some((id, _)) = self.next_to_test(scene, side) {
                    self.test(id, scene, dice);
                }
                self.proceed(scene, dice, phase);
            }
            // No unit is left to fight: the step closes by itself.
            MELEE => self.proceed(scene, dice, MELEE),
            _ => self.proceed(scene, dice, phase + 1),
        }
    }

    /// Tests a unit that its player chose; the last test ends the step.
    pub(crate) fn test_in_turn(&self, id: UnitId, scene: &mut Scene, dice: &mut dyn Dice) {
        self.test(id, scene, dice);
        if self.next_to_test(scene, scene.cursor.side).is_none() {
            self.proceed(scene, dice, scene.cursor.phase);
        }
    }

    /// Lists the units of the side to move that have an offer.
    pub(crate) fn list_ready(&self, battle: &Battle, out: &mut Vec<UnitId>) {
        if battle.ended.is_some() || battle.cursor.waits.is_some() {
            return;
        }
        let side = battle.cursor.side;
        if battle.cursor.phase == DEPLOY {
            out.extend(drill::waiting(battle, side));
        } else {
            let phase = battle.cursor.phase;
            let own = battle
                .side(side)
                .filter(|&(id, _)| self.has_offer(battle, phase, id));
            out.extend(own.map(|(id, _)| id));
        }
    }

    /// Lists the offers to a unit, or to the table.
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
        let clause = match battle.cursor.phase {
            DEPLOY => c::SET_03,
            MOVE => c::MOVE_06,
            MORALE | MORALE_ACTIVE => c::MOR_13,
            _ => c::TURN_01,
        };
        if Ruling::allows(|ruling| self.judge_end(battle, ruling)) {
            out.push(Offer::plain(Verb::End, Scope::Plain, clause));
        }
    }

    /// Lists the offers to a unit.
    fn offers_to(&self, battle: &Battle, id: UnitId, named: Naming, out: &mut Vec<Offer>) {
        let Some(unit) = battle.get(id).filter(|u| u.side == battle.cursor.side) else {
            return;
        };
        let table = unit.status == Status::Table;
        match battle.cursor.phase {
            DEPLOY if unit.status == Status::Reserve => {
                drill::offer_zones(battle, id, c::SET_03, out)
            }
            MOVE if table && self.has_move(battle, id) => {
                self.offer_moves(battle, id, named, out);
            }
            SHOOT if table => self.offer_shots(battle, id, named, out),
            MELEE if table && self.must_fight(battle, id) => {
                let foes = self.foes_to_fight(battle, id).collect();
                out.push(Offer::of(Verb::Fight, id, Scope::Targets(foes), c::MEL_01));
            }
            MORALE | MORALE_ACTIVE if self.must_test(battle, id) => {
                out.push(Offer::of(Verb::Test, id, Scope::Plain, c::MOR_03));
            }
            _ => {}
        }
    }
}

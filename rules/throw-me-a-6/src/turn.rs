//! Section 5: the sequence of play. A turn is a list of steps; [`ThrowMeA6::go_on`]
//! skips every step in which no unit has an order to choose.

use crate::marks::Moved;
use crate::numbers::Family;
use crate::units::is_amok;
use crate::{ThrowMeA6, c, marks};
use sandtable_battle::by;
use sandtable_battle::{
    Ask, Await, Battle, Cursor, Dice, Key, LegSet, Naming, Offer, Reach, Ruling, Scene, Scope,
    Side, Status, Unit, UnitId, Verb, Witness,
};
use sandtable_drill as drill;
use std::ops::RangeInclusive;

/// Phase: the defender lays the terrain.
pub const TERRAIN: u8 = 0;
/// Phases: the four rounds of deployment.
pub const DEPLOY: RangeInclusive<u8> = 1..=4;
/// Phase: the winner of the roll chooses which side moves first.
pub const INITIATIVE: u8 = 5;
/// Phase: a player's actions; only the moves, if shots come after them.
pub const ACTIONS: u8 = 6;
/// Phase: a player's shots, if they come after the moves (A14).
pub const SHOTS: u8 = 7;
/// Phase: late shots (SEQ-06).
pub const LATE: u8 = 8;
/// Phase: owners choose among several enemies on one edge (A50).
pub const OPPONENTS: u8 = 9;
/// Phase: pila (PIL-08).
pub const PILA: u8 = 10;
/// Phase: all dice of all fights.
pub const MELEE: u8 = 11;
/// Phase: retreats.
pub const RETREAT: u8 = 12;
/// Phase: pursuits.
pub const PURSUE: u8 = 13;

/// The steps of a turn in order: a phase, and whether it is the second player's.
const STEPS: [(u8, bool); 16] = [
    (ACTIONS, false),
    (SHOTS, false),
    (ACTIONS, true),
    (SHOTS, true),
    (LATE, false),
    (LATE, true),
    (OPPONENTS, false),
    (OPPONENTS, true),
    (PILA, false),
    (PILA, true),
    (MELEE, false),
    (MELEE, true),
    (RETREAT, false),
    (RETREAT, true),
    (PURSUE, false),
    (PURSUE, true),
];

impl ThrowMeA6 {
    /// Goes on from a phase: stays in it while its player still has something to do there, and
    /// goes to the next step that has something to do if not.
    pub(crate) fn go_on(&self, scene: &mut Scene, dice: &mut dyn Dice, phase: u8) {
        let second = scene.cursor.side != self.first(scene);
        let here = STEPS.iter().position(|&step| step == (phase, second));
        let Some(here) = here else { return };
        self.walk_steps(scene, dice, here, true);
    }

    /// Walks the steps from one on; `entered` says that this one is already under way.
    fn walk_steps(&self, scene: &mut Scene, dice: &mut dyn Dice, from: usize, entered: bool) {
        let first = self.first(scene);
        for (at, &(phase, second)) in STEPS.iter().enumerate().skip(from) {
            let side = if second { first.other() } else { first };
            if at > from || !entered {
                self.enter(scene, dice, phase, second, side);
            }
            if scene.ended.is_some() {
                return;
            }
            if self.has_business(scene, phase, side) {
                scene.enter(phase, side, clause_of(phase));
                return;
            }
        }
        self.end_turn(scene, dice);
    }

    /// Does what happens when a step begins, before any player acts.
    fn enter(&self, scene: &mut Scene, dice: &mut dyn Dice, phase: u8, second: bool, side: Side) {
        by!(c::SEQ_01);
        match (phase, second) {
            (OPPONENTS, false) if self.choices.late_simultaneous => {
                self.settle_late_shots(scene, dice);
            }
            (MELEE, false) => self.settle_pila(scene, dice),
            (PURSUE, false) => {
                self.run_after_melee(scene, dice);
                self.pursue_compulsory(scene, side);
            }
            (PURSUE, true) => self.pursue_compulsory(scene, side),
            _ => {}
        }
    }

    /// Whether a side can do anything in a phase.
    fn has_business(&self, battle: &Battle, phase: u8, side: Side) -> bool {
        let mut own = battle.side(side);
        own.any(|(id, _)| self.has_offer(battle, phase, id))
    }

    /// Whether a unit has an offer in a phase of its player.
    pub(crate) fn has_offer(&self, battle: &Battle, phase: u8, id: UnitId) -> bool {
        let unit = battle.unit(id);
        match phase {
            ACTIONS if is_amok(unit) => false,
            ACTIONS => self.may_act(battle, id),
            SHOTS | LATE => self.shoots_in(phase, unit) && self.has_target(battle, id),
            OPPONENTS => self.stands(unit) && !is_amok(unit) && self.options(battle, id).len() > 1,
            PILA => !is_amok(unit) && self.thrown_at(battle, id).is_some(),
            MELEE => self.must_fight(battle, id),
            RETREAT => self.must_retreat(battle, id),
            PURSUE => self.may_pursue(battle, id).is_some(),
            _ => false,
        }
    }

    /// Whether a unit may shoot in this phase of shots (SEQ-06, A14).
    fn shoots_in(&self, phase: u8, unit: &Unit) -> bool {
        (phase == SHOTS) == self.choices.moves_then_shots && self.stands(unit) && !is_amok(unit)
    }

    fn has_target(&self, battle: &Battle, id: UnitId) -> bool {
        self.may_shoot(battle, id)
            && (battle.setting.stated || self.targets(battle, id, Naming::Legal).next().is_some())
    }

    /// Whether a unit can do anything in its player's actions.
    fn may_act(&self, battle: &Battle, id: UnitId) -> bool {
        let unit = battle.unit(id);
        if unit.with.is_some() {
            return Ruling::allows(|r| self.judge_detaching(battle, id, r));
        }
        if self.engaged(battle, id) {
            let turns = self.choices.turn_in_melee && self.may_meet(battle, id);
            return self.has_move(battle, id) && (turns || self.may_break_off(battle, id));
        }
        // With a move left, there is no need to look for targets.
        self.has_move(battle, id)
            || (!self.choices.moves_then_shots && self.has_target(battle, id))
            || self.family(unit) == Family::Chariots && self.hosts(battle, id).next().is_some()
    }

    /// Begins the actions of a turn: reinforcements come on, amok elephants run
    /// on, then the first player acts (SEQ-05).
    pub(crate) fn start_actions(&self, scene: &mut Scene, dice: &mut dyn Dice) {
        // Nobody acts yet, whatever a file says of the phase before.
        let to = Cursor {
            turn: scene.cursor.turn,
            phase: ACTIONS,
            side: self.first(scene),
            ..Cursor::default()
        };
        scene.turn(to, c::SEQ_05);
        self.arrive(scene);
        self.run_on(scene, dice);
        self.walk_steps(scene, dice, 0, false);
    }

    /// Ends a turn. If the battle is not over, the next turn begins with a roll for
    /// the initiative (SEQ-03, SEQ-08).
    fn end_turn(&self, scene: &mut Scene, dice: &mut dyn Dice) {
        for id in scene.ids() {
            for mark in marks::OF_THE_TURN {
                scene.clear(id, mark, c::SEQ_01);
            }
            // A57: a new enemy met by pursuit is fought in the next turn, unless
            // the contact has ended by then.
            if marks::MET.of(scene.unit(id)).is_some() && !self.engaged(scene, id) {
                scene.set(id, marks::MET, None, c::SEQ_01);
            }
        }
        if self.is_over(scene) {
            return;
        }
        let to = Cursor {
            turn: scene.cursor.turn + 1,
            phase: INITIATIVE,
            side: self.holder(scene),
            ..Cursor::default()
        };
        scene.turn(to, c::SEQ_01);
        self.roll_initiative(scene, dice);
    }

    /// Rolls for both sides; the higher chooses, a tie goes to the holder (SEQ-03,
    /// SEQ-04).
    fn roll_initiative(&self, scene: &mut Scene, dice: &mut dyn Dice) {
        let held = self.holder(scene);
        let key = Key::of(c::SEQ_03, &held);
        let won = dice.stage(key, &mut |dice| {
            let mut throw = |side| dice.ask(Ask::Die { sides: 6 }, side, c::SEQ_03);
            let (a, b) = (throw(Side::A), throw(Side::B));
            match a.cmp(&b) {
                std::cmp::Ordering::Greater => 0,
                std::cmp::Ordering::Less => 1,
                std::cmp::Ordering::Equal => u16::from(held == Side::B),
            }
        });
        let winner = if won == 0 { Side::A } else { Side::B };
        self.hold(scene, winner, c::SEQ_04);
        scene.hand_to(winner, c::SEQ_03);
        scene.await_(Await::of(winner, c::SEQ_03, 2));
    }

    /// Takes the choice of which side moves first.
    fn choose_first(&self, choice: u8, scene: &mut Scene, dice: &mut dyn Dice) {
        let winner = self.holder(scene);
        let first = if choice == 0 { winner } else { winner.other() };
        self.lead(scene, first, c::SEQ_03);
        if self.choices.first_mover_holds {
            self.hold(scene, first, c::SEQ_04);
        }
        scene.answered(c::SEQ_03);
        self.start_actions(scene, dice);
    }

    /// Judges a choice; the engine has already checked that it is one of those offered.
    pub(crate) fn judge_decision(&self, battle: &Battle, _choice: u8, r: &mut Ruling) {
        let known = battle.cursor.waits.is_some_and(|waits| {
            let asked = [
                c::SET_07,
                c::SEQ_03,
                c::SHOOT_06,
                c::PIL_01,
                c::RES_03,
                c::GEN_01,
            ];
            asked.contains(&waits.why)
        });
        r.require(known, sandtable_battle::c::NO_SUCH_CHOICE, || {
            Witness::Plain
        });
    }

    /// Takes a choice.
    pub(crate) fn decide(&self, choice: u8, scene: &mut Scene, dice: &mut dyn Dice) {
        let why = scene.cursor.waits.map(|waits| waits.why);
        match why {
            Some(why) if why == c::SET_07 => self.choose_edge(choice, scene, dice),
            Some(why) if why == c::SEQ_03 => self.choose_first(choice, scene, dice),
            Some(why) if why == c::SHOOT_06 => self.answer_charge(choice, scene, dice),
            // Only odds ask whether to throw pila: at the table, an order throws them.
            Some(why) if why == c::PIL_01 => {
                scene.answered(why);
            }
            Some(_) if self.answer_retreat(choice, scene) => self.go_on(scene, dice, RETREAT),
            Some(_) | None => {}
        }
    }

    /// Judges the end of a phase: it must wait for outstanding fights and retreats.
    pub(crate) fn judge_end(&self, battle: &Battle, r: &mut Ruling) {
        let (phase, side) = (battle.cursor.phase, battle.cursor.side);
        if phase == TERRAIN {
            self.judge_end_of_terrain(battle, r);
        }
        if matches!(phase, MELEE | RETREAT) {
            let owed = battle
                .side(side)
                .find(|&(id, _)| self.has_offer(battle, phase, id));
            if let Some((id, _)) = owed {
                let why = if phase == MELEE { c::SEQ_07 } else { c::RES_01 };
                r.refuse(why, Witness::Unit(id));
            }
        }
    }

    /// Ends a phase.
    pub(crate) fn end_phase(&self, scene: &mut Scene, dice: &mut dyn Dice) {
        let phase = scene.cursor.phase;
        if phase == TERRAIN {
            self.end_terrain(scene, dice);
        } else if DEPLOY.contains(&phase) {
            self.place_rest(scene, dice);
        } else {
            let second = scene.cursor.side != self.first(scene);
            let here = STEPS.iter().position(|&step| step == (phase, second));
            self.walk_steps(scene, dice, here.map_or(STEPS.len(), |at| at + 1), false);
        }
    }

    /// Lists the units of the side to move that have an offer.
    pub(crate) fn list_ready(&self, battle: &Battle, out: &mut Vec<UnitId>) {
        if battle.ended.is_some() || battle.cursor.waits.is_some() {
            return;
        }
        let (side, phase) = (battle.cursor.side, battle.cursor.phase);
        if DEPLOY.contains(&phase) {
            out.extend(self.waiting(battle, side, phase - TERRAIN));
        } else {
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
        match who {
            None => self.offers_to_table(battle, out),
            Some(id) => self.offers_to(battle, id, named, out),
        }
    }

    /// Lists the offers to the table: pieces of terrain, and the phase's end.
    fn offers_to_table(&self, battle: &Battle, out: &mut Vec<Offer>) {
        let phase = battle.cursor.phase;
        if phase == TERRAIN {
            for piece in self.offered_pieces(battle) {
                out.push(Offer::plain(Verb::Lay, Scope::Piece(piece), c::SET_03));
            }
        }
        let clause = match phase {
            TERRAIN => c::SET_03,
            _ if DEPLOY.contains(&phase) => c::SET_08,
            LATE => c::SEQ_06,
            OPPONENTS => c::MEL_20,
            PILA => c::PIL_01,
            PURSUE => c::RES_08,
            _ => c::SEQ_05,
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
        let phase = battle.cursor.phase;
        if DEPLOY.contains(&phase) {
            let due = self.kind(unit).deploys == phase - TERRAIN;
            if due && unit.status == Status::Reserve {
                for zone in self.zones_of(battle, unit.side) {
                    out.push(Offer::of(Verb::Place, id, Scope::Zone(zone), c::SET_08));
                }
            }
            return;
        }
        // Units that may act or shoot are asked below how and at what, and only once.
        let asked = matches!(phase, ACTIONS | SHOTS | LATE);
        if !unit.on_table() || !asked && !self.has_offer(battle, phase, id) {
            return;
        }
        let mut directed = |verb, targets: Vec<UnitId>, clause| {
            if !targets.is_empty() {
                out.push(Offer::of(verb, id, Scope::Targets(targets), clause));
            }
        };
        match phase {
            ACTIONS => self.offer_actions(battle, id, named, out),
            SHOTS | LATE if self.shoots_in(phase, unit) && self.may_shoot(battle, id) => {
                let targets = self.targets(battle, id, named).collect();
                directed(Verb::Shoot, targets, c::SHOOT_10);
            }
            OPPONENTS => {
                let now = self.opponent(battle, id);
                let others = self.options(battle, id);
                let others = others.into_iter().filter(|&foe| Some(foe) != now);
                directed(Verb::Fight, others.collect(), c::MEL_20);
            }
            PILA => {
                let target = self.thrown_at(battle, id).into_iter().collect();
                directed(Verb::Shoot, target, c::PIL_01);
            }
            MELEE => {
                let foe = self.opponent(battle, id).into_iter().collect();
                directed(Verb::Fight, foe, c::SEQ_07);
            }
            RETREAT => out.push(Offer::of(Verb::Test, id, Scope::Plain, c::RES_02)),
            PURSUE => {
                let reach = Reach {
                    legs: LegSet::ADVANCE,
                    allowance: self.rate(unit) / 2,
                    spread: 0,
                };
                out.push(Offer::of(Verb::Move, id, Scope::Way(reach), c::RES_15));
            }
            _ => {}
        }
    }

    /// Offers what a unit may do in its player's actions.
    fn offer_actions(&self, battle: &Battle, id: UnitId, named: Naming, out: &mut Vec<Offer>) {
        let unit = battle.unit(id);
        if is_amok(unit) {
            return;
        }
        if unit.with.is_some() {
            if !self.may_act(battle, id) {
                return;
            }
            out.push(Offer::of(Verb::Leave, id, Scope::Plain, c::CH_09));
            return;
        }
        if self.engaged(battle, id) {
            if !self.has_move(battle, id) {
                return;
            }
            if self.may_break_off(battle, id) {
                let cavalry = self.is_cavalry(unit);
                let why = if cavalry { c::MOVE_14 } else { c::MOVE_13 };
                out.push(Offer::of(Verb::Leave, id, Scope::Plain, why));
            }
            if self.choices.turn_in_melee && self.may_meet(battle, id) {
                let all_round = Scope::Facing(0x8000);
                out.push(Offer::of(Verb::Face, id, all_round, c::MOVE_15));
            }
            return;
        }
        if !self.choices.moves_then_shots && self.may_shoot(battle, id) {
            let targets: Vec<UnitId> = self.targets(battle, id, named).collect();
            drill::offer_targets(Verb::Shoot, id, targets, c::SHOOT_10, out);
        }
        if self.family(unit) == Family::Chariots {
            let hosts: Vec<UnitId> = self.hosts(battle, id).collect();
            drill::offer_targets(Verb::Join, id, hosts, c::CH_05, out);
        }
        if !self.has_move(battle, id) {
            return;
        }
        self.offer_ways(battle, id, out);
        if marks::MOVED.of(unit) != Moved::Stood {
            return;
        }
        let foes: Vec<UnitId> = self.charges(battle, id, named).collect();
        drill::offer_targets(Verb::Charge, id, foes, c::CON_01, out);
    }
}

/// Returns the clause by which a step begins.
const fn clause_of(phase: u8) -> sandtable_battle::Clause {
    match phase {
        LATE => c::SEQ_06,
        OPPONENTS => c::MEL_20,
        PILA => c::PIL_08,
        MELEE => c::SEQ_07,
        RETREAT => c::RES_02,
        PURSUE => c::RES_08,
        _ => c::SEQ_05,
    }
}

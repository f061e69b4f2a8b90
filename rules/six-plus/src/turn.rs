//! The sequence of play. A step lasts until its player ends it; [`SixPlus::proceed`] goes on to the
//! next one and skips every step in which its player has nothing to order.

use crate::marks::{self, Did};
use crate::{SixPlus, c};
use sandtable_battle::by;
use sandtable_battle::{
    Battle, Cursor, Dice, Naming, Offer, Ruling, Scene, Scope, Side, Status, UnitId, Verb, Witness,
};
use sandtable_drill as drill;

/// Steps of play, in order. Each is a phase of every card, except the rally.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// Deployment, before the first turn (SETUP-04).
    Deploy,
    /// Movement or loading.
    Move,
    /// Rally, with Generals (SEQ-04).
    Rally,
    /// Shooting.
    Shoot,
    /// Hand-to-hand combat; elimination follows by itself.
    Fight,
}

impl Step {
    /// All steps, in order.
    pub const ALL: [Self; 5] = [
        Self::Deploy,
        Self::Move,
        Self::Rally,
        Self::Shoot,
        Self::Fight,
    ];

    /// Returns its name in files, its name for people, and the words for ending it.
    pub(crate) const fn names(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::Deploy => ("deploy", "Deployment", "Place the rest"),
            Self::Move => ("move", "Move or load", "End movement"),
            Self::Rally => ("rally", "Rally", "End rally"),
            Self::Shoot => ("shoot", "Shoot", "End shooting"),
            Self::Fight => ("fight", "Hand to hand", "Fight the rest"),
        }
    }
}

impl SixPlus {
    /// Returns the step at a position in the card's phases; without Generals there is no rally.
    pub(crate) fn step(&self, phase: u8) -> Step {
        let skips = usize::from(!self.choices.general && phase > 1);
        Step::ALL[(usize::from(phase) + skips).min(4)]
    }

    /// Returns the position of a step in the card's phases.
    pub(crate) fn phase(&self, step: Step) -> u8 {
        step as u8 - u8::from(!self.choices.general && step > Step::Rally)
    }

    /// Requires the current step of the turn (SEQ-02).
    pub(crate) fn require_step(&self, battle: &Battle, step: Step, r: &mut Ruling) {
        let now = self.step(battle.cursor.phase) == step;
        r.require(now, c::SEQ_02, || Witness::Plain);
    }

    /// Returns the side that takes the first player turn (SETUP-05).
    pub(crate) fn first(&self, battle: &Battle) -> Side {
        by!(c::SETUP_05);
        battle.setting.attacker.unwrap_or(Side::A)
    }

    /// Goes on from a step to the next order that a player can give.
    pub(crate) fn proceed(&self, scene: &mut Scene, dice: &mut dyn Dice, from: Step) {
        let mut step = from;
        loop {
            if scene.ended.is_some() {
                return;
            }
            let there = step != Step::Rally || self.choices.general;
            if there && self.has_business(scene, step) {
                let rallies = step == Step::Rally;
                let why = if rallies { c::SEQ_04 } else { c::SEQ_02 };
                return scene.enter(self.phase(step), scene.cursor.side, why);
            }
            step = match step {
                Step::Deploy => Step::Move,
                Step::Move => Step::Rally,
                Step::Rally => Step::Shoot,
                Step::Shoot => Step::Fight,
                Step::Fight => {
                    self.end_player_turn(scene, dice);
                    Step::Move
                }
            };
        }
    }

    /// Returns whether a unit of the side to move can do anything in a step.
    fn has_business(&self, battle: &Battle, step: Step) -> bool {
        let mut own = battle.side(battle.cursor.side);
        own.any(|(id, _)| self.has_offer(battle, step, id))
    }

    /// Returns whether a unit has an offer in a step of its own player turn.
    pub(crate) fn has_offer(&self, battle: &Battle, step: Step, id: UnitId) -> bool {
        by!(c::SEQ_03);
        let unit = battle.unit(id);
        match step {
            Step::Deploy => false,
            Step::Move => marks::DID.of(unit) == Did::Stood && self.may_act(unit),
            Step::Rally => self.rallied_by(battle, id).next().is_some(),
            Step::Shoot => {
                self.may_shoot(battle, id)
                    && (battle.setting.stated
                        || self.targets(battle, id, Naming::Legal).next().is_some())
            }
            Step::Fight => self.owes(battle, id),
        }
    }

    /// Ends a player turn: the combats are over, eliminated units are removed (ELIM-01), armies may
    /// rout (SEQ-05), the battle may end, and the other side is next (SEQ-01).
    fn end_player_turn(&self, scene: &mut Scene, dice: &mut dyn Dice) {
        let active = scene.cursor.side;
        for id in scene.ids() {
            marks::end_turn(scene, id);
        }
        self.eliminate(scene);
        self.rout(scene, active);
        let second = active != self.first(scene);
        drill::march_off(self, scene, active, |_, _| true);
        if second {
            drill::hold(self, scene);
        }
        if self.all_lost(scene) || drill::enough(self, scene) || (second && self.time_is_up(scene))
        {
            return;
        }
        let turn = scene.cursor.turn + u16::from(second);
        self.begin(scene, dice, turn, active.other());
    }

    /// Begins a player turn: reinforcements arrive, and a card may be drawn.
    pub(crate) fn begin(&self, scene: &mut Scene, dice: &mut dyn Dice, turn: u16, side: Side) {
        let to = Cursor {
            turn,
            phase: self.phase(Step::Move),
            side,
            ..Cursor::default()
        };
        scene.turn(to, c::SEQ_01);
        self.arrive(scene);
        self.draw_event(scene, dice);
    }

    /// Ends a phase. In deployment this places the remaining units; in combat it fights the
    /// remaining combats and makes the retreats, in the order of the units.
    pub(crate) fn end_phase(&self, scene: &mut Scene, dice: &mut dyn Dice) {
        match self.step(scene.cursor.phase) {
            Step::Deploy => self.place_rest(scene, dice),
            Step::Move => self.proceed(scene, dice, Step::Rally),
            Step::Rally => self.proceed(scene, dice, Step::Shoot),
            Step::Shoot => self.proceed(scene, dice, Step::Fight),
            Step::Fight => {
                self.fight_the_rest(scene);
                self.proceed(scene, dice, Step::Fight);
            }
        }
    }

    /// Lists the units of the side to move that have an offer.
    pub(crate) fn list_ready(&self, battle: &Battle, out: &mut Vec<UnitId>) {
        if battle.ended.is_some() || battle.cursor.turn == 0 {
            return;
        }
        let side = battle.cursor.side;
        let step = self.step(battle.cursor.phase);
        if step == Step::Deploy {
            out.extend(drill::waiting(battle, side));
        } else {
            let own = battle.side(side).map(|(id, _)| id);
            out.extend(own.filter(|&id| self.has_offer(battle, step, id)));
        }
    }

    /// Lists the possible orders for a unit or for the table.
    pub(crate) fn list_offers(
        &self,
        battle: &Battle,
        who: Option<UnitId>,
        named: Naming,
        out: &mut Vec<Offer>,
    ) {
        if battle.ended.is_some() || battle.cursor.turn == 0 {
            return;
        }
        match who {
            None => out.push(Offer::plain(Verb::End, Scope::Plain, c::SEQ_02)),
            Some(id) => self.offers_to(battle, id, named, out),
        }
    }

    /// Lists the offers to a unit.
    fn offers_to(&self, battle: &Battle, id: UnitId, named: Naming, out: &mut Vec<Offer>) {
        let Some(unit) = battle.get(id).filter(|u| u.side == battle.cursor.side) else {
            return;
        };
        let step = self.step(battle.cursor.phase);
        if step == Step::Deploy && unit.status == Status::Reserve {
            drill::offer_zones(battle, id, c::SETUP_04, out);
        }
        // In the shooting step, `has_offer` would search for targets a second time.
        let ready = step == Step::Shoot || self.has_offer(battle, step, id);
        if unit.status != Status::Table || !ready {
            return;
        }
        match step {
            Step::Deploy => {}
            Step::Move => self.offer_moves(battle, id, named, out),
            Step::Rally => {
                let friends = Scope::Targets(self.rallied_by(battle, id).collect());
                out.push(Offer::of(Verb::Rally, id, friends, c::GEN_02));
            }
            Step::Shoot if self.may_shoot(battle, id) => {
                let foes: Vec<UnitId> = self.targets(battle, id, named).collect();
                if !foes.is_empty() || battle.setting.stated {
                    let foes = Scope::Targets(foes);
                    out.push(Offer::of(Verb::Shoot, id, foes, c::SHOOT_01));
                }
            }
            Step::Shoot => {}
            Step::Fight => self.offer_combat(battle, id, out),
        }
    }
}

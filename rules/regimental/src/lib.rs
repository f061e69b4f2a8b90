//! The regimental rules Chaos, Confusion and Casualties (prefix `REG`), by the clauses of
//! `clauses.toml`.
//!
//! | file | sections |
//! |---|---|
//! | [`units`], [`marks`] | 2 to 4, 7, 8: what a unit is, stands, officers, markers |
//! | [`setup`], [`turn`], [`victory`] | 5, 6, 21 |
//! | [`movement`], [`beyond`], [`ground`] | 9 and 10: what a path crosses, fire over ground |
//! | [`fire`], [`shooting`] | 11 and 12 |
//! | [`charge`], [`reach`] | 13: announcing a charge, its dice |
//! | [`assault`], [`sight`], [`contact`] | 14 to 16: cheer, hearing and seeing, going in |
//! | [`hand`], [`hole`] | 17 and 18 |
//! | [`losses`], [`dice`] | 19, and every throw as a stage |
//! | [`forced`] | 20 |
//! | [`run`], [`task`] | a resolution as a pile of tasks that a choice interrupts |
//!
//! Every number is in `numbers.toml`, every clause in `clauses.toml`.

mod aim;
mod assault;
mod before;
mod beyond;
pub mod c;
mod card;
mod charge;
mod contact;
pub mod dice;
pub mod fire;
mod forced;
mod ground;
mod hand;
mod hole;
mod inside;
mod losses;
pub mod marks;
mod movement;
mod numbers;
mod procedures;
mod profile;
mod reach;
mod run;
mod setup;
mod shooting;
mod sight;
pub mod switches;
mod task;
pub mod turn;
pub mod units;
mod victory;

use marks::Action;
pub use procedures::{AsPrinted, Procedures};

use numbers::{Kind, Numbers};
use sandtable_battle::{
    Advice, Battle, Card, ChargeReach, Clause, Dice, Factor, Gait, Legal, Naming, Offer, Order,
    Profile, Refusals, Rest, Rules, Ruling, Scene, Sight, Switches, Texts, Unit, UnitId,
};
use sandtable_geometry::{Headings, Rect};
use switches::Choices;

/// Clauses under which command rolls are made (OFF-03).
const COMMAND: [Clause; 6] = [
    c::OFF_03,
    c::REACT_11,
    c::ROUT_03,
    c::ROUT_06,
    c::RALLY_01,
    c::RALLY_02,
];

/// The name of this rule set in files.
pub const ID: &str = "regimental";

/// The rule set, with its switches chosen.
#[derive(Clone, Debug)]
pub struct Regimental {
    card: Card,
    choices: Choices,
    numbers: Numbers,
    procedures: &'static dyn Procedures,
}

sandtable_battle::constructors!(Regimental, Procedures, AsPrinted, card::TEXTS);

impl Regimental {
    fn built(
        texts: Texts<'_>,
        procedures: &'static dyn Procedures,
        switches: &Switches,
    ) -> Result<Self, String> {
        let (specs, table) = (texts.switches(switches)?, texts.numbers(switches)?);
        let choices = Choices::read(&specs, switches)?;
        let numbers: Numbers = table.read()?;
        if numbers.kind.len() != 5 {
            return Err("numbers.toml must have five kinds".to_owned());
        }
        let mut card = texts.card(card::card(&numbers, specs, table)?, procedures.marks())?;
        if choices.opposed {
            // Two opposed dice: whether one of them is even means nothing (OFF-03).
            card.clauses
                .iter_mut()
                .filter(|text| COMMAND.contains(&Clause::new(text.n)))
                .for_each(|text| text.parity = None);
        }
        Ok(Self {
            card,
            choices,
            numbers,
            procedures,
        })
    }

    /// Returns the chosen switches.
    #[must_use]
    pub const fn choices(&self) -> &Choices {
        &self.choices
    }

    /// Returns the numbers of a unit's kind.
    fn kind(&self, unit: &Unit) -> &Kind {
        &self.numbers.kind[usize::from(unit.kind).min(self.numbers.kind.len() - 1)]
    }
}

impl Rules for Regimental {
    fn card(&self) -> &Card {
        &self.card
    }

    fn footprint(&self, battle: &Battle, unit: UnitId) -> Rect {
        units::rect(battle, unit)
    }

    fn ready(&self, battle: &Battle, out: &mut Vec<UnitId>) {
        self.list_ready(battle, out);
    }

    fn list(&self, battle: &Battle, who: Option<UnitId>, naming: Naming, out: &mut Vec<Offer>) {
        self.list_offers(battle, who, naming, out);
    }

    fn check(&self, battle: &Battle, order: &Order, mut ruling: Ruling) -> Result<Legal, Refusals> {
        let r = &mut ruling;
        match *order {
            Order::Place {
                unit,
                at,
                formation,
            } => self.judge_place(battle, unit, at, formation, r),
            Order::Move { unit, ref legs } => self.judge_move(battle, unit, legs, r),
            Order::Face { unit, to } if battle.cursor.phase == turn::CHARGE => {
                self.judge_turn(battle, unit, to, r);
            }
            Order::Face { unit, to } => self.judge_formed_facing(battle, unit, to, r),
            Order::Form { unit, formation } => self.judge_form(battle, unit, formation, r),
            Order::Charge {
                unit,
                target,
                heading,
                ..
            } => self.judge_charge(battle, unit, target, heading, r),
            Order::Fight { unit, target } => self.judge_assault(battle, unit, target, r),
            Order::Shoot { unit, target } => self.judge_shot(battle, unit, target, r),
            Order::Decide { .. } => {}
            Order::End => self.judge_end(battle, r),
            _ => r.refuse_strange(order),
        }
        ruling.seal(order)
    }

    fn resolve(&self, legal: &Legal, scene: &mut Scene, dice: &mut dyn Dice) {
        self.carry_out(legal, scene, dice, false);
    }

    fn open(&self, scene: &mut Scene, dice: &mut dyn Dice) {
        self.open_battle(scene, dice);
    }

    fn flaws(&self, battle: &Battle) -> Vec<(Option<UnitId>, String)> {
        self.list_flaws(battle)
    }

    fn may_overlap(&self, battle: &Battle, one: UnitId, other: UnitId) -> bool {
        // Only an enemy stands in a hole: it closes as soon as none does (H2HC-11).
        let foes = battle.unit(one).side != battle.unit(other).side;
        let pierced = |id: UnitId| foes && marks::HOLE.of(battle.unit(id)) > 0;
        let base = |id: UnitId| units::rect(battle, id);
        pierced(one) || pierced(other) || !inside::lies_upon(&base(one), &base(other))
    }

    fn advice(&self) -> &dyn Advice {
        self
    }
}

impl Advice for Regimental {
    fn sight(&self, battle: &Battle, unit: UnitId, other: UnitId) -> Option<Sight> {
        Some(self.sight_of(battle, unit, other))
    }

    fn charge_reach(&self, battle: &Battle, legal: &Legal) -> Option<ChargeReach> {
        self.farthest_charge(battle, legal)
    }

    fn charge_headings(&self, battle: &Battle, unit: UnitId, target: UnitId) -> Option<Headings> {
        let there = battle.get(unit).is_some() && battle.get(target).is_some();
        there.then(|| self.headings_of(battle, unit, target))
    }

    fn foresee(&self, legal: &Legal, scene: &mut Scene, dice: &mut dyn Dice) {
        self.carry_out(legal, scene, dice, true);
    }

    fn foresee_on(&self, left: &Rest, scene: &mut Scene, dice: &mut dyn Dice) {
        if let Some(task::Foreseen { charge, pile, owed }) = left.read(scene) {
            let mut run = self.begin_foreseen(scene, dice, true);
            (run.charge, run.pile, run.owed) = (charge, pile, owed);
            run.finish();
        }
    }

    fn profile(&self, battle: &Battle, unit: UnitId) -> Profile {
        self.procedures.profile(self, battle, unit)
    }

    fn factors(&self, battle: &Battle, legal: &Legal) -> Vec<Factor> {
        match *legal.order() {
            // An assault has no factors of its own, and the fire that the answer could stop is not
            // known before the dice: show what that fire would weigh.
            Order::Fight { unit, target } => {
                let mut r = Ruling::new();
                self.assess_shot(battle, target, unit, None, true, true, &mut r);
                r.factors().to_vec()
            }
            _ => legal.factors().to_vec(),
        }
    }

    fn decided(&self, battle: &Battle, why: Clause) -> String {
        self.what_decided(battle, why).says(battle)
    }
}

impl Regimental {
    /// Carries out an announced charge.
    fn fight(
        &self,
        id: UnitId,
        target: UnitId,
        scene: &mut Scene,
        dice: &mut dyn Dice,
        foresees: bool,
    ) {
        let mut run = self.begin_foreseen(scene, dice, foresees);
        run.assault(id, target);
        run.finish();
    }

    /// Makes the turn that begins a charge, or takes the facing that goes with a new formation.
    fn face(&self, legal: &Legal, id: UnitId, scene: &mut Scene, dice: &mut dyn Dice) {
        let charges = scene.cursor.phase == turn::CHARGE;
        if let Some(&to) = legal.path().last() {
            if charges {
                self.pay_turn(id, to, scene, dice);
            }
            let why = if charges { c::CHARGE_03 } else { c::FORM_02 };
            scene.shift(id, to, Gait::Turned, why);
        }
        let action = if charges {
            Action::Turned
        } else {
            Action::Moved
        };
        scene.set(id, marks::ACTION, action, c::SEQ_03);
    }

    /// Resolves an order. With `foresees`, only plays out what it leads to, and does not go on with
    /// the turn.
    fn carry_out(&self, legal: &Legal, scene: &mut Scene, dice: &mut dyn Dice, foresees: bool) {
        match *legal.order() {
            Order::Place {
                unit, formation, ..
            } => self.place(legal, unit, formation, scene, dice),
            Order::Move { unit, ref legs } => self.make_move(unit, legs, scene, dice, foresees),
            Order::Face { unit, .. } => self.face(legal, unit, scene, dice),
            Order::Form { unit, formation } => self.form(unit, formation, scene),
            Order::Charge { unit, target, .. } => {
                self.procedures
                    .charge(self, legal, unit, target, scene, dice);
            }
            Order::Fight { unit, target } => {
                let pair = (unit, target);
                self.procedures.fight(self, pair, scene, dice, foresees);
            }
            Order::Shoot { unit, target } => {
                let pair = (unit, target);
                self.procedures.shoot(self, pair, scene, dice, foresees);
            }
            Order::Decide { choice } => self.decide(scene, dice, choice, foresees),
            Order::End => self.end_phase(scene, dice, foresees),
            _ => {}
        }
        if matches!(
            legal.order(),
            Order::Face { .. } | Order::Form { .. } | Order::Charge { .. }
        ) && !foresees
        {
            self.go_on(scene, dice);
        }
    }
}

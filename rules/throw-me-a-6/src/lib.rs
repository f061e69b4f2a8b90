//! Throw me a 6 (prefix `T6`): ancient and medieval battles with stand removal.
//! One file per subject, in the order of the printed rules:
//!
//! | file | sections |
//! |---|---|
//! | [`units`], [`card`], [`numbers`] | 3, units and their ratings |
//! | [`setup`], [`terrain_set_up`] | 4, set-up |
//! | [`turn`] | 5, sequence of play |
//! | [`movement`], [`break_off`], [`passing`] | 6, movement |
//! | [`terrain`], [`measuring`] | 7 and 8, terrain and geometry |
//! | [`shooting`], [`pila`] | 9 and 10 |
//! | [`charge`], [`aim`] | 11, move to contact |
//! | [`dice`], [`melee`] | 12 and 13, melee |
//! | [`retreat`], [`pursuit`] | 14, results |
//! | [`amok`], [`chariots`], [`general`] | 15 to 18 |
//! | [`victory`] | 19 |
//! | [`foreseen`] | what orders lead to, for odds |
//! | [`switches`], [`marks`] | 20, and the counters |

mod aim;
mod amok;
mod before;
mod break_off;
pub mod c;
mod card;
mod charge;
mod chariots;
pub mod dice;
mod flaws;
mod foreseen;
mod general;
mod held;
pub mod marks;
mod measuring;
pub mod melee;
mod movement;
mod numbers;
mod passing;
mod pila;
mod procedures;
mod profile;
mod pursuit;
mod retreat;
mod setup;
mod shooting;
pub mod switches;
mod terrain;
mod terrain_set_up;
pub mod turn;
mod units;
mod victory;

pub use procedures::{AsPrinted, Procedures};

use numbers::{KindNumbers, Numbers};
use sandtable_battle::{
    Advice, Battle, Card, Clause, Dice, Factor, Influence, Legal, Naming, Offer, Order, Profile,
    Refusals, Rules, Ruling, Scene, Sight, Switches, Texts, Unit, UnitId,
};
use sandtable_geometry::{Headings, Rect};
use switches::Choices;

/// The name of this rule set in files.
pub const ID: &str = "throw-me-a-6";

/// The rule set with its chosen switches.
#[derive(Clone, Debug)]
pub struct ThrowMeA6 {
    card: Card,
    choices: Choices,
    numbers: Numbers,
    kinds: Vec<KindNumbers>,
    procedures: &'static dyn Procedures,
}

sandtable_battle::constructors!(ThrowMeA6, Procedures, AsPrinted, card::TEXTS);

impl ThrowMeA6 {
    fn built(
        texts: Texts<'_>,
        procedures: &'static dyn Procedures,
        switches: &Switches,
    ) -> Result<Self, String> {
        let (specs, table) = (texts.switches(switches)?, texts.numbers(switches)?);
        let choices = Choices::read(&specs, switches)?;
        let numbers = Numbers::read(&table, choices.scale)?;
        let kinds = card::kinds(&numbers, &choices);
        let card = card::card(&numbers, &choices, &kinds, specs, table)?;
        Ok(Self {
            card: texts.card(card, procedures.marks())?,
            choices,
            numbers,
            kinds,
            procedures,
        })
    }

    /// Returns the chosen switches.
    #[must_use]
    pub const fn choices(&self) -> &Choices {
        &self.choices
    }
}

impl Rules for ThrowMeA6 {
    fn card(&self) -> &Card {
        &self.card
    }

    fn footprint(&self, battle: &Battle, unit: UnitId) -> Rect {
        self.seen(battle, unit)
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
            Order::Lay { piece, at } => self.judge_laying(battle, piece, at, r),
            Order::Place { unit, at, .. } => self.judge_place(battle, unit, at, r),
            Order::Move { unit, ref legs } => self.judge_move(battle, unit, legs, r),
            Order::Face { unit, to } => self.judge_face(battle, unit, to, r),
            Order::Charge {
                unit,
                target,
                heading,
                ..
            } => self.judge_charge(battle, (unit, target), heading, r),
            Order::Shoot { unit, target } => self.judge_shot(battle, unit, target, r),
            Order::Fight { unit, target } => self.judge_fight(battle, unit, target, r),
            Order::Test { unit } => self.judge_retreat(battle, unit, r),
            Order::Join { unit, to } => self.judge_attaching(battle, unit, to, r),
            Order::Leave { unit } => self.judge_leaving(battle, unit, r),
            Order::Decide { choice } => self.judge_decision(battle, choice, r),
            Order::End => self.judge_end(battle, r),
            _ => r.refuse_strange(order),
        }
        ruling.seal(order)
    }

    fn resolve(&self, legal: &Legal, scene: &mut Scene, dice: &mut dyn Dice) {
        match *legal.order() {
            Order::Lay { piece, at } => self.lay(piece, at, scene, dice),
            Order::Place { unit, at, .. } => self.place(unit, at, scene, dice),
            Order::Move { unit, .. } => self.make_move(legal, unit, scene, dice),
            Order::Face { unit, .. } => self.face(legal, unit, scene),
            Order::Charge { unit, target, .. } => self
                .procedures
                .charge(self, legal, unit, target, scene, dice),
            Order::Shoot { unit, target } => {
                let phase = scene.cursor.phase;
                self.procedures
                    .shoot(self, legal, unit, target, scene, dice);
                if phase != turn::ACTIONS {
                    self.go_on(scene, dice, phase);
                }
            }
            Order::Fight { unit, target } => self.fight(unit, target, scene, dice),
            Order::Test { unit } if self.procedures.test(self, unit, scene, dice) => {
                self.go_on(scene, dice, turn::RETREAT);
            }
            Order::Join { unit, to } => self.attach(legal, unit, to, scene),
            Order::Leave { unit } => self.leave(legal, unit, scene),
            Order::Decide { choice } => self.decide(choice, scene, dice),
            Order::End => self.end_phase(scene, dice),
            _ => {}
        }
        self.catch_generals(scene);
    }

    fn open(&self, scene: &mut Scene, dice: &mut dyn Dice) {
        self.open_battle(scene, dice);
    }

    fn flaws(&self, battle: &Battle) -> Vec<(Option<UnitId>, String)> {
        self.list_flaws(battle)
    }

    fn advice(&self) -> &dyn Advice {
        self
    }
}

impl Advice for ThrowMeA6 {
    fn sight(&self, battle: &Battle, unit: UnitId, other: UnitId) -> Option<Sight> {
        Some(self.sight_of(battle, unit, other))
    }

    fn foresee(&self, legal: &Legal, scene: &mut Scene, dice: &mut dyn Dice) {
        self.foretell(legal, scene, dice);
    }

    fn influence(&self, battle: &Battle, unit: UnitId) -> Option<Influence> {
        let leads = |u: &&Unit| self.choices.general && self.is_general(u) && u.on_table();
        battle.get(unit).filter(leads).map(|_| Influence {
            clause: c::GEN_02,
            reach: self.numbers.retreat.general_within.0,
            from_base: true,
        })
    }

    fn profile(&self, battle: &Battle, unit: UnitId) -> Profile {
        self.procedures.profile(self, battle, unit)
    }

    fn charge_headings(&self, battle: &Battle, unit: UnitId, target: UnitId) -> Option<Headings> {
        let there = battle.get(unit).is_some() && battle.get(target).is_some();
        there.then(|| self.headings_of(battle, unit, target))
    }

    fn factors(&self, battle: &Battle, legal: &Legal) -> Vec<Factor> {
        match *legal.order() {
            Order::Charge { unit, target, .. } => self.charge_factors(battle, legal, unit, target),
            _ => legal.factors().to_vec(),
        }
    }

    fn decided(&self, battle: &Battle, why: Clause) -> String {
        self.what_decided(battle, why).says(battle)
    }
}

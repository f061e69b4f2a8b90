//! 6+ Rules (prefix `SIX`), a diceless game of horse and musket. There is one file per phase, in
//! printed order:
//!
//! | file | sections |
//! |---|---|
//! | [`measuring`] | conventions, units |
//! | [`setup`] | map and set-up |
//! | [`turn`] | sequence of play |
//! | [`movement`], [`terrain`] | loading, movement, terrain |
//! | [`charge`] | charges |
//! | [`shooting`] | shooting |
//! | [`combat`], [`retreat`] | hand-to-hand combat |
//! | [`elimination`] | eliminating units, tide of battle |
//! | [`square`], [`general`], [`events`] | optional rules |
//! | [`victory`] | rout, victory |
//! | [`switches`], [`marks`] | house rules and the counters |
//!
//! `numbers.toml` contains every number, `clauses.toml` every clause.

pub mod c;
mod card;
mod charge;
mod combat;
mod elimination;
mod events;
mod general;
pub mod marks;
mod measuring;
mod movement;
mod numbers;
mod procedures;
mod profile;
mod retreat;
mod setup;
mod shooting;
mod square;
pub mod switches;
mod terrain;
pub mod turn;
mod victory;

pub use procedures::{AsPrinted, Procedures};

use numbers::{KindNumbers, Numbers};
use sandtable_battle::{
    Advice, Battle, Card, Clause, Dice, Factor, Legal, Naming, Offer, Order, Profile, Refusals,
    Rules, Ruling, Scene, Sight, Switches, Texts, Unit, UnitId,
};
use sandtable_geometry::{Headings, Rect};
use switches::Choices;

/// Name of this rule set in files.
pub const ID: &str = "six-plus";

/// The rule set, with its switches chosen.
#[derive(Clone, Debug)]
pub struct SixPlus {
    card: Card,
    choices: Choices,
    numbers: Numbers,
    kinds: Vec<KindNumbers>,
    procedures: &'static dyn Procedures,
}

sandtable_battle::constructors!(SixPlus, Procedures, AsPrinted, card::TEXTS);

impl SixPlus {
    fn built(
        texts: Texts<'_>,
        procedures: &'static dyn Procedures,
        switches: &Switches,
    ) -> Result<Self, String> {
        let (specs, table) = (texts.switches(switches)?, texts.numbers(switches)?);
        let choices = Choices::read(&specs, switches)?;
        let numbers = Numbers::read(&table)?;
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

    /// Returns the switches chosen.
    #[must_use]
    pub const fn choices(&self) -> &Choices {
        &self.choices
    }

    /// Returns the numbers of a unit's arm.
    fn kind(&self, unit: &Unit) -> &KindNumbers {
        &self.kinds[usize::from(unit.kind).min(self.kinds.len() - 1)]
    }

    /// Returns the numbers of a unit's arm, given its id.
    fn kind_of(&self, battle: &Battle, id: UnitId) -> &KindNumbers {
        self.kind(battle.unit(id))
    }
}

impl Rules for SixPlus {
    fn card(&self) -> &Card {
        &self.card
    }

    fn footprint(&self, battle: &Battle, unit: UnitId) -> Rect {
        self.rect(battle, unit)
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
            Order::Face { unit, to } => self.judge_face(battle, unit, to, r),
            Order::Form { unit, formation } => self.judge_form(battle, unit, formation, r),
            Order::Load { unit } => self.judge_load(battle, unit, r),
            Order::Charge {
                unit,
                target,
                heading,
                ..
            } => self.judge_charge(battle, (unit, target), heading, r),
            Order::Shoot { unit, target } => self.judge_shot(battle, unit, target, r),
            Order::Fight { unit, target } => self.judge_fight(battle, unit, target, r),
            Order::Rally { unit, target } => self.judge_rally(battle, unit, target, r),
            Order::End => {}
            _ => r.refuse_strange(order),
        }
        ruling.seal(order)
    }

    fn resolve(&self, legal: &Legal, scene: &mut Scene, dice: &mut dyn Dice) {
        match *legal.order() {
            Order::Place {
                unit, formation, ..
            } => self.place(legal, unit, formation, scene, dice),
            Order::Move { unit, .. } | Order::Face { unit, .. } => {
                self.make_move(legal, unit, scene, dice);
            }
            Order::Form { unit, formation } => self.form(unit, formation, scene),
            Order::Load { unit } => self.load(unit, scene),
            Order::Charge { unit, target, .. } => {
                self.procedures.charge(self, legal, unit, target, scene)
            }
            Order::Shoot { unit, target } => {
                self.procedures.shoot(self, legal, unit, target, scene);
            }
            Order::Fight { unit, target } => {
                self.procedures.fight(self, legal, unit, target, scene);
                self.next_combat(scene, dice);
            }
            Order::Rally { unit, target } => self.rally(unit, target, scene),
            Order::End => self.end_phase(scene, dice),
            // No other order is ever legal.
            _ => {}
        }
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

impl Advice for SixPlus {
    fn sight(&self, battle: &Battle, unit: UnitId, other: UnitId) -> Option<Sight> {
        Some(self.sight_of(battle, unit, other))
    }

    fn charge_headings(&self, battle: &Battle, unit: UnitId, target: UnitId) -> Option<Headings> {
        let mut ruling = Ruling::new();
        self.judge_charge(battle, (unit, target), None, &mut ruling);
        Some(if ruling.clean() {
            self.headings(battle, unit, target)
        } else {
            Headings::default()
        })
    }

    fn cautions(&self, battle: &Battle) -> Vec<(Option<UnitId>, String)> {
        self.list_cautions(battle)
    }

    fn profile(&self, battle: &Battle, unit: UnitId) -> Profile {
        self.procedures.profile(self, battle, unit)
    }

    fn factors(&self, battle: &Battle, legal: &Legal) -> Vec<Factor> {
        match *legal.order() {
            // The interesting part of a charge is the combat that follows.
            Order::Charge { unit, target, .. } => {
                let mut weighed = Ruling::new();
                let flank = legal.found().unwrap_or(false);
                self.assess_combat(battle, unit, target, flank, &mut weighed);
                weighed.factors().to_vec()
            }
            _ => legal.factors().to_vec(),
        }
    }

    fn decided(&self, battle: &Battle, why: Clause) -> String {
        self.what_decided(battle, why).says(battle)
    }
}

//! Three-Hit One Hour Wargames (prefix `THR`), one file per phase in printed order:
//!
//! | file | sections |
//! |---|---|
//! | [`turn`] | 3, the turn sequence |
//! | [`movement`], [`terrain`], [`passing`] | 4 to 7 |
//! | [`charge`] | 8, charge and contact |
//! | [`shooting`] | 9 |
//! | [`combat`], [`melee`], [`hits`] | 10 to 12 |
//! | [`morale`], [`fallback`] | 13 and 14 |
//! | [`setup`], [`victory`], [`options`] | 15 to 17 |
//! | [`measuring`] | 18, the measuring that the engine does not do already |
//! | [`switches`], [`marks`] | 19, and the counters |
//! | [`Procedures`] | what a rule set that differs from this one may replace |
//!
//! Every number is in `numbers.toml`, every clause in `clauses.toml`.

pub mod c;
mod card;
mod charge;
pub mod combat;
mod fallback;
mod hits;
pub mod marks;
mod measuring;
mod melee;
mod morale;
mod movement;
mod numbers;
mod options;
mod passing;
mod procedures;
mod profile;
mod setup;
mod shooting;
pub mod switches;
mod terrain;
pub mod turn;
mod victory;

pub use procedures::{AsPrinted, Procedures};

use numbers::{GroundRule, KindNumbers, Numbers};
use sandtable_battle::{
    Advice, Battle, Card, Clause, Dice, Factor, Legal, Naming, Offer, Order, Profile, Refusals,
    Rules, Ruling, Scene, Sight, Switches, Texts, Unit, UnitId,
};
use sandtable_geometry::Rect;
use switches::Choices;

/// The name of this rule set in files.
pub const ID: &str = "three-hit";

/// The rule set with its chosen switches.
#[derive(Clone, Debug)]
pub struct ThreeHit {
    card: Card,
    choices: Choices,
    numbers: Numbers,
    kinds: Vec<KindNumbers>,
    grounds: [GroundRule; sandtable_battle::Ground::ALL.len()],
    procedures: &'static dyn Procedures,
}

sandtable_battle::constructors!(ThreeHit, Procedures, AsPrinted, card::TEXTS);

impl ThreeHit {
    fn built(
        texts: Texts<'_>,
        procedures: &'static dyn Procedures,
        switches: &Switches,
    ) -> Result<Self, String> {
        let (specs, table) = (texts.switches(switches)?, texts.numbers(switches)?);
        let choices = Choices::read(&specs, switches)?;
        let numbers = Numbers::read(&table)?;
        let kinds = card::kinds(&numbers, &choices)?;
        let card = card::card(&numbers, &choices, &kinds, specs, table)?;
        let grounds = terrain::grounds(&numbers, &choices);
        Ok(Self {
            card: texts.card(card, procedures.marks())?,
            choices,
            numbers,
            kinds,
            grounds,
            procedures,
        })
    }

    /// Returns the chosen switches.
    #[must_use]
    pub const fn choices(&self) -> &Choices {
        &self.choices
    }

    /// Returns the numbers of a unit's type.
    fn kind(&self, unit: &Unit) -> &KindNumbers {
        &self.kinds[usize::from(unit.kind).min(self.kinds.len() - 1)]
    }

    /// Returns the numbers of a unit's type, for a unit of a battle.
    fn kind_of(&self, battle: &Battle, id: UnitId) -> &KindNumbers {
        self.kind(battle.unit(id))
    }
}

impl Rules for ThreeHit {
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
            Order::Charge { unit, target, .. } => self.judge_charge(battle, unit, target, r),
            Order::Shoot { unit, target } => self.judge_shot(battle, unit, target, r),
            Order::Fight { unit, target } => self.judge_fight(battle, unit, target, r),
            Order::Test { unit } => self.judge_test(battle, unit, r),
            Order::Rally { unit, target } => self.judge_rally(battle, unit, target, r),
            Order::Decide { choice } => self.judge_decision(battle, choice, r),
            Order::End => self.judge_end(battle, r),
            _ => r.refuse_strange(order),
        }
        ruling.seal(order)
    }

    fn resolve(&self, legal: &Legal, scene: &mut Scene, dice: &mut dyn Dice) {
        match *legal.order() {
            Order::Place {
                unit, formation, ..
            } => self.place(legal, unit, formation, scene, dice),
            Order::Move { unit, .. } => self.make_move(legal, unit, scene),
            Order::Face { unit, .. } => self.face(legal, unit, scene),
            Order::Form { unit, formation } => self.form(unit, formation, scene),
            Order::Charge { .. } => self.procedures.charge(self, legal, scene),
            Order::Shoot { .. } => self.procedures.shoot(self, legal, scene, dice),
            Order::Fight { .. } => self.procedures.fight(self, legal, scene, dice),
            Order::Test { unit } => self.test_in_turn(unit, scene, dice),
            Order::Rally { target, .. } => self.rally(target, scene),
            Order::Decide { .. } => self.decide(legal, scene, dice),
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

impl Advice for ThreeHit {
    fn sight(&self, battle: &Battle, unit: UnitId, other: UnitId) -> Option<Sight> {
        Some(self.sight_of(battle, unit, other))
    }

    fn profile(&self, battle: &Battle, unit: UnitId) -> Profile {
        self.procedures.profile(self, battle, unit)
    }

    fn factors(&self, battle: &Battle, legal: &Legal) -> Vec<Factor> {
        match *legal.order() {
            // A charge throws no dice; the factors worth showing are those of the melee it brings.
            Order::Charge { unit, target, .. } => {
                let mut weighed = Ruling::new();
                let at = legal.path().last().copied();
                let at = at.unwrap_or(battle.unit(unit).pose);
                self.assess_melee(battle, unit, at, true, target, &mut weighed);
                weighed.factors().to_vec()
            }
            _ => legal.factors().to_vec(),
        }
    }

    fn decided(&self, battle: &Battle, why: Clause) -> String {
        self.what_decided(battle, why).says(battle)
    }
}

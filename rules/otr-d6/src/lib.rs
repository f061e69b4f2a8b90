//! The rule set OTR D6: American Civil War at brigade level, by the clauses of
//! `clauses.toml`.
//!
//! Modules, in the order of the printed rules:
//! [`turn`] cards, [`activation`] what an activation allows ·
//! [`movement`] and [`wheel`] moving and facing · [`formations`] lines, columns, waves,
//! dismounting · [`terrain`] cover and levels · [`geometry`] fields, zones, sight ·
//! [`shooting`] volleys · [`charge`] charges · [`melee`] hand to hand · [`morale`] tests ·
//! [`retreat`] involuntary moves · [`command`] generals · [`setup`] deployment ·
//! [`victory`] the end. [`units`] and [`marks`] say what a unit is, [`losses`] how it is
//! lost, [`space`] where it may stand. [`numbers`] and [`switches`] hold what players may change.

mod activation;
pub mod c;
mod card;
mod charge;
pub mod clash;
mod command;
mod contact;
pub mod fate;
mod fire;
mod formations;
mod geometry;
mod losses;
pub mod marks;
mod melee;
mod morale;
mod movement;
pub mod nerve;
pub mod numbers;
mod procedures;
mod profile;
pub mod reach;
mod retreat;
mod setup;
mod shooting;
mod space;
pub mod switches;
mod terrain;
mod turn;
pub mod units;
mod victory;
pub mod volley;
mod wheel;

pub use melee::Fight;
pub use procedures::{AsPrinted, Procedures};

use numbers::Numbers;
use sandtable_battle::by;
use sandtable_battle::{
    Advice, Battle, Card, ChargeReach, Clause, Dice, Factor, Influence, Legal, Naming, Offer,
    Order, Profile, Refusals, Rules, Ruling, Scene, Sight, Switches, Texts, Unit, UnitId,
};
use sandtable_geometry::Rect;
use switches::Choices;

/// The rule set with its numbers and the switches chosen for it.
#[derive(Debug)]
pub struct OtrD6 {
    card: Card,
    pub(crate) numbers: Numbers,
    pub(crate) chosen: Choices,
    pub(crate) ground: terrain::CoverTable,
    procedures: &'static dyn Procedures,
}

sandtable_battle::constructors!(OtrD6, Procedures, AsPrinted, card::TEXTS);

impl OtrD6 {
    fn built(
        texts: Texts<'_>,
        procedures: &'static dyn Procedures,
        switches: &Switches,
    ) -> Result<Self, String> {
        // Every gap has a default; where two readings are playable, a switch.
        by!(c::META_02);
        let (specs, table) = (texts.switches(switches)?, texts.numbers(switches)?);
        let chosen = Choices::read(&specs, switches)?;
        let numbers = Numbers::read(&table)?;
        let ground = terrain::CoverTable::new(&numbers.cover);
        let card = card::card(&numbers, specs, table)?;
        Ok(Self {
            card: texts.card(card, procedures.marks())?,
            numbers,
            chosen,
            ground,
            procedures,
        })
    }

    /// Returns the numbers of the rules.
    #[must_use]
    pub const fn numbers(&self) -> &Numbers {
        &self.numbers
    }

    /// Returns the chosen value of every switch.
    #[must_use]
    pub const fn chosen(&self) -> &Choices {
        &self.chosen
    }
}

impl Rules for OtrD6 {
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

    fn check(&self, battle: &Battle, order: &Order, ruling: Ruling) -> Result<Legal, Refusals> {
        match order {
            Order::Place { .. } => self.judge_place(battle, order),
            Order::End if battle.cursor.phase == card::DEPLOYING => self.judge_place(battle, order),
            Order::Move { unit, .. } if !units::fights(battle.unit(*unit)) => {
                self.judge_commander(battle, order)
            }
            Order::Move { .. } | Order::Face { .. } => {
                self.judge_move_or_facing(battle, order, ruling)
            }
            Order::Form { .. } => self.judge_formation(battle, order, ruling),
            Order::Join { unit, .. } | Order::Leave { unit }
                if !units::fights(battle.unit(*unit)) =>
            {
                self.judge_commander(battle, order)
            }
            Order::Join { .. } | Order::Leave { .. } => self.judge_formation(battle, order, ruling),
            Order::Charge { .. } => self.judge_charge(battle, order, ruling),
            Order::Shoot { .. } => self.judge_shot(battle, order),
            Order::Test { .. } | Order::Decide { .. } => self.judge_test(battle, order),
            Order::Pass { .. } | Order::End | Order::RollOff => self.judge_end(battle, order),
            _ => {
                let mut ruling = ruling;
                ruling.refuse_strange(order);
                ruling.seal(order)
            }
        }
    }

    fn resolve(&self, legal: &Legal, scene: &mut Scene, dice: &mut dyn Dice) {
        match legal.order() {
            Order::Place { .. } => self.place(legal, scene, dice),
            Order::End if scene.cursor.phase == card::DEPLOYING => {
                self.place(legal, scene, dice);
            }
            Order::Move { unit, .. } if !units::fights(scene.unit(*unit)) => {
                self.command(legal, scene, dice);
            }
            Order::Move { .. } | Order::Face { .. } => self.move_or_face(legal, scene, dice),
            Order::Join { unit, .. } | Order::Leave { unit }
                if !units::fights(scene.unit(*unit)) =>
            {
                self.command(legal, scene, dice);
            }
            Order::Form { .. } | Order::Join { .. } | Order::Leave { .. } => {
                self.form(legal, scene, dice);
            }
            Order::Charge { .. } => self.procedures.charge(self, legal, scene, dice),
            Order::Shoot { .. } => self.procedures.shoot(self, legal, scene, dice),
            Order::Test { .. } | Order::Decide { .. } => {
                self.procedures.test(self, legal, scene, dice)
            }
            _ => self.end(legal, scene, dice),
        }
        self.part_waves(scene);
        self.close_up(scene);
        self.judge_victory(scene);
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

impl Advice for OtrD6 {
    fn sight(&self, battle: &Battle, unit: UnitId, other: UnitId) -> Option<Sight> {
        self.sight_of(battle, unit, other)
    }

    fn influence(&self, battle: &Battle, unit: UnitId) -> Option<Influence> {
        let free = |u: &&Unit| !units::fights(u) && u.on_table() && u.with.is_none();
        battle.get(unit).filter(free).map(|_| Influence {
            clause: c::GEO_14,
            reach: self.numbers.geometry.near_general + self.numbers.stand.general_radius,
            from_base: false,
        })
    }

    fn profile(&self, battle: &Battle, unit: UnitId) -> Profile {
        self.procedures.profile(self, battle, unit)
    }

    fn charge_reach(&self, battle: &Battle, legal: &Legal) -> Option<ChargeReach> {
        self.farthest_charge(battle, legal)
    }

    fn cautions(&self, battle: &Battle) -> Vec<(Option<UnitId>, String)> {
        self.list_cautions(battle)
    }

    fn factors(&self, battle: &Battle, legal: &Legal) -> Vec<Factor> {
        match legal.order() {
            Order::Charge { .. } => self.charge_factors(battle, legal),
            Order::Test { .. } => self.test_factors(battle, legal),
            _ => legal.factors().to_vec(),
        }
    }

    fn decided(&self, battle: &Battle, why: Clause) -> String {
        self.what_decided(battle, why).says(battle)
    }
}

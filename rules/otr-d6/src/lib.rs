//! The rule set OTR D6: American Civil War at brigade level, by the clauses of
//! `clauses.toml`.
//!
//! In the order of the printed rules:
//! [`turn`] cards, [`activation`] what an activation allows · [`movement`] moving and facing ·
//! [`formations`] lines, columns, waves, dismounting · [`terrain`] cover and
//! levels · [`geometry`] fields, zones, sight · [`shooting`] volleys ·
//! [`charge`] charges · [`melee`] hand to hand · [`morale`] tests ·
//! [`retreat`] involuntary moves · [`command`] generals · [`setup`] deployment ·
//! [`victory`] the end. [`units`] and [`marks`] say what a unit is, [`losses`] how it is
//! lost, [`space`] where it may stand, [`numbers`]
//! and [`switches`] hold what a table may change.

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

use numbers::Numbers;
use sandtable_battle::by;
use sandtable_battle::{
    Advice, Battle, Card, Dice, Factor, Influence, Legal, NumberTable, Offer, Order, Profile,
    Refusals, Rules, Scene, Sight, Switches, Unit, UnitId, Witness,
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
}

impl OtrD6 {
    /// The rule set under some switches.
    ///
    /// # Errors
    /// Names a switch or value that does not exist.
    pub fn new(switches: &Switches) -> Result<Self, String> {
        // Every gap has its default; where two readings are playable, a switch.
        by!(c::META_02);
        let table = NumberTable::new(numbers::TEXT, switches)?;
        let numbers = Numbers::read(&table)?;
        let card = card::card(&numbers, table)?;
        let chosen = Choices::read(&card.switches, switches)?;
        let ground = terrain::CoverTable::new(&numbers.cover);
        Ok(Self {
            card,
            numbers,
            chosen,
            ground,
        })
    }

    /// The numbers of the rules.
    #[must_use]
    pub const fn numbers(&self) -> &Numbers {
        &self.numbers
    }

    /// The switches as they are chosen.
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
        units::rect(self, battle, unit)
    }

    fn ready(&self, battle: &Battle, out: &mut Vec<UnitId>) {
        if battle.ended.is_some() || battle.cursor.waits.is_some() {
            return;
        }
        if battle.cursor.phase == card::DEPLOYING {
            setup::ready(battle, out);
        } else {
            turn::ready(self, battle, out);
        }
    }

    fn offers(&self, battle: &Battle, who: Option<UnitId>, out: &mut Vec<Offer>) {
        if battle.ended.is_some() {
            return;
        }
        if battle.cursor.waits.is_some() {
            return morale::decisions(self, battle, who, out);
        }
        let Some(unit) = who else {
            return if battle.cursor.phase == card::DEPLOYING {
                setup::table_offers(battle, out);
            } else {
                turn::table_offers(out);
            };
        };
        if battle.cursor.phase == card::DEPLOYING {
            return setup::offers(self, battle, unit, out);
        }
        if !turn::is_ready(self, battle, unit) {
            return;
        }
        if !units::fights(battle.unit(unit)) {
            return command::offers(self, battle, unit, out);
        }
        morale::offers(self, battle, unit, out);
        shooting::offers(self, battle, unit, out);
        charge::offers(self, battle, unit, out);
        movement::offers(self, battle, unit, out);
        formations::offers(self, battle, unit, out);
        turn::offers(self, battle, unit, out);
    }

    fn check(&self, battle: &Battle, order: &Order) -> Result<Legal, Refusals> {
        match order {
            Order::Place { .. } => setup::check(self, battle, order),
            Order::End if battle.cursor.phase == card::DEPLOYING => {
                setup::check(self, battle, order)
            }
            Order::Move { unit, .. } if !units::fights(battle.unit(*unit)) => {
                command::check(self, battle, order)
            }
            Order::Move { .. } | Order::Face { .. } => movement::check(self, battle, order),
            Order::Form { .. } => formations::check(self, battle, order),
            Order::Join { unit, .. } | Order::Leave { unit }
                if !units::fights(battle.unit(*unit)) =>
            {
                command::check(self, battle, order)
            }
            Order::Join { .. } | Order::Leave { .. } => formations::check(self, battle, order),
            Order::Charge { .. } => charge::check(self, battle, order),
            Order::Shoot { .. } => shooting::check(self, battle, order),
            Order::Test { .. } | Order::Decide { .. } => morale::check(self, battle, order),
            Order::Pass { .. } | Order::End | Order::RollOff => turn::check(self, battle, order),
            Order::Fight { .. }
            | Order::Lay { .. }
            | Order::Load { .. }
            | Order::Rally { .. }
            | Order::Draw => Err(Refusals::one(
                sandtable_battle::c::NOT_IN_THESE_RULES,
                Witness::Plain,
            )),
        }
    }

    fn resolve(&self, legal: &Legal, scene: &mut Scene, dice: &mut dyn Dice) {
        match legal.order() {
            Order::Place { .. } => setup::resolve(self, legal, scene, dice),
            Order::End if scene.cursor.phase == card::DEPLOYING => {
                setup::resolve(self, legal, scene, dice);
            }
            Order::Move { unit, .. } if !units::fights(scene.unit(*unit)) => {
                command::resolve(self, legal, scene, dice);
            }
            Order::Move { .. } | Order::Face { .. } => movement::resolve(self, legal, scene, dice),
            Order::Join { unit, .. } | Order::Leave { unit }
                if !units::fights(scene.unit(*unit)) =>
            {
                command::resolve(self, legal, scene, dice);
            }
            Order::Form { .. } | Order::Join { .. } | Order::Leave { .. } => {
                formations::resolve(self, legal, scene, dice);
            }
            Order::Charge { .. } => charge::resolve(self, legal, scene, dice),
            Order::Shoot { .. } => shooting::resolve(self, legal, scene, dice),
            Order::Test { .. } | Order::Decide { .. } => morale::resolve(self, legal, scene, dice),
            _ => turn::resolve(self, legal, scene, dice),
        }
        formations::part(self, scene);
        command::close_up(self, scene);
        victory::judge(self, scene);
    }

    fn open(&self, scene: &mut Scene, dice: &mut dyn Dice) {
        setup::open(self, scene, dice);
    }

    fn flaws(&self, battle: &Battle) -> Vec<(Option<UnitId>, String)> {
        setup::flaws(self, battle)
    }

    fn advice(&self) -> &dyn Advice {
        self
    }
}

impl Advice for OtrD6 {
    fn sight(&self, battle: &Battle, unit: UnitId, other: UnitId) -> Option<Sight> {
        shooting::sight(self, battle, unit, other)
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
        profile::profile(self, battle, unit)
    }

    fn cautions(&self, battle: &Battle) -> Vec<(Option<UnitId>, String)> {
        setup::cautions(self, battle)
    }

    fn factors(&self, battle: &Battle, legal: &Legal) -> Vec<Factor> {
        match legal.order() {
            Order::Charge { .. } => charge::factors(self, battle, legal),
            Order::Test { .. } => morale::factors(self, battle, legal),
            _ => legal.factors().to_vec(),
        }
    }
}

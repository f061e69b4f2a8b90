//! My Favorite Rules: an old-school rule set for horse and musket, by the clauses of
//! `clauses.toml`.
//!
//! The modules in the order of the printed rules: [`units`] troop types, formations, losses ·
//! `commander` and [`fate`] commanders · [`initiative`] · [`turn`] the turn · `movement`,
//! `formations`, `terrain` · `forced` forced moves, `ends` where they end · `morale` and [`nerve`]
//! checks · `charge` charges and stand tests · `shooting` and [`volley`] fire · `melee` and `blows`
//! close combat · `setup`, `laying`, `victory`. [`marks`] holds what the game remembers about a
//! unit, [`numbers`] and [`switches`] hold what players may change.

mod before;
mod beside;
mod blows;
pub mod c;
mod card;
mod charge;
mod commander;
mod ends;
pub mod fate;
mod forced;
mod foreseen;
mod formations;
pub mod initiative;
mod laying;
pub mod marks;
mod measuring;
mod melee;
mod morale;
mod movement;
pub mod nerve;
pub mod numbers;
mod procedures;
mod profile;
mod setup;
mod shooting;
pub mod switches;
mod terrain;
pub mod turn;
pub mod units;
mod victory;
pub mod volley;

pub use procedures::{AsPrinted, Procedures};

use numbers::Numbers;
use sandtable_battle::{
    Advice, Battle, Card, Clause, Dice, Influence, Legal, Naming, Offer, Order, Profile, Refusals,
    Rules, Ruling, Scene, Sight, Switches, Texts, Unit, UnitId, Witness, c as table,
};
use sandtable_geometry::Rect;
use switches::Choices;

/// The name of these rules in files.
pub const ID: &str = "favorite";

/// The rule set with its numbers and the switches chosen for it.
#[derive(Debug)]
pub struct Favorite {
    card: Card,
    pub(crate) numbers: Numbers,
    pub(crate) chosen: Choices,
    pub(crate) covers: terrain::CoverTable,
    procedures: &'static dyn Procedures,
}

sandtable_battle::constructors!(Favorite, Procedures, AsPrinted, card::TEXTS);

impl Favorite {
    fn built(
        texts: Texts<'_>,
        procedures: &'static dyn Procedures,
        switches: &Switches,
    ) -> Result<Self, String> {
        let (specs, table) = (texts.switches(switches)?, texts.numbers(switches)?);
        let chosen = Choices::read(&specs, switches)?;
        let numbers = Numbers::read(&table)?;
        let covers = terrain::CoverTable::new(&numbers.cover);
        let card = card::card(&numbers, specs, table)?;
        Ok(Self {
            card: texts.card(card, procedures.marks())?,
            numbers,
            chosen,
            covers,
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

    /// Judges the end of a phase or the answer to a choice. The table has already checked that the
    /// choice exists.
    fn judge_plain(&self, b: &Battle, order: &Order) -> Result<Legal, Refusals> {
        let mut r = Ruling::new();
        if *order == Order::End {
            self.judge_end(b, &mut r);
        } else {
            r.require(b.cursor.waits.is_some(), table::NOT_NOW, || Witness::Plain);
        }
        r.seal(order)
    }
}

impl Rules for Favorite {
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

    fn check(&self, b: &Battle, order: &Order, r: Ruling) -> Result<Legal, Refusals> {
        let staff = |id: UnitId| !self.fights(b.unit(id));
        match *order {
            Order::Lay { .. } => self.judge_laying(b, order),
            Order::Place { .. } => self.judge_place(b, order, r),
            Order::Move { unit, .. } if staff(unit) => self.judge_commander(b, order, r),
            Order::Join { unit, .. } | Order::Leave { unit } if staff(unit) => {
                self.judge_commander(b, order, r)
            }
            Order::Face { unit, .. }
            | Order::Form { unit, .. }
            | Order::Charge { unit, .. }
            | Order::Shoot { unit, .. }
            | Order::Fight { unit, .. }
            | Order::Test { unit }
            | Order::Pass { unit }
            | Order::Load { unit }
                if staff(unit) =>
            {
                Err(Refusals::one(c::CMD_11, Witness::Unit(unit)))
            }
            Order::Move { .. } | Order::Face { .. } => self.judge_move(b, order, r),
            Order::Form { .. } => self.judge_form(b, order, r),
            Order::Charge { .. } => self.judge_charge(b, order, r),
            Order::Shoot { .. } => self.judge_shoot(b, order, r),
            Order::Fight { .. } => self.judge_fight(b, order),
            Order::Test { .. } => self.judge_check(b, order),
            Order::Pass { .. } => self.judge_pass(b, order),
            Order::End | Order::Decide { .. } => self.judge_plain(b, order),
            _ => {
                let mut ruling = r;
                ruling.refuse_strange(order);
                ruling.seal(order)
            }
        }
    }

    fn resolve(&self, legal: &Legal, scene: &mut Scene, dice: &mut dyn Dice) {
        match *legal.order() {
            Order::Lay { .. } => self.lay(legal, scene),
            Order::Place { .. } => self.place(legal, scene, dice),
            Order::Move { unit, .. } if !self.fights(scene.unit(unit)) => {
                self.command(legal, scene);
            }
            Order::Join { .. } | Order::Leave { .. } => self.command(legal, scene),
            Order::Move { .. } | Order::Face { .. } => self.make_move(legal, scene),
            Order::Form { unit, formation } => self.form(scene, unit, formation),
            Order::Charge { unit, target, .. } => {
                self.procedures.charge(self, unit, target, scene, dice)
            }
            Order::Shoot { unit, target } => self.procedures.shoot(self, unit, target, scene),
            Order::Fight { unit, .. } if self.procedures.fight(self, unit, scene, dice) => {
                self.after_melee(scene, dice);
            }
            Order::Test { unit } => self.procedures.check_morale(self, unit, scene, dice),
            Order::Pass { unit } => self.finish(scene, unit),
            Order::Decide { choice } => self.decide(choice, scene, dice),
            Order::End => self.end_phase(scene, dice),
            Order::Fight { .. }
            | Order::Rally { .. }
            | Order::Load { .. }
            | Order::Draw
            | Order::RollOff => {}
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

impl Advice for Favorite {
    fn sight(&self, battle: &Battle, unit: UnitId, other: UnitId) -> Option<Sight> {
        self.sight_of(battle, unit, other)
    }

    fn foresee(&self, legal: &Legal, scene: &mut Scene, dice: &mut dyn Dice) {
        self.foretell(legal, scene, dice);
    }

    fn influence(&self, battle: &Battle, unit: UnitId) -> Option<Influence> {
        let leads = |u: &&Unit| !self.fights(u) && u.on_table();
        battle.get(unit).filter(leads).map(|_| Influence {
            clause: c::CMD_07,
            reach: self.chosen.command_radius,
            from_base: false,
        })
    }

    fn profile(&self, battle: &Battle, unit: UnitId) -> Profile {
        self.procedures.profile(self, battle, unit)
    }

    fn decided(&self, battle: &Battle, why: Clause) -> String {
        self.what_decided(battle, why).says(battle)
    }
}

//! The rule set @TITLE@ (prefix `@PREFIX@`). There is one file per phase, in the order of the
//! rules: [`turn`] the turn, [`movement`], [`fight`], [`victory`].

pub mod c;
mod card;
pub mod fight;
pub mod marks;
mod movement;
mod numbers;
pub mod switches;
mod turn;
mod victory;

use numbers::{Kind, Numbers};
use sandtable_battle::{Advice, Battle, Card, Dice, Legal, Naming, Offer, Order, Profile, Refusals, Rules, Ruling, Scene, Switches, Texts, Unit, UnitId, Witness, c as table};
use sandtable_geometry::{Facing, Rect};
use switches::Choices;

/// Name of this rule set in files.
pub const ID: &str = "@NAME@";

/// The texts that these rules are made of.
const TEXTS: Texts<'_> = Texts {
    numbers: include_str!("../numbers.toml"),
    switches: include_str!("../switches.toml"),
    weights: "",
    difference: None,
};

/// The rule set under some house rules.
#[derive(Clone, Debug)]
pub struct @TYPE@ {
    card: Card,
    numbers: Numbers,
    choices: Choices,
}

impl @TYPE@ {
    /// Creates the rule set with these switches and changed numbers; everything else is as printed.
    ///
    /// # Errors
    /// If a switch, a word or a number does not exist or is not allowed: one sentence that names
    /// it.
    pub fn new(switches: &Switches) -> Result<Self, String> {
        let (specs, table) = (TEXTS.switches(switches)?, TEXTS.numbers(switches)?);
        // Refuses switches that do not exist, and words that they do not accept.
        let choices = Choices::read(&specs, switches)?;
        let numbers: Numbers = table.read()?;
        let card = card::card(&numbers, specs, table)?;
        Ok(Self {
            card: TEXTS.card(card, Vec::new())?,
            numbers,
            choices,
        })
    }

    /// Returns the numbers of a unit's kind.
    fn kind(&self, unit: &Unit) -> &Kind {
        let last = self.numbers.kind.len() - 1;
        &self.numbers.kind[usize::from(unit.kind).min(last)]
    }
}

impl Rules for @TYPE@ {
    fn card(&self) -> &Card {
        &self.card
    }

    fn footprint(&self, battle: &Battle, unit: UnitId) -> Rect {
        self.base(battle, battle.unit(unit), battle.unit(unit).pose)
    }

    fn ready(&self, battle: &Battle, out: &mut Vec<UnitId>) {
        self.list_ready(battle, out);
    }

    fn list(&self, battle: &Battle, who: Option<UnitId>, _: Naming, out: &mut Vec<Offer>) {
        self.list_offers(battle, who, out);
    }

    fn check(
        &self,
        battle: &Battle,
        order: &Order,
        mut ruling: Ruling,
    ) -> Result<Legal, Refusals> {
        match *order {
            Order::Move { unit, ref legs } => self.judge_move(battle, unit, legs, &mut ruling),
            Order::Fight { unit, target } => self.judge_fight(battle, unit, target, &mut ruling),
            Order::End => {}
            _ => {
                let witness = order.unit().map_or(Witness::Plain, Witness::Unit);
                ruling.refuse(table::NOT_IN_THESE_RULES, witness);
            }
        }
        ruling.seal(order)
    }

    fn resolve(&self, legal: &Legal, scene: &mut Scene, dice: &mut dyn Dice) {
        match *legal.order() {
            Order::Move { unit, .. } => Self::make_move(legal, unit, scene),
            Order::Fight { unit, target } => self.fight(legal, unit, target, scene, dice),
            Order::End => self.end_phase(scene),
            _ => {}
        }
    }

    fn open(&self, scene: &mut Scene, _: &mut dyn Dice) {
        self.open_battle(scene);
    }

    fn flaws(&self, _: &Battle) -> Vec<(Option<UnitId>, String)> {
        Vec::new()
    }

    fn advice(&self) -> &dyn Advice {
        self
    }
}

impl Advice for @TYPE@ {
    fn profile(&self, battle: &Battle, unit: UnitId) -> Profile {
        let it = battle.unit(unit);
        let kind = self.kind(it);
        let left = i32::from(self.numbers.hits.saturating_sub(marks::HITS.of(it)));
        Profile {
            worth: 1000 * left / i32::from(self.numbers.hits),
            pace: kind.pace,
            charge: kind.pace + self.numbers.fight_reach,
            shock: if kind.mounted { 1300 } else { 1000 },
            cover: 1000,
            arc: Facing::EIGHTH,
            ..Profile::default()
        }
    }
}

//! Luck: how much better than expected the dice of an order fell.
//!
//! The state that an order led to is worth something to a side; so is every state that it could
//! have led to, each with its chance. Luck is the worth of the actual state minus the expected
//! worth, and nothing else. Added up over a battle, luck is zero on average, however well or badly
//! anybody plays.

use crate::{Explorer, mix};
use sandtable_battle::{Battle, Event, Order, Outcome, Roll, Rules, Scene, Side, UnitId};
use serde::Serialize;
use std::cell::RefCell;

/// Branches lighter than this are not followed.
const CUT: f64 = 1e-6;

/// Branches lighter than this are sampled, so that no order takes more than some hundreds of runs;
/// the sample is evenly spread, so luck has no bias.
const DRAWN: f64 = 1.0 / 128.0;

/// What winning a battle adds to its value: as much as a whole army.
const WON: f64 = 1000.0;

/// The luck of an order, in thousandths of an army's strength at the start; positive if it is good
/// for the first side.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OrderLuck {
    /// The number of the order, from 1.
    pub order: u32,
    /// The game turn of the order.
    pub turn: u16,
    /// The side that gave the order: `0` the first, `1` the second.
    pub side: u8,
    /// How much the order changed the first side's lead.
    pub came: f64,
    /// How much the order was expected to change it.
    pub expected: f64,
}

impl OrderLuck {
    /// Returns the actual change minus the expected one.
    #[must_use]
    pub fn luck(&self) -> f64 {
        self.came - self.expected
    }
}

/// Measures the luck of a battle order by order.
#[derive(Debug)]
pub struct Luck {
    start: [f64; 2],
    explorer: Explorer<f64>,
    number: u32,
    row: u64,
}

impl Luck {
    /// Starts with a battle before its first order. If an order can go too many ways to follow them
    /// all, branches are sampled with random numbers from the seed.
    #[must_use]
    pub fn new(rules: &dyn Rules, start: &Battle, seed: u64) -> Self {
        let strength = |side| {
            let mine = start.all().filter(|(_, unit)| unit.side == side);
            let worth: i32 = mine
                .map(|(id, _)| rules.advice().profile(start, id).worth)
                .sum();
            f64::from(worth.max(1))
        };
        Self {
            start: Side::BOTH.map(strength),
            explorer: Explorer::new().cutting_at(CUT).drawing_under(DRAWN),
            number: 0,
            row: seed,
        }
    }

    /// Skips to an order by its number: the orders before it had no dice, or are left out.
    pub const fn skip_to(&mut self, number: u32) {
        self.number = number.saturating_sub(1);
    }

    /// Adds an order with its result: the battle before it, its dice and its events. An order
    /// without dice has no luck, and nothing is returned.
    pub fn order(
        &mut self,
        rules: &dyn Rules,
        before: &Battle,
        order: &Order,
        rolls: &[Roll],
        events: &[Event],
    ) -> Option<OrderLuck> {
        self.number += 1;
        if rolls.is_empty() {
            return None;
        }
        let legal = rules.judge(before, order).ok()?;
        let values: Vec<f64> = (before.all())
            .map(|(id, _)| self.worth(rules, before, id))
            .collect();
        let mut after = before.clone();
        for event in events {
            after.apply(event);
        }
        let came = self.change(rules, before, &values, &after);
        let row = mix(self.row, u64::from(self.number)) >> 32;
        let mut explorer = std::mem::take(&mut self.explorer)
            .cutting_at(CUT)
            .drawing_under(DRAWN)
            .with_lots_of(row);
        let scene = RefCell::new(Scene::new(before.clone()));
        let (mut sum, mut mass) = (0.0, 0.0);
        explorer.explore(
            |dice| {
                let mut scene = scene.borrow_mut();
                scene.reset(before);
                rules.resolve(&legal, &mut scene, dice);
            },
            |(), weight: f64| {
                sum += weight * self.change(rules, before, &values, &scene.borrow());
                mass += weight;
            },
        );
        self.explorer = explorer;
        Some(OrderLuck {
            order: self.number,
            turn: before.cursor.turn,
            side: u8::from(before.to_move() == Side::B),
            came,
            // The cut mass is one ten-thousandth at most; it is spread over the rest.
            expected: if mass > 0.0 { sum / mass } else { came },
        })
    }

    /// Returns what a unit adds to its side: zero if it is lost, less if it is shaken.
    fn worth(&self, rules: &dyn Rules, battle: &Battle, id: UnitId) -> f64 {
        let unit = battle.unit(id);
        if unit.status.is_lost() {
            return 0.0;
        }
        let profile = rules.advice().profile(battle, id);
        let share = f64::from(profile.worth - profile.shaken) * 1000.0;
        match unit.side {
            Side::A => share / self.start[0],
            Side::B => -share / self.start[1],
        }
    }

    /// Returns how much the first side's lead changes; only units that changed are valued again.
    fn change(&self, rules: &dyn Rules, before: &Battle, values: &[f64], after: &Battle) -> f64 {
        let mut sum = match after.ended {
            Some(Outcome::Won(Side::A)) if before.ended.is_none() => WON,
            Some(Outcome::Won(Side::B)) if before.ended.is_none() => -WON,
            _ => 0.0,
        };
        for (id, unit) in after.all() {
            let then = values.get(id.index()).copied();
            if before.get(id) != Some(unit) {
                sum += self.worth(rules, after, id) - then.unwrap_or(0.0);
            }
        }
        sum
    }
}

//! One battle of a study, and its record: a line of whole numbers.

use crate::model::Arm;
use crate::model::Study;
use crate::seed;
use sandtable_battle::{Battle, Clause, Event, Order, Outcome, Roll, Side};
use sandtable_keep::{Found, unchecked};
use sandtable_odds::Luck;
use sandtable_opponents::{Report, battle, level};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How a battle ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// The first side won.
    A,
    /// The second side won.
    B,
    /// The battle ended without a winner.
    Draw,
    /// The battle was stopped after the most turns.
    TurnCap,
    /// The battle was stopped after the most orders.
    OrderCap,
    /// The side to move found no legal order.
    NoOrder,
}

impl End {
    /// Returns the winner, if any.
    #[must_use]
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::A => Some(Side::A),
            Self::B => Some(Side::B),
            _ => None,
        }
    }

    /// Tells whether the battle was stopped instead of ending by the rules.
    #[must_use]
    pub const fn is_stopped(self) -> bool {
        matches!(self, Self::TurnCap | Self::OrderCap | Self::NoOrder)
    }
}

/// The record of a battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The arm: scenarios in order, and within each the variants in order.
    pub arm: u16,
    /// The number of the battle, from 1.
    pub battle: u32,
    /// How the battle ended.
    pub end: End,
    /// The number of the clause by which it ended.
    pub why: Option<u16>,
    /// Number of game turns.
    pub turns: u16,
    /// Number of orders.
    pub orders: u32,
    /// The side that gave the first order after armies and terrain were placed.
    pub first: Option<Side>,
    /// Strength left at the end, in thousandths of that at the start, by side.
    pub left: [i32; 2],
    /// How far the first side led at the end of each game turn: its strength minus the other
    /// side's, each in thousandths of that at the start.
    pub lead: Vec<i32>,
    /// Strength left of each unit, in stands or whatever unit the rules count; zero when the unit
    /// is lost.
    pub stands: Vec<u8>,
    /// How often each clause fired in events or dice, by its number.
    pub fired: BTreeMap<u16, u32>,
    /// The first side's luck, if it was measured, in thousandths of an army's strength: by the dice
    /// of its own orders, and by those of the other side's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub luck: Option<[i32; 2]>,
    /// The fingerprint of the battle at its end, sixteen hexadecimal digits.
    pub hash: String,
}

impl Record {
    /// The most thousandths of an army's strength that a record may give.
    const FARTHEST: u32 = 1_000_000_000;
    /// How often a clause fires at most with one order.
    const FIRES: u32 = 1000;

    /// Reads a battle from a line of results, with or without a checksum.
    ///
    /// # Errors
    /// If the checksum is wrong, or if the line holds anything else.
    pub fn read(line: &str) -> serde_json::Result<Self> {
        let found = unchecked(line);
        match found.object() {
            Some(object) => serde_json::from_str(&object),
            None if found == Found::Bare => serde_json::from_str(line),
            None => Err(serde::de::Error::custom("its checksum is wrong")),
        }
    }

    /// Whether a battle of this study could have ended so: a record may come from anywhere, and
    /// sums of what it holds must fit.
    #[must_use]
    pub fn is_of(&self, study: &Study) -> bool {
        let Some(arm) = study.arms.get(usize::from(self.arm)) else {
            return false;
        };
        let limits = study.limits;
        let near = |x: &i32| x.unsigned_abs() <= Self::FARTHEST;
        let most = limits.orders.saturating_add(1).saturating_mul(Self::FIRES);
        let is_clause = |number: &u16| arm.rules.card().clause(Clause::new(*number)).is_some();
        self.battle > 0
            && self.turns <= limits.turns
            && self.orders <= limits.orders
            && self.lead.len() == usize::from(self.turns)
            && self.left.iter().chain(&self.lead).all(near)
            && self.luck.is_some() == study.luck
            && self.luck.is_none_or(|luck| luck.iter().all(near))
            && self.are_units_of(arm)
            && self.why.is_some() != self.end.is_stopped()
            && self.why.iter().chain(self.fired.keys()).all(is_clause)
            && self.fired.values().all(|&times| times <= most)
            && (self.orders == 0 || !self.fired.is_empty())
            && self.hash.len() == 16
    }

    /// Whether an arm has as many units, and they began with no fewer stands.
    fn are_units_of(&self, arm: &Arm) -> bool {
        if arm.draw.is_some() {
            return self.stands.len() <= usize::from(u8::MAX) + 1;
        }
        let begun = arm.start.units.iter().map(|unit| unit.stands);
        self.stands.len() == begun.len() && begun.zip(&self.stands).all(|(was, is)| *is <= was)
    }
}

/// Plays a battle of an arm. The same study seed and number give the same dice and the same luck of
/// the players in every arm. On every other battle the players change sides, unless `swap` is off.
///
/// # Panics
/// If there is no such arm, or if it names a player who does not exist; no arm read from a file
/// does.
#[must_use]
pub fn play(study: &Study, place: usize, number: u32) -> Record {
    let arm = &study.arms[place];
    let (seed, swap, limits) = (study.seed, study.swap, study.limits);
    let player = |p: usize| level(&arm.players[p], seed::player(seed, number, p));
    let (Some(one), Some(two)) = (player(0), player(1)) else {
        unreachable!("a study is read only when its players are known");
    };
    let mut players = if swapped(swap, number) {
        [two, one]
    } else {
        [one, two]
    };
    let start = arm.begin(number);
    let mut watch = Watch::new(arm, &start);
    let dice = seed::dice(seed, number);
    let mut luck = (study.luck).then(|| (Luck::new(&*arm.rules, &start, dice), [0.0; 2]));
    let Report {
        outcome,
        why,
        orders,
        turns,
        last: now,
    } = battle(
        &*arm.rules,
        &start,
        &mut players,
        dice,
        limits,
        |before, order, rolls, events| {
            watch.see(arm, before, order, rolls, events);
            if let (Some((meter, sums)), Some(order)) = (&mut luck, order)
                && let Some(line) = meter.order(&*arm.rules, before, order, rolls, events)
            {
                sums[usize::from(line.side)] += line.luck();
            }
        },
    );
    let end = match outcome {
        Some(Outcome::Won(Side::A)) => End::A,
        Some(Outcome::Won(Side::B)) => End::B,
        Some(Outcome::Draw) => End::Draw,
        None if turns > limits.turns => End::TurnCap,
        None if orders >= limits.orders => End::OrderCap,
        None => End::NoOrder,
    };
    let turns = turns.min(limits.turns);
    watch.turn(arm, &now, turns);
    let stands = now.units.iter().map(|unit| {
        let lost = unit.status.is_lost();
        if lost { 0 } else { unit.stands }
    });
    Record {
        arm: u16::try_from(place).unwrap_or(u16::MAX),
        battle: number,
        end,
        why: why.map(Clause::number),
        turns,
        orders,
        first: watch.first,
        left: watch.shares(arm, &now),
        lead: watch.lead,
        stands: stands.collect(),
        fired: watch.fired,
        luck: luck.map(|(_, sums)| sums.map(whole)),
        hash: format!("{:016x}", now.fingerprint()),
    }
}

/// Returns the sides of an arm's units; empty where every battle has different units.
pub(crate) fn sides(study: &Study, arm: usize) -> Vec<Side> {
    if study.arms[arm].draw.is_some() {
        return Vec::new();
    }
    study.arms[arm].start.units.iter().map(|u| u.side).collect()
}

/// Rounds a number to a whole one.
fn whole(x: f64) -> i32 {
    #[expect(clippy::cast_possible_truncation, reason = "bounded, and never NaN")]
    let x = x.clamp(-1e9, 1e9).round() as i32;
    x
}

/// Tells whether the players have changed sides in a battle.
pub(crate) const fn swapped(swap: bool, number: u32) -> bool {
    swap && number.is_multiple_of(2)
}

/// What is recorded during a battle.
struct Watch {
    start: [i32; 2],
    first: Option<Side>,
    lead: Vec<i32>,
    fired: BTreeMap<u16, u32>,
}

impl Watch {
    fn new(arm: &Arm, begun: &Battle) -> Self {
        // Units that arrive later count from the start: a unit that has not arrived is not lost.
        let start = Side::BOTH.map(|side| {
            let mine = begun.all().filter(|(_, unit)| unit.side == side);
            mine.map(|(id, _)| arm.rules.advice().profile(begun, id).worth)
                .sum::<i32>()
                .max(1)
        });
        Self {
            start,
            first: None,
            lead: Vec::new(),
            fired: BTreeMap::new(),
        }
    }

    /// Takes in an order, or the opening, with its results.
    fn see(
        &mut self,
        arm: &Arm,
        before: &Battle,
        order: Option<&Order>,
        rolls: &[Roll],
        events: &[Event],
    ) {
        // The previous turn is over.
        self.turn(arm, before, before.cursor.turn.saturating_sub(1));
        let laid = |order: &&Order| {
            matches!(
                order,
                Order::Place { .. } | Order::Lay { .. } | Order::RollOff | Order::Decide { .. }
            )
        };
        if self.first.is_none() && order.is_some_and(|order| !laid(&order)) {
            self.first = Some(before.to_move());
        }
        let rolled = rolls.iter().map(|roll| roll.why);
        for clause in rolled.chain(events.iter().map(Event::why)) {
            *self.fired.entry(clause.number()).or_default() += 1;
        }
    }

    /// Returns what each side has left, in thousandths of its start.
    fn shares(&self, arm: &Arm, now: &Battle) -> [i32; 2] {
        Side::BOTH.map(|side| {
            let mine = now
                .all()
                .filter(|(_, unit)| unit.side == side && !unit.status.is_lost());
            let left: i32 = mine
                .map(|(id, _)| arm.rules.advice().profile(now, id).worth)
                .sum();
            left.saturating_mul(1000) / self.start[side.index()]
        })
    }

    /// Records once who leads at the end of a turn. Before the first turn there is nothing to
    /// record.
    fn turn(&mut self, arm: &Arm, now: &Battle, turn: u16) {
        if self.lead.len() < usize::from(turn) {
            let [a, b] = self.shares(arm, now);
            self.lead.resize(usize::from(turn), a - b);
        }
    }
}

//! One battle of a study, and what is kept of it: a line of whole numbers.

use crate::open::Arm;
use crate::seed;
use sandtable_battle::{Battle, Clause, Event, Order, Outcome, Rolled, Scene, Side};
use sandtable_opponents::{Player, level};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// When a battle that does not end is stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Most game turns.
    pub turns: u16,
    /// Most orders.
    pub orders: u32,
}

/// How a battle ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// The first side won.
    A,
    /// The second side won.
    B,
    /// It ended, and nobody won.
    Draw,
    /// It was stopped after the most turns.
    TurnCap,
    /// It was stopped after the most orders.
    OrderCap,
    /// The side to move found no legal order.
    NoOrder,
}

impl End {
    /// Who won, if anybody did.
    #[must_use]
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::A => Some(Side::A),
            Self::B => Some(Side::B),
            _ => None,
        }
    }

    /// Whether it was stopped, and did not end by the rules.
    #[must_use]
    pub const fn is_stopped(self) -> bool {
        matches!(self, Self::TurnCap | Self::OrderCap | Self::NoOrder)
    }
}

/// What is kept of a battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The arm: scenarios in order, in each the variants in order.
    pub arm: u16,
    /// The number of the battle, from 1.
    pub battle: u32,
    /// How it ended.
    pub end: End,
    /// The number of the clause by which it ended.
    pub why: Option<u16>,
    /// Game turns.
    pub turns: u16,
    /// Orders.
    pub orders: u32,
    /// The side that gave the first order once armies and terrain were laid.
    pub first: Option<Side>,
    /// Strength left at the end, in thousandths of that at the start, by side.
    pub left: [i32; 2],
    /// How far the first side led at the end of each game turn: its strength
    /// less the other's, each in thousandths of that at the start.
    pub lead: Vec<i32>,
    /// Strength left of each unit, in stands or what the rules count; nought
    /// when the unit is lost.
    pub stands: Vec<u8>,
    /// How often each clause fired: by events or by dice, by the clause's number.
    pub fired: BTreeMap<u16, u32>,
    /// The fingerprint of the battle at its end, sixteen hexadecimal digits.
    pub hash: String,
}

/// Plays a battle of an arm. The same study seed and number give the same dice
/// and the same luck of the players in every arm; on every other battle the
/// players change sides, unless `swap` is off.
#[must_use]
pub fn play(arm: &Arm, place: u16, number: u32, seed: u64, swap: bool, limits: Limits) -> Record {
    let mut players: Vec<Box<dyn Player>> = (0..2)
        .filter_map(|p| level(&arm.players[p], seed::player(seed, number, p)))
        .collect();
    if swapped(swap, number) {
        players.reverse();
    }
    let mut watch = Watch::new(arm);
    let (now, orders, end) = fight(
        arm,
        &mut players,
        seed::dice(seed, number),
        limits,
        &mut watch,
    );
    let turns = now.cursor.turn.min(limits.turns);
    watch.turn(arm, &now, turns);
    let end = end.unwrap_or(match now.ended {
        Some(Outcome::Won(Side::A)) => End::A,
        Some(Outcome::Won(Side::B)) => End::B,
        _ => End::Draw,
    });
    let stands = now.units.iter().map(|unit| {
        let lost = unit.status.is_lost();
        if lost { 0 } else { unit.stands }
    });
    Record {
        arm: place,
        battle: number,
        end,
        why: watch.why.filter(|_| now.ended.is_some()),
        turns,
        orders,
        first: watch.first,
        left: watch.shares(arm, &now),
        lead: watch.lead,
        stands: stands.collect(),
        fired: watch.fired,
        hash: format!("{:016x}", now.fingerprint()),
    }
}

/// Whether the players have changed sides in a battle.
pub(crate) const fn swapped(swap: bool, number: u32) -> bool {
    swap && number.is_multiple_of(2)
}

/// Plays it out; what stopped it, when the rules did not end it.
fn fight(
    arm: &Arm,
    players: &mut [Box<dyn Player>],
    seed: u64,
    limits: Limits,
    watch: &mut Watch,
) -> (Battle, u32, Option<End>) {
    let rules = &*arm.rules;
    let mut now = arm.start.clone();
    if now.cursor.turn == 0 {
        let mut dice = Rolled::new(seed, 0);
        let mut scene = Scene::new(now);
        rules.open(&mut scene, &mut dice);
        let (after, events) = scene.finish();
        watch.see(&dice, &events);
        now = after;
    }
    let mut orders = 0;
    loop {
        if now.ended.is_some() {
            return (now, orders, None);
        }
        if now.cursor.turn > limits.turns {
            return (now, orders, Some(End::TurnCap));
        }
        if orders >= limits.orders {
            return (now, orders, Some(End::OrderCap));
        }
        let side = now.to_move();
        let order = players
            .get_mut(side.index())
            .and_then(|player| player.choose(rules, &now));
        let mut dice = Rolled::new(seed, orders + 1);
        let played = order.and_then(|order| {
            let played = rules.play(&now, &order, &mut dice).ok()?;
            Some((order, played))
        });
        let Some((order, (after, events))) = played else {
            return (now, orders, Some(End::NoOrder));
        };
        orders += 1;
        watch.order(&order, side);
        watch.see(&dice, &events);
        if after.cursor.turn != now.cursor.turn {
            watch.turn(arm, &after, now.cursor.turn);
        }
        now = after;
    }
}

/// What is noted in the course of a battle.
struct Watch {
    start: [i32; 2],
    first: Option<Side>,
    lead: Vec<i32>,
    fired: BTreeMap<u16, u32>,
    why: Option<u16>,
}

impl Watch {
    fn new(arm: &Arm) -> Self {
        // Units that come later count from the start: what has not arrived is
        // not lost.
        let start = Side::BOTH.map(|side| {
            let mine = arm.start.all().filter(|(_, unit)| unit.side == side);
            mine.map(|(id, _)| arm.rules.profile(&arm.start, id).worth)
                .sum::<i32>()
                .max(1)
        });
        Self {
            start,
            first: None,
            lead: Vec::new(),
            fired: BTreeMap::new(),
            why: None,
        }
    }

    fn order(&mut self, order: &Order, side: Side) {
        let before = matches!(
            order,
            Order::Place { .. } | Order::Lay { .. } | Order::RollOff | Order::Decide { .. }
        );
        if !before && self.first.is_none() {
            self.first = Some(side);
        }
    }

    fn see(&mut self, dice: &Rolled, events: &[Event]) {
        let rolled = dice.rolls().iter().map(|roll| roll.why);
        for clause in rolled.chain(events.iter().map(Event::why)) {
            *self.fired.entry(clause.number()).or_default() += 1;
        }
        let ended = |e: &Event| matches!(e, Event::Ended { .. }).then(|| e.why());
        if let Some(why) = events.iter().find_map(ended) {
            self.why = Some(Clause::number(why));
        }
    }

    /// What each side has left, in thousandths of what it began with.
    fn shares(&self, arm: &Arm, now: &Battle) -> [i32; 2] {
        Side::BOTH.map(|side| {
            let mine = now
                .all()
                .filter(|(_, unit)| unit.side == side && !unit.status.is_lost());
            let left: i32 = mine.map(|(id, _)| arm.rules.profile(now, id).worth).sum();
            left.saturating_mul(1000) / self.start[side.index()]
        })
    }

    /// Notes who leads at the end of a turn, once; before the first there is
    /// nothing to note.
    fn turn(&mut self, arm: &Arm, now: &Battle, turn: u16) {
        if self.lead.len() < usize::from(turn) {
            let [a, b] = self.shares(arm, now);
            self.lead.resize(usize::from(turn), a - b);
        }
    }
}

//! Sums over the battles of an arm: whole numbers only, so that battles may come in any order and
//! from any number of threads.

use crate::play::{End, Record, swapped};
use crate::stats::Sums;
use sandtable_battle::Side;
use std::collections::BTreeMap;

/// The result of one battle, to pair it with others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fate {
    /// The battle was not played.
    #[default]
    Unplayed,
    /// The first side won.
    A,
    /// The second side won.
    B,
    /// Nobody won.
    Nobody,
}

/// What happened to a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnitTally {
    /// Battles in which the unit was lost.
    pub lost: u64,
    /// Of these, battles that its side won.
    pub lost_won: u64,
    /// Battles that its side won.
    pub won: u64,
    /// Strength left, added up.
    pub left: u64,
}

/// How often a clause fired.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClauseTally {
    /// Battles in which it fired.
    pub battles: u64,
    /// How often it fired in all.
    pub times: Sums,
}

/// Who led at the end of a turn, and who won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeadTally {
    /// Battles with a winner in which a side led then, or which were over.
    pub led: u64,
    /// Of these, battles that the leader won.
    pub held: u64,
    /// Battles that were over by then.
    pub over: u64,
}

/// Sums over the battles of an arm.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Battles won, by side.
    pub wins: [u64; 2],
    /// Battles that ended with no winner.
    pub draws: u64,
    /// Battles stopped after the most turns.
    pub turn_caps: u64,
    /// Battles stopped after the most orders.
    pub order_caps: u64,
    /// Battles in which no order could be given.
    pub no_orders: u64,
    /// Battles won, by player: the first and the second of the study.
    pub players: [u64; 2],
    /// Battles with a winner in which the side that ordered first is known.
    pub first_known: u64,
    /// Of these, battles won by the side that ordered first.
    pub first_won: u64,
    /// Battles in which the first side ordered first.
    pub first_a: u64,
    /// Battles by their number of turns.
    pub turns: BTreeMap<u32, u64>,
    /// Battles by their number of orders.
    pub orders: BTreeMap<u32, u64>,
    /// Strength lost, in thousandths, by side.
    pub losses: [Sums; 2],
    /// Battles by the clause that ended them.
    pub endings: BTreeMap<u16, u64>,
    /// Sums by unit.
    pub units: Vec<UnitTally>,
    /// Sums by clause.
    pub clauses: BTreeMap<u16, ClauseTally>,
    /// Battles by the turn from whose end on the later winner led.
    pub settled: BTreeMap<u32, u64>,
    /// Battles with a winner in which the first side ordered first, then those in which the second
    /// did; with each, how many of these the first side won.
    pub opened: [(u64, u64); 2],
    /// Sums by turn, from the first.
    pub leads: Vec<LeadTally>,
    /// The result of each battle.
    pub fates: Vec<Fate>,
    /// Turns and orders of each battle, for pairing.
    pub lengths: Vec<(u16, u32)>,
    /// The first side's luck in each battle, if it was measured.
    pub luck: Vec<i32>,
}

impl Tally {
    /// Makes a tally for this many battles, none of them played.
    #[must_use]
    pub fn of(battles: u32) -> Self {
        Self {
            fates: vec![Fate::Unplayed; battles as usize],
            lengths: vec![(0, 0); battles as usize],
            ..Self::default()
        }
    }

    /// Tells whether it contains a battle.
    #[must_use]
    pub fn has(&self, battle: u32) -> bool {
        let at = battle.checked_sub(1).map(|at| at as usize);
        at.and_then(|at| self.fates.get(at))
            .is_some_and(|fate| *fate != Fate::Unplayed)
    }

    /// Returns the number of its battles.
    #[must_use]
    pub fn battles(&self) -> u64 {
        self.wins[0] + self.wins[1] + self.draws + self.stopped()
    }

    /// Returns the number of battles that did not end by the rules.
    #[must_use]
    pub const fn stopped(&self) -> u64 {
        self.turn_caps + self.order_caps + self.no_orders
    }

    /// Returns the sums of the turns.
    #[must_use]
    pub fn turns_sums(&self) -> Sums {
        sums(&self.turns)
    }

    /// Returns the sums of the orders.
    #[must_use]
    pub fn orders_sums(&self) -> Sums {
        sums(&self.orders)
    }

    /// Adds a battle. One that it already has, or that is beyond the last one wanted, changes
    /// nothing. Returns whether it was added. `sides` are the sides of the units.
    pub fn add(&mut self, record: &Record, sides: &[Side], swap: bool) -> bool {
        let Some(at) = record.battle.checked_sub(1).map(|at| at as usize) else {
            return false;
        };
        if at >= self.fates.len() || self.fates[at] != Fate::Unplayed {
            return false;
        }
        let winner = record.end.winner();
        self.fates[at] = match winner {
            Some(Side::A) => Fate::A,
            Some(Side::B) => Fate::B,
            None => Fate::Nobody,
        };
        self.lengths[at] = (record.turns, record.orders);
        if let Some(luck) = record.luck {
            if self.luck.is_empty() {
                self.luck = vec![0; self.fates.len()];
            }
            self.luck[at] = luck[0].saturating_add(luck[1]);
        }
        match record.end {
            End::A => self.wins[0] += 1,
            End::B => self.wins[1] += 1,
            End::Draw => self.draws += 1,
            End::TurnCap => self.turn_caps += 1,
            End::OrderCap => self.order_caps += 1,
            End::NoOrder => self.no_orders += 1,
        }
        if let Some(winner) = winner {
            let changed = swapped(swap, record.battle);
            self.players[winner.index() ^ usize::from(changed)] += 1;
            if let Some(first) = record.first {
                self.first_known += 1;
                self.first_won += u64::from(first == winner);
                let (won, by_a) = &mut self.opened[first.index()];
                *won += 1;
                *by_a += u64::from(winner == Side::A);
            }
        }
        self.first_a += u64::from(record.first == Some(Side::A));
        *self.turns.entry(u32::from(record.turns)).or_default() += 1;
        *self.orders.entry(record.orders).or_default() += 1;
        for (sums, left) in self.losses.iter_mut().zip(record.left) {
            sums.add(i64::from(1000 - left));
        }
        if let Some(why) = record.why {
            *self.endings.entry(why).or_default() += 1;
        }
        self.add_units(record, sides);
        for (&clause, &times) in &record.fired {
            let tally = self.clauses.entry(clause).or_default();
            tally.battles += 1;
            tally.times.add(i64::from(times));
        }
        self.add_leads(record);
        true
    }

    fn add_units(&mut self, record: &Record, sides: &[Side]) {
        if sides.is_empty() {
            return;
        }
        if self.units.len() < record.stands.len() {
            self.units.resize(record.stands.len(), UnitTally::default());
        }
        for ((unit, &left), side) in self.units.iter_mut().zip(&record.stands).zip(sides) {
            let won = u64::from(record.end.winner() == Some(*side));
            unit.won += won;
            unit.left += u64::from(left);
            if left == 0 {
                unit.lost += 1;
                unit.lost_won += won;
            }
        }
    }

    fn add_leads(&mut self, record: &Record) {
        let Some(winner) = record.end.winner() else {
            return;
        };
        // At the end of the last turn the battle is over, and the winner leads.
        let before = &record.lead[..record.lead.len().saturating_sub(1)];
        let sign = if winner == Side::A { 1 } else { -1 };
        let behind = before.iter().rposition(|lead| lead.signum() != sign);
        let turn = behind.map_or(1, |at| at + 2);
        *self
            .settled
            .entry(u32::try_from(turn).unwrap_or(u32::MAX))
            .or_default() += 1;
        if self.leads.len() < record.lead.len() {
            // Battles that ended earlier also count as over in later turns.
            let last = LeadTally {
                led: self.wins[0] + self.wins[1] - 1,
                held: self.wins[0] + self.wins[1] - 1,
                over: self.wins[0] + self.wins[1] - 1,
            };
            self.leads.resize(record.lead.len(), last);
        }
        for (turn, tally) in self.leads.iter_mut().enumerate() {
            match record.lead.get(turn) {
                Some(lead) if turn + 1 < record.lead.len() => {
                    let leader = match lead.signum() {
                        1 => Side::A,
                        -1 => Side::B,
                        _ => continue,
                    };
                    tally.led += 1;
                    tally.held += u64::from(leader == winner);
                }
                _ => {
                    tally.led += 1;
                    tally.held += 1;
                    tally.over += 1;
                }
            }
        }
    }
}

/// Returns the sums of a number, given how often each value came.
#[must_use]
pub fn sums(of: &BTreeMap<u32, u64>) -> Sums {
    let mut sums = Sums::default();
    for (&value, &times) in of {
        let x = u64::from(value);
        sums.n += times;
        sums.sum += i64::try_from(x * times).unwrap_or(i64::MAX);
        sums.squares += x * x * times;
    }
    sums
}

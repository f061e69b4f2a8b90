//! Questions over time, worked out. A script plays whole turns of the real rules. States that
//! differ only in the number of the turn are one state of a chain, which is solved exactly.

use crate::drawn::Drawn;
use crate::play::{End, Play, TURNS};
use crate::until::{Each, Until};
use crate::{Situation, Way};
use sandtable_battle::UnitId;
use sandtable_odds::{Chain, Chance, Others, Weight};

/// A question over time with its solution.
#[derive(Clone, Debug)]
pub struct Course {
    /// The chain: its states are places among battles.
    pub chain: Chain<usize>,
    ends: Vec<Option<End>>,
    /// The battles that answer in place of the chain, if it lost too much.
    pub drawn: Option<Drawn>,
}

impl Situation {
    /// Works out a question over time.
    ///
    /// # Errors
    /// If a single order should be repeated but may not be given: the reasons.
    pub fn course(&self, until: &Until, others: Others) -> Result<Course, crate::RefusedView> {
        let play = Play::new(self, until, others);
        let ways = self.ways_of(until)?;
        let start = ways.first().map_or(&self.battle, |(way, _)| &way.battle);
        let (chain, states) = play.chain(start, &ways, until.most);
        let ends = (0..states.len())
            .map(|at| play.end(states.get(at)))
            .collect();
        let drawn = Drawn::instead_of(&chain, &play, &ways);
        Ok(Course { chain, ends, drawn })
    }

    /// Returns the orders that a question over time repeats, each with its target; none if it plays
    /// whole turns.
    pub(crate) fn ways_of(&self, until: &Until) -> Result<Vec<(Way, UnitId)>, crate::RefusedView> {
        if until.each == Each::Turn {
            return Ok(Vec::new());
        }
        let way = self.way(until.unit.first().copied())?;
        let answer = until.target.first().or(until.unit.first()).copied();
        let name = answer.unwrap_or(way.name);
        let mut ways = vec![(way, self.target)];
        if until.each == Each::Exchange {
            let back = self.order_of(name, self.target, self.unit);
            let back = back.map_err(|why| self.told(name, why))?;
            ways.push((back, self.unit));
        }
        Ok(ways)
    }
}

impl Course {
    /// Returns how a state of the chain ends the question, if it does.
    #[must_use]
    pub fn end(&self, state: usize) -> Option<End> {
        self.ends.get(state).copied().flatten()
    }

    /// Returns the chance that it ever ends this way.
    #[must_use]
    pub fn ends(&self, end: End) -> Chance {
        match &self.drawn {
            Some(drawn) => Chance::about(drawn.ends(end)),
            None => self.chain.ends(|&state| self.end(state) == Some(end)),
        }
    }

    /// Returns the chance that it ever ends.
    #[must_use]
    pub fn ends_at_all(&self) -> f64 {
        match &self.drawn {
            Some(drawn) => drawn.ended_by(usize::MAX),
            None => self.chain.mean_about().1,
        }
    }

    /// Returns the share that could not be followed: nobody knows how it ends.
    #[must_use]
    pub fn lost(&self) -> f64 {
        match &self.drawn {
            Some(drawn) => drawn.lost(),
            None => self.chain.lost(),
        }
    }

    /// Returns the chances to have ended after each number of steps, starting with zero steps. The
    /// list stops when all but one in a million of what can end has ended, and after 400 steps at
    /// most.
    #[must_use]
    pub fn ended(&self) -> Vec<Chance> {
        let all = self.ends_at_all();
        let steps: Box<dyn Iterator<Item = Chance> + '_> = match &self.drawn {
            Some(drawn) => Box::new((0..).map(|step| Chance::about(drawn.ended_by(step)))),
            None => Box::new(self.chain.run().map(|now| self.chain.ended(&now, |_| true))),
        };
        let mut out = Vec::new();
        for ended in steps.take(TURNS + 1) {
            out.push(ended);
            if ended.number() >= all - 1e-6 {
                break;
            }
        }
        out
    }

    /// Returns after how many steps it has ended with at least this chance; none when that never
    /// happens, or not within 400 steps.
    #[must_use]
    pub fn quantile(&self, chance: f64) -> Option<usize> {
        let ended = self.ended();
        ended.iter().position(|sum| sum.number() >= chance - 1e-12)
    }
}

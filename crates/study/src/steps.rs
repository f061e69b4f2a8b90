//! A study one battle at a time, for where there are neither threads nor files:
//! a browser's worker plays a battle, tells how far it is, and goes on.

use crate::model::Study;
use crate::part::Part;
use crate::plan::{self, Due};
use crate::play::{Record, play, sides};
use crate::tally::Tally;
use sandtable_battle::Side;
use std::collections::VecDeque;

/// A study that is being played, battle by battle, in the order in which
/// [`run`](crate::run) takes them; the report comes to the same bits.
pub struct Steps {
    study: Study,
    tallies: Vec<Tally>,
    sides: Vec<Vec<Side>>,
    /// Battles that can be played now.
    due: VecDeque<Due>,
    done: u64,
}

impl Steps {
    /// Begins a study.
    #[must_use]
    pub fn new(study: Study) -> Self {
        Self {
            tallies: vec![Tally::of(study.battles); study.arms.len()],
            sides: (0..study.arms.len())
                .map(|arm| sides(&study, arm))
                .collect(),
            study,
            due: VecDeque::new(),
            done: 0,
        }
    }

    /// The study.
    #[must_use]
    pub const fn study(&self) -> &Study {
        &self.study
    }

    /// How many battles are played, and how many there are in all.
    #[must_use]
    pub fn progress(&self) -> (u64, u64) {
        let all = plan::all(&self.study);
        // A search may end before its budget is spent.
        let over = self.due.is_empty()
            && self.done > 0
            && plan::due(&self.study, &self.tallies).is_empty();
        (if over { all } else { self.done.min(all) }, all)
    }

    /// Plays the next battle; none when all are played. What is kept of it is
    /// handed back, for callers who keep it: [`Steps::add`] takes it again.
    pub fn step(&mut self) -> Option<Record> {
        loop {
            let Some((battle, arm)) = self.due.pop_front() else {
                self.due = plan::due(&self.study, &self.tallies).into();
                if self.due.is_empty() {
                    return None;
                }
                continue;
            };
            if self.tallies[arm].has(battle) {
                continue;
            }
            let record = play(&self.study, arm, battle);
            self.add(&record);
            return Some(record);
        }
    }

    /// The first battles of a part that can be played now, at most so many: each its number
    /// and the place of its arm, for [`play`](crate::play).
    #[must_use]
    pub fn due(&self, part: Part, most: usize) -> Vec<(u32, usize)> {
        plan::due_of(&self.study, &self.tallies, part, most)
    }

    /// Adds a battle that was played before. Returns whether it was missing.
    pub fn add(&mut self, record: &Record) -> bool {
        let arm = usize::from(record.arm);
        let Some(tally) = self.tallies.get_mut(arm) else {
            return false;
        };
        let added = tally.add(record, &self.sides[arm], self.study.swap);
        self.done += u64::from(added);
        added
    }

    /// Goes on from what a file of results adds up to; what was added before is forgotten.
    pub fn resume(&mut self, tallies: Vec<Tally>) {
        self.done = tallies.iter().map(Tally::battles).sum();
        self.tallies = tallies;
        self.due.clear();
    }

    /// What the battles played so far add up to, by arm.
    #[must_use]
    pub fn tallies(&self) -> &[Tally] {
        &self.tallies
    }
}

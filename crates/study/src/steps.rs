//! A study one battle at a time, where there are neither threads nor files: a browser's worker
//! plays a battle, reports its progress, and continues.

use crate::model::Study;
use crate::part::Part;
use crate::plan::{self, Due};
use crate::play::{Record, play, sides};
use crate::tally::Tally;
use sandtable_battle::Side;
use std::collections::VecDeque;

/// A study in progress, played battle by battle in the order of [`run`](crate::run); the report is
/// the same to the last bit.
pub struct Steps {
    study: Study,
    tallies: Vec<Tally>,
    sides: Vec<Vec<Side>>,
    /// Battles that can be played now.
    due: VecDeque<Due>,
    done: u64,
}

impl Steps {
    /// Starts a study.
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

    /// Returns the study.
    #[must_use]
    pub const fn study(&self) -> &Study {
        &self.study
    }

    /// Returns how many battles are played, and how many there are in all.
    #[must_use]
    pub fn progress(&self) -> (u64, u64) {
        let all = plan::all(&self.study);
        // A search may end before its budget is spent.
        let over = self.due.is_empty()
            && self.done > 0
            && plan::due(&self.study, &self.tallies).is_empty();
        (if over { all } else { self.done.min(all) }, all)
    }

    /// Plays the next battle; returns none when all are played. The caller may keep the record:
    /// [`Steps::add`] takes it again.
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

    /// Returns the first `most` battles of a part that can be played now, each with its number and
    /// the place of its arm, for [`play`](crate::play).
    #[must_use]
    pub fn due(&self, part: Part, most: usize) -> Vec<(u32, usize)> {
        plan::due_of(&self.study, &self.tallies, part, most)
    }

    /// Adds a battle that was played before. Returns whether it was missing; a record that is of no
    /// battle of this study changes nothing.
    pub fn add(&mut self, record: &Record) -> bool {
        if !record.is_of(&self.study) {
            return false;
        }
        let arm = usize::from(record.arm);
        let added = self.tallies[arm].add(record, &self.sides[arm], self.study.swap);
        self.done += u64::from(added);
        added
    }

    /// Continues from the sums of a results file, and forgets what was added before.
    pub fn resume(&mut self, tallies: Vec<Tally>) {
        self.done = tallies.iter().map(Tally::battles).sum();
        self.tallies = tallies;
        self.due.clear();
    }

    /// Returns the sums of the battles played so far, by arm.
    #[must_use]
    pub fn tallies(&self) -> &[Tally] {
        &self.tallies
    }
}

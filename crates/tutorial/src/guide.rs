//! The progress of a battle through its tutorial.

use crate::fit;
use crate::step::{Accept, Foe, Line, Step, Tutorial};
use sandtable_battle::{Battle, Clause, Event, Order, Rolled, Rules};
use sandtable_files::{Journal, journal, notation};
use sandtable_geometry::Rect;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Tutorial in progress. It stores only the journal line at which each step began, and reads
/// everything else from the journal.
#[derive(Clone, Debug)]
pub struct Guide {
    tutorial: Arc<Tutorial>,
    begun: Vec<u32>,
    /// Whether the learner has read the current step, where the other side waits for that.
    read: bool,
}

/// What a tutorial is waiting for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stand {
    /// The learner must read the step.
    Read,
    /// The learner must give orders.
    Do,
    /// The other side must give orders.
    Watch,
    /// The learner must read what is said afterwards; `true` if that is what happened.
    Told(bool),
    /// The battle took another course.
    Astray,
    /// Nothing: the last step is done.
    Over,
}

/// State of a battle in its tutorial.
#[derive(Clone, Debug, PartialEq)]
pub struct Now {
    /// What the tutorial is waiting for.
    pub stand: Stand,
    /// How many of the step's orders have been given.
    pub done: usize,
    /// The next order that would fit: the learner's, or the other side's. `None` if the computer
    /// decides.
    pub next: Option<Order>,
    /// The ground that units would cover after the remaining orders.
    pub places: Vec<Rect>,
    /// The remaining orders, as far as they can be given now.
    pub open: Vec<Order>,
    /// The journal line to go back to, so that the tutorial can continue.
    pub back: u32,
}

/// Summary of a step's journal lines.
struct Walk<'j> {
    now: Battle,
    done: Vec<bool>,
    foe: usize,
    cited: BTreeSet<Clause>,
    /// Lines since the step began.
    lines: &'j [journal::Line],
    /// The line before the first order that does not fit the step.
    stray: Option<u32>,
}

impl Guide {
    /// Starts a tutorial at its first step.
    #[must_use]
    pub fn new(tutorial: Arc<Tutorial>) -> Self {
        Self {
            tutorial,
            begun: vec![0],
            read: false,
        }
    }

    /// Resumes a tutorial. `begun` are the lines at which its steps began. Returns `None` if they
    /// do not fit.
    #[must_use]
    pub fn resume(tutorial: Arc<Tutorial>, begun: Vec<u32>, journal: &Journal) -> Option<Self> {
        let sound = begun.first() == Some(&0)
            && begun.is_sorted()
            && begun.len() <= tutorial.steps.len() + 1
            && begun.last().is_some_and(|&line| line < journal.next());
        sound.then_some(Self {
            tutorial,
            begun,
            read: false,
        })
    }

    /// Returns the tutorial.
    #[must_use]
    pub fn tutorial(&self) -> &Tutorial {
        &self.tutorial
    }

    /// Returns the lines at which the steps so far began.
    #[must_use]
    pub fn begun(&self) -> &[u32] {
        &self.begun
    }

    /// Returns the index of the current step.
    #[must_use]
    pub const fn place(&self) -> usize {
        self.begun.len() - 1
    }

    /// Returns the current step, or `None` if all are done.
    #[must_use]
    pub fn step(&self) -> Option<&Step> {
        self.tutorial.steps.get(self.place())
    }

    /// Returns the line at which the current step began.
    #[must_use]
    pub fn line(&self) -> u32 {
        self.begun.last().copied().unwrap_or_default()
    }

    /// Returns the dice of the next line. If the step has a seed, the dice depend on it and on the
    /// number of orders since the step began, so that its story stays true however many orders came
    /// before.
    #[must_use]
    pub fn dice(&self, journal: &Journal) -> Rolled {
        match self.step().and_then(|step| step.seed) {
            Some(seed) => Rolled::new(seed, journal.next().saturating_sub(self.line())),
            None => Rolled::new(self.tutorial.seed, journal.next()),
        }
    }

    /// Returns the state of the battle in the tutorial.
    #[must_use]
    pub fn now(&self, rules: &dyn Rules, journal: &Journal) -> Now {
        let mut now = Now {
            stand: Stand::Over,
            done: 0,
            next: None,
            places: Vec::new(),
            open: Vec::new(),
            back: self.line(),
        };
        let Some(step) = self.step() else { return now };
        let walk = self.walk(step, rules, journal);
        now.done = walk.done.iter().filter(|&&done| done).count();
        now.stand = match walk.stray {
            Some(before) => {
                now.back = before;
                Stand::Astray
            }
            None if now.done < step.orders.len() => self.in_orders(step, &walk, rules, &mut now),
            None => self.after_orders(step, &walk, rules, &mut now),
        };
        if now.stand == Stand::Astray && walk.stray.is_none() && walk.lines.is_empty() {
            // The step cannot even begin: the previous one took another course.
            now.back = self.begun.iter().rev().nth(1).copied().unwrap_or_default();
        }
        now
    }

    /// Returns the state while some of the learner's orders are still to come.
    fn in_orders(&self, step: &Step, walk: &Walk<'_>, rules: &dyn Rules, now: &mut Now) -> Stand {
        if walk.now.ended.is_some() {
            return Stand::Astray;
        }
        if walk.now.to_move() != self.tutorial.side {
            return watch(step, walk, rules, now);
        }
        let left = step
            .orders
            .iter()
            .zip(&walk.done)
            .filter(|(_, done)| !**done);
        now.open = left
            .enumerate()
            .filter_map(|(turn, (line, _))| Some((turn, fit::order(line, &walk.now, rules)?)))
            .filter(|(turn, order)| *turn == 0 || order.unit().is_some())
            .map(|(_, order)| order)
            .filter(|order| rules.judge(&walk.now, order).is_ok())
            .collect();
        now.next = now.open.first().cloned();
        now.places = now
            .open
            .iter()
            .filter_map(|order| fit::place(order, &walk.now, rules))
            .collect();
        match step.accept {
            Accept::Same | Accept::Unit if now.open.is_empty() => Stand::Astray,
            _ => Stand::Do,
        }
    }

    /// Returns the state once the learner has no more orders to give.
    fn after_orders(
        &self,
        step: &Step,
        walk: &Walk<'_>,
        rules: &dyn Rules,
        now: &mut Now,
    ) -> Stand {
        if step.orders.is_empty() && !self.read && walk.lines.is_empty() {
            return Stand::Read;
        }
        let theirs = walk.now.ended.is_none() && walk.now.to_move() != self.tutorial.side;
        let more = match &step.foe {
            Foe::Orders(lines) => walk.foe < lines.len(),
            Foe::Computer => theirs,
        };
        match (more, theirs) {
            (true, true) => watch(step, walk, rules, now),
            (true, false) => Stand::Astray,
            (false, _) => Stand::Told(step.shows.iter().all(|c| walk.cited.contains(c))),
        }
    }

    /// Reads the journal lines since the step began.
    fn walk<'j>(&self, step: &Step, rules: &dyn Rules, journal: &'j Journal) -> Walk<'j> {
        let from = self.line();
        let start = || journal.start().clone();
        let first = usize::try_from(from).map_or(usize::MAX, |n| n.saturating_add(1));
        let mut walk = Walk {
            now: journal.battle_at(from).unwrap_or_else(start),
            done: vec![false; step.orders.len()],
            foe: 0,
            cited: BTreeSet::new(),
            lines: journal.lines().get(first..).unwrap_or_default(),
            stray: None,
        };
        for line in walk.lines {
            let Some(order) = &line.order else { continue };
            if !self.takes(step, order, &mut walk, rules) {
                walk.stray = Some(line.n.saturating_sub(1));
                return walk;
            }
            if let Ok(legal) = rules.judge(&walk.now, order) {
                walk.cited.extend(legal.factors().iter().map(|f| f.clause));
            }
            walk.cited.extend(line.rolls.iter().map(|roll| roll.why));
            walk.cited.extend(line.events.iter().map(Event::why));
            line.fold(&mut walk.now);
        }
        walk
    }

    /// Returns whether an order fits the step, and if so counts it.
    fn takes(&self, step: &Step, order: &Order, walk: &mut Walk<'_>, rules: &dyn Rules) -> bool {
        if walk.now.to_move() != self.tutorial.side {
            let Foe::Orders(lines) = &step.foe else {
                return true;
            };
            let asked = lines.get(walk.foe);
            walk.foe += 1;
            return asked
                .and_then(|line| fit::order(line, &walk.now, rules))
                .as_ref()
                == Some(order);
        }
        let first = walk.done.iter().position(|&done| !done);
        let mut left = step.orders.iter().zip(&walk.done).enumerate();
        let found = left.position(|(place, (line, &done))| {
            // Orders to the table end something, so they must come in sequence.
            let turn = order.unit().is_some() || first == Some(place);
            !done && turn && fit::fits(step, line, order, &walk.now, rules)
        });
        if let Some(place) = found {
            walk.done[place] = true;
            return true;
        }
        let verb = notation::verb(order);
        first.is_some() && step.also.iter().any(|also| also == verb)
    }

    /// Goes on after something to read. Returns false if there was nothing to read.
    pub fn go_on(&mut self, rules: &dyn Rules, journal: &Journal) -> bool {
        let stand = self.now(rules, journal).stand;
        let waits = |step: &Step| stand == Stand::Read && !step.foe.rests();
        match stand {
            Stand::Read if self.step().is_some_and(waits) => self.read = true,
            Stand::Read | Stand::Told(_) => self.advance(journal),
            _ => return false,
        }
        self.settle(rules, journal);
        true
    }

    fn advance(&mut self, journal: &Journal) {
        self.begun.push(journal.next().saturating_sub(1));
        self.read = false;
    }

    /// Updates the tutorial to its journal: goes back if orders were taken back, and forward if a
    /// step is done and has nothing more to say.
    pub fn settle(&mut self, rules: &dyn Rules, journal: &Journal) {
        let last = journal.next().saturating_sub(1);
        while self.begun.len() > 1 && self.line() > last {
            self.begun.pop();
            self.read = false;
        }
        while let Some(step) = self.step()
            && step.after.is_empty()
            && matches!(self.now(rules, journal).stand, Stand::Told(_))
        {
            self.advance(journal);
        }
    }

    /// Skips ahead to the step that an order belongs to, if the learner gives it before going on.
    pub fn lead(&mut self, order: &Order, rules: &dyn Rules, journal: &Journal) {
        let mut ahead = self.clone();
        loop {
            let Some(step) = ahead.step() else { return };
            let now = ahead.now(rules, journal);
            match now.stand {
                Stand::Read if step.foe.rests() => ahead.advance(journal),
                Stand::Told(_) => ahead.advance(journal),
                Stand::Do => {
                    let fits = |line| fit::fits(step, line, order, journal.now(), rules);
                    if step.orders.iter().any(fits) {
                        *self = ahead;
                    }
                    return;
                }
                _ => return,
            }
        }
    }
}

/// Returns the state while the other side is to move.
fn watch(step: &Step, walk: &Walk<'_>, rules: &dyn Rules, now: &mut Now) -> Stand {
    let Foe::Orders(lines) = &step.foe else {
        return Stand::Watch;
    };
    let line: Option<&Line> = lines.get(walk.foe);
    now.next = line
        .and_then(|line| fit::order(line, &walk.now, rules))
        .filter(|order| rules.judge(&walk.now, order).is_ok());
    if now.next.is_some() {
        Stand::Watch
    } else {
        Stand::Astray
    }
}

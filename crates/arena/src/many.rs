//! Many battles at once.

use crate::{Arena, Table, Wrong};
use sandtable_battle::{Outcome, Side};
use sandtable_opponents::{Lot, Player, level};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// A table where a learner sits: on one side against a computer player, or on both sides.
pub struct Seat {
    /// The battle.
    pub table: Table,
    /// The learner's side; `None` if it plays both.
    pub side: Option<Side>,
    opponent: Option<(String, Box<dyn Player>)>,
    /// The seeds for its players and its next battles.
    seeds: Lot,
}

/// For those who stop nothing.
static NEVER: AtomicBool = AtomicBool::new(false);

impl std::fmt::Debug for Seat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Seat")
            .field("table", &self.table)
            .field("side", &self.side)
            .finish_non_exhaustive()
    }
}

/// Result of one step at one table.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stepped {
    /// Reward of each side: 1 for a won battle, -1 for a lost one.
    pub reward: [f32; 2],
    /// Lead of the first side before and after the step, in shares of strength left. If the battle
    /// ended, the second is the lead at its end, not that of the next battle.
    pub lead: [f32; 2],
    /// Whether the battle ended by the rules.
    pub ended: bool,
    /// Whether the battle was stopped: too many orders, or nobody can give one.
    pub stopped: bool,
}

impl Seat {
    /// Creates a seat for a learner, against a named player or against itself.
    ///
    /// # Errors
    /// If there is no such player.
    pub fn new(arena: Arc<Arena>, seed: u64, versus: Option<(Side, &str)>) -> Result<Self, String> {
        let mut seat = Self::unbegun(arena, seed, versus)?;
        seat.begin(seed, &NEVER);
        Ok(seat)
    }

    /// Creates a seat whose opponent has not played yet: [`Seat::reset`] or [`reset_all`] begins.
    ///
    /// # Errors
    /// If there is no such player.
    pub fn unbegun(
        arena: Arc<Arena>,
        seed: u64,
        versus: Option<(Side, &str)>,
    ) -> Result<Self, String> {
        let mut seat = Self {
            table: Table::new(arena, seed),
            side: versus.map(|(side, _)| side),
            opponent: None,
            seeds: Lot::new(seed),
        };
        if let Some((_, name)) = versus {
            let player = level(name, seed).ok_or_else(|| format!("there is no player `{name}`"))?;
            seat.opponent = Some((name.to_owned(), player));
        }
        Ok(seat)
    }

    /// Starts again. The same seed gives the same sequence of battles.
    pub fn reset(&mut self, seed: u64) {
        self.reset_until(seed, &NEVER);
    }

    /// Starts again; once `stop` is set the opponent gives no more orders. After that the seat is
    /// of no use until the next reset.
    fn reset_until(&mut self, seed: u64, stop: &AtomicBool) {
        self.seeds = Lot::new(seed);
        self.begin(seed, stop);
    }

    fn begin(&mut self, seed: u64, stop: &AtomicBool) {
        self.table.reset(seed);
        if let Some((name, player)) = &mut self.opponent
            && let Some(fresh) = level(name, seed.wrapping_add(1))
        {
            *player = fresh;
        }
        self.wait(stop);
    }

    /// Lets the opponent play until it is the learner's turn to order, or `stop` is set.
    fn wait(&mut self, stop: &AtomicBool) {
        let Some((_, player)) = &mut self.opponent else {
            return;
        };
        while self.table.goes_on() && Some(self.table.battle().to_move()) != self.side {
            if stop.load(Ordering::Relaxed) {
                return;
            }
            self.table.let_play(&mut **player);
        }
        // Finds out now, rather than in the next step, that nobody can give an order.
        self.table.open();
    }

    /// Returns the side from which the learner sees the table now.
    #[must_use]
    pub fn seen_by(&self) -> Side {
        self.side.unwrap_or_else(|| self.table.battle().to_move())
    }

    /// Carries out an action. If that ends the battle and `again` is set, the next battle begins.
    ///
    /// # Errors
    /// As [`Table::act`].
    pub fn step(&mut self, action: usize, again: bool) -> Result<Stepped, Wrong> {
        self.step_until(action, again, &NEVER)
    }

    /// Carries out an action; once `stop` is set the opponent gives no more orders. After that the
    /// seat is of no use until the next reset.
    ///
    /// # Errors
    /// As [`Seat::step`].
    pub fn step_until(
        &mut self,
        action: usize,
        again: bool,
        stop: &AtomicBool,
    ) -> Result<Stepped, Wrong> {
        let before = self.table.lead(Side::A);
        if !self.table.act(action)? {
            let lead = [before; 2];
            return Ok(Stepped {
                lead,
                ..Stepped::default()
            });
        }
        self.wait(stop);
        self.table.open();
        let reward = match self.table.outcome() {
            Some(Outcome::Won(Side::A)) => [1.0, -1.0],
            Some(Outcome::Won(Side::B)) => [-1.0, 1.0],
            _ => [0.0, 0.0],
        };
        let stepped = Stepped {
            reward,
            lead: [before, self.table.lead(Side::A)],
            ended: self.table.outcome().is_some(),
            stopped: self.table.is_stopped(),
        };
        if again && (stepped.ended || stepped.stopped) {
            let next = (0..4).fold(0, |seed, _| seed << 15 | self.seeds.below(32_768) as u64);
            self.begin(next, stop);
        }
        Ok(stepped)
    }

    /// Writes what the learner sees and which actions are open.
    pub fn observe(&mut self, row: &mut [f32], mask: &mut [i8]) {
        let side = self.seen_by();
        let chosen = self.table.chosen();
        self.table
            .arena()
            .observe(self.table.battle(), side, chosen, row);
        self.table.mask(mask);
    }
}

/// Returns the number of threads to use: all of the machine's if none is given.
fn threads(asked: Option<usize>, work: usize) -> usize {
    let all = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    asked.unwrap_or_else(all).clamp(1, work.max(1))
}

/// Does something with every item, on several threads, until `stop` is set.
fn spread<T: Send>(
    items: impl Iterator<Item = T> + Send,
    on: usize,
    stop: &AtomicBool,
    what: impl Fn(T) + Sync,
) {
    let items = Mutex::new(items);
    let next = || items.lock().unwrap_or_else(PoisonError::into_inner).next();
    let rest = || {
        while !stop.load(Ordering::Relaxed)
            && let Some(item) = next()
        {
            what(item);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..on {
            // Where the machine gives no more threads, those that began do all the work.
            let _ = std::thread::Builder::new().spawn_scoped(scope, rest);
        }
        rest();
    });
}

/// Starts again at every seat with the seed of each, on several threads, until `stop` is set.
pub fn reset_all(seats: &mut [Seat], seeds: &[u64], on: Option<usize>, stop: &AtomicBool) {
    let on = threads(on, seats.len());
    let all = seats.iter_mut().zip(seeds);
    spread(all, on, stop, |(seat, &seed)| seat.reset_until(seed, stop));
}

/// Writes what the learner at every seat sees now, on several threads, until `stop` is set. Rows
/// and masks follow one another.
pub fn observe_all(
    seats: &mut [Seat],
    (rows, masks): (&mut [f32], &mut [i8]),
    on: Option<usize>,
    stop: &AtomicBool,
) {
    let Some(first) = seats.first() else {
        return;
    };
    let arena = first.table.arena().clone();
    let (wide, all) = (arena.numbers(), arena.actions());
    let on = threads(on, seats.len());
    let seen = rows.chunks_exact_mut(wide).zip(masks.chunks_exact_mut(all));
    let seats = seats.iter_mut().zip(seen);
    spread(seats, on, stop, |(seat, (row, mask))| {
        seat.observe(row, mask);
    });
}

/// Carries out an action at every seat and writes what each learner sees next, on several threads,
/// until `stop` is set: after that the seats are of no use until the next reset. Rows and masks
/// follow one another. A seat whose battle ends begins the next one.
///
/// # Errors
/// If an action is wrong: names the first seat with one. Then no seat moves.
///
/// # Panics
/// If the length of `actions`, `rows` or `masks` does not fit the number of seats.
pub fn step_all(
    seats: &mut [Seat],
    actions: &[usize],
    (rows, masks): (&mut [f32], &mut [i8]),
    on: Option<usize>,
    stop: &AtomicBool,
) -> Result<Vec<Stepped>, (usize, Wrong)> {
    assert_eq!(seats.len(), actions.len(), "an action for every seat");
    let Some(first) = seats.first_mut() else {
        return Ok(Vec::new());
    };
    let arena = first.table.arena().clone();
    let (wide, all) = (arena.numbers(), arena.actions());
    // If an action is wrong, no seat moves.
    for (at, (seat, &action)) in seats.iter_mut().zip(actions).enumerate() {
        seat.table.may(action).map_err(|wrong| (at, wrong))?;
    }
    let on = threads(on, seats.len());
    let each = seats.len().div_ceil(on);
    let mut stepped = vec![Stepped::default(); seats.len()];
    let parts = seats.chunks_mut(each).zip(actions.chunks(each));
    let parts = parts.zip(stepped.chunks_mut(each));
    let seen = rows
        .chunks_mut(each * wide)
        .zip(masks.chunks_mut(each * all));
    let parts = parts.zip(seen);
    spread(parts, on, stop, |(((seats, actions), out), seen)| {
        let (rows, masks): (&mut [f32], &mut [i8]) = seen;
        let rows = rows.chunks_exact_mut(wide).zip(masks.chunks_exact_mut(all));
        let tables = seats.iter_mut().zip(actions).zip(out);
        for (((seat, &action), out), (row, mask)) in tables.zip(rows) {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            if let Ok(done) = seat.step_until(action, true, stop) {
                *out = done;
            }
            seat.observe(row, mask);
        }
    });
    Ok(stepped)
}

/// Plays one whole battle between two players and returns its table, or `None` if there is no such
/// player.
#[must_use]
pub fn played(arena: &Arc<Arena>, seed: u64, names: [&str; 2], limit: u32) -> Option<Table> {
    let mut players = [
        level(names[0], seed)?,
        level(names[1], seed.wrapping_add(1))?,
    ];
    let mut table = Table::new(arena.clone(), seed);
    table.limit = limit;
    while table.goes_on() {
        let side = table.battle().to_move();
        table.let_play(&mut *players[side.index()]);
    }
    Some(table)
}

/// Plays a whole battle for every seed on several threads, until `stop` is set. Returns what `keep`
/// makes of each, in the order of the seeds, and `None` for battles that were not played.
pub fn play_all<T: Send>(
    arena: &Arc<Arena>,
    seeds: &[u64],
    names: [&str; 2],
    (limit, on): (u32, Option<usize>),
    stop: &AtomicBool,
    keep: impl Fn(Table) -> T + Sync,
) -> Vec<Option<T>> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut out = Vec::new();
        while !stop.load(Ordering::Relaxed) {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(&seed) = seeds.get(at) else { break };
            out.push((at, played(arena, seed, names, limit).map(&keep)));
        }
        out
    };
    let mut all: Vec<Option<T>> = seeds.iter().map(|_| None).collect();
    std::thread::scope(|scope| {
        // Where the machine gives no more threads, those that began play everything.
        let begun = |_| std::thread::Builder::new().spawn_scoped(scope, work).ok();
        let others: Vec<_> = (1..threads(on, seeds.len())).filter_map(begun).collect();
        let mut done = work();
        done.extend(
            others
                .into_iter()
                .flat_map(|thread| thread.join().unwrap_or_default()),
        );
        for (at, battle) in done {
            all[at] = battle;
        }
    });
    all
}

//! Battles for learning programs, one or many at once.

use crate::failure::{failed, raised, unusable};
use crate::game::{House, switches};
use crate::work::work;
use pyo3::buffer::{Element, PyBuffer};
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use sandtable::{Outcome, Side};
use sandtable_arena::{Arena, Seat, Stepped, Wrong, observe_all, play_all, reset_all, step_all};
use serde_json::Value;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Seats at tables with one scenario.
#[pyclass(module = "sandtable._engine", frozen)]
pub(crate) struct Seats {
    arena: Arc<Arena>,
    sides: [String; 2],
    /// Shared with the threads that play, which may outlive a call that Ctrl-C ends.
    inside: Arc<Mutex<Inside>>,
    count: usize,
    /// Whether there is an opponent.
    against: bool,
    /// Whether a call takes a few milliseconds at most, too short for anyone to stop it.
    quick: bool,
    threads: Option<usize>,
    scenario: Arc<str>,
}

struct Inside {
    seats: Vec<Seat>,
    rows: Vec<f32>,
    masks: Vec<i8>,
    course: Course,
}

/// Most battles whose calls need no thread of their own: starting one takes longer than a step of
/// a single battle, where nobody has to think.
const FEW: usize = 64;

/// Whether the battles can be stepped.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Course {
    /// Nobody has begun them.
    New,
    Going,
    /// Ctrl-C stopped a call: some battles are before it, some after it, some in between.
    Stopped,
}

/// Why a step was not made.
enum Unmade {
    Course(Course),
    /// The seat with the wrong action, if there are several seats.
    Wrong(Option<usize>, Wrong),
}

impl From<(usize, Wrong)> for Unmade {
    fn from((seat, why): (usize, Wrong)) -> Self {
        Self::Wrong(Some(seat), why)
    }
}

impl From<Wrong> for Unmade {
    fn from(why: Wrong) -> Self {
        Self::Wrong(None, why)
    }
}

impl Unmade {
    fn raised(&self, py: Python<'_>) -> PyErr {
        let says = match self {
            Self::Wrong(seat, why) => return wrong(py, *seat, why),
            Self::Course(Course::Stopped) => {
                "a call was stopped midway: call `reset` before `step`"
            }
            Self::Course(_) => "no battle has begun: call `reset` before `step`",
        };
        PyRuntimeError::new_err(says)
    }
}

impl Inside {
    /// Changes the battles; if `stop` is set meanwhile, only a reset makes them usable again.
    fn change<T>(&mut self, stop: &AtomicBool, what: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.course, Course::Stopped);
        let done = what(self);
        if !stop.load(Ordering::Relaxed) {
            self.course = before;
        }
        done
    }

    fn reset(&mut self, seeds: &[u64], threads: Option<usize>, stop: &AtomicBool) {
        self.course = Course::Going;
        self.change(stop, |inside| {
            reset_all(&mut inside.seats, seeds, threads, stop);
        });
    }

    /// Refuses a step where the battles cannot be stepped.
    const fn going(&self) -> Result<(), Unmade> {
        match self.course {
            Course::Going => Ok(()),
            course => Err(Unmade::Course(course)),
        }
    }

    fn act(
        &mut self,
        seat: usize,
        action: usize,
        stop: &AtomicBool,
    ) -> Result<(Told, usize), Unmade> {
        self.going()?;
        self.change(stop, |inside| {
            let seat = &mut inside.seats[seat];
            let stepped = seat.step_until(action, false, stop)?;
            Ok((told(&stepped), seat.table.battle().to_move().index()))
        })
    }

    fn step(
        &mut self,
        actions: &[usize],
        threads: Option<usize>,
        stop: &AtomicBool,
    ) -> Result<Vec<Stepped>, Unmade> {
        self.going()?;
        self.change(
            stop,
            |Self {
                 seats, rows, masks, ..
             }| { Ok(step_all(seats, actions, (rows, masks), threads, stop)?) },
        )
    }
}

fn locked(inside: &Mutex<Inside>) -> MutexGuard<'_, Inside> {
    inside.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Creates seats, until `stop` is set.
fn seats_at(
    arena: &Arc<Arena>,
    count: usize,
    versus: Option<(Side, &str)>,
    limit: u32,
    stop: &AtomicBool,
) -> Result<Vec<Seat>, String> {
    let seeds = (0..count as u64).take_while(|_| !stop.load(Ordering::Relaxed));
    let seats = seeds.map(|seed| {
        let mut seat = Seat::unbegun(arena.clone(), seed, versus)?;
        seat.table.limit = limit;
        Ok(seat)
    });
    seats.collect()
}

/// Checks that a Python value is an array of `count` numbers of a type.
fn array<T: Element>(
    py: Python<'_>,
    of: &Bound<'_, PyAny>,
    (what, kind): (&str, &str),
    count: usize,
    write: bool,
) -> PyResult<PyBuffer<T>> {
    let shape = || {
        let shape = of.getattr("shape").and_then(|shape| shape.repr());
        shape.map_or_else(|_| "no shape".to_owned(), |shape| format!("shape {shape}"))
    };
    let buffer = PyBuffer::<T>::get(of).map_err(|_| {
        let flags = of.getattr("flags");
        let aligned = flags.and_then(|flags| flags.getattr("aligned")?.is_truthy());
        let dtype = of.getattr("dtype").map(|dtype| dtype.to_string());
        let found = dtype.ok().filter(|found| found != kind);
        let found = found.unwrap_or_else(|| of.get_type().to_string());
        if matches!(aligned, Ok(false)) {
            return PyValueError::new_err(format!(
                "{what} must be aligned in memory, as new arrays are: pass a copy, `array.copy()`"
            ));
        }
        PyTypeError::new_err(format!("{what} must be an array of {kind}, not of {found}"))
    })?;
    let foreign = if cfg!(target_endian = "little") {
        b">!"
    } else {
        b"<<"
    };
    let order = buffer.format().to_bytes().first();
    if order.is_some_and(|order| foreign.contains(order)) {
        return Err(PyTypeError::new_err(format!(
            "{what} must be an array of {kind} in this machine's order of bytes"
        )));
    }
    if buffer.item_count() != count {
        let found = shape();
        return Err(PyValueError::new_err(format!(
            "{what} must have {count} numbers; this array has {found}"
        )));
    }
    if !buffer.is_c_contiguous() || (write && buffer.readonly()) {
        return Err(PyValueError::new_err(format!(
            "{what} must be one contiguous block of memory, and writable if results go there"
        )));
    }
    let _ = py;
    Ok(buffer)
}

/// Converts a wrong action to an exception.
fn wrong(py: Python<'_>, seat: Option<usize>, why: &Wrong) -> PyErr {
    let class = match why {
        Wrong::Unknown { .. } | Wrong::Masked { .. } => "MaskedAction",
        Wrong::Over => "BattleOver",
    };
    let says = match seat {
        Some(seat) => format!("battle {seat}: {why}"),
        None => why.to_string(),
    };
    raised(py, class, &says, &Value::Null)
}

/// Returns the state of a battle: -1 in progress, 0 or 1 the side that won, 2 a draw, 3 stopped.
fn standing(seat: &Seat) -> i8 {
    match seat.table.outcome() {
        Some(Outcome::Won(Side::A)) => 0,
        Some(Outcome::Won(Side::B)) => 1,
        Some(Outcome::Draw) => 2,
        None if seat.table.is_stopped() => 3,
        None => -1,
    }
}

/// Reward of both sides, the first side's lead before and after, whether the battle ended, and
/// whether it was stopped.
type Told = (f32, f32, f32, f32, bool, bool);

fn told(stepped: &Stepped) -> Told {
    let Stepped {
        reward,
        lead,
        ended,
        stopped,
    } = *stepped;
    (reward[0], reward[1], lead[0], lead[1], ended, stopped)
}

impl Seats {
    /// Asks the seats for something short, without Python's lock: another thread may hold them.
    fn with<T: Send>(&self, py: Python<'_>, what: impl FnOnce(&mut Inside) -> T + Send) -> T {
        py.detach(|| what(&mut locked(&self.inside)))
    }

    /// Does something with the seats that may take long; Ctrl-C ends the wait for it.
    fn at_length<T: Send + 'static>(
        &self,
        py: Python<'_>,
        what: impl FnOnce(&mut Inside, &AtomicBool) -> T + Send + 'static,
    ) -> PyResult<T> {
        if self.quick {
            return Ok(self.with(py, |inside| what(inside, &AtomicBool::new(false))));
        }
        let inside = self.inside.clone();
        work(py, move |stop| what(&mut locked(&inside), stop))
    }

    fn at(&self, seat: usize) -> PyResult<usize> {
        if seat < self.count {
            return Ok(seat);
        }
        Err(pyo3::exceptions::PyIndexError::new_err(format!(
            "there is no battle {seat} of {}",
            self.count
        )))
    }

    /// Reads actions; a negative number is none.
    fn actions(&self, py: Python<'_>, given: &[i64]) -> PyResult<Vec<usize>> {
        let each = given.iter().enumerate().map(|(seat, &action)| {
            usize::try_from(action).map_err(|_| {
                let last = self.arena.actions() - 1;
                let says =
                    format!("battle {seat}: there is no action {action}: actions are 0 to {last}");
                raised(py, "MaskedAction", &says, &Value::Null)
            })
        });
        each.collect()
    }
}

#[pymethods]
impl Seats {
    /// Creates `count` seats at tables with a battle file, each for one side against a player, or
    /// for both.
    #[new]
    #[expect(clippy::too_many_arguments, reason = "Python names them")]
    fn new(
        py: Python<'_>,
        text: &str,
        house: Option<House>,
        count: usize,
        side: Option<&str>,
        opponent: Option<&str>,
        limit: u32,
        threads: Option<usize>,
    ) -> PyResult<Self> {
        if count == 0 {
            return Err(unusable("there must be at least one battle"));
        }
        let game = py
            .detach(|| sandtable::Game::from_toml_under(text, &switches(house), 0))
            .map_err(|why| failed(py, &why))?;
        game.seen().map_err(|why| failed(py, &why))?;
        if let Some(over) = game.over() {
            return Err(failed(py, &sandtable::Error::Over(over)));
        }
        let start = game.journal().start().clone();
        let sides = start.setting.sides.clone().map(|side| side.name);
        let arena = Arc::new(Arena::new(game.rule_set(), start));
        let versus = match (side, opponent) {
            (Some(side), Some(opponent)) => {
                let at = sides.iter().position(|name| name == side).ok_or_else(|| {
                    let known = sides.join(", ");
                    raised(
                        py,
                        "UnknownName",
                        &format!("there is no side `{side}`; there are: {known}"),
                        &Value::Null,
                    )
                })?;
                // Check that there is such a player before anything is played.
                sandtable::player(opponent, 0).map_err(|why| failed(py, &why))?;
                Some((Side::BOTH[at], opponent))
            }
            _ => None,
        };
        let inside = {
            let arena = arena.clone();
            let versus = versus.map(|(side, opponent)| (side, opponent.to_owned()));
            work(py, move |stop| {
                let versus = versus.as_ref().map(|(side, name)| (*side, name.as_str()));
                let seats = seats_at(&arena, count, versus, limit, stop)?;
                Ok(Inside {
                    rows: vec![0.0; count * arena.numbers()],
                    masks: vec![0; count * arena.actions()],
                    seats,
                    course: Course::New,
                })
            })?
        };
        let inside = inside.map_err(|why: String| unusable(why))?;
        Ok(Self {
            arena,
            sides,
            inside: Arc::new(Mutex::new(inside)),
            count,
            against: side.is_some() && opponent.is_some(),
            quick: count <= FEW && matches!(opponent, None | Some("random")),
            threads,
            scenario: text.into(),
        })
    }

    /// Returns the number of actions, the numbers in a row, for the battle and for a unit, and the
    /// size of the larger side.
    fn sizes(&self) -> (usize, usize, usize, usize, usize) {
        let arena = &self.arena;
        (
            arena.actions(),
            arena.numbers(),
            arena.globals(),
            arena.of_unit(),
            arena.slots(),
        )
    }

    /// Returns what the numbers mean.
    fn features(&self) -> (Vec<String>, Vec<String>) {
        self.arena.features()
    }

    /// Returns the names of the sides, and of their units in the order of rows and actions.
    fn names(&self) -> ([String; 2], [Vec<String>; 2]) {
        let setting = &self.arena.start().setting;
        let units = Side::BOTH.map(|side| {
            let all = (0..self.arena.slots()).filter_map(|at| self.arena.unit_at(side, at));
            all.map(|id| setting.name(id).to_owned()).collect()
        });
        (self.sides.clone(), units)
    }

    /// Returns the battle file of the scenario.
    fn scenario(&self) -> &str {
        &self.scenario
    }

    /// Returns what an action means now at a seat.
    fn means(&self, py: Python<'_>, seat: usize, action: usize) -> PyResult<String> {
        let seat = self.at(seat)?;
        let last = self.arena.actions() - 1;
        let act = self
            .arena
            .action(action)
            .ok_or_else(|| wrong(py, None, &Wrong::Unknown { action, last }))?;
        Ok(self.with(py, |inside| inside.seats[seat].table.means(act)))
    }

    /// Starts again, with a seed for every seat.
    fn reset(&self, py: Python<'_>, seeds: Vec<u64>) -> PyResult<()> {
        if self.count != seeds.len() {
            return Err(unusable(format!(
                "there are {} battles but {} seeds",
                self.count,
                seeds.len()
            )));
        }
        let threads = self.threads;
        self.at_length(py, move |inside, stop| inside.reset(&seeds, threads, stop))
    }

    /// Writes what a seat sees, from a given side or from the side that may order.
    fn observe(
        &self,
        py: Python<'_>,
        seat: usize,
        side: Option<usize>,
        row: &Bound<'_, PyAny>,
        mask: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let seat = self.at(seat)?;
        let row = array::<f32>(
            py,
            row,
            ("the observation", "float32"),
            self.arena.numbers(),
            true,
        )?;
        let mask = array::<i8>(py, mask, ("the mask", "int8"), self.arena.actions(), true)?;
        let mut inside = locked(&self.inside);
        let Inside {
            seats, rows, masks, ..
        } = &mut *inside;
        let (rows, masks) = (
            &mut rows[..self.arena.numbers()],
            &mut masks[..self.arena.actions()],
        );
        let seat = &mut seats[seat];
        let to_move = seat.table.battle().to_move();
        let view = side
            .and_then(|side| Side::BOTH.get(side))
            .copied()
            .unwrap_or(to_move);
        let chosen = seat.table.chosen().filter(|_| view == to_move);
        self.arena.observe(seat.table.battle(), view, chosen, rows);
        if view == to_move && seat.table.goes_on() {
            seat.table.mask(masks);
        } else {
            masks.fill(0);
        }
        row.copy_from_slice(py, rows)?;
        mask.copy_from_slice(py, masks)
    }

    /// Returns which side may order at a seat, and the state of the battle.
    fn turn(&self, seat: usize) -> PyResult<(usize, i8)> {
        let seat = self.at(seat)?;
        let inside = locked(&self.inside);
        let seat = &inside.seats[seat];
        Ok((seat.table.battle().to_move().index(), standing(seat)))
    }

    /// Carries out an action at one seat, without starting a new battle after the end. Returns the
    /// result and the side that may order next.
    fn act(&self, py: Python<'_>, seat: usize, action: usize) -> PyResult<(Told, usize)> {
        let at = self.at(seat)?;
        // An order takes microseconds, less than releasing the lock. With an opponent that thinks,
        // it may take long.
        let done = match self.against {
            false => locked(&self.inside).act(at, action, &AtomicBool::new(false)),
            true => self.at_length(py, move |inside, stop| inside.act(at, action, stop))?,
        };
        done.map_err(|why| why.raised(py))
    }

    /// Carries out an action at every seat, on several threads without the lock. Writes what each
    /// seat sees next, each side's rewards, the first side's lead before and after, and whether the
    /// battle ended or was stopped. Battles that end start again.
    #[expect(clippy::too_many_arguments, reason = "Python names them")]
    fn step(
        &self,
        py: Python<'_>,
        actions: &Bound<'_, PyAny>,
        rows: &Bound<'_, PyAny>,
        masks: &Bound<'_, PyAny>,
        rewards: &Bound<'_, PyAny>,
        leads: &Bound<'_, PyAny>,
        flags: &Bound<'_, PyAny>,
        views: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let (wide, all) = (self.arena.numbers(), self.arena.actions());
        let count = self.count;
        let actions = array::<i64>(py, actions, ("actions", "int64"), count, false)?.to_vec(py)?;
        let rows = array::<f32>(py, rows, ("observations", "float32"), count * wide, true)?;
        let masks = array::<i8>(py, masks, ("masks", "int8"), count * all, true)?;
        let rewards = array::<f32>(py, rewards, ("rewards", "float32"), count * 2, true)?;
        let leads = array::<f32>(py, leads, ("leads", "float32"), count * 2, true)?;
        let flags = array::<i8>(py, flags, ("flags", "int8"), count * 2, true)?;
        let views = array::<i8>(py, views, ("sides", "int8"), count, true)?;
        let actions = self.actions(py, &actions)?;
        let threads = self.threads;
        let stepped =
            self.at_length(py, move |inside, stop| inside.step(&actions, threads, stop))?;
        let stepped = stepped.map_err(|why| why.raised(py))?;
        let flat =
            |each: fn(&Stepped) -> [f32; 2]| stepped.iter().flat_map(each).collect::<Vec<f32>>();
        rewards.copy_from_slice(py, &flat(|s| s.reward))?;
        leads.copy_from_slice(py, &flat(|s| s.lead))?;
        let ends: Vec<i8> = stepped
            .iter()
            .flat_map(|s| [i8::from(s.ended), i8::from(s.stopped)])
            .collect();
        flags.copy_from_slice(py, &ends)?;
        self.seen(py, &rows, &masks, &views)
    }

    /// Writes what every seat sees now.
    fn observe_all(
        &self,
        py: Python<'_>,
        rows: &Bound<'_, PyAny>,
        masks: &Bound<'_, PyAny>,
        views: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let (wide, all) = (self.arena.numbers(), self.arena.actions());
        let count = self.count;
        let rows = array::<f32>(py, rows, ("observations", "float32"), count * wide, true)?;
        let masks = array::<i8>(py, masks, ("masks", "int8"), count * all, true)?;
        let views = array::<i8>(py, views, ("sides", "int8"), count, true)?;
        let threads = self.threads;
        self.at_length(py, move |inside, stop| {
            let Inside {
                seats, rows, masks, ..
            } = inside;
            observe_all(seats, (rows, masks), threads, stop);
        })?;
        self.seen(py, &rows, &masks, &views)
    }

    /// Plays whole battles between two players, one per seed, on several threads without the lock.
    /// Returns the state, orders, turns and fingerprint of each.
    fn play_all(
        &self,
        py: Python<'_>,
        seeds: Vec<u64>,
        players: [String; 2],
        limit: u32,
    ) -> PyResult<Vec<(i8, u32, u16, u64)>> {
        for player in &players {
            sandtable::player(player, 0).map_err(|why| failed(py, &why))?;
        }
        let (arena, threads) = (self.arena.clone(), self.threads);
        let all = work(py, move |stop| {
            let names = [players[0].as_str(), players[1].as_str()];
            play_all(&arena, &seeds, names, (limit, threads), stop, |table| {
                let battle = table.battle();
                let standing = match table.outcome() {
                    Some(Outcome::Won(side)) => i8::from(side == Side::B),
                    Some(Outcome::Draw) => 2,
                    None => 3,
                };
                (
                    standing,
                    table.orders(),
                    battle.cursor.turn,
                    battle.fingerprint(),
                )
            })
        })?;
        Ok(all.into_iter().flatten().collect())
    }

    /// Returns the battle of a seat as a battle file.
    fn position(&self, py: Python<'_>, seat: usize) -> PyResult<String> {
        let seat = self.at(seat)?;
        let card = self.arena.rules().card();
        Ok(self.with(py, |inside| {
            sandtable::files::write_battle(inside.seats[seat].table.battle(), card)
        }))
    }

    /// Returns the battle of a seat as a picture.
    fn svg(&self, py: Python<'_>, seat: usize) -> PyResult<String> {
        let seat = self.at(seat)?;
        Ok(self.with(py, |inside| {
            sandtable::draw(&**self.arena.rules(), inside.seats[seat].table.battle())
        }))
    }
}

impl Seats {
    /// Copies the results to Python's arrays.
    fn seen(
        &self,
        py: Python<'_>,
        rows: &PyBuffer<f32>,
        masks: &PyBuffer<i8>,
        views: &PyBuffer<i8>,
    ) -> PyResult<()> {
        let inside = locked(&self.inside);
        rows.copy_from_slice(py, &inside.rows)?;
        masks.copy_from_slice(py, &inside.masks)?;
        let sides: Vec<i8> = inside
            .seats
            .iter()
            .map(|seat| i8::from(seat.seen_by() == Side::B))
            .collect();
        views.copy_from_slice(py, &sides)
    }
}

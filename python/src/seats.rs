//! Battles for learning programs, one or many at once.

use crate::failure::{failed, raised, unusable};
use crate::game::{House, switches};
use crate::work::work;
use pyo3::buffer::{Element, PyBuffer};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use sandtable::{Outcome, Side};
use sandtable_arena::{Arena, Seat, Stepped, Wrong, play_all, step_all};
use serde_json::Value;
use std::sync::{Arc, Mutex, PoisonError};

/// Seats at tables with one scenario.
#[pyclass(module = "sandtable._engine", frozen)]
pub(crate) struct Seats {
    arena: Arc<Arena>,
    sides: [String; 2],
    inside: Mutex<Inside>,
    threads: Option<usize>,
    scenario: Arc<str>,
}

struct Inside {
    seats: Vec<Seat>,
    rows: Vec<f32>,
    masks: Vec<i8>,
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
        let found = of
            .getattr("dtype")
            .map_or_else(|_| of.get_type().to_string(), |d| d.to_string());
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
    fn with<T: Send>(&self, py: Python<'_>, what: impl FnOnce(&mut Inside) -> T + Send) -> T {
        py.detach(|| {
            let mut inside = self.inside.lock().unwrap_or_else(PoisonError::into_inner);
            what(&mut inside)
        })
    }

    fn at(&self, seat: usize) -> PyResult<usize> {
        let count = self
            .inside
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .seats
            .len();
        if seat < count {
            return Ok(seat);
        }
        Err(pyo3::exceptions::PyIndexError::new_err(format!(
            "there is no battle {seat} of {count}"
        )))
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
        let seats = (0..count as u64).map(|seed| Seat::new(arena.clone(), seed, versus));
        let mut seats: Vec<Seat> = seats.collect::<Result<_, _>>().map_err(unusable)?;
        seats.iter_mut().for_each(|seat| seat.table.limit = limit);
        let inside = Mutex::new(Inside {
            rows: vec![0.0; count * arena.numbers()],
            masks: vec![0; count * arena.actions()],
            seats,
        });
        Ok(Self {
            arena,
            sides,
            inside,
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
        let done = self.with(py, |inside| {
            if inside.seats.len() != seeds.len() {
                return Err(inside.seats.len());
            }
            inside
                .seats
                .iter_mut()
                .zip(&seeds)
                .for_each(|(seat, &seed)| seat.reset(seed));
            Ok(())
        });
        done.map_err(|count| {
            unusable(format!(
                "there are {count} battles but {} seeds",
                seeds.len()
            ))
        })
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
        let mut inside = self.inside.lock().unwrap_or_else(PoisonError::into_inner);
        let Inside { seats, rows, masks } = &mut *inside;
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
        let inside = self.inside.lock().unwrap_or_else(PoisonError::into_inner);
        let seat = &inside.seats[seat];
        Ok((seat.table.battle().to_move().index(), standing(seat)))
    }

    /// Carries out an action at one seat, without starting a new battle after the end. Returns the
    /// result and the side that may order next.
    fn act(&self, py: Python<'_>, seat: usize, action: usize) -> PyResult<(Told, usize)> {
        let at = self.at(seat)?;
        let done = {
            // An order takes microseconds, less than releasing the lock. With an opponent that
            // thinks, it may take long.
            let mut inside = self.inside.lock().unwrap_or_else(PoisonError::into_inner);
            if inside.seats[at].side.is_none() {
                let seat = &mut inside.seats[at];
                seat.step(action, false)
                    .map(|s| (told(&s), seat.table.battle().to_move().index()))
            } else {
                drop(inside);
                self.with(py, |inside| {
                    let seat = &mut inside.seats[at];
                    seat.step(action, false)
                        .map(|s| (told(&s), seat.table.battle().to_move().index()))
                })
            }
        };
        done.map_err(|why| wrong(py, None, &why))
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
        let count = self
            .inside
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .seats
            .len();
        let actions = array::<i64>(py, actions, ("actions", "int64"), count, false)?.to_vec(py)?;
        let rows = array::<f32>(py, rows, ("observations", "float32"), count * wide, true)?;
        let masks = array::<i8>(py, masks, ("masks", "int8"), count * all, true)?;
        let rewards = array::<f32>(py, rewards, ("rewards", "float32"), count * 2, true)?;
        let leads = array::<f32>(py, leads, ("leads", "float32"), count * 2, true)?;
        let flags = array::<i8>(py, flags, ("flags", "int8"), count * 2, true)?;
        let views = array::<i8>(py, views, ("sides", "int8"), count, true)?;
        // A negative number is not an action; report it as unknown.
        let actions: Vec<usize> = actions
            .into_iter()
            .map(|a| usize::try_from(a).unwrap_or(usize::MAX))
            .collect();
        let stepped = self.with(py, |inside| {
            let Inside { seats, rows, masks } = inside;
            step_all(seats, &actions, (rows, masks), self.threads)
        });
        let stepped = stepped.map_err(|(seat, why)| wrong(py, Some(seat), &why))?;
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
        let count = self
            .inside
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .seats
            .len();
        let rows = array::<f32>(py, rows, ("observations", "float32"), count * wide, true)?;
        let masks = array::<i8>(py, masks, ("masks", "int8"), count * all, true)?;
        let views = array::<i8>(py, views, ("sides", "int8"), count, true)?;
        self.with(py, |inside| {
            let Inside { seats, rows, masks } = inside;
            let parts = rows.chunks_exact_mut(wide).zip(masks.chunks_exact_mut(all));
            seats
                .iter_mut()
                .zip(parts)
                .for_each(|(seat, (row, mask))| seat.observe(row, mask));
        });
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
        let inside = self.inside.lock().unwrap_or_else(PoisonError::into_inner);
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

//! Battles in progress.

use crate::failure::{failed, raised, unusable};
use crate::work::work;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use sandtable::battle::{Offer, Rolled, Scope, Status, Switches};
use sandtable::odds::{Others, Terms};
use sandtable::opponents::Lot;
use sandtable::{Duel, Error, Order, Outcome, UnitId};
use serde_json::{Value, json};
use std::collections::BTreeMap;
#[expect(
    clippy::disallowed_types,
    reason = "asked for what it has, never walked"
)]
use std::collections::HashSet;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};

/// House rules as Python passes them.
pub(crate) type House = BTreeMap<String, String>;

/// Converts house rules to the engine's form.
pub(crate) fn switches(house: Option<House>) -> Switches {
    let house = house.unwrap_or_default().into_iter();
    house.fold(Switches::default(), |all, (name, value)| {
        all.with(&name, &value)
    })
}

/// Returns a policy for choices on the way, by name.
pub(crate) fn others(name: &str) -> PyResult<Others> {
    let all = [Others::Stop, Others::Never, Others::Always, Others::Best];
    let found = all.into_iter().find(|others| others.name() == name);
    found.ok_or_else(|| {
        let known = all.map(Others::name).join(", ");
        unusable(format!(
            "there is no policy `{name}` for choices; there are: {known}"
        ))
    })
}

/// A battle with its rules and its journal, for any number of threads: their calls take turns.
#[pyclass(module = "sandtable._engine", frozen)]
pub(crate) struct Game(Mutex<Table>);

/// A battle, and whether it is being played out elsewhere.
struct Table {
    game: sandtable::Game,
    away: bool,
}

/// Why a call failed, told while no lock is held: making an exception runs Python, which may run
/// anything, even another call of this battle.
enum Trouble {
    Engine(Error),
    Unusable(String),
    /// The battle is being played out in another thread.
    Away,
}

impl From<Error> for Trouble {
    fn from(error: Error) -> Self {
        Self::Engine(error)
    }
}

impl Trouble {
    fn raised(&self, py: Python<'_>) -> PyErr {
        let away = "another thread is playing this battle out; play a copy of it, or wait";
        match self {
            Self::Engine(error) => failed(py, error),
            Self::Unusable(says) => unusable(says),
            Self::Away => raised(py, "EngineError", away, &Value::Null),
        }
    }
}

impl Game {
    fn holding(game: sandtable::Game) -> Self {
        Self(Mutex::new(Table { game, away: false }))
    }

    fn of(py: Python<'_>, made: Result<sandtable::Game, Error>) -> PyResult<Self> {
        made.map(Self::holding).map_err(|why| failed(py, &why))
    }

    /// Asks the battle for something that takes no longer than releasing Python's lock.
    fn with<T>(&self, py: Python<'_>, what: impl FnOnce(&mut Table) -> T) -> T {
        // Whoever waits here lets go of Python's lock, so that no two threads wait for each other.
        let table = self.0.lock_py_attached(py);
        what(&mut table.unwrap_or_else(PoisonError::into_inner))
    }

    /// The same, where it may fail.
    fn attempt<T>(
        &self,
        py: Python<'_>,
        what: impl FnOnce(&mut Table) -> Result<T, Trouble>,
    ) -> PyResult<T> {
        self.with(py, what).map_err(|why| why.raised(py))
    }

    /// Asks the battle for something that takes longer, without Python's lock.
    fn at_length<T: Send>(
        &self,
        py: Python<'_>,
        what: impl FnOnce(&mut Table) -> Result<T, Trouble> + Send,
    ) -> PyResult<T> {
        let done = py.detach(|| what(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner)));
        done.map_err(|why| why.raised(py))
    }

    /// Copies the battle.
    fn copied(&self, py: Python<'_>) -> sandtable::Game {
        self.with(py, |table| table.game.clone())
    }
}

/// Keeps other threads from changing a battle while a copy of it is played out.
struct Away<'a>(&'a Game, Python<'a>);

impl Drop for Away<'_> {
    fn drop(&mut self) {
        self.0.with(self.1, |table| table.away = false);
    }
}

impl Table {
    fn read(&self, order: &str) -> Result<Order, Trouble> {
        if let Some(over) = self.game.over() {
            return Err(Error::Over(over).into());
        }
        let order = order.trim_start();
        if order.starts_with('{') || order.starts_with('"') {
            return serde_json::from_str(order)
                .map_err(|why| Trouble::Unusable(format!("no order: {why}")));
        }
        Ok(self.game.order(order)?)
    }

    /// Returns the battle to change it.
    const fn changing(&mut self) -> Result<&mut sandtable::Game, Trouble> {
        if self.away {
            return Err(Trouble::Away);
        }
        Ok(&mut self.game)
    }

    fn name(&self, unit: UnitId) -> &str {
        self.game.battle().setting.name(unit)
    }

    /// Returns the state of the battle.
    fn view(&self) -> String {
        let (battle, card) = (self.game.battle(), self.game.card());
        let setting = &battle.setting;
        let phase = card.phases.get(usize::from(battle.cursor.phase));
        let waits = battle.cursor.waits.map(|waits| {
            json!({
                "clause": card.cite(waits.why),
                "choices": waits.choices,
                "unit": waits.unit.map(|id| self.name(id)),
                "other": waits.other.map(|id| self.name(id)),
            })
        });
        json!({
            "rules": card.id,
            "title": setting.title,
            "story": setting.story,
            "sides": setting.sides.clone().map(|side| side.name),
            "width": f64::from(setting.width) / 100.0,
            "height": f64::from(setting.height) / 100.0,
            "turn": battle.cursor.turn,
            "turns": setting.turns,
            "phase": phase.map(|phase| &phase.id),
            "side": setting.sides[battle.to_move().index()].name,
            "waits": waits,
            "over": self.game.outcome().is_some(),
            "winner": self.game.winner(),
            "score": battle.score,
            "orders": self.game.journal().lines().iter().filter(|line| line.order.is_some()).count(),
            "fingerprint": format!("{:016x}", battle.fingerprint()),
            "hash": format!("{:016x}", self.game.hash()),
        })
        .to_string()
    }

    fn units(&self) -> String {
        let battle = self.game.battle();
        let mut ready = Vec::new();
        if battle.ended.is_none() {
            self.game.rules().ready(battle, &mut ready);
        }
        let facts = json!(sandtable_files::facts(battle, self.game.card()));
        let all = battle
            .all()
            .map(|(id, _)| self.unit_view(id, &ready, &facts));
        Value::Array(all.collect()).to_string()
    }

    fn judge(&self, order: &str) -> Result<String, Trouble> {
        let order = self.read(order)?;
        let legal = self.game.judge(&order)?;
        let card = self.game.card();
        let mm = |length: i32| f64::from(length) / 100.0;
        let factors = legal.factors().iter().map(|factor| {
            json!({
                "clause": card.cite(factor.clause),
                "value": factor.value,
                "unit": factor.unit.map(|id| self.name(id)),
            })
        });
        let path = legal.path().iter();
        let path = path.map(|pose| json!([mm(pose.x), mm(pose.y), pose.facing.degrees()]));
        Ok(json!({
            "order": self.game.written(&order),
            "factors": factors.collect::<Vec<_>>(),
            "path": path.collect::<Vec<_>>(),
            "cost": mm(legal.cost()),
            "allowed": mm(legal.allowed()),
        })
        .to_string())
    }

    fn unit_view(&self, id: UnitId, ready: &[UnitId], facts: &Value) -> Value {
        let (battle, card) = (self.game.battle(), self.game.card());
        let unit = battle.unit(id);
        let rect = self.game.rules().footprint(battle, id);
        let name = self.name(id);
        let mm = |length: i32| f64::from(length) / 100.0;
        let ratings = card
            .ratings
            .iter()
            .zip(unit.ratings)
            .filter(|(spec, _)| spec.kinds >> unit.kind & 1 == 1);
        let ratings = ratings.map(|(spec, value)| {
            let value = spec.values.get(usize::from(value)).cloned();
            (spec.id.clone(), json!(value))
        });
        json!({
            "id": id.0,
            "name": name,
            "side": battle.setting.sides[unit.side.index()].name,
            "kind": card.kinds.get(usize::from(unit.kind)).map(|kind| &kind.id),
            "status": unit.status.name(),
            "x": mm(unit.pose.x),
            "y": mm(unit.pose.y),
            "facing": unit.pose.facing.degrees(),
            "frontage": mm(rect.frontage()),
            "depth": mm(rect.depth()),
            "stands": unit.stands,
            "started": unit.started,
            "formation": card.formations.get(usize::from(unit.formation)),
            "ratings": ratings.collect::<serde_json::Map<_, _>>(),
            "marks": facts["units"][name],
            "worth": self.game.rules().advice().profile(battle, id).worth,
            "ready": ready.contains(&id),
        })
    }

    fn offer_view(&self, offer: &Offer) -> Value {
        let battle = self.game.battle();
        let mm = |length: i32| f64::from(length) / 100.0;
        let area = offer.scope.area(battle).map(|area| {
            let points = area.outline().iter();
            points.map(|p| [mm(p.x), mm(p.y)]).collect::<Vec<_>>()
        });
        let targets = match &offer.scope {
            Scope::Targets(all) => all.iter().map(|&id| self.name(id)).collect(),
            _ => Vec::new(),
        };
        let allowance = match &offer.scope {
            Scope::Way(reach) => Some(mm(reach.allowance)),
            _ => None,
        };
        let turn = match offer.scope {
            Scope::Facing(most) => Some(f64::from(most) * 360.0 / 65536.0),
            _ => None,
        };
        let formations: Vec<&str> = match offer.scope {
            Scope::Formations(bits) => {
                let all = self.game.card().formations.iter().enumerate();
                let open = all.filter(|(at, _)| bits >> at & 1 == 1);
                open.map(|(_, name)| name.as_str()).collect()
            }
            _ => Vec::new(),
        };
        let choices = match offer.scope {
            Scope::Choices(count) => count,
            _ => 0,
        };
        json!({
            "verb": offer.verb,
            "unit": offer.unit.map(|id| self.name(id)),
            "clause": self.game.card().cite(offer.clause),
            "targets": targets,
            "allowance": allowance,
            "turn": turn,
            "formations": formations,
            "choices": choices,
            "area": area,
        })
    }
}

#[pymethods]
impl Game {
    /// Opens a built-in scenario.
    #[staticmethod]
    fn scenario(py: Python<'_>, name: &str, house: Option<House>, seed: u64) -> PyResult<Self> {
        let text = sandtable::scenario_text(name).map_err(|why| failed(py, &why))?;
        Self::from_toml(py, &text, house, seed)
    }

    /// Opens a battle file.
    #[staticmethod]
    fn from_toml(py: Python<'_>, text: &str, house: Option<House>, seed: u64) -> PyResult<Self> {
        let house = switches(house);
        let made = py.detach(|| sandtable::Game::from_toml_under(text, &house, seed));
        Self::of(py, made)
    }

    /// Opens a journal.
    #[staticmethod]
    fn from_journal(py: Python<'_>, text: &str) -> PyResult<Self> {
        let made = py.detach(|| sandtable::Game::from_journal(text));
        Self::of(py, made)
    }

    /// Returns an independent copy.
    fn clone(&self, py: Python<'_>) -> Self {
        Self::holding(self.copied(py))
    }

    /// Returns the state of the battle.
    fn view(&self, py: Python<'_>) -> String {
        self.with(py, |table| table.view())
    }

    /// Returns whether the battle is over; faster than the view.
    fn over(&self, py: Python<'_>) -> bool {
        self.with(py, |table| table.game.outcome().is_some())
    }

    /// Returns the name of the side to order; faster than the view.
    fn side(&self, py: Python<'_>) -> String {
        self.with(py, |table| {
            let battle = table.game.battle();
            battle.setting.sides[battle.to_move().index()].name.clone()
        })
    }

    /// Returns every unit.
    fn units(&self, py: Python<'_>) -> String {
        self.with(py, |table| table.units())
    }

    /// Returns what may be ordered.
    fn offers(&self, py: Python<'_>) -> String {
        self.with(py, |table| {
            let offers = table.game.all_offers();
            let all = offers.iter().map(|offer| table.offer_view(offer));
            Value::Array(all.collect()).to_string()
        })
    }

    /// Draws legal orders from every offer, each listed once, as JSON with their text.
    fn sample(
        &self,
        py: Python<'_>,
        seed: u64,
        each: u32,
        unit: Option<&str>,
    ) -> PyResult<Vec<(String, String)>> {
        let game = self.copied(py);
        let unit = unit.map(|name| game.unit(name)).transpose();
        let unit = unit.map_err(|why| failed(py, &why))?;
        work(py, move |stop| {
            let mut lot = Lot::new(seed);
            #[expect(
                clippy::disallowed_types,
                reason = "asked for what it has, never walked"
            )]
            let (mut known, mut out) = (HashSet::new(), Vec::new());
            let offers = game.all_offers();
            for offer in offers.iter().filter(|o| unit.is_none() || o.unit == unit) {
                for _ in 0..each {
                    if stop.load(Ordering::Relaxed) {
                        return out;
                    }
                    if let Some(order) = game.sample(offer, &mut lot)
                        && known.insert(order.clone())
                    {
                        out.push((json!(order).to_string(), game.written(&order)));
                    }
                }
            }
            out
        })
    }

    /// Reads an order from text or JSON, and returns it as JSON and as text.
    fn order(&self, py: Python<'_>, text: &str) -> PyResult<(String, String)> {
        self.attempt(py, |table| {
            let order = table.read(text)?;
            Ok((json!(order).to_string(), table.game.written(&order)))
        })
    }

    /// Judges an order.
    fn judge(&self, py: Python<'_>, order: &str) -> PyResult<String> {
        self.at_length(py, |table| table.judge(order))
    }

    /// Plays an order, and returns what happened, before another thread can play the next.
    fn play(&self, py: Python<'_>, order: &str, dice: Option<Vec<u8>>) -> PyResult<String> {
        self.at_length(py, |table| {
            let order = table.read(order)?;
            let game = table.changing()?;
            match &dice {
                None => game.play(&order).map(drop),
                Some(dice) => game.play_with(&order, dice).map(drop),
            }?;
            Ok(json!(game.latest()).to_string())
        })
    }

    /// Takes back the last order.
    fn take_back(&self, py: Python<'_>) -> PyResult<bool> {
        self.attempt(py, |table| Ok(table.changing()?.take_back().is_some()))
    }

    /// Returns what has happened so far.
    fn log(&self, py: Python<'_>) -> String {
        self.with(py, |table| json!(table.game.log()).to_string())
    }

    /// Returns the exact odds of an order.
    fn odds(&self, py: Python<'_>, order: &str, policy: &str, runs: usize) -> PyResult<String> {
        let terms = Terms {
            runs,
            others: others(policy)?,
            tree: false,
        };
        let (order, game) =
            self.attempt(py, |table| Ok((table.read(order)?, table.game.clone())))?;
        let odds = work(py, move |_| game.odds(&order, terms))?;
        odds.map(|odds| json!(odds).to_string())
            .map_err(|why| failed(py, &why))
    }

    /// Returns what a player would order now.
    fn choose(
        &self,
        py: Python<'_>,
        player: &str,
        seed: u64,
    ) -> PyResult<Option<(String, String)>> {
        let mut player = sandtable::player(player, seed).map_err(|why| failed(py, &why))?;
        let game = self.copied(py);
        game.seen().map_err(|why| failed(py, &why))?;
        if game.outcome().is_some() {
            return Ok(None);
        }
        work(py, move |_| {
            let order = player.choose(game.rules(), game.battle());
            order.map(|order| (json!(order).to_string(), game.written(&order)))
        })
    }

    /// Lets two players play to the end. Until then, other threads see the battle as it was and
    /// cannot change it.
    fn play_out(
        &self,
        py: Python<'_>,
        players: [String; 2],
        seed: u64,
        limit: u32,
    ) -> PyResult<(Option<String>, u32, u16)> {
        let mut duel =
            Duel::named([&players[0], &players[1]], seed).map_err(|why| failed(py, &why))?;
        duel.limit = limit;
        let mut game = self.attempt(py, |table| {
            let game = table.changing()?.clone();
            table.away = true;
            Ok(game)
        })?;
        let _away = Away(self, py);
        let (game, ended) = work(py, move |stop| {
            let ended = duel.play(&mut game, || !stop.load(Ordering::Relaxed));
            (game, ended)
        })?;
        let ended = ended.map_err(|why| failed(py, &why))?;
        let how = ended.outcome.map(|outcome| match outcome {
            Outcome::Won(side) => game.battle().setting.sides[side.index()].name.clone(),
            Outcome::Draw => "draw".to_owned(),
        });
        self.with(py, |table| table.game = game);
        Ok((how, ended.orders, ended.turns))
    }

    /// Returns the position as a battle file.
    fn to_toml(&self, py: Python<'_>) -> String {
        self.with(py, |table| table.game.to_toml())
    }

    /// Returns the journal as the text of its file.
    fn to_journal(&self, py: Python<'_>) -> String {
        self.with(py, |table| table.game.to_journal())
    }

    /// Replays every order and compares.
    fn verify(&self, py: Python<'_>) -> PyResult<()> {
        let game = self.copied(py);
        work(py, move |_| game.verify())?.map_err(|why| failed(py, &why))
    }

    /// Returns the table as a picture.
    fn svg(&self, py: Python<'_>) -> PyResult<String> {
        self.attempt(py, |Table { game, .. }| {
            game.seen()?;
            Ok(sandtable::draw(game.rules(), game.battle()))
        })
    }

    /// Returns the faces of dice for a seed and a number, for tests of other programs.
    #[staticmethod]
    fn faces(seed: u64, number: u32, sides: u8, count: usize) -> Vec<u8> {
        let mut dice = Rolled::new(seed, number);
        (0..count).map(|_| dice.face(sides)).collect()
    }

    /// Returns the distance between the nearest edges of two units in millimetres, or `None` if one
    /// is not on the table.
    fn gap(&self, py: Python<'_>, one: &str, other: &str) -> PyResult<Option<f64>> {
        self.attempt(py, |Table { game, .. }| {
            let (one, other) = (game.unit(one)?, game.unit(other)?);
            game.seen()?;
            let (battle, rules) = (game.battle(), game.rules());
            let here = |id: UnitId| battle.unit(id).status == Status::Table;
            if !here(one) || !here(other) {
                return Ok(None);
            }
            let tape = rules
                .footprint(battle, one)
                .distance(&rules.footprint(battle, other));
            Ok(Some(f64::from(tape.length) / 100.0))
        })
    }
}

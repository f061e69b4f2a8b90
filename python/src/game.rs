//! Battles in progress.

use crate::failure::{failed, unusable};
use crate::work::work;
use pyo3::prelude::*;
use sandtable::battle::{Offer, Rolled, Scope, Status, Switches};
use sandtable::odds::{Others, Terms};
use sandtable::opponents::Lot;
use sandtable::{Duel, Error, Order, Outcome, UnitId};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

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

/// A battle with its rules and its journal.
#[pyclass(module = "sandtable._engine")]
pub(crate) struct Game(sandtable::Game);

impl Game {
    fn of(py: Python<'_>, made: Result<sandtable::Game, Error>) -> PyResult<Self> {
        made.map(Self).map_err(|why| failed(py, &why))
    }

    fn read(&self, py: Python<'_>, order: &str) -> PyResult<Order> {
        if let Some(over) = self.0.over() {
            return Err(failed(py, &Error::Over(over)));
        }
        let order = order.trim_start();
        if order.starts_with('{') || order.starts_with('"') {
            return serde_json::from_str(order).map_err(|why| unusable(format!("no order: {why}")));
        }
        self.0.order(order).map_err(|why| failed(py, &why))
    }

    fn name(&self, unit: UnitId) -> &str {
        self.0.battle().setting.name(unit)
    }

    fn unit_view(&self, id: UnitId, ready: &[UnitId], facts: &Value) -> Value {
        let (battle, card) = (self.0.battle(), self.0.card());
        let unit = battle.unit(id);
        let rect = self.0.rules().footprint(battle, id);
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
            "worth": self.0.rules().advice().profile(battle, id).worth,
            "ready": ready.contains(&id),
        })
    }

    fn offer_view(&self, offer: &Offer) -> Value {
        let battle = self.0.battle();
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
                let all = self.0.card().formations.iter().enumerate();
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
            "clause": self.0.card().cite(offer.clause),
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
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }

    /// Returns the state of the battle.
    fn view(&self) -> String {
        let (battle, card) = (self.0.battle(), self.0.card());
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
            "over": self.0.outcome().is_some(),
            "winner": self.0.winner(),
            "score": battle.score,
            "orders": self.0.journal().lines().iter().filter(|line| line.order.is_some()).count(),
            "fingerprint": format!("{:016x}", battle.fingerprint()),
            "hash": format!("{:016x}", self.0.hash()),
        })
        .to_string()
    }

    /// Returns whether the battle is over; faster than the view.
    fn over(&self) -> bool {
        self.0.outcome().is_some()
    }

    /// Returns the name of the side to order; faster than the view.
    fn side(&self) -> &str {
        let battle = self.0.battle();
        &battle.setting.sides[battle.to_move().index()].name
    }

    /// Returns every unit.
    fn units(&self) -> String {
        let battle = self.0.battle();
        let mut ready = Vec::new();
        if battle.ended.is_none() {
            self.0.rules().ready(battle, &mut ready);
        }
        let facts = json!(sandtable_files::facts(battle, self.0.card()));
        let all = battle
            .all()
            .map(|(id, _)| self.unit_view(id, &ready, &facts));
        Value::Array(all.collect()).to_string()
    }

    /// Returns what may be ordered.
    fn offers(&self) -> String {
        let offers = self.0.all_offers();
        let all = offers.iter().map(|offer| self.offer_view(offer));
        Value::Array(all.collect()).to_string()
    }

    /// Draws legal orders from every offer, each listed once, as JSON with their text.
    fn sample(
        &self,
        py: Python<'_>,
        seed: u64,
        each: u32,
        unit: Option<&str>,
    ) -> PyResult<Vec<(String, String)>> {
        let unit = unit.map(|name| self.0.unit(name)).transpose();
        let unit = unit.map_err(|why| failed(py, &why))?;
        Ok(py.detach(|| {
            let mut lot = Lot::new(seed);
            let mut out: Vec<Order> = Vec::new();
            let offers = self.0.all_offers();
            for offer in offers.iter().filter(|o| unit.is_none() || o.unit == unit) {
                for _ in 0..each {
                    if let Some(order) = self.0.sample(offer, &mut lot)
                        && !out.contains(&order)
                    {
                        out.push(order);
                    }
                }
            }
            out.iter()
                .map(|order| (json!(order).to_string(), self.0.written(order)))
                .collect()
        }))
    }

    /// Reads an order from text or JSON, and returns it as JSON and as text.
    fn order(&self, py: Python<'_>, text: &str) -> PyResult<(String, String)> {
        let order = self.read(py, text)?;
        Ok((json!(order).to_string(), self.0.written(&order)))
    }

    /// Judges an order.
    fn judge(&self, py: Python<'_>, order: &str) -> PyResult<String> {
        let order = self.read(py, order)?;
        let legal = py
            .detach(|| self.0.judge(&order))
            .map_err(|why| failed(py, &why))?;
        let card = self.0.card();
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
            "order": self.0.written(&order),
            "factors": factors.collect::<Vec<_>>(),
            "path": path.collect::<Vec<_>>(),
            "cost": mm(legal.cost()),
            "allowed": mm(legal.allowed()),
        })
        .to_string())
    }

    /// Plays an order.
    fn play(&mut self, py: Python<'_>, order: &str, dice: Option<Vec<u8>>) -> PyResult<()> {
        let order = self.read(py, order)?;
        let game = &mut self.0;
        let played = py.detach(|| match &dice {
            None => game.play(&order).map(drop),
            Some(dice) => game.play_with(&order, dice).map(drop),
        });
        played.map_err(|why| failed(py, &why))
    }

    /// Takes back the last order.
    fn take_back(&mut self) -> bool {
        self.0.take_back().is_some()
    }

    /// Returns what has happened since a line.
    fn log(&self, from: usize) -> String {
        let all = self.0.log();
        json!(all.get(from.min(all.len())..)).to_string()
    }

    /// Returns the number of lines in the journal.
    fn lines(&self) -> usize {
        self.0.journal().lines().len()
    }

    /// Returns the exact odds of an order.
    fn odds(&self, py: Python<'_>, order: &str, policy: &str, runs: usize) -> PyResult<String> {
        let order = self.read(py, order)?;
        let terms = Terms {
            runs,
            others: others(policy)?,
            tree: false,
        };
        let game = self.0.clone();
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
        if self.0.outcome().is_some() {
            return Ok(None);
        }
        let game = self.0.clone();
        let order = work(py, move |_| player.choose(game.rules(), game.battle()))?;
        Ok(order.map(|order| (json!(order).to_string(), self.0.written(&order))))
    }

    /// Lets two players play to the end.
    fn play_out(
        &mut self,
        py: Python<'_>,
        players: [String; 2],
        seed: u64,
        limit: u32,
    ) -> PyResult<(Option<String>, u32, u16)> {
        let mut duel =
            Duel::named([&players[0], &players[1]], seed).map_err(|why| failed(py, &why))?;
        duel.limit = limit;
        let mut game = self.0.clone();
        let (game, ended) = work(py, move |stop| {
            let ended = duel.play(&mut game, || !stop.load(Ordering::Relaxed));
            (game, ended)
        })?;
        let ended = ended.map_err(|why| failed(py, &why))?;
        self.0 = game;
        let how = ended.outcome.map(|outcome| match outcome {
            Outcome::Won(side) => self.0.battle().setting.sides[side.index()].name.clone(),
            Outcome::Draw => "draw".to_owned(),
        });
        Ok((how, ended.orders, ended.turns))
    }

    /// Returns the position as a battle file.
    fn to_toml(&self) -> String {
        self.0.to_toml()
    }

    /// Returns the journal as the text of its file.
    fn to_journal(&self) -> String {
        self.0.to_journal()
    }

    /// Replays every order and compares.
    fn verify(&self, py: Python<'_>) -> PyResult<()> {
        let game = self.0.clone();
        work(py, move |_| game.verify())?.map_err(|why| failed(py, &why))
    }

    /// Returns the table as a picture.
    fn svg(&self) -> String {
        sandtable::draw(self.0.rules(), self.0.battle())
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
        let find = |name: &str| self.0.unit(name).map_err(|why| failed(py, &why));
        let (one, other) = (find(one)?, find(other)?);
        let (battle, rules) = (self.0.battle(), self.0.rules());
        if [one, other]
            .iter()
            .any(|&id| battle.unit(id).status != Status::Table)
        {
            return Ok(None);
        }
        let tape = rules
            .footprint(battle, one)
            .distance(&rules.footprint(battle, other));
        Ok(Some(f64::from(tape.length) / 100.0))
    }
}

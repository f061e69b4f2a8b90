//! One battle being played: the calls of the contract, as plain methods.

use crate::ledger::{self, Ledger, Line};
use crate::scene::Place;
use crate::view::{
    Answer, Catalogue, LogEntry, OddsView, OfferView, Overlay, Played, Preview, RefusalView,
    Rulebook, View, Wanted, Xy,
};
use crate::{Budget, EngineError, Look, Shelf, catalogue, measure, rulebook};
use sandtable_battle::{
    Ask, Battle, Clause, Dice, Order, Recorded, Refusals, Rolled, Rules, Scene, Side, Switches,
    UnitId, c, files,
};
use sandtable_opponents::{LEVELS, Player, level};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The greatest seed: a page counts exactly no further.
const MOST_SEED: u64 = (1 << 53) - 1;

/// Where a battle is started from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source<'a> {
    /// A shipped scenario, by id.
    Scenario(&'a str),
    /// The text of a battle file.
    Text(&'a str),
}

/// One battle being played, or none yet. Every call that fails leaves it as it
/// was.
pub struct Session {
    shelf: Shelf,
    game: Option<Game>,
}

/// A battle with its rules, its journal and the dice it is played with.
struct Game {
    rules: Arc<dyn Rules>,
    ledger: Ledger,
    battle: Battle,
    seed: u64,
    players: BTreeMap<&'static str, Box<dyn Player>>,
}

impl Game {
    /// Opens a battle: whatever comes before its first order.
    fn open(rules: Arc<dyn Rules>, start: Battle, seed: u64) -> Self {
        let mut scene = Scene::new(start.clone());
        let mut dice = Rolled::new(seed, 0);
        if start.cursor.turn == 0 {
            rules.open(&mut scene, &mut dice);
        }
        let (battle, events) = scene.finish();
        let opening = Line {
            order: None,
            rolls: dice.into_rolls(),
            events,
        };
        let ledger = Ledger {
            start,
            lines: vec![opening],
        };
        Self {
            rules,
            ledger,
            battle,
            seed,
            players: BTreeMap::new(),
        }
    }

    fn look(&self) -> Look<'_> {
        Look::new(self.rules.as_ref(), &self.battle)
    }

    /// The view after line `number` of a battle that was folded so far.
    fn view_of(&self, battle: &Battle, number: usize) -> View {
        let now = number == self.ledger.number();
        Look::new(self.rules.as_ref(), battle).view(Place {
            number,
            can_undo: now && self.ledger.can_undo(),
            seed: self.seed,
            ended_by: self.ledger.ended_by(number),
        })
    }

    fn view(&self) -> View {
        self.view_of(&self.battle, self.ledger.number())
    }

    /// Drops every line after `number`.
    fn cut(&mut self, number: usize) {
        self.ledger.lines.truncate(number.saturating_add(1));
        self.battle = self.ledger.after(number);
        self.players.clear();
    }

    /// Resolves an order and keeps it.
    fn keep(&mut self, order: &Order, battle: Battle, line: Line) -> Played {
        let look = self.look();
        let number = self.ledger.number() + 1;
        let entry = look.entry(number, Some(order), &line.rolls, &line.events);
        let motions = look.motions(&line.events);
        self.battle = battle;
        self.ledger.lines.push(line);
        Played {
            view: self.view(),
            entry,
            motions,
        }
    }

    fn refused(&self, refusals: &Refusals) -> EngineError {
        EngineError::refused(self.look().refusals(refusals))
    }

    /// A line of the journal, or an error that says how many there are.
    fn line(&self, number: usize) -> Result<usize, EngineError> {
        let most = self.ledger.number();
        if number > most {
            return Err(EngineError::new(format!(
                "there is no line {number} in this battle: it has {most}"
            )));
        }
        Ok(number)
    }

    fn unit(&self, unit: u8) -> Result<UnitId, EngineError> {
        let id = UnitId(unit);
        if self.battle.get(id).is_none() {
            return Err(EngineError::refused(
                self.look().refusals(&Refusals::one(
                    c::NO_SUCH_UNIT,
                    sandtable_battle::Witness::Unit(id),
                )),
            ));
        }
        Ok(id)
    }
}

impl Session {
    /// A session that plays from a shelf; no battle is started yet.
    #[must_use]
    pub const fn new(shelf: Shelf) -> Self {
        Self { shelf, game: None }
    }

    fn game(&self) -> Result<&Game, EngineError> {
        self.game.as_ref().ok_or_else(none_yet)
    }

    fn game_mut(&mut self) -> Result<&mut Game, EngineError> {
        self.game.as_mut().ok_or_else(none_yet)
    }

    /// The battle as it stands, if one was started.
    #[must_use]
    pub fn battle(&self) -> Option<&Battle> {
        self.game.as_ref().map(|game| &game.battle)
    }

    /// Everything there is to choose from.
    ///
    /// # Errors
    /// When a scenario on the shelf cannot be read.
    pub fn catalogue(&self) -> Result<Catalogue, EngineError> {
        catalogue::catalogue(&self.shelf)
    }

    /// Starts a battle.
    ///
    /// # Errors
    /// When there is no such scenario, or the first flaw of the text.
    pub fn start(&mut self, from: Source<'_>, seed: u64) -> Result<View, EngineError> {
        if seed > MOST_SEED {
            return Err(EngineError::new(format!("{seed} is too great for a seed"))
                .hint(format!("a whole number from 0 to {MOST_SEED}")));
        }
        let text = match from {
            Source::Text(text) => text,
            Source::Scenario(id) => self.scenario(id)?,
        };
        let (rules, start) = ledger::read_battle(&self.shelf, text)?;
        let game = Game::open(rules, start, seed);
        let view = game.view();
        self.game = Some(game);
        Ok(view)
    }

    fn scenario(&self, id: &str) -> Result<&str, EngineError> {
        let all = self.shelf.scenarios();
        let found = all.iter().find(|s| s.id == id);
        found.map(|s| s.text.as_str()).ok_or_else(|| {
            let names: Vec<&str> = all.iter().map(|s| s.id.as_str()).collect();
            EngineError::new(format!("there is no scenario `{id}`"))
                .hint(format!("there are: {}", names.join(", ")))
        })
    }

    /// The battle as it stands.
    ///
    /// # Errors
    /// When none was started.
    pub fn view(&self) -> Result<View, EngineError> {
        Ok(self.game()?.view())
    }

    /// What a unit may be ordered now.
    ///
    /// # Errors
    /// When there is no such unit.
    pub fn offers(&self, unit: u8) -> Result<Vec<OfferView>, EngineError> {
        let game = self.game()?;
        Ok(game.look().offers(game.unit(unit)?))
    }

    /// Judges an order without giving it.
    ///
    /// # Errors
    /// When no battle was started.
    pub fn preview(&self, order: &Order) -> Result<Preview, EngineError> {
        Ok(self.game()?.look().preview(order))
    }

    /// The legal order that brings a unit's centre nearest to a point and its
    /// front nearest to a facing; none when there is none.
    ///
    /// # Errors
    /// When there is no such unit, or the numbers are no point or facing.
    pub fn nearest(
        &self,
        unit: u8,
        to: Xy,
        facing: Option<f64>,
    ) -> Result<Option<Preview>, EngineError> {
        let game = self.game()?;
        let unit = game.unit(unit)?;
        let facing = facing.map(measure::facing).transpose()?;
        Ok(game.look().nearest(unit, measure::point(to)?, facing))
    }

    /// The exact odds of an order.
    ///
    /// # Errors
    /// When it is refused.
    pub fn odds(&self, order: &Order) -> Result<OddsView, EngineError> {
        let game = self.game()?;
        let legal = game
            .rules
            .judge(&game.battle, order)
            .map_err(|r| game.refused(&r))?;
        Ok(game.look().odds(&legal, Budget::default()))
    }

    /// What a unit can see and reach.
    ///
    /// # Errors
    /// When there is no such unit.
    pub fn overlay(&self, unit: u8) -> Result<Overlay, EngineError> {
        let game = self.game()?;
        Ok(game.look().overlay(game.unit(unit)?))
    }

    /// Gives an order. `number` is that of the view it was chosen on. Without
    /// faces the dice are rolled; with faces they are those thrown by hand, and
    /// when they run short the answer says what to throw next and nothing has
    /// happened.
    ///
    /// # Errors
    /// When it is stale or refused, or when faces do not fit the dice asked.
    pub fn play(
        &mut self,
        order: &Order,
        number: usize,
        faces: Option<&[u8]>,
    ) -> Result<Answer, EngineError> {
        let game = self.game_mut()?;
        if number != game.ledger.number() {
            return Err(stale(game, number));
        }
        let mut rolled = Rolled::new(game.seed, next(number)?);
        let mut thrown = Recorded::new(faces.unwrap_or_default());
        let dice: &mut dyn Dice = match faces {
            Some(_) => &mut thrown,
            None => &mut rolled,
        };
        let (battle, events) = game
            .rules
            .play(&game.battle, order, dice)
            .map_err(|r| game.refused(&r))?;
        if let Some((face, ask)) = thrown.wrong() {
            return Err(wrong_face(face, ask));
        }
        if let Some((ask, by, why)) = thrown.wanted() {
            let wanted = wanted(game, ask, by, why);
            return Ok(Answer::Wanted { wanted });
        }
        if thrown.left_over() > 0 {
            return Err(EngineError::new(format!(
                "{} more faces were given than dice were asked",
                thrown.left_over()
            ))
            .hint("give [] first; the answer says what to throw"));
        }
        let rolls = match faces {
            Some(_) => thrown.rolls().to_vec(),
            None => rolled.into_rolls(),
        };
        let line = Line {
            order: Some(order.clone()),
            rolls,
            events,
        };
        Ok(Answer::Played(Box::new(game.keep(order, battle, line))))
    }

    /// The computer's next order for the side to move, not yet given.
    ///
    /// # Errors
    /// When there is no such level, or no order to give.
    pub fn think(&mut self, id: &str) -> Result<Order, EngineError> {
        let game = self.game_mut()?;
        let Some(known) = LEVELS.iter().find(|level| level.id == id) else {
            return Err(no_level(id));
        };
        let seed = game.seed;
        let player = game
            .players
            .entry(known.id)
            .or_insert_with(|| level(known.id, seed).unwrap_or_else(|| Box::new(Nobody)));
        let found = player.choose(game.rules.as_ref(), &game.battle);
        found.ok_or_else(|| {
            EngineError::new(match game.battle.ended {
                Some(_) => "the battle is over: there is no order left to give",
                None => "the computer finds no order to give",
            })
        })
    }

    /// Back to before the last order, at most to the last roll of dice.
    ///
    /// # Errors
    /// When nothing was ordered yet, or dice fell in the last order.
    pub fn undo(&mut self) -> Result<View, EngineError> {
        let game = self.game_mut()?;
        let number = game.ledger.number();
        if number == 0 {
            return Err(EngineError::new("nothing was ordered yet"));
        }
        if !game.ledger.can_undo() {
            return Err(EngineError::new(
                "dice fell in the last order: it cannot be taken back",
            )
            .hint("a battle can be gone on with from any line of its replay"));
        }
        game.cut(number - 1);
        Ok(game.view())
    }

    /// Everything that was ordered, thrown and done.
    ///
    /// # Errors
    /// When no battle was started.
    pub fn log(&self) -> Result<Vec<LogEntry>, EngineError> {
        let game = self.game()?;
        let mut now = game.ledger.start.clone();
        let mut entries = Vec::with_capacity(game.ledger.lines.len());
        for (number, line) in game.ledger.lines.iter().enumerate() {
            let look = Look::new(game.rules.as_ref(), &now);
            entries.push(look.entry(number, line.order.as_ref(), &line.rolls, &line.events));
            line.events.iter().for_each(|event| now.apply(event));
        }
        Ok(entries)
    }

    /// The battle after a line, for replay; the battle itself is not changed.
    ///
    /// # Errors
    /// When there is no such line.
    pub fn at(&self, number: usize) -> Result<View, EngineError> {
        let game = self.game()?;
        let number = game.line(number)?;
        Ok(game.view_of(&game.ledger.after(number), number))
    }

    /// Goes on from a line, dropping what came after.
    ///
    /// # Errors
    /// When there is no such line.
    pub fn fork(&mut self, number: usize) -> Result<View, EngineError> {
        let game = self.game_mut()?;
        let number = game.line(number)?;
        game.cut(number);
        Ok(game.view())
    }

    /// The battle as it stands, as a battle file.
    ///
    /// # Errors
    /// When no battle was started.
    pub fn position(&self) -> Result<String, EngineError> {
        let game = self.game()?;
        Ok(files::write_battle(&game.battle, game.rules.card()))
    }

    /// A rule set's clauses, rulings and switches: with the switches of the
    /// battle if it is that battle's rule set, else with the defaults.
    ///
    /// # Errors
    /// When there is no such rule set.
    pub fn rulebook(&self, rules: &str) -> Result<Rulebook, EngineError> {
        if let Some(game) = &self.game
            && game.rules.card().id == rules
        {
            let chosen = &game.battle.setting.switches;
            return Ok(rulebook::rulebook(game.rules.card(), chosen));
        }
        let card = self.shelf.cards().iter().find(|card| card.id == rules);
        card.map(|card| rulebook::rulebook(card, &Switches::default()))
            .ok_or_else(|| {
                let names: Vec<&str> = self.shelf.cards().iter().map(|c| c.id.as_str()).collect();
                EngineError::new(format!("there is no rule set `{rules}`"))
                    .hint(format!("there are: {}", names.join(", ")))
            })
    }
}

/// Plays nothing: what stands for a level that has no player.
struct Nobody;

impl Player for Nobody {
    fn choose(&mut self, _rules: &dyn Rules, _battle: &Battle) -> Option<Order> {
        None
    }
}

fn none_yet() -> EngineError {
    EngineError::new("no battle was started yet").hint("call start or load first")
}

fn no_level(id: &str) -> EngineError {
    let names: Vec<&str> = LEVELS.iter().map(|level| level.id).collect();
    EngineError::new(format!("there is no computer player `{id}`"))
        .hint(format!("there are: {}", names.join(", ")))
}

/// The number of the order that follows, as dice count it.
fn next(number: usize) -> Result<u32, EngineError> {
    u32::try_from(number)
        .ok()
        .and_then(|n| n.checked_add(1))
        .ok_or_else(|| EngineError::new("this battle is too long"))
}

fn stale(game: &Game, number: usize) -> EngineError {
    let look = game.look();
    let title = look.title(c::STALE).to_owned();
    let stands = game.ledger.number();
    EngineError::refused(vec![RefusalView {
        clause: look.cite(c::STALE),
        says: format!("{title}: the order follows line {number}, the battle stands at {stands}"),
        title,
        unit: None,
        point: None,
        tape: None,
    }])
}

fn wrong_face(face: u8, ask: Ask) -> EngineError {
    let (_, sides) = ask.dice();
    EngineError::new(format!("a die of {sides} sides does not show {face}"))
        .hint(format!("faces are whole numbers from 1 to {sides}"))
}

fn wanted(game: &Game, ask: Ask, by: Side, why: Clause) -> Wanted {
    let look = game.look();
    let (count, sides) = ask.dice();
    Wanted {
        by: by.into(),
        count,
        sides,
        clause: look.cite(why),
        says: look.title(why).to_owned(),
    }
}

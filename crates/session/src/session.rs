//! One battle being played: the calls of the contract, as plain methods.

use crate::lesson::{self, Hint};
use crate::scene::Place;
use crate::view::{
    Answer, ArmyInfo, Catalogue, HouseView, LogEntry, OddsView, OfferView, Overlay, Played,
    Preview, RefusalView, Rulebook, View, Wanted, Xy,
};
use crate::{ArmyText, Budget, EngineError, Look, Shelf, catalogue, ledger, measure, rulebook};
use sandtable_battle::{
    Ask, Battle, Clause, Dice, Event, Journal, Order, Recorded, Refusals, Roll, Rolled, Rules,
    Side, UnitId, Witness, c, files,
};
use sandtable_opponents::{LEVELS, Player, level};
use sandtable_tutorial::Guide;
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

/// A battle with its rules, its journal and the players who think in it.
pub(crate) struct Game {
    pub(crate) rules: Arc<dyn Rules>,
    pub(crate) journal: Journal,
    /// The guided battle this is, until it is left.
    pub(crate) guide: Option<Guide>,
    players: BTreeMap<&'static str, Box<dyn Player>>,
}

impl Game {
    pub(crate) fn new(rules: Arc<dyn Rules>, journal: Journal) -> Self {
        Self {
            rules,
            journal,
            guide: None,
            players: BTreeMap::new(),
        }
    }

    pub(crate) fn look(&self) -> Look<'_> {
        Look::new(self.rules.as_ref(), self.journal.now())
    }

    /// Orders played: the number of the journal's last line.
    fn number(&self) -> u32 {
        self.journal.next().saturating_sub(1)
    }

    /// Whether the last order can be taken back: no dice fell in it.
    fn can_undo(&self) -> bool {
        let last = self.journal.lines().last();
        last.is_some_and(|line| line.order.is_some() && line.rolls.is_empty())
    }

    /// By which clause the battle ended, up to a line.
    fn ended_by(&self, number: u32) -> Option<Clause> {
        let until = self.journal.lines().iter().take_while(|l| l.n <= number);
        let events: Vec<_> = until.flat_map(|line| &line.events).collect();
        let end = |e: &&Event| matches!(e, Event::Ended { .. }).then(|| e.why());
        events.iter().rev().find_map(end)
    }

    /// The view of the battle after a line.
    fn view_of(&self, battle: &Battle, number: u32) -> View {
        let now = number == self.number();
        Look::new(self.rules.as_ref(), battle).view(Place {
            number: number as usize,
            can_undo: now && self.can_undo(),
            seed: self.journal.header.seed,
            ended_by: battle.ended.and_then(|_| self.ended_by(number)),
        })
    }

    pub(crate) fn view(&self) -> View {
        self.view_of(self.journal.now(), self.number())
    }

    /// Keeps what an order came to.
    fn keep(&mut self, order: &Order, rolls: Vec<Roll>, events: Vec<Event>) -> Played {
        let look = self.look();
        let number = self.number() as usize + 1;
        let entry = look.entry(number, Some(order), &rolls, &events);
        let motions = look.motions(&events);
        self.journal.append(Some(order.clone()), rolls, events);
        self.settle();
        Played {
            view: self.view(),
            entry,
            motions,
        }
    }

    /// Brings the guide up to the journal.
    fn settle(&mut self) {
        if let Some(guide) = &mut self.guide {
            guide.settle(self.rules.as_ref(), &self.journal);
        }
    }

    fn refused(&self, refusals: &Refusals) -> EngineError {
        EngineError::refused(self.look().refusals(refusals))
    }

    /// The error that there is no such line.
    fn no_line(&self, number: usize) -> EngineError {
        EngineError::new(format!("there is no line {number} in this battle"))
            .hint(format!("it has the lines 0 to {}", self.number()))
    }

    fn unit(&self, unit: u8) -> Result<UnitId, EngineError> {
        let id = UnitId(unit);
        match self.journal.now().get(id) {
            Some(_) => Ok(id),
            None => Err(self.refused(&Refusals::one(c::NO_SUCH_UNIT, Witness::Unit(id)))),
        }
    }
}

impl Session {
    /// A session that plays from a shelf; no battle is started yet.
    #[must_use]
    pub const fn new(shelf: Shelf) -> Self {
        Self { shelf, game: None }
    }

    /// What the session plays from.
    #[must_use]
    pub const fn shelf(&self) -> &Shelf {
        &self.shelf
    }

    pub(crate) fn game(&self) -> Result<&Game, EngineError> {
        self.game.as_ref().ok_or_else(none_yet)
    }

    pub(crate) fn game_mut(&mut self) -> Result<&mut Game, EngineError> {
        self.game.as_mut().ok_or_else(none_yet)
    }

    /// The battle as it stands, if one was started.
    #[must_use]
    pub fn battle(&self) -> Option<&Battle> {
        self.game.as_ref().map(|game| game.journal.now())
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
        self.start_with(from, seed, None, [None, None])
    }

    /// Starts a battle under house rules, the text of a `*.rules.toml`, and with
    /// armies for its sides, by the ids of those that ship.
    ///
    /// # Errors
    /// As [`Session::start`], and the first flaw of the house rules; that there is
    /// no such army, or that it cannot be mustered there.
    pub fn start_with(
        &mut self,
        from: Source<'_>,
        seed: u64,
        house: Option<&str>,
        armies: [Option<&str>; 2],
    ) -> Result<View, EngineError> {
        if seed > MOST_SEED {
            return Err(EngineError::new(format!("{seed} is too great for a seed"))
                .hint(format!("a whole number from 0 to {MOST_SEED}")));
        }
        let text = match from {
            Source::Text(text) => text,
            Source::Scenario(id) => self.scenario(id)?,
        };
        let mut texts = [None, None];
        for (text, id) in texts.iter_mut().zip(armies) {
            *text = id.map(|id| self.army(id)).transpose()?;
        }
        let (rules, start) = ledger::read_battle_with(&self.shelf, text, house, &texts)?;
        let journal = Journal::open(start, rules.as_ref(), seed);
        Ok(self.take(Game::new(rules, journal)))
    }

    /// The text of a shipped army.
    fn army(&self, id: &str) -> Result<&str, EngineError> {
        let found = self.shelf.armies().iter().find(|army| army.id == id);
        found.map(|army| army.text.as_str()).ok_or_else(|| {
            EngineError::new(format!("there is no army `{id}`"))
                .hint("`armies` lists those that can be mustered into a scenario")
        })
    }

    /// The armies that either side of a scenario can take its units from: none
    /// where it does not deploy by zones.
    ///
    /// # Errors
    /// When there is no such scenario.
    pub fn armies(&self, scenario: &str) -> Result<Vec<ArmyInfo>, EngineError> {
        let (rules, battle) = ledger::read_battle(&self.shelf, self.scenario(scenario)?)?;
        let card = rules.card();
        let info = |army: &ArmyText| {
            let found = files::read_army(&army.text, card).ok()?;
            let fits = |side| files::muster(&battle, side, &found, rules.as_ref()).is_ok();
            let counted = card.kinds.iter().enumerate().filter_map(|(at, kind)| {
                let own = found.units.iter().filter(|u| usize::from(u.kind) == at);
                let count = own.count();
                (count > 0).then(|| format!("{count} {}", crate::words::lower(&kind.title)))
            });
            Side::BOTH.into_iter().all(fits).then(|| ArmyInfo {
                id: army.id.clone(),
                units: counted.collect::<Vec<_>>().join(", "),
                name: found.name.clone(),
                says: found.says.clone(),
            })
        };
        Ok(self.shelf.armies().iter().filter_map(info).collect())
    }

    /// Checks house rules, the text of a `*.rules.toml`, and says what they
    /// change.
    ///
    /// # Errors
    /// The first flaw of the text.
    pub fn house(&self, text: &str) -> Result<HouseView, EngineError> {
        let (rules, house) = ledger::read_house(&self.shelf, text)?;
        Ok(HouseView {
            rules: house.base,
            name: house.name,
            says: house.says,
            changes: rulebook::changes(rules.card()),
        })
    }

    /// Goes on with a journal, or from a battle file. A file starts with the
    /// seed of the battle before it, or with nought.
    ///
    /// # Errors
    /// The first flaw of the text.
    pub fn load(&mut self, text: &str) -> Result<View, EngineError> {
        ledger::measure(text)?;
        if text.trim_start().starts_with('{') {
            let (rules, journal) = ledger::read_journal(&self.shelf, text)?;
            return Ok(self.take(Game::new(rules, journal)));
        }
        let seed = self
            .game
            .as_ref()
            .map_or(0, |game| game.journal.header.seed);
        self.start(Source::Text(text), seed)
    }

    pub(crate) fn take(&mut self, game: Game) -> View {
        self.game.insert(game).view()
    }

    /// The text of a shipped scenario.
    pub(crate) fn scenario(&self, id: &str) -> Result<&str, EngineError> {
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
        Ok(game
            .look()
            .nearest(unit, measure::point(game.look().ruler(), to)?, facing))
    }

    /// Laying a piece of terrain with its origin at a point, turned clockwise
    /// by some degrees: judged, not given.
    ///
    /// # Errors
    /// When no battle was started, or the numbers are no point or turn.
    pub fn laying(&self, piece: u8, to: Xy, turned: f64) -> Result<Preview, EngineError> {
        let game = self.game()?;
        let (to, turned) = (
            measure::point(game.look().ruler(), to)?,
            measure::facing(turned)?,
        );
        Ok(game.look().laying(piece, to, turned))
    }

    /// The exact odds of an order.
    ///
    /// # Errors
    /// When it is refused.
    pub fn odds(&self, order: &Order) -> Result<OddsView, EngineError> {
        let game = self.game()?;
        let legal = game
            .rules
            .judge(game.journal.now(), order)
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
        if number != game.number() as usize {
            return Err(stale(game, number));
        }
        // A learner may go on to the next step by doing what it asks for.
        let mut guide = game.guide.clone();
        if let Some(guide) = &mut guide {
            guide.lead(order, game.rules.as_ref(), &game.journal);
        }
        let mut rolled = match &guide {
            Some(guide) => guide.dice(&game.journal),
            None => Rolled::new(game.journal.header.seed, game.journal.next()),
        };
        let mut thrown = Recorded::new(faces.unwrap_or_default());
        let dice: &mut dyn Dice = match faces {
            Some(_) => &mut thrown,
            None => &mut rolled,
        };
        let (_, events) = game
            .rules
            .play(game.journal.now(), order, dice)
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
        game.guide = guide;
        Ok(Answer::Played(Box::new(game.keep(order, rolls, events))))
    }

    /// The computer's next order for the side to move, not yet given.
    ///
    /// # Errors
    /// When there is no such level, or no order to give.
    pub fn think(&mut self, id: &str) -> Result<Order, EngineError> {
        let game = self.game_mut()?;
        let id = match lesson::hint(game, id)? {
            Hint::Order(order) => return Ok(order),
            Hint::Level(id) => id,
        };
        let Some(known) = LEVELS.iter().find(|level| level.id == id) else {
            return Err(no_level(id));
        };
        let seed = game.journal.header.seed;
        let player = game
            .players
            .entry(known.id)
            .or_insert_with(|| level(known.id, seed).unwrap_or_else(|| Box::new(Nobody)));
        let found = player.choose(game.rules.as_ref(), game.journal.now());
        found.ok_or_else(|| {
            EngineError::new(match game.journal.now().ended {
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
        if game.number() == 0 {
            return Err(EngineError::new("nothing was ordered yet"));
        }
        if !game.can_undo() {
            return Err(
                EngineError::new("dice fell in the last order: it cannot be taken back")
                    .hint("a battle can be gone on with from any line of its replay"),
            );
        }
        game.journal.take_back();
        game.players.clear();
        game.settle();
        Ok(game.view())
    }

    /// Everything that was ordered, thrown and done.
    ///
    /// # Errors
    /// When no battle was started.
    pub fn log(&self) -> Result<Vec<LogEntry>, EngineError> {
        let game = self.game()?;
        let mut now = game.journal.start().clone();
        let mut entries = Vec::with_capacity(game.journal.lines().len());
        for line in game.journal.lines() {
            let look = Look::new(game.rules.as_ref(), &now);
            let number = line.n as usize;
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
        let line = u32::try_from(number).ok();
        let battle = line.and_then(|n| game.journal.battle_at(n));
        match (battle, line) {
            (Some(battle), Some(n)) => Ok(game.view_of(&battle, n)),
            _ => Err(game.no_line(number)),
        }
    }

    /// Goes on from a line, dropping what came after.
    ///
    /// # Errors
    /// When there is no such line.
    pub fn fork(&mut self, number: usize) -> Result<View, EngineError> {
        let game = self.game_mut()?;
        let journal = u32::try_from(number)
            .ok()
            .and_then(|n| game.journal.fork(n));
        game.journal = journal.ok_or_else(|| game.no_line(number))?;
        game.players.clear();
        game.settle();
        Ok(game.view())
    }

    /// The battle as it was played, as a journal file.
    ///
    /// # Errors
    /// When no battle was started.
    pub fn journal(&self) -> Result<String, EngineError> {
        Ok(self.game()?.journal.to_jsonl())
    }

    /// The battle as it stands, as a battle file.
    ///
    /// # Errors
    /// When no battle was started.
    pub fn position(&self) -> Result<String, EngineError> {
        let game = self.game()?;
        Ok(files::write_battle(game.journal.now(), game.rules.card()))
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
            return Ok(rulebook::rulebook(game.rules.card()));
        }
        let card = self.shelf.card(rules);
        card.map(rulebook::rulebook).ok_or_else(|| {
            EngineError::new(format!("there is no rule set `{rules}`"))
                .hint(format!("there are: {}", self.shelf.names().join(", ")))
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

pub(crate) fn no_level(id: &str) -> EngineError {
    let names: Vec<&str> = LEVELS.iter().map(|level| level.id).collect();
    EngineError::new(format!("there is no computer player `{id}`"))
        .hint(format!("there are: {}", names.join(", ")))
}

fn stale(game: &Game, number: usize) -> EngineError {
    let look = game.look();
    let title = look.title(c::STALE).to_owned();
    let stands = game.number();
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
        drawn: matches!(ask, Ask::Draw { .. }),
    }
}

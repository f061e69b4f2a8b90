//! One battle being played: the calls of the contract, as plain methods.

use crate::lesson::{self, Hint};
use crate::scene::Place;
use crate::view::{
    Answer, ArmyInfo, AroundView, Catalogue, HouseView, IntentView, LogEntry, OddsView, OfferView,
    Overlay, Played, Preview, ReachView, RefusalView, Saying, SealView, TableWords, Threats, View,
    Wanted, WhyNot, Xy,
};
use crate::{
    ArmyText, EngineError, Look, Shelf, Terms, build, catalogue, ledger, measure, rulebook,
};
use sandtable_battle::aim::Aimed;
use sandtable_battle::journal::Line;
use sandtable_battle::{
    Aim, Ask, Battle, Clause, Dice, Event, Journal, Order, Recorded, Refusals, Roll, Rules, Seal,
    Side, Stated, UnitId, Witness, c, files, notation,
};
use sandtable_opponents::{LEVELS, Player, level};
use sandtable_tongue::say;
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

/// What the engine's dice are thrown from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chance {
    /// A number that somebody chose.
    Seed(u64),
    /// A secret and a word, of two people.
    Sealed(Seal),
}

/// One battle being played, or none yet. Every call that fails leaves it as it
/// was.
pub struct Session {
    shelf: Shelf,
    game: Option<Game>,
    /// The chances of the battle, while they are worked out.
    chances: Option<crate::chances::Work>,
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
        let given = |line: &Line| line.order.is_some() || line.stated.is_some();
        last.is_some_and(|line| given(line) && line.rolls.is_empty())
    }

    /// By which clause the battle ended, up to a line.
    fn ended_by(&self, number: u32) -> Option<Clause> {
        let until = self.journal.lines().iter().take_while(|l| l.n <= number);
        if let Some(stated) = until.clone().last().and_then(|line| line.stated.as_ref())
            && stated.ended.is_some()
        {
            return Some(c::DECLARED);
        }
        let events: Vec<_> = until.flat_map(|line| &line.events).collect();
        let end = |e: &&Event| matches!(e, Event::Ended { .. }).then(|| e.why());
        events.iter().rev().find_map(end)
    }

    /// The view of the battle after a line.
    fn view_of(&self, battle: &Battle, number: u32) -> View {
        let now = number == self.number();
        let mut view = Look::new(self.rules.as_ref(), battle).view(Place {
            number: number as usize,
            can_undo: now && self.can_undo(),
            seed: self.journal.header.seed,
            ended_by: battle.ended.and_then(|_| self.ended_by(number)),
        });
        view.left = self.left(battle);
        view.seal = self.journal.header.seal.as_ref().map(|seal| SealView {
            code: seal.code(),
            word: seal.word.clone(),
            until: seal.until,
            secret: battle.ended.map(|_| seal.secret.clone()),
        });
        if now && view.left.is_some() {
            let ready = sandtable_stated::ready(self.rules.as_ref(), battle, &self.kept());
            view.ready = ready.iter().map(|id| id.0).collect();
            for unit in &mut view.units {
                unit.ready = view.ready.contains(&unit.id);
            }
        }
        view
    }

    pub(crate) fn view(&self) -> View {
        self.view_of(self.journal.now(), self.number())
    }

    /// Keeps what an order came to.
    fn keep(
        &mut self,
        stated: Option<(Battle, Stated)>,
        order: &Order,
        rolls: Vec<Roll>,
        events: Vec<Event>,
    ) -> Played {
        let look = match &stated {
            Some((there, _)) => Look::new(self.rules.as_ref(), there),
            None => self.look(),
        };
        let number = self.number() as usize + 1;
        let told = stated.as_ref().map(|(_, stated)| stated);
        let entry = look.entry_stated(number, told, Some(order), &rolls, &events);
        // Where nobody gives positions nothing is seen to move.
        let motions = if look.battle.setting.stated {
            Vec::new()
        } else {
            look.motions(&events)
        };
        let stated = stated.map(|(_, stated)| stated);
        self.journal
            .append_stated(stated, Some(order.clone()), rolls, events);
        self.settle();
        Played {
            view: self.view(),
            entry,
            motions,
        }
    }

    /// Brings the guide up to the journal.
    pub(crate) fn settle(&mut self) {
        if let Some(guide) = &mut self.guide {
            guide.settle(self.rules.as_ref(), &self.journal);
        }
    }

    fn refused(&self, refusals: &Refusals) -> EngineError {
        EngineError::refused(self.look().refusals(refusals))
    }

    /// The error that there is no such line.
    fn no_line(&self, number: usize) -> EngineError {
        EngineError::new(say!(
            "there is no line {number} in this battle",
            number = number
        ))
        .hint(say!("it has the lines 0 to {last}", last = self.number()))
    }

    pub(crate) fn unit(&self, unit: u8) -> Result<UnitId, EngineError> {
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
        Self {
            shelf,
            game: None,
            chances: None,
        }
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

    /// The battle as it stands, to be shown by other means than views.
    ///
    /// # Errors
    /// When none was started.
    pub fn shown(&self) -> Result<Look<'_>, EngineError> {
        self.game().map(Game::look)
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
        self.start_with(from, Chance::Seed(seed), None, [None, None])
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
        chance: Chance,
        house: Option<&str>,
        armies: [Option<&str>; 2],
    ) -> Result<View, EngineError> {
        if let Chance::Seed(seed) = chance
            && seed > MOST_SEED
        {
            return Err(
                EngineError::new(say!("{seed} is too great for a seed", seed = seed))
                    .hint(say!("a whole number from 0 to {most}", most = MOST_SEED)),
            );
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
        let journal = match chance {
            Chance::Seed(seed) => Journal::open(start, rules.as_ref(), seed),
            Chance::Sealed(seal) => Journal::open_sealed(start, rules.as_ref(), seal),
        };
        Ok(self.take(Game::new(rules, journal)))
    }

    /// The text of a shipped army.
    fn army(&self, id: &str) -> Result<&str, EngineError> {
        let found = self.shelf.armies().iter().find(|army| army.id == id);
        found.map(|army| army.text.as_str()).ok_or_else(|| {
            EngineError::new(say!("there is no army `{id}`", id = id))
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
        let points = self.shelf.points(&card.id);
        let points = points.and_then(|text| files::read_points(text, card).ok());
        let info = |army: &ArmyText| {
            let found = files::read_army(&army.text, card).ok()?;
            let fits = |side| files::muster(&battle, side, &found, rules.as_ref()).is_ok();
            Side::BOTH.into_iter().all(fits).then(|| ArmyInfo {
                id: army.id.clone(),
                units: build::counted(&found, card),
                points: points.as_ref().map(|p| f64::from(p.army(&found).0) / 100.0),
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

    pub(crate) fn set_chances(&mut self, work: crate::chances::Work) {
        self.chances = Some(work);
    }

    pub(crate) const fn chances_mut(&mut self) -> Option<&mut crate::chances::Work> {
        self.chances.as_mut()
    }

    pub(crate) fn take(&mut self, game: Game) -> View {
        self.chances = None;
        self.game.insert(game).view()
    }

    /// The text of a shipped scenario.
    pub(crate) fn scenario(&self, id: &str) -> Result<&str, EngineError> {
        let all = self.shelf.scenarios();
        let found = all.iter().find(|s| s.id == id);
        found.map(|s| s.text.as_str()).ok_or_else(|| {
            let names: Vec<&str> = all.iter().map(|s| s.id.as_str()).collect();
            EngineError::new(say!("there is no scenario `{id}`", id = id))
                .hint(say!("there are: {known}", known = names.join(", ")))
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

    /// The exact odds of an order, on terms: how choices on the way are made,
    /// whether they are unfolded step by step.
    ///
    /// # Errors
    /// When it is refused.
    pub fn odds(&self, order: &Order, terms: Terms) -> Result<OddsView, EngineError> {
        self.odds_stated(order, terms, None)
    }

    /// The same of an order that something is stated with.
    ///
    /// # Errors
    /// When it is refused, or nobody can stand as stated.
    pub fn odds_stated(
        &self,
        order: &Order,
        terms: Terms,
        says: Option<&Saying>,
    ) -> Result<OddsView, EngineError> {
        let game = self.game()?;
        let stated = says.map(|says| game.stated(says)).transpose()?;
        let there = stated
            .as_ref()
            .map_or(game.journal.now(), |(there, _)| there);
        let look = Look::new(game.rules.as_ref(), there);
        let legal = game.rules.judge(there, order);
        let legal = legal.map_err(|r| EngineError::refused(look.refusals(&r)))?;
        Ok(look.odds(&legal, terms))
    }

    /// What a unit can see and reach.
    ///
    /// # Errors
    /// When there is no such unit.
    pub fn overlay(&self, unit: u8) -> Result<Overlay, EngineError> {
        let game = self.game()?;
        Ok(game.look().overlay(game.unit(unit)?))
    }

    /// The whole table in words.
    ///
    /// # Errors
    /// When no battle was started.
    pub fn words(&self) -> Result<TableWords, EngineError> {
        let game = self.game()?;
        let ended = game
            .journal
            .now()
            .ended
            .and_then(|_| game.ended_by(game.number()));
        Ok(game.look().table_words(ended))
    }

    /// What lies round a unit, in words; with what its orders may come to if asked.
    ///
    /// # Errors
    /// When there is no such unit.
    pub fn around(&self, unit: u8, chances: bool) -> Result<AroundView, EngineError> {
        let game = self.game()?;
        Ok(game.look().around(game.unit(unit)?, chances))
    }

    /// What can be done to a unit before the next turn is over, and by it.
    ///
    /// # Errors
    /// When there is no such unit.
    pub fn threats(&self, unit: u8) -> Result<Threats, EngineError> {
        let game = self.game()?;
        Ok(game.look().threats(game.unit(unit)?))
    }

    /// The odds of a charge or a shot that threatens, in the moment in which it can
    /// be ordered; none when it cannot.
    ///
    /// # Errors
    /// When there is no such unit.
    pub fn threat_odds(
        &self,
        who: u8,
        whom: u8,
        verb: &str,
    ) -> Result<Option<OddsView>, EngineError> {
        let game = self.game()?;
        let (who, whom) = (game.unit(who)?, game.unit(whom)?);
        Ok(game.look().threat_odds(who, whom, verb))
    }

    /// The ground on which a unit could be charged or shot at by another.
    ///
    /// # Errors
    /// When there is no such unit.
    pub fn threat_reach(&self, who: u8, whom: u8) -> Result<Vec<ReachView>, EngineError> {
        let game = self.game()?;
        Ok(game.look().threat_reach(game.unit(who)?, game.unit(whom)?))
    }

    /// The orders that are not offered to a unit, and why not.
    ///
    /// # Errors
    /// When there is no such unit.
    pub fn why_not(&self, unit: u8) -> Result<Vec<WhyNot>, EngineError> {
        let game = self.game()?;
        Ok(game.look().why_not(game.unit(unit)?))
    }

    /// The legal move by which a unit reaches an aim with respect to an enemy.
    ///
    /// # Errors
    /// When there is no such unit or aim, or one of them is not on the table.
    pub fn intent(&self, unit: u8, aim: &str, foe: u8) -> Result<IntentView, EngineError> {
        let game = self.game()?;
        let aim = Aim::named(aim).ok_or_else(|| {
            EngineError::new(say!("there is no aim `{aim}`", aim = aim)).hint(say!(
                "there are: {known}",
                known = Aim::ALL.map(Aim::name).join(", ")
            ))
        })?;
        let (unit, foe) = (game.unit(unit)?, game.unit(foe)?);
        game.look().intent(Aimed { unit, aim, foe })
    }

    /// Gives an order. `number` is that of the view it was chosen on. Without
    /// faces the dice are rolled; with faces they are those thrown by hand, a 0
    /// for each throw that is left to the engine, and when they run short the
    /// answer says what to throw next and nothing has happened.
    ///
    /// # Errors
    /// When it is stale or refused, or when faces do not fit the dice asked.
    pub fn play(
        &mut self,
        order: &Order,
        number: usize,
        faces: Option<&[u8]>,
    ) -> Result<Answer, EngineError> {
        self.play_stated(order, number, faces, None)
    }

    /// The same with what is stated of the real table, where positions are left to
    /// it.
    ///
    /// # Errors
    /// As [`Session::play`], and when nobody can stand as stated.
    pub fn play_stated(
        &mut self,
        order: &Order,
        number: usize,
        faces: Option<&[u8]>,
        says: Option<&Saying>,
    ) -> Result<Answer, EngineError> {
        let game = self.game_mut()?;
        if number != game.number() as usize {
            return Err(stale(game, number));
        }
        let stated = says.map(|says| game.stated(says)).transpose()?;
        // A learner may go on to the next step by doing what it asks for.
        let mut guide = game.guide.clone();
        if let Some(guide) = &mut guide {
            guide.lead(order, game.rules.as_ref(), &game.journal);
        }
        let mut rolled = match &guide {
            Some(guide) => guide.dice(&game.journal),
            None => game.journal.dice(),
        };
        let mut thrown = Recorded::by_hand(faces.unwrap_or_default(), rolled.clone());
        let dice: &mut dyn Dice = match faces {
            Some(_) => &mut thrown,
            None => &mut rolled,
        };
        let there = stated
            .as_ref()
            .map_or(game.journal.now(), |(there, _)| there);
        let (_, events) = game.rules.play(there, order, dice).map_err(|r| {
            EngineError::refused(Look::new(game.rules.as_ref(), there).refusals(&r))
        })?;
        if faces.is_some()
            && let Some(wanted) = checked(game, &thrown, Some(order))?
        {
            return Ok(Answer::Wanted { wanted });
        }
        let rolls = match faces {
            Some(_) => thrown.rolls().to_vec(),
            None => rolled.into_rolls(),
        };
        game.guide = guide;
        Ok(Answer::Played(Box::new(
            game.keep(stated, order, rolls, events),
        )))
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
        if game.journal.now().setting.stated {
            return Err(
                EngineError::new("the computer does not see where the miniatures stand")
                    .hint("positions are left to the table: people play both sides"),
            );
        }
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

    /// Opens the battle again with dice that are thrown by hand, as `play` takes
    /// them, before the first order is given.
    ///
    /// # Errors
    /// When an order was given, or when faces do not fit the dice asked.
    pub fn opening(&mut self, faces: &[u8]) -> Result<Answer, EngineError> {
        let game = self.game_mut()?;
        if game.number() > 0 {
            return Err(
                EngineError::new("the battle was opened before its first order")
                    .hint("take its orders back first"),
            );
        }
        let seed = game.journal.header.seed;
        let mut journal = Journal::begin(game.journal.start().clone(), game.rules.card(), seed);
        journal.header.seal.clone_from(&game.journal.header.seal);
        let mut thrown = Recorded::by_hand(faces, journal.dice());
        let events = game.journal.opening(game.rules.as_ref(), &mut thrown);
        if let Some(wanted) = checked(game, &thrown, None)? {
            return Ok(Answer::Wanted { wanted });
        }
        let entry =
            Look::new(game.rules.as_ref(), journal.now()).entry(0, None, thrown.rolls(), &events);
        journal.append(None, thrown.rolls().to_vec(), events);
        game.journal = journal;
        game.players.clear();
        Ok(Answer::Played(Box::new(Played {
            view: game.view(),
            entry,
            motions: Vec::new(),
        })))
    }

    /// Takes back every order after a line, and keeps them struck out in the
    /// journal: what was entered wrongly at a real table is seen to have been.
    ///
    /// # Errors
    /// When there is no such line.
    pub fn strike(&mut self, number: usize) -> Result<View, EngineError> {
        let game = self.game_mut()?;
        let line = u32::try_from(number).ok();
        if !line.is_some_and(|n| game.journal.strike(n)) {
            return Err(game.no_line(number));
        }
        game.players.clear();
        game.settle();
        Ok(game.view())
    }

    /// An order typed as a line of text, judged but not given.
    ///
    /// # Errors
    /// Where and why the line is no order, with its column.
    pub fn typed(&self, line: &str) -> Result<Preview, EngineError> {
        let game = self.game()?;
        let aim = notation::aim(line, game.journal.now(), game.rules.card());
        if let Some(aimed) = aim.map_err(untyped)? {
            let found = game.look().intent(aimed)?;
            return found.preview.ok_or_else(|| EngineError::new(found.says));
        }
        let order =
            notation::parse(line, game.journal.now(), game.rules.card()).map_err(untyped)?;
        Ok(game.look().preview(&order))
    }

    /// Everything that was ordered, thrown and done, and after each order what
    /// was entered there and struck out again.
    ///
    /// # Errors
    /// When no battle was started.
    pub fn log(&self) -> Result<Vec<LogEntry>, EngineError> {
        let game = self.game()?;
        Ok(crate::log::told(game.rules.as_ref(), &game.journal))
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
}

/// Plays nothing: what stands for a level that has no player.
struct Nobody;

impl Player for Nobody {
    fn choose(&mut self, _rules: &dyn Rules, _battle: &Battle) -> Option<Order> {
        None
    }
}

/// What is wrong with a typed line.
fn untyped(trouble: notation::Trouble) -> EngineError {
    let error = EngineError::new(trouble.message).at(1, trouble.column);
    match trouble.hint {
        Some(hint) => error.hint(hint),
        None => error,
    }
}

fn none_yet() -> EngineError {
    EngineError::new("no battle was started yet").hint("call start or load first")
}

pub(crate) fn no_level(id: &str) -> EngineError {
    let names: Vec<&str> = LEVELS.iter().map(|level| level.id).collect();
    EngineError::new(say!("there is no computer player `{id}`", id = id))
        .hint(say!("there are: {known}", known = names.join(", ")))
}

fn stale(game: &Game, number: usize) -> EngineError {
    let look = game.look();
    let title = look.title(c::STALE).to_owned();
    let stands = game.number();
    EngineError::refused(vec![RefusalView {
        clause: look.cite(c::STALE),
        says: say!(
            "{title}: the order follows line {number}, the battle stands at {stands}",
            title = title,
            number = number,
            stands = stands
        ),
        title,
        unit: None,
        point: None,
        tape: None,
    }])
}

fn wrong_face(face: u8, ask: Ask) -> EngineError {
    let (_, sides) = ask.dice();
    EngineError::new(say!(
        "a die of {sides} sides does not show {face}",
        sides = sides,
        face = face
    ))
    .hint(say!(
        "faces are whole numbers from 1 to {sides}",
        sides = sides
    ))
}

/// What is still to be thrown, after dice that were entered by hand.
fn checked(
    game: &Game,
    thrown: &Recorded,
    order: Option<&Order>,
) -> Result<Option<Wanted>, EngineError> {
    if let Some((face, ask)) = thrown.wrong() {
        return Err(wrong_face(face, ask));
    }
    if let Some((ask, by, why)) = thrown.wanted() {
        return Ok(Some(game.look().wanted(order, ask, by, why)));
    }
    if thrown.left_over() > 0 {
        return Err(EngineError::new(say!(
            "{n} more faces were given than dice were asked",
            n = thrown.left_over()
        ))
        .hint("give [] first; the answer says what to throw"));
    }
    Ok(None)
}

//! One battle being played: the calls that begin one and those that ask about it, as plain methods.
//! `play` has those that change it.

use crate::game::Game;
use crate::view::{
    ArmyInfo, AroundView, Catalogue, HouseView, IntentView, LogEntry, OddsView, OfferView, Overlay,
    Preview, ReachView, Rescued, Saying, TableWords, ThreatOdds, Threats, View, WhyNot, Xy,
};
use crate::{
    Amendables, ArmyText, EngineError, Look, Shelf, Terms, build, catalogue, ledger, measure,
    ruling,
};
use sandtable_battle::aim::Aimed;
use sandtable_battle::{Aim, Battle, Order, Seal, Side};
use sandtable_files::{Journal, notation, unmarked};
use sandtable_tongue::{Language, say};

/// The greatest seed: pages count exactly only up to here.
const MOST_SEED: u64 = (1 << 53) - 1;

/// What a battle is started from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source<'a> {
    /// A built-in scenario, by id.
    Scenario(&'a str),
    /// The text of a battle file.
    Text(&'a str),
}

/// What the engine's dice are thrown from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chance {
    /// A number that somebody chose.
    Seed(u64),
    /// A secret and a word, from two people.
    Sealed(Seal),
}

/// One battle being played, or none yet. A call that fails does not change it.
pub struct Session {
    shelf: Shelf,
    game: Option<Game>,
    /// The chances of the battle, while they are being worked out.
    chances: Option<crate::chances::Work>,
    /// What the coach is thinking about, and why the computer gave its orders.
    pub(crate) coach: crate::coach::Coach,
    /// The language in which its rule sets were opened: their texts are read at that time.
    language: Language,
}

impl Session {
    /// Creates a session that plays from a shelf; no battle is started yet.
    #[must_use]
    pub fn new(shelf: Shelf) -> Self {
        Self {
            shelf,
            game: None,
            chances: None,
            coach: crate::coach::Coach::default(),
            language: Language::spoken(),
        }
    }

    /// Switches to the language in which a call is made, and to the words of the rule set that is
    /// played: every call may use another language.
    ///
    /// # Errors
    /// If its rule sets cannot be opened again.
    pub(crate) fn listen(&mut self) -> Result<(), EngineError> {
        let language = Language::spoken();
        if language != self.language {
            self.shelf.tell_anew();
            if let Some(game) = &mut self.game {
                let header = &game.journal.header;
                let rules = self.shelf.open(&header.rules, &header.switches);
                game.rules = rules.map_err(EngineError::new)?;
            }
            self.language = language;
        }
        if let Some(game) = &self.game {
            sandtable_register::speak_of(&game.rules.card().id);
        }
        Ok(())
    }

    /// Returns the shelf that the session plays from.
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

    /// Returns the battle as it stands, for display by other means than views.
    ///
    /// # Errors
    /// If none was started.
    pub fn shown(&self) -> Result<Look<'_>, EngineError> {
        self.game().map(Game::look)
    }

    /// Returns the battle as it stands, if one was started.
    #[must_use]
    pub fn battle(&self) -> Option<&Battle> {
        self.game.as_ref().map(|game| game.journal.now())
    }

    /// Returns everything that there is to choose from.
    ///
    /// # Errors
    /// If a scenario on the shelf cannot be read.
    pub fn catalogue(&self) -> Result<Catalogue, EngineError> {
        catalogue::catalogue(&self.shelf)
    }

    /// Starts a battle.
    ///
    /// # Errors
    /// If there is no such scenario; otherwise the first flaw of the text.
    pub fn start(&mut self, from: Source<'_>, seed: u64) -> Result<View, EngineError> {
        self.start_with(from, Chance::Seed(seed), None, [None, None])
    }

    /// Starts a battle under house rules, the text of a `*.rules.toml`, and with built-in armies
    /// for its sides, by their ids.
    ///
    /// # Errors
    /// As [`Session::start`]; also the first flaw of the house rules, or if there is no such army
    /// or it cannot be mustered there.
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
            *text = id.map(|id| self.shelf.army(id)).transpose()?;
        }
        let (rules, start) = ledger::read_battle_with(&self.shelf, text, house, &texts)?;
        let journal = match chance {
            Chance::Seed(seed) => Journal::open(start, rules.as_ref(), seed),
            Chance::Sealed(seal) => Journal::open_sealed(start, rules.as_ref(), seal),
        };
        Ok(self.take(Game::new(rules, journal)))
    }

    /// Returns the armies from which either side of a scenario can take its units: none if it does
    /// not deploy by zones.
    ///
    /// # Errors
    /// If there is no such scenario.
    pub fn armies(&self, scenario: &str) -> Result<Vec<ArmyInfo>, EngineError> {
        let (rules, battle) = ledger::read_battle(&self.shelf, self.scenario(scenario)?)?;
        let card = rules.card();
        let points = self.shelf.points(&card.id);
        let points = points.and_then(|text| sandtable_files::read_points(text, card).ok());
        let info = |army: &ArmyText| {
            let found = sandtable_files::read_army(&army.text, card).ok()?;
            let fits =
                |side| sandtable_files::muster(&battle, side, &found, rules.as_ref()).is_ok();
            Side::BOTH.into_iter().all(fits).then(|| ArmyInfo {
                id: army.id.clone(),
                units: build::counted(&found, card),
                points: points
                    .as_ref()
                    .map(|p| sandtable_files::whole_points(p.army(&found).0)),
                name: found.name.clone(),
                says: found.says.clone(),
            })
        };
        Ok(self.shelf.armies().iter().filter_map(info).collect())
    }

    /// Checks house rules, the text of a `*.rules.toml`, and returns what they change.
    ///
    /// # Errors
    /// Reports the first flaw of the text.
    pub fn house(&self, text: &str) -> Result<HouseView, EngineError> {
        let (rules, house) = ledger::read_house(&self.shelf, text)?;
        Ok(HouseView {
            rules: house.base,
            name: house.name,
            says: house.says,
            changes: sandtable_look::house::changes(rules.card()),
        })
    }

    /// Goes on with a journal, or starts from a battle file. A battle file starts with the seed of
    /// the battle before it, or with zero.
    ///
    /// # Errors
    /// Reports the first flaw of the text.
    pub fn load(&mut self, text: &str) -> Result<View, EngineError> {
        ledger::measure_file(text)?;
        let text = unmarked(text);
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

    /// Returns what comes before the damage of a journal that does not load, or `None` if nothing
    /// does. The battle stays as it is.
    ///
    /// # Errors
    /// If the text is longer than any journal.
    pub fn rescue(&self, text: &str) -> Result<Option<Rescued>, EngineError> {
        ledger::measure_file(text)?;
        let journal = ledger::rescue(&self.shelf, text);
        Ok(journal.map(|journal| Rescued {
            orders: (journal.lines().iter())
                .filter(|line| line.order.is_some())
                .count(),
            journal: journal.to_jsonl(),
        }))
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

    /// Returns the text of a built-in scenario.
    pub(crate) fn scenario(&self, id: &str) -> Result<&str, EngineError> {
        self.shelf.scenario(id)
    }

    /// Returns the view of the battle as it stands.
    ///
    /// # Errors
    /// If none was started.
    pub fn view(&self) -> Result<View, EngineError> {
        Ok(self.game()?.view())
    }

    /// Returns the orders that a unit may get now.
    ///
    /// # Errors
    /// If there is no such unit.
    pub fn offers(&self, unit: u8) -> Result<Vec<OfferView>, EngineError> {
        let game = self.game()?;
        Ok(game.look().offers(game.unit(unit)?))
    }

    /// Judges an order without giving it.
    ///
    /// # Errors
    /// If no battle was started.
    pub fn preview(&self, order: &Order) -> Result<Preview, EngineError> {
        Ok(self.game()?.look().preview(order))
    }

    /// Returns the legal order that brings a unit's centre nearest to a point and its front nearest
    /// to a facing; if no order is legal, why not.
    ///
    /// # Errors
    /// If there is no such unit, or the numbers are not a point or a facing.
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

    /// Judges the laying of a piece of terrain with its origin at a point, turned clockwise by some
    /// degrees, without giving the order.
    ///
    /// # Errors
    /// If no battle was started, or the numbers are not a point or a turn.
    pub fn laying(&self, piece: u8, to: Xy, turned: f64) -> Result<Preview, EngineError> {
        let game = self.game()?;
        let (to, turned) = (
            measure::point(game.look().ruler(), to)?,
            measure::facing(turned)?,
        );
        Ok(game.look().laying(piece, to, turned))
    }

    /// Returns the exact odds of an order. The terms say how choices on the way are made, and
    /// whether the odds are unfolded step by step.
    ///
    /// # Errors
    /// If the order is refused.
    pub fn odds(&self, order: &Order, terms: Terms) -> Result<OddsView, EngineError> {
        self.odds_stated(order, terms, None)
    }

    /// Returns the exact odds of an order that comes with a statement.
    ///
    /// # Errors
    /// If the order is refused, or a unit cannot stand as stated.
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
        let legal = legal.map_err(|r| EngineError::refused(look.refusals_of(order, &r)))?;
        Ok(look.odds(&legal, terms))
    }

    /// Returns what an umpire may correct, apart from places.
    ///
    /// # Errors
    /// If there is no such unit.
    pub fn amendables(&self, unit: Option<u8>) -> Result<Amendables, EngineError> {
        let game = self.game()?;
        if let Some(unit) = unit {
            game.unit(unit)?;
        }
        let (rules, now) = (game.rules.as_ref(), game.journal.now());
        Ok(ruling::amendables(rules, now, unit))
    }

    /// Returns what a unit can see and reach.
    ///
    /// # Errors
    /// If there is no such unit.
    pub fn overlay(&self, unit: u8) -> Result<Overlay, EngineError> {
        let game = self.game()?;
        Ok(game.look().overlay(game.unit(unit)?))
    }

    /// Describes the whole table in words.
    ///
    /// # Errors
    /// If no battle was started.
    pub fn words(&self) -> Result<TableWords, EngineError> {
        let game = self.game()?;
        let ended = game
            .journal
            .now()
            .ended
            .and_then(|_| game.ended_by(game.number()));
        Ok(game.look().table_words(ended))
    }

    /// Describes what lies around a unit, in words; with `chances`, also what its orders may come
    /// to.
    ///
    /// # Errors
    /// If there is no such unit.
    pub fn around(&self, unit: u8, chances: bool) -> Result<AroundView, EngineError> {
        let game = self.game()?;
        Ok(game.look().around(game.unit(unit)?, chances))
    }

    /// Returns what a unit can do, and what can be done to it, before the next turn is over.
    ///
    /// # Errors
    /// If there is no such unit.
    pub fn threats(&self, unit: u8) -> Result<Threats, EngineError> {
        let game = self.game()?;
        Ok(game.look().threats(game.unit(unit)?))
    }

    /// Returns the odds of a threatening charge or shot at the moment when it can be ordered, and
    /// how much it weighs; none if it cannot be ordered.
    ///
    /// # Errors
    /// If there is no such unit.
    pub fn threat_odds(
        &self,
        who: u8,
        whom: u8,
        verb: &str,
    ) -> Result<Option<ThreatOdds>, EngineError> {
        let game = self.game()?;
        let (who, whom) = (game.unit(who)?, game.unit(whom)?);
        Ok(game.look().threat_odds(who, whom, verb))
    }

    /// Returns the ground on which one unit could charge or shoot at another.
    ///
    /// # Errors
    /// If there is no such unit.
    pub fn threat_reach(&self, who: u8, whom: u8) -> Result<Vec<ReachView>, EngineError> {
        let game = self.game()?;
        Ok(game.look().threat_reach(game.unit(who)?, game.unit(whom)?))
    }

    /// Returns the orders that are not offered to a unit, and why not.
    ///
    /// # Errors
    /// If there is no such unit.
    pub fn why_not(&self, unit: u8) -> Result<Vec<WhyNot>, EngineError> {
        let game = self.game()?;
        Ok(game.look().why_not(game.unit(unit)?))
    }

    /// Returns the legal move by which a unit reaches an aim relative to an enemy.
    ///
    /// # Errors
    /// If there is no such unit or aim, or one of them is not on the table.
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

    /// Judges an order typed as a line of text, without giving it.
    ///
    /// # Errors
    /// Says where and why the line is not an order, with its column.
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

    /// Returns everything that was ordered, thrown and done, and after each order what was entered
    /// there and struck out again.
    ///
    /// # Errors
    /// If no battle was started.
    pub fn log(&self) -> Result<Vec<LogEntry>, EngineError> {
        let game = self.game()?;
        Ok(crate::told(game.rules.as_ref(), &game.journal))
    }

    /// Returns the battle after a line, for replay; the battle itself does not change.
    ///
    /// # Errors
    /// If there is no such line.
    pub fn at(&self, number: usize) -> Result<View, EngineError> {
        let game = self.game()?;
        let line = u32::try_from(number).ok();
        let battle = line.and_then(|n| game.journal.battle_at(n));
        match (battle, line) {
            (Some(battle), Some(n)) => Ok(game.view_of(&battle, n)),
            _ => Err(game.no_line(number)),
        }
    }

    /// Returns the battle as it was played, as a journal file.
    ///
    /// # Errors
    /// If no battle was started.
    pub fn journal(&self) -> Result<String, EngineError> {
        Ok(self.game()?.journal.to_jsonl())
    }

    /// Returns the battle as it stands, as a battle file.
    ///
    /// # Errors
    /// If no battle was started.
    pub fn position(&self) -> Result<String, EngineError> {
        let game = self.game()?;
        Ok(sandtable_files::write_battle(
            game.journal.now(),
            game.rules.card(),
        ))
    }
}

/// Returns what is wrong with a typed line.
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

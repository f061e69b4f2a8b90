//! A battle whose journal is kept elsewhere: an order is judged here, its line is stored there, and
//! only then does the battle go on. A server does this for its rooms.

use crate::faces::fits;
use crate::{Amendables, Amends, EngineError, Look, Shelf, Source, ledger, ruling};
use sandtable_battle::{
    Battle, Dice, Event, Joint, Order, Outcome, Recorded, Roll, Rolled, Rules, Side, Stream,
};
use sandtable_files::Journal;
use sandtable_files::journal::{Header, Line};
use sandtable_opponents::level;
use sandtable_tongue::say;
use std::sync::Arc;

/// What a room's battle starts from.
#[derive(Clone, Copy, Debug)]
pub struct Setup<'a> {
    /// The scenario, or the text of a battle file.
    pub from: Source<'a>,
    /// House rules, the text of a `*.rules.toml`.
    pub house: Option<&'a str>,
    /// Built-in armies, by id, in place of the units of the scenario.
    pub armies: [Option<&'a str>; 2],
}

/// Why an order was refused.
#[derive(Clone, Debug, PartialEq)]
pub enum Refused {
    /// It follows a line that is no longer the last.
    Stale {
        /// The number of the last line.
        stands: u32,
    },
    /// It breaks the rules.
    Rules(Box<EngineError>),
}

/// An order that was judged: its line, and what it leads to.
#[derive(Clone, Debug)]
pub struct Judged {
    /// Its line.
    pub line: Line,
    /// The side whose order or choice is then awaited.
    pub awaits: Option<Side>,
    /// How the battle ended with it, if it did.
    pub ended: Option<Outcome>,
}

/// What the dice of a line are thrown from.
#[derive(Clone, Debug)]
pub enum Throw {
    /// A random number.
    Seed(u64),
    /// The values that the host and the players opened.
    Joint(Box<Joint>),
    /// Real dice: their faces, in the order they are asked for.
    Hand(Vec<u8>),
}

/// The dice of a line that is being judged.
enum Cup {
    Engine(Rolled),
    Hand(Recorded),
}

impl Cup {
    fn dice(&mut self) -> &mut dyn Dice {
        match self {
            Self::Engine(dice) => dice,
            Self::Hand(dice) => dice,
        }
    }

    /// Returns what was thrown; real dice must be exactly those that were asked for.
    fn rolls(self, look: &Look<'_>) -> Result<Vec<Roll>, EngineError> {
        let dice = match self {
            Self::Engine(dice) => return Ok(dice.into_rolls()),
            Self::Hand(dice) => dice,
        };
        match fits(look, &dice, None)? {
            None => Ok(dice.rolls().to_vec()),
            Some(wanted) => Err(EngineError::new(say!(
                "more dice are wanted: {says}",
                says = wanted.says
            ))),
        }
    }
}

impl Throw {
    /// Returns the dice of a line.
    fn cup(&self, n: u32) -> Cup {
        match self {
            Self::Seed(seed) => Cup::Engine(Rolled::new(*seed, n)),
            Self::Joint(joint) => Cup::Engine(joint.dice(n)),
            Self::Hand(faces) => Cup::Hand(Recorded::of_hand(faces)),
        }
    }

    /// Returns what a line notes about its dice: a stream, or what was opened.
    fn notes(self, n: u32, rolls: &[Roll]) -> (Option<Stream>, Option<Box<Joint>>) {
        match self {
            _ if rolls.is_empty() => (None, None),
            Self::Seed(seed) => (Some(Stream { seed, number: n }), None),
            Self::Joint(joint) => (None, Some(joint)),
            Self::Hand(_) => (None, None),
        }
    }
}

/// A battle as it is set up, before any dice are thrown. It is read once and opened each time it is
/// played.
#[derive(Clone)]
pub struct Layout {
    rules: Arc<dyn Rules>,
    journal: Journal,
}

impl Layout {
    /// Reads what a battle starts from.
    ///
    /// # Errors
    /// If there is no such scenario or army; otherwise the first flaw of a text.
    pub fn read(shelf: &Shelf, setup: Setup<'_>) -> Result<Self, EngineError> {
        let text = match setup.from {
            Source::Text(text) => text,
            Source::Scenario(id) => shelf.scenario(id)?,
        };
        let mut armies = [None, None];
        for (text, id) in armies.iter_mut().zip(setup.armies) {
            *text = id.map(|id| shelf.army(id)).transpose()?;
        }
        let (rules, start) = ledger::read_battle_with(shelf, text, setup.house, &armies)?;
        let journal = Journal::begin(start, rules.card(), 0);
        Ok(Self { rules, journal })
    }

    /// Opens the battle; the opening's dice are thrown from the seed.
    #[must_use]
    pub fn open(self, seed: u64) -> Umpire {
        let Self { rules, mut journal } = self;
        let mut dice = Rolled::new(seed, 0);
        let events = journal.opening(rules.as_ref(), &mut dice);
        let stream = dice.stream();
        journal.append(None, dice.into_rolls(), events);
        journal.thrown_from(stream);
        Umpire { rules, journal }
    }
}

/// A battle with its rules and its journal. The dice of every line have their own seed, which
/// nobody knows before the line is stored.
pub struct Umpire {
    rules: Arc<dyn Rules>,
    journal: Journal,
}

impl Umpire {
    /// Begins a battle; the opening's dice are thrown from the seed.
    ///
    /// # Errors
    /// If there is no such scenario or army; otherwise the first flaw of a text.
    pub fn begin(shelf: &Shelf, setup: Setup<'_>, seed: u64) -> Result<Self, EngineError> {
        Ok(Layout::read(shelf, setup)?.open(seed))
    }

    /// Goes on with a journal file from elsewhere.
    ///
    /// # Errors
    /// Reports the first flaw of the file, or where the rules disagree with it.
    pub fn bring(shelf: &Shelf, text: &str) -> Result<Self, EngineError> {
        let (rules, journal) = ledger::read_journal(shelf, text)?;
        if journal.now().setting.stated {
            return Err(EngineError::new(
                "positions of this battle are left to a real table: nobody else sees it",
            ));
        }
        // The person who brings it knows its seed and what its seal hides, so no further dice come
        // from either.
        let last = journal.next().saturating_sub(1);
        let mut journal = journal.fork(last).unwrap_or(journal);
        journal.reseed(0);
        Ok(Self { rules, journal })
    }

    /// Restores a battle from what was stored of it: its header and its lines, as JSON.
    ///
    /// # Errors
    /// If they are not those of a battle.
    pub fn restore(shelf: &Shelf, header: &str, lines: &[String]) -> Result<Self, EngineError> {
        let mut text = String::from(header);
        for line in lines {
            text.push('\n');
            text.push_str(line);
        }
        let known = sandtable_files::journal::peek(&text).map_err(|f| ledger::flawed(&f))?;
        let rules = shelf.open(&known.rules, &known.switches);
        let rules = rules.map_err(EngineError::new)?;
        let journal = Journal::read(&text, rules.as_ref()).map_err(|f| ledger::flawed(&f))?;
        Ok(Self { rules, journal })
    }

    /// Returns the journal so far.
    #[must_use]
    pub const fn journal(&self) -> &Journal {
        &self.journal
    }

    /// Returns the rules it is played by.
    #[must_use]
    pub const fn rules(&self) -> &Arc<dyn Rules> {
        &self.rules
    }

    /// Returns the number of the last line.
    #[must_use]
    pub fn number(&self) -> u32 {
        self.journal.next().saturating_sub(1)
    }

    /// Returns the side whose order or choice is awaited; none once the battle is over.
    #[must_use]
    pub fn awaits(&self) -> Option<Side> {
        let now = self.journal.now();
        now.ended.is_none().then(|| now.to_move())
    }

    /// Returns how the battle ended, if it is over.
    #[must_use]
    pub fn ended(&self) -> Option<Outcome> {
        self.journal.now().ended
    }

    /// Returns the line that an order would make with these dice, and what it leads to. Nothing is
    /// stored.
    ///
    /// # Errors
    /// If it comes too late, or is refused: gives every reason against it.
    pub fn judge(&self, order: &Order, number: u32, throw: Throw) -> Result<Judged, Refused> {
        if number != self.number() {
            let stands = self.number();
            return Err(Refused::Stale { stands });
        }
        let now = self.journal.now();
        let n = self.journal.next();
        let look = Look::new(self.rules.as_ref(), now);
        let refused = |error| Refused::Rules(Box::new(error));
        let mut cup = throw.cup(n);
        let (_, events) = self
            .rules
            .play(now, order, cup.dice())
            .map_err(|refusals| {
                refused(EngineError::refused(look.refusals_of(order, &refusals)))
            })?;
        let rolls = cup.rolls(&look).map_err(refused)?;
        Ok(judged(
            now,
            n,
            Some(order.clone()),
            rolls,
            events,
            Some(throw),
        ))
    }

    /// Returns the line that a ruling would make, and what it leads to: the umpire of both sides
    /// corrects what stands on the map. Nothing is stored.
    ///
    /// # Errors
    /// If it comes too late, or the ruling is not possible: says why.
    pub fn rule(&self, amends: &Amends, number: u32, by: &str) -> Result<Judged, Refused> {
        let stands = self.number();
        if number != stands {
            return Err(Refused::Stale { stands });
        }
        let now = self.journal.now();
        let (stated, after) = ruling::judged(self.rules.as_ref(), now, amends, by)
            .map_err(|error| Refused::Rules(Box::new(error)))?;
        let mut judged = judged(
            &after,
            self.journal.next(),
            None,
            Vec::new(),
            Vec::new(),
            None,
        );
        judged.line.stated = Some(Box::new(stated));
        Ok(judged)
    }

    /// Returns what a ruling may correct of a unit, of the sides and of the battle, apart from
    /// places.
    #[must_use]
    pub fn amendables(&self, unit: Option<u8>) -> Amendables {
        ruling::amendables(self.rules.as_ref(), self.journal.now(), unit)
    }

    /// Returns the number of the last ruling: what came before it cannot be taken back.
    #[must_use]
    pub fn ruled(&self) -> Option<u32> {
        let is = |line: &&Line| line.stated.as_ref().is_some_and(|s| s.ruling.is_some());
        self.journal
            .lines()
            .iter()
            .rev()
            .find(is)
            .map(|line| line.n)
    }

    /// Returns the opening as it would be with these dice. Nothing is stored.
    #[must_use]
    pub fn opening(&self, throw: Throw) -> Judged {
        let mut cup = throw.cup(0);
        let events = self.journal.opening(self.rules.as_ref(), cup.dice());
        let look = Look::new(self.rules.as_ref(), self.journal.start());
        let rolls = cup.rolls(&look).unwrap_or_default();
        judged(self.journal.start(), 0, None, rolls, events, Some(throw))
    }

    /// Returns whether dice were thrown in the opening.
    #[must_use]
    pub fn opened_by_dice(&self) -> bool {
        let opening = self.journal.lines().first();
        opening.is_some_and(|line| !line.rolls.is_empty())
    }

    /// Opens the battle again with another line 0, before any order was given.
    ///
    /// # Errors
    /// If an order was given, or the line is not what the rules give.
    pub fn reopen(&mut self, line: &Line) -> Result<(), EngineError> {
        self.journal = reopened(&self.journal, self.rules.as_ref(), line)?;
        Ok(())
    }

    /// Returns the side whose order was awaited after a line.
    #[must_use]
    pub fn awaited_at(&self, line: u32) -> Option<Side> {
        let then = self.journal.battle_at(line)?;
        then.ended.is_none().then(|| then.to_move())
    }

    /// Applies a line that was judged here and is now stored.
    ///
    /// # Errors
    /// If the battle has gone on meanwhile.
    pub fn go_on(&mut self, line: &Line) -> Result<(), EngineError> {
        is_next(&self.journal, line)?;
        take(&mut self.journal, line);
        Ok(())
    }

    /// Applies a line that was stored elsewhere.
    ///
    /// # Errors
    /// If it does not follow the last one.
    pub fn accept(&mut self, line: &Line) -> Result<(), EngineError> {
        follows(&self.journal, line)?;
        take(&mut self.journal, line);
        Ok(())
    }

    /// Goes back to a line and drops what followed.
    ///
    /// # Errors
    /// If there is no such line.
    pub fn back(&mut self, to: u32) -> Result<(), EngineError> {
        self.journal = self.journal.fork(to).ok_or_else(|| {
            EngineError::new(say!(
                "there is no line {number} in this battle",
                number = to
            ))
        })?;
        Ok(())
    }

    /// Returns a task for a computer player, separate from the battle: it may take its time.
    #[must_use]
    pub fn thought(&self, level: &str, seed: u64) -> Thought {
        Thought {
            rules: Arc::clone(&self.rules),
            battle: self.journal.now().clone(),
            level: level.to_owned(),
            seed,
        }
    }
}

/// A battle for a computer player to think about.
pub struct Thought {
    rules: Arc<dyn Rules>,
    battle: Battle,
    level: String,
    seed: u64,
}

impl Thought {
    /// Returns the player's next order; none if there is none to give, or no such player.
    #[must_use]
    pub fn order(&self) -> Option<Order> {
        let mut player = level(&self.level, self.seed)?;
        player.choose(self.rules.as_ref(), &self.battle)
    }
}

/// Returns the header of a journal as JSON, as it is stored.
///
/// # Errors
/// If it cannot be written.
pub fn header_of(header: &Header) -> Result<String, EngineError> {
    crate::call::json(header)
}

fn judged(
    before: &Battle,
    n: u32,
    order: Option<Order>,
    rolls: Vec<Roll>,
    events: Vec<Event>,
    throw: Option<Throw>,
) -> Judged {
    let mut after = before.clone();
    events.iter().for_each(|event| after.apply(event));
    let (stream, joint) = throw.map_or((None, None), |throw| throw.notes(n, &rolls));
    Judged {
        awaits: after.ended.is_none().then(|| after.to_move()),
        ended: after.ended,
        line: Line {
            n,
            order,
            rolls,
            events,
            waits: Vec::new(),
            stated: None,
            stream,
            joint,
            after: after.fingerprint(),
            struck: Vec::new(),
        },
    }
}

/// Returns a journal without orders, opened with another line 0.
pub(crate) fn reopened(
    journal: &Journal,
    rules: &dyn Rules,
    line: &Line,
) -> Result<Journal, EngineError> {
    let seed = journal.header.seed;
    let mut anew = Journal::begin(journal.start().clone(), rules.card(), seed);
    anew.header = journal.header.clone();
    let faces: Vec<u8> = line.rolls.iter().flat_map(|r| r.faces.clone()).collect();
    let mut dice = Recorded::new(&faces);
    let events = anew.opening(rules, &mut dice);
    let agrees = events == line.events && dice.wanted().is_none() && dice.left_over() == 0;
    if journal.next() > 1 || line.n > 0 || line.order.is_some() || !agrees {
        return Err(EngineError::new("this line does not open the battle"));
    }
    take(&mut anew, line);
    Ok(anew)
}

/// Checks that a line has the next number of a journal.
fn is_next(journal: &Journal, line: &Line) -> Result<(), EngineError> {
    match line.n == journal.next() {
        true => Ok(()),
        false => Err(EngineError::new(say!(
            "line {n} does not follow: the next one is {next}",
            n = line.n,
            next = journal.next()
        ))),
    }
}

/// Checks that a line is the next of a journal, and leads where it says.
pub(crate) fn follows(journal: &Journal, line: &Line) -> Result<(), EngineError> {
    is_next(journal, line)?;
    let mut after = journal.now().clone();
    line.fold(&mut after);
    if after.fingerprint() == line.after {
        return Ok(());
    }
    Err(EngineError::new(say!(
        "line {n} leads to another battle than it says",
        n = line.n
    )))
}

/// Adds a line that was checked to follow.
fn take(journal: &mut Journal, line: &Line) {
    let stated = line.stated.as_deref().cloned();
    let (rolls, events) = (line.rolls.clone(), line.events.clone());
    journal.append_stated(stated, line.order.clone(), rolls, events);
    if let Some(stream) = line.stream {
        journal.thrown_from(stream);
    }
    if let Some(joint) = line.joint.as_deref() {
        journal.thrown_jointly(joint.clone());
    }
}

/// Returns whether there is a computer player of that name.
#[must_use]
pub fn is_level(name: &str) -> bool {
    sandtable_opponents::Named::read(name).is_ok()
}

//! Journals: a battle as it was played, line by line.
//!
//! Events are the truth, orders and dice faces the evidence. Applying the events opens a journal in
//! any later version; [`Journal::verify`] replays the orders with the recorded faces and names the
//! first line and clause that differ. Line 0 is the opening, line `n` the `n`th order;
//! [`sandtable_battle::Rolled`] throws the dice of line `n` from the seed and `n` alone, so a
//! battle can go on or fork from any line.
//!
//! A journal file (`*.journal.jsonl`) has the header in its first line, then one line of JSON for
//! each line of the journal.

mod file;
mod proof;
mod renew;
mod struck;
mod verify;
mod waits;
mod weight;

pub use file::{MOST_BYTES, Rescue, Tail, peek, tail};
pub use proof::Proof;
pub use struck::Struck;
pub use verify::{Mismatch, is_sound, ruled};
pub use waits::Waits;
use waits::Words;

use crate::write_battle;
use sandtable_battle::joint::Chains;
use sandtable_battle::{
    Battle, Card, Dice, Event, Joint, Order, Recorded, Refusals, Roll, Rolled, Rules, Scene, Seal,
    Stated, Stream, Switches, Thrown,
};
use sandtable_keep::sum as fingerprint;
use serde::{Deserialize, Serialize};

/// The format in which journals are written; older ones can be read as well.
pub const FORMAT: u32 = 3;

/// What a journal says about its battle as a whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The format of the journal.
    pub format: u32,
    /// The rule set's id.
    pub rules: String,
    /// The edition of this engine's reading of the rule set.
    pub edition: u16,
    /// [`Card::hash`], the fingerprint of the rule set's numbers.
    #[serde(with = "file::hex")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub card: u64,
    /// The switches chosen.
    pub switches: Switches,
    /// The seed from which the battle's dice are thrown.
    #[serde(with = "sandtable_battle::decimal")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub seed: u64,
    /// The seal of the battle's dice, if they were sealed; `seed` then follows from it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seal: Option<Seal>,
    /// Whether the engine's dice come from the seed wherever a line does not name another source.
    /// Older journals may have other dice without saying so.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub seeded: bool,
    /// Who plays each side, as given by the program that keeps the journal.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<String>,
    /// The battle before line 0, as a battle file.
    pub battle: String,
    /// The fingerprint of the text in `battle`.
    #[serde(with = "file::hex")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub sum: u64,
    /// How many of its lines were written in format 1 and have been rewritten in today's form: what
    /// their marks came to counts, not each step on the way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub renewed: Option<u32>,
}

impl Header {
    /// Returns whether it says something of the lines that going back changes.
    #[must_use]
    pub const fn tells_of_lines(&self) -> bool {
        self.seal.is_some() || self.renewed.is_some()
    }

    /// Drops the lines after line `n`, and says what then holds: how many lines are renewed, up to
    /// where the dice were sealed, and from which seed the next ones fall.
    pub fn go_back(&mut self, lines: &mut Vec<Line>, n: u32) {
        let stay = lines.iter().take_while(|line| line.n <= n).count();
        lines.truncate(stay);
        let stay = u32::try_from(stay).unwrap_or(u32::MAX);
        self.renewed = self.renewed.map(|renewed| renewed.min(stay));
        if let Some(seal) = &self.seal {
            let (seal, seed) = seal.broken(n);
            self.seal = Some(seal);
            self.reseed(lines, seed);
        }
    }

    fn reseed(&mut self, lines: &mut [Line], seed: u64) {
        let old = std::mem::replace(&mut self.seed, seed);
        if old != seed {
            let lines = lines.iter_mut();
            lines.for_each(|line| line.fell_from(old, seed));
        }
    }
}

/// One line: an order and its effects.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// The line's number; the opening is 0.
    pub n: u32,
    /// The order; none for the opening.
    pub order: Option<Order>,
    /// What was thrown.
    pub rolls: Vec<Roll>,
    /// What happened.
    pub events: Vec<Event>,
    /// What waits for a choice, by its names. Only files use it, in place of the events that note
    /// it ([`Event::Noted`]).
    #[serde(default, rename = "pending", skip_serializing_if = "Vec::is_empty")]
    pub waits: Vec<Waits>,
    /// What was stated about the real table, if positions are left to one. It comes before the
    /// order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stated: Option<Box<Stated>>,
    /// The source of the engine's dice, if that is not the journal's seed and the line's number: a
    /// step of a first battle, or a fork.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stream: Option<Stream>,
    /// What the parties opened for this line's throw, if it used joint dice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub joint: Option<Box<Joint>>,
    /// [`Battle::fingerprint`] after this line.
    #[serde(with = "file::hex")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub after: u64,
    /// Lines that followed this one and were taken back, mostly wrong entries at a real table. They
    /// are kept so that people can see them, and have no effect.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub struck: Vec<Self>,
}

impl Line {
    /// Takes in a line that is struck out after this one, with what was struck out after that.
    fn lay_by(&mut self, mut line: Self) {
        let before = std::mem::take(&mut line.struck);
        self.struck.push(line);
        self.struck.extend(before);
    }

    /// Turns the battle that the line before left into the one in which the order was given, by
    /// adding what was stated about the real table.
    pub fn arrange(&self, battle: &mut Battle) {
        if let Some(stated) = &self.stated {
            battle.stand_as(stated);
        }
    }

    /// Returns the source of the line's dice if it names no other.
    const fn usual(&self, seed: u64) -> Stream {
        Stream {
            seed,
            number: self.n,
        }
    }

    fn has_engine_dice(&self) -> bool {
        self.rolls.iter().any(|roll| roll.thrown == Thrown::Engine)
    }

    /// Notes the seed from which the line's dice were thrown, before the journal gets another.
    /// A line whose dice are from that other one needs no note any more.
    fn fell_from(&mut self, seed: u64, next: u64) {
        if self.has_engine_dice() {
            let was = self.stream.unwrap_or_else(|| self.usual(seed));
            self.stream = Some(was).filter(|&was| was != self.usual(next));
        }
        let struck = self.struck.iter_mut();
        struck.for_each(|one| one.fell_from(seed, next));
    }

    /// Applies this line to a battle.
    pub fn fold(&self, battle: &mut Battle) {
        self.arrange(battle);
        self.events.iter().for_each(|event| battle.apply(event));
    }
}

/// A battle as it was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Journal {
    /// What holds for the whole battle.
    pub header: Header,
    lines: Vec<Line>,
    start: Battle,
    now: Battle,
    /// The names that files use for what waits.
    words: Option<Words>,
    /// What its file weighs.
    weight: usize,
    /// Whether that was measured: from then on, lines are measured too.
    measured: bool,
}

impl Journal {
    /// Begins the journal of a battle, without a line yet.
    #[must_use]
    pub fn begin(battle: Battle, card: &Card, seed: u64) -> Self {
        let text = write_battle(&battle, card);
        let header = Header {
            format: FORMAT,
            rules: card.id.clone(),
            edition: card.edition,
            card: card.hash,
            switches: battle.setting.switches.clone(),
            seed,
            seal: None,
            seeded: true,
            players: Vec::new(),
            sum: fingerprint(text.as_bytes()),
            battle: text,
            renewed: None,
        };
        Self {
            weight: weight::of_header(&header),
            measured: false,
            header,
            lines: Vec::new(),
            now: battle.clone(),
            start: battle,
            words: Words::of(card),
        }
    }

    /// Begins the journal of a battle, with its opening as line 0: what [`Rules::open`] does to a
    /// battle at turn 0, or nothing for a position.
    #[must_use]
    pub fn open(battle: Battle, rules: &dyn Rules, seed: u64) -> Self {
        Self::begin(battle, rules.card(), seed).opened(rules)
    }

    /// Begins such a journal with sealed dice.
    #[must_use]
    pub fn open_sealed(battle: Battle, rules: &dyn Rules, seal: Seal) -> Self {
        let mut journal = Self::begin(battle, rules.card(), seal.seed());
        journal.header.seal = Some(seal);
        journal.opened(rules)
    }

    /// Adds the opening as line 0.
    fn opened(self, rules: &dyn Rules) -> Self {
        let mut journal = self;
        let mut dice = journal.dice();
        let events = journal.opening(rules, &mut dice);
        journal.append(None, dice.into_rolls(), events);
        journal
    }

    /// Returns the engine's dice for the next line.
    #[must_use]
    pub fn dice(&self) -> Rolled {
        let next = self.next();
        match &self.header.seal {
            Some(seal) if seal.holds(next) => seal.dice(next),
            _ => Rolled::new(self.header.seed, next),
        }
    }

    /// Returns what happens in the opening with these dice; the journal does not change.
    #[must_use]
    pub fn opening(&self, rules: &dyn Rules, dice: &mut dyn Dice) -> Vec<Event> {
        let mut scene = Scene::new(self.start.clone());
        if self.start.is_unopened() {
            rules.open(&mut scene, dice);
        }
        scene.finish().1
    }

    /// Returns the journal's lines.
    #[must_use]
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Returns the number that the next line will have.
    #[must_use]
    pub fn next(&self) -> u32 {
        u32::try_from(self.lines.len()).unwrap_or(u32::MAX)
    }

    /// Returns the battle before the first line.
    #[must_use]
    pub const fn start(&self) -> &Battle {
        &self.start
    }

    /// Returns the battle after the last line.
    #[must_use]
    pub const fn now(&self) -> &Battle {
        &self.now
    }

    /// Adds a line and applies its events; only the opening has no order.
    pub fn append(&mut self, order: Option<Order>, rolls: Vec<Roll>, events: Vec<Event>) -> &Line {
        self.append_stated(None, order, rolls, events)
    }

    /// Adds a line with what was stated about the real table before its order, and applies both; a
    /// statement may come without an order.
    pub fn append_stated(
        &mut self,
        stated: Option<Stated>,
        order: Option<Order>,
        rolls: Vec<Roll>,
        events: Vec<Event>,
    ) -> &Line {
        let before = self.measured.then(|| self.now.clone());
        if let Some(stated) = &stated {
            self.now.stand_as(stated);
        }
        events.iter().for_each(|event| self.now.apply(event));
        let line = Line {
            n: self.next(),
            order,
            rolls,
            events,
            waits: Vec::new(),
            stated: stated.map(Box::new),
            stream: None,
            joint: None,
            after: self.now.fingerprint(),
            struck: Vec::new(),
        };
        let place = self.lines.len();
        let weight = match &before {
            Some(before) => weight::measured(&line, before, self.words.as_ref()),
            None => weight::of(&line),
        };
        self.lines.push(line);
        self.weigh(weight);
        &self.lines[place]
    }

    /// Notes the source of the last line's engine dice if that is not the seed, so that
    /// [`Journal::verify`] can throw them again.
    pub fn thrown_from(&mut self, stream: Stream) {
        let seed = self.header.seed;
        if let Some(line) = self.lines.last_mut()
            && stream != line.usual(seed)
            && line.has_engine_dice()
        {
            line.stream = Some(stream);
        }
    }

    /// Notes what the parties opened for the joint dice of the last line.
    pub fn thrown_jointly(&mut self, joint: Joint) {
        if let Some(line) = self.lines.last_mut() {
            line.joint = Some(Box::new(joint));
            self.weigh(weight::JOINT);
        }
    }

    /// Returns what was pledged and opened for the journal's joint dice so far.
    ///
    /// # Errors
    /// Says in words which part was not pledged.
    pub fn chains(&self) -> Result<Chains, String> {
        let mut chains = Chains::default();
        let joints = self.lines.iter().filter_map(|line| line.joint.as_deref());
        for joint in joints {
            chains.take(joint)?;
        }
        Ok(chains)
    }

    /// Continues with dice from another seed. Lines that are there already keep a note of the seed
    /// that theirs came from.
    pub fn reseed(&mut self, seed: u64) {
        self.header.reseed(&mut self.lines, seed);
    }

    /// Judges an order, throws its dice from the seed and adds the line.
    ///
    /// # Errors
    /// Lists every reason against the order; the journal does not change.
    pub fn play(&mut self, rules: &dyn Rules, order: &Order) -> Result<&Line, Refusals> {
        let mut dice = self.dice();
        let (_, events) = rules.play(&self.now, order, &mut dice)?;
        Ok(self.append(Some(order.clone()), dice.into_rolls(), events))
    }

    /// Returns the battle after line `n`.
    #[must_use]
    pub fn battle_at(&self, n: u32) -> Option<Battle> {
        let lines = self.lines.get(..=usize::try_from(n).ok()?)?;
        Some(folded(&self.start, lines))
    }

    /// Returns the battle after the last line, rebuilt from the start.
    #[must_use]
    pub fn fold(&self) -> Battle {
        folded(&self.start, &self.lines)
    }

    /// Returns this journal up to and including line `n`, so that the battle can go a different way
    /// from there. It keeps the seed, so that the same orders get the same dice;
    /// [`Journal::reseed`] changes that. Sealed dice are different from there on, so that nobody
    /// can try out what is to come.
    #[must_use]
    pub fn fork(&self, n: u32) -> Option<Self> {
        self.lines.get(usize::try_from(n).ok()?)?;
        let (mut header, mut lines) = (self.header.clone(), self.lines.clone());
        header.go_back(&mut lines, n);
        let mut fork = Self {
            header,
            lines,
            start: self.start.clone(),
            now: self.start.clone(),
            words: self.words.clone(),
            weight: 0,
            measured: false,
        };
        fork.refold();
        Some(fork)
    }

    /// Takes back the last line that is an order or a statement; the opening stays. It leaves no
    /// trace, unless something was struck out after it: then it is struck out, too.
    pub fn take_back(&mut self) -> Option<Line> {
        let line = self
            .lines
            .pop_if(|line| line.order.is_some() || line.stated.is_some())?;
        if let Some(last) = self.lines.last_mut().filter(|_| !line.struck.is_empty()) {
            last.lay_by(line.clone());
        }
        self.settle();
        Some(line)
    }

    /// Takes back every line after line `n`, and keeps them struck out at that line. The same
    /// orders get the same dice again if the engine throws them. Returns whether there is such a
    /// line.
    pub fn strike(&mut self, n: u32) -> bool {
        let Some(first) = usize::try_from(n).ok().and_then(|n| n.checked_add(1)) else {
            return false;
        };
        if first > self.lines.len() {
            return false;
        }
        let tail = self.lines.split_off(first);
        if let Some(last) = self.lines.last_mut() {
            tail.into_iter().for_each(|line| last.lay_by(line));
        }
        self.settle();
        true
    }

    /// Works out what follows from the lines after some were taken away: the battle, and how many
    /// of them can be of format 1, because those that follow are written in today's.
    fn settle(&mut self) {
        let lines = self.next();
        let renewed = self.header.renewed.map(|renewed| renewed.min(lines));
        self.header.renewed = renewed;
        self.refold();
    }

    /// Works out the battle after the lines, and what they weigh.
    fn refold(&mut self) {
        self.now = self.fold();
        (self.weight, self.measured) = (0, false);
        let lines: usize = self.lines.iter().map(weight::of).sum();
        self.weigh(weight::of_header(&self.header) + lines);
    }

    /// Adds the weight of something new. A weight is quickly told and often several times too
    /// large: before a journal counts as full, its file is measured.
    fn weigh(&mut self, more: usize) {
        let was_full = self.is_full();
        self.weight += more;
        if !was_full && self.is_full() {
            self.weight = self.to_jsonl().len();
            self.measured = true;
        }
    }

    /// Returns whether no more orders fit into a file that can be read again. There is room for the
    /// last one.
    #[must_use]
    pub const fn is_full(&self) -> bool {
        self.weight > MOST_BYTES - weight::SPARE
    }

    /// Returns a fingerprint of the whole course, the same on every machine.
    #[must_use]
    pub fn hash(&self) -> u64 {
        let all: Vec<u8> = self
            .lines
            .iter()
            .flat_map(|line| line.after.to_le_bytes())
            .collect();
        fingerprint(&all)
    }

    /// Returns whether the rule set of this card played the journal, in the same edition and with
    /// the same numbers. [`Journal::verify`] may succeed even if they differ.
    #[must_use]
    pub fn is_of(&self, card: &Card) -> bool {
        let header = &self.header;
        (header.rules.as_str(), header.edition, header.card)
            == (card.id.as_str(), card.edition, card.hash)
    }

    /// Replays every order with the recorded faces.
    ///
    /// # Errors
    /// Names the first thing that differs, with its line and clause.
    pub fn verify(&self, rules: &dyn Rules) -> Result<(), Mismatch> {
        self.proof(rules).map(drop)
    }

    /// Replays every order with the recorded faces, and returns what that proves and what it
    /// cannot.
    ///
    /// # Errors
    /// Names the first thing that differs, with its line and clause.
    pub fn proof(&self, rules: &dyn Rules) -> Result<Proof, Mismatch> {
        verify::verify(self, rules)
    }
}

/// Returns the battle after these lines.
fn folded(start: &Battle, lines: &[Line]) -> Battle {
    let mut battle = start.clone();
    lines.iter().for_each(|line| line.fold(&mut battle));
    battle
}

/// Returns the faces of these throws in one row.
fn faces(rolls: &[Roll]) -> Recorded {
    let all: Vec<u8> = rolls
        .iter()
        .flat_map(|roll| roll.faces.iter().copied())
        .collect();
    Recorded::new(&all)
}

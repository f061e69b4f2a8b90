//! Journals: a battle as it was played, line by line.
//!
//! Events are the truth, orders and dice faces the evidence. Folding the events
//! opens a journal for ever; [`Journal::verify`] plays the orders again over the
//! recorded faces and names the first line and clause that differ. Line 0 is the
//! opening, line `n` the `n`th order; [`sandtable_battle::Rolled`] throws the dice of line
//! `n` from the seed and `n` alone, so a battle goes on or forks from any line.
//!
//! A journal file (`*.journal.jsonl`) has the header in its first line and then
//! a line of JSON for each line of the journal.

mod file;
mod proof;
mod renew;
mod verify;
mod waits;

pub use file::{MOST_BYTES, Rescue, Tail, peek, tail};
pub use proof::Proof;
pub use verify::{Mismatch, ruled};
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

/// The format that is written; older ones are read as well.
pub const FORMAT: u32 = 3;

/// What a journal says of its battle as a whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The format of the journal.
    pub format: u32,
    /// The rule set's id.
    pub rules: String,
    /// The edition of this engine's reading of it.
    pub edition: u16,
    /// [`Card::hash`], the fingerprint of the rule set's numbers.
    #[serde(with = "file::hex")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub card: u64,
    /// The switches chosen.
    pub switches: Switches,
    /// What the dice of the battle are thrown from.
    #[serde(with = "sandtable_battle::decimal")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub seed: u64,
    /// How its dice were sealed, if they were; `seed` follows from it then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seal: Option<Seal>,
    /// Whether the engine's dice come from the seed wherever a line does not say from
    /// what else. Journals of before may have others that no line tells of.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub seeded: bool,
    /// Who plays each side, in the words of whoever keeps the journal.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<String>,
    /// The battle before line 0, as a battle file.
    pub battle: String,
    /// The fingerprint of that file.
    #[serde(with = "file::hex")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub sum: u64,
    /// How many of its lines were written in format 1 and are told as they would be
    /// told today: what their marks came to counts, not step by step how.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub renewed: Option<u32>,
}

/// One line: an order and what came of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// Its number; the opening is 0.
    pub n: u32,
    /// The order; none for the opening.
    pub order: Option<Order>,
    /// What was thrown.
    pub rolls: Vec<Roll>,
    /// What happened.
    pub events: Vec<Event>,
    /// What waits for a choice, by its names: only in files, where it stands in the place
    /// of the events that note it ([`Event::Noted`]).
    #[serde(default, rename = "pending", skip_serializing_if = "Vec::is_empty")]
    pub waits: Vec<Waits>,
    /// What was stated of the real table with it, where positions are left to one.
    /// It comes before the order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stated: Option<Box<Stated>>,
    /// What the engine's dice were thrown from, where that is not the seed of the
    /// journal and the number of the line: a step of a first battle, another way taken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stream: Option<Stream>,
    /// What the parties of joint dice opened for its throw, where they threw it together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub joint: Option<Box<Joint>>,
    /// [`Battle::fingerprint`] after it.
    #[serde(with = "file::hex")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub after: u64,
    /// Lines that followed this one and were taken back: entered wrongly at a
    /// real table, mostly. They are kept to be seen; nothing comes of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub struck: Vec<Self>,
}

impl Line {
    /// The battle in which its order was given: as the line before left it, with
    /// what was stated of the real table.
    pub fn arrange(&self, battle: &mut Battle) {
        if let Some(stated) = &self.stated {
            battle.stand_as(stated);
        }
    }

    /// What its dice are thrown from when nothing else is said.
    const fn usual(&self, seed: u64) -> Stream {
        Stream {
            seed,
            number: self.n,
        }
    }

    fn has_engine_dice(&self) -> bool {
        self.rolls.iter().any(|roll| roll.thrown == Thrown::Engine)
    }

    /// Notes the seed that its dice fell from, before the journal gets another.
    fn fell_from(&mut self, seed: u64) {
        if self.has_engine_dice() {
            let usual = self.usual(seed);
            self.stream.get_or_insert(usual);
        }
        self.struck.iter_mut().for_each(|one| one.fell_from(seed));
    }

    /// Goes on with a battle by all that this line brought.
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
    /// By which names files say what waits.
    words: Option<Words>,
}

impl Journal {
    /// A journal of a battle without a line yet.
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
            header,
            lines: Vec::new(),
            now: battle.clone(),
            start: battle,
            words: Words::of(card),
        }
    }

    /// A journal of a battle with its opening as line 0: what
    /// [`Rules::open`] tells of a battle at turn 0, nothing for a position.
    #[must_use]
    pub fn open(battle: Battle, rules: &dyn Rules, seed: u64) -> Self {
        Self::begin(battle, rules.card(), seed).opened(rules)
    }

    /// The same with sealed dice.
    #[must_use]
    pub fn open_sealed(battle: Battle, rules: &dyn Rules, seal: Seal) -> Self {
        let mut journal = Self::begin(battle, rules.card(), seal.seed());
        journal.header.seal = Some(seal);
        journal.opened(rules)
    }

    /// It with its opening as line 0.
    fn opened(self, rules: &dyn Rules) -> Self {
        let mut journal = self;
        let mut dice = journal.dice();
        let events = journal.opening(rules, &mut dice);
        journal.append(None, dice.into_rolls(), events);
        journal
    }

    /// The engine's dice for the next line.
    #[must_use]
    pub fn dice(&self) -> Rolled {
        let next = self.next();
        match &self.header.seal {
            Some(seal) if seal.holds(next) => seal.dice(next),
            _ => Rolled::new(self.header.seed, next),
        }
    }

    /// What happens in the opening of its battle with some dice; nothing is kept.
    #[must_use]
    pub fn opening(&self, rules: &dyn Rules, dice: &mut dyn Dice) -> Vec<Event> {
        let mut scene = Scene::new(self.start.clone());
        if self.start.is_unopened() {
            rules.open(&mut scene, dice);
        }
        scene.finish().1
    }

    /// Its lines.
    #[must_use]
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The number that the next line will have.
    #[must_use]
    pub fn next(&self) -> u32 {
        u32::try_from(self.lines.len()).unwrap_or(u32::MAX)
    }

    /// The battle before its first line.
    #[must_use]
    pub const fn start(&self) -> &Battle {
        &self.start
    }

    /// The battle after its last line.
    #[must_use]
    pub const fn now(&self) -> &Battle {
        &self.now
    }

    /// Adds a line and applies its events; only the opening has no order.
    pub fn append(&mut self, order: Option<Order>, rolls: Vec<Roll>, events: Vec<Event>) -> &Line {
        self.append_stated(None, order, rolls, events)
    }

    /// Adds a line with what was stated of the real table before its order, and
    /// applies both; a statement may come without an order.
    pub fn append_stated(
        &mut self,
        stated: Option<Stated>,
        order: Option<Order>,
        rolls: Vec<Roll>,
        events: Vec<Event>,
    ) -> &Line {
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
        self.lines.push(line);
        &self.lines[place]
    }

    /// Notes what the engine's dice of the last line were thrown from, where it is not
    /// the seed: [`Journal::verify`] throws them again.
    pub fn thrown_from(&mut self, stream: Stream) {
        let seed = self.header.seed;
        if let Some(line) = self.lines.last_mut()
            && stream != line.usual(seed)
            && line.has_engine_dice()
        {
            line.stream = Some(stream);
        }
    }

    /// Notes what the parties opened whose joint dice threw the last line.
    pub fn thrown_jointly(&mut self, joint: Joint) {
        if let Some(line) = self.lines.last_mut() {
            line.joint = Some(Box::new(joint));
        }
    }

    /// What was pledged and opened for its joint dice so far.
    ///
    /// # Errors
    /// In words, what of it was not pledged.
    pub fn chains(&self) -> Result<Chains, String> {
        let mut chains = Chains::default();
        let joints = self.lines.iter().filter_map(|line| line.joint.as_deref());
        for joint in joints {
            chains.take(joint)?;
        }
        Ok(chains)
    }

    /// Goes on with the dice of another seed. Lines that are there already keep a note
    /// of the seed theirs fell from.
    pub fn reseed(&mut self, seed: u64) {
        let old = std::mem::replace(&mut self.header.seed, seed);
        if old != seed {
            self.lines.iter_mut().for_each(|line| line.fell_from(old));
        }
    }

    /// Judges an order, throws its dice from the seed and adds the line.
    ///
    /// # Errors
    /// Every reason against the order; the journal is untouched.
    pub fn play(&mut self, rules: &dyn Rules, order: &Order) -> Result<&Line, Refusals> {
        let mut dice = self.dice();
        let (_, events) = rules.play(&self.now, order, &mut dice)?;
        Ok(self.append(Some(order.clone()), dice.into_rolls(), events))
    }

    /// The battle after line `n`.
    #[must_use]
    pub fn battle_at(&self, n: u32) -> Option<Battle> {
        let lines = self.lines.get(..=usize::try_from(n).ok()?)?;
        Some(folded(&self.start, lines))
    }

    /// The battle after the last line, folded from the start.
    #[must_use]
    pub fn fold(&self) -> Battle {
        folded(&self.start, &self.lines)
    }

    /// This journal up to line `n`, that line included: a battle that can go
    /// another way from there. It keeps the seed, so that the same orders get
    /// the same dice; [`Journal::reseed`] gives it others. Where dice are sealed they are
    /// other dice from there, so that nobody tries what is to come.
    #[must_use]
    pub fn fork(&self, n: u32) -> Option<Self> {
        let now = self.battle_at(n)?;
        let lines = self
            .lines
            .iter()
            .take_while(|line| line.n <= n)
            .cloned()
            .collect();
        let mut fork = Self {
            header: self.header.clone(),
            lines,
            start: self.start.clone(),
            now,
            words: self.words.clone(),
        };
        if let Some(seal) = &self.header.seal {
            let (seal, seed) = seal.broken(n);
            fork.header.seal = Some(seal);
            fork.reseed(seed);
        }
        Some(fork)
    }

    /// Takes back the last line that is an order; the opening stays.
    pub fn take_back(&mut self) -> Option<Line> {
        let line = self
            .lines
            .pop_if(|line| line.order.is_some() || line.stated.is_some())?;
        self.now = self.fold();
        Some(line)
    }

    /// Takes back every line after line `n`, and keeps them struck out with it.
    /// The same orders get the same dice again, as far as the engine throws
    /// them. Returns whether there is such a line.
    pub fn strike(&mut self, n: u32) -> bool {
        let Some(first) = usize::try_from(n).ok().and_then(|n| n.checked_add(1)) else {
            return false;
        };
        if first > self.lines.len() {
            return false;
        }
        let tail = self.lines.split_off(first);
        if let Some(last) = self.lines.last_mut() {
            for mut line in tail {
                let before = std::mem::take(&mut line.struck);
                last.struck.push(line);
                last.struck.extend(before);
            }
        }
        self.now = self.fold();
        true
    }

    /// What was struck out after a line, each with the battle it was given in.
    /// Lines that follow from no other are left out.
    pub fn struck<'a>(line: &'a Line, after: &Battle) -> Vec<(Battle, &'a Line)> {
        let mut states = vec![after.clone()];
        let mut out = Vec::new();
        for one in &line.struck {
            let place = one.n.checked_sub(line.n).and_then(|far| far.checked_sub(1));
            let place = place.and_then(|place| usize::try_from(place).ok());
            let Some(before) = place.and_then(|place| states.get(place)).cloned() else {
                continue;
            };
            states.truncate(place.map_or(0, |place| place + 1));
            let mut now = before.clone();
            one.fold(&mut now);
            states.push(now);
            out.push((before, one));
        }
        out
    }

    /// A fingerprint of the whole course: the same on every machine.
    #[must_use]
    pub fn hash(&self) -> u64 {
        let all: Vec<u8> = self
            .lines
            .iter()
            .flat_map(|line| line.after.to_le_bytes())
            .collect();
        fingerprint(&all)
    }

    /// Whether it was played by the rule set of this card, in its edition and
    /// with its numbers. [`Journal::verify`] may succeed even where they differ.
    #[must_use]
    pub fn is_of(&self, card: &Card) -> bool {
        let header = &self.header;
        (header.rules.as_str(), header.edition, header.card)
            == (card.id.as_str(), card.edition, card.hash)
    }

    /// Plays every order again over the recorded faces.
    ///
    /// # Errors
    /// The first thing that differs, with its line and clause.
    pub fn verify(&self, rules: &dyn Rules) -> Result<(), Mismatch> {
        self.proof(rules).map(drop)
    }

    /// The same, and what that proves and what it cannot.
    ///
    /// # Errors
    /// The first thing that differs, with its line and clause.
    pub fn proof(&self, rules: &dyn Rules) -> Result<Proof, Mismatch> {
        verify::verify(self, rules)
    }
}

/// A battle after some lines.
fn folded(start: &Battle, lines: &[Line]) -> Battle {
    let mut battle = start.clone();
    lines.iter().for_each(|line| line.fold(&mut battle));
    battle
}

/// The faces of some throws, in a row.
fn faces(rolls: &[Roll]) -> Recorded {
    let all: Vec<u8> = rolls
        .iter()
        .flat_map(|roll| roll.faces.iter().copied())
        .collect();
    Recorded::new(&all)
}

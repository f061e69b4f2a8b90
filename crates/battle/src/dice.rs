//! Dice: one trait, four kinds. Rolled and recorded (or hand-entered) dice are
//! here; exploring dice are the `odds` crate.

use crate::row::{Row, compare, matches};
use crate::{Clause, Pack, Side};
use arrayvec::ArrayVec;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};

/// The faces of one throw, at most twenty-four dice.
pub type Faces = ArrayVec<u8, 24>;

/// What the dice of the longer of two matched rows do that have no die
/// opposite them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Surplus {
    /// Each hits when it is higher than the lowest die of the shorter row.
    BeatLowest,
    /// Each hits.
    Always,
    /// None hits.
    Never,
}

/// What a rule looks at when dice are thrown. It names no more than the rule
/// needs, so that exploring stays small.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Ask {
    /// The face of one die: 1 up to `sides`.
    Die {
        /// Its sides.
        sides: u8,
    },
    /// The sum of some dice.
    Sum {
        /// How many.
        dice: u8,
        /// Their sides.
        sides: u8,
    },
    /// One six-sided die read in a table: face 1 gives the first entry.
    Read {
        /// The table.
        table: [u8; 6],
    },
    /// How many of some dice show at least a number.
    Hits {
        /// How many dice.
        dice: u8,
        /// Their sides.
        sides: u8,
        /// The least face that counts.
        least: u8,
    },
    /// How many of some dice show at most a number.
    Low {
        /// How many dice.
        dice: u8,
        /// Their sides.
        sides: u8,
        /// The greatest face that counts.
        most: u8,
    },
    /// A row of throws, of which only the highest counts exactly; the others
    /// matter no more than to which grade they belong. See [`crate::row`].
    Row {
        /// How many throws.
        throws: u8,
        /// Dice added up for each throw.
        each: u8,
        /// Sides of a die.
        sides: u8,
        /// Where a grade begins: bit `v` is set when a throw of `v` is of a
        /// higher grade than one of `v - 1`.
        grades: u16,
    },
    /// Two rows of dice laid opposite each other from the highest down: the
    /// higher of a pair hits the other row, equal ones cancel.
    /// [`Ask::matched`] reads the outcome.
    Match {
        /// Dice of the first row.
        left: u8,
        /// Dice of the second row.
        right: u8,
        /// Sides of a die.
        sides: u8,
        /// What dice without one opposite do. Against a row of none each hits.
        surplus: Surplus,
    },
    /// Which of some equal chances: 0 up to `of` - 1. On a table this is a
    /// drawn card.
    Draw {
        /// How many.
        of: u8,
    },
}

impl Ask {
    /// How many dice are thrown, and their sides.
    #[must_use]
    pub const fn dice(self) -> (u8, u8) {
        match self {
            Self::Die { sides } => (1, sides),
            Self::Sum { dice, sides }
            | Self::Hits { dice, sides, .. }
            | Self::Low { dice, sides, .. } => (dice, sides),
            Self::Row {
                throws,
                each,
                sides,
                ..
            } => (throws.saturating_mul(each), sides),
            Self::Match {
                left, right, sides, ..
            } => (left.saturating_add(right), sides),
            Self::Read { .. } => (1, 6),
            Self::Draw { of } => (1, of),
        }
    }

    /// Whether dice can be thrown like that: some sides, and no more dice than
    /// [`Faces`] hold. Rules ask nothing else; a file may.
    #[must_use]
    pub fn is_sound(self) -> bool {
        let (count, sides) = self.dice();
        let grades = match self {
            Self::Row { each, .. } => each > 0,
            _ => true,
        };
        sides > 0 && grades && usize::from(count) <= Faces::new_const().capacity()
    }

    /// What faces come to.
    #[must_use]
    pub fn outcome(self, faces: &[u8]) -> u16 {
        let first = faces.first().copied().unwrap_or(1);
        match self {
            Self::Die { .. } => u16::from(first),
            Self::Sum { .. } => faces.iter().map(|&f| u16::from(f)).sum(),
            Self::Read { table } => u16::from(table[usize::from(first.clamp(1, 6) - 1)]),
            #[expect(clippy::cast_possible_truncation, reason = "at most sixteen dice")]
            Self::Hits { least, .. } => faces.iter().filter(|&&f| f >= least).count() as u16,
            #[expect(clippy::cast_possible_truncation, reason = "at most 24 dice")]
            Self::Low { most, .. } => faces.iter().filter(|&&f| f <= most).count() as u16,
            Self::Row {
                throws,
                each,
                sides,
                grades,
            } => {
                let sums = faces
                    .chunks(usize::from(each.max(1)))
                    .map(|throw| throw.iter().map(|&f| u16::from(f)).sum());
                Row::new(throws, each, sides, grades).code(sums)
            }
            Self::Match { left, surplus, .. } => {
                let (own, theirs) = faces.split_at(usize::from(left).min(faces.len()));
                compare(own, theirs, surplus)
            }
            Self::Draw { .. } => u16::from(first.max(1)) - 1,
        }
    }

    /// Hits on the first and on the second row of [`Ask::Match`].
    #[must_use]
    pub const fn matched(outcome: u16) -> (u8, u8) {
        let [left, right] = outcome.to_le_bytes();
        (left, right)
    }

    /// Every outcome with the number of ways it can fall, in rising order. The
    /// ways of all outcomes add up to `sides` to the power of `dice`.
    #[must_use]
    pub fn weights(self) -> Vec<(u16, u64)> {
        match self {
            Self::Row {
                throws,
                each,
                sides,
                grades,
            } => return Row::new(throws, each, sides, grades).weights(),
            Self::Match {
                left,
                right,
                sides,
                surplus,
            } => return matches(left, right, sides, surplus),
            _ => {}
        }
        let mut out: Vec<(u16, u64)> = Vec::new();
        let mut add = |outcome: u16, ways: u64| match out.binary_search_by_key(&outcome, |w| w.0) {
            Ok(at) => out[at].1 += ways,
            Err(at) => out.insert(at, (outcome, ways)),
        };
        match self {
            Self::Die { sides } => (1..=u16::from(sides)).for_each(|face| add(face, 1)),
            Self::Read { table } => table.iter().for_each(|&entry| add(u16::from(entry), 1)),
            Self::Draw { of } => (0..u16::from(of)).for_each(|card| add(card, 1)),
            // They have returned above.
            Self::Row { .. } | Self::Match { .. } => {}
            Self::Low { dice, sides, most } => {
                convolve(
                    dice,
                    u16::from(sides),
                    |face| u16::from(face <= u16::from(most)),
                    &mut add,
                );
            }
            Self::Sum { dice, sides } => convolve(dice, u16::from(sides), |face| face, &mut add),
            Self::Hits { dice, sides, least } => {
                convolve(
                    dice,
                    u16::from(sides),
                    |face| u16::from(face >= u16::from(least)),
                    &mut add,
                );
            }
        }
        out
    }
}

/// Adds the distribution of the sum of a value over some dice, die by die.
fn convolve(dice: u8, sides: u16, value: impl Fn(u16) -> u16, add: &mut impl FnMut(u16, u64)) {
    let mut ways: Vec<u64> = vec![1];
    for _ in 0..dice {
        let mut next = vec![0; ways.len() + usize::from(sides)];
        for (sum, &w) in ways.iter().enumerate() {
            for face in 1..=sides {
                next[sum + usize::from(value(face))] += w;
            }
        }
        ways = next;
    }
    #[expect(clippy::cast_possible_truncation, reason = "at most sixteen dice")]
    ways.iter()
        .enumerate()
        .filter(|&(_, &w)| w > 0)
        .for_each(|(sum, &w)| add(sum as u16, w));
}

/// Whose dice a throw was made with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Thrown {
    /// The engine's, from the seed of the battle.
    #[default]
    Engine,
    /// Real dice, entered by hand.
    Hand,
    /// The engine's, from what two people gave without knowing the other's part
    /// ([`crate::Seal`]).
    Sealed,
}

impl Thrown {
    /// Whether the engine threw: what journals need not say.
    #[must_use]
    pub const fn by_engine(&self) -> bool {
        matches!(self, Self::Engine)
    }
}

/// One throw, as it is written down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Roll {
    /// What was looked at.
    pub ask: Ask,
    /// The faces that fell.
    pub faces: Faces,
    /// Who threw.
    pub by: Side,
    /// By which clause.
    pub why: Clause,
    /// With whose dice.
    #[serde(default, skip_serializing_if = "Thrown::by_engine")]
    pub thrown: Thrown,
}

impl Roll {
    /// What the faces came to.
    #[must_use]
    pub fn outcome(&self) -> u16 {
        self.ask.outcome(&self.faces)
    }
}

/// All that a stage's outcome depends on: the memo key of [`Dice::stage`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key {
    /// The clause it resolves.
    pub clause: Clause,
    /// Every number its body reads.
    pub inputs: [i32; 10],
}

impl Key {
    /// The key of a clause with its inputs, a type of the rule set's own: what its body
    /// reads is what the key is made of.
    ///
    /// # Panics
    /// When the inputs pack into more than ten numbers: two stages would have one key.
    #[must_use]
    pub fn of(clause: Clause, inputs: &impl Pack) -> Self {
        let (mut all, mut place) = ([0; 10], 0);
        inputs.pack(&mut |number| {
            all[place] = number;
            place += 1;
        });
        Self {
            clause,
            inputs: all,
        }
    }
}

/// What a stage comes to that cannot have been: dice that explore leave it out and weigh
/// what is left anew. See [`given`].
pub const VOID: u16 = u16::MAX;

/// How often a stage is thrown again that came to nothing.
const MOST_TIMES: u16 = 10_000;

/// A stage of which something is known already: where its body comes to nothing, what is
/// known did not happen, and the stage is another. Exploring dice weigh its outcomes by
/// what is known; all others throw until it happens.
pub fn given(
    dice: &mut dyn Dice,
    key: Key,
    body: &mut dyn FnMut(&mut dyn Dice) -> Option<u16>,
) -> u16 {
    for _ in 0..MOST_TIMES {
        let outcome = dice.stage(key, &mut |dice| body(dice).unwrap_or(VOID));
        if outcome != VOID {
            return outcome;
        }
    }
    0
}

/// A source of chance.
pub trait Dice {
    /// Throws dice for a side and says what they come to.
    fn ask(&mut self, ask: Ask, by: Side, why: Clause) -> u16;

    /// A part of a resolution with a small outcome that depends on nothing but
    /// its key. Exploring dice work it out once and then treat it as one die;
    /// all others just run it.
    fn stage(&mut self, key: Key, body: &mut dyn FnMut(&mut dyn Dice) -> u16) -> u16;

    /// Whether a resolution should stop here, leaving with [`Scene::stop_with`] what
    /// is still to be done. Exploring dice ask for it, to go on from states that
    /// are alike together; all others never do.
    ///
    /// [`Scene::stop_with`]: crate::Scene::stop_with
    fn pauses(&mut self) -> bool {
        false
    }

    /// Whether what nothing else in a resolution depends on is to be left apart
    /// ([`Scene::leave_apart`]) by one that stops where it can: whoever asks looks at it
    /// by itself, and never at all its ways together with all the ways of the rest.
    ///
    /// [`Scene::leave_apart`]: crate::Scene::leave_apart
    fn leaves_apart(&self) -> bool {
        false
    }

    /// Whether whoever throws answers the choices that come up: what an order comes
    /// to ([`crate::Advice::foresee`]) is then told up to the first of them, and gone on
    /// with by the order that decides it. All others are told it as if nobody stepped
    /// in.
    fn follows_choices(&self) -> bool {
        false
    }
}

/// What a line's dice are thrown from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Stream {
    /// The seed.
    #[serde(with = "crate::decimal")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub seed: u64,
    /// The number of the stream.
    pub number: u32,
}

/// Dice that are thrown by a seeded generator.
///
/// **The stream, format 1, never changes:** ChaCha with 8 rounds, key = the
/// seed as eight little-endian bytes followed by 24 noughts, stream number =
/// the number of the order in its journal, counter from 0. A die of `s` sides
/// takes 32-bit words `w` until `w < s * floor(2^32 / s)`; its face is
/// `w mod s + 1`. So the dice of an order depend on the seed and on its number
/// only: a battle can be continued or forked from any line.
#[derive(Clone, Debug)]
pub struct Rolled {
    seed: u64,
    number: u32,
    thrown: Thrown,
    generator: Option<ChaCha8Rng>,
    rolls: Vec<Roll>,
}

impl Rolled {
    /// The dice of the order of a number in a battle of a seed.
    #[must_use]
    pub const fn new(seed: u64, number: u32) -> Self {
        Self {
            seed,
            number,
            thrown: Thrown::Engine,
            generator: None,
            rolls: Vec::new(),
        }
    }

    /// The same dice, thrown under a seal.
    #[must_use]
    pub(crate) fn sealed(self) -> Self {
        Self {
            thrown: Thrown::Sealed,
            ..self
        }
    }

    /// The seed and the number that they are thrown from.
    #[must_use]
    pub const fn stream(&self) -> Stream {
        Stream {
            seed: self.seed,
            number: self.number,
        }
    }

    /// What was thrown.
    #[must_use]
    pub fn rolls(&self) -> &[Roll] {
        &self.rolls
    }

    /// What was thrown, taken.
    #[must_use]
    pub fn into_rolls(self) -> Vec<Roll> {
        self.rolls
    }

    /// The next face of a die.
    pub fn face(&mut self, sides: u8) -> u8 {
        let (seed, number) = (self.seed, self.number);
        let generator = self.generator.get_or_insert_with(|| {
            let mut key = [0; 32];
            key[..8].copy_from_slice(&seed.to_le_bytes());
            let mut generator = ChaCha8Rng::from_seed(key);
            generator.set_stream(u64::from(number));
            generator
        });
        let sides = u32::from(sides.max(1));
        // For powers of two nothing is thrown away: floor(2^32/s)*s is 2^32.
        let limit = (u64::from(u32::MAX) + 1) / u64::from(sides) * u64::from(sides);
        loop {
            let word = generator.next_u32();
            if u64::from(word) < limit {
                #[expect(clippy::cast_possible_truncation, reason = "below 256")]
                return (word % sides) as u8 + 1;
            }
        }
    }
}

impl Dice for Rolled {
    fn ask(&mut self, ask: Ask, by: Side, why: Clause) -> u16 {
        let (count, sides) = ask.dice();
        let faces: Faces = (0..count).map(|_| self.face(sides)).collect();
        let outcome = ask.outcome(&faces);
        self.rolls.push(Roll {
            ask,
            faces,
            by,
            why,
            thrown: self.thrown,
        });
        outcome
    }

    fn stage(&mut self, _key: Key, body: &mut dyn FnMut(&mut dyn Dice) -> u16) -> u16 {
        body(self)
    }
}

/// Dice whose faces are given: from a journal, or from a real table.
///
/// When the faces run short it notes the first throw that is wanted and plays
/// on with dummies, so that the resolution comes to an end; the caller throws
/// that result away, asks for the faces, and resolves again from the start.
#[derive(Clone, Debug, Default)]
pub struct Recorded {
    faces: std::collections::VecDeque<u8>,
    rolls: Vec<Roll>,
    /// The engine's own dice, for throws that the table leaves to it.
    engine: Option<Rolled>,
    thrown: Thrown,
    wanted: Option<(Ask, Side, Clause)>,
    wrong: Option<(u8, Ask, Side, Clause)>,
    dummy: u8,
}

impl Recorded {
    /// Dice with these faces, in the order they are asked for.
    #[must_use]
    pub fn new(faces: &[u8]) -> Self {
        Self {
            faces: faces.iter().copied().collect(),
            ..Self::default()
        }
    }

    /// Dice thrown on a real table, in the order they are asked for. A face 0
    /// leaves one throw, however many dice it has, to the engine.
    #[must_use]
    pub fn by_hand(faces: &[u8], engine: Rolled) -> Self {
        Self {
            engine: Some(engine),
            thrown: Thrown::Hand,
            ..Self::new(faces)
        }
    }

    /// Real dice with these faces, in the order they are asked for.
    #[must_use]
    pub fn of_hand(faces: &[u8]) -> Self {
        Self {
            thrown: Thrown::Hand,
            ..Self::new(faces)
        }
    }

    /// The faces of a throw that is left to the engine, if the next one is.
    fn left_to_engine(&mut self, count: u8, sides: u8) -> Option<(Faces, Thrown)> {
        let engine = self.engine.as_mut()?;
        if self.wanted.is_some() || self.faces.front() != Some(&0) {
            return None;
        }
        self.faces.pop_front();
        let faces = (0..count).map(|_| engine.face(sides)).collect();
        Some((faces, engine.thrown))
    }

    /// What was thrown.
    #[must_use]
    pub fn rolls(&self) -> &[Roll] {
        &self.rolls
    }

    /// The first throw for which there were no faces.
    #[must_use]
    pub const fn wanted(&self) -> Option<(Ask, Side, Clause)> {
        self.wanted
    }

    /// A face that the die it was given for does not have.
    #[must_use]
    pub fn wrong(&self) -> Option<(u8, Ask)> {
        self.wrong.map(|(face, ask, ..)| (face, ask))
    }

    /// Whose die that was, and for what it was thrown.
    #[must_use]
    pub fn wrong_of(&self) -> Option<(Side, Clause)> {
        self.wrong.map(|(.., by, why)| (by, why))
    }

    /// How many faces were given and never asked for.
    #[must_use]
    pub fn left_over(&self) -> usize {
        self.faces.len()
    }
}

impl Dice for Recorded {
    fn ask(&mut self, ask: Ask, by: Side, why: Clause) -> u16 {
        let (count, sides) = ask.dice();
        if let Some((faces, thrown)) = self.left_to_engine(count, sides) {
            let outcome = ask.outcome(&faces);
            self.rolls.push(Roll {
                ask,
                faces,
                by,
                why,
                thrown,
            });
            return outcome;
        }
        let short = self.wanted.is_some() || self.faces.len() < usize::from(count);
        if short {
            self.wanted.get_or_insert((ask, by, why));
        }
        let faces: Faces = (0..count)
            .map(|_| {
                if short {
                    // Dummies vary, so that "roll until" comes to an end.
                    self.dummy = self.dummy.wrapping_add(1);
                    self.dummy % sides.max(1) + 1
                } else {
                    let face = self.faces.pop_front().unwrap_or(1);
                    // The ten of many a ten-sided die is printed as 0.
                    match (face, ask) {
                        (0, Ask::Draw { .. }) => 0,
                        (0, _) if sides == 10 => 10,
                        _ => face,
                    }
                }
            })
            .collect();
        if let Some(&bad) = faces.iter().find(|&&f| f == 0 || f > sides) {
            self.wrong.get_or_insert((bad, ask, by, why));
        }
        let faces: Faces = faces.iter().map(|f| (*f).clamp(1, sides.max(1))).collect();
        let outcome = ask.outcome(&faces);
        if !short {
            self.rolls.push(Roll {
                ask,
                faces,
                by,
                why,
                thrown: self.thrown,
            });
        }
        outcome
    }

    fn stage(&mut self, _key: Key, body: &mut dyn FnMut(&mut dyn Dice) -> u16) -> u16 {
        body(self)
    }
}

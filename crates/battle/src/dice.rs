//! Dice: one trait, four implementations. Rolled dice and recorded (or hand-entered) dice are here;
//! exploring dice are in the `odds` crate.

use crate::row::{Row, compare, matches};
use crate::{Clause, Pack, Side};
use arrayvec::ArrayVec;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};

/// The faces of one throw, at most twenty-four dice.
pub type Faces = ArrayVec<u8, 24>;

/// What the unpaired dice of the longer of two matched rows do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Surplus {
    /// Each hits if it is higher than the lowest die of the shorter row.
    BeatLowest,
    /// Each hits.
    Always,
    /// None hits.
    Never,
}

/// What a rule reads from a roll. It asks for no more than the rule needs, so that exploring stays
/// small.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Ask {
    /// The face of one die: 1 up to `sides`.
    Die {
        /// Sides of the die.
        sides: u8,
    },
    /// The sum of some dice.
    Sum {
        /// Number of dice.
        dice: u8,
        /// Sides of a die.
        sides: u8,
    },
    /// One six-sided die read in a table: face 1 gives the first entry.
    Read {
        /// The table.
        table: [u8; 6],
    },
    /// How many of some dice show at least a number.
    Hits {
        /// Number of dice.
        dice: u8,
        /// Sides of a die.
        sides: u8,
        /// The least face that counts.
        least: u8,
    },
    /// How many of some dice show at most a number.
    Low {
        /// Number of dice.
        dice: u8,
        /// Sides of a die.
        sides: u8,
        /// The greatest face that counts.
        most: u8,
    },
    /// A row of throws, of which only the highest counts exactly; of the others only the grade
    /// matters. See [`crate::row`].
    Row {
        /// Number of throws.
        throws: u8,
        /// Dice added up for each throw.
        each: u8,
        /// Sides of a die.
        sides: u8,
        /// Where grades begin: bit `v` is set if a throw of `v` is of a higher grade than one of
        /// `v - 1`.
        grades: u16,
    },
    /// Two rows of dice laid opposite each other from the highest down: the higher of a pair hits
    /// the other row, equal dice cancel. [`Ask::matched`] reads the outcome.
    Match {
        /// Dice of the first row.
        left: u8,
        /// Dice of the second row.
        right: u8,
        /// Sides of a die.
        sides: u8,
        /// What dice without an opposite die do. Against an empty row each die hits.
        surplus: Surplus,
    },
    /// One of several equal chances: 0 up to `of` - 1. On a table this is a drawn card.
    Draw {
        /// Number of chances.
        of: u8,
    },
}

impl Ask {
    /// Returns the number of dice, and their sides.
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

    /// Returns whether dice can be rolled like that: at least one side, and no more dice than
    /// [`Faces`] holds. Rules ask for nothing else; a file may.
    #[must_use]
    pub fn is_sound(self) -> bool {
        let (count, sides) = self.dice();
        let grades = match self {
            Self::Row { each, .. } => each > 0,
            _ => true,
        };
        sides > 0 && grades && usize::from(count) <= Faces::new_const().capacity()
    }

    /// Returns the outcome of some faces.
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

    /// Returns the hits on the first and on the second row of [`Ask::Match`].
    #[must_use]
    pub const fn matched(outcome: u16) -> (u8, u8) {
        let [left, right] = outcome.to_le_bytes();
        (left, right)
    }

    /// Returns every outcome with the number of ways to roll it, in rising order. The ways of all
    /// outcomes add up to `sides` to the power of `dice`.
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
            // These two returned above.
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

/// Whose dice made a throw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Thrown {
    /// The engine's dice, from the seed of the battle.
    #[default]
    Engine,
    /// Real dice, entered by hand.
    Hand,
    /// The engine's dice, from what two people contributed without knowing the other's part
    /// ([`crate::Seal`]).
    Sealed,
}

impl Thrown {
    /// Returns whether the engine rolled, which journals need not say.
    #[must_use]
    pub const fn by_engine(&self) -> bool {
        matches!(self, Self::Engine)
    }
}

/// One throw, as it is recorded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Roll {
    /// What was read from the dice.
    pub ask: Ask,
    /// The faces that came up.
    pub faces: Faces,
    /// The side that rolled.
    pub by: Side,
    /// The clause that asked for the roll.
    pub why: Clause,
    /// Whose dice were used.
    #[serde(default, skip_serializing_if = "Thrown::by_engine")]
    pub thrown: Thrown,
}

impl Roll {
    /// Returns the outcome of the faces.
    #[must_use]
    pub fn outcome(&self) -> u16 {
        self.ask.outcome(&self.faces)
    }
}

/// Everything that a stage's outcome depends on: the memo key of [`Dice::stage`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key {
    /// The clause that the stage resolves.
    pub clause: Clause,
    /// Every number that the stage's body reads.
    pub inputs: [i32; 10],
}

impl Key {
    /// Makes a key from a clause and its inputs, which are of a type of the rule set's own. The
    /// body reads the same inputs, so the key covers them all.
    ///
    /// # Panics
    /// If the inputs pack into more than ten numbers: two stages would share a key.
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

/// The outcome of a stage that cannot have happened: exploring dice leave it out and reweight the
/// rest. See [`given`].
pub const VOID: u16 = u16::MAX;

/// How often a stage is rolled again that had an impossible outcome.
const MOST_TIMES: u16 = 10_000;

/// Runs a stage about which something is already known. If the body returns `None`, the roll
/// contradicts what is known. Exploring dice weight the outcomes by what is known; all other dice
/// roll again until they agree with it.
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
    /// Rolls dice for a side and returns the outcome.
    fn ask(&mut self, ask: Ask, by: Side, why: Clause) -> u16;

    /// Runs a part of a resolution with a small outcome that depends on nothing but its key.
    /// Exploring dice work it out once and then treat it as one die; all other dice just run it.
    fn stage(&mut self, key: Key, body: &mut dyn FnMut(&mut dyn Dice) -> u16) -> u16;

    /// Returns whether a resolution should stop here and leave with [`Scene::stop_with`] what is
    /// still to be done. Exploring dice ask for this, so that they can continue from equal states
    /// together; all other dice never do.
    ///
    /// [`Scene::stop_with`]: crate::Scene::stop_with
    fn pauses(&mut self) -> bool {
        false
    }

    /// Returns whether a resolution that stops where it can should set apart
    /// ([`Scene::leave_apart`]) the parts on which nothing else depends. Dice that ask for this
    /// look at each such part alone and never combine all its ways with all the ways of the rest.
    ///
    /// [`Scene::leave_apart`]: crate::Scene::leave_apart
    fn leaves_apart(&self) -> bool {
        false
    }

    /// Returns whether the caller of these dice answers the choices that come up. If so,
    /// [`crate::Advice::foresee`] goes up to the first choice, and the order that decides it
    /// continues from there. If not, it goes on as if nobody intervened.
    fn follows_choices(&self) -> bool {
        false
    }
}

/// The source of a line's dice.
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

/// Dice that a seeded generator rolls.
///
/// **The stream, format 1, never changes:** ChaCha with 8 rounds, key = the seed as eight
/// little-endian bytes followed by 24 zeros, stream number = the number of the order in its
/// journal, counter from 0. A die of `s` sides takes 32-bit words `w` until
/// `w < s * floor(2^32 / s)`; its face is `w mod s + 1`. So the dice of an order depend only on the
/// seed and on its number: a battle can be continued or forked from any line.
#[derive(Clone, Debug)]
pub struct Rolled {
    seed: u64,
    number: u32,
    thrown: Thrown,
    generator: Option<ChaCha8Rng>,
    rolls: Vec<Roll>,
}

impl Rolled {
    /// Returns the dice of an order, from its number and the battle's seed.
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

    /// Returns the same dice, marked as sealed.
    #[must_use]
    pub(crate) fn sealed(self) -> Self {
        Self {
            thrown: Thrown::Sealed,
            ..self
        }
    }

    /// Returns the seed and the number that these dice are rolled from.
    #[must_use]
    pub const fn stream(&self) -> Stream {
        Stream {
            seed: self.seed,
            number: self.number,
        }
    }

    /// Returns the rolls so far.
    #[must_use]
    pub fn rolls(&self) -> &[Roll] {
        &self.rolls
    }

    /// Consumes the dice and returns the rolls.
    #[must_use]
    pub fn into_rolls(self) -> Vec<Roll> {
        self.rolls
    }

    /// Rolls the next face of a die.
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
        // For powers of two no word is rejected: floor(2^32/s)*s is 2^32.
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

/// Dice with given faces, from a journal or from a real table.
///
/// If the faces run short, it notes the first missing throw and plays on with dummies, so that the
/// resolution ends. The caller discards that result, asks for the faces, and resolves again from
/// the start.
#[derive(Clone, Debug, Default)]
pub struct Recorded {
    faces: std::collections::VecDeque<u8>,
    rolls: Vec<Roll>,
    /// The engine's own dice, for throws that the table leaves to the engine.
    engine: Option<Rolled>,
    thrown: Thrown,
    wanted: Option<(Ask, Side, Clause)>,
    wrong: Option<(u8, Ask, Side, Clause)>,
    dummy: u8,
}

impl Recorded {
    /// Makes dice with these faces, in the order in which they are asked for.
    #[must_use]
    pub fn new(faces: &[u8]) -> Self {
        Self {
            faces: faces.iter().copied().collect(),
            ..Self::default()
        }
    }

    /// Makes dice that were rolled on a real table, in the order in which they are asked for. A
    /// face of 0 leaves one throw, however many dice it has, to the engine.
    #[must_use]
    pub fn by_hand(faces: &[u8], engine: Rolled) -> Self {
        Self {
            engine: Some(engine),
            thrown: Thrown::Hand,
            ..Self::new(faces)
        }
    }

    /// Makes real dice with these faces, in the order in which they are asked for.
    #[must_use]
    pub fn of_hand(faces: &[u8]) -> Self {
        Self {
            thrown: Thrown::Hand,
            ..Self::new(faces)
        }
    }

    /// Returns the faces of the next throw, if it is left to the engine.
    fn left_to_engine(&mut self, count: u8, sides: u8) -> Option<(Faces, Thrown)> {
        let engine = self.engine.as_mut()?;
        if self.wanted.is_some() || self.faces.front() != Some(&0) {
            return None;
        }
        self.faces.pop_front();
        let faces = (0..count).map(|_| engine.face(sides)).collect();
        Some((faces, engine.thrown))
    }

    /// Returns the rolls so far.
    #[must_use]
    pub fn rolls(&self) -> &[Roll] {
        &self.rolls
    }

    /// Returns the first throw for which there were no faces.
    #[must_use]
    pub const fn wanted(&self) -> Option<(Ask, Side, Clause)> {
        self.wanted
    }

    /// Returns a given face that its die does not have.
    #[must_use]
    pub fn wrong(&self) -> Option<(u8, Ask)> {
        self.wrong.map(|(face, ask, ..)| (face, ask))
    }

    /// Returns the side that rolled the wrong face, and the clause that asked for it.
    #[must_use]
    pub fn wrong_of(&self) -> Option<(Side, Clause)> {
        self.wrong.map(|(.., by, why)| (by, why))
    }

    /// Returns the number of given faces that were never asked for.
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
                    // Dummies vary, so that "roll until" ends.
                    self.dummy = self.dummy.wrapping_add(1);
                    self.dummy % sides.max(1) + 1
                } else {
                    let face = self.faces.pop_front().unwrap_or(1);
                    // Many ten-sided dice show the ten as 0.
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

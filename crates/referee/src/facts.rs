//! What an umpire says.

use sandtable_battle::{Battle, Order};

/// Whether an order is legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// It is.
    Legal,
    /// It is not: the clauses that forbid it, as the specification names them.
    Refused(Vec<&'static str>),
    /// Not for this umpire to say, and why.
    Unruled(&'static str),
}

/// Something that an umpire does not rule on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beyond(pub &'static str);

/// The named numbers of a table after an order, each with how far two umpires may
/// differ in it. One that is not a number is not ruled on.
#[derive(Clone, Debug, Default)]
pub struct Facts(Vec<(String, f64, f64)>);

impl Facts {
    /// Adds a number that both must have alike.
    pub fn count(&mut self, name: String, value: impl Into<f64>) {
        self.0.push((name, value.into(), 0.0));
    }

    /// Adds a number that is measured.
    pub fn measured(&mut self, name: String, value: f64, within: f64) {
        self.0.push((name, value, within));
    }

    /// The first numbers in which two tables differ, with what each says.
    #[must_use]
    pub fn differences(&self, other: &Self) -> Vec<(String, f64, f64)> {
        self.farther_than(1.0, other)
    }

    /// Whether two tables of one umpire are alike: half of what two umpires may differ by
    /// is left for the other one.
    #[must_use]
    pub fn is_like(&self, other: &Self) -> bool {
        self.farther_than(0.5, other).is_empty()
    }

    fn farther_than(&self, part: f64, other: &Self) -> Vec<(String, f64, f64)> {
        if self.0.len() != other.0.len() {
            return vec![("how many".to_owned(), 0.0, 0.0)];
        }
        let pairs = self.0.iter().zip(&other.0);
        pairs
            .filter(|(a, b)| {
                let unruled = a.1.is_nan() || b.1.is_nan();
                a.0 != b.0 || !unruled && (a.1 - b.1).abs() > part * a.2.max(b.2)
            })
            .map(|(a, b)| (a.0.clone(), a.1, b.1))
            .collect()
    }
}

/// The dice that fell, in order.
#[derive(Clone, Debug)]
pub struct Faces<'a> {
    left: &'a [u8],
}

impl<'a> Faces<'a> {
    /// Dice to be read one after the other.
    #[must_use]
    pub const fn new(faces: &'a [u8]) -> Self {
        Self { left: faces }
    }

    /// The next die.
    ///
    /// # Errors
    /// When none is left: this umpire would throw more dice.
    pub fn read(&mut self) -> Result<i32, Beyond> {
        let (&face, rest) = self.left.split_first().ok_or(Beyond(SHORT))?;
        self.left = rest;
        Ok(i32::from(face))
    }

    /// How many were not read.
    #[must_use]
    pub const fn left(&self) -> usize {
        self.left.len()
    }
}

/// What an umpire says who needs more dice than were thrown.
pub const SHORT: &str = "more dice";

/// What came of an order.
#[derive(Clone, Debug, Default)]
pub struct Play {
    /// The table after it.
    pub facts: Facts,
    /// What happened, to be counted: "retreat", "cavalry falls back".
    pub told: Vec<&'static str>,
}

/// An umpire of one rule set.
pub trait Umpire {
    /// Whether an order is legal, with lengths compared within `slack`.
    fn judge(&self, battle: &Battle, order: &Order, slack: f64) -> Ruling;

    /// What comes of a legal order with these dice. The table after it, as the engine
    /// has it, is there to be asked what a player chose where choices bear numbers, and
    /// for nothing else.
    ///
    /// # Errors
    /// What it does not rule on.
    fn play(
        &self,
        tables: (&Battle, &Battle),
        order: &Order,
        faces: &mut Faces<'_>,
        slack: f64,
    ) -> Result<Play, Beyond>;

    /// The same numbers, read off a table.
    fn read(&self, battle: &Battle) -> Facts;
}

//! The verdicts of an umpire.

use sandtable_battle::{Battle, Order, Outcome, Side};

/// Ruling on whether an order is legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// The order is legal.
    Legal,
    /// The order is illegal, with the clauses that forbid it, as named in the specification.
    Refused(Vec<&'static str>),
    /// This umpire does not rule on the order, with the reason.
    Unruled(&'static str),
}

/// A reason why an umpire gives no ruling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beyond(pub &'static str);

/// Named numbers of a table after an order, each with how far two umpires may differ in it. The
/// umpire does not rule on a value that is NaN.
#[derive(Clone, Debug, Default)]
pub struct Facts(Vec<(String, f64, f64)>);

impl Facts {
    /// Adds a number on which both umpires must agree exactly.
    pub fn count(&mut self, name: String, value: impl Into<f64>) {
        self.0.push((name, value.into(), 0.0));
    }

    /// Adds a measured number, which may differ by `within`.
    pub fn measured(&mut self, name: String, value: f64, within: f64) {
        self.0.push((name, value, within));
    }

    /// Adds the turn, the phase and the side to move, and how the battle ended. After the end, it
    /// does not matter whose turn it would be.
    pub fn course(&mut self, turn: u16, phase: u8, side: Side, ended: Option<Outcome>) {
        let on = |value: i32| match ended {
            None => f64::from(value),
            Some(_) => f64::NAN,
        };
        self.measured("turn".to_owned(), on(i32::from(turn)), 0.0);
        self.measured("phase".to_owned(), on(i32::from(phase)), 0.0);
        self.measured("side".to_owned(), on(side as i32), 0.0);
        let ended = match ended {
            None => 0,
            Some(Outcome::Draw) => 1,
            Some(Outcome::Won(Side::A)) => 2,
            Some(Outcome::Won(Side::B)) => 3,
        };
        self.count("ended".to_owned(), ended);
    }

    /// Returns the numbers in which two tables differ, with both values.
    #[must_use]
    pub fn differences(&self, other: &Self) -> Vec<(String, f64, f64)> {
        self.farther_than(1.0, other)
    }

    /// Returns whether two tables of the same umpire are alike. It allows half the difference that
    /// two umpires may have, and leaves the other half to the other umpire.
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

/// The dice that were rolled, in order.
#[derive(Clone, Debug)]
pub struct Faces<'a> {
    left: &'a [u8],
}

impl<'a> Faces<'a> {
    /// Creates dice to read one after the other.
    #[must_use]
    pub const fn new(faces: &'a [u8]) -> Self {
        Self { left: faces }
    }

    /// Reads the next die.
    ///
    /// # Errors
    /// If no die is left: this umpire would roll more dice.
    pub fn read(&mut self) -> Result<i32, Beyond> {
        let (&face, rest) = self.left.split_first().ok_or(Beyond(SHORT))?;
        self.left = rest;
        Ok(i32::from(face))
    }

    /// Returns how many dice have not been read.
    #[must_use]
    pub const fn left(&self) -> usize {
        self.left.len()
    }
}

/// The reason an umpire gives if it needs more dice than were rolled.
pub const SHORT: &str = "more dice";

/// Result of an order.
#[derive(Clone, Debug, Default)]
pub struct Play {
    /// The table after the order.
    pub facts: Facts,
    /// Events to count: "retreat", "cavalry falls back".
    pub told: Vec<&'static str>,
}

/// Umpire of one rule set.
pub trait Umpire {
    /// Rules on whether an order is legal, comparing lengths within `slack`.
    fn judge(&self, battle: &Battle, order: &Order, slack: f64) -> Ruling;

    /// Plays a legal order with these dice. `both` is the table before, and after according to the
    /// engine; use the second only to see what a player chose, where a choice contains numbers.
    ///
    /// # Errors
    /// If the umpire does not rule on the order.
    fn play(
        &self,
        tables: (&Battle, &Battle),
        order: &Order,
        faces: &mut Faces<'_>,
        slack: f64,
    ) -> Result<Play, Beyond>;

    /// Reads the same numbers from a table.
    fn read(&self, battle: &Battle) -> Facts;
}

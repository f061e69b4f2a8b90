//! Marks as a battle stores them: one whole number each.

use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};

/// Most marks of a unit that a rule set can declare.
pub const MARKS: usize = 16;

/// Most marks of a side, and most marks of the battle, that a rule set can declare.
pub const WIDE_MARKS: usize = 8;

/// The marks of a unit, by index in [`crate::Card::marks`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Marks([i32; MARKS]);

impl Marks {
    /// Returns the value of a mark that fits a byte.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "within bounds")]
    pub const fn small(&self, place: u8) -> i8 {
        match self.0[place as usize] {
            i32::MIN..-128 => i8::MIN,
            fits @ -128..=127 => fits as i8,
            _ => i8::MAX,
        }
    }
}

impl Deref for Marks {
    type Target = [i32; MARKS];

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl DerefMut for Marks {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl From<[i32; MARKS]> for Marks {
    fn from(marks: [i32; MARKS]) -> Self {
        Self(marks)
    }
}

impl Hash for Marks {
    /// Hashes marks that fit a byte as bytes, so that fingerprints in journals stay what they were
    /// when marks were bytes.
    fn hash<H: Hasher>(&self, to: &mut H) {
        let mut small = [0_i8; MARKS];
        for (small, &mark) in small.iter_mut().zip(&self.0) {
            match i8::try_from(mark) {
                Ok(mark) => *small = mark,
                Err(_) => return self.0.hash(to),
            }
        }
        small.hash(to);
    }
}

/// What a battle remembers besides its units: marks of the sides and of the battle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Memory {
    /// By side, then by index in [`crate::StateSpec::side`].
    pub sides: [[i32; WIDE_MARKS]; 2],
    /// By index in [`crate::StateSpec::battle`].
    pub battle: [i32; WIDE_MARKS],
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_that_fit_a_byte_keep_their_fingerprint() {
        let print = |of: &dyn Fn(&mut crate::battle::Fnv)| {
            let mut hasher = crate::battle::Fnv(7);
            of(&mut hasher);
            hasher.finish()
        };
        let (mut small, mut marks) = ([0_i8; MARKS], Marks::default());
        (small[3], marks[3]) = (-9, -9);
        assert_eq!(print(&|h| small.hash(h)), print(&|h| marks.hash(h)));
        marks[4] = 128;
        assert_ne!(print(&|h| small.hash(h)), print(&|h| marks.hash(h)));
    }
}

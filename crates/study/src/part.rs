//! A study in parts: each may be played on another machine, and the results are merged.

use crate::model::Study;
use sandtable_tongue::say;
use std::str::FromStr;

/// One of several equal parts of a study: every n-th battle, in all variants, so that all parts
/// take about as long. Together, the parts have every battle once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    number: u32,
    of: u32,
}

impl Part {
    /// The whole study as one part.
    pub const WHOLE: Self = Self { number: 1, of: 1 };

    /// Returns part `number` of `of`, counted from 1; none when there is no such part.
    #[must_use]
    pub const fn new(number: u32, of: u32) -> Option<Self> {
        match number >= 1 && number <= of {
            true => Some(Self { number, of }),
            false => None,
        }
    }

    /// Returns its number, from 1.
    #[must_use]
    pub const fn number(self) -> u32 {
        self.number
    }

    /// Returns the number of parts.
    #[must_use]
    pub const fn of(self) -> u32 {
        self.of
    }

    /// Tells whether the battle with a number is in it.
    #[must_use]
    pub const fn has(self, battle: u32) -> bool {
        battle % self.of == self.number % self.of
    }

    /// Checks that a study can be played in parts like this one.
    ///
    /// # Errors
    /// If the next battles depend on battles of other parts.
    pub fn fits(self, study: &Study) -> Result<(), String> {
        let seeks = study
            .sweep
            .as_ref()
            .is_some_and(|sweep| sweep.budget.is_some());
        if seeks && self != Self::WHOLE {
            return Err(say!(
                "this study looks for a value: which battles it plays depends on those before, so it \
                 cannot be played in parts"
            ));
        }
        Ok(())
    }
}

impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once('/');
        let numbers = parts.and_then(|(k, n)| Some((k.parse().ok()?, n.parse().ok()?)));
        numbers
            .and_then(|(number, of)| Self::new(number, of))
            .ok_or_else(|| {
                say!(
                    "`{text}` is not a part: write 3/16 for the third of sixteen",
                    text = text
                )
            })
    }
}

#[cfg(test)]
mod tests {
    use super::Part;

    #[test]
    fn parts_have_every_battle_once() {
        for of in 1..9 {
            for battle in 1..50 {
                let parts = (1..=of).filter_map(|number| Part::new(number, of));
                assert_eq!(parts.filter(|part| part.has(battle)).count(), 1);
            }
        }
    }

    #[test]
    fn parts_are_written_so() {
        let part: Part = "3/16".parse().expect("a part");
        assert_eq!((part.number(), part.of()), (3, 16));
        for wrong in ["", "3", "0/4", "5/4", "3/0", "a/b", "3/16/2", "-1/4"] {
            assert!(wrong.parse::<Part>().is_err(), "{wrong}");
        }
    }
}

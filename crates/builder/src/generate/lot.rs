//! Chance from a seed: draws with the engine's own dice.

use sandtable_battle::{Ask, Dice, Rolled, Side, c};

/// Random draws, determined by a seed and an attempt.
pub(super) struct Lot(Rolled);

impl Lot {
    pub(super) fn new(seed: u64, attempt: u32) -> Self {
        Self(Rolled::new(seed, attempt))
    }

    /// Returns a number below `of`; zero if there is none.
    pub(super) fn below(&mut self, of: usize) -> usize {
        let Ok(of @ 2..) = u8::try_from(of.min(255)) else {
            return 0;
        };
        usize::from(self.0.ask(Ask::Draw { of }, Side::A, c::MEASURE))
    }

    /// Returns a number from `least` to `most`, both included.
    pub(super) fn between(&mut self, least: i32, most: i32) -> i32 {
        let span = usize::try_from(most.saturating_sub(least)).unwrap_or(0);
        least + i32::try_from(self.below(span + 1)).unwrap_or(0)
    }

    /// Tells whether something happens that happens this many times in a hundred.
    pub(super) fn chance(&mut self, of_hundred: usize) -> bool {
        self.below(100) < of_hundred
    }

    /// Returns one of the items; none if there are none.
    pub(super) fn one<'a, T>(&mut self, of: &'a [T]) -> Option<&'a T> {
        of.get(self.below(of.len()))
    }
}

//! Chance by seed: draws from the engine's own dice.

use sandtable_battle::{Ask, Dice, Rolled, Side, c};

/// Draws that a seed and an attempt decide.
pub(super) struct Lot(Rolled);

impl Lot {
    pub(super) fn new(seed: u64, attempt: u32) -> Self {
        Self(Rolled::new(seed, attempt))
    }

    /// A number below `of`; nought when there is none.
    pub(super) fn below(&mut self, of: usize) -> usize {
        let Ok(of @ 2..) = u8::try_from(of.min(255)) else {
            return 0;
        };
        usize::from(self.0.ask(Ask::Draw { of }, Side::A, c::MEASURE))
    }

    /// A number from one to another, both included.
    pub(super) fn between(&mut self, least: i32, most: i32) -> i32 {
        let span = usize::try_from(most.saturating_sub(least)).unwrap_or(0);
        least + i32::try_from(self.below(span + 1)).unwrap_or(0)
    }

    /// Whether something happens that happens so many times in a hundred.
    pub(super) fn chance(&mut self, of_hundred: usize) -> bool {
        self.below(100) < of_hundred
    }

    /// One of some; none when there are none.
    pub(super) fn one<'a, T>(&mut self, of: &'a [T]) -> Option<&'a T> {
        of.get(self.below(of.len()))
    }
}

//! Repeatable random numbers.

/// Small random generator, separate from the dice of battles.
#[derive(Clone, Debug)]
pub struct Lot(u64);

impl Lot {
    /// Creates a generator from a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// Returns a number from 0 up to but not including `most`.
    pub fn below(&mut self, most: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        u32::try_from((self.0 >> 16) % u64::from(most.max(1))).unwrap_or(0)
    }

    /// Returns a number from `low` to `high`.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * f64::from(self.below(1_000_001)) / 1e6
    }

    /// Returns true with this chance in percent.
    pub fn percent(&mut self, chances: u32) -> bool {
        self.below(100) < chances
    }

    /// Picks one of the items.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        let count = u32::try_from(from.len()).unwrap_or(0);
        if count == 0 {
            return None;
        }
        from.get(usize::try_from(self.below(count)).unwrap_or(0))
    }
}

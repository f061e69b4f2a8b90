//! Random choices, drawn with the seeded dice of the kernel.

use sandtable_battle::Rolled;

/// A seeded source of choices. It uses the documented dice stream of the kernel under another seed,
/// so one number repeats a battle together with its players.
#[derive(Clone, Debug)]
pub struct Lot(Rolled);

impl Lot {
    /// Creates a source from a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        // Kept apart from the battle's own dice, even under the same seed.
        Self(Rolled::new(seed ^ 0x5a6e_6474_6162_6c65, u32::MAX))
    }

    /// Returns a number from 0 up to but not including `of`, which is at most 65025.
    pub fn below(&mut self, of: usize) -> usize {
        match of {
            0 | 1 => 0,
            2..=255 => usize::from(self.0.face(u8::try_from(of).unwrap_or(255))) - 1,
            _ => {
                let high = usize::from(self.0.face(255)) - 1;
                let low = usize::from(self.0.face(255)) - 1;
                (high * 255 + low) * of / (255 * 255)
            }
        }
    }

    /// Returns a number from 0 to 1000.
    pub fn thousandths(&mut self) -> i32 {
        i32::try_from(self.below(1001)).unwrap_or(0)
    }

    /// Removes one of the items and returns it.
    pub fn take<T>(&mut self, from: &mut Vec<T>) -> Option<T> {
        (!from.is_empty()).then(|| from.swap_remove(self.below(from.len())))
    }

    /// Picks one of the items.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        if from.is_empty() {
            None
        } else {
            from.get(self.below(from.len()))
        }
    }
}

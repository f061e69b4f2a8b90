//! What a resolution that waits for a choice still has to do, as the card declares it.

use crate::battle::KEPT;
use crate::{Battle, Clause, Pack, Shape};

/// What a rule set keeps on the table while a choice is outstanding ([`crate::Scene::keep`]): a
/// type of its own, whose shape lets files name every part.
///
/// ```
/// use sandtable_battle::{Clause, Pending, UnitId, pack};
///
/// struct Left { unit: UnitId, blows: u8 }
/// pack! { Left { unit = "Who strikes.", blows = "Blows still to come." } }
///
/// let pending = Pending::of::<Left>(Clause::new(101), "Blows that wait for an answer.");
/// ```
#[derive(Clone, Debug)]
pub struct Pending {
    /// The clause that it comes from.
    pub clause: Clause,
    /// What it means, in a sentence for those who write files.
    pub says: String,
    /// The shape of the packed value.
    pub shape: Shape,
    reads: fn(&[i32], usize) -> bool,
}

impl PartialEq for Pending {
    fn eq(&self, other: &Self) -> bool {
        (self.clause, &self.says, &self.shape) == (other.clause, &other.says, &other.shape)
    }
}

impl Eq for Pending {}

impl Pending {
    /// Declares what is kept by its type.
    #[must_use]
    pub fn of<T: Pack>(clause: Clause, says: &str) -> Self {
        Self {
            clause,
            says: says.to_owned(),
            shape: T::shape(),
            reads: |numbers, units| T::from_packed(numbers, units).is_some(),
        }
    }

    /// Returns the notes of a battle that keeps a value of these numbers.
    #[must_use]
    pub fn kept(mut numbers: Vec<i32>) -> Vec<i32> {
        // Zeros at the end of notes are dropped, so the last number must not be one.
        numbers.push(KEPT);
        numbers
    }

    /// Returns the numbers of the value that a battle keeps; `None` if it keeps none, or if it is
    /// not such a value.
    #[must_use]
    pub fn numbers<'b>(&self, battle: &'b Battle) -> Option<&'b [i32]> {
        let (&last, numbers) = battle.notes.split_last()?;
        (last == KEPT && (self.reads)(numbers, battle.units.len())).then_some(numbers)
    }
}

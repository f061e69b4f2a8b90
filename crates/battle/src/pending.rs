//! What a resolution that waits for a choice still has to do, as the card declares it.

use crate::battle::KEPT;
use crate::{Battle, Clause, Pack, Shape};

/// What a rule set keeps on the table while a choice is owed ([`crate::Scene::keep`]):
/// its own type, by whose shape files name every part.
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
    /// The clause it comes from.
    pub clause: Clause,
    /// What it is, in a sentence for those who write files.
    pub says: String,
    /// What it is packed as.
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
    /// What is kept as a type.
    #[must_use]
    pub fn of<T: Pack>(clause: Clause, says: &str) -> Self {
        Self {
            clause,
            says: says.to_owned(),
            shape: T::shape(),
            reads: |numbers, units| T::from_packed(numbers, units).is_some(),
        }
    }

    /// The notes of a battle that keeps a value of such numbers.
    #[must_use]
    pub fn kept(mut numbers: Vec<i32>) -> Vec<i32> {
        // Noughts at the end of notes are dropped: the last number is never one.
        numbers.push(KEPT);
        numbers
    }

    /// The numbers of the value that a battle keeps; nothing when it keeps none, or what
    /// it keeps is no such value.
    #[must_use]
    pub fn numbers<'b>(&self, battle: &'b Battle) -> Option<&'b [i32]> {
        let (&last, numbers) = battle.notes.split_last()?;
        (last == KEPT && (self.reads)(numbers, battle.units.len())).then_some(numbers)
    }
}

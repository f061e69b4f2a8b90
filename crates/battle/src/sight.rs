//! Who sees whom: a rule set's answer for one unit and another.

use crate::{Clause, Refusal, Witness};
use sandtable_geometry::Tape;

/// What a unit sees of another, whatever the phase, the unit's arms, its range and what it has done
/// this turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sight {
    /// The line of sight.
    pub tape: Tape,
    /// What keeps the other from being seen, if anything does.
    pub barred: Option<Refusal>,
    /// Whether the other lies where the unit looks: if it is not seen there, it is hidden.
    pub ahead: bool,
}

impl Sight {
    /// Describes a unit that lies where the other looks, and is seen unless something hides it.
    #[must_use]
    pub fn along(tape: Tape, clause: Clause, hidden: Option<Witness>) -> Self {
        Self {
            tape,
            barred: hidden.map(|witness| Refusal { clause, witness }),
            ahead: true,
        }
    }

    /// Describes a unit that lies where the other does not look.
    #[must_use]
    pub const fn aside(tape: Tape, clause: Clause, witness: Witness) -> Self {
        Self {
            tape,
            barred: Some(Refusal { clause, witness }),
            ahead: false,
        }
    }

    /// Returns whether the other is seen.
    #[must_use]
    pub const fn is_clear(&self) -> bool {
        self.barred.is_none()
    }

    /// Returns what hides the other, if it lies where the unit looks.
    #[must_use]
    pub fn hidden(&self) -> Option<Refusal> {
        self.barred.filter(|_| self.ahead)
    }
}

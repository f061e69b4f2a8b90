//! Who sees whom: what a rule set answers of one unit and another.

use crate::{Clause, Refusal, Witness};
use sandtable_geometry::Tape;

/// What a unit sees of another, whatever the phase, its arms, how far it shoots and what it
/// has done this turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sight {
    /// The line that was looked along.
    pub tape: Tape,
    /// What keeps it from being seen, if anything does.
    pub barred: Option<Refusal>,
    /// Whether it lies where the unit looks: what is not seen there is hidden.
    pub ahead: bool,
}

impl Sight {
    /// It lies where the unit looks, and is seen unless something hides it.
    #[must_use]
    pub fn along(tape: Tape, clause: Clause, hidden: Option<Witness>) -> Self {
        Self {
            tape,
            barred: hidden.map(|witness| Refusal { clause, witness }),
            ahead: true,
        }
    }

    /// It lies where the unit does not look.
    #[must_use]
    pub const fn aside(tape: Tape, clause: Clause, witness: Witness) -> Self {
        Self {
            tape,
            barred: Some(Refusal { clause, witness }),
            ahead: false,
        }
    }

    /// Whether it is seen.
    #[must_use]
    pub const fn is_clear(&self) -> bool {
        self.barred.is_none()
    }

    /// What hides it, where the unit looks.
    #[must_use]
    pub fn hidden(&self) -> Option<Refusal> {
        self.barred.filter(|_| self.ahead)
    }
}

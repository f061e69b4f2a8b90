//! The four faces of a base, and the four zones around it.

use crate::plane::{Base, P, back, right};

/// A face or a zone of a base.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    /// Ahead.
    Front,
    /// To the right.
    Right,
    /// Behind.
    Rear,
    /// To the left.
    Left,
}

impl Face {
    /// All faces.
    pub const ALL: [Self; 4] = [Self::Front, Self::Right, Self::Rear, Self::Left];

    /// Returns the direction outwards from a base with this front.
    #[must_use]
    pub fn outward(self, front: P) -> P {
        match self {
            Self::Front => front,
            Self::Right => right(front),
            Self::Rear => back(front),
            Self::Left => back(right(front)),
        }
    }

    /// Returns how far the face lies from the centre, and half its length.
    #[must_use]
    pub fn size(self, base: &Base) -> (f64, f64) {
        match self {
            Self::Front | Self::Rear => (base.deep / 2.0, base.wide / 2.0),
            Self::Left | Self::Right => (base.wide / 2.0, base.deep / 2.0),
        }
    }

    /// Returns whether the face is a flank.
    #[must_use]
    pub const fn flank(self) -> bool {
        matches!(self, Self::Left | Self::Right)
    }
}

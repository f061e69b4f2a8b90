//! Small identifiers for the parts of a battle.

use serde::{Deserialize, Serialize};

/// One of the two sides.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Side {
    /// The first side of the battle file.
    #[default]
    A,
    /// The second side.
    B,
}

impl Side {
    /// Both sides, in order.
    pub const BOTH: [Self; 2] = [Self::A, Self::B];

    /// Returns the opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }

    /// Returns 0 or 1, for indexing pairs.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A unit, identified by its index in [`crate::Battle::units`]. The index never changes: units that
/// are gone keep theirs.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct UnitId(pub u8);

impl UnitId {
    /// Returns the id of an index in the list of units.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "files hold at most 200 units"
    )]
    pub(crate) const fn at(place: usize) -> Self {
        Self(place as u8)
    }

    /// Returns the index in the list of units.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A group of units that act together (a division, a wing), identified by its index in
/// [`crate::Setting::groups`].
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Group(pub u8);

impl Group {
    /// Returns the index in the list of groups.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns this group's bit in a set of groups.
    #[must_use]
    pub const fn bit(self) -> u32 {
        1 << self.0
    }
}

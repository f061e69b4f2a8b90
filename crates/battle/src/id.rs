//! The small names by which a battle speaks of its parts.

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
    /// Both, in order.
    pub const BOTH: [Self; 2] = [Self::A, Self::B];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }

    /// 0 or 1, for indexing pairs.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A unit, by its place in [`crate::Battle::units`]. It never changes: units
/// that are gone keep their place.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct UnitId(pub u8);

impl UnitId {
    /// The id of a place in the list of units.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "files hold at most 200 units"
    )]
    pub(crate) const fn at(place: usize) -> Self {
        Self(place as u8)
    }

    /// The place in the list of units.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A group of units that act together (a division, a wing), by its place in
/// [`crate::Setting::groups`].
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Group(pub u8);

impl Group {
    /// The place in the list of groups.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// This group's bit in a set of groups.
    #[must_use]
    pub const fn bit(self) -> u32 {
        1 << self.0
    }
}

//! The seats of a room, and who sits on them.

use sandtable_battle::Side;
use serde::{Deserialize, Serialize};

/// A seat of a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Seat {
    /// Who leads the first side.
    A,
    /// Who leads the second side.
    B,
    /// Who watches.
    Watch,
    /// Who umpires for both sides: he gives no orders, but may put right what stands on the
    /// map.
    Umpire,
}

impl Seat {
    /// The seats of the two sides.
    pub const SIDES: [Self; 2] = [Self::A, Self::B];
    /// All of them, in the order of [`Seat::chair`].
    pub const ALL: [Self; 4] = [Self::A, Self::B, Self::Watch, Self::Umpire];

    /// Its name in the database.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::A => "a",
            Self::B => "b",
            Self::Watch => "watch",
            Self::Umpire => "umpire",
        }
    }

    /// The seat of a name in the database.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|seat| seat.name() == name)
    }

    /// Its place among all seats.
    #[must_use]
    pub const fn chair(self) -> usize {
        match self {
            Self::A => 0,
            Self::B => 1,
            Self::Watch => 2,
            Self::Umpire => 3,
        }
    }

    /// Its place among those of the two sides.
    #[must_use]
    pub const fn place(self) -> Option<usize> {
        match self {
            Self::A => Some(0),
            Self::B => Some(1),
            Self::Watch | Self::Umpire => None,
        }
    }

    /// The seat across the table.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
            Self::Watch | Self::Umpire => self,
        }
    }
}

impl From<Side> for Seat {
    fn from(side: Side) -> Self {
        match side {
            Side::A => Self::A,
            Side::B => Self::B,
        }
    }
}

/// Who is to sit on a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Sitter {
    /// Whoever has its link.
    Person,
    /// Whoever comes first: the lobby shows it.
    Open,
    /// A computer player, by its level.
    Computer(String),
}

impl Sitter {
    /// Whether it is a person, come or not.
    #[must_use]
    pub const fn is_person(&self) -> bool {
        !matches!(self, Self::Computer(_))
    }
}

/// The seat of whoever umpires, as a page sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UmpireView {
    /// What he is called; empty while nobody came.
    pub name: String,
    /// Whether somebody came.
    pub taken: bool,
    /// Whether he is here now.
    pub here: bool,
}

/// How good somebody is at a rule set, in whole points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RatingView {
    /// The rating.
    pub rating: i32,
    /// In 95 of 100 cases he is within so much of it.
    pub within: i32,
    /// Rated battles so far.
    pub battles: u32,
}

/// A seat as a page sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatView {
    /// Who is to sit there.
    pub sitter: Sitter,
    /// What he is called; empty while nobody came.
    pub name: String,
    /// Whether somebody came.
    pub taken: bool,
    /// Whether he is here now.
    pub here: bool,
    /// How good he is, where the battle is rated and he has an account.
    pub rating: Option<RatingView>,
}

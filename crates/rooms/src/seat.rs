//! The seats of a room and their players.

use sandtable_battle::Side;
use serde::{Deserialize, Serialize};

/// A seat of a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Seat {
    /// The leader of the first side.
    A,
    /// The leader of the second side.
    B,
    /// A spectator.
    Watch,
    /// The umpire of both sides, who gives no orders but may correct what stands on the map.
    Umpire,
}

impl Seat {
    /// The seats of the two sides.
    pub const SIDES: [Self; 2] = [Self::A, Self::B];
    /// All seats, in the order of [`Seat::chair`].
    pub const ALL: [Self; 4] = [Self::A, Self::B, Self::Watch, Self::Umpire];

    /// Returns the seat's name in the database.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::A => "a",
            Self::B => "b",
            Self::Watch => "watch",
            Self::Umpire => "umpire",
        }
    }

    /// Returns the seat with this name in the database.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|seat| seat.name() == name)
    }

    /// Returns the index of the seat among all seats.
    #[must_use]
    pub const fn chair(self) -> usize {
        match self {
            Self::A => 0,
            Self::B => 1,
            Self::Watch => 2,
            Self::Umpire => 3,
        }
    }

    /// Returns the index of the seat among those of the two sides.
    #[must_use]
    pub const fn place(self) -> Option<usize> {
        match self {
            Self::A => Some(0),
            Self::B => Some(1),
            Self::Watch | Self::Umpire => None,
        }
    }

    /// Returns the seat across the table.
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
    /// Anyone who has its link.
    Person,
    /// The first to come: the lobby shows it.
    Open,
    /// A computer player, by its level.
    Computer(String),
}

impl Sitter {
    /// Returns whether it is a person, whether or not they have come yet.
    #[must_use]
    pub const fn is_person(&self) -> bool {
        !matches!(self, Self::Computer(_))
    }
}

/// The umpire's seat, as a page sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UmpireView {
    /// The umpire's name; empty until the umpire comes.
    pub name: String,
    /// Whether the umpire has come.
    pub taken: bool,
    /// Whether the umpire is here now.
    pub here: bool,
}

/// How good a player is at a rule set, in whole points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RatingView {
    /// The rating.
    pub rating: i32,
    /// The 95 % margin: in 95 of 100 cases the true rating is at most this far from `rating`.
    pub within: i32,
    /// Number of rated battles so far.
    pub battles: u32,
}

/// A seat as a page sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatView {
    /// Who is to sit there.
    pub sitter: Sitter,
    /// The player's name; empty until the player comes.
    pub name: String,
    /// Whether the player has come.
    pub taken: bool,
    /// Whether the player is here now.
    pub here: bool,
    /// The player's rating, if the battle is rated and the player has an account.
    pub rating: Option<RatingView>,
}

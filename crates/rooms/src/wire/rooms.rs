//! Rooms: how one is made, what lists show of them, and how one stands.

use crate::clock::{Clock, ClockKind};
use crate::deed::{Over, Wish};
use crate::joint::{DiceKind, JointView};
use crate::seat::{RatingView, Seat, SeatView, Sitter, UmpireView};
use serde::{Deserialize, Serialize};

/// What a room is made from.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Begin {
    /// A scenario, by id.
    Scenario(String),
    /// The text of a battle file.
    Text(String),
    /// A journal: the battle goes on where it stands.
    Journal(String),
}

/// A room that is to be made.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Make {
    /// The version of the page.
    pub page: u32,
    /// What the room is made from.
    pub from: Begin,
    /// House rules, the text of a `*.rules.toml`.
    #[serde(default)]
    pub house: Option<String>,
    /// Built-in armies, by id.
    #[serde(default)]
    pub armies: [Option<String>; 2],
    /// The seat of the player who makes the room.
    pub you: Seat,
    /// That player's name.
    pub name: String,
    /// The key of that player's device.
    pub device: String,
    /// Who is to sit at the two sides.
    pub sitters: [Sitter; 2],
    /// The clocks.
    #[serde(default)]
    pub clock: ClockKind,
    /// Whether the lobby shows the room.
    #[serde(default)]
    pub listed: bool,
    /// Whose dice the room is played with.
    #[serde(default)]
    pub dice: DiceKind,
    /// Whether there is a seat for an umpire.
    #[serde(default)]
    pub umpire: bool,
    /// How many minutes late spectators see the battle.
    #[serde(default)]
    pub delay: u16,
    /// How many days each side may be away in all, if turns take days.
    #[serde(default)]
    pub vacation: u16,
    /// Whether the battle changes the players' ratings: both need an account.
    #[serde(default)]
    pub rated: bool,
}

/// A room that was made: its name and what opens its seats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Made {
    /// Its name.
    pub room: String,
    /// The secret of the first side's link.
    pub a: String,
    /// The secret of the second side's link.
    pub b: String,
    /// The secret of the link for spectators.
    pub watch: String,
    /// The secret of the link for the umpire, if there is such a seat.
    pub umpire: Option<String>,
}

/// A room in the lobby.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LobbyRoom {
    /// Its name.
    pub room: String,
    /// The rule set.
    pub rules: String,
    /// The battle's title.
    pub title: String,
    /// The names of the two sides.
    pub sides: [String; 2],
    /// Who is to sit at the two sides.
    pub sitters: [Sitter; 2],
    /// The clocks.
    pub clock: ClockKind,
    /// Whether the battle changes the players' ratings.
    pub rated: bool,
    /// The players' ratings, if the battle is rated.
    pub ratings: [Option<RatingView>; 2],
    /// Whether it waits for players, is played, or is over.
    pub stands: Stands,
    /// When something last happened there, in milliseconds since 1970.
    pub moved: i64,
}

/// A request for the rooms of a device.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Mine {
    /// The key of the device.
    pub device: String,
}

/// A room in which the device that asks leads a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MyRoom {
    /// The room.
    pub room: LobbyRoom,
    /// The device's seat.
    pub you: Seat,
    /// The seat whose order or choice is awaited.
    pub awaits: Option<Seat>,
    /// How the battle ended.
    pub over: Option<Over>,
    /// When a player's time runs out, in milliseconds since 1970.
    pub due: Option<i64>,
}

/// How a room stands, for the lobby.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Stands {
    /// A seat is free.
    Open,
    /// It is being played.
    Played,
    /// The battle is over.
    Over,
}

impl Stands {
    /// Returns the state's name in the database.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Played => "played",
            Self::Over => "over",
        }
    }

    /// Returns the state with this name in the database.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        [Self::Open, Self::Played, Self::Over]
            .into_iter()
            .find(|stands| stands.name() == name)
    }
}

/// A room as a page sees it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RoomView {
    /// Its name.
    pub room: String,
    /// The rule set.
    pub rules: String,
    /// The battle's title.
    pub title: String,
    /// The names of the two sides.
    pub sides: [String; 2],
    /// The seats of the two sides.
    pub seats: [SeatView; 2],
    /// Whose dice the room is played with.
    pub dice: DiceKind,
    /// Whether the battle changes the players' ratings.
    pub rated: bool,
    /// The tournament in which it is fought.
    pub tournament: Option<Berth>,
    /// The umpire, if there is such a seat.
    pub umpire: Option<UmpireView>,
    /// How many minutes late spectators see the battle.
    pub delay: u16,
    /// How many days each side may still be away, if the room allows that at all.
    pub vacation: Option<[u16; 2]>,
    /// The number of spectators.
    pub watchers: u32,
    /// The kind of clocks.
    pub kind: ClockKind,
    /// What the clocks show.
    pub clock: Clock,
    /// The seat whose order or choice is awaited.
    pub awaits: Option<Seat>,
    /// How the battle ended.
    pub over: Option<Over>,
    /// What each side asked for.
    pub wishes: [Option<Wish>; 2],
    /// The room of the rematch.
    pub again: Option<String>,
    /// How joint dice stand, if the room is played with them.
    pub joint: Option<JointView>,
}

/// The place of a battle in a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Berth {
    /// The tournament's id.
    pub id: String,
    /// The tournament's name.
    pub name: String,
    /// The round, from 1.
    pub round: u32,
}

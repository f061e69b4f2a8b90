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
    /// What it is made from.
    pub from: Begin,
    /// House rules, the text of a `*.rules.toml`.
    #[serde(default)]
    pub house: Option<String>,
    /// Armies that ship, by id.
    #[serde(default)]
    pub armies: [Option<String>; 2],
    /// Where whoever makes it sits down.
    pub you: Seat,
    /// What he is called.
    pub name: String,
    /// The key of his device.
    pub device: String,
    /// Who is to sit at the two sides.
    pub sitters: [Sitter; 2],
    /// The clocks.
    #[serde(default)]
    pub clock: ClockKind,
    /// Whether the lobby shows it.
    #[serde(default)]
    pub listed: bool,
    /// Whose dice it is played with.
    #[serde(default)]
    pub dice: DiceKind,
    /// Whether there is a seat for somebody who umpires.
    #[serde(default)]
    pub umpire: bool,
    /// How many minutes later whoever watches sees it.
    #[serde(default)]
    pub delay: u16,
    /// How many days each side may be away in all, where turns take days.
    #[serde(default)]
    pub vacation: u16,
    /// Whether it changes the ratings of who plays: both need an account.
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
    /// The secret of the link for whoever watches.
    pub watch: String,
    /// The secret of the link for who umpires, where there is such a seat.
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
    /// What the battle is called.
    pub title: String,
    /// The two sides.
    pub sides: [String; 2],
    /// Who is to sit there.
    pub sitters: [Sitter; 2],
    /// The clocks.
    pub clock: ClockKind,
    /// Whether it changes the ratings of who plays.
    pub rated: bool,
    /// How good those are who sit there, where it is rated.
    pub ratings: [Option<RatingView>; 2],
    /// Whether it waits for players, is played, or is over.
    pub stands: Stands,
    /// When something last happened there.
    pub moved: i64,
}

/// Whose rooms are asked for.
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
    /// Its seat.
    pub you: Seat,
    /// Whose order or choice is awaited.
    pub awaits: Option<Seat>,
    /// How the battle ended.
    pub over: Option<Over>,
    /// When somebody's time runs out, in milliseconds since 1970.
    pub due: Option<i64>,
}

/// How a room stands, for the lobby.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Stands {
    /// A seat is free.
    Open,
    /// It is played.
    Played,
    /// The battle is over.
    Over,
}

impl Stands {
    /// Its name in the database.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Played => "played",
            Self::Over => "over",
        }
    }

    /// That of a name in the database.
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
    /// What the battle is called.
    pub title: String,
    /// The two sides.
    pub sides: [String; 2],
    /// Their seats.
    pub seats: [SeatView; 2],
    /// Whose dice it is played with.
    pub dice: DiceKind,
    /// Whether it changes the ratings of who plays.
    pub rated: bool,
    /// The tournament in which it is fought.
    pub tournament: Option<Berth>,
    /// Who umpires, where there is such a seat.
    pub umpire: Option<UmpireView>,
    /// How many minutes later whoever watches sees it.
    pub delay: u16,
    /// How many days each side may still be away, where it may at all.
    pub vacation: Option<[u16; 2]>,
    /// How many watch.
    pub watchers: u32,
    /// What clocks there are.
    pub kind: ClockKind,
    /// What they show.
    pub clock: Clock,
    /// Whose order or choice is awaited.
    pub awaits: Option<Seat>,
    /// How the battle ended.
    pub over: Option<Over>,
    /// What each side asked for.
    pub wishes: [Option<Wish>; 2],
    /// The room in which they play again.
    pub again: Option<String>,
    /// How joint dice stand, where they are played with.
    pub joint: Option<JointView>,
}

/// Where in a tournament a battle is fought.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Berth {
    /// The tournament.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// The round, from 1.
    pub round: u32,
}

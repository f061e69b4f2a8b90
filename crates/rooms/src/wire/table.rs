//! The messages between a page and a room.

use super::rooms::RoomView;
use super::trouble::Trouble;
use crate::clock::Clock;
use crate::deed::{Kept, Talk, Wish};
use crate::joint::JointView;
use crate::seat::Seat;
use sandtable_battle::Order;
use sandtable_battle::joint::Value;
use sandtable_session::Amends;
use serde::{Deserialize, Serialize};

/// A message from a page.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub enum Say {
    /// Who the page is, and what it has already; always the first message.
    Hello {
        /// The version of the page.
        page: u32,
        /// The secret of a link, or a code.
        #[serde(default)]
        link: Option<String>,
        /// A free seat to take, if the lobby shows one.
        #[serde(default)]
        take: Option<Seat>,
        /// Which of several own seats the page wants.
        #[serde(default)]
        own: Option<Seat>,
        /// The key of the device.
        device: String,
        /// The player's name.
        name: String,
        /// The number of the next deed that it lacks; 0 for all.
        from: i64,
    },
    /// An order, or a choice.
    Order {
        /// The number of the last line that the page has.
        number: u32,
        /// The order.
        order: Order,
        /// The faces of its dice, if real ones are thrown.
        #[serde(default)]
        faces: Option<Vec<u8>>,
    },
    /// Pledges the player's part in joint dice.
    Pledge(#[cfg_attr(feature = "schema", schemars(with = "String"))] Value),
    /// Opens the player's part in joint dice.
    Open {
        /// The last throw that the value is good for: that of the order that waits, or one ahead.
        throw: u32,
        /// The value.
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        value: Value,
    },
    /// Asks the other side for something.
    Ask(Wish),
    /// Answers what the other side asked for.
    Answer {
        /// What the other side asked for.
        wish: Wish,
        /// Whether the player agrees.
        yes: bool,
    },
    /// Corrects what stands on the map: only the umpire may.
    Rule {
        /// The number of the last line that the page has.
        number: u32,
        /// The corrections, and why.
        amends: Amends,
    },
    /// The player is away for this many days; 0 when back.
    Away(u16),
    /// Gives up the battle.
    Concede,
    /// Starts the clocks again.
    GoOn,
    /// Says something.
    Chat(Talk),
    /// Changes the player's name.
    Name(String),
    /// Asks for a code for another device.
    HandOver,
    /// The page is still there.
    Here,
}

/// A message from the server.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Hear {
    /// The room as it stands.
    Welcome(Box<Welcome>),
    /// Something happened.
    Deed(Box<Happened>),
    /// A guest came or went.
    Room(Box<RoomView>),
    /// The page's last message was refused.
    Refused(Trouble),
    /// A code for another device.
    Code {
        /// The code.
        code: String,
        /// Until when it works.
        until: i64,
    },
    /// The connection works; also tells the server's time.
    Here {
        /// The server's time, in milliseconds since 1970.
        now: i64,
    },
    /// The connection ends, and why.
    Bye(Trouble),
}

/// The room as it stands when a page comes in.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Welcome {
    /// The room.
    pub room: RoomView,
    /// Where the page sits.
    pub you: Seat,
    /// Whether the page only watches because its device signed out of the account whose seat it
    /// played.
    pub signed_out: bool,
    /// The battle so far, as a journal file, if the page lacks all of it.
    pub journal: Option<String>,
    /// The number of the next deed.
    pub next: i64,
    /// The deeds that the page lacks; only the recent talk if the journal tells the rest.
    pub deeds: Vec<Kept>,
    /// The server's time.
    pub now: i64,
}

/// Something that happened, and how the room stands then.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Happened {
    /// What happened.
    pub kept: Kept,
    /// The clocks.
    pub clock: Clock,
    /// What each side asked for.
    pub wishes: [Option<Wish>; 2],
    /// How joint dice stand, if the room is played with them.
    pub joint: Option<JointView>,
    /// The server's time.
    pub now: i64,
}

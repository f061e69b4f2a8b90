//! What is said over the connection of a page to a room.

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

/// What a page says.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub enum Say {
    /// Who it is, and what it has already: the first of all.
    Hello {
        /// The version of the page.
        page: u32,
        /// The secret of a link, or a code.
        #[serde(default)]
        link: Option<String>,
        /// A free seat to be taken, where the lobby shows one.
        #[serde(default)]
        take: Option<Seat>,
        /// The key of the device.
        device: String,
        /// What he is called.
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
        /// The faces of its dice, where real ones are thrown.
        #[serde(default)]
        faces: Option<Vec<u8>>,
    },
    /// Pledges its part in joint dice.
    Pledge(#[cfg_attr(feature = "schema", schemars(with = "String"))] Value),
    /// Opens its part in joint dice.
    Open {
        /// The last throw it is good for: that of the order that waits, or one ahead.
        throw: u32,
        /// The value.
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        value: Value,
    },
    /// Asks the other for something.
    Ask(Wish),
    /// Answers what the other asked for.
    Answer {
        /// What that was.
        wish: Wish,
        /// Whether he agrees.
        yes: bool,
    },
    /// Puts right what stands on the map: only who umpires may.
    Rule {
        /// The number of the last line that the page has.
        number: u32,
        /// What, and why.
        amends: Amends,
    },
    /// Is away for so many days; 0 when he is back.
    Away(u16),
    /// Gives the battle up.
    Concede,
    /// Lets the clocks go on.
    GoOn,
    /// Says something.
    Chat(Talk),
    /// Wants to be called otherwise.
    Name(String),
    /// Wants a code for another device.
    HandOver,
    /// Is still there.
    Here,
}

/// What the server says.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Hear {
    /// The room as it stands.
    Welcome(Box<Welcome>),
    /// Something happened.
    Deed(Box<Happened>),
    /// Somebody came or went.
    Room(Box<RoomView>),
    /// What was said last was not done.
    Refused(Trouble),
    /// A code for another device.
    Code {
        /// The code.
        code: String,
        /// Until when it works.
        until: i64,
    },
    /// The connection works: the server's time.
    Here {
        /// In milliseconds since 1970.
        now: i64,
    },
    /// The connection ends, and why.
    Bye(Trouble),
}

/// The room as it stands when a page comes in.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Welcome {
    /// The room.
    pub room: RoomView,
    /// Where the page sits.
    pub you: Seat,
    /// The battle so far, as a journal file: where the page lacks all of it.
    pub journal: Option<String>,
    /// The number of the next deed.
    pub next: i64,
    /// What the page lacks; what was said of late, where the journal tells the rest.
    pub deeds: Vec<Kept>,
    /// The server's time.
    pub now: i64,
}

/// Something that happened, and how the room stands then.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Happened {
    /// What.
    pub kept: Kept,
    /// The clocks.
    pub clock: Clock,
    /// What each side asked for.
    pub wishes: [Option<Wish>; 2],
    /// How joint dice stand, where they are played with.
    pub joint: Option<JointView>,
    /// The server's time.
    pub now: i64,
}

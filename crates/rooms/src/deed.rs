//! What happens in a room, one deed after the other: these deeds are all that a room is.

use crate::seat::Seat;
use sandtable_battle::Order;
use sandtable_battle::joint::Value;
use sandtable_tournament::Score;
use serde::{Deserialize, Serialize};

/// Something that happened in a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Deed {
    /// An order was given: the line of the journal, as JSON.
    Line(String),
    /// Somebody sat down.
    Sat {
        /// The seat.
        seat: Seat,
        /// The player's name.
        name: String,
    },
    /// A seat went to another device: the one before can no longer act for it.
    Moved {
        /// The seat.
        seat: Seat,
    },
    /// Somebody said something.
    Said {
        /// The seat that spoke.
        by: Seat,
        /// What was said.
        text: Talk,
    },
    /// One side asks the other for something.
    Asked {
        /// The seat that asks.
        by: Seat,
        /// What it asks for.
        wish: Wish,
    },
    /// A side answered what the other asked for.
    Answered {
        /// The seat that answers.
        by: Seat,
        /// What it was asked for.
        wish: Wish,
        /// Whether it agrees.
        yes: bool,
        /// The name of the rematch's room, which is made next.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        room: Option<String>,
    },
    /// A side gives up the battle.
    Conceded {
        /// The seat that gives up.
        by: Seat,
    },
    /// The organiser of the tournament ended the battle.
    Closed {
        /// The result.
        score: Score,
    },
    /// A side's time ran out.
    TimeUp {
        /// The seat whose time ran out.
        of: Seat,
    },
    /// The clocks stop, or go on.
    Paused {
        /// The seat that asked last.
        by: Seat,
        /// Whether the clocks are stopped.
        on: bool,
    },
    /// A side is away for some days, and its clock stops; 0 days when it is back.
    Away {
        /// The seat that is away.
        by: Seat,
        /// The number of days.
        days: u16,
    },
    /// A player pledged their part in joint dice.
    Pledged {
        /// The player's seat.
        by: Seat,
        /// The last value of the player's chain.
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        top: Value,
    },
    /// A player is at the table whose pledge the other made void: from now on, their clock runs.
    Came {
        /// The player's seat.
        by: Seat,
    },
    /// An order waits for joint dice: it cannot be changed, and everybody opens their part.
    Bound(Bound),
    /// A player opened their part up to a throw.
    Opened {
        /// The player's seat.
        by: Seat,
        /// The last throw that the value is good for.
        throw: u32,
        /// The value. Pages do not see it before the throw.
        #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
        value: Option<Value>,
    },
    /// The opening of the battle was thrown again, jointly: line 0 of the journal, as JSON.
    Opening(String),
    /// The players start a rematch in another room.
    Again {
        /// The name of that room.
        room: String,
    },
}

impl Deed {
    /// Returns whether pages must be shown again who sits where after this deed.
    #[must_use]
    pub const fn is_of_seats(&self) -> bool {
        matches!(self, Self::Sat { .. } | Self::Away { .. })
    }
}

/// An order that waits for joint dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Bound {
    /// The seat that gave the order; none when the battle itself is opened.
    pub by: Option<Seat>,
    /// The number of the throw that it waits for.
    pub throw: u32,
    /// The number of the journal's last line when the order was given.
    pub number: u32,
    /// The order; none for the opening.
    pub order: Option<Order>,
}

/// What is said in a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Talk {
    /// In the player's own words.
    Text(String),
    /// A phrase that every page says in its own language.
    Phrase(Phrase),
}

/// A phrase that every page says in its own language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Phrase {
    /// Hello, have fun.
    Hello,
    /// Well played.
    WellPlayed,
    /// What luck.
    Luck,
    /// One moment.
    Moment,
    /// Your turn.
    YourTurn,
    /// Thank you for the battle.
    Thanks,
}

/// What one side asks of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Wish {
    /// To take back what followed a line of the journal.
    Back(u32),
    /// To call it a draw.
    Draw,
    /// To stop the clocks for a while.
    Pause,
    /// To play again with sides swapped.
    Again,
}

/// How a battle ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum How {
    /// By the rules.
    Rules,
    /// One side gave up.
    Conceded,
    /// Both sides agreed.
    Agreed,
    /// One side's time ran out.
    Time,
    /// The organiser of the tournament ended it.
    Closed,
    /// The organiser ended it, and neither side gets a point.
    BothLost,
}

/// The end of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Over {
    /// The winner; none for a draw.
    pub winner: Option<Seat>,
    /// How the battle ended.
    pub how: How,
}

/// A deed as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Kept {
    /// Its number in the room, from 0.
    pub n: i64,
    /// When it happened, in milliseconds since 1970.
    pub at: i64,
    /// The seat whose order or choice is awaited after it.
    pub awaits: Option<Seat>,
    /// The seat that is awaited for joint dice before that, if it is another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waits: Option<Seat>,
    /// How the battle ended, once it has.
    pub over: Option<Over>,
    /// What happened.
    pub deed: Deed,
}

impl Kept {
    /// Returns the deed as pages see it: a part of joint dice that was opened ahead stays on the
    /// server.
    #[must_use]
    pub fn told(mut self) -> Self {
        if let Deed::Opened { value, .. } = &mut self.deed {
            *value = None;
        }
        self
    }
}

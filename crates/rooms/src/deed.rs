//! What happens in a room, one after the other: the room is these and nothing more.

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
        /// Where.
        seat: Seat,
        /// What he is called.
        name: String,
    },
    /// A seat went to another device: the one before has no say there any more.
    Moved {
        /// Which.
        seat: Seat,
    },
    /// Somebody said something.
    Said {
        /// Who.
        by: Seat,
        /// What.
        text: Talk,
    },
    /// Somebody asks the other for something.
    Asked {
        /// Who.
        by: Seat,
        /// For what.
        wish: Wish,
    },
    /// The other answered.
    Answered {
        /// Who.
        by: Seat,
        /// What he was asked for.
        wish: Wish,
        /// Whether he agrees.
        yes: bool,
    },
    /// Somebody gives the battle up.
    Conceded {
        /// Who.
        by: Seat,
    },
    /// Whoever runs the tournament ended the battle.
    Closed {
        /// How.
        score: Score,
    },
    /// Somebody's time ran out.
    TimeUp {
        /// Whose.
        of: Seat,
    },
    /// The clocks stand still, or go on.
    Paused {
        /// Who asked last.
        by: Seat,
        /// Whether they stand.
        on: bool,
    },
    /// Somebody is away for so many days, and his clock stands; 0 when he is back.
    Away {
        /// Who.
        by: Seat,
        /// How many.
        days: u16,
    },
    /// Somebody pledged his part in joint dice.
    Pledged {
        /// Who.
        by: Seat,
        /// The last value of his chain.
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        top: Value,
    },
    /// An order waits for joint dice: it stands, and everybody opens his part.
    Bound(Bound),
    /// Somebody opened his part up to a throw.
    Opened {
        /// Who.
        by: Seat,
        /// The last throw it is good for.
        throw: u32,
        /// The value. Pages are not told it before the throw.
        #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
        value: Option<Value>,
    },
    /// The opening of the battle was thrown again, jointly: line 0 of the journal, as JSON.
    Opening(String),
    /// They play again, in another room.
    Again {
        /// Its name.
        room: String,
    },
}

impl Deed {
    /// Whether pages are to be shown who sits where after it.
    #[must_use]
    pub const fn is_of_seats(&self) -> bool {
        matches!(self, Self::Sat { .. } | Self::Away { .. })
    }
}

/// An order that waits for joint dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Bound {
    /// Whose; nobody's when the battle itself is opened.
    pub by: Option<Seat>,
    /// The number of its throw.
    pub throw: u32,
    /// The number of the last line of the journal when it was given.
    pub number: u32,
    /// The order; none for the opening.
    pub order: Option<Order>,
}

/// What is said in a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Talk {
    /// In somebody's own words.
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

/// How a battle came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum How {
    /// By the rules.
    Rules,
    /// One side gave it up.
    Conceded,
    /// Both agreed.
    Agreed,
    /// One side's time ran out.
    Time,
    /// Whoever runs the tournament ended it.
    Closed,
    /// So, too: and neither side gets a point.
    BothLost,
}

/// The end of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Over {
    /// Who won; nobody when it is a draw.
    pub winner: Option<Seat>,
    /// By what.
    pub how: How,
}

/// A deed as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Kept {
    /// Its number in the room, from 0.
    pub n: i64,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// Whose order or choice is awaited after it.
    pub awaits: Option<Seat>,
    /// How the battle ended, once it has.
    pub over: Option<Over>,
    /// What happened.
    pub deed: Deed,
}

impl Kept {
    /// It as pages are told it: a part of joint dice that was opened ahead stays here.
    #[must_use]
    pub fn told(mut self) -> Self {
        if let Deed::Opened { value, .. } = &mut self.deed {
            *value = None;
        }
        self
    }
}

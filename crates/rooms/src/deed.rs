//! What happens in a room, one after the other: the room is these and nothing more.

use crate::seat::Seat;
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
    /// They play again, in another room.
    Again {
        /// Its name.
        room: String,
    },
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

//! Why something is refused.

use sandtable_session::EngineError;
use serde::Serialize;

/// Why something was not done: the page has the words.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Trouble {
    /// There is no such room.
    NoRoom,
    /// The link opens no seat of this room.
    NoSeat,
    /// Another device sits there.
    SeatTaken,
    /// Who watches gives no orders.
    Watching,
    /// A name needs a letter, a password eight.
    WeakPassword,
    /// Somebody else has that name.
    NameTaken,
    /// That is not the name and the password of an account.
    WrongPassword,
    /// That is no address for letters.
    NoAddress,
    /// Only who has an account may: sign in, or make one.
    NeedsAccount,
    /// Such a battle cannot be rated.
    NotRated,
    /// Nobody plays a rated battle against himself.
    OwnRival,
    /// There is no such tournament.
    NoTournament,
    /// Only its organiser may.
    NotOrganiser,
    /// Nobody can enter any more.
    EntriesClosed,
    /// He is in it already, or was.
    EnteredAlready,
    /// An entrant needs a name.
    NoName,
    /// Two are needed at least.
    TooFew,
    /// More than a tournament takes.
    TooMany,
    /// That has happened already.
    DoneAlready,
    /// No notice can be sent to what this browser gives.
    NoPush,
    /// Only who umpires may.
    NotUmpire,
    /// Nobody both leads a side and umpires.
    NotBoth,
    /// What came before a ruling is not taken back.
    Ruled,
    /// So many days are not left to be away, or there are none.
    NoVacation,
    /// The other is to act.
    NotYourTurn,
    /// It came late: the battle stands at another line.
    Late {
        /// The number of the last line.
        stands: u32,
    },
    /// It breaks rules, or what was sent is no battle.
    Refused(Box<EngineError>),
    /// Joint dice wait until both players have pledged their parts.
    Unpledged,
    /// An order waits for its dice: until then nothing else can be done.
    Bound,
    /// That is not what was pledged, or is not asked for.
    NotPledged,
    /// The joint dice of this room are used up.
    DiceUsedUp,
    /// The journal is as long as one may be: no line follows.
    JournalFull,
    /// The battle is over.
    Over,
    /// It is not over yet.
    NotOver,
    /// Nobody asked for that.
    NothingAsked,
    /// Too many messages at once.
    TooFast,
    /// More than is taken.
    TooLong,
    /// It was not kept: nothing happened.
    NotKept,
    /// The page is of another version than the server.
    OldPage,
    /// That is no message.
    Garbled,
    /// This address is shut out.
    Banned,
    /// The page missed something and is to come in again.
    Missed,
    /// The server stops for a while.
    Closing,
}

impl From<crate::store::StoreError> for Trouble {
    fn from(_: crate::store::StoreError) -> Self {
        Self::NotKept
    }
}

impl From<crate::secret::NoChance> for Trouble {
    fn from(_: crate::secret::NoChance) -> Self {
        Self::NotKept
    }
}

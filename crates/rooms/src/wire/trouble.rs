//! Why something is refused.

use sandtable_session::EngineError;
use serde::Serialize;

/// Why something was not done; the page puts it into words.
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
    /// Spectators give no orders.
    Watching,
    /// A name needs at least one letter, a password eight.
    WeakPassword,
    /// Somebody else has that name.
    NameTaken,
    /// That is not the name and the password of an account.
    WrongPassword,
    /// That is not an address for letters.
    NoAddress,
    /// Only players with an account may: sign in, or make one.
    NeedsAccount,
    /// The seat belongs to an account, and the device signed out of it.
    SignedOut,
    /// A battle of this kind cannot be rated.
    NotRated,
    /// Nobody plays a rated battle against themselves.
    OwnRival,
    /// There is no such tournament.
    NoTournament,
    /// Only the tournament's organiser may.
    NotOrganiser,
    /// Nobody can enter any more.
    EntriesClosed,
    /// The player entered already, even if they have withdrawn since.
    EnteredAlready,
    /// An entrant needs a name.
    NoName,
    /// At least two are needed.
    TooFew,
    /// More than a tournament allows.
    TooMany,
    /// That has happened already.
    DoneAlready,
    /// The device has not entered the tournament.
    NotEntered,
    /// The tournament has no such entrant.
    NoEntrant,
    /// The round has no such battle, or the tournament no such round yet.
    NoBoard,
    /// No notice can be sent to what this browser gives.
    NoPush,
    /// Only the umpire may.
    NotUmpire,
    /// Nobody leads a side and umpires at the same time.
    NotBoth,
    /// What came before a ruling cannot be taken back.
    Ruled,
    /// Fewer days than that are left to be away, or none are allowed.
    NoVacation,
    /// It is the other side's turn.
    NotYourTurn,
    /// It came too late: the battle stands at another line.
    Late {
        /// The number of the last line.
        stands: u32,
    },
    /// It breaks the rules, or what was sent is not a battle.
    Refused(Box<EngineError>),
    /// Joint dice wait until both players have pledged their parts.
    Unpledged,
    /// An order waits for its dice: until then nothing else can be done.
    Bound,
    /// That does not fit the pledge, or is not asked for.
    NotPledged,
    /// The joint dice of this room are used up.
    DiceUsedUp,
    /// The journal has reached its maximum length: no further line fits.
    JournalFull,
    /// The seat has said or asked for as much as a room keeps of it.
    RoomFull,
    /// The battle is over.
    Over,
    /// The battle is not over yet.
    NotOver,
    /// Nobody asked for that.
    NothingAsked,
    /// Too many messages in a short time.
    TooFast,
    /// Longer than allowed.
    TooLong,
    /// It was not stored as far as is known. If it is stored after all, the room tells it.
    NotKept,
    /// What is stored of the room is damaged. Only the host can help.
    Unreadable,
    /// The page has a different version from the server.
    OldPage,
    /// That is not a message.
    Garbled,
    /// This address is banned.
    Banned,
    /// The page comes from another address than the server's.
    Elsewhere,
    /// This address takes other methods, which the header `Allow` names.
    WrongMethod,
    /// The page missed something and must come in again.
    Missed,
}

impl From<crate::store::StoreError> for Trouble {
    fn from(error: crate::store::StoreError) -> Self {
        // That the program ends is no fault of the database.
        if !matches!(error, crate::store::StoreError::Ending) {
            crate::log::tell_seldom("database", &error);
        }
        match error {
            crate::store::StoreError::Damaged(_) => Self::Unreadable,
            _ => Self::NotKept,
        }
    }
}

impl From<crate::secret::NoChance> for Trouble {
    fn from(_: crate::secret::NoChance) -> Self {
        Self::NotKept
    }
}

//! What pages and the server say to each other about rooms. `cargo xtask contract` writes
//! it as TypeScript.

use crate::clock::{Clock, ClockKind};
use crate::deed::{Kept, Over, Talk, Wish};
use crate::joint::{DiceKind, JointView};
use crate::seat::{RatingView, Seat, SeatView, Sitter, UmpireView};
use sandtable_battle::Order;
use sandtable_battle::joint::Value;
use sandtable_session::{Amends, EngineError};
use serde::{Deserialize, Serialize};

/// The version of what is said here. A page of another version is asked to load itself anew.
pub const PROTOCOL: u32 = 4;

/// Most letters of a name.
pub const MOST_NAME: usize = 40;
/// Most letters of what somebody says.
pub const MOST_TEXT: usize = 400;
/// Most bytes of a message.
pub const MOST_MESSAGE: usize = 64 << 10;
/// Most bytes of a battle or journal that a room is made from.
pub const MOST_UPLOAD: usize = 8 << 20;

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

/// Where a device wants to be told that it is its turn.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MailOf {
    /// The key of the device.
    pub device: String,
    /// What is to be so from now on; without it the server only tells how it is.
    #[serde(default)]
    pub set: Option<MailSet>,
}

/// An address for letters.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MailSet {
    /// The address; none to get no more letters.
    pub address: Option<String>,
    /// The language of the letters, by its code.
    pub language: String,
}

/// Whether a device is written to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MailView {
    /// Whether this server writes letters at all.
    pub possible: bool,
    /// The address.
    pub address: Option<String>,
    /// Whether whoever reads letters there has agreed.
    pub confirmed: bool,
}

/// Whose notices are set or asked for. Nothing here is ever written into a log.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PushOf {
    /// The key of the device.
    pub device: String,
    /// What is to be so from now on; without it the server only tells how it is.
    #[serde(default)]
    pub set: Option<PushSet>,
}

/// Whether a browser shows notices.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PushSet {
    /// What the browser gave for them; none to get no more.
    pub to: Option<PushTo>,
    /// The language of the notices, by its code.
    pub language: String,
}

/// What a browser gives so that it can be told something while its page is closed.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PushTo {
    /// Where notices go.
    pub endpoint: String,
    /// Its public key, as base64 for addresses.
    pub p256dh: String,
    /// Its secret, likewise.
    pub auth: String,
}

/// Whether a device is told by notices.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PushView {
    /// The key of this server, which a browser wants; none where it sends no notices.
    pub key: Option<String>,
    /// Where notices for this device go; none where it gets none.
    pub endpoint: Option<String>,
}

/// What a device does about its account. Nothing here is ever written into a log.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AccountOf {
    /// The key of the device.
    pub device: String,
    /// What.
    pub what: AccountDeed,
}

/// What can be done about an account.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub enum AccountDeed {
    /// Asks who is signed in.
    Look,
    /// Makes one, and signs in.
    Make {
        /// Its name.
        name: String,
        /// Its password.
        password: String,
    },
    /// Signs in.
    SignIn {
        /// The name.
        name: String,
        /// The password.
        password: String,
    },
    /// Signs this device out.
    SignOut,
    /// Changes the password; the other devices are signed out.
    Password {
        /// The one so far.
        old: String,
        /// The next one.
        new: String,
    },
    /// Asks for all that is kept of it.
    Export,
    /// Takes it out, with all that is kept of it.
    Delete {
        /// The password.
        password: String,
    },
}

/// What is told of an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Account {
    /// Who is signed in.
    View(AccountView),
    /// All that is kept of it.
    Export(AccountExport),
}

/// Who is signed in on a device.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AccountView {
    /// The name of the account; none where nobody is.
    pub name: Option<String>,
    /// On how many devices.
    pub devices: u32,
    /// How good he is, at each rule set in which he fought rated battles.
    pub ratings: Vec<RatingOf>,
}

/// How good somebody is at a rule set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RatingOf {
    /// The rule set.
    pub rules: String,
    /// How good.
    pub rating: RatingView,
    /// Rated battles won, drawn and lost.
    pub score: [u32; 3],
}

/// Somebody in the table of a rule set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rated {
    /// What he is called.
    pub name: String,
    /// How good he is.
    pub rating: RatingView,
    /// Rated battles won, drawn and lost.
    pub score: [u32; 3],
}

/// A rated battle of an account, as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RatedBattle {
    /// The room.
    pub room: String,
    /// The rule set.
    pub rules: String,
    /// When it ended, in milliseconds since 1970.
    pub at: i64,
    /// What the other is called; nothing once his account is deleted.
    pub against: String,
    /// What it brought, in half points.
    pub halves: u32,
    /// The rating after it, in millionths of a point.
    pub rating: i64,
}

/// All that is kept of an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AccountExport {
    /// Its name.
    pub name: String,
    /// When it was made, in milliseconds since 1970.
    pub made: i64,
    /// The devices that are signed in.
    pub devices: Vec<Device>,
    /// Addresses for e-mails.
    pub addresses: Vec<String>,
    /// Where notices for it go.
    pub notices: Vec<String>,
    /// The rooms in which it has a seat: what happened there belongs to all who were there.
    pub rooms: Vec<MyRoom>,
    /// How good he is.
    pub ratings: Vec<RatingOf>,
    /// The battles that made it so.
    pub battles: Vec<RatedBattle>,
    /// The tournaments in which he is, or was.
    pub tournaments: Vec<String>,
}

/// A device that is signed in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Device {
    /// The print of its key.
    pub print: String,
    /// Since when, in milliseconds since 1970.
    pub since: i64,
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

//! What pages and the server say to each other about rooms. `cargo xtask contract` writes
//! it as TypeScript.

mod accounts;
mod notices;
mod rooms;
mod table;
mod trouble;

pub use accounts::{
    Account, AccountDeed, AccountExport, AccountOf, AccountView, Device, Rated, RatedBattle,
    RatingOf,
};
pub use notices::{MailOf, MailSet, MailView, PushOf, PushSet, PushTo, PushView};
pub use rooms::{Begin, Berth, LobbyRoom, Made, Make, Mine, MyRoom, RoomView, Stands};
pub use table::{Happened, Hear, Say, Welcome};
pub use trouble::Trouble;

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
/// Most bytes of the journal of a room, below what can be read again, since lines that are written
/// may name more than lines that are kept.
pub const MOST_JOURNAL: usize = 7 << 20;

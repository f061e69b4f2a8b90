//! What pages and the server say to each other about rooms. `cargo xtask contract` writes it as
//! TypeScript.

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

/// The version of this protocol. A page with another version is asked to reload.
pub const PROTOCOL: u32 = 4;
/// Maximum number of letters in a name.
pub const MOST_NAME: usize = 40;
/// Maximum number of letters in a chat message.
pub const MOST_TEXT: usize = 400;
/// Maximum size of a message in bytes.
pub const MOST_MESSAGE: usize = 64 << 10;
/// Maximum size in bytes of a battle or journal that a room is made from.
pub const MOST_UPLOAD: usize = 8 << 20;
/// Maximum size of a room's journal in bytes. It is below what can be read again, since lines that
/// are written may name more than lines that are stored.
pub const MOST_JOURNAL: usize = 7 << 20;

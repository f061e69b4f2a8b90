//! Accounts and ratings.

use super::rooms::MyRoom;
use crate::seat::RatingView;
use serde::{Deserialize, Serialize};

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

//! Accounts and ratings.

use super::rooms::MyRoom;
use crate::seat::RatingView;
use serde::{Deserialize, Serialize};

/// A request of a device about its account. Nothing in it ever goes into a log.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AccountOf {
    /// The key of the device.
    pub device: String,
    /// What the device asks for.
    pub what: AccountDeed,
}

/// What a device can do about an account.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub enum AccountDeed {
    /// Asks which account is signed in.
    Look,
    /// Makes an account, and signs in.
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
    /// Changes the password, and signs out the other devices.
    Password {
        /// The old password.
        old: String,
        /// The new password.
        new: String,
    },
    /// Asks for everything that is stored about the account.
    Export,
    /// Deletes the account, with everything that is stored about it.
    Delete {
        /// The password.
        password: String,
    },
}

/// What the server tells about an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Account {
    /// The account that is signed in.
    View(AccountView),
    /// Everything that is stored about the account.
    Export(AccountExport),
}

/// The account that is signed in on a device.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AccountView {
    /// The name of the account; none if none is signed in.
    pub name: Option<String>,
    /// The number of devices that are signed in.
    pub devices: u32,
    /// The ratings, for each rule set in which the account fought rated battles.
    pub ratings: Vec<RatingOf>,
}

/// An account's rating at a rule set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RatingOf {
    /// The rule set.
    pub rules: String,
    /// The rating.
    pub rating: RatingView,
    /// Rated battles won, drawn and lost.
    pub score: [u32; 3],
}

/// A player in the table of a rule set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rated {
    /// The player's name.
    pub name: String,
    /// The player's rating.
    pub rating: RatingView,
    /// Rated battles won, drawn and lost.
    pub score: [u32; 3],
}

/// A rated battle of an account, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RatedBattle {
    /// The room.
    pub room: String,
    /// The rule set.
    pub rules: String,
    /// When it ended, in milliseconds since 1970.
    pub at: i64,
    /// The opponent's name; empty once that account is deleted.
    pub against: String,
    /// What the battle brought, in half points.
    pub halves: u32,
    /// The rating after it, in millionths of a point.
    pub rating: i64,
}

/// Everything that is stored about an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AccountExport {
    /// The account's name.
    pub name: String,
    /// When it was made, in milliseconds since 1970.
    pub made: i64,
    /// The devices that are signed in.
    pub devices: Vec<Device>,
    /// Addresses for letters.
    pub addresses: Vec<String>,
    /// Where notices for the account go.
    pub notices: Vec<String>,
    /// The rooms in which the account has a seat: what happened there belongs to all who were
    /// there.
    pub rooms: Vec<MyRoom>,
    /// The account's ratings.
    pub ratings: Vec<RatingOf>,
    /// The battles that led to these ratings.
    pub battles: Vec<RatedBattle>,
    /// The tournaments that the account takes part in, or did.
    pub tournaments: Vec<String>,
}

/// A device that is signed in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Device {
    /// The fingerprint of its key.
    pub print: String,
    /// Since when, in milliseconds since 1970.
    pub since: i64,
}

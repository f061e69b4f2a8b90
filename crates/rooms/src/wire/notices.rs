//! Letters and notices: what a device asks for.

use serde::{Deserialize, Serialize};

/// A request of a device about letters that say when it is its turn.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MailOf {
    /// The key of the device.
    pub device: String,
    /// The new setting; without it the server only tells the present one.
    #[serde(default)]
    pub set: Option<MailSet>,
}

/// An address for letters.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MailSet {
    /// The address; none to stop letters.
    pub address: Option<String>,
    /// The language of the letters, by its code.
    pub language: String,
}

/// Whether a device gets letters.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MailView {
    /// Whether this server writes letters at all.
    pub possible: bool,
    /// The address.
    pub address: Option<String>,
    /// Whether the person who reads letters there has agreed.
    pub confirmed: bool,
}

/// A request of a device about notices. Nothing in it ever goes into a log.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PushOf {
    /// The key of the device.
    pub device: String,
    /// The new setting; without it the server only tells the present one.
    #[serde(default)]
    pub set: Option<PushSet>,
}

/// Whether a browser shows notices.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PushSet {
    /// What the browser gave for them; none to stop notices.
    pub to: Option<PushTo>,
    /// The language of the notices, by its code.
    pub language: String,
}

/// What a browser gives so that notices can reach it while its page is closed.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PushTo {
    /// Where notices go.
    pub endpoint: String,
    /// Its public key, in URL-safe base64.
    pub p256dh: String,
    /// Its secret, in URL-safe base64.
    pub auth: String,
}

/// Whether a device gets notices.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PushView {
    /// The key of this server, which a browser needs; none if the server sends no notices.
    pub key: Option<String>,
    /// Where notices for this device go; none if it gets none.
    pub endpoint: Option<String>,
}

//! Letters and notices: what a device asks for.

use serde::{Deserialize, Serialize};

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

//! Values as files write them: text, keys, lengths, directions.

use sandtable_battle::phrase::trimmed;
use sandtable_geometry::{Facing, Length, Ruler};

/// Text in quotes, as TOML writes it.
pub(crate) fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

/// A key, in quotes only where it needs them.
pub(crate) fn key(name: &str) -> String {
    let bare = !name.is_empty()
        && name
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'));
    if bare { name.to_owned() } else { quoted(name) }
}

/// A length with as few decimals as hold it exactly, at most four.
pub(crate) fn length_text(ruler: Ruler, length: Length) -> String {
    trimmed(format!("{:.4}", ruler.measure(length)))
}

/// A facing in degrees with as few decimals as hold it exactly, at most three.
pub(crate) fn degree_text(facing: Facing) -> String {
    trimmed(format!("{:.3}", facing.degrees()))
}

/// The value of a number as TOML: shares are texts.
pub(crate) fn value_text(value: &str) -> String {
    if value.contains('/') {
        quoted(value)
    } else {
        value.to_owned()
    }
}

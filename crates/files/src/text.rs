//! Values as files write them: text, keys, lengths, directions.

use sandtable_battle::phrase::trimmed;
use sandtable_geometry::{Facing, Length, Ruler};

/// Returns text in quotes, as TOML writes it.
pub(crate) fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

/// Returns a key, in quotes only if it needs them.
pub(crate) fn key(name: &str) -> String {
    let bare = !name.is_empty()
        && name
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'));
    if bare { name.to_owned() } else { quoted(name) }
}

/// Returns a length with as few decimals as are exact, at most four.
pub(crate) fn length_text(ruler: Ruler, length: Length) -> String {
    trimmed(format!("{:.4}", ruler.measure(length)))
}

/// Returns a facing in degrees with as few decimals as are exact, at most three.
pub(crate) fn degree_text(facing: Facing) -> String {
    trimmed(format!("{:.3}", facing.degrees()))
}

/// Returns the value of a number as TOML: fractions are texts.
pub(crate) fn value_text(value: &str) -> String {
    if value.contains('/') {
        quoted(value)
    } else {
        value.to_owned()
    }
}

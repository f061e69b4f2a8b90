//! Lines of JSON with a checksum.

/// Text before the checksum of a line.
const KEY: &str = ",\"check\":\"";

/// Bytes that a checksum adds to a line.
pub const CHECK_BYTES: usize = KEY.len() + 16 + 1;

/// Computes FNV-1a of some bytes, 64 bits. A change of any single byte changes it.
#[must_use]
pub fn sum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// Adds a checksum to a JSON object, as its last key. Text that is not an object stays as it is.
#[must_use]
pub fn checked(object: &str) -> String {
    let Some(open) = object.strip_suffix('}') else {
        return object.to_owned();
    };
    format!("{open}{KEY}{:016x}\"}}", sum(object.as_bytes()))
}

/// What a line's checksum says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found<'t> {
    /// The checksum is right: the object without the checksum and without its last brace, and the
    /// checksum.
    Sound(&'t str, u64),
    /// The checksum is wrong: the line was changed after it was written.
    Damaged,
    /// There is no checksum: the line was written before checksums existed.
    Bare,
}

impl Found<'_> {
    /// Returns the object of a sound line.
    #[must_use]
    pub fn object(self) -> Option<String> {
        match self {
            Self::Sound(open, _) => Some(format!("{open}}}")),
            Self::Damaged | Self::Bare => None,
        }
    }
}

/// Takes the checksum off a line. A carriage return at the end does not count, because programs
/// that transfer files add them.
#[must_use]
pub fn unchecked(line: &str) -> Found<'_> {
    let line = line.strip_suffix('\r').unwrap_or(line);
    let Some((open, said)) = line
        .strip_suffix("\"}")
        .and_then(|rest| rest.rsplit_once(KEY))
    else {
        return Found::Bare;
    };
    let mut all = open.as_bytes().to_vec();
    all.push(b'}');
    let sum = sum(&all);
    // Compared as text: other ways to write the same number count as damage, too.
    if format!("{sum:016x}") == said {
        Found::Sound(open, sum)
    } else {
        Found::Damaged
    }
}

#[cfg(test)]
mod tests {
    use super::{CHECK_BYTES, Found, checked, sum, unchecked};

    #[test]
    fn a_line_is_given_back_as_it_was() {
        for object in ["{}", r#"{"a":1}"#, r#"{"check":"\"}"}"#] {
            let line = checked(object);
            assert_eq!(line.len(), object.len() + CHECK_BYTES);
            assert_eq!(unchecked(&line).object().as_deref(), Some(object));
            assert_eq!(unchecked(&format!("{line}\r")), unchecked(&line));
        }
        assert_eq!(unchecked(r#"{"a":1}"#), Found::Bare);
        assert_eq!(sum(b"a"), 0xaf63_dc4c_8601_ec8c, "the standard's own value");
    }

    #[test]
    fn a_byte_changed_anywhere_is_found() {
        let line = checked(r#"{"battle":7,"left":[4,0]}"#);
        for at in 0..line.len() {
            for byte in (0..0x80_u8).filter(|&byte| byte != line.as_bytes()[at]) {
                let mut other = line.clone().into_bytes();
                other[at] = byte;
                let other = String::from_utf8(other).expect("ASCII");
                assert!(unchecked(&other).object().is_none(), "{other}");
            }
            assert!(unchecked(&line[..at]).object().is_none());
        }
    }
}

//! Numbers as people write them in `numbers.toml`, stored in the table's units: lengths in 1/100
//! mm, angles in 1/65536 turn. Each is a type of its own, or a function for
//! `#[serde(deserialize_with)]` where a plain number serves better.

use sandtable_geometry::{Facing, Length, Ruler};
use serde::{Deserialize, Deserializer, de::Error};

/// A length written in inches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inches(pub Length);

impl<'de> Deserialize<'de> for Inches {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        length(from).map(Self)
    }
}

/// A length written in centimetres.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Centimetres(pub Length);

impl<'de> Deserialize<'de> for Centimetres {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let length = Ruler::Centimetres.length(f64::deserialize(from)?);
        let length = length.ok_or_else(|| D::Error::custom("a length in centimetres is needed"));
        length.map(Self)
    }
}

/// An angle written in degrees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Degrees(pub i32);

impl<'de> Deserialize<'de> for Degrees {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        angle(from).map(Self)
    }
}

/// A fraction written as `"1/2"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// The numerator.
    pub top: i32,
    /// The denominator; more than zero.
    pub bottom: i32,
}

impl<'de> Deserialize<'de> for Share {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        let parts = text.split_once('/');
        match parts.and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?))) {
            Some((top, bottom)) if bottom > 0 => Ok(Self { top, bottom }),
            _ => Err(D::Error::custom("a share like \"1/2\" is needed")),
        }
    }
}

impl Share {
    /// Returns this fraction of a length.
    #[must_use]
    pub const fn of(self, length: Length) -> Length {
        length * self.top / self.bottom
    }
}

/// Reads a length written in inches.
///
/// # Errors
/// If it is not a number, or too large for any table.
pub fn length<'de, D: Deserializer<'de>>(from: D) -> Result<Length, D::Error> {
    let length = Ruler::Inches.length(f64::deserialize(from)?);
    length.ok_or_else(|| D::Error::custom("a length in inches is needed"))
}

/// Reads an optional length in inches, for use with `#[serde(default)]`.
///
/// # Errors
/// As [`length`].
pub fn some_length<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Length>, D::Error> {
    length(from).map(Some)
}

/// Reads two lengths written in inches.
///
/// # Errors
/// As [`length`].
pub fn size<'de, D: Deserializer<'de>>(from: D) -> Result<(Length, Length), D::Error> {
    <(Inches, Inches)>::deserialize(from).map(|(a, b)| (a.0, b.0))
}

/// Reads lengths written in inches.
///
/// # Errors
/// As [`length`].
pub fn lengths<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Length>, D::Error> {
    let all = Vec::<Inches>::deserialize(from)?;
    Ok(all.into_iter().map(|Inches(length)| length).collect())
}

/// Reads an angle written in degrees.
///
/// # Errors
/// If it is not a number.
pub fn angle<'de, D: Deserializer<'de>>(from: D) -> Result<i32, D::Error> {
    f64::deserialize(from).map(Facing::steps)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sandtable_geometry::INCH;

    #[derive(Debug, PartialEq, Deserialize)]
    struct Table {
        #[serde(deserialize_with = "length")]
        pace: Length,
        #[serde(default, deserialize_with = "some_length")]
        road: Option<Length>,
        #[serde(deserialize_with = "size")]
        base: (Length, Length),
        #[serde(deserialize_with = "lengths")]
        bands: Vec<Length>,
        arc: Degrees,
        gap: Centimetres,
        loss: Share,
    }

    const TEXT: &str =
        "pace = 6\nbase = [2, 0.5]\nbands = [3, 9]\narc = 45\ngap = 1.5\nloss = \"3/4\"";

    #[test]
    fn numbers_are_kept_as_the_table_measures() {
        let table: Table = toml::from_str(TEXT).expect("numbers");
        let wanted = Table {
            pace: 6 * INCH,
            road: None,
            base: (2 * INCH, INCH / 2),
            bands: vec![3 * INCH, 9 * INCH],
            arc: Degrees(0x2000),
            gap: Centimetres(1500),
            loss: Share { top: 3, bottom: 4 },
        };
        assert_eq!(table, wanted);
        assert_eq!(table.loss.of(100), 75);
    }

    #[test]
    fn what_is_none_of_them_says_what_is_needed() {
        for (right, wrong, needed) in [
            ("pace = 6", "pace = 1e12", "a length in inches"),
            ("gap = 1.5", "gap = 1e12", "a length in centimetres"),
            ("\"3/4\"", "\"3/0\"", "a share like"),
            ("\"3/4\"", "\"most\"", "a share like"),
            ("[2, 0.5]", "[2, 1e12]", "a length in inches"),
        ] {
            let said = toml::from_str::<Table>(&TEXT.replace(right, wrong));
            let said = said.expect_err(wrong).to_string();
            assert!(said.contains(needed), "{wrong}: {said}");
        }
    }
}

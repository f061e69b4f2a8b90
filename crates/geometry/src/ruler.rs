//! The ruler for measuring a table: lengths as people write and read them.

use crate::{INCH, Length};
use serde::{Deserialize, Serialize};

/// The unit of length in which players measure. The table itself always counts hundredths of a
/// millimetre; a ruler only says how lengths are shown and read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Ruler {
    /// Inches.
    #[default]
    Inches,
    /// Centimetres.
    Centimetres,
}

impl Ruler {
    /// Most units that a file can give for a length or a coordinate.
    pub const MOST: i32 = 1000;

    /// Returns one unit of this ruler.
    #[must_use]
    pub const fn unit(self) -> Length {
        match self {
            Self::Inches => INCH,
            Self::Centimetres => 1000,
        }
    }

    /// Returns the plural name of the unit.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Inches => "inches",
            Self::Centimetres => "centimetres",
        }
    }

    /// Converts a number of units as people write it to a length; rounds to the nearest 1/100 mm.
    ///
    /// Returns `None` if the number is not finite or is beyond 10 000 units.
    #[must_use]
    pub fn length(self, value: f64) -> Option<Length> {
        if value.is_finite() && value.abs() <= 10_000.0 {
            #[expect(clippy::cast_possible_truncation, reason = "bounded above")]
            Some((value * f64::from(self.unit())).round() as Length)
        } else {
            None
        }
    }

    /// Returns a length in units, for display and for files. Four decimals hold it exactly.
    #[must_use]
    pub fn measure(self, length: Length) -> f64 {
        f64::from(length) / f64::from(self.unit())
    }
}

#[cfg(test)]
mod tests {
    use super::Ruler;

    #[test]
    fn lengths_survive_being_written_with_four_decimals() {
        for ruler in [Ruler::Inches, Ruler::Centimetres] {
            for length in [-91_440, -1, 0, 1, 2539, 2540, 3333, 36_000, 1_016_000] {
                let text = format!("{:.4}", ruler.measure(length));
                let back = ruler.length(text.parse().expect("a number"));
                assert_eq!(back, Some(length), "{text} {}", ruler.name());
            }
            assert_eq!(ruler.length(f64::NAN), None);
            assert_eq!(ruler.length(10_001.0), None);
        }
    }
}

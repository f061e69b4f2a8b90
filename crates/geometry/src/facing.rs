//! Directions: an angle clockwise from north in 1/65536 of a turn.

use crate::vector::V;
use crate::{Length, Point};
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// A direction, clockwise from north (the y axis), in 1/65536 of a turn.
///
/// One step is 0.0055 degrees. At twelve inches it moves a point by 0.03 mm, so rounding a heading
/// costs at most 0.015 mm there, less than the tolerance.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Facing(pub u16);

/// Sine and cosine from two tables: 256 coarse steps and 256 fine ones, combined by one complex
/// product. Only `*` and `+` at run time, so the bits are the same everywhere.
struct Table {
    coarse: [V; 256],
    fine: [V; 256],
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let entry = |step: usize, of: f64| {
        #[expect(clippy::cast_precision_loss, reason = "at most 256")]
        let angle = step as f64 / of * std::f64::consts::TAU;
        V::new(libm::sin(angle), libm::cos(angle))
    };
    let mut coarse = std::array::from_fn(|i| entry(i, 256.0));
    // The quarter turns are exact, so that squared-up bases stay flush.
    coarse[0] = V::new(0.0, 1.0);
    coarse[64] = V::new(1.0, 0.0);
    coarse[128] = V::new(0.0, -1.0);
    coarse[192] = V::new(-1.0, 0.0);
    let fine = std::array::from_fn(|i| entry(i, 65536.0));
    Table { coarse, fine }
});

impl Facing {
    /// Towards increasing y.
    pub const NORTH: Self = Self(0);
    /// Towards increasing x.
    pub const EAST: Self = Self(0x4000);
    /// Towards decreasing y.
    pub const SOUTH: Self = Self(0x8000);
    /// Towards decreasing x.
    pub const WEST: Self = Self(0xC000);

    /// Converts degrees clockwise from north, any number of turns.
    ///
    /// Returns `None` if the number is not finite or is beyond a million.
    #[must_use]
    pub fn from_degrees(degrees: f64) -> Option<Self> {
        if !degrees.is_finite() || degrees.abs() > 1.0e6 {
            return None;
        }
        let steps = (degrees.rem_euclid(360.0) * (65536.0 / 360.0)).round();
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "0..=65536"
        )]
        Some(Self((steps as u32 & 0xFFFF) as u16))
    }

    /// Returns degrees clockwise from north, 0 up to but not including 360. Three decimals hold it
    /// exactly.
    #[must_use]
    pub fn degrees(self) -> f64 {
        f64::from(self.0) * (360.0 / 65536.0)
    }

    /// Returns the direction from one point to another; north if they are the same.
    #[must_use]
    pub fn towards(from: Point, to: Point) -> Self {
        Self::of(V::from(to) - V::from(from))
    }

    pub(crate) fn of(v: V) -> Self {
        let turns = libm::atan2(v.x, v.y) / std::f64::consts::TAU;
        #[expect(clippy::cast_possible_truncation, reason = "within one turn")]
        Self((turns * 65536.0).round() as i64 as u16)
    }

    /// Returns this direction turned clockwise by `steps` of 1/65536 turn.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "wraps on purpose"
    )]
    pub const fn turned(self, steps: i32) -> Self {
        Self(self.0.wrapping_add(steps as u16))
    }

    /// Returns the opposite direction.
    #[must_use]
    pub const fn reversed(self) -> Self {
        self.turned(0x8000)
    }

    /// Returns the signed turn from this direction to another, in steps of 1/65536 turn, clockwise
    /// positive, from -32768 to 32767.
    #[must_use]
    #[expect(clippy::cast_possible_wrap, reason = "wraps on purpose")]
    pub const fn turn_to(self, other: Self) -> i32 {
        other.0.wrapping_sub(self.0) as i16 as i32
    }

    /// Returns the turn clockwise from this direction to another, in steps of 1/65536 turn.
    #[must_use]
    pub const fn clockwise_to(self, other: Self) -> u16 {
        other.0.wrapping_sub(self.0)
    }

    /// Returns the steps of 1/65536 turn for an angle in degrees.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "a house number, small")]
    pub fn steps(degrees: f64) -> i32 {
        (degrees * (65536.0 / 360.0)).round() as i32
    }

    /// Returns the unit vector of this direction.
    #[inline]
    pub(crate) fn vector(self) -> V {
        let table = &*TABLE;
        let (a, b) = (
            table.coarse[usize::from(self.0 >> 8)],
            table.fine[usize::from(self.0 & 0xFF)],
        );
        V::new(a.x * b.y + a.y * b.x, a.y * b.y - a.x * b.x)
    }

    /// Returns the length of the arc that a point at `radius` travels when it turns by `steps` of
    /// 1/65536 turn, rounded to the nearest 1/100 mm.
    #[must_use]
    pub fn arc(steps: i32, radius: Length) -> Length {
        let angle = f64::from(steps.abs()) * (std::f64::consts::TAU / 65536.0);
        crate::vector::round(angle * f64::from(radius))
    }
}

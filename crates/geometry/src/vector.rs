//! The floating-point vector used inside this crate. It never leaves the crate.

use crate::Point;
use std::ops::{Add, Mul, Neg, Sub};

#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub(crate) struct V {
    pub x: f64,
    pub y: f64,
}

impl V {
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    #[inline]
    pub fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y
    }

    #[inline]
    pub fn cross(self, other: Self) -> f64 {
        self.x * other.y - self.y * other.x
    }

    #[inline]
    pub fn length(self) -> f64 {
        self.dot(self).sqrt()
    }

    /// Turns the vector a quarter turn clockwise: forward becomes right.
    #[inline]
    pub const fn right(self) -> Self {
        Self::new(self.y, -self.x)
    }

    #[inline]
    pub fn unit(self) -> Self {
        let length = self.length();
        if length == 0.0 {
            self
        } else {
            self * (1.0 / length)
        }
    }

    #[inline]
    pub fn point(self) -> Point {
        Point::new(round(self.x), round(self.y))
    }
}

/// Rounds to the nearest, halves away from zero: the one rounding at the end. It does the same as
/// `f64::round`, which is a function call on baseline x86-64 and in wasm.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "`as` saturates; tables are far smaller"
)]
#[inline]
pub(crate) fn round(value: f64) -> i32 {
    let whole = value as i64;
    let rest = value - whole as f64;
    let up = i64::from(rest >= 0.5) - i64::from(rest <= -0.5);
    (whole.saturating_add(up)).clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
}

/// Returns the greater of two numbers. `f64::max` also handles NaN, which never occurs in
/// measuring, and takes three times as many instructions.
#[inline]
pub(crate) fn greater(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// Returns the lesser of two numbers.
#[inline]
pub(crate) fn lesser(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

impl From<Point> for V {
    #[inline]
    fn from(p: Point) -> Self {
        Self::new(f64::from(p.x), f64::from(p.y))
    }
}

impl Add for V {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for V {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y)
    }
}

impl Neg for V {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self::new(-self.x, -self.y)
    }
}

impl Mul<f64> for V {
    type Output = Self;
    #[inline]
    fn mul(self, by: f64) -> Self {
        Self::new(self.x * by, self.y * by)
    }
}

#[cfg(test)]
mod tests {
    use super::round;

    #[test]
    fn rounding_is_that_of_the_standard_library() {
        let near = |v: f64| [v, v.next_up(), v.next_down(), -v];
        let some = [
            0.0,
            0.25,
            0.5,
            1.0,
            1.5,
            2.5,
            1e-300,
            12345.5,
            2147483646.5,
            2147483647.5,
            1e10,
            4503599627370495.5,
            1e300,
            f64::INFINITY,
            f64::NAN,
        ];
        #[expect(clippy::cast_possible_truncation, reason = "saturates")]
        for v in some.into_iter().flat_map(near) {
            assert_eq!(round(v), v.round() as i32, "{v}");
        }
    }
}

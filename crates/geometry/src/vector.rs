//! The floating-point vector used inside this crate. It never leaves it.

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

    pub fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y
    }

    pub fn cross(self, other: Self) -> f64 {
        self.x * other.y - self.y * other.x
    }

    pub fn length(self) -> f64 {
        self.dot(self).sqrt()
    }

    /// A quarter turn clockwise: forward becomes right.
    pub const fn right(self) -> Self {
        Self::new(self.y, -self.x)
    }

    pub fn unit(self) -> Self {
        let length = self.length();
        if length == 0.0 {
            self
        } else {
            self * (1.0 / length)
        }
    }

    pub fn point(self) -> Point {
        Point::new(round(self.x), round(self.y))
    }
}

/// The one rounding on the way out.
#[expect(
    clippy::cast_possible_truncation,
    reason = "`as` saturates; tables are far smaller"
)]
pub(crate) fn round(value: f64) -> i32 {
    value.round() as i32
}

impl From<Point> for V {
    fn from(p: Point) -> Self {
        Self::new(f64::from(p.x), f64::from(p.y))
    }
}

impl Add for V {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for V {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y)
    }
}

impl Neg for V {
    type Output = Self;
    fn neg(self) -> Self {
        Self::new(-self.x, -self.y)
    }
}

impl Mul<f64> for V {
    type Output = Self;
    fn mul(self, by: f64) -> Self {
        Self::new(self.x * by, self.y * by)
    }
}

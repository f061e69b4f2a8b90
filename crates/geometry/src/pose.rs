//! Where a thing lies and where it faces.

use crate::vector::V;
use crate::{Facing, Length};
use serde::{Deserialize, Serialize};

/// A point of the table in 1/100 mm: x east, y north, origin at the south-west
/// corner.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Point {
    /// East of the origin, 1/100 mm.
    pub x: i32,
    /// North of the origin, 1/100 mm.
    pub y: i32,
}

impl Point {
    /// Makes a point at `x` east, `y` north.
    #[must_use]
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// Returns the straight distance to another point.
    #[must_use]
    #[inline]
    pub fn distance(self, other: Self) -> Length {
        crate::vector::round((V::from(other) - V::from(self)).length())
    }

    /// Returns the point at a distance of `length` in a direction.
    #[must_use]
    #[inline]
    pub fn moved(self, direction: Facing, length: Length) -> Self {
        (V::from(self) + direction.vector() * f64::from(length)).point()
    }

    /// Returns the point halfway to another.
    #[must_use]
    pub fn middle(self, other: Self) -> Self {
        ((V::from(self) + V::from(other)) * 0.5).point()
    }
}

/// A position and a facing: what a battle stores for a unit.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Pose {
    /// East of the origin, 1/100 mm.
    pub x: i32,
    /// North of the origin, 1/100 mm.
    pub y: i32,
    /// The direction in which the front looks.
    pub facing: Facing,
}

impl Pose {
    /// Makes a pose at `x` east, `y` north.
    #[must_use]
    pub const fn new(x: i32, y: i32, facing: Facing) -> Self {
        Self { x, y, facing }
    }

    /// Makes a pose at a point.
    #[must_use]
    pub const fn at(point: Point, facing: Facing) -> Self {
        Self::new(point.x, point.y, facing)
    }

    /// Returns the position without the facing.
    #[must_use]
    pub const fn point(self) -> Point {
        Point::new(self.x, self.y)
    }

    /// Returns the pose slid `length` in a direction, facing kept.
    #[must_use]
    #[inline]
    pub fn moved(self, direction: Facing, length: Length) -> Self {
        Self::at(self.point().moved(direction, length), self.facing)
    }

    /// Returns the pose slid `length` along its own facing.
    #[must_use]
    #[inline]
    pub fn advanced(self, length: Length) -> Self {
        self.moved(self.facing, length)
    }

    /// Returns the same position with another facing.
    #[must_use]
    pub const fn facing(self, facing: Facing) -> Self {
        Self { facing, ..self }
    }

    /// Returns the pose turned by `steps` of 1/65536 turn, clockwise, about a point.
    #[must_use]
    pub fn turned_about(self, hub: Point, steps: i32) -> Self {
        let spin = Facing(0).turned(steps).vector();
        let arm = V::from(self.point()) - V::from(hub);
        let arm = V::new(
            arm.x * spin.y + arm.y * spin.x,
            arm.y * spin.y - arm.x * spin.x,
        );
        Self::at((V::from(hub) + arm).point(), self.facing.turned(steps))
    }
}

//! The free place nearest to a wanted one, for a base that keeps its facing.

use crate::fan::Bounds;
use crate::vector::V;
use crate::{Length, Point, Rect};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// How far a base may be moved, east and north: least and most, 1/100 mm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shifts {
    /// East: least and most.
    pub x: (Length, Length),
    /// North: least and most.
    pub y: (Length, Length),
}

impl Shifts {
    /// Every shift of at most so much east, west, north and south.
    #[must_use]
    pub const fn about(most: Length) -> Self {
        Self {
            x: (-most, most),
            y: (-most, most),
        }
    }

    /// The shift nearest to none.
    fn least(&self) -> Point {
        Point::new(0.clamp(self.x.0, self.x.1), 0.clamp(self.y.0, self.y.1))
    }

    /// Whether it is a single one.
    const fn is_one(&self) -> bool {
        self.x.0 == self.x.1 && self.y.0 == self.y.1
    }

    const fn is_none(&self) -> bool {
        self.x.0 > self.x.1 || self.y.0 > self.y.1
    }

    /// Both halves, across the longer side.
    const fn halves(self) -> [Self; 2] {
        let ((x0, x1), (y0, y1)) = (self.x, self.y);
        if x1 - x0 >= y1 - y0 {
            let middle = x0 + (x1 - x0) / 2;
            let halves = [(x0, middle), (middle + 1, x1)];
            [
                Self {
                    x: halves[0],
                    ..self
                },
                Self {
                    x: halves[1],
                    ..self
                },
            ]
        } else {
            let middle = y0 + (y1 - y0) / 2;
            let halves = [(y0, middle), (middle + 1, y1)];
            [
                Self {
                    y: halves[0],
                    ..self
                },
                Self {
                    y: halves[1],
                    ..self
                },
            ]
        }
    }

    /// A base moved by any of them.
    fn of(&self, base: &Rect) -> Bounds {
        let half = |(low, high): (Length, Length)| f64::from(high - low) / 2.0;
        let (wide, tall) = (half(self.x), half(self.y));
        let middle = V::new(f64::from(self.x.0) + wide, f64::from(self.y.0) + tall);
        let at = Rect {
            c: base.c + middle,
            ..*base
        };
        // How far it may lie to its own right or left, and ahead or behind.
        let play = |axis: V| wide * axis.x.abs() + tall * axis.y.abs();
        Bounds::within(at, (!self.is_one()).then(|| (play(base.r), play(base.f))))
    }
}

/// The shortest shift of some that moves a base to where it has room: of equally
/// short ones the one farthest ahead, then the one farthest to its right. No shift
/// that is shorter has room: what is left out was proven to have none.
///
/// `room` says whether a rectangle has room; a smaller one never has less than one
/// that covers it.
pub fn nearest_place(
    base: &Rect,
    shifts: Shifts,
    mut room: impl FnMut(&Rect) -> bool,
) -> Option<Point> {
    let rank = |cell: Shifts| {
        let at = cell.least();
        let (x, y) = (i64::from(at.x), i64::from(at.y));
        let along = |way: V| crate::vector::round(way.dot(V::from(at)));
        (Reverse(x * x + y * y), along(base.f), along(base.r), cell)
    };
    let mut open = BinaryHeap::new();
    if !shifts.is_none() {
        open.push(rank(shifts));
    }
    while let Some((_, _, _, cell)) = open.pop() {
        let sure = cell.of(base).have(&mut room);
        if sure == Some(true) {
            return Some(cell.least());
        }
        if sure.is_none() && !cell.is_one() {
            open.extend(cell.halves().map(rank));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Facing, Pose};

    fn base(x: Length, y: Length, degrees: f64) -> Rect {
        let facing = Facing::from_degrees(degrees).expect("an angle");
        Rect::centred(Pose::new(x, y, facing), 4000, 2000)
    }

    #[test]
    fn a_free_place_is_left_as_it_is() {
        let own = base(0, 0, 30.0);
        let found = nearest_place(&own, Shifts::about(9000), |_| true);
        assert_eq!(found, Some(Point::new(0, 0)));
    }

    #[test]
    fn it_stands_flush_beside_what_is_in_its_way() {
        let (own, other) = (base(0, 0, 0.0), base(0, 900, 0.0));
        let found = nearest_place(&own, Shifts::about(9000), |r| !r.overlaps(&other));
        // Depth to depth is 2000; to overlap by the tolerance is to touch.
        assert_eq!(found, Some(Point::new(0, -1098)));
    }

    #[test]
    fn of_two_as_near_it_goes_ahead() {
        for (degrees, y) in [(0.0, 1998), (180.0, -1998)] {
            let (own, other) = (base(0, 0, degrees), base(0, 0, degrees));
            let found = nearest_place(&own, Shifts::about(9000), |r| !r.overlaps(&other));
            assert_eq!(found, Some(Point::new(0, y)));
        }
    }

    #[test]
    fn none_is_found_where_there_is_none() {
        let own = base(0, 0, 10.0);
        assert_eq!(nearest_place(&own, Shifts::about(5000), |_| false), None);
        let none = Shifts {
            x: (1, 0),
            y: (0, 0),
        };
        assert_eq!(nearest_place(&own, none, |_| true), None);
    }
}

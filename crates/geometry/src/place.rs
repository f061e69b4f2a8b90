//! The free place nearest to a wanted one, for a base that keeps its facing.

use crate::fan::Bounds;
use crate::vector::V;
use crate::{Length, Point, Rect};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A range of moves for a base, east and north: least and most, 1/100 mm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shifts {
    /// East: least and most.
    pub x: (Length, Length),
    /// North: least and most.
    pub y: (Length, Length),
}

impl Shifts {
    /// Returns every shift of at most `most` east, west, north and south.
    #[must_use]
    pub const fn about(most: Length) -> Self {
        Self {
            x: (-most, most),
            y: (-most, most),
        }
    }

    /// Returns the shift nearest to none.
    fn least(&self) -> Point {
        Point::new(0.clamp(self.x.0, self.x.1), 0.clamp(self.y.0, self.y.1))
    }

    /// Returns whether the range is a single shift.
    const fn is_one(&self) -> bool {
        self.x.0 == self.x.1 && self.y.0 == self.y.1
    }

    const fn is_none(&self) -> bool {
        self.x.0 > self.x.1 || self.y.0 > self.y.1
    }

    /// Returns both halves, across the longer side first, then across the other; none across a side
    /// that is a single shift wide.
    fn halves(self) -> impl Iterator<Item = [Self; 2]> {
        let ((x0, x1), (y0, y1)) = (self.x, self.y);
        let across_x = (x1 > x0).then(|| {
            let middle = x0 + (x1 - x0) / 2;
            [(x0, middle), (middle + 1, x1)].map(|x| Self { x, ..self })
        });
        let across_y = (y1 > y0).then(|| {
            let middle = y0 + (y1 - y0) / 2;
            [(y0, middle), (middle + 1, y1)].map(|y| Self { y, ..self })
        });
        let both = if x1 - x0 >= y1 - y0 {
            [across_x, across_y]
        } else {
            [across_y, across_x]
        };
        both.into_iter().flatten()
    }

    /// Returns bounds of a base moved by any of the shifts.
    fn of(&self, base: &Rect) -> Bounds {
        let half = |(low, high): (Length, Length)| f64::from(high - low) / 2.0;
        let (wide, tall) = (half(self.x), half(self.y));
        let middle = V::new(f64::from(self.x.0) + wide, f64::from(self.y.0) + tall);
        let at = Rect {
            c: base.c + middle,
            ..*base
        };
        // How far the base may lie to its own right or left, and ahead or behind.
        let play = |axis: V| wide * axis.x.abs() + tall * axis.y.abs();
        Bounds::within(at, (!self.is_one()).then(|| (play(base.r), play(base.f))))
    }
}

/// Returns the shortest shift in a range that moves a base to where it has room; of equally short
/// ones, the one farthest ahead, then the one farthest to its right. No shorter shift has room:
/// everything left out was proven to have none.
///
/// `room` says whether a rectangle has room; a smaller one never has less than one that covers it.
pub fn nearest_place(
    base: &Rect,
    shifts: Shifts,
    mut room: impl FnMut(&Rect) -> bool,
) -> Option<Point> {
    nearest_place_among(base, shifts, 1, |_, rect| room(rect))
}

/// Returns the shortest shift to a free place, like [`nearest_place`], with several things that may
/// take up room: `room` says for each, by its number, whether it leaves a rectangle room. Things
/// far from some places are not asked about them again.
pub fn nearest_place_among(
    base: &Rect,
    shifts: Shifts,
    bars: usize,
    room: impl FnMut(usize, &Rect) -> bool,
) -> Option<Point> {
    let mut search = Search { base, bars, room };
    let mut open = BinaryHeap::new();
    if !shifts.is_none() {
        open.extend(search.look(shifts, u128::MAX));
    }
    while let Some(found) = open.pop() {
        let Found {
            cell, sure, left, ..
        } = found;
        if sure {
            return Some(cell.least());
        }
        open.extend(search.split(cell, left).into_iter().flatten());
    }
    None
}

/// Shifts of which some may have room.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Found {
    /// How short the shortest of them is, how far ahead it goes, how far to the right.
    rank: (Reverse<i64>, Length, Length),
    cell: Shifts,
    /// All of them have room.
    sure: bool,
    /// What may be in the way of some of them, one bit each; the last bit stands for all from there
    /// on.
    left: u128,
}

struct Search<'a, R> {
    base: &'a Rect,
    bars: usize,
    room: R,
}

impl<R: FnMut(usize, &Rect) -> bool> Search<'_, R> {
    /// Returns what is known about some shifts for which only the things in `among` may be in the
    /// way; `None` if no shift has room.
    fn look(&mut self, cell: Shifts, among: u128) -> Option<Found> {
        const LAST: usize = 127;
        let bounds = cell.of(self.base);
        let mut left = 0;
        for bar in 0..self.bars {
            let bit = 1 << bar.min(LAST);
            if among & bit == 0 {
                continue;
            }
            match bounds.have(|rect| (self.room)(bar, rect)) {
                Some(true) => {}
                Some(false) => return None,
                None => left |= bit,
            }
        }
        let at = cell.least();
        let (x, y) = (i64::from(at.x), i64::from(at.y));
        let along = |way: V| crate::vector::round(way.dot(V::from(at)));
        Some(Found {
            rank: (
                Reverse(x * x + y * y),
                along(self.base.f),
                along(self.base.r),
            ),
            cell,
            sure: left == 0,
            left,
        })
    }

    /// Returns both halves of a range of shifts, cut so that something is known about one of them,
    /// if possible.
    fn split(&mut self, cell: Shifts, left: u128) -> [Option<Found>; 2] {
        let mut first = None;
        for halves in cell.halves() {
            let looked = halves.map(|half| self.look(half, left));
            let told = |half: &Option<Found>| half.as_ref().is_none_or(|half| half.sure);
            if looked.iter().any(told) {
                return looked;
            }
            first = first.or(Some(looked));
        }
        first.unwrap_or_default()
    }
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
        // Depth to depth is 2000; overlapping by the tolerance counts as touching.
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

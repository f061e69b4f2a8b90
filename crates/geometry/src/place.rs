//! The free place nearest to a wanted one, for a base that keeps its facing.

use crate::fan::Bounds;
use crate::vector::V;
use crate::{Area, Length, Point, Pose, Rect, TOLERANCE};
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

    /// Returns the shifts of at most `most` in every direction, and all others in up to four
    /// ranges around them.
    fn rings(self, most: Length) -> [Self; 5] {
        let cut = |(low, high): (Length, Length)| {
            let inner = (low.max(-most), high.min(most));
            [
                (low, high.min(inner.0 - 1)),
                inner,
                (low.max(inner.1 + 1), high),
            ]
        };
        let ([left, x, right], [below, y, above]) = (cut(self.x), cut(self.y));
        [
            Self { x, y },
            Self { x, y: below },
            Self { x, y: above },
            Self { x: left, ..self },
            Self { x: right, ..self },
        ]
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
///
/// Where rounding makes `room` err by a hundredth of a millimetre, the place depends on the order in
/// which the range is halved. Journals hold such places, so another order needs a new edition.
pub fn nearest_place_among(
    base: &Rect,
    shifts: Shifts,
    bars: usize,
    room: impl FnMut(usize, &Rect) -> bool,
) -> Option<Point> {
    searched(base, [shifts], bars, room)
}

/// Returns the shortest shift of at most `most` in every direction, like [`nearest_place_among`],
/// and looks nearby first: most bases find room there, and halving the whole range would come there
/// slowly.
pub fn nearest_place_about(
    base: &Rect,
    most: Length,
    bars: usize,
    room: impl FnMut(usize, &Rect) -> bool,
) -> Option<Point> {
    let near = base.frontage() / 2 + base.depth() / 2;
    searched(base, Shifts::about(most).rings(near), bars, room)
}

/// Searches all shifts of some ranges.
fn searched(
    base: &Rect,
    ranges: impl IntoIterator<Item = Shifts>,
    bars: usize,
    room: impl FnMut(usize, &Rect) -> bool,
) -> Option<Point> {
    let mut search = Search { base, bars, room };
    let mut open = BinaryHeap::new();
    for cell in ranges.into_iter().filter(|cell| !cell.is_none()) {
        open.extend(search.look(cell, u128::MAX));
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

/// Where the centre of a base may be while another rectangle stands for the base in the search for
/// the nearest place: for what does not depend on the whole base.
#[derive(Clone, Copy, Debug)]
pub struct Spots {
    /// Whether there is room only if there is room at every spot. If not, there is none only if no
    /// spot has any.
    pub every: bool,
    /// Covers the spots; the spot itself if there is only one.
    pub ground: Rect,
}

impl Spots {
    /// Returns the spots for a rectangle that stands for a base of this frontage and depth.
    #[must_use]
    pub fn of(rect: &Rect, (frontage, depth): (Length, Length)) -> Self {
        let (wide, deep) = (rect.frontage() - frontage, rect.depth() - depth);
        // More on either side than what rounding moves the outline by, what a place may lie outside
        // an area and still count as in it, and what may reach into an area and not count.
        let spare = if (wide, deep) == (0, 0) {
            0
        } else {
            6 * TOLERANCE
        };
        let at = Pose::at(rect.centre(), rect.facing());
        Self {
            every: wide.min(deep) >= 0,
            ground: Rect::centred(at, wide.abs() + spare, deep.abs() + spare),
        }
    }

    /// Returns whether an area that bars every place in it and on its outline leaves room.
    #[must_use]
    pub fn clear_of(&self, area: &Area) -> bool {
        if self.every {
            !area.holds(self.ground.centre()) && !area.overlaps(&self.ground)
        } else {
            !area.covers(&self.ground)
        }
    }
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

    #[test]
    fn rings_hold_every_shift_once() {
        for (low, high) in [(-5, 5), (-1, 1), (-7, 1), (2, 6), (-6, -4), (3, 3), (4, 3)] {
            let whole = Shifts {
                x: (low, high),
                y: (-4, 5),
            };
            for (x, y) in (-8..9).flat_map(|x| (-8..9).map(move |y| (x, y))) {
                let holds = |cell: &Shifts| {
                    (cell.x.0..=cell.x.1).contains(&x) && (cell.y.0..=cell.y.1).contains(&y)
                };
                let held = whole.rings(2).iter().filter(|cell| holds(cell)).count();
                assert_eq!(held, usize::from(holds(&whole)), "{x}, {y} of {whole:?}");
            }
        }
    }

    #[test]
    fn a_search_of_every_shift_finds_the_same() {
        let own = Rect::centred(Pose::new(0, 0, Facing::NORTH), 12, 8);
        let others = [(3, -2, 25.0), (-9, 6, 70.0)].map(|(x, y, degrees)| {
            let facing = Facing::from_degrees(degrees).expect("an angle");
            Rect::centred(Pose::new(x, y, facing), 20, 10)
        });
        let free = |rect: &Rect| others.iter().all(|other| !rect.overlaps(other));
        let least = |Shifts { x, y }: Shifts| {
            let all = (x.0..=x.1).flat_map(|east| (y.0..=y.1).map(move |north| (east, north)));
            all.filter(|&(east, north)| {
                free(&Rect::centred(Pose::new(east, north, Facing::NORTH), 12, 8))
            })
            .map(|(east, north)| (east * east + north * north, -north, -east))
            .min()
        };
        let rank = |p: Point| (p.x * p.x + p.y * p.y, -p.y, -p.x);
        for (x, y) in [((4, 40), (-9, 30)), ((-25, -3), (2, 2))] {
            let shifts = Shifts { x, y };
            let found = nearest_place(&own, shifts, free).map(rank);
            assert_eq!(found, least(shifts), "{shifts:?}");
        }
        let found = nearest_place_about(&own, 30, 1, |_, rect| free(rect)).map(rank);
        assert_eq!(found, least(Shifts::about(30)));
    }

    /// Ground bars places of the centre alone. One search that took only the base's depth for the
    /// range of centres left them in ground that is wide and thin.
    #[test]
    fn centres_end_off_an_area_that_bars_them() {
        let corner = [(-9, -6), (30, -6), (30, 2), (2, 2), (2, 20), (-9, 20)];
        let outline = corner.map(|(x, y)| Point::new(x, y)).to_vec();
        let area = Area::new(outline).expect("an area");
        for degrees in [0.0, 30.0, 45.0, 120.0] {
            let facing = Facing::from_degrees(degrees).expect("an angle");
            let own = Rect::centred(Pose::new(0, 0, facing), 12, 8);
            let size = (own.frontage(), own.depth());
            let found =
                nearest_place_about(&own, 40, 1, |_, rect| Spots::of(rect, size).clear_of(&area));
            let found = found.expect("there is room");
            let all = (-40..41).flat_map(|x| (-40..41).map(move |y| Point::new(x, y)));
            let length = |p: Point| p.x * p.x + p.y * p.y;
            let free = |p: &Point| {
                let at = Rect::centred(Pose::new(p.x, p.y, facing), 12, 8);
                Spots::of(&at, size).clear_of(&area)
            };
            assert!(free(&found), "{found:?} at {degrees}");
            assert_eq!(Some(length(found)), all.filter(free).map(length).min());
        }
    }
}

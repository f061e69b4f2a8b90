//! Rough positions: a few words of bits tell which of many things lie in a part of the table,
//! however many there are.

use sandtable_geometry::{Length, Point};

/// Number of lanes that a table is cut into, east to west and north to south. Anything beyond the
/// last lane counts as in it.
const LANES: usize = 32;

/// Width of a lane, 1/100 mm, as a power of two: 82 mm.
const WIDE: u32 = 13;

/// How many things can be told apart: the bits of a word. With more things, everything after these
/// is always picked.
pub(crate) const MOST: usize = 64;

/// Positions along one axis. The bit of a thing is set in its own lane and all later ones, so that
/// the things in any stretch are the difference of two words.
#[derive(Clone, Copy, Debug)]
struct Lanes([u64; LANES]);

impl Lanes {
    const EMPTY: Self = Self([0; LANES]);

    /// Returns the lane of a position.
    #[inline]
    fn of(at: Length) -> usize {
        usize::try_from(at >> WIDE).unwrap_or(0).min(LANES - 1)
    }

    fn put(&mut self, thing: u64, at: Length) {
        self.0[Self::of(at)..].iter_mut().for_each(|l| *l |= thing);
    }

    fn take(&mut self, thing: u64, at: Length) {
        self.0[Self::of(at)..].iter_mut().for_each(|l| *l &= !thing);
    }

    /// Moves a thing. This is cheap, because most moves end in the lane where they began, or in the
    /// next.
    fn shift(&mut self, thing: u64, from: Length, to: Length) {
        let (from, to) = (Self::of(from), Self::of(to));
        for lane in from.min(to)..from.max(to) {
            self.0[lane] ^= thing;
        }
    }

    /// Returns the things in the lane of a position or before it.
    #[inline]
    fn upto(&self, at: Length) -> u64 {
        self.0[Self::of(at)]
    }

    /// Returns the things before the lane of a position.
    #[inline]
    fn below(&self, at: Length) -> u64 {
        match Self::of(at) {
            0 => 0,
            lane => self.0[lane - 1],
        }
    }
}

/// Positions of some points.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spots {
    x: Lanes,
    y: Lanes,
}

impl Spots {
    pub(crate) const EMPTY: Self = Self {
        x: Lanes::EMPTY,
        y: Lanes::EMPTY,
    };

    pub(crate) fn put(&mut self, thing: usize, at: Point) {
        self.x.put(1 << thing, at.x);
        self.y.put(1 << thing, at.y);
    }

    pub(crate) fn take(&mut self, thing: usize, at: Point) {
        self.x.take(1 << thing, at.x);
        self.y.take(1 << thing, at.y);
    }

    pub(crate) fn shift(&mut self, thing: usize, from: Point, to: Point) {
        self.x.shift(1 << thing, from.x, to.x);
        self.y.shift(1 << thing, from.y, to.y);
    }

    /// Returns the points that may lie in a box, given by its south-western and north-eastern
    /// corners. It may return too many, but it never misses one.
    #[inline]
    pub(crate) fn within(&self, low: Point, high: Point) -> u64 {
        self.x.upto(high.x) & self.y.upto(high.y) & !self.x.below(low.x) & !self.y.below(low.y)
    }
}

/// Positions of some boxes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Boxes {
    low: Spots,
    high: Spots,
}

impl Boxes {
    pub(crate) const EMPTY: Self = Self {
        low: Spots::EMPTY,
        high: Spots::EMPTY,
    };

    pub(crate) fn put(&mut self, thing: usize, (low, high): (Point, Point)) {
        self.low.put(thing, low);
        self.high.put(thing, high);
    }

    /// Returns the boxes that may overlap a box. It may return too many, but it never misses one.
    #[inline]
    pub(crate) fn meeting(&self, (low, high): (Point, Point)) -> u64 {
        self.low.x.upto(high.x)
            & self.low.y.upto(high.y)
            & !self.high.x.below(low.x)
            & !self.high.y.below(low.y)
    }
}

/// Indices of some things, in order: of the first [`MOST`] those whose bit is set, then all that
/// come after them.
#[derive(Clone, Debug)]
pub(crate) struct Picked {
    bits: u64,
    rest: std::ops::Range<usize>,
}

impl Picked {
    /// Picks all of `count` things.
    pub(crate) const fn all(count: usize) -> Self {
        Self {
            bits: 0,
            rest: 0..count,
        }
    }

    /// Picks some of `count` things.
    #[inline]
    pub(crate) fn of(bits: u64, count: usize) -> Self {
        Self {
            bits,
            rest: MOST.min(count)..count,
        }
    }
}

impl Iterator for Picked {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.bits == 0 {
            return self.rest.next();
        }
        let place = self.bits.trailing_zeros() as usize;
        self.bits &= self.bits - 1;
        Some(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns scattered positions, some of them off the table.
    fn places(count: i32) -> Vec<Point> {
        let at = |n: i32, by: i32| (n.wrapping_mul(by)).rem_euclid(400_000) - 60_000;
        (0..count)
            .map(|n| Point::new(at(n, 7_919_317), at(n, 4_256_233)))
            .collect()
    }

    fn asked() -> impl Iterator<Item = (Point, Point)> {
        places(300).into_iter().map(|low| {
            let wide = low.x.rem_euclid(50_000);
            (low, Point::new(low.x + wide, low.y + 50_000 - wide))
        })
    }

    #[test]
    fn no_spot_in_a_box_is_left_out_however_it_came_there() {
        let now = places(64);
        let mut spots = Spots::EMPTY;
        for (thing, &at) in now.iter().enumerate() {
            let before = Point::new(at.y, at.x);
            spots.put(thing, before);
            spots.shift(thing, before, at);
        }
        spots.take(5, now[5]);
        let mut told = 0;
        for (low, high) in asked() {
            let found = spots.within(low, high);
            for (thing, at) in now.iter().enumerate() {
                let inside = (low.x..=high.x).contains(&at.x) && (low.y..=high.y).contains(&at.y);
                let is_told = found >> thing & 1 == 1;
                assert!(is_told || !inside || thing == 5, "{thing} in {low:?}");
                told += u32::from(is_told);
            }
            assert_eq!(found >> 5 & 1, 0, "it was taken away");
        }
        // A tenth of all points asked about, rather than all of them.
        assert!(told < 64 * 300 / 10, "{told}");
    }

    #[test]
    fn no_box_that_meets_another_is_left_out() {
        let all: Vec<_> = asked().take(MOST).collect();
        let mut boxes = Boxes::EMPTY;
        for (thing, &bounds) in all.iter().enumerate() {
            boxes.put(thing, bounds);
        }
        let mut told = 0;
        for (low, high) in asked() {
            let found = boxes.meeting((low, high));
            for (thing, (from, to)) in all.iter().enumerate() {
                let apart = to.x < low.x || from.x > high.x || to.y < low.y || from.y > high.y;
                let is_told = found >> thing & 1 == 1;
                assert!(is_told || apart, "{thing} in {low:?}");
                told += u32::from(is_told);
            }
        }
        assert!(told < 64 * 300 / 5, "{told}");
    }

    #[test]
    fn those_after_the_last_that_is_told_apart_are_all_picked() {
        let picked: Vec<usize> = Picked::of(0b1010, 67).collect();
        assert_eq!(picked, [1, 3, 64, 65, 66]);
        assert_eq!(Picked::of(0b1010, 5).count(), 2);
        assert_eq!(Picked::all(3).collect::<Vec<_>>(), [0, 1, 2]);
    }
}

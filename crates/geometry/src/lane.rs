//! What lies ahead of a base that turns on its centre, over all headings at once: the heading at
//! which a corner enters the lane straight ahead, and the heading at which it leaves it. These are
//! closed forms whose answers are certain, so where they answer nothing has to be searched.

use crate::vector::{V, greater, lesser, round};
use crate::{Facing, Length, Rect};

/// More than the error of a position measured in whole hundredths.
const ROUNDED: f64 = 0.25;

/// Certainly deeper than the tolerance, and certainly ahead rather than beside.
const SURE: f64 = 4.0;

/// The same, 1/100 mm.
const DEEP: Length = 4;

/// More than the error of a measured path in either direction.
const MEASURED: f64 = 2.0;

/// The lane straight ahead of a base that turns on its centre.
#[derive(Clone, Copy, Debug)]
pub struct Lane {
    centre: V,
    /// Half the width of the base.
    half: f64,
    /// How far the front is ahead of the centre.
    front: f64,
}

impl Lane {
    /// Returns the lane of a base.
    #[must_use]
    #[inline]
    pub const fn of(base: &Rect) -> Self {
        Self {
            centre: base.c,
            half: base.hw,
            front: base.hd,
        }
    }

    /// Returns how many headings follow `at`, to one side, at all of which the whole of another
    /// base lies `aside` (1/100 mm) or more to the right of the middle of the lane, or to the left
    /// of it, as [`Rect::offset_of`] measures its corners; `None` if it does not at this one.
    #[must_use]
    pub fn aside(&self, other: &Rect, aside: Length, at: Facing, clockwise: bool) -> Option<i32> {
        let corners = other.vertices().map(|corner| corner - self.centre);
        all_aside(&corners, f64::from(aside) + ROUNDED, at, clockwise)
    }

    /// Returns how many headings follow `at`, to one side, at all of which a corner of one base
    /// stands in the lane, ahead of the front, and closer to it than anything of another base in
    /// the lane can be; `None` if that cannot be told at this one.
    #[must_use]
    pub fn screened(
        &self,
        before: &Rect,
        behind: &Rect,
        at: Facing,
        clockwise: bool,
    ) -> Option<i32> {
        let f = at.vector();
        let far = behind.vertices().map(|corner| corner - self.centre);
        let near = before.vertices().map(|corner| corner - self.centre);
        let ends = near.into_iter().filter_map(|corner| {
            let (aside, along) = (corner.dot(f.right()), corner.dot(f));
            let half = self.half - SURE;
            if aside.abs() >= half || along <= SURE {
                return None;
            }
            // It leaves the lane to a side, or behind the front.
            let square = corner.dot(corner);
            let left_over = square - half * half;
            let last = if left_over > SURE * SURE {
                left_over.sqrt()
            } else {
                SURE
            };
            let off = (square - last * last).sqrt();
            let end = heading_with(corner, if clockwise { -off } else { off }, last);
            // On the way it passes straight ahead, or moves away all the time.
            let most = if (aside > 0.0) == clockwise {
                square.sqrt()
            } else {
                along
            };
            let clear = self.at_least(&far, behind, f, end * (1.0 / square));
            let first = if most > self.front { most } else { self.front };
            (first + 2.0 * MEASURED < clear).then_some(end)
        });
        let farther = |a: V, b: V| {
            let later = (b.cross(a) > 0.0) == clockwise;
            if later { b } else { a }
        };
        let end = ends.reduce(farther)?;
        until(end, at, clockwise)
    }

    /// Returns a lower bound of how far ahead of the centre the parts of a base in the lane are, at
    /// every heading from one to another, less than half a turn apart.
    fn at_least(&self, corners: &[V; 4], base: &Rect, one: V, other: V) -> f64 {
        let mut least = f64::INFINITY;
        for corner in corners {
            least = lesser(least, lesser(corner.dot(one), corner.dot(other)));
        }
        // Nor can it be closer than its distance, in whatever direction.
        let at = base.local(self.centre);
        let (x, y) = (at.x.abs() - base.hw, at.y.abs() - base.hd);
        let (x, y) = (if x > 0.0 { x } else { 0.0 }, if y > 0.0 { y } else { 0.0 });
        let wide = self.half + MEASURED;
        let square = x * x + y * y - wide * wide;
        if square > 0.0 && square > least * least.abs() {
            return square.sqrt();
        }
        least
    }
}

/// A base that keeps its facing and slides in any direction.
#[derive(Clone, Copy, Debug)]
pub struct Slides {
    base: Rect,
    /// The corners, from the centre.
    corners: [V; 4],
}

impl Slides {
    /// Returns the slides of a base.
    #[must_use]
    pub fn of(base: &Rect) -> Self {
        Self {
            base: *base,
            corners: base.vertices().map(|corner| corner - base.c),
        }
    }

    /// Returns how many directions follow `at`, to one side, in all of which a slide misses another
    /// base; `None` if it does not in this one.
    #[must_use]
    pub fn miss(&self, other: &Rect, at: Facing, clockwise: bool) -> Option<i32> {
        all_aside(&self.places(other), ROUNDED, at, clockwise)
    }

    /// Returns how many directions follow `at`, to one side, in all of which a slide certainly runs
    /// into one base before it could reach another; `None` if that cannot be told in this one.
    #[must_use]
    pub fn screened(
        &self,
        before: &Rect,
        behind: &Rect,
        at: Facing,
        clockwise: bool,
    ) -> Option<i32> {
        let way = at.vector();
        let core = before.grown(-DEEP);
        let enter = f64::from(self.base.sweep(at, &core)?.enter);
        let places = self.places(&core);
        // A chord on the base leads from the point where the slide enters it to each of the places
        // around it, and no point of a chord is farther away than both its ends.
        let ends = places.iter().filter_map(|&place| {
            let far = place.length();
            if (way.cross(place) < 0.0) != clockwise || far <= SURE {
                return None;
            }
            let last = if far > enter { far } else { enter };
            let clear = self.at_least(behind, way, place * (1.0 / far));
            (last + 2.0 * MEASURED < clear).then_some(place)
        });
        let farther = |a: V, b: V| {
            let later = (b.cross(a) > 0.0) == clockwise;
            if later { b } else { a }
        };
        until(ends.reduce(farther)?, at, clockwise)
    }

    /// Returns where the centre must not go, from where it is: another base, and as much around it
    /// as the own base reaches to the other side.
    fn places(&self, other: &Rect) -> [V; 16] {
        let corners = other.vertices();
        std::array::from_fn(|i| corners[i / 4] - self.corners[i % 4] - self.base.c)
    }

    /// Returns a lower bound of the distance to another base, in every direction from one to
    /// another, less than half a turn apart.
    fn at_least(&self, other: &Rect, one: V, last: V) -> f64 {
        let (own, gap) = (&self.base, other.c - self.base.c);
        let (ff, fr) = (own.f.dot(other.f).abs(), own.f.dot(other.r).abs());
        let axes = [
            (own.f, own.hd + other.hd * ff + other.hw * fr),
            (own.r, own.hw + other.hd * fr + other.hw * ff),
            (other.f, other.hd + own.hd * ff + own.hw * fr),
            (other.r, other.hw + own.hd * fr + own.hw * ff),
        ];
        let turn = one.cross(last);
        // A base that is apart along an axis gets there no sooner than in its fastest direction.
        let far = axes.into_iter().map(|(axis, reach)| {
            let off = gap.dot(axis);
            let (axis, off) = if off < 0.0 {
                (-axis, -off)
            } else {
                (axis, off)
            };
            let apart = off - reach;
            if apart <= 0.0 {
                return 0.0;
            }
            let between = one.cross(axis) * turn >= 0.0 && axis.cross(last) * turn >= 0.0;
            let fastest = if between {
                1.0
            } else {
                greater(one.dot(axis), last.dot(axis))
            };
            if fastest > 0.0 {
                apart / fastest
            } else {
                f64::INFINITY
            }
        });
        far.fold(0.0, greater)
    }
}

/// Returns how many headings follow `at`, to one side, at all of which every place, seen from the
/// middle, lies at least `aside` to the right, or to the left.
fn all_aside(places: &[V], aside: f64, at: Facing, clockwise: bool) -> Option<i32> {
    let right = at.vector().right();
    let to_left = places.iter().all(|place| place.dot(right) < -aside);
    if aside <= 0.0 || !to_left && !places.iter().all(|place| place.dot(right) > aside) {
        return None;
    }
    // A place to the right moves ahead of the base as the base turns to the right; one to the left
    // moves behind it.
    let side = if to_left { -aside } else { aside };
    let ahead = to_left != clockwise;
    let ends = places.iter().map(|&place| {
        let along = (place.dot(place) - aside * aside).sqrt();
        heading_with(place, side, if ahead { along } else { -along })
    });
    let nearer = |a: V, b: V| {
        let sooner = (b.cross(a) < 0.0) == clockwise;
        if sooner { b } else { a }
    };
    until(ends.reduce(nearer)?, at, clockwise)
}

/// Returns the heading at which a place lies this far to the right and this far ahead, as a vector
/// whose length is the square of the place's distance.
#[inline]
fn heading_with(place: V, right: f64, ahead: f64) -> V {
    V::new(
        ahead * place.x - right * place.y,
        ahead * place.y + right * place.x,
    )
}

/// Returns how many headings lie between one and a direction less than half a turn to one side of
/// it; `None` if the direction does not lie there.
fn until(end: V, at: Facing, clockwise: bool) -> Option<i32> {
    const STEPS: f64 = 65536.0 / std::f64::consts::TAU;
    const SAFE: f64 = 0.51;
    let steps = libm::atan2(end.x, end.y) * STEPS;
    let last = round(if clockwise {
        steps - SAFE
    } else {
        steps + SAFE
    });
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "wraps on purpose"
    )]
    let turn = at.turn_to(Facing(last as u16));
    let turn = if clockwise { turn } else { -turn };
    (turn >= 0).then_some(turn)
}

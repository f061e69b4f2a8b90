//! What comes before a base that turns on its centre, over all headings at once: at which
//! heading a corner comes into the lane straight ahead of it, and at which it leaves it.
//! Closed forms: what they say is sure, so that nothing has to be searched where they speak.

use crate::vector::{V, greater, lesser, round};
use crate::{Facing, Length, Rect};

/// More than whole hundredths leave open of a measured place.
const ROUNDED: f64 = 0.25;

/// What is surely deeper than the tolerance, and surely ahead rather than beside.
const SURE: f64 = 4.0;

/// The same, 1/100 mm.
const DEEP: Length = 4;

/// More than a way is measured too long, or too short.
const MEASURED: f64 = 2.0;

/// The lane straight ahead of a base that turns on its centre.
#[derive(Clone, Copy, Debug)]
pub struct Lane {
    centre: V,
    /// Half as wide as the base.
    half: f64,
    /// How far before the centre its front is.
    front: f64,
}

impl Lane {
    /// The lane of a base.
    #[must_use]
    #[inline]
    pub const fn of(base: &Rect) -> Self {
        Self {
            centre: base.c,
            half: base.hw,
            front: base.hd,
        }
    }

    /// How many headings follow one, to a side, at all of which the whole of another base
    /// lies `aside` (1/100 mm) or more to the right of the middle of the lane, or to the
    /// left of it, as [`Rect::offset_of`] measures its corners; `None` when it does not at
    /// this one.
    #[must_use]
    pub fn aside(&self, other: &Rect, aside: Length, at: Facing, clockwise: bool) -> Option<i32> {
        let corners = other.vertices().map(|corner| corner - self.centre);
        all_aside(&corners, f64::from(aside) + ROUNDED, at, clockwise)
    }

    /// How many headings follow one, to a side, at all of which a corner of one base stands
    /// in the lane, ahead of the front, and nearer to it than anything of another base in the
    /// lane can be; `None` when that cannot be told of this one.
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
            // On the way it comes straight ahead, or goes off all the time.
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

    /// How far ahead of the centre all of a base that lies in the lane is, at the least, at
    /// every heading from one to another, less than half a turn apart.
    fn at_least(&self, corners: &[V; 4], base: &Rect, one: V, other: V) -> f64 {
        let mut least = f64::INFINITY;
        for corner in corners {
            least = lesser(least, lesser(corner.dot(one), corner.dot(other)));
        }
        // Nor can it be nearer than it lies, whatever its way.
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
    /// Its corners, from the centre.
    corners: [V; 4],
}

impl Slides {
    /// The slides of a base.
    #[must_use]
    pub fn of(base: &Rect) -> Self {
        Self {
            base: *base,
            corners: base.vertices().map(|corner| corner - base.c),
        }
    }

    /// How many directions follow one, to a side, in all of which a slide misses another
    /// base; `None` when it does not in this one.
    #[must_use]
    pub fn miss(&self, other: &Rect, at: Facing, clockwise: bool) -> Option<i32> {
        all_aside(&self.places(other), ROUNDED, at, clockwise)
    }

    /// How many directions follow one, to a side, in all of which a slide surely runs into
    /// one base before it could come to another; `None` when that cannot be told of this one.
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
        // From where it runs into the base to any of the places round it leads a chord that
        // lies on the base, and no point of a chord is farther off than both its ends.
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

    /// What the centre may not come to, from where it is: another base, and as much about it
    /// as the own base reaches to the other side.
    fn places(&self, other: &Rect) -> [V; 16] {
        let corners = other.vertices();
        std::array::from_fn(|i| corners[i / 4] - self.corners[i % 4] - self.base.c)
    }

    /// How far it is to another base at the least, in every direction from one to another,
    /// less than half a turn apart.
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
        // Who is apart along an axis comes there no sooner than its fastest direction does.
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

/// How many headings follow one, to a side, at all of which every place, seen from the
/// middle, lies so far to the right, or to the left.
fn all_aside(places: &[V], aside: f64, at: Facing, clockwise: bool) -> Option<i32> {
    let right = at.vector().right();
    let to_left = places.iter().all(|place| place.dot(right) < -aside);
    if aside <= 0.0 || !to_left && !places.iter().all(|place| place.dot(right) > aside) {
        return None;
    }
    // A place to the right comes before the base as that turns to the right, one to the left
    // goes behind it.
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

/// The heading at which a place lies so far to the right and so far ahead; as long as the
/// square of its distance.
#[inline]
fn heading_with(place: V, right: f64, ahead: f64) -> V {
    V::new(
        ahead * place.x - right * place.y,
        ahead * place.y + right * place.x,
    )
}

/// How many headings there are between one and a direction less than half a turn to a side
/// of it; `None` when it does not lie there.
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

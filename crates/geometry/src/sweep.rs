//! Sweeps: what a base meets when it slides straight across the table.

use crate::area::Piece;
use crate::vector::{V, greater, lesser, round};
use crate::{Area, EPS, Facing, Length, Point, Rect};

/// The stretch of a straight slide on which the mover overlaps an obstacle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passage {
    /// The distance at which the two first touch.
    pub enter: Length,
    /// The distance at which they separate again.
    pub leave: Length,
}

impl Rect {
    /// Returns where a slide of this rectangle in a direction meets another rectangle.
    ///
    /// A mere graze (no deeper than the tolerance) does not count. Bases that already overlap enter
    /// at zero; bases left behind are not met.
    #[must_use]
    #[inline]
    pub fn sweep(&self, direction: Facing, other: &Self) -> Option<Passage> {
        self.sweep_within(direction, other, Length::MAX)
    }

    /// Returns where a slide of known length meets another rectangle: obstacles farther ahead than
    /// `far` (1/100 mm) may be left out.
    #[must_use]
    pub fn sweep_within(&self, direction: Facing, other: &Self, far: Length) -> Option<Passage> {
        const SPARE: f64 = 10.0;
        let d = direction.vector();
        let gap = other.c - self.c;
        // Quick rejection: the other lies outside the circle of the swept strip.
        let reach = (self.hw + self.hd) + (other.hw + other.hd);
        let along = gap.dot(d);
        if gap.cross(d).abs() > reach || along < -reach || along > reach + f64::from(far) + SPARE {
            return None;
        }
        let (ff, fr) = (self.f.dot(other.f).abs(), self.f.dot(other.r).abs());
        let axes = [
            (self.f, self.hd + other.hd * ff + other.hw * fr),
            (self.r, self.hw + other.hd * fr + other.hw * ff),
            (other.f, other.hd + self.hd * ff + self.hw * fr),
            (other.r, other.hw + self.hd * fr + self.hw * ff),
        ];
        slide(axes.into_iter().map(|(axis, reach)| {
            let middle = gap.dot(axis);
            (middle - reach, middle + reach, d.dot(axis))
        }))
    }

    /// Returns the distance at which a slide of this rectangle first comes closer than `clear` to
    /// another one, as [`Rect::distance`] measures: around a corner that is a round reach, not a
    /// square one. Zero if it is already closer; `None` if it never comes that close.
    #[must_use]
    pub fn approach(&self, direction: Facing, other: &Self, clear: Length) -> Option<Length> {
        // Whatever lies that close also meets the square reach.
        self.sweep(direction, &other.grown(clear))?;
        if self.is_nearer(other, clear - crate::TOLERANCE) {
            return Some(0);
        }
        let d = direction.vector();
        // Measured lengths are rounded: below this they count as closer.
        let near = f64::from(clear) - EPS - 0.5;
        let (own, theirs) = (self.vertices(), other.vertices());
        let ours = meetings(&own, d, &theirs, near);
        let first = ours.chain(meetings(&theirs, -d, &own, near));
        let first = first.fold(f64::INFINITY, f64::min);
        first.is_finite().then(|| round(first.min(1.0e9)))
    }

    /// Returns where a slide of this rectangle meets a piece of an area.
    fn sweep_piece(&self, direction: Facing, piece: &Piece) -> Option<Passage> {
        let d = direction.vector();
        let span = |axis: V, (low, high): (f64, f64)| {
            let reach = self.hw * self.r.dot(axis).abs() + self.hd * self.f.dot(axis).abs();
            let at = self.c.dot(axis);
            (low - at - reach, high - at + reach, d.dot(axis))
        };
        let own = [self.f, self.r].into_iter();
        let own = own.map(|axis| span(axis, piece.span(axis)));
        let sides = piece.sides().iter();
        slide(own.chain(sides.map(|side| span(side.inward, side.span))))
    }

    /// Returns where a slide first meets an area of terrain.
    #[must_use]
    pub fn sweep_area(&self, direction: Facing, area: &Area) -> Option<Length> {
        self.sweep_area_within(direction, area, Length::MAX)
    }

    /// Returns where a slide of known length first meets an area of terrain: areas farther ahead
    /// than `far` (1/100 mm) may be left out.
    #[must_use]
    pub fn sweep_area_within(&self, direction: Facing, area: &Area, far: Length) -> Option<Length> {
        self.passages_within(direction, area, far)
            .map(|p| p.enter)
            .min()
    }

    /// Returns the stretches of a slide on which this rectangle overlaps an area of terrain, one
    /// for each convex piece of the area; they may overlap each other.
    pub fn passages<'a>(
        &'a self,
        direction: Facing,
        area: &'a Area,
    ) -> impl Iterator<Item = Passage> + 'a {
        self.passages_within(direction, area, Length::MAX)
    }

    /// Returns the stretches of a slide of known length on which this rectangle overlaps an area:
    /// stretches that begin farther ahead than `far` (1/100 mm) may be left out.
    pub fn passages_within<'a>(
        &'a self,
        direction: Facing,
        area: &'a Area,
        far: Length,
    ) -> impl Iterator<Item = Passage> + 'a {
        let met = area.could_meet(self, direction, far);
        let pieces = if met { area.pieces() } else { &[] }.iter();
        pieces.filter_map(move |piece| self.sweep_piece(direction, piece))
    }

    /// Returns how far this rectangle can slide in a direction before some part of it crosses the
    /// edge of a table of the given size.
    #[must_use]
    pub fn room_on_table(&self, direction: Facing, width: Length, height: Length) -> Length {
        let d = direction.vector();
        let (ex, ey) = self.extent();
        let along = |speed: f64, low: f64, high: f64, limit: f64| {
            if speed > 1e-12 {
                (limit - high) / speed
            } else if speed < -1e-12 {
                low / -speed
            } else {
                f64::INFINITY
            }
        };
        let x = along(d.x, self.c.x - ex, self.c.x + ex, f64::from(width));
        let y = along(d.y, self.c.y - ey, self.c.y + ey, f64::from(height));
        round(x.min(y).clamp(0.0, 1.0e9))
    }
}

impl Rect {
    /// Returns the range of distances, along a direction (negative: backwards), at which this
    /// rectangle lies wholly on a table of the given size, even after its position there is
    /// rounded; `None` if there is none.
    #[must_use]
    pub fn on_table_along(
        &self,
        direction: Facing,
        width: Length,
        height: Length,
    ) -> Option<(Length, Length)> {
        // Two roundings of a point, of the origin and of the resulting position, leave this much of
        // the tolerance.
        const LEFT: f64 = EPS - 1.5;
        let d = direction.vector();
        let (ex, ey) = self.extent();
        let (mut low, mut high) = (-1.0e9_f64, 1.0e9_f64);
        for (speed, at, half, limit) in [
            (d.x, self.c.x, ex, f64::from(width)),
            (d.y, self.c.y, ey, f64::from(height)),
        ] {
            let (first, last) = (half - LEFT - at, limit + LEFT - half - at);
            if speed.abs() < 1e-12 {
                if first > 0.0 || last < 0.0 {
                    return None;
                }
                continue;
            }
            let (a, b) = (first / speed, last / speed);
            low = low.max(a.min(b));
            high = high.min(a.max(b));
        }
        let (low, high) = (round(low.ceil()), round(high.floor()));
        (low <= high).then_some((low, high))
    }
}

/// A rough outline of what a base covers on a straight slide: a quick rejection test before other
/// bases are made.
#[derive(Clone, Copy, Debug)]
pub struct Strip {
    from: V,
    way: V,
    reach: f64,
    far: f64,
}

impl Strip {
    /// Returns the strip that a base covers when it slides `far` (1/100 mm) in a direction.
    #[must_use]
    pub fn new(base: &Rect, direction: Facing, far: Length) -> Self {
        const SPARE: f64 = 10.0;
        Self {
            from: base.c,
            way: direction.vector(),
            reach: base.hw + base.hd + SPARE,
            far: f64::from(far),
        }
    }

    /// Returns whether the slide could meet a base with its centre at a point; `girth` is its
    /// frontage plus depth, 1/100 mm.
    #[must_use]
    #[inline]
    pub fn could_meet(&self, centre: Point, girth: Length) -> bool {
        let gap = V::from(centre) - self.from;
        let reach = self.reach + f64::from(girth) / 2.0;
        let along = gap.dot(self.way);
        gap.cross(self.way).abs() <= reach && along >= -reach && along <= reach + self.far
    }
}

/// Returns when each of some moving corners comes closer than `near` to each side of an outline.
fn meetings<'a>(
    corners: &'a [V; 4],
    d: V,
    outline: &'a [V; 4],
    near: f64,
) -> impl Iterator<Item = f64> + 'a {
    let sides = (0..4).map(|at| (outline[at], outline[(at + 1) % 4]));
    let pairs = sides.flat_map(|side| corners.iter().map(move |&corner| (corner, side)));
    pairs.filter_map(move |(corner, side)| comes_near(corner, d, side, near))
}

/// Returns when a point that moves from `p` along `d` first comes closer than `near` to a segment.
fn comes_near(p: V, d: V, (a, b): (V, V), near: f64) -> Option<f64> {
    let along = (b - a).unit();
    let long = (b - a).length();
    let at = |t: f64| (p + d * t - a).dot(along);
    let off = (p - a).cross(along);
    if off.abs() < near && (0.0..=long).contains(&at(0.0)) {
        return Some(0.0);
    }
    let speed = d.cross(along);
    let beside = (speed != 0.0)
        .then(|| (near.copysign(off) - off) / speed)
        .filter(|&t| t >= 0.0 && (0.0..=long).contains(&at(t)));
    let about = |end: V| {
        let gap = end - p;
        let square = near * near - gap.cross(d) * gap.cross(d);
        if square <= 0.0 {
            return None;
        }
        let (middle, half) = (gap.dot(d), square.sqrt());
        (middle + half > 0.0).then(|| (middle - half).max(0.0))
    };
    [beside, about(a), about(b)]
        .into_iter()
        .flatten()
        .min_by(f64::total_cmp)
}

/// Intersects the times at which the mover overlaps on each axis. An axis gives the obstacle's
/// interval relative to the mover, and the mover's speed along it.
fn slide(axes: impl Iterator<Item = (f64, f64, f64)>) -> Option<Passage> {
    // The deep interval shrinks each axis by the tolerance and decides whether they meet; the plain
    // one says where the overlap starts and ends.
    let (mut enter, mut leave) = (f64::NEG_INFINITY, f64::INFINITY);
    let (mut deep_enter, mut deep_leave) = (f64::NEG_INFINITY, f64::INFINITY);
    for (low, high, speed) in axes {
        if speed.abs() < 1e-9 {
            if low + EPS >= 0.0 || high - EPS <= 0.0 {
                return None;
            }
            continue;
        }
        let (first, last) = if speed > 0.0 {
            (low, high)
        } else {
            (high, low)
        };
        let inset = if speed > 0.0 { EPS } else { -EPS };
        deep_enter = greater(deep_enter, (first + inset) / speed);
        deep_leave = lesser(deep_leave, (last - inset) / speed);
        // The interval only ever shrinks.
        if deep_enter >= deep_leave || deep_leave <= 0.0 {
            return None;
        }
        enter = greater(enter, first / speed);
        leave = lesser(leave, last / speed);
    }
    (deep_enter < deep_leave && deep_leave > 0.0).then(|| Passage {
        enter: round(enter.clamp(0.0, 1.0e9)),
        leave: round(leave.min(1.0e9)),
    })
}

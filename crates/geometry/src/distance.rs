//! Shortest distances, with the points that realise them: the page draws the same tape measure that
//! the rule used.

use crate::vector::{V, greater, lesser, round};
use crate::{Convex, EPS, Length, Point, Rect};
use serde::{Deserialize, Serialize};

/// A measured distance and the two points between which it was measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Tape {
    /// The distance, 1/100 mm.
    pub length: Length,
    /// Where the tape starts.
    pub from: Point,
    /// Where the tape ends.
    pub to: Point,
}

impl Tape {
    #[inline]
    pub(crate) fn between(from: V, to: V) -> Self {
        Self {
            length: round((to - from).length()),
            from: from.point(),
            to: to.point(),
        }
    }

    /// Returns the tape between two points.
    #[must_use]
    pub fn straight(from: Point, to: Point) -> Self {
        Self::between(V::from(from), V::from(to))
    }
}

/// A straight edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    pub(crate) a: V,
    pub(crate) b: V,
}

impl Edge {
    #[inline]
    pub(crate) const fn between(a: V, b: V) -> Self {
        Self { a, b }
    }

    /// Returns the edge between two points.
    #[must_use]
    #[inline]
    pub fn new(a: Point, b: Point) -> Self {
        Self::between(V::from(a), V::from(b))
    }

    /// Returns the ends of the edge.
    #[must_use]
    pub fn ends(&self) -> (Point, Point) {
        (self.a.point(), self.b.point())
    }

    /// Returns the middle of the edge.
    #[must_use]
    pub fn middle(&self) -> Point {
        ((self.a + self.b) * 0.5).point()
    }

    /// Returns the axis-aligned bounding box, south-west and north-east corners, with a small
    /// margin.
    #[must_use]
    #[inline]
    pub fn bounds(&self) -> (Point, Point) {
        const SPARE: f64 = 10.0;
        let low = V::new(lesser(self.a.x, self.b.x), lesser(self.a.y, self.b.y));
        let high = V::new(greater(self.a.x, self.b.x), greater(self.a.y, self.b.y));
        let spare = V::new(SPARE, SPARE);
        ((low - spare).point(), (high + spare).point())
    }

    /// Returns the length of the edge.
    #[must_use]
    pub fn length(&self) -> Length {
        round((self.b - self.a).length())
    }

    #[inline]
    pub(crate) fn nearest(&self, p: V) -> V {
        let d = self.b - self.a;
        let square = d.dot(d);
        if square == 0.0 {
            return self.a;
        }
        self.a + d * ((p - self.a).dot(d) / square).clamp(0.0, 1.0)
    }

    /// Returns where two edges cross or touch.
    pub(crate) fn crossing(&self, other: &Self) -> Option<V> {
        let (d, e) = (self.b - self.a, other.b - other.a);
        let (cross, gap) = (d.cross(e), other.a - self.a);
        if cross.abs() <= 1e-9 * d.length() * e.length() {
            return [other.a, other.b]
                .into_iter()
                .find(|&p| (self.nearest(p) - p).length() <= EPS)
                .or_else(|| {
                    [self.a, self.b]
                        .into_iter()
                        .find(|&p| (other.nearest(p) - p).length() <= EPS)
                });
        }
        let (t, s) = (gap.cross(e) / cross, gap.cross(d) / cross);
        let (dt, ds) = (EPS / d.length(), EPS / e.length());
        (t >= -dt && t <= 1.0 + dt && s >= -ds && s <= 1.0 + ds).then(|| self.a + d * t)
    }

    /// Returns whether two edges cross or touch, with the tolerance.
    #[must_use]
    pub fn crosses(&self, other: &Self) -> bool {
        self.crossing(other).is_some()
    }

    /// Returns how much of this edge lies along another, with the tolerance to either side.
    #[must_use]
    pub fn runs_along(&self, other: &Self) -> Length {
        let d = other.b - other.a;
        let length = d.length();
        if length == 0.0 {
            return 0;
        }
        let along = d * (1.0 / length);
        // Both ends of this edge, by how far along the other edge and how far off it they are.
        let seen = |p: V| (p - other.a).dot(along);
        let off = |p: V| along.cross(p - other.a);
        let (s, t) = (seen(self.a), seen(self.b));
        let (u, v) = (off(self.a), off(self.b));
        let (mut low, mut high) = (0.0_f64, 1.0_f64);
        // The part of this edge, from 0 to 1, within the tolerance of the line and between the
        // other's ends.
        for (from, to, least, most) in [(u, v, -EPS, EPS), (s, t, 0.0, length)] {
            let by = to - from;
            if by.abs() < 1e-12 {
                if from < least || from > most {
                    return 0;
                }
                continue;
            }
            let (one, two) = ((least - from) / by, (most - from) / by);
            low = low.max(one.min(two));
            high = high.min(one.max(two));
        }
        if low >= high {
            return 0;
        }
        round((self.b - self.a).length() * (high - low))
    }

    /// Returns the shortest tape from this edge to a rectangle.
    #[must_use]
    pub fn distance(&self, rect: &Rect) -> Tape {
        if let Some(p) = self.clipped_by(&Convex::from(rect)) {
            let p = p.middle_v();
            return Tape::between(p, p);
        }
        let mut best = (f64::INFINITY, self.a, self.a);
        let mut offer = |from: V, to: V| {
            let gap = to - from;
            let square = gap.dot(gap);
            if square < best.0 {
                best = (square, from, to);
            }
        };
        for end in [self.a, self.b] {
            offer(end, rect.nearest(end));
        }
        for corner in rect.vertices() {
            offer(self.nearest(corner), corner);
        }
        Tape::between(best.1, best.2)
    }

    /// Returns the shortest distance from a point.
    #[must_use]
    pub fn distance_from(&self, p: Point) -> Length {
        let p = V::from(p);
        round((self.nearest(p) - p).length())
    }

    #[inline]
    pub(crate) fn middle_v(&self) -> V {
        (self.a + self.b) * 0.5
    }

    /// Returns the part of this edge inside a convex shape, if any part is (touching counts).
    pub(crate) fn clipped_by(&self, shape: &Convex) -> Option<Self> {
        let (enter, leave) = self.part_in(shape, |_| 0.0)?;
        let d = self.b - self.a;
        Some(Self::between(self.a + d * enter, self.a + d * leave))
    }

    /// Returns the interval along this edge that lies inside a convex shape whose sides are all
    /// moved outward by `out`, if there is one (touching counts).
    pub(crate) fn stretch_in(&self, shape: &Convex, out: f64) -> Option<(f64, f64)> {
        let (enter, leave) = self.part_in(shape, |side| side.length() * out)?;
        let length = (self.b - self.a).length();
        Some((length * enter, length * leave))
    }

    /// Returns the interval of this edge inside such a shape, as fractions of the edge's length.
    /// `out` returns how far each side is moved, times the side's length.
    fn part_in(&self, shape: &Convex, out: impl Fn(V) -> f64) -> Option<(f64, f64)> {
        let d = self.b - self.a;
        let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
        for (p, q) in shape.sides() {
            // The outward normal of a clockwise outline points to the left of its side.
            let outward = -(q - p).right();
            let distance = (self.a - p).dot(outward) - out(q - p);
            let speed = d.dot(outward);
            if speed.abs() < 1e-12 {
                if distance > 0.0 {
                    return None;
                }
            } else if speed < 0.0 {
                enter = enter.max(-distance / speed);
            } else {
                leave = leave.min(-distance / speed);
            }
        }
        (enter <= leave).then_some((enter, leave))
    }

    /// Tests quickly, before a base is made, whether this edge could meet a base that has one of
    /// its points here. `girth` is an upper bound of the longest line in the base, 1/100 mm.
    #[must_use]
    #[inline]
    pub fn could_meet(&self, point: Point, girth: Length) -> bool {
        const SPARE: f64 = 10.0;
        let reach = f64::from(girth) + SPARE;
        let gap = self.nearest(V::from(point)) - V::from(point);
        gap.dot(gap) <= reach * reach
    }

    /// Returns the length of this edge that lies inside a rectangle.
    #[must_use]
    pub fn length_in(&self, rect: &Rect) -> Length {
        // Quick rejection: the rectangle's centre is farther away than its corners.
        let reach = rect.hw + rect.hd;
        let gap = self.nearest(rect.c) - rect.c;
        if gap.dot(gap) > reach * reach {
            return 0;
        }
        self.clipped_by(&Convex::from(rect))
            .map_or(0, |e| e.length())
    }
}

impl Rect {
    #[inline]
    pub(crate) fn nearest(&self, p: V) -> V {
        let l = self.local(p);
        self.world(V::new(
            l.x.clamp(-self.hw, self.hw),
            l.y.clamp(-self.hd, self.hd),
        ))
    }

    /// Returns the shortest tape from a point to this rectangle.
    #[must_use]
    pub fn distance_from(&self, p: Point) -> Tape {
        let p = V::from(p);
        Tape::between(p, self.nearest(p))
    }

    /// Returns whether two rectangles lie closer to each other than a length: the same as measuring
    /// [`Rect::distance`], but most pairs are decided earlier.
    #[must_use]
    #[inline]
    pub fn is_nearer(&self, other: &Self, than: Length) -> bool {
        self.could_be_nearer(other, than) && self.distance(other).length < than
    }

    /// Tests quickly, before the distance is measured, whether two rectangles could lie closer to
    /// each other than a length.
    #[must_use]
    #[inline]
    pub fn could_be_nearer(&self, other: &Self, than: Length) -> bool {
        // Measured lengths are rounded; the extra is a safety margin.
        let far = f64::from(than) + 10.0;
        let gap = other.c - self.c;
        let reach = (self.hw + self.hd) + (other.hw + other.hd) + far;
        gap.dot(gap) <= reach * reach && !self.is_parted(other, far)
    }

    /// Returns whether some side of either rectangle has the other one more than `far` beyond it.
    fn is_parted(&self, other: &Self, far: f64) -> bool {
        let gap = other.c - self.c;
        let (ff, fr) = (self.f.dot(other.f).abs(), self.f.dot(other.r).abs());
        gap.dot(self.f).abs() > self.hd + other.hd * ff + other.hw * fr + far
            || gap.dot(self.r).abs() > self.hw + other.hd * fr + other.hw * ff + far
            || gap.dot(other.f).abs() > other.hd + self.hd * ff + self.hw * fr + far
            || gap.dot(other.r).abs() > other.hw + self.hd * fr + self.hw * ff + far
    }

    /// Returns the shortest tape between two rectangles; if several pairs of points realise it, the
    /// one that begins nearest to `eye`.
    #[must_use]
    pub fn distance_seen(&self, other: &Self, eye: Point) -> Tape {
        let eye = V::from(eye);
        let own = self.vertices();
        let edges = (0..4).map(|at| Edge::between(own[at], own[(at + 1) % 4]));
        let feet = edges.map(|edge| edge.nearest(eye));
        let from = own.into_iter().chain(feet).map(|p| (p, other.nearest(p)));
        let onto = other.vertices().map(|p| (self.nearest(p), p));
        let pairs = from.chain(onto);
        let gap = |&(from, to): &(V, V)| (to - from).length();
        let shortest = pairs
            .clone()
            .map(|pair| gap(&pair))
            .fold(f64::INFINITY, f64::min);
        let off = |&(from, _): &(V, V)| (from - eye).length();
        let nearest = pairs
            .filter(|pair| gap(pair) <= shortest + 1e-6)
            .min_by(|a, b| off(a).total_cmp(&off(b)));
        match nearest {
            Some((from, to)) if !self.overlaps(other) => Tape::between(from, to),
            _ => self.distance(other),
        }
    }

    /// Returns the shortest tape between two rectangles; its length is zero if they touch or
    /// overlap.
    #[must_use]
    pub fn distance(&self, other: &Self) -> Tape {
        if self.overlaps(other) {
            let p = self.nearest(other.c);
            return Tape::between(p, p);
        }
        let mut best = (f64::INFINITY, self.c, other.c);
        for corner in self.vertices() {
            let to = other.nearest(corner);
            let square = (to - corner).dot(to - corner);
            if square < best.0 {
                best = (square, corner, to);
            }
        }
        for corner in other.vertices() {
            let from = self.nearest(corner);
            let square = (corner - from).dot(corner - from);
            if square < best.0 {
                best = (square, from, corner);
            }
        }
        Tape::between(best.1, best.2)
    }
}

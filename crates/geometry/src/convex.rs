//! Small convex outlines: hulls of moving bases, clipped targets, pieces of
//! terrain.

use crate::vector::{V, greater, lesser};
use crate::{EPS, Edge, Point, Rect};

/// Most corners a convex outline may have.
const MOST: usize = 12;

/// A convex outline of at most twelve corners, clockwise seen from above.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Convex {
    corners: [V; MOST],
    count: usize,
}

/// Returns the westernmost of some points; of several, the southernmost.
fn leftmost(points: &[V]) -> usize {
    let west = |a: V, b: V| a.x < b.x || (a.x == b.x && a.y < b.y);
    (1..points.len()).fold(0, |best, i| {
        if west(points[i], points[best]) {
            i
        } else {
            best
        }
    })
}

impl From<&Rect> for Convex {
    fn from(rect: &Rect) -> Self {
        Self::of(&rect.vertices())
    }
}

impl Convex {
    pub(crate) fn of(corners: &[V]) -> Self {
        let mut all = [V::default(); MOST];
        let count = corners.len().min(MOST);
        all[..count].copy_from_slice(&corners[..count]);
        Self {
            corners: all,
            count,
        }
    }

    pub(crate) fn corners(&self) -> &[V] {
        &self.corners[..self.count]
    }

    /// Returns the corners, rounded.
    pub fn points(&self) -> impl Iterator<Item = Point> + '_ {
        self.corners().iter().map(|v| v.point())
    }

    /// Returns the centroid of the area; of the corners if the area is zero.
    #[must_use]
    pub fn centroid(&self) -> Point {
        let corners = self.corners();
        let Some(&base) = corners.first() else {
            return Point::default();
        };
        let (mut sum, mut area) = (V::default(), 0.0);
        for (p, q) in self.sides() {
            let twice = (p - base).cross(q - base);
            sum = sum + ((p - base) + (q - base)) * (twice / 3.0);
            area += twice;
        }
        if area.abs() > 1.0 {
            return (base + sum * (1.0 / area)).point();
        }
        #[expect(clippy::cast_precision_loss, reason = "at most twelve")]
        let count = corners.len() as f64;
        let all = corners.iter().fold(V::default(), |sum, &p| sum + p);
        (all * (1.0 / count)).point()
    }

    /// Returns the interval that the outline covers along an axis.
    pub(crate) fn span(&self, axis: V) -> (f64, f64) {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for corner in self.corners() {
            let at = corner.dot(axis);
            low = lesser(low, at);
            high = greater(high, at);
        }
        (low, high)
    }

    pub(crate) fn sides(&self) -> impl Iterator<Item = (V, V)> + '_ {
        let corners = self.corners();
        (0..corners.len()).map(move |i| (corners[i], corners[(i + 1) % corners.len()]))
    }

    /// Returns the hull of two rectangles: the space that a base needs to get from one pose to the
    /// other.
    #[must_use]
    pub fn hull(from: &Rect, to: &Rect) -> Self {
        Self::hull_of(&[*from, *to])
    }

    /// Returns the hull of up to three rectangles with the same facing.
    fn hull_of(rects: &[Rect]) -> Self {
        let mut points = [V::default(); MOST];
        let some = rects.iter().flat_map(Rect::vertices);
        let count = points.iter_mut().zip(some).map(|(p, v)| *p = v).count();
        let points = &mut points[..count];
        points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
        let mut chain: [V; 2 * MOST + 1] = [V::default(); 2 * MOST + 1];
        let mut count = 0;
        // Andrew's monotone chain, upper half first so that the outline runs clockwise.
        let push = |chain: &mut [V], count: &mut usize, floor: usize, p: V| {
            while *count >= floor + 2
                && (chain[*count - 1] - chain[*count - 2]).cross(p - chain[*count - 1]) >= -1e-9
            {
                *count -= 1;
            }
            chain[*count] = p;
            *count += 1;
        };
        for &p in points.iter() {
            push(&mut chain, &mut count, 0, p);
        }
        let floor = count - 1;
        for &p in points.iter().rev().skip(1) {
            push(&mut chain, &mut count, floor, p);
        }
        Self::of(&chain[..count - 1])
    }

    /// Returns every place of a base that moves, without a turn, by a vector in the triangle of no
    /// move and two others, the second clockwise of the first: the sum (Minkowski sum) of both
    /// outlines, with their sides merged by direction.
    pub(crate) fn shifted(base: &Rect, first: V, second: V) -> Self {
        let (own, moves) = (base.vertices(), [V::default(), first, second]);
        let mut sum = Self::of(&[]);
        let (mut i, mut j) = (leftmost(&own), leftmost(&moves));
        let mut at = own[i] + moves[j];
        let (mut of_own, mut of_moves) = (own.len(), moves.len());
        while of_own + of_moves > 0 {
            let side = own[(i + 1) % own.len()] - own[i];
            let step = moves[(j + 1) % moves.len()] - moves[j];
            // Sides without a direction come before all others.
            let turn = if of_moves == 0 || of_own > 0 && side == V::default() {
                -1.0
            } else if of_own == 0 || step == V::default() {
                1.0
            } else {
                side.cross(step)
            };
            let before = at;
            if turn <= 0.0 {
                (i, of_own, at) = ((i + 1) % own.len(), of_own - 1, at + side);
            }
            if turn >= 0.0 {
                (j, of_moves, at) = ((j + 1) % moves.len(), of_moves - 1, at + step);
            }
            if at != before {
                sum.push(before);
            }
        }
        sum
    }

    /// Returns the part of this outline on the inner side of a line: `normal` points outward, and
    /// points with `(p - origin).normal <= slack` stay.
    pub(crate) fn clipped(&self, origin: V, normal: V, slack: f64) -> Self {
        let mut kept = Self {
            corners: [V::default(); MOST],
            count: 0,
        };
        let height = |p: V| (p - origin).dot(normal) - slack;
        for (p, q) in self.sides() {
            let (a, b) = (height(p), height(q));
            if a <= 0.0 {
                kept.push(p);
            }
            if (a < 0.0 && b > 0.0) || (a > 0.0 && b < 0.0) {
                kept.push(p + (q - p) * (a / (a - b)));
            }
        }
        kept
    }

    fn push(&mut self, p: V) {
        if self.count < MOST {
            self.corners[self.count] = p;
            self.count += 1;
        }
    }

    /// Returns whether nothing is left of the outline.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns whether the outline overlaps a rectangle by more than the tolerance.
    #[must_use]
    pub fn overlaps(&self, rect: &Rect) -> bool {
        self.meets(&Self::from(rect))
    }

    /// Returns whether two outlines overlap by more than the tolerance.
    #[must_use]
    pub fn meets(&self, other: &Self) -> bool {
        self.reaches_into(other, EPS)
    }

    /// Returns whether two outlines overlap by more than `depth`.
    pub(crate) fn reaches_into(&self, other: &Self, depth: f64) -> bool {
        !self.parted_from(other, depth) && !other.parted_from(self, depth)
    }

    /// Returns whether some side of this outline has the other outline on its outer side.
    fn parted_from(&self, other: &Self, depth: f64) -> bool {
        self.sides().any(|(p, q)| {
            let outward = (-(q - p).right()).unit();
            other
                .corners()
                .iter()
                .all(|&c| (c - p).dot(outward) >= -depth)
        })
    }

    pub(crate) fn holds(&self, p: V) -> bool {
        self.sides()
            .all(|(a, b)| (p - a).dot((-(b - a).right()).unit()) <= EPS)
    }

    /// Returns the length of an edge inside this outline.
    #[must_use]
    pub fn length_of(&self, edge: &Edge) -> crate::Length {
        edge.clipped_by(self).map_or(0, |e| e.length())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Facing, Pose};
    use proptest::prelude::*;

    /// Returns the greatest distance of an outline's corners outside another.
    fn beyond(inner: &Convex, outer: &Convex) -> f64 {
        let out = |c: V, (p, q): (V, V)| (c - p).dot((-(q - p).right()).unit());
        let far = |&c: &V| outer.sides().map(|side| out(c, side)).fold(0.0, f64::max);
        inner.corners().iter().map(far).fold(0.0, f64::max)
    }

    /// Generates any direction; often one along an axis.
    fn way() -> impl Strategy<Value = u16> {
        prop_oneof![any::<u16>(), (0_u16..4).prop_map(|quarters| quarters << 14)]
    }

    proptest! {
        #[test]
        fn a_shifted_base_covers_the_hull_of_its_places(
            facing in way(), from in way(), steps in prop_oneof![0..3_u16, 0..0x4000_u16],
            (wide, deep) in (0..9000, 0..9000),
            length in prop_oneof![Just(0.0), 0.0..90_000.0],
        ) {
            let base = Rect::centred(Pose::new(700, -300, Facing(facing)), wide, deep);
            let [first, second] = [from, from.wrapping_add(steps)]
                .map(|way| Facing(way).vector() * length);
            let moved = |by: V| Rect { c: base.c + by, ..base };
            let hull = Convex::hull_of(&[base, moved(first), moved(second)]);
            let shifted = Convex::shifted(&base, first, second);
            // The hull of a base without an inside has no sides to lie inside of.
            prop_assert!(shifted.sides().all(|(p, q)| p != q));
            if wide > 0 && deep > 0 {
                prop_assert!(beyond(&hull, &shifted) < 1e-6, "{hull:?} {shifted:?}");
                prop_assert!(beyond(&shifted, &hull) < 1e-6, "{hull:?} {shifted:?}");
            }
        }
    }
}

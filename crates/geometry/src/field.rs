//! Fields of fire: the ground in front of a base, spreading outwards from its corners.

use crate::vector::V;
use crate::{Convex, EPS, Edge, Facing, Point, Rect, Tape};

/// A field of fire: the ground in front of a front edge, widened by an angle at either end.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    shooter: Rect,
    left: V,
    right: V,
    origin_left: V,
    origin_right: V,
}

impl Field {
    /// Returns the field of a base, spreading `steps` of 1/65536 turn outwards from its front
    /// corners.
    #[must_use]
    pub fn from_corners(shooter: &Rect, steps: i32) -> Self {
        let [left, right, ..] = shooter.vertices();
        Self::new(shooter, left, right, steps)
    }

    /// Returns the field of a base, spreading `steps` of 1/65536 turn outwards from the middle of
    /// its front edge.
    #[must_use]
    pub fn from_middle(shooter: &Rect, steps: i32) -> Self {
        let middle = shooter.c + shooter.f * shooter.hd;
        Self::new(shooter, middle, middle, steps)
    }

    fn new(shooter: &Rect, origin_left: V, origin_right: V, steps: i32) -> Self {
        // The outward normals of the two bounding rays.
        let left = -shooter.facing().turned(-steps).vector().right();
        let right = shooter.facing().turned(steps).vector().right();
        Self {
            shooter: *shooter,
            left,
            right,
            origin_left,
            origin_right,
        }
    }

    /// Returns whether a point lies in the field, edges included.
    #[must_use]
    pub fn holds(&self, p: Point) -> bool {
        let p = V::from(p);
        let front = self.shooter.c + self.shooter.f * self.shooter.hd;
        (front - p).dot(self.shooter.f) <= EPS
            && (p - self.origin_left).dot(self.left) <= EPS
            && (p - self.origin_right).dot(self.right) <= EPS
    }

    /// Tests quickly whether the whole target lies well outside one of the bounds, so that no
    /// [`Field::part`] of it is in the field.
    #[must_use]
    pub fn misses(&self, target: &Rect) -> bool {
        let front = self.shooter.c + self.shooter.f * self.shooter.hd;
        let outside = |origin: V, normal: V| {
            let reach =
                target.hd * target.f.dot(normal).abs() + target.hw * target.r.dot(normal).abs();
            (target.c - origin).dot(normal) - reach > EPS + 1e-3
        };
        outside(front, -self.shooter.f)
            || outside(self.origin_left, self.left)
            || outside(self.origin_right, self.right)
    }

    /// Returns the part of a target that lies in the field, if any of it does; touching counts.
    #[must_use]
    pub fn part(&self, target: &Rect) -> Option<Convex> {
        if self.misses(target) {
            return None;
        }
        let part = self.part_of(target);
        (!part.is_empty()).then_some(part)
    }

    fn part_of(&self, target: &Rect) -> Convex {
        let front = self.shooter.c + self.shooter.f * self.shooter.hd;
        Convex::from(target)
            .clipped(front, -self.shooter.f, EPS)
            .clipped(self.origin_left, self.left, EPS)
            .clipped(self.origin_right, self.right, EPS)
    }

    /// Returns the shortest tape from the shooter's front edge to the part of a target in the
    /// field. If several pairs of points realise it, it takes the one nearest to the middle of the
    /// front edge; a last tie goes to the right.
    #[must_use]
    pub fn tape(&self, target: &Rect) -> Option<Tape> {
        let part = self.part(target)?;
        let front = self.shooter.front_edge();
        let middle = front.middle_v();
        let mut pairs: [(V, V); 40] = [(V::default(), V::default()); 40];
        let mut count = 0;
        let mut offer = |from: V, to: V| {
            if count < pairs.len() {
                pairs[count] = (from, to);
                count += 1;
            }
        };
        for (p, q) in part.sides() {
            let side = Edge::between(p, q);
            offer(front.nearest(p), p);
            offer(middle, side.nearest(middle));
            offer(front.a, side.nearest(front.a));
            offer(front.b, side.nearest(front.b));
        }
        let gap = |&(from, to): &(V, V)| (to - from).length();
        let shortest = pairs[..count].iter().map(gap).fold(f64::INFINITY, f64::min);
        let aside = |&(from, _): &(V, V)| (from - middle).dot(self.shooter.r);
        pairs[..count]
            .iter()
            .filter(|pair| gap(pair) <= shortest + 1e-6)
            .min_by(|a, b| {
                aside(a)
                    .abs()
                    .total_cmp(&aside(b).abs())
                    .then(aside(b).total_cmp(&aside(a)))
            })
            .map(|&(from, to)| Tape::between(from, to))
    }
}

impl Facing {
    /// Forty-five degrees, in steps of 1/65536 turn.
    pub const EIGHTH: i32 = 8192;
}

//! What a base sweeps over when it turns around its centre, or wheels around a corner.

use crate::vector::V;
use crate::{Area, Convex, EPS, Edge, Face, Facing, Point, Rect, TOLERANCE};

/// The ground that a base covers while it turns around its centre or a corner.
///
/// Seen from the pivot it is bounded, in every direction, by the base before the turn, by the base
/// after it, or by the arc of a corner. So it consists of those two bases and the sectors of
/// corners, and nothing has to be searched.
#[derive(Clone, Copy, Debug)]
pub struct Swing {
    start: Rect,
    end: Rect,
    pivot: V,
    radius: f64,
    /// Where each corner starts and ends, from the pivot; in a wheel only the corner farthest from
    /// the pivot matters.
    corners: [(V, V); 4],
    clockwise: bool,
}

impl Rect {
    /// Returns the ground that this base covers while it turns to a facing the shorter way.
    #[must_use]
    pub fn swing(&self, to: Facing) -> Swing {
        let end = self.facing_to(to);
        let (from, there) = (self.vertices(), end.vertices());
        Swing {
            start: *self,
            end,
            pivot: self.c,
            radius: (self.hw * self.hw + self.hd * self.hd).sqrt(),
            corners: std::array::from_fn(|i| (from[i] - self.c, there[i] - self.c)),
            clockwise: self.facing().turn_to(to) >= 0,
        }
    }

    /// Returns the ground that this base covers while it wheels around one of its corners until it
    /// lies as `end`: by half a turn at most.
    #[must_use]
    pub fn wheel(&self, end: &Self, hub: Point, clockwise: bool) -> Swing {
        let pivot = V::new(f64::from(hub.x), f64::from(hub.y));
        let far = |rect: &Self| {
            let away = rect.vertices().map(|corner| corner - pivot);
            let farther = |a: V, b: V| if b.length() > a.length() { b } else { a };
            away.into_iter().fold(V::default(), farther)
        };
        let (from, to) = (far(self), far(end));
        Swing {
            start: *self,
            end: *end,
            pivot,
            radius: from.length().min(to.length()),
            corners: [(from, to); 4],
            clockwise,
        }
    }
}

impl Swing {
    /// Returns whether some part of the base lies over an edge at some moment of the turn, by more
    /// than the tolerance; touching it does not count.
    #[must_use]
    pub fn covers(&self, edge: &Edge) -> bool {
        let off = edge.nearest(self.pivot) - self.pivot;
        if off.dot(off) > self.reach() * self.reach() {
            return false;
        }
        inside(edge, &self.start)
            || inside(edge, &self.end)
            || self.corners.iter().any(|&(u, v)| self.sector(edge, u, v))
    }

    /// Returns whether some part of the base lies over another base at some moment of the turn,
    /// unless it already lay there at the start.
    #[must_use]
    pub fn overlaps(&self, other: &Rect) -> bool {
        let (off, reach) = (other.c - self.pivot, self.reach() + other.hw + other.hd);
        if off.dot(off) > reach * reach {
            return false;
        }
        let faces = [Face::Front, Face::Right, Face::Rear, Face::Left];
        faces.iter().any(|&face| self.covers(&other.edge(face)))
    }

    /// Returns whether some part of the base enters an area.
    #[must_use]
    pub fn comes_into(&self, area: &Area) -> bool {
        let reach = V::new(self.reach(), self.reach());
        if !area.near(self.pivot - reach, self.pivot + reach) {
            return false;
        }
        if area.overlaps(&self.start) || area.overlaps(&self.end) {
            return true;
        }
        let outline = area.outline();
        (0..outline.len()).any(|i| {
            let edge = Edge::new(outline[i], outline[(i + 1) % outline.len()]);
            self.corners.iter().any(|&(u, v)| self.sector(&edge, u, v))
        })
    }

    /// Returns an upper bound of the distance of its points from the pivot.
    fn reach(&self) -> f64 {
        const SPARE: f64 = 10.0;
        self.radius + SPARE
    }

    /// Returns whether an edge reaches into the sector between two directions from the centre.
    fn sector(&self, edge: &Edge, u: V, v: V) -> bool {
        let (a, d) = (edge.a - self.pivot, edge.b - edge.a);
        let radius = self.radius - EPS;
        let square = d.dot(d);
        if square == 0.0 || radius <= 0.0 {
            return false;
        }
        // Within the circle.
        let middle = -a.dot(d) / square;
        let off = a + d * middle;
        let half = (radius * radius - off.dot(off)) / square;
        if half <= 0.0 {
            return false;
        }
        let half = half.sqrt();
        let (mut low, mut high) = ((middle - half).max(0.0), (middle + half).min(1.0));
        // Between the two rays: on the side of the first to which the corner moves, and on the
        // opposite side of the second.
        let hand = if self.clockwise { -1.0 } else { 1.0 };
        for (ray, sign) in [(u, hand), (v, -hand)] {
            // cross(ray, a + t * d) * sign >= 0
            let (at, slope) = (ray.cross(a) * sign, ray.cross(d) * sign);
            if slope == 0.0 {
                if at < 0.0 {
                    return false;
                }
            } else if slope > 0.0 {
                low = low.max(-at / slope);
            } else {
                high = high.min(-at / slope);
            }
        }
        low < high
    }
}

/// Returns whether an edge lies under a base, by more than the tolerance.
fn inside(edge: &Edge, base: &Rect) -> bool {
    edge.clipped_by(&Convex::from(&base.grown(-TOLERANCE)))
        .is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{INCH, Point, Pose};

    fn base(facing: u16) -> Rect {
        Rect::centred(Pose::new(0, 0, Facing(facing)), 8 * INCH, INCH)
    }

    fn edge(a: (i32, i32), b: (i32, i32)) -> Edge {
        Edge::new(Point::new(a.0, a.1), Point::new(b.0, b.1))
    }

    #[test]
    fn a_line_that_turns_on_the_spot_covers_what_its_flanks_sweep() {
        let swing = base(0).swing(Facing(0x4000));
        let beside = edge((-3 * INCH, 2 * INCH), (-3 * INCH, 3 * INCH));
        let other = edge((3 * INCH, 2 * INCH), (3 * INCH, 3 * INCH));
        assert!(swing.covers(&beside));
        assert!(!swing.covers(&other));
        // Beyond the corner's circle.
        let far = edge((4 * INCH, 4 * INCH), (9 * INCH, 4 * INCH));
        assert!(!swing.covers(&far));
        // Standing still does not cross what only touches the front.
        let front = edge((-INCH, INCH / 2), (INCH, INCH / 2));
        assert!(!base(0).swing(Facing(0)).covers(&front));
        assert!(swing.covers(&front));
    }

    /// The same for a wheel around a front corner.
    #[test]
    fn a_wheel_is_all_the_bases_on_its_way() {
        let mut lot = 11_u64;
        let mut next = |range: i32| {
            lot = lot.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            i32::try_from((lot >> 33) % u64::from(range.unsigned_abs())).unwrap_or(0)
        };
        let cases = std::env::var("PROPTEST_CASES").ok();
        let cases = cases.and_then(|n| n.parse().ok()).unwrap_or(500);
        let mut met = [0_u32; 2];
        for _ in 0..cases {
            let pose = Pose::new(next(500), next(500), Facing(next(65536) as u16));
            let start = Rect::centred(pose, INCH + next(6 * INCH), INCH + next(3 * INCH));
            let (left, right) = start.front_edge().ends();
            let clockwise = next(2) == 0;
            let (hub, sign) = if clockwise { (right, 1) } else { (left, -1) };
            let by = next(0x8000);
            let laid = |turn: i32| {
                let there = pose.turned_about(hub, sign * turn);
                Rect::centred(there, start.frontage(), start.depth())
            };
            let other = Rect::centred(
                Pose::new(
                    next(20 * INCH) - 10 * INCH,
                    next(20 * INCH) - 10 * INCH,
                    Facing(next(65536) as u16),
                ),
                INCH + next(4 * INCH),
                INCH,
            );
            if start.overlaps(&other) {
                continue;
            }
            let found = start.wheel(&laid(by), hub, clockwise).overlaps(&other);
            // At every possible heading.
            let upon = |margin: i32| (0..=by).any(|i| laid(i).grown(margin).overlaps(&other));
            assert!(!upon(-6) || found, "{start:?} {by} {other:?}");
            assert!(!found || upon(6), "{start:?} {by} {other:?}");
            met[usize::from(found)] += 1;
        }
        assert!(met.iter().all(|&n| n > cases / 20), "{met:?}");
    }

    /// The same by brute force: the base at every heading on the way.
    #[test]
    fn a_swing_is_all_the_bases_on_its_way() {
        let mut lot = 7_u64;
        let mut next = |range: i32| {
            lot = lot.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            i32::try_from((lot >> 33) % u64::from(range.unsigned_abs())).unwrap_or(0) - range / 2
        };
        let mut met = [0_u32; 2];
        let cases = std::env::var("PROPTEST_CASES").ok();
        let cases = cases.and_then(|n| n.parse().ok()).unwrap_or(500);
        for _ in 0..cases {
            let start = Rect::centred(
                Pose::new(next(500), next(500), Facing(next(65536) as u16)),
                INCH + next(INCH).abs() * 14,
                INCH + next(INCH).abs() * 14,
            );
            let turn = next(65536);
            let to = start.facing().turned(turn);
            let one = edge(
                (next(20 * INCH), next(20 * INCH)),
                (next(20 * INCH), next(20 * INCH)),
            );
            let swing = start.swing(to);
            let found = swing.covers(&one);
            let at = |i: i32, margin: i32| {
                let turned = start.facing().turned(turn.signum() * i);
                let there = start.facing_to(turned).grown(margin);
                one.clipped_by(&Convex::from(&there)).is_some()
            };
            // Slightly more and slightly less than the tolerance bound the truth.
            let surely = (0..=turn.abs()).any(|i| at(i, -4));
            let perhaps = (0..=turn.abs()).any(|i| at(i, 4));
            assert!(!surely || found, "{start:?} {to:?} {one:?}");
            assert!(!found || perhaps, "{start:?} {to:?} {one:?}");
            met[usize::from(found)] += 1;
        }
        assert!(met.iter().all(|&n| n > cases / 10), "{met:?}");
    }
}

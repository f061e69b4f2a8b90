//! Linear features: walls, fences, roads and banks as chains of edges.

use crate::vector::V;
use crate::{EPS, Edge, Length, Point, Rect};

/// How far off a line a point may seem to be because of rounding, although it lies exactly on it.
const ON: f64 = 1e-6;

/// A chain of straight edges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    points: Vec<Point>,
}

/// Returns whether any part of a rectangle lies on the band along an edge or beyond it, on its
/// right or its left. The band is longer than the edge by `before` and `after` at its ends.
fn reaches_over(
    edge: &Edge,
    [before, after]: [Length; 2],
    reach: Length,
    to_right: bool,
    rect: &Rect,
) -> bool {
    let along = (edge.b - edge.a).unit();
    let tolerance = f64::from(crate::TOLERANCE);
    let low = -f64::from(before) - tolerance;
    let high = (edge.b - edge.a).length() + f64::from(after) + tolerance;
    let spots = rect.vertices().map(|v| {
        let off = v - edge.a;
        (along.dot(off), along.cross(off))
    });
    // How far from the line the part of the rectangle beside the band reaches.
    let (mut right, mut left) = (f64::INFINITY, f64::NEG_INFINITY);
    for (i, &(t, off)) in spots.iter().enumerate() {
        let (next, next_off) = spots[(i + 1) % spots.len()];
        let mut see = |off: f64| (right, left) = (right.min(off), left.max(off));
        if (low..=high).contains(&t) {
            see(off);
        }
        for bound in [low, high] {
            if (t < bound) != (next < bound) {
                see(off + (next_off - off) * (bound - t) / (next - t));
            }
        }
    }
    let reach = f64::from(reach) + tolerance;
    if to_right {
        right <= reach
    } else {
        left >= -reach
    }
}

/// Where walks that begin at one point lie relative to an edge.
pub(crate) struct Off {
    a: V,
    along: V,
    /// How far to the side of the edge they begin.
    from: f64,
    /// Whether they begin on the edge, with the tolerance.
    pub(crate) on: bool,
}

impl Off {
    pub(crate) fn of(own: &Edge, start: V) -> Self {
        let (a, along) = (own.a, (own.b - own.a).unit());
        Self {
            a,
            along,
            from: along.cross(start - a),
            on: (own.nearest(start) - start).length() <= EPS,
        }
    }

    /// Returns how far to the side of the edge a point lies.
    pub(crate) fn at(&self, p: V) -> f64 {
        self.along.cross(p - self.a)
    }

    /// Returns whether a walk that ends this far to the side leaves the edge on the side on which
    /// it begins.
    fn leaves(&self, to: f64) -> bool {
        to.abs() > EPS && (self.from.abs() < ON || self.from * to > 0.0)
    }

    /// Returns whether all walks that end between two distances to the side leave the edge in this
    /// way; `None` if they differ.
    pub(crate) fn all_leave(&self, low: f64, high: f64) -> Option<bool> {
        let aside = low > EPS || high < -EPS;
        let onto = if self.from.abs() < ON {
            low >= -EPS && high <= EPS
        } else if self.from > 0.0 {
            high <= EPS
        } else {
            low >= -EPS
        };
        match (aside && self.leaves(low) && self.leaves(high), onto) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        }
    }
}

impl Line {
    /// Returns the chain through at least two points, no two in a row the same.
    #[must_use]
    pub fn new(points: Vec<Point>) -> Option<Self> {
        let sound = (2..=200).contains(&points.len()) && points.windows(2).all(|w| w[0] != w[1]);
        sound.then_some(Self { points })
    }

    /// Returns the points that the line runs through.
    #[must_use]
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    pub(crate) fn edges(&self) -> impl Iterator<Item = Edge> + '_ {
        self.points.windows(2).map(|w| Edge::new(w[0], w[1]))
    }

    /// Returns whether an edge crosses or touches the line.
    #[must_use]
    pub fn crossed_by(&self, edge: &Edge) -> bool {
        self.edges().any(|e| e.crosses(edge))
    }

    /// Returns the points at which an edge crosses or touches the line, one for each stretch.
    pub fn crossings(&self, edge: &Edge) -> impl Iterator<Item = Point> {
        let edge = *edge;
        self.edges()
            .filter_map(move |own| edge.crossing(&own).map(crate::vector::V::point))
    }

    /// Returns the points at which a walk crosses the line or ends on it, one for each stretch. A
    /// walk that begins on the line, with the tolerance, and leaves it on the side on which it
    /// begins does not cross it; a walk that begins exactly on it may leave it on either side.
    pub fn passages(&self, walk: &Edge) -> impl Iterator<Item = Point> {
        let walk = *walk;
        let leaves = move |own: &Edge| {
            let off = Off::of(own, walk.a);
            off.on && off.leaves(off.at(walk.b))
        };
        self.edges()
            .filter(move |own| !leaves(own))
            .filter_map(move |own| walk.crossing(&own).map(crate::vector::V::point))
    }

    /// Returns whether a stretch has two points on different sides, and any part of a rectangle
    /// lies on the band of that stretch (`reach` to either side), or beyond it on the other point's
    /// side. Like the line itself, the band and the ground beyond it end where the line ends.
    #[must_use]
    pub fn parts(&self, near: &Rect, reach: Length, one: Point, other: Point) -> bool {
        let (one, other) = (V::from(one), V::from(other));
        let last = self.points.len() - 2;
        self.edges().enumerate().any(|(i, e)| {
            let along = (e.b - e.a).unit();
            let (p, q) = (along.cross(one - e.a), along.cross(other - e.a));
            // A point on the line itself lies on neither side.
            let apart = p.min(q) < -EPS && p.max(q) > EPS;
            // At a bend the bands of both stretches close the gap.
            let bends = [i > 0, i < last].map(|bends| Length::from(bends) * reach);
            apart && reaches_over(&e, bends, reach, q < 0.0, near)
        })
    }

    /// Returns the shortest distance from a rectangle.
    #[must_use]
    pub fn distance(&self, rect: &Rect) -> Length {
        self.edges()
            .map(|e| e.distance(rect).length)
            .min()
            .unwrap_or(Length::MAX)
    }

    /// Returns the shortest distance from a point.
    #[must_use]
    pub fn distance_from(&self, p: Point) -> Length {
        self.edges()
            .map(|e| e.distance_from(p))
            .min()
            .unwrap_or(Length::MAX)
    }

    /// Returns the path along the line from the spot nearest to one point to the spot nearest to
    /// another: both spots and the bends between them.
    #[must_use]
    pub fn between(&self, from: Point, to: Point) -> Vec<Point> {
        let nearest = |p: Point| {
            let p = V::from(p);
            let spots = self.edges().enumerate().map(|(i, e)| (i, e.nearest(p)));
            spots.min_by(|a, b| (a.1 - p).length().total_cmp(&(b.1 - p).length()))
        };
        let (Some((first, start)), Some((last, end))) = (nearest(from), nearest(to)) else {
            return Vec::new();
        };
        let mut way = vec![start.point()];
        if first <= last {
            way.extend(&self.points[first + 1..=last]);
        } else {
            way.extend(self.points[last + 1..=first].iter().rev());
        }
        way.push(end.point());
        way.dedup();
        way
    }

    /// Returns the rest of the line without the part within `reach` of a point: no, one or several
    /// pieces, in their original order. Pieces no longer than the tolerance are dropped.
    #[must_use]
    pub fn without(&self, at: Point, reach: Length) -> Vec<Self> {
        let (centre, r) = (V::from(at), f64::from(reach));
        let mut pieces: Vec<Vec<V>> = vec![Vec::new()];
        let mut extend = |from: V, to: V| {
            if (to - from).length() <= EPS {
                return;
            }
            match pieces.last_mut() {
                Some(piece) if piece.last() == Some(&from) => piece.push(to),
                Some(piece) if piece.is_empty() => piece.extend([from, to]),
                _ => pieces.push(vec![from, to]),
            }
        };
        for edge in self.edges() {
            let d = edge.b - edge.a;
            let square = d.dot(d);
            // Where the edge enters and leaves the circle, as fractions of its length.
            let middle = (centre - edge.a).dot(d) / square;
            let off = edge.a + d * middle - centre;
            let half = (r * r - off.dot(off)) / square;
            if half <= 0.0 {
                extend(edge.a, edge.b);
                continue;
            }
            let half = half.sqrt();
            let (enter, leave) = (middle - half, middle + half);
            if enter >= 1.0 || leave <= 0.0 {
                extend(edge.a, edge.b);
                continue;
            }
            if enter > 0.0 {
                extend(edge.a, edge.a + d * enter);
            }
            if leave < 1.0 {
                extend(edge.a + d * leave, edge.b);
            }
        }
        pieces
            .into_iter()
            .filter_map(|piece| {
                let mut points: Vec<Point> = piece.into_iter().map(V::point).collect();
                points.dedup();
                Self::new(points)
            })
            .collect()
    }

    /// Returns whether a straight walk stays within `margin` of the line all the way.
    #[must_use]
    pub fn follows(&self, walk: &Edge, margin: Length) -> bool {
        keeps_to(std::iter::once(self), walk, margin)
    }

    /// Returns whether two lines come within `reach` of each other.
    #[must_use]
    pub fn comes_within(&self, other: &Self, reach: Length) -> bool {
        let far = f64::from(reach) + EPS;
        self.edges().any(|own| {
            other.edges().any(|theirs| {
                own.crossing(&theirs).is_some()
                    || [own.a, own.b]
                        .iter()
                        .any(|&p| (theirs.nearest(p) - p).length() <= far)
                    || [theirs.a, theirs.b]
                        .iter()
                        .any(|&p| (own.nearest(p) - p).length() <= far)
            })
        })
    }
}

/// Returns whether a straight walk stays within `margin` of some of these lines all the way: where
/// it leaves the surroundings of one it must lie in those of another. The stretches near each edge
/// are computed, not sampled.
pub fn keeps_to<'a>(
    lines: impl IntoIterator<Item = &'a Line>,
    walk: &Edge,
    margin: Length,
) -> bool {
    const SLACK: f64 = 1e-9;
    let reach = f64::from(margin) + EPS;
    let edges = lines.into_iter().flat_map(Line::edges);
    let mut near: Vec<(f64, f64)> = edges
        .filter_map(|e| stretch_near(walk, &e, reach))
        .collect();
    near.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut done = 0.0;
    for (from, to) in near {
        if from > done + SLACK {
            return false;
        }
        if to >= 1.0 - SLACK {
            return true;
        }
        done = to.max(done);
    }
    false
}

/// Returns the part of a walk, between 0 and 1, that lies within `reach` of an edge. The
/// surroundings of an edge are convex, so it is one stretch: from the first to the last point at
/// which the walk is near the edge's inside or one of its ends.
fn stretch_near(walk: &Edge, edge: &Edge, reach: f64) -> Option<(f64, f64)> {
    let (d, e) = (walk.b - walk.a, edge.b - edge.a);
    let (length, from) = (e.length(), walk.a - edge.a);
    let along = e * (1.0 / length);
    let slab = [
        (from.dot(along), d.dot(along), 0.0, length),
        (from.cross(along), d.cross(along), -reach, reach),
    ];
    let beside = slab.into_iter().try_fold(
        (0.0_f64, 1.0_f64),
        |(low, high), (at, speed, least, most)| {
            if speed == 0.0 {
                return (least..=most).contains(&at).then_some((low, high));
            }
            let (one, other) = ((least - at) / speed, (most - at) / speed);
            let (low, high) = (low.max(one.min(other)), high.min(one.max(other)));
            (low <= high).then_some((low, high))
        },
    );
    let about = |end: V| {
        let (from, square) = (walk.a - end, d.dot(d));
        let spare = reach * reach - from.dot(from);
        if square == 0.0 {
            return (spare >= 0.0).then_some((0.0, 1.0));
        }
        let middle = -from.dot(d) / square;
        let root = middle * middle + spare / square;
        let half = (root >= 0.0).then(|| root.sqrt())?;
        let (low, high) = ((middle - half).max(0.0), (middle + half).min(1.0));
        (low <= high).then_some((low, high))
    };
    [beside, about(edge.a), about(edge.b)]
        .into_iter()
        .flatten()
        .reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(points: &[(i32, i32)]) -> Line {
        Line::new(points.iter().map(|&(x, y)| Point::new(x, y)).collect()).expect("a line")
    }

    #[test]
    fn a_gap_parts_a_line_or_shortens_it() {
        let fence = line(&[(0, 0), (10_000, 0), (10_000, 10_000)]);
        let parted = fence.without(Point::new(5000, 0), 1000);
        assert_eq!(
            parted,
            [
                line(&[(0, 0), (4000, 0)]),
                line(&[(6000, 0), (10_000, 0), (10_000, 10_000)])
            ]
        );
        let corner = fence.without(Point::new(10_000, 0), 1000);
        assert_eq!(
            corner,
            [
                line(&[(0, 0), (9000, 0)]),
                line(&[(10_000, 1000), (10_000, 10_000)])
            ]
        );
        assert_eq!(fence.without(Point::new(0, 0), 500).len(), 1);
        assert!(fence.without(Point::new(5000, 5000), 20_000).is_empty());
        assert_eq!(fence.without(Point::new(5000, 5000), 100), [fence]);
    }
}

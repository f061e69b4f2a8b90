//! Areas of terrain: simple polygons, cut into convex pieces once.

use crate::vector::{V, greater, lesser};
use crate::{Convex, EPS, Edge, Facing, Length, Point, Rect, TOLERANCE};
use std::ops::Deref;

/// A simple polygon. Two areas are equal if their outlines are equal.
#[derive(Clone, Debug)]
pub struct Area {
    outline: Vec<Point>,
    pieces: Vec<Piece>,
    low: V,
    high: V,
}

/// A side of a piece, prepared for repeated measuring.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Side {
    /// The side's first corner.
    from: V,
    /// The unit normal of the side, pointing inwards.
    pub inward: V,
    /// The interval that the piece covers along the normal.
    pub span: (f64, f64),
}

/// A convex piece of an area, with its sides measured once.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    shape: Convex,
    sides: Vec<Side>,
}

impl Deref for Piece {
    type Target = Convex;

    fn deref(&self) -> &Convex {
        &self.shape
    }
}

impl Piece {
    fn new(shape: Convex) -> Self {
        let side = |(p, q): (V, V)| {
            let inward = (q - p).right().unit();
            Side {
                from: p,
                inward,
                span: shape.span(inward),
            }
        };
        Self {
            shape,
            sides: shape.sides().map(side).collect(),
        }
    }

    pub(crate) fn sides(&self) -> &[Side] {
        &self.sides
    }

    /// Returns whether a rectangle reaches into the piece by more than the tolerance.
    fn is_under(&self, rect: &Rect) -> bool {
        for side in &self.sides {
            let (w, d) = (rect.r.dot(side.inward), rect.f.dot(side.inward));
            let reach = rect.hw * w.abs() + rect.hd * d.abs();
            if (rect.c - side.from).dot(side.inward) + reach <= EPS {
                return false;
            }
        }
        [(rect.f, rect.hd), (rect.r, rect.hw)]
            .into_iter()
            .all(|(axis, half)| {
                let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
                for &corner in self.corners() {
                    let at = (corner - rect.c).dot(axis);
                    low = lesser(low, at);
                    high = greater(high, at);
                }
                low - half < -EPS && high + half > EPS
            })
    }
}

impl PartialEq for Area {
    fn eq(&self, other: &Self) -> bool {
        self.outline == other.outline
    }
}

impl Eq for Area {}

impl Area {
    /// Returns the area inside an outline of at least three points, in either direction.
    ///
    /// Returns `None` if there are fewer than three points, or if the outline crosses itself or
    /// encloses nothing.
    #[must_use]
    pub fn new(outline: Vec<Point>) -> Option<Self> {
        if outline.len() < 3 || outline.len() > 200 || crosses_itself(&outline) {
            return None;
        }
        let mut ring: Vec<V> = outline.iter().map(|&p| V::from(p)).collect();
        let doubled: f64 = (0..ring.len())
            .map(|i| ring[i].cross(ring[(i + 1) % ring.len()]))
            .sum();
        if doubled.abs() < 1.0 {
            return None;
        }
        if doubled > 0.0 {
            ring.reverse();
        }
        let pieces = cut(ring.clone())?.into_iter().map(Piece::new).collect();
        let low = ring
            .iter()
            .fold(V::new(f64::INFINITY, f64::INFINITY), |l, v| {
                V::new(l.x.min(v.x), l.y.min(v.y))
            });
        let high = ring
            .iter()
            .fold(V::new(f64::NEG_INFINITY, f64::NEG_INFINITY), |h, v| {
                V::new(h.x.max(v.x), h.y.max(v.y))
            });
        Some(Self {
            outline,
            pieces,
            low,
            high,
        })
    }

    /// Returns the outline as it was given.
    #[must_use]
    pub fn outline(&self) -> &[Point] {
        &self.outline
    }

    pub(crate) fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// Returns whether the area is convex (with no more than a dozen corners).
    #[must_use]
    pub const fn is_convex(&self) -> bool {
        self.pieces.len() == 1
    }

    /// Returns the middle of the bounding box.
    #[must_use]
    pub fn middle(&self) -> Point {
        ((self.low + self.high) * 0.5).point()
    }

    /// Returns the corners of the bounding box, south-west and north-east.
    #[must_use]
    pub fn bounds(&self) -> (Point, Point) {
        (self.low.point(), self.high.point())
    }

    /// Tests quickly whether a rectangle could meet the bounding box while it slides in a direction
    /// for up to `far` (1/100 mm), its start included.
    #[must_use]
    #[inline]
    pub fn could_meet(&self, rect: &Rect, direction: Facing, far: Length) -> bool {
        self.could_meet_on(rect, direction.vector(), far)
    }

    #[inline]
    pub(crate) fn could_meet_on(&self, rect: &Rect, d: V, far: Length) -> bool {
        const SPARE: f64 = 10.0;
        let half = (self.high - self.low) * 0.5;
        let gap = (self.low + self.high) * 0.5 - rect.c;
        let reach = rect.hw + rect.hd + SPARE;
        let along = gap.dot(d);
        let (aside, deep) = (
            half.x * d.y.abs() + half.y * d.x.abs(),
            half.x * d.x.abs() + half.y * d.y.abs(),
        );
        gap.cross(d).abs() <= reach + aside
            && along >= -(reach + deep)
            && along <= reach + deep + f64::from(far)
    }

    /// Returns the circle around the bounding box.
    pub(crate) fn circle(&self) -> (V, f64) {
        let half = (self.high - self.low) * 0.5;
        (self.low + half, half.length())
    }

    #[inline]
    pub(crate) fn near(&self, low: V, high: V) -> bool {
        low.x <= self.high.x && high.x >= self.low.x && low.y <= self.high.y && high.y >= self.low.y
    }

    /// Returns whether a point lies in the area, outline included.
    #[must_use]
    #[inline]
    pub fn holds(&self, p: Point) -> bool {
        let v = V::from(p);
        let margin = V::new(EPS, EPS);
        self.near(v - margin, v + margin) && self.pieces.iter().any(|piece| piece.holds(v))
    }

    /// Returns whether a rectangle reaches into the area by more than the tolerance.
    #[must_use]
    #[inline]
    pub fn overlaps(&self, rect: &Rect) -> bool {
        let (ex, ey) = rect.extent();
        let reach = V::new(ex, ey);
        self.near(rect.c - reach, rect.c + reach)
            && self.pieces.iter().any(|piece| piece.is_under(rect))
    }

    /// Returns whether one of the area's convex pieces holds a whole rectangle. An area whose pieces
    /// only cover it together does not count.
    #[must_use]
    pub fn covers(&self, rect: &Rect) -> bool {
        let corners = rect.corners().map(V::from);
        let holds = |piece: &Piece| corners.iter().all(|&corner| piece.holds(corner));
        self.pieces.iter().any(holds)
    }

    /// Returns whether a convex outline reaches into the area by more than the tolerance.
    #[must_use]
    pub fn meets(&self, shape: &Convex) -> bool {
        let (mut low, mut high) = (
            V::new(f64::INFINITY, f64::INFINITY),
            V::new(f64::NEG_INFINITY, f64::NEG_INFINITY),
        );
        for &corner in shape.corners() {
            low = V::new(lesser(low.x, corner.x), lesser(low.y, corner.y));
            high = V::new(greater(high.x, corner.x), greater(high.y, corner.y));
        }
        self.near(low, high) && self.pieces.iter().any(|piece| piece.meets(shape))
    }

    /// Returns the length of the part of an edge that lies inside the area.
    #[must_use]
    pub fn length_of(&self, edge: &Edge) -> Length {
        let low = V::new(edge.a.x.min(edge.b.x), edge.a.y.min(edge.b.y));
        let high = V::new(edge.a.x.max(edge.b.x), edge.a.y.max(edge.b.y));
        if !self.near(low, high) {
            return 0;
        }
        self.pieces.iter().map(|piece| piece.length_of(edge)).sum()
    }
}

impl Edge {
    /// Returns how much of this edge lies inside any of some areas; parts in several areas count
    /// once.
    #[must_use]
    pub fn length_in_any<'a>(&self, areas: impl Iterator<Item = &'a Area>) -> Length {
        let (low, high) = (
            V::new(self.a.x.min(self.b.x), self.a.y.min(self.b.y)),
            V::new(self.a.x.max(self.b.x), self.a.y.max(self.b.y)),
        );
        let near = areas.filter(|area| area.near(low, high));
        let inside = near.flat_map(|area| area.pieces.iter());
        let way = (self.b - self.a).unit();
        let parts = inside.filter_map(|piece| self.clipped_by(piece));
        let parts = parts.map(|part| ((part.a - self.a).dot(way), (part.b - self.a).dot(way)));
        crate::vector::round(covered(parts))
    }

    /// Returns whether this edge enters some areas, and lies in others wherever it is in the first:
    /// a walk that keeps to the bridges while it is over the water.
    #[must_use]
    pub fn keeps_to_areas<'a>(
        &self,
        over: impl Iterator<Item = &'a Area>,
        by: impl Iterator<Item = &'a Area> + Clone,
    ) -> bool {
        let dry = self.length_in_any(by.clone());
        dry > TOLERANCE && self.length_in_any(over.chain(by)) <= dry + TOLERANCE
    }

    /// Returns whether certainly no edge close to this one keeps to the areas
    /// ([`Self::keeps_to_areas`]): some stretch of each lies in the first areas and in none of the
    /// others. A close edge deviates from this one by at most `sway` (1/100 mm) and may continue
    /// beyond its end.
    #[must_use]
    pub fn surely_leaves_areas<'a>(
        &self,
        sway: Length,
        over: impl Iterator<Item = &'a Area>,
        by: impl Iterator<Item = &'a Area>,
    ) -> bool {
        let sway = f64::from(sway);
        let pieces = over.flat_map(|area| area.pieces.iter());
        let mut wet = pieces
            .filter_map(|piece| self.stretch_in(piece, -sway))
            .peekable();
        if wet.peek().is_none() {
            return false;
        }
        let pieces = by.flat_map(|area| area.pieces.iter());
        let dry: Vec<_> = pieces
            .filter_map(|piece| self.stretch_in(piece, sway))
            .collect();
        let both = covered(wet.chain(dry.iter().copied()));
        // Sums are rounded when they are compared, and a close edge may be shorter.
        both - covered(dry.into_iter()) > 4.0 * EPS
    }

    /// Returns whether an edge could enter some areas whose ends lie no farther than `sway` (1/100
    /// mm) from those of this one.
    pub(crate) fn could_enter_areas<'a>(
        &self,
        sway: f64,
        mut areas: impl Iterator<Item = &'a Area>,
    ) -> bool {
        let near = |piece: &Convex| self.stretch_in(piece, sway).is_some();
        areas.any(|area| area.pieces.iter().any(|piece| near(piece)))
    }

    /// Returns whether certainly every edge lies in some areas whose ends lie no farther than
    /// `sway` (1/100 mm) from those of this one; it is not certain if only several pieces together
    /// contain the edge.
    pub(crate) fn surely_lies_in<'a>(
        &self,
        sway: f64,
        areas: impl Iterator<Item = &'a Area>,
    ) -> bool {
        let pieces = areas.flat_map(|area| area.pieces.iter());
        let inside = pieces.filter_map(|piece| self.stretch_in(piece, -sway));
        let length = (self.b - self.a).length();
        // Sums of a few stretches are no more exact than this.
        length > EPS && covered(inside) >= length * (1.0 - 1e-12)
    }

    /// Returns whether certainly every edge keeps to the areas ([`Self::keeps_to_areas`]) whose
    /// ends lie no farther than `sway` (1/100 mm) from those of this one.
    pub(crate) fn surely_keeps_to_areas<'a>(
        &self,
        sway: f64,
        over: impl Iterator<Item = &'a Area>,
        by: impl Iterator<Item = &'a Area>,
    ) -> bool {
        // Each point of such an edge lies as near to the point of this one at the same fraction of
        // its length.
        let pieces = by.flat_map(|area| area.pieces.iter());
        let dry: Vec<_> = pieces
            .filter_map(|piece| self.stretch_in(piece, -sway))
            .collect();
        let surely = covered(dry.iter().copied());
        // A close edge may be shorter.
        if surely <= 4.0 * EPS + 2.0 * sway {
            return false;
        }
        let pieces = over.flat_map(|area| area.pieces.iter());
        let wet = pieces.filter_map(|piece| self.stretch_in(piece, sway));
        covered(wet.chain(dry.iter().copied())) - surely <= EPS / 2.0
    }
}

/// Returns the total length that some stretches cover; overlaps count once.
fn covered(parts: impl Iterator<Item = (f64, f64)>) -> f64 {
    let mut parts: Vec<(f64, f64)> = parts.collect();
    parts.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut sum, mut until) = (0.0, f64::NEG_INFINITY);
    for (from, to) in parts {
        sum += (to - from.max(until)).max(0.0);
        until = until.max(to);
    }
    sum
}

fn crosses_itself(outline: &[Point]) -> bool {
    let n = outline.len();
    let side = |i: usize| Edge::new(outline[i], outline[(i + 1) % n]);
    (0..n).any(|i| {
        outline[i] == outline[(i + 1) % n]
            || (i + 2..n).any(|j| (j + 1) % n != i && side(i).crossing(&side(j)).is_some())
    })
}

/// Cuts a clockwise ring into convex pieces: the ring itself if it is convex and small, and if not,
/// triangles by ear clipping.
fn cut(mut ring: Vec<V>) -> Option<Vec<Convex>> {
    let turns_right = |a: V, b: V, c: V| (b - a).cross(c - b) <= 0.0;
    let convex = (0..ring.len()).all(|i| {
        let n = ring.len();
        turns_right(ring[i], ring[(i + 1) % n], ring[(i + 2) % n])
    });
    if convex && ring.len() <= 12 {
        return Some(vec![Convex::of(&ring)]);
    }
    let mut pieces = Vec::new();
    while ring.len() > 3 {
        let n = ring.len();
        let ear = (0..n).find(|&i| {
            let (a, b, c) = (ring[(i + n - 1) % n], ring[i], ring[(i + 1) % n]);
            let triangle = Convex::of(&[a, b, c]);
            (b - a).cross(c - b) < 0.0
                && !ring
                    .iter()
                    .any(|&p| p != a && p != b && p != c && triangle.holds(p))
        });
        // A ring without a strict ear has a straight corner: drop that corner.
        let ear = ear.or_else(|| {
            (0..n).find(|&i| {
                let (a, b, c) = (ring[(i + n - 1) % n], ring[i], ring[(i + 1) % n]);
                (b - a).cross(c - b).abs() <= 1e-6 * (b - a).length() * (c - b).length()
            })
        })?;
        let (a, b, c) = (ring[(ear + n - 1) % n], ring[ear], ring[(ear + 1) % n]);
        if (b - a).cross(c - b) < 0.0 {
            pieces.push(Convex::of(&[a, b, c]));
        }
        ring.remove(ear);
    }
    pieces.push(Convex::of(&ring));
    Some(pieces)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Pose;

    fn plot(x: Length, y: Length, wide: Length, deep: Length) -> Area {
        let base = Rect::centred(Pose::new(x, y, Facing::NORTH), wide, deep);
        Area::new(base.corners().to_vec()).expect("an area")
    }

    #[test]
    fn what_lies_in_several_areas_counts_once() {
        let walk = Edge::new(Point::new(0, 0), Point::new(0, 10_000));
        let areas = [
            plot(0, 3_000, 2_000, 2_000),
            plot(0, 4_000, 2_000, 3_000),
            plot(0, 9_000, 2_000, 1_000),
            plot(5_000, 5_000, 2_000, 9_000),
        ];
        assert_eq!(walk.length_in_any(areas.iter()), 3_500 + 1_000);
        assert_eq!(walk.length_in_any([].iter()), 0);
    }

    #[test]
    fn a_walk_over_water_keeps_to_bridges_where_the_water_is() {
        let walk = Edge::new(Point::new(0, 0), Point::new(0, 10_000));
        let water = [plot(0, 5_000, 20_000, 2_000)];
        let keeps = |bridges: &[Area]| walk.keeps_to_areas(water.iter(), bridges.iter());
        assert!(keeps(&[plot(0, 5_000, 2_000, 2_000)]));
        assert!(keeps(&[plot(0, 5_000, 2_000, 4_000)]));
        // As long as the water is wide, but half of it lies on the bank.
        assert!(!keeps(&[plot(0, 4_000, 2_000, 2_000)]));
        // Two on top of each other are no longer than one.
        assert!(!keeps(&[
            plot(0, 4_500, 2_000, 1_000),
            plot(0, 4_500, 2_000, 1_000)
        ]));
        assert!(!keeps(&[]));
    }
}

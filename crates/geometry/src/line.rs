//! Linear features: walls, fences, roads and banks as chains of edges.

use crate::vector::{V, round};
use crate::{Edge, Length, Point, Rect};

/// A chain of straight edges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    points: Vec<Point>,
}

impl Line {
    /// The chain through at least two points, no two in a row the same.
    #[must_use]
    pub fn new(points: Vec<Point>) -> Option<Self> {
        let sound = (2..=200).contains(&points.len()) && points.windows(2).all(|w| w[0] != w[1]);
        sound.then_some(Self { points })
    }

    /// The points it runs through.
    #[must_use]
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    fn edges(&self) -> impl Iterator<Item = Edge> + '_ {
        self.points.windows(2).map(|w| Edge::new(w[0], w[1]))
    }

    /// Whether an edge crosses or touches it.
    #[must_use]
    pub fn crossed_by(&self, edge: &Edge) -> bool {
        self.edges().any(|e| e.crosses(edge))
    }

    /// The points at which an edge crosses or touches it, one a stretch.
    pub fn crossings(&self, edge: &Edge) -> impl Iterator<Item = Point> {
        let edge = *edge;
        self.edges()
            .filter_map(move |own| edge.crossing(&own).map(crate::vector::V::point))
    }

    /// The shortest distance from a rectangle.
    #[must_use]
    pub fn distance(&self, rect: &Rect) -> Length {
        self.edges()
            .map(|e| e.distance(rect).length)
            .min()
            .unwrap_or(Length::MAX)
    }

    /// The shortest distance from a point.
    #[must_use]
    pub fn distance_from(&self, p: Point) -> Length {
        let p = V::from(p);
        self.edges()
            .map(|e| round((e.nearest(p) - p).length()))
            .min()
            .unwrap_or(Length::MAX)
    }

    /// The way along it from the spot nearest to one point to the spot nearest to
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

    /// Whether a straight walk stays within `margin` of the line all the way,
    /// tested at every quarter inch and at both ends.
    #[must_use]
    pub fn follows(&self, walk: &Edge, margin: Length) -> bool {
        let steps = (walk.length() / (crate::INCH / 4)).max(1) + 1;
        (0..=steps).all(|i| {
            let p = walk.a + (walk.b - walk.a) * (f64::from(i) / f64::from(steps));
            crate::within(self.distance_from(p.point()), margin)
        })
    }
}

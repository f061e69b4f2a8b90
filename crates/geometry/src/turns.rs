//! The distances along a straight slide at which something changes: what a base lies on, where its
//! centre is, what a line on it crosses. Between two such distances nothing changes.

use crate::vector::{V, round};
use crate::{Area, EPS, Edge, Facing, Length, Line, Point, Rect};

/// Distances along a straight slide (negative: backwards) at which something that was registered
/// may change. Too many of them do no harm.
#[derive(Clone, Debug)]
pub struct Turns {
    way: V,
    low: Length,
    high: Length,
    at: Vec<Length>,
}

impl Turns {
    /// Starts without turns, for a slide in a direction from one distance to another.
    #[must_use]
    pub fn new(direction: Facing, low: Length, high: Length) -> Self {
        let at = Vec::new();
        Self {
            way: direction.vector(),
            low,
            high,
            at,
        }
    }

    /// Adds the distance at which a gap of `gap` closes at a given speed.
    fn meet(&mut self, gap: f64, speed: f64) {
        if speed.abs() > 1e-9 {
            let at = gap / speed;
            if at >= f64::from(self.low) && at < f64::from(self.high) {
                self.at.push(round(at.floor()));
            }
        }
    }

    /// Adds where a base begins to lie on an area, and where it leaves it.
    pub fn base_upon(&mut self, base: &Rect, area: &Area) {
        for piece in area.pieces() {
            let sides = piece.sides().iter().map(|side| (side.inward, side.span));
            let own = [base.f, base.r].map(|axis| (axis, piece.span(axis)));
            for (axis, (low, high)) in sides.chain(own) {
                let reach = base.hw * base.r.dot(axis).abs() + base.hd * base.f.dot(axis).abs();
                let (at, speed) = (base.c.dot(axis), self.way.dot(axis));
                self.meet(low - reach - at + EPS, speed);
                self.meet(high + reach - at - EPS, speed);
            }
        }
    }

    /// Adds where a point enters an area, and where it leaves it.
    pub fn point_in(&mut self, point: Point, area: &Area) {
        self.spot_in(V::from(point), area);
    }

    fn spot_in(&mut self, spot: V, area: &Area) {
        for side in area.pieces().iter().flat_map(|piece| piece.sides()) {
            let (at, speed) = (spot.dot(side.inward), self.way.dot(side.inward));
            for edge in [0.0, -EPS] {
                self.meet(side.span.0 + edge - at, speed);
            }
        }
    }

    /// Adds where the length of an edge inside an area begins to grow or shrink at a different
    /// rate: between two turns it changes linearly.
    pub fn edge_in(&mut self, edge: &Edge, area: &Area) {
        self.spot_in(edge.a, area);
        self.spot_in(edge.b, area);
        let across = (edge.b - edge.a).right().unit();
        let (at, speed) = (edge.a.dot(across), self.way.dot(across));
        for corner in area.pieces().iter().flat_map(|piece| piece.corners()) {
            self.meet(corner.dot(across) - at, speed);
        }
    }

    /// Adds where a point comes within a distance of a line, and where it leaves it.
    pub fn point_near(&mut self, point: Point, line: &Line, reach: Length) {
        // Distances are rounded before they are compared.
        let reach = f64::from(reach) + EPS + 0.5;
        let start = V::from(point);
        for edge in line.edges() {
            let across = (edge.b - edge.a).right().unit();
            let (at, speed) = ((edge.a - start).dot(across), self.way.dot(across));
            self.meet(at - reach, speed);
            self.meet(at + reach, speed);
            for end in [edge.a, edge.b] {
                let (along, aside) = ((end - start).dot(self.way), (end - start).cross(self.way));
                let rest = reach * reach - aside * aside;
                if rest >= 0.0 {
                    self.meet(along - rest.sqrt(), 1.0);
                    self.meet(along + rest.sqrt(), 1.0);
                }
                // Where the point passes from one edge to the next.
                let forward = (edge.b - edge.a).unit();
                self.meet((end - start).dot(forward), self.way.dot(forward));
            }
        }
    }

    /// Adds where a condition begins or ceases to hold, if it does so at most once between two
    /// turns: whether a length that changes linearly is above another.
    pub fn flips(&mut self, holds: impl Fn(Length) -> bool) {
        for (first, last) in self.stretches() {
            let (mut low, mut high, before) = (first, last, holds(first));
            if holds(last) == before {
                continue;
            }
            while high - low > 1 {
                let middle = i32::midpoint(low, high);
                if holds(middle) == before {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            self.at.push(low);
        }
    }

    /// Adds where a condition on a sliding edge begins or ceases to hold, like [`Self::flips`]:
    /// `holds` gets the edge where it comes to lie.
    pub fn flips_of(&mut self, edge: &Edge, holds: impl Fn(&Edge) -> bool) {
        let way = self.way;
        self.flips(|by| {
            let by = way * f64::from(by);
            let slid = |end: V| V::from((end + by).point());
            holds(&Edge::between(slid(edge.a), slid(edge.b)))
        });
    }

    /// Returns whether a base could lie on some areas anywhere on the slide: this decides most
    /// cases without looking for turns.
    #[must_use]
    pub fn could_meet(&self, base: &Rect, areas: &[Area]) -> bool {
        let start = Rect {
            c: base.c + self.way * f64::from(self.low),
            ..*base
        };
        let far = self.high.saturating_sub(self.low);
        let mut areas = areas.iter();
        areas.any(|area| area.could_meet_on(&start, self.way, far))
    }

    /// Returns the stretches between the turns, in order, both ends included.
    #[must_use]
    pub fn stretches(&self) -> Vec<(Length, Length)> {
        let mut ends = self.at.clone();
        ends.push(self.high);
        ends.sort_unstable();
        ends.dedup();
        let mut from = self.low;
        let mut out = Vec::with_capacity(ends.len());
        for to in ends {
            if from <= to {
                out.push((from, to));
            }
            from = to.saturating_add(1);
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{INCH, Pose};

    fn wood() -> Area {
        let corners = [(2, 1), (6, 2), (5, 6), (1, 5)];
        let corners = corners.map(|(x, y)| Point::new(x * INCH, y * INCH));
        Area::new(corners.to_vec()).expect("an area")
    }

    #[test]
    fn nothing_changes_between_two_turns() {
        let (wood, way) = (wood(), Facing(0x3A00));
        let base = Rect::centred(Pose::new(-INCH, 3 * INCH, Facing(0x1234)), 3 * INCH, INCH);
        let road = Line::new(vec![
            Point::new(2 * INCH, -INCH),
            Point::new(4 * INCH, 7 * INCH),
        ]);
        let road = road.expect("a line");
        let mut turns = Turns::new(way, 0, 10 * INCH);
        turns.base_upon(&base, &wood);
        turns.point_in(base.centre(), &wood);
        turns.point_near(base.centre(), &road, INCH);
        let seen = |by: Length| {
            let (base, point) = (base.moved(way, by), base.centre().moved(way, by));
            let near = crate::within(road.distance_from(point), INCH);
            (wood.overlaps(&base), wood.holds(point), near)
        };
        let stretches = turns.stretches();
        // Points are rounded to hundredths of a millimetre, so next to a turn it may be either.
        const ROUNDED: Length = 8;
        for (low, high) in &stretches {
            let middle = seen(i32::midpoint(*low, *high));
            let inner = low + ROUNDED..=high - ROUNDED;
            assert!(
                inner.into_iter().all(|by| seen(by) == middle),
                "{low} {high}"
            );
        }
        let kinds: Vec<_> = stretches
            .iter()
            .map(|s| seen(i32::midpoint(s.0, s.1)))
            .collect();
        assert!(kinds.windows(2).filter(|w| w[0] != w[1]).count() >= 6);
    }

    #[test]
    fn a_length_that_grows_evenly_is_found_where_it_is_enough() {
        let (wood, way) = (wood(), Facing::EAST);
        let spine = Edge::new(Point::new(-INCH, 0), Point::new(-INCH, 8 * INCH));
        let at = |by: Length| {
            let (a, b) = spine.ends();
            wood.length_of(&Edge::new(a.moved(way, by), b.moved(way, by))) > 2 * INCH
        };
        let mut turns = Turns::new(way, 0, 10 * INCH);
        turns.edge_in(&spine, &wood);
        turns.flips(at);
        for (low, high) in turns.stretches() {
            assert!((low + 2..=high - 2).all(|by| at(by) == at(i32::midpoint(low, high))));
        }
        assert!((0..10 * INCH).any(at));
    }
}

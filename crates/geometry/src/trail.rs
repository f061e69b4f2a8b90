//! The path of a point that turns around a hub: an arc of a circle.

use crate::vector::{V, round};
use crate::{Area, EPS, Edge, Length, Line, Point};
use std::f64::consts::TAU;

/// The path of a point around a hub, by one whole turn at most. What it meets is computed from the
/// circle, not from chords.
#[derive(Clone, Copy, Debug)]
pub struct Trail {
    hub: V,
    /// From the hub to where the path starts.
    arm: V,
    /// How far it turns, in radians.
    turn: f64,
    clockwise: bool,
}

impl Trail {
    /// Returns the path of a point that turns around a hub by `steps` of 1/65536 turn: clockwise,
    /// or counter-clockwise if negative.
    #[must_use]
    pub fn new(hub: Point, start: Point, steps: i32) -> Self {
        let hub = V::from(hub);
        Self {
            hub,
            arm: V::from(start) - hub,
            turn: f64::from(steps.abs()) * (TAU / 65536.0),
            clockwise: steps >= 0,
        }
    }

    /// Returns the end of the path.
    #[must_use]
    pub fn end(&self) -> Point {
        self.at(self.turn).point()
    }

    /// Returns how much of the path lies inside any of some areas; parts in several areas count
    /// once.
    #[must_use]
    pub fn length_in_any<'a>(&self, areas: impl Iterator<Item = &'a Area>) -> Length {
        let radius = self.arm.length();
        let reach = V::new(radius, radius);
        let (low, high) = (self.hub - reach, self.hub + reach);
        let near: Vec<&Area> = areas.filter(|area| area.near(low, high)).collect();
        if near.is_empty() {
            return 0;
        }
        // Between two neighbouring cuts, either all of the path lies inside or nothing does.
        let mut cuts = vec![0.0, self.turn];
        for edge in near.iter().flat_map(|area| edges(area)) {
            let met = self.meets(&edge).map(|p| self.turned(p));
            cuts.extend(met.filter(|&at| at < self.turn));
        }
        cuts.sort_by(f64::total_cmp);
        let inside = cuts.windows(2).filter(|part| {
            let middle = self.at(f64::midpoint(part[0], part[1]));
            near.iter().any(|area| encloses(area, middle))
        });
        let turned: f64 = inside.map(|part| part[1] - part[0]).sum();
        round(turned * radius)
    }

    /// Returns the points at which the path crosses a line, starts from it or ends on it, with the
    /// tolerance; a line that it only grazes is not crossed.
    #[must_use]
    pub fn crossings(&self, line: &Line) -> Vec<Point> {
        let radius = self.arm.length();
        let slack = EPS / radius.max(EPS);
        let mut met: Vec<V> = Vec::new();
        for edge in line.edges() {
            let off = (self.hub - edge.a).cross((edge.b - edge.a).unit()).abs();
            if radius - off <= EPS {
                continue;
            }
            for p in self.meets(&edge) {
                let at = self.turned(p);
                let reached = at <= self.turn + slack || at >= TAU - slack;
                if reached && met.iter().all(|&other| (other - p).length() > EPS) {
                    met.push(p);
                }
            }
        }
        met.into_iter().map(V::point).collect()
    }

    /// Returns where the path's circle meets an edge, with the tolerance at the edge's ends.
    fn meets(&self, edge: &Edge) -> impl Iterator<Item = V> + use<> {
        let (start, d) = (edge.a, edge.b - edge.a);
        let (a, square) = (start - self.hub, d.dot(d));
        let middle = -a.dot(d) / square;
        let off = a + d * middle;
        let half = ((self.arm.dot(self.arm) - off.dot(off)) / square).sqrt();
        let slack = EPS / square.sqrt();
        // If they do not meet, `half` is NaN, and every comparison with it is false.
        let on = move |at: &f64| *at >= -slack && *at <= 1.0 + slack;
        let both = [middle - half, middle + half].into_iter();
        both.filter(on).map(move |at| start + d * at)
    }

    /// Returns how far the path has turned when it reaches a point of its circle, up to a whole
    /// turn.
    fn turned(&self, p: V) -> f64 {
        let to = p - self.hub;
        let left = self.arm.cross(to);
        let side = if self.clockwise { -left } else { left };
        let angle = libm::atan2(side, self.arm.dot(to));
        if angle < 0.0 { angle + TAU } else { angle }
    }

    /// Returns the position after turning by an angle.
    fn at(&self, angle: f64) -> V {
        let (sin, cos) = (libm::sin(angle), libm::cos(angle));
        let sin = if self.clockwise { -sin } else { sin };
        let arm = self.arm;
        self.hub + V::new(arm.x * cos - arm.y * sin, arm.x * sin + arm.y * cos)
    }
}

fn edges(area: &Area) -> impl Iterator<Item = Edge> + '_ {
    let outline = area.outline();
    let next = outline.iter().cycle().skip(1);
    outline.iter().zip(next).map(|(&a, &b)| Edge::new(a, b))
}

/// Returns whether a point lies inside an area, without any tolerance.
fn encloses(area: &Area, p: V) -> bool {
    edges(area).fold(false, |inside, Edge { a, b }| {
        let crosses =
            (a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x);
        inside != crosses
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{INCH, Pose};

    struct Lot(u64);

    impl Lot {
        fn below(&mut self, range: i32) -> i32 {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            i32::try_from((self.0 >> 33) % u64::from(range.unsigned_abs())).unwrap_or(0)
        }

        fn spot(&mut self) -> Point {
            let half = 8 * INCH;
            Point::new(self.below(2 * half) - half, self.below(2 * half) - half)
        }
    }

    fn cases() -> u32 {
        let cases = std::env::var("PROPTEST_CASES").ok();
        cases.and_then(|n| n.parse().ok()).unwrap_or(400)
    }

    /// Returns the number of steps that a path is cut into: if cases were asked for, so many that
    /// no step is longer than 0.02 mm.
    fn steps_of_a_way() -> i32 {
        let long = std::env::var("PROPTEST_CASES").is_ok();
        if long { 100_000 } else { 5_000 }
    }

    /// Returns a random path, and its position after each of its steps.
    fn trail(lot: &mut Lot) -> (Trail, impl Fn(i32) -> V + use<>) {
        let (hub, start) = (lot.spot(), lot.spot());
        let steps = lot.below(0x1_0000) - 0x8000;
        let way = Trail::new(hub, start, steps);
        let steps = steps_of_a_way();
        let at = move |part| way.at(way.turn * f64::from(part) / f64::from(steps));
        (way, at)
    }

    /// The path ends where a pose that turns around the hub ends.
    #[test]
    fn a_trail_ends_where_a_wheel_does() {
        let mut lot = Lot(3);
        for _ in 0..cases() {
            let (hub, start) = (lot.spot(), lot.spot());
            let steps = lot.below(0x1_0000) - 0x8000;
            let way = Trail::new(hub, start, steps);
            let end = Pose::at(start, crate::Facing(0)).turned_about(hub, steps);
            assert!(way.at(way.turn).point().distance(end.point()) <= 1);
        }
    }

    /// The same as adding up its steps.
    #[test]
    fn a_trail_lies_in_areas_for_as_long_as_its_steps_do() {
        let (mut lot, every) = (Lot(5), steps_of_a_way());
        let mut met = 0;
        for _ in 0..cases() {
            let areas: Vec<Area> = (0..2)
                .filter_map(|_| Area::new((0..3 + lot.below(3)).map(|_| lot.spot()).collect()))
                .collect();
            let (way, at) = trail(&mut lot);
            let found = way.length_in_any(areas.iter());
            let within = (0..every).filter(|&part| {
                let here = at(part);
                areas.iter().any(|area| encloses(area, here))
            });
            let length = way.turn * way.arm.length();
            let counted = within.count() as f64 / f64::from(every) * length;
            let off = (f64::from(found) - counted).abs();
            assert!(
                off <= length / f64::from(every) * 12.0 + 1.0,
                "{way:?} {areas:?}"
            );
            met += u32::from(found > 0);
        }
        assert!(met > cases() / 10, "{met}");
    }

    /// As often as its steps change from one side of a line to the other.
    #[test]
    fn a_trail_crosses_lines_as_often_as_its_steps_do() {
        let (mut lot, every) = (Lot(9), steps_of_a_way());
        let mut met = [0_u32; 3];
        for number in 0..cases() {
            let (way, at) = trail(&mut lot);
            // Every second wall passes through two points of the path, which is rare at random.
            let (a, b) = if number.is_multiple_of(2) {
                let (from, to) = (at(lot.below(every)), at(lot.below(every)));
                let on = to - from;
                ((from - on).point(), (to + on).point())
            } else {
                let far = |p: Point| Point::new(3 * p.x, 3 * p.y);
                (far(lot.spot()), far(lot.spot()))
            };
            let Some(line) = Line::new(vec![a, b]) else {
                continue;
            };
            let wall = Edge::new(a, b);
            // What lies at an end, or is grazed, is within the tolerance.
            let ends = [at(0), at(every)].map(|p| (wall.nearest(p) - p).length());
            let tips = [wall.a, wall.b].map(|p| ((p - way.hub).length() - way.arm.length()).abs());
            let off = (way.hub - wall.a).cross((wall.b - wall.a).unit()).abs();
            let near = ends.iter().chain(&tips).any(|&far| far < 10.0);
            if near || (off - way.arm.length()).abs() < 40.0 {
                continue;
            }
            let crossed = (0..every).filter(|&part| {
                let step = Edge::between(at(part), at(part + 1));
                let (d, e) = (step.b - step.a, wall.b - wall.a);
                let (t, s) = (
                    (wall.a - step.a).cross(e) / d.cross(e),
                    (wall.a - step.a).cross(d) / d.cross(e),
                );
                (0.0..1.0).contains(&t) && (0.0..1.0).contains(&s)
            });
            let counted = crossed.count();
            assert_eq!(way.crossings(&line).len(), counted, "{way:?} {line:?}");
            met[counted.min(2)] += 1;
        }
        assert!(cases() < 400 || met.iter().all(|&n| n > 10), "{met:?}");
    }
}

//! Plane geometry with plain floating-point numbers.

use sandtable_battle::{Setting, Unit};

/// A point or a vector.
pub type P = (f64, f64);
/// An outline.
pub type Shape = Vec<P>;

/// Returns the vector from `b` to `a`.
#[must_use]
pub fn sub(a: P, b: P) -> P {
    (a.0 - b.0, a.1 - b.1)
}

/// Returns the point that lies `by` times `d` away from `a`.
#[must_use]
pub fn along(a: P, d: P, by: f64) -> P {
    (a.0 + d.0 * by, a.1 + d.1 * by)
}

/// Returns the scalar product.
#[must_use]
pub fn dot(a: P, b: P) -> f64 {
    a.0 * b.0 + a.1 * b.1
}

/// Returns the cross product: positive if `b` lies to the left of `a`.
#[must_use]
pub fn cross(a: P, b: P) -> f64 {
    a.0 * b.1 - a.1 * b.0
}

/// Returns the length of a vector.
#[must_use]
pub fn length(a: P) -> f64 {
    dot(a, a).sqrt()
}

/// Returns the opposite direction.
#[must_use]
pub fn back(a: P) -> P {
    (-a.0, -a.1)
}

/// Returns the direction a quarter turn clockwise.
#[must_use]
pub fn right(a: P) -> P {
    (a.1, -a.0)
}

/// Returns the direction of a heading in 1/65536 turn, clockwise from north.
#[must_use]
#[expect(clippy::disallowed_methods, reason = "nothing of the engine's")]
pub fn heading(steps: f64) -> P {
    let turn = steps / 65536.0 * std::f64::consts::TAU;
    (turn.sin(), turn.cos())
}

/// Returns the heading of a direction, in 1/65536 turn, from 0 up to 65536.
#[must_use]
#[expect(clippy::disallowed_methods, reason = "nothing of the engine's")]
pub fn bearing(d: P) -> f64 {
    (d.0.atan2(d.1) / std::f64::consts::TAU * 65536.0).rem_euclid(65536.0)
}

/// Returns the angle between two headings in 1/65536 turn, at most half a turn.
#[must_use]
pub fn turn(a: f64, b: f64) -> f64 {
    let by = (b - a).rem_euclid(65536.0);
    by.min(65536.0 - by)
}

/// Base of a unit: a rectangle with a front.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Base {
    /// Centre of the base.
    pub at: P,
    /// Heading in 1/65536 turn.
    pub heading: f64,
    /// Frontage, its width.
    pub wide: f64,
    /// Depth.
    pub deep: f64,
}

impl Base {
    /// Returns the base of a unit with this frontage and depth, whose pose is its centre.
    #[must_use]
    pub fn of(unit: &Unit, wide: f64, deep: f64) -> Self {
        Self {
            at: (f64::from(unit.pose.x), f64::from(unit.pose.y)),
            heading: f64::from(unit.pose.facing.0),
            wide,
            deep,
        }
    }

    /// Returns whether the base lies on the table, within `slack`.
    #[must_use]
    pub fn is_on(&self, table: &Setting, slack: f64) -> bool {
        let size = (f64::from(table.width), f64::from(table.height));
        let within = |v: f64, most: f64| v >= -slack && v <= most + slack;
        let corners = self.shape();
        corners
            .iter()
            .all(|p| within(p.0, size.0) && within(p.1, size.1))
    }

    /// Returns the direction straight ahead.
    #[must_use]
    pub fn front(&self) -> P {
        heading(self.heading)
    }

    /// Returns the point this far to the right of the centre and this far ahead.
    #[must_use]
    pub fn point(&self, aside: f64, ahead: f64) -> P {
        let f = self.front();
        along(along(self.at, right(f), aside), f, ahead)
    }

    /// Returns how far a point lies to the right of the centre and how far ahead.
    #[must_use]
    pub fn local(&self, p: P) -> P {
        let (off, f) = (sub(p, self.at), self.front());
        (dot(off, right(f)), dot(off, f))
    }

    /// Returns the corners, clockwise: front left, front right, rear right, rear left.
    #[must_use]
    pub fn shape(&self) -> Shape {
        let (w, d) = (self.wide / 2.0, self.deep / 2.0);
        [(-w, d), (w, d), (w, -d), (-w, -d)]
            .map(|(aside, ahead)| self.point(aside, ahead))
            .to_vec()
    }

    /// Returns the front edge, from left to right.
    #[must_use]
    pub fn edge(&self) -> (P, P) {
        let (w, d) = (self.wide / 2.0, self.deep / 2.0);
        (self.point(-w, d), self.point(w, d))
    }

    /// Returns the same base at another place.
    #[must_use]
    pub const fn moved_to(&self, at: P) -> Self {
        Self { at, ..*self }
    }

    /// Returns the same base with another heading.
    #[must_use]
    pub const fn turned_to(&self, heading: f64) -> Self {
        Self { heading, ..*self }
    }

    /// Returns the same base moved this far in a direction.
    #[must_use]
    pub fn slid(&self, d: P, by: f64) -> Self {
        self.moved_to(along(self.at, d, by))
    }
}

/// Lists the edges of an outline.
pub fn sides(shape: &[P]) -> impl Iterator<Item = (P, P)> + '_ {
    let n = shape.len();
    (0..n).map(move |i| (shape[i], shape[(i + 1) % n]))
}

/// Returns the distance of a point from a segment.
#[must_use]
pub fn to_segment(p: P, (a, b): (P, P)) -> f64 {
    let d = sub(b, a);
    let t = if dot(d, d) == 0.0 {
        0.0
    } else {
        (dot(sub(p, a), d) / dot(d, d)).clamp(0.0, 1.0)
    };
    length(sub(p, along(a, d, t)))
}

/// Returns the part of an outline on the side of a line where `inward` points.
#[must_use]
pub fn cut(shape: &[P], origin: P, inward: P) -> Shape {
    let height = |p: P| dot(sub(p, origin), inward);
    let mut out = Shape::new();
    for (p, q) in sides(shape) {
        let (a, b) = (height(p), height(q));
        if a >= 0.0 {
            out.push(p);
        }
        if a * b < 0.0 {
            out.push(along(p, sub(q, p), a / (a - b)));
        }
    }
    out
}

/// Returns the area of an outline.
#[must_use]
pub fn area(shape: &[P]) -> f64 {
    let twice: f64 = sides(shape).map(|(a, b)| cross(a, b)).sum();
    twice.abs() / 2.0
}

/// Returns whether a point lies in an outline, or within `slack` of it.
#[must_use]
pub fn holds(shape: &[P], p: P, slack: f64) -> bool {
    let mut odd = false;
    for (a, b) in sides(shape) {
        if to_segment(p, (a, b)) <= slack {
            return true;
        }
        if (a.1 > p.1) != (b.1 > p.1) && p.0 < a.0 + (p.1 - a.1) / (b.1 - a.1) * (b.0 - a.0) {
            odd = !odd;
        }
    }
    odd
}

/// Lists the places along a segment, from 0 to 1, where it meets the edges of an outline.
fn meetings((a, b): (P, P), shape: &[P]) -> Vec<f64> {
    let d = sub(b, a);
    let mut at = vec![0.0, 1.0];
    for (p, q) in sides(shape) {
        let e = sub(q, p);
        let k = cross(d, e);
        if k.abs() > 1e-9 {
            let t = cross(sub(p, a), e) / k;
            let u = cross(sub(p, a), d) / k;
            if (0.0..=1.0).contains(&t) && (-1e-9..=1.0 + 1e-9).contains(&u) {
                at.push(t);
            }
        }
    }
    at.sort_by(f64::total_cmp);
    at
}

/// Returns the length of a segment inside an outline.
#[must_use]
pub fn inside(line: (P, P), shape: &[P]) -> f64 {
    let d = sub(line.1, line.0);
    let at = meetings(line, shape);
    let parts = at.windows(2).filter(|part| {
        let middle = along(line.0, d, f64::midpoint(part[0], part[1]));
        // A part along an edge counts as outside.
        let beside = sides(shape).any(|side| to_segment(middle, side) < 0.01);
        !beside && holds(shape, middle, 0.0)
    });
    parts.map(|part| part[1] - part[0]).sum::<f64>() * length(d)
}

/// Returns whether a path keeps to bridges and fords: it uses one, and uses one wherever it crosses
/// water.
#[must_use]
pub fn keeps_dry(way: (P, P), water: &[Shape], crossings: &[&Shape], slack: f64) -> bool {
    let long = sub(way.1, way.0);
    let shapes = water.iter().chain(crossings.iter().copied());
    let mut ends: Vec<f64> = shapes.flat_map(|shape| meetings(way, shape)).collect();
    ends.sort_by(f64::total_cmp);
    let (mut dry, mut wet) = (0.0, 0.0);
    for part in ends.windows(2) {
        let middle = along(way.0, long, f64::midpoint(part[0], part[1]));
        let far = (part[1] - part[0]) * length(long);
        if crossings.iter().any(|shape| holds(shape, middle, 0.0)) {
            dry += far;
        } else if water.iter().any(|shape| holds(shape, middle, 0.0)) {
            wet += far;
        }
    }
    dry > slack && wet <= slack
}

/// Returns whether a line of sight runs through a base by more than `slack`. A line along an edge
/// or through a corner does not.
#[must_use]
pub fn runs_through(line: (P, P), base: &Base, slack: f64) -> bool {
    let inner = Base {
        wide: base.wide - 2.0 * slack,
        deep: base.deep - 2.0 * slack,
        ..*base
    };
    inside(line, &inner.shape()) > slack
}

/// Returns the length of a line of sight that may lie in an area it only grazes, for an umpire that
/// compares with a tolerance. A line that cuts a corner runs inside for longer than it is deep
/// inside, and its end is rounded. Cases between the three tolerances are too close to call.
#[must_use]
pub fn graze(slack: f64) -> f64 {
    (5.0 * slack - 8.0).max(0.0)
}

/// Returns the shortest distance of a segment from an outline: zero if it reaches inside.
#[must_use]
pub fn gap(segment: (P, P), shape: &[P]) -> f64 {
    if holds(shape, segment.0, 0.0) || inside(segment, shape) > 0.0 {
        return 0.0;
    }
    let each = sides(shape).flat_map(|side| {
        [
            to_segment(segment.0, side),
            to_segment(segment.1, side),
            to_segment(side.0, segment),
            to_segment(side.1, segment),
        ]
    });
    each.fold(f64::INFINITY, f64::min)
}

/// Returns the shortest line from an edge to an outline. Of all lines that are longer by at most
/// `tie`, it takes the one that starts nearest to the eye.
#[must_use]
pub fn shortest(edge: (P, P), shape: &[P], eye: P, tie: f64) -> (P, P) {
    let on = |p: P, (a, b): (P, P)| {
        let d = sub(b, a);
        let square = dot(d, d);
        let t = if square == 0.0 {
            0.0
        } else {
            (dot(sub(p, a), d) / square).clamp(0.0, 1.0)
        };
        along(a, d, t)
    };
    let mut pairs: Vec<(P, P)> = Vec::new();
    for side in sides(shape) {
        for p in [edge.0, edge.1, eye] {
            let p = on(p, edge);
            pairs.push((p, on(p, side)));
        }
        pairs.push((on(side.0, edge), side.0));
        // For parallel edges, the line from the point nearest to the eye.
        let foot = on(on(eye, side), edge);
        pairs.push((foot, on(foot, side)));
    }
    let far = |pair: &(P, P)| length(sub(pair.1, pair.0));
    let least = pairs.iter().map(far).fold(f64::INFINITY, f64::min);
    let off = |pair: &(P, P)| length(sub(pair.0, eye));
    let near = pairs.into_iter().filter(|pair| far(pair) <= least + tie);
    near.min_by(|a, b| off(a).total_cmp(&off(b)))
        .unwrap_or((eye, eye))
}

/// Returns the shortest distance between two outlines: zero if they overlap.
#[must_use]
pub fn apart(one: &[P], other: &[P]) -> f64 {
    let inner = one.iter().any(|&p| holds(other, p, 0.0));
    if inner || other.iter().any(|&p| holds(one, p, 0.0)) {
        return 0.0;
    }
    sides(one)
        .map(|side| gap(side, other))
        .fold(f64::INFINITY, f64::min)
}

/// Returns how deep two convex outlines overlap; negative if they are apart.
#[must_use]
pub fn depth(one: &[P], other: &[P]) -> f64 {
    let mut least = f64::INFINITY;
    for (p, q) in sides(one).chain(sides(other)) {
        let side = sub(q, p);
        let axis = (side.1 / length(side), -side.0 / length(side));
        let (a, b) = (span(one, axis), span(other, axis));
        least = least.min(a.1.min(b.1) - a.0.max(b.0));
    }
    least
}

/// Returns the range of an outline along a direction.
#[must_use]
pub fn span(shape: &[P], axis: P) -> (f64, f64) {
    let all = shape.iter().map(|&p| dot(p, axis));
    all.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| {
        (l.min(v), h.max(v))
    })
}

/// Returns whether a base reaches into an outline of any shape by more than `slack`.
#[must_use]
pub fn reaches_into(base: &Base, shape: &[P], slack: f64) -> bool {
    let (f, r) = (base.front(), right(base.front()));
    let mut part = shape.to_vec();
    let (w, d) = (base.wide / 2.0 - slack, base.deep / 2.0 - slack);
    for (aside, ahead, inward) in [
        (w, 0.0, back(r)),
        (-w, 0.0, r),
        (0.0, d, back(f)),
        (0.0, -d, f),
    ] {
        if part.len() < 3 {
            return false;
        }
        part = cut(&part, base.point(aside, ahead), inward);
    }
    part.len() >= 3 && area(&part) > 1.0
}

/// Lists the parts of a line that lie in an outline, each from where to where.
fn pieces(shape: &[P], (across, at): (P, f64), d: P) -> Vec<(f64, f64)> {
    let mut hits: Vec<f64> = Vec::new();
    for (p, q) in sides(shape) {
        let (a, b) = (dot(p, across) - at, dot(q, across) - at);
        if (a > 0.0) != (b > 0.0) {
            hits.push(dot(along(p, sub(q, p), a / (a - b)), d));
        }
    }
    hits.sort_by(f64::total_cmp);
    hits.chunks_exact(2).map(|two| (two[0], two[1])).collect()
}

/// Returns whether an outline is convex.
fn is_convex(shape: &[P]) -> bool {
    let n = shape.len();
    let turns = (0..n).map(|i| {
        let (a, b, c) = (shape[i], shape[(i + 1) % n], shape[(i + 2) % n]);
        cross(sub(b, a), sub(c, b))
    });
    let (low, high) = turns.fold((0.0_f64, 0.0_f64), |(l, h), t| (l.min(t), h.max(t)));
    low >= -1e-6 || high <= 1e-6
}

/// Returns the range, from zero on, in which a convex outline that moves along `d` overlaps another
/// by more than `slack`; the range starts where they first touch. An outline behind or beside it is
/// never met.
#[must_use]
pub fn passage(moving: &[P], d: P, other: &[P], slack: f64) -> Option<(f64, f64)> {
    if !is_convex(other) {
        return passage_of_any(moving, d, other, slack);
    }
    let (mut enter, mut touch, mut exit) = (f64::NEG_INFINITY, 0.0, f64::INFINITY);
    for (p, q) in sides(moving).chain(sides(other)) {
        let side = sub(q, p);
        let axis = (side.1 / length(side), -side.0 / length(side));
        let (a, b, speed) = (span(moving, axis), span(other, axis), dot(d, axis));
        // They overlap along this axis while both of these exceed `slack`.
        let (ahead, behind) = (a.1 - b.0, b.1 - a.0);
        if speed.abs() < 1e-9 {
            if ahead.min(behind) <= slack {
                return None;
            }
            continue;
        }
        // As it moves, one of these grows and the other shrinks.
        let (grows, shrinks) = if speed > 0.0 {
            (ahead, behind)
        } else {
            (behind, ahead)
        };
        let from = (slack - grows) / speed.abs();
        if from > enter {
            (enter, touch) = (from, -grows / speed.abs());
        }
        exit = exit.min((shrinks - slack) / speed.abs());
    }
    (enter < exit && exit > 0.0).then_some((touch.max(0.0), exit))
}

/// Returns the same for an outline of any shape, line by line.
fn passage_of_any(moving: &[P], d: P, other: &[P], slack: f64) -> Option<(f64, f64)> {
    let across = right(d);
    let (m, o) = (span(moving, across), span(other, across));
    let (low, high) = (m.0.max(o.0) + slack / 2.0, m.1.min(o.1) - slack / 2.0);
    if high <= low {
        return None;
    }
    // Take lines slightly beside the corners, where they cut each outline cleanly.
    let hair = (high - low) * 1e-7;
    let corners = moving.iter().chain(other).map(|&p| dot(p, across));
    let lines = corners
        .chain([low, high])
        .flat_map(|at| [at - hair, at + hair])
        .filter(|at| (low..=high).contains(at));
    let mut found: Option<(f64, f64)> = None;
    for at in lines {
        for own in pieces(moving, (across, at), d) {
            for theirs in pieces(other, (across, at), d) {
                if theirs.1 <= own.0 + slack {
                    continue;
                }
                let (enter, exit) = (theirs.0 - own.1, theirs.1 - own.0);
                let so_far = found.unwrap_or((f64::INFINITY, f64::NEG_INFINITY));
                found = Some((so_far.0.min(enter), so_far.1.max(exit)));
            }
        }
    }
    found.map(|(enter, exit)| (enter.max(0.0), exit))
}

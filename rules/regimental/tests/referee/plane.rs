//! Plane geometry in inches, with plain numbers, for a second umpire.

pub use sandtable_referee::plane::{P, Shape, along, back, cut, dot, length, right, sides, sub};

/// Two values this close are equal, by the tolerance of all measuring.
pub const SAME: f64 = 0.0004;
/// A lane is as wide as its column, apart from the rounding of places: less overlap than this is
/// none.
pub const GRAZES: f64 = 0.0018;
/// Nothing closer to a limit than this, unless equal to it, is ruled on.
pub const CLOSE: f64 = 0.004;

pub fn unit(a: P) -> P {
    (a.0 / length(a), a.1 / length(a))
}

/// Returns the point of a segment that is nearest to a point.
pub fn nearest((a, b): (P, P), p: P) -> P {
    let d = sub(b, a);
    let all = dot(d, d);
    let t = if all == 0.0 {
        0.0
    } else {
        (dot(sub(p, a), d) / all).clamp(0.0, 1.0)
    };
    along(a, d, t)
}

/// Returns how much of a segment lies within an outline, convex or not.
pub fn inside((a, b): (P, P), shape: &[P]) -> f64 {
    let d = sub(b, a);
    let mut at = vec![0.0, 1.0];
    for side in sides(shape) {
        at.extend(crossing((a, b), side));
    }
    at.sort_by(f64::total_cmp);
    let spans = at.windows(2).map(|w| (w[0], w[1] - w[0]));
    let within = spans.filter(|&(from, far)| holds(shape, along(a, d, from + far / 2.0)));
    within.map(|(_, far)| far).sum::<f64>() * length(d)
}

/// Returns where along a segment it crosses another one.
pub fn crossing((a, b): (P, P), (p, q): (P, P)) -> Option<f64> {
    let (d, e) = (sub(b, a), sub(q, p));
    let cross = d.0 * e.1 - d.1 * e.0;
    if cross.abs() < 1e-12 {
        return None;
    }
    let off = sub(p, a);
    let t = (off.0 * e.1 - off.1 * e.0) / cross;
    let s = (off.0 * d.1 - off.1 * d.0) / cross;
    ((0.0..=1.0).contains(&t) && (0.0..=1.0).contains(&s)).then_some(t)
}

/// Whether a point lies in an outline.
pub fn holds(shape: &[P], p: P) -> bool {
    let mut odd = false;
    for (a, b) in sides(shape) {
        let spans = (a.1 > p.1) != (b.1 > p.1);
        odd ^= spans && p.0 < (b.0 - a.0) * (p.1 - a.1) / (b.1 - a.1) + a.0;
    }
    odd
}

/// Returns the distance of a point from an outline.
pub fn from_edge(shape: &[P], p: P) -> f64 {
    let each = sides(shape).map(|side| length(sub(nearest(side, p), p)));
    each.fold(f64::INFINITY, f64::min)
}

/// Returns when a convex shape that slides in a direction overlaps another one, as a start and an
/// end in inches of its way. Shapes that only pass beside each other never overlap.
pub fn slide(own: &[P], way: P, other: &[P], spare: f64) -> Option<(f64, f64)> {
    let (mut enter, mut leave) = (f64::NEG_INFINITY, f64::INFINITY);
    for (p, q) in sides(own).chain(sides(other)) {
        let axis = unit(right(sub(q, p)));
        let span = |shape: &[P]| {
            let all = shape.iter().map(|&p| dot(p, axis));
            all.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| {
                (l.min(v), h.max(v))
            })
        };
        let (a, b) = (span(own), span(other));
        let speed = dot(way, axis);
        let (low, high) = (b.0 - a.1 - spare, b.1 - a.0 + spare);
        if speed.abs() < 1e-9 {
            if low >= 0.0 || high <= 0.0 {
                return None;
            }
        } else {
            let (from, to) = (low / speed, high / speed);
            enter = enter.max(from.min(to));
            leave = leave.min(from.max(to));
        }
    }
    (enter < leave).then_some((enter, leave))
}

/// Returns how deep two convex shapes overlap; below zero they are apart.
pub fn depth(one: &[P], other: &[P]) -> f64 {
    let mut least = f64::INFINITY;
    for (p, q) in sides(one).chain(sides(other)) {
        let axis = unit(right(sub(q, p)));
        let span = |shape: &[P]| {
            let all = shape.iter().map(|&p| dot(p, axis));
            all.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| {
                (l.min(v), h.max(v))
            })
        };
        let (a, b) = (span(one), span(other));
        least = least.min(a.1.min(b.1) - a.0.max(b.0));
    }
    least
}

/// Returns the distance between two outlines.
pub fn apart(one: &[P], other: &[P]) -> f64 {
    let mut least = f64::INFINITY;
    for (all, shape) in [(one, other), (other, one)] {
        for &p in all {
            least = least.min(from_edge(shape, p));
        }
    }
    least
}

/// Returns the shortest way from a segment to a convex shape; if there are several, the middle one.
pub fn shortest(edge: (P, P), shape: &[P]) -> (f64, P, P) {
    let to = |p: P| -> (f64, P) {
        if shape.len() > 2 && holds(shape, p) {
            return (0.0, p);
        }
        let each = sides(shape).map(|side| nearest(side, p));
        let each = each.map(|q| (length(sub(p, q)), q));
        each.min_by(|a, b| a.0.total_cmp(&b.0)).expect("a side")
    };
    let mut starts = vec![edge.0, edge.1];
    for &corner in shape {
        starts.push(nearest(edge, corner));
    }
    for side in sides(shape) {
        starts.extend(crossing(edge, side).map(|t| along(edge.0, sub(edge.1, edge.0), t)));
    }
    let least = starts
        .iter()
        .map(|&p| to(p).0)
        .fold(f64::INFINITY, f64::min);
    let d = sub(edge.1, edge.0);
    let place = |p: P| dot(sub(p, edge.0), d) / dot(d, d).max(1e-12);
    let among = starts.iter().filter(|&&p| to(p).0 < least + 1e-6);
    let (low, high) = among.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), &p| {
        (l.min(place(p)), h.max(place(p)))
    });
    let from = along(edge.0, d, f64::midpoint(low, high));
    (least, from, to(from).1)
}

//! Plane geometry for one who measures with plain numbers, in inches.

/// A point or a vector.
pub type P = (f64, f64);
/// A convex outline.
pub type Shape = Vec<P>;

pub fn sub(a: P, b: P) -> P {
    (a.0 - b.0, a.1 - b.1)
}

pub fn along(a: P, d: P, by: f64) -> P {
    (a.0 + d.0 * by, a.1 + d.1 * by)
}

pub fn dot(a: P, b: P) -> f64 {
    a.0 * b.0 + a.1 * b.1
}

pub fn length(a: P) -> f64 {
    dot(a, a).sqrt()
}

fn to_segment(p: P, (a, b): (P, P)) -> f64 {
    let d = sub(b, a);
    let t = if dot(d, d) == 0.0 {
        0.0
    } else {
        (dot(sub(p, a), d) / dot(d, d)).clamp(0.0, 1.0)
    };
    length(sub(p, along(a, d, t)))
}

pub fn sides(shape: &[P]) -> Vec<(P, P)> {
    let n = shape.len();
    (0..n).map(|i| (shape[i], shape[(i + 1) % n])).collect()
}

/// The part of a shape on the side of a line where `inward` points.
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

/// The distance of a segment from a shape that it does not cross, and where on the
/// shape it is reached.
pub fn gap(segment: (P, P), shape: &[P]) -> f64 {
    let mut best = f64::INFINITY;
    for side in sides(shape) {
        for d in [
            to_segment(segment.0, side),
            to_segment(segment.1, side),
            to_segment(side.0, segment),
            to_segment(side.1, segment),
        ] {
            best = best.min(d);
        }
    }
    best
}

/// How much of a segment lies in a clockwise convex shape.
pub fn inside((a, b): (P, P), shape: &[P]) -> f64 {
    let d = sub(b, a);
    let (mut low, mut high) = (0.0_f64, 1.0_f64);
    for (p, q) in sides(shape) {
        let side = sub(q, p);
        let inward = (side.1, -side.0);
        let (at, speed) = (dot(sub(a, p), inward), dot(d, inward));
        if speed.abs() < 1e-12 {
            if at < 0.0 {
                return 0.0;
            }
        } else if speed > 0.0 {
            low = low.max(-at / speed);
        } else {
            high = high.min(-at / speed);
        }
    }
    (high - low).max(0.0) * length(d)
}

/// How deep two convex shapes overlap; below nought they are apart.
pub fn depth(one: &[P], other: &[P]) -> f64 {
    let mut least = f64::INFINITY;
    for (p, q) in sides(one).into_iter().chain(sides(other)) {
        let side = sub(q, p);
        let axis = (side.1 / length(side), -side.0 / length(side));
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

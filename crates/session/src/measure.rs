//! From the table's integers to a page's inches and degrees, and back.

use crate::EngineError;
use crate::view::{Placed, Stance, TapeView, Xy};
use sandtable_geometry::{Facing, Length, Point, Rect, Tape, to_inches};

/// Farthest a page may point, in inches: no table is larger.
const FARTHEST: f64 = 1000.0;

/// A number with at most four decimals: they hold every length exactly.
fn short(value: f64) -> f64 {
    (value * 10_000.0).round() / 10_000.0
}

/// A length in inches.
pub(crate) fn long(length: Length) -> f64 {
    short(to_inches(length))
}

/// A point in inches.
pub(crate) fn xy(p: Point) -> Xy {
    [long(p.x), long(p.y)]
}

/// A size in inches.
pub(crate) fn size(rect: &Rect) -> Xy {
    [long(rect.frontage()), long(rect.depth())]
}

/// A facing in degrees.
pub(crate) fn degrees(facing: Facing) -> f64 {
    short(facing.degrees())
}

/// A turn in degrees, from steps of 1/65536 turn.
pub(crate) fn turn(steps: i32) -> f64 {
    short(f64::from(steps) * (360.0 / 65536.0))
}

/// A measured distance.
pub(crate) fn tape(tape: Tape) -> TapeView {
    TapeView {
        from: xy(tape.from),
        to: xy(tape.to),
        length: long(tape.length),
    }
}

/// A rectangle.
pub(crate) fn placed(rect: &Rect) -> Placed {
    Placed {
        centre: xy(rect.centre()),
        facing: degrees(rect.facing()),
        size: size(rect),
    }
}

/// Where a rectangle lies.
pub(crate) fn stance(rect: &Rect) -> Stance {
    Stance {
        centre: xy(rect.centre()),
        facing: degrees(rect.facing()),
    }
}

/// Outlines of points.
pub(crate) fn outline(points: &[Point]) -> Vec<Xy> {
    points.iter().map(|&p| xy(p)).collect()
}

/// A number with at most two decimals.
pub(crate) fn trim(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" {
        "0".to_owned()
    } else {
        text.to_owned()
    }
}

/// A point that a page gave.
pub(crate) fn point(at: Xy) -> Result<Point, EngineError> {
    let part = |value: f64| {
        Some(value)
            .filter(|v| v.is_finite() && v.abs() <= FARTHEST)
            .and_then(sandtable_geometry::inches)
    };
    match (part(at[0]), part(at[1])) {
        (Some(x), Some(y)) => Ok(Point::new(x, y)),
        _ => Err(
            EngineError::new(format!("[{}, {}] is no point of a table", at[0], at[1]))
                .hint("a point is [x, y] in inches from the south-west corner"),
        ),
    }
}

/// A facing that a page gave.
pub(crate) fn facing(degrees: f64) -> Result<Facing, EngineError> {
    Facing::from_degrees(degrees).ok_or_else(|| {
        EngineError::new(format!("{degrees} is no facing"))
            .hint("a facing is in degrees clockwise from north")
    })
}

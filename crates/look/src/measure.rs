//! Conversion from the table's integers to a page's lengths and degrees, and back. Lengths are in
//! the unit of the rule set's ruler.

use crate::EngineError;
use crate::view::{Placed, Stance, TapeView, Xy};
use sandtable_geometry::{Facing, Length, Point, Rect, Ruler, Tape};
use sandtable_tongue::say;

/// Farthest coordinate that a page may send, in units: no table is larger.
const FARTHEST: f64 = 1000.0;

/// Rounds a number to four decimals: they hold every length exactly.
fn short(value: f64) -> f64 {
    (value * 10_000.0).round() / 10_000.0
}

/// Converts a length to units.
pub fn long(ruler: Ruler, length: Length) -> f64 {
    short(ruler.measure(length))
}

/// Converts a point to units.
pub fn xy(ruler: Ruler, p: Point) -> Xy {
    [long(ruler, p.x), long(ruler, p.y)]
}

/// Converts the size of a rectangle to units.
pub fn size(ruler: Ruler, rect: &Rect) -> Xy {
    [long(ruler, rect.frontage()), long(ruler, rect.depth())]
}

/// Converts a facing to degrees.
pub fn degrees(facing: Facing) -> f64 {
    short(facing.degrees())
}

/// Converts a turn from steps of 1/65536 turn to degrees.
pub fn turn(steps: i32) -> f64 {
    short(f64::from(steps) * (360.0 / 65536.0))
}

/// Converts a measured distance.
pub fn tape(ruler: Ruler, tape: Tape) -> TapeView {
    TapeView {
        from: xy(ruler, tape.from),
        to: xy(ruler, tape.to),
        length: long(ruler, tape.length),
    }
}

/// Converts a rectangle.
pub fn placed(ruler: Ruler, rect: &Rect) -> Placed {
    Placed {
        centre: xy(ruler, rect.centre()),
        facing: degrees(rect.facing()),
        size: size(ruler, rect),
    }
}

/// Returns where a rectangle lies.
pub fn stance(ruler: Ruler, rect: &Rect) -> Stance {
    Stance {
        centre: xy(ruler, rect.centre()),
        facing: degrees(rect.facing()),
    }
}

/// Converts a list of points to an outline.
pub fn outline(ruler: Ruler, points: &[Point]) -> Vec<Xy> {
    points.iter().map(|&p| xy(ruler, p)).collect()
}

/// Formats a length as people say it: one decimal, or two where one would be wrong, and no trailing
/// zeros.
pub fn numeral(ruler: Ruler, length: Length) -> String {
    trim(ruler.measure(length))
}

/// Formats a number with at most two decimals.
pub fn trim(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" {
        "0".to_owned()
    } else {
        sandtable_tongue::numeral(text.to_owned())
    }
}

/// Reads a point that a page sent.
pub fn point(ruler: Ruler, at: Xy) -> Result<Point, EngineError> {
    let part = |value: f64| {
        Some(value)
            .filter(|v| v.is_finite() && v.abs() <= FARTHEST)
            .and_then(|v| ruler.length(v))
    };
    match (part(at[0]), part(at[1])) {
        (Some(x), Some(y)) => Ok(Point::new(x, y)),
        _ => Err(EngineError::new(say!(
            "[{x}, {y}] is not a point of a table",
            x = at[0],
            y = at[1]
        ))
        .hint(say!(
            "a point is [x, y] in {unit} from the south-west corner",
            unit = say(ruler.name())
        ))),
    }
}

/// Reads a facing that a page sent.
pub fn facing(degrees: f64) -> Result<Facing, EngineError> {
    Facing::from_degrees(degrees).ok_or_else(|| {
        EngineError::new(say!("{degrees} is not a facing", degrees = degrees))
            .hint("a facing is in degrees clockwise from north")
    })
}

//! From the table's integers to a page's lengths and degrees, and back. Lengths
//! are in the unit of the rule set's ruler.

use crate::EngineError;
use crate::view::{Placed, Stance, TapeView, Xy};
use sandtable_geometry::{Facing, Length, Point, Rect, Ruler, Tape};
use sandtable_tongue::say;

/// Farthest a page may point, in units: no table is larger.
const FARTHEST: f64 = 1000.0;

/// A number with at most four decimals: they hold every length exactly.
fn short(value: f64) -> f64 {
    (value * 10_000.0).round() / 10_000.0
}

/// A length in units.
pub fn long(ruler: Ruler, length: Length) -> f64 {
    short(ruler.measure(length))
}

/// A point in units.
pub fn xy(ruler: Ruler, p: Point) -> Xy {
    [long(ruler, p.x), long(ruler, p.y)]
}

/// A size in units.
pub fn size(ruler: Ruler, rect: &Rect) -> Xy {
    [long(ruler, rect.frontage()), long(ruler, rect.depth())]
}

/// A facing in degrees.
pub fn degrees(facing: Facing) -> f64 {
    short(facing.degrees())
}

/// A turn in degrees, from steps of 1/65536 turn.
pub fn turn(steps: i32) -> f64 {
    short(f64::from(steps) * (360.0 / 65536.0))
}

/// A measured distance.
pub fn tape(ruler: Ruler, tape: Tape) -> TapeView {
    TapeView {
        from: xy(ruler, tape.from),
        to: xy(ruler, tape.to),
        length: long(ruler, tape.length),
    }
}

/// A rectangle.
pub fn placed(ruler: Ruler, rect: &Rect) -> Placed {
    Placed {
        centre: xy(ruler, rect.centre()),
        facing: degrees(rect.facing()),
        size: size(ruler, rect),
    }
}

/// Where a rectangle lies.
pub fn stance(ruler: Ruler, rect: &Rect) -> Stance {
    Stance {
        centre: xy(ruler, rect.centre()),
        facing: degrees(rect.facing()),
    }
}

/// Outlines of points.
pub fn outline(ruler: Ruler, points: &[Point]) -> Vec<Xy> {
    points.iter().map(|&p| xy(ruler, p)).collect()
}

/// A length as people say it: one decimal, two where one would lie, no
/// needless nought.
pub fn numeral(ruler: Ruler, length: Length) -> String {
    trim(ruler.measure(length))
}

/// A number with at most two decimals.
pub fn trim(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" {
        "0".to_owned()
    } else {
        sandtable_tongue::numeral(text.to_owned())
    }
}

/// A point that a page gave.
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

/// A facing that a page gave.
pub fn facing(degrees: f64) -> Result<Facing, EngineError> {
    Facing::from_degrees(degrees).ok_or_else(|| {
        EngineError::new(say!("{degrees} is not a facing", degrees = degrees))
            .hint("a facing is in degrees clockwise from north")
    })
}

//! Measuring on a wargames table: stands as oriented rectangles, arcs, sight,
//! sweeps and contact.
//!
//! Integers go in and integers come out: positions and lengths are in hundredths of a millimetre,
//! facings in 1/65536 of a turn. Floating point exists only inside a function, uses nothing but
//! `+ - * /` and `sqrt` (and `libm` to build one table), and is rounded once at the end, so every
//! machine measures alike.
//!
//! This crate has no units or rules: nothing here knows what a charge is.
//!
//! ```
//! use sandtable_geometry::{INCH, Facing, Pose, Rect, Zone, within};
//!
//! let us = Rect::centred(Pose::new(18 * INCH, 6 * INCH, Facing::NORTH), 4 * INCH, 2 * INCH);
//! let foe = Rect::centred(Pose::new(18 * INCH, 20 * INCH, Facing::SOUTH), 4 * INCH, 2 * INCH);
//! let tape = us.front_edge().distance(&foe);
//! assert_eq!(tape.length, 12 * INCH);
//! assert!(within(tape.length, 12 * INCH));
//! assert_eq!(us.zone_of(foe.centre()), Zone::Front);
//! ```

mod arc;
mod area;
mod contact;
mod convex;
mod distance;
mod facing;
mod fan;
mod field;
mod lane;
mod line;
mod pivot;
mod place;
mod pose;
mod rect;
mod room;
mod ruler;
mod sweep;
mod swing;
mod trail;
mod turns;
mod vector;

pub use arc::{Arc, Bars, Headings, both, longest};
pub use area::Area;
pub use contact::{Contact, flush};
pub use convex::Convex;
pub use distance::{Edge, Tape};
pub use facing::Facing;
pub use fan::{Bounds, Drift, Fan, Touch};
pub use field::Field;
pub use lane::{Lane, Slides};
pub use line::{Line, keeps_to};
pub use pivot::Pivot;
pub use place::{Shifts, Spots, nearest_place, nearest_place_about, nearest_place_among};
pub use pose::{Point, Pose};
pub use rect::{Anchor, Face, Rect, Zone};
pub use room::{Room, clear_from};
pub use ruler::Ruler;
pub use sweep::{Passage, Strip};
pub use swing::Swing;
pub use trail::Trail;
pub use turns::Turns;

/// A length in hundredths of a millimetre.
pub type Length = i32;

/// One inch in hundredths of a millimetre, exactly.
pub const INCH: Length = 2540;

/// The one tolerance of all measuring: 0.02 mm, always in favour of "within". It stands for every
/// tolerance in a rule set's specification.
pub const TOLERANCE: Length = 2;

/// The tolerance as the measuring functions use it internally.
pub(crate) const EPS: f64 = TOLERANCE as f64;

/// Returns whether a measured length is within a limit, with the tolerance.
#[must_use]
pub const fn within(measured: Length, limit: Length) -> bool {
    measured <= limit.saturating_add(TOLERANCE)
}

/// How far an angle may exceed a limit and still count as within it, in 1/65536 of a turn: the part
/// of 0.01 degrees that a heading can represent.
pub const ANGLE_TOLERANCE: i32 = 1;

/// Returns whether a turn, to either side, is within a limit, with the tolerance.
#[must_use]
pub const fn within_turn(turn: i32, limit: i32) -> bool {
    turn.abs() <= limit.saturating_add(ANGLE_TOLERANCE)
}

/// Converts inches as people write them to a length; rounds to the nearest 1/100 mm.
///
/// Returns `None` if the number is not finite or is beyond 10 000 inches.
#[must_use]
pub fn inches(value: f64) -> Option<Length> {
    Ruler::Inches.length(value)
}

/// Returns a length in inches, for display. Four decimals hold it exactly.
#[must_use]
pub fn to_inches(length: Length) -> f64 {
    Ruler::Inches.measure(length)
}

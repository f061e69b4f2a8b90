//! Measuring on a wargames table: stands as oriented rectangles, arcs, sight,
//! sweeps and contact.
//!
//! Integers go in and integers come out: positions and lengths are hundredths
//! of a millimetre, facings 1/65536 of a turn. Floating point lives only inside
//! a function, uses nothing but `+ - * /` and `sqrt` (and `libm` to build one
//! table), and is rounded once on the way out, so every machine measures alike.
//!
//! It is not a place for units or rules: nothing here knows what a charge is.
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
pub use place::{Shifts, nearest_place, nearest_place_among};
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

/// One inch in hundredths of a millimetre; exact.
pub const INCH: Length = 2540;

/// The one tolerance of all measuring: 0.02 mm, always in favour of "within".
/// It stands for every tolerance that a rule set's specification names.
pub const TOLERANCE: Length = 2;

/// The tolerance as the kernel of the measuring functions uses it.
pub(crate) const EPS: f64 = TOLERANCE as f64;

/// Whether a measured length is within a limit, the tolerance granted.
#[must_use]
pub const fn within(measured: Length, limit: Length) -> bool {
    measured <= limit.saturating_add(TOLERANCE)
}

/// How far an angle may be beyond a limit and still count as within it, in
/// 1/65536 of a turn: as much of 0.01 degrees as a heading can show.
pub const ANGLE_TOLERANCE: i32 = 1;

/// Whether a turn, to either side, is within a limit, the tolerance granted.
#[must_use]
pub const fn within_turn(turn: i32, limit: i32) -> bool {
    turn.abs() <= limit.saturating_add(ANGLE_TOLERANCE)
}

/// Inches as people write them, to a length; rounds to the nearest 1/100 mm.
///
/// Returns `None` when the number is not finite or is beyond 10 000 inches.
#[must_use]
pub fn inches(value: f64) -> Option<Length> {
    Ruler::Inches.length(value)
}

/// A length in inches, for showing. Four decimals hold it exactly.
#[must_use]
pub fn to_inches(length: Length) -> f64 {
    Ruler::Inches.measure(length)
}

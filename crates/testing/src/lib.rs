//! Small tables to set up positions on, for the tests of rule sets: a [`Board`] has a rule set and a
//! battle, and the functions beside it write orders briefly. All lengths are in inches, all angles
//! in degrees. For what stands on rule sets, [`Wrapped`] counts, or takes their advice away.

mod board;
mod orders;
mod wrapped;

pub use board::{Board, rectangle};
pub use orders::{
    advance, charge, cites, decide, face, fight, form, forward, join, ordered, pivot, shoot, test,
    told,
};
pub use wrapped::Wrapped;

use sandtable_battle::Switches;
use sandtable_geometry::{Facing, Length, Pose, inches};

/// Converts inches to a length.
///
/// # Panics
/// If there is no such length.
#[must_use]
pub fn inch(value: f64) -> Length {
    inches(value).expect("a length")
}

/// Converts degrees to a facing.
///
/// # Panics
/// If there is no such facing.
#[must_use]
pub fn degrees(value: f64) -> Facing {
    Facing::from_degrees(value).expect("an angle")
}

/// Makes a pose from inches and degrees.
#[must_use]
pub fn pose(x: f64, y: f64, heading: f64) -> Pose {
    Pose::new(inch(x), inch(y), degrees(heading))
}

/// Collects switches by name.
#[must_use]
pub fn switches(chosen: &[(&str, &str)]) -> Switches {
    let all = Switches::default();
    chosen
        .iter()
        .fold(all, |all, (name, value)| all.with(name, value))
}

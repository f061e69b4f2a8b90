//! Marks: what a battle in progress remembers about a unit, about a side and about itself.
//!
//! The card declares each mark once, with its type ([`Sort`]), its name in files and a sentence
//! that explains it. Rule sets read and set marks through typed handles:
//!
//! ```
//! use sandtable_battle::{Mark, UnitId, Unit};
//!
//! const STRUCK_BY: Mark<Option<UnitId>> = Mark::at(3);
//! let unit = Unit::default();
//! assert_eq!(STRUCK_BY.of(&unit), None);
//! ```
//!
//! The battle stores one whole number for each mark: zero is its value before anything has
//! happened.

mod declare;
mod handle;
mod kept;
mod spec;
mod value;

pub use handle::{BattleMark, Mark, SideMark};
pub use kept::{MARKS, Marks, Memory, WIDE_MARKS};
pub use spec::{MarkSpec, Sort};
pub(crate) use value::FARTHEST;
pub use value::{Far, Marked, Named, Set};

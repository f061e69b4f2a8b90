//! Battles whose positions are left to a real table.
//!
//! The miniatures stand on a real table, and nobody copies their moves to a screen. With each order
//! you state the positions that it needs: how far, which side is met, on what ground, who stands
//! nearby. [`arrange`] puts the units so that the rules find exactly that, with everyone else far
//! out of the way, and there the ordinary order is judged and resolved. This crate contains no
//! rules and bypasses none: marks, losses, cards and phases are the battle's own.

mod acts;
mod arrange;
mod ground;
mod homes;
mod keep;
mod ways;

pub use acts::{AT, Act, acts, contacts, ready};
pub use arrange::arrange;
pub use homes::{leave, sets_up};
pub use keep::keep;
pub use ways::{Span, Way, span, ways};

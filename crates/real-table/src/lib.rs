//! Battles whose positions are left to a real table.
//!
//! The miniatures stand on a real table, and nobody draws their moves on a screen.
//! What an order needs of positions is stated with it: how far, which side is met,
//! on what ground, who stands beside. [`arrange`] puts the units so that the rules
//! find just that, everyone else far out of the way, and the ordinary order is
//! judged and resolved there. No rule is known here and none is gone around: marks,
//! losses, cards and phases are the battle's own.

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

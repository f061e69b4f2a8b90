//! Battles for learners.
//!
//! An [`Arena`] is a scenario with two finite languages: a position is a row of numbers
//! ([`Arena::features`] names them, with their units), and what may be ordered is a mask over a
//! fixed list of actions ([`Arena::action`] says what one means). A [`Table`] is a battle in it.
//! [`step_all`] moves many tables at once, on several threads.
//!
//! Nothing here knows a rule. An action is open only when the rule set has judged the order that
//! it stands for to be legal, in this very position.

mod acts;
mod arena;
mod many;
mod seen;
mod table;

pub use acts::Act;
pub use arena::Arena;
pub use many::{Seat, Stepped, play_all, played, step_all};
pub use table::{Table, Wrong};

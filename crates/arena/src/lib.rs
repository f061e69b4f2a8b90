//! Battles for learning programs.
//!
//! An [`Arena`] is a scenario with two finite languages. A position is a row of numbers
//! ([`Arena::features`] names them, with their units). The possible orders are a mask over a fixed
//! list of actions ([`Arena::action`] says what one means). A [`Table`] is a battle in an arena.
//! [`step_all`] advances many tables at once, on several threads.
//!
//! This crate contains no rules. An action is open only if the rule set has judged its order to be
//! legal in this very position.

mod acts;
mod arena;
mod many;
mod seen;
mod table;

pub use acts::Act;
pub use arena::Arena;
pub use many::{Seat, Stepped, observe_all, play_all, played, reset_all, step_all};
pub use table::{Table, Wrong};

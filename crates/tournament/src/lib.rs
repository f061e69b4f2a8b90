//! Ratings, pairings and tables of tournaments.
//!
//! A tournament is a list of deeds ([`Deed`]), as a room is: who entered, how a round was paired,
//! the result of each battle. [`Course`] is how it stands after them, and draws the next round.
//! Nothing here is random, so every reader of the same deeds sees the same.
//!
//! [`Rating`] is Glicko-2. It is computed with functions that give the same bits on every machine,
//! and stored as whole millionths.

mod course;
mod glicko;
mod matching;
mod round_robin;
mod swiss;
mod table;

pub use course::{Course, Deed, Drawn, Entrant, Form, Game, Round, Score};
pub use glicko::{Met, Rating, WEEK};
pub use round_robin::rounds_of;
pub use swiss::{Pair, Standing, draw};
pub use table::Row;

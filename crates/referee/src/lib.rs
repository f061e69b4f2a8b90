//! What second umpires share. A second umpire is a slow, independent reading of one
//! rule set, in the tests of its crate: it reads the plain data of a battle and works
//! out by itself whether an order is legal and what comes of it.
//!
//! | file | what |
//! |---|---|
//! | [`plane`] | plane geometry with plain numbers, apart from the engine's |
//! | [`facts`] | what an umpire says: a ruling, a list of named numbers |
//! | [`table`] | tables with two forces near each other, by lot, as battle files |
//! | [`orders`] | orders by lot: legal ones, likely ones, absurd ones |
//! | [`walk`] | plays battles and compares both umpires at every order |
//! | [`replay`] | asks both about one order in one position |
//!
//! Everything is measured in hundredths of a millimetre. An umpire is asked three
//! times, with a tolerance a little below, at and a little above the table's; where
//! the three answers differ, the position is too close to call and is not compared.

pub mod facts;
mod lot;
pub mod orders;
pub mod plane;
pub mod replay;
pub mod table;
pub mod walk;

pub use facts::{Beyond, Faces, Facts, Play, Ruling, Umpire};
pub use lot::Lot;

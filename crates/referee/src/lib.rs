//! Shared parts of the second umpires. A second umpire is a slow, independent implementation of one
//! rule set, in the tests of its crate. It reads the plain data of a battle and works out by itself
//! whether an order is legal and what it does.
//!
//! | file | what |
//! |---|---|
//! | [`plane`] | plane geometry with plain numbers, independent of the engine's |
//! | [`face`] | the faces and zones of a base |
//! | [`reasons`] | reasons against an order, collected into a ruling |
//! | [`facts`] | an umpire's verdicts: a ruling, a list of named numbers |
//! | [`table`] | random tables with two forces near each other, as battle files |
//! | [`orders`] | random orders: legal, likely and absurd ones |
//! | [`walk`] | plays battles and compares both umpires at every order |
//! | [`compare`] | a walk that fails where the umpires differ |
//! | [`replay`] | asks both umpires about one order in one position |
//!
//! All measurements are in hundredths of a millimetre. The walk asks the second umpire three times,
//! with a tolerance slightly below, at and slightly above the table's. If the three answers differ,
//! the position is too close to call and is not compared.

pub mod compare;
pub mod face;
pub mod facts;
mod lot;
pub mod orders;
pub mod plane;
pub mod reasons;
pub mod replay;
pub mod table;
pub mod walk;

pub use face::Face;
pub use facts::{Beyond, Faces, Facts, Play, Ruling, Umpire};
pub use lot::Lot;
pub use reasons::Reasons;

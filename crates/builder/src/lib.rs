//! Building battles: armies from lists that players write, and fair tables with two
//! armies from a seed. No rule set is known here: what it takes to be sound is
//! asked of [`sandtable_battle::Rules`], and what its battles look like is read
//! off those that ship with it.

mod generate;
mod lists;

pub use generate::{Fair, Generator, Made, Stock, Wishes, generate};
pub use lists::{army_of, import, worth};

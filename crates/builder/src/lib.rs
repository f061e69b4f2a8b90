//! Building battles: armies from lists that players write, and fair tables with two armies from a
//! seed. Nothing here knows a rule set: [`sandtable_battle::Rules`] judges what is right, and the
//! built-in battles show what battles look like.

mod generate;
mod lists;

pub use generate::{Fair, Generator, Made, Stock, Wishes, generate};
pub use lists::{army_of, import, worth};

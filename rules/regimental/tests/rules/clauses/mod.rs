//! What the clauses say, shown one by one, with a file for some sections of the rules each.

mod charge;
mod common;
mod fight;
mod fire;
mod losses;
mod units;

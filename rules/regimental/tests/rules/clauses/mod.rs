//! What the clauses say, shown one by one, a file for some sections of the rules.

mod charge;
mod common;
mod fight;
mod fire;
mod losses;
mod units;

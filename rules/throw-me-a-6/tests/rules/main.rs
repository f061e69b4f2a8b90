//! Throw me a 6, tested against its clauses, examples, odds and claims.

mod beasts;
mod charging;
mod claims;
mod common;
mod examples;
mod geometry;
mod melees;
mod moving;
mod odds;
mod opens;
mod results;
mod sequence;
mod setting_up;
mod shooting;
mod units;

//! My Favorite Rules, checked against its clauses, examples, odds and claims.

mod charging;
mod claims;
mod common;
mod examples;
mod melees;
mod morale;
mod moving;
mod odds;
mod setting_up;
mod shooting;
mod turns;
mod units;

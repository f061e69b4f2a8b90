//! One main test for each clause, one file for a few sections of the printed rules.
//! The worked examples of the rules are data (`examples/`, run by
//! `tests/rules/examples.rs`).

mod charges;
mod fall_back;
mod fighting;
mod ground;
mod morale;
mod moving;
mod options;
mod setting_up;
mod shooting;
mod turns;
mod units;

//! What all rule sets that are offered have in common.

mod annex;
mod armies;
mod differences;
mod drawn;
mod numbers;
mod senses;

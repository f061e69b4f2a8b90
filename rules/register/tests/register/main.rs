//! What all rule sets that are offered have in common.

mod annex;
mod armies;
mod drawn;
mod numbers;
mod senses;

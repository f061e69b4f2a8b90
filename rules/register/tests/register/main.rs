//! What all registered rule sets have in common.

mod annex;
mod armies;
mod choices;
mod differences;
mod drawn;
mod numbers;
mod senses;

//! What all rule sets that are offered have in common.

mod armies;
mod drawn;
mod numbers;
mod senses;

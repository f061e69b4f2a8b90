//! What all rule sets that are offered have in common.

mod armies;
mod numbers;
mod senses;

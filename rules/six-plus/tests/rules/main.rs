//! 6+, held to its clauses by examples.

mod exact;
mod examples;

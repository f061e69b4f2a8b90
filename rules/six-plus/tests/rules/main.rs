//! 6+, held to its clauses by examples.

mod bounds;
mod exact;
mod examples;

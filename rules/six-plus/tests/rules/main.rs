//! 6+, held to its clauses by examples.

mod examples;

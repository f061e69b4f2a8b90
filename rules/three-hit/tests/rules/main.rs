//! Three-Hit, held to its clauses, examples and odds.

mod clauses;
mod common;
mod examples;
mod odds;
mod play;
mod printed_odds;

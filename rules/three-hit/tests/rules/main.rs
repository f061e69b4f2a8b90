//! Three-Hit, tested against its clauses, examples and odds.

mod clauses;
mod common;
mod examples;
mod odds;
mod play;
mod printed_odds;

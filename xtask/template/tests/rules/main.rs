//! Tests @TITLE@ against its clauses, examples and odds.

mod clauses;
mod examples;
mod odds;
mod support;

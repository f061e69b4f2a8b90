//! Tests 6+ against its clauses, by examples.

mod bounds;
mod events;
mod exact;
mod examples;
mod positions;

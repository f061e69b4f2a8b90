//! OTR D6, held to its clauses, examples and odds.

mod asks;
mod battles;
mod charges;
mod clauses;
mod exact;
mod examples;
mod files;
mod odds;
mod support;

//! OTR D6, tested against its clauses, examples and odds.

mod asks;
mod battles;
mod charges;
mod clauses;
mod exact;
mod examples;
mod files;
mod odds;
mod support;

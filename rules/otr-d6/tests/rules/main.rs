//! OTR D6, held to its clauses, examples and odds.

mod asks;
mod battles;
mod charges;
mod clauses;
mod examples;
mod odds;
mod support;

//! Chaos, Confusion and Casualties, checked against its clauses, examples, odds and design.

mod clauses;
mod design;
mod examples;
mod headings;
mod odds;
mod support;
mod switches;
mod told;

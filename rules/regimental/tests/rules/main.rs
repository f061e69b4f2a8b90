//! Chaos, Confusion and Casualties, held to its clauses, examples, odds and design.

mod clauses;
mod design;
mod examples;
mod headings;
mod odds;
mod support;
mod switches;
mod told;

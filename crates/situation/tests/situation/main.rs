//! Situations of every rule set.

mod certain;
mod grids;
mod reading;
mod sampled;
mod shipped;
mod support;
mod time;

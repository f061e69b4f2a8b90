//! Laid out; see the crate description.

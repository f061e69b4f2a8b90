//! One file a step.

pub(crate) mod bench;
pub(crate) mod ci;
pub(crate) mod circles;
pub(crate) mod clauses;
pub(crate) mod contract;
pub(crate) mod counts;
pub(crate) mod e2e;
pub(crate) mod fuzz;
pub(crate) mod house;
pub(crate) mod load;
pub(crate) mod new_ruleset;
pub(crate) mod node;
pub(crate) mod npm;
pub(crate) mod package;
pub(crate) mod peers;
pub(crate) mod play;
pub(crate) mod program;
pub(crate) mod python;
pub(crate) mod register;
pub(crate) mod size;
pub(crate) mod sources;
pub(crate) mod supply;
pub(crate) mod wasm;
pub(crate) mod wasm_target;
pub(crate) mod web;
pub(crate) mod weekly;

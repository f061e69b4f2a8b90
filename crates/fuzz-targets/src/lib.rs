//! What fuzzers run: every parser, and play itself, as functions of bytes. None of them
//! panics, whatever the bytes are.
//!
//! `fuzz` feeds them by libFuzzer (`cargo xtask fuzz`); the tests of this crate feed them
//! with what lies in `fuzz/seeds` and with changes of it, a few seconds each.

mod order;
mod place;
mod play;
mod text;

pub use place::{CLOSED, DUELS, POSITIONS, Position, TABLES, Table};
pub use play::tell_orders;

/// Something that takes any bytes.
#[derive(Clone, Copy)]
pub struct Target {
    /// What it is called; its seeds lie in a folder of that name.
    pub name: &'static str,
    /// Runs it once.
    pub run: fn(&[u8]),
}

/// All of them.
pub const TARGETS: [Target; 9] = [
    target("army", text::army),
    target("battle_file", text::battle_file),
    target("battles", play::battles),
    target("check", play::check),
    target("house_rules", text::house_rules),
    target("journal", text::journal),
    target("notation", text::notation),
    target("situation", text::situation),
    target("study_file", text::study_file),
];

const fn target(name: &'static str, run: fn(&[u8])) -> Target {
    Target { name, run }
}

/// Runs the target of some name once.
///
/// # Panics
/// When there is none; and when something is found.
pub fn run(name: &str, data: &[u8]) {
    let target = TARGETS.iter().find(|target| target.name == name);
    let target = target.unwrap_or_else(|| panic!("there is no target `{name}`"));
    (target.run)(data);
}

//! The functions that fuzzers run: every parser, and play itself, each on arbitrary bytes. None may
//! panic, whatever the bytes are.
//!
//! `fuzz` runs them with libFuzzer (`cargo xtask fuzz`). The tests of this crate run them for a few
//! seconds each, with the files in `fuzz/seeds` and mutations of them.

mod order;
mod place;
mod play;
mod text;

pub use place::{CLOSED, DUELS, POSITIONS, Position, TABLES, Table};
pub use play::tell_orders;

/// Function that accepts any bytes.
#[derive(Clone, Copy)]
pub struct Target {
    /// Name, which is also the name of the folder with its seeds.
    pub name: &'static str,
    /// Runs the target once.
    pub run: fn(&[u8]),
}

/// All targets.
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

/// Runs the target of this name once.
///
/// # Panics
/// If there is no such target, or if it finds a bug.
pub fn run(name: &str, data: &[u8]) {
    let target = TARGETS.iter().find(|target| target.name == name);
    let target = target.unwrap_or_else(|| panic!("there is no target `{name}`"));
    (target.run)(data);
}

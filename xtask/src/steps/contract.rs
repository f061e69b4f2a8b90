//! The contract between the engine and the page: TypeScript, written from Rust.

use crate::shell::{self, Done, cargo};

/// What the tests are built with, so that the one that holds the contract to be current is among them.
/// Alone, with features of its own, it would compile all of the house once more.
pub(crate) const FEATURES: [&str; 2] = ["--features", "sandtable-wasm/schema"];

/// Writes it anew; with `--check` it fails when it is stale.
pub(crate) fn run(arguments: &[String]) -> Done {
    // What it says is known to a test of the crate that binds the engine.
    let mut command = cargo(&["test", "-q", "--locked", "--test", "contract"]);
    command.args(FEATURES);
    if !arguments.iter().any(|argument| argument == "--check") {
        command.env("SANDTABLE_WRITE", "1");
    }
    shell::run(&mut command)
}

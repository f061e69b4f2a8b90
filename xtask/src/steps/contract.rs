//! The contract between the engine and the page: TypeScript, written from Rust.

use crate::shell::{self, Done, cargo};

/// Writes it anew; with `--check` it fails when it is stale.
pub(crate) fn run(arguments: &[String]) -> Done {
    // What it says is known to a test of the crate that binds the engine.
    let mut command = cargo(&["test", "-q", "--locked", "-p", "sandtable-wasm"]);
    command.args(["--features", "schema", "--test", "contract"]);
    if !arguments.iter().any(|argument| argument == "--check") {
        command.env("SANDTABLE_WRITE", "1");
    }
    shell::run(&mut command)
}

//! The contract between the engine and the page: TypeScript, generated from Rust.

use crate::shell::{self, Done, cargo};

/// The features with which the tests are built, so that they include the test of the contract.
/// Building it separately, with its own features, would compile everything once more.
pub(crate) const FEATURES: [&str; 2] = ["--features", "sandtable-wasm/schema"];

/// Writes the contract; with `--check` it fails if the contract is out of date.
pub(crate) fn run(arguments: &[String]) -> Done {
    // A test of the crate that exports the engine generates the contract.
    let mut command = cargo(&["test", "-q", "--locked", "--test", "contract"]);
    command.args(FEATURES);
    if !arguments.iter().any(|argument| argument == "--check") {
        command.env("SANDTABLE_WRITE", "1");
    }
    shell::run(&mut command)
}

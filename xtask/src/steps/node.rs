//! Tests of the engine under Node, the very file that the page loads, and of the package for
//! JavaScript.

use std::path::PathBuf;
use std::process::Command;

use crate::shell::{self, Done, at, root, say};
use crate::steps::package;

/// Runs `crates/wasm/tests/*.test.mjs` and `npm/test/*.test.mjs`.
pub(crate) fn run() -> Done {
    package::build()?;
    say("node", "testing the engine under Node");
    let mut tests = found("crates/wasm/tests")?;
    tests.extend(found("npm/test")?);
    shell::run(
        Command::new("node")
            .arg("--test")
            .args(tests)
            .current_dir(root()),
    )
}

/// The tests in a folder, in order.
fn found(folder: &str) -> Done<Vec<PathBuf>> {
    let mut tests: Vec<_> = std::fs::read_dir(at(folder))
        .and_then(|entries| {
            entries
                .map(|entry| Ok(entry?.path()))
                .collect::<Result<_, _>>()
        })
        .map_err(|error| format!("cannot read {folder}: {error}"))?;
    tests.retain(|path: &PathBuf| path.to_string_lossy().ends_with(".test.mjs"));
    tests.sort();
    Ok(tests)
}

//! Tests, under Node, the very file of the engine that the page loads, and the JavaScript package;
//! the latter under Deno, too.

use std::path::PathBuf;
use std::process::Command;

use crate::shell::{self, Done, at, root, say};
use crate::steps::{deno, package};

/// Runs `crates/wasm/tests/*.test.mjs` and `npm/test/*.test.mjs`.
pub(crate) fn run() -> Done {
    package::build()?;
    let deno = deno::installed()?;
    say("node", "testing the engine under Node and Deno");
    let mut tests = found("crates/wasm/tests")?;
    tests.extend(found("npm/test")?);
    let mut node = Command::new("node");
    node.arg("--test").args(tests).current_dir(root());
    if let Some(deno) = deno {
        node.env("SANDTABLE_DENO", deno);
    }
    shell::run(&mut node)
}

/// Returns the tests in a folder, in order.
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

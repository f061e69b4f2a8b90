//! Tests of the engine under Node: the very file that the page loads.

use std::process::Command;

use crate::shell::{self, Done, root, say};
use crate::steps::wasm;

/// Runs `crates/wasm/tests/*.test.mjs`.
pub(crate) fn run() -> Done {
    wasm::run()?;
    say("node", "testing the engine under Node");
    let folder = root().join("crates/wasm/tests");
    let mut tests: Vec<_> = std::fs::read_dir(&folder)
        .and_then(|entries| {
            entries
                .map(|entry| Ok(entry?.path()))
                .collect::<Result<_, _>>()
        })
        .map_err(|error| format!("cannot read {}: {error}", folder.display()))?;
    tests.retain(|path| path.to_string_lossy().ends_with(".test.mjs"));
    tests.sort();
    shell::run(
        Command::new("node")
            .arg("--test")
            .args(tests)
            .current_dir(root()),
    )
}

//! The engine must stay below its budget.

use std::process::Command;

use crate::shell::{Done, at, output, say};

const ENGINE: &str = "web/src/engine/pkg/sandtable_wasm_bg.wasm";
/// Bytes after brotli, as the program sends it.
const BUDGET: u64 = 500_000;

/// Measures the engine as a server would send it.
pub(crate) fn run() -> Done {
    let script = "const fs = require('node:fs'); \
        console.log(require('node:zlib').brotliCompressSync(fs.readFileSync(process.argv[1])).length)";
    let size: u64 = output(Command::new("node").args(["-e", script]).arg(at(ENGINE)))
        .and_then(|text| text.parse().ok())
        .ok_or_else(|| format!("cannot measure {ENGINE}; `cargo xtask wasm` builds it"))?;
    say(
        "size",
        &format!("the engine is {size} bytes after brotli, of {BUDGET} allowed"),
    );
    if size < BUDGET {
        Ok(())
    } else {
        Err("the engine is too large".to_owned())
    }
}

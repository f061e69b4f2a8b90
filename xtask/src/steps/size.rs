//! Every engine must stay below its budget.

use std::process::Command;

use crate::shell::{Done, output, say};
use crate::steps::wasm;

/// Bytes after brotli, as the program sends it.
const BUDGET: u64 = 500_000;

/// Measures the engines as a server would send them.
pub(crate) fn run() -> Done {
    let script = "const fs = require('node:fs'); \
        console.log(require('node:zlib').brotliCompressSync(fs.readFileSync(process.argv[1])).length)";
    let mut large = Vec::new();
    for name in wasm::engines()? {
        let file = wasm::file(&name);
        let size: u64 = output(Command::new("node").args(["-e", script]).arg(&file))
            .and_then(|text| text.parse().ok())
            .ok_or_else(|| {
                let file = file.display();
                format!("cannot measure {file}; `cargo xtask wasm` builds it")
            })?;
        say(
            "size",
            &format!("{name}: {size} bytes after brotli, of {BUDGET} allowed"),
        );
        if size >= BUDGET {
            large.push(name);
        }
    }
    if large.is_empty() {
        Ok(())
    } else {
        Err(format!("too large: {}", large.join(", ")))
    }
}

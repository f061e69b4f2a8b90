//! What a browser fetches must stay below its budget.

use std::fs;

use crate::shell::{Done, at, say};

/// What the program sends: files as Vite left them, shrunk by brotli.
const FOLDER: &str = "web/dist/assets";
/// Bytes of an engine.
const ENGINE: u64 = 500_000;
/// Bytes of all the page's scripts and styles together.
const PAGE: u64 = 120_000;

/// Measures the files of the last build as the program sends them.
pub(crate) fn run() -> Done {
    let folder = at(FOLDER);
    let failed = |error| {
        let folder = folder.display();
        format!("cannot read {folder}: {error}; `cargo xtask web` builds it")
    };
    let (mut page, mut engines, mut large) = (0, 0, Vec::new());
    for entry in fs::read_dir(&folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let bytes = entry.metadata().map_err(failed)?.len();
        if name.ends_with(".wasm.br") {
            engines += 1;
            tell(&name, bytes, ENGINE, &mut large);
        } else if name.ends_with(".br") {
            page += bytes;
        }
    }
    if engines == 0 {
        return Err(format!("{} holds no engine", folder.display()));
    }
    tell("scripts and styles", page, PAGE, &mut large);
    if large.is_empty() {
        Ok(())
    } else {
        Err(format!("too large: {}", large.join(", ")))
    }
}

/// Says how large a thing is, and notes it when that is too much.
fn tell(name: &str, bytes: u64, budget: u64, large: &mut Vec<String>) {
    say(
        "size",
        &format!("{name}: {bytes} bytes after brotli, of {budget} allowed"),
    );
    if bytes >= budget {
        large.push(name.to_owned());
    }
}

//! The JavaScript package `sandtable`: the engine with its types, and a board for any page.

use std::path::Path;
use std::process::Command;

use crate::shell::{self, Done, at, npm, root, say, skip, target, timed};
use crate::stamp::Stamp;
use crate::steps::wasm;

const STEP: &str = "package";

/// The sources: the engine, and the page's own drawing, are in `web/src`.
const INPUTS: [&str; 10] = [
    "Cargo.toml",
    "journals/two-hills.journal.jsonl",
    "npm",
    "web/package-lock.json",
    "web/src",
    "web/svelte.config.js",
    "web/tsconfig.json",
    "web/tsconfig.package.json",
    "web/vite.package.config.ts",
    "words",
];

/// Packs a tarball for `npm install`.
pub(crate) fn run() -> Done {
    let folder = target().join("npm");
    pack(&folder)?;
    println!("it is in {}", folder.display());
    Ok(())
}

/// Builds the package and packs it into a folder.
pub(crate) fn pack(out: &Path) -> Done {
    build()?;
    let mut pack = npm(&["pack", "--loglevel=error", "--pack-destination"]);
    shell::run(pack.arg(out).current_dir(target().join("npm/package")))
}

/// Lays out the package in `target/npm/package`, after building the engine.
pub(crate) fn build() -> Done {
    wasm::run()?;
    let stamp = Stamp::of(&INPUTS)?;
    let made = target().join("npm/package/package.json");
    if stamp.holds(STEP, &[&made]) {
        skip(STEP, "the package for JavaScript is up to date");
        return Ok(());
    }
    say(STEP, "laying out the package for JavaScript (tsc, vite)");
    timed(STEP, || {
        let script = at("npm/build.mjs");
        shell::run(Command::new("node").arg(script).current_dir(root()))
    })?;
    stamp.keep(STEP)
}

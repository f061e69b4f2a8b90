//! The page: Svelte and TypeScript, bundled by Vite into `web/dist`.

use crate::shell::{self, Done, at, npx, say, skip, timed};
use crate::stamp::Stamp;
use crate::steps::wasm;

const STEP: &str = "web";

/// The sources of the page; the engine is in `web/src`.
const INPUTS: [&str; 8] = [
    "web/index.html",
    "web/package.json",
    "web/package-lock.json",
    "web/public",
    "web/src",
    "web/svelte.config.js",
    "web/tsconfig.json",
    "web/vite.config.ts",
];

/// Builds the page, after the engine.
pub(crate) fn run() -> Done {
    wasm::run()?;
    let stamp = Stamp::of(&INPUTS)?;
    if stamp.holds(STEP, &[&at("web/dist/index.html")]) {
        skip(STEP, "the page is up to date");
        return Ok(());
    }
    say(STEP, "putting the page together (vite)");
    timed(STEP, || {
        shell::run(&mut npx("vite", &["build", "--logLevel=warn"]))
    })?;
    stamp.keep(STEP)
}

//! The engine for browsers: compile, write its JavaScript side, make it small.

use std::fs;
use std::path::Path;

use crate::shell::{self, Done, at, cargo, npx, say, skip, target, timed};
use crate::stamp::Stamp;
use crate::steps::{npm, wasm_target};

const STEP: &str = "wasm";
const PACKAGE: &str = "sandtable-wasm";
/// Where the page finds the engine.
const FOLDER: &str = "web/src/engine/pkg";

/// What the engine is made from. Crates that it does not hold cost a look by
/// cargo when they change, no more.
const INPUTS: [&str; 8] = [
    "Cargo.toml",
    "Cargo.lock",
    "crates",
    "rules",
    "scenarios",
    "tutorials",
    "armies",
    "xtask/bindgen",
];

/// Builds the engine into the page's sources.
pub(crate) fn run() -> Done {
    let compiler = wasm_target::run()?;
    npm::run()?;
    let inputs = Stamp::of(&INPUTS)?.and(compiler.name());
    let engine = at(FOLDER).join("sandtable_wasm_bg.wasm");
    let script = at(FOLDER).join("sandtable_wasm.js");
    let outputs = [engine.as_path(), script.as_path()];
    if inputs.holds(STEP, &outputs) {
        skip(STEP, "the engine is up to date");
        return Ok(());
    }
    let first = if target().join("wasm").exists() || target().join("wasm-debian").exists() {
        ""
    } else {
        " (the first time takes a minute or two)"
    };
    say(STEP, &format!("compiling the engine to wasm{first}"));
    let raw = timed(STEP, || compiler.build(PACKAGE, "wasm"))?;
    let product = Stamp::of(&["Cargo.lock", "xtask/bindgen"])?.and(hash(&raw)?);
    if product.holds("bindings", &outputs) {
        skip(STEP, "the same engine came out: its bindings stay");
    } else {
        say(STEP, "writing its JavaScript side (wasm-bindgen)");
        timed(STEP, || bind(&raw))?;
        say(STEP, "making it small (wasm-opt)");
        timed(STEP, || shrink(&engine))?;
        product.keep("bindings")?;
    }
    inputs.keep(STEP)
}

fn hash(file: &Path) -> Done<String> {
    let bytes =
        fs::read(file).map_err(|error| format!("cannot read {}: {error}", file.display()))?;
    Ok(Stamp::of(&[])?.and(&bytes).text())
}

/// The helper has a crate of its own, because it takes a while to build.
fn bind(raw: &Path) -> Done {
    let mut command = cargo(&[
        "run",
        "-q",
        "--locked",
        "--profile",
        "tools",
        "-p",
        "xtask-bindgen",
    ]);
    shell::run(command.arg("--").arg(raw).arg(at(FOLDER)))
}

fn shrink(engine: &Path) -> Done {
    let small = engine.with_extension("small");
    let arguments = ["-Oz", "--strip-debug", "--strip-producers"];
    shell::run(
        npx("wasm-opt", &arguments)
            .arg(engine)
            .arg("-o")
            .arg(&small),
    )?;
    fs::rename(&small, engine).map_err(|error| format!("cannot replace the engine: {error}"))
}

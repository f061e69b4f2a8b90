//! The engine for browsers: compiles it, writes its JavaScript side, and lists what there is to
//! play.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::shell::{self, Done, at, cargo, root, say, skip, target, timed};
use crate::stamp::Stamp;
use crate::steps::{npm, wasm_target};

const STEP: &str = "wasm";
const PACKAGE: &str = "sandtable-wasm";
/// Profile in `Cargo.toml`.
const PROFILE: &str = "wasm";
/// Name of the module in the package.
const ENGINE: &str = "engine";
/// Folder where the page finds it.
const FOLDER: &str = "web/src/engine/pkg";

/// The sources of the engine. If a crate that it does not contain changes, cargo only checks that
/// there is nothing to do.
const INPUTS: [&str; 10] = [
    "Cargo.toml",
    "Cargo.lock",
    "crates",
    "rules",
    "scenarios",
    "tutorials",
    "armies",
    "words",
    "xtask/bindgen",
    "xtask/src/steps/wasm.rs",
];

/// Returns the engine as the page loads it.
fn module() -> PathBuf {
    at(FOLDER).join(format!("{ENGINE}_bg.wasm"))
}

fn script() -> PathBuf {
    at(FOLDER).join(format!("{ENGINE}.js"))
}

/// Builds the engine into the page's sources.
pub(crate) fn run() -> Done {
    let compiler = wasm_target::run()?;
    npm::run()?;
    let outputs = [module(), script(), at(FOLDER).join("catalogue.json")];
    let outputs: Vec<&Path> = outputs.iter().map(AsRef::as_ref).collect();
    let inputs = Stamp::of(&INPUTS)?.and(compiler.name());
    if inputs.holds(STEP, &outputs) {
        skip(STEP, "the engine is up to date");
        return Ok(());
    }
    let first = if target().join("wasm").exists() || target().join("wasm-debian").exists() {
        ""
    } else {
        " (the first time takes some minutes)"
    };
    say(STEP, &format!("compiling the engine to wasm{first}"));
    let built = timed(STEP, || compiler.build(PACKAGE, "module", PROFILE))?;
    clear();
    say(STEP, "writing its JavaScript side");
    timed(STEP, || finish(&built))?;
    say(STEP, "listing what there is to play");
    let script = root().join("crates/wasm/catalogue.mjs");
    shell::run(Command::new("node").arg(script).current_dir(root()))?;
    inputs.keep(STEP)
}

/// Removes what other versions of these steps left behind.
fn clear() {
    let ours = |file: &str| file.starts_with("engine.") || file.starts_with("engine_bg.");
    for entry in fs::read_dir(at(FOLDER)).into_iter().flatten().flatten() {
        if !ours(&entry.file_name().to_string_lossy()) {
            fs::remove_file(entry.path()).ok();
        }
    }
}

/// Writes the JavaScript side of the engine.
fn finish(built: &Path) -> Done {
    // The helper is a crate of its own because it takes a while to build.
    let helper = ["build", "-q", "--locked", "--profile", "tools"];
    shell::run(cargo(&helper).args(["-p", "xtask-bindgen"]))?;
    let raw = built.join(format!("{ENGINE}.wasm"));
    let bytes =
        fs::read(&raw).map_err(|error| format!("cannot read {}: {error}", raw.display()))?;
    let product = Stamp::of(&["Cargo.lock", "xtask/bindgen"])?
        .and(&bytes)
        .and(PROFILE);
    let step = "bindings-engine";
    if product.holds(step, &[&module(), &script()]) {
        skip(STEP, "the same engine came out");
        return Ok(());
    }
    let helper = target()
        .join("tools")
        .join(format!("xtask-bindgen{}", std::env::consts::EXE_SUFFIX));
    shell::run(Command::new(helper).arg(&raw).arg(at(FOLDER)))?;
    product.keep(step)
}

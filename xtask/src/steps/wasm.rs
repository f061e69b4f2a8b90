//! The engines for browsers, one a rule set: compile, write their JavaScript
//! side, list what there is to play.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread;

use crate::shell::{self, Done, at, cargo, root, say, skip, target, timed};
use crate::stamp::Stamp;
use crate::steps::{npm, wasm_target};

const STEP: &str = "wasm";
const PACKAGE: &str = "sandtable-wasm";
/// The profile in `Cargo.toml`.
const PROFILE: &str = "wasm";
/// The engines: a program each.
const ENGINES: &str = "crates/wasm/src/bin";
/// Where the page finds them.
const FOLDER: &str = "web/src/engine/pkg";

/// What the engines are made from. Crates that they do not hold cost a look by
/// cargo when they change, no more.
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

/// The names of the engines: those of the rule sets.
pub(crate) fn engines() -> Done<Vec<String>> {
    let folder = at(ENGINES);
    let failed = |error| format!("cannot read {}: {error}", folder.display());
    let mut names = Vec::new();
    for entry in fs::read_dir(&folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        names.extend(path.file_stem().map(|n| n.to_string_lossy().into_owned()));
    }
    names.sort();
    Ok(names)
}

/// The file of an engine, as the page loads it.
pub(crate) fn file(name: &str) -> std::path::PathBuf {
    at(FOLDER).join(format!("{name}_bg.wasm"))
}

/// Builds the engines into the page's sources.
pub(crate) fn run() -> Done {
    let compiler = wasm_target::run()?;
    npm::run()?;
    let names = engines()?;
    let catalogue = at(FOLDER).join("catalogue.json");
    let mut outputs = vec![catalogue];
    for name in &names {
        outputs.extend([file(name), at(FOLDER).join(format!("{name}.js"))]);
    }
    let outputs: Vec<&Path> = outputs.iter().map(AsRef::as_ref).collect();
    let inputs = Stamp::of(&INPUTS)?.and(compiler.name());
    if inputs.holds(STEP, &outputs) {
        skip(STEP, "the engines are up to date");
        return Ok(());
    }
    let first = if target().join("wasm").exists() || target().join("wasm-debian").exists() {
        ""
    } else {
        " (the first time takes some minutes)"
    };
    say(
        STEP,
        &format!("compiling {} engines to wasm{first}", names.len()),
    );
    let built = timed(STEP, || compiler.build(PACKAGE, "engines", PROFILE))?;
    clear(&names)?;
    say(STEP, "writing their JavaScript side");
    timed(STEP, || finish(&built, &names))?;
    say(STEP, "listing what there is to play");
    let script = root().join("crates/wasm/catalogue.mjs");
    shell::run(Command::new("node").arg(script).current_dir(root()))?;
    inputs.keep(STEP)
}

/// Removes what engines of another time have left.
fn clear(names: &[String]) -> Done {
    let ours = |file: &str| {
        names.iter().any(|name| {
            file.strip_prefix(name.as_str())
                .is_some_and(|rest| rest.starts_with('.') || rest.starts_with("_bg."))
        })
    };
    for entry in fs::read_dir(at(FOLDER)).into_iter().flatten().flatten() {
        if !ours(&entry.file_name().to_string_lossy()) {
            fs::remove_file(entry.path()).ok();
        }
    }
    Ok(())
}

/// The bindings of every engine, all at once as far as there are hands.
fn finish(built: &Path, names: &[String]) -> Done {
    // The helper has a crate of its own, because it takes a while to build.
    shell::run(&mut cargo(&[
        "build",
        "-q",
        "--locked",
        "--profile",
        "tools",
        "-p",
        "xtask-bindgen",
    ]))?;
    let hands = thread::available_parallelism().map_or(1, usize::from);
    for some in names.chunks(hands) {
        thread::scope(|scope| {
            let work: Vec<_> = some
                .iter()
                .map(|name| scope.spawn(move || bind(built, name)))
                .collect();
            work.into_iter().try_for_each(|hand| {
                hand.join()
                    .unwrap_or_else(|_| Err("a hand fell asleep".to_owned()))
            })
        })?;
    }
    Ok(())
}

/// Writes the JavaScript side of an engine.
fn bind(built: &Path, name: &str) -> Done {
    let raw = built.join(format!("{name}.wasm"));
    let bytes =
        fs::read(&raw).map_err(|error| format!("cannot read {}: {error}", raw.display()))?;
    let product = Stamp::of(&["Cargo.lock", "xtask/bindgen"])?
        .and(&bytes)
        .and(PROFILE);
    let (engine, step) = (file(name), format!("bindings-{name}"));
    if product.holds(&step, &[&engine, &at(FOLDER).join(format!("{name}.js"))]) {
        skip(STEP, &format!("{name}: the same engine came out"));
        return Ok(());
    }
    let helper = target()
        .join("tools")
        .join(format!("xtask-bindgen{}", std::env::consts::EXE_SUFFIX));
    shell::run(Command::new(helper).arg(&raw).arg(at(FOLDER)))?;
    product.keep(&step)
}

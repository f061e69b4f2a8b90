//! The program `sandtable`, with the page in it.

use std::path::PathBuf;

use crate::shell::{self, Done, cargo, say, target, timed};
use crate::steps::wasm::Effort;
use crate::steps::web;

/// Builds the program, the page first. Cargo knows itself when there is nothing to do.
pub(crate) fn run(effort: Effort) -> Done {
    web::run(effort)?;
    let first = if binary().exists() {
        ""
    } else {
        " (the first time takes a minute or two)"
    };
    say("program", &format!("compiling the program{first}"));
    let mut command = cargo(&["build", "--locked", "--release", "-p", "sandtable-cli"]);
    timed("program", || shell::run(&mut command))
}

/// Where the program is once it is built.
pub(crate) fn binary() -> PathBuf {
    target()
        .join("release")
        .join(format!("sandtable{}", std::env::consts::EXE_SUFFIX))
}

//! The program `sandtable`, with the page in it.

use std::path::PathBuf;

use crate::shell::{self, Done, cargo, say, target, timed};
use crate::steps::web;

/// What the program is built for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Build {
    /// Serving the page, soon: what `cargo test` builds serves here too.
    Soon,
    /// Playing many battles itself.
    Fast,
}

impl Build {
    /// Where the program is once it is built.
    pub(crate) fn binary(self) -> PathBuf {
        target()
            .join(match self {
                Self::Soon => "debug",
                Self::Fast => "release",
            })
            .join(format!("sandtable{}", std::env::consts::EXE_SUFFIX))
    }
}

/// Builds the program, the page first. Cargo knows itself when there is nothing to do.
pub(crate) fn run(build: Build) -> Done {
    web::run()?;
    let first = if build.binary().exists() {
        ""
    } else {
        " (the first time takes a minute or two)"
    };
    say("program", &format!("compiling the program{first}"));
    let mut command = cargo(&["build", "--locked", "-p", "sandtable-cli"]);
    if build == Build::Fast {
        command.arg("--release");
    }
    timed("program", || shell::run(&mut command))
}

//! The program `sandtable`, with the page in it.

use std::path::PathBuf;

use crate::shell::{self, Done, cargo, say, target, timed};
use crate::steps::{contract, web};

/// What the program is built for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Build {
    /// Serving the page, soon.
    Soon,
    /// For the checks that follow the tests: made of the crates that `cargo test` has built, which
    /// have the features that tests want. Built alone, all of the house would be compiled again.
    Tested,
    /// Playing many battles itself.
    Fast,
}

impl Build {
    /// Where the program is once it is built.
    pub(crate) fn binary(self) -> PathBuf {
        target()
            .join(match self {
                Self::Soon | Self::Tested => "debug",
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
    let mut command = cargo(&["build", "--locked"]);
    command.args(match build {
        Build::Soon => &["-p", "sandtable-cli"][..],
        Build::Fast => &["-p", "sandtable-cli", "--release"],
        // A test among what is built, here that of the geometry, brings the features of all tests.
        Build::Tested => &["--bin", "sandtable", "--test", "exact"],
    });
    if build == Build::Tested {
        command.args(contract::FEATURES);
    }
    timed("program", || shell::run(&mut command))
}

//! The program `sandtable`, with the page inside.

use std::path::PathBuf;

use crate::shell::{self, Done, cargo, say, target, timed};
use crate::steps::{contract, web};

/// Purpose of a build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Build {
    /// To serve the page, built quickly.
    Soon,
    /// For the checks after the tests: made of the crates that `cargo test` has built, with the
    /// features that tests need. A separate build would compile everything again.
    Tested,
    /// To play many battles itself.
    Fast,
}

impl Build {
    /// Returns where the program is once it is built.
    pub(crate) fn binary(self) -> PathBuf {
        target()
            .join(match self {
                Self::Soon | Self::Tested => "debug",
                Self::Fast => "release",
            })
            .join(format!("sandtable{}", std::env::consts::EXE_SUFFIX))
    }
}

/// Builds the program, after the page. Cargo itself notices if there is nothing to do.
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
        // Building a test as well, here that of the geometry, brings in the features of all tests.
        Build::Tested => &["--bin", "sandtable", "--test", "exact"],
    });
    if build == Build::Tested {
        command.args(contract::FEATURES);
    }
    timed("program", || shell::run(&mut command))
}

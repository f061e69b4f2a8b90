//! Tests of the page in headless Chromium, against the real program.

use std::path::PathBuf;

use crate::install;
use crate::shell::{self, Done, npx, say, skip, timed, which};
use crate::steps::package;
use crate::steps::program::{self, Build};

const STEP: &str = "e2e";

/// Runs `web/e2e/*.test.ts`, or those whose name contains the filter.
pub(crate) fn run(arguments: &[String]) -> Done {
    tests(arguments, &[])
}

/// Runs the tests for `cargo ci`, without pictures, which nobody would look at. The tests of the
/// installed files have already tried the page from a plain file server.
pub(crate) fn check() -> Done {
    let arguments = ["--exclude", "**/static.test.ts"].map(str::to_owned);
    tests(&arguments, &[("SANDTABLE_PICTURES", "")])
}

/// Runs the tests on every screen and in every rule set, where `check` takes some of them.
pub(crate) fn whole() -> Done {
    tests(&[], &[("SANDTABLE_WHOLE", "all")])
}

fn tests(arguments: &[String], settings: &[(&str, &str)]) -> Done {
    let browser = browser()?;
    // The program contains the page: both must match the sources.
    program::run(Build::Tested)?;
    // Its board is tested in a page of its own.
    package::build()?;
    say(STEP, "testing the page in headless Chromium");
    let mut command = npx("vitest", &["run", "--config", "vitest.e2e.config.ts"]);
    command
        .env("SANDTABLE_CHROMIUM", browser)
        .env("SANDTABLE_BINARY", Build::Tested.binary())
        .envs(settings.iter().copied());
    shell::run(command.args(arguments))
}

/// Browsers that can run the tests. The first draws nothing of a browser's own window: it needs a
/// quarter less of the processor.
const BROWSERS: [&str; 4] = [
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
];

/// Returns Chromium; installs Debian's if there is none.
pub(crate) fn browser() -> Done<PathBuf> {
    if let Some(path) = std::env::var_os("SANDTABLE_CHROMIUM") {
        return Ok(path.into());
    }
    let find = || BROWSERS.into_iter().find_map(which);
    if let Some(path) = find() {
        skip(STEP, &format!("the browser is {}", path.display()));
        return Ok(path);
    }
    let why = "the tests of the page need Chromium";
    timed(STEP, || {
        // Older systems have it only in one piece.
        install::debian(STEP, &BROWSERS[..1], why)
            .or_else(|_| install::debian(STEP, &BROWSERS[1..2], why))
    })?;
    find().ok_or_else(|| "Chromium is installed, but it is not on the path".to_owned())
}

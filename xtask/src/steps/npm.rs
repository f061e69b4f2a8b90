//! The npm packages of the page, exactly those of the lock file.

use std::process::Command;

use crate::shell::{self, Done, at, npm, output, say, skip, timed};
use crate::stamp::Stamp;

const STEP: &str = "npm";
const OLDEST_NODE: (u32, u32) = (20, 19);

/// Runs `npm ci` if the installed packages do not match the lock file.
pub(crate) fn run() -> Done {
    let version = node()?;
    let stamp = Stamp::of(&["web/package.json", "web/package-lock.json"])?.and(&version);
    // Npm writes this file last: without it, an installation was interrupted.
    if stamp.holds(STEP, &[&at("web/node_modules/.package-lock.json")]) {
        skip(STEP, "the packages of the page are installed");
        return Ok(());
    }
    say(
        STEP,
        "installing the packages of the page (npm ci, about 180 MB in web/node_modules)",
    );
    timed(STEP, || {
        shell::run(&mut npm(&[
            "ci",
            "--no-audit",
            "--no-fund",
            "--loglevel=error",
        ]))
    })?;
    stamp.keep(STEP)
}

/// Returns the version of Node, if it is new enough.
fn node() -> Done<String> {
    let (major, minor) = OLDEST_NODE;
    let version = output(Command::new("node").arg("--version")).ok_or_else(|| {
        format!("the page needs Node {major}.{minor} or newer, and there is none")
    })?;
    let mut parts = version
        .trim_start_matches('v')
        .split('.')
        .map_while(|part| part.parse().ok());
    if (parts.next().unwrap_or(0), parts.next().unwrap_or(0)) < OLDEST_NODE {
        return Err(format!(
            "the page needs Node {major}.{minor} or newer; this is {version}"
        ));
    }
    Ok(version)
}

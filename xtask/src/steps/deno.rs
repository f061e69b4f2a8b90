//! Deno, in which the JavaScript package is also tested.

use std::path::PathBuf;

use crate::shell::{self, Done, at, npm, say, skip, target, timed};
use crate::stamp::Stamp;

const STEP: &str = "deno";
const FILES: [&str; 2] = ["npm/deno/package.json", "npm/deno/package-lock.json"];

/// Installs exactly the version in the lock file in `target/deno`, and returns it. The lock file
/// knows only the one for Linux on x86-64: elsewhere this returns `None`.
pub(crate) fn installed() -> Done<Option<PathBuf>> {
    if !cfg!(all(
        target_os = "linux",
        target_arch = "x86_64",
        target_env = "gnu"
    )) {
        skip(STEP, "Deno is tried on Linux x86-64 with glibc only");
        return Ok(None);
    }
    let folder = target().join("deno");
    let program = folder.join("node_modules/@deno/linux-x64-glibc/deno");
    let stamp = Stamp::of(&FILES)?;
    if stamp.holds(STEP, &[&program]) {
        skip(STEP, "Deno is installed");
        return Ok(Some(program));
    }
    say(STEP, "installing Deno (npm ci, about 90 MB in target/deno)");
    timed(STEP, || {
        std::fs::create_dir_all(&folder)
            .map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
        for file in FILES {
            let name = file.rsplit('/').next().unwrap_or(file);
            std::fs::copy(at(file), folder.join(name))
                .map_err(|error| format!("cannot copy {file}: {error}"))?;
        }
        let mut install = npm(&["ci", "--no-audit", "--no-fund", "--loglevel=error"]);
        shell::run(install.current_dir(&folder))
    })?;
    stamp.keep(STEP)?;
    Ok(Some(program))
}

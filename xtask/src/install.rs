//! Installs Debian packages, but never without saying so first.

use std::process::Command;

use crate::shell::{Done, output, run, say, which};

/// Installs Debian packages, or prints the command that does.
pub(crate) fn debian(step: &str, packages: &[&str], why: &str) -> Done {
    let list = packages.join(" ");
    let by_hand =
        format!("sudo apt-get update && sudo apt-get install --no-install-recommends {list}");
    if which("apt-get").is_none() {
        return Err(format!(
            "{why}. This machine has no apt-get: install the equivalent of `{list}` by its own means"
        ));
    }
    if output(Command::new("id").arg("-u")).as_deref() != Some("0") {
        return Err(format!(
            "{why}. Installing it needs root; run this, then try again:\n\n  {by_hand}\n"
        ));
    }
    say(step, &format!("{why}: installing Debian's {list}"));
    let apt = |arguments: &[&str]| {
        let mut command = Command::new("apt-get");
        command
            .args(arguments)
            .env("DEBIAN_FRONTEND", "noninteractive");
        run(&mut command)
    };
    apt(&["update", "-qq"])?;
    let mut install = vec!["install", "-y", "-qq", "--no-install-recommends"];
    install.extend(packages);
    apt(&install)
}

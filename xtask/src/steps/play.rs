//! `cargo play`: builds everything and plays.

use std::process::Command;

use crate::shell::{Done, say};
use crate::steps::program::{self, Build};

/// Builds, then runs `sandtable play` with the same arguments.
pub(crate) fn run(arguments: &[String]) -> Done {
    if arguments
        .iter()
        .any(|argument| argument == "--help" || argument == "-h")
    {
        println!("cargo play [SCENARIO] [--no-open] [--port N]: build everything and play.");
        println!("Afterwards `target/debug/sandtable play --help` says more.");
        return Ok(());
    }
    program::run(Build::Soon)?;
    say("play", "starting the table");
    let mut command = Command::new(Build::Soon.binary());
    command.arg("play").args(arguments);
    become_it(&mut command)
}

/// Replaces this process by the program, so that signals and exit codes are the program's own.
#[cfg(unix)]
fn become_it(command: &mut Command) -> Done {
    use std::os::unix::process::CommandExt;
    Err(format!("cannot start the program: {}", command.exec()))
}

#[cfg(not(unix))]
fn become_it(command: &mut Command) -> Done {
    crate::shell::run(command)
}

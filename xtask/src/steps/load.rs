//! Many battles through a server at once, on loopback: how fast, how much memory, and what is
//! left when it is killed.

use crate::shell::{self, Done, cargo};
use crate::steps::program::{self, Build};

/// Builds the program, then plays.
pub(crate) fn run(arguments: &[String]) -> Done {
    program::run(Build::Fast)?;
    let mut command = cargo(&["run", "-q", "--release", "-p", "sandtable-rooms"]);
    command.args(["--example", "load", "--", "--program"]);
    shell::run(command.arg(Build::Fast.binary()).args(arguments))
}

//! Plays many battles through a server at once, on loopback: how fast, with how much memory, and
//! what is left after it is killed.

use crate::shell::{self, Done, at, cargo, npm, target};
use crate::steps::contract;
use crate::steps::program::{self, Build};
use std::process::Command;

/// Builds the program, then plays; `peer` measures boardgame.io's server instead.
pub(crate) fn run(arguments: &[String]) -> Done {
    if let [first, rest @ ..] = arguments
        && first == "peer"
    {
        return peer(rest);
    }
    program::run(Build::Fast)?;
    let mut command = cargo(&["run", "-q", "--release", "-p", "sandtable-rooms"]);
    command.args(["--example", "load", "--", "--program"]);
    shell::run(command.arg(Build::Fast.binary()).args(arguments))
}

/// How often the server is killed within the minute of the check.
const KILLS: &str = "70";

/// Plays for a minute with the program of the check, which is killed again and again: no
/// acknowledged order may be lost, and nobody may get stuck.
pub(crate) fn soak() -> Done {
    let mut build = cargo(&["build", "--locked", "--example", "load", "--test", "exact"]);
    shell::run(build.args(contract::FEATURES))?;
    let tool = format!("debug/examples/load{}", std::env::consts::EXE_SUFFIX);
    let mut command = Command::new(target().join(tool));
    command.args(["--battles", "10", "--kills", KILLS, "--page"]);
    command.arg(at("web/dist")).arg("--program");
    shell::run(command.arg(Build::Tested.binary()))
}

/// The server to compare with, and its version.
const PEER: &str = "boardgame.io@0.50.2";

/// Installs the peer in a folder of its own and plays its skirmish there. The arguments may give
/// matches and seconds.
fn peer(arguments: &[String]) -> Done {
    let folder = target().join("room-peer");
    let script = folder.join("room_peer.cjs");
    shell::write(&script, include_str!("room_peer.cjs"))?;
    shell::write(&folder.join("package.json"), "{\"private\": true}\n")?;
    let install = [
        "install",
        "--ignore-scripts",
        "--no-audit",
        "--no-fund",
        PEER,
    ];
    shell::run(npm(&install).current_dir(&folder))?;
    let mut node = Command::new("node");
    shell::run(node.arg(script).args(arguments).current_dir(&folder))
}

//! Benchmarks, and comparisons with other programs.

mod dice;
mod figures;
mod games;
mod rows;
mod threads;
mod wasm;

use crate::shell::{self, Done, cargo, say};

/// Runs `cargo bench` for all benchmarks or those whose name contains the filter, or runs one of
/// the comparisons.
pub(crate) fn run(arguments: &[String]) -> Done {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["peers"] => dice::run().and_then(|()| games::run()),
        ["peers", "dice"] => dice::run(),
        ["peers", "games"] => games::run(),
        ["peers", other, ..] => Err(format!("bench peers [dice | games], not `{other}`")),
        ["rows"] => rows::run(),
        ["wasm"] => wasm::run(),
        ["threads"] => threads::run(),
        ["learners", ..] => super::python::pace(&arguments[1..]),
        _ => {
            say(
                "bench",
                "running the benchmarks; a quiet machine gives better numbers",
            );
            let mut command = cargo(&["bench", "--locked", "--benches"]);
            shell::run(command.arg("--").args(arguments))
        }
    }
}

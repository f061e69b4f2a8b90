//! Benchmarks.

use crate::shell::{self, Done, cargo, say};

/// `cargo bench`, for all or those whose name holds the filter.
pub(crate) fn run(arguments: &[String]) -> Done {
    if arguments == ["peers"] {
        return super::peers::run();
    }
    if let Some((first, rest)) = arguments.split_first()
        && first == "learners"
    {
        return super::python::pace(rest);
    }
    say(
        "bench",
        "running the benchmarks; a quiet machine gives better numbers",
    );
    let mut command = cargo(&["bench", "--locked", "--benches"]);
    shell::run(command.arg("--").args(arguments))
}

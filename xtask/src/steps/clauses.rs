//! Clauses: constants from `clauses.toml`, and the count of clauses cited and tested.

use crate::shell::{self, Done, cargo};

/// Writes every `c.rs`; with `--check` it fails if one is out of date.
pub(crate) fn write(arguments: &[String]) -> Done {
    helper("write", arguments)
}

/// Counts the clauses that code cites and tests show; with `--check` it fails unless all are.
pub(crate) fn coverage(arguments: &[String]) -> Done {
    helper("coverage", arguments)
}

/// Runs the helper. It reads TOML, so it is a crate of its own.
fn helper(what: &str, arguments: &[String]) -> Done {
    let mut command = cargo(&["run", "-q", "--locked", "-p", "xtask-clauses", "--", what]);
    shell::run(command.args(arguments))
}

//! How tests run the program.

use std::process::{Command, Output};

/// Runs the program with these arguments.
pub fn sandtable(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sandtable"));
    command
        .args(arguments)
        .output()
        .expect("the program starts")
}

/// Returns everything that the program wrote.
pub fn said(output: &Output) -> String {
    let all = [&output.stdout[..], &output.stderr[..]].concat();
    String::from_utf8_lossy(&all).into_owned()
}

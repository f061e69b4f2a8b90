//! Instruction counts: what a wall clock on a busy machine cannot tell.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::shell::{self, Done, cargo, output, say, target, which};

/// Counts instructions under callgrind and prints them as a table in Markdown.
pub(crate) fn run() -> Done {
    let valgrind = which("valgrind")
        .ok_or("instructions are counted by valgrind, and there is none (Debian: valgrind)")?;
    shell::run(&mut cargo(&[
        "build",
        "-q",
        "--locked",
        "--release",
        "-p",
        "sandtable-register",
        "--example",
        "counts",
    ]))?;
    let program = target().join("release/examples/counts");
    let folder = target().join("counts");
    let failed = |error| format!("cannot use {}: {error}", folder.display());
    fs::remove_dir_all(&folder).ok();
    fs::create_dir_all(&folder).map_err(failed)?;
    say("counts", "looking for the orders with the most branches");
    shell::run(Command::new(&program).arg("find").arg(&folder))?;
    say("counts", "counting instructions (callgrind, some minutes)");
    let mut command = Command::new(valgrind);
    command
        .args(["-q", "--tool=callgrind", "--collect-atstart=no"])
        .args(["--toggle-collect=counts::counted"])
        .args(["--dump-after=counts::counted"])
        .arg(format!(
            "--callgrind-out-file={}",
            folder.join("dump").display()
        ))
        .arg(&program)
        .arg("run")
        .arg(&folder);
    let told = output(&mut command).ok_or("the counted program failed")?;
    println!("| rule set | what | instructions | each |\n|---|---|---|---|");
    for (i, line) in told.lines().enumerate() {
        let count = total(&folder.join(format!("dump.{}", i + 1)))?;
        let parts: Vec<&str> = line.split('\t').collect();
        let [set, what, times, note] = parts[..] else {
            return Err(format!("no line of a count: {line}"));
        };
        let times: u64 = times.parse().map_err(|_| format!("no number: {times}"))?;
        let each = grouped(count / times.max(1));
        println!("| {set} | {what} | {each} | {note} |");
    }
    Ok(())
}

/// The instructions of one dump.
fn total(file: &Path) -> Done<u64> {
    let text =
        fs::read_to_string(file).map_err(|e| format!("cannot read {}: {e}", file.display()))?;
    let line = text
        .lines()
        .find_map(|l| l.strip_prefix("totals:").or(l.strip_prefix("summary:")));
    line.and_then(|n| n.trim().parse().ok())
        .ok_or_else(|| format!("{} has no total", file.display()))
}

/// A number with a blank between thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(' ');
        }
        out.push(digit);
    }
    out
}

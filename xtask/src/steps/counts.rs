//! Instruction counts: they show what a wall clock on a busy machine cannot. `docs/counts.md`
//! stores them for comparison. An increase must be explained, or the check fails.

mod kept;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::install;
use crate::shell::{self, Done, at, cargo, output, say, skip, target, which};
use kept::{Kept, Machine, Row, grouped};

const STEP: &str = "counts";

/// The file with the stored counts.
const FILE: &str = "docs/counts.md";

/// The positions whose odds are counted.
const POSITIONS: &str = "rules/register/counts";

/// What to do with the counts.
enum Wanted {
    Print,
    Check,
    Record(String),
}

/// Counts instructions under callgrind. Prints them, compares them with the stored ones, or stores
/// them. `--find` searches again for the positions with the most branches.
pub(crate) fn run(arguments: &[String]) -> Done {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let wanted = match arguments[..] {
        [] => Wanted::Print,
        ["--check"] => Wanted::Check,
        ["--record", why] if !why.trim().is_empty() => Wanted::Record(why.trim().to_owned()),
        ["--find"] => return find(),
        _ => return Err("counts [--check | --record \"WHY\" | --find]".to_owned()),
    };
    let kept = Kept::read(&at(FILE))?;
    let machine = Machine::this()?;
    if matches!(wanted, Wanted::Check)
        && let Some(other) = kept.machine.difference(&machine)
    {
        skip(
            STEP,
            &format!("not compared: {other}; {FILE} says with what"),
        );
        return Ok(());
    }
    let rows = counted()?;
    match wanted {
        Wanted::Print => print!("{}", kept::table(&rows)),
        Wanted::Check => compare(&kept, &rows)?,
        Wanted::Record(why) => {
            fs::write(at(FILE), kept.recorded(machine, rows, &why))
                .map_err(|e| format!("cannot write {FILE}: {e}"))?;
            say(STEP, &format!("written to {FILE}"));
        }
    }
    Ok(())
}

/// Runs the comparison as part of the whole check.
pub(crate) fn check() -> Done {
    run(&["--check".to_owned()])
}

/// Fails if anything costs more than before, and prints what costs less.
fn compare(kept: &Kept, rows: &[Row]) -> Done {
    let mut dearer = Vec::new();
    for row in rows {
        let Some(before) = kept.of(row) else {
            dearer.push(format!("{} is not in {FILE} yet", row.name()));
            continue;
        };
        let change = format!(
            "{} takes {}, kept are {} ({:+.1} %)",
            row.name(),
            grouped(row.each),
            grouped(before),
            row.change(before)
        );
        if row.moved(before) {
            if row.each > before {
                dearer.push(change);
            } else {
                say(STEP, &change);
            }
        }
    }
    if dearer.is_empty() {
        say(
            STEP,
            &format!("{} tasks cost no more than they did", rows.len()),
        );
        return Ok(());
    }
    Err(format!(
        "some tasks cost over {} % more than they did. Make it cheaper, or say why with \
         `cargo xtask counts --record \"WHY\"` and commit {FILE}:\n  {}",
        kept::MOST,
        dearer.join("\n  ")
    ))
}

/// Builds the program to count.
fn build() -> Done<PathBuf> {
    let mut command = cargo(&["build", "-q", "--locked", "--release"]);
    command.args(["-p", "sandtable-register", "--example", "counts"]);
    // The counts must not include features of other packages.
    for setting in ["CARGO_RESOLVER_FEATURE_UNIFICATION", "CARGO_INCREMENTAL"] {
        command.env_remove(setting);
    }
    shell::run(&mut command)?;
    Ok(target().join("release/examples/counts"))
}

/// Searches for the positions with the most branches.
fn find() -> Done {
    say(STEP, "looking for the orders with the most branches");
    shell::run(Command::new(build()?).arg("find").arg(at(POSITIONS)))
}

/// Counts everything.
fn counted() -> Done<Vec<Row>> {
    let valgrind = match which("valgrind") {
        Some(found) => found,
        None => {
            install::debian(STEP, &["valgrind"], "instructions are counted by valgrind")?;
            which("valgrind").ok_or("valgrind was installed and is not there")?
        }
    };
    let program = build()?;
    let folder = target().join("counts");
    let failed = |error| format!("cannot use {}: {error}", folder.display());
    fs::remove_dir_all(&folder).ok();
    fs::create_dir_all(&folder).map_err(failed)?;
    say(STEP, "counting instructions (callgrind, some minutes)");
    let dump = folder.join("dump");
    let mut command = Command::new(valgrind);
    command
        .args(["-q", "--tool=callgrind", "--collect-atstart=no"])
        .args(["--toggle-collect=counts::counted"])
        .args(["--dump-after=counts::counted"])
        .arg(format!("--callgrind-out-file={}", dump.display()))
        .arg(&program)
        .arg("run")
        .arg(at(POSITIONS));
    let told = output(&mut command).ok_or("the counted program failed")?;
    let lines = told.lines().enumerate();
    let row = |(i, line): (usize, &str)| {
        let count = total(&folder.join(format!("dump.{}", i + 1)))?;
        Row::told(line, count)
    };
    lines.map(row).collect()
}

/// Returns the instructions of one dump.
fn total(file: &Path) -> Done<u64> {
    let text =
        fs::read_to_string(file).map_err(|e| format!("cannot read {}: {e}", file.display()))?;
    let line = text
        .lines()
        .find_map(|l| l.strip_prefix("totals:").or(l.strip_prefix("summary:")));
    line.and_then(|n| n.trim().parse().ok())
        .ok_or_else(|| format!("{} has no total", file.display()))
}

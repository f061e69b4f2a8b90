//! Compares studies on two threads with the same on one: how much the second thread adds.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use super::figures::{ratios, scenarios, spread};
use crate::shell::{self, Done, cargo, output, say, target, write};

/// Rounds, in each of which every study runs on one thread and on two.
const ROUNDS: usize = 3;
/// The players, and how many battles they play.
const WORK: [(&str, u32); 2] = [("greedy", 24), ("random", 1000)];

/// Builds the program and prints a table.
pub(super) fn run() -> Done {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    if cores < 2 {
        return Err("two threads want two cores, and this machine has one".to_owned());
    }
    shell::run(&mut cargo(&[
        "build",
        "-q",
        "--locked",
        "--release",
        "-p",
        "sandtable-cli",
    ]))?;
    let folder = target().join("bench-threads");
    say(
        "threads",
        &format!("{ROUNDS} rounds, on one thread and on two in turn, some minutes"),
    );
    println!("\n| scenario | battles | one thread, battles a second | two | times |");
    println!("|---|---|---|---|---|");
    for (set, scenario) in scenarios()? {
        for (level, battles) in WORK {
            let file = folder.join(format!("{set}-{level}.study.toml"));
            write(&file, study(&scenario, level, battles))?;
            let row = row(&file, battles)?;
            println!("| {scenario} | {battles}, {level} | {row} |");
        }
    }
    println!("\nEvery report was the same on one thread and on two.");
    Ok(())
}

/// Returns a study of one scenario.
fn study(scenario: &str, level: &str, battles: u32) -> String {
    format!(
        "format = 1\ntitle = \"{scenario}, {level}\"\nscenarios = [\"{scenario}\"]\n\
         battles = {battles}\n\n[[variant]]\nname = \"As printed\"\n\
         players = [\"{level}\", \"{level}\"]\n"
    )
}

/// Returns a row of the table, or an error if the reports differ.
fn row(file: &Path, battles: u32) -> Done<String> {
    let (mut one, mut two) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let (alone, report) = played(file, 1)?;
        let (both, other) = played(file, 2)?;
        if report != other {
            return Err(format!("{}: two threads report otherwise", file.display()));
        }
        one.push(f64::from(battles) / alone);
        two.push(f64::from(battles) / both);
    }
    let times = spread(&ratios(&two, &one), 2);
    Ok(format!(
        "{} | {} | {times}",
        spread(&one, 1),
        spread(&two, 1)
    ))
}

/// Runs a study from scratch. Returns its seconds, including everything that the program does, and
/// its report.
fn played(file: &Path, threads: u32) -> Done<(f64, String)> {
    let mut program = Command::new(binary());
    program
        .arg("study")
        .arg(file)
        .args(["--anew", "--quiet", "--json"]);
    program.args(["--threads", &threads.to_string()]);
    let start = Instant::now();
    let told = output(&mut program);
    let taken = start.elapsed().as_secs_f64();
    let told = told.ok_or_else(|| format!("{program:?} failed"))?;
    Ok((taken, told))
}

fn binary() -> PathBuf {
    target().join(format!("release/sandtable{}", std::env::consts::EXE_SUFFIX))
}

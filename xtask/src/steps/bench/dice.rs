//! Compares our exact odds with those of the libraries that people use: the same three questions,
//! each answered first thing in a fresh process, all in one run.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use super::figures::middle;
use crate::shell::{self, Done, at, cargo, output, say, target, which};

/// Number of answers from each library; the median counts.
const TIMES: usize = 7;
/// The versions to measure.
const PACKAGES: [&str; 2] = ["icepool==2.1.3", "dyce==0.7.0"];
/// The questions, and how many times faster than icepool we aim to be.
const CASES: [(&str, &str, f64); 3] = [
    ("a", "6 dice against 8 in rows", 250.0),
    ("b", "8 points against 8, ten turns", 500.0),
    ("c", "sum of 8 dice, ones thrown again", 100.0),
];

type Law = BTreeMap<String, f64>;

/// Installs the libraries in a folder of their own, and prints a table.
pub(super) fn run() -> Done {
    let python = python()?;
    shell::run(&mut cargo(&[
        "build",
        "-q",
        "--locked",
        "--release",
        "-p",
        "sandtable-odds",
        "--example",
        "peers",
    ]))?;
    let ours = target().join("release/examples/peers");
    let script = at("xtask/src/steps/bench/peers.py");
    say(
        "peers",
        "asking each seven times, each time in a fresh process",
    );
    println!("| question | ours | icepool | dyce | ours against icepool | against dyce |");
    println!("|---|---|---|---|---|---|");
    let mut short = Vec::new();
    for (case, title, aim) in CASES {
        let ask = |library: &str| {
            let mut command = Command::new(&python);
            command.arg(&script).arg(library).arg(case);
            command
        };
        let mut times: [Vec<f64>; 3] = Default::default();
        let mut laws: [Law; 3] = Default::default();
        // Take turns, so that a busy spell of the machine affects all of them.
        for round in 0..TIMES {
            let mut own = Command::new(&ours);
            own.arg(case);
            let mut all = [own, ask("icepool"), ask("dyce")];
            for (place, command) in all.iter_mut().enumerate() {
                // dyce takes seconds for the first question.
                if place == 2 && case == "a" && round > 0 {
                    continue;
                }
                let (time, law) = answer(command)?;
                times[place].push(time);
                laws[place] = law;
            }
        }
        for (place, name) in [(1, "icepool"), (2, "dyce")] {
            same(&laws[0], &laws[place]).map_err(|why| format!("{case}, {name}: {why}"))?;
        }
        let [ours, ice, dyce] = times.map(middle);
        println!(
            "| {title} | {:.1} us | {:.2} ms | {:.2} ms | {:.0} times | {:.0} times |",
            ours / 1e3,
            ice / 1e6,
            dyce / 1e6,
            ice / ours,
            dyce / ours
        );
        if ice / ours < aim {
            short.push(format!("{case}: {:.0} of {aim} times", ice / ours));
        }
    }
    println!("\nAll three give the same chances, to nine digits.");
    if !short.is_empty() {
        println!("Short of the aim: {}.", short.join("; "));
    }
    Ok(())
}

/// Returns a Python with both libraries, in `target/peers`.
fn python() -> Done<std::path::PathBuf> {
    let folder = target().join("peers");
    let python = folder.join("bin/python");
    let ready = folder.join("ready");
    if ready.exists() {
        return Ok(python);
    }
    let system = which("python3").ok_or("the libraries are for Python, and there is none")?;
    say(
        "peers",
        "installing icepool and dyce from PyPI into target/peers",
    );
    shell::run(Command::new(system).args(["-m", "venv"]).arg(&folder))?;
    let mut install = Command::new(&python);
    install.args(["-m", "pip", "install", "-q", "--disable-pip-version-check"]);
    shell::run(install.args(PACKAGES))?;
    touch(&ready)?;
    Ok(python)
}

fn touch(file: &Path) -> Done {
    std::fs::write(file, PACKAGES.join("\n"))
        .map_err(|error| format!("cannot write {}: {error}", file.display()))
}

/// Returns the nanoseconds of an answer, and the distribution.
fn answer(command: &mut Command) -> Done<(f64, Law)> {
    let told = output(command).ok_or_else(|| format!("{command:?} failed"))?;
    let mut lines = told.lines();
    let time = lines.next().and_then(|line| line.trim().parse().ok());
    let time = time.ok_or_else(|| format!("{command:?} told no time"))?;
    let pair = |line: &str| {
        let (name, chance) = line.split_once('\t')?;
        Some((name.to_owned(), chance.parse().ok()?))
    };
    Ok((time, lines.filter_map(pair).collect()))
}

/// Checks that two distributions agree to nine digits; impossible values may be listed or not.
fn same(one: &Law, other: &Law) -> Done {
    if one.is_empty() {
        return Err("no law".to_owned());
    }
    for name in one.keys().chain(other.keys()) {
        let (a, b) = (
            one.get(name).unwrap_or(&0.0),
            other.get(name).unwrap_or(&0.0),
        );
        if (a - b).abs() > 1e-9 {
            return Err(format!("the chance of {name} is {a} here and {b} there"));
        }
    }
    Ok(())
}

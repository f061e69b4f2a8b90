//! `cargo ci`: the whole check. It stops at the first failure, and ends with a table of what it did
//! and how long each part took.

use std::io::{Read as _, pipe};
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::shell::{self, Done, cargo, npm, output, seconds};
use crate::steps::program::{self, Build};
use crate::steps::{
    clauses, contract, counts, crates, e2e, fuzz, house, load, new_ruleset, node, python, release,
    size, supply,
};

/// A step of the check.
struct Step {
    name: &'static str,
    run: fn() -> Done,
    lane: Option<Lane>,
}

/// Steps that mostly keep one core busy run in two lanes beside each other. Steps that write to the
/// same folder of `target` are in the same lane.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lane {
    First,
    Second,
}

/// Returns a step that has the machine for itself.
const fn alone(name: &'static str, run: fn() -> Done) -> Step {
    let lane = None;
    Step { name, run, lane }
}

/// Returns a step of a lane.
const fn within(lane: Lane, name: &'static str, run: fn() -> Done) -> Step {
    let lane = Some(lane);
    Step { name, run, lane }
}

/// Quick checks come first, so that small mistakes show early.
const STEPS: [Step; 24] = [
    alone("format", || {
        shell::run(&mut cargo(&["fmt", "--all", "--check"]))
    }),
    alone("supply chain", supply::run),
    alone("clauses", || clauses::write(&["--check".to_owned()])),
    alone("house", house::run),
    alone("public API", crates::check),
    alone("lints", lints),
    alone("tests", tests),
    alone("a new rule set", new_ruleset::short),
    alone("random input", fuzz::minute),
    alone("doc tests", || {
        shell::run(cargo(&["test", "--locked", "--doc"]).args(contract::FEATURES))
    }),
    alone("coverage of clauses", || {
        clauses::coverage(&["--check".to_owned()])
    }),
    alone("build", || program::run(Build::Tested)),
    within(Lane::First, "Python package", python::check),
    within(Lane::First, "Ray cluster", python::cluster),
    within(Lane::Second, "engine in Node", node::run),
    within(Lane::Second, "types of the page", || page("check")),
    within(Lane::Second, "lints of the page", || page("lint")),
    within(Lane::Second, "format of the page", || page("format:check")),
    within(Lane::Second, "tests of the page", || page("test")),
    within(Lane::Second, "instructions", counts::check),
    within(Lane::Second, "rooms under kills", load::soak),
    alone("size", size::run),
    alone("installs", release::check),
    alone("browser", e2e::check),
];

/// What a step did.
struct Ran {
    name: &'static str,
    time: Duration,
    done: Done,
}

impl Step {
    fn ran(&self, work: impl FnOnce() -> Done) -> Ran {
        let start = Instant::now();
        let done = work();
        let (name, time) = (self.name, start.elapsed());
        Ran { name, time, done }
    }
}

/// Runs every step; with `--from STEP` that step and all that follow; with `--only STEP` that step.
pub(crate) fn run(rest: &[String]) -> Done {
    let first = match rest {
        [] => 0,
        [from, name] if from == "--from" => place(name)?,
        [only, name] if only == "--only" => return (STEPS[place(name)?].run)(),
        _ => return Err("`cargo ci` takes `--from STEP`, `--only STEP` or nothing".to_owned()),
    };
    // A later step may build this program anew; it stays the same program at the same place.
    let program = std::env::current_exe().map_err(|why| format!("where am I? {why}"))?;
    let start = Instant::now();
    let mut all: Vec<Ran> = Vec::new();
    let mut steps = &STEPS[first..];
    while let Some(step) = steps.first()
        && all.iter().all(|ran| ran.done.is_ok())
    {
        let together = steps.iter().take_while(|step| step.lane.is_some()).count();
        if together == 0 {
            println!("\n━━ {}", step.name);
            all.push(step.ran(step.run));
        } else {
            all.extend(beside(&steps[..together], &program));
        }
        steps = &steps[together.max(1)..];
    }
    told(&all, STEPS.len() - first, start.elapsed())
}

/// Runs the lanes beside each other, each step as a program of its own, so that what it prints stays
/// together. If a step fails, the other lane still ends the step it is at.
fn beside(steps: &[Step], program: &Path) -> Vec<Ran> {
    let failed = AtomicBool::new(false);
    let all = Mutex::new(Vec::new());
    let lane = |lane: Lane| {
        for step in steps.iter().filter(|step| step.lane == Some(lane)) {
            if failed.load(Ordering::Relaxed) {
                return;
            }
            let mut printed = String::new();
            let ran = step.ran(|| child(program, step.name, &mut printed));
            failed.fetch_or(ran.done.is_err(), Ordering::Relaxed);
            let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
            println!("\n━━ {}\n{}", step.name, printed.trim_end());
            all.push(ran);
        }
    };
    thread::scope(|scope| {
        scope.spawn(|| lane(Lane::First));
        scope.spawn(|| lane(Lane::Second));
    });
    all.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Runs a step as a program of its own, and adds what it prints.
fn child(program: &Path, step: &str, printed: &mut String) -> Done {
    let failed = |why: std::io::Error| format!("cannot run the step `{step}`: {why}");
    let (mut reader, writer) = pipe().map_err(failed)?;
    let mut command = Command::new(program);
    command.args(["ci", "--only", step]);
    command.stdout(writer.try_clone().map_err(failed)?);
    let mut child = command.stderr(writer).spawn().map_err(failed)?;
    // The command holds two ends of the pipe, which would keep it open.
    drop(command);
    let mut bytes = Vec::new();
    reader.read_to_end(&mut bytes).map_err(failed)?;
    printed.push_str(&String::from_utf8_lossy(&bytes));
    match child.wait().map_err(failed)?.success() {
        true => Ok(()),
        false => Err("its output says why".to_owned()),
    }
}

/// Prints how long each step took; returns an error if one failed.
fn told(all: &[Ran], of: usize, time: Duration) -> Done {
    println!("\n━━ summary");
    for Ran { name, time, done } in all {
        let end = if done.is_ok() { "ok" } else { "FAILED" };
        println!("  {name:<22}{:>9}  {end}", seconds(*time));
    }
    println!("  {:<22}{:>9}", "in all", seconds(time));
    let failure = all
        .iter()
        .find_map(|ran| Some((ran.name, ran.done.as_ref().err()?)));
    let Some((name, why)) = failure else {
        println!("\nAll {of} steps passed.");
        return Ok(());
    };
    let left = of - all.len();
    Err(format!(
        "the step `{name}` failed, {left} more were not run: {why}"
    ))
}

/// Returns the index of a step by name.
fn place(name: &str) -> Done<usize> {
    let named = STEPS.iter().position(|step| step.name == name);
    named.ok_or_else(|| {
        let names: Vec<&str> = STEPS.iter().map(|step| step.name).collect();
        format!("there is no step `{name}`; there are: {}", names.join(", "))
    })
}

fn lints() -> Done {
    let mut command = cargo(&["clippy", "--locked", "--workspace", "--all-targets"]);
    shell::run(command.args(["--", "-D", "warnings"]))
}

/// Runs the tests with nextest if it is installed, or else with cargo.
fn tests() -> Done {
    if output(&mut cargo(&["nextest", "--version"])).is_some() {
        let mut nextest = cargo(&["nextest", "run", "--locked", "--no-fail-fast"]);
        // One more than there are cores, because some tests mostly wait for a database.
        let at_once = (shell::cores() + 1).to_string();
        nextest.args(["--test-threads", &at_once]);
        shell::run(nextest.args(contract::FEATURES))
    } else {
        println!("(cargo-nextest is not installed: cargo test instead)");
        let targets = ["--lib", "--bins", "--tests", "--examples"];
        let mut test = cargo(&["test", "--locked"]);
        shell::run(test.args(targets).args(contract::FEATURES))
    }
}

/// Runs a script of `web/package.json`.
fn page(script: &str) -> Done {
    shell::run(&mut npm(&["run", "--silent", script]))
}

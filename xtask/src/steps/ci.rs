//! `cargo ci`: the whole check. It stops at the first failure, and ends with a table of what it did
//! and how long each part took.

use std::time::{Duration, Instant};

use crate::shell::{self, Done, cargo, npm, output, seconds};
use crate::steps::program::{self, Build};
use crate::steps::{
    clauses, contract, counts, crates, e2e, fuzz, house, load, new_ruleset, node, python, release,
    size, supply,
};

type Step = (&'static str, fn() -> Done);

/// Quick checks come first, so that small mistakes show early.
const STEPS: [Step; 24] = [
    ("format", || {
        shell::run(&mut cargo(&["fmt", "--all", "--check"]))
    }),
    ("supply chain", supply::run),
    ("clauses", || clauses::write(&["--check".to_owned()])),
    ("house", house::run),
    ("lints", lints),
    ("tests", tests),
    ("a new rule set", new_ruleset::short),
    ("random input", fuzz::minute),
    ("doc tests", || {
        shell::run(cargo(&["test", "--locked", "--doc"]).args(contract::FEATURES))
    }),
    ("coverage of clauses", || {
        clauses::coverage(&["--check".to_owned()])
    }),
    ("Python package", python::check),
    ("build", || program::run(Build::Tested)),
    ("rooms under kills", load::soak),
    ("Ray cluster", python::cluster),
    ("public API", crates::check),
    ("size", size::run),
    ("engine in Node", node::run),
    ("installs", release::check),
    ("types of the page", || page("check")),
    ("lints of the page", || page("lint")),
    ("format of the page", || page("format:check")),
    ("tests of the page", || page("test")),
    ("instructions", counts::check),
    ("browser", e2e::check),
];

/// Runs every step, or with `--from STEP` that step and all that follow.
pub(crate) fn run(rest: &[String]) -> Done {
    let first = match rest {
        [] => 0,
        [from, name] if from == "--from" => place(name)?,
        _ => return Err("`cargo ci` takes `--from STEP` or nothing".to_owned()),
    };
    let steps = &STEPS[first..];
    let start = Instant::now();
    let mut times: Vec<(&str, Duration)> = Vec::new();
    let mut failure = None;
    for &(name, step) in steps {
        println!("\n━━ {name}");
        let start = Instant::now();
        let done = step();
        times.push((name, start.elapsed()));
        if let Err(why) = done {
            failure = Some((name, why));
            break;
        }
    }
    println!("\n━━ summary");
    for (name, time) in &times {
        let failed = failure.as_ref().is_some_and(|(step, _)| step == name);
        println!(
            "  {name:<22}{:>9}  {}",
            seconds(*time),
            if failed { "FAILED" } else { "ok" }
        );
    }
    println!("  {:<22}{:>9}", "in all", seconds(start.elapsed()));
    match failure {
        None => {
            println!("\nAll {} steps passed.", steps.len());
            Ok(())
        }
        Some((name, why)) => {
            let left = steps.len() - times.len();
            Err(format!(
                "the step `{name}` failed, {left} more were not run: {why}"
            ))
        }
    }
}

/// Returns the index of a step by name.
fn place(name: &str) -> Done<usize> {
    let named = STEPS.iter().position(|(step, _)| *step == name);
    named.ok_or_else(|| {
        let names: Vec<&str> = STEPS.iter().map(|(step, _)| *step).collect();
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

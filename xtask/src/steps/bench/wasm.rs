//! Compares the page's engine with the same engine built for this machine: the same battles with
//! the same seeds, at the same time.

use std::path::PathBuf;
use std::process::Command;

use super::figures::{middle, ratios, scenarios, spread};
use crate::shell::{self, Done, at, cargo, output, root, say, target};

/// Rounds, in each of which both play everything.
const ROUNDS: usize = 3;
/// The work: the level of both players, and how many battles.
const WORK: [(&str, &str); 2] = [("random", "20"), ("greedy", "2")];
/// Repetitions per process; the first is reported separately, since browsers compile during it.
const TIMES: &str = "4";

/// Output of a process.
struct Told {
    /// Fingerprints of the battles' ends.
    hash: String,
    /// Milliseconds of the first repetition.
    first: f64,
    /// Median milliseconds of the others.
    later: f64,
}

/// Builds both and prints a table.
pub(super) fn run() -> Done {
    crate::steps::wasm::run()?;
    let mut build = cargo(&["build", "-q", "--locked", "--release"]);
    shell::run(build.args(["-p", "sandtable-wasm", "--example", "selfplay"]))?;
    let native = || Command::new(target().join("release/examples/selfplay"));
    let browser = || {
        let mut node = Command::new("node");
        node.arg(script()).current_dir(root());
        node
    };
    say(
        "wasm",
        &format!("{ROUNDS} rounds, both in turn, some minutes"),
    );
    println!(
        "\n| scenario | players | this machine's code, ms | in wasm, ms | times | the first time |"
    );
    println!("|---|---|---|---|---|---|");
    for (_, scenario) in scenarios()? {
        for (level, battles) in WORK {
            let what = [&scenario, level, battles, TIMES];
            let (mut ours, mut theirs) = (Vec::new(), Vec::new());
            for _ in 0..ROUNDS {
                ours.push(told(native().args(what))?);
                theirs.push(told(browser().args(what))?);
            }
            let row = row(&ours, &theirs)?;
            println!("| {scenario} | {battles} battles, {level} | {row} |");
        }
    }
    println!("\nEvery battle came to the same end in both.");
    Ok(())
}

/// Returns a row of the table, or an error if a battle ended differently.
fn row(ours: &[Told], theirs: &[Told]) -> Done<String> {
    let hash = &ours[0].hash;
    if let Some(other) = ours.iter().chain(theirs).find(|told| told.hash != *hash) {
        return Err(format!("{hash} here and {} there", other.hash));
    }
    let later = |all: &[Told]| all.iter().map(|told| told.later).collect::<Vec<_>>();
    let first = |all: &[Told]| all.iter().map(|told| told.first).collect::<Vec<_>>();
    Ok(format!(
        "{} | {} | {} | {:.2}",
        spread(&later(ours), 1),
        spread(&later(theirs), 1),
        spread(&ratios(&later(theirs), &later(ours)), 2),
        middle(ratios(&first(theirs), &first(ours))),
    ))
}

/// Returns the script that plays in Node, with the very files that the page loads.
fn script() -> PathBuf {
    at("crates/wasm/selfplay.mjs")
}

/// Reads a line with the fingerprints, then the milliseconds of each repetition.
fn told(command: &mut Command) -> Done<Told> {
    let text = output(command).ok_or_else(|| format!("{command:?} failed"))?;
    let mut lines = text.lines().map(str::trim);
    let hash = lines.next().unwrap_or_default().to_owned();
    let times: Vec<f64> = lines.filter_map(|line| line.parse().ok()).collect();
    let (first, later) = times
        .split_first()
        .filter(|(_, later)| !later.is_empty())
        .ok_or_else(|| format!("{command:?} told too few times"))?;
    Ok(Told {
        hash,
        first: *first,
        later: middle(later.to_vec()),
    })
}

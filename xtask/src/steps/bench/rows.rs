//! Measures every time in the table of speed in docs/measured.md, in interleaved rounds, together
//! with Pokemon Showdown and boardgame.io.

use std::process::Command;

use super::figures::{middle, numbers, ratios, scenarios, spread};
use super::games;
use crate::shell::{Done, say, target};

/// Rounds, in each of which everyone does everything.
const ROUNDS: usize = 3;

/// A column of the first table: the argument of `rows`, a title, how many seconds, how many digits.
type Work = (&'static str, &'static str, &'static str, usize);

/// The work for every rule set.
const WORKS: [Work; 9] = [
    ("random", "random play, orders/s", "1.0", 0),
    ("quick", "quick play, orders/s", "1.0", 0),
    ("greedy", "greedy play, orders/s", "2.0", 0),
    ("list", "list all offers, us", "0.5", 1),
    ("copy", "copy, ns", "0.2", 0),
    ("bytes", "memcpy, ns", "0.2", 0),
    ("12x12", "12 a side, 12 woods, orders/s", "0.5", 0),
    ("24x12", "24 a side, orders/s", "0.5", 0),
    ("12x48", "48 woods, orders/s", "0.5", 0),
];
/// The exact odds, which some rule sets have.
const ODDS: [Work; 5] = [
    ("odds-shot", "shot, ms", "0.5", 3),
    ("odds-fight", "fight, ms", "0.5", 3),
    ("odds-charge", "charge, ms", "0.5", 3),
    ("odds-test", "test, ms", "0.5", 3),
    ("chain", "chain, ms", "0.5", 1),
];

/// Figures of a rule set: for each kind of work, one per round.
type Figures = Vec<Vec<f64>>;

/// Builds, measures, and prints the tables.
pub(super) fn run() -> Done {
    let folder = games::installed()?;
    games::build()?;
    let sets: Vec<String> = scenarios()?.into_iter().map(|(set, _)| set).collect();
    say("rows", "every rule set and every work in turn, ten minutes");
    let works: Vec<Work> = WORKS.into_iter().chain(ODDS).collect();
    let mut theirs = vec![Vec::new(); games::PEERS.len()];
    let mut ours: Vec<Figures> = vec![vec![Vec::new(); works.len()]; sets.len()];
    for _ in 0..ROUNDS {
        games::round(&folder, &mut theirs)?;
        for (set, all) in sets.iter().zip(&mut ours) {
            for (&(work, _, seconds, _), figures) in works.iter().zip(all) {
                figures.extend(figure(set, work, seconds)?);
            }
        }
    }
    games::told_peers(&theirs);
    table(&sets, &ours, &WORKS, 0);
    table(&sets, &ours, &ODDS, WORKS.len());
    derived(&sets, &ours, &theirs);
    Ok(())
}

/// Measures one figure of ours; returns `None` if a rule set has no such order.
fn figure(set: &str, work: &str, seconds: &str) -> Done<Option<f64>> {
    let mut program = Command::new(target().join("release/examples/rows"));
    program.args([set, seconds, work]);
    if work == "chain" || work.starts_with("odds-") {
        return Ok(numbers(&mut program).ok().map(middle));
    }
    numbers(&mut program).map(middle).map(Some)
}

/// Prints the median and the range of each kind of work.
fn table(sets: &[String], ours: &[Figures], works: &[Work], from: usize) {
    let titles: Vec<&str> = works.iter().map(|(_, title, ..)| *title).collect();
    println!("\n| rule set | {} |", titles.join(" | "));
    println!("|---|{}", "---|".repeat(works.len()));
    for (set, all) in sets.iter().zip(ours) {
        let cell = |(&(.., digits), figures): (&Work, &Vec<f64>)| match figures[..] {
            [] => "-".to_owned(),
            _ => spread(figures, digits),
        };
        let row: Vec<String> = works.iter().zip(&all[from..]).map(cell).collect();
        println!("| {set} | {} |", row.join(" | "));
    }
}

/// Prints ratios derived from these, round by round.
fn derived(sets: &[String], ours: &[Figures], theirs: &[Vec<f64>]) {
    println!(
        "\n| rule set | times Showdown, generation 1 | times boardgame.io, tic-tac-toe \
         | copy, times memcpy | exponent of units | 48 woods against 12 |"
    );
    println!("|---|---|---|---|---|---|");
    for (set, all) in sets.iter().zip(ours) {
        let of = |name: &str| {
            let at = WORKS.iter().position(|(work, ..)| *work == name);
            &all[at.unwrap_or(0)]
        };
        let exponent: Vec<f64> = ratios(of("12x12"), of("24x12"))
            .into_iter()
            .map(|dearer| 1.0 + dearer.log2())
            .collect();
        println!(
            "| {set} | {:.0} | {:.0} | {} | {} | {} |",
            middle(ratios(of("random"), &theirs[0])),
            middle(ratios(of("random"), &theirs[2])),
            spread(&ratios(of("copy"), of("bytes")), 1),
            spread(&exponent, 2),
            spread(&ratios(of("12x12"), of("12x48")), 2),
        );
    }
}

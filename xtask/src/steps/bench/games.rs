//! Compares our whole random battles with those of Pokemon Showdown and boardgame.io, at the same
//! time. They play other games, so this compares decisions, not battles.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::figures::{middle, numbers, ratios, scenarios, spread};
use crate::shell::{self, Done, at, cargo, say, target, which, write};

/// Rounds, in each of which everyone plays.
const ROUNDS: usize = 5;
/// Seconds of one turn; the warm-up takes half as long.
const SECONDS: &str = "2";
/// The versions to measure.
const PACKAGES: [&str; 2] = ["pokemon-showdown@0.11.11", "boardgame.io@0.50.2"];
/// The peers: a title, our script, what it plays.
pub(super) const PEERS: [(&str, &str, &str); 4] = [
    ("Showdown, generation 1", "showdown.mjs", "gen1randombattle"),
    ("Showdown, generation 9", "showdown.mjs", "gen9randombattle"),
    ("boardgame.io, tic-tac-toe", "boardgame.mjs", "ttt"),
    ("boardgame.io, a skirmish", "boardgame.mjs", "skirmish"),
];

/// Installs the peers in a folder of their own, and prints two tables.
pub(super) fn run() -> Done {
    let folder = installed()?;
    build()?;
    let sets: Vec<String> = scenarios()?.into_iter().map(|(set, _)| set).collect();
    let turn = format!("{ROUNDS} rounds, everyone in turn, some minutes");
    say("games", &turn);
    let mut theirs = vec![Vec::new(); PEERS.len()];
    let mut ours = vec![Vec::new(); sets.len()];
    for _ in 0..ROUNDS {
        round(&folder, &mut theirs)?;
        for (set, figures) in sets.iter().zip(&mut ours) {
            figures.push(own(set)?);
        }
    }
    told_peers(&theirs);
    told(&sets, &ours, &theirs);
    Ok(())
}

/// Builds the program that plays our battles.
pub(super) fn build() -> Done {
    let mut build = cargo(&["build", "-q", "--locked", "--release"]);
    shell::run(build.args(["-p", "sandtable-register", "--example", "rows"]))
}

/// Runs one turn of each peer.
pub(super) fn round(folder: &Path, theirs: &mut [Vec<f64>]) -> Done {
    for ((_, script, game), figures) in PEERS.iter().zip(theirs) {
        figures.push(peer(folder, script, game)?);
    }
    Ok(())
}

/// Prints the results of the peers alone.
pub(super) fn told_peers(theirs: &[Vec<f64>]) {
    println!("\n| whole random games | decisions a second: the middle, from where to where |");
    println!("|---|---|");
    for ((title, ..), figures) in PEERS.iter().zip(theirs) {
        println!("| {title} | {} |", spread(figures, 0));
    }
}

/// Prints the results of our rule sets, each with its ratio to every peer.
fn told(sets: &[String], ours: &[Vec<f64>], theirs: &[Vec<f64>]) {
    let titles = PEERS.map(|(title, ..)| title).join(" | ");
    println!("\n| rule set | orders a second | times {titles} |");
    println!("|---|---|{}", "---|".repeat(PEERS.len()));
    for (set, own) in sets.iter().zip(ours) {
        let times: Vec<String> = theirs
            .iter()
            .map(|others| format!("{:.0}", middle(ratios(own, others))))
            .collect();
        println!("| {set} | {} | {} |", spread(own, 0), times.join(" | "));
    }
}

/// Returns the choices or moves per second of a peer.
fn peer(folder: &Path, script: &str, game: &str) -> Done<f64> {
    let script = at("xtask/src/steps/bench").join(script);
    let mut node = Command::new("node");
    node.arg(script).args([game, SECONDS]).current_dir(folder);
    numbers(&mut node).map(middle)
}

/// Returns the orders per second of one of our rule sets.
fn own(set: &str) -> Done<f64> {
    let program = target().join("release/examples/rows");
    numbers(Command::new(program).args([set, SECONDS, "random"])).map(middle)
}

/// Installs both packages in a folder in `target`, and returns it.
pub(super) fn installed() -> Done<PathBuf> {
    let folder = target().join("peers-games");
    let ready = folder.join("ready");
    let wanted = PACKAGES.join("\n");
    if std::fs::read_to_string(&ready).is_ok_and(|there| there == wanted) {
        return Ok(folder);
    }
    let npm = which("npm").ok_or("the peers are for Node, and there is no npm")?;
    say(
        "games",
        "installing pokemon-showdown and boardgame.io (190 MB) from npm into target/peers-games",
    );
    write(&folder.join("package.json"), "{ \"private\": true }\n")?;
    let mut install = Command::new(npm);
    // Playing needs none of their install scripts.
    install.args(["install", "--omit=optional", "--ignore-scripts"]);
    install.args(["--no-audit", "--no-fund", "--save-exact"]);
    shell::run(install.args(PACKAGES).current_dir(&folder))?;
    write(&ready, wanted)?;
    Ok(folder)
}

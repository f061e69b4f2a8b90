//! Build steps of Sandtable, behind the aliases `cargo play`, `cargo ci` and `cargo xtask STEP`.
//! There is one file per step; each step prints what it does, or why it has nothing to do.

mod install;
mod shell;
mod stamp;
mod steps;

use std::process::ExitCode;
use steps::program::Build;

const HELP: &str = "\
The steps of Sandtable:

  cargo play [SCENARIO] [--no-open] [--port N]
                          build everything and play
  cargo ci [--from STEP]  the whole check, or its steps from one on
  cargo xtask STEP

  wasm-target             get what compiles Rust to wasm
  npm                     get the packages of the page
  wasm                    build the engine for browsers
  web                     build the page
  program                 build the program for speed, with the page in it
  contract [--check]      write the contract of the page (or fail when it is stale)
  clauses [--check]       write c.rs from every clauses.toml (or fail when one is stale)
  new-ruleset NAME        lay a rule set that compiles, plays and passes the laws
  new-ruleset --try       do so in a copy, and take every rule set out in turn
  coverage [--check]      which clauses are cited by code and shown by a test
  house                   what ARCHITECTURE.md says never is
  size                    what the page weighs must stay below its budget
  package                 the package for JavaScript, a tarball in target/npm
  node                    tests of the engine under Node, and of that package
  e2e [FILTER]            tests in headless Chromium
  python [--wheel] [--sources] [--soon] [FILTER]
                          the wheel of the Python package, and its tests; --wheel only builds it,
                          --sources only packs what it is built from
  crates [--soon]         pack the crates that are meant to be public; build their documents, and
                          a stranger's program on them; fail when the changelog does
                          not name a break
  crates --record         keep the list of what the facade promises, when a release is made
  release [--soon]        everything that is given out, in target/release-files, and each of it
                          installed and tried in a fresh folder; with --soon from what is built
                          fast, and from a working tree with changes
  cluster                 tests of studies over a Ray cluster, with that wheel and the program
  bench [FILTER]          benchmarks
  bench peers [dice | games]
                          our exact odds beside icepool and dyce, our whole random games beside
                          Pokemon Showdown and boardgame.io (installs them)
  bench rows              every row of the table of speed, in turn with both of `peers games`
  bench wasm              the page's engine beside the same built for this machine
  bench threads           studies on two threads beside one
  bench learners          steps a second from Python, beside PettingZoo's chess (installs it) and
                          the engine alone
  counts                  instructions an order, by callgrind
  counts --check          fail when something takes over 3 % more than docs/counts.md says
  counts --record WHY     write docs/counts.md, with the reason
  counts --find           look for the positions whose odds are counted
  load [--battles N] [--seconds N] [--kills N] [--nodes N --database URL]
                          many battles through a server at once, measured
  load peer               the same of boardgame.io's server
  fuzz [MINUTES] [TARGET] random input for every parser and for play, a minute a target
  fuzz keep [TARGET]      pack the fewest inputs that run all the code which was reached
  weekly [MINUTES]        what every run only samples, in full: house rules, changed journals,
                          every fuzz target for 10 minutes, and the page on every screen
  supply                  licences, lock files and build scripts of what we build from

Settings, from the environment:
  SANDTABLE_WASM_TARGET   rustup or debian: do not choose, take this one
  SANDTABLE_CHROMIUM      the browser for e2e
  SANDTABLE_PICTURES      the folder where e2e puts its pictures (target/pictures); empty: none
  SANDTABLE_WHOLE         `all`: e2e takes every screen and every rule set, not some of them
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (step, rest) = match arguments.split_first() {
        Some((step, rest)) => (step.as_str(), rest),
        None => ("help", &[][..]),
    };
    let done = match step {
        "play" => steps::play::run(rest),
        "ci" => steps::ci::run(rest),
        "wasm-target" => steps::wasm_target::run().map(drop),
        "npm" => steps::npm::run(),
        "wasm" => steps::wasm::run(),
        "contract" => steps::contract::run(rest),
        "web" => steps::web::run(),
        "program" => steps::program::run(Build::Fast),
        "clauses" => steps::clauses::write(rest),
        "coverage" => steps::clauses::coverage(rest),
        "new-ruleset" => steps::new_ruleset::run(rest),
        "house" => steps::house::run(),
        "package" => steps::package::run(),
        "size" => steps::size::run(),
        "node" => steps::node::run(),
        "e2e" => steps::e2e::run(rest),
        "bench" => steps::bench::run(rest),
        "counts" => steps::counts::run(rest),
        "python" => steps::python::run(rest),
        "crates" => steps::crates::run(rest),
        "release" => steps::release::run(rest),
        "cluster" => steps::python::cluster(),
        "load" => steps::load::run(rest),
        "fuzz" => steps::fuzz::run(rest),
        "weekly" => steps::weekly::run(rest),
        "supply" => steps::supply::run(),
        "help" | "--help" | "-h" => {
            print!("{HELP}");
            Ok(())
        }
        other => Err(format!(
            "there is no step `{other}`; `cargo xtask help` lists them"
        )),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("\nstopped: {why}");
            ExitCode::FAILURE
        }
    }
}

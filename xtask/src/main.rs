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
  cargo ci [--from STEP]  run the whole check, or only STEP and all steps after it
  cargo xtask STEP        run one step:

  wasm-target             install the compiler from Rust to wasm
  npm                     install the packages of the page
  wasm                    build the engine for browsers
  web                     build the page
  program                 build the optimised program, with the page inside
  contract [--check]      write the contract between page and engine; --check fails if it is old
  clauses [--check]       write c.rs from every clauses.toml; --check fails if one is old
  new-ruleset NAME        create a rule set that compiles, plays and passes the laws
  new-ruleset --try       do this in a copy, and remove each rule set from the copy in turn
  coverage [--check]      list which clauses the code cites and which the tests show
  house                   check \"What must never happen\" in ARCHITECTURE.md
  size                    check that the page stays within its budget
  package                 build the JavaScript package, as a tarball in target/npm
  node                    test the engine and the JavaScript package under Node
  e2e [FILTER]            test the page in headless Chromium
  python [--wheel] [--sources] [--soon] [FILTER]
                          build the Python wheel and test it; --wheel only builds it, --sources
                          only packs its sources
  crates [--soon]         pack the public crates, build their documentation, and build a program
                          on them as an outsider would; fails if the changelog does not name a
                          breaking change
  crates --record         record what the facade promises; do this for each release
  release [--soon]        build everything for a release in target/release-files, install each part
                          in a fresh folder and try it; --soon uses quick builds and allows
                          uncommitted changes
  cluster                 test studies over a Ray cluster, with the wheel and the program
  bench [FILTER]          run the benchmarks
  bench peers [dice | games]
                          compare our exact odds with icepool and dyce, and our random games with
                          Pokemon Showdown and boardgame.io (installs all of these)
  bench rows              measure every row of the table of speed, in turn with `peers games`
  bench wasm              compare the page's engine with the same engine built for this machine
  bench threads           compare studies on two threads with studies on one
  bench learners          compare steps a second from Python with PettingZoo's chess (installs it)
                          and with the engine alone
  counts                  count instructions per order with callgrind
  counts --check          fail if anything takes over 3 % more than docs/counts.md says
  counts --record WHY     write docs/counts.md, with the reason
  counts --find           look for the positions whose odds are counted
  load [--battles N] [--seconds N] [--kills N] [--nodes N --database URL]
                          measure a server that hosts many battles at once
  load peer               measure boardgame.io's server in the same way
  fuzz [MINUTES] [TARGET] feed random input to every parser and to play, one minute per target
  fuzz keep [TARGET]      keep the fewest inputs that reach all the code reached so far
  weekly [MINUTES]        run in full what each check only samples: house rules, changed journals,
                          every fuzz target for 10 minutes, and the page on every screen
  supply                  check the licences, lock files and build scripts of our dependencies

Settings, from the environment:
  SANDTABLE_WASM_TARGET   `rustup` or `debian`: which compiler to use for wasm
  SANDTABLE_CHROMIUM      the browser for e2e
  SANDTABLE_PICTURES      the folder for the pictures of e2e (target/pictures); empty for no pictures
  SANDTABLE_WHOLE         `all`: e2e tests every screen and every rule set instead of some
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

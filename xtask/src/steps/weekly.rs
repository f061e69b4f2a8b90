//! Runs in full what every run of the check only samples: every number of every rule set at both
//! its bounds, 5,000 random house rules, 100,000 changed journals, 300 changes of every battle file,
//! battles in which an umpire rules at random, every fuzz target, and the page on every screen.

use crate::shell::{self, Done, cargo, say};
use crate::steps::{e2e, fuzz};

/// Runs everything, and stops at the first failure.
pub(crate) fn run(arguments: &[String]) -> Done {
    let minutes: f64 = match arguments {
        [] => 10.0,
        [minutes] => minutes.parse().map_err(|_| "weekly [MINUTES]")?,
        _ => return Err("weekly [MINUTES]".to_owned()),
    };
    full("laws", "house_rules", ("SANDTABLE_BOUNDS", "all"))?;
    full("laws", "mutants", ("SANDTABLE_MUTANTS", "100000"))?;
    full("laws", "sweep", ("SANDTABLE_SWEEP", "300"))?;
    full("session", "session", ("SANDTABLE_RULED", "2000"))?;
    fuzz::run(&[minutes.to_string()])?;
    e2e::whole()
}

/// Runs a test of a crate at full length.
fn full(of: &str, test: &str, (name, value): (&str, &str)) -> Done {
    say("weekly", &format!("{of}, {test}, {name}={value}"));
    let package = format!("sandtable-{of}");
    let mut command = cargo(&["test", "--locked", "--release", "-p", &package]);
    command.args(["--test", test, "--", "--nocapture"]);
    shell::run(command.env(name, value))
}

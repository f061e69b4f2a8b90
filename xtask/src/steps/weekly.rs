//! Runs in full what every run of the check only samples: every number of every rule set at both
//! its bounds, 5,000 random house rules, 100,000 changed journals, 300 changes of every battle file,
//! every fuzz target, and the page on every screen.

use crate::shell::{self, Done, cargo, say};
use crate::steps::{e2e, fuzz};

/// Runs everything, and stops at the first failure.
pub(crate) fn run(arguments: &[String]) -> Done {
    let minutes: f64 = match arguments {
        [] => 10.0,
        [minutes] => minutes.parse().map_err(|_| "weekly [MINUTES]")?,
        _ => return Err("weekly [MINUTES]".to_owned()),
    };
    laws("house_rules", ("SANDTABLE_BOUNDS", "all"))?;
    laws("mutants", ("SANDTABLE_MUTANTS", "100000"))?;
    laws("sweep", ("SANDTABLE_SWEEP", "300"))?;
    fuzz::run(&[minutes.to_string()])?;
    e2e::whole()
}

/// Runs a test of the laws at full length.
fn laws(test: &str, (name, value): (&str, &str)) -> Done {
    say("weekly", &format!("{test}, {name}={value}"));
    let mut command = cargo(&["test", "--locked", "--release", "-p", "sandtable-laws"]);
    command.args(["--test", test, "--", "--nocapture"]);
    shell::run(command.env(name, value))
}

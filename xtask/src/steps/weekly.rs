//! What takes too long for every run and is a sample there: every number of every rule set at
//! both its bounds, 5,000 house rules at random, 100,000 journals changed, every fuzz target.

use crate::shell::{self, Done, cargo, say};
use crate::steps::fuzz;

/// Runs it all, or stops at what fails first.
pub(crate) fn run(arguments: &[String]) -> Done {
    let minutes: f64 = match arguments {
        [] => 10.0,
        [minutes] => minutes.parse().map_err(|_| "weekly [MINUTES]")?,
        _ => return Err("weekly [MINUTES]".to_owned()),
    };
    laws("house_rules", ("SANDTABLE_BOUNDS", "all"))?;
    laws("mutants", ("SANDTABLE_MUTANTS", "100000"))?;
    fuzz::run(&[minutes.to_string()])
}

/// A test of the laws at its full length.
fn laws(test: &str, (name, value): (&str, &str)) -> Done {
    say("weekly", &format!("{test}, {name}={value}"));
    let mut command = cargo(&["test", "--locked", "--release", "-p", "sandtable-laws"]);
    command.args(["--test", test, "--", "--nocapture"]);
    shell::run(command.env(name, value))
}

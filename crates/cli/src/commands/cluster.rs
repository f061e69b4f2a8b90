//! Studies on a Ray cluster: the Python package spreads the battles and writes the results file,
//! which is then read like any other.

use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};

use sandtable_tongue::say;

use crate::failure::Failure;

/// The variable that names the Python with the package, if it is not the one on the path.
const PYTHON: &str = "SANDTABLE_PYTHON";

/// Lets the Python package play the missing battles of a study. Whatever happens, the results file
/// keeps the battles that were played.
pub(crate) fn play(study: &str, results: &Path, address: &str, quiet: bool) -> Result<(), Failure> {
    let status = begun(study, results, address, quiet)?;
    match status.code() {
        Some(0) => Ok(()),
        Some(3) => Err(Failure::File(kept())),
        // The package ends with other codes: this is Python itself, or a cluster that is gone.
        Some(1) if !has_package() => Err(Failure::Machine(say!(
            "Python could not run the package sandtable for clusters: docs/cluster.md says how to \
             install it; {variable} names another Python",
            variable = PYTHON
        ))),
        _ => Err(Failure::Machine(kept())),
    }
}

/// Returns whether Python can run the package.
fn has_package() -> bool {
    let names = names();
    let can = |name: &String| {
        let mut command = Command::new(name);
        command.args(["-P", "-c", "import sandtable.cluster"]);
        command.stdin(Stdio::null()).stdout(Stdio::null());
        let status = command.stderr(Stdio::null()).status();
        status.ok().map(|status| status.success())
    };
    names.iter().find_map(can).unwrap_or(false)
}

/// Returns the names by which Python may be found.
fn names() -> Vec<String> {
    let named = std::env::var_os(PYTHON);
    let named = named.and_then(|python| python.into_string().ok());
    named.map_or(vec!["python3".to_owned(), "python".to_owned()], |python| {
        vec![python]
    })
}

fn kept() -> String {
    say!("the cluster did not play the study to its end; what was played is kept")
}

/// Starts Python and waits for it. Python reads from this program, so that it ends when this
/// program ends, however that happens.
fn begun(study: &str, results: &Path, address: &str, quiet: bool) -> Result<ExitStatus, Failure> {
    let names = names();
    for name in &names {
        let mut command = Command::new(name);
        // Without `-P`, Python would take a folder called `sandtable` here for the package.
        command.args(["-P", "-m", "sandtable.cluster", study, "--address", address]);
        command.arg("--results").arg(results);
        command.args(["--program", env!("CARGO_PKG_VERSION")]);
        command.args(quiet.then_some("--quiet"));
        command.stdin(Stdio::piped()).stdout(Stdio::null());
        match command.spawn() {
            Ok(mut child) => {
                let held = child.stdin.take();
                let status = child.wait();
                drop(held);
                return status.map_err(|why| Failure::Machine(format!("{name}: {why}")));
            }
            Err(why) if why.kind() == std::io::ErrorKind::NotFound => {}
            Err(why) => return Err(Failure::Machine(format!("{name}: {why}"))),
        }
    }
    Err(Failure::Machine(say!(
        "a cluster needs Python with the package sandtable, and there is no {names}; {variable} \
         names another",
        names = names.join(" or "),
        variable = PYTHON
    )))
}

//! A study over a Ray cluster: the Python package spreads it and writes the file of results,
//! which is then read as any other.

use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};

use sandtable_tongue::say;

use crate::failure::Failure;

/// The Python that has the package, if not that on the path.
const PYTHON: &str = "SANDTABLE_PYTHON";

/// Has the Python package play what is missing of a study; what was played is in the file of
/// results, however it ends.
pub(crate) fn play(study: &str, results: &Path, address: &str, quiet: bool) -> Result<(), Failure> {
    let status = begun(study, results, address, quiet)?;
    match status.code() {
        Some(0) => Ok(()),
        Some(3) => Err(Failure::File(kept())),
        _ => Err(Failure::Machine(kept())),
    }
}

fn kept() -> String {
    say!("the cluster did not play the study to its end; what was played is kept")
}

/// Starts Python and waits for it. It reads from us, so that it ends when we do, however that is.
fn begun(study: &str, results: &Path, address: &str, quiet: bool) -> Result<ExitStatus, Failure> {
    let named = std::env::var_os(PYTHON);
    let named = named.as_deref().and_then(|python| python.to_str());
    let names = named.map_or(vec!["python3", "python"], |python| vec![python]);
    for name in &names {
        let mut command = Command::new(name);
        // Without `-P` a folder called `sandtable` here would be taken for the package.
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

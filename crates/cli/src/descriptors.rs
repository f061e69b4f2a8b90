//! How many files and connections this program may have open at once.

use crate::failure::Failure;

/// What a server has open before anybody comes, and some more.
#[cfg(unix)]
const LEAST: u64 = 64;

/// Raises the limit as far as the system lets this program: many systems begin with 1024, which a
/// few crowds of pages use up.
///
/// # Errors
/// If what the system allows is too little for a server.
#[cfg(unix)]
pub(crate) fn raise() -> Result<(), Failure> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    use sandtable_tongue::say;

    let maximum = getrlimit(Resource::Nofile).maximum;
    let most = Rlimit {
        current: maximum,
        maximum,
    };
    // Where the system refuses, the limit stays as it is.
    let _ = setrlimit(Resource::Nofile, most);
    match getrlimit(Resource::Nofile).current {
        Some(few) if few < LEAST => Err(Failure::Machine(say!(
            "this program may open only {few} files and connections at once, and a server needs {least}: \
             raise the limit (`ulimit -n`)",
            few = few,
            least = LEAST
        ))),
        _ => Ok(()),
    }
}

/// Other systems have no such limit.
#[cfg(not(unix))]
pub(crate) const fn raise() -> Result<(), Failure> {
    Ok(())
}

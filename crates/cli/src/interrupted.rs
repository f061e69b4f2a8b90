//! Ctrl-C and the other signals that end a program. The program then leaves nothing half written
//! and prints nothing, and its exit code names the signal the way shells do: 128 plus its number.

use crate::failure::Failure;
use tokio::signal;

/// Makes signals end the program at any time. When this returns, the program is listening; no file
/// is begun before that. Where listening is not possible, the system ends the program like any
/// other.
///
/// # Errors
/// If the machine gives the program no second thread.
pub(crate) fn ends_the_program() -> Result<(), Failure> {
    if !may_listen() {
        return Ok(());
    }
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let Ok(runtime) = runtime else { return Ok(()) };
    let listens = {
        let _here = runtime.enter();
        listen()
    };
    let waits = move || {
        let code = runtime.block_on(listens);
        sandtable_keep::abandon();
        std::process::exit(code);
    };
    let spawned = std::thread::Builder::new()
        .name("interrupts".to_owned())
        .spawn(waits);
    // Listening cannot be undone: without the thread nobody would react to Ctrl-C.
    spawned
        .map(drop)
        .map_err(|error| Failure::Machine(format!("no thread can be started: {error}")))
}

/// `SIGXFSZ`, whose number is the same wherever the program is built.
#[cfg(unix)]
const FILE_SIZE: i32 = 25;

/// Treats a file that grows beyond `ulimit -f` like a full disk instead of a silent end: once the
/// program listens to this signal, the write fails instead. It does so to its end. Needs a runtime.
#[cfg(unix)]
pub(crate) fn lets_long_files_fail() {
    use signal::unix::{SignalKind, signal};
    // Where that is not possible, the system ends the program like any other.
    let _ = signal(SignalKind::from_raw(FILE_SIZE));
}

/// Other systems know no such signal.
#[cfg(not(unix))]
pub(crate) const fn lets_long_files_fail() {}

/// Tells whether the program may open the sockets that listening needs: tokio panics if it cannot
/// open a pair of them.
#[cfg(unix)]
fn may_listen() -> bool {
    use std::os::unix::net::UnixStream;
    // A runtime and its signals need five or six.
    let some: Result<Vec<_>, _> = (0..4).map(|_| UnixStream::pair()).collect();
    some.is_ok()
}

#[cfg(not(unix))]
const fn may_listen() -> bool {
    true
}

/// Starts to listen; returns the exit code once a signal ends the program.
#[cfg(unix)]
fn listen() -> impl Future<Output = i32> + Send + 'static {
    use signal::unix::{SignalKind, signal};
    lets_long_files_fail();
    // The program keeps ignoring the signals that it was started to ignore (`nohup`, a job in the
    // background).
    let told = |kind: SignalKind, otherwise: bool| {
        let heard = hears(kind.as_raw_value(), otherwise).then(|| signal(kind));
        async move {
            let Some(Ok(mut told)) = heard else {
                return std::future::pending().await;
            };
            told.recv().await;
            128 + kind.as_raw_value()
        }
    };
    let interrupt = told(SignalKind::interrupt(), true);
    let terminate = told(SignalKind::terminate(), true);
    let hangup = told(SignalKind::hangup(), false);
    async {
        tokio::select! {
            code = interrupt => code,
            code = terminate => code,
            code = hangup => code,
        }
    }
}

/// Tells whether a signal would end the program; returns `otherwise` where the system does not say.
#[cfg(unix)]
fn hears(signal: i32, otherwise: bool) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.map_or(otherwise, |mask| (mask >> (signal - 1)) & 1 == 0)
}

/// Starts to listen; returns the exit code once Ctrl-C ends the program.
#[cfg(not(unix))]
fn listen() -> impl Future<Output = i32> + Send + 'static {
    let heard = signal::windows::ctrl_c();
    async {
        let Ok(mut told) = heard else {
            return std::future::pending().await;
        };
        told.recv().await;
        130
    }
}

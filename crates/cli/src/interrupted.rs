//! Ctrl-C, and what systems send to end a program: nothing half written stays, nothing is
//! said, and the exit code tells which it was, as shells count: 128 and the signal's number.

use crate::failure::Failure;
use tokio::signal;

/// Ends the program when it is interrupted, whatever it is doing. The program listens when this
/// returns: no file is begun before. Where this cannot be had, the system ends it as it ends any
/// program.
///
/// # Errors
/// The machine gives the program no second thread.
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
    // Listening cannot be taken back: without the thread nobody would hear Ctrl-C.
    spawned
        .map(drop)
        .map_err(|error| Failure::Machine(format!("no thread can be started: {error}")))
}

/// `SIGXFSZ`, by the number that it has wherever the program is built.
#[cfg(unix)]
const FILE_SIZE: i32 = 25;

/// Whether the program may open what listening takes: tokio panics where it cannot open a pair of
/// sockets.
#[cfg(unix)]
fn may_listen() -> bool {
    use std::os::unix::net::UnixStream;
    // A runtime and its signals take five or six.
    let some: Result<Vec<_>, _> = (0..4).map(|_| UnixStream::pair()).collect();
    some.is_ok()
}

#[cfg(not(unix))]
const fn may_listen() -> bool {
    true
}

/// Listens from now on; gives the exit code once somebody ends the program.
#[cfg(unix)]
fn listen() -> impl Future<Output = i32> + Send + 'static {
    use signal::unix::{SignalKind, signal};
    // A file that grows over what `ulimit -f` allows is a disk that is full, not an end without
    // a word: once a signal is listened to, the write fails instead.
    let _ = signal(SignalKind::from_raw(FILE_SIZE));
    // What whoever started the program told it not to hear (`nohup`, a job in the
    // background) it goes on not to hear.
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

/// Whether a signal would end the program; `otherwise` where the system does not say.
#[cfg(unix)]
fn hears(signal: i32, otherwise: bool) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.map_or(otherwise, |mask| (mask >> (signal - 1)) & 1 == 0)
}

/// Listens from now on; gives the exit code once somebody ends the program.
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

//! Ctrl-C, and what systems send to end a program: nothing half written stays, nothing is
//! said, and the exit code tells which it was, as shells count: 128 and the signal's number.

use tokio::signal;

/// Ends the program when it is interrupted, whatever it is doing. Where this cannot be had,
/// the system ends it as it ends any program.
pub(crate) fn ends_the_program() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let Ok(runtime) = runtime else { return };
    let waits = move || {
        let code = runtime.block_on(interrupted());
        sandtable_keep::abandon();
        std::process::exit(code);
    };
    // Without the thread nothing was asked of the system yet.
    let _ = std::thread::Builder::new()
        .name("interrupts".to_owned())
        .spawn(waits);
}

/// The exit code, once somebody ends the program.
#[cfg(unix)]
async fn interrupted() -> i32 {
    use signal::unix::{SignalKind, signal};
    // What whoever started the program told it not to hear (`nohup`, a job in the
    // background) it goes on not to hear.
    let told = |kind: SignalKind, otherwise: bool| async move {
        if hears(kind.as_raw_value(), otherwise)
            && let Ok(mut told) = signal(kind)
        {
            told.recv().await;
            128 + kind.as_raw_value()
        } else {
            std::future::pending().await
        }
    };
    tokio::select! {
        code = told(SignalKind::interrupt(), true) => code,
        code = told(SignalKind::terminate(), true) => code,
        code = told(SignalKind::hangup(), false) => code,
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

/// The exit code, once somebody ends the program.
#[cfg(not(unix))]
async fn interrupted() -> i32 {
    match signal::ctrl_c().await {
        Ok(()) => 130,
        Err(_) => std::future::pending().await,
    }
}

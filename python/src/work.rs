//! Work without Python's lock that Ctrl-C can leave at once.

use pyo3::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// Interval between checks for Ctrl-C.
const ASK: Duration = Duration::from_millis(40);

/// Runs something on a thread of its own, which learns when to stop, and waits for it without the
/// lock. If Python has a signal to handle, the wait ends with the exception that this raises; the
/// thread ends by itself soon after, and its result is dropped.
///
/// Each call starts a new thread, so that a forked process never lacks one.
pub(crate) fn work<T: Send + 'static>(
    py: Python<'_>,
    what: impl FnOnce(&AtomicBool) -> T + Send + 'static,
) -> PyResult<T> {
    let stop = Arc::new(AtomicBool::new(false));
    let (done, mut waiting) = mpsc::channel();
    let told = stop.clone();
    let thread = std::thread::Builder::new().name("sandtable".to_owned());
    let begun = thread.spawn(move || {
        let result = catch_unwind(AssertUnwindSafe(|| what(&told)));
        // Sending fails if the call has ended; then nobody waits for the result.
        let _ = done.send(result);
    });
    begun.map_err(|why| pyo3::exceptions::PyOSError::new_err(why.to_string()))?;
    loop {
        let (got, back) = py.detach(move || (waiting.recv_timeout(ASK), waiting));
        waiting = back;
        match got {
            Ok(Ok(value)) => return Ok(value),
            Ok(Err(panic)) => resume_unwind(panic),
            Err(RecvTimeoutError::Timeout) => {
                if let Err(raised) = py.check_signals() {
                    stop.store(true, Ordering::Relaxed);
                    return Err(raised);
                }
            }
            Err(RecvTimeoutError::Disconnected) => {
                return Err(pyo3::exceptions::PyRuntimeError::new_err(
                    "the work was lost",
                ));
            }
        }
    }
}

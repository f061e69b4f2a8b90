//! Limits on how many calls run at once, and for how long.

use crate::Trouble;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;

/// How many calls may run at once, and for how long.
#[derive(Clone, Debug)]
pub struct Limits {
    at_once: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
    patience: Duration,
}

impl Limits {
    /// Allows `at_once` calls at a time, each for as long as `patience`; eight times as many may
    /// wait.
    #[must_use]
    pub fn new(at_once: usize, patience: Duration) -> Self {
        let at_once = at_once.max(1);
        Self {
            at_once: Arc::new(Semaphore::new(at_once)),
            waiting: Arc::new(Semaphore::new(at_once * 8)),
            patience,
        }
    }

    /// Runs work on a thread for blocking work when its turn comes. If it takes too long, the
    /// caller stops waiting, but the work holds its place until it is done: nobody can pile it up.
    pub(crate) async fn hold<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Trouble> {
        let busy = || Trouble::new("busy", "too much is asked at once; try again in a moment");
        let slow = || {
            let most = self.patience.as_secs();
            Trouble::new(
                "slow",
                format!("an answer may take {most} seconds, and this takes longer"),
            )
        };
        let Ok(_waits) = self.waiting.clone().try_acquire_owned() else {
            return Err(busy());
        };
        let turn = tokio::time::timeout(self.patience, self.at_once.clone().acquire_owned());
        let Ok(Ok(place)) = turn.await else {
            return Err(busy());
        };
        let work = tokio::task::spawn_blocking(move || {
            let done = work();
            drop(place);
            done
        });
        match tokio::time::timeout(self.patience, work).await {
            Ok(Ok(done)) => Ok(done),
            Ok(Err(_)) => Err(Trouble::new("failed", "the engine gave up on this")),
            Err(_) => Err(slow()),
        }
    }
}

impl Default for Limits {
    /// Allows as many calls at once as the machine has cores, for ten seconds each.
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Self::new(cores, Duration::from_secs(10))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The work ends when the test says so, so no speed of a machine changes what happens.
    #[test]
    fn what_takes_too_long_is_given_up_and_keeps_its_place() {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_time()
            .build()
            .expect("a runtime");
        let limits = Limits::new(1, Duration::from_millis(1));
        let (end, ended) = std::sync::mpsc::channel::<()>();
        let kind = |held: Result<(), Trouble>| held.expect_err("no answer").error;
        runtime.block_on(async {
            let long = limits.hold(move || _ = ended.recv());
            assert_eq!(kind(long.await), "slow");
            assert_eq!(kind(limits.hold(|| ()).await), "busy");
            drop(end);
            let place = limits.at_once.acquire().await;
            assert!(place.is_ok(), "the place is free again");
        });
    }
}

//! Playing what is still to be played, on several threads.

use crate::file::Study;
use crate::play::play;
use crate::results::{Results, Trouble, sides};
use crate::tally::Tally;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Told after every battle: how many are done of how many.
pub type Progress<'a> = &'a (dyn Fn(u64, u64) + Sync);

/// Plays every battle of a study that the tallies do not have yet, writes each as
/// soon as it is over and adds it up. With no results they are only added up.
///
/// Battles are taken in the order of their numbers, all arms of a number before
/// the next: a study that is stopped has told of every variant alike.
///
/// # Errors
/// When a battle cannot be written; those before it are kept.
pub fn run(
    study: &Study,
    results: Option<&mut Results>,
    tallies: &mut [Tally],
    threads: Option<usize>,
    progress: Progress<'_>,
) -> Result<(), Trouble> {
    let mut pending: Vec<(u32, usize)> = Vec::new();
    for battle in 1..=study.battles {
        let missing = tallies.iter().enumerate().filter(|(_, t)| !t.has(battle));
        pending.extend(missing.map(|(arm, _)| (battle, arm)));
    }
    let all = study.arms.len() as u64 * u64::from(study.battles);
    let before = all - pending.len() as u64;
    progress(before, all);
    if pending.is_empty() {
        return Ok(());
    }
    let sides: Vec<_> = (0..study.arms.len()).map(|arm| sides(study, arm)).collect();
    let sink = Mutex::new((results, tallies, Ok(()), before));
    let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    let work = || {
        while !stop.load(Ordering::Relaxed) {
            let taken = next.fetch_add(1, Ordering::Relaxed);
            let Some(&(battle, arm)) = pending.get(taken) else {
                return;
            };
            let place = u16::try_from(arm).unwrap_or(u16::MAX);
            let record = play(
                &study.arms[arm],
                place,
                battle,
                study.seed,
                study.swap,
                study.limits,
            );
            // A thread that panicked has written nothing; the others go on.
            let mut sink = sink
                .lock()
                .unwrap_or_else(std::sync::PoisonError::into_inner);
            let (results, tallies, said, done) = &mut *sink;
            if let Some(results) = results
                && let Err(trouble) = results.write(&record)
            {
                stop.store(true, Ordering::Relaxed);
                if said.is_ok() {
                    *said = Err(trouble);
                }
                return;
            }
            tallies[arm].add(&record, &sides[arm], study.swap);
            *done += 1;
            progress(*done, all);
        }
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0));
    match pool.build() {
        Ok(pool) => {
            pool.broadcast(|_| work());
        }
        // A machine that gives no threads still plays them one by one.
        Err(_) => work(),
    }
    sink.into_inner()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
        .2
}

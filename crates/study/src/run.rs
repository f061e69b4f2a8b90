//! Playing the missing battles of a study on several threads.

use crate::model::Study;
use crate::part::Part;
use crate::plan::{self, Due};
use crate::play::{play, sides};
use crate::results::{Results, Trouble};
use crate::tally::Tally;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Called after every battle: how many are done, and of how many.
pub type Progress<'a> = &'a (dyn Fn(u64, u64) + Sync);

/// Plays every battle of a study that the tallies do not have yet, writes each as soon as it is
/// over and adds it up. Without results, it only adds them up.
///
/// It takes battles in the order of their numbers, with all arms of a number before the next, so
/// that a study that is stopped has equally many battles of every variant.
///
/// # Errors
/// If a battle cannot be written; earlier ones are kept.
pub fn run(
    study: &Study,
    results: Option<&mut Results>,
    tallies: &mut [Tally],
    threads: Option<usize>,
    progress: Progress<'_>,
) -> Result<(), Trouble> {
    run_part(study, Part::WHOLE, results, tallies, threads, progress)
}

/// Plays the missing battles of a part ([`Part::fits`] says whether a study has parts).
///
/// # Errors
/// As [`run`].
pub fn run_part(
    study: &Study,
    part: Part,
    mut results: Option<&mut Results>,
    tallies: &mut [Tally],
    threads: Option<usize>,
    progress: Progress<'_>,
) -> Result<(), Trouble> {
    let mut pending = plan::due_of(study, tallies, part, usize::MAX);
    let mut done: u64 = tallies.iter().map(Tally::battles).sum();
    let all = match part == Part::WHOLE {
        true => plan::all(study),
        false => done + pending.len() as u64,
    };
    progress(done.min(all), all);
    while !pending.is_empty() {
        round(
            study,
            results.as_deref_mut(),
            tallies,
            threads,
            (&pending, done, all),
            progress,
        )?;
        done += pending.len() as u64;
        pending = plan::due_of(study, tallies, part, usize::MAX);
    }
    progress(all, all);
    Ok(())
}

/// Plays a list of battles.
fn round(
    study: &Study,
    results: Option<&mut Results>,
    tallies: &mut [Tally],
    threads: Option<usize>,
    (pending, before, all): (&[Due], u64, u64),
    progress: Progress<'_>,
) -> Result<(), Trouble> {
    let sides: Vec<_> = (0..study.arms.len()).map(|arm| sides(study, arm)).collect();
    let sink = Mutex::new((results, tallies, Ok(()), before));
    let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    let work = || {
        while !stop.load(Ordering::Relaxed) {
            let taken = next.fetch_add(1, Ordering::Relaxed);
            let Some(&(battle, arm)) = pending.get(taken) else {
                return;
            };
            let record = play(study, arm, battle);
            // A thread that panicked has written nothing, so the others continue.
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
            progress((*done).min(all), all);
        }
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0));
    match pool.build() {
        Ok(pool) => {
            pool.broadcast(|_| work());
        }
        // On a machine without threads, this thread plays all battles.
        Err(_) => work(),
    }
    sink.into_inner()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
        .2
}

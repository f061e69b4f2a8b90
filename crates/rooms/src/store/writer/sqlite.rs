//! Deeds in a file. One thread of its own writes them, by statements that are prepared once: no
//! deed is handed on from thread to thread, and a commit of many wakes nobody before it is done.

use super::{
    Entry, Founding, GATHER, Job, KEEP, ROOM, SEAT, TOGETHER, Task, answer, gather, to_show,
};
use crate::store::StoreError;
use crate::store::pool::{PATIENCE, WAL_PAGES};
use rusqlite::{Connection, Transaction, TransactionBehavior};
use std::path::Path;
use tokio::sync::mpsc;

const SHOW: &str = "UPDATE rooms SET stands = ?2, moved = ?3, due = ?4 WHERE id = ?1";

/// Writes for as long as somebody may hand deeds in.
pub(super) fn start(file: &Path, waiting: mpsc::Receiver<Job>) -> Result<(), StoreError> {
    let connection = open(file).map_err(|error| StoreError::Unkept(std::sync::Arc::new(error)))?;
    std::thread::Builder::new()
        .name("deeds".to_owned())
        .spawn(move || write(connection, waiting))?;
    Ok(())
}

fn open(file: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(file)?;
    connection.busy_timeout(PATIENCE)?;
    // What was acknowledged outlives a power cut, not only the program.
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "wal_autocheckpoint", WAL_PAGES)?;
    Ok(connection)
}

fn write(mut connection: Connection, mut waiting: mpsc::Receiver<Job>) {
    let mut jobs = Vec::with_capacity(TOGETHER);
    while waiting.blocking_recv_many(&mut jobs, TOGETHER) > 0 {
        std::thread::sleep(GATHER);
        gather(&mut jobs, &mut waiting);
        let written = commit(&mut connection, &jobs);
        answer(&mut jobs, written);
    }
}

/// Which of the deeds and rooms were not there yet. When anything fails, nothing was written.
fn commit(connection: &mut Connection, jobs: &[Job]) -> rusqlite::Result<Vec<bool>> {
    let work = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let kept = jobs.iter().map(|job| match &job.task {
        Task::Deed(entry) => lay(&work, entry),
        Task::Room(founding) => found(&work, founding),
    });
    let kept = kept.collect::<rusqlite::Result<Vec<bool>>>()?;
    {
        let mut show = work.prepare_cached(SHOW)?;
        for (room, shown) in to_show(jobs, &kept) {
            show.execute((room, shown.stands, shown.at, shown.due))?;
        }
    }
    work.commit()?;
    Ok(kept)
}

/// Whether a deed was not there yet.
fn lay(work: &Transaction<'_>, entry: &Entry) -> rusqlite::Result<bool> {
    let row = (entry.room.as_str(), entry.n, entry.kept.as_str());
    Ok(work.prepare_cached(KEEP)?.execute(row)? == 1)
}

/// Whether a room was not there yet; if so, its seats and first deeds are written too.
fn found(work: &Transaction<'_>, founding: &Founding) -> rusqlite::Result<bool> {
    let (row, shown) = (&founding.row, founding.shown);
    let made = work.prepare_cached(ROOM)?.execute((
        &row.id,
        row.made,
        &row.header,
        &row.opening,
        &row.plan,
        &row.rules,
        &row.title,
        i64::from(row.listed),
        i64::from(founding.settles),
        shown.stands,
        shown.at,
        shown.due,
    ))?;
    if made == 0 {
        return Ok(false);
    }
    for seat in &founding.seats {
        let (device, account) = (seat.device.as_deref(), seat.account.as_deref());
        let values = (&row.id, seat.seat.name(), &seat.link, device, account);
        work.prepare_cached(SEAT)?.execute(values)?;
    }
    for entry in &founding.deeds {
        lay(work, entry)?;
    }
    Ok(true)
}

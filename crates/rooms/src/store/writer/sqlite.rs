//! Deeds in a file. A thread of its own writes them, with statements that are prepared once: no
//! deed passes from thread to thread, and a commit of many wakes nobody before it is done.

use super::{
    Entry, Founding, GATHER, Job, KEEP, MOVE, ROOM, SEAT, TOGETHER, Task, UNTOLD, answer, failed,
    gather, movable, to_show,
};
use crate::store::StoreError;
use crate::store::files::Files;
use crate::store::pool::{PATIENCE, WAL_PAGES};
use rusqlite::{Connection, Transaction, TransactionBehavior};
use std::path::Path;
use tokio::sync::{mpsc, watch};

const SHOW: &str = "UPDATE rooms SET stands = ?2, moved = ?3, due = ?4 WHERE id = ?1";

/// What SQLite says of a file, which it does not name itself.
#[derive(Debug, thiserror::Error)]
#[error("{0}: {1}")]
struct InFile(String, #[source] rusqlite::Error);

/// Writes for as long as deeds can be handed in. `ends` goes when the file is closed.
pub(super) fn start(
    file: &Path,
    waiting: mpsc::Receiver<Job>,
    ends: watch::Sender<()>,
) -> Result<Files, StoreError> {
    let connection = open(file).map_err(|error| StoreError::InFile {
        file: file.to_owned(),
        says: error.to_string(),
    })?;
    let files = Files::of(file);
    let writes = files.clone();
    std::thread::Builder::new()
        .name("deeds".to_owned())
        .spawn(move || {
            write(connection, &writes, waiting);
            drop(ends);
        })?;
    Ok(files)
}

fn open(file: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(file)?;
    connection.busy_timeout(PATIENCE)?;
    // What was acknowledged survives a power cut, not only a crash of the program.
    connection.pragma_update(None, "synchronous", "FULL")?;
    // This creates the log file if it is missing.
    connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
    connection.pragma_update(None, "wal_autocheckpoint", WAL_PAGES)?;
    Ok(connection)
}

fn write(mut connection: Connection, files: &Files, mut waiting: mpsc::Receiver<Job>) {
    let mut jobs = Vec::with_capacity(TOGETHER);
    while waiting.blocking_recv_many(&mut jobs, TOGETHER) > 0 {
        std::thread::sleep(GATHER);
        gather(&mut jobs, &mut waiting);
        let found = files.check().map_err(failed);
        let named = |error| failed(InFile(files.name(), error));
        let written = found.and_then(|()| commit(&mut connection, &jobs).map_err(named));
        answer(&mut jobs, written);
    }
}

/// Returns which of the deeds and rooms were new. If anything fails, nothing was written.
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

/// Stores a deed; returns whether it was new.
fn lay(work: &Transaction<'_>, entry: &Entry) -> rusqlite::Result<bool> {
    if let Some(moves) = &entry.moves {
        let (code, device) = moves.by.asked();
        let (code, now) = (code.map(|it| it.0), code.map(|it| it.1));
        let name = moves.seat.name();
        let asked = (&entry.room, name, code, now, device, &moves.to);
        if !work.prepare_cached(movable!())?.exists(asked)? {
            return Ok(false);
        }
    }
    let row = (entry.room.as_str(), entry.n, entry.kept.as_str());
    let is_new = work.prepare_cached(KEEP)?.execute(row)? == 1;
    if let Some(moves) = entry.moves.as_ref().filter(|_| is_new) {
        let to = (&moves.to, moves.lent, &entry.room, moves.seat.name());
        work.prepare_cached(MOVE)?.execute(to)?;
    }
    Ok(is_new)
}

/// Stores a room with its seats and first deeds; returns whether it was new.
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
        let name = seat.seat.name();
        let values = (&row.id, name, &seat.link, device, account, seat.lent);
        work.prepare_cached(SEAT)?.execute(values)?;
    }
    for entry in &founding.deeds {
        lay(work, entry)?;
    }
    if founding.untold {
        work.prepare_cached(UNTOLD)?.execute([&row.id])?;
    }
    Ok(true)
}

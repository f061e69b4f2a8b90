//! Deeds in a file. One thread of its own writes them, by statements that are prepared once: no
//! deed is handed on from thread to thread, and a commit of many wakes nobody before it is done.

use super::{GATHER, Job, TOGETHER, answer, gather, to_show};
use crate::store::StoreError;
use crate::store::pool::{PATIENCE, WAL_PAGES};
use rusqlite::{Connection, TransactionBehavior};
use std::path::Path;
use tokio::sync::mpsc;

const KEEP: &str =
    "INSERT INTO deeds (room, n, kept) VALUES (?1, ?2, ?3) ON CONFLICT (room, n) DO NOTHING";
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

/// Which of the deeds were not there yet. When anything fails, nothing was written.
fn commit(connection: &mut Connection, jobs: &[Job]) -> rusqlite::Result<Vec<bool>> {
    let work = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let kept = {
        let mut keep = work.prepare_cached(KEEP)?;
        let kept = jobs.iter().map(|Job { entry, .. }| {
            let row = (entry.room.as_str(), entry.n, entry.kept.as_str());
            Ok(keep.execute(row)? == 1)
        });
        kept.collect::<rusqlite::Result<Vec<bool>>>()?
    };
    {
        let mut show = work.prepare_cached(SHOW)?;
        for (room, shown) in to_show(jobs, &kept) {
            show.execute((room, shown.stands, shown.at, shown.due))?;
        }
    }
    work.commit()?;
    Ok(kept)
}

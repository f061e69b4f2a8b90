//! Deeds are written by one task, many at a time: a commit costs as much for one of them
//! as for hundreds.

use super::StoreError;
use super::pool::{CHANNEL, Pools};
use sqlx::{Postgres, Sqlite, Transaction};
use std::sync::Arc;
use tokio::sync::{mpsc, oneshot};

/// Most deeds of one commit.
const TOGETHER: usize = 256;
/// Most deeds that wait to be written; whoever comes then waits himself.
const WAITING: usize = 1024;

/// A deed to be kept.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The room.
    pub room: String,
    /// The number of the deed.
    pub n: i64,
    /// The deed as JSON.
    pub kept: String,
    /// How the room stands after it, for the lobby.
    pub stands: &'static str,
    /// When it happened.
    pub at: i64,
    /// When somebody's time runs out, if nothing happens before.
    pub due: Option<i64>,
}

type Answer = Result<bool, Arc<sqlx::Error>>;

#[derive(Debug)]
struct Job {
    entry: Entry,
    done: oneshot::Sender<Answer>,
}

/// Where deeds are handed in.
#[derive(Debug, Clone)]
pub(super) struct Writer(mpsc::Sender<Job>);

impl Writer {
    pub(super) fn start(pools: Pools) -> Self {
        let (jobs, waiting) = mpsc::channel(WAITING);
        tokio::spawn(write(pools, waiting));
        Self(jobs)
    }

    pub(super) async fn keep(&self, entry: Entry) -> Result<bool, StoreError> {
        let (done, answer) = oneshot::channel();
        let sent = self.0.send(Job { entry, done }).await;
        sent.map_err(|_| StoreError::Ending)?;
        match answer.await.map_err(|_| StoreError::Ending)? {
            Ok(kept) => Ok(kept),
            Err(error) => Err(StoreError::Odd(error.to_string())),
        }
    }
}

async fn write(pools: Pools, mut waiting: mpsc::Receiver<Job>) {
    let mut jobs = Vec::with_capacity(TOGETHER);
    while waiting.recv_many(&mut jobs, TOGETHER).await > 0 {
        // Nodes that write the same rooms take them in the same order.
        jobs.sort_by(|a: &Job, b| (&a.entry.room, a.entry.n).cmp(&(&b.entry.room, b.entry.n)));
        let written = match &pools {
            Pools::Sqlite(pool) => match pool.begin_with("BEGIN IMMEDIATE").await {
                Ok(work) => sqlite(work, &jobs).await,
                Err(error) => Err(error),
            },
            Pools::Postgres(pool) => match pool.begin().await {
                Ok(work) => postgres(work, &jobs).await,
                Err(error) => Err(error),
            },
        };
        match written {
            Ok(kept) => {
                for (job, kept) in jobs.drain(..).zip(kept) {
                    // Who asked may have gone: it is kept anyway.
                    let _ = job.done.send(Ok(kept));
                }
            }
            Err(error) => {
                let error = Arc::new(error);
                for job in jobs.drain(..) {
                    let _ = job.done.send(Err(Arc::clone(&error)));
                }
            }
        }
    }
}

const KEEP: &str =
    "INSERT INTO deeds (room, n, kept) VALUES ($1, $2, $3) ON CONFLICT (room, n) DO NOTHING";
const MOVE: &str = "UPDATE rooms SET stands = $2, moved = $3, due = $4 WHERE id = $1";
const TELL: &str = "SELECT pg_notify($1, $2)";

async fn sqlite(mut work: Transaction<'_, Sqlite>, jobs: &[Job]) -> Result<Vec<bool>, sqlx::Error> {
    let mut all = Vec::with_capacity(jobs.len());
    for Job { entry, .. } in jobs {
        let put = sqlx::query(KEEP)
            .bind(&entry.room)
            .bind(entry.n)
            .bind(&entry.kept)
            .execute(&mut *work)
            .await?;
        let kept = put.rows_affected() == 1;
        if kept {
            sqlx::query(MOVE)
                .bind(&entry.room)
                .bind(entry.stands)
                .bind(entry.at)
                .bind(entry.due)
                .execute(&mut *work)
                .await?;
        }
        all.push(kept);
    }
    work.commit().await?;
    Ok(all)
}

async fn postgres(
    mut work: Transaction<'_, Postgres>,
    jobs: &[Job],
) -> Result<Vec<bool>, sqlx::Error> {
    let mut all = Vec::with_capacity(jobs.len());
    for Job { entry, .. } in jobs {
        let put = sqlx::query(KEEP)
            .bind(&entry.room)
            .bind(entry.n)
            .bind(&entry.kept)
            .execute(&mut *work)
            .await?;
        let kept = put.rows_affected() == 1;
        if kept {
            sqlx::query(MOVE)
                .bind(&entry.room)
                .bind(entry.stands)
                .bind(entry.at)
                .bind(entry.due)
                .execute(&mut *work)
                .await?;
            sqlx::query(TELL)
                .bind(CHANNEL)
                .bind(format!("{} {}", entry.room, entry.n))
                .execute(&mut *work)
                .await?;
        }
        all.push(kept);
    }
    work.commit().await?;
    Ok(all)
}

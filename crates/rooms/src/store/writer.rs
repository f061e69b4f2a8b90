//! Deeds are written by one task, many at a time: a commit costs as much for one of them
//! as for hundreds.

use super::StoreError;
use super::pool::{CHANNEL, Pools};
use sqlx::{Database, Encode, Postgres, QueryBuilder, Row, Sqlite, Transaction, Type};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};

/// Most deeds of one commit.
const TOGETHER: usize = 256;
/// Most deeds that wait to be written; whoever comes then waits himself.
const WAITING: usize = 1024;
/// How long the first deed of a commit waits for others: nobody at a table notices, and a
/// server with many tables commits far less often.
const GATHER: Duration = Duration::from_millis(2);

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
            Err(error) => Err(StoreError::Unkept(error)),
        }
    }
}

async fn write(pools: Pools, mut waiting: mpsc::Receiver<Job>) {
    let mut jobs = Vec::with_capacity(TOGETHER);
    while waiting.recv_many(&mut jobs, TOGETHER).await > 0 {
        tokio::time::sleep(GATHER).await;
        while jobs.len() < TOGETHER
            && let Ok(job) = waiting.try_recv()
        {
            jobs.push(job);
        }
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

/// The deeds of a commit in one statement; it answers which of them were not there yet.
fn laid_down<DB>(jobs: &[Job]) -> QueryBuilder<DB>
where
    DB: Database,
    DB::Arguments: Default,
    for<'t> &'t str: Encode<'t, DB> + Type<DB>,
    i64: for<'t> Encode<'t, DB> + Type<DB>,
{
    let mut all = QueryBuilder::new("INSERT INTO deeds (room, n, kept) ");
    all.push_values(jobs, |mut row, Job { entry, .. }| {
        row.push_bind(entry.room.as_str())
            .push_bind(entry.n)
            .push_bind(entry.kept.as_str());
    });
    all.push(" ON CONFLICT (room, n) DO NOTHING RETURNING room, n");
    all
}

/// How their rooms stand then, in one statement.
fn moved_on<DB>(kept: &[&Entry]) -> QueryBuilder<DB>
where
    DB: Database,
    DB::Arguments: Default,
    for<'t> &'t str: Encode<'t, DB> + Type<DB>,
    i64: for<'t> Encode<'t, DB> + Type<DB>,
    Option<i64>: for<'t> Encode<'t, DB> + Type<DB>,
{
    let mut all = QueryBuilder::new(
        "UPDATE rooms SET stands = v.column2, moved = v.column3, due = v.column4 FROM (",
    );
    all.push_values(kept, |mut row, entry| {
        row.push_bind(entry.room.as_str())
            .push_bind(entry.stands)
            .push_bind(entry.at)
            .push_bind(entry.due);
    });
    all.push(") AS v WHERE rooms.id = v.column1");
    all
}

/// Which deeds were kept, by what the database answered.
fn were_kept(jobs: &[Job], mut rows: BTreeSet<(String, i64)>) -> Vec<bool> {
    let is_kept = |Job { entry, .. }: &Job| rows.remove(&(entry.room.clone(), entry.n));
    jobs.iter().map(is_kept).collect()
}

/// The last deed of each room that was kept; jobs stand in the order of rooms and numbers.
fn lasting<'j>(jobs: &'j [Job], kept: &[bool]) -> Vec<&'j Entry> {
    let mut last: Vec<&Entry> = Vec::with_capacity(jobs.len());
    for (Job { entry, .. }, _) in jobs.iter().zip(kept).filter(|(_, kept)| **kept) {
        if last.last().is_some_and(|before| before.room == entry.room) {
            last.pop();
        }
        last.push(entry);
    }
    last
}

async fn sqlite(mut work: Transaction<'_, Sqlite>, jobs: &[Job]) -> Result<Vec<bool>, sqlx::Error> {
    let rows = laid_down::<Sqlite>(jobs)
        .build()
        .fetch_all(&mut *work)
        .await?;
    let rows: Result<_, sqlx::Error> = rows
        .iter()
        .map(|row| Ok((row.try_get(0)?, row.try_get(1)?)))
        .collect();
    let kept = were_kept(jobs, rows?);
    let last = lasting(jobs, &kept);
    if !last.is_empty() {
        moved_on::<Sqlite>(&last)
            .build()
            .execute(&mut *work)
            .await?;
    }
    work.commit().await?;
    Ok(kept)
}

async fn postgres(
    mut work: Transaction<'_, Postgres>,
    jobs: &[Job],
) -> Result<Vec<bool>, sqlx::Error> {
    let rows = laid_down::<Postgres>(jobs)
        .build()
        .fetch_all(&mut *work)
        .await?;
    let rows: Result<_, sqlx::Error> = rows
        .iter()
        .map(|row| Ok((row.try_get(0)?, row.try_get(1)?)))
        .collect();
    let kept = were_kept(jobs, rows?);
    let last = lasting(jobs, &kept);
    if !last.is_empty() {
        moved_on::<Postgres>(&last)
            .build()
            .execute(&mut *work)
            .await?;
        // Whoever hears of a room's last deed reads all that he lacks.
        let told = last
            .iter()
            .map(|entry| format!("{} {}", entry.room, entry.n));
        sqlx::query("SELECT pg_notify($1, told) FROM UNNEST($2) AS told")
            .bind(CHANNEL)
            .bind(told.collect::<Vec<String>>())
            .execute(&mut *work)
            .await?;
    }
    work.commit().await?;
    Ok(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(room: &str, n: i64) -> Job {
        let entry = Entry {
            room: room.to_owned(),
            n,
            kept: "{}".to_owned(),
            stands: "played",
            at: n,
            due: None,
        };
        let done = oneshot::channel().0;
        Job { entry, done }
    }

    #[test]
    fn of_two_deeds_with_one_number_one_is_kept_and_a_room_stands_as_its_last_leaves_it() {
        let jobs = [job("a", 1), job("a", 2), job("b", 5), job("b", 5)];
        let rows = [("a", 1), ("a", 2), ("b", 5)].map(|(room, n)| (room.to_owned(), n));
        let kept = were_kept(&jobs, rows.into());
        assert_eq!(kept, [true, true, true, false]);
        let last: Vec<(&str, i64)> = lasting(&jobs, &kept)
            .iter()
            .map(|entry| (entry.room.as_str(), entry.n))
            .collect();
        assert_eq!(last, [("a", 2), ("b", 5)]);
        let kept = were_kept(&jobs, BTreeSet::new());
        assert!(lasting(&jobs, &kept).is_empty());
    }
}

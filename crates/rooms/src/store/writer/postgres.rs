//! Deeds in PostgreSQL. A commit writes all its deeds in a few statements, since each statement is
//! a round trip to another process.

use super::{
    Entry, Founding, GATHER, Job, KEEP, MOVE, ROOM, SEAT, Shown, TOGETHER, Task, UNTOLD, answer,
    failed, gather, lasting, movable, to_show,
};
use crate::store::pool::{CHANNEL, Held, PATIENCE, timed_out};
use crate::store::told;
use sqlx::{Connection, PgPool, Postgres, QueryBuilder, Row, Transaction};
use std::collections::BTreeSet;
use tokio::sync::mpsc;
use tokio::time::{Instant, timeout};

/// What PostgreSQL says, without the line of its own source that says so.
#[derive(Debug, thiserror::Error)]
#[error("{}", told(.0))]
struct Refused(#[source] sqlx::Error);

/// Writes for as long as deeds can be handed in.
pub(super) async fn write(pool: PgPool, mut waiting: mpsc::Receiver<Job>) {
    let mut jobs = Vec::with_capacity(TOGETHER);
    while waiting.recv_many(&mut jobs, TOGETHER).await > 0 {
        tokio::time::sleep(GATHER).await;
        gather(&mut jobs, &mut waiting);
        match written(&pool, &jobs).await {
            // Something in one of them cannot be stored, or waits for a lock that somebody holds:
            // it must not keep the others from it.
            Err(error) if error.as_database_error().is_some() && jobs.len() > 1 => {
                one_by_one(&pool, &mut jobs).await;
            }
            done => answer(&mut jobs, done.map_err(|why| failed(Refused(why)))),
        }
    }
}

/// Commits each alone. Each that waits for a lock takes a second, and what comes next waits for all
/// of them: those whose turn does not come within [`PATIENCE`] are refused.
async fn one_by_one(pool: &PgPool, jobs: &mut Vec<Job>) {
    let until = Instant::now() + PATIENCE;
    for job in jobs.drain(..) {
        let mut alone = vec![job];
        let done = match Instant::now() < until {
            true => written(pool, &alone).await,
            false => Err(timed_out()),
        };
        answer(&mut alone, done.map_err(|why| failed(Refused(why))));
    }
}

/// Commits within [`PATIENCE`]. A connection on which that fails is closed and not used again: it
/// may be dead without a word, or lead to a server that has become read-only.
async fn written(pool: &PgPool, jobs: &[Job]) -> Result<Vec<bool>, sqlx::Error> {
    let mut connection = Held::of(pool).await?;
    let work = async { commit(connection.begin().await?, jobs).await };
    let done = timeout(PATIENCE, work).await;
    let done = done.unwrap_or_else(|_| Err(timed_out()));
    if done.is_err() {
        connection.close();
    }
    done
}

/// Returns which of the deeds and rooms were new. If anything fails, nothing was written.
async fn commit(
    mut work: Transaction<'_, Postgres>,
    jobs: &[Job],
) -> Result<Vec<bool>, sqlx::Error> {
    let mut founded = BTreeSet::new();
    for founding in jobs.iter().filter_map(|job| job.task.room()) {
        if found(&mut work, founding).await? {
            founded.insert(founding.row.id.as_str());
        }
    }
    let mut entries: Vec<&Entry> = Vec::with_capacity(jobs.len());
    for entry in jobs.iter().filter_map(|job| job.task.deed()) {
        if may_move(&mut work, entry).await? {
            entries.push(entry);
        }
    }
    let mut laid = BTreeSet::new();
    if !entries.is_empty() {
        for row in laid_down(&entries).build().fetch_all(&mut *work).await? {
            laid.insert((row.try_get(0)?, row.try_get(1)?));
        }
    }
    let kept = were_kept(jobs, &founded, laid);
    for (job, _) in jobs.iter().zip(&kept).filter(|(_, kept)| **kept) {
        move_seat(&mut work, job).await?;
    }
    let shown = to_show(jobs, &kept);
    if !shown.is_empty() {
        moved_on(&shown).build().execute(&mut *work).await?;
    }
    // A node that hears of a room's last deed reads every deed that it lacks.
    let told: Vec<String> = lasting(jobs, &kept)
        .iter()
        .map(|entry| format!("{} {}", entry.room, entry.n))
        .collect();
    // A commit that waits for a standby must not be cut short by the database: it would then say
    // that it has stored what the standby lacks.
    sqlx::query(
        "SELECT pg_notify($1, told)::TEXT FROM UNNEST($2) AS told
         UNION ALL SELECT set_config('statement_timeout', '0', true)",
    )
    .bind(CHANNEL)
    .bind(told)
    .execute(&mut *work)
    .await?;
    work.commit().await?;
    Ok(kept)
}

/// Returns whether the seat that a deed moves is still where the deed takes it from, and locks it;
/// true for a deed that moves none.
async fn may_move(
    work: &mut Transaction<'_, Postgres>,
    entry: &Entry,
) -> Result<bool, sqlx::Error> {
    let Some(moves) = &entry.moves else {
        return Ok(true);
    };
    let (code, device) = moves.by.asked();
    let row = sqlx::query(concat!(movable!(), " FOR UPDATE"))
        .bind(&entry.room)
        .bind(moves.seat.name())
        .bind(code.map(|(code, _)| code))
        .bind(code.map(|(_, now)| now))
        .bind(device)
        .bind(&moves.to)
        .fetch_optional(&mut **work)
        .await?;
    Ok(row.is_some())
}

/// Moves the seat that a stored deed moves.
async fn move_seat(work: &mut Transaction<'_, Postgres>, job: &Job) -> Result<(), sqlx::Error> {
    if let Some((entry, moves)) = job.task.moves() {
        sqlx::query(MOVE)
            .bind(&moves.to)
            .bind(i64::from(moves.lent))
            .bind(&entry.room)
            .bind(moves.seat.name())
            .execute(&mut **work)
            .await?;
    }
    Ok(())
}

/// Builds one statement for all deeds of a commit; it returns those that were new. A deed whose
/// room the host has removed is left out.
fn laid_down(entries: &[&Entry]) -> QueryBuilder<Postgres> {
    let mut all = QueryBuilder::new(
        "INSERT INTO deeds (room, n, kept) SELECT v.column1, v.column2, v.column3 FROM (",
    );
    all.push_values(entries, |mut row, entry| {
        row.push_bind(entry.room.as_str())
            .push_bind(entry.n)
            .push_bind(entry.kept.as_str());
    });
    all.push(
        ") AS v WHERE EXISTS (SELECT 1 FROM rooms WHERE id = v.column1)
         ON CONFLICT (room, n) DO NOTHING RETURNING room, n",
    );
    all
}

/// Builds one statement that updates how lists show the rooms.
fn moved_on(shown: &[(&str, Shown)]) -> QueryBuilder<Postgres> {
    let mut all = QueryBuilder::new(
        "UPDATE rooms SET stands = v.column2, moved = v.column3, due = v.column4 FROM (",
    );
    all.push_values(shown, |mut row, (room, shown)| {
        row.push_bind(*room)
            .push_bind(shown.stands)
            .push_bind(shown.at)
            .push_bind(shown.due);
    });
    all.push(") AS v WHERE rooms.id = v.column1");
    all
}

/// Returns what was stored, by what the database answered.
fn were_kept(
    jobs: &[Job],
    founded: &BTreeSet<&str>,
    mut laid: BTreeSet<(String, i64)>,
) -> Vec<bool> {
    let is_kept = |job: &Job| match &job.task {
        Task::Deed(entry) => laid.remove(&(entry.room.clone(), entry.n)),
        Task::Room(founding) => founded.contains(founding.row.id.as_str()),
    };
    jobs.iter().map(is_kept).collect()
}

/// Stores a room with its seats and first deeds; returns whether it was new.
async fn found(
    work: &mut Transaction<'_, Postgres>,
    founding: &Founding,
) -> Result<bool, sqlx::Error> {
    let (row, shown) = (&founding.row, founding.shown);
    let made = sqlx::query(ROOM)
        .bind(&row.id)
        .bind(row.made)
        .bind(&row.header)
        .bind(&row.opening)
        .bind(&row.plan)
        .bind(&row.rules)
        .bind(&row.title)
        .bind(i64::from(row.listed))
        .bind(i64::from(founding.settles))
        .bind(shown.stands)
        .bind(shown.at)
        .bind(shown.due)
        .execute(&mut **work)
        .await?;
    if made.rows_affected() == 0 {
        return Ok(false);
    }
    for seat in &founding.seats {
        sqlx::query(SEAT)
            .bind(&row.id)
            .bind(seat.seat.name())
            .bind(&seat.link)
            .bind(seat.device.as_deref())
            .bind(seat.account.as_deref())
            .bind(i64::from(seat.lent))
            .execute(&mut **work)
            .await?;
    }
    for entry in &founding.deeds {
        sqlx::query(KEEP)
            .bind(&entry.room)
            .bind(entry.n)
            .bind(&entry.kept)
            .execute(&mut **work)
            .await?;
    }
    if founding.untold {
        sqlx::query(UNTOLD)
            .bind(&row.id)
            .execute(&mut **work)
            .await?;
    }
    Ok(true)
}

//! A single writer stores deeds and new rooms, many together: a commit costs as much for one of
//! them as for hundreds.

mod postgres;
mod sqlite;

use super::files::Files;
use super::pool::Pools;
use super::{RoomRow, SeatRow, StoreError};
use crate::seat::Seat;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot, watch};

/// Maximum number of deeds in a commit.
const TOGETHER: usize = 256;
/// Maximum number of deeds that wait to be written; beyond that, callers wait to hand theirs in.
const WAITING: usize = 1024;
/// How long the first deed of a commit waits for others: nobody at a table notices, and a server
/// with many tables commits far less often.
const GATHER: Duration = Duration::from_millis(2);

/// A deed to be stored.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The room.
    pub room: String,
    /// The number of the deed.
    pub n: i64,
    /// The deed as JSON.
    pub kept: String,
    /// How lists show the room after it; none if they already show it so.
    pub shown: Option<Shown>,
    /// The seat that goes to another device by it, both or neither; none for most deeds.
    pub moves: Option<Move>,
}

/// How a seat goes to another device.
#[derive(Debug, Clone)]
pub struct Move {
    /// The seat.
    pub seat: Seat,
    /// What lets it go.
    pub by: By,
    /// The fingerprint of the device that gets it.
    pub to: String,
    /// Whether that device is not signed in to the account of the seat.
    pub lent: bool,
}

/// What lets a seat go to another device.
#[derive(Debug, Clone)]
pub enum By {
    /// A code that works once, by its hash, and the time now.
    Code(String, i64),
    /// The device that has it until then, which belongs to the same account.
    Device(String),
}

impl By {
    /// Returns the code and the time, or the device.
    fn asked(&self) -> (Option<(&str, i64)>, Option<&str>) {
        match self {
            Self::Code(code, now) => (Some((code, *now)), None),
            Self::Device(device) => (None, Some(device)),
        }
    }
}

/// A new room, with what happens there first.
#[derive(Debug, Clone)]
pub struct Founding {
    /// The room.
    pub row: RoomRow,
    /// Whether something is to be done when the battle ends.
    pub settles: bool,
    /// How lists show it.
    pub shown: Shown,
    /// Its seats.
    pub seats: Vec<SeatRow>,
    /// What happens there first.
    pub deeds: Vec<Entry>,
    /// Whether its players are to be written to, since they were drawn for it.
    pub untold: bool,
}

/// How lists show a room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shown {
    /// How it stands.
    pub stands: &'static str,
    /// When something last happened there.
    pub at: i64,
    /// When a player's time runs out, if nothing happens before.
    pub due: Option<i64>,
}

impl Shown {
    /// How far the time of the last event may lag behind in lists.
    const BEHIND: i64 = 60_000;

    /// Returns whether lists that show this may keep it instead of `later`. A room's row has its
    /// whole opening and three indexes: writing it with every order would cost more than the order.
    #[must_use]
    pub fn will_do_for(&self, later: &Self) -> bool {
        let behind = later.at.saturating_sub(self.at);
        (self.stands, self.due) == (later.stands, later.due) && (0..Self::BEHIND).contains(&behind)
    }
}

/// Why a commit failed: the same for all of its deeds.
pub(super) type Failed = Arc<dyn std::error::Error + Send + Sync>;

fn failed(error: impl std::error::Error + Send + Sync + 'static) -> Failed {
    Arc::new(error)
}

/// Something to be written.
#[derive(Debug)]
pub(super) enum Task {
    Deed(Entry),
    Room(Box<Founding>),
}

impl Task {
    /// The order in which all nodes take the rooms that they write: a room, then its deeds.
    fn order(&self) -> (&str, i64) {
        match self {
            Self::Deed(entry) => (&entry.room, entry.n),
            Self::Room(founding) => (&founding.row.id, -1),
        }
    }

    /// Returns how many bytes it stores, roughly: indexes come on top.
    pub(super) fn weight(&self) -> usize {
        match self {
            Self::Deed(entry) => entry.kept.len(),
            Self::Room(founding) => {
                let row = &founding.row;
                let deeds = founding.deeds.iter().map(|entry| entry.kept.len());
                row.header.len() + row.opening.len() + row.plan.len() + deeds.sum::<usize>()
            }
        }
    }

    const fn deed(&self) -> Option<&Entry> {
        match self {
            Self::Deed(entry) => Some(entry),
            Self::Room(_) => None,
        }
    }

    /// Returns a deed that moves a seat, and how.
    fn moves(&self) -> Option<(&Entry, &Move)> {
        let entry = self.deed()?;
        Some((entry, entry.moves.as_ref()?))
    }

    const fn room(&self) -> Option<&Founding> {
        match self {
            Self::Deed(_) => None,
            Self::Room(founding) => Some(founding),
        }
    }
}

#[derive(Debug)]
struct Job {
    task: Task,
    /// Receives whether it was stored: false if something has its number or name already, or if
    /// the room of a deed is gone, or the seat that it moves.
    done: oneshot::Sender<Result<bool, Failed>>,
}

/// Inserts a room; how lists show it stands in the same row.
const ROOM: &str = "INSERT INTO rooms
      (id, made, header, opening, plan, rules, title, listed, settles, stands, moved, due)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT (id) DO NOTHING";
const SEAT: &str = "INSERT INTO seats (room, seat, link, device, account, lent)
     VALUES ($1, $2, $3, $4, (SELECT id FROM accounts WHERE id = $5), $6)";
/// Notes that the players of a room are to be written to.
const UNTOLD: &str = "INSERT INTO untold (room) VALUES ($1) ON CONFLICT (room) DO NOTHING";
/// Inserts a deed. The host may have removed its room while pages still show it.
const KEEP: &str = "INSERT INTO deeds (room, n, kept)
    SELECT $1, $2, $3 WHERE EXISTS (SELECT 1 FROM rooms WHERE id = $1)
    ON CONFLICT (room, n) DO NOTHING";

/// Finds a seat that may go to another device: by a code, or because that device is signed in to the
/// seat's account now.
macro_rules! movable {
    () => {
        "SELECT 1 FROM seats WHERE room = $1 AND seat = $2
           AND ((code = $3 AND code_until > $4) OR (device = $5
             AND account IN (SELECT account FROM devices WHERE device = $6)))"
    };
}
use movable;
/// Gives a seat to another device; a code that was laid for it works no more. It is lent if that
/// device is not signed in to the seat's account now: it may have signed out meanwhile. SQLite numbers
/// values in the order in which they first appear.
const MOVE: &str = "UPDATE seats SET device = $1, lent = CASE WHEN $2 <> 0 OR (account IS NOT NULL
      AND account NOT IN (SELECT account FROM devices WHERE device = $1)) THEN 1 ELSE 0 END,
    code = NULL, code_until = NULL
    WHERE room = $3 AND seat = $4";

/// The place where deeds are handed in.
#[derive(Debug, Clone)]
pub(super) struct Writer {
    /// None once the writer is to end.
    jobs: Arc<Mutex<Option<mpsc::Sender<Job>>>>,
    /// Its sender goes when the writer has ended.
    ended: watch::Receiver<()>,
}

impl Writer {
    /// Starts the writer; also returns the files that it writes, if any.
    pub(super) fn start(pools: &Pools) -> Result<(Self, Option<Files>), StoreError> {
        let (jobs, waiting) = mpsc::channel(WAITING);
        let (ends, ended) = watch::channel(());
        let files = match pools {
            Pools::Sqlite(pool) => {
                let options = pool.connect_options();
                Some(sqlite::start(options.get_filename(), waiting, ends)?)
            }
            Pools::Postgres(pool) => {
                let writes = postgres::write(pool.clone(), waiting);
                tokio::spawn(async move {
                    writes.await;
                    drop(ends);
                });
                None
            }
        };
        let jobs = Arc::new(Mutex::new(Some(jobs)));
        Ok((Self { jobs, ended }, files))
    }

    /// Takes nothing more, and waits until all that was handed in is written and the writer has
    /// closed its connection.
    pub(super) async fn end(&self) {
        let jobs = self
            .jobs
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        drop(jobs);
        let mut ended = self.ended.clone();
        while ended.changed().await.is_ok() {}
    }

    pub(super) async fn keep(&self, task: Task) -> Result<bool, StoreError> {
        let (done, answer) = oneshot::channel();
        let jobs = self
            .jobs
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        let jobs = jobs.ok_or(StoreError::Ending)?;
        let sent = jobs.send(Job { task, done }).await;
        // Otherwise the writer would wait for whoever waits for it.
        drop(jobs);
        sent.map_err(|_| StoreError::Ending)?;
        let answer = answer.await.map_err(|_| StoreError::Ending)?;
        answer.map_err(StoreError::Unkept)
    }
}

/// Takes what else waits, up to a full commit, in the order of [`Task::order`].
fn gather(jobs: &mut Vec<Job>, waiting: &mut mpsc::Receiver<Job>) {
    while jobs.len() < TOGETHER
        && let Ok(job) = waiting.try_recv()
    {
        jobs.push(job);
    }
    jobs.sort_by(|a, b| a.task.order().cmp(&b.task.order()));
}

/// Answers what was stored, or why nothing was. A caller that has gone changes nothing: it is
/// stored anyway.
fn answer(jobs: &mut Vec<Job>, written: Result<Vec<bool>, Failed>) {
    match written {
        Ok(kept) => {
            for (job, kept) in jobs.drain(..).zip(kept) {
                let _ = job.done.send(Ok(kept));
            }
        }
        Err(error) => {
            for job in jobs.drain(..) {
                let _ = job.done.send(Err(Arc::clone(&error)));
            }
        }
    }
}

/// Returns the last stored deed of each room; jobs come in the order of rooms and numbers.
fn lasting<'j>(jobs: &'j [Job], kept: &[bool]) -> Vec<&'j Entry> {
    last_of(jobs, kept, |_| true)
}

/// Returns how lists show the rooms after these jobs.
fn to_show<'j>(jobs: &'j [Job], kept: &[bool]) -> Vec<(&'j str, Shown)> {
    let last = last_of(jobs, kept, |entry| entry.shown.is_some());
    let shown = last
        .into_iter()
        .filter_map(|entry| Some((entry.room.as_str(), entry.shown?)));
    shown.collect()
}

/// Returns, for each room, the last stored deed for which `is_meant` holds.
fn last_of<'j>(
    jobs: &'j [Job],
    kept: &[bool],
    is_meant: impl Fn(&Entry) -> bool,
) -> Vec<&'j Entry> {
    let mut last: Vec<&Entry> = Vec::with_capacity(jobs.len());
    let kept = jobs.iter().zip(kept).filter(|(_, kept)| **kept);
    let entries = kept.filter_map(|(job, _)| job.task.deed());
    for entry in entries.filter(|entry| is_meant(entry)) {
        if last.last().is_some_and(|before| before.room == entry.room) {
            last.pop();
        }
        last.push(entry);
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(at: i64) -> Shown {
        Shown {
            stands: "played",
            at,
            due: None,
        }
    }

    fn job(room: &str, n: i64, shown: Option<Shown>) -> Job {
        let entry = Entry {
            room: room.to_owned(),
            n,
            kept: "{}".to_owned(),
            shown,
            moves: None,
        };
        let done = oneshot::channel().0;
        let task = Task::Deed(entry);
        Job { task, done }
    }

    #[test]
    fn a_room_is_shown_as_its_last_deed_that_was_kept_leaves_it() {
        let all = [
            job("a", 1, Some(shown(1))),
            job("a", 2, Some(shown(2))),
            job("a", 3, None),
            job("b", 5, None),
            job("b", 5, Some(shown(5))),
        ];
        let kept = [true, true, true, true, false];
        let last: Vec<(&str, i64)> = lasting(&all, &kept)
            .iter()
            .map(|entry| (entry.room.as_str(), entry.n))
            .collect();
        assert_eq!(last, [("a", 3), ("b", 5)]);
        assert_eq!(to_show(&all, &kept), [("a", shown(2))]);
        assert!(lasting(&all, &[false; 5]).is_empty());
    }

    #[test]
    fn lists_are_told_when_a_room_stands_differently_and_else_once_a_minute() {
        let before = shown(1_000);
        assert!(before.will_do_for(&shown(1_000)));
        assert!(before.will_do_for(&shown(60_999)));
        assert!(!before.will_do_for(&shown(61_000)));
        assert!(!before.will_do_for(&shown(999)), "the clock jumped back");
        let due = Shown {
            due: Some(5),
            ..before
        };
        assert!(!before.will_do_for(&due));
        let over = Shown {
            stands: "over",
            ..before
        };
        assert!(!before.will_do_for(&over));
    }
}

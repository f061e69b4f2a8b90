//! Where rooms are stored: SQLite in a folder, or PostgreSQL when several nodes share the work.
//! Both use one set of statements.

mod account;
mod files;
mod mail;
mod pool;
mod push;
mod rating;
mod restore;
mod rooms;
mod schema;
mod shape;
mod tournament;
mod writer;

pub use account::AccountRow;
pub use mail::MailRow;
pub use pool::{Claim, FilePool, Place, Pools};
pub use push::PushRow;
pub use rating::{RatedBattle, RatingRow, ResultRow};
pub use restore::restore;
pub use rooms::{LobbyRow, MineRow, RoomRow, SeatRow};
pub use tournament::{EntrantRow, KeptThere, Stale, TournamentRow};
pub use writer::{By, Entry, Founding, Move, Shown};

use pool::on;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::broadcast;
use writer::Task;

/// Why something was not stored or not found.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database refused, or did not answer.
    #[error("the database: {}", told(.0))]
    Database(#[source] sqlx::Error),
    /// SQLite cannot read or write the file.
    #[error("the database {}: {says}", file.display())]
    InFile {
        /// The file.
        file: PathBuf,
        /// What SQLite says.
        says: String,
    },
    /// Nobody answers where PostgreSQL should be.
    #[error("no PostgreSQL server answers at {0}")]
    NoAnswer(String),
    /// A commit of several deeds failed.
    #[error("the database: {0}")]
    Unkept(writer::Failed),
    /// What is stored of a room is damaged.
    #[error("what is stored is damaged: {0}")]
    Damaged(String),
    /// The database cannot do what it is asked.
    #[error("{0}")]
    Odd(String),
    /// The database was made by a newer version.
    #[error("the database: {}", newer(*found, *known))]
    Newer {
        /// The version that the database states.
        found: i64,
        /// The newest version that this program knows.
        known: i64,
    },
    /// The folder cannot be made.
    #[error("{0}")]
    Folder(#[from] std::io::Error),
    /// The program is ending.
    #[error("the program ends")]
    Ending,
}

/// Most bytes to tell of what is damaged: what is stored there may be as long as a file.
const MOST_TOLD: usize = 400;

impl StoreError {
    /// Says what is damaged; a long text is cut off.
    pub(crate) fn damaged(mut says: String) -> Self {
        sandtable_files::clip(&mut says, MOST_TOLD);
        Self::Damaged(says)
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match error {
            // Only this program closes it, and only at its end.
            sqlx::Error::PoolClosed => Self::Ending,
            other => Self::Database(other),
        }
    }
}

impl StoreError {
    /// Names the file that SQLite speaks of: its own messages do not.
    fn in_file(self, file: &Path) -> Self {
        match self {
            Self::Database(error) => Self::InFile {
                file: file.to_owned(),
                says: match is_read_only(&error) {
                    true => "this user may not write to it or to its folder".to_owned(),
                    false => told(&error),
                },
            },
            Self::Newer { found, known } => Self::InFile {
                file: file.to_owned(),
                says: newer(found, known),
            },
            other => other,
        }
    }
}

/// Says that a database was made by a newer program.
fn newer(found: i64, known: i64) -> String {
    format!(
        "it is of version {found}, and this program knows versions up to {known}: use the Sandtable \
         that made it, or a newer one"
    )
}

/// Returns whether SQLite needed to write where it may not: even reading needs that, unless the
/// database is in use.
fn is_read_only(error: &sqlx::Error) -> bool {
    const READ_ONLY: u32 = 8;
    let code = error.as_database_error().and_then(|it| it.code());
    let code: Option<u32> = code.and_then(|code| code.parse().ok());
    code.is_some_and(|code| code & 0xff == READ_ONLY)
}

/// Returns what the database says, without the line of its own source that says so.
fn told(error: &sqlx::Error) -> String {
    let of_database = error.as_database_error();
    of_database.map_or_else(|| error.to_string(), |it| it.message().to_owned())
}

/// Checks that a database has all columns of the newest version.
fn has_all(found: Vec<(String, String)>) -> Result<(), StoreError> {
    let lost = shape::lost(&found.into_iter().collect());
    match lost.map_err(|why| StoreError::Odd(why.to_string()))? {
        Some(lost) => Err(StoreError::Odd(format!("the database lacks {lost}"))),
        None => Ok(()),
    }
}

/// How long closing waits for calls that are still on their way.
const GOODBYE: Duration = Duration::from_secs(5);

/// How much is stored at most to see whether there is room again: an order fits in it.
const MOST_TRIED: usize = 1 << 20;
/// What an order takes up beside its own bytes, in pages of tables and indexes, and some more.
const SPARE: usize = 64 * 1024;

/// What a node hears from the database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Told {
    /// A deed was stored: the room, and the deed's number.
    Deed(String, i64),
    /// The node could not hear for a while: anything may have been stored.
    Gap,
}

/// The database.
#[derive(Debug, Clone)]
pub struct Store {
    pools: Pools,
    /// The database's files, if it has any.
    files: Option<files::Files>,
    writer: writer::Writer,
    told: broadcast::Sender<Told>,
    /// How many bytes the last write had if it failed, or more; otherwise 0.
    refused: Arc<AtomicUsize>,
}

impl Store {
    /// Opens the database, and makes the tables that are missing.
    ///
    /// # Errors
    /// If it cannot be opened or was made by a newer version.
    pub async fn open(place: &Place) -> Result<Self, StoreError> {
        let pools = Pools::open(place).await?;
        schema::bring_up(&pools).await?;
        let (told, _) = broadcast::channel(1024);
        let (writer, files) = writer::Writer::start(&pools)?;
        let refused = match &pools {
            Pools::Sqlite(pool) => Arc::clone(&pool.refused),
            Pools::Postgres(pool) => {
                tokio::spawn(pool::listen(pool.clone(), told.clone()));
                Arc::default()
            }
        };
        Ok(Self {
            pools,
            files,
            writer,
            told,
            refused,
        })
    }

    /// Stores what was handed in and closes the database; nothing can be stored or read after that.
    /// A SQLite database is then one file: the last connection writes the log into it and removes
    /// the log.
    pub async fn close(&self) {
        let closed = async {
            self.writer.end().await;
            match &self.pools {
                Pools::Sqlite(pool) => pool.close().await,
                Pools::Postgres(pool) => pool.close().await,
            }
        };
        // What is left then ends with the program, as after a power cut.
        let _ = tokio::time::timeout(GOODBYE, closed).await;
    }

    /// Returns the database's file, if it is one.
    #[must_use]
    pub fn file(&self) -> Option<&Path> {
        self.files.as_ref().map(files::Files::path)
    }

    /// Returns a receiver of what other nodes store, as it happens.
    #[must_use]
    pub fn heard(&self) -> broadcast::Receiver<Told> {
        self.told.subscribe()
    }

    /// Stores a deed under its number; returns false if another deed has that number already.
    ///
    /// # Errors
    /// If it was not stored, or it is unknown whether it was.
    pub async fn keep(&self, entry: Entry) -> Result<bool, StoreError> {
        self.write(Task::Deed(entry)).await
    }

    /// Stores a new room; returns false if there is already one with its name.
    ///
    /// # Errors
    /// If it was not stored, or it is unknown whether it was.
    pub async fn make(&self, founding: Founding) -> Result<bool, StoreError> {
        self.write(Task::Room(Box::new(founding))).await
    }

    /// Writes, and remembers whether that failed.
    async fn write(&self, task: Task) -> Result<bool, StoreError> {
        let weight = task.weight().max(1);
        let done = self.writer.keep(task).await;
        let refused = if done.is_err() { weight } else { 0 };
        self.refused.store(refused, Ordering::Relaxed);
        done
    }

    /// Checks that the database answers and, if the last write failed, that it stores something.
    ///
    /// # Errors
    /// If it does not: the error says why.
    pub async fn check(&self) -> Result<(), StoreError> {
        if let Some(files) = &self.files {
            files.check()?;
        }
        let Pools::Postgres(pool) = &self.pools else {
            return self.check_file().await;
        };
        let check = async {
            // A server that another one has replaced still answers, but stores nothing more.
            let mut connection = pool::Held::of(pool).await?;
            let may_write: bool = sqlx::query_scalar(
                "SELECT current_setting('transaction_read_only') = 'off'
                   AND has_table_privilege('deeds', 'INSERT')",
            )
            .fetch_one(&mut *connection)
            .await?;
            if !may_write {
                // A new one may lead to its successor.
                connection.close();
                return Err(StoreError::Odd("the database is read-only".to_owned()));
            }
            let found = sqlx::query_as(shape::COLUMNS_OF_SERVER);
            has_all(found.fetch_all(&mut *connection).await?)
        };
        pool::within(pool::PATIENCE, check).await
    }

    /// Checks that the file has its tables and, if the last write failed, that it would be stored
    /// now.
    async fn check_file(&self) -> Result<(), StoreError> {
        let found: Result<Vec<(String, String)>, StoreError> = on!(&self.pools, held => {
            Ok(sqlx::query_as(shape::COLUMNS_OF_FILE).fetch_all(&mut *held).await?)
        });
        has_all(found?)?;
        let refused = self.refused.load(Ordering::Relaxed);
        if refused > 0 {
            self.try_out(refused).await?;
            // Another write may have failed meanwhile.
            let order = Ordering::Relaxed;
            let _ = self.refused.compare_exchange(refused, 0, order, order);
        }
        Ok(())
    }

    /// Stores so many bytes and some more, and removes them again: a full disk still answers, and
    /// may have room for less.
    async fn try_out(&self, bytes: usize) -> Result<(), StoreError> {
        let filling = "-".repeat(bytes.min(MOST_TRIED) + SPARE);
        // What an earlier trial left would not be written a second time.
        for filling in ["", &filling, ""] {
            let done: Result<(), StoreError> = on!(&self.pools, held => {
                sqlx::query(
                    "INSERT INTO trials (one, filling) VALUES (1, $1)
                     ON CONFLICT (one) DO UPDATE SET filling = $1",
                )
                .bind(filling)
                .execute(&mut *held)
                .await?;
                Ok(())
            });
            done?;
        }
        Ok(())
    }

    pub(crate) const fn pools(&self) -> &Pools {
        &self.pools
    }
}

#[cfg(test)]
mod tests {
    use super::StoreError;

    #[test]
    fn what_is_damaged_is_told_in_short() {
        let said = StoreError::damaged(format!("deed 3: {}", "x".repeat(70_000))).to_string();
        assert!(said.len() < 500, "{}", said.len());
        assert!(said.contains("deed 3"), "{said}");
    }
}

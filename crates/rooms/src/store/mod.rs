//! Where rooms are stored: SQLite in a folder, or PostgreSQL when several nodes share the work.
//! Both use one set of statements.

mod account;
mod files;
mod mail;
mod pool;
mod push;
mod rating;
mod rooms;
mod schema;
mod tournament;
mod writer;

pub use account::AccountRow;
pub use mail::MailRow;
pub use pool::{Claim, Place, Pools};
pub use push::PushRow;
pub use rating::{RatedBattle, RatingRow, ResultRow};
pub use rooms::{LobbyRow, MineRow, RoomRow, SeatRow};
pub use tournament::{EntrantRow, KeptThere, Stale, TournamentRow};
pub use writer::{Entry, Founding, Shown};

use tokio::sync::broadcast;
use writer::Task;

/// Why something was not stored or not found.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database refused, or did not answer.
    #[error("the database: {0}")]
    Database(#[from] sqlx::Error),
    /// A commit of several deeds failed.
    #[error("the database: {0}")]
    Unkept(writer::Failed),
    /// The database holds something that cannot be read.
    #[error("the database holds something odd: {0}")]
    Odd(String),
    /// The database was made by a newer version.
    #[error("this database is of version {found}, this program knows up to {known}")]
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

/// A deed that another node stored: the room and the deed's number.
pub type Told = (String, i64);

/// The database.
#[derive(Debug, Clone)]
pub struct Store {
    pools: Pools,
    /// The database's files, if it has any.
    files: Option<files::Files>,
    writer: writer::Writer,
    told: broadcast::Sender<Told>,
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
        if let Pools::Postgres(pool) = &pools {
            tokio::spawn(pool::listen(pool.clone(), told.clone()));
        }
        Ok(Self {
            pools,
            files,
            writer,
            told,
        })
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
        self.writer.keep(Task::Deed(entry)).await
    }

    /// Stores a new room; returns false if there is already one with its name.
    ///
    /// # Errors
    /// If it was not stored, or it is unknown whether it was.
    pub async fn make(&self, founding: Founding) -> Result<bool, StoreError> {
        self.writer.keep(Task::Room(Box::new(founding))).await
    }

    /// Checks that the database answers.
    ///
    /// # Errors
    /// If it does not: the error says why.
    pub async fn check(&self) -> Result<(), StoreError> {
        if let Some(files) = &self.files {
            files.check()?;
        }
        pool::on!(&self.pools, pool => {
            sqlx::query("SELECT 1").execute(pool).await?;
        });
        Ok(())
    }

    pub(crate) const fn pools(&self) -> &Pools {
        &self.pools
    }
}

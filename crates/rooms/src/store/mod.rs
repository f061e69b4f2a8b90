//! Where rooms are kept: SQLite in a folder, or PostgreSQL when several nodes share the
//! work. One set of statements for both.

mod account;
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
pub use pool::{Place, Pools};
pub use push::PushRow;
pub use rating::{RatedBattle, RatingRow, ResultRow};
pub use rooms::{LobbyRow, MineRow, RoomRow, SeatRow};
pub use tournament::{EntrantRow, KeptThere, Stale, TournamentRow};
pub use writer::{Entry, Founding, Shown};

use tokio::sync::broadcast;
use writer::Task;

/// Why something was not kept or not found.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database said no, or nothing.
    #[error("the database: {0}")]
    Database(#[from] sqlx::Error),
    /// A commit of several deeds failed.
    #[error("the database: {0}")]
    Unkept(writer::Failed),
    /// What is in it cannot be read.
    #[error("the database holds something odd: {0}")]
    Odd(String),
    /// The database was made by a newer version.
    #[error("this database is of version {found}, this program knows up to {known}")]
    Newer {
        /// What it says of itself.
        found: i64,
        /// What is known here.
        known: i64,
    },
    /// The folder cannot be made.
    #[error("{0}")]
    Folder(#[from] std::io::Error),
    /// The program ends.
    #[error("the program ends")]
    Ending,
}

/// A deed that another node kept: the room and the deed's number.
pub type Told = (String, i64);

/// The database.
#[derive(Debug, Clone)]
pub struct Store {
    pools: Pools,
    writer: writer::Writer,
    told: broadcast::Sender<Told>,
}

impl Store {
    /// Opens it, and makes its tables where they are missing.
    ///
    /// # Errors
    /// When it cannot be opened or was made by a newer version.
    pub async fn open(place: &Place) -> Result<Self, StoreError> {
        let pools = Pools::open(place).await?;
        schema::bring_up(&pools).await?;
        let (told, _) = broadcast::channel(1024);
        let writer = writer::Writer::start(&pools)?;
        if let Pools::Postgres(pool) = &pools {
            tokio::spawn(pool::listen(pool.clone(), told.clone()));
        }
        Ok(Self {
            pools,
            writer,
            told,
        })
    }

    /// What other nodes keep, as it happens.
    #[must_use]
    pub fn heard(&self) -> broadcast::Receiver<Told> {
        self.told.subscribe()
    }

    /// Keeps a deed under its number: false when another stands there already.
    ///
    /// # Errors
    /// When it was not kept, or nobody knows whether it was.
    pub async fn keep(&self, entry: Entry) -> Result<bool, StoreError> {
        self.writer.keep(Task::Deed(entry)).await
    }

    /// Keeps a new room: false when there is one of its name.
    ///
    /// # Errors
    /// When it was not kept, or nobody knows whether it was.
    pub async fn make(&self, founding: Founding) -> Result<bool, StoreError> {
        self.writer.keep(Task::Room(Box::new(founding))).await
    }

    /// Whether the database answers.
    ///
    /// # Errors
    /// Why not.
    pub async fn check(&self) -> Result<(), StoreError> {
        pool::on!(&self.pools, pool => {
            sqlx::query("SELECT 1").execute(pool).await?;
        });
        Ok(())
    }

    pub(crate) const fn pools(&self) -> &Pools {
        &self.pools
    }
}

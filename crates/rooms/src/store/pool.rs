//! The two databases, and how to open either.

use super::{StoreError, Told};
use futures_util::future::BoxFuture;
use sqlx::pool::PoolConnection;
use sqlx::postgres::{
    PgConnectOptions, PgConnection, PgListener, PgNotification, PgPool, PgPoolOptions,
};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{Connection, Postgres, Sqlite, SqliteConnection};
use std::fs::{File, TryLockError};
use std::io::ErrorKind;
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::broadcast;
use tokio::time::timeout;

/// How long a call waits for the database, the wait for a connection included: whoever calls may
/// hold a room, which must not wait for a connection that died without a word.
pub(super) const PATIENCE: Duration = Duration::from_secs(5);
/// How long a call waits for a file. SQLite itself gives up after [`PATIENCE`] if another program
/// keeps the file locked, and says so; this is for a disk that does not answer at all.
pub(super) const FILE_PATIENCE: Duration = Duration::from_secs(15);
/// How long an idle connection may take to answer before it is closed.
const PULSE: Duration = Duration::from_secs(2);
/// Limits that PostgreSQL keeps itself, so that nothing goes on there after this side has given up.
/// A statement that waits for a lock fails long before the call does: then it is known that nothing
/// was stored. A transaction whose server has gone silent holds no locks for hours.
const LIMITS: [(&str, &str); 3] = [
    ("statement_timeout", "4s"),
    ("lock_timeout", "1s"),
    ("idle_in_transaction_session_timeout", "10s"),
];
/// How long a node waits before it listens to the others again after the database was gone.
const AGAIN: Duration = Duration::from_millis(500);
/// How long it may be quiet before a node asks whether it is still connected: a network can drop a
/// connection without a word.
const QUIET: Duration = Duration::from_secs(5);
/// The channel on which nodes tell each other what they stored.
pub(super) const CHANNEL: &str = "sandtable_deeds";
/// The name of the database file in the folder.
pub(super) const DATABASE: &str = "rooms.sqlite";
/// The name of the file in the folder that a running server holds.
pub(super) const LOCK: &str = "rooms.lock";
/// Number of pages gathered in the log before they go into the database file: a page that many
/// commits write goes there once.
pub(super) const WAL_PAGES: u32 = 4000;

/// Where the database is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// A folder for SQLite; it is made if it is missing.
    Folder(PathBuf),
    /// The address of PostgreSQL: `postgres://...`.
    Server(String),
}

impl Place {
    /// Returns whether rooms are there, or could well be: a folder has a database, or nothing at
    /// all. A server is not asked.
    #[must_use]
    pub fn may_hold_rooms(&self) -> bool {
        let Self::Folder(folder) = self else {
            return true;
        };
        let empty = || std::fs::read_dir(folder).is_ok_and(|mut all| all.next().is_none());
        folder.join(DATABASE).is_file() || empty()
    }

    /// Claims a folder for one server, for as long as the returned file is open: two servers that
    /// do not hear of each other's deeds would show their players different battles. Returns `None`
    /// if another server has it. Servers that share PostgreSQL hear of each other.
    ///
    /// # Errors
    /// If the folder cannot be made or written to; the error names the file.
    pub fn claim(&self) -> std::io::Result<Option<Claim>> {
        let Self::Folder(folder) = self else {
            return Ok(Some(Claim(None)));
        };
        std::fs::create_dir_all(folder).map_err(|why| named(folder, &why))?;
        let lock = folder.join(LOCK);
        let mut how = File::options();
        let file = how.write(true).create(true).truncate(false);
        let file = file.open(&lock).map_err(|why| named(&lock, &why))?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => Ok(None),
            // Some file systems have no locks; the folder is then used without.
            Ok(()) | Err(TryLockError::Error(_)) => Ok(Some(Claim(Some(file)))),
        }
    }
}

/// Names the file of an error.
fn named(file: &Path, error: &std::io::Error) -> std::io::Error {
    std::io::Error::new(error.kind(), format!("{}: {error}", file.display()))
}

/// A folder that belongs to this server until the claim is dropped or the program ends, however it
/// ends.
#[derive(Debug)]
pub struct Claim(#[expect(dead_code, reason = "it is held, not used")] Option<File>);

/// Connections to the database.
#[derive(Debug, Clone)]
pub enum Pools {
    /// A file.
    Sqlite(FilePool),
    /// A server.
    Postgres(PgPool),
}

/// Connections to a file.
#[derive(Debug, Clone)]
pub struct FilePool {
    pool: SqlitePool,
    /// How many bytes the last call had that failed, or more; 0 if none did.
    pub(super) refused: Arc<AtomicUsize>,
}

impl Deref for FilePool {
    type Target = SqlitePool;

    fn deref(&self) -> &SqlitePool {
        &self.pool
    }
}

/// Runs the same statements on either database, on one connection and within a time limit. Every
/// call to the database but those of the writer goes through here.
macro_rules! on {
    ($pools:expr, $held:ident => $work:block) => {
        match $pools {
            $crate::store::pool::Pools::Sqlite(pool) => {
                let work = async {
                    let mut $held = $crate::store::pool::HeldFile::of(pool).await?;
                    let done = $crate::store::pool::done(async { $work }).await;
                    if done.is_ok() {
                        $held.give_back();
                    }
                    done
                };
                let done = $crate::store::pool::within($crate::store::pool::FILE_PATIENCE, work);
                let options = pool.connect_options();
                done.await
                    .map_err(|why| why.in_file(options.get_filename()))
            }
            $crate::store::pool::Pools::Postgres(pool) => {
                let work = async {
                    let mut $held = $crate::store::pool::Held::of(pool).await?;
                    $work
                };
                $crate::store::pool::within($crate::store::pool::PATIENCE, work).await
            }
        }
    };
}
pub(super) use on;

/// A connection to a file that a call has. It is used again only if the call succeeded: where
/// SQLite itself rolls a transaction back, as on a full disk, sqlx still counts that as open. What
/// is written later would then be acknowledged within a transaction that nobody ends.
pub(super) struct HeldFile<'p> {
    connection: PoolConnection<Sqlite>,
    pool: &'p FilePool,
    closes: bool,
}

impl<'p> HeldFile<'p> {
    pub(super) async fn of(pool: &'p FilePool) -> Result<Self, sqlx::Error> {
        let connection = pool.acquire().await?;
        Ok(Self {
            connection,
            pool,
            closes: true,
        })
    }

    /// Lets others have the connection when the call ends.
    pub(super) fn give_back(&mut self) {
        self.closes = false;
    }
}

impl Deref for HeldFile<'_> {
    type Target = SqliteConnection;

    fn deref(&self) -> &SqliteConnection {
        &self.connection
    }
}

impl DerefMut for HeldFile<'_> {
    fn deref_mut(&mut self) -> &mut SqliteConnection {
        &mut self.connection
    }
}

impl Drop for HeldFile<'_> {
    fn drop(&mut self) {
        if self.closes {
            self.connection.close_on_drop();
            self.pool.refused.fetch_max(1, Ordering::Relaxed);
        }
    }
}

/// A connection to PostgreSQL that a call has. However the call ends, the connection goes back
/// within [`PULSE`] or is closed. The pool tests what comes back without a time limit: there a
/// connection that died without a word would take its place for ever.
pub(super) struct Held {
    connection: PoolConnection<Postgres>,
    closes: bool,
}

impl Held {
    pub(super) async fn of(pool: &PgPool) -> Result<Self, sqlx::Error> {
        let connection = pool.acquire().await?;
        Ok(Self {
            connection,
            closes: false,
        })
    }

    /// Closes the connection when the call ends.
    pub(super) fn close(&mut self) {
        self.connection.close_on_drop();
        self.closes = true;
    }
}

impl Deref for Held {
    type Target = PgConnection;

    fn deref(&self) -> &PgConnection {
        &self.connection
    }
}

impl DerefMut for Held {
    fn deref_mut(&mut self) -> &mut PgConnection {
        &mut self.connection
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        if !self.closes {
            let back = self.connection.return_to_pool();
            tokio::spawn(timeout(PULSE, back));
        }
    }
}

/// Does the work of a call.
pub(super) async fn done<T>(
    work: impl Future<Output = Result<T, StoreError>>,
) -> Result<T, StoreError> {
    work.await
}

/// Ends a call when its time is over.
pub(super) async fn within<T>(
    limit: Duration,
    work: impl Future<Output = Result<T, StoreError>>,
) -> Result<T, StoreError> {
    let done = timeout(limit, work).await;
    done.unwrap_or_else(|_| Err(timed_out().into()))
}

/// Returns the error of a connection that does not answer.
pub(super) fn timed_out() -> sqlx::Error {
    sqlx::Error::Io(ErrorKind::TimedOut.into())
}

/// Tests an idle connection. The pool's own test has no time limit of its own.
fn answers(connection: &mut PgConnection) -> BoxFuture<'_, Result<bool, sqlx::Error>> {
    Box::pin(async {
        let answer = timeout(PULSE, connection.ping()).await;
        // After an error the pool closes the connection without saying goodbye.
        answer.unwrap_or_else(|_| Err(timed_out())).map(|()| true)
    })
}

impl Pools {
    /// Connects to the database.
    ///
    /// # Errors
    /// If it cannot be reached.
    pub async fn open(place: &Place) -> Result<Self, StoreError> {
        match place {
            Place::Folder(folder) => {
                std::fs::create_dir_all(folder).map_err(|error| {
                    let says = format!("cannot make the folder {}: {error}", folder.display());
                    std::io::Error::new(error.kind(), says)
                })?;
                // SQLite takes a name such as `file:x` for an address, but never a whole path.
                let file = std::path::absolute(folder.join(DATABASE))?;
                let options = SqliteConnectOptions::new()
                    .filename(&file)
                    .create_if_missing(true)
                    .journal_mode(SqliteJournalMode::Wal)
                    // What was acknowledged survives a power cut, not only a crash of the program.
                    .synchronous(SqliteSynchronous::Full)
                    .pragma("wal_autocheckpoint", WAL_PAGES.to_string())
                    .busy_timeout(PATIENCE);
                let pool = SqlitePoolOptions::new()
                    .max_connections(4)
                    // A file does not go away as a server does.
                    .test_before_acquire(false)
                    .acquire_timeout(PATIENCE)
                    .connect_with(options);
                let pool = pool
                    .await
                    .map_err(|why| StoreError::from(why).in_file(&file));
                Ok(Self::Sqlite(FilePool {
                    pool: pool?,
                    refused: Arc::default(),
                }))
            }
            Place::Server(address) => {
                let options: PgConnectOptions = address.parse()?;
                let options = options.options(LIMITS);
                open_server(options).await
            }
        }
    }
}

/// Connects to PostgreSQL.
async fn open_server(options: PgConnectOptions) -> Result<Pools, StoreError> {
    let how = PgPoolOptions::new()
        .max_connections(8)
        .acquire_timeout(PATIENCE)
        .test_before_acquire(false)
        .before_acquire(|connection, _| answers(connection));
    match how.clone().connect_with(options.clone()).await {
        Ok(pool) => Ok(Pools::Postgres(pool)),
        // It was tried again until then, also where a server answered that it is full.
        Err(sqlx::Error::PoolTimedOut) => {
            why_not(&options).await?;
            Ok(Pools::Postgres(how.connect_lazy_with(options)))
        }
        Err(error) => Err(error.into()),
    }
}

/// Connects once, to hear from PostgreSQL itself why it takes nobody.
async fn why_not(options: &PgConnectOptions) -> Result<(), StoreError> {
    match timeout(PULSE, PgConnection::connect_with(options)).await {
        Ok(Ok(connection)) => Ok(connection.close().await?),
        Ok(Err(error @ sqlx::Error::Database(_))) => Err(error.into()),
        Ok(Err(_)) | Err(_) => {
            let place = format!("{}:{}", options.get_host(), options.get_port());
            Err(StoreError::NoAnswer(place))
        }
    }
}

/// Listens to what other nodes store, for as long as the program runs. Nothing is replayed that was
/// stored before, so a node looks at all its open rooms again whenever it begins to hear.
pub(super) async fn listen(pool: PgPool, told: broadcast::Sender<Told>) {
    loop {
        // What hangs here is given up: see [`QUIET`].
        let connected = timeout(PATIENCE, async {
            // A listener whose connection died without a word waits for it even after it was given
            // up: in the pool of the calls it would keep a place from them.
            let own = PgPoolOptions::new().max_connections(1);
            let own = own.connect_lazy_with((*pool.connect_options()).clone());
            let mut listener = PgListener::connect_with(&own).await?;
            listener.listen(CHANNEL).await?;
            Ok::<_, sqlx::Error>(listener)
        });
        if let Ok(Ok(mut listener)) = connected.await {
            let _ = told.send(Told::Gap);
            while let Some(notice) = next(&mut listener).await {
                let parts = notice.payload().split_once(' ');
                let heard =
                    parts.and_then(|(room, n)| Some(Told::Deed(room.to_owned(), n.parse().ok()?)));
                if let Some(heard) = heard {
                    // Nobody may be listening yet.
                    let _ = told.send(heard);
                }
            }
        }
        tokio::time::sleep(AGAIN).await;
    }
}

/// Returns the next notice, or `None` once the connection is lost.
async fn next(listener: &mut PgListener) -> Option<PgNotification> {
    loop {
        // `try_recv` ends where a connection is lost; `recv` would connect again and hide the gap.
        match timeout(QUIET, listener.try_recv()).await {
            Ok(heard) => return heard.ok().flatten(),
            Err(_) => {
                let asked = sqlx::query("SELECT 1").execute(&mut *listener);
                timeout(PATIENCE, asked).await.ok()?.ok()?;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Store;

    /// On a full disk SQLite itself rolls a transaction back, and sqlx does not hear of it.
    #[tokio::test]
    async fn no_transaction_stays_open_after_sqlite_rolled_one_back() {
        let folder = std::env::temp_dir().join(format!("sandtable-pool-{}", std::process::id()));
        let store = Store::open(&Place::Folder(folder.clone())).await;
        let store = store.expect("opened");
        let failed: Result<(), StoreError> = on!(store.pools(), held => {
            let mut work = held.begin().await?;
            sqlx::query("ROLLBACK").execute(&mut *work).await?;
            Err(StoreError::Odd("the disk is full".to_owned()))
        });
        failed.expect_err("it failed");
        // What is stored on any of the connections is stored, also after one that took back.
        for n in 0..8 {
            let taken_back: Result<(), StoreError> = on!(store.pools(), held => {
                let mut work = held.begin().await?;
                sqlx::query("INSERT INTO untold (room) VALUES ('never')").execute(&mut *work).await?;
                Ok(())
            });
            taken_back.expect("taken back");
            let stored: Result<(), StoreError> = on!(store.pools(), held => {
                let mut work = held.begin().await?;
                sqlx::query("INSERT INTO untold (room) VALUES ($1)").bind(n.to_string())
                    .execute(&mut *work).await?;
                Ok(work.commit().await?)
            });
            stored.expect("stored");
            let beside = rusqlite::Connection::open(folder.join(DATABASE)).expect("opened");
            let count = beside.query_row("SELECT COUNT(*) FROM untold", [], |row| row.get(0));
            assert_eq!(count, Ok(n + 1));
        }
        store.close().await;
        std::fs::remove_dir_all(folder).expect("removed");
    }
}

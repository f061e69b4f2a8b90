//! The two databases that tests run on: SQLite always, PostgreSQL if it is installed.

use crate::support::Folder;
use sandtable_rooms::store::Place;
use sqlx::Row;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

/// Runs the same tests on either. If PostgreSQL is not installed, its tests say so and end.
macro_rules! on_both {
    ($($test:ident),+ $(,)?) => {
        mod sqlite {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $test() {
                    super::$test($crate::base::Base::sqlite()).await;
                }
            )+
        }

        mod postgres {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $test() {
                    if let Some(base) = $crate::base::Base::postgres() {
                        super::$test(base).await;
                    }
                }
            )+
        }
    };
}
pub(crate) use on_both;

/// A database of its own, which is removed when the test ends.
pub enum Base {
    Sqlite(Folder),
    Postgres(Cluster),
}

impl Base {
    pub fn sqlite() -> Self {
        Self::Sqlite(Folder::new())
    }

    pub fn postgres() -> Option<Self> {
        Cluster::start().map(Self::Postgres)
    }

    pub fn place(&self) -> Place {
        match self {
            Self::Sqlite(folder) => Place::Folder(folder.0.clone()),
            Self::Postgres(cluster) => cluster.place(),
        }
    }

    /// Returns how many rows a table has.
    pub async fn rows(&self, table: &str) -> usize {
        self.texts(table).await.len()
    }

    /// Returns everything that is stored: the rows of every table as text, or the bytes of every
    /// file.
    pub async fn kept(&self) -> Vec<u8> {
        let Self::Sqlite(folder) = self else {
            let mut all = Vec::new();
            for table in [
                "rooms",
                "seats",
                "deeds",
                "accounts",
                "devices",
                "mails",
                "mail_links",
            ] {
                all.extend(self.texts(table).await.concat().into_bytes());
            }
            return all;
        };
        let files = std::fs::read_dir(&folder.0).expect("a folder").flatten();
        let read = |entry: std::fs::DirEntry| std::fs::read(entry.path()).expect("a file");
        files.flat_map(read).collect()
    }

    /// Runs a statement beside the server, as somebody with the database at hand could.
    pub async fn run(&self, statement: &str) {
        let statement = sqlx::AssertSqlSafe(statement.to_owned());
        match self.place() {
            Place::Folder(folder) => {
                let url = format!("sqlite://{}", folder.join("rooms.sqlite").display());
                let pool = sqlx::SqlitePool::connect(&url).await.expect("opened");
                sqlx::query(statement).execute(&pool).await.expect("done");
            }
            Place::Server(address) => {
                let pool = sqlx::PgPool::connect(&address).await.expect("connected");
                sqlx::query(statement).execute(&pool).await.expect("done");
            }
        }
    }

    /// Returns the rows of a table as text, as far as the database offers them so.
    async fn texts(&self, table: &str) -> Vec<String> {
        match self.place() {
            Place::Folder(folder) => {
                let file = folder.join("rooms.sqlite");
                let url = format!("sqlite://{}", file.display());
                let pool = sqlx::SqlitePool::connect(&url).await.expect("opened");
                let rows = sqlx::query(sqlx::AssertSqlSafe(format!("SELECT 'a row' FROM {table}")));
                let rows = rows.fetch_all(&pool).await.expect("rows");
                rows.iter().map(|row| row.get(0)).collect()
            }
            Place::Server(address) => {
                let pool = sqlx::PgPool::connect(&address).await.expect("connected");
                let query = format!("SELECT one::text FROM {table} AS one");
                let rows = sqlx::query(sqlx::AssertSqlSafe(query));
                let rows = rows.fetch_all(&pool).await.expect("rows");
                rows.iter().map(|row| row.get(0)).collect()
            }
        }
    }
}

/// A PostgreSQL server of its own.
pub struct Cluster {
    folder: Folder,
    programs: PathBuf,
    port: u16,
}

/// Returns the folder of PostgreSQL's programs.
fn programs() -> Option<PathBuf> {
    let all = std::fs::read_dir("/usr/lib/postgresql").ok()?;
    let found = all.flatten().map(|version| version.path().join("bin"));
    found.filter(|bin| bin.join("initdb").is_file()).max()
}

/// Returns a free port that no connection is given by chance.
///
/// Asking the system for any free port would return one of those that connections get as
/// well (32768 and above on Linux). Between asking and listening, and between a stop and the
/// next start, a connection of another test may then take it.
fn port() -> u16 {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    loop {
        // Tests that run at the same time are processes of their own, or threads of one.
        let next = std::process::id() + NEXT.fetch_add(1, Ordering::Relaxed);
        let port = u16::try_from(10_000 + next % 20_000).expect("below 30,000");
        if std::net::TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
}

/// Runs a line of shell as a user that PostgreSQL serves: it refuses root.
fn as_user(line: &str) -> bool {
    let is_root = Command::new("id")
        .arg("-u")
        .output()
        .is_ok_and(|id| id.stdout == b"0\n");
    let mut command = if is_root {
        let mut su = Command::new("su");
        su.args(["postgres", "-s", "/bin/sh", "-c", line]);
        su
    } else {
        let mut sh = Command::new("sh");
        sh.args(["-c", line]);
        sh
    };
    command
        .current_dir("/")
        .output()
        .is_ok_and(|done| done.status.success())
}

impl Cluster {
    pub fn start() -> Option<Self> {
        let Some(programs) = programs() else {
            eprintln!("PostgreSQL is not installed: not tested");
            return None;
        };
        let folder = Folder::new();
        // The user that runs PostgreSQL must be able to write there.
        let open = Command::new("chmod").arg("777").arg(&folder.0).status();
        assert!(open.is_ok_and(|status| status.success()));
        let port = port();
        let (bin, at) = (programs.display(), folder.0.display());
        let init = format!("{bin}/initdb -D {at}/db -A trust -U sandtable -E UTF8 --no-sync");
        assert!(as_user(&init), "initdb");
        let cluster = Self {
            programs,
            folder,
            port,
        };
        cluster.begin();
        Some(cluster)
    }

    /// Starts the server, for the first time or after it was stopped.
    pub fn begin(&self) {
        let (bin, at) = (self.programs.display(), self.folder.0.display());
        let port = self.port;
        let options = format!("-p {port} -k {at} -c listen_addresses=127.0.0.1");
        let start = format!("{bin}/pg_ctl -D {at}/db -l {at}/log -o '{options}' -w start");
        assert!(as_user(&start), "pg_ctl start");
    }

    /// Stops the server as a power cut would.
    pub fn stop(&self) -> bool {
        let (bin, at) = (self.programs.display(), self.folder.0.display());
        as_user(&format!("{bin}/pg_ctl -D {at}/db -m immediate stop"))
    }

    /// Runs a statement that changes something, whatever the server allows everybody else.
    pub async fn command(&self, statement: &'static str) {
        let Place::Server(address) = self.place() else {
            return;
        };
        let address = format!("{address}?options=-c%20default_transaction_read_only%3Doff");
        let pool = sqlx::PgPool::connect(&address).await.expect("connected");
        sqlx::query(statement).execute(&pool).await.expect("done");
    }

    /// Returns connections to the server.
    pub async fn pool(&self) -> sqlx::PgPool {
        let Place::Server(address) = self.place() else {
            unreachable!("it is a server");
        };
        sqlx::PgPool::connect(&address).await.expect("connected")
    }

    /// Returns how many connections wait for a lock.
    pub async fn waiting(&self, pool: &sqlx::PgPool) -> i64 {
        let waiting = "SELECT COUNT(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
        let count = sqlx::query_scalar(waiting).fetch_one(pool).await;
        count.expect("an answer")
    }

    pub async fn until_somebody_waits(&self, pool: &sqlx::PgPool) {
        while self.waiting(pool).await == 0 {
            tokio::task::yield_now().await;
        }
    }

    /// Lets each commit wait for a standby of this name; for none if it is empty.
    pub async fn wait_for_standby(&self, name: &str) {
        // Each is a statement of its own: such a setting cannot change in a transaction.
        let pool = self.pool().await;
        let set = format!("ALTER SYSTEM SET synchronous_standby_names = '{name}'");
        for statement in [set.as_str(), "SELECT pg_reload_conf()"] {
            let statement = sqlx::AssertSqlSafe(statement.to_owned());
            sqlx::query(statement).execute(&pool).await.expect("done");
        }
        let shown = "SELECT setting FROM pg_settings WHERE name = 'synchronous_standby_names'";
        while sqlx::query_scalar::<_, String>(shown)
            .fetch_one(&pool)
            .await
            .expect("an answer")
            != name
        {
            tokio::task::yield_now().await;
        }
    }

    pub const fn port(&self) -> u16 {
        self.port
    }

    pub fn place(&self) -> Place {
        Self::at(self.port)
    }

    /// Returns where the database is for somebody who reaches it through another port.
    pub fn at(port: u16) -> Place {
        Place::Server(format!("postgres://sandtable@127.0.0.1:{port}/postgres"))
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        self.stop();
    }
}

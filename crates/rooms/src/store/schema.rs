//! The tables, version by version. They use only what both databases know: TEXT and BIGINT.

use super::StoreError;
use super::pool::Pools;
use sqlx::{PgPool, Row, SqlitePool};

const TABLE: &str = "CREATE TABLE IF NOT EXISTS sandtable_version
    (one BIGINT PRIMARY KEY, version BIGINT NOT NULL)";
const FIRST: &str =
    "INSERT INTO sandtable_version (one, version) VALUES (1, 0) ON CONFLICT (one) DO NOTHING";
const HOLD: &str = "UPDATE sandtable_version SET version = version WHERE one = 1";
pub(super) const VERSION: &str = "SELECT version FROM sandtable_version WHERE one = 1";
const DONE: &str = "UPDATE sandtable_version SET version = $1 WHERE one = 1";
/// The number of the lock that nodes take in turn before they make tables.
const TURN: i64 = 0x7361_6e64;

/// What each version adds, statement by statement.
const VERSIONS: &[&[&str]] = &[
    &[
        "CREATE TABLE rooms (
        id TEXT PRIMARY KEY,
        made BIGINT NOT NULL,
        header TEXT NOT NULL,
        opening TEXT NOT NULL,
        plan TEXT NOT NULL,
        rules TEXT NOT NULL,
        title TEXT NOT NULL,
        listed BIGINT NOT NULL,
        stands TEXT NOT NULL,
        moved BIGINT NOT NULL,
        due BIGINT
    )",
        "CREATE INDEX rooms_listed ON rooms (listed, moved)",
        "CREATE INDEX rooms_due ON rooms (due)",
        "CREATE TABLE seats (
        room TEXT NOT NULL,
        seat TEXT NOT NULL,
        link TEXT NOT NULL,
        device TEXT,
        code TEXT,
        code_until BIGINT,
        PRIMARY KEY (room, seat)
    )",
        "CREATE TABLE deeds (
        room TEXT NOT NULL,
        n BIGINT NOT NULL,
        kept TEXT NOT NULL,
        PRIMARY KEY (room, n)
    )",
        "CREATE TABLE bans (
        address TEXT PRIMARY KEY,
        why TEXT NOT NULL,
        made BIGINT NOT NULL
    )",
    ],
    &["CREATE INDEX seats_device ON seats (device)"],
    &[
        "CREATE TABLE mails (
        device TEXT PRIMARY KEY,
        address TEXT NOT NULL,
        language TEXT NOT NULL,
        confirmed BIGINT NOT NULL,
        made BIGINT NOT NULL
    )",
        "CREATE TABLE mail_links (
        link TEXT PRIMARY KEY,
        device TEXT NOT NULL,
        address TEXT NOT NULL,
        made BIGINT NOT NULL
    )",
        "CREATE INDEX mail_links_device ON mail_links (device)",
        "CREATE INDEX mail_links_made ON mail_links (made)",
        "CREATE TABLE mailed (
        room TEXT NOT NULL,
        seat TEXT NOT NULL,
        what TEXT NOT NULL,
        PRIMARY KEY (room, seat, what)
    )",
    ],
    &[
        "CREATE TABLE accounts (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        key TEXT NOT NULL UNIQUE,
        password TEXT NOT NULL,
        made BIGINT NOT NULL
    )",
        "CREATE TABLE devices (
        device TEXT PRIMARY KEY,
        account TEXT NOT NULL,
        since BIGINT NOT NULL
    )",
        "CREATE INDEX devices_account ON devices (account)",
    ],
    &[
        "ALTER TABLE seats ADD COLUMN account TEXT",
        "ALTER TABLE rooms ADD COLUMN settles BIGINT NOT NULL DEFAULT 0",
        "CREATE INDEX rooms_settles ON rooms (settles, stands)",
        "CREATE INDEX seats_account ON seats (account)",
        "CREATE TABLE ratings (
        account TEXT NOT NULL,
        rules TEXT NOT NULL,
        rating BIGINT NOT NULL,
        deviation BIGINT NOT NULL,
        volatility BIGINT NOT NULL,
        won BIGINT NOT NULL,
        drawn BIGINT NOT NULL,
        lost BIGINT NOT NULL,
        moved BIGINT NOT NULL,
        PRIMARY KEY (account, rules)
    )",
        "CREATE INDEX ratings_rules ON ratings (rules, rating)",
        "CREATE TABLE results (
        room TEXT PRIMARY KEY,
        rules TEXT NOT NULL,
        made BIGINT NOT NULL,
        a TEXT,
        b TEXT,
        halves BIGINT NOT NULL,
        a_rating BIGINT NOT NULL,
        b_rating BIGINT NOT NULL
    )",
        "CREATE INDEX results_a ON results (a)",
        "CREATE INDEX results_b ON results (b)",
        "CREATE TABLE tournaments (
        id TEXT PRIMARY KEY,
        made BIGINT NOT NULL,
        plan TEXT NOT NULL,
        rules TEXT NOT NULL,
        name TEXT NOT NULL,
        series TEXT NOT NULL,
        listed BIGINT NOT NULL,
        stands TEXT NOT NULL,
        moved BIGINT NOT NULL,
        account TEXT
    )",
        "CREATE INDEX tournaments_listed ON tournaments (listed, moved)",
        "CREATE INDEX tournaments_stands ON tournaments (stands)",
        "CREATE TABLE entrants (
        tournament TEXT NOT NULL,
        entrant BIGINT NOT NULL,
        name TEXT NOT NULL,
        key TEXT,
        device TEXT NOT NULL,
        account TEXT,
        PRIMARY KEY (tournament, entrant),
        UNIQUE (tournament, key)
    )",
        "CREATE INDEX entrants_device ON entrants (device)",
        "CREATE INDEX entrants_account ON entrants (account)",
        "CREATE TABLE tournament_deeds (
        tournament TEXT NOT NULL,
        n BIGINT NOT NULL,
        kept TEXT NOT NULL,
        PRIMARY KEY (tournament, n)
    )",
    ],
    &["CREATE TABLE pushes (
        device TEXT PRIMARY KEY,
        endpoint TEXT NOT NULL,
        key TEXT NOT NULL,
        auth TEXT NOT NULL,
        language TEXT NOT NULL,
        made BIGINT NOT NULL
    )"],
    &["CREATE TABLE untold (room TEXT PRIMARY KEY)"],
    &[
        "CREATE TABLE mail_asked (
        print TEXT NOT NULL,
        place BIGINT NOT NULL,
        made BIGINT NOT NULL,
        PRIMARY KEY (print, place)
    )",
        "ALTER TABLE mail_links ADD COLUMN n BIGINT NOT NULL DEFAULT 0",
        "DROP INDEX mail_links_made",
        "DROP INDEX mail_links_device",
        "CREATE INDEX mail_links_device ON mail_links (device, n)",
    ],
    &["CREATE TABLE trials (one BIGINT PRIMARY KEY, filling TEXT NOT NULL)"],
    &["ALTER TABLE untold ADD COLUMN until BIGINT NOT NULL DEFAULT 0"],
    // Rooms may have the deed `came`, which earlier programs cannot read.
    &[],
    // Earlier programs would open the seat of an account to a device that has signed out. Whoever has
    // a seat keeps it: as their account's, or as lent to their device.
    &[
        "ALTER TABLE seats ADD COLUMN lent BIGINT NOT NULL DEFAULT 0",
        "UPDATE seats SET lent = 1 WHERE account IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM devices d WHERE d.device = seats.device AND d.account = seats.account
    )",
        "UPDATE seats SET account = (SELECT d.account FROM devices d WHERE d.device = seats.device)
    WHERE account IS NULL AND device IN (SELECT device FROM devices)",
    ],
];

/// Returns the statements that make a database of a version.
pub(super) fn statements(version: i64) -> impl Iterator<Item = &'static str> {
    let versions = usize::try_from(version).unwrap_or(0).min(VERSIONS.len());
    let made = VERSIONS[..versions].iter().copied().flatten();
    std::iter::once(TABLE).chain(made.copied())
}

/// Returns the number of the newest version.
pub(super) fn known() -> i64 {
    i64::try_from(VERSIONS.len()).unwrap_or(i64::MAX)
}

/// Makes what is missing. If several nodes start at once, one of them does it.
pub(super) async fn bring_up(pools: &Pools) -> Result<(), StoreError> {
    match pools {
        Pools::Sqlite(pool) => {
            let done = bring_up_file(pool).await;
            done.map_err(|why| why.in_file(pool.connect_options().get_filename()))
        }
        Pools::Postgres(pool) => bring_up_server(pool).await,
    }
}

async fn bring_up_file(pool: &SqlitePool) -> Result<(), StoreError> {
    let tables: i64 = sqlx::query_scalar(
        "SELECT COUNT(*) FROM sqlite_schema WHERE type = 'table' AND name = 'sandtable_version'",
    )
    .fetch_one(pool)
    .await?;
    if tables == 1 {
        let version = sqlx::query(VERSION).fetch_optional(pool).await?;
        // Nothing is to be made: then a file that nobody may write to can be read.
        if let Some(row) = version
            && missing(row.try_get(0).ok())?.is_empty()
        {
            return Ok(());
        }
    }
    sqlx::query(TABLE).execute(pool).await?;
    let mut work = pool.begin().await?;
    sqlx::query(FIRST).execute(&mut *work).await?;
    // Locks the file, so that nobody else does the same.
    sqlx::query(HOLD).execute(&mut *work).await?;
    let row = sqlx::query(VERSION).fetch_one(&mut *work).await?;
    for statement in missing(row.try_get(0).ok())?.iter().copied().flatten() {
        sqlx::query(*statement).execute(&mut *work).await?;
    }
    sqlx::query(DONE).bind(known()).execute(&mut *work).await?;
    Ok(work.commit().await?)
}

async fn bring_up_server(pool: &PgPool) -> Result<(), StoreError> {
    let mut work = pool.begin().await?;
    // Tables and indexes take the time that they take, and so may the node that makes them.
    for unlimited in [
        "SET LOCAL statement_timeout = 0",
        "SET LOCAL lock_timeout = 0",
        "SET LOCAL idle_in_transaction_session_timeout = 0",
    ] {
        sqlx::query(unlimited).execute(&mut *work).await?;
    }
    // Two nodes that make the same table at once would be in each other's way, even with IF NOT
    // EXISTS.
    sqlx::query("SELECT pg_advisory_xact_lock($1)")
        .bind(TURN)
        .execute(&mut *work)
        .await?;
    sqlx::query(TABLE).execute(&mut *work).await?;
    sqlx::query(FIRST).execute(&mut *work).await?;
    let row = sqlx::query(VERSION).fetch_one(&mut *work).await?;
    for statement in missing(row.try_get(0).ok())?.iter().copied().flatten() {
        sqlx::query(*statement).execute(&mut *work).await?;
    }
    sqlx::query(DONE).bind(known()).execute(&mut *work).await?;
    Ok(work.commit().await?)
}

/// Returns the versions that a database lacks, by the version that it states.
pub(super) fn missing(
    stated: Option<i64>,
) -> Result<&'static [&'static [&'static str]], StoreError> {
    let known = known();
    match stated {
        Some(found) if found > known => Err(StoreError::Newer { found, known }),
        Some(found) => usize::try_from(found)
            .map(|found| &VERSIONS[found..])
            .map_err(|_| no_version()),
        None => Err(no_version()),
    }
}

fn no_version() -> StoreError {
    StoreError::Damaged("its version is no number of a version".to_owned())
}

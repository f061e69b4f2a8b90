//! The tables, version by version. They use only what both databases know: TEXT and BIGINT.

use super::StoreError;
use super::pool::{Pools, on};
use sqlx::Row;

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
];

/// Makes what is missing. If several nodes start at once, one of them does it.
pub(super) async fn bring_up(pools: &Pools) -> Result<(), StoreError> {
    let known = i64::try_from(VERSIONS.len()).unwrap_or(i64::MAX);
    on!(pools, pool => {
        sqlx::query("CREATE TABLE IF NOT EXISTS sandtable_version (one BIGINT PRIMARY KEY, version BIGINT NOT NULL)")
            .execute(pool)
            .await?;
        let mut work = pool.begin().await?;
        sqlx::query("INSERT INTO sandtable_version (one, version) VALUES (1, 0) ON CONFLICT (one) DO NOTHING")
            .execute(&mut *work)
            .await?;
        // Locks the row, so that nobody else does the same.
        let row = sqlx::query("UPDATE sandtable_version SET version = version WHERE one = 1 RETURNING version")
            .fetch_one(&mut *work)
            .await?;
        let found: i64 = row.try_get(0)?;
        if found > known {
            return Err(StoreError::Newer { found, known });
        }
        let missing = usize::try_from(found).unwrap_or(0);
        for statement in VERSIONS.iter().skip(missing).copied().flatten() {
            sqlx::query(*statement).execute(&mut *work).await?;
        }
        sqlx::query("UPDATE sandtable_version SET version = $1 WHERE one = 1")
            .bind(known)
            .execute(&mut *work)
            .await?;
        work.commit().await?;
    });
    Ok(())
}

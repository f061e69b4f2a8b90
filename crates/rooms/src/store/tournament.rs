//! Tournaments in the database: the plan of each, who entered, what happened.

use super::account::HOLD;
use super::mail::APART;
use super::pool::on;
use super::{Pools, Store, StoreError};
use crate::log;
use sandtable_tournament::Deed;
use serde::{Deserialize, Serialize};
use sqlx::{Connection, Row};

/// A tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TournamentRow {
    /// Its id.
    pub id: String,
    /// The tournament's plan, as JSON.
    pub plan: String,
    /// The rule set.
    pub rules: String,
    /// Its name.
    pub name: String,
    /// The series it belongs to; empty if it belongs to none.
    pub series: String,
    /// Whether it is public.
    pub listed: bool,
    /// How it stands.
    pub stands: String,
    /// When something last happened.
    pub moved: i64,
    /// The account of its organiser; none if the host organises it.
    pub account: Option<String>,
}

/// A player who entered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntrantRow {
    /// The entrant's number, from 1.
    pub entrant: i64,
    /// The entrant's name; empty once the account is deleted.
    pub name: String,
    /// The name in the form in which names are compared.
    pub key: Option<String>,
    /// The fingerprint of the entrant's device key.
    pub device: String,
    /// The entrant's account, if there is one.
    pub account: Option<String>,
}

/// Something that happened in a tournament, as it is stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptThere {
    /// When it happened, in milliseconds since 1970.
    pub at: i64,
    /// What happened.
    pub deed: Deed,
}

/// Why a tournament's deed was not stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stale {
    /// Another deed has its number.
    Number,
    /// Another entrant has that name.
    Name,
    /// The account of the player who enters was deleted meanwhile.
    Account,
}

/// For how long a server has the letters that it took, in milliseconds. All tries to send one take
/// less.
const HELD: i64 = 20 * 60_000;

macro_rules! row {
    ($row:expr) => {{
        let row = $row;
        let read = || {
            Ok::<_, sqlx::Error>(TournamentRow {
                id: row.try_get(0)?,
                plan: row.try_get(1)?,
                rules: row.try_get(2)?,
                name: row.try_get(3)?,
                series: row.try_get(4)?,
                listed: row.try_get::<i64, _>(5)? != 0,
                stands: row.try_get(6)?,
                moved: row.try_get(7)?,
                account: row.try_get(8)?,
            })
        };
        read()
    }};
}

/// Says of a value that it is not of its column's type: SQLite stores any value anywhere.
fn damaged(why: sqlx::Error) -> StoreError {
    StoreError::damaged(why.to_string())
}

/// Returns a tournament for a list; none if it cannot be read. The log then names it.
macro_rules! readable {
    ($row:expr) => {{
        let row = $row;
        let found = row!(&row);
        if let Err(why) = &found {
            let id: String = row.try_get(0).unwrap_or_default();
            log::tell_seldom("unreadable", &format_args!("tournament {id}: {why}"));
        }
        found.ok()
    }};
}

const ONE: &str = "SELECT id, plan, rules, name, series, listed, stands, moved, account
    FROM tournaments WHERE id = $1";
const LISTED: &str = "SELECT id, plan, rules, name, series, listed, stands, moved, account
    FROM tournaments WHERE listed >= $1 ORDER BY moved DESC LIMIT $2";
const SERIES: &str = "SELECT id, plan, rules, name, series, listed, stands, moved, account
    FROM tournaments WHERE series = $1 AND listed = 1 ORDER BY made LIMIT $2";
const OF_DEVICE: &str = "SELECT id, plan, rules, name, series, listed, stands, moved, account
    FROM tournaments WHERE account IN (SELECT account FROM devices WHERE device = $1)
      OR id IN (SELECT tournament FROM entrants WHERE (account IS NULL AND device = $1)
        OR account IN (SELECT account FROM devices WHERE device = $1))
    ORDER BY moved DESC LIMIT $2";

impl Store {
    /// Stores a new tournament.
    ///
    /// # Errors
    /// If it was not stored.
    pub async fn make_tournament(&self, row: &TournamentRow) -> Result<(), StoreError> {
        on!(self.pools(), held => {
            sqlx::query(
                "INSERT INTO tournaments
                   (id, made, plan, rules, name, series, listed, stands, moved, account)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $2, $9)",
            )
            .bind(&row.id)
            .bind(row.moved)
            .bind(&row.plan)
            .bind(&row.rules)
            .bind(&row.name)
            .bind(&row.series)
            .bind(i64::from(row.listed))
            .bind(&row.stands)
            .bind(row.account.as_deref())
            .execute(&mut *held)
            .await?;
            Ok(())
        })
    }

    /// Returns a tournament by its id.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn tournament(&self, id: &str) -> Result<Option<TournamentRow>, StoreError> {
        on!(self.pools(), held => {
            let row = sqlx::query(ONE).bind(id).fetch_optional(&mut *held).await?;
            row.map(|row| row!(row).map_err(damaged)).transpose()
        })
    }

    /// Returns the latest tournaments first: all of them, or only the public ones.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn tournaments(
        &self,
        all: bool,
        most: i64,
    ) -> Result<Vec<TournamentRow>, StoreError> {
        on!(self.pools(), held => {
            let least = i64::from(!all);
            let rows = sqlx::query(LISTED).bind(least).bind(most).fetch_all(&mut *held).await?;
            Ok(rows.into_iter().filter_map(|row| readable!(row)).collect())
        })
    }

    /// Returns the tournaments of a series, the earliest first.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn series(&self, name: &str, most: i64) -> Result<Vec<TournamentRow>, StoreError> {
        on!(self.pools(), held => {
            let rows = sqlx::query(SERIES).bind(name).bind(most).fetch_all(&mut *held).await?;
            Ok(rows.into_iter().filter_map(|row| readable!(row)).collect())
        })
    }

    /// Returns the tournaments that a device organises or takes part in, by the fingerprint of its
    /// key.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn tournaments_of(
        &self,
        device: &str,
        most: i64,
    ) -> Result<Vec<TournamentRow>, StoreError> {
        on!(self.pools(), held => {
            let rows = sqlx::query(OF_DEVICE).bind(device).bind(most).fetch_all(&mut *held).await?;
            Ok(rows.into_iter().filter_map(|row| readable!(row)).collect())
        })
    }

    /// Returns the tournaments that are being played.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn running(&self) -> Result<Vec<String>, StoreError> {
        on!(self.pools(), held => {
            let rows = sqlx::query("SELECT id FROM tournaments WHERE stands = 'played' ORDER BY id")
                .fetch_all(&mut *held)
                .await?;
            Ok(rows.into_iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?)
        })
    }

    /// Returns the players who entered a tournament.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn entrants(&self, id: &str) -> Result<Vec<EntrantRow>, StoreError> {
        on!(self.pools(), held => {
            let rows = sqlx::query(
                "SELECT entrant, name, key, device, account FROM entrants
                 WHERE tournament = $1 ORDER BY entrant",
            )
            .bind(id)
            .fetch_all(&mut *held)
            .await?;
            rows.into_iter()
                .map(|row| {
                    let read = || {
                        Ok(EntrantRow {
                            entrant: row.try_get(0)?,
                            name: row.try_get(1)?,
                            key: row.try_get(2)?,
                            device: row.try_get(3)?,
                            account: row.try_get(4)?,
                        })
                    };
                    read().map_err(damaged)
                })
                .collect()
        })
    }

    /// Returns what happened in a tournament.
    ///
    /// # Errors
    /// If the database does not answer, or holds something that is not a deed.
    pub async fn tournament_deeds(&self, id: &str) -> Result<Vec<KeptThere>, StoreError> {
        let texts: Result<Vec<(i64, String)>, StoreError> = on!(self.pools(), held => {
            let rows = sqlx::query("SELECT n, kept FROM tournament_deeds WHERE tournament = $1 ORDER BY n")
                .bind(id)
                .fetch_all(&mut *held)
                .await?;
            let read = |row: &_| Ok((Row::try_get(row, 0)?, Row::try_get(row, 1)?));
            rows.iter().map(|row| read(row).map_err(damaged)).collect()
        });
        let deed = |(wanted, (n, text)): (i64, (i64, String))| match n == wanted {
            true => serde_json::from_str(&text)
                .map_err(|why| StoreError::damaged(format!("deed {n}: {why}"))),
            false => Err(StoreError::damaged(format!("deed {wanted} is missing"))),
        };
        (0..).zip(texts?).map(deed).collect()
    }

    /// Stores a deed under its number, together with the player who enters by it.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn keep_there(
        &self,
        id: &str,
        n: i64,
        kept: &KeptThere,
        stands: &str,
        enters: Option<&EntrantRow>,
    ) -> Result<Result<(), Stale>, StoreError> {
        let text = serde_json::to_string(kept).map_err(|e| StoreError::Odd(e.to_string()))?;
        on!(self.pools(), held => {
            let mut work = held.begin().await?;
            if let Some(account) = enters.and_then(|row| row.account.as_deref()) {
                let held = sqlx::query(HOLD)
                    .bind(account)
                    .execute(&mut *work)
                    .await?;
                if held.rows_affected() == 0 {
                    return Ok(Err(Stale::Account));
                }
            }
            let put = sqlx::query(
                "INSERT INTO tournament_deeds (tournament, n, kept) VALUES ($1, $2, $3)
                 ON CONFLICT (tournament, n) DO NOTHING",
            )
            .bind(id)
            .bind(n)
            .bind(&text)
            .execute(&mut *work)
            .await?;
            if put.rows_affected() == 0 {
                return Ok(Err(Stale::Number));
            }
            if let Some(row) = enters {
                let put = sqlx::query(
                    "INSERT INTO entrants (tournament, entrant, name, key, device, account)
                     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING",
                )
                .bind(id)
                .bind(row.entrant)
                .bind(&row.name)
                .bind(row.key.as_deref())
                .bind(&row.device)
                .bind(row.account.as_deref())
                .execute(&mut *work)
                .await?;
                if put.rows_affected() == 0 {
                    work.rollback().await?;
                    return Ok(Err(Stale::Name));
                }
            }
            sqlx::query("UPDATE tournaments SET stands = $2, moved = $3 WHERE id = $1")
                .bind(id)
                .bind(stands)
                .bind(kept.at)
                .execute(&mut *work)
                .await?;
            work.commit().await?;
            Ok(Ok(()))
        })
    }

    /// Gives a tournament to another organiser; returns whether there is such a tournament.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn give_tournament(&self, id: &str, account: &str) -> Result<bool, StoreError> {
        on!(self.pools(), held => {
            let done = sqlx::query("UPDATE tournaments SET account = $2 WHERE id = $1")
                .bind(id)
                .bind(account)
                .execute(&mut *held)
                .await?;
            Ok(done.rows_affected() == 1)
        })
    }

    /// Deletes a tournament but not its battles; returns whether there was one.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn remove_tournament(&self, id: &str) -> Result<bool, StoreError> {
        on!(self.pools(), held => {
            let mut work = held.begin().await?;
            for statement in [
                "DELETE FROM tournament_deeds WHERE tournament = $1",
                "DELETE FROM entrants WHERE tournament = $1",
            ] {
                sqlx::query(statement).bind(id).execute(&mut *work).await?;
            }
            let done = sqlx::query("DELETE FROM tournaments WHERE id = $1")
                .bind(id)
                .execute(&mut *work)
                .await?;
            work.commit().await?;
            Ok(done.rows_affected() == 1)
        })
    }

    /// Returns how a room stands; none if there is no such room.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn stands(&self, room: &str) -> Result<Option<String>, StoreError> {
        on!(self.pools(), held => {
            let row = sqlx::query("SELECT stands FROM rooms WHERE id = $1")
                .bind(room)
                .fetch_optional(&mut *held)
                .await?;
            Ok(row.map(|row| row.try_get(0)).transpose()?)
        })
    }

    /// Returns the rooms of tournaments whose players are still to be written to. Of several nodes,
    /// one gets them. If it has not done so in twenty minutes, another one may.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn take_untold(&self, now: i64) -> Result<Vec<String>, StoreError> {
        on!(self.pools(), held => {
            let until = now.saturating_add(HELD);
            // Where a time lies farther ahead, the clock was wrong when it was noted.
            let rows = sqlx::query(
                "UPDATE untold SET until = $1 WHERE until <= $2 OR until > $3 RETURNING room",
            )
            .bind(until)
            .bind(now)
            .bind(until.saturating_add(APART))
            .fetch_all(&mut *held)
            .await?;
            Ok(rows.into_iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?)
        })
    }

    /// Notes that the players of a room of a tournament were written to.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn forget_untold(&self, room: &str) -> Result<(), StoreError> {
        on!(self.pools(), held => {
            sqlx::query("DELETE FROM untold WHERE room = $1")
                .bind(room)
                .execute(&mut *held)
                .await?;
            Ok(())
        })
    }

    /// Gives letters back that this server did not get to.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn give_back_untold(&self, room: &str) -> Result<(), StoreError> {
        on!(self.pools(), held => {
            sqlx::query("UPDATE untold SET until = 0 WHERE room = $1")
                .bind(room)
                .execute(&mut *held)
                .await?;
            Ok(())
        })
    }

    /// Takes from servers of the past the letters that they did not get to. Only the server of a
    /// file knows that no other one is writing them.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn inherit_untold(&self) -> Result<(), StoreError> {
        if let Pools::Sqlite(pool) = self.pools() {
            sqlx::query("UPDATE untold SET until = 0 WHERE until <> 0")
                .execute(&**pool)
                .await?;
        }
        Ok(())
    }
}

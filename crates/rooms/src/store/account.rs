//! Accounts in the database: a name, the hash of a password, and the devices that are signed in.

use super::pool::on;
use super::{Store, StoreError};
use crate::seat::Seat;
use sqlx::{Connection, Row};

/// An account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountRow {
    /// Its random id.
    pub id: String,
    /// Its owner's name.
    pub name: String,
    /// The password's hash.
    pub password: String,
    /// When it was made, in milliseconds since 1970.
    pub made: i64,
}

const ALL: &str = "SELECT id, name, password, made FROM accounts WHERE key = $1";
const OF_DEVICE: &str = "SELECT a.id, a.name, a.password, a.made FROM accounts a
    JOIN devices d ON d.account = a.id WHERE d.device = $1";

/// How long a page stays open, at the most, at a battle that is over: 30 days in milliseconds.
const LEFT_OPEN: i64 = 30 * 24 * 3_600_000;

/// Returns seats, each by its room and its name.
macro_rules! seats {
    ($rows:expr) => {{
        let mut seats = Vec::new();
        for row in $rows {
            let seat: String = row.try_get(1)?;
            if let Some(seat) = Seat::named(&seat) {
                seats.push((row.try_get(0)?, seat));
            }
        }
        seats
    }};
}

/// Locks an account until the transaction ends. A transaction that deletes the account waits for
/// this one, or this one waits for it and then finds no account. Both take this lock first.
pub(super) const HOLD: &str = "UPDATE accounts SET made = made WHERE id = $1";

impl Store {
    /// Stores a new account; returns false if its name is taken.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn make_account(&self, row: &AccountRow, key: &str) -> Result<bool, StoreError> {
        on!(self.pools(), held => {
            let done = sqlx::query(
                "INSERT INTO accounts (id, name, key, password, made) VALUES ($1, $2, $3, $4, $5)
                 ON CONFLICT (key) DO NOTHING",
            )
            .bind(&row.id)
            .bind(&row.name)
            .bind(key)
            .bind(&row.password)
            .bind(row.made)
            .execute(&mut *held)
            .await?;
            Ok(done.rows_affected() == 1)
        })
    }

    /// Returns the account with a name, given in the form in which names are compared.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn account(&self, key: &str) -> Result<Option<AccountRow>, StoreError> {
        self.found_account(ALL, key).await
    }

    /// Returns the account that a device is signed in to, by the fingerprint of its key.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn account_of(&self, device: &str) -> Result<Option<AccountRow>, StoreError> {
        self.found_account(OF_DEVICE, device).await
    }

    /// Returns the name of an account's owner, by the account's id.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn account_named(&self, id: &str) -> Result<Option<String>, StoreError> {
        on!(self.pools(), held => {
            let row = sqlx::query("SELECT name FROM accounts WHERE id = $1")
                .bind(id)
                .fetch_optional(&mut *held)
                .await?;
            Ok(row.map(|row| row.try_get(0)).transpose()?)
        })
    }

    async fn found_account(
        &self,
        statement: &'static str,
        by: &str,
    ) -> Result<Option<AccountRow>, StoreError> {
        on!(self.pools(), held => {
            let row = sqlx::query(statement).bind(by).fetch_optional(&mut *held).await?;
            row.map(|row| {
                Ok(AccountRow {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    password: row.try_get(2)?,
                    made: row.try_get(3)?,
                })
            })
            .transpose()
        })
    }

    /// Signs a device in, and out of any other account. Returns false if the account was deleted
    /// meanwhile or its password has changed.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn sign_in(
        &self,
        device: &str,
        account: &AccountRow,
        now: i64,
    ) -> Result<bool, StoreError> {
        on!(self.pools(), held => {
            let mut work = held.begin().await?;
            // A deletion or a change of the password waits for this transaction, or this one for
            // that.
            let held = sqlx::query("UPDATE accounts SET made = made WHERE id = $1 AND password = $2")
                .bind(&account.id)
                .bind(&account.password)
                .execute(&mut *work)
                .await?;
            if held.rows_affected() == 0 {
                return Ok(false);
            }
            sqlx::query(
                "INSERT INTO devices (device, account, since) VALUES ($1, $2, $3)
                 ON CONFLICT (device) DO UPDATE SET account = $2, since = $3",
            )
            .bind(device)
            .bind(&account.id)
            .bind(now)
            .execute(&mut *work)
            .await?;
            // What was lent to the device is its owner's again.
            sqlx::query("UPDATE seats SET lent = 0 WHERE account = $1 AND device = $2")
                .bind(&account.id)
                .bind(device)
                .execute(&mut *work)
                .await?;
            work.commit().await?;
            Ok(true)
        })
    }

    /// Signs a device out.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn sign_out(&self, device: &str) -> Result<(), StoreError> {
        on!(self.pools(), held => {
            sqlx::query("DELETE FROM devices WHERE device = $1")
                .bind(device)
                .execute(&mut *held)
                .await?;
            Ok(())
        })
    }

    /// Returns the seats of an account that a device played last and may still be at.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn seats_of(
        &self,
        account: &str,
        device: &str,
        now: i64,
    ) -> Result<Vec<(String, Seat)>, StoreError> {
        on!(self.pools(), held => {
            let rows = sqlx::query(
                "SELECT s.room, s.seat FROM seats s JOIN rooms r ON r.id = s.room
                 WHERE s.account = $1 AND s.device = $2
                   AND (r.stands <> 'over' OR r.moved > $3)",
            )
            .bind(account)
            .bind(device)
            .bind(now.saturating_sub(LEFT_OPEN))
            .fetch_all(&mut *held)
            .await?;
            Ok(seats!(rows))
        })
    }

    /// Changes the password of an account, and signs out all of its devices but one. What the others
    /// had goes to that one: somebody else may have them. Returns the seats that went and at which
    /// they may still be; none at all if the password is no longer the one that was checked, or the
    /// device is signed out.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn set_password(
        &self,
        account: &AccountRow,
        password: &str,
        stays: &str,
        now: i64,
    ) -> Result<Option<Vec<(String, Seat)>>, StoreError> {
        on!(self.pools(), held => {
            let mut work = held.begin().await?;
            let set = sqlx::query(
                "UPDATE accounts SET password = $3 WHERE id = $1 AND password = $2
                   AND EXISTS (SELECT 1 FROM devices WHERE account = $1 AND device = $4)",
            )
            .bind(&account.id)
            .bind(&account.password)
            .bind(password)
            .bind(stays)
            .execute(&mut *work)
            .await?;
            if set.rows_affected() == 0 {
                return Ok(None);
            }
            let rows = sqlx::query(
                "SELECT s.room, s.seat FROM seats s JOIN rooms r ON r.id = s.room
                 WHERE s.device <> $2 AND (r.stands <> 'over' OR r.moved > $3)
                   AND (s.account = $1 OR (s.account IS NULL AND s.device IN
                     (SELECT device FROM devices WHERE account = $1)))",
            )
            .bind(&account.id)
            .bind(stays)
            .bind(now.saturating_sub(LEFT_OPEN))
            .fetch_all(&mut *work)
            .await?;
            let gone = seats!(rows);
            for statement in [
                "UPDATE seats SET device = $2, lent = 0, code = NULL, code_until = NULL
                 WHERE account = $1",
                "UPDATE seats SET device = $2, code = NULL, code_until = NULL
                 WHERE account IS NULL AND device IN
                   (SELECT device FROM devices WHERE account = $1)",
                "UPDATE entrants SET device = $2 WHERE account IS NULL AND device IN
                   (SELECT device FROM devices WHERE account = $1)",
                "DELETE FROM devices WHERE account = $1 AND device <> $2",
            ] {
                sqlx::query(statement).bind(&account.id).bind(stays).execute(&mut *work).await?;
            }
            work.commit().await?;
            Ok(Some(gone))
        })
    }

    /// Returns the devices of an account, and since when each is signed in.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn devices(&self, account: &str) -> Result<Vec<(String, i64)>, StoreError> {
        on!(self.pools(), held => {
            let rows = sqlx::query(
                "SELECT device, since FROM devices WHERE account = $1 ORDER BY since, device",
            )
            .bind(account)
            .fetch_all(&mut *held)
            .await?;
            rows.into_iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).collect()
        })
    }

    /// Deletes an account and all that belongs to it: devices, addresses and ratings. In the
    /// battles and tournaments of others its owner no longer has a name; their seats and entries go
    /// to the device that deletes it. Returns the seats that went and at which another device may
    /// still be; none at all if the password is no longer the one that was checked.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn drop_account(
        &self,
        account: &AccountRow,
        device: &str,
        now: i64,
    ) -> Result<Option<Vec<(String, Seat)>>, StoreError> {
        on!(self.pools(), held => {
            let mut work = held.begin().await?;
            let gone = sqlx::query("DELETE FROM accounts WHERE id = $1 AND password = $2")
                .bind(&account.id)
                .bind(&account.password)
                .execute(&mut *work)
                .await?;
            if gone.rows_affected() == 0 {
                return Ok(None);
            }
            let rows = sqlx::query(
                "SELECT s.room, s.seat FROM seats s JOIN rooms r ON r.id = s.room
                 WHERE s.account = $1 AND s.device <> $2 AND (r.stands <> 'over' OR r.moved > $3)",
            )
            .bind(&account.id)
            .bind(device)
            .bind(now.saturating_sub(LEFT_OPEN))
            .fetch_all(&mut *work)
            .await?;
            let gone = seats!(rows);
            for statement in [
                "UPDATE seats SET account = NULL, lent = 0, device = $2, code = NULL,
                   code_until = NULL WHERE account = $1",
                "UPDATE entrants SET name = '', key = NULL, account = NULL, device = $2
                   WHERE account = $1",
            ] {
                sqlx::query(statement).bind(&account.id).bind(device).execute(&mut *work).await?;
            }
            for statement in [
                "DELETE FROM mail_links WHERE device IN (SELECT device FROM devices WHERE account = $1)",
                "DELETE FROM mails WHERE device IN (SELECT device FROM devices WHERE account = $1)",
                "DELETE FROM pushes WHERE device IN (SELECT device FROM devices WHERE account = $1)",
                "DELETE FROM devices WHERE account = $1",
                "DELETE FROM ratings WHERE account = $1",
                "UPDATE results SET a = NULL WHERE a = $1",
                "UPDATE results SET b = NULL WHERE b = $1",
                "UPDATE tournaments SET account = NULL WHERE account = $1",
            ] {
                sqlx::query(statement).bind(&account.id).execute(&mut *work).await?;
            }
            work.commit().await?;
            Ok(Some(gone))
        })
    }
}

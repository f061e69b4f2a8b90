//! Addresses for letters in the database, and who got which letter.

use super::pool::on;
use super::{Store, StoreError};
use crate::seat::Seat;
use sqlx::Row;

/// How many links of a device work, the latest ones: a letter a turn makes that in years. They are
/// counted, since a clock that is wrong for a moment would make all of them too old.
const LINKS: i64 = 5000;
/// How many letters an hour may ask an address whether it is right.
const MOST_ASKED: i64 = 3;
const HOUR: i64 = 3_600_000;
/// How far the clocks of two servers may be apart.
pub(super) const APART: i64 = 60_000;

/// Where a device wants letters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailRow {
    /// The address.
    pub address: String,
    /// The language of the letters.
    pub language: String,
    /// Whether the person who reads letters there has agreed.
    pub confirmed: bool,
}

impl Store {
    /// Returns where a device wants letters, by the fingerprint of its key.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn mail_of(&self, device: &str) -> Result<Option<MailRow>, StoreError> {
        on!(self.pools(), held => {
            let row = sqlx::query("SELECT address, language, confirmed FROM mails WHERE device = $1")
                .bind(device)
                .fetch_optional(&mut *held)
                .await?;
            row.map(|row| {
                Ok(MailRow {
                    address: row.try_get(0)?,
                    language: row.try_get(1)?,
                    confirmed: row.try_get::<i64, _>(2)? != 0,
                })
            })
            .transpose()
        })
    }

    /// Notes that a letter is about to ask an address whether it is right, by a fingerprint of the
    /// address; returns false if as many as may have done so within an hour. Each takes one of a
    /// few places, so that of many at once no more get through, whichever server they ask.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn ask_mail(&self, print: &str, now: i64) -> Result<bool, StoreError> {
        // What lies in the future was noted while the clock was wrong.
        let (from, to) = (now.saturating_sub(HOUR), now.saturating_add(APART));
        on!(self.pools(), held => {
            for place in 0..MOST_ASKED {
                let taken = sqlx::query(
                    "INSERT INTO mail_asked (print, place, made) VALUES ($1, $2, $3)
                     ON CONFLICT (print, place) DO UPDATE SET made = $3
                     WHERE mail_asked.made <= $4 OR mail_asked.made > $5",
                )
                .bind(print)
                .bind(place)
                .bind(now)
                .bind(from)
                .bind(to)
                .execute(&mut *held)
                .await?;
                if taken.rows_affected() == 1 {
                    return Ok(true);
                }
            }
            Ok(false)
        })
    }

    /// Forgets which addresses were asked more than an hour ago.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn forget_asked(&self, now: i64) -> Result<(), StoreError> {
        on!(self.pools(), held => {
            sqlx::query("DELETE FROM mail_asked WHERE made <= $1 OR made > $2")
                .bind(now.saturating_sub(HOUR))
                .bind(now.saturating_add(APART))
                .execute(&mut *held)
                .await?;
            Ok(())
        })
    }

    /// Stores an address that nobody has confirmed yet, and forgets the links of letters to the one
    /// before.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn set_mail(
        &self,
        device: &str,
        address: &str,
        language: &str,
        now: i64,
    ) -> Result<(), StoreError> {
        on!(self.pools(), held => {
            sqlx::query(
                "INSERT INTO mails (device, address, language, confirmed, made)
                 VALUES ($1, $2, $3, 0, $4)
                 ON CONFLICT (device) DO UPDATE
                 SET address = $2, language = $3, confirmed = 0, made = $4",
            )
            .bind(device)
            .bind(address)
            .bind(language)
            .bind(now)
            .execute(&mut *held)
            .await?;
            sqlx::query("DELETE FROM mail_links WHERE device = $1 AND address <> $2")
                .bind(device)
                .bind(address)
                .execute(&mut *held)
                .await?;
            Ok(())
        })
    }

    /// Notes that the reader of an address has agreed; returns whether the address is still wanted.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn confirm_mail(&self, device: &str, address: &str) -> Result<bool, StoreError> {
        on!(self.pools(), held => {
            let done = sqlx::query(
                "UPDATE mails SET confirmed = 1 WHERE device = $1 AND address = $2",
            )
            .bind(device)
            .bind(address)
            .execute(&mut *held)
            .await?;
            Ok(done.rows_affected() == 1)
        })
    }

    /// Forgets where a device wanted letters, and the links of its letters.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn drop_mail(&self, device: &str) -> Result<(), StoreError> {
        on!(self.pools(), held => {
            for statement in [
                "DELETE FROM mail_links WHERE device = $1",
                "DELETE FROM mails WHERE device = $1",
            ] {
                sqlx::query(statement).bind(device).execute(&mut *held).await?;
            }
            Ok(())
        })
    }

    /// Stores the link of a letter, hashed; returns false if the device no longer wants letters
    /// there. It works for as long as the address is kept, unless very many letters come after it.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn lay_mail_link(
        &self,
        link: &str,
        device: &str,
        address: &str,
        now: i64,
    ) -> Result<bool, StoreError> {
        on!(self.pools(), held => {
            let done = sqlx::query(
                "INSERT INTO mail_links (link, device, address, made, n)
                 SELECT $1, $2, $3, $4,
                   (SELECT COALESCE(MAX(n), 0) + 1 FROM mail_links WHERE device = $2)
                 WHERE EXISTS (SELECT 1 FROM mails WHERE device = $2 AND address = $3)",
            )
            .bind(link)
            .bind(device)
            .bind(address)
            .bind(now)
            .execute(&mut *held)
            .await?;
            sqlx::query(
                "DELETE FROM mail_links WHERE device = $1
                   AND n <= (SELECT MAX(n) FROM mail_links WHERE device = $1) - $2",
            )
            .bind(device)
            .bind(LINKS)
            .execute(&mut *held)
            .await?;
            Ok(done.rows_affected() == 1)
        })
    }

    /// Returns the device and the address that a letter's link is about.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn mail_link(&self, link: &str) -> Result<Option<(String, String)>, StoreError> {
        on!(self.pools(), held => {
            let row = sqlx::query("SELECT device, address FROM mail_links WHERE link = $1")
                .bind(link)
                .fetch_optional(&mut *held)
                .await?;
            row.map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).transpose()
        })
    }

    /// Notes that the player at a seat got a letter about something; returns false if that happened
    /// before and the player has not been in the room since.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn tell_once(&self, room: &str, seat: Seat, what: &str) -> Result<bool, StoreError> {
        on!(self.pools(), held => {
            let done = sqlx::query(
                "INSERT INTO mailed (room, seat, what) VALUES ($1, $2, $3)
                 ON CONFLICT (room, seat, what) DO NOTHING",
            )
            .bind(room)
            .bind(seat.name())
            .bind(what)
            .execute(&mut *held)
            .await?;
            Ok(done.rows_affected() == 1)
        })
    }

    /// Returns whether the player at a seat got a letter about something and has not been in the
    /// room since.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn was_told(&self, room: &str, seat: Seat, what: &str) -> Result<bool, StoreError> {
        on!(self.pools(), held => {
            let found = sqlx::query(
                "SELECT 1 FROM mailed WHERE room = $1 AND seat = $2 AND what = $3",
            )
            .bind(room)
            .bind(seat.name())
            .bind(what)
            .fetch_optional(&mut *held)
            .await?;
            Ok(found.is_some())
        })
    }

    /// Notes that the player at a seat has been in the room, so that letters may follow again.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn was_here(&self, room: &str, seat: Seat) -> Result<(), StoreError> {
        on!(self.pools(), held => {
            sqlx::query("DELETE FROM mailed WHERE room = $1 AND seat = $2")
                .bind(room)
                .bind(seat.name())
                .execute(&mut *held)
                .await?;
            Ok(())
        })
    }
}

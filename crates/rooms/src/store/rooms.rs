//! Rooms and their seats in the database.

use super::pool::{Pools, on};
use super::{Store, StoreError};
use crate::address::banned_as;
use crate::deed::Kept;
use crate::seat::Seat;
use sqlx::{Connection, Row};
use std::net::IpAddr;

/// Number of rooms that one query returns to the tasks that look after all rooms.
pub(super) const PAGE: i64 = 200;

/// A room as it was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoomRow {
    /// Its name.
    pub id: String,
    /// When it was made, in milliseconds since 1970.
    pub made: i64,
    /// The header of its journal, as JSON.
    pub header: String,
    /// The lines of the journal that the room began with, one per line.
    pub opening: String,
    /// Who sits where, clocks: `Plan` as JSON.
    pub plan: String,
    /// The rule set.
    pub rules: String,
    /// The battle's title.
    pub title: String,
    /// Whether the lobby shows the room.
    pub listed: bool,
}

/// A seat's secrets, hashed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatRow {
    /// Which seat.
    pub seat: Seat,
    /// The hash of the link that is sent out.
    pub link: String,
    /// The hash of the device that sits there, once one does.
    pub device: Option<String>,
    /// The hash of a code by which another device may take over, and until when it works.
    pub code: Option<(String, i64)>,
    /// The account to which the seat belongs, if its player was signed in. Only devices that are
    /// signed in to it open the seat, and the device to which it is lent.
    pub account: Option<String>,
    /// Whether the device got the seat by a code and is not signed in to the account.
    pub lent: bool,
}

/// A room in the lobby.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LobbyRow {
    /// Its name.
    pub id: String,
    /// `Plan` as JSON.
    pub plan: String,
    /// The rule set.
    pub rules: String,
    /// The battle's title.
    pub title: String,
    /// How the room stands.
    pub stands: String,
    /// When something last happened.
    pub moved: i64,
}

/// A room in which a device has a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MineRow {
    /// The room.
    pub room: LobbyRow,
    /// The device's seat.
    pub seat: Seat,
    /// When a player's time runs out, if it does.
    pub due: Option<i64>,
    /// The last thing that happened there.
    pub last: Option<Kept>,
}

impl Store {
    /// Returns the devices of the player at a seat, by the fingerprints of their keys: first the one
    /// that plays, then the others of the account, the latest first. None if nobody sits there.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn devices_at(&self, room: &str, seat: Seat) -> Result<Vec<String>, StoreError> {
        let seats = self.seats(room).await?;
        let row = seats.into_iter().find(|row| row.seat == seat);
        let Some((row, device)) = row.and_then(|row| Some((row.clone(), row.device?))) else {
            return Ok(Vec::new());
        };
        let mut all: Vec<String> = match &row.account {
            Some(account) => {
                let devices = self.devices(account).await?.into_iter().rev();
                devices.map(|(device, _)| device).collect()
            }
            None => Vec::new(),
        };
        let plays = row.account.is_none() || row.lent || all.contains(&device);
        all.retain(|other| *other != device);
        if plays {
            all.insert(0, device);
        } else if self.account_of(&device).await?.is_none() {
            // Its player has signed out there, and nobody else uses it.
            all.push(device);
        }
        Ok(all)
    }

    /// Returns a room by its name.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn room(&self, id: &str) -> Result<Option<RoomRow>, StoreError> {
        on!(self.pools(), held => {
            let row = sqlx::query(
                "SELECT made, header, opening, plan, rules, title, listed FROM rooms WHERE id = $1",
            )
            .bind(id)
            .fetch_optional(&mut *held)
            .await?;
            row.map(|row| {
                Ok(RoomRow {
                    id: id.to_owned(),
                    made: row.try_get(0)?,
                    header: row.try_get(1)?,
                    opening: row.try_get(2)?,
                    plan: row.try_get(3)?,
                    rules: row.try_get(4)?,
                    title: row.try_get(5)?,
                    listed: row.try_get::<i64, _>(6)? != 0,
                })
            })
            .transpose()
        })
    }

    /// Returns the seats of a room.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn seats(&self, room: &str) -> Result<Vec<SeatRow>, StoreError> {
        on!(self.pools(), held => {
            let rows = sqlx::query(
                "SELECT seat, link, device, code, code_until, account, lent
                 FROM seats WHERE room = $1",
            )
            .bind(room)
            .fetch_all(&mut *held)
            .await?;
            rows.into_iter()
                .map(|row| {
                    let name: String = row.try_get(0)?;
                    let code: Option<String> = row.try_get(3)?;
                    let until: Option<i64> = row.try_get(4)?;
                    Ok(SeatRow {
                        seat: Seat::named(&name).ok_or_else(|| StoreError::damaged(name))?,
                        link: row.try_get(1)?,
                        device: row.try_get(2)?,
                        code: code.zip(until),
                        account: row.try_get(5)?,
                        lent: row.try_get::<i64, _>(6)? != 0,
                    })
                })
                .collect()
        })
    }

    /// Gives a free seat to a device, or to the account that it is signed in to; returns whether both
    /// still held.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn sit(
        &self,
        room: &str,
        seat: Seat,
        device: &str,
        account: Option<&str>,
    ) -> Result<bool, StoreError> {
        on!(self.pools(), held => {
            let done = sqlx::query(
                "UPDATE seats SET device = $3, account = $4
                 WHERE room = $1 AND seat = $2 AND device IS NULL AND ($4 IS NULL OR EXISTS
                   (SELECT 1 FROM devices WHERE device = $3 AND account = $4))",
            )
            .bind(room)
            .bind(seat.name())
            .bind(device)
            .bind(account)
            .execute(&mut *held)
            .await?;
            Ok(done.rows_affected() == 1)
        })
    }

    /// Stores a code by which another device may take over a seat, until a given time.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn lay_code(
        &self,
        room: &str,
        seat: Seat,
        code: &str,
        until: i64,
    ) -> Result<(), StoreError> {
        on!(self.pools(), held => {
            sqlx::query("UPDATE seats SET code = $3, code_until = $4 WHERE room = $1 AND seat = $2")
                .bind(room)
                .bind(seat.name())
                .bind(code)
                .bind(until)
                .execute(&mut *held)
                .await?;
            Ok(())
        })
    }

    /// Returns the deeds of a room from a number on.
    ///
    /// # Errors
    /// If the database does not answer, or holds something that is not a deed.
    pub async fn deeds(&self, room: &str, from: i64) -> Result<Vec<Kept>, StoreError> {
        let texts = self.texts_of_deeds(room, from).await?;
        let deed = |(n, text): &(i64, String)| {
            let why = match serde_json::from_str::<Kept>(text) {
                Ok(kept) if kept.n == *n => return Ok(kept),
                Ok(kept) => format!("it says that it is deed {}", kept.n),
                Err(why) => why.to_string(),
            };
            Err(StoreError::damaged(format!("deed {n}: {why}")))
        };
        texts.iter().map(deed).collect()
    }

    /// Returns the deeds of a room from a number on, as they are stored, with their numbers.
    async fn texts_of_deeds(
        &self,
        room: &str,
        from: i64,
    ) -> Result<Vec<(i64, String)>, StoreError> {
        on!(self.pools(), held => {
            let rows = sqlx::query(
                "SELECT n, kept FROM deeds WHERE room = $1 AND n >= $2 ORDER BY n",
            )
            .bind(room)
            .bind(from)
            .fetch_all(&mut *held)
            .await?;
            rows.into_iter()
                .map(|row| Ok((row.try_get(0)?, row.try_get(1)?)))
                .collect()
        })
    }

    /// Returns the latest rooms: all of them with `listed` 0, only the listed ones with 1.
    async fn rows(&self, listed: i64, most: i64) -> Result<Vec<LobbyRow>, StoreError> {
        on!(self.pools(), held => {
            let rows = sqlx::query(
                "SELECT id, plan, rules, title, stands, moved FROM rooms
                 WHERE listed >= $1 ORDER BY moved DESC LIMIT $2",
            )
            .bind(listed)
            .bind(most)
            .fetch_all(&mut *held)
            .await?;
            rows.into_iter()
                .map(|row| {
                    Ok(LobbyRow {
                        id: row.try_get(0)?,
                        plan: row.try_get(1)?,
                        rules: row.try_get(2)?,
                        title: row.try_get(3)?,
                        stands: row.try_get(4)?,
                        moved: row.try_get(5)?,
                    })
                })
                .collect()
        })
    }

    /// Returns all rooms, the latest first.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn all(&self, most: i64) -> Result<Vec<LobbyRow>, StoreError> {
        self.rows(0, most).await
    }

    /// Returns the rooms that the lobby shows, the latest first.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn lobby(&self, most: i64) -> Result<Vec<LobbyRow>, StoreError> {
        self.rows(1, most).await
    }

    /// Returns the rooms in which a device or its account leads a side, the latest first.
    ///
    /// # Errors
    /// If the database does not answer, or holds something that is not a deed.
    pub async fn mine(&self, device: &str, most: i64) -> Result<Vec<MineRow>, StoreError> {
        on!(self.pools(), held => {
            let rows = sqlx::query(
                "SELECT r.id, r.plan, r.rules, r.title, r.stands, r.moved, s.seat, r.due,
                   (SELECT d.kept FROM deeds d WHERE d.room = r.id ORDER BY d.n DESC LIMIT 1)
                 FROM seats s JOIN rooms r ON r.id = s.room
                 WHERE s.account IN (SELECT account FROM devices WHERE device = $1)
                   OR (s.device = $1 AND (s.account IS NULL OR s.lent = 1))
                 ORDER BY r.moved DESC LIMIT $2",
            )
            .bind(device)
            .bind(most)
            .fetch_all(&mut *held)
            .await?;
            let mut mine = Vec::with_capacity(rows.len());
            for row in rows {
                let seat: String = row.try_get(6)?;
                let last: Option<String> = row.try_get(8)?;
                // One damaged room hides no other.
                let Some(seat) = Seat::named(&seat) else { continue };
                mine.push(MineRow {
                        room: LobbyRow {
                            id: row.try_get(0)?,
                            plan: row.try_get(1)?,
                            rules: row.try_get(2)?,
                            title: row.try_get(3)?,
                            stands: row.try_get(4)?,
                            moved: row.try_get(5)?,
                        },
                        seat,
                        due: row.try_get(7)?,
                        last: last.and_then(|text| serde_json::from_str(&text).ok()),
                });
            }
            Ok(mine)
        })
    }

    /// Returns rooms in which a player's time ran out, and when, the earliest first: at most
    /// [`PAGE`], those that come after a given one.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn due(
        &self,
        now: i64,
        (since, after): (i64, &str),
    ) -> Result<Vec<(String, i64)>, StoreError> {
        on!(self.pools(), held => {
            let rows = sqlx::query(
                "SELECT id, due FROM rooms WHERE due <= $1 AND (due, id) > ($2, $3)
                 ORDER BY due, id LIMIT $4",
            )
            .bind(now)
            .bind(since)
            .bind(after)
            .bind(PAGE)
            .fetch_all(&mut *held)
            .await?;
            rows.into_iter()
                .map(|row| Ok((row.try_get(0)?, row.try_get(1)?)))
                .collect()
        })
    }

    /// Deletes a room and all that happened in it; returns whether there was one.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn remove(&self, room: &str) -> Result<bool, StoreError> {
        on!(self.pools(), held => {
            let mut work = held.begin().await?;
            for statement in [
                "DELETE FROM deeds WHERE room = $1",
                "DELETE FROM seats WHERE room = $1",
                "DELETE FROM mailed WHERE room = $1",
            ] {
                sqlx::query(statement).bind(room).execute(&mut *work).await?;
            }
            let done = sqlx::query("DELETE FROM rooms WHERE id = $1")
                .bind(room)
                .execute(&mut *work)
                .await?;
            work.commit().await?;
            Ok(done.rows_affected() == 1)
        })
    }

    /// Returns whether an address is banned, alone or with its network.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn is_banned(&self, address: IpAddr) -> Result<bool, StoreError> {
        let (alone, network) = (address.to_string(), banned_as(address));
        on!(self.pools(), held => {
            let row = sqlx::query("SELECT 1 FROM bans WHERE address IN ($1, $2)")
                .bind(&alone)
                .bind(&network)
                .fetch_optional(&mut *held)
                .await?;
            Ok(row.is_some())
        })
    }

    /// Bans an address: of IPv6 its whole network, /64, which belongs to one customer.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn ban(&self, address: IpAddr, why: &str, now: i64) -> Result<(), StoreError> {
        let network = banned_as(address);
        on!(self.pools(), held => {
            sqlx::query(
                "INSERT INTO bans (address, why, made) VALUES ($1, $2, $3)
                 ON CONFLICT (address) DO UPDATE SET why = $2",
            )
            .bind(&network)
            .bind(why)
            .bind(now)
            .execute(&mut *held)
            .await?;
            Ok(())
        })
    }

    /// Lifts the ban of an address and of its network; returns whether there was one.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn unban(&self, address: IpAddr) -> Result<bool, StoreError> {
        // Earlier versions stored the address alone, as the host typed it.
        let (typed, alone) = (address.to_string(), address.to_canonical().to_string());
        let network = banned_as(address);
        on!(self.pools(), held => {
            let done = sqlx::query("DELETE FROM bans WHERE address IN ($1, $2, $3)")
                .bind(&typed)
                .bind(&alone)
                .bind(&network)
                .execute(&mut *held)
                .await?;
            Ok(done.rows_affected() > 0)
        })
    }

    /// Returns the banned addresses, and why each is banned.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn bans(&self) -> Result<Vec<(String, String)>, StoreError> {
        on!(self.pools(), held => {
            let rows = sqlx::query("SELECT address, why FROM bans ORDER BY address")
                .fetch_all(&mut *held)
                .await?;
            rows.into_iter()
                .map(|row| Ok((row.try_get(0)?, row.try_get(1)?)))
                .collect()
        })
    }

    /// Copies a SQLite database while it is in use.
    ///
    /// # Errors
    /// If the file exists already or cannot be written, or for PostgreSQL, which has `pg_dump`.
    pub async fn backup(&self, file: &str) -> Result<(), StoreError> {
        match self.pools() {
            Pools::Sqlite(pool) => {
                // SQLite takes a name such as `file:x` for an address, but never a whole path.
                let file = std::path::absolute(file)?;
                let Some(file) = file.to_str() else {
                    return Err(StoreError::Odd(
                        "SQLite writes only to names in Unicode".to_owned(),
                    ));
                };
                // A large one takes its time: this call alone has no limit.
                sqlx::query("VACUUM INTO $1")
                    .bind(file)
                    .execute(&**pool)
                    .await?;
                Ok(())
            }
            Pools::Postgres(_) => Err(StoreError::Odd(
                "PostgreSQL is copied with its own pg_dump".to_owned(),
            )),
        }
    }
}

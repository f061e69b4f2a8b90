//! Ratings in the database, and the battles that led to them.

use super::account::HOLD;
use super::pool::on;
use super::rooms::PAGE;
use super::{Store, StoreError};
use sandtable_tournament::Rating;
use sqlx::{Connection, Row};

/// A battle that changes two ratings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RatedBattle {
    /// The room.
    pub room: String,
    /// The rule set.
    pub rules: String,
    /// When it ended.
    pub at: i64,
    /// The accounts of the two players.
    pub accounts: [String; 2],
    /// What the battle brought each player, in half points.
    pub halves: [u8; 2],
}

/// An account's rating at a rule set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RatingRow {
    /// The rule set, or the account's name, depending on the query.
    pub of: String,
    /// The rating.
    pub rating: Rating,
    /// Rated battles won, drawn and lost.
    pub score: [i64; 3],
    /// When the last one ended.
    pub moved: i64,
}

/// A rated battle of an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResultRow {
    /// The room.
    pub room: String,
    /// The rule set.
    pub rules: String,
    /// When it ended.
    pub at: i64,
    /// The opponent's name; empty once that account is deleted.
    pub against: String,
    /// What the battle brought, in half points.
    pub halves: i64,
    /// The rating after it.
    pub rating: i64,
}

/// The result of storing a battle.
enum Kept {
    Done,
    /// The battle was stored before.
    Before,
    /// Another battle of one of the two players was stored at the same moment.
    Again,
    /// One of the two players no longer has an account.
    Gone,
}

/// Number of tries while others store battles of the same players.
const TRIES: u32 = 20;
const FIND: &str = "SELECT account, rating, deviation, volatility, won, drawn, lost, moved
    FROM ratings WHERE account = $1 AND rules = $2";
/// Nothing is written if another battle was stored since the rating was read.
const PUT: &str = "INSERT INTO ratings
      (account, rules, rating, deviation, volatility, won, drawn, lost, moved)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
    ON CONFLICT (account, rules) DO UPDATE
    SET rating = $3, deviation = $4, volatility = $5, won = $6, drawn = $7, lost = $8, moved = $9
    WHERE ratings.won + ratings.drawn + ratings.lost = $10";

/// Reads a rating from a row of either database.
macro_rules! read {
    ($row:expr) => {{
        let row = $row;
        Ok::<RatingRow, StoreError>(RatingRow {
            of: row.try_get(0)?,
            rating: Rating {
                rating: row.try_get(1)?,
                deviation: row.try_get(2)?,
                volatility: row.try_get(3)?,
            },
            score: [row.try_get(4)?, row.try_get(5)?, row.try_get(6)?],
            moved: row.try_get(7)?,
        })
    }};
}

impl RatingRow {
    /// Returns the rating of a player who has fought no rated battle.
    fn fresh(of: &str, now: i64) -> Self {
        Self {
            of: of.to_owned(),
            rating: Rating::NEW,
            score: [0; 3],
            moved: now,
        }
    }
}

impl Store {
    /// Changes two ratings by a battle, only once however often it is called; returns false if it
    /// was done before, or if one of the two accounts was deleted.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn rate(
        &self,
        battle: &RatedBattle,
        how: impl Fn([&RatingRow; 2]) -> [Rating; 2] + Copy + Sync,
    ) -> Result<bool, StoreError> {
        for _ in 0..TRIES {
            match self.try_rate(battle, how).await? {
                Kept::Done => return Ok(true),
                Kept::Before | Kept::Gone => return Ok(false),
                Kept::Again => {}
            }
        }
        Err(StoreError::Odd("two ratings change too often".to_owned()))
    }

    async fn try_rate(
        &self,
        battle: &RatedBattle,
        how: impl Fn([&RatingRow; 2]) -> [Rating; 2] + Sync,
    ) -> Result<Kept, StoreError> {
        let accounts = &battle.accounts;
        on!(self.pools(), held => {
            let mut work = held.begin().await?;
            let mut sorted = accounts.each_ref();
            sorted.sort();
            for account in sorted {
                let held = sqlx::query(HOLD).bind(account).execute(&mut *work).await?;
                if held.rows_affected() == 0 {
                    return Ok(Kept::Gone);
                }
            }
            // The room is the key: a second transaction waits here, and then sees the first one's
            // row.
            let put = sqlx::query(
                "INSERT INTO results (room, rules, made, a, b, halves, a_rating, b_rating)
                 VALUES ($1, $2, $3, $4, $5, $6, 0, 0) ON CONFLICT (room) DO NOTHING",
            )
            .bind(&battle.room)
            .bind(&battle.rules)
            .bind(battle.at)
            .bind(&accounts[0])
            .bind(&accounts[1])
            .bind(i64::from(battle.halves[0]))
            .execute(&mut *work)
            .await?;
            if put.rows_affected() == 0 {
                return Ok(Kept::Before);
            }
            let mut before = accounts.each_ref().map(|one| RatingRow::fresh(one, battle.at));
            for row in &mut before {
                let found = sqlx::query(FIND)
                    .bind(&row.of)
                    .bind(&battle.rules)
                    .fetch_optional(&mut *work)
                    .await?;
                if let Some(found) = found {
                    *row = read!(found)?;
                }
            }
            let after = how([&before[0], &before[1]]);
            // Two nodes take the same two accounts in the same order.
            let mut order = [0, 1];
            order.sort_by_key(|at| &accounts[*at]);
            for at in order {
                let (old, new) = (&before[at], after[at]);
                let mut score = old.score;
                score[2 - usize::from(battle.halves[at].min(2))] += 1;
                let done = sqlx::query(PUT)
                    .bind(&accounts[at])
                    .bind(&battle.rules)
                    .bind(new.rating)
                    .bind(new.deviation)
                    .bind(new.volatility)
                    .bind(score[0])
                    .bind(score[1])
                    .bind(score[2])
                    .bind(battle.at.max(old.moved))
                    .bind(old.score.iter().sum::<i64>())
                    .execute(&mut *work)
                    .await?;
                if done.rows_affected() == 0 {
                    work.rollback().await?;
                    return Ok(Kept::Again);
                }
            }
            sqlx::query("UPDATE results SET a_rating = $2, b_rating = $3 WHERE room = $1")
                .bind(&battle.room)
                .bind(after[0].rating)
                .bind(after[1].rating)
                .execute(&mut *work)
                .await?;
            work.commit().await?;
            Ok(Kept::Done)
        })
    }

    /// Returns an account's rating at each rule set in which it fought.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn ratings_of(&self, account: &str) -> Result<Vec<RatingRow>, StoreError> {
        on!(self.pools(), held => {
            let rows = sqlx::query(
                "SELECT rules, rating, deviation, volatility, won, drawn, lost, moved
                 FROM ratings WHERE account = $1 ORDER BY rules",
            )
            .bind(account)
            .fetch_all(&mut *held)
            .await?;
            rows.into_iter().map(|row| read!(row)).collect()
        })
    }

    /// Returns an account's rating at a rule set; none if it fought no rated battle there.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn rating(
        &self,
        account: &str,
        rules: &str,
    ) -> Result<Option<RatingRow>, StoreError> {
        on!(self.pools(), held => {
            let row = sqlx::query(FIND).bind(account).bind(rules).fetch_optional(&mut *held).await?;
            row.map(|row| read!(row)).transpose()
        })
    }

    /// Returns the best players at a rule set, by name.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn rated(&self, rules: &str, most: i64) -> Result<Vec<RatingRow>, StoreError> {
        on!(self.pools(), held => {
            let rows = sqlx::query(
                "SELECT a.name, r.rating, r.deviation, r.volatility, r.won, r.drawn, r.lost, r.moved
                 FROM ratings r JOIN accounts a ON a.id = r.account
                 WHERE r.rules = $1 ORDER BY r.rating DESC, a.key LIMIT $2",
            )
            .bind(rules)
            .bind(most)
            .fetch_all(&mut *held)
            .await?;
            rows.into_iter().map(|row| read!(row)).collect()
        })
    }

    /// Returns the rated battles of an account, the latest first.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn results_of(&self, account: &str) -> Result<Vec<ResultRow>, StoreError> {
        on!(self.pools(), held => {
            let rows = sqlx::query(
                "SELECT r.room, r.rules, r.made, COALESCE(o.name, ''),
                   CASE WHEN r.a = $1 THEN r.halves ELSE 2 - r.halves END,
                   CASE WHEN r.a = $1 THEN r.a_rating ELSE r.b_rating END
                 FROM results r LEFT JOIN accounts o
                   ON o.id = CASE WHEN r.a = $1 THEN r.b ELSE r.a END
                 WHERE r.a = $1 OR r.b = $1 ORDER BY r.made DESC, r.room",
            )
            .bind(account)
            .fetch_all(&mut *held)
            .await?;
            rows.into_iter()
                .map(|row| {
                    Ok(ResultRow {
                        room: row.try_get(0)?,
                        rules: row.try_get(1)?,
                        at: row.try_get(2)?,
                        against: row.try_get(3)?,
                        halves: row.try_get(4)?,
                        rating: row.try_get(5)?,
                    })
                })
                .collect()
        })
    }

    /// Returns rooms whose battle has ended but is not settled yet, and when it ended, the earliest
    /// first: at most [`PAGE`], those that come after a given one.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn unsettled(
        &self,
        (since, after): (i64, &str),
    ) -> Result<Vec<(String, i64)>, StoreError> {
        on!(self.pools(), held => {
            let rows = sqlx::query(
                "SELECT id, moved FROM rooms
                 WHERE settles = 1 AND stands = 'over' AND (moved, id) > ($1, $2)
                 ORDER BY moved, id LIMIT $3",
            )
            .bind(since)
            .bind(after)
            .bind(PAGE)
            .fetch_all(&mut *held)
            .await?;
            rows.into_iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).collect()
        })
    }

    /// Notes that the end of a room's battle is settled.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn settled(&self, room: &str) -> Result<(), StoreError> {
        on!(self.pools(), held => {
            sqlx::query("UPDATE rooms SET settles = 2 WHERE id = $1").bind(room).execute(&mut *held).await?;
            Ok(())
        })
    }

    /// Returns the ratings of the players in rated rooms of the lobby: the room, and a rating with
    /// its seat.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn lobby_ratings(&self, most: i64) -> Result<Vec<(String, RatingRow)>, StoreError> {
        on!(self.pools(), held => {
            let rows = sqlx::query(
                "SELECT s.seat, t.rating, t.deviation, t.volatility, t.won, t.drawn, t.lost, t.moved, m.id
                 FROM rooms m JOIN seats s ON s.room = m.id
                   JOIN ratings t ON t.account = s.account AND t.rules = m.rules
                 WHERE m.listed = 1 AND m.settles > 0 ORDER BY m.moved DESC LIMIT $1",
            )
            .bind(2 * most)
            .fetch_all(&mut *held)
            .await?;
            rows.into_iter().map(|row| Ok((row.try_get(8)?, read!(row)?))).collect()
        })
    }
}

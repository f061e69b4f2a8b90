//! Ratings: how the end of a battle changes them, and how they are shown.
//!
//! A battle is rated if its room was made for it and accounts hold both seats. It counts once both
//! players have come, and if the players or the rules ended it: what an organiser decided says
//! nothing about how good somebody is. Each rule set has ratings of its own.

use crate::deed::How;
use crate::log;
use crate::room::Room;
use crate::rooms::Rooms;
use crate::seat::{RatingView, Seat};
use crate::store::{RatedBattle, RatingRow};
use crate::wire::{self, Hear, LobbyRoom, Rated, RatingOf, Trouble};
use sandtable_tournament::{Met, Rating, Score};
use std::sync::Arc;

/// Maximum number of rows in a table of ratings.
const MOST: i64 = 500;

/// Rounds millionths of a point to whole points.
fn points(millionths: i64) -> i32 {
    let rounded = (millionths + 500_000).div_euclid(1_000_000);
    i32::try_from(rounded).unwrap_or(i32::MAX)
}

fn count(number: i64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Returns a rating as it is shown at a given time.
#[must_use]
pub(crate) fn view(row: &RatingRow, now: i64) -> RatingView {
    let rating = row.rating.idle(now - row.moved);
    RatingView {
        rating: points(rating.rating),
        within: points(rating.deviation * 2),
        battles: count(row.score.iter().sum()),
    }
}

/// Returns the rating of an account that has fought no rated battle yet.
pub(crate) fn fresh() -> RatingView {
    RatingView {
        rating: points(Rating::NEW.rating),
        within: points(Rating::NEW.deviation * 2),
        battles: 0,
    }
}

fn of(row: &RatingRow, now: i64) -> RatingOf {
    RatingOf {
        rules: row.of.clone(),
        rating: view(row, now),
        score: row.score.map(count),
    }
}

/// Returns both ratings after a battle; the uncertainty of each has grown since its last battle.
fn after(before: [&RatingRow; 2], battle: &RatedBattle) -> [Rating; 2] {
    let now = before.map(|row| row.rating.idle(battle.at - row.moved));
    [0, 1].map(|at| {
        let met = Met {
            other: now[1 - at],
            halves: battle.halves[at],
        };
        now[at].after(&[met])
    })
}

/// Returns the score of a battle that is over, and whether the two players fought it to the end.
pub(crate) fn score(room: &Room) -> Option<(Score, bool)> {
    let over = room.course.over?;
    let decided = matches!(over.how, How::Closed | How::BothLost);
    let score = match (over.winner, over.how) {
        (Some(Seat::A), _) => Score::A,
        (Some(_), _) => Score::B,
        (None, How::BothLost) => Score::Neither,
        (None, _) => Score::Draw,
    };
    Some((score, room.course.is_full() && !decided))
}

impl Rooms {
    /// Does what the ends of battles require: changes ratings, moves tournaments on. What could not
    /// be done now stays to be done.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn settle(self: &Arc<Self>) -> Result<(), Trouble> {
        let mut after = (i64::MIN, String::new());
        loop {
            let page = self.store.unsettled((after.0, &after.1)).await?;
            let Some((id, moved)) = page.last().cloned() else {
                break;
            };
            for (id, _) in page {
                if let Err(trouble) = self.settle_room(&id).await {
                    log::tell(
                        "not_settled",
                        &[("room", &id), ("why", &format!("{trouble:?}"))],
                    );
                }
            }
            after = (moved, id);
        }
        self.tell_untold().await?;
        for id in self.store.running().await? {
            if let Err(trouble) = self.tidy(&id).await {
                log::tell(
                    "tournament_stands",
                    &[("tournament", &id), ("why", &format!("{trouble:?}"))],
                );
            }
        }
        Ok(())
    }

    /// Does what the end of a battle requires, only once however often it is called.
    pub(crate) async fn settle_room(self: &Arc<Self>, id: &str) -> Result<(), Trouble> {
        let open = self.find(id).await?;
        let mut room = open.lock().await;
        self.sure(&mut room).await?;
        // Somebody else may have ended it: another node, or the host from the command line.
        if room.course.over.is_none() {
            self.catch_up(&mut room).await?;
        }
        let Some((score, fought)) = score(&room) else {
            return Ok(());
        };
        if room.plan.rated && fought {
            self.rate(&room, score).await?;
            self.look_up_ratings(&mut room).await?;
            let view = room.view();
            room.tell(&Hear::Room(Box::new(view)));
        }
        let berth = room.plan.tournament.clone();
        drop(room);
        if let Some(berth) = berth {
            self.scored(&berth.id, id, score, fought).await?;
        }
        Ok(self.store.settled(id).await?)
    }

    /// Changes the ratings of the two players.
    async fn rate(&self, room: &Room, score: Score) -> Result<(), Trouble> {
        let Some(accounts) = self.accounts(&room.id).await? else {
            return Ok(());
        };
        if accounts[0] == accounts[1] {
            return Ok(());
        }
        let at = self.store.deeds(&room.id, room.course.next - 1).await?;
        let battle = RatedBattle {
            room: room.id.clone(),
            rules: room.rules.clone(),
            at: at.last().map_or_else(|| self.now(), |kept| kept.at),
            accounts,
            halves: score
                .halves()
                .map(|halves| u8::try_from(halves).unwrap_or(0)),
        };
        self.store
            .rate(&battle, |before| after(before, &battle))
            .await?;
        Ok(())
    }

    /// Returns the accounts at the two sides of a room, if both have one.
    async fn accounts(&self, room: &str) -> Result<Option<[String; 2]>, Trouble> {
        let seats = self.store.seats(room).await?;
        let of = |seat: Seat| {
            let row = seats.iter().find(|row| row.seat == seat);
            row.and_then(|row| row.account.clone())
        };
        Ok(of(Seat::A).zip(of(Seat::B)).map(|(a, b)| [a, b]))
    }

    /// Looks up the ratings of the players in a rated room.
    pub(crate) async fn look_up_ratings(&self, room: &mut Room) -> Result<(), Trouble> {
        if !room.plan.rated {
            return Ok(());
        }
        for row in self.store.seats(&room.id).await? {
            if let (Some(place), Some(account)) = (row.seat.place(), &row.account) {
                room.ratings[place] = Some(self.rating_of(account, &room.rules).await?);
            }
        }
        Ok(())
    }

    /// Returns the rating of an account at a rule set.
    pub(crate) async fn rating_of(
        &self,
        account: &str,
        rules: &str,
    ) -> Result<RatingView, Trouble> {
        let found = self.store.rating(account, rules).await?;
        Ok(found.map_or_else(fresh, |row| view(&row, self.now())))
    }

    /// Adds the players' ratings to the rated rooms of the lobby.
    pub(crate) async fn rate_lobby(&self, rooms: &mut [LobbyRoom]) -> Result<(), Trouble> {
        let most = i64::try_from(rooms.len()).unwrap_or(i64::MAX);
        for (id, row) in self.store.lobby_ratings(most).await? {
            let room = rooms.iter_mut().find(|room| room.room == id && room.rated);
            if let (Some(room), Some(place)) = (room, Seat::named(&row.of).and_then(Seat::place)) {
                room.ratings[place] = Some(view(&row, self.now()));
            }
        }
        Ok(())
    }

    /// Returns the ratings of an account, at each rule set in which it fought rated battles.
    pub(crate) async fn ratings(&self, account: &str) -> Result<Vec<RatingOf>, Trouble> {
        let rows = self.store.ratings_of(account).await?;
        Ok(rows.iter().map(|row| of(row, self.now())).collect())
    }

    /// Returns the rated battles of an account.
    pub(crate) async fn rated_battles(
        &self,
        account: &str,
    ) -> Result<Vec<wire::RatedBattle>, Trouble> {
        let rows = self.store.results_of(account).await?;
        let told = |row: crate::store::ResultRow| wire::RatedBattle {
            room: row.room,
            rules: row.rules,
            at: row.at,
            against: row.against,
            halves: count(row.halves),
            rating: row.rating,
        };
        Ok(rows.into_iter().map(told).collect())
    }

    /// Returns the table of a rule set: everybody with rated battles, the best first.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn rated(&self, rules: &str) -> Result<Vec<Rated>, Trouble> {
        let rows = self.store.rated(rules, MOST).await?;
        let now = self.now();
        let told = |row: RatingRow| Rated {
            rating: view(&row, now),
            score: row.score.map(count),
            name: row.of,
        };
        Ok(rows.into_iter().map(told).collect())
    }
}

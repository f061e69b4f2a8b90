//! The battles of a tournament: their rooms, their results, and the next round.

use super::Tournament;
use crate::course::Course;
use crate::deed::Deed as RoomDeed;
use crate::mail::About;
use crate::make::host;
use crate::plan::Plan;
use crate::room::Room;
use crate::rooms::Rooms;
use crate::seat::{Seat, Sitter};
use crate::secret;
use crate::store::SeatRow;
use crate::wire::{Berth, Trouble};
use sandtable_tournament::{Deed, Game, Score};
use std::sync::Arc;

/// Milliseconds in a day.
pub(super) const DAY: i64 = 24 * 3_600_000;
/// More steps than a tournament can take at a time: each round takes at most two if nobody fights
/// in it.
const STEPS: usize = 100;

/// Returns the score of a battle that its players did not end.
fn by_default(course: &Course) -> Score {
    match course.names.each_ref().map(Option::is_some) {
        [true, false] => Score::A,
        [false, true] => Score::B,
        [true, true] => Score::Draw,
        [false, false] => Score::Neither,
    }
}

impl Rooms {
    /// Notes the result of a battle of a tournament.
    pub(crate) async fn scored(
        self: &Arc<Self>,
        id: &str,
        room: &str,
        score: Score,
        fought: bool,
    ) -> Result<(), Trouble> {
        for _ in 0..STEPS {
            let one = match self.tournament(id).await {
                // The host deleted the tournament; its battles stay.
                Err(Trouble::NoTournament) => return Ok(()),
                found => found?,
            };
            let mut awaited = one.awaited().into_iter();
            let found = awaited.find(|(_, _, game)| game.room.as_deref() == Some(room));
            let Some((round, board, _)) = found else {
                return self.tidy(id).await;
            };
            let deed = Deed::Scored {
                round,
                board,
                score,
                fought,
            };
            self.keep_there(&one, deed, None).await?;
        }
        Err(Trouble::NotKept)
    }

    /// Brings a tournament up to date: makes rooms that are missing, ends battles of entrants who
    /// withdrew or whose time is up, draws the next round. If it stops midway nothing is lost: it
    /// starts again with what is missing.
    pub(crate) async fn tidy(self: &Arc<Self>, id: &str) -> Result<(), Trouble> {
        for _ in 0..STEPS {
            let one = self.tournament(id).await?;
            if !one.course.has_begun() || one.course.is_over() {
                return Ok(());
            }
            for (_, _, game) in one.awaited() {
                self.attend_game(&one, &game).await?;
            }
            if !self.draw_next(&one).await? {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Draws the next round if it is time for it.
    pub(super) async fn draw_next(&self, one: &Tournament) -> Result<bool, Trouble> {
        let Some(mut boards) = one.course.draw() else {
            return Ok(false);
        };
        for board in &mut boards {
            if board.b.is_some() && board.score.is_none() {
                board.room = Some(secret::room()?);
            }
        }
        // If another node was faster, the tournament is read again.
        self.keep_there(one, Deed::Round { boards }, None).await?;
        Ok(true)
    }

    /// Makes the room of a battle if it is missing, and ends the battle if that is due.
    async fn attend_game(self: &Arc<Self>, one: &Tournament, game: &Game) -> Result<(), Trouble> {
        let (Some(room), Some(b)) = (&game.room, game.b) else {
            return Ok(());
        };
        let round = one.course.rounds.last();
        let late = round.is_some_and(|round| {
            round.at.saturating_add(i64::from(one.plan.days) * DAY) <= self.now()
        });
        let gone = |who: u32| {
            one.course
                .entrants
                .iter()
                .any(|e| e.number == who && e.left)
        };
        match self.store.stands(room).await?.as_deref() {
            None => self.make_board(one, game).await,
            Some("over") => Ok(()),
            Some(_) if gone(game.a) || gone(b) => self.forfeit(room, [gone(game.a), gone(b)]).await,
            Some(_) if late => self.close_board(room, None).await.map(|_| ()),
            Some(_) => Ok(()),
        }
    }

    /// Ends the battle of an entrant who withdrew: as conceded if both players had come; if not,
    /// the other gets the point.
    async fn forfeit(&self, room: &str, gone: [bool; 2]) -> Result<(), Trouble> {
        let open = self.find(room).await?;
        let mut room = open.lock().await;
        self.sure(&mut room).await?;
        let by = if gone[0] { Seat::A } else { Seat::B };
        let deed = match (gone, room.course.is_full()) {
            (_, _) if room.course.over.is_some() => return Ok(()),
            ([true, true], _) => RoomDeed::Closed {
                score: Score::Neither,
            },
            (_, true) => RoomDeed::Conceded { by },
            ([true, _], false) => RoomDeed::Closed { score: Score::B },
            (_, false) => RoomDeed::Closed { score: Score::A },
        };
        self.keep(&mut room, deed).await
    }

    /// Ends a battle that its players did not end: as the organiser says, or else by who came.
    /// Returns whether it was still being fought.
    pub(super) async fn close_board(
        &self,
        room: &str,
        score: Option<Score>,
    ) -> Result<bool, Trouble> {
        let open = self.find(room).await?;
        let mut room = open.lock().await;
        self.sure(&mut room).await?;
        if room.course.over.is_some() {
            return Ok(false);
        }
        let score = score.unwrap_or_else(|| by_default(&room.course));
        let deed = RoomDeed::Closed { score };
        self.keep(&mut room, deed).await.map(|()| true)
    }

    /// Makes the room of a battle: its seats belong to the two entrants who are to fight it.
    async fn make_board(&self, one: &Tournament, game: &Game) -> Result<(), Trouble> {
        let (Some(id), Some(b)) = (&game.room, game.b) else {
            return Ok(());
        };
        let round = one.course.rounds.len();
        let scenario = one.plan.scenario(round - 1);
        let umpire = self.scenario(scenario)?.open(secret::seed()?);
        let setting = &umpire.journal().now().setting;
        let plan = Plan {
            sides: setting.sides.each_ref().map(|side| side.name.clone()),
            sitters: [Sitter::Person, Sitter::Person],
            clock: one.plan.clock,
            listed: true,
            dice: one.plan.dice,
            host: host(one.plan.dice, umpire.journal())?,
            umpire: false,
            delay: 0,
            vacation: 0,
            rated: one.plan.rated,
            tournament: Some(Berth {
                id: one.row.id.clone(),
                name: one.row.name.clone(),
                round: u32::try_from(round).unwrap_or(u32::MAX),
            }),
        };
        let mut seats = Vec::new();
        for (seat, who) in [
            (Seat::A, Some(game.a)),
            (Seat::B, Some(b)),
            (Seat::Watch, None),
        ] {
            let entrant = who.and_then(|who| one.entrant(who));
            seats.push(SeatRow {
                seat,
                // Nobody knows this link: the seat belongs to the entrant.
                link: secret::hash(&secret::secret()?),
                device: entrant.map(|row| row.device.clone()),
                code: None,
                account: entrant.and_then(|row| row.account.clone()),
            });
        }
        let mut room = Room::new(id.clone(), plan, umpire);
        if !self.found(&mut room, seats, None).await? {
            // Another node made the room at the same moment, and writes to the players.
            return Ok(());
        }
        let round = About::Round(u32::try_from(round).unwrap_or(u32::MAX));
        for seat in Seat::SIDES {
            self.write_to((id, &one.row.name), seat, round);
        }
        Ok(())
    }

    /// Returns the name of the entrant who was drawn for a seat.
    pub(crate) async fn drawn_name(
        &self,
        berth: &Berth,
        room: &str,
        seat: Seat,
    ) -> Result<Option<String>, Trouble> {
        let one = match self.tournament(&berth.id).await {
            Err(Trouble::NoTournament) => return Ok(None),
            found => found?,
        };
        let mut games = one.course.rounds.iter().flat_map(|round| &round.games);
        let game = games.find(|game| game.room.as_deref() == Some(room));
        let who = game.and_then(|game| match seat {
            Seat::A => Some(game.a),
            _ => game.b,
        });
        let entrant = who.and_then(|who| one.entrant(who));
        Ok(entrant
            .map(|row| row.name.clone())
            .filter(|name| !name.is_empty()))
    }
}

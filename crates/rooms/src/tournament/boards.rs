//! The battles of a tournament: their rooms, their results, and the next round.

use super::{Tournament, wire};
use crate::course::Course;
use crate::deed::Deed as RoomDeed;
use crate::mail::About;
use crate::make::host;
use crate::plan::Plan;
use crate::room::Room;
use crate::rooms::{Rooms, TRIES};
use crate::seat::{Seat, Sitter};
use crate::secret;
use crate::store::{SeatRow, StoreError};
use crate::wire::{Berth, Trouble};
use sandtable_tournament::{Deed, Game, Round, Score};
use std::sync::Arc;

/// Milliseconds in a day.
const DAY: i64 = 24 * 3_600_000;
/// More steps than a tournament can take at a time: each round takes at most two if nobody fights
/// in it.
const STEPS: usize = 100;

/// Score of a battle that ends by default while its room cannot be read: nobody knows who came.
pub(super) const UNREADABLE: Score = Score::Draw;

/// Returns the score of a battle that its players did not end.
fn by_default(course: &Course) -> Score {
    match course.names.each_ref().map(Option::is_some) {
        [true, false] => Score::A,
        [false, true] => Score::B,
        [true, true] => Score::Draw,
        [false, false] => Score::Neither,
    }
}

/// Returns the score of a battle that one entrant or both left.
const fn left_by(gone: [bool; 2]) -> Score {
    match gone {
        [true, true] => Score::Neither,
        [true, false] => Score::B,
        _ => Score::A,
    }
}

/// Returns when the time for a round is up.
pub(super) fn ends(round: &Round, plan: &wire::Plan) -> i64 {
    round.at.saturating_add(i64::from(plan.days) * DAY)
}

/// Why a battle ends that its players did not end.
#[derive(Clone, Copy)]
enum Ends {
    /// These entrants withdrew.
    Gone([bool; 2]),
    /// The time for its round is up.
    Late,
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
            let mut noted = false;
            for (round, board, game) in one.awaited() {
                noted |= self.attend_game(&one, (round, board), &game).await?;
            }
            if !noted && self.draw_next(&one).await?.is_none() {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Draws the next round if it is time for it; then returns whether it was stored. If not, the
    /// tournament must be read again: another node was faster, or somebody entered or withdrew.
    pub(super) async fn draw_next(&self, one: &Tournament) -> Result<Option<bool>, Trouble> {
        let Some(mut boards) = one.course.draw() else {
            return Ok(None);
        };
        for board in &mut boards {
            if board.b.is_some() && board.score.is_none() {
                board.room = Some(secret::room()?);
            }
        }
        let kept = self.keep_there(one, Deed::Round { boards }, None).await?;
        Ok(Some(kept))
    }

    /// Makes the room of a battle if it is missing, and ends the battle if that is due. Returns
    /// whether it noted a result in the tournament itself: that of a room that cannot be read.
    async fn attend_game(
        self: &Arc<Self>,
        one: &Tournament,
        (round, board): (usize, usize),
        game: &Game,
    ) -> Result<bool, Trouble> {
        let (Some(room), Some(b)) = (&game.room, game.b) else {
            return Ok(false);
        };
        let ends = self.ends_of(one, game.a, b);
        let ended = match (self.store.stands(room).await?.as_deref(), ends) {
            (None, _) => self.make_board(one, game).await,
            (Some("over"), _) | (_, None) => Ok(()),
            (_, Some(Ends::Gone(gone))) => self.forfeit(room, gone).await,
            (_, Some(Ends::Late)) => self.close_board(room, None).await.map(|_| ()),
        };
        let score = match (ended, ends) {
            (Err(Trouble::Unreadable), Some(Ends::Gone(gone))) => left_by(gone),
            (Err(Trouble::Unreadable), _) => UNREADABLE,
            (ended, _) => return ended.map(|()| false),
        };
        let deed = Deed::Scored {
            round,
            board,
            score,
            fought: false,
        };
        // One room holds nobody else up: the organiser or the host can look at it later.
        self.keep_there(one, deed, None).await?;
        Ok(true)
    }

    /// Returns why the battle of two entrants ends, if it does.
    fn ends_of(&self, one: &Tournament, a: u32, b: u32) -> Option<Ends> {
        let round = one.course.rounds.last();
        let late = round.is_some_and(|round| ends(round, &one.plan) <= self.now());
        let gone = |who: u32| {
            one.course
                .entrants
                .iter()
                .any(|e| e.number == who && e.left)
        };
        match [gone(a), gone(b)] {
            [false, false] => late.then_some(Ends::Late),
            gone => Some(Ends::Gone(gone)),
        }
    }

    /// Ends the battle of an entrant who withdrew: as conceded if both players had come; if not,
    /// the other gets the point.
    async fn forfeit(&self, room: &str, gone: [bool; 2]) -> Result<(), Trouble> {
        let by = if gone[0] { Seat::A } else { Seat::B };
        let deed = |course: &Course| match (gone, course.is_full()) {
            ([true, false] | [false, true], true) => RoomDeed::Conceded { by },
            (gone, _) => RoomDeed::Closed {
                score: left_by(gone),
            },
        };
        self.end_room(room, deed).await.map(drop)
    }

    /// Ends a battle that its players did not end: as the organiser says, or else by who came.
    /// Returns whether it was still being fought.
    pub(super) async fn close_board(
        &self,
        room: &str,
        score: Option<Score>,
    ) -> Result<bool, Trouble> {
        let deed = |course: &Course| RoomDeed::Closed {
            score: score.unwrap_or_else(|| by_default(course)),
        };
        self.end_room(room, deed).await
    }

    /// Ends a battle, whatever its players do at the same moment. Returns whether it was still being
    /// fought.
    async fn end_room(
        &self,
        room: &str,
        deed: impl Fn(&Course) -> RoomDeed,
    ) -> Result<bool, Trouble> {
        let open = self.find(room).await?;
        let mut room = open.lock().await;
        self.sure(&mut room).await?;
        for _ in 0..TRIES {
            if room.course.over.is_some() {
                return Ok(false);
            }
            let deed = deed(&room.course);
            match self.keep(&mut room, deed).await {
                Err(Trouble::Late { .. }) => {}
                done => return done.map(|()| true),
            }
        }
        Err(Trouble::NotKept)
    }

    /// Makes the room of a battle: its seats belong to the two entrants who are to fight it.
    async fn make_board(self: &Arc<Self>, one: &Tournament, game: &Game) -> Result<(), Trouble> {
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
            let entrant = match who {
                Some(who) => Some(one.entrant(who).ok_or(Trouble::NoEntrant)?),
                None => None,
            };
            seats.push(SeatRow {
                seat,
                // Nobody knows this link: the seat belongs to the entrant.
                link: secret::hash(&secret::secret()?),
                device: entrant.map(|row| row.device.clone()),
                code: None,
                account: entrant.and_then(|row| row.account.clone()),
                lent: false,
            });
        }
        let mut room = Room::new(id.clone(), plan, umpire);
        // If another node made the room at the same moment, that one writes to the players. A command
        // of the host writes no letters: a server does so later.
        let made = self.found(&mut room, seats, None).await?;
        if made && (self.mailer().is_some() || self.pusher().is_some()) {
            let rooms = Arc::clone(self);
            tokio::spawn(async move { rooms.tell_untold().await });
        }
        Ok(())
    }

    /// Writes to the players of battles that were drawn.
    ///
    /// # Errors
    /// If the database does not answer.
    pub(crate) async fn tell_untold(self: &Arc<Self>) -> Result<(), Trouble> {
        for id in self.store.take_untold(self.now()).await? {
            let berth = match self.find(&id).await {
                Ok(room) => {
                    let room = room.lock().await;
                    let goes_on = room.course.over.is_none();
                    room.plan.tournament.clone().filter(|_| goes_on)
                }
                Err(Trouble::NoRoom) => None,
                // Perhaps it can be read later.
                Err(_) => continue,
            };
            let rooms = Arc::clone(self);
            self.telling().insert(id.clone());
            tokio::spawn(async move {
                if let Some(berth) = &berth {
                    rooms.tell_drawn(&id, berth).await?;
                }
                let done = rooms.store.forget_untold(&id).await;
                rooms.telling().remove(&id);
                done
            });
        }
        Ok(())
    }

    /// Gives the letters back that this server did not get to, before it stops: another one, or the
    /// next, sends them at once.
    pub async fn give_back_letters(&self) {
        let telling: Vec<String> = self.telling().iter().cloned().collect();
        for room in telling {
            // If the database is gone, they go later.
            let _ = self.store.give_back_untold(&room).await;
        }
    }

    /// Writes to the two players of a battle that was drawn, and waits until the letters are sent.
    async fn tell_drawn(&self, room: &str, berth: &Berth) -> Result<(), StoreError> {
        let [a, b] = Seat::SIDES.map(|seat| {
            let about = About::Round(berth.round);
            self.write_surely((room, &berth.name), seat, about)
        });
        let (a, b) = tokio::join!(a, b);
        a.and(b)
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

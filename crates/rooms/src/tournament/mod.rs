//! Tournaments: who entered, who meets whom, and the results.
//!
//! Like a room, a tournament is a list of deeds in the database, under the key (tournament,
//! number). It is read again for each request, so several nodes need not tell each other. A deed
//! says in which room a battle is fought; the room is made when it is missing, and the result of
//! the battle is read from the room. So a server that dies midway goes on where it stopped.

mod acts;
mod boards;
mod league;
pub mod wire;

use crate::log;
use crate::rooms::Rooms;
use crate::store::{EntrantRow, KeptThere, Stale, StoreError, TournamentRow};
use crate::wire::Trouble;
use sandtable_tournament::{Course, Deed, Game};
use wire::{Plan, Stage};

/// A tournament as it stands.
pub(crate) struct Tournament {
    pub row: TournamentRow,
    pub plan: Plan,
    pub course: Course,
    pub entrants: Vec<EntrantRow>,
}

impl Tournament {
    /// Returns how a tournament stands, for lists.
    pub(crate) fn stage(course: &Course) -> Stage {
        match (course.is_over(), course.has_begun()) {
            (true, _) => Stage::Over,
            (false, true) => Stage::Played,
            (false, false) => Stage::Open,
        }
    }

    pub(crate) fn entrant(&self, number: u32) -> Option<&EntrantRow> {
        self.entrants
            .iter()
            .find(|row| row.entrant == i64::from(number))
    }

    /// Returns the entrant that a device or its account plays. Who entered with an account belongs to
    /// it, and who entered without one to the device.
    pub(crate) fn of_device(&self, device: &str, account: Option<&str>) -> Option<u32> {
        let of_account = |row: &&EntrantRow| account.is_some() && row.account.as_deref() == account;
        let of_this = |row: &&EntrantRow| row.account.is_none() && row.device == device;
        let entrants = || self.entrants.iter();
        let found = (entrants().find(of_account)).or_else(|| entrants().find(of_this))?;
        u32::try_from(found.entrant).ok()
    }

    /// Returns the battles of the last round that are awaited: the round, the place in it, the
    /// battle. None if the organiser ended it.
    pub(crate) fn awaited(&self) -> Vec<(usize, usize, Game)> {
        if self.course.ended {
            return Vec::new();
        }
        let Some(round) = self.course.rounds.len().checked_sub(1) else {
            return Vec::new();
        };
        let games = self.course.rounds[round].games.iter().enumerate();
        let open = games.filter(|(_, game)| !game.is_done());
        open.map(|(at, game)| (round, at, game.clone())).collect()
    }
}

impl Rooms {
    /// Returns a tournament as it stands.
    ///
    /// # Errors
    /// If there is none, or it cannot be read.
    pub(crate) async fn tournament(&self, id: &str) -> Result<Tournament, Trouble> {
        let row = self
            .store
            .tournament(id)
            .await?
            .ok_or(Trouble::NoTournament)?;
        self.read_tournament(row).await
    }

    pub(crate) async fn read_tournament(&self, row: TournamentRow) -> Result<Tournament, Trouble> {
        let plan: Plan = serde_json::from_str(&row.plan).map_err(|why| {
            log::tell("unreadable", &[("tournament", &row.id), ("why", &why)]);
            Trouble::Unreadable
        })?;
        let mut course = Course::new(plan.form);
        course.closed = row.stands == Stage::Over.name();
        let read = async {
            for kept in self.store.tournament_deeds(&row.id).await? {
                course.take(kept.at, &kept.deed);
            }
            // After the deeds, so that every entrant they name is among them.
            let entrants = self.store.entrants(&row.id).await?;
            let is_there = |n: u32| entrants.iter().any(|row| row.entrant == i64::from(n));
            match course.entrants.iter().find(|one| !is_there(one.number)) {
                Some(lost) => {
                    let says = format!("entrant {} is missing", lost.number);
                    Err(StoreError::damaged(says))
                }
                None => Ok(entrants),
            }
        };
        let entrants = read.await;
        if let Err(StoreError::Damaged(why)) = &entrants {
            log::tell("unreadable", &[("tournament", &row.id), ("why", why)]);
        }
        Ok(Tournament {
            entrants: entrants?,
            row,
            plan,
            course,
        })
    }

    /// Stores a deed of a tournament; returns false if something else happened meanwhile, so that
    /// the tournament must be read again.
    pub(crate) async fn keep_there(
        &self,
        tournament: &Tournament,
        deed: Deed,
        enters: Option<&EntrantRow>,
    ) -> Result<bool, Trouble> {
        let at = self.now();
        let mut course = tournament.course.clone();
        course.take(at, &deed);
        let stands = Tournament::stage(&course).name();
        let (id, n) = (&tournament.row.id, tournament.course.next);
        let kept = KeptThere { at, deed };
        let done = self.store.keep_there(id, n, &kept, stands, enters).await?;
        match done {
            Ok(()) => Ok(true),
            Err(Stale::Number) => Ok(false),
            Err(Stale::Account) => Err(Trouble::NotKept),
            Err(Stale::Name) => Err(Trouble::NameTaken),
        }
    }
}

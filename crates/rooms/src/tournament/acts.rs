//! What can be done in a tournament, one function each.

use super::Tournament;
use super::boards::{UNREADABLE, ends};
use super::wire::{
    Asker, BoardView, EntrantView, ListedTournament, MOST_DAYS, MOST_ENTRANTS, MOST_SCENARIOS,
    MadeTournament, MakeTournament, Plan, RoundView, Stage, TournamentDeed, TournamentOf,
    TournamentView, Tournaments,
};
use crate::account::key_of;
use crate::joint::DiceKind;
use crate::plan;
use crate::rooms::Rooms;
use crate::secret;
use crate::store::{EntrantRow, TournamentRow};
use crate::wire::{PROTOCOL, Trouble};
use sandtable_session::{Setup, Source, Umpire};
use sandtable_tournament::{Deed, Form, Rating, Round, Score};
use std::sync::Arc;

/// Maximum number of tournaments in a list.
const LIST: i64 = 50;
/// Number of tries while others do something at the same moment.
const TRIES: u32 = 20;

impl Plan {
    /// Returns the scenario of a round, counted from 0.
    #[must_use]
    pub fn scenario(&self, round: usize) -> &str {
        let at = round % self.scenarios.len().max(1);
        self.scenarios.get(at).map_or("", String::as_str)
    }

    fn check(&self) -> Result<(), Trouble> {
        let some = (1..=MOST_SCENARIOS).contains(&self.scenarios.len());
        let days = (1..=MOST_DAYS).contains(&self.days);
        if !some || !days || !self.form.is_sound() || !self.clock.is_sound() {
            return Err(Trouble::Garbled);
        }
        match self.rated && self.dice == DiceKind::Hand {
            true => Err(Trouble::NotRated),
            false => Ok(()),
        }
    }
}

/// Returns a tournament as a list shows it.
pub(super) fn listed(row: &TournamentRow, plan: &Plan, stands: Stage) -> ListedTournament {
    ListedTournament {
        id: row.id.clone(),
        name: row.name.clone(),
        series: row.series.clone(),
        rules: row.rules.clone(),
        form: plan.form,
        stands,
        moved: row.moved,
    }
}

fn lists(rows: &[TournamentRow]) -> Vec<ListedTournament> {
    let one = |row: &TournamentRow| {
        let plan = serde_json::from_str(&row.plan).ok()?;
        Some(listed(row, &plan, Stage::named(&row.stands)?))
    };
    rows.iter().filter_map(one).collect()
}

impl Rooms {
    /// Makes a tournament. Organisers need an account, so that they find it again.
    ///
    /// # Errors
    /// If it was not made: the trouble says why.
    pub(crate) async fn make_tournament(
        &self,
        make: MakeTournament,
    ) -> Result<MadeTournament, Trouble> {
        if make.page != PROTOCOL {
            return Err(Trouble::OldPage);
        }
        if !plan::is_key(&make.device) {
            return Err(Trouble::Garbled);
        }
        let account = self.store.account_of(&secret::hash(&make.device)).await?;
        let account = account.ok_or(Trouble::NeedsAccount)?.id;
        let named = (make.name.as_str(), make.series.as_str());
        let id = self
            .new_tournament(named, make.listed, &make.plan, Some(account))
            .await?;
        Ok(MadeTournament { id })
    }

    /// Makes a tournament for an account or for the host; returns its id.
    ///
    /// # Errors
    /// If it was not made: the trouble says why.
    pub async fn new_tournament(
        &self,
        (name, series): (&str, &str),
        listed: bool,
        plan: &Plan,
        account: Option<String>,
    ) -> Result<String, Trouble> {
        let name = plan::name(name);
        if name.is_empty() {
            return Err(Trouble::NoName);
        }
        plan.check()?;
        let rules = self.rules_of(plan)?;
        let row = TournamentRow {
            id: secret::room()?,
            plan: serde_json::to_string(plan).map_err(|_| Trouble::NotKept)?,
            rules,
            name,
            series: plan::name(series),
            listed,
            stands: Stage::Open.name().to_owned(),
            moved: self.now(),
            account,
        };
        self.store.make_tournament(&row).await?;
        Ok(row.id)
    }

    /// Returns the rule set that all scenarios of a tournament share.
    fn rules_of(&self, plan: &Plan) -> Result<String, Trouble> {
        let mut rules: Vec<String> = Vec::new();
        for id in &plan.scenarios {
            let setup = Setup {
                from: Source::Scenario(id),
                house: None,
                armies: [None, None],
            };
            let begun = Umpire::begin(&self.shelf, setup, 1);
            let umpire = begun.map_err(|error| Trouble::Refused(Box::new(error)))?;
            rules.push(umpire.journal().header.rules.clone());
        }
        rules.dedup();
        match <[String; 1]>::try_from(rules) {
            Ok([rules]) => Ok(rules),
            Err(_) => Err(Trouble::Garbled),
        }
    }

    /// Returns the public tournaments and those of a device.
    ///
    /// # Errors
    /// If the key is invalid, or the database does not answer.
    pub(crate) async fn tournaments(&self, device: &str) -> Result<Tournaments, Trouble> {
        if !plan::is_key(device) {
            return Err(Trouble::Garbled);
        }
        let mine = self
            .store
            .tournaments_of(&secret::hash(device), LIST)
            .await?;
        Ok(Tournaments {
            listed: lists(&self.store.tournaments(false, LIST).await?),
            mine: lists(&mine),
        })
    }

    /// Does what a device asks in a tournament, and returns how the tournament stands then.
    ///
    /// # Errors
    /// If it was not done: the trouble says why.
    pub(crate) async fn in_tournament(
        self: &Arc<Self>,
        id: &str,
        of: TournamentOf,
    ) -> Result<TournamentView, Trouble> {
        if !plan::is_key(&of.device) {
            return Err(Trouble::Garbled);
        }
        let device = secret::hash(&of.device);
        let what = match of.what {
            TournamentDeed::Look => return self.tournament_view(id, &device).await,
            TournamentDeed::Enter { name } => {
                self.enter_tournament(id, &device, &name).await?;
                return self.tournament_view(id, &device).await;
            }
            what => what,
        };
        let one = self.tournament(id).await?;
        let asker = self.asker(&one, &device).await?;
        match what {
            TournamentDeed::Withdraw => {
                let entrant = asker.entrant.ok_or(Trouble::NotEntered)?;
                self.withdraw(id, entrant).await?;
            }
            _ if !asker.organiser => return Err(Trouble::NotOrganiser),
            what => self.organise(id, what).await?,
        }
        self.tournament_view(id, &device).await
    }

    /// Does what only the organiser or the host may do.
    ///
    /// # Errors
    /// If it was not done: the trouble says why.
    pub async fn organise(self: &Arc<Self>, id: &str, what: TournamentDeed) -> Result<(), Trouble> {
        match what {
            TournamentDeed::Begin => self.begin_tournament(id).await,
            TournamentDeed::Close {
                round,
                board,
                score,
            } => self.close(id, round, Some((board, score))).await,
            TournamentDeed::CloseRound { round } => self.close(id, round, None).await,
            TournamentDeed::Remove { entrant } => self.withdraw(id, entrant).await,
            TournamentDeed::End => self.end_tournament(id).await,
            TournamentDeed::Look | TournamentDeed::Enter { .. } | TournamentDeed::Withdraw => {
                Err(Trouble::Garbled)
            }
        }
    }

    async fn enter_tournament(&self, id: &str, device: &str, name: &str) -> Result<(), Trouble> {
        let account = self.store.account_of(device).await?.map(|row| row.id);
        let name = plan::name(name);
        if name.is_empty() {
            return Err(Trouble::NoName);
        }
        let _turn = self.entering.lock().await;
        for _ in 0..TRIES {
            let one = self.tournament(id).await?;
            let asker = self.asker(&one, device).await?;
            if asker.entrant.is_some() {
                return Err(Trouble::EnteredAlready);
            }
            let late = one.plan.late && matches!(one.plan.form, Form::Swiss { .. });
            if one.course.is_over() || (one.course.has_begun() && !late) {
                return Err(Trouble::EntriesClosed);
            }
            if one.entrants.len() >= MOST_ENTRANTS {
                return Err(Trouble::TooMany);
            }
            let entrant = u32::try_from(one.entrants.len() + 1).map_err(|_| Trouble::TooMany)?;
            let found = match &account {
                Some(account) => self.store.rating(account, &one.row.rules).await?,
                None => None,
            };
            let seed = found.map_or(Rating::NEW.rating, |row| row.rating.rating);
            let row = EntrantRow {
                entrant: i64::from(entrant),
                name: name.clone(),
                key: Some(key_of(&name)),
                device: device.to_owned(),
                account: account.clone(),
            };
            let deed = Deed::Entered { entrant, seed };
            if self.keep_there(&one, deed, Some(&row)).await? {
                return Ok(());
            }
        }
        Err(Trouble::NotKept)
    }

    /// Withdraws an entrant, who loses the battle of this round and later ones.
    async fn withdraw(self: &Arc<Self>, id: &str, entrant: u32) -> Result<(), Trouble> {
        for _ in 0..TRIES {
            let one = self.tournament(id).await?;
            let found = one.course.entrants.iter().find(|e| e.number == entrant);
            let found = found.ok_or(Trouble::NoEntrant)?;
            if one.course.is_over() || found.left {
                return Err(Trouble::DoneAlready);
            }
            let games = one.awaited();
            if self.keep_there(&one, Deed::Left { entrant }, None).await? {
                self.tidy(id).await?;
                let mut games = games.into_iter();
                let own = games.find(|(_, _, game)| game.place(entrant).is_some());
                let Some(room) = own.and_then(|(_, _, game)| game.room) else {
                    return Ok(());
                };
                return match self.settle_room(&room).await {
                    // The tournament already has its result.
                    Err(Trouble::Unreadable) => Ok(()),
                    done => done,
                };
            }
        }
        Err(Trouble::NotKept)
    }

    async fn begin_tournament(self: &Arc<Self>, id: &str) -> Result<(), Trouble> {
        for _ in 0..TRIES {
            let one = self.tournament(id).await?;
            if one.course.has_begun() || one.course.ended {
                return Err(Trouble::DoneAlready);
            }
            match self.draw_next(&one).await? {
                None => return Err(Trouble::TooFew),
                Some(true) => return self.tidy(id).await,
                // Somebody entered or withdrew at the same moment.
                Some(false) => {}
            }
        }
        Err(Trouble::NotKept)
    }

    /// Ends one battle of a round for the organiser, or all that are left.
    async fn close(
        self: &Arc<Self>,
        id: &str,
        round: u32,
        one: Option<(usize, Score)>,
    ) -> Result<(), Trouble> {
        // The host may have removed a room: it is made again.
        self.tidy(id).await?;
        let tournament = self.tournament(id).await?;
        if !is_last(
            &tournament.course.rounds,
            round,
            one.map(|(board, _)| board),
        )? {
            return Err(Trouble::DoneAlready);
        }
        let mut closed = 0;
        for (_, board, game) in tournament.awaited() {
            let score = match one {
                Some((which, score)) if which == board => Some(score),
                Some(_) => continue,
                None => None,
            };
            let Some(room) = game.room else { continue };
            let ended = match self.close_board(&room, score).await {
                Err(Trouble::Unreadable) => {
                    let score = score.unwrap_or(UNREADABLE);
                    self.scored(id, &room, score, false).await?;
                    true
                }
                ended => {
                    let ended = ended?;
                    self.settle_room(&room).await?;
                    ended
                }
            };
            closed += u32::from(ended || score.is_none());
        }
        match closed {
            0 => Err(Trouble::DoneAlready),
            _ => Ok(()),
        }
    }

    async fn end_tournament(&self, id: &str) -> Result<(), Trouble> {
        for _ in 0..TRIES {
            let one = self.tournament(id).await?;
            if one.course.is_over() {
                return Err(Trouble::DoneAlready);
            }
            if self.keep_there(&one, Deed::Ended, None).await? {
                return Ok(());
            }
        }
        Err(Trouble::NotKept)
    }

    /// Returns who asks.
    async fn asker(&self, one: &Tournament, device: &str) -> Result<Asker, Trouble> {
        let account = self.store.account_of(device).await?.map(|row| row.id);
        Ok(Asker {
            entrant: one.of_device(device, account.as_deref()),
            organiser: account.is_some() && one.row.account == account,
            account: account.is_some(),
        })
    }

    /// Returns a tournament as a device sees it, by the fingerprint of its key.
    async fn tournament_view(&self, id: &str, device: &str) -> Result<TournamentView, Trouble> {
        let one = self.tournament(id).await?;
        let you = self.asker(&one, device).await?;
        self.told_tournament(&one, you).await
    }

    /// Returns a tournament as the host sees it.
    ///
    /// # Errors
    /// If there is none, or the database does not answer.
    pub async fn show_tournament(&self, id: &str) -> Result<TournamentView, Trouble> {
        let one = self.tournament(id).await?;
        self.told_tournament(&one, Asker::default()).await
    }

    async fn told_tournament(
        &self,
        one: &Tournament,
        you: Asker,
    ) -> Result<TournamentView, Trouble> {
        let organiser = match &one.row.account {
            Some(account) => self.store.account_named(account).await?,
            None => None,
        };
        let mut entrants = Vec::new();
        for entrant in &one.course.entrants {
            let row = one.entrant(entrant.number);
            let rating = match row.and_then(|row| row.account.as_ref()) {
                Some(account) => Some(self.rating_of(account, &one.row.rules).await?),
                None => None,
            };
            entrants.push(EntrantView {
                number: entrant.number,
                name: row.map(|row| row.name.clone()).unwrap_or_default(),
                left: entrant.left,
                rating,
            });
        }
        let about = listed(&one.row, &one.plan, Tournament::stage(&one.course));
        let rounds = one.course.rounds.iter().enumerate();
        let mut rounds: Vec<RoundView> = rounds
            .map(|(at, round)| told(&one.plan, at, round))
            .collect();
        for board in rounds
            .last_mut()
            .into_iter()
            .flat_map(|round| &mut round.boards)
        {
            // A room is shown once people can go there.
            if let Some(room) = &board.room
                && board.score.is_none()
                && self.store.stands(room).await?.is_none()
            {
                board.room = None;
            }
        }
        let last = one.course.rounds.last().filter(|_| !one.course.is_over());
        Ok(TournamentView {
            about,
            organiser,
            entrants,
            rounds,
            total: one.course.total(),
            due: last.map(|round| ends(round, &one.plan)),
            table: one.course.table(),
            plan: one.plan.clone(),
            you,
        })
    }
}

/// Returns whether a round, counted from 1, is the last so far.
///
/// # Errors
/// If there is no such round yet, or no such board in it.
fn is_last(rounds: &[Round], round: u32, board: Option<usize>) -> Result<bool, Trouble> {
    let round = usize::try_from(round).unwrap_or(usize::MAX);
    let at = round.checked_sub(1).ok_or(Trouble::NoBoard)?;
    let found = rounds.get(at).ok_or(Trouble::NoBoard)?;
    match board.is_some_and(|board| board >= found.games.len()) {
        true => Err(Trouble::NoBoard),
        false => Ok(round == rounds.len()),
    }
}

/// Returns a round as pages see it.
fn told(plan: &Plan, at: usize, round: &Round) -> RoundView {
    let board = |game: &sandtable_tournament::Game| BoardView {
        a: game.a,
        b: game.b,
        room: game.room.clone(),
        score: game.score.map(|(score, _)| score),
        fought: game.score.is_some_and(|(_, fought)| fought),
    };
    RoundView {
        scenario: plan.scenario(at).to_owned(),
        boards: round.games.iter().map(board).collect(),
    }
}

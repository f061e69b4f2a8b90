//! All rooms: found, opened when somebody comes, closed when everybody has gone.

use crate::alarms::Alarms;
use crate::clock::ClockKind;
use crate::deed::{Deed, Kept};
use crate::feed;
use crate::log;
use crate::mail::{self, About, Mail};
use crate::metrics::Metrics;
use crate::plan::{self, Plan};
use crate::push::{self, Push};
use crate::room::{Change, Room};
use crate::seat::{Seat, Sitter};
use crate::secret;
use crate::store::{Entry, LobbyRow, MineRow, Move, Shown, Store, StoreError};
use crate::wire::{LobbyRoom, MyRoom, Stands, Trouble};
use sandtable_session::{Layout, Shelf};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};
use tokio::sync::{Mutex as Lock, Notify, OnceCell};

/// Maximum number of rooms that the lobby shows.
const LOBBY: i64 = 100;
/// Number of tries to store a deed while other nodes store theirs.
pub(crate) const TRIES: u32 = 20;

/// An open room that several tasks share.
pub type Open = Arc<Lock<Room>>;

/// What tells the time, in milliseconds since 1970.
pub type Time = Arc<dyn Fn() -> i64 + Send + Sync>;

/// All rooms.
pub struct Rooms {
    pub(crate) store: Store,
    pub(crate) metrics: Metrics,
    pub(crate) shelf: Shelf,
    /// Scenarios that rooms were made from.
    pub(crate) layouts: Mutex<BTreeMap<String, Layout>>,
    time: Time,
    mail: OnceLock<Mail>,
    /// Notified when a battle ends that counts for something.
    pub(crate) ended: Notify,
    push: OnceLock<Push>,
    /// The rooms whose clocks ran out and that somebody looks at.
    pub(crate) alarms: Alarms,
    /// Notified when rooms are to be looked at again.
    pub(crate) look: Notify,
    open: Mutex<BTreeMap<String, Arc<OnceCell<Open>>>>,
    /// Lets one player after the other enter a tournament: many do so in its first minute.
    pub(crate) entering: Lock<()>,
    /// The rooms of tournaments whose players this server is writing to.
    telling: Mutex<BTreeSet<String>>,
}

/// Returns the clock of this machine.
#[must_use]
pub fn machine_time() -> Time {
    Arc::new(|| {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        since.map_or(0, |since| {
            i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
        })
    })
}

impl Rooms {
    /// Returns the rooms that a store holds.
    #[must_use]
    pub fn new(store: Store, time: Time) -> Arc<Self> {
        Arc::new(Self {
            store,
            metrics: Metrics::default(),
            shelf: Shelf::shipped().remembering(),
            layouts: Mutex::default(),
            time,
            mail: OnceLock::new(),
            ended: Notify::new(),
            push: OnceLock::new(),
            alarms: Alarms::default(),
            look: Notify::new(),
            open: Mutex::default(),
            telling: Mutex::default(),
            entering: Lock::default(),
        })
    }

    /// Returns the store that holds the rooms.
    #[must_use]
    pub const fn store(&self) -> &Store {
        &self.store
    }

    /// Writes letters to players who want them from now on.
    pub fn write_by(&self, mail: Mail) {
        // The first setting stays: it is set once, when the program starts.
        let _ = self.mail.set(mail);
    }

    pub(crate) fn mailer(&self) -> Option<&Mail> {
        self.mail.get()
    }

    /// Sends notices to browsers that want them from now on.
    pub fn push_by(&self, push: Push) {
        let _ = self.push.set(push);
    }

    pub(crate) fn pusher(&self) -> Option<&Push> {
        self.push.get()
    }

    /// Writes to absent players when it becomes their turn or the battle is over.
    fn write_to_absent(&self, room: &Room, before: Option<Seat>, was_over: bool) {
        let slow = !matches!(room.plan.clock, ClockKind::Live { .. });
        if !slow || !room.course.is_full() {
            return;
        }
        let waits = room.course.waits().filter(|seat| before != Some(*seat));
        let over = room.course.over.is_some() && !was_over;
        for seat in Seat::SIDES {
            let about = match (over, waits == Some(seat)) {
                (true, _) => About::Over,
                (false, true) => About::Turn,
                (false, false) => continue,
            };
            if room.here[seat.chair()] > 0 || room.computer(seat).is_some() {
                continue;
            }
            self.write_to((&room.id, &room.title), seat, about);
        }
    }

    /// Writes to the player at a seat in each way that the player wants; the room is given by its
    /// name and its title.
    pub(crate) fn write_to(&self, (id, title): (&str, &str), seat: Seat, about: About) {
        let (id, title) = (id.to_owned(), title.to_owned());
        let (store, now) = (self.store.clone(), self.now());
        let (mail, push) = (self.mailer().cloned(), self.pusher().cloned());
        tokio::spawn(async move {
            // Neither is a promise: the page and the feed show the same.
            if let Some(mail) = mail {
                let (store, id, title) = (store.clone(), id.clone(), title.clone());
                let _ = mail::tell(mail, store, id, title, (seat, about), now).await;
            }
            if let Some(push) = push {
                let _ = push::tell(push, store, id, title, (seat, about), now).await;
            }
        });
    }

    /// Writes as [`Rooms::write_to`] does, and ends only when the letter is sent or given up.
    ///
    /// # Errors
    /// If the database does not answer: the letter may then be unsent.
    pub(crate) async fn write_surely(
        &self,
        (id, title): (&str, &str),
        seat: Seat,
        about: About,
    ) -> Result<(), StoreError> {
        let (store, now) = (self.store.clone(), self.now());
        if let Some(push) = self.pusher().cloned() {
            let (id, title) = (id.to_owned(), title.to_owned());
            push::tell(push, store.clone(), id, title, (seat, about), now).await?;
        }
        match self.mailer() {
            Some(mail) => mail::bring(mail, &store, (id, title), (seat, about), now).await,
            None => Ok(()),
        }
    }

    /// Returns the rooms of tournaments whose players this server is writing to.
    pub(crate) fn telling(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.telling.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the time in milliseconds since 1970.
    #[must_use]
    pub fn now(&self) -> i64 {
        (self.time)()
    }

    /// Returns a room by its name, and opens it if it is not open.
    ///
    /// # Errors
    /// If there is none, or it cannot be read.
    pub async fn find(&self, id: &str) -> Result<Open, Trouble> {
        let cell = {
            let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(open.entry(id.to_owned()).or_default())
        };
        let found = cell.get_or_try_init(|| self.read(id)).await;
        if let Err(Trouble::Unreadable) = found {
            log::tell("unreadable", &[("room", &id)]);
        }
        if found.is_err() {
            self.close_if(id, |cell| cell.get().is_none());
        }
        found.cloned()
    }

    async fn read(&self, id: &str) -> Result<Open, Trouble> {
        let row = self.store.room(id).await?.ok_or(Trouble::NoRoom)?;
        let deeds = self.store.deeds(id, 0).await?;
        let mut room = Room::restore(&self.shelf, row, &deeds).map_err(StoreError::Damaged)?;
        self.look_up_ratings(&mut room).await?;
        self.metrics.opened();
        Ok(Arc::new(Lock::new(room)))
    }

    /// Opens a stored room that nobody else has yet.
    ///
    /// # Errors
    /// If the database does not answer.
    pub(crate) async fn hold(&self, mut room: Room) -> Result<(), Trouble> {
        self.look_up_ratings(&mut room).await?;
        let cell = {
            let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(open.entry(room.id.clone()).or_default())
        };
        let opened = async || {
            self.metrics.opened();
            Arc::new(Lock::new(room))
        };
        cell.get_or_init(opened).await;
        Ok(())
    }

    pub(crate) fn close_if(&self, id: &str, when: impl FnOnce(&OnceCell<Open>) -> bool) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if open.get(id).is_some_and(|cell| when(cell)) {
            open.remove(id);
        }
    }

    /// Stores a deed that does not change the battle, then applies it.
    ///
    /// # Errors
    /// If it cannot be stored.
    pub(crate) async fn keep(&self, room: &mut Room, deed: Deed) -> Result<(), Trouble> {
        let kept = room.course.kept(self.now(), deed, None);
        self.commit(room, kept, Change::None).await
    }

    /// Stores a deed that holds whatever else happens: if another node stored one under its number,
    /// it comes after that one.
    ///
    /// # Errors
    /// If it cannot be stored.
    pub(crate) async fn keep_after_all(&self, room: &mut Room, deed: Deed) -> Result<(), Trouble> {
        for _ in 0..TRIES {
            match self.keep(room, deed.clone()).await {
                Err(Trouble::Late { .. }) => {}
                done => return done,
            }
        }
        Err(Trouble::NotKept)
    }

    /// Gives a seat to another device, if it may still go there. The seat and the deed that says so
    /// are stored together: the device that had it until then loses it for certain, at each node.
    ///
    /// # Errors
    /// If it may not, or that cannot be stored.
    pub(crate) async fn move_seat(&self, room: &mut Room, moves: Move) -> Result<(), Trouble> {
        for _ in 0..TRIES {
            let deed = Deed::Moved { seat: moves.seat };
            let kept = room.course.kept(self.now(), deed, None);
            let moves = Some(moves.clone());
            match self.commit_with(room, kept, Change::None, moves).await {
                Err(Trouble::Late { .. }) => {}
                done => return done,
            }
        }
        Err(Trouble::NotKept)
    }

    /// Stores a deed, and only then applies it.
    ///
    /// # Errors
    /// If it was not stored: then either nothing has happened, or the room itself reports it once
    /// it has read what was stored.
    pub(crate) async fn commit(
        &self,
        room: &mut Room,
        kept: Kept,
        change: Change,
    ) -> Result<(), Trouble> {
        self.commit_with(room, kept, change, None).await
    }

    /// Stores a deed together with the seat that it moves, and only then applies it.
    async fn commit_with(
        &self,
        room: &mut Room,
        mut kept: Kept,
        change: Change,
        moves: Option<Move>,
    ) -> Result<(), Trouble> {
        let (before, was_over) = (room.course.waits(), room.course.over.is_some());
        let mut course = room.course.clone();
        course.take(&kept);
        let waits = course.waits();
        kept.waits = waits.filter(|_| waits != kept.awaits);
        let shown = Shown {
            stands: Room::stands(&course).name(),
            at: kept.at,
            due: course.clock.due().map(|(_, at)| at),
        };
        let will_do = room.shown.is_some_and(|before| before.will_do_for(&shown));
        let entry = Entry {
            room: room.id.clone(),
            n: kept.n,
            kept: serde_json::to_string(&kept).map_err(|_| Trouble::NotKept)?,
            shown: (!will_do).then_some(shown),
            moves,
        };
        let is_move = entry.moves.is_some();
        // The caller may go away during the write: then the room is read again.
        room.begin_write(kept.n);
        let done = self.store.keep(entry).await;
        match done {
            Ok(true) => {
                room.doubtful = false;
                room.in_doubt = None;
                if !will_do {
                    room.shown = Some(shown);
                }
                let now = self.now();
                room.go_on(kept, &change, now).map_err(|why| {
                    log::tell("not_followed", &[("room", &room.id), ("why", &why)]);
                    room.doubtful = true;
                    Trouble::NotKept
                })?;
                self.write_to_absent(room, before, was_over);
                if room.course.over.is_some() && !was_over && room.plan.settles() {
                    self.ended.notify_one();
                }
                Ok(())
            }
            Ok(false) => {
                let next = room.course.next;
                self.catch_up(room).await?;
                // Nobody else has the number: the seat has gone elsewhere, or the host removed the
                // room.
                if room.course.next == next {
                    room.in_doubt = None;
                    return Err(match is_move {
                        true => Trouble::SeatTaken,
                        false => Trouble::NoRoom,
                    });
                }
                let stands = room.umpire.number();
                Err(Trouble::Late { stands })
            }
            Err(error) => {
                log::tell("not_kept", &[("room", &room.id), ("why", &error)]);
                self.metrics.lost();
                // If the database is back at once, pages hear at once what was stored. What it
                // stores later is read when the room is looked at again.
                let _ = self.catch_up(room).await;
                Err(Trouble::NotKept)
            }
        }
    }

    /// Reads what was stored but is not known here: by another node, or when a write was in doubt.
    ///
    /// # Errors
    /// If the database does not answer.
    pub(crate) async fn catch_up(&self, room: &mut Room) -> Result<(), Trouble> {
        let deeds = self.store.deeds(&room.id, room.course.next).await?;
        let now = self.now();
        // Another node may have changed how lists show it.
        room.shown = None;
        for kept in deeds {
            let change = Room::change_of(&kept.deed);
            let gone = change.and_then(|change| room.go_on(kept, &change, now));
            gone.map_err(|why| {
                log::tell("not_followed", &[("room", &room.id), ("why", &why)]);
                Trouble::Unreadable
            })?;
        }
        room.caught_up();
        Ok(())
    }

    /// Makes sure that the room knows everything that was stored.
    ///
    /// # Errors
    /// If the database does not answer.
    pub(crate) async fn sure(&self, room: &mut Room) -> Result<(), Trouble> {
        if room.doubtful {
            self.catch_up(room).await?;
        }
        Ok(())
    }

    /// Returns the journal of a room.
    ///
    /// # Errors
    /// If there is no such room, or it cannot be read.
    pub async fn journal(&self, id: &str) -> Result<String, Trouble> {
        let open = self.find(id).await?;
        let room = open.lock().await;
        Ok(room.umpire.journal().to_jsonl())
    }

    /// Returns the rooms that the lobby shows.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn lobby(&self) -> Result<Vec<LobbyRoom>, Trouble> {
        let rows = self.store.lobby(LOBBY).await?;
        let mut rooms: Vec<LobbyRoom> = rows.into_iter().filter_map(lobby_room).collect();
        if rooms.iter().any(|room| room.rated) {
            self.rate_lobby(&mut rooms).await?;
        }
        Ok(rooms)
    }

    /// Returns the rooms in which a device leads a side, the latest first.
    ///
    /// # Errors
    /// If the key is invalid, or the database does not answer.
    pub async fn mine(&self, device: &str) -> Result<Vec<MyRoom>, Trouble> {
        if !plan::is_key(device) {
            return Err(Trouble::Garbled);
        }
        self.of_print(&secret::hash(device)).await
    }

    /// Returns the rooms in which a device leads a side, the latest first, by the fingerprint of
    /// its key. The fingerprint lets nobody give orders: it does not reveal the key.
    ///
    /// # Errors
    /// If it is not a fingerprint, or the database does not answer.
    pub async fn of_print(&self, print: &str) -> Result<Vec<MyRoom>, Trouble> {
        if !feed::is_print(print) {
            return Err(Trouble::Garbled);
        }
        let rows = self.store.mine(print, LOBBY).await?;
        let mine = |row: MineRow| {
            let (awaits, over) = row
                .last
                .map_or((None, None), |kept| (kept.waits.or(kept.awaits), kept.over));
            Some(MyRoom {
                room: lobby_room(row.room)?,
                you: row.seat,
                awaits,
                over,
                due: row.due,
            })
        };
        Ok(rows.into_iter().filter_map(mine).collect())
    }

    /// Closes the rooms that nobody is in.
    pub fn close_idle(&self) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.retain(|_, cell| {
            let Some(room) = cell.get() else { return true };
            let busy = Arc::strong_count(room) > 1;
            busy || room
                .try_lock()
                .is_ok_and(|room| room.is_heard() || room.thinking)
        });
        self.metrics.open_now(open.len());
    }

    /// Returns the rooms that are open or just being opened, with their names.
    pub(crate) fn opened(&self) -> Vec<(String, Arc<OnceCell<Open>>)> {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let all = open.iter().map(|(id, cell)| (id.clone(), Arc::clone(cell)));
        all.collect()
    }

    /// Returns a room that is open or just being opened.
    pub(crate) fn if_open(&self, id: &str) -> Option<Arc<OnceCell<Open>>> {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.get(id).cloned()
    }
}

/// Returns a room as the lobby shows it.
fn lobby_room(row: LobbyRow) -> Option<LobbyRoom> {
    let plan: Plan = serde_json::from_str(&row.plan).ok()?;
    Some(LobbyRoom {
        stands: Stands::named(&row.stands)?,
        room: row.id,
        rules: row.rules,
        title: row.title,
        sides: plan.sides,
        sitters: plan.sitters,
        clock: plan.clock,
        rated: plan.rated,
        ratings: [None; 2],
        moved: row.moved,
    })
}

/// Returns whether a player without a link may take this seat.
#[must_use]
pub const fn is_open(sitter: &Sitter) -> bool {
    matches!(sitter, Sitter::Open)
}

//! All rooms: found, opened when somebody comes, closed when everybody has gone.

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
use crate::store::{Entry, LobbyRow, MineRow, Shown, Store};
use crate::wire::{LobbyRoom, MyRoom, Stands, Trouble};
use sandtable_session::{Layout, Shelf};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};
use tokio::sync::{Mutex as Lock, Notify, OnceCell};

/// Rooms that the lobby shows at once.
const LOBBY: i64 = 100;

/// A room that is open, for whoever wants it next.
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
    /// A battle ended that counts for something.
    pub(crate) ended: Notify,
    push: OnceLock<Push>,
    open: Mutex<BTreeMap<String, Arc<OnceCell<Open>>>>,
}

/// The time of this machine.
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
    /// The rooms that a store keeps.
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
            open: Mutex::default(),
        })
    }

    /// What they are kept in.
    #[must_use]
    pub const fn store(&self) -> &Store {
        &self.store
    }

    /// Writes to players who want it from now on.
    pub fn write_by(&self, mail: Mail) {
        // Who set it first stays: it is set once, when the program starts.
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

    /// Writes to players who are not there: that it is their turn now, or all over.
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

    /// Writes to the player at a seat of a room, in each way that he wants: the room by its name
    /// and by what it is called.
    pub(crate) fn write_to(&self, (id, title): (&str, &str), seat: Seat, about: About) {
        let (id, title) = (id.to_owned(), title.to_owned());
        let (store, now) = (self.store.clone(), self.now());
        let (mail, push) = (self.mailer().cloned(), self.pusher().cloned());
        tokio::spawn(async move {
            // Neither is a promise: the page and the feed tell the same.
            if let Some(mail) = mail {
                let (store, id, title) = (store.clone(), id.clone(), title.clone());
                let _ = mail::tell(mail, store, id, title, (seat, about), now).await;
            }
            if let Some(push) = push {
                let _ = push::tell(push, store, id, title, (seat, about), now).await;
            }
        });
    }

    /// The time.
    #[must_use]
    pub fn now(&self) -> i64 {
        (self.time)()
    }

    /// A room by its name; it is opened when nobody is there.
    ///
    /// # Errors
    /// When there is none, or it cannot be read.
    pub async fn find(&self, id: &str) -> Result<Open, Trouble> {
        let cell = {
            let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(open.entry(id.to_owned()).or_default())
        };
        let found = cell.get_or_try_init(|| self.read(id)).await;
        if found.is_err() {
            self.close_if(id, |cell| cell.get().is_none());
        }
        found.cloned()
    }

    async fn read(&self, id: &str) -> Result<Open, Trouble> {
        let row = self.store.room(id).await?.ok_or(Trouble::NoRoom)?;
        let deeds = self.store.deeds(id, 0).await?;
        let mut room = Room::restore(&self.shelf, row, &deeds).map_err(|why| {
            log::tell("unreadable", &[("room", &id), ("why", &why)]);
            Trouble::NotKept
        })?;
        self.look_up_ratings(&mut room).await?;
        self.metrics.opened();
        Ok(Arc::new(Lock::new(room)))
    }

    /// Opens a room that is kept and that nobody else has yet.
    ///
    /// # Errors
    /// When the database does not answer.
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

    fn close_if(&self, id: &str, when: impl FnOnce(&OnceCell<Open>) -> bool) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if open.get(id).is_some_and(|cell| when(cell)) {
            open.remove(id);
        }
    }

    /// Keeps a deed that leaves the battle as it is, and goes on by it.
    ///
    /// # Errors
    /// When it is not kept.
    pub(crate) async fn keep(&self, room: &mut Room, deed: Deed) -> Result<(), Trouble> {
        let kept = room.course.kept(self.now(), deed, None);
        self.commit(room, kept, Change::None).await
    }

    /// Keeps a deed, and only then goes on by it.
    ///
    /// # Errors
    /// When it is not kept: nothing has happened then, or the room says so itself once it
    /// has read what was kept.
    pub(crate) async fn commit(
        &self,
        room: &mut Room,
        kept: Kept,
        change: Change,
    ) -> Result<(), Trouble> {
        let (before, was_over) = (room.course.waits(), room.course.over.is_some());
        let mut course = room.course.clone();
        course.take(&kept);
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
        };
        // Whoever asked may go while this is written: then the room is read anew.
        room.doubtful = true;
        let done = self.store.keep(entry).await;
        match done {
            Ok(true) => {
                room.doubtful = false;
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
                self.catch_up(room).await?;
                let stands = room.umpire.number();
                Err(Trouble::Late { stands })
            }
            Err(error) => {
                log::tell("not_kept", &[("room", &room.id), ("why", &error)]);
                self.metrics.lost();
                // When the database is back at once, pages hear at once what was kept.
                let _ = self.catch_up(room).await;
                Err(Trouble::NotKept)
            }
        }
    }

    /// Reads what was kept and is not known here: by another node, or in doubt.
    ///
    /// # Errors
    /// When the database does not answer.
    pub(crate) async fn catch_up(&self, room: &mut Room) -> Result<(), Trouble> {
        let deeds = self.store.deeds(&room.id, room.course.next).await?;
        let now = self.now();
        // Another node may have changed it.
        room.shown = None;
        for kept in deeds {
            let change = Room::change_of(&kept.deed);
            let gone = change.and_then(|change| room.go_on(kept, &change, now));
            gone.map_err(|why| {
                log::tell("not_followed", &[("room", &room.id), ("why", &why)]);
                Trouble::NotKept
            })?;
        }
        room.doubtful = false;
        Ok(())
    }

    /// The room, sure of what was kept.
    ///
    /// # Errors
    /// When the database does not answer.
    pub(crate) async fn sure(&self, room: &mut Room) -> Result<(), Trouble> {
        if room.doubtful {
            self.catch_up(room).await?;
        }
        Ok(())
    }

    /// The journal of a room.
    ///
    /// # Errors
    /// When there is no such room, or it cannot be read.
    pub async fn journal(&self, id: &str) -> Result<String, Trouble> {
        let open = self.find(id).await?;
        let room = open.lock().await;
        Ok(room.umpire.journal().to_jsonl())
    }

    /// What the lobby shows.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn lobby(&self) -> Result<Vec<LobbyRoom>, Trouble> {
        let rows = self.store.lobby(LOBBY).await?;
        let mut rooms: Vec<LobbyRoom> = rows.into_iter().filter_map(lobby_room).collect();
        if rooms.iter().any(|room| room.rated) {
            self.rate_lobby(&mut rooms).await?;
        }
        Ok(rooms)
    }

    /// The rooms in which a device leads a side, the latest first.
    ///
    /// # Errors
    /// When the key is none, or the database does not answer.
    pub async fn mine(&self, device: &str) -> Result<Vec<MyRoom>, Trouble> {
        if !plan::is_key(device) {
            return Err(Trouble::Garbled);
        }
        self.of_print(&secret::hash(device)).await
    }

    /// The rooms in which the device leads a side whose key has this print, the latest first.
    /// The print lets nobody give an order: the key cannot be had from it.
    ///
    /// # Errors
    /// When it is no print, or the database does not answer.
    pub async fn of_print(&self, print: &str) -> Result<Vec<MyRoom>, Trouble> {
        if !feed::is_print(print) {
            return Err(Trouble::Garbled);
        }
        let rows = self.store.mine(print, LOBBY).await?;
        let mine = |row: MineRow| {
            let (awaits, over) = row
                .last
                .map_or((None, None), |kept| (kept.awaits, kept.over));
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

    /// Ends the battles in which somebody's time ran out.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn ring(self: &Arc<Self>) -> Result<(), Trouble> {
        for id in self.store.due(self.now()).await? {
            let room = self.find(&id).await?;
            let mut room = room.lock().await;
            self.sure(&mut room).await?;
            if let Some((of, at)) = room.course.clock.due()
                && at <= self.now()
            {
                // Who acted in the same moment was faster.
                let _ = self.keep(&mut room, Deed::TimeUp { of }).await;
            }
        }
        Ok(())
    }

    /// Closes the rooms in which nobody is.
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

    /// Goes on by what another node kept.
    pub(crate) async fn heard(&self, id: &str, n: i64) {
        let cell = {
            let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
            open.get(id).cloned()
        };
        let Some(room) = cell.as_deref().and_then(OnceCell::get).cloned() else {
            return;
        };
        let mut room = room.lock().await;
        if room.course.next <= n && self.catch_up(&mut room).await.is_err() {
            room.doubtful = true;
        }
    }
}

/// A room as the lobby shows it.
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

/// Whether somebody may come who has no link.
#[must_use]
pub const fn is_open(sitter: &Sitter) -> bool {
    matches!(sitter, Sitter::Open)
}

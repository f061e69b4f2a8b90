//! Spectators who see the battle some minutes late, so that a player cannot ask one what the other
//! side is doing now.
//!
//! Such a page sees the room as it stood then, deed by deed: whose turn it was, what the clocks
//! showed, what was said. So it shows nothing that is still to come for it.

use crate::course::Course;
use crate::deed::Kept;
use crate::lacks;
use crate::log;
use crate::room::Room;
use crate::rooms::Rooms;
use crate::seat::Seat;
use crate::wire::{Hear, Trouble, Welcome};
use std::collections::VecDeque;

const MINUTE: i64 = 60_000;
/// Maximum number of deeds that wait in memory for one page; the others wait in the database.
const MOST: usize = 256;

/// What a delayed spectator's page has been shown, and what waits to be shown.
pub(crate) struct Late {
    /// How the room stood after what the page has been shown.
    course: Course,
    /// The next of what has happened and is not shown yet.
    waiting: VecDeque<Kept>,
    /// Whether more waits in the database.
    more: bool,
    /// How far behind the page is, in milliseconds.
    pub by: i64,
}

impl Late {
    /// Returns the room as it stood for a page that comes in late and has all deeds before `from`.
    pub(crate) async fn come(
        rooms: &Rooms,
        room: &Room,
        from: i64,
    ) -> Result<(Self, Welcome), Trouble> {
        let by = i64::from(room.plan.delay) * MINUTE;
        let then = rooms.now().saturating_sub(by);
        let mut told = rooms.store.deeds(&room.id, 0).await?;
        let is_told = told.iter().take_while(|kept| kept.at <= then).count();
        let rest = told.split_off(is_told);
        let row = rooms.store.room(&room.id).await?.ok_or(Trouble::NoRoom)?;
        let mut past = Room::restore(&rooms.shelf, row, &told).map_err(|why| {
            log::tell("unreadable", &[("room", &room.id), ("why", &why)]);
            Trouble::NotKept
        })?;
        past.here = room.here;
        let lacks = match lacks::few(&past.course, from) {
            true => lacks::small(told.into_iter().filter(|kept| kept.n >= from).collect()),
            false => None,
        };
        let welcome = past.welcome(Seat::Watch, lacks, then);
        let mut late = Self {
            course: past.course,
            waiting: VecDeque::new(),
            more: false,
            by,
        };
        late.queue(rest);
        Ok((late, welcome))
    }

    /// Queues what has happened since.
    pub(crate) async fn hear(&mut self, rooms: &Rooms, room: &str) -> Result<(), Trouble> {
        if self.more && !self.waiting.is_empty() {
            return Ok(());
        }
        let next = self
            .waiting
            .back()
            .map_or(self.course.next, |kept| kept.n + 1);
        let deeds = rooms.store.deeds(room, next).await?;
        self.queue(deeds);
        Ok(())
    }

    /// Queues as much as may wait in memory.
    fn queue(&mut self, deeds: Vec<Kept>) {
        let fits = MOST.saturating_sub(self.waiting.len());
        self.more = deeds.len() > fits;
        self.waiting.extend(deeds.into_iter().take(fits));
    }

    /// Returns whether what comes next must be read from the database first.
    pub(crate) fn lacks(&self) -> bool {
        self.more && self.waiting.is_empty()
    }

    /// Returns whether something is to be shown now.
    pub(crate) fn is_due(&self, now: i64) -> bool {
        let due = |kept: &Kept| kept.at.saturating_add(self.by) <= now;
        self.waiting.front().is_some_and(due)
    }

    /// Takes out what is to be shown now.
    pub(crate) fn tell(&mut self, room: &Room, now: i64) -> Vec<Hear> {
        let mut all = Vec::new();
        while self.is_due(now) {
            let Some(kept) = self.waiting.pop_front() else {
                break;
            };
            self.course.take(&kept);
            let seats = kept.deed.is_of_seats();
            let happened = room.happened(&self.course, kept, now.saturating_sub(self.by));
            all.push(Hear::Deed(Box::new(happened)));
            if seats {
                all.push(Hear::Room(Box::new(room.view_as(&self.course))));
            }
        }
        all
    }
}

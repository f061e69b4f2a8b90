//! What the server does in rooms without being asked: it ends battles in which a time ran out, and
//! reads what other nodes and the host stored. A room that is held up delays no other.

use crate::acts;
use crate::deed::Deed;
use crate::room::Room;
use crate::rooms::Rooms;
use crate::wire::{Hear, Trouble};
use futures_util::FutureExt;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::time::timeout;

/// How long a damaged room is left alone before somebody looks at its clock again.
const LATER: Duration = Duration::from_secs(30);
/// How long a room is left alone whose clock did not ring for another reason.
const SOON: Duration = Duration::from_secs(5);
/// How long the task that looks at all rooms waits for one that somebody holds.
const BUSY: Duration = Duration::from_secs(1);

impl Rooms {
    /// Ends the battles in which a side's time ran out, each in a task of its own. Leaves rooms
    /// alone for a while in which that does not work.
    ///
    /// # Errors
    /// If the database does not answer.
    pub(crate) async fn ring(self: &Arc<Self>) -> Result<(), Trouble> {
        self.alarms.forget(Instant::now());
        let mut after = (i64::MIN, String::new());
        loop {
            let page = self.store.due(self.now(), (after.0, &after.1)).await?;
            let Some((id, due)) = page.last().cloned() else {
                return Ok(());
            };
            for (id, due) in page {
                if self.alarms.take(&id, due, Instant::now()) {
                    tokio::spawn(Arc::clone(self).ring_alone(id, due));
                }
            }
            after = (due, id);
        }
    }

    /// Ends the battle of a room, and then leaves it alone for a while in case that did not work.
    async fn ring_alone(self: Arc<Self>, id: String, due: i64) {
        let done = AssertUnwindSafe(self.ring_in(&id)).catch_unwind().await;
        let pause = match done {
            Ok(Ok(()) | Err(Trouble::NotKept | Trouble::Late { .. })) => SOON,
            Ok(Err(_)) | Err(_) => LATER,
        };
        self.alarms.leave(&id, due, Instant::now() + pause);
    }

    /// Ends the battle of a room in which a side's time ran out.
    async fn ring_in(&self, id: &str) -> Result<(), Trouble> {
        let room = self.find(id).await?;
        let mut room = room.lock().await;
        self.sure(&mut room).await?;
        match room.course.clock.due() {
            // If a player acted in the same moment, that player was faster.
            Some((of, at)) if at <= self.now() => self.keep(&mut room, Deed::TimeUp { of }).await,
            _ => Ok(()),
        }
    }

    /// Looks at all open rooms again after a time in which this node could not hear what others
    /// stored.
    pub(crate) fn missed(self: &Arc<Self>) {
        for (id, cell) in self.opened() {
            if let Some(Ok(mut room)) = cell.get().map(|room| room.try_lock()) {
                room.doubtful = true;
                continue;
            }
            // Somebody opens it or holds it, and has read what was stored before.
            let rooms = Arc::clone(self);
            tokio::spawn(async move {
                if let Ok(room) = rooms.find(&id).await {
                    room.lock().await.doubtful = true;
                    rooms.look.notify_one();
                }
            });
        }
        self.look.notify_one();
    }

    /// Applies what another node stored.
    pub(crate) fn heard(self: &Arc<Self>, id: &str, n: i64) {
        let Some(cell) = self.if_open(id) else {
            return;
        };
        if let Some(Ok(room)) = cell.get().map(|room| room.try_lock())
            && n < room.course.next
        {
            return;
        }
        let (rooms, id) = (Arc::clone(self), id.to_owned());
        tokio::spawn(async move {
            // Whoever is just opening it may have read the deeds before this one was stored.
            let Ok(room) = rooms.find(&id).await else {
                return;
            };
            let mut room = room.lock().await;
            if room.course.next <= n {
                room.doubtful = true;
                // What cannot be read now is read when the room is looked at again.
                if rooms.sure(&mut room).await.is_ok() {
                    let _ = acts::note_who_came(&rooms, &mut room).await;
                }
            }
        });
    }

    /// Reads what may have been stored in rooms without this node's hearing of it, and tells the
    /// pages at a table that the host ended its battle or removed its room: commands of the host
    /// write to the database, and SQLite tells nobody.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn look_again(self: &Arc<Self>) -> Result<(), Trouble> {
        for (_, cell) in self.opened() {
            let Some(room) = cell.get() else { continue };
            // Who holds it for so long waits for the database: its turn comes again.
            let Ok(mut room) = timeout(BUSY, room.lock()).await else {
                continue;
            };
            match self.look_at(&mut room).await {
                // One damaged room hides nothing from the others.
                Ok(()) | Err(Trouble::Unreadable) => {}
                Err(why) => return Err(why),
            }
        }
        Ok(())
    }

    async fn look_at(self: &Arc<Self>, room: &mut Room) -> Result<(), Trouble> {
        if !room.is_heard() {
            return Ok(());
        }
        self.sure(room).await?;
        if room.course.over.is_some() {
            // A rematch that cannot be stored now keeps nobody else from hearing of their room.
            let _ = acts::go_again(self, room).await;
            return Ok(());
        }
        // A first try may have failed, or this node did not hear of the pledge in time.
        let _ = acts::note_who_came(self, room).await;
        match self.store.stands(&room.id).await?.as_deref() {
            None => {
                room.tell(&Hear::Bye(Trouble::NoRoom));
                self.close_if(&room.id, |_| true);
            }
            Some("over") => {
                // What cannot be read now is read before the next order.
                room.doubtful = true;
                self.sure(room).await?;
            }
            Some(_) => {}
        }
        Ok(())
    }
}

//! The first thing that a page hears when it comes in: the room, and what the page lacks of it.

use crate::lacks;
use crate::late::Late;
use crate::room::Room;
use crate::rooms::Rooms;
use crate::seat::Seat;
use crate::wire::{Trouble, Welcome};
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

/// Size in bytes of a journal that comes in only while few others do: a page may read it slowly,
/// and meanwhile it fills memory. Most battles are smaller.
const LARGE: usize = 512 << 10;
/// Maximum size in bytes of the large journals that are on their way at the same time.
const AT_ONCE: usize = 64 << 20;
/// Maximum size in bytes of those on their way to one address.
const SHARE: usize = 16 << 20;
/// How long a guest waits for a place.
const PATIENCE: Duration = Duration::from_secs(10);

/// The places of large journals that are on their way to pages.
#[derive(Debug)]
pub(crate) struct Places {
    all: Arc<Semaphore>,
    /// Each address has a share, so that it cannot keep everybody else out.
    shares: Mutex<BTreeMap<IpAddr, Weak<Semaphore>>>,
}

/// A place of a large journal.
#[derive(Debug)]
pub(crate) struct Place {
    _share: OwnedSemaphorePermit,
    _all: OwnedSemaphorePermit,
}

impl Places {
    /// Returns as many places as there are.
    pub(crate) fn new() -> Self {
        Self {
            all: Arc::new(Semaphore::new(AT_ONCE)),
            shares: Mutex::default(),
        }
    }

    /// Waits until a journal of this many bytes may be sent to an address: at once, unless it is
    /// large and other large ones are on their way. A page that waits for too long comes back by
    /// itself.
    pub(crate) async fn take(
        &self,
        address: IpAddr,
        bytes: usize,
    ) -> Result<Option<Place>, Trouble> {
        if bytes < LARGE {
            return Ok(None);
        }
        let size = u32::try_from(bytes.min(SHARE)).unwrap_or(u32::MAX);
        let share = self.share(address);
        let both = async {
            // The share first: whoever waits for it holds nothing that others need.
            let _share = share.acquire_many_owned(size).await.ok()?;
            let _all = Arc::clone(&self.all).acquire_many_owned(size).await.ok()?;
            Some(Place { _share, _all })
        };
        let place = timeout(PATIENCE, both).await.map_err(|_| Trouble::Missed)?;
        Ok(place)
    }

    fn share(&self, address: IpAddr) -> Arc<Semaphore> {
        let mut shares = self.shares.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(share) = shares.get(&address).and_then(Weak::upgrade) {
            return share;
        }
        shares.retain(|_, share| share.strong_count() > 0);
        let share = Arc::new(Semaphore::new(SHARE));
        shares.insert(address, Arc::downgrade(&share));
        share
    }
}

/// Returns what a guest hears on coming in, and whether the guest watches with a delay.
pub(crate) async fn welcome(
    rooms: &Rooms,
    room: &Room,
    seat: Seat,
    from: i64,
) -> Result<(Option<Late>, Welcome), Trouble> {
    if seat == Seat::Watch && room.plan.delay > 0 {
        let (late, welcome) = Late::come(rooms, room, from).await?;
        return Ok((Some(late), welcome));
    }
    let lacks = match lacks::few(&room.course, from) {
        true => lacks::small(rooms.store.deeds(&room.id, from).await?),
        false => None,
    };
    Ok((None, room.welcome(seat, lacks, rooms.now())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;

    const NEAR: [u8; 4] = [10, 0, 0, 1];
    const FAR: [u8; 4] = [10, 0, 0, 2];

    /// Takes a place if it is free; `None` if the guest has to wait.
    fn taken(places: &Places, address: [u8; 4], bytes: usize) -> Option<Option<Place>> {
        let now = places.take(address.into(), bytes).now_or_never();
        now.map(|place| place.expect("in time"))
    }

    #[tokio::test]
    async fn large_journals_of_one_address_wait_for_each_other_and_for_nobody_elses() {
        let places = Places::new();
        let first = taken(&places, NEAR, SHARE / 2);
        let second = taken(&places, NEAR, SHARE / 2);
        assert!(matches!((&first, &second), (Some(Some(_)), Some(Some(_)))));
        assert!(taken(&places, NEAR, LARGE).is_none());
        assert!(matches!(taken(&places, NEAR, LARGE - 1), Some(None)));
        assert!(matches!(taken(&places, FAR, SHARE), Some(Some(_))));
        drop(first);
        assert!(matches!(taken(&places, NEAR, LARGE), Some(Some(_))));
    }

    #[tokio::test]
    async fn all_addresses_together_have_their_limit() {
        let places = Places::new();
        let full: Vec<_> = (0..)
            .map(|last| taken(&places, [10, 0, 1, last], SHARE))
            .take(AT_ONCE / SHARE)
            .collect();
        assert!(full.iter().all(|place| matches!(place, Some(Some(_)))));
        assert!(taken(&places, FAR, LARGE).is_none());
        drop(full);
        assert!(matches!(taken(&places, FAR, LARGE), Some(Some(_))));
    }
}

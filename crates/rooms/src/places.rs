//! Places for what is large and on its way: whoever sends or reads slowly fills memory meanwhile.

use crate::wire::Trouble;
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

/// Maximum number of bytes on their way at the same time.
const AT_ONCE: usize = 64 << 20;
/// Maximum number of bytes on their way to or from one address.
pub(crate) const SHARE: usize = 16 << 20;
/// How long to wait for a place.
const PATIENCE: Duration = Duration::from_secs(10);

/// The places of what is large and on its way, to pages or from them.
#[derive(Debug)]
pub(crate) struct Places {
    large: usize,
    all: Arc<Semaphore>,
    /// Each address has a share of this size, so that it cannot keep everybody else out.
    share: usize,
    shares: Mutex<BTreeMap<IpAddr, Weak<Semaphore>>>,
}

/// A place of something large.
#[derive(Debug)]
pub(crate) struct Place {
    _share: OwnedSemaphorePermit,
    _all: OwnedSemaphorePermit,
}

impl Places {
    /// Returns places for what has this many bytes or more.
    pub(crate) fn from(large: usize) -> Self {
        Self {
            large,
            ..Self::of(AT_ONCE, SHARE)
        }
    }

    /// Returns so many places, of which each address may take a share.
    pub(crate) fn of(all: usize, share: usize) -> Self {
        Self {
            large: 1,
            all: Arc::new(Semaphore::new(all)),
            share,
            shares: Mutex::default(),
        }
    }

    /// Waits until this many bytes may be on their way to or from an address: at once, unless they
    /// are many and others are on their way.
    pub(crate) async fn take(
        &self,
        address: IpAddr,
        bytes: usize,
    ) -> Result<Option<Place>, Trouble> {
        if bytes < self.large {
            return Ok(None);
        }
        let size = u32::try_from(bytes.min(self.share)).unwrap_or(u32::MAX);
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
        let share = Arc::new(Semaphore::new(self.share));
        shares.insert(address, Arc::downgrade(&share));
        share
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LARGE: usize = 512 << 10;
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
        let places = Places::from(LARGE);
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
        let places = Places::from(LARGE);
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

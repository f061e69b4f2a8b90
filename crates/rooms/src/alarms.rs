//! Which rooms somebody looks at because a clock ran out there, and which are left alone for now.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Maximum number of rooms that are looked at at once.
const AT_ONCE: usize = 200;

/// The rooms whose clocks ran out.
#[derive(Default)]
pub(crate) struct Alarms(Mutex<All>);

#[derive(Default)]
struct All {
    under_way: BTreeSet<String>,
    /// When the clock ran out that did not ring, and until when the room is left alone.
    left: BTreeMap<String, (i64, Instant)>,
}

impl Alarms {
    fn all(&self) -> MutexGuard<'_, All> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a room to be looked at; returns false if it is not its time. A clock that ran out at
    /// another time than the one that was left alone is another clock.
    pub(crate) fn take(&self, id: &str, due: i64, now: Instant) -> bool {
        let mut all = self.all();
        let left = all.left.get(id);
        let waits = left.is_some_and(|(of, until)| *of == due && now < *until);
        let full = all.under_way.len() >= AT_ONCE;
        if waits || full || !all.under_way.insert(id.to_owned()) {
            return false;
        }
        all.left.remove(id);
        true
    }

    /// Leaves a room alone for a while, after it was looked at.
    pub(crate) fn leave(&self, id: &str, due: i64, until: Instant) {
        let mut all = self.all();
        all.under_way.remove(id);
        all.left.insert(id.to_owned(), (due, until));
    }

    /// Forgets the rooms that have been left alone for long enough.
    pub(crate) fn forget(&self, now: Instant) {
        self.all().left.retain(|_, (_, until)| now < *until);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_room_is_looked_at_once_at_a_time_and_then_left_alone() {
        let alarms = Alarms::default();
        let now = Instant::now();
        let until = now + Duration::from_secs(5);
        assert!(alarms.take("a", 1, now));
        assert!(!alarms.take("a", 1, now), "somebody looks at it");
        alarms.leave("a", 1, until);
        assert!(!alarms.take("a", 1, now), "it is left alone");
        assert!(alarms.take("a", 2, now), "another clock ran out");
        alarms.leave("a", 2, until);
        assert!(alarms.take("a", 2, until), "its time has come");
    }

    #[test]
    fn so_many_are_looked_at_at_once() {
        let alarms = Alarms::default();
        let now = Instant::now();
        for number in 0..AT_ONCE {
            assert!(alarms.take(&number.to_string(), 1, now));
        }
        assert!(!alarms.take("a", 1, now));
        alarms.leave("0", 1, now);
        assert!(alarms.take("a", 1, now));
        alarms.forget(now);
        assert!(alarms.all().left.is_empty());
    }
}

//! Rate limits: how much at once and how much per second, for each address and each seat.

use crate::seat::Seat;
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Number of buckets that are remembered; above it, those that are full again are dropped.
const MOST: usize = 10_000;

/// A rate limit: how much is allowed at once, and how much more each minute.
#[derive(Debug, Clone, Copy)]
pub struct Rate {
    /// Number allowed at once.
    pub burst: u32,
    /// Number added each minute.
    pub minute: u32,
}

/// How much somebody may still do.
#[derive(Debug, Clone, Copy)]
struct Bucket {
    /// In 60,000ths, so that it fills by `minute` of them each millisecond.
    drops: u64,
    at: i64,
}

const DROP: u64 = 60_000;

impl Bucket {
    /// Creates a full bucket.
    const fn new(rate: Rate, now: i64) -> Self {
        Self {
            drops: rate.burst as u64 * DROP,
            at: now,
        }
    }

    /// Takes one out; returns whether there was one.
    fn take(&mut self, rate: Rate, now: i64) -> bool {
        self.drops = self.filled(rate, now);
        self.at = now;
        match self.drops.checked_sub(DROP) {
            Some(rest) => {
                self.drops = rest;
                true
            }
            None => false,
        }
    }

    /// Returns how much is in it by now.
    fn filled(&self, rate: Rate, now: i64) -> u64 {
        let since = u64::try_from(now.saturating_sub(self.at)).unwrap_or(0);
        let more = since.saturating_mul(u64::from(rate.minute));
        self.drops.saturating_add(more).min(full(rate))
    }

    /// Returns whether it still differs from a fresh one. A bucket from the future means that the
    /// clock has been set back since.
    fn matters(&self, rate: Rate, now: i64) -> bool {
        now >= self.at && self.filled(rate, now) < full(rate)
    }
}

fn full(rate: Rate) -> u64 {
    u64::from(rate.burst) * DROP
}

/// Who speaks in a room. A player's seat counts once, however many connections its page opens.
/// Spectators share a seat and leave nothing in the room, so each connection counts for itself: a
/// whole club may watch from one address.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Speaker {
    room: String,
    seat: Seat,
    spectator: Option<u64>,
}

impl Speaker {
    /// Returns who speaks from a seat of a room over a new connection.
    #[must_use]
    pub fn new(room: &str, seat: Seat) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let next = || NEXT.fetch_add(1, Ordering::Relaxed);
        Self {
            room: room.to_owned(),
            seat,
            spectator: (seat == Seat::Watch).then(next),
        }
    }
}

/// A bucket for each of those whom a limit holds for: addresses, names or speakers.
#[derive(Debug)]
pub struct Limit<K = IpAddr> {
    rate: Rate,
    all: Mutex<Buckets<K>>,
}

#[derive(Debug)]
struct Buckets<K> {
    of: BTreeMap<K, Bucket>,
    /// Number of buckets at which those that are full again are looked for. It grows with what is
    /// left, so that not every request looks at all of them.
    most: usize,
}

impl<K: Ord + Clone> Limit<K> {
    /// Creates a limit with this rate.
    #[must_use]
    pub const fn new(rate: Rate) -> Self {
        let of = BTreeMap::new();
        Self {
            rate,
            all: Mutex::new(Buckets { of, most: MOST }),
        }
    }

    /// Returns whether one more is allowed.
    pub fn take(&self, whom: &K, now: i64) -> bool {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bucket) = all.of.get_mut(whom) {
            return bucket.take(self.rate, now);
        }
        if all.of.len() >= all.most {
            all.of.retain(|_, bucket| bucket.matters(self.rate, now));
            all.most = MOST.max(2 * all.of.len());
        }
        let mut bucket = Bucket::new(self.rate, now);
        let taken = bucket.take(self.rate, now);
        all.of.insert(whom.clone(), bucket);
        taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATE: Rate = Rate {
        burst: 3,
        minute: 60,
    };

    #[test]
    fn so_many_at_once_and_one_more_a_second() {
        let mut bucket = Bucket::new(RATE, 0);
        assert_eq!(
            [0; 4].map(|now| bucket.take(RATE, now)),
            [true, true, true, false]
        );
        assert!(!bucket.take(RATE, 999));
        assert!(bucket.take(RATE, 1000));
        assert!(!bucket.take(RATE, 1001));
        let later = [100_000; 4].map(|now| bucket.take(RATE, now));
        assert_eq!(
            later,
            [true, true, true, false],
            "no more than at the beginning"
        );
    }

    #[test]
    fn one_address_does_not_use_up_what_another_may() {
        let limit = Limit::new(RATE);
        let (one, other) = (IpAddr::from([10, 0, 0, 1]), IpAddr::from([10, 0, 0, 2]));
        for _ in 0..5 {
            limit.take(&one, 0);
        }
        assert!(!limit.take(&one, 0));
        assert!(limit.take(&other, 0));
    }

    #[test]
    fn a_seat_counts_once_and_each_spectator_alone() {
        let limit = Limit::new(RATE);
        let comes = |seat| {
            let speaker = Speaker::new("room", seat);
            [(); 4].map(|()| limit.take(&speaker, 0))
        };
        let three = [true, true, true, false];
        assert_eq!(comes(Seat::A), three);
        assert_eq!(comes(Seat::A), [false; 4], "over another connection");
        for seat in [Seat::B, Seat::Watch, Seat::Watch] {
            assert_eq!(comes(seat), three);
        }
    }

    fn kept(limit: &Limit) -> usize {
        limit.all.lock().map_or(0, |all| all.of.len())
    }

    fn crowd(limit: &Limit, from: usize, to: usize, now: i64) {
        for n in from..to {
            let n = u32::try_from(n).expect("small");
            limit.take(&IpAddr::from(n.to_be_bytes()), now);
        }
    }

    #[test]
    fn addresses_are_forgotten_though_the_clock_was_set_back() {
        let limit = Limit::new(RATE);
        crowd(&limit, 0, MOST, 2_000_000);
        limit.take(&IpAddr::from([255; 4]), 1_000_000);
        assert_eq!(kept(&limit), 1);
    }

    #[test]
    fn only_those_are_forgotten_who_may_do_everything_again() {
        let limit = Limit::new(RATE);
        let busy = IpAddr::from([255; 4]);
        for _ in 0..3 {
            limit.take(&busy, 0);
        }
        crowd(&limit, 1, MOST, 0);
        // A second fills what the others took out, but not what this address did.
        limit.take(&IpAddr::from([254; 4]), 1000);
        assert_eq!(kept(&limit), 2);
        assert!(limit.take(&busy, 1000));
        assert!(!limit.take(&busy, 1000));
    }

    #[test]
    fn a_crowd_is_looked_through_seldom() {
        let limit = Limit::new(RATE);
        crowd(&limit, 0, MOST + 1, 0);
        let most = limit.all.lock().map_or(0, |all| all.most);
        assert_eq!(most, 2 * MOST, "nobody looks again before it has doubled");
    }
}

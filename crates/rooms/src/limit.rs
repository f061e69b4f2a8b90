//! Rate limits: how much at once and how much per second, for each address and each seat.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

/// Number of addresses that are remembered; above it, those that have done nothing recently are
/// dropped.
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
pub struct Bucket {
    /// In 60,000ths, so that it fills by `minute` of them each millisecond.
    drops: u64,
    at: i64,
}

const DROP: u64 = 60_000;

impl Bucket {
    /// Creates a full bucket.
    #[must_use]
    pub const fn new(rate: Rate, now: i64) -> Self {
        Self {
            drops: rate.burst as u64 * DROP,
            at: now,
        }
    }

    /// Takes one out; returns whether there was one.
    pub fn take(&mut self, rate: Rate, now: i64) -> bool {
        let since = u64::try_from(now.saturating_sub(self.at)).unwrap_or(0);
        let full = u64::from(rate.burst) * DROP;
        let more = since.saturating_mul(u64::from(rate.minute));
        self.drops = self.drops.saturating_add(more).min(full);
        self.at = now;
        match self.drops.checked_sub(DROP) {
            Some(rest) => {
                self.drops = rest;
                true
            }
            None => false,
        }
    }
}

/// A bucket for each address.
#[derive(Debug)]
pub struct Limit {
    rate: Rate,
    all: Mutex<BTreeMap<IpAddr, Bucket>>,
}

impl Limit {
    /// Creates a limit with this rate.
    #[must_use]
    pub fn new(rate: Rate) -> Self {
        Self {
            rate,
            all: Mutex::default(),
        }
    }

    /// Returns whether an address may do one more.
    pub fn take(&self, address: IpAddr, now: i64) -> bool {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= MOST {
            // A bucket from the future means that the clock has been set back since.
            all.retain(|_, bucket| (0..60_000).contains(&now.saturating_sub(bucket.at)));
        }
        let fresh = || Bucket::new(self.rate, now);
        all.entry(address)
            .or_insert_with(fresh)
            .take(self.rate, now)
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
            limit.take(one, 0);
        }
        assert!(!limit.take(one, 0));
        assert!(limit.take(other, 0));
    }

    #[test]
    fn addresses_are_forgotten_though_the_clock_was_set_back() {
        let limit = Limit::new(RATE);
        let all = |now: i64| {
            for n in 0..u32::try_from(MOST).expect("small") {
                limit.take(IpAddr::from(n.to_be_bytes()), now);
            }
            limit.take(IpAddr::from([255; 4]), now - 1_000_000);
            limit.all.lock().map_or(0, |all| all.len())
        };
        assert_eq!(all(2_000_000), 1);
    }
}

//! Counts about the rooms, in the format of Prometheus.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

/// Counts of this process.
#[derive(Debug, Default)]
pub struct Metrics {
    made: AtomicU64,
    orders: AtomicU64,
    not_kept: AtomicU64,
    opened: AtomicU64,
    messages: AtomicU64,
    refused: AtomicU64,
    open: AtomicU64,
    pages: AtomicI64,
}

fn up(count: &AtomicU64) {
    count.fetch_add(1, Ordering::Relaxed);
}

impl Metrics {
    pub(crate) fn made(&self) {
        up(&self.made);
    }

    pub(crate) fn order(&self) {
        up(&self.orders);
    }

    pub(crate) fn lost(&self) {
        up(&self.not_kept);
    }

    pub(crate) fn opened(&self) {
        up(&self.opened);
    }

    pub(crate) fn message(&self) {
        up(&self.messages);
    }

    pub(crate) fn refused(&self) {
        up(&self.refused);
    }

    pub(crate) fn open_now(&self, rooms: usize) {
        let rooms = u64::try_from(rooms).unwrap_or(u64::MAX);
        self.open.store(rooms, Ordering::Relaxed);
    }

    pub(crate) fn came(&self) {
        self.pages.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn went(&self) {
        self.pages.fetch_sub(1, Ordering::Relaxed);
    }

    /// Returns all counts as text.
    #[must_use]
    pub fn text(&self) -> String {
        let counts = [
            ("rooms_made_total", "Rooms made.", &self.made),
            (
                "rooms_opened_total",
                "Rooms read from the database.",
                &self.opened,
            ),
            ("orders_total", "Orders kept.", &self.orders),
            (
                "not_kept_total",
                "Deeds that the database did not keep.",
                &self.not_kept,
            ),
            ("messages_total", "Messages from pages.", &self.messages),
            (
                "refused_total",
                "Messages that were refused.",
                &self.refused,
            ),
        ];
        let mut out = String::new();
        for (name, help, count) in counts {
            let value = count.load(Ordering::Relaxed);
            let _ = write!(
                out,
                "# HELP sandtable_{name} {help}\n# TYPE sandtable_{name} counter\nsandtable_{name} {value}\n"
            );
        }
        let now = [
            (
                "rooms_open",
                "Rooms open in memory.",
                i64::try_from(self.open.load(Ordering::Relaxed)).unwrap_or(i64::MAX),
            ),
            (
                "pages",
                "Pages that are connected.",
                self.pages.load(Ordering::Relaxed),
            ),
        ];
        for (name, help, value) in now {
            let _ = write!(
                out,
                "# HELP sandtable_{name} {help}\n# TYPE sandtable_{name} gauge\nsandtable_{name} {value}\n"
            );
        }
        out
    }
}

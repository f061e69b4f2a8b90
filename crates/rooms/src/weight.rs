//! How much of a room's deeds each seat has made. Without bounds, a page could fill a room until
//! nobody can open it any more.

use crate::deed::{Deed, Kept, Talk};
use crate::seat::Seat;
use crate::wire::{MOST_JOURNAL, Say, Trouble};

/// Maximum size in bytes of what one seat says in a room: thousands of messages.
const MOST_TALK: usize = 1 << 20;
/// Maximum size in bytes of the other small deeds of one seat: thousands of wishes and answers.
const MOST_SMALL: usize = 512 << 10;
/// Maximum size in bytes of all lines of a room, with those that were taken back.
const MOST_LINES: usize = 4 * MOST_JOURNAL;
/// What a deed takes beside its words, in bytes.
const FRAME: usize = 128;

/// What the deeds of a room weigh, in bytes.
#[derive(Clone, Debug, Default)]
pub struct Weight {
    talk: [usize; 4],
    small: [usize; 4],
    lines: usize,
}

impl Weight {
    /// Adds a deed.
    pub fn add(&mut self, kept: &Kept) {
        let bytes = of(kept);
        match &kept.deed {
            Deed::Line(_) | Deed::Opening(_) => self.lines += bytes,
            Deed::Said { by, .. } => self.talk[by.chair()] += bytes,
            Deed::Sat { seat: by, .. }
            | Deed::Asked { by, .. }
            | Deed::Answered { by, .. }
            | Deed::Paused { by, .. }
            | Deed::Away { by, .. } => self.small[by.chair()] += bytes,
            // These end something, or the rules and the dice bound their number.
            Deed::Pledged { .. }
            | Deed::Came { .. }
            | Deed::Moved { .. }
            | Deed::Conceded { .. }
            | Deed::Closed { .. }
            | Deed::TimeUp { .. }
            | Deed::Bound(_)
            | Deed::Opened { .. }
            | Deed::Again { .. } => {}
        }
    }

    /// Checks whether the room has space for what a seat wants to do. Each seat has its own, so
    /// that nobody can use up what the other side needs; orders and giving up are always free.
    ///
    /// # Errors
    /// If the seat has used up its space.
    pub fn may(&self, seat: Seat, say: &Say) -> Result<(), Trouble> {
        let full = match say {
            Say::Chat(_) => self.talk[seat.chair()] >= MOST_TALK,
            Say::Name(_) | Say::Ask(_) | Say::Answer { .. } | Say::Away(_) | Say::GoOn => {
                self.small[seat.chair()] >= MOST_SMALL
            }
            Say::Hello { .. }
            | Say::Pledge(_)
            | Say::Order { .. }
            | Say::Open { .. }
            | Say::Rule { .. }
            | Say::Concede
            | Say::HandOver
            | Say::Here => false,
        };
        match full {
            true => Err(Trouble::RoomFull),
            false => Ok(()),
        }
    }

    /// Returns whether another line of this many bytes fits. The journal has its own limit, but
    /// lines that were taken back are stored as well.
    #[must_use]
    pub const fn has_space(&self, line: usize) -> bool {
        self.lines + line <= MOST_LINES
    }
}

/// Returns about how many bytes a deed takes where it is stored.
#[must_use]
pub fn of(kept: &Kept) -> usize {
    let words = match &kept.deed {
        Deed::Line(line) | Deed::Opening(line) => line.len(),
        Deed::Said {
            text: Talk::Text(text),
            ..
        } => text.len(),
        Deed::Sat { name, .. } => name.len(),
        Deed::Bound(bound) => serde_json::to_string(&bound.order).map_or(0, |order| order.len()),
        _ => 0,
    };
    FRAME + words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deed::{Phrase, Wish};

    fn kept(deed: Deed) -> Kept {
        Kept {
            n: 0,
            at: 0,
            awaits: None,
            waits: None,
            over: None,
            deed,
        }
    }

    #[test]
    fn a_seat_that_used_up_its_space_leaves_the_other_side_its_own() {
        let mut weight = Weight::default();
        let (chat, ask) = (Say::Chat(Talk::Phrase(Phrase::Hello)), Say::Ask(Wish::Draw));
        let said = kept(Deed::Said {
            by: Seat::A,
            text: Talk::Text("x".repeat(1000)),
        });
        for _ in 0..MOST_TALK / 1000 {
            weight.add(&said);
        }
        assert_eq!(weight.may(Seat::A, &chat), Err(Trouble::RoomFull));
        assert_eq!(weight.may(Seat::A, &ask), Ok(()));
        assert_eq!(weight.may(Seat::B, &chat), Ok(()));
        let asked = kept(Deed::Asked {
            by: Seat::A,
            wish: Wish::Draw,
        });
        for _ in 0..MOST_SMALL / FRAME {
            weight.add(&asked);
        }
        assert_eq!(weight.may(Seat::A, &ask), Err(Trouble::RoomFull));
        assert_eq!(weight.may(Seat::A, &Say::Concede), Ok(()));
        assert_eq!(weight.may(Seat::B, &ask), Ok(()));
    }

    #[test]
    fn lines_that_were_taken_back_count_as_well() {
        let mut weight = Weight::default();
        let line = kept(Deed::Line("x".repeat(MOST_JOURNAL)));
        for _ in 0..3 {
            weight.add(&line);
        }
        assert!(weight.has_space(1000));
        weight.add(&line);
        assert!(!weight.has_space(1000));
    }
}

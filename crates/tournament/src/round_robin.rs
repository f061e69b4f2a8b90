//! Everybody meets everybody: the circle method, with sides as in Berger's tables, where each
//! entrant leads both sides equally often, or one of them once more.

use crate::swiss::Pair;

/// Returns how many rounds it takes until everybody has met everybody once.
#[must_use]
pub const fn rounds_of(count: usize) -> usize {
    match count {
        0 | 1 => 0,
        _ => seats(count) - 1,
    }
}

/// An odd number gets one more seat, which nobody takes.
const fn seats(count: usize) -> usize {
    count + count % 2
}

/// Pairs a round, counted from 0, among entrants in their order. After everybody has met everybody
/// they meet again, with sides swapped.
pub(crate) fn round(field: &[u32], number: usize) -> Vec<Pair> {
    let seats = seats(field.len());
    let turns = rounds_of(field.len()).max(1);
    let (swapped, number) = (number / turns % 2 == 1, number % turns);
    let mut all = Vec::new();
    for one in 1..seats {
        let two = (1..seats).find(|two| (one + two) % turns == number % turns);
        let (one, two) = match two {
            Some(two) if two != one => (one, two),
            _ => (one, seats),
        };
        if one > two {
            continue;
        }
        let first = if two == seats {
            one <= seats / 2
        } else {
            (one + two) % 2 == 1
        };
        let (a, b) = if first == swapped {
            (two, one)
        } else {
            (one, two)
        };
        let of = |seat: usize| field.get(seat - 1).copied();
        all.extend(match (of(a), of(b)) {
            (Some(a), b) => Some(Pair { a, b }),
            (None, Some(b)) => Some(Pair { a: b, b: None }),
            (None, None) => None,
        });
    }
    // The entrant who rests comes last.
    all.sort_by_key(|pair| pair.b.is_none());
    all
}

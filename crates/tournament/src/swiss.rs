//! Pairing a round of a Swiss tournament.
//!
//! Nobody meets the same opponent again if that can be avoided. The odd one out has a bye, and
//! nobody gets a second bye before everybody has had one. Nobody leads one side more than once
//! oftener than the other if that can be avoided. Within these limits the highest score meets the
//! nearest score, and within a score group the upper half meets the lower half. Whether something
//! can be avoided is not searched to some depth but decided exactly, by the largest matching of
//! those who are left.

use crate::matching::Graph;

/// The standing of an entrant who is to be paired.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The entrant's number.
    pub entrant: u32,
    /// The entrant's half points.
    pub halves: u32,
    /// The entrant's place among the seeds.
    pub seed: usize,
    /// The opponents so far.
    pub met: Vec<u32>,
    /// The number of byes so far.
    pub byes: u32,
    /// How many times more often the entrant led the first side than the second.
    pub lead: i32,
    /// Whether the entrant led the first side last.
    pub last: Option<bool>,
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The entrant who leads the first side.
    pub a: u32,
    /// The entrant who leads the second side; none if `a` has a bye.
    pub b: Option<u32>,
}

/// Pairs a round.
#[must_use]
pub fn draw(standings: &[Standing]) -> Vec<Pair> {
    let mut left: Vec<&Standing> = standings.iter().collect();
    left.sort_by_key(|one| (std::cmp::Reverse(one.halves), one.seed));
    let bye = (left.len() % 2 == 1).then(|| left.remove(bye(&left)));
    let even = is_even(&left);
    let mut pairs = Vec::new();
    while left.len() > 1 {
        let other = opponent(&left, even);
        let two = left.remove(other);
        let one = left.remove(0);
        pairs.push(sides(one, two, pairs.len()));
    }
    let rests = |one: &Standing| Pair {
        a: one.entrant,
        b: None,
    };
    pairs.extend(bye.map(rests));
    pairs
}

fn has_met(one: &Standing, two: &Standing) -> bool {
    one.met.contains(&two.entrant)
}

/// Returns whether two can meet without either leading one side twice more often than the other.
fn is_fair(one: &Standing, two: &Standing) -> bool {
    let fits = |a: &Standing, b: &Standing| a.lead <= 0 && b.lead >= 0;
    fits(one, two) || fits(two, one)
}

/// Returns how many pairs at least must meet again.
fn again(left: &[&Standing]) -> usize {
    let graph = Graph::new(left.len(), |i, j| !has_met(left[i], left[j]));
    left.len() / 2 - graph.most_pairs()
}

/// Returns whether everyone left can be paired without meeting again and with even sides.
fn is_even(left: &[&Standing]) -> bool {
    let may = |i: usize, j: usize| !has_met(left[i], left[j]) && is_fair(left[i], left[j]);
    Graph::new(left.len(), may).is_perfect()
}

fn without<'a>(left: &[&'a Standing], out: &[usize]) -> Vec<&'a Standing> {
    let stays = |(at, one): (usize, &&'a Standing)| (!out.contains(&at)).then_some(*one);
    left.iter().enumerate().filter_map(stays).collect()
}

/// Returns the index of the entrant who gets the bye: the last one among those with the fewest byes
/// whose bye lets the others be paired best. Whoever came late has met nobody, and plays first.
fn bye(left: &[&Standing]) -> usize {
    let first = left.iter().all(|one| one.met.is_empty());
    let may = |one: &Standing| first || !one.met.is_empty();
    let fewest = { left.iter() }
        .filter(|one| may(one))
        .map(|one| one.byes)
        .min();
    let mut best = (usize::MAX, true);
    let mut found = left.len() - 1;
    for at in (0..left.len()).rev() {
        if !may(left[at]) || Some(left[at].byes) != fewest {
            continue;
        }
        let rest = without(left, &[at]);
        let cost = (again(&rest), !is_even(&rest));
        if cost < best {
            (best, found) = (cost, at);
        }
        if best == (0, false) {
            break;
        }
    }
    found
}

/// Returns the index of the opponent of the first entrant.
fn opponent(left: &[&Standing], even: bool) -> usize {
    let first = left[0];
    let group = left
        .iter()
        .take_while(|one| one.halves == first.halves)
        .count();
    // Within one score group the upper half meets the lower.
    let half = (group / 2).max(1);
    let far = |at: &usize| {
        let apart = first.halves - left[*at].halves;
        let off = if *at < group { at.abs_diff(half) } else { *at };
        let lopsided = !even && !is_fair(first, left[*at]);
        (lopsided, apart, off, *at)
    };
    let mut wanted: Vec<usize> = (1..left.len()).collect();
    wanted.sort_by_key(far);
    let least = if even { 0 } else { again(left) };
    let goes = |at: &usize| {
        let met = has_met(first, left[*at]);
        let rest = without(left, &[0, *at]);
        match even {
            true => !met && is_fair(first, left[*at]) && is_even(&rest),
            false => usize::from(met) + again(&rest) == least,
        }
    };
    // One of them always works: if not, these could not be paired this well.
    wanted.into_iter().find(goes).unwrap_or(1)
}

/// Decides which of two entrants leads which side.
fn sides(one: &Standing, two: &Standing, board: usize) -> Pair {
    let first = match one.lead.cmp(&two.lead) {
        std::cmp::Ordering::Less => true,
        std::cmp::Ordering::Greater => false,
        std::cmp::Ordering::Equal => match (one.last, two.last) {
            (Some(true), Some(false) | None) | (None, Some(false)) => false,
            (Some(false), Some(true) | None) | (None, Some(true)) => true,
            _ => board.is_multiple_of(2),
        },
    };
    let (a, b) = if first { (one, two) } else { (two, one) };
    Pair {
        a: a.entrant,
        b: Some(b.entrant),
    }
}

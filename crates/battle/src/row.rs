//! Rows of dice: throws sorted from the highest down, and two rows matched.
//!
//! This module holds the combinatorics of [`crate::Ask::Row`] and [`crate::Ask::Match`];
//! `crates/odds` tests them against brute force.

use crate::Surplus;
use arrayvec::ArrayVec;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Most throws in a row.
const MOST: usize = 24;

/// A row of throws of which only the grades matter, and the exact value of the highest.
///
/// The outcome is a code: the index of the row among all rows of grades. Unless every number is a
/// grade of its own, the code is sixteen times that index plus how far the highest throw is above
/// the least possible one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    throws: usize,
    each: u16,
    sides: u16,
    grades: u16,
}

impl Row {
    /// Makes a row of `throws` throws of `each` dice of `sides` sides, in which a grade begins at
    /// every set bit of `grades`.
    #[must_use]
    pub const fn new(throws: u8, each: u8, sides: u8, grades: u16) -> Self {
        Self {
            throws: throws as usize,
            each: each as u16,
            sides: sides as u16,
            grades,
        }
    }

    /// Returns whether the codes of all outcomes fit sixteen bits.
    #[must_use]
    pub fn fits(&self) -> bool {
        let rows = compositions(self.throws, self.count());
        rows * if self.fine() { 1 } else { 16 } <= 1 << 16
    }

    const fn least(&self) -> u16 {
        self.each
    }

    const fn most(&self) -> u16 {
        self.each * self.sides
    }

    /// Returns the number of grades.
    fn count(&self) -> usize {
        1 + (self.least() + 1..=self.most())
            .filter(|&v| self.grades >> v & 1 == 1)
            .count()
    }

    /// Returns whether every number is a grade of its own.
    fn fine(&self) -> bool {
        self.count() == usize::from(self.most() - self.least()) + 1
    }

    fn grade(&self, throw: u16) -> usize {
        (self.least() + 1..=throw)
            .filter(|&v| self.grades >> v & 1 == 1)
            .count()
    }

    /// Returns the least throw of a grade.
    fn floor(&self, grade: usize) -> u16 {
        (self.least()..=self.most())
            .find(|&v| self.grade(v) == grade)
            .unwrap_or(self.least())
    }

    /// Returns the code of some throws, in any order.
    pub(crate) fn code(&self, throws: impl Iterator<Item = u16>) -> u16 {
        let mut counts = [0_usize; MOST];
        let mut top = self.least();
        for throw in throws {
            let throw = throw.clamp(self.least(), self.most());
            counts[self.grade(throw).min(MOST - 1)] += 1;
            top = top.max(throw);
        }
        self.encode(&counts[..self.count().min(MOST)], top)
    }

    fn encode(&self, counts: &[usize], top: u16) -> u16 {
        let (mut left, mut place) = (self.throws, 0_u64);
        for (grade, &count) in counts.iter().enumerate() {
            let after = counts.len() - grade - 1;
            if after == 0 {
                break;
            }
            for fewer in 0..count.min(left) {
                place += compositions(left - fewer, after);
            }
            left -= count.min(left);
        }
        let code = if self.fine() {
            place
        } else {
            place * 16 + u64::from(top - self.least())
        };
        // A caller whose codes do not fit asks for each throw separately.
        u16::try_from(code).unwrap_or(u16::MAX)
    }

    /// Returns the throws that a code stands for, highest first: the first is exact, each other is
    /// the least of its grade.
    #[must_use]
    pub fn throws(&self, code: u16) -> ArrayVec<u16, MOST> {
        let (mut place, top) = if self.fine() {
            (u64::from(code), None)
        } else {
            (u64::from(code / 16), Some(self.least() + code % 16))
        };
        let (grades, mut left) = (self.count(), self.throws);
        let mut out = ArrayVec::new();
        for grade in 0..grades {
            let after = grades - grade - 1;
            let mut count = 0;
            if after == 0 {
                count = left;
            } else {
                while count < left {
                    let here = compositions(left - count, after);
                    if place < here {
                        break;
                    }
                    place -= here;
                    count += 1;
                }
            }
            left -= count;
            for _ in 0..count {
                let _ = out.try_insert(0, self.floor(grade));
            }
        }
        if let (Some(top), Some(first)) = (top, out.first_mut()) {
            *first = top;
        }
        out
    }

    /// Returns every code with the number of ways to roll it, in rising order.
    pub(crate) fn weights(&self) -> Vec<(u16, u64)> {
        let mut ways_of = vec![0_u64; usize::from(self.most()) + 1];
        let mut sums: Vec<u64> = vec![1];
        for _ in 0..self.each {
            let mut next = vec![0; sums.len() + usize::from(self.sides)];
            for (sum, &ways) in sums.iter().enumerate() {
                for face in 1..=usize::from(self.sides) {
                    next[sum + face] += ways;
                }
            }
            sums = next;
        }
        for (sum, ways) in sums.into_iter().enumerate().take(ways_of.len()) {
            ways_of[sum] = ways;
        }
        let tops = if self.fine() {
            self.most()..=self.most()
        } else {
            self.least()..=self.most()
        };
        let mut out = Vec::new();
        for top in tops {
            // All rows with throws of at most `top`, minus those with all throws below it.
            let at_most = |limit: u16| {
                let mut of_grade = vec![0_u64; self.count()];
                for throw in self.least()..=limit {
                    of_grade[self.grade(throw)] += ways_of[usize::from(throw)];
                }
                of_grade
            };
            let below = if self.fine() || top == self.least() {
                vec![0; self.count()]
            } else {
                at_most(top - 1)
            };
            let mut counts = vec![0; self.count()];
            self.fill(
                0,
                self.throws,
                1,
                1,
                1,
                &at_most(top),
                &below,
                &mut counts,
                top,
                &mut out,
            );
        }
        out.sort_unstable();
        out
    }

    /// Goes through all ways to distribute the throws over the grades.
    #[expect(clippy::too_many_arguments, reason = "the state of one recursion")]
    fn fill(
        &self,
        grade: usize,
        left: usize,
        choices: u64,
        with: u64,
        without: u64,
        at_most: &[u64],
        below: &[u64],
        counts: &mut Vec<usize>,
        top: u16,
        out: &mut Vec<(u16, u64)>,
    ) {
        if grade == counts.len() {
            let ways = choices * (with - if self.fine() { 0 } else { without });
            if left == 0 && ways > 0 {
                out.push((self.encode(counts, top), ways));
            }
            return;
        }
        let (mut now, mut then) = (with, without);
        let last = grade + 1 == counts.len();
        for count in 0..=left {
            if !last || count == left {
                counts[grade] = count;
                self.fill(
                    grade + 1,
                    left - count,
                    choices * choose(left, count),
                    now,
                    then,
                    at_most,
                    below,
                    counts,
                    top,
                    out,
                );
            }
            now *= at_most[grade];
            then *= below[grade];
            if now == 0 {
                break;
            }
        }
        counts[grade] = 0;
    }
}

/// Returns the number of ways to write `n` as a sum of `parts` numbers from 0 up.
fn compositions(n: usize, parts: usize) -> u64 {
    choose(n + parts - 1, parts - 1)
}

fn choose(n: usize, k: usize) -> u64 {
    let k = k.min(n - k.min(n));
    (0..k).fold(1, |c, i| c * (n - i) as u64 / (i as u64 + 1))
}

/// Packs the hits on both rows into one outcome.
fn outcome(left: usize, right: usize) -> u16 {
    let byte = |hits: usize| u8::try_from(hits).unwrap_or(u8::MAX);
    u16::from_le_bytes([byte(left), byte(right)])
}

/// Lays two rows opposite each other.
pub(crate) fn compare(left: &[u8], right: &[u8], surplus: Surplus) -> u16 {
    let sorted = |dice: &[u8]| {
        let mut row: ArrayVec<u8, MOST> = dice.iter().copied().take(MOST).collect();
        row.sort_unstable_by(|a, b| b.cmp(a));
        row
    };
    let (own, theirs) = (sorted(left), sorted(right));
    let pairs = own.iter().zip(&theirs);
    let mut on_left = pairs.clone().filter(|(a, b)| a < b).count();
    let mut on_right = pairs.filter(|(a, b)| a > b).count();
    let both = own.len().min(theirs.len());
    let over = |row: &[u8], lowest: Option<&u8>| {
        row.iter()
            .skip(both)
            .filter(|&die| match (lowest, surplus) {
                (None, _) | (_, Surplus::Always) => true,
                (_, Surplus::Never) => false,
                (Some(lowest), Surplus::BeatLowest) => die > lowest,
            })
            .count()
    };
    on_right += over(&own, theirs.last());
    on_left += over(&theirs, own.last());
    outcome(on_left, on_right)
}

/// Two rows to match: the dice of either, their sides, and what unpaired dice do.
type Pair = (u8, u8, u8, Surplus);
/// Outcomes with the number of ways to roll each.
type Weights = Vec<(u16, u64)>;

/// Most pairs of rows to remember, of a few kilobytes each.
const REMEMBERED: usize = 128;

thread_local! {
    /// What matched rows come to. A question about a fight matches the same few rows thousands of
    /// times: working out long ones anew took three quarters of its time.
    static MATCHED: RefCell<BTreeMap<Pair, Weights>> = const { RefCell::new(BTreeMap::new()) };
}

/// Returns every outcome of two matched rows with the number of ways to roll it, in rising order.
pub(crate) fn matches(left: u8, right: u8, sides: u8, surplus: Surplus) -> Weights {
    MATCHED.with_borrow_mut(|known| {
        let pair = (left, right, sides, surplus);
        if let Some(weights) = known.get(&pair) {
            return weights.clone();
        }
        let weights = worked_out(pair);
        if known.len() == REMEMBERED {
            known.clear();
        }
        known.insert(pair, weights.clone());
        weights
    })
}

/// Works out what two matched rows come to. Goes through the faces from the highest down; the state
/// is how many dice of either row have been placed, and the hits so far.
fn worked_out((left, right, sides, surplus): Pair) -> Weights {
    let (nl, nr) = (usize::from(left), usize::from(right));
    let most = nl.max(nr) + 1;
    let place =
        |i: usize, j: usize, hl: usize, hr: usize| ((i * (nr + 1) + j) * most + hl) * most + hr;
    let size = (nl + 1) * (nr + 1) * most * most;
    let mut now = vec![0_u64; size];
    now[0] = 1;
    let largest = nl.max(nr);
    let choices: Vec<Vec<u64>> = (0..=largest)
        .map(|n| (0..=n).map(|k| choose(n, k)).collect())
        .collect();
    for face in 0..sides {
        let last = face + 1 == sides;
        let mut next = vec![0_u64; size];
        // Before the highest face no dice are placed.
        let (rows_i, rows_j) = if face == 0 { (0, 0) } else { (nl, nr) };
        for i in 0..=rows_i {
            for j in 0..=rows_j {
                // On the lowest face all remaining dice are placed.
                for a in if last { nl - i } else { 0 }..=nl - i {
                    for b in if last { nr - j } else { 0 }..=nr - j {
                        let (on_left, on_right) = placed((i, j), (i + a, j + b), (nl, nr), surplus);
                        let fall = choices[nl - i][a] * choices[nr - j][b];
                        // A row cannot have more hits than the other row has dice placed.
                        for hl in 0..=j {
                            let from = place(i, j, hl, 0);
                            let to = place(i + a, j + b, hl + on_left, on_right);
                            for hr in 0..=i {
                                let ways = now[from + hr];
                                if ways != 0 {
                                    next[to + hr] += ways * fall;
                                }
                            }
                        }
                    }
                }
            }
        }
        now = next;
    }
    let mut out: Vec<(u16, u64)> = Vec::new();
    for hl in 0..most {
        for hr in 0..most {
            let ways = now[place(nl, nr, hl, hr)];
            if ways > 0 {
                out.push((outcome(hl, hr), ways));
            }
        }
    }
    out.sort_unstable();
    out
}

/// Returns the hits that are settled when, in rows of `all` dice, `from` dice have been placed and
/// the dice of one more face bring that to `to`.
fn placed(
    from: (usize, usize),
    to: (usize, usize),
    all: (usize, usize),
    surplus: Surplus,
) -> (usize, usize) {
    let both = all.0.min(all.1);
    // Ranks that this row fills now and that the other has not filled yet: this row is higher.
    let higher = |from: usize, own: usize, other: usize| {
        own.min(both).saturating_sub(from.max(other).min(both))
    };
    // Ranks beyond the shorter row.
    let over = |from: usize, own: usize, other: usize, theirs: usize| {
        let dice = own.max(both) - from.max(both);
        let hit = match surplus {
            _ if theirs == 0 => true,
            Surplus::Always => true,
            Surplus::Never => false,
            Surplus::BeatLowest => other < theirs,
        };
        if hit { dice } else { 0 }
    };
    let on_right = higher(from.0, to.0, to.1) + over(from.0, to.0, to.1, all.1);
    let on_left = higher(from.1, to.1, to.0) + over(from.1, to.1, to.0, all.0);
    (on_left, on_right)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_remembered_is_what_is_worked_out() {
        let rows = (0..=12).flat_map(|left| (0..=12).map(move |right| (left, right)));
        let all = rows.flat_map(|(left, right)| {
            let all = [Surplus::BeatLowest, Surplus::Always, Surplus::Never];
            all.map(|surplus| (left, right, 6, surplus))
        });
        let pairs: Vec<Pair> = all.step_by(3).collect();
        // Some are forgotten.
        assert!(pairs.len() > REMEMBERED);
        for &pair in pairs.iter().chain(&pairs) {
            let (left, right, sides, surplus) = pair;
            let first = matches(left, right, sides, surplus);
            assert_eq!(first, worked_out(pair), "{pair:?}");
            assert_eq!(first, matches(left, right, sides, surplus), "{pair:?}");
            MATCHED.with_borrow(|known| assert!(known.len() <= REMEMBERED));
        }
        let (left, right, sides) = (3, 2, 6);
        let unlike = [Surplus::Always, Surplus::Never].map(|s| matches(left, right, sides, s));
        assert_ne!(unlike[0], unlike[1]);
    }
}

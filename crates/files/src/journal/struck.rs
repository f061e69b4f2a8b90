//! Walks along lines that were struck out.

use super::Line;
use std::collections::BTreeMap;

/// A walk along the lines that were struck out after a line, each with the state that it followed:
/// a battle, and whatever else the caller carries along. A file may hold very many such lines, so
/// a state is kept only while a later line follows it.
#[derive(Clone, Debug)]
pub struct Struck<S> {
    /// The state that each line follows: 0 is the one before all of them, `n` that after the `n`th
    /// of them. None for a line that follows no other.
    follows: Vec<Option<usize>>,
    /// How many lines that are still to come follow each state.
    uses: Vec<u32>,
    states: BTreeMap<usize, S>,
    at: usize,
}

impl<S: Clone> Struck<S> {
    /// Begins the walk with the state after a line.
    #[must_use]
    pub fn after(line: &Line, state: S) -> Self {
        Self::of(line.n, &line.struck, state)
    }

    /// Begins the walk along lines that were struck out after line `n`.
    pub(super) fn of(n: u32, lines: &[Line], state: S) -> Self {
        let follows = follows(n, lines);
        let mut uses = vec![0; lines.len() + 1];
        follows.iter().flatten().for_each(|&of| uses[of] += 1);
        Self {
            follows,
            uses,
            states: BTreeMap::from([(0, state)]),
            at: 0,
        }
    }

    /// Goes to the next line and returns the state that it follows; none if it follows no other.
    /// Such a line has no effect.
    pub fn before(&mut self) -> Option<S> {
        let of = self.follows.get(self.at).copied().flatten();
        self.at += 1;
        let of = of?;
        self.uses[of] -= 1;
        match self.uses[of] {
            0 => self.states.remove(&of),
            _ => self.states.get(&of).cloned(),
        }
    }

    /// Takes the state after the line that the walk is at.
    pub fn leave(&mut self, state: S) {
        if self.uses.get(self.at).is_some_and(|&uses| uses > 0) {
            self.states.insert(self.at, state);
        }
    }
}

/// Returns which state each line follows: their numbers say how far each is from line `n`.
fn follows(n: u32, lines: &[Line]) -> Vec<Option<usize>> {
    let mut row = vec![0];
    let each = (1..).zip(lines).map(|(own, line)| {
        let far = usize::try_from(line.n.checked_sub(n)?.checked_sub(1)?).ok()?;
        let of = *row.get(far)?;
        row.truncate(far + 1);
        row.push(own);
        Some(of)
    });
    each.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(n: u32) -> Line {
        Line {
            n,
            order: None,
            rolls: Vec::new(),
            events: Vec::new(),
            waits: Vec::new(),
            stated: None,
            stream: None,
            joint: None,
            after: 0,
            struck: Vec::new(),
        }
    }

    /// Returns the most states that a walk keeps at once, and the state that each line follows.
    fn walked(numbers: &[u32]) -> (usize, Vec<Option<u32>>) {
        let lines: Vec<Line> = numbers.iter().copied().map(line).collect();
        let mut walk = Struck::of(4, &lines, 4);
        let mut most = 0;
        let each = lines.iter().map(|line| {
            let before = walk.before();
            if before.is_some() {
                walk.leave(line.n);
            }
            most = most.max(walk.states.len());
            before
        });
        let all = each.collect();
        (most, all)
    }

    #[test]
    fn each_line_follows_the_one_that_its_number_says() {
        let (_, before) = walked(&[5, 6, 7, 6, 9, 7, 5, 4]);
        let before: Vec<u32> = before.into_iter().map(|one| one.unwrap_or(0)).collect();
        assert_eq!(before, [4, 5, 6, 5, 0, 6, 4, 0]);
    }

    #[test]
    fn a_state_is_kept_only_while_a_line_follows_it() {
        let copies = walked(&[5; 1_000]);
        assert_eq!(copies.0, 1);
        let row: Vec<u32> = (5..1_000).collect();
        assert_eq!(walked(&row).0, 1);
    }
}

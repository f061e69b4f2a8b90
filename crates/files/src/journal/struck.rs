//! Walks along lines that were struck out.

use super::Line;
use std::collections::BTreeMap;

/// A walk along the lines that were struck out after a line, each with the state that it followed:
/// a battle, and whatever else the caller carries along. A file may hold very many such lines, so
/// the walk keeps few states: it takes the branches of a line from the smallest to the largest, and
/// forgets a state with the last line that follows it. It never keeps more than one state for each
/// doubling of the number of lines.
#[derive(Clone, Debug)]
pub struct Struck<S> {
    steps: std::vec::IntoIter<Step>,
    states: BTreeMap<usize, S>,
    /// The state that the line the walk is at leaves, if a later line follows it.
    leaves: Option<usize>,
}

/// A line of the walk. States have numbers: 0 is the one before all lines, `n` that after the `n`th.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// The line's place among those struck out.
    place: usize,
    /// The state that it follows. None for a line that follows no other.
    follows: Option<usize>,
    /// Whether no later line follows that state.
    is_last: bool,
    /// Whether a later line follows this one.
    is_followed: bool,
}

impl<S: Clone> Struck<S> {
    /// Begins the walk with the state after a line.
    #[must_use]
    pub fn after(line: &Line, state: S) -> Self {
        Self::of(line.n, &line.struck, state)
    }

    /// Begins the walk along lines that were struck out after line `n`.
    pub(super) fn of(n: u32, lines: &[Line], state: S) -> Self {
        Self {
            steps: steps(&follows(n, lines)).into_iter(),
            states: BTreeMap::from([(0, state)]),
            leaves: None,
        }
    }

    /// Goes to the next line, in the walk's own order. Returns its place among those struck out, and
    /// the state that it follows; none if it follows no other. Such a line has no effect.
    pub fn step(&mut self) -> Option<(usize, Option<S>)> {
        let step = self.steps.next()?;
        self.leaves = step.is_followed.then_some(step.place + 1);
        let state = step.follows.and_then(|of| match step.is_last {
            true => self.states.remove(&of),
            false => self.states.get(&of).cloned(),
        });
        Some((step.place, state))
    }

    /// Takes the state after the line that the walk is at.
    pub fn leave(&mut self, state: S) {
        if let Some(own) = self.leaves.take() {
            self.states.insert(own, state);
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

/// Returns the order of the walk, given the state that each line follows. After a line come those
/// that follow it; of its branches, the largest comes last.
fn steps(follows: &[Option<usize>]) -> Vec<Step> {
    let mut sizes = vec![1_usize; follows.len() + 1];
    let mut branches = vec![Vec::new(); follows.len() + 1];
    for own in (1..=follows.len()).rev() {
        if let Some(of) = follows[own - 1] {
            sizes[of] += sizes[own];
            branches[of].push(own);
        }
    }
    let lost = (0..).zip(follows).filter(|(_, of)| of.is_none());
    let mut steps: Vec<Step> = lost
        .map(|(place, _)| Step {
            place,
            follows: None,
            is_last: false,
            is_followed: false,
        })
        .collect();
    let mut open = vec![0];
    while let Some(of) = open.pop() {
        if of > 0 {
            steps.push(Step {
                place: of - 1,
                follows: follows[of - 1],
                is_last: false,
                is_followed: !branches[of].is_empty(),
            });
        }
        // The last in this list is the first to be taken; equal branches stay in the file's order.
        branches[of].sort_by_key(|&own| std::cmp::Reverse(sizes[own]));
        open.append(&mut branches[of]);
    }
    let mut seen = vec![false; follows.len() + 1];
    for step in steps.iter_mut().rev() {
        if let Some(of) = step.follows {
            step.is_last = !std::mem::replace(&mut seen[of], true);
        }
    }
    steps
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

    /// Returns the most states that a walk keeps at once, and the line that each line follows, each
    /// called by its number with its place; 4 is the line before all.
    fn walked(numbers: &[u32]) -> (usize, Vec<Option<(u32, usize)>>) {
        let lines: Vec<Line> = numbers.iter().copied().map(line).collect();
        let mut walk = Struck::of(4, &lines, (4, 0));
        let (mut most, mut all) = (0, vec![None; lines.len()]);
        while let Some((place, before)) = walk.step() {
            all[place] = before;
            if before.is_some() {
                walk.leave((numbers[place], place + 1));
            }
            most = most.max(walk.states.len());
        }
        assert!(
            walk.states.is_empty(),
            "a state that nothing follows is kept"
        );
        (most, all)
    }

    #[test]
    fn each_line_follows_the_one_that_its_number_says() {
        let (_, before) = walked(&[5, 6, 7, 6, 9, 7, 5, 4]);
        let before: Vec<_> = before
            .into_iter()
            .map(|one| one.unwrap_or((0, 0)))
            .collect();
        let wanted = [
            (4, 0),
            (5, 1),
            (6, 2),
            (5, 1),
            (0, 0),
            (6, 4),
            (4, 0),
            (0, 0),
        ];
        assert_eq!(before, wanted);
    }

    #[test]
    fn few_states_are_kept_at_once() {
        let copies = walked(&[5; 1_000]);
        assert_eq!(copies.0, 1);
        let row: Vec<u32> = (5..1_000).collect();
        assert_eq!(walked(&row).0, 1);
        // Lines that follow those of a row from its end to its beginning.
        let tent: Vec<u32> = (5..1_000).chain((5..1_000).rev()).collect();
        assert!(walked(&tent).0 <= 3, "{}", walked(&tent).0);
        // Two branches at each line, ten times over.
        let mut tree = Vec::new();
        fn grow(n: u32, tree: &mut Vec<u32>) {
            if n < 15 {
                for _ in 0..2 {
                    tree.push(n);
                    grow(n + 1, tree);
                }
            }
        }
        grow(5, &mut tree);
        assert!(walked(&tree).0 <= 11, "{}", walked(&tree).0);
    }
}

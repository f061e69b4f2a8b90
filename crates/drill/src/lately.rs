//! Answers to questions that were asked a moment ago.

/// The last answers to a question that takes a search. Players who think ahead judge the same order
/// many times over, and every choice of one kind in the same battle.
#[derive(Debug)]
pub struct Lately<Q, A> {
    known: Vec<(Q, A)>,
    /// Number of answers to keep.
    most: usize,
    /// The entry that the next new one replaces.
    oldest: usize,
}

impl<Q: PartialEq, A: Clone> Lately<Q, A> {
    /// Makes a memory for so many answers, at least one.
    #[must_use]
    pub const fn new(most: usize) -> Self {
        Self {
            known: Vec::new(),
            most,
            oldest: 0,
        }
    }

    /// Returns the answer to a question, from an earlier search if there was the same one. The
    /// question must hold everything that the answer depends on.
    pub fn answer(&mut self, asked: Q, search: impl FnOnce(&Q) -> A) -> A {
        if let Some((_, known)) = self.known.iter().find(|(one, _)| *one == asked) {
            return known.clone();
        }
        let found = search(&asked);
        let entry = (asked, found.clone());
        if self.known.len() < self.most {
            self.known.push(entry);
        } else if let Some(old) = self.known.get_mut(self.oldest) {
            *old = entry;
            self.oldest = (self.oldest + 1) % self.most;
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::Lately;

    #[test]
    fn the_last_answers_are_searched_for_once() {
        let mut lately = Lately::new(2);
        let mut searches = Vec::new();
        for asked in [1, 2, 1, 2, 3, 2, 1, 3] {
            let answer = lately.answer(asked, |&asked| {
                searches.push(asked);
                asked * 10
            });
            assert_eq!(answer, asked * 10);
        }
        assert_eq!(searches, [1, 2, 3, 1]);
    }
}

//! Records which clauses were carried out: for tests, absent from programs.

use crate::Clause;

/// Names the clauses that a piece of code carries out. It is not needed where a refusal, a factor,
/// a roll or an event cites the clause.
///
/// With the feature `trace` it records that the code was reached, so that the exhaustive runner can
/// tell which clauses have fired; without the feature it does nothing.
#[macro_export]
macro_rules! by {
    ($($clause:path),+ $(,)?) => {
        $($crate::trace::note($clause);)+
    };
}

/// Number of words in a set with a bit for every possible clause number.
#[cfg(feature = "trace")]
const WORDS: usize = 1 << 10;

// One bit for each clause: exploring notes the same clauses a hundred thousand times a second.
#[cfg(feature = "trace")]
thread_local! {
    static NOTED: [std::cell::Cell<u64>; WORDS] =
        const { [const { std::cell::Cell::new(0) }; WORDS] };
}

/// Records that a clause was carried out on this thread; does nothing without the feature `trace`.
#[inline(always)]
pub fn note(clause: Clause) {
    #[cfg(feature = "trace")]
    NOTED.with(|noted| {
        let word = &noted[usize::from(clause.number() >> 6)];
        word.set(word.get() | 1 << (clause.number() & 63));
    });
    #[cfg(not(feature = "trace"))]
    let _ = clause;
}

/// Returns the clauses carried out on this thread since the last call.
#[cfg(feature = "trace")]
#[must_use]
pub fn take() -> std::collections::BTreeSet<Clause> {
    let all = |noted: &[std::cell::Cell<u64>; WORDS]| {
        let words = noted.iter().map(std::cell::Cell::take).zip(0_u16..);
        let bits = words.flat_map(|(word, at)| {
            let set = (0..64).filter(move |bit| word >> bit & 1 == 1);
            set.map(move |bit| Clause::new(at << 6 | bit))
        });
        bits.collect()
    };
    NOTED.with(all)
}

#[cfg(all(test, feature = "trace"))]
mod tests {
    use super::*;

    #[test]
    fn what_was_noted_is_told_once() {
        let all = [0, 63, 64, 1000, u16::MAX].map(Clause::new);
        drop(take());
        all.iter().chain(&all).for_each(|&clause| note(clause));
        assert_eq!(take(), std::collections::BTreeSet::from(all));
        assert_eq!(take().len(), 0);
    }
}

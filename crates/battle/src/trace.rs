//! Which clauses were carried out: a note for tests, absent from programs.

use crate::Clause;

/// Names the clauses that a piece of code carries out. Where a refusal, a
/// factor, a roll or an event cites the clause it is not needed.
///
/// With the feature `trace` it notes that the code was reached, so that the
/// exhaustive runner can tell which clauses have fired; otherwise it is
/// nothing at all.
#[macro_export]
macro_rules! by {
    ($($clause:path),+ $(,)?) => {
        $($crate::trace::note($clause);)+
    };
}

#[cfg(feature = "trace")]
thread_local! {
    static NOTED: std::cell::RefCell<std::collections::BTreeSet<Clause>> =
        const { std::cell::RefCell::new(std::collections::BTreeSet::new()) };
}

/// Notes a clause as carried out on this thread; nothing without the feature
/// `trace`.
#[inline(always)]
pub fn note(clause: Clause) {
    #[cfg(feature = "trace")]
    NOTED.with_borrow_mut(|noted| {
        noted.insert(clause);
    });
    #[cfg(not(feature = "trace"))]
    let _ = clause;
}

/// The clauses carried out on this thread since this was last asked.
#[cfg(feature = "trace")]
#[must_use]
pub fn take() -> std::collections::BTreeSet<Clause> {
    NOTED.take()
}

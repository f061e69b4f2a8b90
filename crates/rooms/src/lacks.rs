//! Which pages get the deeds that they lack one by one. The others get the journal, which is never
//! larger than a battle.

use crate::course::Course;
use crate::deed::Kept;
use crate::weight;

/// Maximum number of deeds that a page gets one by one; if it lacks more, it gets the journal.
const MOST_LACKS: i64 = 2000;
/// Maximum size in bytes of the deeds that a page gets one by one.
const MOST_BYTES: usize = 512 << 10;

/// Returns whether a page that has all deeds before `from` may get the rest one by one.
pub(crate) const fn few(course: &Course, from: i64) -> bool {
    from > 0 && from <= course.next && course.next - from <= MOST_LACKS
}

/// Returns the deeds that a page lacks, unless they are so large that it gets the journal instead.
pub(crate) fn small(lacks: Vec<Kept>) -> Option<Vec<Kept>> {
    let bytes: usize = lacks.iter().map(weight::of).sum();
    (bytes <= MOST_BYTES).then_some(lacks)
}

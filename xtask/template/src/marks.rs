//! The counters that units bear. Those without a title are bookkeeping.

use crate::c;
use crate::numbers::Numbers;
use sandtable_battle::{Clause, MarkSpec};

/// Hits taken (FIGHT-05).
pub const HITS: u8 = 0;
/// It moved in this player turn (TURN-02).
pub const MOVED: u8 = 1;
/// It fought in this player turn (TURN-02).
pub const FOUGHT: u8 = 2;

/// The marks, by place.
pub(crate) fn specs(numbers: &Numbers) -> Vec<MarkSpec> {
    let mark = |id: &str, title: &str, most: i8, clause: Clause| {
        MarkSpec::count(id, title, (0, most), clause)
    };
    vec![
        mark("hits", "Hits", numbers.hits, c::FIGHT_05),
        mark("moved", "", 1, c::TURN_02),
        mark("fought", "", 1, c::TURN_02),
    ]
}

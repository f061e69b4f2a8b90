//! What a battle remembers of units, of the battle and of what is pending. Marks
//! without a title are bookkeeping that no table would show.

use crate::c;
use crate::numbers::Numbers;
use sandtable_battle::{BattleMark, Mark, MarkSpec, Side, StateSpec};

/// Hits taken (FIGHT-05).
pub const HITS: Mark<u8> = Mark::at(0);
/// It moved in this player turn (TURN-02).
pub const MOVED: Mark<bool> = Mark::at(1);
/// It fought in this player turn (TURN-02).
pub const FOUGHT: Mark<bool> = Mark::at(2);

/// The side that takes the first player turn (TURN-01).
pub const FIRST: BattleMark<Option<Side>> = BattleMark::at(0);

/// The marks of a unit, by place.
pub(crate) fn specs(numbers: &Numbers) -> Vec<MarkSpec> {
    vec![
        HITS.spec("hits", c::FIGHT_05, "Hits it has taken.")
            .titled("Hits")
            .within(0, numbers.hits),
        MOVED.spec("moved", c::TURN_02, "It moved in this player turn."),
        FOUGHT.spec("fought", c::TURN_02, "It fought in this player turn."),
    ]
}

/// What is remembered beside the units.
pub(crate) fn state() -> StateSpec {
    StateSpec {
        battle: vec![FIRST.spec(
            "first",
            c::TURN_01,
            "The side that takes the first player turn.",
        )],
        ..StateSpec::default()
    }
}

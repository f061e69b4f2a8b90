//! What a battle remembers about units, about the battle, and about what is pending. Marks without
//! a title are internal, and no table would show them.

use crate::c;
use crate::numbers::Numbers;
use sandtable_battle::{Side, StateSpec, marks};

marks! {
    /// The marks of a unit, in order.
    pub(crate) fn specs(numbers: &Numbers) of Place as Mark {
        HITS: u8 = "hits", c::FIGHT_05, "Hits it has taken.",
            titled("Hits") within(0, numbers.hits);
        MOVED: bool = "moved", c::TURN_02, "It moved in this player turn.";
        FOUGHT: bool = "fought", c::TURN_02, "It fought in this player turn.";
    }
}

marks! {
    /// The marks of the battle.
    pub(crate) fn of_battle() of BattlePlace as BattleMark {
        FIRST: Option<Side> = "first", c::TURN_01, "The side that takes the first player turn.";
    }
}

/// Describes the state besides the units.
pub(crate) fn state() -> StateSpec {
    StateSpec {
        battle: of_battle(),
        ..StateSpec::default()
    }
}

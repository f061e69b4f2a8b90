//! What a player would see of an order's outcome, as plain data.

use sandtable_battle::{Clause, Gait, Rest, Status, UnitId};
use std::collections::{BTreeMap, BTreeSet};

/// One thing that a player would see of an outcome.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effect {
    /// The battle ended: 0 and 1 for a winner, 2 for a draw.
    Ended(u8),
    /// A unit left the table or came onto it.
    Became(Status),
    /// A unit lost stands or regained some.
    Stands(i16),
    /// A mark that a table would show changed: its index, by how much, to what.
    Mark(u8, i32, i32),
    /// The unit was made to move.
    Went(Went),
    /// The unit's charge ended short of everybody.
    Short,
    /// The unit changed formation.
    Formed(u8),
    /// The last reading of dice about the unit.
    Told(Clause, u16),
    /// A player must choose.
    Asks(Clause),
    /// How the order of play moved on.
    Turned(String),
}

/// What happened on the way to an outcome that a player would want to know.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Told {
    /// The last reading of dice about each unit.
    pub(crate) last: BTreeMap<UnitId, (Clause, u16)>,
    /// How units were made to move.
    pub(crate) went: BTreeSet<(UnitId, Went)>,
    /// The parts set apart.
    pub(crate) apart: Vec<(UnitId, Rest)>,
}

/// How a unit was made to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Went {
    /// It charged.
    Charged,
    /// It withdrew in good order.
    Withdrew,
    /// Fire drove it back.
    Driven,
    /// It retreated.
    Retreated,
}

/// What a player would see of an outcome: effects by the unit they happened to.
pub type Outcomes = Vec<(Option<UnitId>, Vec<Effect>)>;

impl Effect {
    /// Tells whether the unit is gone, one way or another.
    #[must_use]
    pub const fn is_gone(&self) -> bool {
        matches!(self, Self::Became(status) if status.is_gone())
    }

    /// Tells whether the unit goes back, one way or another.
    #[must_use]
    pub const fn is_back(&self) -> bool {
        matches!(
            self,
            Self::Went(Went::Withdrew | Went::Driven | Went::Retreated)
        )
    }

    pub(crate) const fn is_told(&self) -> bool {
        matches!(self, Self::Told(..))
    }
}

/// Returns how a unit was made to move, for the gaits that show how a fight went.
pub(crate) const fn went(gait: Gait) -> Option<Went> {
    match gait {
        Gait::Charged => Some(Went::Charged),
        Gait::Withdrew => Some(Went::Withdrew),
        Gait::Driven => Some(Went::Driven),
        Gait::Retreated => Some(Went::Retreated),
        _ => None,
    }
}

//! What a player would see of what an order came to, as plain data.

use sandtable_battle::{Clause, Gait, Rest, Status, UnitId};
use std::collections::{BTreeMap, BTreeSet};

/// One thing a player would see of an outcome.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effect {
    /// The battle ended: 0 and 1 for a winner, 2 for nobody.
    Ended(u8),
    /// A unit left the table or came onto it.
    Became(Status),
    /// A unit lost stands, or got some back.
    Stands(i16),
    /// A mark that a table would show went up or down: by how much, to what.
    Mark(u8, i32, i32),
    /// It was driven somewhere.
    Went(Went),
    /// Its charge ended short of everybody.
    Short,
    /// It stands in another formation.
    Formed(u8),
    /// What dice last said of it.
    Told(Clause, u16),
    /// A player must choose.
    Asks(Clause),
    /// Where the order of play went.
    Turned(String),
}

/// What happened on the way to an outcome that a player would want to know.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Told {
    /// What dice last said of each unit.
    pub(crate) last: BTreeMap<UnitId, (Clause, u16)>,
    /// How units were made to go.
    pub(crate) went: BTreeSet<(UnitId, Went)>,
    /// What was left apart.
    pub(crate) apart: Vec<(UnitId, Rest)>,
}

/// How a unit was made to go.
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

/// What a player would see of an outcome: effects by the unit they befell.
pub type Outcomes = Vec<(Option<UnitId>, Vec<Effect>)>;

impl Effect {
    pub(crate) const fn is_told(&self) -> bool {
        matches!(self, Self::Told(..))
    }
}

/// The gaits that tell how a fight went.
pub(crate) const fn went(gait: Gait) -> Option<Went> {
    match gait {
        Gait::Charged => Some(Went::Charged),
        Gait::Withdrew => Some(Went::Withdrew),
        Gait::Driven => Some(Went::Driven),
        Gait::Retreated => Some(Went::Retreated),
        _ => None,
    }
}

//! A unit: a body of troops that stands on the table as one.

use crate::{Group, Marks, Side, UnitId};
use sandtable_geometry::Pose;
use serde::{Deserialize, Serialize};

/// Most ratings that a rule set can declare.
pub const RATINGS: usize = 4;

/// The status of a unit.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// On the table.
    #[default]
    Table,
    /// Not yet placed by its player; deployment is still to come.
    Reserve,
    /// Expected at the start of a later turn, because of [`crate::Setting::arrivals`] or a mark of
    /// the rule set.
    Expected,
    /// Destroyed: no strength is left.
    Destroyed,
    /// Fled or driven off the table.
    Fled,
    /// Captured.
    Captured,
    /// Marched off the table in good order, as the scenario wanted.
    Exited,
}

impl Status {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Table,
        Self::Reserve,
        Self::Expected,
        Self::Destroyed,
        Self::Fled,
        Self::Captured,
        Self::Exited,
    ];

    /// Returns the status's name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::Reserve => "reserve",
            Self::Expected => "expected",
            Self::Destroyed => "destroyed",
            Self::Fled => "fled",
            Self::Captured => "captured",
            Self::Exited => "exited",
        }
    }

    /// Returns whether the unit is out of the battle for good.
    #[must_use]
    pub const fn is_gone(self) -> bool {
        self.is_lost() || matches!(self, Self::Exited)
    }

    /// Returns whether its side has lost the unit: a unit that marched off is gone, but not lost.
    #[must_use]
    pub const fn is_lost(self) -> bool {
        matches!(self, Self::Destroyed | Self::Fled | Self::Captured)
    }
}

/// A unit or a single leader. Plain data; the rule set's [`crate::Card`] names its kind, marks,
/// ratings and formations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Unit {
    /// Troop type: its index in [`crate::Card::kinds`].
    pub kind: u8,
    /// The side that it belongs to.
    pub side: Side,
    /// The group that it acts with.
    pub group: Group,
    /// The unit's status.
    pub status: Status,
    /// Formation: its index in [`crate::Card::formations`].
    pub formation: u8,
    /// Number of stands now.
    pub stands: u8,
    /// Number of stands at the start of the battle.
    pub started: u8,
    /// A leader's unit, or the unit that this one has joined as part of one body.
    pub with: Option<UnitId>,
    /// Position and facing; [`crate::Card::anchor`] says which point of the unit this is.
    pub pose: Pose,
    /// The unit's ratings, named by [`crate::Card::ratings`].
    pub ratings: [u8; RATINGS],
    /// What is remembered about the unit, named by [`crate::Card::marks`].
    pub marks: Marks,
}

impl Unit {
    /// Returns whether the unit is on the table.
    #[must_use]
    pub fn on_table(&self) -> bool {
        self.status == Status::Table
    }

    /// Returns a small counter, by its index in the card; [`crate::Mark::of`] reads marks with a
    /// type.
    #[must_use]
    pub const fn mark(&self, mark: u8) -> i8 {
        self.marks.small(mark)
    }
}

//! A unit: what stands on the table as one body.

use crate::{Group, Marks, Side, UnitId};
use sandtable_geometry::Pose;
use serde::{Deserialize, Serialize};

/// Most ratings a rule set can name.
pub const RATINGS: usize = 4;

/// Where a unit is.
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
    /// Expected at the start of a later turn, by [`crate::Setting::arrivals`]
    /// or by a mark of the rule set.
    Expected,
    /// Destroyed: its last strength is gone.
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

    /// Its name in files.
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

    /// Whether the unit is out of the battle for good.
    #[must_use]
    pub const fn is_gone(self) -> bool {
        self.is_lost() || matches!(self, Self::Exited)
    }

    /// Whether its side has lost the unit: one that marched off is gone, but
    /// not lost.
    #[must_use]
    pub const fn is_lost(self) -> bool {
        matches!(self, Self::Destroyed | Self::Fled | Self::Captured)
    }
}

/// A unit or a single leader. Plain data; its kind, marks, ratings and
/// formations bear the names of the rule set's [`crate::Card`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Unit {
    /// Troop type: the place in [`crate::Card::kinds`].
    pub kind: u8,
    /// Whose it is.
    pub side: Side,
    /// The group it acts with.
    pub group: Group,
    /// Where it is.
    pub status: Status,
    /// Formation: the place in [`crate::Card::formations`].
    pub formation: u8,
    /// Stands it has now.
    pub stands: u8,
    /// Stands it began the battle with.
    pub started: u8,
    /// A leader's unit, or the unit this one has joined as part of one body.
    pub with: Option<UnitId>,
    /// Place and facing; which point it names is [`crate::Card::anchor`].
    pub pose: Pose,
    /// What it is rated at, named by [`crate::Card::ratings`].
    pub ratings: [u8; RATINGS],
    /// What is remembered of it, named by [`crate::Card::marks`].
    pub marks: Marks,
}

impl Unit {
    /// Whether it is on the table.
    #[must_use]
    pub fn on_table(&self) -> bool {
        self.status == Status::Table
    }

    /// A small counter, by its place in the card; marks with a type are read by
    /// [`crate::Mark::of`].
    #[must_use]
    pub const fn mark(&self, mark: u8) -> i8 {
        self.marks.small(mark)
    }
}

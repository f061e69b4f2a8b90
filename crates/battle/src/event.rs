//! Events: what happened. Each has the old value, the new value and the clause, so that a battle
//! can be folded from events and a page can explain them.

use crate::{Clause, Cursor, Group, Outcome, Side, Status, UnitId};
use sandtable_geometry::{Length, Point, Pose};
use serde::{Deserialize, Serialize};

/// How a unit came to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Gait {
    /// Put down: deployment, arrival, return.
    Placed,
    /// An ordinary move.
    Moved,
    /// A turn in place.
    Turned,
    /// A wheel.
    Wheeled,
    /// A charge.
    Charged,
    /// Squared up or shifted to lie flush.
    Aligned,
    /// A retreat by morale or after a lost fight.
    Retreated,
    /// Driven back by fire.
    Driven,
    /// A voluntary or prescribed withdrawal in good order.
    Withdrew,
    /// Carried along with another unit.
    Carried,
}

impl Gait {
    /// All kinds of movement.
    pub const ALL: [Self; 10] = [
        Self::Placed,
        Self::Moved,
        Self::Turned,
        Self::Wheeled,
        Self::Charged,
        Self::Aligned,
        Self::Retreated,
        Self::Driven,
        Self::Withdrew,
        Self::Carried,
    ];

    /// Returns the name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Placed => "placed",
            Self::Moved => "moved",
            Self::Turned => "turned",
            Self::Wheeled => "wheeled",
            Self::Charged => "charged",
            Self::Aligned => "aligned",
            Self::Retreated => "retreated",
            Self::Driven => "driven",
            Self::Withdrew => "withdrew",
            Self::Carried => "carried",
        }
    }
}

/// One thing that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Event {
    /// A unit moved or turned.
    Moved {
        /// The unit.
        unit: UnitId,
        /// The old pose.
        from: Pose,
        /// The new pose.
        to: Pose,
        /// The kind of movement.
        gait: Gait,
        /// The clause that caused it.
        why: Clause,
    },
    /// A mark changed.
    Marked {
        /// The unit that has the mark.
        unit: UnitId,
        /// The mark's index in the card.
        mark: u8,
        /// The old value.
        from: i32,
        /// The new value.
        to: i32,
        /// The clause that caused it.
        why: Clause,
    },
    /// A mark of a side changed.
    SideMarked {
        /// The side that has the mark.
        side: Side,
        /// The mark's index in the card.
        mark: u8,
        /// The old value.
        from: i32,
        /// The new value.
        to: i32,
        /// The clause that caused it.
        why: Clause,
    },
    /// A mark of the battle changed.
    BattleMarked {
        /// The mark's index in the card.
        mark: u8,
        /// The old value.
        from: i32,
        /// The new value.
        to: i32,
        /// The clause that caused it.
        why: Clause,
    },
    /// The number of stands changed.
    StandsLost {
        /// The unit.
        unit: UnitId,
        /// The old number.
        from: u8,
        /// The new number.
        to: u8,
        /// The clause that caused it.
        why: Clause,
    },
    /// The formation changed.
    Formed {
        /// The unit.
        unit: UnitId,
        /// The old formation.
        from: u8,
        /// The new formation.
        to: u8,
        /// The clause that caused it.
        why: Clause,
    },
    /// A unit joined or left another.
    Joined {
        /// The unit.
        unit: UnitId,
        /// The unit that it was with.
        from: Option<UnitId>,
        /// The unit that it is with now.
        to: Option<UnitId>,
        /// The clause that caused it.
        why: Clause,
    },
    /// A unit now acts with another group.
    Regrouped {
        /// The unit.
        unit: UnitId,
        /// The old group.
        from: Group,
        /// The new group.
        to: Group,
        /// The clause that caused it.
        why: Clause,
    },
    /// A unit left the table, came on, or was lost.
    Became {
        /// The unit.
        unit: UnitId,
        /// The old status.
        from: Status,
        /// The new status.
        to: Status,
        /// The clause that caused it.
        why: Clause,
    },
    /// The order of play moved on.
    Turned {
        /// The old cursor.
        from: Cursor,
        /// The new cursor.
        to: Cursor,
        /// The clause that caused it.
        why: Clause,
    },
    /// A piece of terrain was laid on the table.
    Laid {
        /// The index of the piece in [`crate::Setting::pieces`].
        piece: u8,
        /// Where the piece's origin lies, and how far the piece is turned.
        at: Pose,
        /// The clause that caused it.
        why: Clause,
    },
    /// The outcome of dice, in the clause's readings; changes nothing.
    Told {
        /// The clause.
        why: Clause,
        /// The outcome: an index into the clause's readings.
        outcome: u16,
        /// The unit that the outcome is about.
        unit: UnitId,
        /// The other unit involved.
        other: Option<UnitId>,
    },
    /// A piece of a linear feature was taken down: the part of its line within `reach` of a point
    /// no longer stands.
    Opened {
        /// The index of the feature in the setting.
        feature: u8,
        /// The middle of the gap.
        at: Point,
        /// How far the gap extends to either side of the middle, 1/100 mm.
        reach: Length,
        /// The clause that caused it.
        why: Clause,
    },
    /// A number changed that an interrupted resolution needs to continue, see
    /// [`crate::Battle::notes`].
    Noted {
        /// The number's index among the notes.
        place: u8,
        /// The old number.
        from: i32,
        /// The new number.
        to: i32,
        /// The clause that caused it.
        why: Clause,
    },
    /// A side scored points for what it holds.
    Scored {
        /// The side.
        side: Side,
        /// The old score.
        from: i16,
        /// The new score.
        to: i16,
        /// The clause that caused it.
        why: Clause,
    },
    /// The battle is over.
    Ended {
        /// The result.
        outcome: Outcome,
        /// The clause that caused it.
        why: Clause,
    },
}

impl Event {
    /// Returns the unit that the event happened to, if there is one.
    #[must_use]
    pub const fn unit(&self) -> Option<UnitId> {
        match *self {
            Self::Moved { unit, .. }
            | Self::Marked { unit, .. }
            | Self::StandsLost { unit, .. }
            | Self::Formed { unit, .. }
            | Self::Joined { unit, .. }
            | Self::Regrouped { unit, .. }
            | Self::Became { unit, .. }
            | Self::Told { unit, .. } => Some(unit),
            Self::Turned { .. }
            | Self::Laid { .. }
            | Self::Opened { .. }
            | Self::Noted { .. }
            | Self::SideMarked { .. }
            | Self::BattleMarked { .. }
            | Self::Scored { .. }
            | Self::Ended { .. } => None,
        }
    }

    /// Returns whether the event changed only what is remembered about a battle and nothing on the
    /// table.
    #[must_use]
    pub const fn is_remembered(&self) -> bool {
        matches!(
            self,
            Self::Marked { .. }
                | Self::SideMarked { .. }
                | Self::BattleMarked { .. }
                | Self::Noted { .. }
        )
    }

    /// Returns the clause that caused the event.
    #[must_use]
    pub const fn why(&self) -> Clause {
        match *self {
            Self::Moved { why, .. }
            | Self::Marked { why, .. }
            | Self::StandsLost { why, .. }
            | Self::Formed { why, .. }
            | Self::Joined { why, .. }
            | Self::Regrouped { why, .. }
            | Self::Became { why, .. }
            | Self::Turned { why, .. }
            | Self::Laid { why, .. }
            | Self::Told { why, .. }
            | Self::Opened { why, .. }
            | Self::Noted { why, .. }
            | Self::SideMarked { why, .. }
            | Self::BattleMarked { why, .. }
            | Self::Scored { why, .. }
            | Self::Ended { why, .. } => why,
        }
    }
}

//! Events: what happened. Each carries the old value, the new one and the
//! clause, so that a battle folds from them and a page can explain them.

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
    /// All of them.
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

    /// Its name in files.
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

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// A unit is somewhere else or faces another way.
    Moved {
        /// Which.
        unit: UnitId,
        /// From where.
        from: Pose,
        /// To where.
        to: Pose,
        /// How.
        gait: Gait,
        /// By which clause.
        why: Clause,
    },
    /// A mark changed.
    Marked {
        /// Whose.
        unit: UnitId,
        /// Which mark.
        mark: u8,
        /// From.
        from: i32,
        /// To.
        to: i32,
        /// By which clause.
        why: Clause,
    },
    /// A mark of a side changed.
    SideMarked {
        /// Whose.
        side: Side,
        /// Which mark.
        mark: u8,
        /// From.
        from: i32,
        /// To.
        to: i32,
        /// By which clause.
        why: Clause,
    },
    /// A mark of the battle changed.
    BattleMarked {
        /// Which mark.
        mark: u8,
        /// From.
        from: i32,
        /// To.
        to: i32,
        /// By which clause.
        why: Clause,
    },
    /// The number of stands changed.
    StandsLost {
        /// Whose.
        unit: UnitId,
        /// From.
        from: u8,
        /// To.
        to: u8,
        /// By which clause.
        why: Clause,
    },
    /// The formation changed.
    Formed {
        /// Whose.
        unit: UnitId,
        /// From.
        from: u8,
        /// To.
        to: u8,
        /// By which clause.
        why: Clause,
    },
    /// It joined or left another unit.
    Joined {
        /// Which.
        unit: UnitId,
        /// Whom it was with.
        from: Option<UnitId>,
        /// Whom it is with now.
        to: Option<UnitId>,
        /// By which clause.
        why: Clause,
    },
    /// It acts with another group now.
    Regrouped {
        /// Which.
        unit: UnitId,
        /// From.
        from: Group,
        /// To.
        to: Group,
        /// By which clause.
        why: Clause,
    },
    /// It left the table, came on, or was lost.
    Became {
        /// Which.
        unit: UnitId,
        /// From.
        from: Status,
        /// To.
        to: Status,
        /// By which clause.
        why: Clause,
    },
    /// The order of play went on.
    Turned {
        /// From.
        from: Cursor,
        /// To.
        to: Cursor,
        /// By which clause.
        why: Clause,
    },
    /// A piece of terrain was laid on the table.
    Laid {
        /// Which: its place in [`crate::Setting::pieces`].
        piece: u8,
        /// Where its origin lies, and how far it is turned.
        at: Pose,
        /// By which clause.
        why: Clause,
    },
    /// What dice came to, by the readings of the clause; changes nothing.
    Told {
        /// Under which clause.
        why: Clause,
        /// The outcome, a place in the clause's readings.
        outcome: u16,
        /// Whom it is about.
        unit: UnitId,
        /// The other unit in it.
        other: Option<UnitId>,
    },
    /// A piece of a linear feature was taken down: what of its line lies within
    /// a reach of a point stands no more.
    Opened {
        /// The place of the feature in the setting.
        feature: u8,
        /// The middle of the gap.
        at: Point,
        /// How far the gap goes to either side of it, 1/100 mm.
        reach: Length,
        /// By which clause.
        why: Clause,
    },
    /// A number that an interrupted resolution needs when it goes on, see
    /// [`crate::Battle::notes`].
    Noted {
        /// Its place among the notes.
        place: u8,
        /// From.
        from: i32,
        /// To.
        to: i32,
        /// By which clause.
        why: Clause,
    },
    /// A side has scored points for what it holds.
    Scored {
        /// Which.
        side: Side,
        /// From.
        from: i16,
        /// To.
        to: i16,
        /// By which clause.
        why: Clause,
    },
    /// The battle is over.
    Ended {
        /// How.
        outcome: Outcome,
        /// By which clause.
        why: Clause,
    },
}

impl Event {
    /// The unit it happened to, if it did to one.
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

    /// Whether only what is remembered of a battle changed by it, and nothing on the
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

    /// The clause it happened by.
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

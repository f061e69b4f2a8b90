//! Orders: what players say. One closed vocabulary for every rule set.

use crate::UnitId;
use arrayvec::ArrayVec;
use sandtable_geometry::{Facing, Length, Point, Pose};
use serde::{Deserialize, Serialize};

/// Left or right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Hand {
    /// Left.
    Left,
    /// Right.
    Right,
}

/// One leg of a move. Rule sets say which legs a unit may use and what each
/// costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Leg {
    /// Turn in place to a facing.
    Pivot {
        /// The facing to end with.
        to: Facing,
    },
    /// Straight ahead.
    Advance {
        /// How far.
        by: Length,
    },
    /// Straight in any direction, facing kept: an oblique, a side step, a
    /// step back, guns hauled by hand.
    Slide {
        /// In which direction.
        towards: Facing,
        /// How far.
        by: Length,
    },
    /// Forward about a front corner.
    Wheel {
        /// To which hand: the corner on that side stays.
        hand: Hand,
        /// By how much, in steps of 1/65536 turn.
        by: u16,
    },
    /// The head goes straight to a point, the body follows.
    March {
        /// Where the head goes.
        to: Point,
    },
}

/// The legs of a move, in order.
pub type Legs = ArrayVec<Leg, 6>;

/// What a player says. Numbers are small and plain, so that an order travels
/// as one line.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// Put a unit on the table while deploying.
    Place {
        /// Which.
        unit: UnitId,
        /// Where.
        at: Pose,
        /// In which formation.
        formation: u8,
    },
    /// Lay a piece of terrain before the battle.
    Lay {
        /// Which: its place in [`crate::Setting::pieces`].
        piece: u8,
        /// Where its origin comes to lie, and how far it is turned.
        at: Pose,
    },
    /// Move.
    Move {
        /// Which.
        unit: UnitId,
        /// How.
        legs: Legs,
    },
    /// Turn to a facing where it stands.
    Face {
        /// Which.
        unit: UnitId,
        /// To which facing.
        to: Facing,
    },
    /// Take up another formation.
    Form {
        /// Which.
        unit: UnitId,
        /// Which formation.
        formation: u8,
    },
    /// Charge.
    Charge {
        /// Who.
        unit: UnitId,
        /// Whom.
        target: UnitId,
        /// Whether to take the dice for more distance where rules offer them.
        reach: bool,
        /// The heading to turn to first, where rules leave it to the player;
        /// the one they take by themselves when none is named.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        heading: Option<Facing>,
    },
    /// Shoot.
    Shoot {
        /// Who.
        unit: UnitId,
        /// At whom.
        target: UnitId,
    },
    /// Fight hand to hand with a unit already in contact.
    Fight {
        /// Who.
        unit: UnitId,
        /// Whom.
        target: UnitId,
    },
    /// Test morale.
    Test {
        /// Which.
        unit: UnitId,
    },
    /// Load weapons.
    Load {
        /// Which.
        unit: UnitId,
    },
    /// A leader restores a unit.
    Rally {
        /// The leader.
        unit: UnitId,
        /// Whom.
        target: UnitId,
    },
    /// Join another unit: a leader attaches, a brigade falls in behind.
    Join {
        /// Which.
        unit: UnitId,
        /// Whom.
        to: UnitId,
    },
    /// Leave the unit it has joined.
    Leave {
        /// Which.
        unit: UnitId,
    },
    /// Do nothing more this activation.
    Pass {
        /// Which.
        unit: UnitId,
    },
    /// Draw the next card.
    Draw,
    /// Throw dice for who goes first or who is right.
    RollOff,
    /// Answer the choice that is owed.
    Decide {
        /// Which of the choices, from 0.
        choice: u8,
    },
    /// End the phase or activation.
    End,
}

/// Farthest that an order can name, in hundredths of a millimetre: a hundred metres.
/// Nothing that is measured from it overflows.
pub const FARTHEST: Length = 10_000_000;

impl Order {
    /// Whether all that it measures lies within [`FARTHEST`].
    #[must_use]
    pub fn is_near(&self) -> bool {
        let near = |far: Length| (-FARTHEST..=FARTHEST).contains(&far);
        match self {
            Self::Place { at, .. } | Self::Lay { at, .. } => near(at.x) && near(at.y),
            Self::Move { legs, .. } => legs.iter().all(|leg| match *leg {
                Leg::Advance { by } | Leg::Slide { by, .. } => near(by),
                Leg::March { to } => near(to.x) && near(to.y),
                Leg::Pivot { .. } | Leg::Wheel { .. } => true,
            }),
            _ => true,
        }
    }

    /// The unit that is ordered, if one is.
    #[must_use]
    pub const fn unit(&self) -> Option<UnitId> {
        match *self {
            Self::Place { unit, .. }
            | Self::Move { unit, .. }
            | Self::Face { unit, .. }
            | Self::Form { unit, .. }
            | Self::Charge { unit, .. }
            | Self::Shoot { unit, .. }
            | Self::Fight { unit, .. }
            | Self::Test { unit }
            | Self::Load { unit }
            | Self::Rally { unit, .. }
            | Self::Join { unit, .. }
            | Self::Leave { unit }
            | Self::Pass { unit } => Some(unit),
            Self::Lay { .. } | Self::Draw | Self::RollOff | Self::Decide { .. } | Self::End => None,
        }
    }

    /// The unit it is directed at, if one is.
    #[must_use]
    pub const fn target(&self) -> Option<UnitId> {
        match *self {
            Self::Charge { target, .. }
            | Self::Shoot { target, .. }
            | Self::Fight { target, .. }
            | Self::Rally { target, .. }
            | Self::Join { to: target, .. } => Some(target),
            _ => None,
        }
    }
}

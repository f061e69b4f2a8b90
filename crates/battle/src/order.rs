//! Orders: what players tell the engine. One closed vocabulary for every rule set.

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
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Leg {
    /// Turn in place to a facing.
    Pivot {
        /// The facing to end with.
        to: Facing,
    },
    /// Hand, left or right.
    Advance {
        /// Distance.
        by: Length,
    },
    /// Straight in any direction, facing kept: an oblique, a side step, a
    /// step back, guns hauled by hand.
    Slide {
        /// The direction.
        towards: Facing,
        /// Distance.
        by: Length,
    },
    /// Forward about a front corner.
    Wheel {
        /// The hand: the corner on that side stays in place.
        hand: Hand,
        /// The angle, in steps of 1/65536 turn.
        by: u16,
    },
    /// The head goes straight to a point and the body follows.
    March {
        /// The point where the head goes.
        to: Point,
    },
}

/// The legs of a move, in order.
pub type Legs = ArrayVec<Leg, 6>;

/// What a player orders. Numbers are small and plain, so that an order fits on one line.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Order {
    /// Put a unit on the table while deploying.
    Place {
        /// The unit.
        unit: UnitId,
        /// The pose.
        at: Pose,
        /// The formation.
        formation: u8,
    },
    /// Lay a piece of terrain before the battle.
    Lay {
        /// The index of the piece in [`crate::Setting::pieces`].
        piece: u8,
        /// Where the piece's origin is to lie, and how far the piece is turned.
        at: Pose,
    },
    /// Move.
    Move {
        /// The unit.
        unit: UnitId,
        /// The legs of the move.
        legs: Legs,
    },
    /// Turn to a facing in place.
    Face {
        /// The unit.
        unit: UnitId,
        /// The facing.
        to: Facing,
    },
    /// Take up another formation.
    Form {
        /// The unit.
        unit: UnitId,
        /// The formation.
        formation: u8,
    },
    /// Charge.
    Charge {
        /// The unit.
        unit: UnitId,
        /// The target.
        target: UnitId,
        /// Whether to take the dice for more distance if the rules offer them.
        reach: bool,
        /// The heading to turn to first, if the rules leave it to the player; by default, the one
        /// that the rules choose.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        heading: Option<Facing>,
    },
    /// Shoot.
    Shoot {
        /// The unit.
        unit: UnitId,
        /// The target.
        target: UnitId,
    },
    /// Fight hand to hand with a unit already in contact.
    Fight {
        /// The unit.
        unit: UnitId,
        /// The target.
        target: UnitId,
    },
    /// Test morale.
    Test {
        /// The unit.
        unit: UnitId,
    },
    /// Load weapons.
    Load {
        /// The unit.
        unit: UnitId,
    },
    /// A leader restores a unit.
    Rally {
        /// The leader.
        unit: UnitId,
        /// The unit to restore.
        target: UnitId,
    },
    /// Join another unit: a leader attaches, a brigade falls in behind.
    Join {
        /// The unit.
        unit: UnitId,
        /// The unit to join.
        to: UnitId,
    },
    /// Leave the unit that was joined.
    Leave {
        /// The unit.
        unit: UnitId,
    },
    /// Do nothing more this activation.
    Pass {
        /// The unit.
        unit: UnitId,
    },
    /// Draw the next card.
    Draw,
    /// Roll dice for who goes first or who is right.
    RollOff,
    /// Answer the outstanding choice.
    Decide {
        /// The choice, from 0.
        choice: u8,
    },
    /// End the phase or activation.
    End,
}

/// Greatest length that an order can name, in hundredths of a millimetre: a hundred metres. Nothing
/// computed from it overflows.
pub const FARTHEST: Length = 10_000_000;

impl Order {
    /// Returns whether all lengths in the order lie within [`FARTHEST`].
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

    /// Returns the unit that is ordered, if one is.
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

    /// Returns the unit that the order is directed at, if there is one.
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

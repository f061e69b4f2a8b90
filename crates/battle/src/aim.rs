//! Aims: where a player wants a unit, given by purpose rather than as a point. A search finds the
//! legal move that fulfils the aim; the rules say when it is fulfilled.

use crate::UnitId;
use serde::{Deserialize, Serialize};

/// The purpose of a move, relative to an enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Aim {
    /// Just far enough that the enemy cannot charge the unit in the enemy's next turn.
    OutOfCharge,
    /// Just far enough that the enemy cannot shoot at the unit in the enemy's next turn.
    OutOfShot,
    /// Just close enough for the unit to shoot at the enemy.
    InShot,
    /// Just close enough for the unit to charge the enemy.
    InCharge,
    /// Turned just far enough for the enemy to lie in the unit's arc.
    InArc,
    /// Where something covers the unit from the enemy's fire.
    InCover,
}

impl Aim {
    /// All aims.
    pub const ALL: [Self; 6] = [
        Self::OutOfCharge,
        Self::OutOfShot,
        Self::InShot,
        Self::InCharge,
        Self::InArc,
        Self::InCover,
    ];

    /// Returns the aim's name in the notation and in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::OutOfCharge => "out-of-charge",
            Self::OutOfShot => "out-of-shot",
            Self::InShot => "in-shot",
            Self::InCharge => "in-charge",
            Self::InArc => "in-arc",
            Self::InCover => "in-cover",
        }
    }

    /// Returns the aim of the given name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|aim| aim.name() == name)
    }
}

/// A unit's aim, relative to an enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aimed {
    /// The unit that moves.
    pub unit: UnitId,
    /// The purpose of the move.
    pub aim: Aim,
    /// The enemy.
    pub foe: UnitId,
}

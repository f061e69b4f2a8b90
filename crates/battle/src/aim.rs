//! Aims: where a player wants a unit, said by what it is for and not by a point. A
//! search finds the legal move that comes to it; the rules say when it is reached.

use crate::UnitId;
use serde::{Deserialize, Serialize};

/// What a move is for, with respect to an enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Aim {
    /// Just where the enemy cannot charge it in his next turn.
    OutOfCharge,
    /// Just where the enemy cannot shoot at it in his next turn.
    OutOfShot,
    /// Just where it can shoot at the enemy.
    InShot,
    /// Just where it can charge the enemy.
    InCharge,
    /// Turned no further than until the enemy lies in its arc.
    InArc,
    /// Where something covers it from the enemy's fire.
    InCover,
}

impl Aim {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::OutOfCharge,
        Self::OutOfShot,
        Self::InShot,
        Self::InCharge,
        Self::InArc,
        Self::InCover,
    ];

    /// Its name in the notation and on the wire.
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

    /// The aim with a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|aim| aim.name() == name)
    }
}

/// An aim of a unit with respect to an enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aimed {
    /// Who moves.
    pub unit: UnitId,
    /// What for.
    pub aim: Aim,
    /// With respect to whom.
    pub foe: UnitId,
}

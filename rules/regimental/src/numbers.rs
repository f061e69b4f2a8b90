//! The numbers of `numbers.toml`. Lengths are in 1/100 mm, angles in 1/65536 turn.

use sandtable_battle::written::{Share, angle, length, lengths};
use sandtable_geometry::Length;
use serde::Deserialize;

/// Every number of the rules.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Numbers {
    pub turns: u16,
    /// Share of its stands whose loss makes a side concede.
    pub concede: Share,
    pub table: Table,
    #[serde(rename = "move")]
    pub moving: Moving,
    pub forced: Forced,
    pub fire: Fire,
    pub fence: Fence,
    pub kind: Vec<Kind>,
    /// Numbers added by a rule set that is a difference from this one.
    #[serde(default)]
    pub own: std::collections::BTreeMap<String, i32>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Table {
    #[serde(deserialize_with = "lengths")]
    pub size: Vec<Length>,
    #[serde(deserialize_with = "length")]
    pub deployment: Length,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Moving {
    #[serde(deserialize_with = "length")]
    pub apart: Length,
    #[serde(deserialize_with = "length")]
    pub pivot: Length,
    #[serde(deserialize_with = "angle")]
    pub pivot_step: i32,
    #[serde(deserialize_with = "length")]
    pub area: Length,
    #[serde(deserialize_with = "angle")]
    pub charge_turn: i32,
    #[serde(deserialize_with = "length")]
    pub short: Length,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Forced {
    #[serde(deserialize_with = "length")]
    pub withdraw: Length,
    #[serde(deserialize_with = "length")]
    pub retreat: Length,
    #[serde(deserialize_with = "length")]
    pub short: Length,
    #[serde(deserialize_with = "length")]
    pub push: Length,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Fire {
    #[serde(deserialize_with = "angle")]
    pub arc: i32,
    #[serde(deserialize_with = "length")]
    pub through: Length,
    #[serde(deserialize_with = "length")]
    pub at_fence: Length,
    #[serde(deserialize_with = "lengths")]
    pub rifle: Vec<Length>,
    #[serde(deserialize_with = "lengths")]
    pub musket: Vec<Length>,
    pub rifle_best: i16,
    pub musket_best: i16,
    #[serde(deserialize_with = "length")]
    pub canister: Length,
    #[serde(deserialize_with = "length")]
    pub shot: Length,
    pub shot_dice: u8,
    pub shot_score: i16,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Fence {
    #[serde(deserialize_with = "length")]
    pub beyond: Length,
}

/// A kind of unit.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Kind {
    pub id: String,
    pub title: String,
    pub stands: u8,
    /// Move in line, in open order, or of guns moved by hand.
    #[serde(deserialize_with = "length")]
    pub line: Length,
    /// Move in column or limbered.
    #[serde(deserialize_with = "length")]
    pub column: Length,
    pub officers: i8,
    /// Sides of the charge dice in line and in column.
    pub charge_sides: [u8; 2],
    /// Charge dice of a stand in line, and of a column; zero for units that never charge.
    pub charge_dice: [u8; 2],
}

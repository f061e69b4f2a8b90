//! The numbers of `numbers.toml`, with lengths converted to the engine's 1/100 mm.

use sandtable_battle::written::{length, size};
use sandtable_geometry::Length;
use serde::Deserialize;

/// Everything in `numbers.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Numbers {
    /// FIGHT-02.
    pub die_sides: u8,
    /// END-02.
    pub turns: u16,
    /// FIGHT-05.
    pub hits: u8,
    /// FIGHT-01.
    #[serde(deserialize_with = "length")]
    pub fight_reach: Length,
    /// FIGHT-03.
    pub horse_against_foot: i16,
    /// Width and height of the table.
    #[serde(deserialize_with = "size")]
    pub table: (Length, Length),
    /// The kinds of unit.
    pub kind: Vec<Kind>,
}

/// A kind of unit.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Kind {
    /// Name in files.
    pub id: String,
    /// Name for people.
    pub title: String,
    /// Picture for this kind.
    pub figure: String,
    /// MOVE-01.
    #[serde(rename = "move", deserialize_with = "length")]
    pub pace: Length,
    /// Frontage of its base.
    #[serde(deserialize_with = "length")]
    pub frontage: Length,
    /// Depth of its base.
    #[serde(deserialize_with = "length")]
    pub depth: Length,
    /// Whether the kind is mounted.
    pub mounted: bool,
}

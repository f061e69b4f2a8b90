//! Throws, and whose dice they are.

use super::SideKey;
use sandtable_battle::Thrown;
use serde::Serialize;

/// A throw.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RollView {
    /// Who threw.
    pub by: SideKey,
    /// The faces that fell.
    pub faces: Vec<u8>,
    /// Sides of the dice.
    pub sides: u8,
    /// By which clause.
    pub clause: String,
    /// Its title.
    pub title: String,
    /// What was needed, what fell, and what it came to.
    pub says: String,
    /// What it came to alone; empty where only the faces tell.
    pub came: String,
    /// A card was drawn and no die thrown; the face is its place.
    pub drawn: bool,
    /// With whose dice: the engine's, sealed ones, or real ones entered by hand.
    pub thrown: Thrown,
}

/// How the dice of a battle are sealed.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SealView {
    /// What was told of the secret before the word was said.
    pub code: String,
    /// The word that was said then.
    pub word: String,
    /// The last line whose dice it threw, when the battle was forked from one.
    pub until: Option<u32>,
    /// The secret itself, once the battle has ended.
    pub secret: Option<String>,
}

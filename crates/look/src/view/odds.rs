//! Throws, and whose dice they are.

use super::SideKey;
use sandtable_battle::Thrown;
use serde::Serialize;

/// A throw.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RollView {
    /// The side that threw.
    pub by: SideKey,
    /// The faces thrown.
    pub faces: Vec<u8>,
    /// Number of sides of the dice.
    pub sides: u8,
    /// The clause that asked for the throw.
    pub clause: String,
    /// Title of the clause.
    pub title: String,
    /// What was needed, what was thrown, and the result.
    pub says: String,
    /// The result alone; empty where only the faces count.
    pub came: String,
    /// Whether a card was drawn instead of a die thrown; the face is its place in the deck.
    pub drawn: bool,
    /// Whose dice were thrown: the engine's, sealed ones, or real ones entered by hand.
    pub thrown: Thrown,
}

/// How the dice of a battle are sealed.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SealView {
    /// The code of the secret, which everyone saw before the word was chosen.
    pub code: String,
    /// The word that was chosen after that.
    pub word: String,
    /// The last line whose dice this seal threw, if the battle was forked from a sealed one.
    pub until: Option<u32>,
    /// The secret itself, shown once the battle has ended.
    pub secret: Option<String>,
}

//! Odds and what they are made of.

use super::SideKey;
use serde::Serialize;

/// A number that weighs in an order.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FactorView {
    /// Its clause.
    pub clause: String,
    /// The clause's title.
    pub title: String,
    /// What it adds.
    pub value: i16,
    /// The unit it speaks for.
    pub unit: Option<u8>,
}

/// The odds of an order.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OddsView {
    /// What it may come to, likeliest first.
    pub rows: Vec<OddsRow>,
    /// The same, a unit at a time, when there is too much to see at once; else
    /// empty.
    pub parts: Vec<OddsPart>,
    /// Expected losses and the like.
    pub means: Vec<MeanRow>,
    /// What weighs in it.
    pub factors: Vec<FactorView>,
    /// Probability that was cut: of dice that are thrown again without end. "0"
    /// when nothing was.
    pub lost: String,
    /// Null when the chances are exact. Else there were too many ways to follow them
    /// all, some were drawn to stand for others, and no chance is off by more per
    /// cent, as far as the draws tell.
    pub within: Option<f64>,
}

/// One thing an order may come to.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OddsRow {
    /// In words.
    pub label: String,
    /// Its chance, an exact fraction; empty when it was drawn.
    pub p: String,
    /// Its chance in per cent.
    pub percent: f64,
}

/// What may befall one unit.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OddsPart {
    /// The unit; null for what befalls nobody: the end of the battle, a choice.
    pub unit: Option<u8>,
    /// Its name, empty for nobody's.
    pub name: String,
    /// What may befall it, likeliest first.
    pub rows: Vec<OddsRow>,
}

/// An expected number.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MeanRow {
    /// Of what.
    pub label: String,
    /// An exact fraction.
    pub value: String,
    /// The same as a decimal.
    pub number: f64,
}

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
    /// What it came to.
    pub says: String,
    /// A card was drawn and no die thrown; the face is its place.
    pub drawn: bool,
}

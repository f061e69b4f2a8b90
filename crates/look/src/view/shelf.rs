//! What players can choose from before a battle.

use super::{SideKey, TerrainView, Xy};
use sandtable_geometry::Ruler;
use serde::Serialize;

/// Everything that players can choose from.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Catalogue {
    /// The engine's version.
    pub version: String,
    /// Rule sets.
    pub rulesets: Vec<RulesetInfo>,
    /// The built-in scenarios.
    pub scenarios: Vec<ScenarioInfo>,
    /// Guided first battles, at most one for each rule set.
    pub tutorials: Vec<TutorialInfo>,
    /// Computer players, weakest first.
    pub levels: Vec<LevelInfo>,
}

/// A computer player.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LevelInfo {
    /// Its name in calls.
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// What to expect.
    pub says: String,
    /// Strength as an Elo rating; the reference player has zero.
    pub elo: i16,
}

/// A guided first battle on the shelf.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TutorialInfo {
    /// The rule set it teaches.
    pub rules: String,
    /// Its title.
    pub title: String,
    /// What it teaches.
    pub says: String,
    /// How long it takes, in minutes.
    pub minutes: u8,
    /// How many steps it has.
    pub steps: usize,
}

/// A rule set on the shelf.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RulesetInfo {
    /// Its name in files.
    pub id: String,
    /// Its title as published.
    pub title: String,
    /// Its author.
    pub author: String,
    /// Where and when it was published.
    pub published: String,
    /// The standing of this version.
    pub status: String,
    /// How many clauses it has.
    pub clauses: usize,
    /// The period of its battles; empty when unknown.
    pub period: String,
    /// An introduction for people who have never heard of it; empty when there is none.
    pub says: String,
}

/// A scenario on the shelf.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScenarioInfo {
    /// Rule set and name: `three-hit/two-hills`.
    pub id: String,
    /// The rule set's id.
    pub rules: String,
    /// Its title.
    pub title: String,
    /// A few lines that set the scene.
    pub story: String,
    /// How it is won.
    pub victory: String,
    /// Names of both sides.
    pub sides: [String; 2],
    /// Number of game turns, if the scenario sets it.
    pub turns: Option<u16>,
    /// Its period; empty when unknown.
    pub period: String,
    /// How long it takes on a screen, if it was measured.
    pub minutes: Option<u32>,
    /// How often the first side wins between equal computer players, in percent.
    pub first_wins: Option<u8>,
    /// Number of units of each side, late arrivals included.
    pub strength: [usize; 2],
    /// The unit of length.
    pub ruler: Ruler,
    /// Table size.
    pub table: Xy,
    /// Terrain.
    pub terrain: Vec<TerrainView>,
    /// Colours of both sides.
    pub colours: [String; 2],
    /// Where units stand at the start, for a thumbnail.
    pub units: Vec<Thumb>,
    /// Title and sides as written in its file. Rooms use these names whatever language a reader
    /// has.
    pub written: FileNames,
}

/// The names in a battle's file.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FileNames {
    /// Its title.
    pub title: String,
    /// Names of both sides.
    pub sides: [String; 2],
}

/// A unit in a thumbnail.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Thumb {
    /// Side of the unit.
    pub side: SideKey,
    /// Its centre.
    pub at: Xy,
    /// Its facing.
    pub facing: f64,
    /// Frontage and depth.
    pub size: Xy,
    /// The picture that fits it.
    pub figure: String,
}

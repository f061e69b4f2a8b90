//! The table: what lies and stands on it.

use super::{ChoiceView, HouseRule, LeftView, SealView, SideKey, TableOrder, Xy};
use sandtable_battle::Status;
use sandtable_geometry::Ruler;
use serde::Serialize;

/// A piece of terrain.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TerrainView {
    /// What it is.
    pub ground: &'static str,
    /// What it is called, in the language that is spoken, if it has a name.
    pub name: String,
    /// Its name as files write it, where that is another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub written: Option<String>,
    /// How many levels it rises.
    pub level: u8,
    /// Outlines of the areas it covers.
    pub areas: Vec<Vec<Xy>>,
    /// Its course, when it is linear.
    pub line: Vec<Xy>,
    /// The width of a line.
    pub width: f64,
}

/// A piece of terrain that a player lays before the battle.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PieceView {
    /// Its place among the pieces.
    pub piece: u8,
    /// What it is called.
    pub title: String,
    /// What it looks like, drawn about the origin.
    pub drawn: TerrainView,
    /// Whether it lies on the table already.
    pub laid: bool,
    /// Whether it may be laid now.
    pub offered: bool,
}

/// Everything a page shows of a battle.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct View {
    /// The rule set's id.
    pub rules: String,
    /// Title of the scenario.
    pub title: String,
    /// A few lines that set the scene.
    pub story: String,
    /// How it is won.
    pub victory: String,
    /// The unit of length.
    pub ruler: Ruler,
    /// Table size.
    pub table: Xy,
    /// Terrain.
    pub terrain: Vec<TerrainView>,
    /// Pieces of terrain that players lay before the battle.
    pub pieces: Vec<PieceView>,
    /// Deployment zones and objectives.
    pub zones: Vec<ZoneView>,
    /// The two sides.
    pub sides: [SideView; 2],
    /// Every unit that is or was part of the battle.
    pub units: Vec<UnitView>,
    /// What the strength of a unit is counted in: "stands".
    pub counted: String,
    /// Game turn.
    pub turn: u16,
    /// Game turns, when the scenario sets them.
    pub turns: Option<u16>,
    /// The phase.
    pub phase: String,
    /// Phase names in order.
    pub phases: Vec<String>,
    /// Whose phase or activation it is.
    pub active: SideKey,
    /// Who must speak now.
    pub to_move: SideKey,
    /// The group whose card was drawn.
    pub group: Option<String>,
    /// Cards still in the deck.
    pub deck: Vec<String>,
    /// Units that may be given an order now.
    pub ready: Vec<u8>,
    /// Orders to the table.
    #[serde(rename = "table_orders")]
    pub table_orders: Vec<TableOrder>,
    /// A choice that is owed.
    pub choice: Option<ChoiceView>,
    /// How it ended, once it has.
    pub ended: Option<EndView>,
    /// Number of orders played.
    pub number: usize,
    /// Whether the last order can be taken back.
    pub can_undo: bool,
    /// The seed of its dice.
    pub seed: u64,
    /// Set when its dice are sealed.
    pub seal: Option<SealView>,
    /// What its house rules are called; empty when they have no name.
    pub house: String,
    /// Set when positions are left to a real table.
    pub left: Option<LeftView>,
    /// Switches and numbers that differ from the printed rules.
    pub house_rules: Vec<HouseRule>,
}

/// A deployment zone or an objective.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ZoneView {
    /// What it is called, in the language that is spoken.
    pub name: String,
    /// Its name as files write it, where that is another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub written: Option<String>,
    /// Whose; none for an objective.
    pub side: Option<SideKey>,
    /// Its outline.
    pub area: Vec<Xy>,
}

/// How a battle ended.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EndView {
    /// Who won; nobody when it is a draw.
    pub winner: Option<SideKey>,
    /// Who won, in words.
    pub title: String,
    /// What decided it, in the words of a player and without a full stop.
    pub says: String,
    /// By which clause it ended.
    pub clause: String,
}

/// A side.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SideView {
    /// Its key.
    pub key: SideKey,
    /// What it is called, in the language that is spoken.
    pub name: String,
    /// Its name as files and orders write it, where that is another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub written: Option<String>,
    /// Its colour.
    pub colour: String,
    /// Its units still in the battle.
    pub units: usize,
    /// Thousandths of a fresh average unit, summed.
    pub strength: i32,
    /// Its units that are gone.
    pub lost: usize,
    /// Points scored, where the scenario counts points.
    pub points: Option<i32>,
}

/// A unit.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct UnitView {
    /// Its place in the battle.
    pub id: u8,
    /// What it is called, in the language that is spoken.
    pub name: String,
    /// Its name as files and orders write it, where that is another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub written: Option<String>,
    /// Whose.
    pub side: SideKey,
    /// Its troop type's name in files.
    pub kind: String,
    /// Its troop type's name for people.
    pub kind_title: String,
    /// The picture that fits it.
    pub figure: String,
    /// The group it acts with.
    pub group: String,
    /// Where it is.
    pub status: Status,
    /// Its formation, by its name in files.
    pub formation: String,
    /// Its formation for people.
    pub formation_title: String,
    /// The centre of its rectangle.
    pub centre: Xy,
    /// Its facing.
    pub facing: f64,
    /// Frontage and depth.
    pub size: Xy,
    /// Its single stands.
    pub stands: Vec<StandView>,
    /// Stands it has now.
    #[serde(rename = "stands_now")]
    pub stands_now: u8,
    /// Stands it began with.
    #[serde(rename = "stands_started")]
    pub stands_started: u8,
    /// What of its strength is left, 0 to 1.
    pub strength: f64,
    /// Marks that a table would show.
    pub marks: Vec<MarkView>,
    /// What it is rated at.
    pub ratings: Vec<RatingView>,
    /// The unit it is with.
    pub with: Option<u8>,
    /// May act now.
    pub ready: bool,
    /// A sentence for screen readers.
    pub says: String,
}

/// A single stand.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StandView {
    /// Its centre.
    pub at: Xy,
    /// Frontage and depth.
    pub size: Xy,
}

/// A mark that a table would show.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MarkView {
    /// Its name in files.
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// How many.
    pub value: i32,
    /// Both in words: "2 hits".
    pub says: String,
    /// The clause it comes from.
    pub clause: String,
}

/// A rating.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RatingView {
    /// Its name for people.
    pub title: String,
    /// Its value's name.
    pub value: String,
}

//! The table: what lies and stands on it.

use super::{ChoiceView, HouseRule, LeftView, SealView, SideKey, TableOrder, Xy};
use sandtable_battle::Status;
use sandtable_geometry::Ruler;
use serde::Serialize;

/// A piece of terrain.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TerrainView {
    /// The kind of ground.
    pub ground: &'static str,
    /// Its name in the current language, if it has one.
    pub name: String,
    /// Its name as files write it, where that differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub written: Option<String>,
    /// Number of levels that it rises.
    pub level: u8,
    /// Outlines of the areas that it covers.
    pub areas: Vec<Vec<Xy>>,
    /// Its course, if it is linear.
    pub line: Vec<Xy>,
    /// Width of the line.
    pub width: f64,
}

/// A piece of terrain that a player lays before the battle.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PieceView {
    /// Its place among the pieces.
    pub piece: u8,
    /// Its name.
    pub title: String,
    /// Its shape, drawn about the origin.
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
    /// Number of game turns, if the scenario sets it.
    pub turns: Option<u16>,
    /// The phase.
    pub phase: String,
    /// Phase names in order.
    pub phases: Vec<String>,
    /// The side whose phase or activation it is.
    pub active: SideKey,
    /// The side that must act now.
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
    /// A choice that a player must make.
    pub choice: Option<ChoiceView>,
    /// How the battle ended, once it has.
    pub ended: Option<EndView>,
    /// Number of orders played.
    pub number: usize,
    /// Whether the last order can be taken back.
    pub can_undo: bool,
    /// The seed of the battle's dice.
    pub seed: u64,
    /// How the dice are sealed; none when they are not.
    pub seal: Option<SealView>,
    /// Name of the house rules; empty when they have none.
    pub house: String,
    /// How positions are left to a real table; none when they are not.
    pub left: Option<LeftView>,
    /// Switches and numbers that differ from the printed rules.
    pub house_rules: Vec<HouseRule>,
}

/// A deployment zone or an objective.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ZoneView {
    /// Its name in the current language.
    pub name: String,
    /// Its name as files write it, where that differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub written: Option<String>,
    /// The side it belongs to; none for an objective.
    pub side: Option<SideKey>,
    /// Its outline.
    pub area: Vec<Xy>,
}

/// How a battle ended.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EndView {
    /// The winner; none for a draw.
    pub winner: Option<SideKey>,
    /// The winner, in words.
    pub title: String,
    /// What decided the battle, in a player's words and without a full stop.
    pub says: String,
    /// The clause by which the battle ended.
    pub clause: String,
}

/// A side.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SideView {
    /// Its key.
    pub key: SideKey,
    /// Its name in the current language.
    pub name: String,
    /// Its name as files and orders write it, where that differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub written: Option<String>,
    /// Its colour.
    pub colour: String,
    /// Number of its units still in the battle.
    pub units: usize,
    /// Strength of its units, in thousandths of a fresh average unit, added up.
    pub strength: i32,
    /// Number of its units that are gone.
    pub lost: usize,
    /// Points scored, if the scenario counts points.
    pub points: Option<i32>,
}

/// A unit.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct UnitView {
    /// Its place in the battle.
    pub id: u8,
    /// Its name in the current language.
    pub name: String,
    /// Its name as files and orders write it, where that differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub written: Option<String>,
    /// The side it belongs to.
    pub side: SideKey,
    /// Its troop type's name in files.
    pub kind: String,
    /// Its troop type's name for people.
    pub kind_title: String,
    /// The picture that fits it.
    pub figure: String,
    /// The group it acts with.
    pub group: String,
    /// Whether it is on the table, in reserve, still expected or gone, and how it left.
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
    /// Number of stands left.
    #[serde(rename = "stands_now")]
    pub stands_now: u8,
    /// Number of stands at the start.
    #[serde(rename = "stands_started")]
    pub stands_started: u8,
    /// Share of its strength that is left, 0 to 1.
    pub strength: f64,
    /// Marks that a table would show.
    pub marks: Vec<MarkView>,
    /// Its ratings.
    pub ratings: Vec<RatingView>,
    /// The unit it is with.
    pub with: Option<u8>,
    /// Whether it may act now.
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
    /// The number.
    pub value: i32,
    /// Number and name in words: "2 hits".
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

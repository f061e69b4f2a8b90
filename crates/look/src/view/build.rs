//! What a player who builds a battle needs to know.

use super::{ArmyInfo, UnitView, Xy};
use sandtable_geometry::Ruler;
use serde::Serialize;

/// Everything that a battle of a rule set may be built from.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Kit {
    /// The rule set.
    pub rules: String,
    /// Title of the rule set.
    pub title: String,
    /// The unit of length.
    pub ruler: Ruler,
    /// The usual table.
    pub table: Xy,
    /// The widest table.
    pub widest: f64,
    /// The word for a group of units; empty where there are no groups.
    pub group: String,
    /// What strength is counted in: `stands`.
    pub strength: String,
    /// Troop types, leaders last.
    pub kinds: Vec<KitKind>,
    /// Counters that units may bear at the start.
    pub marks: Vec<KitMark>,
    /// Kinds of ground; those that the built-in battles use come first.
    pub grounds: Vec<KitGround>,
    /// What points may be scored for.
    pub goals: Vec<KitGoal>,
    /// The built-in armies of the rule set.
    pub armies: Vec<ArmyInfo>,
    /// The rows of the army table, in words: what an army may be made up of.
    pub tables: Vec<String>,
    /// Letters of common army lists that the rule set knows.
    pub elements: Vec<String>,
    /// Largest allowed numbers: units, groups, pieces of terrain, turns.
    pub most: KitMost,
}

/// A troop type.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KitKind {
    /// Its name in files.
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// The picture that fits it.
    pub figure: String,
    /// Whether it is a single leader.
    pub leader: bool,
    /// Frontage and depth of one stand.
    pub stand: Xy,
    /// Usual strength.
    pub stands: u8,
    /// The least and the greatest strength.
    pub stands_range: [u8; 2],
    /// The formations it may take, the usual one first.
    pub formations: Vec<String>,
    /// What the troops may be rated at.
    pub ratings: Vec<KitRating>,
    /// Suggested points of a unit with the usual strength and ratings.
    pub points: Option<f64>,
}

/// Something a unit is rated at.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KitRating {
    /// Its name in files.
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// The values to choose from.
    pub values: Vec<String>,
    /// The usual value.
    pub usual: String,
}

/// A counter.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KitMark {
    /// Its name in files.
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// The least and the greatest value.
    pub range: [i32; 2],
}

/// A kind of ground.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KitGround {
    /// Its name in files.
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// Whether it is drawn along a line.
    pub line: bool,
    /// The usual size; for a line, its length and its width.
    pub size: Xy,
    /// Whether the ground rises by levels.
    pub levels: bool,
    /// Whether the usual troops may stand there.
    pub stood: bool,
    /// Whether a built-in battle uses it.
    pub used: bool,
}

/// Something that scores points.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KitGoal {
    /// Its name in files.
    pub id: String,
    /// Whether the goal concerns a zone.
    pub zone: bool,
}

/// Limits of a battle file.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KitMost {
    /// Units.
    pub units: usize,
    /// Groups.
    pub groups: usize,
    /// Pieces of terrain, and zones.
    pub pieces: usize,
    /// Turns.
    pub turns: i64,
}

/// Something wrong or unusual in a text.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FlawView {
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
    /// What was found, and what is allowed.
    pub message: String,
    /// What would probably be right.
    pub hint: Option<String>,
}

/// A battle file in progress: what is wrong with it, and its units as far as it can be read.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DraftView {
    /// Flaws that stop it from being played.
    pub flaws: Vec<FlawView>,
    /// Unusual things that do not stop it from being played.
    pub warnings: Vec<FlawView>,
    /// Its units, in the order of the file; none when the file cannot be read.
    pub units: Option<Vec<UnitView>>,
    /// Both sides' armies.
    pub armies: Option<[DraftArmy; 2]>,
}

/// A side's army in a draft.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DraftArmy {
    /// Suggested points; none where the rules have no built-in points.
    pub points: Option<f64>,
    /// Number of units without points.
    pub without: usize,
    /// What does not fit the tables and limits of the rules.
    pub warnings: Vec<String>,
}

/// A battle made by the generator.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Generated {
    /// The battle file.
    pub text: String,
    /// Points of both sides.
    pub points: Option<[f64; 2]>,
}

/// An army read from a file.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ArmyView {
    /// Its name.
    pub name: String,
    /// A line about it.
    pub says: String,
    /// The switches that a battle needs for this army.
    pub switches: Vec<(String, String)>,
    /// Its groups.
    pub groups: Vec<String>,
    /// Its units.
    pub units: Vec<ArmyUnit>,
    /// What is uncertain about the army, and what does not fit the tables of its rules.
    pub warnings: Vec<String>,
    /// Suggested points.
    pub points: Option<f64>,
    /// The army as the text of an army file.
    pub text: String,
}

/// A unit of an army.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ArmyUnit {
    /// Its name.
    pub name: String,
    /// Its group.
    pub group: Option<String>,
    /// Its kind.
    pub kind: String,
    /// Its strength.
    pub stands: u8,
    /// Its formation; none for the usual one.
    pub formation: Option<String>,
    /// Its ratings that differ from the usual.
    pub ratings: Vec<(String, String)>,
}

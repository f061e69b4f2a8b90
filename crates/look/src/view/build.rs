//! What is told to who builds a battle.

use super::{ArmyInfo, UnitView, Xy};
use sandtable_geometry::Ruler;
use serde::Serialize;

/// Everything that a battle of a rule set may be built of.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Kit {
    /// The rule set.
    pub rules: String,
    /// Its title.
    pub title: String,
    /// The unit of length.
    pub ruler: Ruler,
    /// The usual table.
    pub table: Xy,
    /// The widest table.
    pub widest: f64,
    /// What a group of units is called; empty where there are none.
    pub group: String,
    /// What strength is counted in: `stands`.
    pub strength: String,
    /// Troop types, leaders last.
    pub kinds: Vec<KitKind>,
    /// Counters that units may bear at the start.
    pub marks: Vec<KitMark>,
    /// Ground, that which its battles have first.
    pub grounds: Vec<KitGround>,
    /// What points may be scored for.
    pub goals: Vec<KitGoal>,
    /// The armies that ship for it.
    pub armies: Vec<ArmyInfo>,
    /// What an army may be made up of, a row of the army table each, in words.
    pub tables: Vec<String>,
    /// The letters of common army lists that it knows.
    pub elements: Vec<String>,
    /// Most units, groups, pieces of terrain, and turns.
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
    /// How much it usually has of what strength is counted in.
    pub stands: u8,
    /// The least and the most it may have.
    pub stands_range: [u8; 2],
    /// The formations it may take, the usual one first.
    pub formations: Vec<String>,
    /// What it may be rated at.
    pub ratings: Vec<KitRating>,
    /// Suggested points of a usual one.
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
    /// What may be chosen.
    pub values: Vec<String>,
    /// The usual one.
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
    /// The least and the most it may be.
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
    /// The usual size: of a line, its length and its width.
    pub size: Xy,
    /// Whether it rises by levels.
    pub levels: bool,
    /// Whether the usual troops may stand there.
    pub stood: bool,
    /// Whether a battle that ships has it.
    pub used: bool,
}

/// What points are scored for.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KitGoal {
    /// Its name in files.
    pub id: String,
    /// Whether it is about a zone.
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

/// Something that is wrong with a text, or unusual.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FlawView {
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
    /// What was found and what is allowed.
    pub message: String,
    /// What would probably be right.
    pub hint: Option<String>,
}

/// A battle file that is being written: what is wrong with it, and its units as far as
/// it can be read.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DraftView {
    /// What keeps it from being played.
    pub flaws: Vec<FlawView>,
    /// What is unusual though it can be played.
    pub warnings: Vec<FlawView>,
    /// Its units, in the order of the file; none when it cannot be read.
    pub units: Option<Vec<UnitView>>,
    /// Both sides' armies.
    pub armies: Option<[DraftArmy; 2]>,
}

/// A side's army in a draft.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DraftArmy {
    /// Suggested points; none where no points ship.
    pub points: Option<f64>,
    /// How many units have none.
    pub without: usize,
    /// What does not fit the tables and limits of the rules.
    pub warnings: Vec<String>,
}

/// A battle that was generated.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Generated {
    /// The battle file.
    pub text: String,
    /// What the sides are worth.
    pub points: Option<[f64; 2]>,
}

/// An army that was read.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ArmyView {
    /// Its name.
    pub name: String,
    /// A line about it.
    pub says: String,
    /// The switches that a battle must have for it.
    pub switches: Vec<(String, String)>,
    /// Its groups.
    pub groups: Vec<String>,
    /// Its units.
    pub units: Vec<ArmyUnit>,
    /// What is uncertain about it, and what does not fit the tables of its rules.
    pub warnings: Vec<String>,
    /// Suggested points.
    pub points: Option<f64>,
    /// It as an army file.
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
    /// Its formation; none when it is the usual one.
    pub formation: Option<String>,
    /// What it is rated at beyond the usual.
    pub ratings: Vec<(String, String)>,
}

//! The numbers and tables of `numbers.toml`. Lengths are read in inches and
//! kept in 1/100 mm; angles are read in degrees and kept in 1/65536 turn.

use crate::switches::Choices;
use sandtable_battle::written::{Degrees, Inches, Share};
use sandtable_battle::{Ground, NumberTable, say};
use sandtable_geometry::{Facing, INCH, TOLERANCE};
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;

/// Everything in `numbers.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Numbers {
    pub edition: String,
    pub length: String,
    pub die_faces: u8,
    pub phases: Vec<String>,
    pub hits_to_eliminate: i8,
    pub morale_retreat_from: u8,
    pub retreat_short_of_enemy: Inches,
    pub charge_arc_degrees: Degrees,
    pub fire_arc_degrees: Degrees,
    pub square_up_step: Inches,
    pub common_edge: Inches,
    pub band: Inches,
    pub fallback: Inches,
    pub fallback_least: Inches,
    pub fallback_fan_degrees: Degrees,
    pub rolls_when_doubled: u8,
    pub game_turns: u16,
    pub army_units: u8,
    pub default_map: String,
    pub default_period: String,
    pub tolerance: Tolerance,
    pub table: TableSize,
    pub deployment: Deployment,
    pub road: Road,
    pub cavalry_firearms: Firearms,
    pub general: General,
    pub army_break: ArmyBreak,
    pub combat: Vec<Column>,
    pub terrain: Vec<GroundRule>,
    pub period: Vec<Period>,
    pub map: Vec<Map>,
    /// Numbers that a difference of these rules brings along.
    #[serde(default)]
    pub own: BTreeMap<String, i32>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Tolerance {
    pub length: f64,
    pub degrees: f64,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TableSize {
    pub width: Inches,
    pub depth: Inches,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Deployment {
    pub depth: Inches,
    pub attacker_edge: TableEdge,
    pub defender_edge: TableEdge,
    pub first: Role,
}

/// The edge of the table where a side deploys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum TableEdge {
    South,
    North,
}

/// A side's part in the battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Role {
    Attacker,
    Defender,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Road {
    pub bonus_of_move: Share,
    pub bonus_inches: Inches,
    pub when_charging: bool,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Firearms {
    pub range: Inches,
    pub column: i8,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct General {
    pub moves_as: String,
    pub hits_removed: i8,
    pub times_a_unit: i8,
    pub frontage: Inches,
    pub depth: Inches,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ArmyBreak {
    pub of_starting_units: Share,
    pub plus: i32,
}

/// A column of the combat table: hits by die face (CBT-01).
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Column {
    pub column: i8,
    pub open: [u8; 6],
    pub covered: [u8; 6],
}

/// Which units may enter a kind of ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Enter {
    /// All units.
    All,
    /// No unit.
    None,
    /// Kinds that go into woods.
    Woods,
    /// Kinds that may end in a town; other kinds only along a road.
    EndInTown,
    /// All units, but only at a bridge or ford.
    Crossing,
}

/// The effects of a kind of ground.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GroundRule {
    #[serde(deserialize_with = "ground")]
    pub kind: Ground,
    pub enter: Enter,
    pub covers_shooting: bool,
    pub covers_melee: bool,
    pub blocks_sight: bool,
}

impl GroundRule {
    /// Makes the rule of ground that the rules do not mention.
    pub const fn plain(kind: Ground) -> Self {
        let enter = if matches!(kind, Ground::Impassable) {
            Enter::None
        } else {
            Enter::All
        };
        Self {
            kind,
            enter,
            covers_shooting: false,
            covers_melee: false,
            blocks_sight: false,
        }
    }
}

/// Reads the name of a ground as the printed rules use it.
fn ground<'de, D: Deserializer<'de>>(from: D) -> Result<Ground, D::Error> {
    let name = String::deserialize(from)?;
    let name = if name == "wood" {
        "woods"
    } else {
        name.as_str()
    };
    let found = Ground::ALL.into_iter().find(|g| g.name() == name);
    found.ok_or_else(|| serde::de::Error::custom(format!("no ground is called {name}")))
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Period {
    pub id: String,
    pub title: String,
    pub kind: Vec<KindNumbers>,
    pub army: Vec<Army>,
}

/// Foot or mounted (UNIT-09).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Arm {
    Foot,
    Mounted,
}

/// A troop type of a period: a line of Table U2 or U3.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct KindNumbers {
    pub id: String,
    pub title: String,
    /// The picture that fits it, if it is not the one of its id.
    #[serde(default)]
    pub figure: Option<String>,
    pub group: Arm,
    #[serde(rename = "move")]
    pub pace: Inches,
    pub range: Inches,
    #[serde(default)]
    pub shoot_column: Option<i8>,
    #[serde(default)]
    pub melee_column: Option<i8>,
    pub shoot_after_moving: bool,
    pub all_round: bool,
    pub overhead: bool,
    pub may_charge: bool,
    pub woods: bool,
    pub end_in_town: bool,
    pub passes: bool,
    pub frontage: Inches,
    pub depth: Inches,
    /// Whether it is a single leader, not a fighting unit (OPT-02).
    #[serde(skip)]
    pub leader: bool,
}

/// A row of Table S1 or S2.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Army {
    pub die: u8,
    pub units: BTreeMap<String, u8>,
}

/// A map that belongs to the rules.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Map {
    pub id: String,
    pub terrain: Vec<MapFeature>,
}

/// A piece of terrain of a map: a rectangle, or a line.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MapFeature {
    #[serde(deserialize_with = "ground")]
    pub kind: Ground,
    #[serde(default)]
    pub at: Option<[Inches; 2]>,
    #[serde(default)]
    pub size: Option<[Inches; 2]>,
    #[serde(default)]
    pub line: Option<Vec<[Inches; 2]>>,
}

impl Numbers {
    /// Reads `numbers.toml`.
    ///
    /// # Errors
    /// If a number is unknown, missing or outside what this engine can play.
    pub fn read(table: &NumberTable) -> Result<Self, String> {
        let numbers: Self = table.read()?;
        numbers
            .fits()
            .map_err(|e| format!("numbers.toml: {}", say(e)))?;
        Ok(numbers)
    }

    /// Checks that this engine can play by these numbers.
    fn fits(&self) -> Result<(), &'static str> {
        let sound = |holds: bool, why| if holds { Ok(()) } else { Err(why) };
        sound(self.length == "inches", "lengths are in inches")?;
        sound(self.die_faces == 6, "dice have six faces")?;
        sound(
            self.phases == ["move", "shoot", "melee", "morale"],
            "four phases",
        )?;
        sound(
            (1..=6).contains(&self.morale_retreat_from),
            "a face to retreat from",
        )?;
        sound(
            self.fire_arc_degrees.0 == Facing::EIGHTH,
            "zones open at 45 degrees",
        )?;
        sound(!self.road.when_charging, "no road bonus in a charge")?;
        // SCOPE-06: the engine's one tolerance stands for the printed ones.
        let printed = (self.tolerance.length * f64::from(INCH) - f64::from(TOLERANCE)).abs();
        sound(
            printed < 1.0 && self.tolerance.degrees < 0.02,
            "a tolerance like the table's",
        )?;
        let three = self.combat.len() == 3 && self.combat.iter().all(|c| c.column.abs() <= 2);
        sound(three, "three columns")?;
        let period = self.period.iter().any(|p| p.id == self.default_period);
        sound(period, "the default period is there")?;
        let full = |army: &Army| army.units.values().sum::<u8>() == self.army_units;
        let armies = self
            .period
            .iter()
            .all(|p| p.army.len() == 6 && p.army.iter().all(full));
        sound(armies, "six armies of that many units a period")?;
        sound(
            self.fallback.0 == 6 * INCH,
            "the fall-back of the switch's default",
        )?;
        sound(
            self.game_turns == 15,
            "the turn limit of the switch's default",
        )
    }

    /// Returns the map of the rules (SET-05).
    pub fn default_map(&self) -> Option<&Map> {
        self.map.iter().find(|map| map.id == self.default_map)
    }

    /// Returns the chosen period; if a difference of these rules has only one, that one.
    pub fn period_of(&self, choices: &Choices) -> Option<&Period> {
        let of = |id: &str| self.period.iter().find(|period| period.id == id);
        of(choices.period.id()).or_else(|| of(&self.default_period))
    }
}

//! The numbers of the rules: `numbers.toml`, read once and converted to the engine's units. Lengths
//! are in 1/100 mm, angles in 1/65536 of a turn.

use sandtable_battle::NumberTable;
use sandtable_battle::written::{Share, angle, length, size};
use sandtable_geometry::Length;
use serde::Deserialize;

/// The arm of a troop type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Arm {
    /// Infantry.
    Foot,
    /// Cavalry.
    Horse,
    /// Artillery.
    Guns,
    /// Commanders.
    Staff,
}

/// A troop type (UNIT-01).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kind {
    /// Name in files.
    pub id: String,
    /// Name for people.
    pub title: String,
    /// Name of the picture that fits it.
    pub picture: String,
    /// Arm.
    pub arm: Arm,
    /// Whether it may skirmish (UNIT-02).
    pub light: bool,
    /// Number of figures it usually starts with (UNIT-07).
    pub figures: u8,
    /// Width and depth of a stand (UNIT-08).
    #[serde(deserialize_with = "size")]
    pub stand: (Length, Length),
    /// Length of one move (MOVE-01, MOVE-05, MOVE-14).
    #[serde(rename = "move", deserialize_with = "length")]
    pub pace: Length,
    /// How far it shoots; zero if it does not shoot.
    #[serde(deserialize_with = "length")]
    pub range: Length,
}

/// SCALE-01, SCALE-04.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scale {
    /// Number of figures that share a stand.
    pub figures_to_a_stand: u8,
    /// Number of yards that an inch stands for.
    pub yards_to_an_inch: u16,
}

/// SET-01, SET-05.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// Width and height of the table.
    #[serde(deserialize_with = "size")]
    pub size: (Length, Length),
    /// Largest number of areas of terrain that the defender lays (SET-05).
    pub pieces: usize,
}

/// MOVE-02 to MOVE-04, TURNING-02, GEO-12.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Movement {
    /// What a column moves in addition.
    #[serde(deserialize_with = "length")]
    pub column_bonus: Length,
    /// What a road adds to a move.
    #[serde(deserialize_with = "length")]
    pub road_bonus: Length,
    /// What skirmishers move in addition.
    #[serde(deserialize_with = "length")]
    pub skirmish_bonus: Length,
    /// Free turn of skirmishers.
    #[serde(deserialize_with = "angle")]
    pub free_turn: i32,
    /// Largest angle of an oblique move to either side.
    #[serde(deserialize_with = "angle")]
    pub oblique: i32,
    /// Distance from enemies at which a forced move stops.
    #[serde(deserialize_with = "length")]
    pub stops_short: Length,
    /// A rout that goes less far than this is trapped.
    #[serde(deserialize_with = "length")]
    pub trapped_below: Length,
    /// How far a unit out of control may turn free.
    #[serde(deserialize_with = "angle")]
    pub uncontrolled_turn: i32,
}

/// FORM-02, FORM-03.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Formation {
    /// Number of stands abreast in march column.
    pub march_width: i32,
    /// Number of stands abreast in field column.
    pub field_width: i32,
}

/// CMD-02 to CMD-13, INIT-02.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Commanders {
    /// Distance that counts as nearby.
    #[serde(deserialize_with = "length")]
    pub nearby: Length,
    /// Lowest face of the risk die that hits the commander.
    pub hit_from: u8,
    /// Highest face at which the commander only loses the horse.
    pub horse_up_to: u8,
    /// Highest face at which the commander is wounded.
    pub wound_up_to: u8,
    /// Number of turns a commander is out after losing the horse.
    pub horse_turns: u8,
    /// Largest distance of a commander's centre from a unit the commander has joined.
    #[serde(deserialize_with = "length")]
    pub joins_within: Length,
    /// Largest distance that a commander flees to friends.
    #[serde(deserialize_with = "length")]
    pub refuge: Length,
    /// What the better general adds to the roll for initiative.
    pub better_general: i16,
}

/// Table M1.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Morale {
    /// Modifier for losses of a quarter.
    pub quarter_losses: i16,
    /// Modifier for losses of half.
    pub half_losses: i16,
    /// Modifier for contact.
    pub contact: i16,
    /// Modifier for an enemy in flank or rear.
    pub flank: i16,
    /// Modifiers by grade.
    pub grades: [i16; 4],
    /// Number of moves of a rout.
    pub rout_moves: i32,
    /// Number of moves of a retreat.
    pub retreat_moves: i32,
    /// Number of figures lost in a rout, by face.
    pub rout_dice: [u8; 6],
}

/// Table M3: the lowest total for each result.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stand {
    /// The unit strikes first.
    pub first: i16,
    /// Both sides strike together.
    pub together: i16,
    /// The unit strikes with half effect.
    pub half: i16,
    /// The unit retreats.
    pub retreat: i16,
}

/// A range band.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Band {
    /// Name of the band.
    pub name: String,
    /// Share of the longest range up to which the band goes, inclusive.
    pub up_to: Share,
    /// Lowest face that hits in the open.
    pub least: u8,
}

/// FIRE-04, FIRE-07, FIRE-14, ART-05 to ART-07.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fire {
    /// Angle of the field of fire outside each front corner.
    #[serde(deserialize_with = "angle")]
    pub arc: i32,
    /// Range of carbines.
    #[serde(deserialize_with = "length")]
    pub carbine_range: Length,
    /// What guns need more against guns and skirmishers.
    pub hard_target: u8,
    /// Fire that needs this number or more has no effect.
    pub no_effect_from: u8,
    /// How far field guns may move and still shoot.
    #[serde(deserialize_with = "length")]
    pub field_guns_move: Length,
    /// Share of its move that horse artillery may use and still shoot.
    pub horse_guns_share: Share,
    /// Distance within which a wall protects.
    #[serde(deserialize_with = "length")]
    pub cover_reach: Length,
}

/// TERR-01.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cover {
    /// What soft cover adds.
    pub soft: u8,
    /// What hard cover adds.
    pub hard: u8,
    /// Areas that give soft cover.
    pub area_soft: Vec<String>,
    /// Areas that give hard cover.
    pub area_hard: Vec<String>,
    /// Lines that give soft cover.
    pub line_soft: Vec<String>,
    /// Lines that give hard cover.
    pub line_hard: Vec<String>,
}

/// MEL-02, MEL-03, Table F5.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Melee {
    /// Lowest face that hits in an even fight.
    pub even: u8,
    /// Lowest face that hits for a side better by two.
    pub better: u8,
    /// Lowest face that hits for the worse side.
    pub worse: u8,
    /// Factor for striking the enemy's flank or rear.
    pub flank: i16,
    /// Factor for higher ground or cover.
    pub ground: i16,
    /// Factor for charging cavalry.
    pub cavalry_charge: i16,
    /// Factor for odds of three to two.
    pub three_to_two: i16,
    /// Factor for odds of two to one.
    pub two_to_one: i16,
    /// Factor for disorder.
    pub disordered: i16,
    /// Factor for skirmishers against formed troops.
    pub skirmishers: i16,
    /// Factor for gun crews.
    pub guns: i16,
    /// Length of edge that bases in contact share.
    #[serde(deserialize_with = "length")]
    pub common_edge: Length,
    /// Step of the search for a clear place.
    #[serde(deserialize_with = "length")]
    pub square_up_step: Length,
}

/// Every number of the rules, by the sections of `numbers.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Numbers {
    /// SCALE-01, SCALE-04.
    pub scale: Scale,
    /// SET-01, SET-05.
    pub table: Table,
    /// UNIT-01, in the order of the card.
    pub kind: Vec<Kind>,
    /// MOVE-02 to MOVE-04.
    pub movement: Movement,
    /// FORM-02, FORM-03.
    pub formation: Formation,
    /// CMD-02 to CMD-13.
    pub commanders: Commanders,
    /// Table M1.
    pub morale: Morale,
    /// Table M3.
    pub stand: Stand,
    /// Table F3, nearest first.
    pub musketry: Vec<Band>,
    /// Table F4, nearest first.
    pub gunnery: Vec<Band>,
    /// FIRE-04 to ART-07.
    pub fire: Fire,
    /// TERR-01.
    pub cover: Cover,
    /// MEL-02, Table F5.
    pub melee: Melee,
    /// Numbers added by a rule set that is a difference from this one.
    #[serde(default)]
    pub own: std::collections::BTreeMap<String, i32>,
}

/// The text of `numbers.toml`.
pub(crate) const TEXT: &str = include_str!("../numbers.toml");

impl Numbers {
    /// Reads the numbers of `numbers.toml` under house rules.
    ///
    /// # Errors
    /// If a number does not fit, or a table is incomplete.
    pub fn read(table: &NumberTable) -> Result<Self, String> {
        let numbers: Self = table.read()?;
        // A kind is identified by its place.
        let kinds = [
            "line-infantry",
            "light-infantry",
            "cavalry",
            "light-cavalry",
            "field-artillery",
            "horse-artillery",
            "army-commander",
            "general",
        ];
        if !numbers.kind.iter().map(|kind| kind.id.as_str()).eq(kinds) {
            return Err(format!("numbers.toml: kinds must be {}", kinds.join(", ")));
        }
        Ok(numbers)
    }

    /// Returns the numbers as printed.
    ///
    /// # Errors
    /// If something is wrong with the file; it is compiled in, and a test reads it.
    pub fn printed() -> Result<Self, String> {
        Self::read(&NumberTable::new(
            TEXT,
            &sandtable_battle::Switches::default(),
        )?)
    }
}

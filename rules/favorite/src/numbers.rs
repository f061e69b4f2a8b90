//! The numbers of the rules: `numbers.toml`, read once and turned into the
//! engine's units. Lengths are 1/100 mm, angles 1/65536 of a turn.

use sandtable_battle::NumberTable;
use sandtable_battle::written::{Share, angle, length, size};
use sandtable_geometry::Length;
use serde::Deserialize;

/// What a troop type is, by arm.
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
    /// Its name in files.
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// The picture that fits it.
    pub picture: String,
    /// Its arm.
    pub arm: Arm,
    /// Whether it may skirmish (UNIT-02).
    pub light: bool,
    /// Figures it usually starts with (UNIT-07).
    pub figures: u8,
    /// Width and depth of a stand (UNIT-08).
    #[serde(deserialize_with = "size")]
    pub stand: (Length, Length),
    /// One move (MOVE-01, MOVE-05, MOVE-14).
    #[serde(rename = "move", deserialize_with = "length")]
    pub pace: Length,
    /// How far it shoots; nought when it does not.
    #[serde(deserialize_with = "length")]
    pub range: Length,
}

/// SCALE-01, SCALE-04.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scale {
    /// Figures that share a stand.
    pub figures_to_a_stand: u8,
    /// What an inch stands for.
    pub yards_to_an_inch: u16,
}

/// SET-01, SET-05.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// Width and height.
    #[serde(deserialize_with = "size")]
    pub size: (Length, Length),
    /// The most areas of terrain that the defender lays (SET-05).
    pub pieces: usize,
}

/// MOVE-02 to MOVE-04, TURNING-02, GEO-12.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Movement {
    /// What a column moves more.
    #[serde(deserialize_with = "length")]
    pub column_bonus: Length,
    /// What a road adds.
    #[serde(deserialize_with = "length")]
    pub road_bonus: Length,
    /// What skirmishers move more.
    #[serde(deserialize_with = "length")]
    pub skirmish_bonus: Length,
    /// The free turn of skirmishers.
    #[serde(deserialize_with = "angle")]
    pub free_turn: i32,
    /// How far aside a slanting move may go.
    #[serde(deserialize_with = "angle")]
    pub oblique: i32,
    /// How far short of enemies a forced move stops.
    #[serde(deserialize_with = "length")]
    pub stops_short: Length,
    /// A rout that goes less is trapped.
    #[serde(deserialize_with = "length")]
    pub trapped_below: Length,
    /// How far a unit out of control turns for nothing.
    #[serde(deserialize_with = "angle")]
    pub uncontrolled_turn: i32,
}

/// FORM-02, FORM-03.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Formation {
    /// Stands abreast in march column.
    pub march_width: i32,
    /// Stands abreast in field column.
    pub field_width: i32,
}

/// CMD-02 to CMD-13, INIT-02.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Commanders {
    /// How near is nearby.
    #[serde(deserialize_with = "length")]
    pub nearby: Length,
    /// The least face of the risk die that hits him.
    pub hit_from: u8,
    /// Up to this face his horse is shot.
    pub horse_up_to: u8,
    /// Up to this face he is wounded.
    pub wound_up_to: u8,
    /// Turns he is out for a shot horse.
    pub horse_turns: u8,
    /// How near his centre is to a unit he has joined.
    #[serde(deserialize_with = "length")]
    pub joins_within: Length,
    /// How far he flees to friends.
    #[serde(deserialize_with = "length")]
    pub refuge: Length,
    /// What the better general adds to the roll for initiative.
    pub better_general: i16,
}

/// Table M1.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Morale {
    /// For losses of a quarter.
    pub quarter_losses: i16,
    /// For losses of half.
    pub half_losses: i16,
    /// For contact.
    pub contact: i16,
    /// For an enemy in flank or rear.
    pub flank: i16,
    /// By grade.
    pub grades: [i16; 4],
    /// Moves of a rout.
    pub rout_moves: i32,
    /// Moves of a retreat.
    pub retreat_moves: i32,
    /// Figures lost in a rout, by face.
    pub rout_dice: [u8; 6],
}

/// Table M3: the least totals.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stand {
    /// Strikes first.
    pub first: i16,
    /// Both strike together.
    pub together: i16,
    /// Strikes with half effect.
    pub half: i16,
    /// Retreats.
    pub retreat: i16,
}

/// A range band.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Band {
    /// Its name.
    pub name: String,
    /// Up to and including this share of the greatest range.
    pub up_to: Share,
    /// The least face that hits in the open.
    pub least: u8,
}

/// FIRE-04, FIRE-07, FIRE-14, ART-05 to ART-07.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fire {
    /// The field of fire beside each corner.
    #[serde(deserialize_with = "angle")]
    pub arc: i32,
    /// Range of carbines.
    #[serde(deserialize_with = "length")]
    pub carbine_range: Length,
    /// What guns need more against guns and skirmishers.
    pub hard_target: u8,
    /// From this number needed fire has no effect.
    pub no_effect_from: u8,
    /// What field guns may move and shoot.
    #[serde(deserialize_with = "length")]
    pub field_guns_move: Length,
    /// What horse guns may move and shoot.
    pub horse_guns_share: Share,
    /// How near a wall must be to protect.
    #[serde(deserialize_with = "length")]
    pub cover_reach: Length,
}

/// TERR-01.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cover {
    /// What most cover counts.
    pub soft: u8,
    /// What the toughest counts.
    pub hard: u8,
    /// Areas of soft cover.
    pub area_soft: Vec<String>,
    /// Areas of hard cover.
    pub area_hard: Vec<String>,
    /// Lines of soft cover.
    pub line_soft: Vec<String>,
    /// Lines of hard cover.
    pub line_hard: Vec<String>,
}

/// MEL-02, MEL-03, Table F5.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Melee {
    /// The least face that hits in an even fight.
    pub even: u8,
    /// That of a side better by two.
    pub better: u8,
    /// That of the worse side.
    pub worse: u8,
    /// Before the enemy's flank or rear.
    pub flank: i16,
    /// For higher ground or cover.
    pub ground: i16,
    /// Charging cavalry.
    pub cavalry_charge: i16,
    /// Three to two.
    pub three_to_two: i16,
    /// Two to one.
    pub two_to_one: i16,
    /// Disordered.
    pub disordered: i16,
    /// Skirmishers against formed troops.
    pub skirmishers: i16,
    /// Gun crews.
    pub guns: i16,
    /// Edge that bases in contact share.
    #[serde(deserialize_with = "length")]
    pub common_edge: Length,
    /// The step of the search for a clear place.
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
    /// What a difference of these rules brought along.
    #[serde(default)]
    pub own: std::collections::BTreeMap<String, i32>,
}

/// The text of `numbers.toml`.
pub(crate) const TEXT: &str = include_str!("../numbers.toml");

impl Numbers {
    /// The numbers of `numbers.toml` under house rules.
    ///
    /// # Errors
    /// What does not fit, or which table is incomplete.
    pub fn read(table: &NumberTable) -> Result<Self, String> {
        let numbers: Self = table.read()?;
        // Kinds are known by their place.
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

    /// The numbers as they are printed.
    ///
    /// # Errors
    /// What is wrong with the file; it is compiled in, and read by a test.
    pub fn printed() -> Result<Self, String> {
        Self::read(&NumberTable::new(
            TEXT,
            &sandtable_battle::Switches::default(),
        )?)
    }
}

//! The numbers of the rules: `numbers.toml`, read once and turned into the
//! engine's units. Lengths are 1/100 mm, angles 1/65536 of a turn.

use sandtable_battle::written::{angle, length, size, some_length};
use sandtable_battle::{NumberTable, say};
use sandtable_geometry::Length;
use serde::Deserialize;

/// The text of `numbers.toml`.
pub(crate) const TEXT: &str = include_str!("../numbers.toml");

/// The most turns that dice can keep a general out.
pub(crate) const LONGEST: i8 = 62;

/// Every number of the rules, by the sections of `numbers.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Numbers {
    /// META-01.
    pub dice: DiceNumbers,
    /// SCALE-01 to SCALE-03.
    pub scale: Scale,
    /// SCALE-05, SET-02, VIC-01.
    pub table: Table,
    /// SCALE-04.
    pub stand: Stand,
    /// ORG-01 to ORG-05, ACT-01, ACT-04.
    pub organisation: Organisation,
    /// UNIT-03, MOR-04: by grade, greenest first.
    pub grade: Vec<Grade>,
    /// MOVE-01: base rates by arm.
    #[serde(rename = "move")]
    pub rates: Vec<Rate>,
    /// MOVE-02 to MOVE-15.
    pub movement: Movement,
    /// SHOOT-05, MEL-17, MOR-14: one move back, by arm.
    pub back: Back,
    /// FORM-04 to FORM-14.
    pub formation: Formations,
    /// TERR-05.
    pub cover: CoverNames,
    /// GEO-01 to GEO-14.
    pub geometry: Geometry,
    /// SHOOT-07, SHOOT-08.
    pub musketry: Musketry,
    /// SHOOT-09.
    pub artillery: Artillery,
    /// SHOOT-21, SHOOT-22: by arms, in the order of the rating.
    pub volleys: Vec<Volleys>,
    /// SHOOT-01: the fire table.
    pub fire: Vec<Band>,
    /// SHOOT-08 to SHOOT-14.
    pub fire_modifier: FireModifiers,
    /// CHG-04 to CHG-12.
    pub charge: Charge,
    /// MEL-02 to MEL-06.
    pub melee: Melee,
    /// MEL-08: rising.
    pub stand_bonus: Vec<StandBonus>,
    /// MEL-12: by ratio, 1 first.
    pub melee_result: Vec<MeleeResult>,
    /// MOR-04, MOR-11.
    pub morale: Morale,
    /// MOR-05 to MOR-11: by total, 0 first.
    pub morale_result: Vec<MoraleResult>,
    /// CMD-06: by rating.
    pub general: Vec<GeneralRating>,
    /// CMD-07 to CMD-10.
    pub generals: Generals,
    /// CMD-08.
    pub general_hit: Vec<GeneralHit>,
    /// VIC-03.
    pub victory: VictoryNumbers,
    /// Numbers that a difference of these rules brings along.
    #[serde(default)]
    pub own: std::collections::BTreeMap<String, i32>,
}

/// The dice (META-01).
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DiceNumbers {
    /// Sides of every die.
    pub sides: u8,
}

/// What the table stands for; shown to players, used by no rule.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scale {
    /// SCALE-01.
    pub men_per_infantry_stand: u16,
    /// SCALE-01.
    pub men_per_cavalry_stand: u16,
    /// SCALE-01.
    pub guns_per_artillery_stand: u16,
    /// SCALE-02.
    pub yards_per_inch: u16,
    /// SCALE-03.
    pub minutes_per_turn: (u16, u16),
}

/// The table and the length of a battle.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// SCALE-05: width and height.
    #[serde(deserialize_with = "size")]
    pub size: (Length, Length),
    /// VIC-01: turns of a battle unless the players agree on another number.
    pub turns: u16,
    /// SET-02: depth of a deployment strip.
    #[serde(deserialize_with = "length")]
    pub deployment_depth: Length,
}

/// Frontage and depth of one stand (SCALE-04).
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stand {
    /// On foot.
    #[serde(deserialize_with = "size")]
    pub infantry: (Length, Length),
    /// Mounted.
    #[serde(deserialize_with = "size")]
    pub cavalry: (Length, Length),
    /// Guns.
    #[serde(deserialize_with = "size")]
    pub artillery: (Length, Length),
    /// Cavalry on foot.
    #[serde(deserialize_with = "size")]
    pub dismounted: (Length, Length),
    /// The radius of a general's disc.
    #[serde(deserialize_with = "length")]
    pub general_radius: Length,
}

/// How armies are made up and what an activation allows.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Organisation {
    /// ORG-01.
    pub brigades_per_division_min: u8,
    /// ORG-02.
    pub brigade_stands_usual: (u8, u8),
    /// ORG-02.
    pub brigade_stands_accepted: (u8, u8),
    /// ORG-02.
    pub brigade_stands_unwarned: (u8, u8),
    /// ORG-03.
    pub battery_stands: u8,
    /// ORG-05.
    pub cards_per_division: u8,
    /// ACT-01.
    pub actions: i8,
    /// ACT-04.
    pub shoots_per_turn: i8,
}

/// A grade: combat values and the morale modifier.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Grade {
    /// Its name.
    pub name: String,
    /// CV of infantry (UNIT-03).
    pub infantry: i16,
    /// CV of cavalry (UNIT-04).
    pub cavalry: i16,
    /// CV of artillery (UNIT-04).
    pub artillery: i16,
    /// Added to the morale die (MOR-04).
    pub morale: i16,
}

/// Rates of a Move action for one arm (MOVE-01).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rate {
    /// Which arm.
    pub arm: String,
    /// Any formation.
    #[serde(deserialize_with = "length")]
    pub base: Length,
    /// In column (MOVE-02).
    #[serde(default, deserialize_with = "some_length")]
    pub column: Option<Length>,
    /// In column or limbered, the whole action on a road (MOVE-03).
    #[serde(default, deserialize_with = "some_length")]
    pub road: Option<Length>,
}

/// Limits of movement.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Movement {
    /// MOVE-02; contained in the rates.
    #[serde(deserialize_with = "length")]
    pub column_bonus: Length,
    /// MOVE-03; contained in the rates.
    #[serde(deserialize_with = "length")]
    pub road_bonus: Length,
    /// MOVE-03: how far the head may be from the road's centre line.
    #[serde(deserialize_with = "length")]
    pub road_reach: Length,
    /// MOVE-07.
    #[serde(deserialize_with = "angle")]
    pub oblique_angle: i32,
    /// MOVE-07.
    #[serde(deserialize_with = "angle")]
    pub wheel_angle_max: i32,
    /// MOVE-11.
    #[serde(deserialize_with = "length")]
    pub battery_fire_move_max: Length,
    /// MOVE-13, FACE-01, GEO-16.
    #[serde(deserialize_with = "length")]
    pub enemy_gap: Length,
    /// DISM-02.
    pub horse_holder_divisor: u8,
}

/// One move back (SHOOT-05, MEL-17, MOR-14).
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Back {
    /// Infantry.
    #[serde(deserialize_with = "length")]
    pub infantry: Length,
    /// Cavalry on foot.
    #[serde(deserialize_with = "length")]
    pub dismounted: Length,
    /// Cavalry.
    #[serde(deserialize_with = "length")]
    pub cavalry: Length,
    /// Guns.
    #[serde(deserialize_with = "length")]
    pub artillery: Length,
}

/// Formations and waves.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Formations {
    /// FORM-04.
    pub ranks_of_reinforced_line: u8,
    /// FORM-05, MEL-07.
    pub reinforced_cv: i16,
    /// FORM-08.
    pub wave_brigades: (u8, u8),
    /// FORM-14.
    #[serde(deserialize_with = "length")]
    pub wave_reach: Length,
    /// FORM-14.
    #[serde(deserialize_with = "angle")]
    pub wave_angle: i32,
    /// FORM-14: share of the narrower frontage.
    pub wave_overlap: f64,
    /// FORM-14.
    #[serde(deserialize_with = "length")]
    pub wave_gap: Length,
    /// FORM-10, MEL-10.
    pub shaken_depth_divisor: u8,
}

/// Which ground protects (TERR-05), by its name in files.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CoverNames {
    /// Areas of soft cover.
    pub area_soft: Vec<String>,
    /// Areas of hard cover.
    pub area_hard: Vec<String>,
    /// Lines of soft cover.
    pub linear_soft: Vec<String>,
    /// Lines of hard cover.
    pub linear_hard: Vec<String>,
    /// How far from the line its cover reaches.
    #[serde(deserialize_with = "length")]
    pub linear_reach: Length,
}

/// Measuring.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Geometry {
    /// GEO-01; the engine is finer.
    pub position_step: f64,
    /// GEO-01; the engine is finer.
    pub facing_step: f64,
    /// GEO-01; the table's one tolerance stands for it.
    pub tolerance: f64,
    /// GEO-05, GEO-06.
    #[serde(deserialize_with = "angle")]
    pub field_angle: i32,
    /// GEO-09.
    #[serde(deserialize_with = "length")]
    pub sight_depth_in_woods: Length,
    /// GEO-13.
    #[serde(deserialize_with = "length")]
    pub contact_edge: Length,
    /// GEO-13.
    #[serde(deserialize_with = "length")]
    pub contact_place: Length,
    /// GEO-14.
    #[serde(deserialize_with = "length")]
    pub near_general: Length,
}

/// Musketry dice.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Musketry {
    /// SHOOT-07.
    pub stands_per_die: u8,
    /// SHOOT-08.
    pub stands_per_point: u8,
}

/// Artillery dice.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Artillery {
    /// SHOOT-09.
    pub dice_per_battery: u8,
}

/// Volleys of one Shoot action (SHOOT-21, SHOOT-22).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Volleys {
    /// The arms they are fired with.
    pub arms: String,
    /// In a turn with movement.
    pub moving: i8,
    /// In a turn without movement.
    pub halted: i8,
}

/// A line of the fire table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Band {
    /// `musketry`, `rifled` or `smoothbore`.
    pub weapon: String,
    /// Name of the band.
    pub band: String,
    /// Up to and including this distance (SHOOT-24).
    #[serde(deserialize_with = "length")]
    pub to: Length,
    /// Scores up to this hit.
    pub hit: i16,
    /// Scores up to this disrupt.
    pub disrupt: i16,
}

/// Fire modifiers.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FireModifiers {
    /// TERR-02.
    pub hard_cover: i16,
    /// TERR-03.
    pub soft_cover: i16,
    /// SHOOT-08.
    pub small_group: i16,
    /// SHOOT-10.
    pub damaged_battery: i16,
    /// SHOOT-11.
    pub shooter_marker: i16,
    /// SHOOT-12.
    pub target_artillery: i16,
    /// SHOOT-13.
    pub target_column: i16,
    /// SHOOT-13.
    pub target_cavalry: i16,
    /// SHOOT-14.
    pub enfilade: i16,
}

/// The charge.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Charge {
    /// CHG-04.
    pub near_general: i16,
    /// CHG-04.
    pub attached_general: i16,
    /// CHG-07.
    pub infantry_extra_dice: u8,
    /// CHG-07.
    pub cavalry_extra_dice: u8,
    /// CHG-07; follows from rates and dice.
    #[serde(deserialize_with = "length")]
    pub infantry_reach_max: Length,
    /// CHG-07; follows from rates and dice.
    #[serde(deserialize_with = "length")]
    pub cavalry_reach_max: Length,
    /// CHG-10.
    pub defensive_volleys: u8,
    /// CHG-12.
    #[serde(deserialize_with = "length")]
    pub defensive_distance: Length,
    /// CHG-08.
    #[serde(deserialize_with = "length")]
    pub short_gap: Length,
}

/// The melee.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Melee {
    /// MEL-02.
    pub base: i16,
    /// MEL-04.
    pub terrain: i16,
    /// MEL-05.
    pub flank_or_rear: i16,
    /// MEL-06.
    pub exceptional_general: i16,
}

/// A line of MEL-08.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StandBonus {
    /// Stands of the side with more, as a ratio to `fewer`.
    pub more: i16,
    /// Stands of the other side, as a ratio to `more`.
    pub fewer: i16,
    /// What the side with more adds.
    pub bonus: i16,
}

/// A line of MEL-12.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MeleeResult {
    /// Ratio of the totals, rounded down.
    pub ratio: u8,
    /// Stands the winner loses.
    pub winner_loses: u8,
    /// Stands the loser loses.
    pub loser_loses: u8,
    /// Moves of the loser's retreat.
    pub retreat: u8,
}

/// The morale test.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Morale {
    /// MOR-04.
    pub per_stand_lost: i16,
    /// MOR-04.
    pub lowest: i16,
    /// MOR-04.
    pub highest: i16,
    /// MOR-11.
    pub revenge_up_to: u8,
}

/// A line of the morale table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoraleResult {
    /// The total.
    pub total: i16,
    /// Its name.
    pub result: String,
    /// Moves of retreat (MOR-06).
    #[serde(default)]
    pub moves: u8,
    /// Actions it allows (MOR-09, MOR-10).
    #[serde(default)]
    pub actions: i8,
}

/// A line of CMD-06.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GeneralRating {
    /// From -2 to +2.
    pub rating: i16,
    /// Its name.
    pub name: String,
    /// CHG-04.
    pub charge_near: i16,
    /// CHG-04.
    pub charge_attached: i16,
    /// CMD-04.
    pub morale_near: i16,
    /// CMD-05.
    pub morale_attached: i16,
    /// MEL-06.
    pub melee_attached: i16,
}

/// Generals.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Generals {
    /// CMD-10.
    #[serde(rename = "move", deserialize_with = "length")]
    pub pace: Length,
    /// CMD-07.
    pub hit_from: u8,
    /// Rulings A66, A69.
    #[serde(deserialize_with = "length")]
    pub refuge: Length,
    /// CMD-08.
    pub wound_dice: u8,
}

/// A line of CMD-08.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GeneralHit {
    /// Up to and including this face.
    pub up_to: u8,
    /// Its name.
    pub result: String,
    /// Turns the general is out.
    #[serde(default)]
    pub turns: i8,
    /// Dice thrown for the turns the general is out.
    #[serde(default)]
    pub dice: u8,
}

impl GeneralHit {
    /// Returns the most turns that this result keeps a general out.
    #[must_use]
    pub fn longest(&self) -> i8 {
        let dice = i8::try_from(u16::from(self.dice) * 6).unwrap_or(i8::MAX);
        self.turns.max(dice.min(LONGEST))
    }
}

/// Winning and drawing.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VictoryNumbers {
    /// VIC-03, percentage points.
    pub draw_below_points: u32,
}

impl Numbers {
    /// Reads the numbers of `numbers.toml` under house rules.
    ///
    /// # Errors
    /// If a value does not fit, or a table is incomplete.
    pub fn read(table: &NumberTable) -> Result<Self, String> {
        let numbers: Self = table.read()?;
        numbers.complete()?;
        Ok(numbers)
    }

    /// Checks that tables have all their lines, in order: they are read by place.
    fn complete(&self) -> Result<(), String> {
        let arms = ["infantry", "dismounted", "cavalry", "limbered", "hauled"];
        let in_order = |ok: bool, table: &str| {
            if ok {
                Ok(())
            } else {
                Err(say!("numbers.toml: {table} is incomplete", table = table))
            }
        };
        in_order(self.grade.len() == 4, "grade")?;
        in_order(self.rates.iter().map(|r| r.arm.as_str()).eq(arms), "move")?;
        in_order(self.volleys.len() == 5, "volleys")?;
        in_order(
            (1..=4).eq(self.melee_result.iter().map(|r| r.ratio)),
            "melee_result",
        )?;
        in_order(
            (0..=7).eq(self.morale_result.iter().map(|r| r.total)),
            "morale_result",
        )?;
        in_order(
            [2, 1, 0, -1, -2]
                .into_iter()
                .eq(self.general.iter().map(|g| g.rating)),
            "general",
        )?;
        in_order(
            self.general_hit.len() == 3 && self.general_hit[2].up_to >= 6,
            "general_hit",
        )?;
        in_order(
            ["musketry", "rifled", "smoothbore"]
                .iter()
                .all(|w| self.fire.iter().any(|b| b.weapon == *w)),
            "fire",
        )
    }
}

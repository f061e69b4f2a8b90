//! The numbers and tables of `numbers.toml`. Lengths are read in inches and kept
//! in 1/100 mm, angles in 1/65536 turn; the scale factor (A02) is applied once,
//! here.

use sandtable_battle::written::{Degrees, Inches};
use sandtable_battle::{NumberTable, say};
use serde::Deserialize;

/// What a type of unit is (table T1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Family {
    LightInfantry,
    Warband,
    Peltasts,
    HeavyInfantry,
    LightCavalry,
    HeavyCavalry,
    Elephants,
    Chariots,
    Artillery,
    General,
}

/// A trait of a profile (UNIT-08).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Trait {
    Roman,
    Pike,
    Spear,
    Shock,
    Egyptian,
}

/// What a unit shoots or throws (table T3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Weapon {
    #[default]
    None,
    Javelin,
    Sling,
    Bow,
    Pila,
    Chariot,
    Engine,
}

/// A type of unit.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct KindNumbers {
    pub id: String,
    pub title: String,
    pub figure: String,
    pub family: Family,
    #[serde(default)]
    pub traits: Vec<Trait>,
    pub pace: Inches,
    #[serde(default)]
    pub weapon: Weapon,
    pub deploys: u8,
}

impl KindNumbers {
    /// Whether it has a trait.
    pub fn has(&self, wanted: Trait) -> bool {
        self.traits.contains(&wanted)
    }
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Setup {
    pub no_mans_land: Inches,
    pub flank: Inches,
    pub area_depth: Inches,
    pub pieces: usize,
    pub piece_box: [Inches; 2],
    pub piece_gap: Inches,
    pub river_from_flank: Inches,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Measure {
    pub short_of_enemy: Inches,
    pub contact: Inches,
    pub arc_degrees: Degrees,
    pub wall_near: Inches,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Combat {
    pub dice: i8,
    pub chariot_dice: i8,
    pub against_elephants: i8,
    pub elephants_on_infantry: i8,
    pub elephants_on_mounted: i8,
    pub elephants_on_elephants: i8,
    pub artillery_dice: i8,
    pub after_a_pilum: i8,
    pub hit_on: u8,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Retreat {
    pub recoil: Inches,
    pub away_from: i8,
    pub rout_from: i8,
    pub general_within: Inches,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct VictoryNumbers {
    pub lost: [usize; 2],
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ranges {
    pub thrown: Inches,
    pub sling: Inches,
    pub bow: Inches,
    pub mounted_bow: Inches,
    pub mounted_javelin: Inches,
    pub chariot: Inches,
    pub artillery: Inches,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GeneralNumbers {
    pub title: String,
    pub pace: Inches,
    pub base: Inches,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Footprints {
    pub unit: [Inches; 2],
    pub single: [Inches; 2],
}

/// Everything in `numbers.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Numbers {
    pub edition: String,
    pub board: [Inches; 2],
    pub setup: Setup,
    pub measure: Measure,
    pub combat: Combat,
    pub retreat: Retreat,
    pub victory: VictoryNumbers,
    pub range: Ranges,
    pub kind: Vec<KindNumbers>,
    pub general: GeneralNumbers,
    pub footprint: Footprints,
    /// Numbers that a difference of these rules brings along.
    #[serde(default)]
    pub own: std::collections::BTreeMap<String, i32>,
}

impl Numbers {
    /// Reads `numbers.toml` and scales its lengths by `scale`, in quarters.
    ///
    /// # Errors
    /// If a number is unknown, missing or outside what this engine can play.
    pub fn read(table: &NumberTable, scale: i32) -> Result<Self, String> {
        let mut numbers: Self = table.read()?;
        numbers
            .fits()
            .map_err(|e| format!("numbers.toml: {}", say(e)))?;
        for length in numbers.lengths() {
            length.0 = length.0 * scale / 4;
        }
        Ok(numbers)
    }

    /// Returns the lengths that grow with the size of the figures: board, rates, ranges, bases
    /// and the distances of the set-up; not the tenth of an inch between
    /// enemies, nor the half inch of a contact.
    fn lengths(&mut self) -> Vec<&mut Inches> {
        let range = &mut self.range;
        let mut all = vec![
            &mut range.thrown,
            &mut range.sling,
            &mut range.bow,
            &mut range.mounted_bow,
            &mut range.mounted_javelin,
            &mut range.chariot,
            &mut range.artillery,
            &mut self.retreat.recoil,
            &mut self.retreat.general_within,
            &mut self.general.pace,
            &mut self.general.base,
            &mut self.setup.no_mans_land,
            &mut self.setup.flank,
            &mut self.setup.area_depth,
            &mut self.setup.piece_gap,
            &mut self.setup.river_from_flank,
        ];
        all.extend(&mut self.board);
        all.extend(&mut self.setup.piece_box);
        all.extend(&mut self.footprint.unit);
        all.extend(&mut self.footprint.single);
        all.extend(self.kind.iter_mut().map(|kind| &mut kind.pace));
        all
    }

    /// Checks that this engine can play by these numbers.
    fn fits(&self) -> Result<(), &'static str> {
        let sound = |holds: bool, why| if holds { Ok(()) } else { Err(why) };
        let deploys = |kind: &KindNumbers| (1..=4).contains(&kind.deploys);
        sound(self.kind.iter().all(deploys), "four rounds of deployment")?;
        sound(self.kind.len() <= 30, "at most thirty types")?;
        sound((2..=6).contains(&self.combat.hit_on), "a face that hits")?;
        sound(self.victory.lost[1] > 0, "a share of the army")
    }
}

//! The numbers of `numbers.toml`. Lengths are read in centimetres and kept in 1/100 mm; angles are
//! read in degrees and kept in 1/65536 turn.

use sandtable_battle::written::{Centimetres, Degrees, Share};
use sandtable_battle::{NumberTable, say};
use sandtable_geometry::Ruler;
use serde::Deserialize;

/// Everything in `numbers.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Numbers {
    pub edition: String,
    pub length: String,
    pub map: (Centimetres, Centimetres),
    pub deployment_depth: Centimetres,
    pub game_turns: u16,
    pub hits_to_eliminate: i8,
    pub gap_to_enemy: Centimetres,
    pub base: (Centimetres, Centimetres),
    pub road: Road,
    pub charge: Charge,
    pub general: General,
    pub tide: Tide,
    pub events: Events,
    pub kind: Vec<KindNumbers>,
    /// Numbers added by a difference of these rules.
    #[serde(default)]
    pub own: std::collections::BTreeMap<String, i32>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Road {
    pub of_move: Share,
    pub within: Centimetres,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Charge {
    pub reach: Centimetres,
    pub turn: Degrees,
    pub retreat: Centimetres,
    pub hits: i16,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct General {
    pub hits_removed: i8,
    pub counts_as: i32,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Tide {
    pub within: Centimetres,
    pub hits: i8,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Events {
    pub stragglers: i8,
}

/// A line of the table of arms.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "the table's columns are yes or no"
)]
pub(crate) struct KindNumbers {
    pub id: String,
    pub title: String,
    #[serde(rename = "move")]
    pub pace: Centimetres,
    pub range: Centimetres,
    /// Potential hits of a shot; zero if the arm does not shoot.
    pub hits: i16,
    pub woods: bool,
    pub end_in_town: bool,
    pub all_round: bool,
    pub shoot_moved: bool,
    pub overhead: bool,
    pub passes: bool,
    pub charges: bool,
    pub square: bool,
}

impl KindNumbers {
    /// Returns whether this is a General.
    pub fn leads(&self) -> bool {
        self.id == "general"
    }

    /// Returns whether the arm has weapons to load.
    pub const fn shoots(&self) -> bool {
        self.hits > 0
    }
}

impl Numbers {
    /// Reads `numbers.toml`.
    ///
    /// # Errors
    /// If the table does not have the expected form.
    pub fn read(table: &NumberTable) -> Result<Self, String> {
        let numbers: Self = table.read()?;
        numbers
            .fits()
            .map_err(|e| format!("numbers.toml: {}", say(e)))?;
        Ok(numbers)
    }

    /// Checks whether this engine can play by these numbers.
    fn fits(&self) -> Result<(), &'static str> {
        let sound = |holds: bool, why| if holds { Ok(()) } else { Err(why) };
        sound(
            self.length == Ruler::Centimetres.name(),
            "lengths are in centimetres",
        )?;
        sound(self.hits_to_eliminate > 0, "a number of hits to eliminate")?;
        let ids = ["infantry", "cavalry", "skirmishers", "artillery", "general"];
        sound(
            self.kind.iter().map(|k| k.id.as_str()).eq(ids),
            "four arms and a general",
        )
    }
}

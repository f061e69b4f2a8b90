//! The numbers of `numbers.toml`. Lengths are read in centimetres and kept in
//! 1/100 mm; angles are read in degrees and kept in 1/65536 turn.

use sandtable_battle::{NumberTable, say};
use sandtable_geometry::{Facing, Length, Ruler};
use serde::{Deserialize, Deserializer};

/// A length, written in centimetres.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cm(pub Length);

impl<'de> Deserialize<'de> for Cm {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let length = Ruler::Centimetres.length(f64::deserialize(from)?);
        let length = length.ok_or_else(|| serde::de::Error::custom("no length in centimetres"))?;
        Ok(Self(length))
    }
}

/// An angle, written in degrees.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Degrees(pub i32);

impl<'de> Deserialize<'de> for Degrees {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(Self(Facing::steps(f64::deserialize(from)?)))
    }
}

/// A share, written as `"3/2"`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Share {
    top: i32,
    bottom: i32,
}

impl<'de> Deserialize<'de> for Share {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        let parts = text.split_once('/');
        match parts.and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?))) {
            Some((top, bottom)) if bottom > 0 => Ok(Self { top, bottom }),
            _ => Err(serde::de::Error::custom("no share like \"3/2\"")),
        }
    }
}

impl Share {
    /// This share of a length.
    pub const fn of(self, length: Length) -> Length {
        length * self.top / self.bottom
    }
}

/// Everything in `numbers.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Numbers {
    pub edition: String,
    pub length: String,
    pub map: (Cm, Cm),
    pub deployment_depth: Cm,
    pub game_turns: u16,
    pub hits_to_eliminate: i8,
    pub gap_to_enemy: Cm,
    pub base: (Cm, Cm),
    pub road: Road,
    pub charge: Charge,
    pub general: General,
    pub tide: Tide,
    pub events: Events,
    pub kind: Vec<KindNumbers>,
    /// What a difference of these rules brought along.
    #[serde(default)]
    pub own: std::collections::BTreeMap<String, i32>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Road {
    pub of_move: Share,
    pub within: Cm,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Charge {
    pub reach: Cm,
    pub turn: Degrees,
    pub retreat: Cm,
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
    pub within: Cm,
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
    pub pace: Cm,
    pub range: Cm,
    /// Potential hits of a shot; none when it does not shoot.
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
    /// Whether it is a General.
    pub fn leads(&self) -> bool {
        self.id == "general"
    }

    /// Whether it has weapons to load.
    pub const fn shoots(&self) -> bool {
        self.hits > 0
    }
}

impl Numbers {
    /// Reads `numbers.toml`.
    ///
    /// # Errors
    /// What does not fit in it.
    pub fn read(table: &NumberTable) -> Result<Self, String> {
        let numbers: Self = table.read()?;
        numbers
            .fits()
            .map_err(|e| format!("numbers.toml: {}", say(e)))?;
        Ok(numbers)
    }

    /// Whether this engine can play by these numbers.
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

//! What players want to know about a unit without knowing the rules.

use crate::numbers::Volleys;
use crate::{OtrD6, terrain, units};
use sandtable_battle::{Battle, Profile, Unit, UnitId};
use sandtable_geometry::{INCH, Length};

/// A fresh average unit: six stands of seasoned infantry.
const FRESH: i32 = 6;

impl OtrD6 {
    /// Returns the profile of a unit.
    pub(crate) fn profile_of(&self, b: &Battle, id: UnitId) -> Profile {
        let u = b.unit(id);
        if !units::fights(u) {
            let rating = crate::command::rating(self, u).rating;
            return Profile {
                worth: 120 + 40 * i32::from(rating),
                pace: self.numbers.generals.pace,
                ..Profile::default()
            };
        }
        let cv = i32::from(self.combat_value(u));
        let stands = i32::from(u.stands);
        let artillery = u.kind == units::ARTILLERY;
        let scale = if artillery { 300 } else { 1000 / FRESH };
        let worth = stands * scale * (6 + cv) / 8;
        let risk = i32::from(units::lost(u)) * 60 + 100;
        Profile {
            worth,
            range: self.shown_range(b, id),
            charge: self.shown_charge(b, id),
            pace: self.shown_pace(b, id),
            fire: self.shown_fire(u, |line| line.halted),
            fire_moved: self.shown_fire(u, |line| line.moving),
            shock: if artillery {
                300
            } else {
                stands * 1000 / FRESH * (2 + cv) / 4
            },
            shaken: if units::marked(u) { risk.min(700) } else { 0 },
            cover: match self.cover_ahead(b, id) {
                terrain::Cover::None => 1000,
                terrain::Cover::Soft => 667,
                terrain::Cover::Hard => 333,
            },
            arc: self.numbers.geometry.field_angle,
        }
    }

    fn shown_range(&self, b: &Battle, id: UnitId) -> Length {
        let weapon = match units::arms(b.unit(id)) {
            units::Arms::Rifled => "rifled",
            units::Arms::Smoothbore => "smoothbore",
            _ => "musketry",
        };
        self.numbers
            .fire
            .iter()
            .filter(|band| band.weapon == weapon)
            .map(|band| band.to)
            .max()
            .unwrap_or(0)
    }

    /// Returns the charge distance to show: two moves and an average throw of the extra dice.
    fn shown_charge(&self, b: &Battle, id: UnitId) -> Length {
        let u = b.unit(id);
        let free = self.one_move(u) * Length::from(self.numbers.organisation.actions);
        match u.kind {
            units::INFANTRY => free + 3 * INCH,
            units::CAVALRY if units::mounted(u) => free + 7 * INCH,
            _ => 0,
        }
    }

    fn shown_pace(&self, b: &Battle, id: UnitId) -> Length {
        self.allowance(b.unit(id)) * Length::from(self.numbers.organisation.actions)
    }

    fn shown_fire(&self, u: &Unit, volleys: impl Fn(&Volleys) -> i8) -> i32 {
        let line = &self.numbers.volleys[units::arms(u) as usize];
        match units::arms(u) {
            units::Arms::Rifled | units::Arms::Smoothbore => 500 + 300 * i32::from(u.stands > 1),
            _ => i32::from(self.firing_stands(u)) * 1000 / FRESH * i32::from(volleys(line)),
        }
    }
}

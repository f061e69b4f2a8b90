//! What players want to know of a unit without knowing the rules.

use crate::numbers::Volleys;
use crate::{OtrD6, terrain, units};
use sandtable_battle::{Battle, Profile, Unit, UnitId};
use sandtable_geometry::{INCH, Length};

/// A fresh average unit: six stands of seasoned infantry.
const FRESH: i32 = 6;

/// The profile of a unit.
pub(crate) fn profile(rules: &OtrD6, b: &Battle, id: UnitId) -> Profile {
    let u = b.unit(id);
    if !units::fights(u) {
        let rating = crate::command::rating(rules, u).rating;
        return Profile {
            worth: 120 + 40 * i32::from(rating),
            pace: rules.numbers.generals.pace,
            ..Profile::default()
        };
    }
    let cv = i32::from(units::combat_value(rules, u));
    let stands = i32::from(u.stands);
    let artillery = u.kind == units::ARTILLERY;
    let scale = if artillery { 300 } else { 1000 / FRESH };
    let worth = stands * scale * (6 + cv) / 8;
    let risk = i32::from(units::lost(u)) * 60 + 100;
    Profile {
        worth,
        range: range(rules, b, id),
        charge: charge(rules, b, id),
        pace: pace(rules, b, id),
        fire: fire(rules, u, |line| line.halted),
        fire_moved: fire(rules, u, |line| line.moving),
        shock: if artillery {
            300
        } else {
            stands * 1000 / FRESH * (2 + cv) / 4
        },
        shaken: if units::marked(u) { risk.min(700) } else { 0 },
        cover: match terrain::cover_ahead(rules, b, id) {
            terrain::Cover::None => 1000,
            terrain::Cover::Soft => 667,
            terrain::Cover::Hard => 333,
        },
        arc: rules.numbers.geometry.field_angle,
    }
}

fn range(rules: &OtrD6, b: &Battle, id: UnitId) -> Length {
    let weapon = match units::arms(b.unit(id)) {
        units::Arms::Rifled => "rifled",
        units::Arms::Smoothbore => "smoothbore",
        _ => "musketry",
    };
    rules
        .numbers
        .fire
        .iter()
        .filter(|band| band.weapon == weapon)
        .map(|band| band.to)
        .max()
        .unwrap_or(0)
}

/// Two moves and an even throw of the extra dice.
fn charge(rules: &OtrD6, b: &Battle, id: UnitId) -> Length {
    let u = b.unit(id);
    let free = units::one_move(rules, u) * Length::from(rules.numbers.organisation.actions);
    match u.kind {
        units::INFANTRY => free + 3 * INCH,
        units::CAVALRY if units::mounted(u) => free + 7 * INCH,
        _ => 0,
    }
}

fn pace(rules: &OtrD6, b: &Battle, id: UnitId) -> Length {
    crate::movement::allowance(rules, b.unit(id)) * Length::from(rules.numbers.organisation.actions)
}

fn fire(rules: &OtrD6, u: &Unit, volleys: impl Fn(&Volleys) -> i8) -> i32 {
    let line = &rules.numbers.volleys[units::arms(u) as usize];
    match units::arms(u) {
        units::Arms::Rifled | units::Arms::Smoothbore => 500 + 300 * i32::from(u.stands > 1),
        _ => i32::from(units::firing_stands(rules, u)) * 1000 / FRESH * i32::from(volleys(line)),
    }
}

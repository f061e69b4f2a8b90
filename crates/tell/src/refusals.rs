//! Sentences for refusals.

use super::words::place;
use super::{length, measured, plural, title, told_apart};
use sandtable_battle::{Battle, Card, Refusal, UnitId, Witness};
use sandtable_geometry::{Length, Ruler};
use sandtable_tongue::say;

/// Describes a refusal: `Out of range: needs 12.4, reaches at most 12 inches`.
#[must_use]
pub fn refusal(battle: &Battle, card: &Card, refusal: &Refusal) -> String {
    let title = title(card, refusal.clause);
    witness(battle, card, &refusal.witness)
        .map_or_else(|| title.to_owned(), |shown| format!("{title}: {shown}"))
}

fn witness(battle: &Battle, card: &Card, witness: &Witness) -> Option<String> {
    let name = |unit| battle.setting.called(unit);
    let ruler = card.ruler;
    let long = |l| length(ruler, l);
    Some(match *witness {
        // The table shows where it is: nobody reads coordinates.
        Witness::Plain | Witness::Spot(_) | Witness::Place(_) => return None,
        Witness::Unit(unit) => name(unit).to_owned(),
        Witness::Absent(unit, status) => format!("{} ({})", name(unit), say(status.name())),
        Witness::Length { asked, allowed } => too_far(ruler, asked, allowed),
        Witness::Angle { asked, allowed } => {
            let turn = |steps| f64::from(steps) * (360.0 / 65536.0);
            let (part, all) = told_apart(turn(asked), turn(allowed), 1);
            say!(
                "{part} of {all}",
                part = format!("{part}°"),
                all = format!("{all}°")
            )
        }
        Witness::Count { asked, allowed } => say!("{part} of {all}", part = asked, all = allowed),
        Witness::Tape(tape) => long(tape.length),
        Witness::Blocked { by, .. } => unit_in_the_way(battle, by),
        Witness::Terrain { feature, .. } => ground_in_the_way(battle, feature),
    })
}

/// Says that a length is not allowed: `needs 12.4, reaches at most 12 inches`; for one that must be
/// longer, `4 of 6 inches`.
#[must_use]
pub fn too_far(ruler: Ruler, asked: Length, allowed: Length) -> String {
    let (part, all) = told_apart(ruler.measure(asked), ruler.measure(allowed), 2);
    let all = measured(ruler, &all);
    if asked > allowed {
        say!(
            "needs {part}, reaches at most {all}",
            part = part,
            all = all
        )
    } else {
        say!("{part} of {all}", part = part, all = all)
    }
}

/// Says that a unit is in the way: `Red Hussars are in the way`.
#[must_use]
pub fn unit_in_the_way(battle: &Battle, unit: UnitId) -> String {
    let setting = &battle.setting;
    in_the_way(setting.called(unit), setting.name(unit))
}

/// Says that a piece of ground is in the way.
#[must_use]
pub fn ground_in_the_way(battle: &Battle, feature: u8) -> String {
    in_the_way(terrain(battle, feature), ground(battle, feature))
}

/// Says that a thing is in the way. Its written name decides, in every language, whether it is
/// singular or plural.
fn in_the_way(thing: &str, written: &str) -> String {
    if plural(written) {
        say!("{thing} are in the way", thing = thing)
    } else {
        say!("{thing} is in the way", thing = thing)
    }
}

/// Returns the name of a piece of terrain for people.
pub fn terrain(battle: &Battle, feature: u8) -> &str {
    place(ground(battle, feature))
}

/// Returns the name of a piece of terrain, or its kind.
fn ground(battle: &Battle, feature: u8) -> &str {
    let feature = battle.setting.terrain.get(usize::from(feature));
    feature.map_or("terrain", |f| {
        if f.name.is_empty() {
            f.ground.name()
        } else {
            &f.name
        }
    })
}

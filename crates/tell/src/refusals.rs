//! Why an order was refused.

use super::words::place;
use super::{facing, length, measured, spot, title, told_apart};
use sandtable_battle::{Battle, Card, Refusal, Witness};
use sandtable_tongue::say;

/// A refusal: `Out of range: 12.4 of 12 inches`.
#[must_use]
pub fn refusal(battle: &Battle, card: &Card, refusal: &Refusal) -> String {
    let title = title(card, refusal.clause);
    witness(battle, card, &refusal.witness)
        .map_or_else(|| title.to_owned(), |shown| format!("{title}: {shown}"))
}

fn witness(battle: &Battle, card: &Card, witness: &Witness) -> Option<String> {
    let name = |unit| battle.setting.name(unit);
    let ruler = card.ruler;
    let long = |l| length(ruler, l);
    let spot = |at| spot(ruler, at);
    Some(match *witness {
        Witness::Plain => return None,
        Witness::Unit(unit) => name(unit).to_owned(),
        Witness::Absent(unit, status) => format!("{} ({})", name(unit), say(status.name())),
        Witness::Spot(at) => say!("at {spot}", spot = spot(at)),
        Witness::Place(pose) => say!(
            "it would stand at {spot}, facing {facing}",
            spot = spot(pose.point()),
            facing = facing(pose.facing)
        ),
        Witness::Length { asked, allowed } => {
            let (part, all) = told_apart(ruler.measure(asked), ruler.measure(allowed), 2);
            say!("{part} of {all}", part = part, all = measured(ruler, &all))
        }
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
        Witness::Blocked { by, at } => say!(
            "{thing} in the way at {spot}",
            thing = name(by),
            spot = spot(at)
        ),
        Witness::Terrain { feature, at } => say!(
            "{thing} at {spot}",
            thing = terrain(battle, feature),
            spot = spot(at)
        ),
    })
}

/// What a piece of terrain is called.
pub fn terrain(battle: &Battle, feature: u8) -> &str {
    let feature = battle.setting.terrain.get(usize::from(feature));
    place(feature.map_or("terrain", |f| {
        if f.name.is_empty() {
            f.ground.name()
        } else {
            &f.name
        }
    }))
}

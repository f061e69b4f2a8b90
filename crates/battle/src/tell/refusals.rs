//! Why an order was refused.

use super::{degrees, facing, length, number, spot, title};
use crate::{Battle, Card, Refusal, Witness};

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
    let (number, say) = (|l| number(ruler, l), |l| length(ruler, l));
    let spot = |at| spot(ruler, at);
    Some(match *witness {
        Witness::Plain => return None,
        Witness::Unit(unit) => name(unit).to_owned(),
        Witness::Absent(unit, status) => format!("{} ({})", name(unit), status.name()),
        Witness::Spot(at) => format!("at {}", spot(at)),
        Witness::Place(pose) => format!(
            "it would stand at {}, facing {}",
            spot(pose.point()),
            facing(pose.facing)
        ),
        // Asked and allowed may look alike when rounded.
        Witness::Length { asked, allowed } if number(asked) == number(allowed) => {
            match asked.cmp(&allowed) {
                std::cmp::Ordering::Greater => format!("just over {}", say(allowed)),
                std::cmp::Ordering::Less => format!("just under {}", say(allowed)),
                std::cmp::Ordering::Equal => say(allowed),
            }
        }
        Witness::Length { asked, allowed } => format!("{} of {}", number(asked), say(allowed)),
        Witness::Angle { asked, allowed } => format!("{} of {}", degrees(asked), degrees(allowed)),
        Witness::Count { asked, allowed } => format!("{asked} of {allowed}"),
        Witness::Tape(tape) => say(tape.length),
        Witness::Blocked { by, at } => format!("{} in the way at {}", name(by), spot(at)),
        Witness::Terrain { feature, at } => format!("{} at {}", terrain(battle, feature), spot(at)),
    })
}

pub(super) fn terrain(battle: &Battle, feature: u8) -> &str {
    let feature = battle.setting.terrain.get(usize::from(feature));
    feature.map_or("terrain", |f| {
        if f.name.is_empty() {
            f.ground.name()
        } else {
            &f.name
        }
    })
}

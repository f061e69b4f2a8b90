//! What happened, and what dice came to.

use super::refusals::terrain;
use super::{Person, Teller, facing, length, mark, plural, side, spot, title, word};
use crate::{Ask, Battle, Card, Cursor, Event, Gait, Outcome, Roll, Status, UnitId};

/// An event, told of the battle before it; none for bookkeeping that no table
/// would show.
#[must_use]
pub fn event(before: &Battle, card: &Card, event: &Event) -> Option<String> {
    let teller = Teller {
        battle: before,
        card,
    };
    Some(match *event {
        Event::Moved {
            unit,
            from,
            to,
            gait,
            ..
        } => {
            let far = length(card.ruler, from.point().distance(to.point()));
            let turned = if from.facing == to.facing {
                String::new()
            } else {
                format!(", facing {}", facing(to.facing))
            };
            match gait {
                Gait::Turned => format!(
                    "{} {}",
                    teller.does(unit, "turn to face", "turns to face"),
                    facing(to.facing)
                ),
                Gait::Placed => format!(
                    "{} at {}, facing {}",
                    teller.does(unit, "stand", "stands"),
                    spot(card.ruler, to.point()),
                    facing(to.facing)
                ),
                _ => format!("{} {far}{turned}", gait_of(&teller, unit, gait)),
            }
        }
        Event::Marked { unit, mark, to, .. } => marked(&teller, unit, mark, to)?,
        Event::StandsLost { unit, from, to, .. } => strength(&teller, unit, from, to),
        Event::Formed { unit, to, .. } => format!(
            "{} {}",
            teller.does(unit, "form", "forms"),
            word(&card.formations, to)
        ),
        Event::Joined {
            unit, to: Some(to), ..
        } => format!("{} {}", teller.does(unit, "join", "joins"), teller.name(to)),
        Event::Joined { unit, from, .. } => {
            let from = from.map_or("the unit", |from| teller.name(from));
            format!("{} {from}", teller.does(unit, "leave", "leaves"))
        }
        Event::Regrouped { unit, to, .. } => {
            format!(
                "{} with {}",
                teller.does(unit, "now act", "now acts"),
                before.setting.group(to)
            )
        }
        Event::Became { unit, from, to, .. } => became(&teller, unit, from, to),
        Event::Turned { to, .. } => cursor(before, card, &to)?,
        Event::Laid { piece, at, .. } => format!(
            "{} lies at {}{}",
            before.setting.piece(piece),
            spot(card.ruler, at.point()),
            super::turned(at.facing)
        ),
        Event::Told {
            why,
            outcome,
            unit,
            other,
        } => {
            let what = card
                .clause(why)
                .and_then(|text| text.readings.get(usize::from(outcome)));
            let what =
                what.map_or_else(|| format!("{} {outcome}", title(card, why)), String::clone);
            let against = other
                .map(|other| format!(" against {}", teller.name(other)))
                .unwrap_or_default();
            format!("{}{against}: {what}", teller.name(unit))
        }
        Event::Opened { feature, at, .. } => format!(
            "{} is taken down at {}",
            capital(terrain(before, feature)),
            spot(card.ruler, at)
        ),
        Event::Noted { .. } => return None,
        Event::Scored {
            side: who,
            from,
            to,
            ..
        } => {
            let name = side(before, who);
            let has = if plural(name) { "have" } else { "has" };
            let (more, points) = (to - from, if to - from == 1 { "point" } else { "points" });
            format!("{name} {has} scored {more} {points} for what is held, {to} in all")
        }
        Event::Ended {
            outcome: Outcome::Won(winner),
            ..
        } => {
            let name = side(before, winner);
            let win = if plural(name) { "win" } else { "wins" };
            format!("{name} {win} the battle")
        }
        Event::Ended {
            outcome: Outcome::Draw,
            ..
        } => "The battle is a draw".to_owned(),
    })
}

fn gait_of(teller: &Teller<'_>, unit: UnitId, gait: Gait) -> String {
    let (many, one) = match gait {
        Gait::Placed | Gait::Turned | Gait::Moved => ("move", "moves"),
        Gait::Wheeled => ("wheel", "wheels"),
        Gait::Charged => ("charge", "charges"),
        Gait::Aligned => ("line up, moving", "lines up, moving"),
        Gait::Retreated => ("retreat", "retreats"),
        Gait::Driven => ("are driven back", "is driven back"),
        Gait::Withdrew => ("withdraw", "withdraws"),
        Gait::Carried => ("are carried along", "is carried along"),
    };
    teller.does(unit, many, one)
}

/// A mark that changed, in the words of [`mark`].
fn marked(teller: &Teller<'_>, unit: UnitId, place: u8, to: i8) -> Option<String> {
    let spec = teller
        .card
        .marks
        .get(usize::from(place))
        .filter(|spec| !spec.title.is_empty())?;
    let thing = spec.title.to_lowercase();
    // A marker is a thing that lies on the table; others are said of the unit.
    Some(match (thing.ends_with("marker"), spec.range, to) {
        (true, (0, 1), 0) => format!("{} the {thing}", teller.does(unit, "lose", "loses")),
        (true, (0, 1), _) => format!("{} a {thing}", teller.does(unit, "get", "gets")),
        (_, (0, 1), 0) => {
            let are = teller.does(unit, "are", "is");
            format!("{are} no longer marked “{thing}”")
        }
        (_, (0, 1), _) => format!("{} marked “{thing}”", teller.does(unit, "are", "is")),
        _ => format!("{}: {}", teller.name(unit), mark(spec, to)),
    })
}

fn strength(teller: &Teller<'_>, unit: UnitId, from: u8, to: u8) -> String {
    let (many, one) = if to < from {
        ("lose", "loses")
    } else {
        ("regain", "regains")
    };
    let count = teller.card.strength.count(from.abs_diff(to));
    format!("{} {count}, {to} left", teller.does(unit, many, one))
}

fn became(teller: &Teller<'_>, unit: UnitId, from: Status, to: Status) -> String {
    match (from, to) {
        (Status::Expected, Status::Table) => teller.does(unit, "arrive", "arrives"),
        (Status::Reserve, Status::Table) => teller.does_own(unit, "take", "takes", "place"),
        (_, Status::Table) => teller.does(unit, "return to the table", "returns to the table"),
        (_, Status::Reserve) => teller.does(unit, "go into reserve", "goes into reserve"),
        (_, Status::Expected) => teller.does(unit, "are expected later", "is expected later"),
        (_, Status::Destroyed) if teller.person(unit) == Person::He => {
            format!("{} is lost", teller.name(unit))
        }
        (_, Status::Destroyed) => teller.does(unit, "are destroyed", "is destroyed"),
        (_, Status::Fled) => teller.does(unit, "flee the field", "flees the field"),
        (_, Status::Captured) => teller.does(unit, "are captured", "is captured"),
        (_, Status::Exited) => teller.does(unit, "march off the table", "marches off the table"),
    }
}

/// What a cursor tells that the battle's own does not: a new turn, a phase, a
/// card that was drawn, a unit that acts, a choice that is owed.
#[must_use]
pub fn cursor(before: &Battle, card: &Card, to: &Cursor) -> Option<String> {
    let from = &before.cursor;
    let teller = Teller {
        battle: before,
        card,
    };
    let mut parts: Vec<String> = Vec::new();
    if to.turn != from.turn {
        parts.push(format!("Turn {}", to.turn));
    }
    if to.side != from.side || (from.turn == 0 && to.turn > 0) {
        parts.push(format!("{} to act", side(before, to.side)));
    }
    if to.phase != from.phase
        && let Some(phase) = card.phases.get(usize::from(to.phase))
    {
        parts.push(format!("phase: {}", phase.title));
    }
    if let Some(group) = to.group.filter(|_| to.group != from.group) {
        parts.push(format!(
            "the card of {} is drawn",
            before.setting.group(group)
        ));
    }
    if let Some(unit) = to.unit.filter(|_| to.unit != from.unit) {
        parts.push(teller.does(unit, "act", "acts"));
    }
    if let Some(waits) = to.waits.filter(|_| to.waits != from.waits) {
        let about = waits
            .unit
            .map(|unit| format!(" for {}", teller.name(unit)))
            .unwrap_or_default();
        let readings = card
            .clause(waits.why)
            .map(|text| text.readings.join(" or "))
            .unwrap_or_default();
        let what = if readings.is_empty() {
            title(card, waits.why).to_owned()
        } else {
            readings
        };
        parts.push(format!(
            "{} must choose{about}: {what}",
            side(before, waits.side)
        ));
    }
    (!parts.is_empty()).then(|| capital(&parts.join("; ")))
}

/// A throw: `4: disrupt`, `2 + 5 = 7`, `1, 4, 6: 2 at 4 or more`.
#[must_use]
pub fn roll(card: &Card, roll: &Roll) -> String {
    let outcome = roll.outcome();
    let faces = |by: &str| {
        roll.faces
            .iter()
            .map(u8::to_string)
            .collect::<Vec<_>>()
            .join(by)
    };
    let readings = card
        .clause(roll.why)
        .map(|text| text.readings.as_slice())
        .unwrap_or_default();
    let reading = readings.get(usize::from(outcome));
    match roll.ask {
        Ask::Sum { dice: 2.., .. } => format!("{} = {outcome}", faces(" + ")),
        Ask::Die { .. } | Ask::Sum { .. } => faces(", "),
        Ask::Hits { least, .. } => {
            let what =
                reading.map_or_else(|| format!("{outcome} at {least} or more"), String::clone);
            format!("{}: {what}", faces(", "))
        }
        Ask::Low { most, .. } => {
            let what =
                reading.map_or_else(|| format!("{outcome} at {most} or less"), String::clone);
            format!("{}: {what}", faces(", "))
        }
        Ask::Row { each, .. } => {
            let throws = roll.faces.chunks(usize::from(each.max(1)));
            row(throws.map(|throw| throw.iter().map(|&f| u16::from(f)).sum()))
        }
        Ask::Match { left, .. } => {
            let (own, theirs) = roll.faces.split_at(usize::from(left).min(roll.faces.len()));
            let faces = |dice: &[u8]| row(dice.iter().map(|&f| u16::from(f)));
            let (taken, dealt) = Ask::matched(outcome);
            format!(
                "{} against {}: {taken} hits taken, {dealt} dealt",
                faces(own),
                faces(theirs)
            )
        }
        Ask::Read { .. } => reading.map_or_else(
            || format!("{}: {outcome}", faces(", ")),
            |what| format!("{}: {what}", faces(", ")),
        ),
        Ask::Draw { of } => reading.map_or_else(
            || format!("card {} of {of}", outcome + 1),
            |what| format!("drawn: {what}"),
        ),
    }
}

/// Throws from the highest down.
fn row(throws: impl Iterator<Item = u16>) -> String {
    let mut row: Vec<u16> = throws.collect();
    row.sort_unstable_by(|a, b| b.cmp(a));
    let row: Vec<String> = row.iter().map(u16::to_string).collect();
    row.join(", ")
}

/// A text with a capital at its front.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

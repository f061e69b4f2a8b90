//! Sentences for rolls: what was needed, what was rolled, and what that means.

use sandtable_battle::{Ask, Card, ClauseText, Parity, Roll};
use sandtable_tongue::say;

/// Describes a roll: `needed 5+, rolled 4: no hit`, `2 + 5 = 7`,
/// `needed 4+, rolled 1, 4, 6: 2 of 3 dice`.
#[must_use]
pub fn roll(card: &Card, roll: &Roll) -> String {
    let outcome = roll.outcome();
    let clause = card.clause(roll.why);
    let reading = clause.and_then(|text| text.readings.get(usize::from(outcome)));
    let reading = reading.map(String::as_str);
    let fell = || listed(&roll.faces, ", ");
    match roll.ask {
        Ask::Sum { dice: 2.., .. } => format!("{} = {outcome}", listed(&roll.faces, " + ")),
        Ask::Die { .. } => by_parity(clause, roll).unwrap_or_else(|| told(None, &fell(), "")),
        Ask::Sum { .. } => told(None, &fell(), ""),
        Ask::Hits {
            dice, sides, least, ..
        } => told(
            Some(at_least(least, sides)),
            &fell(),
            &counted(reading, outcome, dice),
        ),
        Ask::Low { dice, most, .. } => told(
            Some(at_most(most)),
            &fell(),
            &counted(reading, outcome, dice),
        ),
        Ask::Row { each, .. } => {
            let throws = roll.faces.chunks(usize::from(each.max(1)));
            row(throws.map(|throw| throw.iter().map(|&f| u16::from(f)).sum()))
        }
        Ask::Match { left, .. } => matched(&roll.faces, left, outcome),
        Ask::Read { table } => {
            let wants = clause.map_or(&[] as &[u8], |text| text.wants.as_slice());
            told(needed(table, wants), &fell(), reading.unwrap_or_default())
        }
        Ask::Draw { of } => reading.map_or_else(
            || say!("card {number} of {all}", number = outcome + 1, all = of),
            |what| say!("drawn: {what}", what = what),
        ),
    }
}

/// Returns the result of a roll alone: `no hit`; empty if only the faces show it.
#[must_use]
pub fn came(card: &Card, roll: &Roll) -> String {
    let outcome = roll.outcome();
    let clause = card.clause(roll.why);
    let reading = |at: u16| Some(clause?.readings.get(usize::from(at))?.as_str());
    match roll.ask {
        Ask::Hits { dice, .. } | Ask::Low { dice, .. } => counted(reading(outcome), outcome, dice),
        Ask::Read { .. } => reading(outcome).unwrap_or_default().to_owned(),
        Ask::Die { .. } => {
            let parity = clause.and_then(|text| text.parity);
            let won = parity
                .zip(roll.faces.first())
                .map(|(parity, &face)| parity.is_of(face));
            let what = won.and_then(|won| reading(u16::from(won)));
            what.unwrap_or_default().to_owned()
        }
        _ => String::new(),
    }
}

/// Makes the whole sentence, with as many of its parts as there are.
fn told(need: Option<String>, fell: &str, what: &str) -> String {
    match (need, what.is_empty()) {
        (Some(need), false) => say!(
            "needed {need}, rolled {faces}: {what}",
            need = need,
            faces = fell,
            what = what
        ),
        (Some(need), true) => say!("needed {need}, rolled {faces}", need = need, faces = fell),
        (None, false) => say!("rolled {faces}: {what}", faces = fell, what = what),
        (None, true) => say!("rolled {faces}", faces = fell),
    }
}

/// Returns the result of several dice, if no reading gives it.
fn counted(reading: Option<&str>, outcome: u16, dice: u8) -> String {
    match reading {
        Some(what) => what.to_owned(),
        None if dice < 2 => String::new(),
        None => say!("{some} of {all} dice", some = outcome, all = dice),
    }
}

/// Returns the faces of a die that lead to one of the wanted outcomes in its table; `None` if every
/// face does, or if nothing is wanted.
fn needed(table: [u8; 6], wants: &[u8]) -> Option<String> {
    let good: Vec<u8> = (1..=6)
        .zip(table)
        .filter(|(_, outcome)| wants.contains(outcome))
        .map(|(face, _)| face)
        .collect();
    match (wants, good.as_slice()) {
        ([], _) | (_, [_, _, _, _, _, _]) => None,
        (_, []) => Some(say("more than a die shows").to_owned()),
        (_, [least, .., 6]) if usize::from(6 - least) + 1 == good.len() => {
            Some(at_least(*least, 6))
        }
        (_, [1, .., most]) if usize::from(*most) == good.len() => Some(at_most(*most)),
        (_, faces) => Some(listed(faces, ", ")),
    }
}

/// Describes a roll of which only odd or even matters.
fn by_parity(clause: Option<&ClauseText>, roll: &Roll) -> Option<String> {
    let text = clause?;
    let (parity, face) = (text.parity?, *roll.faces.first()?);
    let need = match parity {
        Parity::Even => say("an even number"),
        Parity::Odd => say("an odd number"),
    };
    let won = parity.is_of(face);
    let what = text.readings.get(usize::from(won));
    let what = what.map_or("", String::as_str);
    Some(told(Some(need.to_owned()), &face.to_string(), what))
}

fn at_least(least: u8, sides: u8) -> String {
    if least >= sides {
        least.to_string()
    } else {
        format!("{least}+")
    }
}

fn at_most(most: u8) -> String {
    if most <= 1 {
        most.to_string()
    } else {
        say!("{most} or less", most = most)
    }
}

/// Describes two rows of dice, and the hits on both.
fn matched(faces: &[u8], left: u8, outcome: u16) -> String {
    let (own, theirs) = faces.split_at(usize::from(left).min(faces.len()));
    let faces = |dice: &[u8]| row(dice.iter().map(|&f| u16::from(f)));
    let (taken, dealt) = Ask::matched(outcome);
    say!(
        "{own} against {theirs}: hits taken {taken}, dealt {dealt}",
        own = faces(own),
        theirs = faces(theirs),
        taken = taken,
        dealt = dealt
    )
}

/// Lists throws, from the highest down.
fn row(throws: impl Iterator<Item = u16>) -> String {
    let mut row: Vec<u16> = throws.collect();
    row.sort_unstable_by(|a, b| b.cmp(a));
    let row: Vec<String> = row.iter().map(u16::to_string).collect();
    row.join(", ")
}

fn listed(faces: &[u8], by: &str) -> String {
    let faces: Vec<String> = faces.iter().map(u8::to_string).collect();
    faces.join(by)
}

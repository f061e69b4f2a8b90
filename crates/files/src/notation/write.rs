//! Writes orders as lines that [`parse`](super::parse) reads back the same.

use sandtable_battle::aim::Aimed;
use sandtable_battle::phrase::folded;
use sandtable_battle::{Battle, Card, Hand, Leg, Legs, Order, UnitId};
use sandtable_geometry::{Facing, Point, Ruler};

use super::words::quoted;
use crate::{degree_text, length_text};

/// Returns the line that gives an aim: [`aim`](super::aim) reads it back the same.
#[must_use]
pub fn write_aim(aimed: Aimed, battle: &Battle) -> String {
    let Aimed { unit, aim, foe } = aimed;
    let name = |unit: UnitId| written_name(unit, battle);
    format!("move {} {} {}", name(unit), aim.name(), name(foe))
}

/// Returns the line that gives an order: [`parse`](super::parse) reads it back the same. A move
/// without a path is not an order that can be given, and its line cannot be read.
#[must_use]
pub fn write(order: &Order, battle: &Battle, card: &Card) -> String {
    let name = |unit: UnitId| written_name(unit, battle);
    let both =
        |verb: &str, unit: UnitId, other: UnitId| format!("{verb} {} {}", name(unit), name(other));
    match *order {
        Order::Place {
            unit,
            at,
            formation,
        } => {
            let spot = point_text(card.ruler, at.point());
            let facing = degree_text(at.facing);
            format!(
                "place {} {spot} {facing} {}",
                name(unit),
                written_formation(formation, card)
            )
        }
        Order::Lay { piece, at } => format!(
            "lay {} {} {}",
            written_piece(piece, battle),
            point_text(card.ruler, at.point()),
            degree_text(at.facing)
        ),
        Order::Move { unit, ref legs } => {
            format!("move {}{}", name(unit), written_legs(card.ruler, legs))
        }
        Order::Face { unit, to } => format!("face {} {}", name(unit), degree_text(to)),
        Order::Form { unit, formation } => {
            format!("form {} {}", name(unit), written_formation(formation, card))
        }
        Order::Charge {
            unit,
            target,
            reach,
            heading,
        } => {
            let heading = heading.map(|to| format!(" heading {}", degree_text(to)));
            format!(
                "{}{}{}",
                both("charge", unit, target),
                if reach { " reach" } else { "" },
                heading.unwrap_or_default()
            )
        }
        Order::Shoot { unit, target } => both("shoot", unit, target),
        Order::Fight { unit, target } => both("fight", unit, target),
        Order::Test { unit } => format!("test {}", name(unit)),
        Order::Load { unit } => format!("load {}", name(unit)),
        Order::Rally { unit, target } => both("rally", unit, target),
        Order::Join { unit, to } => both("join", unit, to),
        Order::Leave { unit } => format!("leave {}", name(unit)),
        Order::Pass { unit } => format!("pass {}", name(unit)),
        Order::Draw => "draw".to_owned(),
        Order::RollOff => "roll-off".to_owned(),
        Order::Decide { choice } => format!("decide {choice}"),
        Order::End => "end".to_owned(),
    }
}

/// Returns a name, quoted if necessary; its place if other units have the same name.
fn written_name(unit: UnitId, battle: &Battle) -> String {
    let names = &battle.setting.names;
    let Some(name) = names.get(unit.index()).filter(|name| !name.is_empty()) else {
        return format!("#{}", unit.0);
    };
    if names
        .iter()
        .filter(|other| folded(other) == folded(name))
        .count()
        > 1
    {
        return format!("#{}", unit.0);
    }
    quoted(name)
}

/// Returns a piece's name, quoted if necessary; its place if the name is not its own.
fn written_piece(piece: u8, battle: &Battle) -> String {
    let pieces = &battle.setting.pieces;
    let same = |name: &str| {
        let own = pieces
            .iter()
            .filter(|p| folded(&p.feature.name) == folded(name));
        own.count()
    };
    match pieces
        .get(usize::from(piece))
        .map(|p| p.feature.name.as_str())
    {
        Some(name) if !name.is_empty() && same(name) == 1 => quoted(name),
        _ => format!("#{piece}"),
    }
}

fn written_formation(formation: u8, card: &Card) -> String {
    let all = &card.formations;
    let name = all
        .get(usize::from(formation))
        .filter(|name| all.iter().filter(|n| folded(n) == folded(name)).count() == 1);
    name.map_or_else(|| format!("#{formation}"), |name| quoted(name))
}

fn point_text(ruler: Ruler, p: Point) -> String {
    format!("{},{}", length_text(ruler, p.x), length_text(ruler, p.y))
}

fn written_legs(ruler: Ruler, legs: &Legs) -> String {
    let mut marching = false;
    let mut out = String::new();
    for leg in legs {
        let text = match *leg {
            Leg::Pivot { to } => format!(" pivot {}", degree_text(to)),
            Leg::Advance { by } => format!(" advance {}", length_text(ruler, by)),
            Leg::Slide { towards, by } => {
                format!(" slide {} {}", degree_text(towards), length_text(ruler, by))
            }
            Leg::Wheel {
                hand: Hand::Left,
                by,
            } => format!(" wheel left {}", degree_text(Facing(by))),
            Leg::Wheel {
                hand: Hand::Right,
                by,
            } => format!(" wheel right {}", degree_text(Facing(by))),
            Leg::March { to } if marching => format!(" {}", point_text(ruler, to)),
            Leg::March { to } => format!(" to {}", point_text(ruler, to)),
        };
        marching = matches!(leg, Leg::March { .. });
        out.push_str(&text);
    }
    out
}

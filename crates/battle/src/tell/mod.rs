//! Plain language: orders, events, rolls and refusals as a player would say
//! them, in the unit of length of the rule set. Lengths have at most two
//! decimals, degrees at most one.

mod events;
mod grammar;
mod refusals;
mod units;
pub mod words;

pub use events::{cursor, event, roll};
pub use grammar::Person;
pub use refusals::refusal;
pub use units::{mark, unit};

use crate::files::trimmed;
use crate::{Battle, Card, Clause, Hand, Leg, Order, Side, UnitId};
use sandtable_geometry::{Facing, Length, Point, Ruler};

/// Whether a name is in the plural, as far as a name tells: `Danes` are, a
/// `Union` is not.
#[must_use]
pub fn plural(name: &str) -> bool {
    grammar::plural(name)
}

/// A length: `12.4 inches`.
#[must_use]
pub fn length(ruler: Ruler, length: Length) -> String {
    ruler.with_word(&number(ruler, length))
}

/// A length without the word for its unit.
fn number(ruler: Ruler, length: Length) -> String {
    trimmed(format!("{:.2}", ruler.measure(length)))
}

/// An angle in 1/65536 turn: `22.5°`.
#[must_use]
pub fn degrees(steps: i32) -> String {
    format!(
        "{}°",
        trimmed(format!("{:.1}", f64::from(steps) * (360.0 / 65536.0)))
    )
}

fn facing(facing: Facing) -> String {
    let shown = degrees(i32::from(facing.0));
    if shown == "360°" {
        "0°".to_owned()
    } else {
        shown
    }
}

fn spot(ruler: Ruler, p: Point) -> String {
    format!("{}, {}", number(ruler, p.x), number(ruler, p.y))
}

/// A side's name.
fn side(battle: &Battle, side: Side) -> &str {
    &battle.setting.sides[side.index()].name
}

/// A name from a card's list.
fn word(names: &[String], place: u8) -> &str {
    names.get(usize::from(place)).map_or("?", String::as_str)
}

/// A clause's title.
fn title(card: &Card, clause: Clause) -> &str {
    card.clause(clause).map_or("clause", |text| &text.title)
}

/// What speaks of the units of one battle.
struct Teller<'b> {
    battle: &'b Battle,
    card: &'b Card,
}

impl Teller<'_> {
    fn name(&self, unit: UnitId) -> &str {
        self.battle.setting.name(unit)
    }

    fn person(&self, unit: UnitId) -> Person {
        Person::of(self.battle, self.card, unit)
    }

    /// A unit and what it does: `Blue Guards lose`, `General Hill loses`.
    fn does(&self, unit: UnitId, many: &str, one: &str) -> String {
        format!("{} {}", self.name(unit), self.person(unit).verb(many, one))
    }

    /// The same with something of its own: `Blue Guards test their morale`.
    fn does_own(&self, unit: UnitId, many: &str, one: &str, what: &str) -> String {
        let own = self.person(unit).own();
        format!("{} {own} {what}", self.does(unit, many, one))
    }
}

/// An order: `Blue Guards shoot at Red Hussars`.
#[must_use]
pub fn order(battle: &Battle, card: &Card, order: &Order) -> String {
    let teller = Teller { battle, card };
    let does = |unit, many, one| teller.does(unit, many, one);
    match *order {
        Order::Place {
            unit,
            at,
            formation,
        } => {
            let how = if card.formations.is_empty() {
                String::new()
            } else {
                format!(" in {}", word(&card.formations, formation))
            };
            format!(
                "Place {} at {}, facing {}{how}",
                teller.name(unit),
                spot(card.ruler, at.point()),
                facing(at.facing)
            )
        }
        Order::Lay { piece, at } => format!(
            "Lay {} at {}{}",
            battle.setting.piece(piece),
            spot(card.ruler, at.point()),
            turned(at.facing)
        ),
        Order::Move { unit, ref legs } => {
            let legs: Vec<String> = legs.iter().filter_map(|l| leg(card.ruler, l)).collect();
            if legs.is_empty() {
                does(unit, "stay", "stays")
            } else {
                format!("{}: {}", does(unit, "move", "moves"), legs.join(", "))
            }
        }
        Order::Face { unit, to } => format!(
            "{} {}",
            does(unit, "turn to face", "turns to face"),
            facing(to)
        ),
        Order::Form { unit, formation } => {
            format!(
                "{} {}",
                does(unit, "form", "forms"),
                word(&card.formations, formation)
            )
        }
        Order::Charge {
            unit,
            target,
            reach,
        } => {
            let far = if reach {
                ", reaching for more distance"
            } else {
                ""
            };
            format!(
                "{} {}{far}",
                does(unit, "charge", "charges"),
                teller.name(target)
            )
        }
        Order::Shoot { unit, target } => format!(
            "{} {}",
            does(unit, "shoot at", "shoots at"),
            teller.name(target)
        ),
        Order::Fight { unit, target } => {
            format!("{} {}", does(unit, "fight", "fights"), teller.name(target))
        }
        Order::Test { unit } => teller.does_own(unit, "test", "tests", "morale"),
        Order::Load { unit } => does(unit, "load", "loads"),
        Order::Rally { unit, target } => {
            format!("{} {}", does(unit, "rally", "rallies"), teller.name(target))
        }
        Order::Join { unit, to } => format!("{} {}", does(unit, "join", "joins"), teller.name(to)),
        Order::Leave { unit } => match battle.get(unit).and_then(|u| u.with) {
            Some(with) => format!("{} {}", does(unit, "leave", "leaves"), teller.name(with)),
            None => does(unit, "stay alone", "stays alone"),
        },
        Order::Pass { unit } => does(unit, "do nothing more", "does nothing more"),
        Order::Draw => "Draw a card".to_owned(),
        Order::RollOff => "Roll off".to_owned(),
        Order::Decide { choice } => decision(battle, card, choice),
        Order::End => end(battle, card),
    }
}

/// A leg of a move; none for one so short that no number would show it.
/// How far a piece of terrain is turned: nothing when it lies as it was drawn.
fn turned(by: Facing) -> String {
    if by == Facing::NORTH {
        String::new()
    } else {
        format!(", turned by {}", degrees(i32::from(by.0)))
    }
}

fn leg(ruler: Ruler, leg: &Leg) -> Option<String> {
    let far = |by| Some(length(ruler, by)).filter(|_| number(ruler, by) != "0");
    let by = |by: u16| Some(degrees(i32::from(by))).filter(|said| said != "0°");
    Some(match *leg {
        Leg::Pivot { to } => format!("turn to {}", facing(to)),
        Leg::Advance { by } => format!("advance {}", far(by)?),
        Leg::Slide { towards, by } => format!("slide {} towards {}", far(by)?, facing(towards)),
        Leg::Wheel {
            hand: Hand::Left,
            by: angle,
        } => format!("wheel left by {}", by(angle)?),
        Leg::Wheel {
            hand: Hand::Right,
            by: angle,
        } => format!("wheel right by {}", by(angle)?),
        Leg::March { to } => format!("march to {}", spot(ruler, to)),
    })
}

/// The choice that is made: by its reading where the clause owed has readings.
fn decision(battle: &Battle, card: &Card, choice: u8) -> String {
    let who = side(battle, battle.to_move());
    let owed = battle.cursor.waits.and_then(|waits| card.clause(waits.why));
    match owed.and_then(|text| text.readings.get(usize::from(choice))) {
        Some(reading) => format!(
            "{who} {}: {reading}",
            if plural(who) { "choose" } else { "chooses" }
        ),
        None => format!("{who}: choice {}", u16::from(choice) + 1),
    }
}

fn end(battle: &Battle, card: &Card) -> String {
    let phase = card.phases.get(usize::from(battle.cursor.phase));
    phase.map_or_else(|| "End".to_owned(), |phase| phase.end.clone())
}

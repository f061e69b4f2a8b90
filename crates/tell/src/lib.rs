//! Plain language: orders, events, rolls and refusals as a player would say them, in the rule set's
//! unit of length. Lengths have at most two decimals, degrees at most one.

mod events;
mod grammar;
pub mod house;
mod refusals;
mod rolls;
mod units;
pub mod words;

pub use events::{cursor, event};
pub use grammar::Person;
pub use refusals::{ground_in_the_way, refusal, terrain, too_far, unit_in_the_way};
pub use rolls::{came, roll};
pub use units::{mark, unit};

use self::words::place;
use sandtable_battle::phrase::trimmed;
use sandtable_battle::{Battle, Card, Clause, Hand, Leg, Legs, Order, Side, UnitId};
use sandtable_geometry::{Facing, Length, Point, Pose, Ruler};
use sandtable_tongue::{fill, numeral, say};
use std::fmt::Display;

/// Returns whether a name is in the plural, as far as a name shows it: `Danes` are, a `Union` is
/// not.
#[must_use]
pub fn plural(name: &str) -> bool {
    grammar::plural(name)
}

/// Formats a length: `12.4 inches`.
#[must_use]
pub fn length(ruler: Ruler, length: Length) -> String {
    measured(ruler, &number(ruler, length))
}

/// Formats two measures as people read them, with as many decimals as they need to differ; four
/// show any possible difference.
#[must_use]
pub fn told_apart(one: f64, other: f64, decimals: usize) -> (String, String) {
    let told = |value: f64, decimals: usize| numeral(trimmed(format!("{value:.decimals$}")));
    let at = |decimals| (told(one, decimals), told(other, decimals));
    let all = (decimals..=4).map(at);
    let apart = all.into_iter().find(|(one, other)| one != other);
    apart.unwrap_or_else(|| at(decimals))
}

/// Formats a number of units of length with the right word: `12.4 inches`, `1 centimetre`.
#[must_use]
pub fn measured(ruler: Ruler, number: &str) -> String {
    match (ruler, number) {
        (Ruler::Inches, "1") => say!("1 inch"),
        (Ruler::Inches, _) => say!("{number} inches", number = number),
        (Ruler::Centimetres, "1") => say!("1 centimetre"),
        (Ruler::Centimetres, _) => say!("{number} centimetres", number = number),
    }
}

/// Formats a length without its unit.
fn number(ruler: Ruler, length: Length) -> String {
    numeral(trimmed(format!("{:.2}", ruler.measure(length))))
}

/// Formats an angle in 1/65536 turn: `22.5°`.
#[must_use]
pub fn degrees(steps: i32) -> String {
    let number = trimmed(format!("{:.1}", f64::from(steps) * (360.0 / 65536.0)));
    format!("{}°", numeral(number))
}

/// Formats a direction, clockwise from north: `22.5°`.
#[must_use]
pub fn heading(facing: Facing) -> String {
    self::facing(facing)
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
    point(&number(ruler, p.x), &number(ruler, p.y))
}

/// Formats a point's two numbers for people.
#[must_use]
pub fn point(x: &str, y: &str) -> String {
    say!("{x}, {y}", x = x, y = y)
}

/// Returns a side's name for people.
fn side(battle: &Battle, side: Side) -> &str {
    battle.setting.side_called(side)
}

/// Returns whether a side is plural. Its written name decides in every language, because the
/// translation has the same number.
fn are_many(battle: &Battle, side: Side) -> bool {
    plural(&battle.setting.sides[side.index()].name)
}

/// Returns a name from a card's list, as a word.
fn word(names: &[String], place: u8) -> &str {
    names.get(usize::from(place)).map_or("?", |name| say(name))
}

/// Returns a clause's title.
fn title(card: &Card, clause: Clause) -> &str {
    card.clause(clause)
        .map_or_else(|| say("clause"), |text| &text.title)
}

/// Describes the units of one battle.
struct Teller<'b> {
    battle: &'b Battle,
    card: &'b Card,
}

impl Teller<'_> {
    fn name(&self, unit: UnitId) -> &str {
        self.battle.setting.called(unit)
    }

    fn person(&self, unit: UnitId) -> Person {
        Person::of(self.battle, self.card, unit)
    }

    /// Makes a sentence with a unit, as `{unit}`, and what it does: `Blue Guards lose`,
    /// `General Hill loses`.
    fn does(&self, unit: UnitId, many: &str, one: &str) -> String {
        self.does_with(unit, many, one, &[])
    }

    /// Makes the same sentence with other parts in it.
    fn does_with(
        &self,
        unit: UnitId,
        many: &str,
        one: &str,
        parts: &[(&str, &dyn Display)],
    ) -> String {
        let name = self.name(unit);
        let mut all: Vec<(&str, &dyn Display)> = vec![("unit", &name)];
        all.extend_from_slice(parts);
        fill(self.person(unit).verb(many, one), &all)
    }

    /// Makes the same sentence with another unit, as `{other}`.
    fn does_to(&self, unit: UnitId, many: &str, one: &str, other: UnitId) -> String {
        self.does_with(unit, many, one, &[("other", &self.name(other))])
    }
}

/// Describes an order: `Blue Guards shoot at Red Hussars`.
#[must_use]
pub fn order(battle: &Battle, card: &Card, order: &Order) -> String {
    let teller = Teller { battle, card };
    let does = |unit, many, one| teller.does(unit, many, one);
    let does_to = |unit, many, one, other| teller.does_to(unit, many, one, other);
    match *order {
        Order::Place {
            unit,
            at,
            formation,
        } => {
            let placed = say!(
                "Place {unit} in {part}, facing {wind}",
                unit = teller.name(unit),
                part = part(battle, at.point()),
                wind = compass(at.facing)
            );
            if card.formations.is_empty() {
                placed
            } else {
                let formation = word(&card.formations, formation);
                say!(
                    "{placed} in {formation}",
                    placed = placed,
                    formation = formation
                )
            }
        }
        Order::Lay { piece, at } => {
            let laid = say!(
                "Lay {piece} at {spot}",
                piece = place(battle.setting.piece(piece)),
                spot = spot(card.ruler, at.point())
            );
            turned(laid, at.facing)
        }
        Order::Move { unit, ref legs } => {
            let person = teller.person(unit);
            let steps = way(card.ruler, person, battle.get(unit).map(|u| u.pose), legs);
            match steps.as_slice() {
                [] => does(unit, "{unit} stay", "{unit} stays"),
                steps => say!(
                    "{unit} {steps}",
                    unit = teller.name(unit),
                    steps = words::listed(steps)
                ),
            }
        }
        Order::Face { unit, to } => {
            let from = battle.get(unit).map(|unit| unit.pose.facing);
            faces(&teller, unit, from, to)
        }
        Order::Form { unit, formation } => forms(&teller, unit, formation),
        Order::Charge {
            unit,
            target,
            reach,
            heading,
        } => charges(&teller, unit, target, reach, heading),
        Order::Shoot { unit, target } => does_to(
            unit,
            "{unit} shoot at {other}",
            "{unit} shoots at {other}",
            target,
        ),
        Order::Fight { unit, target } => does_to(
            unit,
            "{unit} fight {other}",
            "{unit} fights {other}",
            target,
        ),
        Order::Test { unit } => match teller.person(unit) {
            Person::He => does(unit, "", "{unit} tests his morale"),
            _ => does(unit, "{unit} test their morale", "{unit} tests its morale"),
        },
        Order::Load { unit } => does(unit, "{unit} load", "{unit} loads"),
        Order::Rally { unit, target } => does_to(
            unit,
            "{unit} rally {other}",
            "{unit} rallies {other}",
            target,
        ),
        Order::Join { unit, to } => joins(&teller, unit, to),
        Order::Leave { unit } => match battle.get(unit).and_then(|u| u.with) {
            Some(with) => leaves(&teller, unit, with),
            None => does(unit, "{unit} stay alone", "{unit} stays alone"),
        },
        Order::Pass { unit } => does(unit, "{unit} do nothing more", "{unit} does nothing more"),
        Order::Draw => say!("Draw a card"),
        Order::RollOff => say!("Roll off"),
        Order::Decide { choice } => decision(battle, card, choice),
        Order::End => end(battle, card),
    }
}

/// Describes an order that is listed with others: if another one reads the same, with the exact place.
#[must_use]
pub fn order_among(battle: &Battle, card: &Card, one: &Order, others: &[&Order]) -> String {
    let text = order(battle, card, one);
    let same = |other: &&Order| *other != one && order(battle, card, other) == text;
    match *one {
        Order::Place { at, .. } if others.iter().any(same) => say!(
            "{order}, at {spot}",
            order = text,
            spot = spot(card.ruler, at.point())
        ),
        _ => text,
    }
}

/// Describes a move without its legs, or a charge without its heading: `Blue Guards move`; `None`
/// for other orders.
#[must_use]
pub fn short(battle: &Battle, card: &Card, order: &Order) -> Option<String> {
    let teller = Teller { battle, card };
    match *order {
        Order::Move { unit, .. } => Some(teller.does(unit, "{unit} move", "{unit} moves")),
        Order::Charge {
            unit,
            target,
            reach,
            heading: Some(_),
        } => Some(charges(&teller, unit, target, reach, None)),
        _ => None,
    }
}

/// Describes a turn in place by its angle, because nobody reads headings.
fn faces(teller: &Teller<'_>, unit: UnitId, from: Option<Facing>, to: Facing) -> String {
    let by = from.map_or(0, |from| from.turn_to(to));
    let angle = degrees(by.abs());
    let (many, one) = match angle.as_str() {
        "0°" => ("{unit} face {wind}", "{unit} faces {wind}"),
        "180°" => ("{unit} turn about", "{unit} turns about"),
        _ if by < 0 => ("{unit} turn {angle} left", "{unit} turns {angle} left"),
        _ => ("{unit} turn {angle} right", "{unit} turns {angle} right"),
    };
    teller.does_with(
        unit,
        many,
        one,
        &[("wind", &compass(to)), ("angle", &angle)],
    )
}

fn charges(
    teller: &Teller<'_>,
    unit: UnitId,
    target: UnitId,
    reach: bool,
    heading: Option<Facing>,
) -> String {
    let (many, one) = if reach {
        (
            "{unit} charge {other}, reaching for more distance",
            "{unit} charges {other}, reaching for more distance",
        )
    } else {
        ("{unit} charge {other}", "{unit} charges {other}")
    };
    let said = teller.does_to(unit, many, one, target);
    match heading {
        None => said,
        Some(to) => say!(
            "{charge}, heading {facing}",
            charge = said,
            facing = facing(to)
        ),
    }
}

fn forms(teller: &Teller<'_>, unit: UnitId, formation: u8) -> String {
    let formation = word(&teller.card.formations, formation);
    let (many, one) = ("{unit} form {formation}", "{unit} forms {formation}");
    teller.does_with(unit, many, one, &[("formation", &formation)])
}

fn joins(teller: &Teller<'_>, unit: UnitId, to: UnitId) -> String {
    teller.does_to(unit, "{unit} join {other}", "{unit} joins {other}", to)
}

fn leaves(teller: &Teller<'_>, unit: UnitId, from: UnitId) -> String {
    teller.does_to(unit, "{unit} leave {other}", "{unit} leaves {other}", from)
}

/// Adds how far a piece of terrain is turned to what is said of it; nothing is added if it lies as
/// it was drawn.
fn turned(said: String, by: Facing) -> String {
    if by == Facing::NORTH {
        said
    } else {
        let angle = degrees(i32::from(by.0));
        say!("{laid}, turned by {angle}", laid = said, angle = angle)
    }
}

/// Describes what a unit does on each leg of a move that is worth mentioning, in order. A march is
/// described by its distance and direction, a turn by its angle, because nobody reads the table's
/// coordinates and headings.
fn way(ruler: Ruler, person: Person, start: Option<Pose>, legs: &Legs) -> Vec<String> {
    let mut here = start;
    let mut said = Vec::new();
    for one in legs {
        said.extend(match (*one, here) {
            (Leg::March { to }, Some(from)) => march(ruler, person, from.point(), to),
            (Leg::Pivot { to }, Some(from)) => pivot(person, from.facing.turn_to(to)),
            _ => leg(ruler, person, one),
        });
        here = match (*one, here) {
            (Leg::March { to }, Some(from)) => {
                Some(Pose::at(to, Facing::towards(from.point(), to)))
            }
            (Leg::Pivot { to }, Some(from)) => Some(from.facing(to)),
            (Leg::Advance { by }, Some(from)) => Some(from.advanced(by)),
            (Leg::Slide { towards, by }, Some(from)) => Some(from.moved(towards, by)),
            // Where a wheel ends depends on the unit's frontage; the legs after it name the spot.
            _ => None,
        };
    }
    said
}

/// Describes a march: `marches 6 inches to the north-east`; `None` if it is too short for any
/// number to show.
fn march(ruler: Ruler, person: Person, from: Point, to: Point) -> Option<String> {
    let by = from.distance(to);
    let forms = person.verb("march {far} to the {wind}", "marches {far} to the {wind}");
    let wind = compass(Facing::towards(from, to));
    (number(ruler, by) != "0").then(|| fill(forms, &[("far", &length(ruler, by)), ("wind", &wind)]))
}

/// Describes a turn in place as a player makes it: `turns 45° left`; `None` if it is too small for
/// any number to show.
fn pivot(person: Person, by: i32) -> Option<String> {
    let angle = degrees(by.abs());
    let (many, one) = match angle.as_str() {
        "0°" => return None,
        "180°" => ("turn about", "turns about"),
        _ if by < 0 => ("turn {angle} left", "turns {angle} left"),
        _ => ("turn {angle} right", "turns {angle} right"),
    };
    Some(fill(person.verb(many, one), &[("angle", &angle)]))
}

/// Returns the ninth of the table that contains a point: `the south-west`.
#[must_use]
pub fn part(battle: &Battle, at: Point) -> &'static str {
    const PARTS: [[&str; 3]; 3] = [
        ["the south-west", "the south", "the south-east"],
        ["the west", "the centre", "the east"],
        ["the north-west", "the north", "the north-east"],
    ];
    let third = |value: i32, whole: i32| {
        let at = i64::from(value.max(0)) * 3 / i64::from(whole.max(1));
        usize::try_from(at.min(2)).unwrap_or(2)
    };
    let setting = &battle.setting;
    say(PARTS[third(at.y, setting.height)][third(at.x, setting.width)])
}

/// Returns the compass direction of a facing.
#[must_use]
pub fn compass(facing: Facing) -> &'static str {
    const WINDS: [&str; 8] = [
        "north",
        "north-east",
        "east",
        "south-east",
        "south",
        "south-west",
        "west",
        "north-west",
    ];
    say(WINDS[usize::from(facing.0.wrapping_add(0x1000) >> 13)])
}

/// Describes a leg of a move; `None` if it is too short for any number to show.
fn leg(ruler: Ruler, person: Person, leg: &Leg) -> Option<String> {
    let far = |by| Some(length(ruler, by)).filter(|_| number(ruler, by) != "0");
    let by = |by: u16| Some(degrees(i32::from(by))).filter(|said| said != "0°");
    let does = |many, one, parts: &[(&str, &dyn Display)]| fill(person.verb(many, one), parts);
    Some(match *leg {
        Leg::Pivot { to } => does(
            "turn to face {wind}",
            "turns to face {wind}",
            &[("wind", &compass(to))],
        ),
        Leg::Advance { by } => does("advance {far}", "advances {far}", &[("far", &far(by)?)]),
        Leg::Slide { towards, by } => does(
            "slide {far} to the {wind}",
            "slides {far} to the {wind}",
            &[("far", &far(by)?), ("wind", &compass(towards))],
        ),
        Leg::Wheel {
            hand: Hand::Left,
            by: angle,
        } => does(
            "wheel left by {angle}",
            "wheels left by {angle}",
            &[("angle", &by(angle)?)],
        ),
        Leg::Wheel {
            hand: Hand::Right,
            by: angle,
        } => does(
            "wheel right by {angle}",
            "wheels right by {angle}",
            &[("angle", &by(angle)?)],
        ),
        Leg::March { to } => does(
            "march to {spot}",
            "marches to {spot}",
            &[("spot", &spot(ruler, to))],
        ),
    })
}

/// Describes the choice that a player makes: its reading, if the outstanding clause has readings.
fn decision(battle: &Battle, card: &Card, choice: u8) -> String {
    let mover = battle.to_move();
    let who = side(battle, mover);
    let owed = battle.cursor.waits.and_then(|waits| card.clause(waits.why));
    match owed.and_then(|text| text.readings.get(usize::from(choice))) {
        Some(reading) if are_many(battle, mover) => {
            say!("{side} choose: {reading}", side = who, reading = reading)
        }
        Some(reading) => say!("{side} chooses: {reading}", side = who, reading = reading),
        None => say!(
            "{side}: choice {number}",
            side = who,
            number = u16::from(choice) + 1
        ),
    }
}

fn end(battle: &Battle, card: &Card) -> String {
    let phase = card.phases.get(usize::from(battle.cursor.phase));
    phase.map_or_else(|| say!("End"), |phase| phase.end.clone())
}

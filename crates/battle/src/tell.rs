//! Plain language: orders, events, rolls and refusals as a player would say
//! them. Inches have at most two decimals, degrees at most one.

use crate::files::trimmed;
use crate::{
    Ask, Battle, Card, Cursor, Event, Gait, Hand, Leg, Order, Outcome, Refusal, Roll, Side, Status,
    UnitId, Witness,
};
use sandtable_geometry::{Facing, Length, Point, to_inches};

/// A length: `12.4 inches`.
#[must_use]
pub fn inches(length: Length) -> String {
    let number = number(length);
    if number == "1" {
        "1 inch".to_owned()
    } else {
        format!("{number} inches")
    }
}

/// A length in inches without the word.
fn number(length: Length) -> String {
    trimmed(format!("{:.2}", to_inches(length)))
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

fn spot(p: Point) -> String {
    format!("{}, {}", number(p.x), number(p.y))
}

/// A side's name.
fn side(battle: &Battle, side: Side) -> &str {
    &battle.setting.sides[side.index()].name
}

/// A name from a card's list.
fn word(names: &[String], place: u8) -> &str {
    names.get(usize::from(place)).map_or("?", String::as_str)
}

/// What speaks of the units of one battle. Units are many people, leaders one.
struct Teller<'b> {
    battle: &'b Battle,
    card: &'b Card,
}

impl Teller<'_> {
    fn name(&self, unit: UnitId) -> &str {
        self.battle.setting.name(unit)
    }

    /// A unit and what it does: `Blue Guards lose`, `General Hill loses`.
    fn does(&self, unit: UnitId, many: &str, one: &str) -> String {
        let kind = self
            .battle
            .get(unit)
            .and_then(|u| self.card.kinds.get(usize::from(u.kind)));
        let verb = if kind.is_some_and(|kind| kind.leader) {
            one
        } else {
            many
        };
        format!("{} {verb}", self.name(unit))
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
                spot(at.point()),
                facing(at.facing)
            )
        }
        Order::Lay { piece, at } => format!(
            "Lay {} at {}{}",
            battle.setting.piece(piece),
            spot(at.point()),
            turned(at.facing)
        ),
        Order::Move { unit, ref legs } if legs.is_empty() => does(unit, "stay", "stays"),
        Order::Move { unit, ref legs } => {
            let legs: Vec<String> = legs.iter().map(leg).collect();
            format!("{}: {}", does(unit, "move", "moves"), legs.join(", "))
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
        Order::Test { unit } => does(unit, "test their morale", "tests morale"),
        Order::Rally { unit, target } => {
            format!("{} {}", does(unit, "rally", "rallies"), teller.name(target))
        }
        Order::Join { unit, to } => format!("{} {}", does(unit, "join", "joins"), teller.name(to)),
        Order::Leave { unit } => does(
            unit,
            "part from the unit they are with",
            "parts from the unit",
        ),
        Order::Pass { unit } => does(unit, "do nothing more", "does nothing more"),
        Order::Draw => "Draw a card".to_owned(),
        Order::RollOff => "Roll off".to_owned(),
        Order::Decide { choice } => decision(battle, card, choice),
        Order::End => end(battle, card),
    }
}

/// How far a piece of terrain is turned: nothing when it lies as it was drawn.
fn turned(by: sandtable_geometry::Facing) -> String {
    if by == sandtable_geometry::Facing::NORTH {
        String::new()
    } else {
        format!(", turned by {}", degrees(i32::from(by.0)))
    }
}

fn leg(leg: &Leg) -> String {
    match *leg {
        Leg::Pivot { to } => format!("turn to {}", facing(to)),
        Leg::Advance { by } => format!("advance {}", inches(by)),
        Leg::Slide { towards, by } => format!("slide {} towards {}", inches(by), facing(towards)),
        Leg::Wheel {
            hand: Hand::Left,
            by,
        } => format!("wheel left by {}", degrees(i32::from(by))),
        Leg::Wheel {
            hand: Hand::Right,
            by,
        } => format!("wheel right by {}", degrees(i32::from(by))),
        Leg::March { to } => format!("march to {}", spot(to)),
    }
}

/// The choice that is made: by its reading where the clause owed has readings.
fn decision(battle: &Battle, card: &Card, choice: u8) -> String {
    let who = side(battle, battle.to_move());
    let owed = battle.cursor.waits.and_then(|waits| card.clause(waits.why));
    match owed.and_then(|text| text.readings.get(usize::from(choice))) {
        Some(reading) => format!("{who} chooses: {reading}"),
        None => format!("{who} takes choice {choice}"),
    }
}

fn end(battle: &Battle, card: &Card) -> String {
    let phase = card.phases.get(usize::from(battle.cursor.phase));
    phase.map_or_else(|| "End".to_owned(), |phase| phase.end.clone())
}

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
            let far = inches(from.point().distance(to.point()));
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
                    "{} stands at {}, facing {}",
                    teller.name(unit),
                    spot(to.point()),
                    facing(to.facing)
                ),
                _ => format!("{} {far}{turned}", gait_of(&teller, unit, gait)),
            }
        }
        Event::Marked { unit, mark, to, .. } => marked(&teller, unit, mark, to)?,
        Event::StandsLost { unit, from, to, .. } => stands(&teller, unit, from, to),
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
            spot(at.point()),
            turned(at.facing)
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
        Event::Ended {
            outcome: Outcome::Won(winner),
            ..
        } => format!("{} wins the battle", side(before, winner)),
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

/// A mark that changed; one that is only there or not is told without a number.
fn marked(teller: &Teller<'_>, unit: UnitId, mark: u8, to: i8) -> Option<String> {
    let spec = teller
        .card
        .marks
        .get(usize::from(mark))
        .filter(|spec| !spec.title.is_empty())?;
    let name = teller.name(unit);
    Some(match (spec.range, to) {
        (_, 0) => format!("{name}: no longer {}", spec.title),
        ((0, 1), _) => format!("{name}: {}", spec.title),
        _ => format!("{name}: {} {to}", spec.title),
    })
}

fn stands(teller: &Teller<'_>, unit: UnitId, from: u8, to: u8) -> String {
    let (many, one) = if to < from {
        ("lose", "loses")
    } else {
        ("regain", "regains")
    };
    let count = from.abs_diff(to);
    let noun = if count == 1 { "stand" } else { "stands" };
    format!("{} {count} {noun}, {to} left", teller.does(unit, many, one))
}

fn became(teller: &Teller<'_>, unit: UnitId, from: Status, to: Status) -> String {
    match (from, to) {
        (Status::Expected, Status::Table) => teller.does(unit, "arrive", "arrives"),
        (Status::Reserve, Status::Table) => {
            teller.does(unit, "take their place", "takes his place")
        }
        (_, Status::Table) => teller.does(unit, "return to the table", "returns to the table"),
        (_, Status::Reserve) => teller.does(unit, "go into reserve", "goes into reserve"),
        (_, Status::Expected) => teller.does(unit, "are expected later", "is expected later"),
        (_, Status::Destroyed) => teller.does(unit, "are destroyed", "is lost"),
        (_, Status::Fled) => teller.does(unit, "flee the field", "flees the field"),
        (_, Status::Captured) => teller.does(unit, "are captured", "is captured"),
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
        parts.push(phase.title.clone());
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
    (!parts.is_empty()).then(|| parts.join("; "))
}

fn title(card: &Card, clause: crate::Clause) -> &str {
    card.clause(clause).map_or("clause", |text| &text.title)
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

/// A refusal: `Out of range: 12.4 of 12 inches`.
#[must_use]
pub fn refusal(battle: &Battle, card: &Card, refusal: &Refusal) -> String {
    let title = title(card, refusal.clause);
    witness(battle, &refusal.witness)
        .map_or_else(|| title.to_owned(), |shown| format!("{title}: {shown}"))
}

fn witness(battle: &Battle, witness: &Witness) -> Option<String> {
    let name = |unit| battle.setting.name(unit);
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
                std::cmp::Ordering::Greater => format!("just over {}", inches(allowed)),
                std::cmp::Ordering::Less => format!("just under {}", inches(allowed)),
                std::cmp::Ordering::Equal => inches(allowed),
            }
        }
        Witness::Length { asked, allowed } => format!("{} of {}", number(asked), inches(allowed)),
        Witness::Angle { asked, allowed } => format!("{} of {}", degrees(asked), degrees(allowed)),
        Witness::Count { asked, allowed } => format!("{asked} of {allowed}"),
        Witness::Tape(tape) => inches(tape.length),
        Witness::Blocked { by, at } => format!("{} in the way at {}", name(by), spot(at)),
        Witness::Terrain { feature, at } => format!("{} at {}", terrain(battle, feature), spot(at)),
    })
}

fn terrain(battle: &Battle, feature: u8) -> &str {
    let feature = battle.setting.terrain.get(usize::from(feature));
    feature.map_or("terrain", |f| {
        if f.name.is_empty() {
            f.ground.name()
        } else {
            &f.name
        }
    })
}

/// A unit in a sentence, for screen readers: `1st Line, Blue infantry, line, 3
/// of 4 stands, veteran, hits 1, at 12, 6, facing 0°`.
#[must_use]
pub fn unit(battle: &Battle, card: &Card, id: UnitId) -> String {
    let Some(unit) = battle.get(id) else {
        return "no such unit".to_owned();
    };
    let kind = card.kinds.get(usize::from(unit.kind));
    let mut parts = vec![battle.setting.name(id).to_owned()];
    parts.push(format!(
        "{} {}",
        side(battle, unit.side),
        kind.map_or("unit", |k| &k.title)
    ));
    if unit.status != Status::Table {
        parts.push(unit.status.name().to_owned());
    }
    let fights = kind.is_none_or(|k| !k.leader);
    if fights && card.formations.len() > 1 {
        parts.push(word(&card.formations, unit.formation).to_owned());
    }
    if fights && unit.started > 1 {
        parts.push(format!("{} of {} stands", unit.stands, unit.started));
    }
    for (rating, &value) in card.ratings.iter().zip(&unit.ratings) {
        parts.push(word(&rating.values, value).to_owned());
    }
    for (mark, &value) in card.marks.iter().zip(&unit.marks) {
        if value != 0 && !mark.title.is_empty() {
            let flag = mark.range == (0, 1);
            parts.push(if flag {
                mark.title.clone()
            } else {
                format!("{} {value}", mark.title)
            });
        }
    }
    parts.extend(
        unit.with
            .map(|with| format!("with {}", battle.setting.name(with))),
    );
    if unit.on_table() {
        parts.push(format!(
            "at {}, facing {}",
            spot(unit.pose.point()),
            facing(unit.pose.facing)
        ));
    }
    parts.join(", ")
}

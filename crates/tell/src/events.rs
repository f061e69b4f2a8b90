//! Sentences for events.

use super::refusals::terrain;
use super::words::{capital, count, in_sentence, place};
use super::{Person, Teller, compass, faces, forms, joins, leaves, length, mark, part};
use super::{are_many, side, spot, title, turned};
use sandtable_battle::{
    Battle, Card, Clause, Cursor, Event, Gait, MarkSpec, Outcome, Side, Status, UnitId,
};
use sandtable_geometry::{INCH, Length};
use sandtable_tongue::{fill, say};

/// Most choices that a sentence names.
const MOST_NAMED: usize = 6;

/// Describes an event, given the battle before it; `None` for bookkeeping that no table would show.
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
            match gait {
                Gait::Turned => faces(&teller, unit, Some(from.facing), to.facing),
                Gait::Placed => teller.does_with(
                    unit,
                    "{unit} take post in {part}, facing {wind}",
                    "{unit} takes post in {part}, facing {wind}",
                    &[
                        ("part", &part(before, to.point())),
                        ("wind", &compass(to.facing)),
                    ],
                ),
                _ if from.facing == to.facing => gait_of(&teller, unit, gait, &far),
                _ => say!(
                    "{moved}, facing {wind}",
                    moved = gait_of(&teller, unit, gait, &far),
                    wind = compass(to.facing)
                ),
            }
        }
        Event::Marked {
            unit,
            mark,
            from,
            to,
            ..
        } => marked(&teller, unit, mark, (from, to))?,
        Event::StandsLost { unit, from, to, .. } => strength(&teller, unit, from, to),
        Event::Formed { unit, to, .. } => forms(&teller, unit, to),
        Event::Joined {
            unit, to: Some(to), ..
        } => joins(&teller, unit, to),
        Event::Joined {
            unit,
            from: Some(from),
            ..
        } => leaves(&teller, unit, from),
        Event::Joined { unit, .. } => {
            teller.does(unit, "{unit} leave the unit", "{unit} leaves the unit")
        }
        Event::Regrouped { unit, to, .. } => teller.does_with(
            unit,
            "{unit} now act with {group}",
            "{unit} now acts with {group}",
            &[("group", &before.setting.group_called(to))],
        ),
        Event::Became { unit, from, to, .. } => became(&teller, unit, from, to),
        Event::Turned { to, .. } => cursor(before, card, &to)?,
        Event::Laid { piece, at, .. } => {
            let laid = say!(
                "{piece} lies at {spot}",
                piece = place(before.setting.piece(piece)),
                spot = spot(card.ruler, at.point())
            );
            turned(laid, at.facing)
        }
        Event::Told {
            why,
            outcome,
            unit,
            other,
        } => {
            let what = meaning(card, why, outcome);
            let text = card.clause(why);
            if text.is_some_and(|text| text.sides) {
                let of = before.get(unit).map(|unit| unit.side);
                return Some(won(before, card, why, outcome, of));
            }
            let befalls = text.is_some_and(|text| text.befalls);
            let alone = text.is_some_and(|text| text.alone);
            match other.filter(|_| !alone) {
                Some(other) => {
                    let (one, other) = if befalls {
                        (other, unit)
                    } else {
                        (unit, other)
                    };
                    say!(
                        "{unit} against {other}: {what}",
                        unit = teller.name(one),
                        other = teller.name(other),
                        what = what
                    )
                }
                None => format!("{name}: {what}", name = teller.name(unit)),
            }
        }
        Event::Opened { feature, at, .. } => capital(&say!(
            "{terrain} is taken down at {spot}",
            terrain = terrain(before, feature),
            spot = spot(card.ruler, at)
        )),
        Event::Noted { .. } => return None,
        Event::SideMarked {
            side: of, mark, to, ..
        } => remembered(side(before, of), card.state.side.get(usize::from(mark)), to)?,
        Event::BattleMarked { mark, to, .. } => {
            let what = before.setting.title.as_str();
            remembered(what, card.state.battle.get(usize::from(mark)), to)?
        }
        Event::Scored {
            side: who,
            from,
            to,
            ..
        } => scored(before, who, to - from, to),
        Event::Ended {
            outcome: Outcome::Won(winner),
            ..
        } => {
            let name = side(before, winner);
            if are_many(before, winner) {
                say!("{side} win the battle", side = name)
            } else {
                say!("{side} wins the battle", side = name)
            }
        }
        Event::Ended {
            outcome: Outcome::Draw,
            ..
        } => say!("The battle is a draw"),
    })
}

fn scored(before: &Battle, who: Side, more: i16, all: i16) -> String {
    let english = match (are_many(before, who), more) {
        (true, 1) => "{side} score {more} point for the ground they hold, {all} in all",
        (true, _) => "{side} score {more} points for the ground they hold, {all} in all",
        (false, 1) => "{side} scores {more} point for the ground it holds, {all} in all",
        (false, _) => "{side} scores {more} points for the ground it holds, {all} in all",
    };
    let name = side(before, who);
    fill(english, &[("side", &name), ("more", &more), ("all", &all)])
}

fn gait_of(teller: &Teller<'_>, unit: UnitId, gait: Gait, far: &str) -> String {
    let (many, one) = match gait {
        Gait::Placed | Gait::Turned | Gait::Moved => ("{unit} move {far}", "{unit} moves {far}"),
        Gait::Wheeled => ("{unit} wheel {far}", "{unit} wheels {far}"),
        Gait::Charged => ("{unit} charge {far}", "{unit} charges {far}"),
        Gait::Aligned => (
            "{unit} line up, moving {far}",
            "{unit} lines up, moving {far}",
        ),
        Gait::Retreated => ("{unit} retreat {far}", "{unit} retreats {far}"),
        Gait::Driven => (
            "{unit} are driven back {far}",
            "{unit} is driven back {far}",
        ),
        Gait::Withdrew => ("{unit} withdraw {far}", "{unit} withdraws {far}"),
        Gait::Carried => (
            "{unit} are carried along {far}",
            "{unit} is carried along {far}",
        ),
    };
    teller.does_with(unit, many, one, &[("far", &far)])
}

/// Describes a mark of a side or of the battle, if a table would show it.
fn remembered(whose: &str, spec: Option<&MarkSpec>, to: i32) -> Option<String> {
    let spec = spec.filter(|spec| !spec.title.is_empty())?;
    Some(format!("{whose}: {}", mark(spec, to)))
}

/// Describes a mark that changed, in the words of [`mark`].
fn marked(teller: &Teller<'_>, unit: UnitId, place: u8, (from, to): (i32, i32)) -> Option<String> {
    let spec = teller
        .card
        .marks
        .get(usize::from(place))
        .filter(|spec| !spec.title.is_empty())?;
    let thing = in_sentence(&spec.title);
    let [many, one] = if to == 0 { &spec.gone } else { &spec.told };
    if !spec.told[0].is_empty() {
        let changed = (from == 0) != (to == 0) && !many.is_empty();
        return changed.then(|| teller.does(unit, many, one));
    }
    // If nothing is left of a mark whose title is a phrase, the unit's next action shows it.
    if to == 0 && spec.range != (0, 1) && thing.contains(' ') {
        return None;
    }
    // A marker lies on the table as a thing; other marks are said of the unit.
    let lies = thing.to_lowercase().ends_with("marker");
    let (many, one) = match (lies, spec.range, to) {
        (true, (0, 1), 0) => ("{unit} lose the {thing}", "{unit} loses the {thing}"),
        (true, (0, 1), _) => ("{unit} get a {thing}", "{unit} gets a {thing}"),
        (_, (0, 1), 0) => (
            "{unit} are no longer marked “{thing}”",
            "{unit} is no longer marked “{thing}”",
        ),
        (_, (0, 1), _) => ("{unit} are marked “{thing}”", "{unit} is marked “{thing}”"),
        _ => return Some(format!("{}: {}", teller.name(unit), mark(spec, to))),
    };
    Some(teller.does_with(unit, many, one, &[("thing", &thing)]))
}

fn strength(teller: &Teller<'_>, unit: UnitId, from: u8, to: u8) -> String {
    let (many, one) = if to < from {
        (
            "{unit} lose {count}, {left} left",
            "{unit} loses {count}, {left} left",
        )
    } else {
        (
            "{unit} regain {count}, {left} left",
            "{unit} regains {count}, {left} left",
        )
    };
    let count = teller.card.strength.count(from.abs_diff(to));
    teller.does_with(unit, many, one, &[("count", &count), ("left", &to)])
}

fn became(teller: &Teller<'_>, unit: UnitId, from: Status, to: Status) -> String {
    let person = teller.person(unit);
    let (many, one) = match (from, to) {
        (Status::Expected, Status::Table) => ("{unit} arrive", "{unit} arrives"),
        (Status::Reserve, Status::Table) if person == Person::He => ("", "{unit} takes his place"),
        (Status::Reserve, Status::Table) => ("{unit} take their place", "{unit} takes its place"),
        (_, Status::Table) => ("{unit} return to the table", "{unit} returns to the table"),
        (_, Status::Reserve) => ("{unit} go into reserve", "{unit} goes into reserve"),
        (_, Status::Expected) => ("{unit} are expected later", "{unit} is expected later"),
        (_, Status::Destroyed) if person == Person::He => ("", "{unit} is lost"),
        (_, Status::Destroyed) => ("{unit} are destroyed", "{unit} is destroyed"),
        (_, Status::Fled) => ("{unit} flee the field", "{unit} flees the field"),
        (_, Status::Captured) => ("{unit} are captured", "{unit} is captured"),
        (_, Status::Exited) => ("{unit} march off the table", "{unit} marches off the table"),
    };
    teller.does(unit, many, one)
}

/// Describes what is new in a cursor compared with the battle's own: a new turn, a phase, a card
/// that was drawn, a unit that acts, an outstanding choice.
#[must_use]
pub fn cursor(before: &Battle, card: &Card, to: &Cursor) -> Option<String> {
    let from = &before.cursor;
    let teller = Teller {
        battle: before,
        card,
    };
    let mut parts: Vec<String> = goes_on(before, card, to).into_iter().collect();
    if let Some(group) = to.group.filter(|_| to.group != from.group) {
        parts.push(say!(
            "the card of {group} is drawn",
            group = before.setting.group_called(group)
        ));
    }
    if let Some(unit) = to.unit.filter(|_| to.unit != from.unit) {
        parts.push(teller.does(unit, "{unit} act", "{unit} acts"));
    }
    if let Some(waits) = to.waits.filter(|_| to.waits != from.waits) {
        let who = side(before, waits.side);
        let text = card.clause(waits.why);
        let readings = text.map_or(&[] as &[String], |text| text.readings.as_slice());
        let open = usize::from(waits.choices).min(readings.len());
        // Too many choices do not make a sentence; the place where they can be chosen lists them.
        let what = if (1..=MOST_NAMED).contains(&open) {
            readings[..open].join(say(" or "))
        } else {
            title(card, waits.why).to_owned()
        };
        parts.push(match waits.unit {
            Some(unit) => say!(
                "{side} to decide for {unit}: {what}",
                side = who,
                unit = teller.name(unit),
                what = what
            ),
            None => say!("{side} to decide: {what}", side = who, what = what),
        });
    }
    (!parts.is_empty()).then(|| capital(&parts.join("; ")))
}

/// Says whose turn it is now, and what for: "Turn 2, Red: Shooting", "Red: Shooting", "Shooting".
fn goes_on(before: &Battle, card: &Card, to: &Cursor) -> Option<String> {
    let from = &before.cursor;
    let turn = to.turn != from.turn;
    if turn && to.phase == from.phase && is_passed_over(before, card, to) {
        return None;
    }
    let side = (turn || to.side != from.side).then(|| side(before, to.side));
    let phase = card.phases.get(usize::from(to.phase));
    let phase = phase.filter(|_| to.phase != from.phase);
    let phase = phase.map(|phase| phase.title.as_str());
    Some(match (turn, side, phase) {
        (true, Some(side), Some(phase)) => say!(
            "Turn {number}, {side}: {phase}",
            number = to.turn,
            side = side,
            phase = phase
        ),
        (true, Some(side), None) => say!("Turn {number}, {side}", number = to.turn, side = side),
        (_, Some(side), Some(phase)) => {
            say!("{side} now: {phase}", side = side, phase = phase)
        }
        (_, Some(side), None) => say!("{side} to move", side = side),
        (_, None, Some(phase)) => say!("now: {phase}", phase = phase),
        (_, None, None) => return None,
    })
}

/// Returns whether a battle opens with a phase that most turns skip and in which nobody has
/// anything to do: the first turn follows at once, and may be the other side's.
fn is_passed_over(before: &Battle, card: &Card, to: &Cursor) -> bool {
    let phase = card.phases.get(usize::from(to.phase));
    let to_place = before
        .units
        .iter()
        .any(|unit| unit.status == Status::Reserve);
    before.cursor.turn == 0 && phase.is_some_and(|phase| phase.rare) && !to_place
}

/// Returns the meaning of an outcome under a clause: the reading of that number; or the only
/// reading, with the number in place of `{number}`, or as hundredths of an inch in place of
/// `{inches}`.
fn meaning(card: &Card, why: Clause, outcome: u16) -> String {
    let readings = card
        .clause(why)
        .map(|text| text.readings.as_slice())
        .unwrap_or_default();
    if let [only] = readings {
        if only.contains("{number}") {
            return only.replace("{number}", &outcome.to_string());
        }
        if only.contains("{inches}") {
            let far = length(card.ruler, Length::from(outcome) * INCH / 100);
            return only.replace("{inches}", &far);
        }
    }
    let reading = readings.get(usize::from(outcome));
    reading.map_or_else(|| numbered(title(card, why), outcome), String::clone)
}

/// Returns a clause's title with its number: `2 hits`, `Volley 3`.
fn numbered(title: &str, number: u16) -> String {
    if title.ends_with('s') && !title.contains(' ') {
        count(i32::from(number), title)
    } else {
        format!("{title} {number}")
    }
}

/// Returns the result of a roll between the sides: its reading if there is one, and if not, who won
/// it. A single reading is said of the side `of`.
fn won(before: &Battle, card: &Card, why: Clause, outcome: u16, of: Option<Side>) -> String {
    let text = card.clause(why);
    if let (Some(of), Some([reading])) = (of, text.map(|text| text.readings.as_slice())) {
        return format!("{}: {reading}", side(before, of));
    }
    let reading = text.and_then(|text| text.readings.get(usize::from(outcome)));
    let winner = Side::BOTH.get(usize::from(outcome));
    let winner = winner.map_or("", |&winner| side(before, winner));
    reading.map_or_else(
        || say!("{side} wins the roll", side = winner),
        |reading| capital(reading),
    )
}

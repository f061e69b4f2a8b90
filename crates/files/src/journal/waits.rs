//! What waits for a choice, in the lines of a journal. Lines use the names that position files give
//! it, while events have the numbers it is packed as.
//!
//! A line is written with names if they read back as exactly its events; if not, its events are
//! written as they are, as in older journals.

use super::{Line, Struck};
use crate::flaws::Flaws;
use crate::node::read_toml_as;
use crate::pending::{Reader, Teller};
use sandtable_battle::{Battle, Card, Clause, Event, NOTES, Pending};
use sandtable_geometry::Ruler;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What waits for a choice from this point on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Waits {
    /// The place among the line's events: how many come before it.
    pub at: usize,
    /// What waits, as `state.pending` of a battle file; null if nothing waits any more.
    pub now: Value,
    /// The clause that causes it.
    pub why: Clause,
}

/// What can wait in the journal's rule set, and its ruler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Words {
    pending: Pending,
    ruler: Ruler,
}

impl Words {
    pub(super) fn of(card: &Card) -> Option<Self> {
        Some(Self {
            pending: card.state.pending.clone()?,
            ruler: card.ruler,
        })
    }

    /// Returns what waits in a battle; none if it cannot be named.
    fn tell(&self, battle: &Battle) -> Option<Value> {
        if battle.notes.is_empty() {
            return Some(Value::Null);
        }
        let teller = Teller {
            battle,
            ruler: self.ruler,
        };
        let fact = teller.whole(&self.pending)?;
        serde_json::to_value(fact).ok()
    }

    /// Returns the notes of a battle in which this waits.
    fn read(&self, now: &Value, battle: &Battle) -> Result<Vec<i32>, Flaws> {
        let Some(value) = plain(now) else {
            return Ok(Vec::new());
        };
        let text = toml::Table::from_iter([(NOW.to_owned(), value)]).to_string();
        read_toml_as(&text, "a line of the journal", |root, notes| {
            let node = root.measured_in(self.ruler).get(NOW)?;
            let span = node.span();
            let mut reader = Reader {
                setting: &battle.setting,
                notes,
                numbers: Vec::new(),
            };
            reader.read(node, &self.pending.shape)?;
            let numbers = Pending::kept(reader.numbers);
            if numbers.len() > NOTES {
                notes.add(span, "this is more than can be pending at once");
            }
            Some(numbers)
        })
    }
}

/// The key under which what waits is read.
const NOW: &str = "now";

/// Converts a JSON value to TOML; none for null.
fn plain(value: &Value) -> Option<toml::Value> {
    Some(match value {
        Value::Null => return None,
        Value::Bool(flag) => (*flag).into(),
        Value::Number(number) => match number.as_i64() {
            Some(whole) => whole.into(),
            None => number.as_f64()?.into(),
        },
        Value::String(text) => text.clone().into(),
        Value::Array(items) => items.iter().filter_map(plain).collect::<Vec<_>>().into(),
        Value::Object(all) => {
            let all = all.iter();
            let all = all.filter_map(|(key, value)| Some((key.clone(), plain(value)?)));
            all.collect::<toml::Table>().into()
        }
    })
}

/// Returns the events that turn a battle's old notes into the new ones, in the order in which
/// scenes produce them.
fn between(was: &[i32], is: &[i32], why: Clause) -> Vec<Event> {
    let most = was.len().max(is.len()).min(NOTES);
    let of = |notes: &[i32], place: usize| notes.get(place).copied().unwrap_or(0);
    let places = (0..most).rev();
    let changed = places.filter_map(|place| {
        let (from, to) = (of(was, place), of(is, place));
        let place = u8::try_from(place).ok()?;
        (from != to).then_some(Event::Noted {
            place,
            from,
            to,
            why,
        })
    });
    changed.collect()
}

/// Returns whether an event continues the one before it: within one value, places only decrease.
fn goes_on(before: &Event, event: &Event) -> bool {
    match (before, event) {
        (
            Event::Noted { place, why, .. },
            Event::Noted {
                place: next,
                why: same,
                ..
            },
        ) => next < place && same == why,
        _ => false,
    }
}

/// Returns a line as it is written, given the battle before it: what waits goes by its names.
fn named(line: &Line, before: &Battle, words: &Words) -> Line {
    let mut battle = before.clone();
    line.arrange(&mut battle);
    let (mut events, mut waits) = (Vec::new(), Vec::new());
    for group in line.events.chunk_by(goes_on) {
        let was = battle.notes.clone();
        group.iter().for_each(|event| battle.apply(event));
        let found = match group[0] {
            Event::Noted { why, .. } if between(&was, &battle.notes, why) == group => {
                let now = words.tell(&battle);
                let back = |now: &Value| words.read(now, &battle).ok();
                let now = now.filter(|now| back(now).as_ref() == Some(&battle.notes));
                now.map(|now| Waits {
                    at: events.len() + waits.len(),
                    now,
                    why,
                })
            }
            _ => None,
        };
        match found {
            Some(wait) => waits.push(wait),
            None => events.extend(group),
        }
    }
    let mut walk = Struck::after(line, battle);
    let mut struck = line.struck.clone();
    while let Some((place, before)) = walk.step() {
        let Some(mut battle) = before else {
            // The journal does not verify as it is; it is not to look better in a file.
            struck.clone_from(&line.struck);
            break;
        };
        let one = &line.struck[place];
        struck[place] = named(one, &battle, words);
        one.fold(&mut battle);
        walk.leave(battle);
    }
    Line {
        events,
        waits,
        struck,
        ..line.clone()
    }
}

/// Returns whether a line, or one struck out after it, uses numbers for what waits.
fn is_numbered(line: &Line) -> bool {
    let noted = |event: &Event| matches!(event, Event::Noted { .. });
    line.events.iter().any(noted) || line.struck.iter().any(is_numbered)
}

/// Returns the lines as they are written, from the battle they begin with.
pub(super) fn written(start: &Battle, lines: &[Line], words: Option<&Words>) -> Vec<Line> {
    let Some(words) = words.filter(|_| lines.iter().any(is_numbered)) else {
        return lines.to_vec();
    };
    let mut battle = start.clone();
    let each = lines.iter().map(|line| {
        let written = named(line, &battle, words);
        line.fold(&mut battle);
        written
    });
    each.collect()
}

/// Turns what waits in a line back into events, given the battle before the line.
fn number(line: &mut Line, before: &Battle, words: Option<&Words>) -> Result<(), String> {
    let mut battle = before.clone();
    line.arrange(&mut battle);
    let mut waits = std::mem::take(&mut line.waits).into_iter().peekable();
    let mut told = std::mem::take(&mut line.events).into_iter();
    let mut place = 0;
    loop {
        if let Some(wait) = waits.next_if(|wait| wait.at == place) {
            let words = words.ok_or("nothing ever waits in these rules")?;
            let is = words.read(&wait.now, &battle).map_err(why)?;
            let events = between(&battle.notes, &is, wait.why);
            events.iter().for_each(|event| battle.apply(event));
            line.events.extend(events);
        } else if let Some(event) = told.next() {
            battle.apply(&event);
            line.events.push(event);
        } else {
            break;
        }
        place += 1;
    }
    if waits.next().is_some() {
        return Err("it does not have as many events".to_owned());
    }
    let mut walk = Struck::after(line, battle);
    while let Some((place, before)) = walk.step() {
        if let Some(mut battle) = before {
            let one = &mut line.struck[place];
            number(one, &battle, words)?;
            one.fold(&mut battle);
            walk.leave(battle);
        }
    }
    Ok(())
}

/// Returns the first flaw, without its place: the line is already named.
fn why(flaws: Flaws) -> String {
    let first = flaws.flaws.into_iter().next();
    first.map_or_else(String::new, |flaw| flaw.message)
}

/// Turns what waits in the lines back into events; fails at the first line where that is
/// impossible, with its place and the reason.
pub(super) fn numbered(
    start: &Battle,
    lines: &mut [Line],
    words: Option<&Words>,
) -> Result<(), (usize, String)> {
    let waits =
        |line: &Line| !line.waits.is_empty() || line.struck.iter().any(|l| !l.waits.is_empty());
    let Some(last) = lines.iter().rposition(waits) else {
        return Ok(());
    };
    let mut battle = start.clone();
    for (place, line) in lines.iter_mut().enumerate().take(last + 1) {
        number(line, &battle, words).map_err(|why| (place, why))?;
        line.fold(&mut battle);
    }
    Ok(())
}

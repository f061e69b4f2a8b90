//! Reads where a battle stands: the cursor, the choice to be made, the outcome.

use super::flaws::Notes;
use super::node::Table;
use super::pending::Reader;
use super::setting::{side, unit_named};
use super::{FARTHEST, MOST_TURNS, marks};
use sandtable_battle::phrase::must;
use sandtable_battle::{
    Await, Card, Clause, Cursor, Gap, Group, Memory, NOTES, Outcome, Pending, Setting, Side, Unit,
};
use sandtable_tongue::say;

pub(super) const KEYS: [&str; 14] = [
    "turn", "phase", "active", "group", "unit", "deck", "choice", "ended", "gaps", "notes",
    "pending", "score", "battle", "sides",
];

/// The keys of a gap in a linear feature.
pub(super) const GAP_KEYS: [&str; 3] = ["feature", "at", "reach"];

/// The keys of a choice that a player must make.
pub(super) const CHOICE_KEYS: [&str; 5] = ["side", "clause", "choices", "unit", "other"];

/// Maximum number of gaps in a battle.
const MOST_GAPS: usize = 1000;

/// Where a battle stands beyond its units.
#[derive(Default)]
pub(crate) struct State {
    pub(crate) cursor: Cursor,
    pub(crate) ended: Option<Outcome>,
    pub(crate) gaps: Vec<Gap>,
    pub(crate) notes: Vec<i32>,
    pub(crate) score: [i16; 2],
    pub(crate) memory: Memory,
}

/// Reads the state; without one in the file, it is that of the very start.
pub(crate) fn read(
    root: &Table<'_>,
    card: &Card,
    setting: &Setting,
    notes: &mut Notes<'_>,
) -> State {
    let Some(table) = root
        .get("state")
        .and_then(|node| node.table("the state", notes))
    else {
        return State::default();
    };
    table.keys(KEYS.into_iter(), notes);
    let phases = card.phases.iter().map(|p| p.id.as_str());
    let turn = table
        .get("turn")
        .and_then(|node| node.whole(0..=MOST_TURNS, notes));
    let phase = table
        .get("phase")
        .and_then(|node| node.one_of(phases, notes));
    let cursor = Cursor {
        turn: turn.and_then(|n| u16::try_from(n).ok()).unwrap_or_default(),
        phase: phase.and_then(|n| u8::try_from(n).ok()).unwrap_or_default(),
        side: table
            .get("active")
            .and_then(|node| side(node, setting, notes))
            .unwrap_or_default(),
        group: read_group(&table, setting, notes),
        unit: table
            .get("unit")
            .and_then(|node| unit_named(node, setting, notes)),
        deck: read_deck(&table, setting, notes),
        waits: read_choice(&table, card, setting, notes),
    };
    State {
        cursor,
        ended: read_ended(&table, setting, notes),
        gaps: read_gaps(&table, setting, notes),
        notes: read_pending(&table, card, setting, notes)
            .unwrap_or_else(|| read_notes(&table, notes)),
        score: read_score(&table, notes),
        memory: marks::read_memory(&table, card, setting, notes),
    }
}

/// Notes a group or a unit that acts although it is the other side's turn.
pub(crate) fn check_acting(
    root: &Table<'_>,
    cursor: &Cursor,
    setting: &Setting,
    units: Option<&[Unit]>,
    notes: &mut Notes<'_>,
) {
    let group = cursor.group.map(|it| setting.groups[it.index()].side);
    let unit = cursor
        .unit
        .and_then(|it| Some(units?.get(it.index())?.side));
    if group.is_none() && unit.is_none() {
        return;
    }
    let state = root.get("state");
    let Some(table) = state.and_then(|node| node.table("the state", notes)) else {
        return;
    };
    for (key, side) in [("group", group), ("unit", unit)] {
        if let (Some(node), Some(side)) = (table.get(key), side)
            && side != cursor.side
        {
            notes.add(
                node.span(),
                say!(
                    "`{key}` belongs to {side}, but it is the turn of {active}",
                    key = key,
                    side = setting.sides[side.index()].name,
                    active = setting.sides[cursor.side.index()].name
                ),
            );
        }
    }
}

/// Reads the gaps in linear features.
fn read_gaps(table: &Table<'_>, setting: &Setting, notes: &mut Notes<'_>) -> Vec<Gap> {
    let items = table
        .get("gaps")
        .and_then(|node| node.items(notes))
        .unwrap_or_default();
    let mut gaps = Vec::new();
    for node in items.iter().take(MOST_GAPS) {
        let Some(gap) = node.table("a gap", notes) else {
            continue;
        };
        gap.keys(GAP_KEYS.into_iter(), notes);
        let last = i64::try_from(setting.terrain.len()).unwrap_or(1).max(1);
        let feature = gap
            .need("feature", notes)
            .and_then(|node| Some((node.span(), node.whole(1..=last, notes)?)));
        let at = gap.need("at", notes).and_then(|node| node.point(notes));
        let reach = gap
            .need("reach", notes)
            .and_then(|node| node.length(0.0..=FARTHEST, notes));
        let (Some((span, feature)), Some(at), Some(reach)) = (feature, at, reach) else {
            continue;
        };
        let place = usize::try_from(feature - 1).unwrap_or_default();
        if setting.terrain.get(place).is_none_or(|f| f.line.is_none()) {
            notes.add(
                span,
                say!(
                    "piece of terrain number {n} is not a line, so it cannot have a gap",
                    n = feature
                ),
            );
        }
        if let Ok(feature) = u8::try_from(place) {
            gaps.push(Gap { feature, at, reach });
        }
    }
    gaps
}

/// Reads by name what an interrupted resolution still has to do; none if the file does not say so.
fn read_pending(
    table: &Table<'_>,
    card: &Card,
    setting: &Setting,
    notes: &mut Notes<'_>,
) -> Option<Vec<i32>> {
    let node = table.get("pending")?;
    let Some(pending) = &card.state.pending else {
        let says = say!("{rules} leaves nothing pending", rules = card.id);
        notes.add(node.span(), says);
        return None;
    };
    if let Some(numbers) = table.get("notes") {
        let says = "`pending` says all of it: `notes` is how it was written before";
        notes.add(numbers.span(), says);
    }
    let span = node.span();
    let mut reader = Reader {
        setting,
        notes,
        numbers: Vec::new(),
    };
    reader.read(node, &pending.shape)?;
    let numbers = Pending::kept(reader.numbers);
    if numbers.len() > NOTES {
        notes.add(span, "this is more than can be pending at once");
    }
    Some(numbers)
}

/// Reads the same from the numbers that it is packed as.
fn read_notes(table: &Table<'_>, notes: &mut Notes<'_>) -> Vec<i32> {
    let Some(node) = table.get("notes") else {
        return Vec::new();
    };
    let items = node.items(notes).unwrap_or_default();
    let (low, high) = (i64::from(i32::MIN), i64::from(i32::MAX));
    let numbers: Vec<i32> = items
        .iter()
        .filter_map(|item| i32::try_from(item.whole(low..=high, notes)?).ok())
        .collect();
    if numbers.len() > NOTES {
        notes.add(
            node.span(),
            say!(
                "`notes` holds at most {most} numbers, not {n}",
                most = NOTES,
                n = numbers.len()
            ),
        );
    }
    if numbers.last() == Some(&0) {
        notes.add(node.span(), "`notes` never ends with 0");
    }
    numbers
}

/// Reads the points for zones held, of the first side and of the second.
fn read_score(table: &Table<'_>, notes: &mut Notes<'_>) -> [i16; 2] {
    let Some(node) = table.get("score") else {
        return [0; 2];
    };
    let items = node.items(notes).unwrap_or_default();
    let points = items.iter().filter_map(|item| {
        let points = item.whole(0..=i64::from(i16::MAX), notes)?;
        i16::try_from(points).ok()
    });
    let points: Vec<i16> = points.collect();
    <[i16; 2]>::try_from(points).unwrap_or_else(|found| {
        let message = must("score", "a list of two numbers, one a side", &found.len());
        notes.add(node.span(), message);
        [0; 2]
    })
}

fn read_group(table: &Table<'_>, setting: &Setting, notes: &mut Notes<'_>) -> Option<Group> {
    let place = table
        .get("group")?
        .one_of(setting.groups.iter().map(|g| g.name.as_str()), notes)?;
    u8::try_from(place).ok().map(Group)
}

fn read_deck(table: &Table<'_>, setting: &Setting, notes: &mut Notes<'_>) -> u32 {
    let cards = table
        .get("deck")
        .and_then(|node| node.items(notes))
        .unwrap_or_default();
    let mut deck = 0;
    for node in cards {
        let place = node.one_of(setting.groups.iter().map(|g| g.name.as_str()), notes);
        let Some(group) = place.and_then(|n| u8::try_from(n).ok()).map(Group) else {
            continue;
        };
        if deck & group.bit() != 0 {
            notes.add(
                node.span(),
                say!(
                    "the card of `{group}` is in the deck twice",
                    group = setting.group(group)
                ),
            );
        }
        deck |= group.bit();
    }
    deck
}

fn read_choice(
    table: &Table<'_>,
    card: &Card,
    setting: &Setting,
    notes: &mut Notes<'_>,
) -> Option<Await> {
    let choice = table.get("choice")?.table("a choice", notes)?;
    choice.keys(CHOICE_KEYS.into_iter(), notes);
    let chooser = choice
        .need("side", notes)
        .and_then(|node| side(node, setting, notes));
    let why = read_clause(&choice, card, notes);
    let choices = choice
        .need("choices", notes)
        .and_then(|node| node.whole(1..=255, notes));
    let mut unit = |key: &str| {
        choice
            .get(key)
            .and_then(|node| unit_named(node, setting, notes))
    };
    let (unit, other) = (unit("unit"), unit("other"));
    Some(Await {
        side: chooser?,
        why: why?,
        choices: u8::try_from(choices?).ok()?,
        unit,
        other,
    })
}

/// Reads a clause, by its id or its number.
fn read_clause(table: &Table<'_>, card: &Card, notes: &mut Notes<'_>) -> Option<Clause> {
    let node = table.need("clause", notes)?;
    if node.is_whole() {
        let number = node.whole(0..=i64::from(u16::MAX), notes)?;
        return u16::try_from(number).ok().map(Clause::new);
    }
    let id = node.text(notes)?;
    let found = card.find(id);
    if found.is_none() {
        let known = card.clauses.iter().map(|text| text.id.as_str());
        notes.unknown(
            node.span(),
            say!("{rules} has no clause `{id}`", rules = card.id, id = id),
            id,
            known,
        );
    }
    found.map(|text| Clause::new(text.n))
}

fn read_ended(table: &Table<'_>, setting: &Setting, notes: &mut Notes<'_>) -> Option<Outcome> {
    let sides = setting.sides.iter().map(|s| s.name.as_str());
    let place = table.get("ended")?.one_of(sides.chain(["draw"]), notes)?;
    Some(
        Side::BOTH
            .get(place)
            .map_or(Outcome::Draw, |&side| Outcome::Won(side)),
    )
}

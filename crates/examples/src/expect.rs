//! Compares what an example expects with the result.

use crate::facts::{Facts, wrong};
use crate::play::{Play, named};
use sandtable_battle::{Clause, Event, Legal, UnitId};
use sandtable_files::walk::{Node, Notes, Table};
use sandtable_geometry::{Length, Point};
use sandtable_tongue::say;
use std::fmt::Debug;

/// Tolerance for lengths, in hundredths of a millimetre: three thousandths of an inch, the
/// precision of printed examples.
const NEAR: Length = 8;

/// Keys of an expectation.
const KEYS: [&str; 10] = [
    "units", "state", "told", "weighed", "throws", "apart", "points", "range", "cost", "line",
];

/// Compares an expectation with the battle as it stands now.
pub(crate) fn now(play: &mut Play<'_>, node: Node<'_>, notes: &mut Notes<'_>) {
    let Some(table) = node.table("what is expected", notes) else {
        return;
    };
    let table = table.measured_in(play.rules.card().ruler);
    table.keys(KEYS.into_iter(), notes);
    of_battle(play, &table, notes);
    of_clauses(play, &table, notes);
    if let Some(node) = table.get("throws") {
        let thrown = play.throws();
        let wanted = wholes(node, notes);
        let shown: Vec<i64> = thrown
            .iter()
            .map(|&n| i64::try_from(n).unwrap_or(0))
            .collect();
        let first = &shown[..wanted.len().min(shown.len())];
        same(node, first, &wanted, notes);
    }
    for node in table
        .get("apart")
        .and_then(|node| node.items(notes))
        .unwrap_or_default()
    {
        apart(play, node, notes);
    }
    if let Some(node) = table.get("points") {
        let found = sandtable_drill::points(play.rules, &play.battle).unwrap_or_default();
        same(node, &found.map(i64::from)[..], &wholes(node, notes), notes);
    }
    match &play.last {
        Some(legal) => measures(play, legal, &table, notes),
        None => {
            let measured = ["range", "cost", "line"].into_iter();
            for node in measured.filter_map(|key| table.get(key)) {
                notes.add(node.span(), "no order was given that could be measured");
            }
        }
    }
}

/// Compares the state of the battle, by its names in battle files.
fn of_battle(play: &mut Play<'_>, table: &Table<'_>, notes: &mut Notes<'_>) {
    let battle = play.battle.clone();
    let facts = Facts::of(&battle, play.rules.card());
    let (mut accounted, mut closed) = (Vec::new(), false);
    let units = table
        .get("units")
        .and_then(|node| node.table("units", notes));
    for (span, node) in units.iter().flat_map(Table::entries) {
        let found = play
            .battle
            .setting
            .names
            .iter()
            .position(|name| name == node.key);
        let Some(place) = found else {
            let known = play.battle.setting.names.iter().map(String::as_str);
            let says = say!("no unit is called `{name}`", name = node.key);
            notes.unknown(span, says, node.key, known);
            continue;
        };
        let unit = node.table("a unit", notes);
        for (_, fact) in unit.iter().flat_map(Table::entries) {
            facts.unit(place, fact, notes);
            if fact.key == "status" {
                accounted.extend(u8::try_from(place).map(UnitId));
            }
        }
    }
    play.accounted.extend(accounted);
    let state = table
        .get("state")
        .and_then(|node| node.table("the state", notes));
    for (_, fact) in state.iter().flat_map(Table::entries) {
        facts.state(fact, notes);
        closed |= fact.key == "ended";
    }
    play.closed |= closed;
}

/// Compares the outcomes of clauses, and the inputs of their rolls.
fn of_clauses(play: &Play<'_>, table: &Table<'_>, notes: &mut Notes<'_>) {
    let card = play.rules.card();
    let told = table
        .get("told")
        .and_then(|node| node.table("what clauses tell", notes));
    for (span, node) in told.iter().flat_map(Table::entries) {
        if let Some(clause) = named(node.key, span, card, notes) {
            outcomes(play, clause, node, notes);
        }
    }
    let weighed = table.get("weighed");
    let weighed = weighed.and_then(|node| node.table("what is weighed", notes));
    for (span, node) in weighed.iter().flat_map(Table::entries) {
        if let Some(clause) = named(node.key, span, card, notes) {
            stages(play, clause, node, notes);
        }
    }
}

/// Compares the outcomes of a clause: the last one, or all of them.
fn outcomes(play: &Play<'_>, clause: Clause, node: Node<'_>, notes: &mut Notes<'_>) {
    let told: Vec<u16> = play
        .events
        .iter()
        .filter_map(|event| match *event {
            Event::Told { why, outcome, .. } if why == clause => Some(outcome),
            _ => None,
        })
        .collect();
    let readings = play.rules.card().clause(clause);
    let readings = readings.map_or(&[][..], |text| &text.readings[..]);
    let mut outcome = |node: Node<'_>| {
        if node.is_text() {
            let place = node.one_of(readings.iter().map(String::as_str), notes)?;
            return u16::try_from(place).ok();
        }
        u16::try_from(node.whole(0..=i64::from(u16::MAX), notes)?).ok()
    };
    if node.is_list() {
        let mut all = Vec::new();
        for item in node.items(&mut Notes::new("")).unwrap_or_default() {
            all.extend(outcome(item));
        }
        same(node, &told[..], &all, notes);
    } else if let Some(wanted) = outcome(node) {
        let last = told.last().map_or(&[][..], std::slice::from_ref);
        same(node, last, &[wanted], notes);
    }
}

/// Compares the inputs of a clause's rolls: the last one, or all of them. Inputs left out at the
/// end may be anything.
fn stages(play: &Play<'_>, clause: Clause, node: Node<'_>, notes: &mut Notes<'_>) {
    let weighed = play.weighed(clause);
    let items = node.items(notes).unwrap_or_default();
    let mut held = |node: Node<'_>, inputs: Option<&[i32; 10]>| {
        let wanted = wholes(node, notes);
        let found: Vec<i64> = inputs.into_iter().flatten().map(|&n| n.into()).collect();
        let first = &found[..wanted.len().min(found.len())];
        same(node, first, &wanted, notes);
    };
    if items.first().is_some_and(Node::is_list) {
        for (place, item) in items.iter().enumerate() {
            held(*item, weighed.get(place));
        }
        let (found, wanted) = (weighed.len(), items.len());
        if found != wanted {
            let says = say!(
                "it is weighed {n} times, not {wanted}",
                n = found,
                wanted = wanted
            );
            notes.add(node.span(), says);
        }
    } else {
        held(node, weighed.last());
    }
}

/// Compares the distance between two units: `["A", "B", 6]`.
fn apart(play: &Play<'_>, node: Node<'_>, notes: &mut Notes<'_>) {
    let items = node.items(notes).unwrap_or_default();
    let [one, other, far] = items.as_slice() else {
        notes.add(
            node.span(),
            "two units and how far they are from each other belong here",
        );
        return;
    };
    let names = || play.battle.setting.names.iter().map(String::as_str);
    let mut base = |node: &Node<'_>| {
        let place = node.under("unit").one_of(names(), notes)?;
        let unit = UnitId(u8::try_from(place).ok()?);
        Some(play.rules.footprint(&play.battle, unit))
    };
    let (one, other) = (base(one), base(other));
    if let (Some(one), Some(other)) = (one, other) {
        near(play, *far, one.distance(&other).length, notes);
    }
}

/// Compares an order's range, its cost, and the line along which the range is measured.
pub(crate) fn measures(play: &Play<'_>, legal: &Legal, table: &Table<'_>, notes: &mut Notes<'_>) {
    if let Some(node) = table.get("cost") {
        near(play, node, legal.cost(), notes);
    }
    let tape = legal.tape();
    if let Some(node) = table.get("range") {
        match tape {
            Some(tape) => near(play, node, tape.length, notes),
            None => notes.add(node.span(), "nothing is measured for this order"),
        }
    }
    if let Some(node) = table.get("line") {
        let wanted = node.points(2, notes).unwrap_or_default();
        let found = tape
            .map(|tape| vec![tape.from, tape.to])
            .unwrap_or_default();
        let off = |(a, b): (&Point, &Point)| (a.x - b.x).abs() > NEAR || (a.y - b.y).abs() > NEAR;
        if found.len() != wanted.len() || found.iter().zip(&wanted).any(off) {
            same(node, &found[..], &wanted, notes);
        }
    }
}

/// Reports a length that differs.
fn near(play: &Play<'_>, node: Node<'_>, found: Length, notes: &mut Notes<'_>) {
    let ruler = play.rules.card().ruler;
    let Some(wanted) = node.length(-1000.0..=1000.0, notes) else {
        return;
    };
    if (found - wanted).abs() > NEAR {
        let (found, wanted) =
            sandtable_tell::told_apart(ruler.measure(found), ruler.measure(wanted), 2);
        wrong(node, &found, &wanted, notes);
    }
}

/// Reads the whole numbers of a list.
fn wholes(node: Node<'_>, notes: &mut Notes<'_>) -> Vec<i64> {
    let items = node.items(notes).unwrap_or_default().into_iter();
    let range = i64::from(i32::MIN)..=i64::from(i32::MAX);
    items
        .filter_map(|item| item.whole(range.clone(), notes))
        .collect()
}

/// Reports values that differ.
fn same<T: PartialEq + Debug>(node: Node<'_>, found: &[T], wanted: &[T], notes: &mut Notes<'_>) {
    if found != wanted {
        wrong(node, &format!("{found:?}"), &format!("{wanted:?}"), notes);
    }
}

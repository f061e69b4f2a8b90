//! Reads and writes marks, each by its name and according to its type.

use super::fact::Fact;
use super::flaws::Notes;
use super::node::{Node, Table};
use super::setting::{side, unit_named};
use super::text::length_text;
use sandtable_battle::phrase::{between, must};
use sandtable_battle::{Card, MarkSpec, Marked, Memory, Setting, Side, Sort, UnitId, WIDE_MARKS};
use sandtable_geometry::{Facing, Ruler};

/// Reads the marks in a table, by their place in the specs; none if one is wrong.
pub(super) fn read_all<const N: usize>(
    table: &Table<'_>,
    specs: &[MarkSpec],
    setting: &Setting,
    notes: &mut Notes<'_>,
) -> Option<[i32; N]> {
    let mut all = Some([0; N]);
    for (place, spec) in specs.iter().enumerate().take(N) {
        let Some(node) = table.get(&spec.id) else {
            continue;
        };
        let value = read(node, spec, setting, notes);
        all = all.zip(value).map(|(mut all, value)| {
            all[place] = value;
            all
        });
    }
    all
}

/// Reads one mark.
fn read(node: Node<'_>, spec: &MarkSpec, setting: &Setting, notes: &mut Notes<'_>) -> Option<i32> {
    let span = node.span();
    let value = match &spec.sort {
        Sort::Count => {
            let (least, most) = spec.range;
            let found = node.whole(i64::from(least)..=i64::from(most), notes)?;
            return i32::try_from(found).ok();
        }
        // Files that people write may say 1 as well.
        Sort::Flag if node.is_whole() => {
            return i32::try_from(node.whole(0..=1, notes)?).ok();
        }
        Sort::Flag => node.flag(notes)?.number(),
        Sort::Unit => unit_named(node, setting, notes).map(Some)?.number(),
        Sort::Side => side(node, setting, notes).map(Some)?.number(),
        Sort::Length => node.length(-super::FARTHEST..=super::FARTHEST, notes)?,
        Sort::Angle => node.facing(notes).map(Some)?.number(),
        Sort::Choice(names) if node.is_whole() => {
            let most = i64::try_from(names.len()).unwrap_or(1) - 1;
            return i32::try_from(node.whole(0..=most, notes)?).ok();
        }
        Sort::Choice(names) => {
            let place = node.one_of(names.iter().map(String::as_str), notes)?;
            i32::try_from(place).ok()?
        }
        Sort::Set(names) => {
            let items = node.items(notes)?.into_iter();
            let place = |item: Node<'_>| item.one_of(names.iter().map(String::as_str), notes);
            let places: Option<Vec<usize>> = items.map(place).collect();
            places?.into_iter().fold(0, |set, place| set | 1 << place)
        }
    };
    let (least, most) = spec.range;
    if !(least..=most).contains(&value) {
        // Only lengths can exceed what the card allows: the others are known names.
        let ruler = node.ruler();
        let wanted = between(&length_text(ruler, least), &length_text(ruler, most));
        let message = must(node.key, &wanted, &length_text(ruler, value));
        notes.add(span, message);
        return None;
    }
    Some(value)
}

/// Returns a mark as a file holds it.
pub(super) fn fact(spec: &MarkSpec, value: i32, setting: &Setting, ruler: Ruler) -> Fact {
    let named = match &spec.sort {
        Sort::Count => None,
        Sort::Flag => Some(Fact::Flag(bool::read(value))),
        Sort::Unit => Option::<UnitId>::read(value).map(|unit| Fact::name(setting.name(unit))),
        Sort::Side => {
            Option::<Side>::read(value).map(|side| Fact::name(&setting.sides[side.index()].name))
        }
        Sort::Length => Some(Fact::length(ruler, value)),
        Sort::Angle => Option::<Facing>::read(value).map(Fact::angle),
        Sort::Choice(names) => {
            let name = usize::try_from(value).ok().and_then(|at| names.get(at));
            name.map(|name| Fact::name(name))
        }
        Sort::Set(names) => {
            let within = (0..).zip(names).filter(|(at, _)| value >> at & 1 == 1);
            Some(Fact::List(
                within.map(|(_, name)| Fact::name(name)).collect(),
            ))
        }
    };
    named.unwrap_or_else(|| Fact::Whole(value.into()))
}

/// Reads what is remembered of the sides and of the battle.
pub(super) fn read_memory(
    state: &Table<'_>,
    card: &Card,
    setting: &Setting,
    notes: &mut Notes<'_>,
) -> Memory {
    let mut memory = Memory::default();
    if let Some(node) = state.get("battle")
        && let Some(table) = node.table("the battle", notes)
    {
        let known = card.state.battle.iter().map(|m| m.id.as_str());
        table.keys(known, notes);
        let read = read_all::<WIDE_MARKS>(&table, &card.state.battle, setting, notes);
        memory.battle = read.unwrap_or_default();
    }
    if let Some(node) = state.get("sides")
        && let Some(sides) = node.table("the sides", notes)
    {
        sides.keys(setting.sides.iter().map(|s| s.name.as_str()), notes);
        for (of, marks) in setting.sides.iter().zip(&mut memory.sides) {
            let table = sides.get(&of.name);
            let Some(table) = table.and_then(|node| node.table("a side", notes)) else {
                continue;
            };
            let known = card.state.side.iter().map(|m| m.id.as_str());
            table.keys(known, notes);
            let read = read_all::<WIDE_MARKS>(&table, &card.state.side, setting, notes);
            *marks = read.unwrap_or_default();
        }
    }
    memory
}

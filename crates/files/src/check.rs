//! Checks the positions of a battle that was just read, by measuring and by asking the rule set.

use super::MOST_UNITS;
use super::flaws::Notes;
use super::node::Table;
use sandtable_battle::{Battle, Ground, Rules, Side, Unit, UnitId};
use sandtable_geometry::{Length, Rect, within};
use sandtable_tongue::say;
use std::ops::Range;

/// Notes units that stand off the table or on top of each other, and what the rule set finds wrong.
pub(crate) fn positions(
    root: &Table<'_>,
    battle: &Battle,
    rules: &dyn Rules,
    notes: &mut Notes<'_>,
) {
    let place = places(root, notes);
    for (unit, message) in misplaced(battle, rules) {
        notes.add(unit.map_or(0..0, &place), message);
    }
}

/// Returns what is wrong with the positions of a battle: units that stand off the table or on top
/// of each other, and what the rule set says; each with its unit.
#[must_use]
pub fn misplaced(battle: &Battle, rules: &dyn Rules) -> Vec<(Option<UnitId>, String)> {
    let mut out = Vec::new();
    let bases: Vec<(UnitId, &Unit, Rect)> = battle
        .present()
        .map(|(id, unit)| (id, unit, rules.footprint(battle, id)))
        .collect();
    let leads = |unit: &Unit| {
        rules
            .card()
            .kinds
            .get(usize::from(unit.kind))
            .is_some_and(|kind| kind.leader)
    };
    for (i, (id, unit, base)) in bases.iter().enumerate() {
        let name = battle.setting.name(*id);
        // A leader takes up no room: only the centre counts.
        let off = if leads(unit) {
            let at = base.centre();
            let on = |at: Length, most: Length| within(0, at) && within(at, most);
            !on(at.x, battle.setting.width) || !on(at.y, battle.setting.height)
        } else {
            !battle.setting.holds(base)
        };
        if off {
            let says = say!("`{name}` stands partly off the table", name = name);
            out.push((Some(*id), says));
        }
        for (other, mate, under) in &bases[..i] {
            // Leaders stand wherever they like, and the parts of a body stand together.
            let one_body = unit.with == Some(*other) || mate.with == Some(*id);
            let apart =
                one_body || leads(unit) || leads(mate) || rules.may_overlap(battle, *id, *other);
            if !apart && base.overlaps(under) {
                let says = say!(
                    "`{name}` overlaps `{other}`",
                    name = name,
                    other = battle.setting.name(*other)
                );
                out.push((Some(*id), says));
            }
        }
    }
    out.extend(rules.flaws(battle));
    out
}

/// Notes sides without units, what the rule set finds unusual, and terrain without effect.
pub(crate) fn cautions(
    root: &Table<'_>,
    battle: &Battle,
    rules: &dyn Rules,
    notes: &mut Notes<'_>,
) {
    let sides = root.tables("side", "a side", 2, notes);
    for side in Side::BOTH {
        if !battle.units.iter().any(|unit| unit.side == side) {
            let name = &battle.setting.sides[side.index()].name;
            let place = sides.get(side.index()).map_or(0..0, Table::span);
            notes.add(place, say!("{side} has no units", side = name));
        }
    }
    let place = places(root, notes);
    for (unit, message) in rules.advice().cautions(battle) {
        notes.add(unit.map_or(0..0, &place), message);
    }
    let mut told: Vec<Ground> = Vec::new();
    for ground in battle.setting.terrain.iter().map(|f| f.ground) {
        if rules.card().plain_grounds.contains(&ground) && !told.contains(&ground) {
            told.push(ground);
            let name = sandtable_tongue::say(ground.name());
            notes.add(
                0..0,
                say!("{ground} has no effect in these rules", ground = name),
            );
        }
    }
}

/// Returns where each unit stands in the file.
fn places<'d>(
    root: &Table<'d>,
    notes: &mut Notes<'_>,
) -> impl Fn(UnitId) -> Range<usize> + use<'d> {
    let tables = root.tables("unit", "a unit", MOST_UNITS, notes);
    move |id| {
        let table = tables.get(id.index());
        table.map_or(0..0, |table| {
            let at = table.get("at");
            at.map_or_else(|| table.span(), |node| node.span())
        })
    }
}

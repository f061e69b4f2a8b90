//! A unit in a sentence, and its marks.

use super::words::in_sentence;
use super::{facing, side, spot, word};
use sandtable_battle::{Battle, Card, MarkSpec, Status, UnitId};
use sandtable_tongue::{is_foreign, say};

/// Describes a mark and its number: `2 hits`, `smoke`, `casualties: 3`. A mark that is only on or
/// off has no number; a phrase comes before its number.
#[must_use]
pub fn mark(spec: &MarkSpec, value: i32) -> String {
    let thing = in_sentence(&spec.title);
    let counted =
        !is_foreign() && thing.ends_with('s') && !thing.ends_with("ss") && !thing.contains(' ');
    match value {
        _ if spec.range == (0, 1) || !spec.told[0].is_empty() => thing,
        0 if counted => format!("no {thing}"),
        1 if counted => format!("1 {}", single(&thing)),
        _ if counted => format!("{value} {thing}"),
        _ => format!("{thing}: {value}"),
    }
}

/// Returns the singular of a counted thing: `hit`, `casualty`.
fn single(many: &str) -> String {
    many.strip_suffix("ies")
        .map(|stem| format!("{stem}y"))
        .or_else(|| many.strip_suffix('s').map(ToOwned::to_owned))
        .unwrap_or_else(|| many.to_owned())
}

/// Describes a unit in a sentence, for screen readers:
/// `1st Line, Blue infantry, line, 3 of 4 stands, veteran, 1 hit, at 12, 6, facing 0°`.
#[must_use]
pub fn unit(battle: &Battle, card: &Card, id: UnitId) -> String {
    let Some(unit) = battle.get(id) else {
        return say!("no such unit");
    };
    let kind = card.kinds.get(usize::from(unit.kind));
    let mut parts = vec![battle.setting.called(id).to_owned()];
    parts.push(format!(
        "{} {}",
        side(battle, unit.side),
        kind.map_or_else(|| say("unit"), |k| &k.title)
    ));
    if unit.status != Status::Table {
        parts.push(say(unit.status.name()).to_owned());
    }
    let fights = kind.is_none_or(|k| !k.leader);
    if fights && card.formations.len() > 1 {
        parts.push(word(&card.formations, unit.formation).to_owned());
    }
    if fights && unit.started > 1 {
        let all = card.strength.count(unit.started);
        parts.push(say!("{part} of {all}", part = unit.stands, all = all));
    }
    for (rating, &value) in card.ratings.iter().zip(&unit.ratings) {
        if let Some(shown) = rating.shown(unit.kind, value) {
            let yes = rating.values.len() == 2;
            parts.push(if yes {
                in_sentence(&rating.title)
            } else {
                say(shown).to_owned()
            });
        }
    }
    for (spec, &value) in card.marks.iter().zip(&*unit.marks) {
        if value != 0 && !spec.title.is_empty() {
            parts.push(mark(spec, value));
        }
    }
    parts.extend(
        unit.with
            .map(|with| say!("with {unit}", unit = battle.setting.called(with))),
    );
    if unit.on_table() {
        parts.push(say!(
            "at {spot}, facing {facing}",
            spot = spot(card.ruler, unit.pose.point()),
            facing = facing(unit.pose.facing)
        ));
    }
    parts.join(", ")
}

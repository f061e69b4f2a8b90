//! Where units wait that an order does not speak of: each alone, so far from all
//! others that no rule reaches across.

use sandtable_battle::{Battle, Offer, Rules, Side, Stand, Stated, Status, UnitId, Verb};
use sandtable_files::WIDEST;
use sandtable_geometry::{Facing, Length, Pose};

/// The bare table that positions are left to: as large as a table can be.
pub(crate) fn size(rules: &dyn Rules) -> Length {
    #[expect(clippy::cast_possible_truncation, reason = "a table's width")]
    let widest = WIDEST as i32;
    widest * rules.card().ruler.unit()
}

/// The way a side looks: the first from the south to the north.
pub(crate) const fn ahead(side: Side) -> Facing {
    match side {
        Side::A => Facing::NORTH,
        Side::B => Facing::SOUTH,
    }
}

/// Where a unit waits: in rows on its side's half of the table, each row shifted
/// against the next so that nobody stands before another.
pub(crate) fn home(rules: &dyn Rules, battle: &Battle, unit: UnitId) -> Pose {
    let side = battle.unit(unit).side;
    let own = |u: &sandtable_battle::Unit| u.side == side;
    let count = battle.units.iter().filter(|u| own(u)).count();
    let before = &battle.units[..unit.index()];
    let place = before.iter().filter(|u| own(u)).count();
    let [count, place] = [count, place].map(|n| i32::try_from(n).unwrap_or(200));
    // Twice as wide as deep: a half of a square table.
    let mut columns = 2;
    while columns * ((columns + 1) / 2) < count {
        columns += 1;
    }
    let rows = (count + columns - 1) / columns;
    let wide = size(rules);
    let cell = (wide / (columns + 1), wide / 2 / (rows + 1));
    let (column, row) = (place % columns, place / columns);
    let x = cell.0 * (column + 1) + cell.0 * (2 * row - rows) / (2 * rows + 2);
    let y = cell.1 * (row + 1) + cell.1 / 2;
    match side {
        Side::A => Pose::new(x, wide / 2 - y, ahead(side)),
        Side::B => Pose::new(x, wide / 2 + y, ahead(side)),
    }
}

/// Leaves the positions of a battle to the real table: from the statement on that
/// this is, everyone waits at home, and the ground is what orders state of it.
#[must_use]
pub fn leave(rules: &dyn Rules, battle: &Battle) -> Stated {
    let size = size(rules);
    let all = battle.all().filter(|(_, u)| !u.status.is_gone());
    let poses = all.map(|(unit, _)| Stand {
        unit,
        at: with_head(rules, battle, unit),
    });
    Stated {
        bare: Some([size, size]),
        poses: poses.collect(),
        ..Stated::default()
    }
}

/// Who leads the body that a unit is part of: itself, or the unit it has joined.
pub(crate) fn head(battle: &Battle, unit: UnitId) -> UnitId {
    let mut at = unit;
    for _ in 0..8 {
        match battle.unit(at).with {
            Some(next) if battle.get(next).is_some_and(|u| u.on_table()) => at = next,
            _ => break,
        }
    }
    at
}

/// The home of a unit, or of the one it is with: it keeps its place by it.
fn with_head(rules: &dyn Rules, battle: &Battle, unit: UnitId) -> Pose {
    let head = head(battle, unit);
    let to = home(rules, battle, head);
    if head == unit {
        to
    } else {
        carried(battle.unit(unit).pose, battle.unit(head).pose, to)
    }
}

/// A pose carried along when another goes from a pose to one.
pub(crate) fn carried(pose: Pose, from: Pose, to: Pose) -> Pose {
    let turned = pose.turned_about(from.point(), from.facing.turn_to(to.facing));
    Pose::new(
        turned.x + to.x - from.x,
        turned.y + to.y - from.y,
        turned.facing,
    )
}

/// Whether a battle is still being set up: units wait to be placed, or pieces of
/// terrain to be laid.
#[must_use]
pub fn sets_up(rules: &dyn Rules, battle: &Battle) -> bool {
    let waits = battle.units.iter().any(|u| u.status == Status::Reserve);
    let lays = |offer: &Offer| matches!(offer.verb, Verb::Lay | Verb::Place);
    battle.ended.is_none() && (waits || rules.all_offers(battle).iter().any(lays))
}

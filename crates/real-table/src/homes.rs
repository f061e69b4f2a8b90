//! Where units wait that an order does not mention: each alone, so far from all others that no rule
//! reaches across.

use sandtable_battle::{Battle, Offer, Rules, Side, Stand, Stated, Status, UnitId, Verb};
use sandtable_files::WIDEST;
use sandtable_geometry::{Facing, Length, Pose};

/// Returns the size of the bare table that holds the arrangements: as large as a table can be.
pub(crate) fn size(rules: &dyn Rules) -> Length {
    #[expect(clippy::cast_possible_truncation, reason = "a table's width")]
    let widest = WIDEST as i32;
    widest * rules.card().ruler.unit()
}

/// Returns the direction in which a side faces: the first side from south to north.
pub(crate) const fn ahead(side: Side) -> Facing {
    match side {
        Side::A => Facing::NORTH,
        Side::B => Facing::SOUTH,
    }
}

/// Returns where a unit waits: in rows on its side's half of the table, each row offset from the
/// next so that no unit stands in front of another.
pub(crate) fn home(rules: &dyn Rules, battle: &Battle, unit: UnitId) -> Pose {
    let side = battle.unit(unit).side;
    let own = |u: &sandtable_battle::Unit| u.side == side;
    let count = battle.units.iter().filter(|u| own(u)).count();
    let before = &battle.units[..unit.index()];
    let place = before.iter().filter(|u| own(u)).count();
    let [count, place] = [count, place].map(|n| i32::try_from(n).unwrap_or(200));
    // The grid is twice as wide as deep, since it fills half of a square table.
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

/// Leaves the positions of a battle to the real table. From this statement on, all units wait at
/// home, and the only ground is what orders state.
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

/// Returns the head of the body that a unit is part of: the unit itself, or the unit it has joined.
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

/// Returns the home of a unit, or its place next to the unit that it has joined.
fn with_head(rules: &dyn Rules, battle: &Battle, unit: UnitId) -> Pose {
    let head = head(battle, unit);
    let to = home(rules, battle, head);
    if head == unit {
        to
    } else {
        carried(battle.unit(unit).pose, battle.unit(head).pose, to)
    }
}

/// Moves a pose along with another one that goes from `from` to `to`.
pub(crate) fn carried(pose: Pose, from: Pose, to: Pose) -> Pose {
    let turned = pose.turned_about(from.point(), from.facing.turn_to(to.facing));
    Pose::new(
        turned.x + to.x - from.x,
        turned.y + to.y - from.y,
        turned.facing,
    )
}

/// Returns whether a battle is still being set up: units must still be placed, or terrain must be
/// laid.
#[must_use]
pub fn sets_up(rules: &dyn Rules, battle: &Battle) -> bool {
    let waits = battle.units.iter().any(|u| u.status == Status::Reserve);
    let lays = |offer: &Offer| matches!(offer.verb, Verb::Lay | Verb::Place);
    battle.ended.is_none() && (waits || rules.all_offers(battle).iter().any(lays))
}

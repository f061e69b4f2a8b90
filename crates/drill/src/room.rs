//! Room: whether a base fits where it should stand, and what it meets on the
//! way there.

use sandtable_battle::{Battle, Rules, Unit, UnitId};
use sandtable_geometry::{Convex, Facing, Length, Rect};

/// The first unit on the table, by id, that a footprint would overlap.
pub fn in_the_way(
    rules: &dyn Rules,
    battle: &Battle,
    footprint: &Rect,
    counts: impl Fn(UnitId, &Unit) -> bool,
) -> Option<UnitId> {
    battle
        .present()
        .filter(|&(id, unit)| counts(id, unit))
        .find(|&(id, _)| rules.footprint(battle, id).overlaps(footprint))
        .map(|(id, _)| id)
}

/// The unit whose footprint a straight slide meets first, with the distance at
/// which they touch; none when the slide of `distance` is clear.
pub fn first_met(
    rules: &dyn Rules,
    battle: &Battle,
    from: &Rect,
    direction: Facing,
    distance: Length,
    counts: impl Fn(UnitId, &Unit) -> bool,
) -> Option<(UnitId, Length)> {
    battle
        .present()
        .filter(|&(id, unit)| counts(id, unit))
        .filter_map(|(id, _)| {
            from.sweep(direction, &rules.footprint(battle, id))
                .map(|p| (id, p.enter))
        })
        .filter(|&(_, enter)| enter < distance)
        .min_by_key(|&(id, enter)| (enter, id))
}

/// Whether the hull of a move from one footprint to another keeps on the table
/// and out of everything in `barred`.
pub fn table_holds(
    battle: &Battle,
    from: &Rect,
    to: &Rect,
    barred: impl Fn(usize) -> bool,
) -> bool {
    let hull = Convex::hull(from, to);
    battle.setting.holds(to)
        && !battle
            .setting
            .terrain
            .iter()
            .enumerate()
            .any(|(i, f)| barred(i) && f.areas.iter().any(|a| a.meets(&hull)))
}

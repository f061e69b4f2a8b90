//! A unit in the hole of another: which parts of the two are in each other's way (H2HC-15).

use crate::{c, marks, units};
use arrayvec::ArrayVec;
use sandtable_battle::{Battle, UnitId, by};
use sandtable_geometry::{Anchor, Facing, Length, Rect, TOLERANCE};

/// A part of a unit, and a part of another unit that it must not come to overlap.
type Pairs = ArrayVec<(Rect, Rect), 4>;

/// Whether two bases overlap, as they do if one is in the other's hole. Bases that touch at an
/// angle may overlap within the rounding to hundredths of a millimetre; that does not count.
pub(crate) fn lies_upon(one: &Rect, other: &Rect) -> bool {
    one.grown(-TOLERANCE).overlaps(&other.grown(-TOLERANCE))
}

/// Returns the pairs of parts of two units that are clear of each other now, the first unit's as
/// they lie with its base at another place.
fn pairs(battle: &Battle, id: UnitId, other: UnitId, there: &Rect) -> Pairs {
    let (unit, them) = (battle.unit(id), battle.unit(other));
    let mut out = Pairs::new();
    if marks::HOLE.of(unit) == 0 && marks::HOLE.of(them) == 0 {
        return out;
    }
    by!(c::H2HC_15);
    let now = units::parts(&battle.setting, unit, unit.pose);
    let then = units::parts(&battle.setting, unit, there.pose(Anchor::Centre));
    for theirs in units::parts(&battle.setting, them, them.pose) {
        // A lane is exactly as wide as its column, to the last hundredth of a millimetre.
        let theirs = theirs.grown(-2 * TOLERANCE);
        for (own, at) in now.iter().zip(&then) {
            if !own.overlaps(&theirs) {
                out.push((*at, theirs));
            }
        }
    }
    out
}

/// Whether a unit that overlaps another one would come to overlap a part of it that it is clear of
/// now.
pub(crate) fn comes_upon(battle: &Battle, id: UnitId, other: UnitId, there: &Rect) -> bool {
    let all = pairs(battle, id, other, there);
    all.iter().any(|(own, theirs)| own.overlaps(theirs))
}

/// Whether a unit surely comes to overlap such a part, wherever its base lies, if no point of the
/// base is farther than `sway` from where it is at `there`.
pub(crate) fn surely_comes_upon(
    battle: &Battle,
    id: UnitId,
    other: UnitId,
    there: &Rect,
    sway: Length,
) -> bool {
    let all = pairs(battle, id, other, there);
    all.iter().any(|(own, theirs)| {
        let thick = own.frontage().min(own.depth()) > 2 * sway;
        thick && own.grown(-sway).overlaps(theirs)
    })
}

/// Returns how far a unit that overlaps another one can go from a place before a part of the other
/// is in its way; none if no part is.
pub(crate) fn way(
    battle: &Battle,
    id: UnitId,
    other: UnitId,
    from: &Rect,
    direction: Facing,
) -> Option<Length> {
    if !lies_upon(from, &units::rect(battle, other)) {
        return None;
    }
    let all = pairs(battle, id, other, from);
    let met = all
        .iter()
        .filter_map(|(own, theirs)| own.sweep(direction, theirs));
    met.filter(|passage| passage.leave > TOLERANCE)
        .map(|passage| (passage.enter - units::hair(direction)).max(0))
        .min()
}

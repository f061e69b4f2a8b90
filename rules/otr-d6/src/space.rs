//! Where there is room for a unit: clear of others, of enemies and of impassable ground.

use crate::{OtrD6, c, geometry, terrain, units};
use sandtable_battle::by;
use sandtable_battle::{Battle, Side, UnitId};
use sandtable_drill as drill;
use sandtable_geometry::{INCH, Length, Pose, Rect};

/// The first fighting unit, other than itself, whose ground a footprint would
/// overlap.
pub(crate) fn obstruction(rules: &OtrD6, b: &Battle, unit: UnitId, rect: &Rect) -> Option<UnitId> {
    if !units::fights(b.unit(unit)) {
        return None;
    }
    b.present()
        .find(|&(id, other)| {
            id != unit && units::fights(other) && units::rect(rules, b, id).overlaps(rect)
        })
        .map(|(id, _)| id)
}

/// The first impassable feature a footprint reaches into.
pub(crate) fn barred(b: &Battle, rect: &Rect) -> Option<u8> {
    let at = b
        .setting
        .terrain
        .iter()
        .position(|f| terrain::bars(f) && f.overlaps(rect))?;
    Some(u8::try_from(at).unwrap_or(u8::MAX))
}

/// The free pose nearest to a wanted one, the facing kept: there, or as near to it as
/// there is room, at most [`ROUND`] aside (SET-01).
pub(crate) fn room_for(rules: &OtrD6, b: &Battle, unit: UnitId, wanted: Pose) -> Option<Pose> {
    by!(c::SET_01);
    let u = b.unit(unit);
    let fits = |rect: &Rect| {
        b.setting.holds(rect)
            && obstruction(rules, b, unit, rect).is_none()
            && barred(b, rect).is_none()
            && !(units::fights(u) && near_enemy(rules, b, u.side, rect))
    };
    let base = units::rect_at(rules, &b.setting, u, wanted);
    drill::room_about(wanted, &base, ROUND, fits)
}

/// How far aside a unit may come on: two feet.
const ROUND: Length = 24 * INCH;

/// Whether a footprint lies within the gap to an enemy (MOVE-13).
pub(crate) fn near_enemy(rules: &OtrD6, b: &Battle, side: Side, rect: &Rect) -> bool {
    let outline = geometry::room(rect, rect);
    let gap = rules.numbers.movement.enemy_gap;
    b.side(side.other()).any(|(id, u)| {
        units::fights(u) && geometry::closer_than(&outline, &units::rect(rules, b, id), gap)
    })
}

//! Where a unit has room: clear of other units, of enemies and of impassable ground.

use crate::{OtrD6, c, geometry, terrain, units};
use sandtable_battle::by;
use sandtable_battle::{Battle, Feature, Side, UnitId};
use sandtable_drill as drill;
use sandtable_geometry::{INCH, Length, Pose, Rect};

impl OtrD6 {
    /// Returns the first other fighting unit whose ground a footprint would
    /// overlap.
    pub(crate) fn obstruction(&self, b: &Battle, unit: UnitId, rect: &Rect) -> Option<UnitId> {
        if !units::fights(b.unit(unit)) {
            return None;
        }
        let round = (rect.frontage() + rect.depth()) / 2 + 20;
        b.about(rect.centre(), round.saturating_add(self.girth(b)))
            .filter(|&(id, other)| id != unit && units::fights(other))
            .find(|&(id, other)| {
                let (w, d) = self.size_of(&b.setting, other);
                // A pose is the middle of the front: the centre is half the depth behind it.
                rect.could_reach(other.pose.point(), w + 2 * d, 0)
                    && self.rect(b, id).overlaps(rect)
            })
            .map(|(id, _)| id)
    }
}

/// Returns the first impassable feature a footprint reaches into.
pub(crate) fn barred(b: &Battle, rect: &Rect) -> Option<u8> {
    let at = b
        .setting
        .terrain
        .iter()
        .position(|f| terrain::bars(f) && f.overlaps(rect))?;
    Some(u8::try_from(at).unwrap_or(u8::MAX))
}

impl OtrD6 {
    /// Returns the free pose nearest to a wanted one, the facing kept, at most
    /// [`ROUND`] aside (SET-01).
    pub(crate) fn room_for(&self, b: &Battle, unit: UnitId, wanted: Pose) -> Option<Pose> {
        by!(c::SET_01);
        let u = b.unit(unit);
        let base = self.rect_at(&b.setting, u, wanted);
        let gap = self.numbers.movement.enemy_gap;
        // What lies too far away to matter is left out once, not at every place that is tried.
        let round = |rect: &Rect| rect.frontage() + rect.depth();
        let far = 2 * ROUND + round(&base) + gap;
        let others: Vec<(Side, Rect)> = b
            .present()
            .filter(|&(id, other)| id != unit && units::fights(u) && units::fights(other))
            .map(|(id, other)| (other.side, self.rect(b, id)))
            .filter(|(_, rect)| rect.centre().distance(base.centre()) <= far + round(rect))
            .collect();
        let ground: Vec<&Feature> = b
            .setting
            .terrain
            .iter()
            .filter(|f| terrain::bars(f))
            .collect();
        let clear = |rect: &Rect, &(side, other): &(Side, Rect)| {
            !(if side == u.side {
                rect.overlaps(&other)
            } else {
                by!(c::MOVE_13);
                geometry::nearer_than(rect, &other, gap)
            })
        };
        // The numbers of bars: first the other units, then the ground, then the table's edge.
        let bars = others.len() + ground.len() + 1;
        drill::room_among(wanted, &base, ROUND, bars, |bar, rect| {
            match (others.get(bar), bar.checked_sub(others.len())) {
                (Some(other), _) => clear(rect, other),
                (None, Some(bar)) if bar < ground.len() => !ground[bar].overlaps(rect),
                _ => b.setting.holds(rect),
            }
        })
    }
}

/// How far aside of its place a unit may come on: two feet.
const ROUND: Length = 24 * INCH;

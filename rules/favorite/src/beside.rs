//! Where a commander stands with a unit (CMD-12, CMD-13).

use crate::Favorite;
use sandtable_battle::{Battle, UnitId};
use sandtable_drill::Lately;
use sandtable_geometry::{
    Facing, Length, Point, Pose, Rect, Shifts, TOLERANCE, nearest_place_among, within,
};
use std::cell::RefCell;

impl Favorite {
    /// Returns where a commander stands with a unit: as near to `from` as allowed, half of the
    /// allowed distance from its base, never under an enemy.
    pub(crate) fn beside(&self, b: &Battle, id: UnitId, unit: UnitId, from: Point) -> Option<Pose> {
        let rect = self.rect(b, unit);
        let near = self.numbers.commanders.joins_within / 2;
        let tape = rect.distance_from(from);
        let facing = b.unit(unit).pose.facing;
        let out = if tape.length <= near {
            from
        } else {
            tape.to.moved(Facing::towards(tape.to, from), near)
        };
        // At the edge of the table a commander's large base may be pushed out of reach.
        let out = self.slid_in(b, id, Pose::at(out, facing));
        let out = Some(out).filter(|pose| self.may_stand_with(b, id, unit, pose));
        out.or_else(|| self.nearest_with(b, id, unit, (from, near)))
    }

    /// Whether a commander may stand at a place with a unit: near its base, on the table, and not
    /// under an enemy (CMD-12, CMD-13).
    fn may_stand_with(&self, b: &Battle, id: UnitId, unit: UnitId, pose: &Pose) -> bool {
        let far = self.rect(b, unit).distance_from(pose.point()).length;
        b.setting.holds(&self.rect_at(b, b.unit(id), *pose))
            && within(far, self.numbers.commanders.joins_within)
            && !self
                .fighters(b, b.unit(id).side.other())
                .any(|(foe, them)| {
                    let spot = Rect::centred(*pose, 0, 0);
                    self.near(b, &spot, them, 0) && self.rect(b, foe).holds(pose.point())
                })
    }

    /// Whether a commander's move surely reaches a unit (`true`) or surely does not (`false`); none
    /// if that takes a search. Tells from the distance, and from whether the commander may stand
    /// where a straight move to the unit ends.
    pub(crate) fn surely_joins(
        &self,
        b: &Battle,
        id: UnitId,
        unit: UnitId,
        (from, allowed): (Point, Length),
    ) -> Option<bool> {
        // More than the rounding errors of a place add up to.
        const SPARE: Length = 4 * TOLERANCE;
        let joins = self.numbers.commanders.joins_within;
        let tape = self.rect(b, unit).distance_from(from);
        if tape.length > allowed.saturating_add(joins + SPARE) {
            return Some(false);
        }
        let facing = b.unit(unit).pose.facing;
        let straight = |near: Length| {
            let way = Facing::towards(tape.to, from);
            let at = Pose::at(tape.to.moved(way, near), facing);
            tape.length > near
                && from.distance(at.point()) <= allowed
                && self.may_stand_with(b, id, unit, &at)
        };
        (straight(joins / 2) || straight(joins - SPARE)).then_some(true)
    }

    /// Returns the place nearest to a point where a commander stands within some distance of a
    /// unit's base, on the table and not under an enemy (CMD-12, CMD-13).
    pub(crate) fn nearest_with(
        &self,
        b: &Battle,
        id: UnitId,
        unit: UnitId,
        (from, near): (Point, Length),
    ) -> Option<Pose> {
        let (host, at) = (self.rect(b, unit), Pose::at(from, b.unit(unit).pose.facing));
        // No other enemy covers a place this near to the host.
        let (side, gap) = (b.unit(id).side, near + 4 * TOLERANCE);
        let foes = self.about(b, &host, gap, |_, them| them.side != side);
        let asked = Asked {
            table: (b.setting.width, b.setting.height),
            own: self.rect_at(b, b.unit(id), at),
            foes: foes.map(|(foe, _)| self.rect(b, foe)).collect(),
            host,
            near,
        };
        let by = LATELY.with_borrow_mut(|lately| lately.answer(asked, Asked::search))?;
        Some(Pose::new(at.x + by.x, at.y + by.y, at.facing))
    }
}

thread_local! {
    /// The searches that were made lately: each costs as much as a whole order otherwise does.
    static LATELY: RefCell<Lately<Asked, Option<Point>>> = const { RefCell::new(Lately::new(64)) };
}

/// Everything that the nearest place of a commander beside a unit depends on.
#[derive(PartialEq)]
struct Asked {
    /// Width and height of the table.
    table: (Length, Length),
    /// The commander's base, where it would like to stand.
    own: Rect,
    /// The base of the unit.
    host: Rect,
    /// The distance from that base within which the commander's centre must be.
    near: Length,
    /// Enemies whose bases may cover some of the places.
    foes: Vec<Rect>,
}

impl Asked {
    /// Returns the shortest shift of the commander's base to such a place.
    fn search(&self) -> Option<Point> {
        let (host, near) = (&self.host, self.near);
        let far = host.distance_from(self.own.centre()).length + host.frontage() + host.depth();
        let bars = self.foes.len() + 2;
        nearest_place_among(&self.own, Shifts::about(far + near), bars, |bar, base| {
            self.leaves_room(bar, base)
        })
    }

    /// Whether the table (0), the distance (1) or an enemy (2 and more) leaves room. A base larger
    /// than the commander's stands for all places of the centre inside it; a smaller one for the
    /// places that all larger ones share.
    fn leaves_room(&self, bar: usize, base: &Rect) -> bool {
        let own = &self.own;
        let (wide, deep) = (base.frontage() - own.frontage(), base.depth() - own.depth());
        let (all, at) = (wide.min(deep) >= 0, Pose::at(base.centre(), own.facing()));
        let spots = Rect::centred(at, wide.abs(), deep.abs());
        let (host, near) = (&self.host, self.near);
        match bar {
            0 => base.on_table(self.table.0, self.table.1),
            1 if all => {
                let corners = spots.corners();
                corners
                    .iter()
                    .all(|p| host.distance_from(*p).length <= near)
            }
            1 => host.distance(&spots).length <= near,
            _ if all => !self.foes[bar - 2].overlaps(&spots.grown(2 * TOLERANCE)),
            _ => !spots.corners().iter().all(|p| self.foes[bar - 2].holds(*p)),
        }
    }
}

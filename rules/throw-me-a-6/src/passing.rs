//! Section 6, the exceptions: which units pass through which.

use crate::{ThrowMeA6, c};
use sandtable_battle::by;
use sandtable_battle::{Battle, Ruling, Unit, UnitId, Witness};
use sandtable_drill as drill;
use sandtable_geometry::{Facing, Length, Pose, Rect, TOLERANCE};

impl ThrowMeA6 {
    /// Whether a unit may pass through another: light through heavy of the same side, and the
    /// reverse (MOVE-09); chariots and artillery count as heavy (A18). A general is a single
    /// figure: friends do not get in the way (GEN-02).
    pub(crate) fn may_pass(&self, mover: &Unit, other: &Unit) -> bool {
        by!(c::MOVE_09);
        if self.is_general(mover) || self.is_general(other) {
            return !self.hostile(mover, other);
        }
        let (a, b) = (self.is_light(mover), self.is_light(other));
        let fit = if self.choices.light_any {
            a || b
        } else {
            a != b
        };
        fit && !self.hostile(mover, other)
    }

    /// Requires that a straight move meets nothing on its way and that its end
    /// is clear (GEO-11, MOVE-16, MOVE-18).
    pub(crate) fn require_way(
        &self,
        battle: &Battle,
        id: UnitId,
        from: &Rect,
        way: Facing,
        by: Length,
        r: &mut Ruling,
    ) {
        let clear = self.numbers.measure.short_of_enemy.0;
        if let Some(met) = self.first_met(battle, id, from, way, by, clear, None) {
            let at = from.front_middle().moved(way, met.enter);
            if let Some(by) = met.unit {
                let foe = self.hostile(battle.unit(id), battle.unit(by));
                let why = if foe { c::MOVE_16 } else { c::GEO_11 };
                r.refuse(why, Witness::Blocked { by, at });
            }
            if let Some(place) = met.feature {
                r.refuse(c::GEO_11, drill::ground_witness(battle, place));
            }
        }
        if r.settled() {
            return;
        }
        let end = from.pose(self.card.anchor).moved(way, by);
        self.require_end(battle, id, end, r);
    }

    /// Requires that a turned base keeps clear of every enemy, except those that the unit is
    /// already this near to (MOVE-16).
    pub(crate) fn require_apart(&self, battle: &Battle, id: UnitId, turned: &Rect, r: &mut Ruling) {
        let unit = battle.unit(id);
        let clear = self.numbers.measure.short_of_enemy.0;
        let stood = self.rect(battle, id);
        for (by, them) in self.round(battle, turned, clear) {
            // A cheap test leaves out most units before their base is made.
            let girth = 2 * self.girth(battle, them);
            if !turned.could_reach(them.pose.point(), girth, clear) || !self.hostile(unit, them) {
                continue;
            }
            let foe = self.rect(battle, by);
            let near = |base: &Rect| base.is_nearer(&foe, clear - TOLERANCE);
            if near(turned) && !near(&stood) {
                let at = them.pose.point();
                r.refuse(c::MOVE_16, Witness::Blocked { by, at });
            }
        }
    }

    /// Whether a base is at least this far from every enemy of a unit.
    pub(crate) fn is_apart(&self, battle: &Battle, id: UnitId, base: &Rect, least: Length) -> bool {
        self.foe_within(battle, id, base, least).is_none()
    }

    /// Returns the first enemy of a unit within less than a distance of a base.
    fn foe_within(
        &self,
        battle: &Battle,
        id: UnitId,
        base: &Rect,
        least: Length,
    ) -> Option<UnitId> {
        let unit = battle.unit(id);
        let near = |&(foe, them): &(UnitId, &Unit)| {
            foe != id
                && base.could_reach(them.pose.point(), 2 * self.girth(battle, them), least)
                && self.hostile(unit, them)
                && base.is_nearer(&self.rect(battle, foe), least)
        };
        self.round(battle, base, least)
            .find(near)
            .map(|(foe, _)| foe)
    }

    /// Requires that a unit may end its move at a pose.
    pub(crate) fn require_end(&self, battle: &Battle, id: UnitId, pose: Pose, r: &mut Ruling) {
        let base = self.rect_at(battle, battle.unit(id), pose);
        self.require_stand(battle, id, &base, r);
    }

    /// Requires that a unit may end its move on some ground (MOVE-09, MOVE-16, MOVE-18).
    pub(crate) fn require_stand(&self, battle: &Battle, id: UnitId, base: &Rect, r: &mut Ruling) {
        r.require(battle.setting.holds(base), c::MOVE_18, || {
            Witness::Spot(base.centre())
        });
        if r.settled() {
            return;
        }
        // GEN-02: a single figure may stand among its friends.
        let figure = self.is_general(battle.unit(id));
        if !figure && let Some(by) = self.overlapped(battle, id, base, None) {
            r.refuse(c::MOVE_09, Witness::blocked(battle, by));
        }
        if r.settled() {
            return;
        }
        if let Some(place) = self.closed_ground(battle, base) {
            r.refuse(c::GEO_11, drill::ground_witness(battle, place));
        }
        let least = self.numbers.measure.short_of_enemy.0 - TOLERANCE;
        if let Some(foe) = self.foe_within(battle, id, base, least) {
            r.refuse(c::MOVE_16, Witness::Unit(foe));
        }
    }
}

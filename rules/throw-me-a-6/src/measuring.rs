//! Section 8: contact, fields and what stands in the way. Zones, distances and
//! sweeps come from the engine.

use crate::{ThrowMeA6, c};
use sandtable_battle::by;
use sandtable_battle::{Battle, Unit, UnitId};
use sandtable_geometry::{
    Contact, Face, Facing, Field, Length, Point, Pose, Rect, Room, Strip, TOLERANCE, Zone, flush,
    within,
};

/// The first obstacle on a straight way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Met {
    /// Its distance.
    pub enter: Length,
    /// The unit; none if it is ground that cannot be entered.
    pub unit: Option<UnitId>,
    /// The ground, by its place in the setting.
    pub feature: Option<usize>,
}

/// Whether two points are certainly farther apart than `reach`, by their
/// coordinates alone: this saves most measuring.
const fn far_apart(a: Point, b: Point, reach: Length) -> bool {
    let reach = reach.cast_unsigned();
    a.x.abs_diff(b.x) > reach || a.y.abs_diff(b.y) > reach
}

impl ThrowMeA6 {
    /// Returns a length that no point of a unit's base exceeds, measured from its centre.
    pub(crate) fn girth(&self, battle: &Battle, unit: &Unit) -> Length {
        let (frontage, depth) = self.base(battle, unit);
        i32::midpoint(frontage, depth) + 2 * TOLERANCE
    }

    /// Returns the bodies that could lie within `gap` of a base, by id. Most others are left out
    /// before they are measured.
    pub(crate) fn round<'a>(
        &'a self,
        battle: &'a Battle,
        base: &Rect,
        gap: Length,
    ) -> impl Iterator<Item = (UnitId, &'a Unit)> + use<'a> {
        // More than the rounding of both places can add up to.
        const SPARE: Length = 20;
        let own = (base.frontage() + base.depth()) / 2 + SPARE;
        let reach = own
            .saturating_add(gap)
            .saturating_add(self.most_girth(battle));
        let near = battle.about(base.centre(), reach);
        near.filter(|(_, unit)| self.stands(unit))
    }

    /// Returns the largest girth of any unit: stands lie at most two beside and two behind each
    /// other.
    pub(crate) fn most_girth(&self, battle: &Battle) -> Length {
        battle.setting.largest_stand(&self.card) + 2 * TOLERANCE
    }

    /// Returns the enemies that a body touches along an edge (GEO-09), with the contact as
    /// seen from the body.
    pub(crate) fn touching<'a>(
        &'a self,
        battle: &'a Battle,
        id: UnitId,
    ) -> impl Iterator<Item = (UnitId, Contact)> + 'a {
        let unit = *battle.unit(id);
        self.touching_at(battle, id, unit.pose)
    }

    /// Returns the enemies that a unit would touch if it stood elsewhere.
    pub(crate) fn touching_at<'a>(
        &'a self,
        battle: &'a Battle,
        id: UnitId,
        at: Pose,
    ) -> impl Iterator<Item = (UnitId, Contact)> + 'a {
        by!(c::GEO_09);
        let unit = *battle.unit(id);
        let own = self.rect_at(battle, &unit, at);
        let least = self.numbers.measure.contact.0;
        let stands = self.stands(&unit);
        let reach = self.girth(battle, &unit);
        let others = battle
            .about(at.point(), reach + self.most_girth(battle))
            .filter(move |&(other, them)| other != id && stands && self.hostile(&unit, them));
        others.filter_map(move |(other, them)| {
            let near = reach + self.girth(battle, them);
            if far_apart(at.point(), them.pose.point(), near) || !self.stands(them) {
                return None;
            }
            let contact = own.contact(&self.rect(battle, other), least)?;
            Some((other, contact))
        })
    }

    /// Whether a unit is in contact with an enemy.
    pub(crate) fn engaged(&self, battle: &Battle, id: UnitId) -> bool {
        self.touching(battle, id).next().is_some()
    }

    /// Returns the contact of two units, as seen from the first.
    pub(crate) fn contact(&self, battle: &Battle, id: UnitId, other: UnitId) -> Option<Contact> {
        self.touching(battle, id)
            .find(|&(foe, _)| foe == other)
            .map(|(_, contact)| contact)
    }

    /// Returns the zone of a target in which another unit's front lies (GEO-08).
    pub(crate) fn zone(&self, battle: &Battle, of: UnitId, seen: UnitId) -> Zone {
        by!(c::GEO_03, c::GEO_05, c::GEO_08);
        let front = self.rect(battle, seen).front_middle();
        self.rect(battle, of).zone_of(front)
    }

    /// Returns the front arc of a base (GEO-04).
    pub(crate) fn arc(&self, base: &Rect) -> Field {
        by!(c::GEO_01, c::GEO_04);
        Field::from_corners(base, self.numbers.measure.arc_degrees.0)
    }

    /// Returns the first body that a base overlaps; the unit itself and one other do
    /// not count.
    pub(crate) fn overlapped(
        &self,
        battle: &Battle,
        id: UnitId,
        base: &Rect,
        but: Option<UnitId>,
    ) -> Option<UnitId> {
        let mut others = self
            .round(battle, base, 0)
            .filter(|&(other, _)| other != id && Some(other) != but);
        // The base may be larger than the unit's own: it may stand for ground that covers
        // several places.
        others
            .find(|&(other, them)| {
                base.could_reach(them.pose.point(), 2 * self.girth(battle, them), 0)
                    && base.overlaps(&self.rect(battle, other))
            })
            .map(|(other, _)| other)
    }

    /// Whether a base may lie in a place: on the board, overlapping no body and no ground that
    /// cannot be entered.
    pub(crate) fn room(&self, battle: &Battle, id: UnitId, base: &Rect) -> bool {
        battle.setting.holds(base)
            && self.overlapped(battle, id, base, None).is_none()
            && self.closed_ground(battle, base).is_none()
    }

    /// Returns what a straight slide of a base first meets before `by`: bodies that it may
    /// not pass through and ground that cannot be entered (GEO-11). It keeps `clear`
    /// away from enemies, unless the slide starts nearer to them; `but` is
    /// the unit it is meant to meet.
    #[expect(
        clippy::too_many_arguments,
        reason = "a slide is told by its base, way and length; each caller has them apart"
    )]
    pub(crate) fn first_met(
        &self,
        battle: &Battle,
        id: UnitId,
        from: &Rect,
        way: Facing,
        by: Length,
        clear: Length,
        but: Option<UnitId>,
    ) -> Option<Met> {
        by!(c::GEO_11);
        let unit = battle.unit(id);
        let mut first: Option<Met> = None;
        let mut keep = |met: Met, spare: Length| {
            if met.enter + spare < by && first.is_none_or(|f| met.enter < f.enter) {
                first = Some(met);
            }
        };
        let strip = Strip::new(from, way, by);
        for (other, them) in self.round(battle, from, by.saturating_add(clear)) {
            let girth = 2 * (self.girth(battle, them) + clear);
            if other == id
                || Some(other) == but
                || !strip.could_meet(them.pose.point(), girth)
                || self.may_pass(unit, them)
            {
                continue;
            }
            let base = self.rect(battle, other);
            // GEN-02: a general may move away from an enemy that came upon the general.
            if self.is_general(unit) && self.rect(battle, id).overlaps(&base) {
                continue;
            }
            // MOVE-16: an enemy is passed at a distance, unless the slide starts nearer.
            let least = clear - TOLERANCE;
            let apart = clear > 0 && self.hostile(unit, them) && !from.is_nearer(&base, least);
            let (met, spare) = if apart {
                (from.approach(way, &base, clear), 0)
            } else {
                (from.sweep(way, &base).map(|met| met.enter), TOLERANCE)
            };
            if let Some(enter) = met {
                let met = Met {
                    enter,
                    unit: Some(other),
                    feature: None,
                };
                keep(met, spare);
            }
        }
        for (place, feature) in battle.setting.terrain.iter().enumerate() {
            if !crate::terrain::is_closed(feature.ground) {
                continue;
            }
            let met = feature.areas.iter().filter(|area| !area.overlaps(from));
            if let Some(enter) = met
                .filter_map(|area| from.sweep_area_within(way, area, by))
                .min()
            {
                let met = Met {
                    enter,
                    unit: None,
                    feature: Some(place),
                };
                keep(met, TOLERANCE);
            }
        }
        first
    }

    /// Returns how far a unit can go from a pose, up to `by`, without ending on top of a body:
    /// `by` itself, or short of the bodies it would end on; none if even its
    /// start is taken (MOVE-09: it clears the other unit or stops before it).
    pub(crate) fn last_clear(
        &self,
        battle: &Battle,
        id: UnitId,
        start: Pose,
        way: Facing,
        by: Length,
    ) -> Option<Length> {
        let unit = battle.unit(id);
        let base = self.rect_at(battle, unit, start);
        let end = |by| self.rect_at(battle, unit, start.moved(way, by));
        let mut by = by;
        while let Some(friend) = self.overlapped(battle, id, &end(by), None) {
            let met = base.sweep(way, &self.rect(battle, friend));
            // A body that the way only grazes overlaps by rounding alone; a step less is free.
            let before = met.map_or(by, |met| met.enter).min(by - 1);
            if before < 0 {
                return None;
            }
            by = before;
        }
        Some(by)
    }

    /// Returns the pose flush on a face of a target, centre on centre, or slid along the face
    /// by as little as it takes to be free, at least half of the shorter
    /// edge touching. Of two equally near places it is the one towards `side` of the
    /// face, looking outward over it (GEO-10).
    pub(crate) fn aligned(
        &self,
        battle: &Battle,
        id: UnitId,
        target: UnitId,
        face: Face,
        side: Length,
    ) -> Option<Pose> {
        by!(c::GEO_10, c::CON_07);
        let unit = battle.unit(id);
        let goal = self.rect(battle, target);
        let (frontage, depth) = self.base(battle, unit);
        let length = match face {
            Face::Front | Face::Rear => goal.frontage(),
            Face::Left | Face::Right => goal.depth(),
        };
        let least = frontage.min(length) / 2;
        let most = i32::midpoint(frontage, length) - least;
        let pose = |along| flush(&goal, face, along, self.card.anchor, depth);
        let base = self.rect_at(battle, unit, pose(0));
        let along = face.outward(goal.facing()).turned(0x4000);
        // An edge that is short of that by the tolerance touches enough.
        let room = self.room_along(battle, (id, target), &base, along, most + TOLERANCE);
        // Two places are equally near if their distances differ by no more than the tolerance of
        // both.
        let nearest = room.nearest(0, side >= 0)?;
        let towards = if side >= 0 {
            room.at_or_beyond(0)
        } else {
            room.at_or_before(0)
        };
        let as_near = |at: &Length| within(at.abs(), nearest.abs() + TOLERANCE);
        Some(pose(towards.filter(as_near).unwrap_or(nearest)))
    }

    /// Returns the room that a unit has along a face of another, up to `most` either way from
    /// where `base` lies: on the board, overlapping no body and no ground that cannot be entered.
    pub(crate) fn room_along(
        &self,
        battle: &Battle,
        (id, target): (UnitId, UnitId),
        base: &Rect,
        along: Facing,
        most: Length,
    ) -> Room {
        let mut room = Room::new(-most, most);
        let (width, height) = (battle.setting.width, battle.setting.height);
        room.keep_on_table(base, along, width, height);
        let others = self
            .round(battle, base, most)
            .filter(|&(other, _)| other != id && other != target);
        let reach = most + self.girth(battle, battle.unit(id));
        for (other, them) in others {
            if !far_apart(
                base.centre(),
                them.pose.point(),
                reach + self.girth(battle, them),
            ) {
                room.keep_off(base, along, &self.rect(battle, other));
            }
        }
        let closed = battle.setting.terrain.iter();
        let closed = closed.filter(|f| crate::terrain::is_closed(f.ground));
        for area in closed.flat_map(|f| &f.areas) {
            room.keep_off_area(base, along, area);
        }
        room
    }

    /// Returns on which side of a face's middle a unit's front lies: the sign counts.
    pub(crate) fn side_of(
        &self,
        battle: &Battle,
        target: UnitId,
        face: Face,
        seen: UnitId,
    ) -> Length {
        let front = self.rect(battle, seen).front_middle();
        self.rect(battle, target).along_face(face, front)
    }

    /// Whether a unit fits if it turns to this pose.
    pub(crate) fn fits_turned(&self, battle: &Battle, id: UnitId, pose: Pose) -> bool {
        let base = self.rect_at(battle, battle.unit(id), pose);
        self.room(battle, id, &base)
    }

    /// Returns the distance between two units, from base to base.
    pub(crate) fn gap(&self, battle: &Battle, a: UnitId, b: UnitId) -> Length {
        let from = self.rect(battle, a);
        from.distance(&self.rect(battle, b)).length
    }

    /// Returns the mean of the centres of some units.
    pub(crate) fn middle_of(battle: &Battle, units: &[UnitId]) -> Point {
        let count = i64::try_from(units.len()).unwrap_or(1).max(1);
        let sum = |part: fn(&Unit) -> i32| -> i32 {
            let all = units.iter().map(|&id| i64::from(part(battle.unit(id))));
            i32::try_from(all.sum::<i64>() / count).unwrap_or(0)
        };
        Point::new(sum(|u| u.pose.x), sum(|u| u.pose.y))
    }
}

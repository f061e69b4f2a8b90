//! Section 18: the measuring that is specific to these rules. Zones,
//! distances, sweeps and flush poses come from the engine.

use crate::numbers::Enter;
use crate::{ThreeHit, c};
use sandtable_battle::by;
use sandtable_battle::{Battle, Clause, Feature, Unit, UnitId, Witness};
use sandtable_drill::{self as drill, Hindrance};
use sandtable_geometry::{
    Contact, Edge, Facing, Length, Point, Pose, Rect, TOLERANCE, Turns, Zone, within,
};

/// The end of a slide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slid {
    /// How far it went.
    pub by: Length,
    /// What stopped it early: an obstruction (MOR-09), a friend it
    /// would have ended on top of (MOR-10), or the table's edge (MOR-12).
    pub stop: Option<Clause>,
}

impl ThreeHit {
    /// Returns the base of a unit (GEO-02); a scenario may set base sizes (UNIT-06).
    pub(crate) fn rect(&self, battle: &Battle, id: UnitId) -> Rect {
        let unit = battle.unit(id);
        self.rect_at(battle, unit, unit.pose)
    }

    /// Returns the base of a unit as if it stood elsewhere.
    pub(crate) fn rect_at(&self, battle: &Battle, unit: &Unit, pose: Pose) -> Rect {
        by!(c::UNIT_05, c::GEO_01, c::GEO_02);
        let (frontage, depth) = self.base(battle, unit);
        Rect::centred(pose, frontage, depth)
    }

    /// Returns frontage and depth of a unit's base.
    pub(crate) fn base(&self, battle: &Battle, unit: &Unit) -> (Length, Length) {
        by!(c::UNIT_06);
        let set = battle.setting.stands.get(usize::from(unit.kind));
        set.copied().unwrap_or_else(|| {
            let kind = self.kind(unit);
            (kind.frontage.0, kind.depth.0)
        })
    }

    /// Returns the zone of a unit that a point lies in, from its distances beyond the
    /// edges of the base (GEO-03 to GEO-05).
    pub(crate) fn zone(&self, battle: &Battle, of: UnitId, point: Point) -> Zone {
        by!(c::GEO_03, c::GEO_04, c::GEO_05);
        self.rect(battle, of).zone_of(point)
    }

    /// Returns how two units touch: flush along at least an inch (GEO-06).
    pub(crate) fn contact(&self, battle: &Battle, a: UnitId, b: UnitId) -> Option<Contact> {
        self.touch(&self.rect(battle, a), &self.rect(battle, b))
    }

    /// Returns how two bases touch (GEO-06).
    pub(crate) fn touch(&self, a: &Rect, b: &Rect) -> Option<Contact> {
        by!(c::GEO_06);
        a.contact(b, self.numbers.common_edge.0)
    }

    /// Returns the enemies a unit is in contact with, by id.
    pub(crate) fn touching<'a>(
        &'a self,
        battle: &'a Battle,
        id: UnitId,
    ) -> impl Iterator<Item = (UnitId, Contact)> + 'a {
        let own = self.rect(battle, id);
        self.touching_at(battle, battle.unit(id), own)
    }

    /// Returns the enemies a unit would be in contact with on this ground, by id.
    pub(crate) fn touching_at<'a>(
        &'a self,
        battle: &'a Battle,
        unit: &Unit,
        own: Rect,
    ) -> impl Iterator<Item = (UnitId, Contact)> + 'a {
        let foes = unit.side.other();
        self.round(battle, &own, 0)
            .filter(move |(_, them)| them.side == foes)
            .filter_map(move |(foe, _)| Some((foe, self.touch(&own, &self.rect(battle, foe))?)))
    }

    /// Returns the units that could lie within `gap` of a base, by id: a cheap test that leaves
    /// out all others before they are measured.
    pub(crate) fn round<'a>(
        &'a self,
        battle: &'a Battle,
        base: &Rect,
        gap: Length,
    ) -> impl Iterator<Item = (UnitId, &'a Unit)> + use<'a> {
        // Corners reach no farther than half of both lengths of a base.
        const SPARE: Length = 10;
        let (centre, size) = (base.centre(), base.frontage() + base.depth());
        let reach = move |girth: Length| gap.saturating_add((size + girth) / 2 + SPARE);
        let largest = battle.setting.largest_stand(&self.card);
        let near = move |them: &Unit| {
            let (w, d) = self.base(battle, them);
            let far = |a: i32, b: i32| i64::from(a.abs_diff(b));
            let (dx, dy) = (far(them.pose.x, centre.x), far(them.pose.y, centre.y));
            let reach = i64::from(reach(w + d));
            dx * dx + dy * dy <= reach * reach
        };
        battle
            .about(centre, reach(largest))
            .filter(move |(_, them)| near(them))
    }

    /// Whether a unit is in contact with an enemy.
    pub(crate) fn engaged(&self, battle: &Battle, id: UnitId) -> bool {
        self.touching(battle, id).next().is_some()
    }

    /// Returns the first other unit, by id, that a base would overlap (GEO-13).
    pub(crate) fn overlapped(&self, battle: &Battle, id: UnitId, base: &Rect) -> Option<UnitId> {
        by!(c::GEO_13);
        let mut others = self
            .round(battle, base, 0)
            .filter(|&(other, _)| other != id);
        let hit = others.find(|&(other, _)| base.overlaps(&self.rect(battle, other)));
        hit.map(|(other, _)| other)
    }

    /// Returns what blocks the line of sight from a unit's eye to a target's centre, if
    /// anything does (GEO-08): a third unit, unless it looks `over` units, or a wood,
    /// town or hill that neither of the two is in.
    pub(crate) fn unseen(
        &self,
        battle: &Battle,
        eye: Point,
        from: UnitId,
        target: UnitId,
        over: bool,
    ) -> Option<Witness> {
        by!(c::GEO_08);
        let (own, goal) = (
            battle.unit(from).pose.point(),
            battle.unit(target).pose.point(),
        );
        let line = Edge::new(eye, goal);
        let blocks = |f: &Feature| self.ground(f.ground).blocks_sight;
        if let Some(at) = drill::ground_across(battle, &line, [own, goal], blocks) {
            return Some(drill::ground_witness(battle, at));
        }
        let third = |id: UnitId, them: &Unit| {
            let (w, d) = self.base(battle, them);
            id != from && id != target && line.could_meet(them.pose.point(), w + d)
        };
        let across = (!over)
            .then(|| {
                let girth = battle.setting.largest_stand(&self.card);
                drill::unit_across(self, battle, &line, girth, third)
            })
            .flatten();
        across.map(|by| Witness::blocked(battle, by))
    }

    /// Returns where a unit looks from: the middle of its front edge, or its centre
    /// if it shoots all around (GEO-08).
    pub(crate) fn eye(&self, battle: &Battle, id: UnitId) -> Point {
        by!(c::GEO_08);
        if self.all_round(battle, id) {
            battle.unit(id).pose.point()
        } else {
            self.rect(battle, id).front_middle()
        }
    }

    /// Slides a unit that must move (GEO-12, MOR-09, MOR-10): up to the
    /// first base it may not pass, forbidden ground or the table's edge, a
    /// little short of enemies it did not touch, and never ending on top of a base.
    pub(crate) fn slide(&self, battle: &Battle, id: UnitId, way: Facing, distance: Length) -> Slid {
        by!(c::GEO_12);
        let unit = battle.unit(id);
        let own = self.rect(battle, id);
        let short = self.numbers.retreat_short_of_enemy.0;
        let means = |other: UnitId| {
            let them = battle.unit(other);
            if them.side == unit.side {
                if self.may_pass(unit, them) {
                    Hindrance::Passed
                } else {
                    Hindrance::Stops(0)
                }
            } else if within(own.distance(&self.rect(battle, other)).length, 0) {
                Hindrance::Stops(0)
            } else {
                Hindrance::Stops(short)
            }
        };
        let walk = Edge::new(own.centre(), own.centre().moved(way, distance));
        let bars = |f: &Feature| {
            let free = !self.barred(unit, f)
                // Ground that it already lies on by a crossing or a road does not stop it here;
                // `last_ground` does, where it leaves the crossing or road.
                || f.overlaps(&own)
                || (self.ground(f.ground).enter == Enter::Crossing
                    && crate::terrain::bridged(battle, f, &walk));
            (!free).then_some(0)
        };
        let mut most = distance;
        loop {
            let slid = drill::slide(self, battle, id, way, most, means, bars, true, false);
            let by = if slid.length <= TOLERANCE {
                0
            } else {
                slid.length
            };
            // MOR-09: a retreat never makes contact, not even by sliding past a flank.
            let graze = self.grazed(battle, id, &own, way, by);
            if let Some(stop) = graze.filter(|&stop| stop < by) {
                most = stop;
                continue;
            }
            let ends = self.last_ground(battle, unit, &own, way, &walk, by);
            if ends < by {
                most = ends;
                continue;
            }
            let short = by < distance;
            let stop = short.then(|| self.stopped_at(battle, id, &own, way, by));
            return Slid { by, stop };
        }
    }

    /// Returns how far a slide can go, up to `by`, and end on ground where the unit may stand: it
    /// leaves no crossing for the water and no road for the houses of a town (MOR-09).
    fn last_ground(
        &self,
        battle: &Battle,
        unit: &Unit,
        own: &Rect,
        way: Facing,
        walk: &Edge,
        by: Length,
    ) -> Length {
        /// Poses are rounded: the very end of a stretch may already belong to the next one.
        const ROUNDED: usize = 8;
        by!(c::MOR_09, c::TERR_04);
        let ends = |at: Length| {
            let base = own.moved(way, at);
            self.bad_ground(battle, unit, &base, None).is_none()
        };
        if by == 0 || !ends(0) {
            return by;
        }
        let passes = |at: Length| {
            let base = own.moved(way, at);
            self.bad_ground(battle, unit, &base, Some(walk)).is_none()
        };
        let mut turns = Turns::new(way, 0, by);
        self.ground_turns(battle, unit, own, &mut turns);
        let mut last = 0;
        for (low, high) in turns.stretches() {
            let middle = i32::midpoint(low, high);
            if ends(middle) {
                let end = (middle..=high).rev().take(ROUNDED).find(|&at| ends(at));
                last = end.unwrap_or(middle);
            } else if !passes(middle) {
                break;
            }
        }
        last
    }

    /// Returns the clause that stopped a slide.
    fn stopped_at(
        &self,
        battle: &Battle,
        id: UnitId,
        own: &Rect,
        way: Facing,
        by: Length,
    ) -> Clause {
        let room = own.room_on_table(way, battle.setting.width, battle.setting.height);
        if by + TOLERANCE >= room {
            return c::MOR_12;
        }
        let beyond = own.moved(way, by + 2 * TOLERANCE);
        let upon = self
            .overlapped(battle, id, &beyond)
            .map(|other| battle.unit(other));
        match upon {
            Some(other) if self.may_pass(battle.unit(id), other) => c::MOR_10,
            _ => c::MOR_09,
        }
    }

    /// Returns where a slide must stop so that it does not end flush along an enemy that it
    /// did not touch before.
    fn grazed(
        &self,
        battle: &Battle,
        id: UnitId,
        own: &Rect,
        way: Facing,
        by: Length,
    ) -> Option<Length> {
        if by == 0 {
            return None;
        }
        let end = own.moved(way, by);
        let fresh = self
            .touching_at(battle, battle.unit(id), end)
            .map(|(foe, _)| self.rect(battle, foe))
            .find(|foe| !within(own.distance(foe).length, 0))?;
        let met = own.sweep(way, &fresh.grown(2 * TOLERANCE))?;
        let short = self.numbers.retreat_short_of_enemy.0;
        Some((met.enter + 2 * TOLERANCE - short).clamp(0, by - 1))
    }

    /// Returns the pose that faces a point after a slide, if the turned base is clear
    /// (MOR-08, FALL-03).
    pub(crate) fn turned_towards(&self, battle: &Battle, id: UnitId, goal: Point) -> Option<Pose> {
        let unit = battle.unit(id);
        if goal == unit.pose.point() {
            return None;
        }
        let pose = unit.pose.facing(Facing::towards(unit.pose.point(), goal));
        let base = self.rect_at(battle, unit, pose);
        let clear = battle.setting.holds(&base)
            && self.overlapped(battle, id, &base).is_none()
            && self.bad_ground(battle, unit, &base, None).is_none()
            && self.touching_at(battle, unit, base).next().is_none();
        clear.then_some(pose)
    }

    /// Returns the way straight out of the zone that holds an enemy, away from it (MOR-06).
    pub(crate) fn away_from(&self, battle: &Battle, id: UnitId, enemy: UnitId) -> Facing {
        let zone = self.zone(battle, id, battle.unit(enemy).pose.point());
        zone.outward(battle.unit(id).pose.facing).reversed()
    }

    /// Requires that a base does not leave the table by choice.
    pub(crate) fn keep_on_table(
        &self,
        battle: &Battle,
        base: &Rect,
        pose: Pose,
        r: &mut sandtable_battle::Ruling,
    ) {
        r.require(battle.setting.holds(base), c::MOVE_10, || {
            Witness::Place(pose)
        });
    }
}

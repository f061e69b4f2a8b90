//! Measuring that only these rules need (section Geometry): contact, zones, sight, what an advance
//! meets. The rest is in the table's own measuring.

use crate::{Favorite, c};
use sandtable_battle::by;
use sandtable_battle::{Battle, Feature, Ground, Side, Unit, UnitId, Witness};
use sandtable_drill as drill;
use sandtable_geometry::{Contact, Edge, Facing, Length, Point, Rect, Strip, TOLERANCE, Zone};

/// Units near a base: the unit, its side, and its own base.
pub(crate) type Round = Vec<(UnitId, Side, Rect)>;

/// A unit whose base a straight advance meets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Met {
    /// The unit.
    pub unit: UnitId,
    /// Distance to it.
    pub at: Length,
}

/// Whether a base would touch that of an enemy, at a corner or an edge (MOVE-13).
pub(crate) fn touches(base: &Rect, foe: &Rect) -> bool {
    base.is_nearer(foe, TOLERANCE + 1)
}

impl Favorite {
    /// Returns the zone of a unit that a point lies in (GEO-03, GEO-04).
    pub(crate) fn zone(&self, b: &Battle, of: UnitId, point: Point) -> Zone {
        by!(c::GEO_03, c::GEO_04);
        self.rect(b, of).zone_of(point)
    }

    /// Returns how two bases touch (GEO-05).
    pub(crate) fn touch(&self, one: &Rect, other: &Rect) -> Option<Contact> {
        by!(c::GEO_05, c::SCALE_05);
        if !one.may_touch(other) {
            return None;
        }
        let edges = [one.frontage(), one.depth(), other.frontage(), other.depth()];
        let least = edges
            .into_iter()
            .fold(self.numbers.melee.common_edge, Length::min);
        one.contact(other, least)
    }

    /// Returns the enemies that a unit is in contact with, by id.
    pub(crate) fn touching<'a>(
        &'a self,
        b: &'a Battle,
        id: UnitId,
    ) -> impl Iterator<Item = (UnitId, Contact)> + 'a {
        let own = self.rect(b, id);
        let side = b.unit(id).side;
        self.about(b, &own, 0, move |_, them| them.side != side)
            .filter_map(move |(foe, _)| Some((foe, self.touch(&own, &self.rect(b, foe))?)))
    }

    /// Whether a unit could lie within `gap` of a base: a quick test that rules units out before
    /// they are measured.
    pub(crate) fn near(&self, b: &Battle, base: &Rect, them: &Unit, gap: Length) -> bool {
        let (frontage, depth) = self.size(&b.setting, them);
        base.could_reach(them.pose.point(), frontage + depth, gap)
    }

    /// Returns a length no smaller than the distance from the centre of any unit's base to any of
    /// its points: stands lie beside and behind each other (FORM-05 to FORM-07).
    pub(crate) fn girth(&self, b: &Battle) -> Length {
        let stands = self.stands_of(b.units.most_stands()).max(1);
        b.setting.largest_stand(&self.card).saturating_mul(stands)
    }

    /// Returns the `wanted` fighting units that could lie within `gap` of a base, by id. All others
    /// are ruled out quickly, most of them before they are looked at.
    pub(crate) fn about<'a, F: Fn(UnitId, &Unit) -> bool + 'a>(
        &'a self,
        b: &'a Battle,
        base: &Rect,
        gap: Length,
        wanted: F,
    ) -> impl Iterator<Item = (UnitId, &'a Unit)> + use<'a, F> {
        let base = *base;
        b.about(base.centre(), self.reach_round(b, &base, gap))
            .filter(move |&(id, them)| {
                wanted(id, them) && self.fights(them) && self.near(b, &base, them, gap)
            })
    }

    /// Returns how far the centre of a base within `gap` of this one may be from this one.
    fn reach_round(&self, b: &Battle, base: &Rect, gap: Length) -> Length {
        // More than the rounding errors of both places add up to.
        const SPARE: Length = 20;
        let own = (base.frontage() + base.depth()) / 2 + SPARE;
        own.saturating_add(self.girth(b)).saturating_add(gap)
    }

    /// Whether a unit is in contact with an enemy.
    pub(crate) fn engaged(&self, b: &Battle, id: UnitId) -> bool {
        self.touching(b, id).next().is_some()
    }

    /// Returns the other fighting units that could lie within `gap` of a base, with their own
    /// bases, by id.
    pub(crate) fn round(&self, b: &Battle, id: UnitId, base: &Rect, gap: Length) -> Round {
        self.about(b, base, gap, move |other, _| other != id)
            .map(|(other, u)| (other, u.side, self.rect(b, other)))
            .collect()
    }

    /// Returns the enemy that a base would touch, at a corner or an edge (MOVE-13).
    pub(crate) fn touched(&self, b: &Battle, id: UnitId, base: &Rect) -> Option<UnitId> {
        let side = b.unit(id).side;
        self.about(b, base, 0, |_, them| them.side != side)
            .find(|&(foe, _)| touches(base, &self.rect(b, foe)))
            .map(|(foe, _)| foe)
    }

    /// Returns the first other unit, by id, that a base would overlap (PASS-03).
    pub(crate) fn overlapped(&self, b: &Battle, id: UnitId, base: &Rect) -> Option<UnitId> {
        self.about(b, base, 0, |other, _| other != id)
            .find(|&(other, _)| base.overlaps(&self.rect(b, other)))
            .map(|(other, _)| other)
    }

    /// Whether a unit may voluntarily move through another (PASS-01).
    pub(crate) fn may_pass(mover: &Unit, other: &Unit) -> bool {
        mover.side == other.side && (Self::skirmishes(mover) || Self::skirmishes(other))
    }

    /// Returns the first base that a straight advance meets, if that is within `far`; one farther
    /// on may be missed (GEO-07). Friends do not stop the advance if they may be passed, or if the
    /// base already overlaps them after a turn (PASS-01, TURNING-07); nor do commanders (CMD-11).
    pub(crate) fn meets(
        &self,
        b: &Battle,
        id: UnitId,
        from: &Rect,
        way: Facing,
        far: Length,
    ) -> Option<Met> {
        by!(c::GEO_07, c::CMD_11);
        let u = b.unit(id);
        let mut first: Option<Met> = None;
        let strip = Strip::new(from, way, far);
        for (other, them) in b.about(from.centre(), self.reach_round(b, from, far)) {
            if other == id || !self.fights(them) || Self::may_pass(u, them) {
                continue;
            }
            let (frontage, depth) = self.size(&b.setting, them);
            if !strip.could_meet(them.pose.point(), frontage + depth) {
                continue;
            }
            let base = self.rect(b, other);
            if them.side == u.side && from.overlaps(&base) {
                continue;
            }
            if let Some(met) = from.sweep(way, &base)
                && first.is_none_or(|f| met.enter < f.at)
            {
                first = Some(Met {
                    unit: other,
                    at: met.enter,
                });
            }
        }
        first
    }

    /// Returns what blocks the sight of a unit to a target, if anything (GEO-08). Guns on a hill
    /// see over units (TERR-09).
    pub(crate) fn unseen(&self, b: &Battle, from: UnitId, target: UnitId) -> Option<Witness> {
        by!(c::GEO_08, c::TERR_09);
        let eye = self.rect(b, from).front_middle();
        let goal = b.unit(target).pose.point();
        let line = Edge::new(eye, goal);
        let blocks = |f: &Feature| matches!(f.ground, Ground::Woods | Ground::Town | Ground::Hill);
        if let Some(at) = drill::ground_across(b, &line, [eye, goal], blocks) {
            return Some(drill::ground_witness(b, at));
        }
        let us = b.unit(from);
        if self.guns(us) && Self::on_hill(b, us.pose) {
            return None;
        }
        let near = |u: &Unit| {
            let (w, d) = self.size(&b.setting, u);
            line.could_meet(u.pose.point(), w + d)
        };
        let third = |id: UnitId, u: &Unit| id != from && id != target && self.fights(u) && near(u);
        let across = drill::unit_across(self, b, &line, self.girth(b), third);
        across.map(|by| Witness::blocked(b, by))
    }

    /// Returns the line from the middle of a unit's front to another unit's centre.
    pub(crate) fn line_to(&self, b: &Battle, from: UnitId, target: UnitId) -> Edge {
        Edge::new(
            self.rect(b, from).front_middle(),
            b.unit(target).pose.point(),
        )
    }

    /// Returns the enemy nearest to a unit, base to base; the lower id on ties (MOR-21).
    pub(crate) fn nearest_enemy(&self, b: &Battle, id: UnitId) -> Option<UnitId> {
        let own = self.rect(b, id);
        self.fighters(b, b.unit(id).side.other())
            .map(|(foe, _)| (own.distance(&self.rect(b, foe)).length, foe))
            .min()
            .map(|(_, foe)| foe)
    }
}

//! Section 7: terrain: what is difficult, what covers, what lies higher, and
//! what the eye does not pass.

use crate::numbers::Family;
use crate::{ThrowMeA6, c};
use arrayvec::ArrayVec;
use sandtable_battle::by;
use sandtable_battle::{Battle, Feature, Ground, Unit, UnitId, Witness};
use sandtable_drill as drill;
use sandtable_geometry::{Edge, Facing, Length, Point, Rect, TOLERANCE, within};

/// Ground that nobody can enter.
pub(crate) const fn is_closed(ground: Ground) -> bool {
    matches!(ground, Ground::Lake | Ground::Impassable)
}

/// Difficult ground (TERR-02); what scenarios mark so is rough ground or marsh.
const fn is_difficult(ground: Ground) -> bool {
    matches!(
        ground,
        Ground::Woods | Ground::Town | Ground::River | Ground::Rough | Ground::Marsh
    )
}

/// Ground the eye does not pass (GEO-07).
const fn hides(ground: Ground) -> bool {
    matches!(ground, Ground::Woods | Ground::Town | Ground::Hill)
}

/// A line from the rear of a base to its front once it has gone `by` in a
/// direction: where its middle passes.
fn axis(base: &Rect, way: Facing, by: Length) -> Edge {
    let half = base.depth() / 2;
    let centre = base.centre();
    Edge::new(
        centre.moved(way.reversed(), half),
        centre.moved(way, by + half),
    )
}

impl ThrowMeA6 {
    /// Whether difficult terrain halves a unit's rate (MOVE-11, MOVE-12).
    pub(crate) fn slowed(&self, unit: &Unit) -> bool {
        match self.family(unit) {
            Family::HeavyInfantry
            | Family::LightCavalry
            | Family::HeavyCavalry
            | Family::Elephants
            | Family::Artillery => true,
            // GEN-02: he moves as light cavalry does.
            Family::General => true,
            Family::Chariots => !self.choices.chariots_unaffected,
            Family::LightInfantry | Family::Warband | Family::Peltasts => {
                by!(c::MOVE_12);
                false
            }
        }
    }

    /// Whether a difficult feature is made easy for a base that goes this way:
    /// a river by a bridge or ford on its way, anything by a road when roads
    /// count (TERR-02, A22).
    fn eased(&self, battle: &Battle, feature: &Feature, axis: &Edge) -> bool {
        let terrain = &battle.setting.terrain;
        if feature.ground == Ground::River {
            let crossings = terrain
                .iter()
                .filter(|f| matches!(f.ground, Ground::Bridge | Ground::Ford));
            let crossings = crossings.flat_map(|f| &f.areas);
            if axis.keeps_to_areas(feature.areas.iter(), crossings) {
                return true;
            }
        }
        self.choices.road_cancels
            && battle.setting.features(Ground::Road).any(|road| {
                let line = road.line.as_ref();
                line.is_some_and(|line| line.follows(axis, road.width / 2))
            })
    }

    /// Whether any part of a base is in difficult terrain (TERR-05).
    pub(crate) fn in_difficult(&self, battle: &Battle, base: &Rect) -> bool {
        by!(c::TERR_01, c::TERR_02, c::TERR_05);
        let axis = axis(base, base.facing(), 0);
        let mut rough = battle.setting.terrain.iter();
        rough.any(|f| is_difficult(f.ground) && f.overlaps(base) && !self.eased(battle, f, &axis))
    }

    /// What a straight move costs: every inch on which any part of the base is
    /// in difficult terrain counts twice for those it slows (MOVE-11).
    pub(crate) fn cost(
        &self,
        battle: &Battle,
        unit: &Unit,
        from: &Rect,
        way: Facing,
        by: Length,
    ) -> Length {
        if by <= 0 || !self.slowed(unit) {
            return by.max(0);
        }
        by!(c::TERR_01, c::TERR_02);
        let mut spans: ArrayVec<(Length, Length), 48> = ArrayVec::new();
        let rough = battle.setting.terrain.iter();
        for feature in rough.filter(|f| is_difficult(f.ground)) {
            let before = spans.len();
            for passage in feature
                .areas
                .iter()
                .flat_map(|area| from.passages_within(way, area, by))
            {
                let span = (passage.enter.max(0), passage.leave.min(by));
                if span.0 + TOLERANCE < span.1 {
                    // More pieces than this on one way are hardly drawn; the
                    // last ones are then free, in the mover's favour.
                    let _ = spans.try_push(span);
                }
            }
            // What is not on the way need not be asked whether it is made easy.
            let met = spans.len() > before;
            if met && self.eased(battle, feature, &axis(from, way, by)) {
                spans.truncate(before);
            }
        }
        by.saturating_add(self.surcharge(by, &mut spans))
    }

    /// Between what a straight move costs at least and at most of which bounds are known:
    /// `narrow` lies within the base on every way it may take and goes the least length,
    /// `wide` covers it and goes the most.
    pub(crate) fn cost_between(
        &self,
        battle: &Battle,
        unit: &Unit,
        narrow: Option<(&Rect, Length)>,
        (wide, most): (&Rect, Length),
        way: Facing,
    ) -> (Length, Length) {
        let least = self.cost_at_least(battle, unit, narrow, way);
        if !self.slowed(unit) {
            return (least, most);
        }
        let dear = self.slow_stretches(battle, wide, way, most, |_| true);
        (least, most.saturating_add(dear))
    }

    /// The lesser of them.
    pub(crate) fn cost_at_least(
        &self,
        battle: &Battle,
        unit: &Unit,
        narrow: Option<(&Rect, Length)>,
        way: Facing,
    ) -> Length {
        let Some((base, least)) = narrow else {
            return 0;
        };
        if !self.slowed(unit) {
            return least;
        }
        let terrain = &battle.setting.terrain;
        let crossed = terrain
            .iter()
            .any(|f| matches!(f.ground, Ground::Bridge | Ground::Ford));
        // What a bridge or a road may make easy is not sure to slow it.
        let sure =
            |f: &Feature| !(self.choices.road_cancels || crossed && f.ground == Ground::River);
        least + self.slow_stretches(battle, base, way, least, sure)
    }

    /// What difficult ground of some kinds adds to a way.
    fn slow_stretches(
        &self,
        battle: &Battle,
        base: &Rect,
        way: Facing,
        by: Length,
        counts: impl Fn(&Feature) -> bool,
    ) -> Length {
        let rough = battle.setting.terrain.iter();
        let rough = rough.filter(|f| is_difficult(f.ground) && counts(f));
        let mut spans: ArrayVec<(Length, Length), 48> = ArrayVec::new();
        for area in rough.flat_map(|f| &f.areas) {
            let within = base.passages_within(way, area, by);
            let within = within.map(|p| (p.enter.max(0), p.leave.min(by)));
            spans.extend(
                within
                    .filter(|(enter, leave)| enter + TOLERANCE < *leave)
                    .take(48 - spans.len()),
            );
        }
        self.surcharge(by, &mut spans)
    }

    /// What the stretches in difficult ground add to a move.
    fn surcharge(&self, by: Length, spans: &mut [(Length, Length)]) -> Length {
        if spans.is_empty() {
            return 0;
        }
        by!(c::MOVE_11);
        if self.choices.half_whole_move {
            return by;
        }
        spans.sort_unstable();
        let (mut slow, mut done) = (0, 0);
        for &mut (enter, leave) in spans {
            slow += (leave - enter.max(done)).max(0);
            done = done.max(leave);
        }
        slow
    }

    /// How far a unit comes in a direction on an allowance.
    pub(crate) fn afford(
        &self,
        battle: &Battle,
        unit: &Unit,
        from: &Rect,
        way: Facing,
        allowance: Length,
    ) -> Length {
        if within(self.cost(battle, unit, from, way, allowance), allowance) {
            return allowance;
        }
        let (mut low, mut high) = (0, allowance);
        while high - low > 1 {
            let middle = i32::midpoint(low, high);
            if within(self.cost(battle, unit, from, way, middle), allowance) {
                low = middle;
            } else {
                high = middle;
            }
        }
        low
    }

    /// The first ground that nobody can enter under a base.
    pub(crate) fn closed_ground(&self, battle: &Battle, base: &Rect) -> Option<usize> {
        let terrain = &battle.setting.terrain;
        terrain
            .iter()
            .position(|f| is_closed(f.ground) && f.overlaps(base))
    }

    /// The level of a unit: that of its centre (TERR-04).
    pub(crate) fn level(&self, battle: &Battle, unit: &Unit) -> u8 {
        by!(c::TERR_04);
        battle.setting.level(unit.pose.point())
    }

    /// Whether a target is in cover from a shot along a line (TERR-03).
    pub(crate) fn covered(&self, battle: &Battle, target: UnitId, line: &Edge) -> bool {
        by!(c::TERR_03);
        let unit = battle.unit(target);
        let at = unit.pose.point();
        let base = self.rect(battle, target);
        let near = self.numbers.measure.wall_near.0;
        battle.setting.terrain.iter().any(|f| match f.ground {
            Ground::Woods | Ground::Town => f.holds(at),
            Ground::Wall => f
                .line
                .as_ref()
                .is_some_and(|wall| within(wall.distance(&base), near) && wall.crossed_by(line)),
            _ => false,
        })
    }

    /// What hides a target along a line: terrain in which neither centre lies,
    /// or another unit (GEO-07).
    pub(crate) fn hidden(
        &self,
        battle: &Battle,
        id: UnitId,
        target: UnitId,
        line: &Edge,
    ) -> Option<Witness> {
        let (unit, foe) = (battle.unit(id), battle.unit(target));
        let holds = |f: &Feature, p: Point| f.holds(p);
        let between = battle.setting.terrain.iter().position(|f| {
            hides(f.ground)
                && !holds(f, unit.pose.point())
                && !holds(f, foe.pose.point())
                && f.length_of(line) > TOLERANCE
        });
        if let Some(at) = between {
            return Some(drill::ground_witness(battle, at));
        }
        let eye = self.level(battle, unit);
        let blocks = |other: UnitId, them: &Unit| {
            other != id
                && other != target
                && self.stands(them)
                && line.could_meet(them.pose.point(), self.girth(battle, them))
                && !(self.choices.hills_see_over && eye > self.level(battle, them))
        };
        drill::unit_across(self, battle, line, blocks).map(|by| Witness::blocked(battle, by))
    }
}

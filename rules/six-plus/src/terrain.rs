//! Terrain: which unit may enter what, river crossings, roads.

use crate::{SixPlus, c};
use sandtable_battle::by;
use sandtable_battle::{Battle, Clause, Feature, Ground, Unit};
use sandtable_geometry::{Drift, Edge, Facing, Length, Point, Rect, TOLERANCE, within};

/// Returns the clause that keeps units off a kind of ground.
const fn clause_of(ground: Ground) -> Clause {
    match ground {
        Ground::Woods => c::TERR_01,
        Ground::Town => c::TERR_02,
        Ground::River => c::TERR_04,
        _ => c::TERR_03,
    }
}

/// Returns whether ground blocks the view for units outside it (SHOOT-08).
pub(crate) const fn blocks_sight(ground: Ground) -> bool {
    matches!(ground, Ground::Woods | Ground::Town | Ground::Hill)
}

/// Index of the ground that stops a unit, and the clause.
pub(crate) type Barrier = (usize, Clause);

impl SixPlus {
    /// Returns whether a unit may never enter a kind of ground (TERR-01, TERR-03).
    pub(crate) fn barred(&self, unit: &Unit, ground: Ground) -> bool {
        match ground {
            Ground::Woods => !self.kind(unit).woods,
            Ground::Marsh | Ground::Lake | Ground::Impassable => true,
            Ground::Hill => {
                by!(c::TERR_08);
                false
            }
            _ => false,
        }
    }

    /// Returns the first ground on which a base may not stand. Woods, marshland and lakes count if
    /// any part of the base is in them; so do towns for units that may only pass through (TERR-01
    /// to TERR-03, CONV-06).
    pub(crate) fn bad_ground(&self, battle: &Battle, unit: &Unit, base: &Rect) -> Option<Barrier> {
        by!(c::CONV_06, c::SETUP_02, c::SETUP_03);
        let ends = self.kind(unit).end_in_town;
        let bad = |f: &Feature| {
            let closed = self.barred(unit, f.ground) || (f.ground == Ground::Town && !ends);
            closed && f.overlaps(base)
        };
        let mut under = battle.setting.terrain.about(base.bounds());
        let (at, feature) = under.find(|(_, f)| bad(f))?;
        Some((at, clause_of(feature.ground)))
    }

    /// Returns the first ground that a base may not cross on a straight path: ground closed to it,
    /// or a river without a bridge or ford.
    pub(crate) fn bad_way(
        &self,
        battle: &Battle,
        unit: &Unit,
        from: &Rect,
        way: Facing,
        by: Length,
    ) -> Option<Barrier> {
        let walk = Edge::new(from.centre(), from.centre().moved(way, by));
        let stood = self.rect_at(battle, unit, unit.pose);
        let bad = |f: &Feature| {
            if f.ground == Ground::River {
                // A unit that stays where it is crosses nothing, even on the line.
                return !within(by, 0) && drowned(battle, f, &walk);
            }
            self.barred(unit, f.ground)
                && f.areas.iter().any(|area| {
                    // If a scenario puts a unit on this ground, it may leave; if the unit merely
                    // turned onto it, it may not.
                    let meets = |enter: Length| enter + TOLERANCE < by;
                    !area.overlaps(&stood)
                        && (by > 0 && area.overlaps(from)
                            || from.sweep_area_within(way, area, by).is_some_and(meets))
                })
        };
        let mut ahead = battle.setting.terrain.about(from.bounds_slid(way, by));
        let (at, feature) = ahead.find(|(_, f)| bad(f))?;
        Some((at, clause_of(feature.ground)))
    }

    /// Returns the road that a whole path keeps to, if there is one (TERR-06).
    pub(crate) fn road_along<'a>(
        &self,
        battle: &'a Battle,
        stops: &[Point],
    ) -> Option<&'a Feature> {
        let margin = self.numbers.road.within.0;
        battle.setting.features(Ground::Road).find(|road| {
            let Some(line) = road.line.as_ref() else {
                return false;
            };
            let on = |walk: &[Point]| line.follows(&Edge::new(walk[0], walk[1]), margin);
            stops.windows(2).all(on)
        })
    }

    /// Returns whether a point is on a road (TERR-06).
    pub(crate) fn on_road(&self, battle: &Battle, p: Point) -> bool {
        let margin = self.numbers.road.within.0;
        battle.setting.features(Ground::Road).any(|road| {
            let line = road.line.as_ref();
            line.is_some_and(|line| within(line.distance_from(p), margin))
        })
    }

    /// Returns whether a unit has cover from fire where it stands (SHOOT-13).
    pub(crate) fn covered(&self, battle: &Battle, unit: &Unit) -> bool {
        by!(c::TERR_09);
        let at = unit.pose.point();
        [Ground::Woods, Ground::Town]
            .into_iter()
            .any(|ground| battle.setting.lies_in(at, ground))
    }
}

/// Returns whether a path crosses a river without a bridge or ford (TERR-04).
fn drowned(battle: &Battle, river: &Feature, walk: &Edge) -> bool {
    by!(c::TERR_04);
    let Some(line) = &river.line else {
        return false;
    };
    let dry = |p: Point| {
        let grounds = [Ground::Bridge, Ground::Ford];
        grounds.into_iter().any(|g| battle.setting.lies_in(p, g))
    };
    line.passages(walk).any(|p| !dry(p))
}

/// Returns whether every path in an arc, `least` far or farther, crosses rivers only at bridges or
/// fords; `None` if that varies or is unsure.
pub(crate) fn surely_dry(
    battle: &Battle,
    river: &Feature,
    walks: &Drift,
    least: Length,
) -> Option<bool> {
    let Some(line) = &river.line else {
        return Some(true);
    };
    let dry = [Ground::Bridge, Ground::Ford].into_iter();
    let dry = dry.flat_map(|ground| battle.setting.features(ground));
    walks.crosses_only_in(least, line, dry.flat_map(|over| over.areas.iter()))
}

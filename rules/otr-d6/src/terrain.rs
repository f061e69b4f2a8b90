//! Terrain (section 8): cover, levels, obstacles, roads.

use crate::marks::Height;
use crate::numbers::CoverNames;
use crate::{OtrD6, c};
use sandtable_battle::by;
use sandtable_battle::{Battle, Clause, Feature, Ground, UnitId};
use sandtable_geometry::{Convex, Edge, Length, Line, TOLERANCE, keeps_to, within};
use std::cmp::Ordering;

/// How well a place is protected from fire.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Cover {
    /// Not at all.
    #[default]
    None,
    /// Soft cover or woods (TERR-03).
    Soft,
    /// Hard cover or a trench (TERR-02).
    Hard,
}

impl Cover {
    /// Returns what the cover adds to the score of fire, and by which clause.
    pub const fn modifier(self, rules: &OtrD6) -> (i16, Clause) {
        match self {
            Self::None => (0, c::TERR_04),
            Self::Soft => (rules.numbers.fire_modifier.soft_cover, c::TERR_03),
            Self::Hard => (rules.numbers.fire_modifier.hard_cover, c::TERR_02),
        }
    }
}

/// Which ground gives which cover (TERR-01, TERR-05), by its place in [`Ground`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct CoverTable {
    area: [Cover; Ground::ALL.len()],
    linear: [Cover; Ground::ALL.len()],
}

impl CoverTable {
    pub fn new(names: &CoverNames) -> Self {
        by!(c::TERR_01, c::TERR_05);
        let table = |hard: &[String], soft: &[String]| {
            Ground::ALL.map(|ground| {
                let among = |names: &[String]| names.iter().any(|n| n == ground.name());
                if among(hard) {
                    Cover::Hard
                } else if among(soft) {
                    Cover::Soft
                } else {
                    Cover::None
                }
            })
        };
        Self {
            area: table(&names.area_hard, &names.area_soft),
            linear: table(&names.linear_hard, &names.linear_soft),
        }
    }
}

impl OtrD6 {
    /// Returns the best cover a unit has against fire along a line (TERR-04, TERR-05):
    /// an area under its centre protects from everywhere, a line close by only if the fire
    /// crosses it.
    pub(crate) fn cover_of(&self, b: &Battle, target: UnitId, fire: &Edge) -> Cover {
        by!(c::TERR_04, c::TERR_05, c::GEO_10);
        if b.setting.terrain.is_empty() {
            return Cover::None;
        }
        let rect = self.rect(b, target);
        let centre = rect.centre();
        let of = |feature: &Feature| {
            let ground = feature.ground as usize;
            let (area, linear) = (self.ground.area[ground], self.ground.linear[ground]);
            let near = |line: &sandtable_geometry::Line| {
                line.crossed_by(fire)
                    && within(line.distance(&rect), self.numbers.cover.linear_reach)
            };
            if area != Cover::None && feature.holds(centre) {
                area
            } else if linear != Cover::None && feature.line.as_ref().is_some_and(near) {
                linear
            } else {
                Cover::None
            }
        };
        let reach = rect.grown(self.numbers.cover.linear_reach + TOLERANCE);
        let near = b.setting.terrain.about(reach.bounds());
        near.map(|(_, f)| of(f)).max().unwrap_or_default()
    }

    /// Whether a unit mans hard cover or a trench: whether such cover protects it
    /// against fire from straight ahead (TERR-07).
    pub(crate) fn mans_hard_cover(&self, b: &Battle, unit: UnitId) -> bool {
        by!(c::TERR_07);
        let front = self.rect(b, unit).front_middle();
        let ahead = front.moved(b.unit(unit).pose.facing, self.numbers.cover.linear_reach);
        self.cover_of(b, unit, &Edge::new(ahead, front)) == Cover::Hard
    }

    /// Returns the level a unit stands on: the level under its centre (TERR-06).
    pub(crate) fn level_of(&self, b: &Battle, unit: UnitId) -> u8 {
        by!(c::TERR_06);
        b.setting.level(self.rect(b, unit).centre())
    }

    /// Returns which of a charger and the unit it charges stands on the higher level
    /// now (MEL-04, ruling A52).
    pub(crate) fn higher(&self, b: &Battle, charger: UnitId, charged: UnitId) -> Height {
        by!(c::TERR_06, c::AM1);
        match self.level_of(b, charger).cmp(&self.level_of(b, charged)) {
            Ordering::Equal => Height::Level,
            Ordering::Greater => Height::Charger,
            Ordering::Less => Height::Charged,
        }
    }

    /// Whether the ground along a segment hides what lies behind: more than an inch
    /// of woods or buildings, or ground higher than both ends (GEO-09).
    pub(crate) fn ground_hides(&self, b: &Battle, line: &Edge, highest_end: u8) -> bool {
        by!(c::GEO_09);
        let all = || b.setting.terrain.about(line.bounds()).map(|(_, f)| f);
        let high = |f: &Feature| {
            f.ground == Ground::Hill && f.level > highest_end && f.length_of(line) > TOLERANCE
        };
        let dense = |f: &&Feature| matches!(f.ground, Ground::Woods | Ground::Town);
        let growth = line.length_in_any(all().filter(dense).flat_map(|f| &f.areas));
        all().any(high) || !within(growth, self.numbers.geometry.sight_depth_in_woods)
    }
}

/// Whether no unit can enter a piece of terrain (MOVE-15), rivers included: those are
/// crossed only at bridges and fords.
pub(crate) fn bars(feature: &Feature) -> bool {
    by!(c::MOVE_15);
    matches!(
        feature.ground,
        Ground::Impassable | Ground::Lake | Ground::River
    )
}

/// Returns the first feature that a move would enter and may not
/// (MOVE-15, GEO-12). A unit one file wide may cross a river where the way of its
/// head lies on a bridge or in a ford.
pub(crate) fn barrier(b: &Battle, room: &Convex, walk: &Edge, one_file: bool) -> Option<usize> {
    by!(c::MOVE_15, c::GEO_12);
    let dry = |river: &Feature| {
        let near = b.setting.terrain.about(walk.bounds()).map(|(_, f)| f);
        let crossings = near.filter(|f| matches!(f.ground, Ground::Bridge | Ground::Ford));
        let wet = walk.length_in_any(river.areas.iter());
        let dry = || walk.keeps_to_areas(river.areas.iter(), crossings.flat_map(|f| &f.areas));
        one_file && (within(wet, 0) || dry())
    };
    b.setting.terrain.iter().position(|feature| {
        bars(feature)
            && feature.areas.iter().any(|area| area.meets(room))
            && !(feature.ground == Ground::River && dry(feature))
    })
}

impl OtrD6 {
    /// Whether the way of the head lies along one road all the way (MOVE-03). Pieces
    /// that meet are one road (AM5).
    pub(crate) fn on_road(&self, b: &Battle, way: &[Edge]) -> bool {
        by!(c::MOVE_03, c::AM5);
        let reach = self.numbers.movement.road_reach;
        let mut left: Vec<(&Line, Length)> = b
            .setting
            .features(Ground::Road)
            .filter_map(|road| Some((road.line.as_ref()?, road.width)))
            .collect();
        let lies_along = |road: &[&Line]| {
            let mut walks = way.iter();
            walks.all(|walk| keeps_to(road.iter().copied(), walk, reach))
        };
        // Which pieces are one road takes long to see, and matters only to a way along several.
        let all: Vec<&Line> = left.iter().map(|&(line, _)| line).collect();
        if !lies_along(&all) {
            return false;
        }
        if all.iter().any(|&line| lies_along(&[line])) {
            return true;
        }
        while let Some(first) = left.pop() {
            if lies_along(&joined(first, &mut left)) {
                return true;
            }
        }
        false
    }
}

/// Takes out of `left` every piece of road that meets the first one, directly or through other
/// pieces, and returns them all. Pieces meet where their surfaces touch.
fn joined<'a>(first: (&'a Line, Length), left: &mut Vec<(&'a Line, Length)>) -> Vec<&'a Line> {
    let mut road = vec![first];
    let mut at = 0;
    while let Some(&(line, width)) = road.get(at) {
        let meets =
            |&mut (other, its): &mut (&Line, Length)| line.comes_within(other, (width + its) / 2);
        road.extend(left.extract_if(.., meets));
        at += 1;
    }
    road.into_iter().map(|(line, _)| line).collect()
}

/// Returns how much of a walk lies in rough ground: marsh, woods, broken ground
/// (MOVE-15, by switch).
pub(crate) fn rough(b: &Battle, walk: &Edge) -> Length {
    let rough = |f: &&Feature| matches!(f.ground, Ground::Rough | Ground::Marsh | Ground::Woods);
    let near = b.setting.terrain.about(walk.bounds()).map(|(_, f)| f);
    let all = near.filter(rough);
    walk.length_in_any(all.flat_map(|f| &f.areas))
}

impl OtrD6 {
    /// Returns the cover of a unit against fire from straight ahead, for profiles.
    pub(crate) fn cover_ahead(&self, b: &Battle, unit: UnitId) -> Cover {
        let front = self.rect(b, unit).front_middle();
        let ahead = front.moved(b.unit(unit).pose.facing, self.numbers.cover.linear_reach);
        self.cover_of(b, unit, &Edge::new(ahead, front))
    }
}

//! Geometry (section 9): fields of fire, zones, sight, clear paths.

use crate::switches::{ArcOrigin, Enfilade, Los};
use crate::{OtrD6, c, units};
use sandtable_battle::by;
use sandtable_battle::{Battle, Unit, UnitId};
use sandtable_geometry::{Convex, Edge, Field, Length, Point, Rect, TOLERANCE, Tape, Zone, within};

/// How one unit can shoot at or charge another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Aim {
    /// The fire distance and its two end points (GEO-08).
    pub tape: Tape,
    /// The segment that is free of blockers (GEO-09): the fire line for cover
    /// (GEO-10).
    pub line: Edge,
}

/// Why a unit can neither shoot at nor charge another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Blind {
    /// The target is not in the field of fire (GEO-05).
    Outside,
    /// The target is hidden along this line: by a unit, or by the ground (GEO-09).
    Hidden(Tape, Option<UnitId>),
}

impl OtrD6 {
    /// Returns a unit's field of fire (GEO-05).
    pub(crate) fn field_of(&self, shooter: &Rect) -> Field {
        by!(c::GEO_04, c::GEO_05);
        let angle = self.numbers.geometry.field_angle;
        match self.chosen.arc_origin {
            ArcOrigin::Corners => Field::from_corners(shooter, angle),
            ArcOrigin::Centre => Field::from_middle(shooter, angle),
        }
    }

    /// Returns the fire distance to the part of a target in the field (GEO-08); none if
    /// the target is outside of it. Sight is not checked.
    pub(crate) fn fire_distance(&self, shooter: &Rect, target: &Rect) -> Option<Tape> {
        by!(c::GEO_01, c::GEO_08);
        self.field_of(shooter).tape(target)
    }

    /// Returns how a unit can shoot at another, at any range.
    pub(crate) fn aim(&self, b: &Battle, shooter: UnitId, target: UnitId) -> Result<Aim, Blind> {
        by!(c::GEO_08, c::GEO_09, c::GEO_10);
        let (from, to) = (self.rect(b, shooter), self.rect(b, target));
        let field = self.field_of(&from);
        let tape = field.tape(&to).ok_or(Blind::Outside)?;
        let straight = Edge::new(tape.from, tape.to);
        let Some(blocker) = self.hidden_from(b, shooter, target, &straight) else {
            return Ok(Aim {
                tape,
                line: straight,
            });
        };
        let centre = to.centre();
        let central = Edge::new(from.front_middle(), centre);
        if field.holds(centre) && self.hidden_from(b, shooter, target, &central).is_none() {
            return Ok(Aim {
                tape,
                line: central,
            });
        }
        Err(Blind::Hidden(tape, blocker))
    }

    /// Returns what blocks the sight of one unit to another along a segment, if anything
    /// does: a unit, or the ground (an inner `None`).
    #[expect(
        clippy::option_option,
        reason = "blocked or not; by whom, if by a unit"
    )]
    fn hidden_from(
        &self,
        b: &Battle,
        from: UnitId,
        to: UnitId,
        line: &Edge,
    ) -> Option<Option<UnitId>> {
        by!(c::GEO_09);
        if self.chosen.los == Los::None {
            return None;
        }
        let hilly = !b.setting.terrain.is_empty();
        let level = |id| {
            if hilly { self.level_of(b, id) } else { 0 }
        };
        let highest = level(from).max(level(to));
        let near = |u: &Unit| {
            let (w, d) = self.size_of(&b.setting, u);
            line.could_meet(u.pose.point(), w + d)
        };
        let across = b.along(line, self.girth(b)).find(|&(id, u)| {
            id != from
                && id != to
                && units::fights(u)
                && near(u)
                && line.length_in(&self.rect(b, id).grown(-TOLERANCE)) > TOLERANCE
                && highest <= level(id)
        });
        if let Some((id, _)) = across {
            return Some(Some(id));
        }
        if !hilly {
            return None;
        }
        let (start, end) = line.ends();
        let highest = highest
            .max(b.setting.level(start))
            .max(b.setting.level(end));
        self.ground_hides(b, line, highest).then_some(None)
    }

    /// Returns the zone around a unit in which a point lies (GEO-06).
    pub(crate) fn zone(&self, b: &Battle, of: UnitId, point: Point) -> Zone {
        by!(c::GEO_04, c::GEO_06);
        self.rect(b, of).zone_of(point)
    }

    /// Returns the zone of a unit in which another unit's front midpoint stands (GEO-07).
    pub(crate) fn zone_facing(&self, b: &Battle, of: UnitId, other: UnitId) -> Zone {
        by!(c::GEO_07);
        self.zone(b, of, self.rect(b, other).front_middle())
    }

    /// Whether a shooter enfilades a target (GEO-11).
    pub(crate) fn enfilades(&self, b: &Battle, shooter: UnitId, target: UnitId) -> bool {
        by!(c::GEO_11);
        match (self.zone_facing(b, target, shooter), self.chosen.enfilade) {
            (Zone::Front, _) | (Zone::Rear, Enfilade::FlankOnly) => false,
            (Zone::Left | Zone::Right, _) | (Zone::Rear, Enfilade::OutsideFront) => true,
        }
    }
}

/// Returns the ground a straight move needs: the hull of the footprints at its start and at
/// its end (GEO-12).
pub(crate) fn room(from: &Rect, to: &Rect) -> Convex {
    by!(c::GEO_12);
    Convex::hull(from, to)
}

/// Whether a base comes nearer than a gap to another.
pub(crate) fn nearer_than(base: &Rect, other: &Rect, gap: Length) -> bool {
    by!(c::GEO_01);
    // Most pairs are settled before the distance is measured. The grown shape has sharp
    // corners, which reach farther than the gap.
    base.overlaps(&other.grown(gap))
        && (base.overlaps(other) || !within(gap, base.distance(other).length))
}

/// Whether an outline comes nearer than a gap to a rectangle.
pub(crate) fn closer_than(outline: &Convex, rect: &Rect, gap: Length) -> bool {
    by!(c::GEO_01);
    if !outline.overlaps(&rect.grown(gap)) {
        return false;
    }
    if outline.overlaps(rect) {
        return true;
    }
    // The grown rectangle has sharp corners; the exact distance has round ones.
    let points: arrayvec::ArrayVec<Point, 12> = outline.points().collect();
    (0..points.len()).any(|i| {
        let side = Edge::new(points[i], points[(i + 1) % points.len()]);
        !within(gap, side.distance(rect).length)
    })
}

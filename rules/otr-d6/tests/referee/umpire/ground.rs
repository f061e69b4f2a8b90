//! Distances, lines of fire, and the ground that units stand on.

use super::figures::{forward, right, shape, size, spot};
use super::{BORDER, CLOSE, Umpire};
use sandtable_battle::{Ground, Unit, UnitId};
use sandtable_referee::plane::{
    P, Shape, along, cut, gap, holds, inside, length, shortest, sides, sub, to_segment,
};

impl Umpire<'_> {
    /// Returns the fire distance: to the part of the target in the field. None if all of it is
    /// outside; `Err` at the very edge of the field.
    pub(super) fn distance(&self, from: &Unit, to: &Unit) -> Result<Option<f64>, ()> {
        let own = shape(from);
        let field = |spare| self.field(from, to, spare);
        let (less, more) = (field(-CLOSE), field(CLOSE));
        if less.is_empty() != more.is_empty() {
            return Err(());
        }
        let part = field(0.0);
        Ok((!part.is_empty()).then(|| gap((own[0], own[1]), &part)))
    }

    /// Returns the part of a unit in the field of another, or within `spare` of it.
    #[expect(clippy::unused_self, reason = "one of the umpire's measures")]
    pub(super) fn field(&self, from: &Unit, to: &Unit, spare: f64) -> Shape {
        let own = shape(from);
        let (f, r) = (forward(from), right(from));
        // The bounds run outwards at 45 degrees from the front corners.
        let side = |at: P, sign: f64| {
            let inward = along(f, r, -sign);
            (along(at, inward, -spare), inward)
        };
        let mut part = cut(&shape(to), along(own[0], f, -spare), f);
        for (at, inward) in [side(own[0], -1.0), side(own[1], 1.0)] {
            if !part.is_empty() {
                part = cut(&part, at, inward);
            }
        }
        part
    }

    /// Whether nothing hides one unit from another, wherever the line runs.
    pub(super) fn plain(&self, from: UnitId, to: UnitId) -> bool {
        let (us, them) = (self.unit(from), self.unit(to));
        let (own, other) = (shape(us), shape(them));
        let mut ends: Vec<P> = other.clone();
        ends.push(self.centre(them));
        for side in sides(&other) {
            ends.extend((1..8).map(|i| along(side.0, sub(side.1, side.0), f64::from(i) / 8.0)));
        }
        let starts = (0..=8).map(|i| along(own[0], sub(own[1], own[0]), f64::from(i) / 8.0));
        let (Some(low), Some(high)) = (self.level(us), self.level(them)) else {
            return false;
        };
        let high = low.max(high);
        starts.into_iter().all(|start| {
            ends.iter().all(|&end| {
                let line = (start, end);
                let units = self
                    .present()
                    .all(|(id, u)| id == from || id == to || inside(line, &shape(u)) == 0.0);
                let mut woods = 0.0;
                let mut hills = true;
                for (ground, level, area) in self.areas() {
                    let through = inside(line, &area);
                    match ground {
                        Ground::Woods => woods += through,
                        Ground::Hill => hills &= level <= high || through == 0.0,
                        _ => {}
                    }
                }
                units && hills && woods < 1.0 - CLOSE
            })
        })
    }

    pub(super) fn areas(&self) -> Vec<(Ground, u8, Shape)> {
        let corner =
            |p: &sandtable_geometry::Point| (f64::from(p.x) / 2540.0, f64::from(p.y) / 2540.0);
        let each = self.0.setting.terrain.iter();
        let areas = each.flat_map(|f| f.areas.iter().map(move |area| (f, area)));
        areas
            .map(|(f, area)| {
                (
                    f.ground,
                    f.level,
                    area.outline().iter().map(corner).collect(),
                )
            })
            .collect()
    }

    /// Returns the fire line (GEO-10): the shortest one or, if something hides it, the one from
    /// the middle of the front to the target's centre; none if that is too close to call.
    pub(super) fn fire_line(&self, from: UnitId, to: UnitId) -> Option<(P, P)> {
        let (us, them) = (self.unit(from), self.unit(to));
        let straight = self.shortest_line(us, them)?;
        if self.is_free(straight, from, to)? {
            return Some(straight);
        }
        let centre = self.centre(them);
        let [wide, narrow] = [CLOSE, -CLOSE].map(|spare| {
            let part = self.field(us, them, spare);
            !part.is_empty() && holds(&part, centre, 0.0)
        });
        if wide != narrow || !wide {
            return None;
        }
        let middle = (spot(us), centre);
        self.is_free(middle, from, to)?.then_some(middle)
    }

    /// Whether nothing blocks a segment between two units (GEO-09); none if that is too
    /// close to call.
    pub(super) fn is_free(&self, line: (P, P), from: UnitId, to: UnitId) -> Option<bool> {
        let (low, high) = (self.level(self.unit(from))?, self.level(self.unit(to))?);
        let mut free = true;
        // Ground that the line only just touches is too close to call.
        let through = |area: &Shape| {
            let far = inside(line, area);
            let sure = if far > 0.0 {
                far > 5.0 * CLOSE
            } else {
                gap(line, area) > CLOSE
            };
            sure.then_some(far > 0.0)
        };
        for (_, u) in self.present().filter(|&(id, _)| id != from && id != to) {
            let above = low.max(high) > self.level(u)?;
            free &= above || !through(&shape(u))?;
        }
        // GEO-09: ground that is higher than both ends of the line.
        let mut ends = low.max(high);
        for (ground, level, area) in self.areas() {
            for end in [line.0, line.1] {
                let edge = |side| to_segment(end, side) < CLOSE;
                if ground == Ground::Hill && sides(&area).any(edge) {
                    return None;
                }
                if ground == Ground::Hill && holds(&area, end, 0.0) {
                    ends = ends.max(level);
                }
            }
        }
        let mut woods = 0.0;
        for (ground, level, area) in self.areas() {
            match ground {
                Ground::Woods => {
                    through(&area)?;
                    woods += inside(line, &area);
                }
                Ground::Hill if level > ends => free &= !through(&area)?,
                _ => {}
            }
        }
        if (woods - 1.0_f64).abs() < 2.0 * CLOSE {
            return None;
        }
        Some(free && woods < 1.0)
    }

    /// Returns the shortest line to the part of a target in the field; of several, the one that
    /// begins nearest to the middle of the front. None if two are about equally short.
    pub(super) fn shortest_line(&self, us: &Unit, them: &Unit) -> Option<(P, P)> {
        let own = shape(us);
        let part = self.field(us, them, 0.0);
        if part.is_empty() {
            return None;
        }
        let line = |tie| shortest((own[0], own[1]), &part, spot(us), tie);
        let (one, other) = (line(1e-6), line(CLOSE));
        (length(sub(one.0, other.0)) < CLOSE).then_some(one)
    }

    /// Returns the best cover from a line of fences and walls that the fire crosses close to a
    /// target (TERR-05); none if too close to call.
    pub(super) fn behind(&self, them: &Unit, fire: (P, P)) -> Option<i32> {
        let inches =
            |p: &sandtable_geometry::Point| (f64::from(p.x) / 2540.0, f64::from(p.y) / 2540.0);
        let mut best = 0;
        for f in &self.0.setting.terrain {
            let Some(line) = &f.line else { continue };
            let points: Vec<P> = line.points().iter().map(inches).collect();
            let base = shape(them);
            let wall = (points[0], points[1]);
            let far = if inside(wall, &base) > 0.0 {
                0.0
            } else {
                gap(wall, &base)
            };
            let (d, e) = (sub(fire.1, fire.0), sub(wall.1, wall.0));
            let cross = d.0 * e.1 - d.1 * e.0;
            let off = sub(wall.0, fire.0);
            let (t, s) = (
                (off.0 * e.1 - off.1 * e.0) / cross,
                (off.0 * d.1 - off.1 * d.0) / cross,
            );
            let spare = [(t, length(d)), (s, length(e))];
            let edge = spare
                .iter()
                .any(|(at, long)| at.abs().min((at - 1.0).abs()) * long < CLOSE);
            if cross.abs() < 1e-6 || edge || (far - 0.5).abs() < CLOSE {
                return None;
            }
            let crossed = (0.0..1.0).contains(&t) && (0.0..1.0).contains(&s);
            if crossed && far < 0.5 {
                best = best.max(if f.ground == Ground::Wall { 2 } else { 1 });
            }
        }
        Some(best)
    }

    pub(super) fn centre(&self, u: &Unit) -> P {
        along(spot(u), forward(u), -size(u).1 / 2.0)
    }

    /// Whether the middle of a unit lies in some ground; none at its very border.
    pub(super) fn lies_in(&self, u: &Unit, ground: Ground) -> Option<bool> {
        let at = self.centre(u);
        let areas = self.areas();
        let mut here = areas.iter().filter(|(of, ..)| *of == ground);
        here.try_fold(false, |found, (_, _, area)| {
            let border = sides(area).any(|side| to_segment(at, side) < BORDER);
            (!border).then(|| found || holds(area, at, 0.0))
        })
    }

    pub(super) fn level(&self, u: &Unit) -> Option<u8> {
        Some(u8::from(self.lies_in(u, Ground::Hill)?))
    }

    /// Returns the best cover of a unit against fire along a line (TERR-04, TERR-05).
    pub(super) fn cover(&self, u: &Unit, fire: (P, P)) -> Option<i32> {
        let area = if self.lies_in(u, Ground::Works)? {
            2
        } else {
            i32::from(self.lies_in(u, Ground::Woods)?)
        };
        Some(area.max(self.behind(u, fire)?))
    }

    /// Whether a unit could reach the table's edge.
    pub(super) fn close_to_edge(&self, u: &Unit) -> bool {
        let ((w, h), at) = (self.board(), spot(u));
        at.0.min(at.1).min(w - at.0).min(h - at.1) < 18.0
    }
}

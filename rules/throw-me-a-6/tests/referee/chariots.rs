//! Section 16: chariots that join a unit and leave it again; section 18: the general.

use crate::back::closed;
use crate::moves::hull;
use crate::state::{ACTIONS, Family, INCH, Table};
use sandtable_battle::{Battle, Status};
use sandtable_referee::plane::{
    Base, P, along, apart, bearing, depth, heading, passage, right, sub,
};
use sandtable_referee::{Beyond, Face, Reasons};

/// Whether a chariot can reach its unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Drive {
    Clear,
    Barred,
    Vague,
}

impl Table<'_> {
    // ------------------------------------------------------------------- joining

    /// CH-05 and CH-09.
    pub fn judge_joining(&self, i: usize, j: usize, r: &mut Reasons) {
        let (u, host) = (&self.units[i], &self.units[j]);
        r.require(self.phase == ACTIONS, "SEQ");
        r.require(u.family == Family::Chariots, "CH");
        let fit = i != j && host.stands_here() && !host.hostile(u);
        r.require(fit && host.family != Family::Chariots, "CH");
        r.require(self.chariot_of(j).is_none(), "CH");
        for clause in ["CON", "MOVE", "SEQ"] {
            r.require(self.touching(i).is_empty(), clause);
        }
        // A chariot beside its unit needs no way, and neither does one whose move ended there.
        let there = u.moved < 3 && self.gap(&u.base, &host.base) <= self.slack;
        if u.moved > 0 || there {
            for clause in ["CH", "SEQ"] {
                r.require(there, clause);
            }
            return;
        }
        if !r.clean() {
            return;
        }
        let aim = bearing(sub(host.base.at, u.base.at)).round();
        match self.drive(i, j, aim) {
            Drive::Clear => {}
            Drive::Vague => r.unruled("a chariot that ends upon another unit"),
            Drive::Barred => {
                for clause in ["CH", "GEO", "MOVE"] {
                    r.require(false, clause);
                }
            }
        }
    }

    /// CH-03: turns in place and drives until it touches its unit.
    fn drive(&self, i: usize, j: usize, way: f64) -> Drive {
        let (u, host) = (&self.units[i], &self.units[j].base);
        let (start, d) = (u.base.turned_to(way.rem_euclid(65536.0)), heading(way));
        let touch = if self.overlap(&start, host) {
            0.0
        } else {
            match passage(&start.shape(), d, &host.shape(), self.slack) {
                Some((touch, _)) => touch.max(0.0),
                None => return Drive::Barred,
            }
        };
        if self.cost(u, &start, d, touch) > u.rate() + self.slack {
            return Drive::Barred;
        }
        let end = start.slid(d, touch);
        let track = hull(&start, &end);
        let least = 0.1 * INCH - self.slack;
        for (k, other) in self.others(i) {
            if k == j {
                continue;
            }
            let shape = other.base.shape();
            let upon = depth(&track, &shape) > self.slack;
            if other.hostile(u) {
                let near = self.gap(&u.base, &other.base) < least;
                if if near {
                    upon
                } else {
                    apart(&track, &shape) < least
                } {
                    return Drive::Barred;
                }
            } else if upon && !self.passes(u, other) {
                return Drive::Barred;
            } else if self.overlap(&end, &other.base) {
                return Drive::Vague;
            }
        }
        let ground = self.ground.iter().filter(|g| closed(g.ground));
        let mut areas = ground.flat_map(|g| &g.areas);
        if areas.any(|area| depth(&track, area) > self.slack) {
            return Drive::Barred;
        }
        Drive::Clear
    }

    pub fn join(&mut self, i: usize, j: usize) -> Result<(), Beyond> {
        self.told.push(if self.units[i].moved > 0 {
            "chariot that joins where it stands"
        } else {
            "chariot that joins"
        });
        let chariot = &mut self.units[i];
        (chariot.with, chariot.moved) = (Some(j), 2);
        Ok(())
    }

    // ------------------------------------------------------------------- leaving

    /// CH-09: judges leaving: at the start of the chariot's own move, if there is a place.
    pub fn judge_parting(&self, i: usize, r: &mut Reasons) {
        r.require(self.phase == ACTIONS, "SEQ");
        r.require(self.units[i].moved == 0, "CH-09");
        if !r.clean() {
            return;
        }
        let host = self.units[i].with.unwrap_or(i);
        let any = [Face::Rear, Face::Left, Face::Right]
            .into_iter()
            .flat_map(|face| self.places(i, host, face))
            .any(|place| self.free_beside(i, &place));
        if !any {
            // There may be a free place between two of those that were tried.
            let loosely = Self {
                slack: 130.0,
                ..self.clone()
            };
            let some = [Face::Rear, Face::Left, Face::Right]
                .into_iter()
                .flat_map(|face| self.places(i, host, face))
                .any(|place| loosely.free_beside(i, &place));
            if some {
                r.unruled("hardly a place for a chariot");
            }
        }
        r.require(any, "CH-09");
    }

    /// Returns places along a face of its unit, a twentieth of an inch apart.
    fn places(&self, i: usize, host: usize, face: Face) -> Vec<Base> {
        let (u, unit) = (&self.units[i], &self.units[host].base);
        let n = face.outward(unit.front());
        let (out, half) = face.size(unit);
        let own = u.base.wide / 2.0;
        let most = own + half - 0.5 * INCH;
        let steps = (-100..=100).map(|k| f64::from(k) * 127.0);
        let near = steps.filter(|q: &f64| q.abs() <= most);
        near.map(|q| Base {
            at: along(along(unit.at, n, out + u.base.deep / 2.0), right(n), q),
            heading: unit.heading,
            ..u.base
        })
        .collect()
    }

    fn free_beside(&self, i: usize, place: &Base) -> bool {
        let own = &self.units[i];
        let foes = self.others(i);
        let mut foes = foes.iter().filter(|(_, u)| u.hostile(own));
        self.fits(i, place)
            && foes.all(|(_, u)| self.gap(place, &u.base) >= 0.1 * INCH - self.slack)
    }

    pub fn part(&mut self, i: usize, after: &Battle) -> Result<(), Beyond> {
        let host = self.units[i].with.take().ok_or(Beyond("with nobody"))?;
        // Which of the places it takes is up to its owner.
        let pose = after.units[i].pose;
        let place = Base {
            at: (f64::from(pose.x), f64::from(pose.y)),
            heading: f64::from(pose.facing.0),
            ..self.units[i].base
        };
        let unit = self.units[host].base;
        let flush = Self {
            slack: self.slack + 2.0,
            ..self.clone()
        };
        match flush.contact(&place, &unit) {
            None => return Err(Beyond("WRONG: it is not beside its unit")),
            Some((_, Face::Front)) => return Err(Beyond("WRONG: it is before its unit")),
            Some(_) if !flush.free_beside(i, &place) => {
                return Err(Beyond("WRONG: it has no room there"));
            }
            Some(_) => {}
        }
        self.units[i].base = place;
        self.told.push("chariot that leaves its unit");
        Ok(())
    }

    // ------------------------------------------------------------------- general

    /// GEN-01 and GEN-02: whether a general of its side is within six inches.
    pub fn has_general(&self, i: usize) -> bool {
        let u = &self.units[i];
        self.units.iter().any(|g| {
            g.family == Family::General
                && (g.status, g.side) == (Status::Table, u.side)
                && self.gap(&g.base, &u.base) <= 6.0 * INCH + self.slack
        })
    }

    /// GEN-02: removes generals that an enemy touches while no friend is near.
    pub fn catch_generals(&mut self) {
        for i in 0..self.units.len() {
            let g = &self.units[i];
            if g.family != Family::General || g.status != Status::Table {
                continue;
            }
            let far = |u: &crate::state::U| self.gap(&g.base, &u.base);
            let friend = self
                .here()
                .any(|(_, u)| !u.hostile(g) && far(u) <= 6.0 * INCH + self.slack);
            let touched = self
                .here()
                .any(|(_, u)| u.hostile(g) && far(u) <= self.slack);
            if touched && !friend {
                self.told.push("general taken");
                self.units[i].status = Status::Captured;
            }
        }
    }
}

/// Whether a point is ahead of the centre of a base, looking in a direction.
pub fn ahead(base: &Base, way: f64, p: P) -> bool {
    let d = heading(way);
    let off = sub(p, base.at);
    off.0 * d.0 + off.1 * d.1 > 0.0
}

//! Section 9: shooting.

use crate::state::{CM, Table, U};
use sandtable_battle::Ground;
use sandtable_referee::Reasons;
use sandtable_referee::plane::{
    Base, P, Shape, along, apart, area, cross, cut, gap, graze, heading, inside, right,
    runs_through, sides,
};

impl Table<'_> {
    fn all_round(&self, u: &U) -> bool {
        u.kind.all_round || self.stands_in(u, Ground::Town)
    }

    pub fn judge_shot(&self, i: usize, j: usize, r: &mut Reasons) {
        let (u, foe) = (&self.units[i], &self.units[j]);
        r.require(u.side != foe.side, "SHOOT-01");
        r.require(u.kind.range > 0.0, "SHOOT-01");
        r.require(!u.kind.is("general"), "GEN-06");
        r.require(!u.rain, "EVENT-04");
        r.require(!u.shot, "SHOOT-01");
        r.require(!u.empty || self.is("reload_required", "no"), "LOAD-02");
        let moved = u.did == 2 || u.did == 1 && !self.is("pivot_is_move", "no");
        r.require(!moved || u.kind.is("skirmishers"), "MOVE-06");
        r.require(
            u.did != 4 || !self.is("shoot_after_loading", "no"),
            "LOAD-03",
        );
        let formed = u.did == 5 && self.is("formation_change_blocks_shooting", "yes");
        r.require(!formed, "MOVE-07");
        r.require(!u.square, "SQ-03");
        r.require(!foe.engaged, "SHOOT-15");
        if !r.clean() && (u.side == foe.side || u.kind.range == 0.0) {
            return;
        }
        let round = self.all_round(u);
        let part = if round {
            foe.base.shape()
        } else {
            self.wedge(&u.base, &foe.base.shape())
        };
        r.require(!part.is_empty(), "SHOOT-03");
        if part.is_empty() {
            return;
        }
        let far = if round {
            apart(&u.base.shape(), &part)
        } else {
            gap(u.base.edge(), &part)
        };
        r.require(far <= u.kind.range * CM + self.slack, "SHOOT-06");
        let seen = self.sees(i, j, round, &part);
        for clause in ["SHOOT-08", "SHOOT-09", "SHOOT-10", "SHOOT-11"] {
            r.require(seen, clause);
        }
    }

    /// SHOOT-03: Returns the part of an outline in the field of fire.
    fn wedge(&self, base: &Base, shape: &[P]) -> Shape {
        let half = if self.is("arc_half_angle", "22.5") {
            4096.0
        } else {
            8192.0
        };
        let apex = base.point(0.0, base.deep / 2.0);
        let mut part = shape.to_vec();
        for (side, sign) in [(base.heading - half, 1.0), (base.heading + half, -1.0)] {
            let inward = along((0.0, 0.0), right(heading(side)), sign);
            // Touching counts as within.
            let origin = along(apex, inward, -self.slack / 2.0);
            part = cut(&part, origin, inward);
            if part.is_empty() {
                return part;
            }
        }
        let ahead = along(apex, base.front(), -self.slack);
        cut(&part, ahead, base.front())
    }

    /// SHOOT-09 to SHOOT-11: Returns whether at least one line is free.
    fn sees(&self, i: usize, j: usize, round: bool, part: &[P]) -> bool {
        let u = &self.units[i];
        let eye = if round {
            u.base.at
        } else {
            u.base.point(0.0, u.base.deep / 2.0)
        };
        let mut points = part.to_vec();
        points.push(centroid(part));
        points.iter().any(|&p| self.is_free((eye, p), (i, j)))
    }

    fn is_free(&self, line: (P, P), (i, j): (usize, usize)) -> bool {
        let over = self.units[i].kind.is("artillery");
        let units = over
            || self
                .here()
                .filter(|&(k, _)| k != i && k != j)
                .all(|(_, u)| !runs_through(line, &u.base, self.slack));
        let hides =
            |g: &&crate::state::G| matches!(g.ground, Ground::Woods | Ground::Hill | Ground::Town);
        units
            && self.ground.iter().filter(hides).all(|g| {
                self.holds(g, self.units[i].base.at)
                    || self.holds(g, self.units[j].base.at)
                    || g.areas
                        .iter()
                        .all(|area| inside(line, area) <= graze(self.slack))
            })
    }

    /// SHOOT-12 to SHOOT-14.
    pub fn shoot(&mut self, i: usize, j: usize) {
        let foe = &self.units[j];
        let cover = self.stands_in(foe, Ground::Woods) || self.stands_in(foe, Ground::Town);
        let hits = self.units[i].kind.hits / if cover { 2 } else { 1 };
        self.told.push(if cover {
            "shot at cover"
        } else {
            "shot in the open"
        });
        self.units[j].hits += hits;
        // If reloading is not required, no weapon is ever empty.
        let empties = !self.is("reload_required", "no");
        self.units[i].shot = true;
        self.units[i].empty |= empties;
    }
}

/// Returns the centroid of an outline.
fn centroid(shape: &[P]) -> P {
    let all = area(shape);
    if all < 1.0 {
        let n = f64::from(u32::try_from(shape.len()).unwrap_or(1));
        let sum = shape.iter().fold((0.0, 0.0), |s, p| (s.0 + p.0, s.1 + p.1));
        return (sum.0 / n, sum.1 / n);
    }
    let mut sum = (0.0, 0.0);
    let mut twice = 0.0;
    for (a, b) in sides(shape) {
        let k = cross(a, b);
        twice += k;
        sum = (sum.0 + (a.0 + b.0) * k, sum.1 + (a.1 + b.1) * k);
    }
    (sum.0 / (3.0 * twice), sum.1 / (3.0 * twice))
}

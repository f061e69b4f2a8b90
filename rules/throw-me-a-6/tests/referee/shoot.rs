//! Section 9: shooting.

use crate::state::{ACTIONS, Family, INCH, LATE, Table, U};
use sandtable_battle::Ground;
use sandtable_referee::plane::{
    Base, P, Shape, along, cut, gap, graze, heading, inside, length, right, runs_through, shortest,
    sides, sub,
};
use sandtable_referee::{Face, Reasons};

impl Table<'_> {
    /// Lines that differ by no more than this are equally short. Two lines that differ by a tiny
    /// bit are one line to a close measurement and a choice to another, so this makes results that
    /// depend on it too close to call.
    fn tie(&self) -> f64 {
        1e-3 + 1.25 * (self.slack - 0.8).max(0.0)
    }

    /// Table T6-T3: returns the range of a unit's weapon.
    pub fn range(&self, u: &U) -> f64 {
        // 0 usual, 1 none, 2 javelin, 3 sling, 4 bow, 5 pila.
        let inches = match (u.family, u.weapon) {
            (Family::Chariots, _) => 8.0,
            (Family::Artillery, _) => 12.0,
            (Family::LightFoot, 0 | 2) => 6.0,
            (Family::LightFoot, 3 | 4) => 12.0,
            (Family::LightHorse, 0 | 2) => 4.0,
            (Family::LightHorse | Family::HeavyHorse, 4) => 8.0,
            (Family::HeavyFoot, 4) => 12.0,
            (Family::HeavyFoot, 0) if u.kind == "archers" => 12.0,
            _ => 0.0,
        };
        inches * INCH
    }

    pub fn judge_shot(&self, i: usize, j: usize, r: &mut Reasons) {
        r.require(matches!(self.phase, ACTIONS | LATE), "SEQ");
        r.require(matches!(self.phase, ACTIONS | LATE), "SHOOT");
        self.judge_target(i, j, r);
    }

    /// Judges whether a unit can shoot at another from where both stand.
    pub fn judge_target(&self, i: usize, j: usize, r: &mut Reasons) {
        let (u, foe) = (&self.units[i], &self.units[j]);
        r.require(i != j && u.hostile(foe) && foe.stands_here(), "SHOOT");
        r.require(!u.shot, "SEQ-09");
        r.require(!u.shot, "SHOOT");
        r.require(self.range(u) > 0.0, "SHOOT-01");
        if u.family == Family::Artillery {
            r.require(u.moved == 0, "ART-02");
        }
        r.require(self.touching(i).is_empty(), "SHOOT-09");
        r.require(self.touching(j).is_empty(), "SHOOT-09");
        if !r.clean() {
            return;
        }
        if u.family == Family::Chariots {
            // CH-04: in every direction, from base to base.
            let far = self.gap(&u.base, &foe.base);
            r.require(far <= self.range(u) + self.slack, "SHOOT-02");
            let seen = self.sees_around(i, j);
            r.require(seen, "SHOOT-03");
            r.require(seen, "GEO-07");
            return;
        }
        let part = self.arc(&u.base, &foe.base.shape());
        r.require(!part.is_empty(), "SHOOT-02");
        if part.is_empty() {
            return;
        }
        let far = gap(u.base.edge(), &part);
        r.require(far <= self.range(u) + self.slack, "SHOOT-02");
        let seen = self.sees(i, j, &part);
        r.require(seen, "SHOOT-03");
        r.require(seen, "GEO-07");
    }

    /// T6-GEO-04: returns the part of an outline in the front arc.
    pub fn arc(&self, base: &Base, shape: &[P]) -> Shape {
        let (left, right_end) = base.edge();
        let mut part = cut(
            shape,
            along(left, base.front(), -self.slack / 2.0),
            base.front(),
        );
        for (corner, side, sign) in [
            (left, base.heading - 8192.0, 1.0),
            (right_end, base.heading + 8192.0, -1.0),
        ] {
            let inward = along((0.0, 0.0), right(heading(side)), sign);
            part = cut(&part, along(corner, inward, -self.slack / 2.0), inward);
        }
        part
    }

    /// T6-GEO-07: whether either of two lines is free.
    fn sees(&self, i: usize, j: usize, part: &[P]) -> bool {
        let (u, foe) = (&self.units[i], &self.units[j]);
        let shortest = shortest(u.base.edge(), part, u.eye(), self.tie());
        if self.is_free(shortest, (i, j)) {
            return true;
        }
        let centre = self.zone(&u.base, foe.base.at) == Face::Front;
        centre && self.is_free((u.eye(), foe.base.at), (i, j))
    }

    /// T6-GEO-07, for units that see all around.
    fn sees_around(&self, i: usize, j: usize) -> bool {
        let (u, foe) = (&self.units[i], &self.units[j]);
        let (own, shape) = (u.base.shape(), foe.base.shape());
        let each = sides(&own).map(|side| shortest(side, &shape, u.eye(), self.tie()));
        let mut pairs: Vec<(P, P)> = each.collect();
        let far = |pair: &(P, P)| length(sub(pair.1, pair.0));
        let least = pairs.iter().map(far).fold(f64::INFINITY, f64::min);
        pairs.retain(|pair| far(pair) <= least + self.tie());
        let off = |pair: &(P, P)| length(sub(pair.0, u.eye()));
        pairs.sort_by(|a, b| off(a).total_cmp(&off(b)));
        self.is_free(pairs[0], (i, j)) || self.is_free((u.eye(), foe.base.at), (i, j))
    }

    fn is_free(&self, line: (P, P), (i, j): (usize, usize)) -> bool {
        let others = self.here().filter(|&(k, _)| k != i && k != j);
        let graze = graze(self.slack);
        let units = others
            .into_iter()
            .all(|(_, u)| !runs_through(line, &u.base, self.slack));
        let hides = |ground| matches!(ground, Ground::Woods | Ground::Town | Ground::Hill);
        units
            && self.ground.iter().filter(|g| hides(g.ground)).all(|g| {
                self.holds(g, self.units[i].base.at)
                    || self.holds(g, self.units[j].base.at)
                    || g.areas.iter().all(|area| inside(line, area) <= graze)
            })
    }

    /// Table T6-T2: returns the dice of a shot.
    pub fn shot_dice(&self, i: usize, j: usize, covers: bool) -> i32 {
        let (u, foe) = (&self.units[i], &self.units[j]);
        if u.family == Family::Artillery {
            return 2;
        }
        let chariot = u.family == Family::Chariots;
        let light = u.family.light() || chariot;
        let armour = foe.armoured();
        let armoured = if light { armour >= 1 } else { armour >= 2 };
        let cover = [Ground::Woods, Ground::Town];
        // SHOOT-13: a charger never has cover.
        let covered = covers && cover.into_iter().any(|g| self.lies_in(foe.base.at, g));
        let open = matches!(self.zone(&foe.base, u.eye()), Face::Right | Face::Rear);
        let higher = self.level(u.base.at) > self.level(foe.base.at);
        let dice = if chariot { 1 } else { 2 } - i32::from(armoured) - i32::from(covered)
            + i32::from(open)
            + i32::from(higher);
        dice.max(1)
    }
}

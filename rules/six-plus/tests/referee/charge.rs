//! Sections 8 and 10: charges and combats.

use crate::judge::{never, passes_only};
use crate::state::{CM, MOVE, Table};
use sandtable_battle::Ground;
use sandtable_geometry::Facing;
use sandtable_referee::plane::{Base, apart, bearing, length, passage, sub, to_segment, turn};
use sandtable_referee::{Beyond, Reasons};

/// 45 degrees, and 0.01 degree, in 1/65536 turn.
const EIGHTH: f64 = 8192.0;
const HAIR: f64 = 1.82;

impl Table<'_> {
    pub fn judge_charge(&self, i: usize, j: usize, to: Option<Facing>, r: &mut Reasons) {
        let (u, foe) = (&self.units[i], &self.units[j]);
        r.require(self.phase == MOVE, "SEQ-02");
        r.require(u.side != foe.side, "CHARGE-02");
        if u.side == foe.side {
            return;
        }
        r.require(u.kind.is("cavalry"), "CHARGE-01");
        r.require(!u.kind.is("general"), "GEN-08");
        r.require(u.did == 0, "CHARGE-13");
        r.require(!foe.engaged, "CHARGE-05");
        r.require(!foe.square, "SQ-04");
        let safe = self.stands_in(foe, Ground::Woods) || self.stands_in(foe, Ground::Town);
        r.require(!safe, "CHARGE-11");
        let runs = match to {
            Some(to) => self.run(i, j, f64::from(to.0)).is_some(),
            // If nothing else forbids the charge: is there any legal heading?
            None => !r.clean() || self.heading(i, j).is_some(),
        };
        if !runs && to.is_none() && self.loosely().heading(i, j).is_some() {
            r.unruled("charges with next to no heading to choose");
        }
        // Next to an enemy, a tiny turn decides whether the unit's front touches it.
        let beside = || apart(&u.base.shape(), &foe.base.shape()) <= self.loosely().slack;
        if !runs && to.is_none() && beside() {
            r.unruled("charges at an enemy who is touched already");
        }
        for clause in ["CHARGE", "TERR", "MOVE"] {
            r.require(runs, clause);
        }
    }

    /// Returns the same table with a tolerance of a quarter of a millimetre.
    fn loosely(&self) -> Self {
        Self {
            slack: 25.0,
            ..self.clone()
        }
    }

    /// Returns whether a unit stands on a river's line, or nearly. Hundredths of a millimetre then
    /// decide which paths along the river cross it.
    fn on_the_line(&self, i: usize) -> bool {
        let at = self.units[i].base.at;
        let lines = self.ground.iter().flat_map(|g| g.line.windows(2));
        let mut far = lines.map(|stretch| to_segment(at, (stretch[0], stretch[1])));
        far.any(|far| far <= 8.0)
    }

    /// CHARGE-03, CHARGE-04, CHARGE-08 to CHARGE-10: Returns where a charge with a heading ends.
    pub fn run(&self, i: usize, j: usize, heading: f64) -> Option<Base> {
        let (u, foe) = (&self.units[i], &self.units[j]);
        if turn(u.base.heading, heading) > EIGHTH + HAIR {
            return None;
        }
        let start = u.base.turned_to(heading);
        let (shape, d) = (start.shape(), start.front());
        // A unit that overlaps the target from the start meets nobody ahead.
        let (far, _) = passage(&shape, d, &foe.base.shape(), self.slack)?;
        if far > u.goes(6.0) + self.slack {
            return None;
        }
        let mut r = Reasons::default();
        self.judge_run(i, j, (&start, far), &mut r);
        let mut end = start.slid(d, far);
        end.at = (end.at.0.round(), end.at.1.round());
        r.clean().then_some(end)
    }

    /// Judges what stands in the way of a charge.
    fn judge_run(&self, i: usize, j: usize, (start, far): (&Base, f64), r: &mut Reasons) {
        let u = &self.units[i];
        let d = start.front();
        let over = sandtable_referee::plane::depth(&start.shape(), &self.units[j].base.shape());
        r.require(over <= self.slack, "CHARGE-08");
        // The target stops the charge; no other unit may be in the way.
        self.judge_leg((i, Some(j)), start, (d, far), r);
        r.require(self.on_map(start), "MOVE-11");
        let end = start.slid(d, far);
        r.require(self.on_map(&end), "MOVE-11");
        for (k, other) in self.here() {
            if k == i || k == j {
                continue;
            }
            let over = sandtable_referee::plane::depth(&end.shape(), &other.base.shape());
            r.require(over <= self.slack, "CHARGE-08");
        }
        for g in &self.ground {
            if never(u, g.ground) || passes_only(u, g.ground) {
                r.require(!self.enters(&end, g), "CHARGE-10");
            }
        }
    }

    /// CHARGE-14: Returns the heading straight at the middle of the target, or else the nearest
    /// legal one: from about a thousand samples or, if none of these is legal, from all headings.
    pub fn heading(&self, i: usize, j: usize) -> Option<f64> {
        let (u, foe) = (&self.units[i], &self.units[j]);
        let reach = 6.0 * CM + 2.0 * u.base.wide;
        if apart(&u.base.shape(), &foe.base.shape()) > reach {
            return None;
        }
        let aim = bearing(sub(foe.base.at, u.base.at))
            .round()
            .rem_euclid(65536.0);
        if self.run(i, j, aim).is_some() {
            return Some(aim);
        }
        let sampled = self.heading_of((0..=1024).map(|k| k * 16), (i, j), aim);
        sampled.or_else(|| self.heading_of(0..=16_384, (i, j), aim))
    }

    /// Returns the legal heading nearest to the aim; `steps` counts from the leftmost heading.
    fn heading_of(
        &self,
        steps: impl Iterator<Item = u16>,
        (i, j): (usize, usize),
        aim: f64,
    ) -> Option<f64> {
        let low = self.units[i].base.heading - EIGHTH;
        let mut all: Vec<f64> = steps.map(|k| low + f64::from(k)).collect();
        all.sort_by(|a, b| turn(*a, aim).total_cmp(&turn(*b, aim)));
        all.into_iter()
            .find(|&heading| self.run(i, j, heading).is_some())
    }

    /// ZONE-01 and ZONE-02: Returns whether a charger hits its target in flank or rear.
    fn takes_flank(&self, i: usize, j: usize) -> bool {
        let foe = &self.units[j].base;
        let (s, f) = foe.local(self.units[i].base.at);
        let e = (s.abs() - foe.wide / 2.0).max(0.0);
        f - foe.deep / 2.0 < e - self.slack
    }

    /// Carries out a charge. If the player left the heading to the rules, the engine's heading must
    /// be as close to the aim as any.
    pub fn charge(
        &mut self,
        i: usize,
        j: usize,
        to: Option<Facing>,
        found: f64,
    ) -> Result<(), Beyond> {
        let heading = match to {
            Some(to) => f64::from(to.0),
            None => self.checked_heading(i, j, found)?,
        };
        let end = self.run(i, j, heading).ok_or(Beyond("no run"))?;
        let flank = self.takes_flank(i, j);
        self.told.push(if flank {
            "charge at flank or rear"
        } else {
            "charge at the front"
        });
        let u = &mut self.units[i];
        (u.base, u.did, u.charge, u.foe, u.flank) = (end, 3, 1, j, flank);
        u.engaged = true;
        self.units[j].engaged = true;
        Ok(())
    }

    fn checked_heading(&self, i: usize, j: usize, found: f64) -> Result<f64, Beyond> {
        let best = self.heading(i, j).ok_or(Beyond("no heading"))?;
        let aim = bearing(sub(self.units[j].base.at, self.units[i].base.at));
        if turn(best, found) <= 1.0 || self.run(i, j, aim.round()).is_some() {
            return Ok(best);
        }
        if self.run(i, j, found).is_none() {
            if self.loosely().run(i, j, found).is_some() {
                return Err(Beyond(""));
            }
            return Err(Beyond("WRONG: a heading from which it does not reach"));
        }
        if turn(found, aim) > turn(best, aim) + 2.0 {
            if self.on_the_line(i) {
                return Err(Beyond(""));
            }
            return Err(Beyond("WRONG: another heading is nearer"));
        }
        Ok(found)
    }

    /// H2H-01 to H2H-06: the hits of a combat.
    pub fn strike(&mut self, i: usize, j: usize) {
        let hill = self.stands_in(&self.units[j], Ground::Hill);
        // A32: a General is a separate kind.
        let foe = self.units[j].kind;
        let rides = foe.is("general") && self.is("general_is_cavalry_target", "yes");
        let horse = foe.is("cavalry") || rides;
        let flank = self.units[i].flank;
        if hill {
            self.told.push("combat on a hill");
        }
        let hits = if self.is("h2h_rounding", "stepwise") {
            let halved = if hill { 3 } else { 6 };
            let horse = if horse { (halved + 1) / 2 } else { halved };
            if flank { horse * 2 } else { horse }
        } else {
            let quarters = 24 / if hill { 2 } else { 1 } / if horse { 2 } else { 1 };
            let all = quarters * if flank { 2 } else { 1 };
            (all + 3) / 4
        };
        self.units[j].hits += hits;
        self.units[i].charge = if self.units[j].hits >= 12 { 0 } else { 2 };
    }

    /// Returns the length of a path.
    pub fn went(&self, i: usize, to: (f64, f64)) -> f64 {
        length(sub(to, self.units[i].base.at))
    }
}

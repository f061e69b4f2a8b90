//! Sections 13 and 14: retreats and fall-backs.

use crate::state::{G, INCH, Table};
use sandtable_battle::{Side, Status, UnitId};
use sandtable_referee::Beyond;
use sandtable_referee::Face;
use sandtable_referee::plane::{P, along, back, bearing, heading, length, passage, sub, turn};

impl Table<'_> {
    /// GEO-12, MOR-09, MOR-10 and MOR-12: returns how far a unit slides along `d`.
    pub fn slide(&self, i: usize, d: P, far: f64) -> Result<f64, Beyond> {
        let u = &self.units[i];
        let shape = u.base.shape();
        let mut by = far.min(self.edge_after(&u.base, d));
        let mut over = Vec::new();
        for (_, other) in self.here().filter(|&(k, _)| k != i) {
            let met = passage(&shape, d, &other.base.shape(), self.slack);
            let Some((enter, exit)) = met else { continue };
            if self.passes(u, other) {
                over.push((enter, exit));
            } else if other.side == u.side || self.gap(&u.base, &other.base) <= self.slack {
                by = by.min(enter);
            } else {
                by = by.min((enter - 0.1 * INCH).max(0.0));
            }
        }
        let over_friends = |mut by: f64| {
            while let Some(&(enter, _)) = over
                .iter()
                .find(|(enter, exit)| *enter < by - self.slack && by < exit - self.slack)
            {
                by = enter;
            }
            by
        };
        by = by.min(self.shut_after(i, d, far));
        // If it may not stay there it goes less far, which may bring it onto friends again.
        loop {
            by = over_friends(by);
            let ends = self.last_ground(i, d, (by, far));
            if ends >= by {
                // MOR-09: a retreat never makes contact. The umpire does not rule on how far before
                // the end of an enemy's side it stops.
                let end = u.base.slid(d, by);
                let flush = self.here().any(|(_, foe)| {
                    let apart = [&u.base, &end].map(|base| self.gap(base, &foe.base) > self.slack);
                    foe.side != u.side && apart == [true, false]
                });
                if flush {
                    return Err(Beyond("a way back along an enemy's side"));
                }
                return Ok(by);
            }
            by = ends;
        }
    }

    /// MOR-09 and TERR-04: returns how far a unit slides before ground that is barred to it, unless
    /// it crosses that ground by bridges and fords. Ground already under it does not stop it.
    fn shut_after(&self, i: usize, d: P, far: f64) -> f64 {
        let u = &self.units[i];
        let (shape, walk) = (u.base.shape(), (u.base.at, along(u.base.at, d, far)));
        let shut = self.ground.iter().filter(|g| {
            self.barred(u, g.ground) && !self.reaches(&u.base, g) && !self.bridged(g, walk)
        });
        let areas = shut.flat_map(|g| &g.areas);
        let met = areas.filter_map(|area| passage(&shape, d, area, self.slack));
        met.map(|(enter, _)| enter).fold(f64::INFINITY, f64::min)
    }

    /// Returns the last place up to a distance at which a unit may stay; it leaves no crossing for
    /// the water and no road for the houses (MOR-09, TERR-02, TERR-04).
    fn last_ground(&self, i: usize, d: P, (by, far): (f64, f64)) -> f64 {
        const GRAIN: f64 = 20.0;
        let base = &self.units[i].base;
        let walk = (base.at, along(base.at, d, far));
        let stays = |at: f64| !self.ground_bars(i, &base.slid(d, at), None);
        let passes = |at: f64| !self.ground_bars(i, &base.slid(d, at), Some(walk));
        let crossed = |g: &G| self.barred(&self.units[i], g.ground);
        if by <= 0.0 || !self.ground.iter().any(crossed) || !stays(0.0) {
            return by;
        }
        let (mut last, mut at) = (0.0, 0.0);
        while at < by {
            let next = (at + GRAIN).min(by);
            if stays(next) {
                last = next;
            } else {
                if stays(at) {
                    let (mut good, mut bad) = (at, next);
                    for _ in 0..30 {
                        let middle = f64::midpoint(good, bad);
                        if stays(middle) {
                            good = middle;
                        } else {
                            bad = middle;
                        }
                    }
                    last = good;
                }
                if !passes(next) {
                    break;
                }
            }
            at = next;
        }
        last
    }

    /// Puts a unit down after a slide, and turns it to face a point if there is room.
    fn put(&mut self, i: usize, d: P, by: f64, facing: Option<P>) {
        let mut base = self.units[i].base.slid(d, by);
        base.at = (base.at.0.round(), base.at.1.round());
        self.units[i].base = base;
        let faced = facing.map(|p| self.faced(&base, p));
        if let Some(faced) = faced.filter(|faced| self.fits(i, faced)) {
            self.units[i].base = faced;
        }
    }

    /// MOR-01 to MOR-12: tests a unit on one die.
    pub fn test(&mut self, i: usize, die: i32) -> Result<(), Beyond> {
        let by = usize::try_from(self.units[i].by - 1).map_err(|_| Beyond("nobody struck it"))?;
        self.clear(i);
        if die < 5 {
            self.told.push("stands its test");
            return Ok(());
        }
        let foe = self.units[by].base.at;
        let d = self.away(&self.units[i].base, foe);
        let far = self.slide(i, d, self.units[i].kind.pace * INCH)?;
        self.told.push("retreat");
        if far > 0.0 && far < 4.0 {
            // Rounding decides whether this counts as a way at all.
            return Err(Beyond(""));
        }
        let moved = far >= 1.0;
        if far < self.units[i].kind.pace * INCH - 1.0 {
            self.told.push("retreat stopped short");
        }
        let turns = moved && !self.is("retreat_facing", "keep");
        self.put(i, d, far, turns.then_some(foe));
        let own = self.units[i].side == self.active();
        self.units[i].spent = if own { 2 } else { 1 };
        Ok(())
    }

    /// Clears what a test was for.
    pub fn clear(&mut self, i: usize) {
        let u = &mut self.units[i];
        (u.by, u.how, u.order, u.taken) = (0, 0, 0, 0);
    }

    /// Returns the foot unit that drives a cavalry unit off, and the face it is on.
    fn driven(&self, i: usize) -> Option<(usize, Face)> {
        let u = &self.units[i];
        if u.kind.foot || u.fell || u.hits >= 3 || u.status != Status::Table {
            return None;
        }
        let only = self.is("fallback_from", "infantry_only");
        let mut foot: Vec<_> = self.touching(i);
        foot.retain(|t| {
            let them = &self.units[t.0];
            them.kind.foot && them.hits < 3 && (!only || them.kind.name == "infantry")
        });
        let ahead = foot.iter().find(|t| t.1 == Face::Front).or(foot.first())?;
        Some((ahead.0, ahead.1))
    }

    fn way_back(&self, i: usize, foot: usize, face: Face) -> P {
        let base = &self.units[i].base;
        if face == Face::Front {
            back(base.front())
        } else {
            self.away(base, self.units[foot].base.at)
        }
    }

    fn fall_back_far(&self) -> f64 {
        if self.is("fallback_distance", "12") {
            12.0 * INCH
        } else {
            6.0 * INCH
        }
    }

    /// FALL-01 to FALL-07: makes the fall-backs, the active side's first. Returns true if a player
    /// must choose.
    pub fn fall_backs(&mut self, active: Side) -> Result<bool, Beyond> {
        for side in [active, active.other()] {
            for i in 0..self.units.len() {
                if self.units[i].side != side {
                    continue;
                }
                let Some((foot, face)) = self.driven(i) else {
                    continue;
                };
                let d = self.way_back(i, foot, face);
                let far = self.fall_back_far();
                let by = self.slide(i, d, far)?;
                if by >= INCH - self.slack {
                    self.withdraw(i, foot, d, by);
                    continue;
                }
                match self.fan(i, d)? {
                    0 => {
                        self.told.push("cavalry cannot fall back");
                        self.units[i].fell = true;
                    }
                    1..4 => return Err(Beyond("a narrow way back")),
                    _ => {
                        self.waits = u8::try_from(i).ok().map(UnitId);
                        return Ok(true);
                    }
                }
            }
        }
        Ok(false)
    }

    /// Returns how many of a range of directions within 45 degrees give an inch.
    fn fan(&self, i: usize, d: P) -> Result<u32, Beyond> {
        let straight = bearing(d);
        let mut count = 0;
        for k in -180..=180 {
            let way = heading(straight + f64::from(k) * 8192.0 / 180.0);
            count += u32::from(self.slide(i, way, self.fall_back_far())? >= INCH - self.slack);
        }
        Ok(count)
    }

    fn withdraw(&mut self, i: usize, foot: usize, d: P, by: f64) {
        self.told.push("fall-back");
        let goal = self.units[foot].base.at;
        self.put(i, d, by, Some(goal));
        self.units[i].fell = true;
    }

    /// FALL-04: takes a player's choice of a way, which is read from where the unit went.
    pub fn chosen(&mut self, to: P) -> Result<(), Beyond> {
        let i = self.waits.take().ok_or(Beyond("nobody waits"))?.index();
        let (foot, face) = self.driven(i).ok_or(Beyond("nobody drives it off"))?;
        let went = sub(to, self.units[i].base.at);
        let straight = self.way_back(i, foot, face);
        if length(went) < INCH - 3.0 {
            return Err(Beyond("WRONG: a chosen way of less than an inch"));
        }
        // A way is a whole number of steps.
        let way = bearing(went);
        if turn(way, bearing(straight)) > 8192.0 + 8.0 {
            return Err(Beyond("WRONG: a chosen way beyond 45 degrees"));
        }
        let best = (-40..=40).map(|k| way + f64::from(k) / 20.0);
        let mut nearest = (f64::INFINITY, (0.0, 0.0), 0.0);
        for steps in best.map(f64::round) {
            let d = heading(steps);
            let by = self.slide(i, d, self.fall_back_far())?;
            let off = length(sub(went, (d.0 * by, d.1 * by)));
            if off < nearest.0 {
                nearest = (off, d, by);
            }
        }
        self.told.push("way back chosen");
        self.withdraw(i, foot, nearest.1, nearest.2);
        Ok(())
    }
}

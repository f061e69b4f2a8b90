//! Section 14: retreats and pursuits; section 6: breaking off.

use crate::order_of_play::Waits;
use crate::state::{ACTIONS, Family, G, INCH, PURSUIT, RETREAT, Table, U};
use sandtable_battle::{Ground, Leg, Side, Status};
use sandtable_referee::plane::{Base, P, Shape, bearing, heading, passage, reaches_into, sub};
use sandtable_referee::{Beyond, Face, Faces, Reasons};

/// T6-MOVE-16 and T6-RES-14.
pub const SHORT: f64 = 0.1 * INCH;

/// Whether no unit can enter a ground.
pub const fn closed(ground: Ground) -> bool {
    matches!(ground, Ground::Lake | Ground::Impassable)
}

/// How a straight way ends.
#[derive(Clone, Copy, Debug)]
struct Way {
    far: f64,
    off: bool,
}

impl Table<'_> {
    pub fn others(&self, i: usize) -> Vec<(usize, &U)> {
        self.here().filter(|&(k, _)| k != i).collect()
    }

    /// Whether a unit may stand like this.
    pub fn fits(&self, i: usize, base: &Base) -> bool {
        let ground = self.ground.iter().filter(|g| closed(g.ground));
        self.on_board(base)
            && (self.others(i).iter()).all(|(_, u)| !self.overlap(base, &u.base))
            && ground
                .flat_map(|g| &g.areas)
                .all(|area| !reaches_into(base, area, self.slack))
    }

    /// Returns how far a base can go until part of it is over the board's edge.
    pub fn to_edge(&self, shape: &Shape, d: P) -> f64 {
        let (w, h) = (
            f64::from(self.battle.setting.width),
            f64::from(self.battle.setting.height),
        );
        let one = |at: f64, speed: f64, most: f64| {
            if speed > 1e-12 {
                (most - at) / speed
            } else if speed < -1e-12 {
                at / -speed
            } else {
                f64::INFINITY
            }
        };
        let each = shape.iter().map(|p| one(p.0, d.0, w).min(one(p.1, d.1, h)));
        each.fold(f64::INFINITY, f64::min).max(0.0)
    }

    /// Returns a way straight back: enemies stop it short, friends are passed or stop it.
    fn way_back(&self, i: usize, d: P, by: f64, retreat: bool) -> Result<Way, Beyond> {
        let u = &self.units[i];
        let shape = u.base.shape();
        let (mut limit, mut passed) = (f64::INFINITY, Vec::new());
        for (_, other) in self.others(i) {
            let Some((touch, exit)) = passage(&shape, d, &other.base.shape(), self.slack) else {
                continue;
            };
            if other.hostile(u) {
                limit = limit.min(if touch > SHORT { touch - SHORT } else { 0.0 });
            } else if retreat || self.passes(u, other) {
                // Behind the friend, it is clear of it.
                passed.push((touch, exit + self.slack));
            } else {
                limit = limit.min(touch);
            }
        }
        for g in self.ground.iter().filter(|g| closed(g.ground)) {
            for area in &g.areas {
                if let Some((touch, _)) = passage(&shape, d, area, self.slack) {
                    let short = if retreat { SHORT } else { 0.0 };
                    limit = limit.min((touch - short).max(0.0));
                }
            }
        }
        let edge = self.to_edge(&shape, d);
        if !retreat {
            limit = limit.min(edge);
        }
        let wanted = by.min(limit);
        let upon = |at: f64| {
            let inner = |p: &&(f64, f64)| p.0 + self.slack < at && at < p.1 - self.slack;
            passed.iter().find(inner).copied()
        };
        let mut far = wanted;
        if retreat {
            while let Some((_, exit)) = upon(far) {
                far = exit;
            }
            if far > wanted && far > edge && by <= edge {
                return Err(Beyond("room behind friends at the edge"));
            }
        }
        if far > limit + self.slack || !retreat {
            far = wanted;
            while let Some((touch, _)) = upon(far) {
                far = touch;
            }
        }
        let off = far > edge + self.slack;
        Ok(Way { far, off })
    }

    // ------------------------------------------------------------------ retreats

    pub fn judge_retreat(&self, i: usize, r: &mut Reasons) {
        for clause in ["SEQ", "RES"] {
            r.require(self.phase == RETREAT, clause);
            r.require(self.units[i].retreats == 1, clause);
        }
    }

    /// RES-02 and RES-03: rolls a retreat; the winner throws, veterans are asked.
    pub fn roll_retreat(&mut self, i: usize, faces: &mut Faces<'_>) -> Result<(), Beyond> {
        // Experience: 0 raw, 1 seasoned, 2 veteran.
        let experience = self.battle.units[i].ratings[2];
        let u = &mut self.units[i];
        u.total = faces.read()? + i32::from(experience == 0);
        u.retreats = 2;
        if experience == 2 {
            self.told.push("veterans asked");
            self.waits = Some(Waits {
                why: "RES-03".to_owned(),
                side: u.side,
                choices: 2,
                unit: Some(i),
                other: None,
            });
            return Ok(());
        }
        self.heed_general(i, faces)
    }

    /// GEN-01: asks a general who is near; without one, the unit goes back.
    fn heed_general(&mut self, i: usize, faces: &mut Faces<'_>) -> Result<(), Beyond> {
        if self.has_general(i) {
            self.told.push("general asked");
            self.waits = Some(Waits {
                why: "GEN-01".to_owned(),
                side: self.units[i].side,
                choices: 3,
                unit: Some(i),
                other: None,
            });
            return Ok(());
        }
        self.go_back(i)?;
        self.go_on(faces)
    }

    pub fn answer_retreat(
        &mut self,
        waits: &Waits,
        choice: u8,
        faces: &mut Faces<'_>,
    ) -> Result<(), Beyond> {
        self.waits = None;
        let i = waits.unit.ok_or(Beyond("nobody is asked"))?;
        self.units[i].total += [0, -1, 1][usize::from(choice)];
        if waits.why == "RES-03" {
            return self.heed_general(i, faces);
        }
        self.told.push("general who steps in");
        self.go_back(i)?;
        self.go_on(faces)
    }

    /// Table T6-T5.
    fn go_back(&mut self, i: usize) -> Result<(), Beyond> {
        let u = &self.units[i];
        let total = u.total.max(0);
        if total >= 7 {
            self.lose(i, Status::Fled);
            self.told.push("rout");
            return Ok(());
        }
        let recoil = if u.family.cavalry() { 2 } else { 0 };
        let by = f64::from(total + recoil) * INCH;
        if by == 0.0 {
            self.told.push("holds");
            let held = self.touching(i);
            if held.len() != 1 || held[0].1 != Face::Front {
                // It turns to meet an enemy elsewhere if it can: its place is not ruled on.
                self.vague.push(i);
            }
            return Ok(());
        }
        let bound = u.bound.ok_or(Beyond("a retreat without a way"))?;
        let d = heading(bound);
        let way = self.way_back(i, d, by, true)?;
        let far = way.far.round();
        if way.off {
            self.lose(i, Status::Fled);
            self.told.push("over the edge");
            return Ok(());
        }
        if far < by - self.slack {
            self.told.push("retreat cut short");
        } else if far > by + self.slack {
            self.told.push("retreat behind friends");
        } else {
            self.told.push("retreat");
        }
        if far <= 0.0 {
            return Ok(());
        }
        let facing = if total >= 4 { bound } else { bound + 32768.0 };
        self.end_there(i, d, far, facing.rem_euclid(65536.0));
        Ok(())
    }

    /// Goes straight and turns at the end, if there is room for the turn.
    fn end_there(&mut self, i: usize, d: P, far: f64, facing: f64) {
        let mut end = self.units[i].base.slid(d, far);
        end.at = (end.at.0.round(), end.at.1.round());
        let turned = end.turned_to(facing);
        self.units[i].base = if self.fits(i, &turned) { turned } else { end };
    }

    // ------------------------------------------------------------------ pursuits

    /// RES-15: returns how a unit may pursue: its base when it sets out, and how far it can go.
    pub fn pursuit(&self, i: usize) -> Result<Option<(Base, f64)>, Beyond> {
        let u = &self.units[i];
        let stays = matches!(u.family, Family::LightFoot | Family::Artillery);
        let (Some(_), Some(bound)) = (u.beat, u.bound) else {
            return Ok(None);
        };
        if stays || u.amok > 0 || u.retreats > 0 || !self.touching(i).is_empty() {
            return Ok(None);
        }
        let start = u.base.turned_to(bound);
        if start != u.base && !self.fits(i, &start) {
            return Ok(None);
        }
        let (far, _) = self.follows(i, &start);
        // A way no longer than the tolerance does not count. Places are rounded, so a little more
        // or less is too close to call.
        Ok((far > 2.0 + 1.5 * (self.slack - 2.0)).then_some((start, far)))
    }

    /// Returns how far a unit gets with this much of its rate.
    pub fn afford(&self, u: &U, start: &Base, d: P, rate: f64) -> f64 {
        if self.cost(u, start, d, rate) <= rate {
            return rate;
        }
        let (mut low, mut high) = (0.0, rate);
        let crossing = |g: &G| matches!(g.ground, Ground::Bridge | Ground::Ford);
        if self.ground.iter().any(crossing) {
            // A unit that comes onto a bridge no longer pays for the bank, so every place is tried.
            let mut far = rate;
            while far > 0.0 && self.cost(u, start, d, far) > rate {
                high = far;
                far -= 2.0;
            }
            low = far.max(0.0);
        }
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            if self.cost(u, start, d, middle) <= rate {
                low = middle;
            } else {
                high = middle;
            }
        }
        low
    }

    /// Returns how far a pursuer gets, and the enemy it meets.
    fn follows(&self, i: usize, start: &Base) -> (f64, Option<usize>) {
        let u = &self.units[i];
        let (shape, d) = (start.shape(), start.front());
        let half = u.rate() / 2.0;
        let mut far = self.afford(u, start, d, half).min(self.to_edge(&shape, d));
        let mut foe = None;
        let mut passed = Vec::new();
        for (k, other) in self.others(i) {
            let met = passage(&shape, d, &other.base.shape(), self.slack);
            let Some((touch, exit)) = met else { continue };
            if self.passes(u, other) {
                passed.push((touch, exit));
            } else if touch <= far + self.slack {
                foe = other.hostile(u).then_some(k);
                far = far.min(touch);
            }
        }
        for g in self.ground.iter().filter(|g| closed(g.ground)) {
            for area in &g.areas {
                if let Some((touch, _)) = passage(&shape, d, area, self.slack)
                    && touch < far
                {
                    (far, foe) = (touch, None);
                }
            }
        }
        let whole = far;
        let inner = |p: &&(f64, f64)| p.0 + self.slack < far && far < p.1 - self.slack;
        if let Some(p) = passed.iter().find(inner) {
            far = p.0;
        }
        (far, foe.filter(|_| far == whole))
    }

    /// RES-09: makes the compulsory pursuits, in the order of the units.
    pub fn follow(&mut self, side: Side) -> Result<(), Beyond> {
        for i in 0..self.units.len() {
            let u = &self.units[i];
            if u.side != side || !u.stands_here() {
                continue;
            }
            let eager = u.family.cavalry() || u.family == Family::Warband;
            let left = u
                .beat
                .is_some_and(|b| self.units[b].status == Status::Table);
            if let Some((start, far)) = self.pursuit(i)?
                && eager
                && left
            {
                self.told.push("must follow");
                self.pursue(i, &start, far)?;
            }
        }
        Ok(())
    }

    fn pursue(&mut self, i: usize, start: &Base, by: f64) -> Result<(), Beyond> {
        let loser = self.units[i].beat.take();
        self.units[i].base = *start;
        let (far, foe) = self.follows(i, start);
        let d = start.front();
        // If two would be met at the same moment, it is open which of them stops the pursuit.
        let own = &self.units[i];
        let at_once: Vec<bool> = (self.others(i).into_iter())
            .filter(|(_, u)| !self.passes(own, u))
            .filter_map(|(_, u)| {
                let met = passage(&start.shape(), d, &u.base.shape(), self.slack)?;
                ((met.0 - far).abs() <= 4.0).then(|| u.hostile(own))
            })
            .collect();
        if at_once.len() > 1 && at_once.contains(&true) {
            return Err(Beyond("an enemy and another met at once"));
        }
        let mut end = start.slid(d, by.round());
        end.at = (end.at.0.round(), end.at.1.round());
        let foe = foe.filter(|_| far <= by + self.slack);
        let Some(j) = foe else {
            self.units[i].base = end;
            return Ok(());
        };
        self.told.push("pursuit that meets an enemy");
        if let Some(place) = self.aligned(i, j) {
            self.units[i].base = place;
            if loser != Some(j) {
                self.units[i].met = loser;
                self.told.push("pursuit that meets another enemy");
            }
            self.overrun();
            return Ok(());
        }
        Err(Beyond("a pursuit without room to line up"))
    }

    pub fn judge_pursuit(&self, i: usize, legs: &[Leg], r: &mut Reasons) {
        let found = match self.pursuit(i) {
            Ok(found) => found,
            Err(Beyond(what)) => return r.unruled(what),
        };
        for clause in ["RES", "SEQ"] {
            r.require(self.phase == PURSUIT, clause);
            r.require(found.is_some(), clause);
        }
        let (Some((start, far)), &[Leg::Advance { by }]) = (found, legs) else {
            return r.require(false, "RES-15");
        };
        let by = f64::from(by);
        let u = &self.units[i];
        let paid = self.cost(u, &start, start.front(), by) <= u.rate() / 2.0 + 2.0 * self.slack;
        r.require(by > 0.0 && by <= far + 2.0 * self.slack && paid, "RES-15");
        let end = start.slid(start.front(), by);
        for (_, other) in self.others(i) {
            r.require(!self.overlap(&end, &other.base), "MOVE-09");
            r.require(!self.overlap(&end, &other.base), "RES-15");
        }
    }

    pub fn make_pursuit(
        &mut self,
        i: usize,
        legs: &[Leg],
        faces: &mut Faces<'_>,
    ) -> Result<(), Beyond> {
        let found = self.pursuit(i)?;
        let (Some((start, _)), &[Leg::Advance { by }]) = (found, legs) else {
            return Err(Beyond("no pursuit"));
        };
        self.told.push("may follow");
        self.pursue(i, &start, f64::from(by))?;
        self.go_on(faces)
    }

    // -------------------------------------------------------------- breaking off

    /// Returns the direction in which a unit leaves its enemies, and how far it goes.
    fn leaves(&self, i: usize) -> Result<(f64, f64), Beyond> {
        let u = &self.units[i];
        let met = self.touching(i);
        let count = met.len().max(1);
        #[expect(clippy::cast_precision_loss, reason = "a handful")]
        let mean = |part: fn(P) -> f64| {
            let sum: f64 = met.iter().map(|t| part(self.units[t.0].base.at)).sum();
            (sum / count as f64).trunc()
        };
        let from = (mean(|p| p.0), mean(|p| p.1));
        let way = bearing(sub(u.base.at, from)).round().rem_euclid(65536.0);
        let d = heading(way);
        let far = self.afford(u, &u.base, d, u.rate());
        Ok((way, self.way_back(i, d, far, false)?.far))
    }

    /// MOVE-13 and MOVE-14.
    pub fn judge_leave(&self, i: usize, r: &mut Reasons) {
        let u = &self.units[i];
        let met = self.touching(i);
        for clause in ["SEQ", "MOVE"] {
            r.require(!met.is_empty(), clause);
            r.require(u.moved == 0, clause);
        }
        let fit = |f: Family| {
            u.family.cavalry() && f.infantry()
                || u.family == Family::LightFoot && f == Family::HeavyFoot
        };
        let all = met.iter().all(|t| fit(self.units[t.0].family));
        r.require(all, "MOVE");
        if !r.clean() {
            return;
        }
        match self.leaves(i) {
            Ok((_, far)) => r.require(far >= INCH - self.slack, "MOVE"),
            Err(Beyond(what)) => r.unruled(what),
        }
    }

    pub fn leave(&mut self, i: usize) -> Result<(), Beyond> {
        let (way, far) = self.leaves(i)?;
        self.end_there(
            i,
            heading(way),
            far.round(),
            (way + 32768.0).rem_euclid(65536.0),
        );
        self.units[i].moved = 2;
        self.told.push("break-off");
        Ok(())
    }

    /// Requires the phase in which units leave.
    pub fn require_leaving(&self, r: &mut Reasons) {
        r.require(self.phase == ACTIONS, "SEQ");
    }

    // ------------------------------------------------------------------- charges

    /// Returns where a charger that sets out from `start` stands while its target may shoot: a
    /// tenth of an inch short, or before the friends that it would pass (A31, MOVE-09).
    pub fn last_place(&self, i: usize, j: usize, start: &Base, way: f64) -> Option<(Base, P)> {
        let (shape, d) = (start.shape(), heading(way));
        let (touch, _) = passage(&shape, d, &self.units[j].base.shape(), self.slack)?;
        let mut far = (touch - SHORT).max(0.0);
        let upon = |at: f64| {
            // Places are rounded: along a unit's corner, that decides whether they overlap.
            let mut end = start.slid(d, at);
            end.at = (end.at.0.round(), end.at.1.round());
            let mut others = self.others(i).into_iter();
            others.find(|(_, u)| self.overlap(&end, &u.base))
        };
        while let Some((_, friend)) = upon(far) {
            let met = passage(&shape, d, &friend.base.shape(), self.slack);
            // A unit grazed within the tolerance overlaps only by rounding.
            let before = met.map_or(far, |met| met.0).min(far - 1.0);
            if before < 0.0 {
                return None;
            }
            far = before;
        }
        Some((start.slid(d, far), start.slid(d, touch).at))
    }

    /// ART-03: removes guns that an enemy touches.
    pub fn overrun(&mut self) {
        for k in 0..self.units.len() {
            let guns = self.units[k].family == Family::Artillery;
            if guns && self.units[k].status == Status::Table && !self.touching(k).is_empty() {
                self.lose(k, Status::Destroyed);
                self.told.push("guns overrun");
            }
        }
    }

    /// GEO-12: returns the direction straight away from the enemies a unit touches.
    pub fn away(&self, i: usize) -> f64 {
        let met = self.touching(i);
        match met.as_slice() {
            [(foe, _, theirs)] => {
                let foe = &self.units[*foe].base;
                bearing(theirs.outward(foe.front()))
                    .round()
                    .rem_euclid(65536.0)
            }
            several => {
                #[expect(clippy::cast_precision_loss, reason = "a handful")]
                let mean = |part: fn(P) -> f64| {
                    let all = several.iter().map(|t| part(self.units[t.0].base.at));
                    (all.sum::<f64>() / several.len().max(1) as f64).trunc()
                };
                let from = (mean(|p| p.0), mean(|p| p.1));
                let off = sub(self.units[i].base.at, from);
                bearing(off).round().rem_euclid(65536.0)
            }
        }
    }
}

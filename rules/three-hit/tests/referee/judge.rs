//! Sections 3 to 11: which orders are legal.

use crate::state::{DEPLOY, INCH, MELEE, MORALE, MORALE_ACTIVE, MOVE, SHOOT, Table, U};
use sandtable_battle::{Leg, Order, Status};
use sandtable_geometry::Facing;
use sandtable_referee::Face;
use sandtable_referee::plane::{
    Base, P, along, apart, bearing, gap, holds, length, passage, sub, turn,
};
use sandtable_referee::{Reasons, Ruling};

/// 45 degrees. `HAIR` is 0.01 degree.
const EIGHTH: f64 = 8192.0;
const HAIR: f64 = 1.82;

/// A move: a pivot, an advance, a pivot.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plan {
    pub first: Option<Facing>,
    pub by: f64,
    pub last: Option<Facing>,
}

/// MOVE-02 and MOVE-03.
pub fn plan(legs: &[Leg]) -> Option<Plan> {
    let number = |to: &Facing| Some(*to);
    let mut advanced = false;
    let mut plan = Plan::default();
    for leg in legs {
        match leg {
            Leg::Pivot { to } if advanced && plan.last.is_none() => plan.last = number(to),
            Leg::Pivot { to } if !advanced && plan.first.is_none() => plan.first = number(to),
            Leg::Advance { by } if !advanced && *by >= 0 => {
                (plan.by, advanced) = (f64::from(*by), true);
            }
            _ => return None,
        }
    }
    let some = plan.by > 0.0 || plan.first.is_some() || plan.last.is_some();
    some.then_some(plan)
}

impl Table<'_> {
    pub fn judge(&self, order: &Order) -> Ruling {
        let mut r = Reasons::default();
        if let Order::Decide { .. } = order {
            r.require(self.waits.is_some(), "TABLE");
            return r.ruling();
        }
        r.require(self.waits.is_none(), "TABLE");
        let (unit, target) = (
            order.unit().map(sandtable_battle::UnitId::index),
            order.target().map(sandtable_battle::UnitId::index),
        );
        if let Some(i) = unit {
            r.require(self.units[i].side == self.side, "TABLE");
            r.require(!self.units[i].status.is_gone(), "TABLE");
        }
        if let Some(j) = target {
            r.require(!self.units[j].status.is_gone(), "TABLE");
        }
        let (i, j) = (unit.unwrap_or(0), target.unwrap_or(0));
        match order {
            Order::Move { legs, .. } => self.judge_move(i, plan(legs), &mut r),
            Order::Face { to, .. } => self.judge_face(i, *to, &mut r),
            Order::Charge { heading: None, .. } => self.judge_charge(i, j, &mut r),
            Order::Shoot { .. } => self.judge_shot(i, j, &mut r),
            Order::Fight { .. } => self.judge_fight(i, j, &mut r),
            Order::Test { .. } => {
                let now = matches!(self.phase, MORALE | MORALE_ACTIVE);
                r.require(now, "TURN-01");
                r.require(self.tests(i), "MOR-01");
            }
            Order::End => {
                let owed = self
                    .here()
                    .any(|(k, u)| u.side == self.side && self.must_fight(k));
                r.require(self.phase != MELEE || !owed, "MEL-01");
            }
            Order::Place { .. } => {
                r.require(self.phase == DEPLOY, "TURN-01");
                if r.clean() {
                    self.judge_place(order, &mut r);
                }
            }
            _ => r.require(false, "TABLE"),
        }
        r.ruling()
    }

    /// SET-03 and SET-04.
    fn judge_place(&self, order: &Order, r: &mut Reasons) {
        let Order::Place {
            unit,
            at,
            formation,
        } = order
        else {
            return;
        };
        let (i, set) = (unit.index(), &self.battle.setting);
        let u = &self.units[i];
        let base = Base {
            at: (f64::from(at.x), f64::from(at.y)),
            heading: f64::from(at.facing.0),
            ..u.base
        };
        r.require(u.status == Status::Reserve, "SET-03");
        r.require(*formation == 0, "OPT-03");
        let zones = set.zones.iter().enumerate();
        let own: Vec<usize> = zones
            .filter(|(_, z)| z.side == Some(u.side))
            .map(|z| z.0)
            .collect();
        let (high, strip) = (f64::from(set.height), 9.0 * INCH + self.slack);
        let south = self.first() == Ok(u.side);
        let within = base.shape().iter().all(|p| {
            let all = |zone: usize| base.shape().iter().all(|&p| self.in_zone(zone, p));
            if own.is_empty() {
                if south {
                    p.1 <= strip
                } else {
                    p.1 >= high - strip
                }
            } else {
                own.iter().any(|&zone| all(zone))
            }
        });
        r.require(within, "SET-03");
        r.require(self.on_table(&base), "SET-01");
        if self.puzzle(i, &base) {
            r.unruled("ways through rivers and towns");
        }
        for (_, other) in self.here() {
            r.require(!self.overlap(&base, &other.base), "SET-04");
            if other.side != u.side {
                r.require(self.contact(&base, &other.base).is_none(), "MOVE-09");
            }
        }
        if self.on_bad_ground(i, &base) {
            self.say_ground(i, &base, r);
            r.require(false, "SET-04");
        }
    }

    /// MOR-01: whether a unit must test: damaged in this player turn, and alive.
    pub fn tests(&self, i: usize) -> bool {
        let u = &self.units[i];
        u.status == Status::Table && u.how > 0 && u.hits < 3
    }

    fn present(&self, i: usize, r: &mut Reasons) -> bool {
        let here = self.units[i].status == Status::Table;
        r.require(here, "TABLE");
        here
    }

    /// Requires that a unit has its move left.
    fn has_move(&self, i: usize, r: &mut Reasons) {
        r.require(self.phase == MOVE, "TURN-01");
        r.require(self.units[i].moved == 0, "TURN-04");
        r.require(self.units[i].spent == 0, "MOVE-07");
    }

    fn judge_move(&self, i: usize, plan: Option<Plan>, r: &mut Reasons) {
        if !self.present(i, r) {
            return;
        }
        self.has_move(i, r);
        r.require(self.touching(i).is_empty(), "MOVE-08");
        let Some(plan) = plan else {
            r.require(false, "MOVE-02");
            r.require(false, "MOVE-03");
            return;
        };
        self.judge_way(i, plan, r);
    }

    /// Judges a pivot, an advance, a pivot.
    fn judge_way(&self, i: usize, plan: Plan, r: &mut Reasons) {
        let u = &self.units[i];
        let (start, _, end) = self.led(&u.base, plan);
        if plan.first.is_some() && plan.by > 0.0 {
            self.judge_turned(i, &start, None, r);
        }
        if plan.by > 0.0 {
            let pace = u.kind.pace * INCH;
            if plan.by > pace + self.slack {
                let more = if self.is("road_bonus", "three_inches") {
                    3.0 * INCH
                } else {
                    pace / 2.0
                };
                let road = self.along_road((start.at, end.at));
                r.require(road && plan.by <= pace + more + self.slack, "MOVE-01");
                if road && plan.by > pace + more + self.slack {
                    r.require(false, "MOVE-11");
                }
            }
            self.judge_corridor(i, &start, plan, r);
        }
        r.require(self.on_table(&end), "MOVE-10");
        let others = self.here().filter(|&(k, _)| k != i);
        for (_, other) in others {
            let over = self.overlap(&end, &other.base);
            r.require(!over, "PASS-02");
            r.require(!over, "TURNING-02");
            if other.side != u.side {
                r.require(self.contact(&end, &other.base).is_none(), "MOVE-09");
            }
        }
        if self.on_bad_ground(i, &end) {
            self.say_ground(i, &end, r);
        }
        if self.puzzle(i, &end) || self.puzzle(i, &start) {
            r.unruled("ways through rivers and towns");
        }
    }

    /// Returns the bases along a plan.
    pub fn led(&self, base: &Base, plan: Plan) -> (Base, Base, Base) {
        let turned = |base: &Base, to: Option<Facing>| {
            to.map_or(*base, |to| base.turned_to(f64::from(to.0)))
        };
        let start = turned(base, plan.first);
        let mut end = start.slid(start.front(), plan.by);
        end.at = (end.at.0.round(), end.at.1.round());
        (start, end, turned(&end, plan.last))
    }

    /// Notes every clause that may keep a base off this ground.
    fn say_ground(&self, i: usize, base: &Base, r: &mut Reasons) {
        use sandtable_battle::Ground;
        for g in &self.ground {
            if self.barred(&self.units[i], g.ground) && self.reaches(base, g) {
                let clause = match g.ground {
                    Ground::Woods => "TERR-01",
                    Ground::Town => "TERR-02",
                    Ground::River => "TERR-04",
                    _ => "TERR-03",
                };
                r.require(false, clause);
                r.require(false, "TERR-07");
            }
        }
    }

    /// TURNING-02: judges the pose after a starting pivot. It must be clear of enemies and of
    /// barred ground; friends do not matter if the unit then advances.
    fn judge_turned(&self, i: usize, base: &Base, goal: Option<usize>, r: &mut Reasons) {
        let u = &self.units[i];
        let foes = self
            .here()
            .filter(|&(k, f)| f.side != u.side && Some(k) != goal);
        for (_, foe) in foes {
            r.require(!self.overlap(base, &foe.base), "TURNING-02");
        }
        let bad = self.ground.iter().filter(|g| self.barred(u, g.ground));
        for g in bad {
            if self.reaches(base, g) && !self.reaches(&u.base, g) {
                self.say_ground(i, base, r);
            }
        }
    }

    /// PASS-03 and GEO-07: judges what the advance meets.
    fn judge_corridor(&self, i: usize, start: &Base, plan: Plan, r: &mut Reasons) {
        let u = &self.units[i];
        let (shape, d) = (start.shape(), start.front());
        for (_, other) in self.here().filter(|&(k, _)| k != i) {
            let turned_over =
                other.side == u.side && plan.first.is_some() && self.overlap(start, &other.base);
            if self.passes(u, other) || turned_over {
                continue;
            }
            let met = passage(&shape, d, &other.base.shape(), self.slack);
            let clear = met.is_none_or(|(enter, _)| enter >= plan.by - self.slack);
            r.require(clear, "PASS-03");
        }
        let far = self.barred_after(i, start, d);
        if far < plan.by - self.slack {
            self.say_way(r);
        }
    }

    /// Notes that barred ground lies in the way; roads, bridges and fords may lead through it.
    fn say_way(&self, r: &mut Reasons) {
        use sandtable_battle::Ground;
        let through = |g: Ground| matches!(g, Ground::Bridge | Ground::Ford | Ground::Road);
        if self.ground.iter().any(|g| through(g.ground)) {
            r.unruled("ways through rivers and towns");
        } else {
            r.require(false, "PASS-03");
            r.require(false, "CHG-04");
            r.require(false, "TERR");
        }
    }

    /// MOVE-11: whether both ends and the path of the centre are on a road.
    fn along_road(&self, line: (P, P)) -> bool {
        use sandtable_battle::Ground;
        let roads = self.ground.iter().filter(|g| g.ground == Ground::Road);
        let areas: Vec<_> = roads.flat_map(|g| &g.areas).collect();
        // Checked every quarter of a millimetre, because roads have bends.
        let steps = (length(sub(line.1, line.0)) / 25.0).ceil().max(1.0);
        #[expect(clippy::cast_possible_truncation)]
        let mut all = 0..=steps as i32;
        all.all(|k| {
            let p = along(line.0, sub(line.1, line.0), f64::from(k) / steps);
            areas.iter().any(|area| holds(area, p, self.slack))
        })
    }

    /// Judges a turn in place: free, or to meet an enemy (TURNING-03).
    fn judge_face(&self, i: usize, to: Facing, r: &mut Reasons) {
        if !self.present(i, r) {
            return;
        }
        self.has_move(i, r);
        if self.touching(i).is_empty() {
            let plan = Plan {
                first: Some(to),
                ..Plan::default()
            };
            return self.judge_way(i, plan, r);
        }
        match self.meeting(i, to) {
            Err(clause) => {
                r.require(false, clause);
                r.require(false, "TURNING-03");
            }
            Ok((own, j, foe)) => {
                let third = |base: &Base| {
                    let others = self.here().filter(|&(k, _)| k != i && k != j);
                    others
                        .into_iter()
                        .all(|(_, u)| !self.overlap(base, &u.base))
                };
                r.require(third(&own) && third(&foe), "TURNING-03");
                r.require(self.on_table(&own), "MOVE-10");
                if self.on_bad_ground(i, &own) {
                    self.say_ground(i, &own, r);
                }
                if self.puzzle(i, &own) {
                    r.unruled("ways through rivers and towns");
                }
            }
        }
    }

    /// Returns where both stand after a unit turned to meet an enemy on its flank or rear.
    pub fn meeting(&self, i: usize, to: Facing) -> Result<(Base, usize, Base), &'static str> {
        let own = self.units[i].base;
        let touched = self.touching(i);
        if touched.iter().any(|t| t.1 == Face::Front) {
            return Err("TURNING-03");
        }
        let to = f64::from(to.0);
        for (j, face, _) in touched {
            let heading = bearing(face.outward(own.front()))
                .round()
                .rem_euclid(65536.0);
            if turn(heading, to) <= HAIR {
                let turned = own.turned_to(heading);
                let foe = self.units[j].base;
                // Flush with the new front, straight on or back.
                let by = face.size(&own).0 - own.deep / 2.0;
                let inward = sandtable_referee::plane::back(turned.front());
                return Ok((turned, j, foe.slid(inward, by)));
            }
        }
        Err("TURNING-04")
    }

    /// Judges a charge.
    fn judge_charge(&self, i: usize, j: usize, r: &mut Reasons) {
        if !self.present(i, r) || !self.present(j, r) {
            return;
        }
        let (u, foe) = (&self.units[i], &self.units[j]);
        self.has_move(i, r);
        r.require(u.side != foe.side, "CHG-01");
        r.require(u.kind.charges, "CHG-01");
        r.require(self.touching(i).is_empty(), "CHG-08");
        if i == j || u.side == foe.side {
            return;
        }
        let faced = self.faced(&u.base, foe.base.at);
        r.require(
            turn(u.base.heading, faced.heading) <= EIGHTH + HAIR,
            "CHG-02",
        );
        self.judge_turned(i, &faced, Some(j), r);
        let from = u.base.point(0.0, u.base.deep / 2.0);
        r.require(self.sees((from, foe.base.at), (i, j), false), "CHG-04");
        let reach = u.kind.pace
            * INCH
            * if self.is("charge_reach", "half") {
                0.5
            } else {
                1.0
            };
        let met = passage(&faced.shape(), faced.front(), &foe.base.shape(), self.slack);
        let Some((far, _)) = met else {
            r.require(false, "CHG-04");
            return;
        };
        r.require(far <= reach + self.slack, "CHG-03");
        self.judge_charge_way(i, j, (&faced, far), r);
        let face = self.zone(&foe.base, u.base.at);
        let held = self.touching(j).iter().any(|t| t.1 == face);
        r.require(!held, "CHG-07");
        if self.is("attackers_per_target", "one") {
            r.require(self.touching(j).is_empty(), "CHG-07");
        }
        self.judge_protected(u, foe, r);
        let place = self.squared(i, j, &faced, far);
        let on_a_ford = place.is_none() && self.puzzle(j, &foe.base);
        if r.clean() {
            r.require(place.is_some(), "GEO-11");
        }
        if self.puzzle(i, &faced) || on_a_ford {
            r.unruled("ways through rivers and towns");
        }
    }

    /// TERR-10.
    fn judge_protected(&self, u: &U, foe: &U, r: &mut Reasons) {
        use sandtable_battle::Ground;
        let bad = [Ground::Woods, Ground::Town];
        for ground in bad {
            if self.barred(u, ground) {
                r.require(!self.lies_in_any(foe.base.at, ground), "TERR-10");
            }
        }
    }

    /// CHG-04 and CHG-10: requires that the target is the first thing the charge meets.
    fn judge_charge_way(&self, i: usize, j: usize, way: (&Base, f64), r: &mut Reasons) {
        let u = &self.units[i];
        let (start, far) = way;
        let through = self.is("charge_through_skirmishers", "yes");
        for (_, other) in self.here().filter(|&(k, _)| k != i && k != j) {
            let turned_over = other.side == u.side
                && self.overlap(start, &other.base)
                && !self.overlap(&u.base, &other.base);
            if through && self.passes(u, other) || turned_over {
                continue;
            }
            let met = passage(
                &start.shape(),
                start.front(),
                &other.base.shape(),
                self.slack,
            );
            let clear = met.is_none_or(|(enter, _)| enter >= far - self.slack);
            r.require(clear, "CHG-04");
            if !clear {
                r.require(false, "CHG-10");
                r.require(false, "PASS-03");
            }
        }
        if self.barred_after(i, start, start.front()) < far - self.slack {
            self.say_way(r);
        }
    }

    /// GEO-10 and GEO-11: returns where a charger ends, flush on the face it attacks.
    pub fn squared(&self, i: usize, j: usize, faced: &Base, far: f64) -> Option<Base> {
        use sandtable_referee::plane::{back, dot, right};
        let foe = self.units[j].base;
        let face = self.zone(&foe, self.units[i].base.at);
        let n = face.outward(foe.front());
        let (out, half) = face.size(&foe);
        let (m, e) = (along(foe.at, n, out), right(n));
        let touch = faced.slid(faced.front(), far);
        let q = dot(sub(touch.point(0.0, faced.deep / 2.0), m), e).clamp(-half, half);
        let heading = bearing(back(n)).round().rem_euclid(65536.0);
        let pose = |q: f64| Base {
            at: along(along(m, e, q), n, faced.deep / 2.0),
            heading,
            ..*faced
        };
        let mut tried = vec![q];
        for k in 1..200 {
            let step = 0.1 * INCH * f64::from(k);
            let pair = [q - step, q + step];
            let inner = usize::from(pair[1].abs() < pair[0].abs());
            tried.extend([pair[inner], pair[1 - inner]]);
        }
        // If every step is taken, there may still be room between steps.
        for k in 1..8000 {
            let step = 5.0 * f64::from(k);
            let pair = [q - step, q + step];
            let inner = usize::from(pair[1].abs() < pair[0].abs());
            tried.extend([pair[inner], pair[1 - inner]]);
        }
        let common = |q: f64| {
            let own = faced.wide / 2.0;
            (own + half - q.abs()).min(2.0 * own.min(half)) >= INCH - self.slack
        };
        let all = tried.into_iter().filter(|&q| common(q)).map(pose);
        all.into_iter().find(|base| self.fits(i, base))
    }

    /// Whether a base overlaps no unit and no barred ground, and lies on the table.
    pub fn fits(&self, i: usize, base: &Base) -> bool {
        let mut others = self.here().filter(|&(k, _)| k != i);
        others.all(|(_, u)| !self.overlap(base, &u.base))
            && self.on_table(base)
            && !self.ground_bars(i, base, None)
    }

    /// Returns the weapon of a unit: range and column.
    pub fn weapon(&self, u: &U) -> Option<(f64, i32)> {
        if u.kind.foot {
            return u.kind.shoots.map(|column| (u.kind.range, column));
        }
        let armed =
            self.is("cavalry_fire", "all") || u.firearms && !self.is("cavalry_fire", "none");
        armed.then_some((u.kind.range, -2))
    }

    /// SHOOT-01 to SHOOT-09.
    pub fn judge_shot(&self, i: usize, j: usize, r: &mut Reasons) {
        use sandtable_battle::Ground;
        if !self.present(i, r) || !self.present(j, r) {
            return;
        }
        let (u, foe) = (&self.units[i], &self.units[j]);
        r.require(self.phase == SHOOT, "TURN-01");
        r.require(!u.shot, "TURN-05");
        r.require(u.side != foe.side, "SHOOT");
        let moved = u.moved > usize::from(self.is("pivot_is_move", "no")) as i32
            || u.spent > 0 && !self.is("retreat_blocks_shooting", "no");
        if !u.kind.after_moving {
            r.require(!moved, if u.moved > 0 { "SHOOT-04" } else { "MOR-05" });
            if moved {
                r.require(false, "SHOOT-04");
            }
        }
        r.require(self.touching(i).is_empty(), "SHOOT-09");
        r.require(self.touching(j).is_empty(), "SHOOT-09");
        let Some((range, _)) = self.weapon(u) else {
            r.require(false, "SHOOT-01");
            r.require(false, "UNIT-08");
            return;
        };
        let round = u.kind.all_round || self.lies_in_any(u.base.at, Ground::Town);
        let front = self.zone(&u.base, foe.base.at) == Face::Front;
        r.require(round || front, "SHOOT-05");
        let target = foe.base.shape();
        let (far, from) = if round {
            (apart(&u.base.shape(), &target), u.base.at)
        } else {
            (
                gap(u.base.edge(), &target),
                u.base.point(0.0, u.base.deep / 2.0),
            )
        };
        r.require(far <= range * INCH + self.slack, "SHOOT-01");
        if far > range * INCH {
            r.require(far <= range * INCH + self.slack, "UNIT-08");
        }
        let clear = self.sees((from, foe.base.at), (i, j), u.kind.overhead);
        r.require(clear, "SHOOT-08");
    }

    /// Returns the enemies that a unit may strike (MEL-02).
    pub fn strikes(&self, i: usize) -> Vec<usize> {
        let met = self.touching(i);
        let front = met.iter().filter(|t| t.1 == Face::Front);
        let ahead: Vec<usize> = front.map(|t| t.0).collect();
        if ahead.is_empty() {
            met.iter().map(|t| t.0).collect()
        } else {
            ahead
        }
    }

    /// MEL-01: whether a unit must still fight. If both sides strike, all blows fall at once: a
    /// unit that is already struck down still strikes, and is struck.
    pub fn must_fight(&self, i: usize) -> bool {
        !self.units[i].fought && !self.strikes(i).is_empty()
    }

    fn judge_fight(&self, i: usize, j: usize, r: &mut Reasons) {
        if !self.present(i, r) || !self.present(j, r) {
            return;
        }
        r.require(self.phase == MELEE, "TURN-01");
        r.require(!self.units[i].fought, "TURN-06");
        let met = self.touching(i).iter().any(|t| t.0 == j);
        r.require(met, "MEL-01");
        r.require(!met || self.strikes(i).contains(&j), "MEL-02");
    }
}

//! Section 6: moves.

use crate::back::closed;
use crate::state::{
    ACTIONS, Family, INCH, INITIATIVE, MELEE, OPPONENTS, PILA, PURSUIT, RETREAT, Table, U,
    difficult,
};
use sandtable_battle::{Leg, Order, Status, UnitId};
use sandtable_geometry::Facing;
use sandtable_referee::plane::{
    Base, P, Shape, along, apart, cross, depth, heading, passage, reaches_into, sub, turn,
};
use sandtable_referee::{Reasons, Ruling};

/// 45 degrees. `HAIR` is 0.01 degree.
pub const EIGHTH: f64 = 8192.0;
pub const HAIR: f64 = 1.82;

/// A move: a turn, a straight way, a turn.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plan {
    pub first: Option<Facing>,
    pub aside: Option<Facing>,
    pub by: f64,
    pub last: Option<Facing>,
    /// The stretch after the last turn: chariots turn in the middle of their move (CH-03).
    pub then: f64,
}

/// T6-MOVE-17: reads legs as such a move; none if they are not one.
pub fn plan(legs: &[Leg], facing: Facing) -> Option<Plan> {
    let (mut plan, mut gone, mut now) = (Plan::default(), false, facing);
    for leg in legs {
        match *leg {
            Leg::Pivot { to } if to == now && !gone => {}
            Leg::Pivot { to } if !gone && plan.first.is_none() => {
                (plan.first, now) = (Some(to), to);
            }
            Leg::Pivot { to } if gone && plan.last.is_none() => plan.last = Some(to),
            Leg::Advance { by } if !gone && by >= 0 => (plan.by, gone) = (f64::from(by), true),
            Leg::Slide { towards, by } if !gone && by >= 0 => {
                plan.aside = (towards != now).then_some(towards);
                (plan.by, gone) = (f64::from(by), true);
            }
            Leg::Advance { by } if plan.last.is_some() && plan.then == 0.0 && by > 0 => {
                plan.then = f64::from(by);
            }
            _ => return None,
        }
    }
    if plan.last == Some(now) {
        plan.last = None;
    }
    let some = plan.by > 0.0 || plan.first.is_some() || plan.last.is_some();
    some.then_some(plan)
}

impl Table<'_> {
    pub fn judge(&self, order: &Order) -> Ruling {
        let mut r = Reasons::default();
        if self.phase < INITIATIVE {
            return Ruling::Unruled("deployment");
        }
        match (&self.waits, order) {
            (Some(waits), Order::Decide { choice }) if *choice < waits.choices => {
                return Ruling::Legal;
            }
            (Some(_), _) | (None, Order::Decide { .. }) => {
                return Ruling::Refused(vec!["TABLE"]);
            }
            _ => {}
        }
        let (unit, target) = (
            order.unit().map(UnitId::index),
            order.target().map(UnitId::index),
        );
        if let Some(i) = unit {
            r.require(self.units[i].side == self.side, "TABLE");
        }
        for at in [unit, target].into_iter().flatten() {
            if self.units[at].status != Status::Table {
                r.require(false, "TABLE");
                return r.ruling();
            }
        }
        if let Some(i) = unit
            && self.units[i].with.is_some()
            && !matches!(order, Order::Leave { .. })
        {
            for clause in ["CH-09", "SEQ", "MEL", "RES"] {
                r.require(false, clause);
            }
            return r.ruling();
        }
        let amok = unit.is_some_and(|i| self.units[i].amok > 0);
        if amok && !matches!(order, Order::Fight { .. }) {
            r.require(false, "EL");
            r.require(false, "RES");
            return r.ruling();
        }
        self.judge_order(order, unit.unwrap_or(0), target.unwrap_or(0), &mut r);
        r.ruling()
    }

    fn judge_order(&self, order: &Order, i: usize, j: usize, r: &mut Reasons) {
        match order {
            Order::Move { legs, .. } if self.phase == PURSUIT => self.judge_pursuit(i, legs, r),
            Order::Move { .. } | Order::Face { .. } | Order::Charge { .. }
                if self.phase != ACTIONS =>
            {
                r.require(false, "SEQ");
                r.require(false, "CON");
            }
            Order::Move { legs, .. } => self.judge_move(i, legs, r),
            Order::Face { to, .. } => self.judge_move(i, &[Leg::Pivot { to: *to }], r),
            Order::Charge { heading, .. } => self.judge_charge(i, j, *heading, r),
            Order::Shoot { .. } if self.phase == PILA => self.judge_throw(i, j, r),
            Order::Shoot { .. } => self.judge_shot(i, j, r),
            Order::Fight { .. } if self.phase == OPPONENTS => self.judge_opponent(i, j, r),
            Order::Fight { .. } => self.judge_fight(i, j, r),
            Order::Test { .. } => self.judge_retreat(i, r),
            Order::Join { to, .. } => self.judge_joining(i, to.index(), r),
            Order::Leave { .. } if self.units[i].with.is_some() => self.judge_parting(i, r),
            Order::Leave { .. } => {
                self.require_leaving(r);
                self.judge_leave(i, r);
            }
            Order::End => self.judge_end(r),
            _ => r.unruled("other orders"),
        }
    }

    /// Judges the end of a phase, which must wait for outstanding fights and retreats.
    fn judge_end(&self, r: &mut Reasons) {
        let mut own = self.here().filter(|(_, u)| u.side == self.side);
        let owed = match self.phase {
            MELEE => own.any(|(i, u)| !u.fought && !self.touching(i).is_empty()),
            RETREAT => own.any(|(_, u)| u.retreats == 1),
            _ => false,
        };
        r.require(!owed, "SEQ");
        r.require(!owed, "RES");
    }

    fn judge_move(&self, i: usize, legs: &[Leg], r: &mut Reasons) {
        let u = &self.units[i];
        r.require(self.touching(i).is_empty(), "MOVE-15");
        // SHOOT-07: the rest of a divided move comes after the shot.
        r.require(u.moved != 1 || u.shot, "SHOOT-07");
        r.require(u.moved < 2, "SEQ-09");
        if u.family == Family::Artillery {
            r.require(!u.shot, "ART-02");
        }
        if !r.clean() {
            return;
        }
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let facing = Facing(u.base.heading as u16);
        let Some(plan) = plan(legs, facing) else {
            r.require(false, "MOVE");
            return;
        };
        self.judge_way(i, plan, r);
    }

    /// Returns the bases along a move: where it sets out, where its straight way ends, how it turns
    /// there, and where it ends.
    pub fn led(&self, base: &Base, plan: Plan) -> [Base; 4] {
        let turned = |base: &Base, to: Option<Facing>| {
            to.map_or(*base, |to| base.turned_to(f64::from(to.0)))
        };
        let whole = |mut base: Base| {
            base.at = (base.at.0.round(), base.at.1.round());
            base
        };
        let start = turned(base, plan.first);
        let end = whole(start.slid(way_of(plan, &start), plan.by));
        let last = turned(&end, plan.last);
        [start, end, last, whole(last.slid(last.front(), plan.then))]
    }

    /// Returns what a move costs, and how many turns it has.
    pub fn price(&self, i: usize, plan: Plan) -> (f64, i32) {
        let u = &self.units[i];
        let [start, _, last, _] = self.led(&u.base, plan);
        let more = self.cost(u, &last, last.front(), plan.then);
        let turns = i32::from(plan.first.is_some()) + i32::from(plan.last.is_some());
        (
            self.cost(u, &start, way_of(plan, &start), plan.by) + more,
            turns,
        )
    }

    fn judge_way(&self, i: usize, plan: Plan, r: &mut Reasons) {
        let u = &self.units[i];
        let [start, end, last, after] = self.led(&u.base, plan);
        let (cost, now) = self.price(i, plan);
        let turns = now + u.turns;
        let rate = u.rate();
        let slant = plan
            .aside
            .map_or(0.0, |to| turn(f64::from(to.0), start.heading));
        let oblique = matches!(u.family, Family::Warband | Family::Peltasts) || u.roman();
        r.require(plan.then == 0.0 || u.family == Family::Chariots, "MOVE");
        let allowed = if u.family.light() {
            // One change of facing is free, the second costs half the rate.
            r.require(turns <= 2, "MOVE");
            if turns < 2 { rate } else { rate / 2.0 }
        } else if u.family == Family::Chariots {
            r.require(turns < 2, "CH-03");
            r.require(turns < 2, "MOVE");
            if plan.aside.is_none() {
                rate
            } else {
                rate / 2.0
            }
        } else {
            // A turn comes first and allows only the way straight ahead.
            r.require(plan.last.is_none(), "MOVE");
            r.require(plan.first.is_none() || plan.aside.is_none(), "MOVE");
            let full =
                plan.first.is_none() && (plan.aside.is_none() || oblique && slant <= EIGHTH + HAIR);
            if full { rate } else { rate / 2.0 }
        };
        let fits = cost + u.spent <= allowed + 2.0 * self.slack;
        r.require(fits, "MOVE");
        r.require(fits, "CH-03");
        let mut ways = vec![(start, end)];
        if plan.then > 0.0 {
            ways.push((last, after));
        }
        let ends: &[Base] = if plan.by > 0.0 {
            &[end, last, after]
        } else {
            &[last, after]
        };
        self.judge_room(i, &ways, ends, r);
    }

    /// T6-MOVE-11 and A17: returns the cost of a way; inches in difficult ground count twice.
    pub fn cost(&self, u: &U, start: &Base, way: P, by: f64) -> f64 {
        if !u.family.slowed() || by <= 0.0 {
            return by;
        }
        let shape = start.shape();
        let mut parts: Vec<(f64, f64)> = Vec::new();
        let file = (
            along(start.at, way, -start.deep / 2.0),
            along(start.at, way, by + start.deep / 2.0),
        );
        let all = self.ground.iter().filter(|g| difficult(g.ground));
        for area in all
            .filter(|g| !self.bridged(g, file))
            .flat_map(|g| &g.areas)
        {
            if let Some((enter, exit)) = passage(&shape, way, area, self.slack) {
                parts.push((enter.min(by), exit.min(by)));
            }
        }
        parts.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (mut sum, mut until) = (0.0, 0.0_f64);
        for (from, to) in parts {
            sum += (to - from.max(until)).max(0.0);
            until = until.max(to);
        }
        by + sum
    }

    /// T6-GEO-11, T6-MOVE-16 and T6-MOVE-18: judges which units and ground are in the way, and
    /// where the unit stands on the way and at its end.
    fn judge_room(&self, i: usize, ways: &[(Base, Base)], ends: &[Base], r: &mut Reasons) {
        let u = &self.units[i];
        let tracks: Vec<Shape> = ways.iter().map(|(from, to)| hull(from, to)).collect();
        let deep = |shape: &Shape| tracks.iter().any(|t| depth(t, shape) > self.slack);
        for (_, other) in self.here().filter(|&(k, _)| k != i) {
            let shape = other.base.shape();
            if !other.hostile(u) {
                if u.family == Family::General {
                    continue;
                }
                let through = deep(&shape) && !self.passes(u, other);
                let over = ends.iter().any(|end| self.overlap(end, &other.base));
                r.require(!through && !over, "GEO-11");
                r.require(!through && !over, "MOVE");
                continue;
            }
            // MOVE-16: an enemy is passed and left at a distance; a unit that is nearer may leave.
            let least = 0.1 * INCH - self.slack;
            let near = self.gap(&u.base, &other.base) < least;
            let passes = if near {
                // A general may move away from an enemy that came upon the general.
                let upon = u.family == Family::General && self.overlap(&u.base, &other.base);
                upon || !deep(&shape)
            } else {
                tracks.iter().all(|track| apart(track, &shape) >= least)
            };
            let clear = passes && ends.iter().all(|end| self.gap(end, &other.base) >= least);
            r.require(clear, "MOVE-16");
            r.require(clear, "GEO-11");
        }
        r.require(ends.iter().all(|end| self.on_board(end)), "MOVE-18");
        for area in self
            .ground
            .iter()
            .filter(|g| closed(g.ground))
            .flat_map(|g| &g.areas)
        {
            let over = ends.iter().any(|end| reaches_into(end, area, self.slack)) || deep(area);
            r.require(!over, "GEO-11");
            r.require(!over, "TERR");
        }
    }
}

/// Returns the direction of the straight way of a move.
fn way_of(plan: Plan, start: &Base) -> P {
    plan.aside
        .map_or(start.front(), |to| heading(f64::from(to.0)))
}

/// Returns the ground that a base needs on a straight way.
pub fn hull(start: &Base, end: &Base) -> Shape {
    let mut points = start.shape();
    points.extend(end.shape());
    points.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let mut out: Shape = Vec::new();
    for pass in 0..2 {
        let first = out.len();
        let all: Vec<P> = if pass == 0 {
            points.clone()
        } else {
            points.iter().rev().copied().collect()
        };
        for p in all {
            while out.len() >= first + 2
                && cross(
                    sub(out[out.len() - 1], out[out.len() - 2]),
                    sub(p, out[out.len() - 1]),
                ) >= -1e-6
            {
                out.pop();
            }
            out.push(p);
        }
        out.pop();
    }
    out
}

//! Section 6: moves.

use crate::state::{ACTIONS, Family, G, INCH, Table, U, difficult};
use sandtable_battle::{Ground, Leg, Order, Status, UnitId};
use sandtable_geometry::Facing;
use sandtable_referee::Ruling;
use sandtable_referee::plane::{
    Base, P, Shape, apart, cross, depth, heading, passage, reaches_into, sub, turn,
};

/// 45 degrees, and 0.01 degree.
pub const EIGHTH: f64 = 8192.0;
pub const HAIR: f64 = 1.82;

/// Reasons against an order.
#[derive(Debug, Default)]
pub struct Reasons {
    found: Vec<&'static str>,
    unruled: Option<&'static str>,
}

impl Reasons {
    pub fn require(&mut self, holds: bool, clause: &'static str) {
        if !holds {
            self.found.push(clause);
        }
    }

    pub fn unruled(&mut self, what: &'static str) {
        self.unruled = Some(what);
    }

    pub fn clean(&self) -> bool {
        self.found.is_empty()
    }

    fn ruling(self) -> Ruling {
        match self.unruled {
            Some(what) => Ruling::Unruled(what),
            _ if self.found.is_empty() => Ruling::Legal,
            _ => Ruling::Refused(self.found),
        }
    }
}

/// A move: a turn, a straight way, a turn.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plan {
    pub first: Option<Facing>,
    pub aside: Option<Facing>,
    pub by: f64,
    pub last: Option<Facing>,
}

/// T6-MOVE-17; what is not such a move is none.
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
        if self.battle.cursor.waits.is_some() {
            return Ruling::Unruled("choices");
        }
        if self.units.iter().any(|u| u.amok > 0 || u.attached) {
            return Ruling::Unruled("elephants run amok and attached chariots");
        }
        match (self.phase, order) {
            (_, Order::Place { .. } | Order::Lay { .. }) => return Ruling::Unruled("deployment"),
            (10, Order::Shoot { .. }) => return Ruling::Unruled("pila"),
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
        let (i, j) = (unit.unwrap_or(0), target.unwrap_or(0));
        match order {
            Order::Move { .. } | Order::Face { .. } | Order::Charge { .. }
                if self.phase != ACTIONS =>
            {
                if self.phase == 13 {
                    r.unruled("pursuits");
                }
                r.require(false, "SEQ");
                r.require(false, "CON");
            }
            Order::Move { legs, .. } => self.judge_move(i, legs, &mut r),
            Order::Face { to, .. } => {
                self.judge_move(i, &[Leg::Pivot { to: *to }], &mut r);
            }
            Order::Charge { heading, .. } => self.judge_charge(i, j, *heading, &mut r),
            Order::Shoot { .. } => self.judge_shot(i, j, &mut r),
            Order::Fight { .. } => self.judge_fight(i, j, &mut r),
            _ => r.unruled("other orders"),
        }
        r.ruling()
    }

    fn judge_move(&self, i: usize, legs: &[Leg], r: &mut Reasons) {
        let u = &self.units[i];
        if !self.touching(i).is_empty() {
            r.unruled("breaking off");
            return;
        }
        if u.moved == 1 {
            r.unruled("divided moves");
            return;
        }
        r.require(u.moved == 0, "SEQ-09");
        if u.family == Family::Artillery {
            r.require(!u.shot, "ART-02");
        }
        if !r.clean() {
            return;
        }
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let facing = Facing(u.base.heading as u16);
        let Some(plan) = plan(legs, facing) else {
            if u.family == Family::Chariots {
                r.unruled("ways of chariots");
            }
            r.require(false, "MOVE");
            return;
        };
        self.judge_way(i, plan, r);
    }

    /// Where a move leads.
    pub fn led(&self, base: &Base, plan: Plan) -> (Base, Base, Base) {
        let turned = |base: &Base, to: Option<Facing>| {
            to.map_or(*base, |to| base.turned_to(f64::from(to.0)))
        };
        let start = turned(base, plan.first);
        let way = plan
            .aside
            .map_or(start.front(), |to| heading(f64::from(to.0)));
        let mut end = start.slid(way, plan.by);
        end.at = (end.at.0.round(), end.at.1.round());
        (start, end, turned(&end, plan.last))
    }

    fn judge_way(&self, i: usize, plan: Plan, r: &mut Reasons) {
        let u = &self.units[i];
        let (start, end, last) = self.led(&u.base, plan);
        let way = plan
            .aside
            .map_or(start.front(), |to| heading(f64::from(to.0)));
        let turns = u32::from(plan.first.is_some()) + u32::from(plan.last.is_some());
        let rate = u.rate();
        let slant = plan
            .aside
            .map_or(0.0, |to| turn(f64::from(to.0), start.heading));
        let oblique = matches!(u.family, Family::Warband | Family::Peltasts) || u.roman();
        let allowed = if u.family.light() {
            // One change of facing is free, the second costs half.
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
            // A turn comes first and leaves only the way straight ahead.
            r.require(plan.last.is_none(), "MOVE");
            r.require(plan.first.is_none() || plan.aside.is_none(), "MOVE");
            let full =
                plan.first.is_none() && (plan.aside.is_none() || oblique && slant <= EIGHTH + HAIR);
            if full { rate } else { rate / 2.0 }
        };
        let cost = self.cost(u, &start, way, plan.by);
        r.require(cost <= allowed + 2.0 * self.slack, "MOVE");
        r.require(cost <= allowed + 2.0 * self.slack, "CH-03");
        self.judge_room(i, (&start, &end, &last), r);
    }

    /// T6-MOVE-11 and A17: inches in difficult ground count twice.
    pub fn cost(&self, u: &U, start: &Base, way: P, by: f64) -> f64 {
        if !u.family.slowed() || by <= 0.0 {
            return by;
        }
        let shape = start.shape();
        let mut parts: Vec<(f64, f64)> = Vec::new();
        let all = self.ground.iter().filter(|g| difficult(g.ground));
        for area in all.flat_map(|g| &g.areas) {
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

    /// T6-GEO-11, T6-MOVE-16 and T6-MOVE-18: who and what is in the way.
    fn judge_room(&self, i: usize, (start, end, last): (&Base, &Base, &Base), r: &mut Reasons) {
        let u = &self.units[i];
        let track = hull(start, end);
        for (_, other) in self.here().filter(|&(k, _)| k != i) {
            let shape = other.base.shape();
            if other.side == u.side {
                let through = depth(&track, &shape) > self.slack && !self.passes(u, other);
                let over = self.overlap(last, &other.base) || self.overlap(end, &other.base);
                r.require(!through && !over, "GEO-11");
                r.require(!through && !over, "MOVE");
                continue;
            }
            let gap = apart(&track, &shape).min(self.gap(last, &other.base));
            // The engine measures the tenth of an inch square about corners (open).
            let corner = |far: f64| (0.099 * INCH..0.143 * INCH).contains(&far);
            if corner(gap) || corner(self.gap(&u.base, &other.base)) {
                r.unruled("a tenth of an inch off a corner");
            }
            if gap < 0.1 * INCH && self.gap(&u.base, &other.base) < 0.1 * INCH {
                r.unruled("moves from beside an enemy");
            }
            r.require(gap >= 0.1 * INCH - self.slack, "MOVE-16");
            r.require(gap >= 0.1 * INCH - self.slack, "GEO-11");
        }
        r.require(self.on_board(last) && self.on_board(end), "MOVE-18");
        let barred = |g: &&G| matches!(g.ground, Ground::Lake | Ground::Impassable);
        for area in self.ground.iter().filter(barred).flat_map(|g| &g.areas) {
            let over = reaches_into(last, area, self.slack) || depth(&track, area) > self.slack;
            r.require(!over, "GEO-11");
            r.require(!over, "TERR");
        }
    }
}

/// The room that a base takes on a straight way.
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

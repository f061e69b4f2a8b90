//! Sections 4 to 7: what is legal, except charges, shots and retreats.

use crate::state::{CM, FIGHT, G, MOVE, RALLY, SHOOT, Table, U};
use sandtable_battle::{Ground, Leg, Order, Status, UnitId};
use sandtable_geometry::Facing;
use sandtable_referee::plane::{
    Base, P, Shape, along, apart, cross, depth, holds, length, passage, sub, to_segment,
};
use sandtable_referee::{Reasons, Ruling};

/// A move: a pivot, an advance, a pivot.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plan {
    pub first: Option<Facing>,
    pub by: Option<f64>,
    pub last: Option<Facing>,
}

/// MOVE-02 and MOVE-03.
pub fn plan(legs: &[Leg]) -> Option<Plan> {
    let mut plan = Plan::default();
    for leg in legs {
        match *leg {
            Leg::Pivot { to } if plan.by.is_some() && plan.last.is_none() => plan.last = Some(to),
            Leg::Pivot { to } if plan.by.is_none() && plan.first.is_none() => {
                plan.first = Some(to);
            }
            Leg::Advance { by } if plan.by.is_none() && by >= 0 => plan.by = Some(f64::from(by)),
            _ => return None,
        }
    }
    let some = plan.by.unwrap_or(0.0) > 0.0 || plan.last.is_some();
    (some || plan.by.is_none() && plan.first.is_some()).then_some(plan)
}

impl Table<'_> {
    pub fn judge(&self, order: &Order) -> Ruling {
        let mut r = Reasons::default();
        let (unit, target) = (
            order.unit().map(UnitId::index),
            order.target().map(UnitId::index),
        );
        if let Some(i) = unit {
            r.require(self.units[i].side == self.side, "TABLE");
        }
        for at in [unit, target].into_iter().flatten() {
            r.require(!self.units[at].status.is_gone(), "TABLE");
            let off = self.units[at].status != Status::Table;
            if off && !matches!(order, Order::Place { .. }) {
                r.require(false, "TABLE");
                return r.ruling();
            }
        }
        let (i, j) = (unit.unwrap_or(0), target.unwrap_or(0));
        match order {
            Order::Move { legs, .. } if self.phase == FIGHT => self.judge_retreat(i, legs, &mut r),
            Order::Move { legs, .. } => self.judge_move(i, legs, &mut r),
            Order::Face { to, .. } => {
                self.acts(i, &mut r);
                let plan = Plan {
                    last: Some(*to),
                    ..Plan::default()
                };
                self.judge_way(i, plan, &mut r);
            }
            Order::Load { .. } => {
                r.require(self.phase == MOVE, "SEQ-02");
                let arms = self.units[i].kind.range > 0.0;
                r.require(arms, "LOAD-01");
                r.require(self.units[i].did == 0, "SEQ-06");
            }
            Order::Form { formation, .. } => {
                r.require(self.phase == MOVE, "SEQ-02");
                r.require(self.units[i].did == 0, "SEQ-06");
                let may = self.is("square", "on") && self.units[i].kind.is("infantry");
                r.require(may, "SQ-01");
                r.require(*formation < 2, "SQ-01");
                r.require((*formation > 0) != self.units[i].square, "SQ-01");
            }
            Order::Charge { heading, .. } => self.judge_charge(i, j, *heading, &mut r),
            Order::Shoot { .. } => {
                r.require(self.phase == SHOOT, "SEQ-02");
                self.judge_shot(i, j, &mut r);
            }
            Order::Fight { .. } => {
                r.require(self.phase == FIGHT, "SEQ-02");
                let owed = self.units[i].charge == 1 && self.units[i].foe == j;
                r.require(owed, "H2H");
                r.require(owed, "CHARGE");
                r.require(self.retreating().is_none(), "H2H-12");
            }
            Order::End => {}
            Order::Rally { .. } => self.judge_rally(i, j, &mut r),
            Order::Place { .. } => r.unruled("deployment"),
            _ => r.require(false, "TABLE"),
        }
        r.ruling()
    }

    /// GEN-02 to GEN-04 and GEN-09.
    pub fn judge_rally(&self, i: usize, j: usize, r: &mut Reasons) {
        r.require(self.is("general", "on"), "GEN-01");
        r.require(self.phase == RALLY, "SEQ-02");
        let (general, unit) = (&self.units[i], &self.units[j]);
        r.require(general.kind.is("general"), "GEN-02");
        r.require(unit.side == general.side, "GEN-02");
        let mut own = self.units.iter().filter(|u| u.side == general.side);
        let used = self.is("rally_limit", "once_per_game") && own.any(|u| u.rallied);
        let fresh = !used && !unit.rallied && !general.has_rallied;
        r.require(fresh, "GEN-04");
        let far = apart(&general.base.shape(), &unit.base.shape());
        r.require(i == j || far <= self.slack, "GEN-09");
        // A unit without hits cannot be rallied.
        r.require(unit.hits > 0, "GEN-03");
    }

    /// The unit with an outstanding retreat (H2H-12).
    pub fn retreating(&self) -> Option<usize> {
        self.here().find(|(_, u)| u.charge == 2).map(|(i, _)| i)
    }

    /// Checks whether a unit may still move this turn.
    fn acts(&self, i: usize, r: &mut Reasons) {
        r.require(self.phase == MOVE, "SEQ-02");
        r.require(self.units[i].did == 0, "SEQ-06");
        r.require(!self.units[i].square, "SQ-02");
    }

    fn judge_move(&self, i: usize, legs: &[Leg], r: &mut Reasons) {
        if legs.iter().any(|leg| matches!(leg, Leg::March { .. })) {
            r.unruled("marches along bent roads");
            return;
        }
        self.acts(i, r);
        let Some(plan) = plan(legs) else {
            for clause in ["MOVE-02", "MOVE-03", "SEQ-06"] {
                r.require(false, clause);
            }
            return;
        };
        self.judge_way(i, plan, r);
    }

    /// Returns the bases at the stages of a plan.
    pub fn led(&self, base: &Base, plan: Plan) -> (Base, Base, Base) {
        let turned = |base: &Base, to: Option<Facing>| {
            to.map_or(*base, |to| base.turned_to(f64::from(to.0)))
        };
        let start = turned(base, plan.first);
        let mut end = start.slid(start.front(), plan.by.unwrap_or(0.0));
        end.at = (end.at.0.round(), end.at.1.round());
        (start, end, turned(&end, plan.last))
    }

    fn judge_way(&self, i: usize, plan: Plan, r: &mut Reasons) {
        let (start, end, last) = self.led(&self.units[i].base, plan);
        let by = plan.by.unwrap_or(0.0);
        let pace = self.units[i].goes(self.units[i].kind.pace);
        let road = by > pace + self.slack && self.along_road((start.at, end.at));
        let allowed = if road { pace * 1.5 } else { pace };
        r.require(by <= allowed + self.slack, "MOVE-01");
        if by > self.slack {
            self.judge_leg((i, None), &start, (start.front(), by), r);
            r.require(self.on_map(&start), "MOVE-11");
        }
        self.judge_end(i, &last, r);
    }

    /// MOVE-08, MOVE-09 and section 7: judges one straight leg, which must meet no unit except its
    /// goal.
    pub fn judge_leg(
        &self,
        (i, goal): (usize, Option<usize>),
        start: &Base,
        (d, by): (P, f64),
        r: &mut Reasons,
    ) {
        let u = &self.units[i];
        let shape = start.shape();
        for (_, other) in self.here().filter(|&(k, _)| k != i && Some(k) != goal) {
            if self.passes(u, other) {
                continue;
            }
            let over = depth(&shape, &other.base.shape()) > self.slack;
            let met = passage(&shape, d, &other.base.shape(), self.slack);
            let clear = !over && met.is_none_or(|(enter, _)| enter >= by - self.slack);
            r.require(clear, "MOVE-08");
            r.require(clear, "H2H-09");
        }
        for g in self.ground.iter().filter(|g| never(u, g.ground)) {
            if self.enters(&u.base, g) {
                continue;
            }
            let met = g
                .areas
                .iter()
                .filter_map(|area| passage(&shape, d, area, self.slack));
            let far = met.map(|(enter, _)| enter).fold(f64::INFINITY, f64::min);
            r.require(far >= by - self.slack, "TERR");
            r.require(far >= by - self.slack, "H2H-09");
        }
        let walk = (start.at, along(start.at, d, by));
        for g in self.ground.iter().filter(|g| g.ground == Ground::River) {
            let dry = self.keeps_dry(walk, g);
            r.require(dry, "TERR-04");
            r.require(dry, "H2H-09");
        }
    }

    /// TERR-04: every crossing of a river lies on a bridge or a ford.
    fn keeps_dry(&self, walk: (P, P), river: &G) -> bool {
        let d = sub(walk.1, walk.0);
        let ways = |g: &&G| matches!(g.ground, Ground::Bridge | Ground::Ford);
        river.line.windows(2).all(|stretch| {
            let e = sub(stretch[1], stretch[0]);
            let k = cross(d, e);
            if k.abs() < 1e-6 {
                return true;
            }
            // A unit that stands next to the line, or on it, and moves away does not cross it.
            let off = |p: P| cross(e, sub(p, stretch[0])) / length(e);
            let beside = to_segment(walk.0, (stretch[0], stretch[1])) <= 4.0;
            let (from, to) = (off(walk.0), off(walk.1));
            if beside && to.abs() > 4.0 - self.slack && (from.abs() < 1e-6 || from * to > 0.0) {
                return true;
            }
            let t = cross(sub(stretch[0], walk.0), e) / k;
            let s = cross(sub(stretch[0], walk.0), d) / k;
            // Where the tolerance is stricter elsewhere it is more lenient here, so that cases
            // close in both ways show as close.
            let hair = 4.0 - self.slack;
            let (near, far) = (hair / length(d), hair / length(e));
            if t < -near || t > 1.0 + near || s < -far || s > 1.0 + far {
                return true;
            }
            let at = along(walk.0, d, t);
            // The place of a crossing is rounded, and so is what counts as on a bridge.
            let on = |area: &Shape| holds(area, at, 1.25 * self.slack);
            let mut ways = self.ground.iter().filter(ways);
            ways.any(|g| g.areas.iter().any(on))
        })
    }

    /// Judges where a move ends.
    pub fn judge_end(&self, i: usize, base: &Base, r: &mut Reasons) {
        let u = &self.units[i];
        for (_, other) in self.here().filter(|&(k, _)| k != i) {
            let over = depth(&base.shape(), &other.base.shape()) > self.slack;
            for clause in ["MOVE-09", "MOVE-10", "H2H-09"] {
                r.require(!over, clause);
            }
            if other.side != u.side {
                let gap = apart(&base.shape(), &other.base.shape());
                r.require(gap >= 0.1 * CM - self.slack, "MOVE-10");
            }
        }
        r.require(self.on_map(base), "MOVE-11");
        for g in &self.ground {
            if never(u, g.ground) || passes_only(u, g.ground) {
                let over = self.enters(base, g);
                r.require(!over, "TERR");
                r.require(!over, "H2H-09");
            }
        }
    }

    pub fn on_map(&self, base: &Base) -> bool {
        base.is_on(&self.battle.setting, self.slack)
    }

    /// MOVE-08.
    pub fn passes(&self, one: &U, other: &U) -> bool {
        let light = one.kind.is("skirmishers") || other.kind.is("skirmishers");
        light && (one.side == other.side || self.is("pass_through", "all"))
    }

    /// TERR-05 and TERR-06.
    fn along_road(&self, line: (P, P)) -> bool {
        let steps = (length(sub(line.1, line.0)) / 20.0).ceil().max(1.0);
        let roads = self.ground.iter().filter(|g| g.ground == Ground::Road);
        let mut roads = roads.into_iter();
        roads.any(|g| {
            #[expect(clippy::cast_possible_truncation)]
            let mut all = 0..=steps as i32;
            all.all(|k| {
                let p = along(line.0, sub(line.1, line.0), f64::from(k) / steps);
                let near = g
                    .line
                    .windows(2)
                    .map(|ends| to_segment(p, (ends[0], ends[1])));
                near.fold(f64::INFINITY, f64::min) <= 0.5 * CM + self.slack
            })
        })
    }
}

/// Returns whether a unit may never enter a kind of ground.
pub fn never(u: &U, ground: Ground) -> bool {
    match ground {
        Ground::Woods => !u.kind.is("skirmishers"),
        Ground::Marsh | Ground::Lake | Ground::Impassable => true,
        _ => false,
    }
}

/// Returns whether a unit may only pass through a kind of ground.
pub fn passes_only(u: &U, ground: Ground) -> bool {
    ground == Ground::Town && ["cavalry", "artillery", "general"].contains(&u.kind.name)
}

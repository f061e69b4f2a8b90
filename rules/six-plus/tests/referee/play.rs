//! Sections 4, 11, 14, 15 and 16: the result of an order, and the sequence of play.

use crate::judge::plan;
use crate::state::{CM, FIGHT, MOVE, RALLY, SHOOT, Second, Table, U};
use sandtable_battle::{Battle, Leg, Order, Outcome, Side, Status, UnitId};
use sandtable_referee::plane::{apart, heading, holds};
use sandtable_referee::{Beyond, Faces, Facts, Play, Reasons, Ruling, Umpire};

impl Table<'_> {
    fn carry_out(
        &mut self,
        order: &Order,
        after: &Battle,
        faces: &mut Faces<'_>,
    ) -> Result<(), Beyond> {
        let i = order.unit().map_or(0, UnitId::index);
        let j = order.target().map_or(0, UnitId::index);
        match order {
            Order::Move { legs, .. } if self.phase == FIGHT => {
                let &[Leg::Slide { towards, by }] = legs.as_slice() else {
                    return Err(Beyond("no retreat"));
                };
                self.retreat(i, heading(f64::from(towards.0)), f64::from(by));
                self.proceed(FIGHT, after, faces)
            }
            Order::Move { legs, .. } => {
                let plan = plan(legs).ok_or(Beyond("no plan"))?;
                self.units[i].base = self.led(&self.units[i].base, plan).2;
                self.units[i].did = if plan.by.unwrap_or(0.0) > 0.0 { 2 } else { 1 };
                Ok(())
            }
            Order::Face { to, .. } => {
                self.units[i].base.heading = f64::from(to.0);
                self.units[i].did = 1;
                Ok(())
            }
            Order::Load { .. } => {
                (self.units[i].empty, self.units[i].did) = (false, 4);
                Ok(())
            }
            Order::Form { formation, .. } => {
                (self.units[i].square, self.units[i].did) = (*formation > 0, 5);
                Ok(())
            }
            Order::Charge { heading, .. } => {
                let found = f64::from(after.units[i].pose.facing.0);
                self.charge(i, j, *heading, found)
            }
            Order::Shoot { .. } => {
                self.shoot(i, j);
                Ok(())
            }
            Order::Fight { .. } => {
                self.strike(i, j);
                if self.units[i].charge == 2 {
                    self.begin_retreat(i)?;
                }
                self.proceed(FIGHT, after, faces)
            }
            Order::Rally { .. } => {
                let unit = &mut self.units[j];
                (unit.hits, unit.rallied) = ((unit.hits - 6).max(0), true);
                self.units[i].has_rallied = true;
                self.told.push("rally");
                Ok(())
            }
            Order::End => self.end(after, faces),
            _ => Err(Beyond("deployment")),
        }
    }

    fn end(&mut self, after: &Battle, faces: &mut Faces<'_>) -> Result<(), Beyond> {
        match self.phase {
            MOVE | RALLY | SHOOT => self.proceed(self.phase + 1, after, faces),
            FIGHT => {
                // H2H-12: an outstanding retreat comes first.
                let owing = self.retreating();
                let all = 0..self.units.len();
                for i in owing.into_iter().chain(all) {
                    let pose = after.units[i].pose;
                    let to = (f64::from(pose.x), f64::from(pose.y));
                    self.retreat_by_itself(i, to)?;
                    if self.units[i].status == Status::Table && self.units[i].charge == 1 {
                        let j = self.units[i].foe;
                        if self.units[j].status != Status::Table {
                            return Err(Beyond("its enemy is gone"));
                        }
                        self.strike(i, j);
                        if self.units[i].charge == 2 {
                            self.begin_retreat(i)?;
                        }
                        self.retreat_by_itself(i, to)?;
                    }
                }
                self.proceed(FIGHT, after, faces)
            }
            _ => Err(Beyond("deployment")),
        }
    }

    /// Returns whether any unit can do anything in a phase; empty phases are skipped.
    fn business(&self, phase: u8) -> bool {
        let mut own = self.here().filter(|(_, u)| u.side == self.side);
        own.any(|(i, u)| match phase {
            MOVE => u.did == 0,
            RALLY => self.here().any(|(j, _)| {
                let mut r = Reasons::default();
                let now = Self {
                    phase,
                    ..self.clone()
                };
                now.judge_rally(i, j, &mut r);
                r.clean()
            }),
            SHOOT => self.here().any(|(j, foe)| {
                let mut r = Reasons::default();
                if foe.side != u.side {
                    self.judge_shot(i, j, &mut r);
                }
                foe.side != u.side && r.clean()
            }),
            _ => u.charge > 0,
        })
    }

    fn proceed(&mut self, from: u8, after: &Battle, faces: &mut Faces<'_>) -> Result<(), Beyond> {
        let mut phase = from;
        for _ in 0..100 {
            if self.ended.is_some() {
                return Ok(());
            }
            if self.business(phase) {
                self.phase = phase;
                return Ok(());
            }
            if phase == FIGHT {
                self.end_turn(after, faces)?;
                phase = MOVE;
            } else {
                phase += 1;
            }
        }
        Err(Beyond("a battle in which nobody can do anything"))
    }

    /// ELIM-01 and section 15: removes units and runs the tide.
    pub fn lose(&mut self, mut queue: Vec<usize>) {
        let least = if self.is("tide_needs_13", "yes") {
            13
        } else {
            12
        };
        let mut at = 0;
        while at < queue.len() {
            let gone = queue[at];
            at += 1;
            self.told.push("eliminated");
            if !self.is("tide", "on") {
                continue;
            }
            let shape = self.units[gone].base.shape();
            for k in 0..self.units.len() {
                let u = &self.units[k];
                // Units later in the queue still stand; those before `at` are gone.
                let near = u.status == Status::Table
                    && u.side == self.units[gone].side
                    && !queue[..at].contains(&k)
                    && apart(&shape, &u.base.shape()) <= 3.0 * CM + self.slack;
                if near {
                    self.told.push("tide");
                    self.units[k].hits += 2;
                    if self.units[k].hits >= least && !queue.contains(&k) {
                        queue.push(k);
                    }
                }
            }
        }
        for k in queue {
            self.units[k].status = Status::Destroyed;
        }
    }

    fn end_turn(&mut self, after: &Battle, faces: &mut Faces<'_>) -> Result<(), Beyond> {
        let active = self.side;
        for u in &mut self.units {
            (u.engaged, u.did, u.shot) = (false, 0, false);
            (u.charge, u.flank, u.has_rallied) = (0, false, false);
            // EVENT-03 and EVENT-04: weather lasts for the turn of its side.
            (u.mud, u.rain) = (false, false);
        }
        let here = self.here().filter(|(_, u)| u.hits >= 12).map(|(i, _)| i);
        let doomed: Vec<usize> = here.collect();
        self.lose(doomed);
        self.rout(active);
        let second = active != self.battle.setting.attacker.unwrap_or(Side::A);
        if !self.battle.setting.victory.scores.is_empty() {
            return Err(Beyond("points of scenarios"));
        }
        if self.all_lost() || second && self.time_is_up() {
            return Ok(());
        }
        self.turn += u16::from(second);
        self.side = active.other();
        self.told.push("player turn ended");
        self.arrive(after);
        self.draw_card(faces)
    }

    /// EVENT-01 and EVENT-02: a card at the start of a player turn.
    fn draw_card(&mut self, faces: &mut Faces<'_>) -> Result<(), Beyond> {
        let side = self.side;
        let own: Vec<usize> = (self.here().filter(|(_, u)| u.side == side))
            .map(|(i, _)| i)
            .collect();
        let deck = (self.battle.setting.events.iter())
            .flat_map(|e| std::iter::repeat_n(usize::from(e.does), usize::from(e.cards)));
        let deck: Vec<usize> = deck.collect();
        if !self.is("events", "on") || deck.is_empty() || own.is_empty() {
            return Ok(());
        }
        let card = if deck.len() > 1 { faces.read()? - 1 } else { 0 };
        let does = deck[usize::try_from(card).unwrap_or(0)];
        match self.second.events[does].as_str() {
            "powder" => own.iter().for_each(|&i| self.units[i].empty = false),
            "mud" => own.iter().for_each(|&i| self.units[i].mud = true),
            "rain" => own.iter().for_each(|&i| self.units[i].rain = true),
            "stragglers" => {
                let most = own.iter().map(|&i| self.units[i].hits).max();
                let first = own.iter().find(|&&i| Some(self.units[i].hits) == most);
                if let Some(&i) = first {
                    self.units[i].hits = (self.units[i].hits - 2).max(0);
                }
            }
            _ => {}
        }
        self.told.push("card drawn");
        Ok(())
    }

    /// Section 14.
    fn rout(&mut self, active: Side) {
        if !self.is("rout", "on") {
            return;
        }
        for side in Side::BOTH {
            if side != active && !self.is("rout_check", "both") {
                continue;
            }
            let own = || self.units.iter().filter(|u| u.side == side);
            let all: usize = own().map(U::counts).sum();
            let lost: usize = own().filter(|u| u.status.is_lost()).map(U::counts).sum();
            let up = usize::from(self.is("rout_threshold", "ceil_half_plus_one"));
            if lost > (all + up) / 2 {
                self.told.push("rout");
                let gone = self.units.iter_mut().filter(|u| u.side == side);
                for u in gone.filter(|u| !u.status.is_gone()) {
                    u.status = Status::Fled;
                }
            }
        }
    }

    fn arrive(&mut self, after: &Battle) {
        let due: Vec<usize> = (self.battle.setting.arrivals.iter())
            .filter(|a| a.turn <= self.turn)
            .map(|a| a.unit.index())
            .collect();
        for i in due {
            let comes = self.units[i].status == Status::Expected && self.units[i].side == self.side;
            if comes && after.units[i].status == Status::Table {
                self.units[i].base = self.second.table(after, self.slack).units[i].base;
                self.units[i].status = Status::Table;
                self.told.push("arrived");
            }
        }
    }

    fn all_lost(&mut self) -> bool {
        let left = |side| {
            self.units
                .iter()
                .any(|u| u.side == side && !u.status.is_lost())
        };
        self.ended = match Side::BOTH.map(left) {
            [true, true] => return false,
            [true, false] => Some(Outcome::Won(Side::A)),
            [false, true] => Some(Outcome::Won(Side::B)),
            [false, false] => Some(Outcome::Draw),
        };
        self.told.push("army gone");
        true
    }

    /// VIC-02.
    fn time_is_up(&mut self) -> bool {
        let set = &self.battle.setting;
        if self.turn < set.turns.unwrap_or(15) {
            return false;
        }
        self.told.push("time is up");
        let more = |of: [usize; 2]| match of[0].cmp(&of[1]) {
            std::cmp::Ordering::Greater => Some(Side::A),
            std::cmp::Ordering::Less => Some(Side::B),
            std::cmp::Ordering::Equal => None,
        };
        let lost = |side: Side| {
            let other = self.units.iter().filter(|u| u.side != side);
            other.filter(|u| u.status.is_lost()).map(U::counts).sum()
        };
        let fewer = more(Side::BOTH.map(lost));
        let held = |side: Side| {
            let aims = set.zones.iter().filter(|z| z.side.is_none());
            let inside = |z: &sandtable_battle::Zone, side| {
                let shape: Vec<_> = (z.area.outline().iter())
                    .map(|p| (f64::from(p.x), f64::from(p.y)))
                    .collect();
                self.here()
                    .any(|(_, u)| u.side == side && holds(&shape, u.base.at, self.slack / 2.0))
            };
            aims.filter(|z| inside(z, side) && !inside(z, side.other()))
                .count()
        };
        let winner = if set.victory.objectives {
            more(Side::BOTH.map(held)).or(set.victory.default).or(fewer)
        } else {
            fewer.or(set.victory.default)
        };
        self.ended = Some(winner.map_or(Outcome::Draw, Outcome::Won));
        true
    }
}

impl Umpire for Second {
    fn judge(&self, battle: &Battle, order: &Order, slack: f64) -> Ruling {
        self.table(battle, slack).judge(order)
    }

    fn play(
        &self,
        (before, after): (&Battle, &Battle),
        order: &Order,
        faces: &mut Faces<'_>,
        slack: f64,
    ) -> Result<Play, Beyond> {
        let mut table = self.table(before, slack);
        table.carry_out(order, after, faces)?;
        Ok(Play {
            facts: table.facts(),
            told: table.told,
        })
    }

    fn read(&self, battle: &Battle) -> Facts {
        self.table(battle, 2.0).facts()
    }
}

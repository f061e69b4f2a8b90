//! Sections 3 and 16: the order of play, and its end.

use crate::state::{DEPLOY, MELEE, MORALE, MORALE_ACTIVE, MOVE, SHOOT, Second, Table};
use sandtable_battle::{Battle, Goal, Outcome, Side, Status};
use sandtable_referee::plane::holds;
use sandtable_referee::{Beyond, Faces};

impl Table<'_> {
    /// Returns the side that takes the first player turn.
    pub fn first(&self) -> Result<Side, Beyond> {
        let rolled = match self.battle.memory.battle[0] {
            1 => Some(Side::A),
            2 => Some(Side::B),
            _ => None,
        };
        let attacker = self.battle.setting.attacker.or(rolled);
        attacker.ok_or(Beyond("a rolled attacker"))
    }

    /// SET-03: goes on after a unit was placed; the defender places all units first.
    pub fn placed(&mut self, faces: &mut Faces<'_>, after: &Battle) -> Result<(), Beyond> {
        let attacker = self.first()?;
        for side in [attacker.other(), attacker] {
            let waits = |u: &crate::state::U| u.side == side && u.status == Status::Reserve;
            if self.units.iter().any(waits) {
                self.side = side;
                return Ok(());
            }
        }
        (self.turn, self.side, self.phase) = (1, attacker, MOVE);
        self.arrive(after)?;
        self.proceed(MOVE, faces, after)
    }

    /// Whether any unit can do anything in a phase: an empty phase is skipped.
    fn business(&self, phase: u8) -> bool {
        let active = self.side;
        let mut own = self.here().filter(|(_, u)| u.side == active);
        own.any(|(i, u)| match phase {
            MOVE => {
                u.moved == 0 && u.spent == 0 && (self.touching(i).is_empty() || self.may_meet(i))
            }
            SHOOT => self.here().any(|(j, foe)| {
                let mut r = sandtable_referee::Reasons::default();
                if foe.side != u.side {
                    self.judge_shot(i, j, &mut r);
                }
                foe.side != u.side && r.clean()
            }),
            _ => self.must_fight(i),
        })
    }

    fn may_meet(&self, i: usize) -> bool {
        let own = self.units[i].base.heading;
        (1..4).any(|quarter| {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            let to = (own + f64::from(quarter) * 16384.0).rem_euclid(65536.0) as u16;
            let unit = sandtable_battle::UnitId(u8::try_from(i).unwrap_or(0));
            let order = sandtable_battle::Order::Face {
                unit,
                to: sandtable_geometry::Facing(to),
            };
            self.judge(&order) != sandtable_referee::Ruling::Refused(Vec::new())
                && matches!(self.judge(&order), sandtable_referee::Ruling::Legal)
        })
    }

    /// Goes on from a phase to the next one in which a player can give an order.
    pub fn proceed(
        &mut self,
        from: u8,
        faces: &mut Faces<'_>,
        after: &Battle,
    ) -> Result<(), Beyond> {
        let active = self.active();
        self.side = active;
        let mut phase = from;
        for _ in 0..200 {
            if self.ended.is_some() || self.annihilated() {
                return Ok(());
            }
            match phase {
                MOVE | SHOOT | MELEE => {
                    self.phase = phase;
                    if self.business(phase) {
                        return Ok(());
                    }
                    if phase == MELEE {
                        self.close_melee(faces)?;
                    }
                }
                MORALE | MORALE_ACTIVE => {
                    if self.morale(phase, faces)? {
                        return Ok(());
                    }
                    self.end_turn(after)?;
                    phase = MOVE;
                    continue;
                }
                _ => return Err(Beyond("deployment")),
            }
            phase += 1;
        }
        Err(Beyond("a battle in which nobody can do anything"))
    }

    /// TURN-07: plays the tests, then the fall-backs. Returns true if a player must act.
    fn morale(&mut self, phase: u8, faces: &mut Faces<'_>) -> Result<bool, Beyond> {
        let active = self.side;
        let steps = [(MORALE, active.other()), (MORALE_ACTIVE, active)];
        let mut spoke = steps[usize::from(phase == MORALE_ACTIVE)];
        for (step, side) in steps {
            if step < phase {
                continue;
            }
            let mut due = self.due(side);
            due.sort_by_key(|&i| self.units[i].order);
            if let Some(&i) = due.first() {
                spoke = (step, side);
                (self.phase, self.side) = (step, side);
                if due.len() > 1 {
                    return Ok(true);
                }
                let die = faces.read()?;
                self.test(i, die)?;
                (self.phase, self.side) = (MELEE, active);
            }
        }
        let owed = self.fall_backs(active)?;
        if owed {
            // The player acts in the step of the Morale phase that the battle has reached.
            (self.phase, self.side) = spoke;
        }
        Ok(owed)
    }

    fn due(&self, side: Side) -> Vec<usize> {
        let own = self.here().filter(|(_, u)| u.side == side);
        own.map(|(i, _)| i).filter(|&i| self.tests(i)).collect()
    }

    /// Tests a unit by order; the last test ends the step.
    pub fn tested(
        &mut self,
        i: usize,
        faces: &mut Faces<'_>,
        after: &Battle,
    ) -> Result<(), Beyond> {
        let die = faces.read()?;
        self.test(i, die)?;
        if self.due(self.side).is_empty() {
            self.proceed(self.phase, faces, after)?;
        }
        Ok(())
    }

    /// Ends a phase by a player's order.
    pub fn end(&mut self, faces: &mut Faces<'_>, after: &Battle) -> Result<(), Beyond> {
        match self.phase {
            DEPLOY => Err(Beyond("deployment")),
            MORALE | MORALE_ACTIVE => {
                let mut due = self.due(self.side);
                due.sort_by_key(|&i| self.units[i].order);
                for i in due {
                    let die = faces.read()?;
                    self.test(i, die)?;
                }
                self.proceed(self.phase, faces, after)
            }
            MELEE => self.proceed(MELEE, faces, after),
            phase => self.proceed(phase + 1, faces, after),
        }
    }

    /// Ends the player turn of `side`.
    fn end_turn(&mut self, after: &Battle) -> Result<(), Beyond> {
        let active = self.side;
        self.bury();
        for i in 0..self.units.len() {
            self.clear(i);
            let u = &mut self.units[i];
            (u.moved, u.shot, u.fought, u.fell) = (0, false, false, false);
            if u.side == active && u.spent > 0 {
                u.spent -= 1;
            }
        }
        let second = active != self.first()?;
        self.march_off(active);
        if !self.battle.setting.victory.scores.is_empty() {
            return Err(Beyond("points of scenarios"));
        }
        if self.annihilated() || second && self.time_is_up() {
            return Ok(());
        }
        self.turn += u16::from(second);
        (self.side, self.phase) = (active.other(), MOVE);
        self.told.push("player turn ended");
        self.arrive(after)
    }

    fn march_off(&mut self, active: Side) {
        let scores = &self.battle.setting.victory.scores;
        let ways = scores
            .iter()
            .filter(|s| s.goal == Goal::Exit && s.is_for(active));
        let zones: Vec<u8> = ways.filter_map(|s| s.zone).collect();
        for i in 0..self.units.len() {
            let u = &self.units[i];
            let at = u.base.at;
            let out = zones.iter().any(|&z| self.in_zone(usize::from(z), at));
            if out && u.status == Status::Table && u.side == active && self.touching(i).is_empty() {
                self.units[i].status = Status::Exited;
            }
        }
    }

    pub fn in_zone(&self, zone: usize, at: (f64, f64)) -> bool {
        let outline = self.battle.setting.zones[zone].area.outline().iter();
        let shape: Vec<_> = outline.map(|p| (f64::from(p.x), f64::from(p.y))).collect();
        holds(&shape, at, self.slack / 2.0)
    }

    /// Brings on reinforcements if there is room. This test checks that there is room; the exact
    /// place is left to other tests.
    fn arrive(&mut self, after: &Battle) -> Result<(), Beyond> {
        let due: Vec<usize> = self
            .battle
            .setting
            .arrivals
            .iter()
            .filter(|a| a.turn <= self.turn)
            .map(|a| a.unit.index())
            .collect();
        for i in due {
            if self.units[i].status != Status::Expected || self.units[i].side != self.side {
                continue;
            }
            if after.units[i].status == Status::Table {
                let now = self.second.table(after, self.slack);
                self.units[i].base = now.units[i].base;
                let base = self.units[i].base;
                if !self.fits(i, &base) {
                    return Err(Beyond("WRONG: arrived where there is no room"));
                }
                self.units[i].status = Status::Table;
                self.told.push("arrived");
            }
        }
        Ok(())
    }

    /// VIC-01.
    pub fn annihilated(&mut self) -> bool {
        let left = |side| {
            self.units
                .iter()
                .any(|u| u.side == side && !u.status.is_lost())
        };
        self.ended = match (left(Side::A), left(Side::B)) {
            (true, true) => return false,
            (true, false) => Some(Outcome::Won(Side::A)),
            (false, true) => Some(Outcome::Won(Side::B)),
            (false, false) => Some(Outcome::Draw),
        };
        self.told.push("army gone");
        true
    }

    /// VIC-02 to VIC-04.
    fn time_is_up(&mut self) -> bool {
        let set = &self.battle.setting;
        if self.turn < set.turns.unwrap_or(15) {
            return false;
        }
        self.told.push("time is up");
        let most = |of: [i32; 2]| match of[0] - of[1] {
            1.. => Some(Side::A),
            0 => None,
            _ => Some(Side::B),
        };
        let aims = set
            .zones
            .iter()
            .enumerate()
            .filter(|(_, z)| z.side.is_none());
        let mut held = [0, 0];
        for (zone, _) in aims {
            let stands = |side| {
                let mut own = self.here().filter(|(_, u)| u.side == side);
                own.any(|(_, u)| self.in_zone(zone, u.base.at))
            };
            match Side::BOTH.map(stands) {
                [true, false] => held[0] += 1,
                [false, true] => held[1] += 1,
                _ => {}
            }
        }
        let alive = |side| {
            let own = self.units.iter().filter(move |u| u.side == side);
            own.filter(|u| !u.status.is_lost())
        };
        let count = |side| i32::try_from(alive(side).count()).unwrap_or(0);
        let hits = |side| -alive(side).map(|u| u.hits).sum::<i32>();
        let survivors = most(Side::BOTH.map(count)).or_else(|| most(Side::BOTH.map(hits)));
        let winner = if set.victory.objectives {
            most(held).or(set.victory.default).or(survivors)
        } else {
            survivors.or(set.victory.default)
        };
        self.ended = Some(winner.map_or(Outcome::Draw, Outcome::Won));
        true
    }
}

impl Second {
    /// Returns where a unit stands after an order.
    pub fn spot(after: &Battle, i: usize) -> (f64, f64) {
        let pose = after.units[i].pose;
        (f64::from(pose.x), f64::from(pose.y))
    }
}

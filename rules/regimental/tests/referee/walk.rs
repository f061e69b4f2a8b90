//! Ordered moves: whether they are allowed, and how far they go.

use crate::hand::Hand;
use crate::plane::{CLOSE, P, SAME, along, depth, dot, right, slide, sub};
use crate::table::{GUNS, LIGHT, LINE, Man, Ruled, Stop, Table, below, within};
use crate::way::{Met, What};

/// An ordered move; angles are in turns.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plan {
    pub first: Option<f64>,
    pub by: f64,
    pub last: Option<f64>,
}

/// What is left of a unit's move.
pub struct Purse {
    pub left: f64,
    pub paid: Vec<(usize, What)>,
    pub worm: bool,
    pub held: bool,
}

/// Returns how far a place lies ahead along a line.
pub fn ahead(from: P, way: P, p: P) -> f64 {
    dot(sub(p, from), way)
}

/// Returns how far a place lies to the right of a line.
pub fn aside(from: P, way: P, p: P) -> f64 {
    dot(sub(p, from), right(way))
}

impl Table {
    /// Whether a turn swings over no other unit, given that its end is clear.
    pub fn swings_clear(&self, id: usize, us: &Man, to: f64) -> Ruled<bool> {
        let turn = to - us.turn;
        let turn = turn - turn.round();
        for (other, them) in self.present().filter(|(other, _)| *other != id) {
            let upon = self.upon(id, other)?;
            for i in 0..=60 {
                let turned = us.turned(us.turn + turn * f64::from(i) / 60.0);
                let met = if upon {
                    turn != 0.0 && self.comes_upon(id, &turned, other)?
                } else {
                    depth(&turned.shape(), &them.shape()) >= -CLOSE
                };
                if met {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    pub fn turn_cost(us: &Man, to: f64) -> Ruled<f64> {
        let turn = to - us.turn;
        let degrees = ((turn - turn.round()) * 360.0).abs();
        if (us.form != LINE && us.kind != GUNS) || degrees < 1e-9 {
            return Ok(0.0);
        }
        let steps = degrees / 45.0;
        if (steps - steps.round()).abs() < 0.002 && (steps - steps.round()).abs() > 1e-7 {
            return Err(Stop::Unsure("a turn on its limit"));
        }
        Ok((steps - 1e-6).ceil())
    }

    /// Whether a unit can act in the movement phase.
    pub fn may_act(&self, id: usize) -> Result<(), &'static [&'static str]> {
        let m = &self.men[id];
        if self.phase != 1 {
            return Err(&["SEQ-02"]);
        }
        if m.acted != 0 {
            return Err(&["SEQ-03"]);
        }
        Ok(())
    }

    /// Whether a unit may make a move.
    pub fn may_move(&self, id: usize, plan: &Plan) -> Ruled<Result<(), &'static [&'static str]>> {
        if let Err(no) = self.may_act(id) {
            return Ok(Err(no));
        }
        let m = &self.men[id];
        if !m.led() || m.red || m.prone {
            return Ok(Err(&["OFF-05", "MARK-05", "PRONE-01"]));
        }
        let turned = m.turned(plan.first.unwrap_or(m.turn));
        let end = Man {
            at: along(turned.at, turned.forward(), plan.by),
            ..turned.clone()
        };
        let last = end.turned(plan.last.unwrap_or(end.turn));
        let way = self.way(&turned, plan.by, false)?;
        self.swung(m, turned.turn)?;
        self.swung(&end, last.turn)?;
        let count = |what: What| {
            let n = way.iter().filter(|met| met.what == what).count();
            f64::from(u32::try_from(n).expect("few"))
        };
        let cost = plan.by
            + Self::turn_cost(m, turned.turn)?
            + Self::turn_cost(&end, last.turn)?
            + count(What::Slow);
        if !within(cost, m.pace() + 3.0 * count(What::Down))? {
            return Ok(Err(&["MOVE-02"]));
        }
        let room: &'static [&'static str] = &["MOVE-05", "MOVE-06", "GEO-10", "SETUP-02", "GEO-09"];
        for pose in [&turned, &end, &last] {
            // Skirmishers pass through friends, but must end clear of them.
            if m.kind == LIGHT && pose.turn != last.turn {
                if !self.on_table(&pose.shape())? {
                    return Ok(Err(room));
                }
                continue;
            }
            let base = pose.shape();
            let passed =
                |o: &Man| o.kind == LIGHT && o.side == m.side && depth(&base, &o.shape()) > -CLOSE;
            if pose.turn != last.turn && self.present().any(|(other, o)| other != id && passed(o)) {
                return Err(Stop::Unsure("a move that ends on a friend"));
            }
            if !self.fits(id, pose)? {
                return Ok(Err(room));
            }
        }
        for (place, other) in self.present().filter(|(other, _)| *other != id) {
            if self.upon(id, place)?
                && self.left_behind(&end, other)?
                && !self.left_behind(&last, other)?
            {
                return Ok(Err(room));
            }
        }
        if !self.swings_clear(id, m, turned.turn)? || !self.swings_clear(id, &end, last.turn)? {
            return Err(Stop::Unsure("a turn over somebody"));
        }
        Ok(
            if self.free_way(id, &turned, plan.by)? && self.apart_enough(id, &[&turned, &last])? {
                Ok(())
            } else {
                Err(room)
            },
        )
    }

    /// Whether a unit that overlapped another one is clear of it at a place.
    pub fn left_behind(&self, us: &Man, other: &Man) -> Ruled<bool> {
        let deep = depth(&us.shape(), &other.shape());
        if deep > SAME && deep < CLOSE {
            return Err(Stop::Unsure("bases that touch"));
        }
        Ok(deep < CLOSE)
    }

    /// Whether no unit stands in the way of a move, and every enemy is an inch away from it.
    pub fn free_way(&self, id: usize, us: &Man, by: f64) -> Ruled<bool> {
        let m = &self.men[id];
        let (own, f) = (us.shape(), us.forward());
        for (place, other) in self.present().filter(|(other, _)| *other != id) {
            let foe = other.side != m.side;
            if !foe && (m.kind == LIGHT || other.kind == LIGHT) {
                continue;
            }
            let base = other.shape();
            let met =
                |spare: f64| slide(&own, f, &base, spare).is_some_and(|(a, b)| a < by && b > 0.001);
            if self.upon(id, place)? {
                if self.left_behind(us, other)? {
                    // A unit that the turn moved clear of is like any other: the move may not touch
                    // it again.
                    if met(-CLOSE) != met(CLOSE) {
                        return Err(Stop::Unsure("a way beside a base"));
                    }
                    if met(-CLOSE) {
                        return Ok(false);
                    }
                    continue;
                }
                let met = self.way_out(id, us, f, place)?;
                if let Some(at) = met
                    && below(at, by)?
                {
                    return Ok(false);
                }
                continue;
            }
            let passes = if foe {
                self.passes(us, by, other, 1.0)?
            } else {
                met(-0.001)
            };
            if !foe && met(-0.001) != met(0.004) {
                return Err(Stop::Unsure("a way beside a base"));
            }
            if passes {
                return Ok(false);
            }
        }
        for piece in self.ground.iter().filter(|g| g.bars()) {
            for area in &piece.areas {
                let met = |spare: f64| {
                    slide(&own, f, area, spare).is_some_and(|(a, b)| a < by && b > 0.0)
                };
                if met(-0.004) != met(0.004) {
                    return Err(Stop::Unsure("a way beside barred ground"));
                }
                if met(0.0) {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Whether a move comes within a distance of a unit that was farther away before.
    pub fn passes(&self, us: &Man, by: f64, other: &Man, near: f64) -> Ruled<bool> {
        let base = other.shape();
        let at = |far: f64| {
            let moved = Man {
                at: along(us.at, us.forward(), far),
                ..us.clone()
            };
            let shape = moved.shape();
            if depth(&shape, &base) > 0.0 {
                0.0
            } else {
                crate::plane::apart(&shape, &base)
            }
        };
        let steps = 240;
        let start = at(0.0);
        let far = |i: i32| by * f64::from(i) / f64::from(steps);
        let least = (0..=steps)
            .map(|i| at(far(i)))
            .fold(f64::INFINITY, f64::min);
        if start < near + CLOSE {
            let ends = at(by);
            if ends > start - SAME && least > start - SAME {
                return Ok(false);
            }
            return Err(Stop::Unsure("a move that begins near an enemy"));
        }
        if (least - near).abs() < 0.03 {
            return Err(Stop::Unsure("an inch from an enemy"));
        }
        Ok(least < near)
    }

    pub fn apart_enough(&self, id: usize, poses: &[&Man]) -> Ruled<bool> {
        let now = self.men[id].shape();
        for (place, foe) in self.foes(self.men[id].side) {
            if self.upon(id, place)? {
                continue;
            }
            let base = foe.shape();
            let before = crate::plane::apart(&now, &base);
            for pose in poses {
                let then = crate::plane::apart(&pose.shape(), &base);
                if (then - before).abs() < SAME {
                    continue;
                }
                if then < 1.0 && (then - before).abs() < CLOSE {
                    return Err(Stop::Unsure("a move that begins near an enemy"));
                }
                if (then - 1.0).abs() < CLOSE && (then - 1.0).abs() > SAME {
                    return Err(Stop::Unsure("an inch from an enemy"));
                }
                if then < 1.0 - SAME && then < before {
                    return Ok(false);
                }
                if then < 1.0 - SAME {
                    return Err(Stop::Unsure("a move that begins near an enemy"));
                }
            }
        }
        Ok(true)
    }
}

impl Hand {
    /// Pays for what the way meets; false if that stops the unit.
    pub fn pay(&mut self, met: &Met, purse: &mut Purse) -> Ruled<bool> {
        purse.paid.push((met.piece, met.what));
        match met.what {
            What::Slow => purse.left -= 1.0,
            What::Up => purse.left -= f64::from(self.half()?),
            What::Down => purse.left += f64::from(self.half()?),
            bar => {
                self.note("fences and walls met on a move");
                let die = f64::from(self.die(if bar == What::Wall { 10 } else { 6 })?);
                if !within(die, purse.left)? {
                    (purse.left, purse.held) = (0.0, true);
                    return Ok(false);
                }
                purse.left -= die;
                purse.worm |= bar == What::Worm;
            }
        }
        purse.left = purse.left.max(0.0);
        Ok(true)
    }

    /// Makes a legal move.
    pub fn make(&mut self, id: usize, plan: &Plan) -> Ruled<()> {
        self.note("moves");
        let mut purse = Purse {
            left: self.man(id).pace(),
            paid: Vec::new(),
            worm: false,
            held: false,
        };
        self.man_mut(id).acted |= 1;
        if let Some(to) = plan.first
            && !self.swing(id, to, &mut purse)?
        {
            return Ok(());
        }
        self.advance(id, plan.by, &mut purse)?;
        if let Some(to) = plan.last
            && !purse.held
        {
            self.swing(id, to, &mut purse)?;
        }
        if purse.worm {
            self.answer(id)?;
            self.note("worm fences crossed");
        }
        Ok(())
    }

    pub fn swing(&mut self, id: usize, to: f64, purse: &mut Purse) -> Ruled<bool> {
        let cost = Table::turn_cost(self.man(id), to)?;
        if !within(cost, purse.left)? {
            return Ok(false);
        }
        for met in self.table.swung(self.man(id), to)? {
            if purse.paid.contains(&(met.piece, met.what)) {
                continue;
            }
            if !self.pay(&met, purse)? {
                return Ok(false);
            }
        }
        if !within(cost, purse.left)? {
            return Err(Stop::Unsure("a turn that cannot be paid any more"));
        }
        purse.left -= cost;
        self.man_mut(id).turn = to;
        Ok(true)
    }

    pub fn advance(&mut self, id: usize, by: f64, purse: &mut Purse) -> Ruled<()> {
        let (mut gone, mut over) = (0.0_f64, 0.0_f64);
        for met in self.table.way(self.man(id), by, false)? {
            if purse.paid.contains(&(met.piece, met.what)) {
                continue;
            }
            let on = (met.at - gone).max(0.0);
            let starts = met.what == What::Slow && met.at == 0.0;
            if !starts && !below(on, purse.left)? {
                break;
            }
            gone += on;
            purse.left -= on;
            if !self.pay(&met, purse)? {
                return self.ahead(id, gone);
            }
            if met.what.bars() {
                over = met.over;
            }
        }
        let on = (by - gone).min(purse.left).max(0.0);
        purse.left -= on;
        self.ahead(id, (gone + on).max(over))
    }

    pub fn ahead(&mut self, id: usize, by: f64) -> Ruled<()> {
        let m = self.man_mut(id);
        m.at = along(m.at, m.forward(), by);
        let own = self.man(id).shape();
        for (other, them) in self.table.present() {
            let light = them.kind == LIGHT || self.man(id).kind == LIGHT;
            if other != id && light && depth(&own, &them.shape()) > -CLOSE {
                return Err(Stop::Unsure("a move that ends on a friend"));
            }
        }
        Ok(())
    }
}

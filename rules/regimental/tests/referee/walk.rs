//! Ordered moves and forced moves.

use crate::hand::{Does, Hand};
use crate::plane::{CLOSE, P, SAME, Shape, along, back, cut, depth, dot, right, slide, sub, unit};
use crate::table::{GUNS, LIGHT, LINE, Man, Piece, Ruled, Stop, Table, below, within};
use sandtable_battle::Ground;

/// The kinds of terrain that a way meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    Slow,
    Up,
    Down,
    Fence,
    Worm,
    Wall,
}

impl What {
    pub fn bars(self) -> bool {
        matches!(self, Self::Fence | Self::Worm | Self::Wall)
    }
}

/// One thing on a way: how far ahead it begins and ends.
#[derive(Clone, Copy, Debug)]
pub struct Met {
    pub at: f64,
    pub over: f64,
    pub what: What,
    pub piece: usize,
}

/// An ordered move; angles are in turns.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plan {
    pub first: Option<f64>,
    pub by: f64,
    pub last: Option<f64>,
}

/// Returns the smallest and largest distance ahead of what lies in a strip in front of a unit.
fn span(us: &Man, half: f64, points: &[P]) -> Option<(f64, f64)> {
    let (r, front) = (us.right(), us.front());
    let mut part: Shape = points.to_vec();
    part = cut(&part, along(front, r, -half), r);
    part = cut(&part, along(front, r, half), back(r));
    let all = part.iter().map(|&p| us.seen(p).0);
    let (low, high) = all.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| {
        (l.min(v), h.max(v))
    });
    (low <= high).then_some((low, high))
}

/// Returns the same as [`span`]; unsure if it may only graze the strip.
fn firm(us: &Man, half: f64, points: &[P]) -> Ruled<Option<(f64, f64)>> {
    let spans = [-0.003, 0.0, 0.003].map(|spare| span(us, (half + spare).max(0.001), points));
    match spans {
        [Some(a), Some(b), Some(c)] => {
            let near = |x: f64, y: f64| (x - y).abs() < 0.012;
            if near(a.0, c.0) && near(a.1, c.1) {
                Ok(Some(b))
            } else {
                Err(Stop::Unsure("ground at the end of a front"))
            }
        }
        [None, None, None] => Ok(None),
        _ => Err(Stop::Unsure("ground at the end of a front")),
    }
}

impl Table {
    /// Returns what lies ahead of a unit within some inches: for a charge on the line through its
    /// middle, for a move in front of any part of its front.
    pub fn way(&self, us: &Man, by: f64, charge: bool) -> Ruled<Vec<Met>> {
        let half = if charge { 0.001 } else { us.size().0 / 2.0 };
        let mut found = Vec::new();
        for (piece, of) in self.ground.iter().enumerate() {
            match of.ground {
                Ground::Woods | Ground::Rough => {
                    self.areas(us, half, (piece, of), by, &mut found)?
                }
                Ground::Hill => self.hill(us, (piece, of), by, &mut found)?,
                _ if of.fence() => self.fence(us, half, (piece, of), by, &mut found)?,
                _ => {}
            }
        }
        found.sort_by(|a, b| a.at.total_cmp(&b.at));
        for pair in found.windows(2) {
            if pair[1].at - pair[0].at < CLOSE && pair[0].what != pair[1].what {
                return Err(Stop::Unsure("two things at one spot"));
            }
        }
        Ok(found)
    }

    fn areas(
        &self,
        us: &Man,
        half: f64,
        (piece, of): (usize, &Piece),
        by: f64,
        found: &mut Vec<Met>,
    ) -> Ruled<()> {
        // A unit that stands anywhere in it starts in it; for a charge, its line counts.
        let body = Man {
            at: us.at,
            ..us.clone()
        };
        let mut base = body.shape();
        if half < 0.01 {
            let (r, off) = (us.right(), us.size().0 / 2.0 - 0.001);
            base = vec![
                along(base[0], r, off),
                along(base[1], r, -off),
                along(base[2], r, -off),
                along(base[3], r, off),
            ];
        }
        let mut first: Option<f64> = None;
        for area in &of.areas {
            let deep = depth(&base, area);
            if deep.abs() < CLOSE && deep.abs() > SAME {
                return Err(Stop::Unsure("a body at the edge of a wood"));
            }
            let met = if half < 0.01 {
                span(us, half, area)
            } else {
                firm(us, half, area)?
            };
            let at = match met {
                _ if deep > SAME && half > 0.01 || deep > 0.0015 => 0.0,
                Some((low, high)) if high > SAME && below(low.max(0.0), by)? => low.max(0.0),
                _ => continue,
            };
            first = Some(first.map_or(at, |f: f64| f.min(at)));
        }
        if let Some(at) = first {
            found.push(Met {
                at,
                over: at,
                what: What::Slow,
                piece,
            });
        }
        Ok(())
    }

    fn hill(
        &self,
        us: &Man,
        (piece, of): (usize, &Piece),
        by: f64,
        found: &mut Vec<Met>,
    ) -> Ruled<()> {
        for area in &of.areas {
            // What lies on the line itself: beside the line, a flat border is much nearer or
            // farther away.
            let (thin, wide) = (span(us, 1e-5, area), span(us, 3e-4, area));
            let (Some((low, high)), Some(wide)) = (thin, wide) else {
                continue;
            };
            if (low > -SAME) != (wide.0 > -SAME) || (high > -SAME) != (wide.1 > -SAME) {
                return Err(Stop::Unsure("a front on a border"));
            }
            let others = self.ground.iter().enumerate();
            let mut hills = others.filter(|(i, g)| *i != piece && g.ground == Ground::Hill);
            if hills.any(|(_, g)| g.areas.iter().any(|a| depth(a, area) > 0.0)) {
                return Err(Stop::Unsure("one hill on another"));
            }
            if high - low < 0.05 && high > -0.1 {
                return Err(Stop::Unsure("a line through the corner of a hill"));
            }
            for (at, what) in [(low, What::Up), (high, What::Down)] {
                if at.abs() > SAME && at.abs() < CLOSE {
                    return Err(Stop::Unsure("a front on a border"));
                }
                if at > -SAME && below(at.max(0.0), by)? {
                    found.push(Met {
                        at: at.max(0.0),
                        over: at.max(0.0),
                        what,
                        piece,
                    });
                }
            }
        }
        Ok(())
    }

    fn fence(
        &self,
        us: &Man,
        half: f64,
        (piece, of): (usize, &Piece),
        by: f64,
        found: &mut Vec<Met>,
    ) -> Ruled<()> {
        // Each stretch by itself: one that reaches under the front was crossed when it was first
        // touched.
        let mut best: Option<f64> = None;
        let mut stretch: Option<(f64, f64, P)> = None;
        let mut ends = Vec::new();
        for &(p, q) in &of.line {
            let met = if half < 0.01 {
                // Where its line crosses it, however flat; a flatter angle is too close to call.
                let along = dot(unit(sub(q, p)), us.right()).abs();
                let met = span(us, half, &[p, q]);
                if along < 0.05 && met.is_some_and(|(_, high)| high > -1.0) {
                    return Err(Stop::Unsure("a fence along the charge line"));
                }
                met.map(|(low, high)| (f64::midpoint(low, high), f64::midpoint(low, high)))
            } else {
                firm(us, half, &[p, q])?
            };
            let joined = stretch.filter(|s| crate::plane::length(sub(s.2, p)) < SAME);
            if let (Some(done), None) = (stretch, joined) {
                ends.push(done.0);
            }
            stretch = met.map(|(low, high)| match joined {
                Some((l, h, _)) => (l.min(low), h.max(high), q),
                None => (low, high, q),
            });
            if let (Some(done), None) = (joined, stretch) {
                ends.push(done.0);
            }
        }
        ends.extend(stretch.map(|s| s.0));
        for low in ends {
            if low < -SAME && low > -CLOSE {
                return Err(Stop::Unsure("a front on a fence"));
            }
            if low > -CLOSE {
                best = Some(best.map_or(low, |b: f64| b.min(low)));
            }
        }
        let Some(low) = best else { return Ok(()) };
        if below(low.max(0.0), by)? {
            let what = match of.ground {
                Ground::Wall => What::Wall,
                Ground::Worm => What::Worm,
                _ => What::Fence,
            };
            found.push(Met {
                at: low.max(0.0),
                over: low.max(0.0) + 0.002,
                what,
                piece,
            });
        }
        Ok(())
    }

    /// Returns the fences that a turn swings a unit over.
    pub fn swung(&self, us: &Man, to: f64) -> Ruled<Vec<Met>> {
        let turn = to - us.turn;
        let turn = turn - turn.round();
        let mut found = Vec::new();
        for (piece, of) in self.ground.iter().enumerate() {
            let steps = 400;
            let pose = |i: i32| us.turned(us.turn + turn * f64::from(i) / f64::from(steps));
            if of.fence() {
                let over = |base: &[P]| {
                    let each = of.line.iter().map(|&(p, q)| depth(base, &[p, q]));
                    each.fold(f64::NEG_INFINITY, f64::max)
                };
                let before = over(&us.shape());
                let most = (0..=steps).map(|i| over(&pose(i).shape()));
                let most = most.fold(f64::NEG_INFINITY, f64::max);
                if turn == 0.0 || most < -0.02 {
                    continue;
                }
                if before > -CLOSE || most < 0.02 {
                    return Err(Stop::Unsure("a turn at a fence"));
                }
                let what = match of.ground {
                    Ground::Wall => What::Wall,
                    Ground::Worm => What::Worm,
                    _ => What::Fence,
                };
                found.push(Met {
                    at: 0.0,
                    over: 0.0,
                    what,
                    piece,
                });
            } else if matches!(of.ground, Ground::Woods | Ground::Rough | Ground::Hill) {
                let deep = |m: &Man| {
                    let each = of.areas.iter().map(|a| depth(&m.shape(), a));
                    each.fold(f64::NEG_INFINITY, f64::max)
                };
                let most = (0..=40)
                    .map(|i| deep(&pose(i * 10)))
                    .fold(f64::NEG_INFINITY, f64::max);
                if turn != 0.0 && most > -0.05 {
                    return Err(Stop::Unsure("a turn at the edge of ground"));
                }
            }
        }
        if found.len() > 1 {
            return Err(Stop::Unsure("a turn over two fences"));
        }
        Ok(found)
    }

    /// Whether a turn swings over no other unit, given that its end is clear.
    fn swings_clear(&self, id: usize, us: &Man, to: f64) -> Ruled<bool> {
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

    fn turn_cost(us: &Man, to: f64) -> Ruled<f64> {
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
    fn left_behind(&self, us: &Man, other: &Man) -> Ruled<bool> {
        let deep = depth(&us.shape(), &other.shape());
        if deep > SAME && deep < CLOSE {
            return Err(Stop::Unsure("bases that touch"));
        }
        Ok(deep < CLOSE)
    }

    /// Whether no unit stands in the way of a move, and every enemy is an inch away from it.
    fn free_way(&self, id: usize, us: &Man, by: f64) -> Ruled<bool> {
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
    fn passes(&self, us: &Man, by: f64, other: &Man, near: f64) -> Ruled<bool> {
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

/// What is left of a unit's move.
struct Purse {
    left: f64,
    paid: Vec<(usize, What)>,
    worm: bool,
    held: bool,
}

impl Hand {
    /// Pays for what the way meets; false if that stops the unit.
    fn pay(&mut self, met: &Met, purse: &mut Purse) -> Ruled<bool> {
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

    fn swing(&mut self, id: usize, to: f64, purse: &mut Purse) -> Ruled<bool> {
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

    fn advance(&mut self, id: usize, by: f64, purse: &mut Purse) -> Ruled<()> {
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

    fn ahead(&mut self, id: usize, by: f64) -> Ruled<()> {
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

    /// Withdraws three inches, away from an enemy that is behind.
    pub fn withdraw(&mut self, id: usize, foe: usize) -> Ruled<()> {
        let m = self.man(id);
        let ahead = m.seen(self.man(foe).at).0;
        let behind = below(ahead, -m.size().1)?;
        let way = if behind {
            unit(sub(m.at, self.man(foe).at))
        } else {
            back(m.forward())
        };
        self.forced(id, way, 3.0, false, 0)
    }

    /// Retreats nine inches away from an enemy, with the back to that enemy.
    pub fn retreat(&mut self, id: usize, foe: usize) -> Ruled<()> {
        let off = sub(self.man(id).at, self.man(foe).at);
        let way = unit(off);
        // Both places are rounded, so the direction varies a little: at an angle the move ends
        // slightly farther or less far.
        let turned = self.man(id).turned(bearing(way));
        let (free, friend) = self.room(id, &turned, way, 9.0)?;
        for aside in [-0.0008, 0.0008] {
            let swayed = unit(along(off, right(way), aside));
            let (then, met) = self.room(id, &turned, swayed, 9.0)?;
            if (then - free).abs() > 0.004 || met != friend {
                return Err(Stop::Unsure("a way back beside a base"));
            }
        }
        self.forced(id, way, 9.0, true, 0)
    }

    /// Makes a forced move, which may run into friends.
    pub fn forced(&mut self, id: usize, way: P, far: f64, turns: bool, deep: u8) -> Ruled<()> {
        self.note(if turns { "retreats" } else { "steps back" });
        self.man_mut(id).prone = false;
        if turns {
            // The unit turns about before it goes, if there is room.
            self.face(id, way)?;
        }
        let (free, friend) = self.room(id, self.man(id), way, far)?;
        if self.leaves(id, way, free)? {
            // The rules do not say, either, what happens if a unit that goes over the edge ends on
            // a friend.
            self.step(id, way, free);
            self.ends_apart(id)?;
            self.step(id, way, -free);
            self.note("units that leave the table");
            self.man_mut(id).here = false;
            return Ok(());
        }
        self.step(id, way, free);
        self.ends_clear(id)?;
        if let Some(friend) = friend {
            if deep > 2 {
                return Err(Stop::Unsure("a long chain of collisions"));
            }
            self.collide(friend, way, deep)?;
            let (then, again) = self.room(id, self.man(id), way, far - free)?;
            if again.is_some() || then < far - free - SAME {
                self.man_mut(id).red = true;
            } else {
                if self.leaves(id, way, then)? {
                    self.man_mut(id).here = false;
                    return Ok(());
                }
                self.step(id, way, then);
                self.ends_clear(id)?;
            }
        }
        self.push_in(id);
        Ok(())
    }

    /// Requires that no skirmishers are where a way back ends.
    fn ends_apart(&self, id: usize) -> Ruled<()> {
        let (m, own) = (self.man(id), self.man(id).shape());
        for (other, them) in self.table.present() {
            let friend = other != id && them.side == m.side;
            let light = them.kind == LIGHT || m.kind == LIGHT;
            if friend && light && depth(&own, &them.shape()) > -CLOSE {
                return Err(Stop::Unsure("a way back that ends on a friend"));
            }
        }
        Ok(())
    }

    /// Requires that a way back does not end on skirmishers: the rules say nothing about that.
    fn ends_clear(&self, id: usize) -> Ruled<()> {
        let (own, size) = (self.man(id).shape(), self.table.size);
        let on = own
            .iter()
            .all(|p| p.0 >= 0.0 && p.1 >= 0.0 && p.0 <= size.0 && p.1 <= size.1);
        for (other, them) in self.table.present() {
            let light = them.kind == LIGHT || self.man(id).kind == LIGHT;
            if other != id
                && light
                && them.side == self.man(id).side
                && (depth(&own, &them.shape()) > -CLOSE || !on)
            {
                return Err(Stop::Unsure("a way back that ends on a friend"));
            }
        }
        Ok(())
    }

    fn face(&mut self, id: usize, way: P) -> Ruled<()> {
        let turn = bearing(way);
        let turned = self.man(id).turned(turn);
        if !self.table.on_table(&turned.shape())? {
            return Err(Stop::Unsure("no room to turn"));
        }
        let base = turned.shape();
        for (place, other) in self.table.present().filter(|(other, _)| *other != id) {
            let upon = self.table.upon(id, place)?;
            let taken = if upon {
                self.table.comes_upon(id, &turned, place)?
            } else {
                depth(&base, &other.shape()) > -CLOSE
            };
            if taken {
                return Err(Stop::Unsure("no room to turn"));
            }
        }
        for piece in self.table.ground.iter().filter(|g| g.bars()) {
            if piece.under(&base)? {
                return Err(Stop::Unsure("no room to turn"));
            }
        }
        self.man_mut(id).turn = turn;
        Ok(())
    }

    fn step(&mut self, id: usize, way: P, by: f64) {
        let m = self.man_mut(id);
        m.at = along(m.at, way, by);
    }

    /// Pushes in a base that hangs over the table's edge.
    fn push_in(&mut self, id: usize) {
        let shape = self.man(id).shape();
        let size = self.table.size;
        let over = |of: fn(&P) -> f64, size: f64| {
            let all = shape.iter().map(of);
            let (low, high) = all.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| {
                (l.min(v), h.max(v))
            });
            (-low).max(0.0) - (high - size).max(0.0)
        };
        let by = (over(|p| p.0, size.0), over(|p| p.1, size.1));
        let m = self.man_mut(id);
        m.at = (m.at.0 + by.0, m.at.1 + by.1);
    }

    fn leaves(&self, id: usize, way: P, by: f64) -> Ruled<bool> {
        let end = along(self.man(id).at, way, by);
        let size = self.table.size;
        for far in [-end.0, end.0 - size.0, -end.1, end.1 - size.1] {
            if !within(far, 0.0)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns how far a unit goes in a direction before something stops it, and the friend that
    /// does, if one does.
    fn room(&self, id: usize, m: &Man, way: P, far: f64) -> Ruled<(f64, Option<usize>)> {
        let own = m.shape();
        let mut free = far;
        let mut friend = None;
        for (other, them) in self.table.present().filter(|(other, _)| *other != id) {
            let foe = them.side != m.side;
            if !foe && (m.kind == LIGHT || them.kind == LIGHT) {
                continue;
            }
            let base = them.shape();
            if self.table.upon(id, other)? {
                let met = self.table.way_out(id, m, way, other)?;
                if let Some(at) = met.filter(|&at| at < far + CLOSE) {
                    if (at - free).abs() < CLOSE {
                        return Err(Stop::Unsure("two in the way at once"));
                    }
                    if at < free {
                        (free, friend) = (at, None);
                    }
                }
                continue;
            }
            let met = |spare: f64| {
                let found = slide(&own, way, &base, spare);
                found.filter(|&(a, b)| a < far && b > 0.02 && b - a > 0.01)
            };
            let (less, more) = (met(-0.004), met(0.004));
            if less.is_none() && more.is_none() {
                continue;
            }
            let (Some(_), Some(_), Some((at, _))) = (less, more, met(0.0)) else {
                return Err(Stop::Unsure("a way back beside a base"));
            };
            // Along an edge at a flat angle, the rounding of places makes up much of the way.
            if let (Some(less), Some(more)) = (met(-0.001), met(0.001))
                && (less.0 - more.0).abs() > 0.011
            {
                return Err(Stop::Unsure("a way back beside a base"));
            }
            if at < -0.1 {
                return Err(Stop::Unsure("units that lie on each other"));
            }
            let stop = if foe {
                (at - 1.0).max(0.0)
            } else {
                at.max(0.0)
            };
            if (stop - free).abs() < CLOSE {
                return Err(Stop::Unsure("two in the way at once"));
            }
            if stop < free {
                free = stop;
                friend = (!foe).then_some(other);
            }
        }
        for piece in self.table.ground.iter().filter(|g| g.bars()) {
            for area in &piece.areas {
                let met =
                    |spare: f64| slide(&own, way, area, spare).filter(|&(a, b)| a < far && b > 0.0);
                if met(-0.004).is_some() != met(0.004).is_some() {
                    return Err(Stop::Unsure("a way beside barred ground"));
                }
                if let Some((at, _)) = met(0.0) {
                    if (at - free).abs() < CLOSE {
                        return Err(Stop::Unsure("two in the way at once"));
                    }
                    if at < free {
                        (free, friend) = (at.max(0.0), None);
                    }
                }
            }
        }
        Ok((free, friend))
    }

    /// Rolls for the unit that was run into.
    fn collide(&mut self, id: usize, way: P, deep: u8) -> Ruled<()> {
        self.note("collisions");
        let mut does = self.ten()?;
        if matches!(does, Does::Retreat | Does::Withdraw)
            && self.man(id).led()
            && self.answer(id)? == 1
            && self.even()?
        {
            does = Does::Nothing;
        }
        match does {
            Does::Retreat => self.forced(id, way, 9.0, true, deep + 1),
            Does::Withdraw => self.forced(id, way, 3.0, false, deep + 1),
            _ => Ok(()),
        }
    }
}

/// Returns the heading of a direction, in turns.
#[expect(
    clippy::disallowed_methods,
    reason = "an umpire with nothing of the engine's"
)]
fn bearing(way: P) -> f64 {
    (way.0.atan2(way.1) / std::f64::consts::TAU).rem_euclid(1.0)
}

/// Returns how far a place lies ahead along a line.
pub fn ahead(from: P, way: P, p: P) -> f64 {
    dot(sub(p, from), way)
}

/// Returns how far a place lies to the right of a line.
pub fn aside(from: P, way: P, p: P) -> f64 {
    dot(sub(p, from), right(way))
}

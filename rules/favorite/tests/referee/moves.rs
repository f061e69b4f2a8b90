//! Moves, turns, wheels and changes of formation: their cost, what is in their way, where they end.

use crate::umpire::{Man, Piece, Ruled, Stop, Umpire};
use sandtable_battle::{Ground, Hand, Leg, Order};
use sandtable_referee::plane::{
    Base, P, Shape, along, apart, depth, heading, holds, length, passage, right, sides, sub,
    to_segment, turn,
};

/// Nothing closer to a limit than this is ruled on: lengths in inches, and parts of a move.
const CLOSE: f64 = 0.004;
/// Number of parts of a whole move in files.
const WHOLE: f64 = 60_000.0;
/// 45 degrees.
const EIGHTH: f64 = 8192.0;

/// A worked-out order: where it ends and what it uses up.
#[derive(Clone, Debug)]
pub struct Way {
    pub end: Base,
    /// Parts of a whole move.
    pub parts: f64,
    /// Free turns, in 1/65536 turn.
    pub turned: f64,
    pub against: Vec<&'static str>,
}

impl Way {
    /// Makes a way that has not begun.
    pub const fn at(end: Base) -> Self {
        Self {
            end,
            parts: 0.0,
            turned: 0.0,
            against: Vec::new(),
        }
    }
}

fn close(what: &'static str) -> Stop {
    Stop::Unsure(what)
}

/// Whether a number is surely below another.
fn below(a: f64, b: f64, what: &'static str) -> Ruled<bool> {
    if (a - b).abs() < CLOSE {
        Err(close(what))
    } else {
        Ok(a < b)
    }
}

impl Man {
    /// Returns the allowance of Table F2, without roads.
    pub fn allowance(&self) -> f64 {
        let bonus = !self.guns() && self.form != 0;
        self.pace() + if bonus { 3.0 } else { 0.0 }
    }

    /// Returns what is left of the unit's move.
    pub fn left(&self) -> f64 {
        let whole = if self.check == 5 { 0.5 } else { 1.0 };
        whole - f64::from(self.spent) / WHOLE
    }

    /// Whether the unit is slowed (TERR-05): formed foot and all horse.
    fn slowed(&self) -> bool {
        !self.guns() && (self.horse() || !self.open())
    }
}

/// Returns how often the way of a wheel's centre crosses a wall.
fn wheeled_over(piece: &Piece, hub: P, trail: &[P]) -> Ruled<i32> {
    let (first, last) = (trail[0], trail[trail.len() - 1]);
    let radius = length(sub(first, hub));
    let mut count = 0;
    for &(a, b) in &piece.line {
        let d = sub(b, a);
        let off = (d.0 * (hub.1 - a.1) - d.1 * (hub.0 - a.0)).abs() / length(d);
        let tips = [a, b].map(|p| (length(sub(p, hub)) - radius).abs());
        let ends = [first, last].map(|p| to_segment(p, (a, b)));
        if tips.iter().chain(&ends).any(|&far| far < CLOSE) || (off - radius).abs() < 0.02 {
            return Err(close("a wheel at a wall's end"));
        }
        for two in trail.windows(2) {
            let e = sub(two[1], two[0]);
            let cross = d.0 * e.1 - d.1 * e.0;
            let gap = sub(two[0], a);
            let s = (gap.0 * e.1 - gap.1 * e.0) / cross;
            let t = (gap.0 * d.1 - gap.1 * d.0) / cross;
            count += i32::from((0.0..1.0).contains(&s) && (0.0..1.0).contains(&t));
        }
    }
    Ok(count)
}

impl Umpire {
    /// Returns the clauses that forbid a unit to make a step.
    pub fn may_step(&self, id: usize) -> Ruled<Vec<&'static str>> {
        let m = &self.men[id];
        let mut out = Vec::new();
        if !matches!(self.phase, 3 | 4) || m.side != self.side || !m.here {
            out.push("TABLE");
        }
        if m.staff() {
            return Err(close("commanders"));
        }
        // 1 due, 3 halted, 4 rallied.
        if m.check == 1 && m.marker && m.driven == 0 {
            out.push("MOR-01");
        }
        if matches!(m.check, 2..=4) || m.driven > 0 {
            out.extend(["MOVE-09", "MOR-07", "MOR-08"]);
        }
        // 0 not yet, 1 and 2 moving; all others are done.
        if m.moved > 2 {
            out.push("TURN-02");
        }
        if !self.touching(id)?.is_empty() {
            out.push("MOVE-11");
        }
        Ok(out)
    }

    /// Returns what the second umpire says about a move or a turn.
    pub fn way(&self, order: &Order) -> Ruled<Way> {
        let id = order.unit().map_or(0, |u| u.index());
        let m = &self.men[id];
        let mut way = Way {
            end: m.base,
            parts: 0.0,
            turned: f64::from(m.turned),
            against: self.may_step(id)?,
        };
        if m.form == 2 && self.ground.iter().any(|g| g.ground == Ground::Road) {
            return Err(close("march columns where roads are"));
        }
        if !way.against.is_empty() {
            return Ok(way);
        }
        let pivot;
        let legs: &[Leg] = match order {
            Order::Move { legs, .. } => legs,
            Order::Face { to, .. } => {
                pivot = [Leg::Pivot { to: *to }];
                &pivot
            }
            _ => &[],
        };
        let (mut turns, mut goes) = (false, false);
        for leg in legs {
            let (before, base) = (way.parts, way.end);
            match *leg {
                Leg::Pivot { to } => self.pivots(id, f64::from(to.0), &mut way)?,
                Leg::Advance { by } if by >= 0 => {
                    self.advances(id, f64::from(by) / 2540.0, &mut way)?;
                }
                Leg::Wheel { hand, by } => self.wheels(id, hand, f64::from(by), &mut way)?,
                _ => way.against.push("MOVE-10"),
            }
            if base.heading != way.end.heading && matches!(leg, Leg::Pivot { .. }) {
                turns |= way.parts > before;
            } else {
                goes |= base != way.end;
            }
        }
        // MOVE-08: half a move allows one thing.
        if m.check == 5 && turns && goes {
            way.against.push("MOVE-08");
        }
        if length(sub(way.end.at, m.base.at)) < 1e-6 && way.end.heading == m.base.heading {
            way.against.push("MOVE-06");
        }
        if !below(way.parts, m.left() + 0.0015, "a cost on its limit")? {
            way.against.push("MOVE-06");
        }
        self.ends(id, &mut way)?;
        Ok(way)
    }

    /// Rules on a change of formation (FORM-01, FORM-04, FORM-08, FORM-10, A26).
    pub fn forms(&self, id: usize, formation: u8) -> Ruled<Way> {
        let m = &self.men[id];
        let mut way = Way {
            end: m.base,
            parts: 0.5,
            turned: f64::from(m.turned),
            against: self.may_step(id)?,
        };
        if !way.against.is_empty() {
            return Ok(way);
        }
        let light = matches!(m.kind, 1 | 3);
        let known = formation != m.form && !m.guns() && (formation < 3 || formation == 3 && light);
        // A column has two ranks or more.
        let stands = (m.figures + 2) / 3;
        let files = [0, 2, 1, 0]
            .get(usize::from(formation))
            .copied()
            .unwrap_or(0);
        if !known || files > 0 && stands <= files {
            way.against.push("FORM");
            return Ok(way);
        }
        if !below(0.5, m.left() + 0.0015, "a cost on its limit")? {
            way.against.push("FORM");
        }
        (way.end.wide, way.end.deep) = Man::size(m.kind, formation, m.figures);
        self.ends(id, &mut way)?;
        Ok(way)
    }

    /// Rules on a turn, free or for half a move (TURNING-01 to TURNING-03).
    fn pivots(&self, id: usize, to: f64, way: &mut Way) -> Ruled<()> {
        let m = &self.men[id];
        let by = turn(way.end.heading, to);
        if by == 0.0 {
            return Ok(());
        }
        if m.open() && way.turned + by <= EIGHTH {
            way.turned += by;
        } else if m.open() && way.turned + by < EIGHTH + 3.0 {
            return Err(close("a free turn on its limit"));
        } else {
            way.parts += 0.5;
        }
        way.end = way.end.turned_to(to);
        for (foe, other) in self.fighters() {
            if other.side != m.side && foe != id {
                let deep = depth(&way.end.shape(), &other.base.shape());
                if !below(deep, 0.0, "a turn that brushes an enemy")? {
                    way.against.push("TURNING-07");
                }
            }
        }
        Ok(())
    }

    /// Returns the length of a straight walk in ground that costs double.
    pub fn rough(&self, m: &Man, (from, to): (P, P)) -> f64 {
        if !m.slowed() {
            return 0.0;
        }
        let d = sub(to, from);
        let kinds = [Ground::Woods, Ground::Rough];
        let all = self.ground.iter().filter(|g| kinds.contains(&g.ground));
        let areas: Vec<&Shape> = all.flat_map(|g| &g.areas).collect();
        // Between two borders, all of the walk lies in rough ground, or none of it.
        let mut at = vec![0.0, 1.0];
        for (p, q) in areas.iter().flat_map(|area| sides(area)) {
            let e = sub(q, p);
            let cross = d.0 * e.1 - d.1 * e.0;
            let off = sub(p, from);
            let t = (off.0 * e.1 - off.1 * e.0) / cross;
            if cross.abs() > 1e-9 && (0.0..1.0).contains(&t) {
                at.push(t);
            }
        }
        at.sort_by(f64::total_cmp);
        let rough = |p: P| areas.iter().any(|area| holds(area, p, 0.0));
        let inside = at.windows(2).filter(|two| {
            let middle = along(from, d, f64::midpoint(two[0], two[1]));
            rough(middle)
        });
        inside.map(|two| two[1] - two[0]).sum::<f64>() * length(d)
    }

    /// Returns the number of walls that a walk crosses. A wall it starts on counts, a wall it stops
    /// on does not.
    pub fn walls(&self, (from, to): (P, P)) -> Ruled<i32> {
        let mut count = 0;
        for piece in self.ground.iter() {
            if !matches!(piece.ground, Ground::Wall | Ground::Trench) {
                continue;
            }
            let mut over = false;
            for &(a, b) in &piece.line {
                let (d, e) = (sub(to, from), sub(b, a));
                let ends = [a, b].map(|p| to_segment(p, (from, to)));
                let own = [from, to].map(|p| to_segment(p, (a, b)));
                if ends.iter().chain(&own).any(|&far| far < CLOSE) {
                    return Err(close("a walk at a wall's end"));
                }
                let cross = d.0 * e.1 - d.1 * e.0;
                if cross.abs() < 1e-9 {
                    continue;
                }
                let off = sub(a, from);
                let t = (off.0 * e.1 - off.1 * e.0) / cross;
                let s = (off.0 * d.1 - off.1 * d.0) / cross;
                over |= (0.0..=1.0).contains(&t) && (0.0..=1.0).contains(&s);
            }
            count += i32::from(over);
        }
        Ok(count)
    }

    /// Rules on a straight advance (MOVE-06, TERR-05, TERR-07, PASS-01, GEO-07).
    fn advances(&self, id: usize, by: f64, way: &mut Way) -> Ruled<()> {
        let m = &self.men[id];
        if by == 0.0 {
            return Ok(());
        }
        let d = way.end.front();
        let start = way.end;
        let end = start.slid(d, by);
        let walk = (start.at, end.at);
        let walls = self.walls(walk)?;
        way.parts += (by + self.rough(m, walk)) / m.allowance() + 0.5 * f64::from(walls);
        let nose = (start.at, end.point(0.0, end.deep / 2.0));
        if (m.guns() || m.horse()) && self.walls(nose)? > 0 {
            way.against.push("TERR-07");
        }
        self.in_the_way(id, (&start, &end), way)?;
        self.bars(m, (&start, &end), way)?;
        way.end = end;
        Ok(())
    }

    /// Checks the units that a straight way meets.
    fn in_the_way(&self, id: usize, (start, end): (&Base, &Base), way: &mut Way) -> Ruled<()> {
        let m = &self.men[id];
        let by = length(sub(end.at, start.at));
        for (_, them) in self.fighters().filter(|&(other, _)| other != id) {
            let friend = them.side == m.side;
            if friend && (m.open() || them.open()) {
                continue;
            }
            let shape = them.base.shape();
            let deep = depth(&start.shape(), &shape);
            if friend && !below(deep, 0.0, "a start beside a friend")? {
                continue;
            }
            let wide = passage(&start.shape(), start.front(), &shape, -CLOSE);
            let narrow = passage(&start.shape(), start.front(), &shape, CLOSE);
            let Some((enter, _)) = narrow else {
                if wide.is_some_and(|(enter, _)| enter < by + CLOSE) {
                    return Err(close("a way along a base"));
                }
                continue;
            };
            if (enter - by).abs() < CLOSE {
                return Err(close("a way to a touch"));
            }
            if enter < by {
                // Along an edge, the overlap may be only a hair deep.
                let d = start.front();
                let mut all = (1..=40).map(|k| start.slid(d, by * f64::from(k) / 40.0));
                if all.all(|base| depth(&base.shape(), &shape) < CLOSE) {
                    return Err(close("a way along a base"));
                }
                way.against.push(if friend { "PASS-01" } else { "MOVE-13" });
            }
        }
        Ok(())
    }

    /// Checks the ground that bars a straight way.
    pub fn bars(&self, m: &Man, (start, end): (&Base, &Base), way: &mut Way) -> Ruled<()> {
        for piece in &self.ground {
            match piece.ground {
                Ground::Woods | Ground::Rough if m.guns() => {
                    let mid = |t: f64| along(start.at, sub(end.at, start.at), t);
                    let mut enters = false;
                    for k in 0..=400 {
                        enters |= piece.has(mid(f64::from(k) / 400.0))?;
                    }
                    if enters && !piece.has(start.at)? {
                        way.against.push("TERR-05");
                    }
                }
                Ground::River | Ground::Marsh | Ground::Lake | Ground::Impassable => {
                    let hull = [start.shape(), end.shape()];
                    let near = |area: &Vec<P>| {
                        hull.iter().any(|s| apart(s, area) < 0.1)
                            || passage(&start.shape(), start.front(), area, 0.0)
                                .is_some_and(|p| p.0 < length(sub(end.at, start.at)) + 0.1)
                    };
                    if piece.areas.iter().any(near) {
                        return Err(close("water and what nobody enters"));
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Rules on a wheel about an inner front corner (TURNING-04, TURNING-05).
    fn wheels(&self, id: usize, hand: Hand, by: f64, way: &mut Way) -> Ruled<()> {
        let m = &self.men[id];
        if by == 0.0 {
            return Ok(());
        }
        let start = way.end;
        let (left, right_end) = start.edge();
        let (hub, sign) = match hand {
            Hand::Left => (left, -1.0),
            Hand::Right => (right_end, 1.0),
        };
        let at = |part: f64| {
            let to = (start.heading + sign * by * part).rem_euclid(65536.0);
            let (u, v) = start.local(hub);
            let f = heading(to);
            // The hub stays in place.
            let centre = along(along(hub, right(f), -u), f, -v);
            Base {
                at: centre,
                heading: to,
                ..start
            }
        };
        self.treads(m, (hub, by), &at, way)?;
        way.parts += by / 65536.0 * std::f64::consts::TAU * start.wide / m.allowance();
        for (_, them) in self.fighters().filter(|&(other, _)| other != id) {
            let friend = them.side == m.side;
            let shape = them.base.shape();
            if friend && (m.open() || them.open()) || depth(&start.shape(), &shape) > 0.0 {
                continue;
            }
            let reach = start.wide + start.deep + them.base.wide + them.base.deep;
            if length(sub(them.base.at, hub)) > reach {
                continue;
            }
            // Swept bases are checked in steps, and not ruled on if it is close.
            let steps = 500;
            let least = (0..=steps)
                .map(|k| depth(&at(f64::from(k) / f64::from(steps)).shape(), &shape))
                .fold(f64::NEG_INFINITY, f64::max);
            if least.abs() < 0.03 {
                return Err(close("a wheel that brushes a base"));
            }
            if least > 0.0 {
                way.against.push("TURNING-04");
            }
        }
        way.end = at(1.0);
        Ok(())
    }

    /// Checks the ground under the way of a wheel's centre, in many small steps.
    fn treads(
        &self,
        m: &Man,
        (hub, by): (P, f64),
        at: &dyn Fn(f64) -> Base,
        way: &mut Way,
    ) -> Ruled<()> {
        if self.ground.is_empty() {
            return Ok(());
        }
        let steps = 1200;
        let trail: Vec<P> = (0..=steps)
            .map(|k| at(f64::from(k) / f64::from(steps)).at)
            .collect();
        let radius = length(sub(trail[0], hub));
        let piece_of_way = by / 65536.0 * std::f64::consts::TAU * radius / f64::from(steps);
        let within = |grounds: &[Ground]| {
            let all = self.ground.iter().filter(|g| grounds.contains(&g.ground));
            let areas: Vec<&Shape> = all.flat_map(|g| &g.areas).collect();
            if areas.is_empty() {
                return 0.0;
            }
            let inside = trail.windows(2).filter(|two| {
                let middle = along(two[0], sub(two[1], two[0]), 0.5);
                areas.iter().any(|area| holds(area, middle, 0.0))
            });
            #[expect(clippy::cast_precision_loss, reason = "a few thousand")]
            let count = inside.count() as f64;
            count * piece_of_way
        };
        let slow = [Ground::Woods, Ground::Rough];
        if m.slowed() {
            way.parts += within(&slow) / m.allowance();
        }
        if m.guns() {
            for ground in slow {
                let far = within(&[ground]);
                let mut here = self.ground.iter().filter(|g| g.ground == ground);
                let stands = here.try_fold(false, |on, g| Ok(on || g.has(trail[0])?))?;
                if far > 0.0 && (stands || far < 0.02) {
                    return Err(close("guns at the border of rough ground"));
                }
                if far > 0.0 {
                    way.against.push("TERR-05");
                }
            }
        }
        let mut walls = 0;
        for piece in &self.ground {
            match piece.ground {
                Ground::Wall | Ground::Trench => walls += wheeled_over(piece, hub, &trail)?,
                Ground::River | Ground::Marsh | Ground::Lake | Ground::Impassable => {
                    let near = |area: &Shape| {
                        (0..=40).any(|k| apart(&at(f64::from(k) / 40.0).shape(), area) < 0.5)
                    };
                    if piece.areas.iter().any(near) {
                        return Err(close("water and what nobody enters"));
                    }
                }
                _ => {}
            }
        }
        way.parts += 0.5 * f64::from(walls);
        if walls > 0 && (m.guns() || m.horse()) {
            way.against.push("TERR-07");
        }
        Ok(())
    }

    /// Checks that a voluntary way may end where it does (MOVE-13, PASS-03, TERR-05, TERR-06).
    fn ends(&self, id: usize, way: &mut Way) -> Ruled<()> {
        let m = &self.men[id];
        let shape = way.end.shape();
        for p in &shape {
            let off = [-p.0, -p.1, p.0 - self.size.0, p.1 - self.size.1];
            for far in off {
                if !below(far, 0.001, "a base on the table's edge")? {
                    way.against.push("MOVE-13");
                }
            }
        }
        for (_, them) in self.fighters().filter(|&(other, _)| other != id) {
            let gap = apart(&shape, &them.base.shape());
            let deep = depth(&shape, &them.base.shape());
            if gap < CLOSE && deep < CLOSE {
                return Err(close("an end beside a base"));
            }
            if deep >= CLOSE {
                way.against.push("MOVE-13");
            }
        }
        if !m.guns() && !m.horse() {
            return Ok(());
        }
        let kinds: &[Ground] = if m.guns() {
            &[Ground::Woods, Ground::Rough, Ground::Town]
        } else {
            &[Ground::Town]
        };
        for piece in self.ground.iter().filter(|g| kinds.contains(&g.ground)) {
            if piece.has(way.end.at)? {
                way.against.extend(["TERR-05", "TERR-06"]);
            }
        }
        Ok(())
    }
}

//! Retreats and routs: in which direction, how far, through whom, and what stops them (GEO-12,
//! PASS-02, PASS-03, MOR-22 to MOR-24).

use crate::umpire::{Flight, Man, Piece, Ruled, Stop, Umpire, Zone};
use sandtable_battle::Ground;
use sandtable_referee::plane::{
    Base, P, Shape, along, apart, back, bearing, depth, passage, right, sub,
};

/// Nothing closer to a limit than this is ruled on.
const CLOSE: f64 = 0.006;
/// Distance from enemies and forbidden ground at which a forced move ends.
const SHORT: f64 = 0.1;

fn close<T>(what: &'static str) -> Ruled<T> {
    Err(Stop::Unsure(what))
}

/// A friend on the way: the distances between which the base lies on that friend.
struct Upon {
    id: usize,
    enter: f64,
    leave: f64,
}

impl Umpire {
    /// Rules on a rout: the figures that it costs, then two moves.
    pub fn routs(&mut self, id: usize, from: usize) -> Ruled<()> {
        let fall = (self.die()? + 1) / 2;
        self.lose(id, fall)?;
        if self.men[id].here {
            self.flee(id, from, Flight::Rout, 2.0)?;
        }
        Ok(())
    }

    /// Returns the direction in which a unit goes away from an enemy.
    fn away(&self, id: usize, from: usize) -> Ruled<P> {
        let m = &self.men[id];
        let f = m.base.front();
        Ok(match m.zone(self.men[from].base.at)? {
            Zone::Front => back(f),
            Zone::Rear => f,
            Zone::Left => right(f),
            Zone::Right => back(right(f)),
        })
    }

    /// Rules on a retreat or a rout: a number of moves away from an enemy.
    pub fn flee(&mut self, id: usize, from: usize, how: Flight, moves: f64) -> Ruled<()> {
        if self.lost.contains(&id) {
            return close("a base whose place is open");
        }
        let m = self.men[id].clone();
        let way = self.away(id, from)?;
        let far = m.pace() * moves;
        let limit = self.stops(id, way, far)?;
        let upon = self.friends_on(id, way, far)?;
        if (limit - far).abs() < CLOSE {
            return close("a way back on its limit");
        }
        let by = clear(&upon, far.min(limit), limit)?;
        for friend in &upon {
            if (friend.enter - by).abs() < CLOSE {
                return close("a way back to a friend");
            }
            if friend.enter < by {
                self.men[friend.id].marker = true;
            }
        }
        let mut end = m.base.slid(way, by);
        for (p, size) in [(end.at.0, self.size.0), (end.at.1, self.size.1)] {
            if p.abs() < CLOSE || (p - size).abs() < CLOSE {
                return close("a centre at the edge");
            }
            if (p < 0.0 || p > size) && by > far {
                return close("a way back that is clear at the edge alone");
            }
            if p < 0.0 || p > size {
                self.men[id].here = false;
                return Ok(());
            }
        }
        let slid = self.slid_in(&end);
        if slid != end && by > far {
            // The base may have become clear at the edge already.
            return close("a way back that is clear at the edge alone");
        }
        if slid != end && self.beside(id, &slid, 0.3) {
            return close("slid in beside somebody");
        }
        end = slid;
        self.men[id].base = self.turned(id, &end, from, how)?;
        if how == Flight::Rout && by < 1.0 + CLOSE && !self.touching(id)?.is_empty() {
            if by > 1.0 - CLOSE {
                return close("a rout of an inch");
            }
            let fall = (self.die()? + 1) / 2;
            self.lose(id, fall)?;
        }
        Ok(())
    }

    /// Returns a base slid back onto the table.
    pub fn slid_in(&self, base: &Base) -> Base {
        let shape = base.shape();
        let over = |low: f64, high: f64, most: f64| (-low).max(0.0) - (high - most).max(0.0);
        let reach = |axis: P| sandtable_referee::plane::span(&shape, axis);
        let (x, y) = (reach((1.0, 0.0)), reach((0.0, 1.0)));
        let by = (over(x.0, x.1, self.size.0), over(y.0, y.1, self.size.1));
        base.moved_to((base.at.0 + by.0, base.at.1 + by.1))
    }

    /// Whether a base lies within a distance of any other unit.
    pub fn beside(&self, id: usize, base: &Base, far: f64) -> bool {
        let shape = base.shape();
        let mut all = self.fighters().filter(|&(other, _)| other != id);
        all.any(|(_, o)| depth(&shape, &o.shape()) > -far)
    }

    /// Returns how far a unit gets before enemies and forbidden ground stop it.
    fn stops(&self, id: usize, way: P, far: f64) -> Ruled<f64> {
        let m = &self.men[id];
        let mut limit = f64::INFINITY;
        for (_, foe) in self.fighters().filter(|(_, o)| o.side != m.side) {
            limit = limit.min(comes_near(&m.shape(), way, &foe.shape(), far + 30.0)?);
        }
        for piece in &self.ground {
            limit = limit.min(self.bars_back(m, way, piece, far + 30.0)?);
        }
        Ok(limit)
    }

    /// Returns how far a unit gets before a piece of ground stops it.
    fn bars_back(&self, m: &Man, way: P, piece: &Piece, far: f64) -> Ruled<f64> {
        let own = m.shape();
        let met = |area: &Shape| {
            passage(&own, way, area, -0.2).is_some_and(|(enter, _)| enter < far + 0.3)
        };
        match piece.ground {
            Ground::Wall | Ground::Trench if m.guns() || m.horse() => {
                let long = if (way.0 * m.base.front().0 + way.1 * m.base.front().1).abs() > 0.5 {
                    m.base.deep
                } else {
                    m.base.wide
                };
                let walk = (m.base.at, along(m.base.at, way, far + long));
                let mut limit = f64::INFINITY;
                for &(a, b) in &piece.line {
                    let (d, e) = (sub(walk.1, walk.0), sub(b, a));
                    let cross = d.0 * e.1 - d.1 * e.0;
                    let off = sub(a, walk.0);
                    let t = (off.0 * e.1 - off.1 * e.0) / cross;
                    let s = (off.0 * d.1 - off.1 * d.0) / cross;
                    let spare = CLOSE / sandtable_referee::plane::length(e);
                    if cross.abs() < 1e-9 || s.abs() < spare || (s - 1.0).abs() < spare {
                        return close("a way back at a wall's end");
                    }
                    let at = t * sandtable_referee::plane::length(d);
                    if (0.0..1.0).contains(&s) && at > -CLOSE {
                        if at < CLOSE || (at - long / 2.0).abs() < CLOSE {
                            return close("a wall under a base");
                        }
                        limit = limit.min((at - long / 2.0 - SHORT).max(0.0));
                    }
                }
                Ok(limit)
            }
            Ground::Woods | Ground::Rough if !m.guns() => Ok(f64::INFINITY),
            Ground::Town if !m.guns() && !m.horse() => Ok(f64::INFINITY),
            Ground::Woods
            | Ground::Rough
            | Ground::Town
            | Ground::River
            | Ground::Marsh
            | Ground::Lake
            | Ground::Impassable
                if piece.areas.iter().any(met) =>
            {
                close("a way back over forbidden ground")
            }
            _ => Ok(f64::INFINITY),
        }
    }

    /// Returns the friends that a way back leads over.
    fn friends_on(&self, id: usize, way: P, far: f64) -> Ruled<Vec<Upon>> {
        let (m, mut out) = (&self.men[id], Vec::new());
        let own = m.shape();
        for (other, o) in self.fighters() {
            if other == id || o.side != m.side {
                // Enemies stop the move instead.
                continue;
            }
            let [wide, met, narrow] =
                [-CLOSE, 0.0, CLOSE].map(|spare| passage(&own, way, &o.shape(), spare));
            let near = |p: Option<(f64, f64)>| p.is_some_and(|p| p.0 < far + 60.0);
            match (near(wide), met, narrow) {
                (true, Some((enter, leave)), Some(_)) if leave > CLOSE => out.push(Upon {
                    id: other,
                    enter,
                    leave,
                }),
                (false, ..) => {}
                _ => return close("a way back along a friend"),
            }
        }
        Ok(out)
    }

    /// Returns a base after its turn towards the enemy or away, if there is room for it.
    fn turned(&self, id: usize, end: &Base, from: usize, how: Flight) -> Ruled<Base> {
        let d = sub(self.men[from].base.at, end.at);
        let to = if how == Flight::Retreat { d } else { back(d) };
        let turned = end.turned_to(bearing(to));
        let shape = turned.shape();
        let (mut room, mut sure) = (true, true);
        for p in &shape {
            let off = [p.0, p.1, self.size.0 - p.0, self.size.1 - p.1];
            let least = off.into_iter().fold(f64::INFINITY, f64::min);
            room &= least > 0.0;
            sure &= least.abs() > CLOSE;
        }
        for (_, o) in self.fighters().filter(|&(other, _)| other != id) {
            let deep = depth(&shape, &o.shape());
            room &= deep < 0.0;
            sure &= deep.abs() > CLOSE;
        }
        for piece in &self.ground {
            let shut = matches!(
                piece.ground,
                Ground::River | Ground::Marsh | Ground::Lake | Ground::Impassable
            );
            if shut && piece.areas.iter().any(|area| apart(&shape, area) < 0.1) {
                return close("a turn beside forbidden ground");
            }
        }
        if !sure {
            return close("a turn that has hardly room");
        }
        Ok(if room { turned } else { *end })
    }
}

/// Returns how far a base gets until it is nearer than a tenth of an inch to an enemy. An enemy
/// that is already that near stops only a move that would overlap it.
fn comes_near(own: &Shape, way: P, foe: &Shape, far: f64) -> Ruled<f64> {
    let at = |by: f64| -> Shape { own.iter().map(|&p| along(p, way, by)).collect() };
    let near = |by: f64| apart(&at(by), foe);
    let start = if depth(own, foe) > -CLOSE {
        0.0
    } else {
        near(0.0)
    };
    if (start - SHORT).abs() < CLOSE {
        return close("an enemy a tenth of an inch away");
    }
    if start < SHORT {
        let [wide, met, narrow] = [-CLOSE, 0.0, CLOSE].map(|spare| passage(own, way, foe, spare));
        let ahead = |p: Option<(f64, f64)>| p.is_some_and(|p| p.1 > 2.0 * CLOSE);
        return match (ahead(wide), met, ahead(narrow)) {
            (false, _, false) => Ok(f64::INFINITY),
            (true, Some((enter, _)), true) => Ok((enter - SHORT).max(0.0)),
            _ => close("a way back along an enemy"),
        };
    }
    let reach = passage(own, way, foe, -2.0 * SHORT);
    if reach.is_none_or(|(enter, _)| enter > far + 1.0) {
        return Ok(f64::INFINITY);
    }
    // Checked in small steps; an enemy that is just about that near is not ruled on.
    let step = 0.01;
    let (mut by, mut least) = (0.0, f64::INFINITY);
    while by < far + 1.0 {
        let gap = near(by);
        least = least.min(gap);
        if gap < SHORT {
            let (mut low, mut high) = (by - step, by);
            for _ in 0..30 {
                let middle = f64::midpoint(low, high);
                if near(middle) < SHORT {
                    high = middle;
                } else {
                    low = middle;
                }
            }
            if near((high - 0.02).max(0.0)) < SHORT + 0.001 {
                return close("a way back that comes near an enemy slowly");
            }
            let deeper = (1..=40).any(|k| near(by + step * f64::from(k)) < SHORT - CLOSE);
            return if deeper {
                Ok(high)
            } else {
                close("a way back that hardly comes near an enemy")
            };
        }
        // The gap never shrinks faster than the base moves.
        by += step.max(gap - SHORT - step);
    }
    if least < SHORT + CLOSE {
        return close("a way back that hardly comes near an enemy");
    }
    Ok(f64::INFINITY)
}

/// Returns how far a unit goes: on until it lies on nobody, or back if something stops it.
fn clear(upon: &[Upon], wanted: f64, limit: f64) -> Ruled<f64> {
    let under = |at: f64| {
        let mut all = upon.iter();
        all.find(|f| f.enter + 1e-6 < at && at < f.leave - 1e-6)
    };
    let mut end = wanted;
    while let Some(friend) = under(end) {
        if (friend.enter - end).abs() < CLOSE || (friend.leave - end).abs() < CLOSE {
            return close("an end beside a friend");
        }
        if end >= limit {
            break;
        }
        end = friend.leave;
    }
    let stopped = under(end).is_some() || end > limit;
    if !stopped {
        let mut ends = upon.iter().flat_map(|f| [f.enter, f.leave]);
        return if end == wanted && ends.any(|p| (p - end).abs() < CLOSE) {
            close("an end beside a friend")
        } else {
            Ok(end)
        };
    }
    end = wanted.min(limit);
    while let Some(friend) = under(end) {
        end = friend.enter.max(0.0);
    }
    Ok(end)
}

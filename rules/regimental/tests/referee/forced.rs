//! Forced moves: steps back, retreats, and what stops them.

use crate::hand::{Does, Hand};
use crate::plane::{CLOSE, P, SAME, along, back, depth, right, slide, sub, unit};
use crate::table::{LIGHT, Man, Ruled, Stop, below, within};

/// Returns the heading of a direction, in turns.
#[expect(
    clippy::disallowed_methods,
    reason = "an umpire with nothing of the engine's"
)]
pub fn bearing(way: P) -> f64 {
    (way.0.atan2(way.1) / std::f64::consts::TAU).rem_euclid(1.0)
}

impl Hand {
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
    pub fn ends_apart(&self, id: usize) -> Ruled<()> {
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
    pub fn ends_clear(&self, id: usize) -> Ruled<()> {
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

    pub fn face(&mut self, id: usize, way: P) -> Ruled<()> {
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

    pub fn step(&mut self, id: usize, way: P, by: f64) {
        let m = self.man_mut(id);
        m.at = along(m.at, way, by);
    }

    /// Pushes in a base that hangs over the table's edge.
    pub fn push_in(&mut self, id: usize) {
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

    pub fn leaves(&self, id: usize, way: P, by: f64) -> Ruled<bool> {
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
    pub fn room(&self, id: usize, m: &Man, way: P, far: f64) -> Ruled<(f64, Option<usize>)> {
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
    pub fn collide(&mut self, id: usize, way: P, deep: u8) -> Ruled<()> {
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

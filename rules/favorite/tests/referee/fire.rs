//! What the rules say about cover, sight and volleys, worked out independently.

use crate::umpire::{CLOSE, Man, Piece, Ruled, Stop, Umpire, Zone, within};
use sandtable_battle::Ground;
use sandtable_referee::plane::{P, Shape, along, gap, holds, inside, length, right, sub};

impl Umpire {
    /// Returns the cover of a target against a line of sight: by how much it raises the number
    /// needed.
    pub fn cover(&self, them: &Man, line: (P, P)) -> Ruled<i32> {
        let mut best = 0;
        for piece in &self.ground {
            let (area, wall) = cover_of(piece.ground);
            if area > 0 && piece.has(them.base.at)? {
                best = best.max(area);
            } else if wall > 0 && self.behind(them, piece, line)? {
                best = best.max(wall);
            }
        }
        Ok(best)
    }

    fn behind(&self, them: &Man, piece: &Piece, line: (P, P)) -> Ruled<bool> {
        let base = them.shape();
        let mut near = false;
        let mut far = f64::INFINITY;
        for &part in &piece.line {
            let d = sub(part.1, part.0);
            let e = sub(line.1, line.0);
            let turn = d.0 * e.1 - d.1 * e.0;
            far = far.min(gap(part, &base));
            if turn.abs() < 1e-9 {
                continue;
            }
            let off = sub(line.0, part.0);
            let at = (off.0 * e.1 - off.1 * e.0) / turn;
            let on = (off.0 * d.1 - off.1 * d.0) / turn;
            let spare = CLOSE / length(d).min(length(e));
            if (at.min(1.0 - at)).min(on.min(1.0 - on)).abs() < spare {
                return Err(Stop::Unsure("a line at the end of a wall"));
            }
            if at > 0.0 && at < 1.0 && on > 0.0 && on < 1.0 {
                let cross = along(part.0, d, at);
                let away = if holds(&base, cross, 0.0) {
                    0.0
                } else {
                    gap((cross, along(cross, d, 1e-9)), &base)
                };
                // The distance to the crossing and the distance to the wall agree, except at the
                // bends and ends of the wall.
                if within(away, 1.0)? != within(far, 1.0)? {
                    return Err(Stop::Unsure("a wall that runs off"));
                }
                near |= within(away, 1.0)?;
            }
        }
        Ok(near)
    }

    /// Whether a unit sees another.
    pub fn sees(&self, us: usize, them: usize) -> Ruled<bool> {
        // A line that runs along an edge is judged in hundredths of a millimetre.
        const FINE: f64 = 2540.0;
        let (a, b) = (&self.men[us], &self.men[them]);
        let line = (a.front_middle(), b.base.at);
        let fine = |p: &P| (p.0 * FINE, p.1 * FINE);
        let inside = |line: (P, P), shape: &Shape| {
            let shape: Shape = shape.iter().map(fine).collect();
            inside((fine(&line.0), fine(&line.1)), &shape) / FINE
        };
        let through = |shape: &Shape| -> Ruled<bool> {
            let aside = right(sub(line.1, line.0));
            let aside = (aside.0 / length(aside), aside.1 / length(aside));
            let moved = |s: f64| inside((along(line.0, aside, s), along(line.1, aside, s)), shape);
            let far = moved(0.0);
            if (moved(-0.003) > 0.0) != (far > 0.0) || (moved(0.003) > 0.0) != (far > 0.0) {
                return Err(Stop::Unsure("a line along an edge"));
            }
            if far > 0.0 && far < 0.02 {
                return Err(Stop::Unsure("a line through a corner"));
            }
            Ok(far > 0.0)
        };
        for piece in &self.ground {
            if !matches!(piece.ground, Ground::Woods | Ground::Town | Ground::Hill) {
                continue;
            }
            let ends = [line.0, line.1];
            let mut ended = false;
            for end in ends {
                ended |= piece.has(end)?;
            }
            if ended {
                continue;
            }
            for area in &piece.areas {
                if through(area)? {
                    return Ok(false);
                }
            }
        }
        if a.guns() && self.in_any(a.base.at, &[Ground::Hill])? {
            return Ok(true);
        }
        for (id, m) in self.fighters() {
            if id != us && id != them && through(&m.shape())? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns the dice of a volley and the number they need; none if it may not be fired at that
    /// target.
    fn volley(&self, us: usize, them: usize) -> Ruled<Option<(i32, i32)>> {
        let (a, b) = (&self.men[us], &self.men[them]);
        let edge = (
            a.base.point(-a.base.wide / 2.0, a.base.deep / 2.0),
            a.base.point(a.base.wide / 2.0, a.base.deep / 2.0),
        );
        let body = b.shape();
        let far = if self.touch(us, them)? {
            0.0
        } else {
            gap(edge, &body)
        };
        let bands: &[(f64, i32)] = if a.guns() {
            &[(4.0, 2), (8.0, 3), (16.0, 4), (24.0, 5), (32.0, 6)]
        } else {
            &[(2.0, 3), (4.0, 5), (8.0, 6)]
        };
        let mut least = None;
        for &(to, need) in bands {
            if least.is_none() && within(far, to)? {
                least = Some(need);
            }
        }
        let Some(mut least) = least else {
            return Ok(None);
        };
        least += self.cover(b, (a.front_middle(), b.base.at))?;
        least += i32::from(a.guns() && (b.guns() || b.open()));
        let dice = if a.guns() {
            a.figures
        } else {
            let front = match a.form {
                1 => a.figures.min(6),
                2 => a.figures.min(3),
                _ => a.figures,
            };
            (front + 2) / 3
        };
        Ok((least <= 6).then_some((dice, least)))
    }

    /// Whether a unit may declare a volley at another now.
    pub fn may_shoot(&self, us: usize, them: usize) -> Ruled<Result<(), &'static [&'static str]>> {
        let (a, b) = (&self.men[us], &self.men[them]);
        if !matches!(self.phase, 5 | 6) || a.staff() || a.horse() {
            return Ok(Err(&["", "FIRE-14", "CMD-11"]));
        }
        let moved = !matches!(a.moved, 0 | 3);
        if a.driven == 2 {
            return Ok(Err(&[
                "FIRE-15", "ART-06", "ART-07", "TURN-03", "TURN-04", "FIRE-06",
            ]));
        }
        if (self.phase == 6) != moved || a.line > 0 {
            return Ok(Err(&["TURN-03", "TURN-04", "FIRE-06"]));
        }
        if a.guns() {
            let (whole, most) = if a.kind == 4 { (6.0, 1.0) } else { (9.0, 4.5) };
            let used = f64::from(a.spent) / 60000.0 * whole;
            if a.driven > 0 || !within(used, most)? {
                return Ok(Err(&["ART-06", "ART-07"]));
            }
        }
        if b.side == a.side || !b.here || b.staff() {
            return Ok(Err(&["CMD-11"]));
        }
        let mut why: Vec<&'static str> = Vec::new();
        let closing = matches!(a.stand, 1 | 2)
            && b.moved == 6
            && b.goal == i32::try_from(us).expect("few")
            // The edge that was charged counts, not where the charger's middle lies now.
            && self.touches_with(us, them)? == Some(0);
        if !closing && (!self.touching(us)?.is_empty() || !self.touching(them)?.is_empty()) {
            why.push("CHG-13");
        }
        if a.zone(b.base.at)? != Zone::Front {
            why.push("FIRE-07");
        }
        if why.is_empty() && !self.sees(us, them)? {
            why.push("FIRE-09");
        }
        if why.is_empty() && self.volley(us, them)?.is_none() {
            why.push("FIRE-04");
        }
        Ok(if why.is_empty() {
            Ok(())
        } else {
            Err(&["CHG-13", "FIRE-07", "FIRE-09", "FIRE-04", "FIRE-02"])
        })
    }

    /// Throws all declared volleys at once.
    pub fn shoot_all(&mut self) -> Ruled<u64> {
        let mut line: Vec<(bool, i32, usize, usize)> = Vec::new();
        for (id, m) in self.fighters() {
            // A unit that has shot no longer has a goal.
            if let Ok(goal) = usize::try_from(m.goal)
                && m.line > 0
            {
                line.push((m.side != self.first, m.line, id, goal));
            }
        }
        line.sort_unstable();
        let mut lost = vec![0; self.men.len()];
        let count = line.len();
        for (_, _, us, them) in line {
            let Some((dice, least)) = self.volley(us, them)? else {
                return Err(Stop::Wrong("a volley that cannot be fired".to_owned()));
            };
            for _ in 0..dice {
                lost[them] += i32::from(self.die()? >= least);
            }
        }
        for (id, hits) in lost.into_iter().enumerate() {
            self.lose(id, hits)?;
        }
        Ok(u64::try_from(count).expect("few"))
    }
}

/// Returns the cover that ground gives to a unit in it, and to a unit behind it.
fn cover_of(ground: Ground) -> (i32, i32) {
    match ground {
        Ground::Woods => (1, 0),
        Ground::Works | Ground::Town => (2, 0),
        Ground::Fence => (0, 1),
        Ground::Wall | Ground::Trench => (0, 2),
        _ => (0, 0),
    }
}

//! What lies on a way, and what a unit swings over.

use crate::plane::{CLOSE, P, SAME, Shape, along, back, cut, depth, dot, sub, unit};
use crate::table::{Man, Piece, Ruled, Stop, Table, below};
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

/// Returns the smallest and largest distance ahead of what lies in a strip in front of a unit.
pub fn span(us: &Man, half: f64, points: &[P]) -> Option<(f64, f64)> {
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
pub fn firm(us: &Man, half: f64, points: &[P]) -> Ruled<Option<(f64, f64)>> {
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

    pub fn areas(
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

    pub fn hill(
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

    pub fn fence(
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
}

//! Charges and melees.

use super::figures::{
    bands, column, forward, front, moves, ranked, right, shape, size, spot, value, zone,
};
use super::generals::Ridden;
use super::outcome::{Fate, Outcome, is_there, standing};
use super::{CLOSE, Umpire};
use sandtable_battle::{Unit, UnitId};
use sandtable_referee::plane::{P, along, depth, dot, sub};

/// Reads one throw of both sides: whether the charger wins, and what winner and loser lose.
pub(super) fn fought(
    base: (i32, i32),
    faces: &mut dyn Iterator<Item = i32>,
) -> Option<(bool, (i32, i32))> {
    let (a, d) = (base.0 + faces.next()?, base.1 + faces.next()?);
    let ratio = a.max(d) / a.min(d);
    let line = [(1, 1), (1, 2), (1, 3), (0, 3)][usize::try_from(ratio.min(4) - 1).ok()?];
    Some((a > d, line))
}

/// Returns the stands of one rank or file that fight: those behind the first of a marked
/// column count half, rounded up.
pub(super) fn fighting(u: &Unit, stands: i32, marked: bool) -> i32 {
    let n = ranked(u, stands);
    if column(u) && marked {
        1.min(n) + (n - 1).max(0).div_euclid(2) + (n - 1).max(0) % 2
    } else {
        n
    }
}

/// Returns what the side with more stands adds.
pub(super) fn more(own: i32, other: i32) -> i32 {
    match () {
        () if own >= 3 * other => 3,
        () if own >= 2 * other => 2,
        () if 2 * own >= 3 * other => 1,
        () => 0,
    }
}

impl Umpire<'_> {
    /// GEO-13: returns the charger in its final place, and its way back; none if
    /// another unit may be in the way.
    pub(super) fn contact(&self, (unit, target): (UnitId, UnitId), from: u8) -> Option<(Unit, P)> {
        let (us, them) = (self.unit(unit), self.unit(target));
        let (w, d) = size(them);
        let (f, r, at) = (forward(them), right(them), spot(them));
        let minus = |v: P| (-v.0, -v.1);
        let (out, middle, half) = match from {
            0 => (f, at, w / 2.0),
            3 => (minus(f), along(at, f, -d), w / 2.0),
            side => {
                let out = if side == 2 { r } else { minus(r) };
                (out, along(along(at, f, -d / 2.0), out, w / 2.0), d / 2.0)
            }
        };
        let edge = (out.1, -out.0);
        let own = size(us).0 / 2.0;
        let q = dot(sub(spot(us), middle), edge).clamp(-half, half);
        let shared = (q + own).min(half) - (q - own).max(-half);
        if shared < (2.0 * own.min(half)).min(0.5) - 1e-9 {
            return None;
        }
        let place = along(middle, edge, q);
        let mut there = *us;
        #[expect(clippy::cast_possible_truncation, reason = "a place on the table")]
        {
            there.pose.x = (place.0 * 2540.0).round() as i32;
            there.pose.y = (place.1 * 2540.0).round() as i32;
        }
        let quarter: u16 = match from {
            0 => 0x8000,
            1 => 0x4000,
            2 => 0xc000,
            _ => 0,
        };
        there.pose.facing.0 = them.pose.facing.0.wrapping_add(quarter);
        let (w, h) = self.board();
        let base = shape(&there);
        let on = |p: &P| p.0 > CLOSE && p.1 > CLOSE && p.0 < w - CLOSE && p.1 < h - CLOSE;
        let clear = (self.present())
            .filter(|&(id, _)| id != unit && id != target)
            .all(|(_, u)| depth(&base, &shape(u)) < -CLOSE);
        (clear && self.body(unit).len() == 1 && base.iter().all(on)).then_some((there, out))
    }

    pub(super) fn charge(
        &self,
        unit: UnitId,
        target: UnitId,
        faces: &mut dyn Iterator<Item = i32>,
    ) -> Option<Outcome> {
        let (us, them) = (self.unit(unit), self.unit(target));
        let far = self.distance(us, them).ok()??;
        let from = zone(them, spot(us))?;
        // The umpire does not rule when a rear brigade is met from its front.
        if from == 0 && them.with.is_some() {
            return None;
        }
        let still = standing(them, i32::from(them.stands), false);
        let mut own = standing(us, i32::from(us.stands), false);
        if faces.next()? > value(us) + self.spur(unit)? {
            own.went = Some(0.0);
            return Some(Outcome::of([own, still]));
        }
        let free = 2.0 * moves(us);
        let mut reach = free;
        if (far - free).abs() < CLOSE || (far.fract() < CLOSE || far.fract() > 1.0 - CLOSE) {
            return None;
        }
        if far > free {
            for _ in 0..if us.kind == 1 { 2 } else { 1 } {
                reach += f64::from(faces.next()?);
            }
        }
        if far > reach {
            own.marker = true;
            return Some(Outcome::of([own, still]));
        }
        let mut marked = false;
        let mut stands = i32::from(us.stands);
        let ridden = self.ridden_down(unit, target, from)?;
        let fate = |r: &Ridden| {
            if r.to.is_some() {
                Fate::Here
            } else {
                Fate::Gone
            }
        };
        let mut generals: Vec<(UnitId, Fate)> =
            ridden.iter().map(|r| (r.general, fate(r))).collect();
        if from == 0 {
            let band = bands(them)[0];
            let (hits, markers) = self.volley((them, us), (band.1, band.2), 0, faces)?;
            stands -= hits;
            marked = markers > 0;
            if hits > 0 {
                let risked = self.risked_at_contact((unit, target), from, stands, &[])?;
                self.risk(&risked, false, &mut generals, faces)?;
            }
            if stands <= 0 && self.body(unit).len() > 1 {
                return None;
            }
            if stands <= 0 || markers > 1 {
                let mut own = standing(us, stands, marked);
                let there = self.contact((unit, target), from);
                let mut through = None;
                if let Some(at) = there.filter(|_| stands > 0) {
                    // CHG-13: it goes back from the contact position.
                    let far = moves(us) * f64::from(markers - 1);
                    self.send_back((unit, target), at, far, (&mut own, &mut through))?;
                } else if stands > 0 && self.close_to_edge(us) {
                    return None;
                }
                return Some(Outcome {
                    through,
                    generals,
                    ridden: !ridden.is_empty(),
                    ..Outcome::of([own, still])
                });
            }
        }
        self.melee(
            (us, them),
            from,
            (stands, marked),
            (unit, target),
            (generals, ridden),
            faces,
        )
    }

    /// Reads the dice of a melee of a charger with this many stands, which may be marked by now.
    pub(super) fn melee(
        &self,
        (us, them): (&Unit, &Unit),
        from: u8,
        (mut ours, marked): (i32, bool),
        (unit, target): (UnitId, UnitId),
        (mut generals, ridden): (Vec<(UnitId, Fate)>, Vec<Ridden>),
        faces: &mut dyn Iterator<Item = i32>,
    ) -> Option<Outcome> {
        let (own_body, their_body) = (self.body(unit), self.body(target));
        // MEL-22: in flank or rear, only the brigade that is met fights.
        let whole = from == 0 && their_body.len() > 1;
        let more_theirs: i32 = their_body[1..]
            .iter()
            .map(|&m| i32::from(self.unit(m).stands))
            .sum();
        let more_theirs = if whole { more_theirs } else { 0 };
        let all = i32::from(them.stands);
        let ranks = them.formation == 2 && from == 0;
        let first = if ranks {
            front(them, all)
        } else {
            fighting(them, all, them.marks[0] > 0)
        };
        let first = if whole {
            self.deep(&their_body, first, false)
        } else {
            first
        };
        let led = [unit, target].map(|id| i32::from(self.led_well(id, &generals)));
        let covered = self.cover(them, self.fire_line(unit, target)?)? > 0;
        let above = i32::from(self.level(us)?) - i32::from(self.level(them)?);
        let base = |ours: i32, theirs: i32, deep: bool| {
            let own = value(us) + i32::from(us.formation == 2);
            let other = value(them) + i32::from(deep && ranks);
            let higher = above - i32::from(covered);
            let fights = if us.formation == 2 {
                front(us, ours)
            } else {
                fighting(us, ours, marked)
            };
            let fights = if own_body.len() > 1 {
                self.deep(&own_body, fights, marked)
            } else {
                fights
            };
            let attacker = 1
                + led[0]
                + (own - other).max(0)
                + i32::from(higher > 0)
                + if from == 0 { 0 } else { 2 }
                + more(fights, theirs);
            let defender =
                1 + led[1] + (other - own).max(0) + i32::from(higher < 0) + more(theirs, fights);
            (attacker, defender)
        };
        let (mut wins, mut line) = fought(base(ours, first, true), faces)?;
        let mut theirs = all;
        let rear = all - first;
        let second = ranks && rear > 0 && wins;
        let took = if wins {
            line.1.min(if second { first } else { all + more_theirs })
        } else {
            line.0
        };
        theirs -= took;
        let gave = if wins { line.0 } else { line.1 };
        ours -= gave;
        // CMD-13: who is at risk after each melee, and whether the general's unit lost it.
        let mut risks = vec![(unit, gave > 0, !wins), (target, took > 0, wins)];
        let mut back = line.1.max(0);
        if second && ours > 0 {
            (wins, line) = fought(base(ours, rear, false), faces)?;
            let lost = line.1.min(rear);
            let took = if wins { lost } else { line.0.min(rear) };
            theirs -= took;
            let gave = if wins { line.0 } else { line.1 };
            ours -= gave;
            risks.extend([(unit, gave > 0, !wins), (target, took > 0, wins)]);
            back = if wins { lost } else { line.1 };
        } else if second {
            (wins, back) = (false, 0);
        }
        // A wave's losses come from the front brigade first (MEL-21).
        if own_body.len() > 1 && ours <= 0 || whole && theirs <= 0 {
            return None;
        }
        for (id, struck, lost) in risks {
            if struck {
                let risked = if id == unit {
                    self.risked_at_contact((unit, target), from, ours, &generals)?
                } else {
                    let shrunk = Unit {
                        stands: u8::try_from(theirs.max(1)).ok()?,
                        ..*them
                    };
                    let mut risked = self.at_risk(target, (them, &shrunk), &generals)?;
                    if self
                        .attached(target)
                        .filter(|g| is_there(*g, &generals))
                        .is_none()
                    {
                        // A general who rode off now stands beside the target, or nowhere near it.
                        risked.retain(|id| ridden.iter().all(|r| r.general != *id));
                        let beside = ridden.iter().filter(|r| r.to == Some(target));
                        risked.extend(beside.map(|r| r.general));
                        risked.sort_by_key(|id| id.index());
                    }
                    risked
                };
                self.risk(&risked, lost, &mut generals, faces)?;
            }
        }
        let mut then = standing(them, theirs, true);
        let mut own = standing(us, ours, true);
        let mut through = None;
        let there = self.contact((unit, target), from);
        if wins && theirs > 0 && their_body.len() == 1 {
            let (f, r) = (forward(them), right(them));
            let away = match from {
                0 => along((0.0, 0.0), f, -1.0),
                1 => r,
                2 => along((0.0, 0.0), r, -1.0),
                _ => f,
            };
            let shrunk = Unit {
                stands: u8::try_from(theirs).ok()?,
                ..*them
            };
            let gone = self.back(target, &shrunk, away, moves(them) * f64::from(back), unit);
            if gone.is_none() && self.close_to_edge(them) {
                return None;
            }
            then.went = gone.as_ref().map(|gone| gone.far);
            then.gone |= gone.as_ref().is_some_and(|gone| gone.off);
            through = gone.filter(|gone| !gone.off).map(|gone| gone.through);
        } else if !wins {
            then.went = Some(0.0);
        }
        // MEL-18: the winner stays against the target; the loser goes straight back.
        if let Some((there, out)) = there.filter(|_| ours > 0) {
            if wins {
                own.went = Some(self.gone_from(unit, &there, out, 0.0));
            } else {
                let far = moves(us) * f64::from(back);
                self.send_back((unit, target), (there, out), far, (&mut own, &mut through))?;
            }
        } else if !wins && ours > 0 && self.close_to_edge(us) {
            return None;
        }
        // MEL-21: all of a beaten wave are marked; of a winning wave, only the front brigade.
        let mut more = Vec::new();
        for (body, head, beaten, part) in [
            (&own_body, unit, !wins, true),
            (&their_body, target, wins, whole),
        ] {
            for &member in body.iter().filter(|&&m| m != head) {
                let u = self.unit(member);
                // For waves, the umpire does not follow moves over the edge or through friends.
                if beaten && self.close_to_edge(u) {
                    continue;
                }
                if part || beaten {
                    more.push((member, standing(u, i32::from(u.stands), beaten)));
                }
            }
        }
        if own_body.len() > 1 && !wins && self.close_to_edge(us)
            || their_body.len() > 1 && wins && self.close_to_edge(them)
        {
            return None;
        }
        Some(Outcome {
            through,
            more,
            generals,
            ridden: !ridden.is_empty(),
            ..Outcome::of([own, then])
        })
    }
}

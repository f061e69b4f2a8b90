//! Where commanders stand (CMD-11 to CMD-13): where they ride, whom they join, who takes them
//! along, and where they go when an enemy's base covers them or their unit is gone.

use crate::umpire::{Man, Ruled, Stop, Umpire};
use sandtable_battle::{Leg, Order};
use sandtable_referee::plane::{
    Base, P, along, dot, heading, holds, length, sides, sub, to_segment,
};

/// Nothing closer to a limit than this is ruled on.
const CLOSE: f64 = 0.005;
const SAME: f64 = 0.0009;
/// Spacing of the places checked when the nearest one is not straight ahead.
const GRAIN: f64 = 0.02;
/// Length of a commander's move, and largest distance of friends when the commander is driven off.
const MOVE: f64 = 12.0;
/// Distance from a unit's base within which a commander is with it, and the distance that a
/// commander aims for.
const WITH: f64 = 1.0;
const NEAR: f64 = 0.5;

fn close<T>(what: &'static str) -> Ruled<T> {
    Err(Stop::Unsure(what))
}

/// Where a commander ends up with a unit.
enum Spot {
    At(P),
    /// The nearest place to a point, at most this far from it; another place as near is as good.
    As(f64),
}

/// Returns the point of a base that is nearest to another point, and its distance.
fn nearest_of(base: &Base, p: P) -> (P, f64) {
    let shape = base.shape();
    if holds(&shape, p, 0.0) {
        return (p, 0.0);
    }
    let mut best = (p, f64::INFINITY);
    for side in sides(&shape) {
        let d = sub(side.1, side.0);
        let t = (dot(sub(p, side.0), d) / dot(d, d)).clamp(0.0, 1.0);
        let far = to_segment(p, side);
        if far < best.1 {
            best = (along(side.0, d, t), far);
        }
    }
    best
}

impl Umpire {
    /// Whether an enemy's base covers a place.
    fn covered(&self, m: &Man, at: P) -> Ruled<bool> {
        for (_, foe) in self.fighters().filter(|(_, o)| o.side != m.side) {
            let (shape, far) = (foe.shape(), nearest_of(&foe.base, at).1);
            let edge = sides(&shape).map(|side| to_segment(at, side));
            let edge = edge.fold(f64::INFINITY, f64::min);
            if far < 1.0 && edge < CLOSE {
                return close("a commander at an enemy's edge");
            }
            if far == 0.0 {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns a commander's base at a place, facing as a unit does, slid in from the table's edge.
    fn staff_base(&self, host: &Base, at: P) -> Base {
        let base = Base {
            at,
            heading: host.heading,
            wide: 1.0,
            deep: 1.0,
        };
        self.slid_in(&base)
    }

    /// Returns the shortest distance from a point to a place within `near` of a unit's base that is
    /// on the table and not under an enemy.
    fn least(&self, m: &Man, host: &Base, from: P, near: f64) -> Option<f64> {
        let reach = near + length((host.wide, host.deep)) / 2.0;
        #[expect(clippy::cast_possible_truncation, reason = "some hundreds")]
        let count = (reach / GRAIN).ceil() as i32;
        let mut best: Option<f64> = None;
        for i in -count..=count {
            for k in -count..=count {
                let off = (f64::from(i) * GRAIN, f64::from(k) * GRAIN);
                let at = (host.at.0 + off.0, host.at.1 + off.1);
                let far = length(sub(at, from));
                if best.is_some_and(|best| best <= far) || nearest_of(host, at).1 > near {
                    continue;
                }
                let slid = self.staff_base(host, at).at != at;
                let foes = || self.fighters().filter(|(_, o)| o.side != m.side);
                if !slid && !foes().any(|(_, foe)| nearest_of(&foe.base, at).1 == 0.0) {
                    best = Some(far);
                }
            }
        }
        best
    }

    /// Returns where a commander ends up with a unit.
    fn spot_with(&self, id: usize, host: usize, from: P) -> Ruled<Option<Spot>> {
        let (m, base) = (&self.men[id], self.men[host].base);
        let (point, gap) = nearest_of(&base, from);
        if (gap - NEAR).abs() < CLOSE {
            return close("a commander half an inch from a base");
        }
        let out = if gap < NEAR {
            from
        } else {
            along(point, sub(from, point), NEAR / gap)
        };
        let at = self.staff_base(&base, out).at;
        let off = nearest_of(&base, at).1;
        if (off - WITH).abs() < CLOSE {
            return close("a commander an inch from a base");
        }
        if off < WITH && !self.covered(m, at)? {
            return Ok(Some(Spot::At(at)));
        }
        Ok(self.least(m, &base, from, NEAR).map(Spot::As))
    }

    /// Whether a commander may ride, join a unit or leave it.
    pub fn may_command(&self, order: &Order) -> Ruled<Result<(), &'static [&'static str]>> {
        const NOT: &[&str] = &["TABLE", "CMD-05", "CMD-11", "CMD-12", "CMD-13", "MOVE-13"];
        let Some(id) = order.unit().map(|u| u.index()) else {
            return close("no commander");
        };
        let m = &self.men[id];
        let free = matches!(self.phase, 3 | 4) && m.side == self.side;
        if !m.here {
            return close("a commander who is not there");
        }
        let may = match order {
            Order::Leave { .. } => free && m.with.is_some(),
            Order::Join { to, .. } => {
                let host = &self.men[to.index()];
                let fits = host.side == m.side && host.here && !host.staff();
                free && m.moved == 0
                    && fits
                    && m.with != Some(to.index())
                    && self.reaches(id, to.index())?
            }
            Order::Move { legs, .. } => {
                let Some((end, by)) = ridden(m, legs) else {
                    return Ok(Err(NOT));
                };
                let off = (by - MOVE).abs();
                if off < CLOSE && off > SAME {
                    return close("a ride on its limit");
                }
                free && m.moved == 0
                    && by > 0.0
                    && by < MOVE + SAME
                    && self.whole(&m.base.moved_to(end))?
                    && !self.covered(m, end)?
            }
            _ => return close("other orders to commanders"),
        };
        Ok(if may { Ok(()) } else { Err(NOT) })
    }

    /// Whether a commander's move reaches within an inch of a unit's base.
    fn reaches(&self, id: usize, host: usize) -> Ruled<bool> {
        let (m, base) = (&self.men[id], self.men[host].base);
        let gap = nearest_of(&base, m.base.at).1;
        if gap > MOVE + WITH + 2.0 * CLOSE {
            return Ok(false);
        }
        // Straight ahead is the shortest way; an enemy or the edge may make it longer.
        let least = self.least(m, &base, m.base.at, WITH);
        match least {
            None => close("hardly a place for a commander"),
            Some(far) if (far - MOVE).abs() < 3.0 * GRAIN => close("a ride on its limit"),
            Some(far) => Ok(far < MOVE),
        }
    }

    /// Whether a base lies wholly on the table.
    fn whole(&self, base: &Base) -> Ruled<bool> {
        let mut whole = true;
        for p in base.shape() {
            for far in [p.0, p.1, self.size.0 - p.0, self.size.1 - p.1] {
                if far.abs() < CLOSE {
                    return close("a commander at the edge");
                }
                whole &= far > 0.0;
            }
        }
        Ok(whole)
    }

    /// Whether a commander stands where one should end up.
    fn stands_at(&self, is: &Man, host: usize, (spot, from): (&Spot, P)) -> bool {
        match spot {
            Spot::At(at) => length(sub(is.base.at, *at)) < 0.01,
            // In a narrow corner, a nearer place may lie between those that were checked.
            Spot::As(far) => {
                let near = nearest_of(&self.men[host].base, is.base.at).1 < NEAR + 0.01;
                let open = !matches!(self.covered(is, is.base.at), Ok(true));
                near && open && length(sub(is.base.at, from)) < far + 2.0 * GRAIN
            }
        }
    }
}

/// Returns where a ride ends, and its length.
fn ridden(m: &Man, legs: &[Leg]) -> Option<(P, f64)> {
    let (way, by) = match *legs {
        [Leg::Slide { towards, by }] => (f64::from(towards.0), by),
        [Leg::Advance { by }] => (m.base.heading, by),
        _ => return None,
    };
    let by = f64::from(by) / 2540.0;
    Some((along(m.base.at, heading(way), by), by))
}

fn wrong<T>(id: usize, what: &str, is: &Man) -> Ruled<T> {
    Err(Stop::Wrong(format!(
        "commander {id} at {:?} with {:?}: {what}",
        is.base.at, is.with
    )))
}

/// Compares where commanders stand after an order with where they should. Returns how many were
/// checked.
pub fn look(before: &Umpire, after: &Umpire, order: &Order) -> Ruled<u64> {
    let told = order.unit().map(|u| u.index());
    let mut looked = 0;
    for (id, was) in before.men.iter().enumerate() {
        let is = &after.men[id];
        if !was.staff() || !was.here {
            continue;
        }
        if told == Some(id) {
            looked += obeyed(before, id, order, is)?;
            continue;
        }
        // A unit that fights and is driven back does not move by its order.
        let moves = told.filter(|&told| {
            let driven = |target: usize| {
                let foe = before.men[target].base.at;
                let far = |umpire: &Umpire| length(sub(umpire.men[told].base.at, foe));
                far(after) > far(before)
            };
            !matches!(order, Order::Fight { target, .. } if driven(target.index()))
        });
        looked += u64::from(followed(before, after, id, moves)?);
    }
    Ok(looked)
}

/// Checks a commander who got the order.
fn obeyed(before: &Umpire, id: usize, order: &Order, is: &Man) -> Ruled<u64> {
    let was = &before.men[id];
    match order {
        Order::Move { legs, .. } => {
            let end = ridden(was, legs).map_or(was.base.at, |ride| ride.0);
            if length(sub(is.base.at, end)) > 0.01 || is.with.is_some() {
                return wrong(id, &format!("rode to {end:?}"), is);
            }
        }
        Order::Join { to, .. } => {
            let host = to.index();
            let from = was.base.at;
            let spot = before.spot_with(id, host, from)?;
            // A commander whose move does not reach that near stops where the move ends.
            let near = spot.filter(|spot| match spot {
                Spot::At(at) => length(sub(*at, from)) < MOVE - CLOSE,
                Spot::As(far) => *far < MOVE - 3.0 * GRAIN,
            });
            let Some(near) = near else {
                return close("a commander who comes just near enough");
            };
            if !before.stands_at(is, host, (&near, from)) || is.with != Some(host) {
                return wrong(id, &format!("joins {host}"), is);
            }
        }
        Order::Leave { .. } if is.base.at != was.base.at || is.with.is_some() => {
            return wrong(id, "leaves", is);
        }
        _ => {}
    }
    Ok(1)
}

/// Checks a commander who did not get the order. Returns whether anything happened to the
/// commander.
fn followed(before: &Umpire, after: &Umpire, id: usize, told: Option<usize>) -> Ruled<bool> {
    let (was, is) = (&before.men[id], &after.men[id]);
    if before.covered(was, was.base.at)? {
        // A battle that starts like this: no unit has come onto the commander.
        return close("a commander under an enemy from the start");
    }
    let (mut at, mut gone, mut carried) = (was.base.at, false, false);
    if let Some(host) = was.with {
        let (then, now) = (&before.men[host], &after.men[host]);
        let by = sub(now.base.at, then.base.at);
        gone = !now.here;
        if now.here && now.figures != then.figures && length(by) > 0.0 {
            // The middle of a base that shrinks moves as well.
            return close("a commander whose unit shrinks");
        }
        if now.here && length(by) > 0.0 && told != Some(host) {
            // The host was driven back: the commander goes along. A winner who follows up leaves
            // the commander behind.
            let with = before.slid_in(&was.base.moved_to(along(at, by, 1.0))).at;
            carried = length(sub(is.base.at, with)) < length(sub(is.base.at, at));
            if carried {
                at = with;
            }
        }
    }
    if !is.here && !is.captured {
        return close("a commander who was hit");
    }
    if gone && let Some(host) = was.with {
        // If figures fell before their unit went, a commander who stood at its end is left behind.
        let then = &before.men[host];
        let few = Base {
            wide: 0.0,
            deep: 0.0,
            ..then.base
        };
        if is.here && is.base.at == at && nearest_of(&few, at).1 > WITH {
            return close("a commander whose unit shrinks");
        }
    }
    if gone || after.covered(was, at)? {
        // A unit that moved near the commander may have come after the flight, and driven the
        // commander on.
        let mut foes = (before.men.iter().zip(&after.men)).filter(|(m, _)| m.side != was.side);
        let came = foes.any(|(m, n)| {
            let near = nearest_of(&n.base, is.base.at)
                .1
                .min(nearest_of(&n.base, at).1);
            gone && n.here && m.base.at != n.base.at && near < 4.0
        });
        if came {
            return close("a commander driven off twice");
        }
        return driven_off(before, after, id, at);
    }
    if length(sub(is.base.at, at)) > 0.01 {
        return wrong(id, &format!("should be at {at:?}"), is);
    }
    let Some(host) = was.with else {
        return Ok(false);
    };
    let far = nearest_of(&after.men[host].base, at).1;
    if (far - WITH).abs() < CLOSE {
        return close("a commander an inch from a base");
    }
    if is.with.is_some() != (far < WITH) {
        return wrong(id, &format!("is {far} from his unit"), is);
    }
    Ok(carried || is.with.is_none())
}

/// Checks that a commander goes to the nearest friend within twelve inches, or is captured
/// (CMD-13).
fn driven_off(before: &Umpire, after: &Umpire, id: usize, at: P) -> Ruled<bool> {
    let (is, with) = (&after.men[id], before.men[id].with);
    let friends = |umpire: &Umpire| {
        let friends = umpire.fighters().filter(|(_, o)| o.side == is.side);
        let mut all: Vec<(f64, usize)> = friends
            .map(|(friend, o)| (nearest_of(&o.base, at).1, friend))
            .collect();
        all.sort_by(|a, b| a.0.total_cmp(&b.0));
        all
    };
    let all = friends(after);
    let first = friends(before).into_iter().find(|one| Some(one.1) != with);
    let moves = |(_, host): (f64, usize)| {
        let (was, now) = (&before.men[host], &after.men[host]);
        was.base.at != now.base.at || was.figures != now.figures
    };
    // The commander may have reached a friend before or after that friend moved.
    if first.map(|one| one.1) != all.first().map(|one| one.1) || first.is_some_and(moves) {
        return close("a friend who moves as well");
    }
    if all.first().is_some_and(|one| (one.0 - MOVE).abs() < CLOSE)
        || matches!(all.as_slice(), [a, b, ..] if b.0 - a.0 < CLOSE)
    {
        return close("two friends as near");
    }
    match all.first().filter(|one| one.0 < MOVE) {
        None if is.here => wrong(id, "has no friend near", is),
        None => Ok(true),
        Some(&(_, host)) => {
            let Some(spot) = after.spot_with(id, host, at)? else {
                return close("no place beside a friend");
            };
            if is.here && is.with == Some(host) && after.stands_at(is, host, (&spot, at)) {
                Ok(true)
            } else {
                wrong(id, &format!("flees from {at:?} to {host}"), is)
            }
        }
    }
}

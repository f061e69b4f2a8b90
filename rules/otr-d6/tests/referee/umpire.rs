//! What the rules say of one order, worked out by hand.

use sandtable_battle::{Battle, Ground, Order, Refusals, Unit, UnitId};
use sandtable_referee::plane::{
    P, Shape, along, cut, depth, dot, gap, holds, inside, length, passage, shortest, sides, sub,
    to_segment,
};

/// Nearer to a limit than this, in inches, the second umpire does not rule.
const CLOSE: f64 = 0.01;
/// Nearer to the border of some ground than this nobody says whether it lies there.
const BORDER: f64 = 0.002;
/// So far from enemies a way back ends (GEO-16).
const SHORT: f64 = 0.1;

/// Whether an order is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruling {
    Yes,
    No,
    /// Too close to call, or beyond what this umpire looks at.
    Unsure,
}

/// What became of a unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seen {
    stands: i32,
    marker: bool,
    gone: bool,
    /// How far it went, in inches, where that is ruled on.
    went: Option<f64>,
}

/// What came of an order: to who acted and to his target; and the friends whom the target
/// went back through, where that is ruled on.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    pub both: [Seen; 2],
    pub through: Option<Vec<UnitId>>,
}

impl Outcome {
    const fn of(both: [Seen; 2]) -> Self {
        Self {
            both,
            through: None,
        }
    }
}

/// How far a unit goes back, and through which friends.
#[derive(Clone, Debug, Default)]
struct Back {
    far: f64,
    through: Vec<UnitId>,
}

pub struct Umpire<'a>(pub &'a Battle);

pub fn charge(unit: UnitId, target: UnitId) -> Order {
    Order::Charge {
        unit,
        target,
        reach: true,
        heading: None,
    }
}

/// Whether an order was refused for want of room or of a clear way alone.
pub fn only_room(refusals: &Refusals) -> bool {
    let room = [912, 913];
    let all = refusals.reasons();
    all.iter()
        .all(|reason| room.contains(&reason.clause.number()))
}

/// Whether both umpires see the same: what became of the two, and that those friends have
/// a marker whom the target went through, and nobody else got one.
pub fn agree(
    expected: &Outcome,
    found: &[Seen; 2],
    (before, after): (&Battle, &Battle),
    ids: [UnitId; 2],
) -> bool {
    let others = before.present().filter(|(id, _)| !ids.contains(id));
    let marked = expected.through.as_ref().is_none_or(|through| {
        { others }.all(|(id, was)| {
            let is = after.unit(id).marks[0] > 0;
            is == (was.marks[0] > 0 || through.contains(&id))
        })
    });
    marked
        && expected.both.iter().zip(found).all(|(ruled, seen)| {
            if ruled.gone || seen.gone {
                return ruled.gone == seen.gone;
            }
            let went = ruled
                .went
                .is_none_or(|far| (far - seen.went.unwrap_or(0.0)).abs() < 0.005);
            (ruled.stands, ruled.marker) == (seen.stands, seen.marker) && went
        })
}

pub fn seen(before: &Battle, after: &Battle, id: UnitId) -> Seen {
    let (was, is) = (before.unit(id), after.unit(id));
    Seen {
        stands: i32::from(is.stands),
        marker: is.marks[0] > 0,
        gone: is.status.is_gone(),
        went: Some(length(sub(spot(is), spot(was)))),
    }
}

fn spot(u: &Unit) -> P {
    (f64::from(u.pose.x) / 2540.0, f64::from(u.pose.y) / 2540.0)
}

#[expect(
    clippy::disallowed_methods,
    reason = "an umpire with nothing of the engine's"
)]
fn forward(u: &Unit) -> P {
    let turn = f64::from(u.pose.facing.0) / 65536.0 * std::f64::consts::TAU;
    (turn.sin(), turn.cos())
}

fn right(u: &Unit) -> P {
    let f = forward(u);
    (f.1, -f.0)
}

fn afoot(u: &Unit) -> bool {
    u.kind == 1 && u.formation >= 3
}

fn mounted(u: &Unit) -> bool {
    u.kind == 1 && !afoot(u)
}

fn column(u: &Unit) -> bool {
    u.formation == 1 || u.formation == 4
}

/// Stands that are no horse holders: a quarter of them hold, a half up.
fn ranked(u: &Unit, stands: i32) -> i32 {
    if afoot(u) {
        stands - (stands + 2) / 4
    } else {
        stands
    }
}

/// Stands in the first rank.
fn front(u: &Unit, stands: i32) -> i32 {
    let n = ranked(u, stands);
    match u.formation {
        1 | 4 => n.min(1),
        2 => (n + 1) / 2,
        _ => n,
    }
}

/// Frontage and depth.
fn size(u: &Unit) -> (f64, f64) {
    let n = ranked(u, i32::from(u.stands)).max(1);
    let deep = if mounted(u) || u.kind == 2 { 1.0 } else { 0.75 };
    let ranks = match u.formation {
        1 | 4 => n,
        2 => n.min(2),
        _ => 1,
    };
    (
        f64::from(front(u, i32::from(u.stands)).max(1)),
        f64::from(ranks) * deep,
    )
}

/// Clockwise: front left, front right, rear right, rear left.
fn shape(u: &Unit) -> Shape {
    let (w, d) = size(u);
    let (f, r, at) = (forward(u), right(u), spot(u));
    let corner = |side: f64, back: f64| along(along(at, r, side * w / 2.0), f, -back * d);
    vec![
        corner(-1.0, 0.0),
        corner(1.0, 0.0),
        corner(1.0, 1.0),
        corner(-1.0, 1.0),
    ]
}

fn moves(u: &Unit) -> f64 {
    if mounted(u) { 3.0 } else { 2.0 }
}

fn value(u: &Unit) -> i32 {
    let grade = i32::from(u.ratings[0]) + 1;
    match u.kind {
        2 => 4,
        1 => grade + 1,
        _ => grade,
    }
}

/// The zone of a unit that a point lies in: front 0, left 1, right 2, rear 3; none
/// near a dividing line.
fn zone(u: &Unit, p: P) -> Option<u8> {
    let (w, d) = size(u);
    let off = sub(p, spot(u));
    let (ahead, aside) = (dot(off, forward(u)), dot(off, right(u)));
    let (before, behind) = (
        w / 2.0 + ahead - aside.abs(),
        w / 2.0 - d - ahead - aside.abs(),
    );
    if before
        .abs()
        .min(behind.abs())
        .min(ahead.abs())
        .min((ahead + d).abs())
        < CLOSE
    {
        return None;
    }
    Some(if ahead > 0.0 && before > 0.0 {
        0
    } else if ahead < -d && behind > 0.0 {
        3
    } else {
        1 + u8::from(aside > 0.0)
    })
}

/// The bands of a weapon: up to, hit, disrupt.
fn bands(u: &Unit) -> &'static [(f64, i32, i32)] {
    match (u.kind, u.ratings[1]) {
        (2, 3) => &[(6.0, 2, 4), (12.0, 2, 5), (18.0, 1, 3)],
        (2, _) => &[(5.0, 3, 6), (10.0, 1, 5), (15.0, 1, 2)],
        _ => &[(6.0, 3, 5)],
    }
}

/// What dice did to a unit: hits and markers.
type Harm = (i32, i32);

impl Umpire<'_> {
    pub fn overlaps(&self, last: usize) -> bool {
        let own = shape(&self.0.units[last]);
        let on = |p: &P| p.0 > 0.2 && p.1 > 0.2 && p.0 < 71.8 && p.1 < 47.8;
        let others = self.0.units[..last].iter();
        !own.iter().all(on) || others.map(shape).any(|other| depth(&own, &other) > -0.2)
    }

    fn unit(&self, id: UnitId) -> &Unit {
        self.0.unit(id)
    }

    /// The fire distance: to what of the target lies in the field. None outside of
    /// it; `Err` at its very edge.
    fn distance(&self, from: &Unit, to: &Unit) -> Result<Option<f64>, ()> {
        let own = shape(from);
        let field = |spare| self.field(from, to, spare);
        let (less, more) = (field(-CLOSE), field(CLOSE));
        if less.is_empty() != more.is_empty() {
            return Err(());
        }
        let part = field(0.0);
        Ok((!part.is_empty()).then(|| gap((own[0], own[1]), &part)))
    }

    /// The part of a unit in the field of another, or within `spare` of it.
    #[expect(clippy::unused_self, reason = "one of the umpire's measures")]
    fn field(&self, from: &Unit, to: &Unit, spare: f64) -> Shape {
        let own = shape(from);
        let (f, r) = (forward(from), right(from));
        // The bounds run outwards at 45 degrees from the front corners.
        let side = |at: P, sign: f64| {
            let inward = along(f, r, -sign);
            (along(at, inward, -spare), inward)
        };
        let mut part = cut(&shape(to), along(own[0], f, -spare), f);
        for (at, inward) in [side(own[0], -1.0), side(own[1], 1.0)] {
            if !part.is_empty() {
                part = cut(&part, at, inward);
            }
        }
        part
    }

    /// Whether nothing hides one unit from another, wherever the line runs.
    fn plain(&self, from: UnitId, to: UnitId) -> bool {
        let (us, them) = (self.unit(from), self.unit(to));
        let (own, other) = (shape(us), shape(them));
        let mut ends: Vec<P> = other.clone();
        ends.push(self.centre(them));
        for side in sides(&other) {
            ends.extend((1..8).map(|i| along(side.0, sub(side.1, side.0), f64::from(i) / 8.0)));
        }
        let starts = (0..=8).map(|i| along(own[0], sub(own[1], own[0]), f64::from(i) / 8.0));
        let (Some(low), Some(high)) = (self.level(us), self.level(them)) else {
            return false;
        };
        let high = low.max(high);
        starts.into_iter().all(|start| {
            ends.iter().all(|&end| {
                let line = (start, end);
                let units = self
                    .0
                    .present()
                    .all(|(id, u)| id == from || id == to || inside(line, &shape(u)) == 0.0);
                let mut woods = 0.0;
                let mut hills = true;
                for (ground, level, area) in self.areas() {
                    let through = inside(line, &area);
                    match ground {
                        Ground::Woods => woods += through,
                        Ground::Hill => hills &= level <= high || through == 0.0,
                        _ => {}
                    }
                }
                units && hills && woods < 1.0 - CLOSE
            })
        })
    }

    fn areas(&self) -> Vec<(Ground, u8, Shape)> {
        let corner =
            |p: &sandtable_geometry::Point| (f64::from(p.x) / 2540.0, f64::from(p.y) / 2540.0);
        let each = self.0.setting.terrain.iter();
        let areas = each.flat_map(|f| f.areas.iter().map(move |area| (f, area)));
        areas
            .map(|(f, area)| {
                (
                    f.ground,
                    f.level,
                    area.outline().iter().map(corner).collect(),
                )
            })
            .collect()
    }

    /// The fire line (GEO-10): the shortest one, or, where something hides it, the one from
    /// the middle of the front to the target's centre; none where that is too close to call.
    fn fire_line(&self, from: UnitId, to: UnitId) -> Option<(P, P)> {
        let (us, them) = (self.unit(from), self.unit(to));
        let straight = self.shortest_line(us, them)?;
        if self.is_free(straight, from, to)? {
            return Some(straight);
        }
        let centre = self.centre(them);
        let [wide, narrow] = [CLOSE, -CLOSE].map(|spare| {
            let part = self.field(us, them, spare);
            !part.is_empty() && holds(&part, centre, 0.0)
        });
        if wide != narrow || !wide {
            return None;
        }
        let middle = (spot(us), centre);
        self.is_free(middle, from, to)?.then_some(middle)
    }

    /// Whether nothing blocks a segment between two units (GEO-09); none where that is too
    /// close to call.
    fn is_free(&self, line: (P, P), from: UnitId, to: UnitId) -> Option<bool> {
        let (low, high) = (self.level(self.unit(from))?, self.level(self.unit(to))?);
        let mut free = true;
        // What reaches in by less than a hair blocks or does not.
        let through = |area: &Shape| {
            let far = inside(line, area);
            let sure = if far > 0.0 {
                far > 5.0 * CLOSE
            } else {
                gap(line, area) > CLOSE
            };
            sure.then_some(far > 0.0)
        };
        for (_, u) in self.0.present().filter(|&(id, _)| id != from && id != to) {
            let above = low.max(high) > self.level(u)?;
            free &= above || !through(&shape(u))?;
        }
        let mut woods = 0.0;
        for (ground, level, area) in self.areas() {
            match ground {
                Ground::Woods => {
                    through(&area)?;
                    woods += inside(line, &area);
                }
                Ground::Hill if level > low.max(high) => free &= !through(&area)?,
                _ => {}
            }
        }
        if (woods - 1.0_f64).abs() < 2.0 * CLOSE {
            return None;
        }
        Some(free && woods < 1.0)
    }

    /// The shortest line to what of a target lies in the field, of several the one that
    /// begins nearest to the middle of the front; none where two are about as short.
    fn shortest_line(&self, us: &Unit, them: &Unit) -> Option<(P, P)> {
        let own = shape(us);
        let part = self.field(us, them, 0.0);
        if part.is_empty() {
            return None;
        }
        let line = |tie| shortest((own[0], own[1]), &part, spot(us), tie);
        let (one, other) = (line(1e-6), line(CLOSE));
        (length(sub(one.0, other.0)) < CLOSE).then_some(one)
    }

    /// The best cover from a line of fences and walls that the fire crosses close to a
    /// target (TERR-05); none too close to call.
    fn behind(&self, them: &Unit, fire: (P, P)) -> Option<i32> {
        let inches =
            |p: &sandtable_geometry::Point| (f64::from(p.x) / 2540.0, f64::from(p.y) / 2540.0);
        let mut best = 0;
        for f in &self.0.setting.terrain {
            let Some(line) = &f.line else { continue };
            let points: Vec<P> = line.points().iter().map(inches).collect();
            let base = shape(them);
            let wall = (points[0], points[1]);
            let far = if inside(wall, &base) > 0.0 {
                0.0
            } else {
                gap(wall, &base)
            };
            let (d, e) = (sub(fire.1, fire.0), sub(wall.1, wall.0));
            let cross = d.0 * e.1 - d.1 * e.0;
            let off = sub(wall.0, fire.0);
            let (t, s) = (
                (off.0 * e.1 - off.1 * e.0) / cross,
                (off.0 * d.1 - off.1 * d.0) / cross,
            );
            let spare = [(t, length(d)), (s, length(e))];
            let edge = spare
                .iter()
                .any(|(at, long)| at.abs().min((at - 1.0).abs()) * long < CLOSE);
            if cross.abs() < 1e-6 || edge || (far - 0.5).abs() < CLOSE {
                return None;
            }
            let crossed = (0.0..1.0).contains(&t) && (0.0..1.0).contains(&s);
            if crossed && far < 0.5 {
                best = best.max(if f.ground == Ground::Wall { 2 } else { 1 });
            }
        }
        Some(best)
    }

    fn centre(&self, u: &Unit) -> P {
        along(spot(u), forward(u), -size(u).1 / 2.0)
    }

    /// Whether the middle of a unit lies in some ground; none at its very border.
    fn lies_in(&self, u: &Unit, ground: Ground) -> Option<bool> {
        let at = self.centre(u);
        let areas = self.areas();
        let mut here = areas.iter().filter(|(of, ..)| *of == ground);
        here.try_fold(false, |found, (_, _, area)| {
            let border = sides(area).any(|side| to_segment(at, side) < BORDER);
            (!border).then(|| found || holds(area, at, 0.0))
        })
    }

    fn level(&self, u: &Unit) -> Option<u8> {
        Some(u8::from(self.lies_in(u, Ground::Hill)?))
    }

    /// The best cover of a unit against fire along a line (TERR-04, TERR-05).
    fn cover(&self, u: &Unit, fire: (P, P)) -> Option<i32> {
        let area = if self.lies_in(u, Ground::Works)? {
            2
        } else {
            i32::from(self.lies_in(u, Ground::Woods)?)
        };
        Some(area.max(self.behind(u, fire)?))
    }

    /// Whether an order is allowed, but for room and a clear way.
    pub fn may(&self, order: &Order) -> Ruling {
        let (unit, target) = (order.unit().expect("one"), order.target().expect("one"));
        let us = self.unit(unit);
        let charges = matches!(order, Order::Charge { .. });
        if charges && (us.kind == 2 || afoot(us) || us.marks[0] > 0) {
            return Ruling::No;
        }
        let far = match self.distance(us, self.unit(target)) {
            Err(()) => return Ruling::Unsure,
            Ok(None) => return Ruling::No,
            Ok(Some(far)) => far,
        };
        let range = bands(us).last().expect("a band").0;
        if !charges && far > range + CLOSE {
            return Ruling::No;
        }
        if !self.plain(unit, target) || (!charges && far > range - CLOSE) {
            return Ruling::Unsure;
        }
        if charges {
            Ruling::Yes
        } else {
            self.closest(unit, target, far)
        }
    }

    /// The closest target is compulsory, for guns while anything is at close range.
    fn closest(&self, unit: UnitId, target: UnitId, far: f64) -> Ruling {
        let us = self.unit(unit);
        let close = bands(us)[0].0;
        let mut ruling = Ruling::Yes;
        for (id, u) in self.0.side(us.side.other()).filter(|(id, _)| *id != target) {
            let binds = |d: f64| d < far && (us.kind != 2 || d < close);
            match self.distance(us, u) {
                Ok(None) => {}
                Ok(Some(d)) if (d - far).abs() > CLOSE && (d - close).abs() > CLOSE => {
                    if binds(d) {
                        if self.plain(unit, id) {
                            return Ruling::No;
                        }
                        ruling = Ruling::Unsure;
                    }
                }
                _ => ruling = Ruling::Unsure,
            }
        }
        ruling
    }

    /// A volley: the dice of the shooter, read with all that weighs.
    fn volley(
        &self,
        (us, them): (&Unit, &Unit),
        (hit, disrupt): (i32, i32),
        extra: i32,
        faces: &mut dyn Iterator<Item = i32>,
    ) -> Option<Harm> {
        let mut weighs = extra;
        weighs += if us.kind == 2 && us.stands < us.started {
            2
        } else {
            0
        };
        weighs += i32::from(us.marks[0] > 0) + i32::from(them.kind == 2);
        weighs -= i32::from(column(them)) + i32::from(mounted(them));
        let stands = front(us, i32::from(us.stands));
        let mut dice = vec![
            0;
            if us.kind == 2 {
                1
            } else {
                usize::try_from(stands / 6).ok()?
            }
        ];
        if us.kind != 2 && stands % 6 > 0 {
            dice.push((6 - stands % 6 + 1) / 2);
        }
        let mut harm = (0, 0);
        for more in dice {
            let score = faces.next()? + weighs + more;
            harm.0 += i32::from(score <= hit);
            harm.1 += i32::from(score <= disrupt);
        }
        Some(harm)
    }

    pub fn outcome(&self, order: &Order, faces: &mut dyn Iterator<Item = i32>) -> Option<Outcome> {
        let (unit, target) = (order.unit()?, order.target()?);
        match order {
            Order::Shoot { .. } => self.shot(unit, target, faces),
            _ => self.charge(unit, target, faces),
        }
    }

    fn shot(
        &self,
        unit: UnitId,
        target: UnitId,
        faces: &mut dyn Iterator<Item = i32>,
    ) -> Option<Outcome> {
        let (us, them) = (self.unit(unit), self.unit(target));
        let far = self.distance(us, them).ok()??;
        if bands(us).iter().any(|band| (band.0 - far).abs() < CLOSE) {
            return None;
        }
        let band = bands(us).iter().find(|band| far < band.0)?;
        let from = zone(them, spot(us))?;
        let extra =
            self.cover(them, self.fire_line(unit, target)?)? - if from == 0 { 0 } else { 2 };
        let (hits, markers) = self.volley((us, them), (band.1, band.2), extra, faces)?;
        let pushes = markers - i32::from(them.marks[0] == 0);
        let stands = i32::from(them.stands) - hits;
        let back = if from == 3 {
            forward(them)
        } else {
            along((0.0, 0.0), forward(them), -1.0)
        };
        let went = moves(them) * f64::from(pushes.max(0));
        let shrunk = Unit {
            stands: u8::try_from(stands.max(0)).ok()?,
            ..*them
        };
        let mut then = standing(them, stands, markers > 0);
        let mut through = None;
        if stands > 0 {
            let gone = self.back(target, &shrunk, back, went, target);
            then.went = gone.as_ref().map(|gone| gone.far);
            through = gone.map(|gone| gone.through);
        }
        let both = [standing(us, i32::from(us.stands), false), then];
        Some(Outcome { both, through })
    }

    /// How far a unit goes back, and through whom (GEO-16): enemies stop it a tenth of an
    /// inch short, friends let it through, and it does not end upon them. None where that
    /// is too close to call, and at the table's edge. `but` has come beside it.
    fn back(&self, id: UnitId, u: &Unit, way: P, far: f64, but: UnitId) -> Option<Back> {
        if far == 0.0 {
            return Some(Back::default());
        }
        let own = shape(u);
        let (mut limit, mut friends) = (f64::INFINITY, Vec::new());
        for (other, o) in self.0.present() {
            if other == id || other == but {
                continue;
            }
            let base = shape(o);
            let [wide, narrow] = [-CLOSE, CLOSE].map(|spare| passage(&own, way, &base, spare));
            let (Some((enter, leave)), Some(_)) = (passage(&own, way, &base, 0.0), narrow) else {
                if wide.is_some_and(|met| met.0 < far + 2.0) {
                    return None;
                }
                continue;
            };
            if enter < CLOSE || leave < CLOSE {
                return None;
            }
            if o.side == u.side {
                friends.push((enter, leave, other));
            } else if (enter - SHORT).abs() < CLOSE {
                return None;
            } else {
                limit = limit.min((enter - SHORT).max(0.0));
            }
        }
        let wanted = far.min(limit);
        let upon = |at: f64| friends.iter().find(|f| f.0 < at && at < f.1 - 1e-6);
        let mut end = wanted;
        while let Some(friend) = upon(end) {
            if (friend.0 - end).abs() < CLOSE || (friend.1 - end).abs() < CLOSE {
                return None;
            }
            end = friend.1;
        }
        if (end - limit).abs() < CLOSE && end != wanted {
            return None;
        }
        if end > limit {
            end = wanted;
            while let Some(friend) = upon(end) {
                end = friend.0;
            }
        }
        let on = |p: &P| {
            let p = along(*p, way, end);
            p.0 > CLOSE && p.1 > CLOSE && p.0 < 72.0 - CLOSE && p.1 < 48.0 - CLOSE
        };
        let near = |f: &&(f64, f64, UnitId)| f.0 + CLOSE < end;
        let through = friends.iter().filter(near).map(|f| f.2).collect();
        own.iter().all(on).then_some(Back { far: end, through })
    }

    fn charge(
        &self,
        unit: UnitId,
        target: UnitId,
        faces: &mut dyn Iterator<Item = i32>,
    ) -> Option<Outcome> {
        let (us, them) = (self.unit(unit), self.unit(target));
        let far = self.distance(us, them).ok()??;
        let from = zone(them, spot(us))?;
        let still = standing(them, i32::from(them.stands), false);
        let mut own = standing(us, i32::from(us.stands), false);
        if faces.next()? > value(us) {
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
        if from == 0 {
            let band = bands(them)[0];
            let (hits, markers) = self.volley((them, us), (band.1, band.2), 0, faces)?;
            stands -= hits;
            marked = markers > 0;
            if stands <= 0 || markers > 1 {
                return Some(Outcome::of([standing(us, stands, marked), still]));
            }
        }
        self.melee((us, them), from, (stands, marked), (unit, target), faces)
    }

    /// The melee of a charger with so many stands, which may be marked by now.
    fn melee(
        &self,
        (us, them): (&Unit, &Unit),
        from: u8,
        (mut ours, marked): (i32, bool),
        (unit, target): (UnitId, UnitId),
        faces: &mut dyn Iterator<Item = i32>,
    ) -> Option<Outcome> {
        let all = i32::from(them.stands);
        let ranks = them.formation == 2 && from == 0;
        let first = if ranks {
            front(them, all)
        } else {
            fighting(them, all, them.marks[0] > 0)
        };
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
            let attacker = 1
                + (own - other).max(0)
                + i32::from(higher > 0)
                + if from == 0 { 0 } else { 2 }
                + more(fights, theirs);
            let defender = 1 + (other - own).max(0) + i32::from(higher < 0) + more(theirs, fights);
            (attacker, defender)
        };
        let (mut wins, mut line) = fought(base(ours, first, true), faces)?;
        let mut theirs = all;
        let rear = all - first;
        let second = ranks && rear > 0 && wins;
        theirs -= if wins {
            line.1.min(if second { first } else { all })
        } else {
            line.0
        };
        ours -= if wins { line.0 } else { line.1 };
        let mut back = line.1.max(0);
        if second && ours > 0 {
            (wins, line) = fought(base(ours, rear, false), faces)?;
            let lost = line.1.min(rear);
            theirs -= if wins { lost } else { line.0.min(rear) };
            ours -= if wins { line.0 } else { line.1 };
            back = lost;
        } else if second {
            (wins, back) = (false, 0);
        }
        let mut then = standing(them, theirs, true);
        let (f, r) = (forward(them), right(them));
        let away = match from {
            0 => along((0.0, 0.0), f, -1.0),
            1 => r,
            2 => along((0.0, 0.0), r, -1.0),
            _ => f,
        };
        let shrunk = Unit {
            stands: u8::try_from(theirs.max(0)).ok()?,
            ..*them
        };
        let far = if wins {
            moves(them) * f64::from(back)
        } else {
            0.0
        };
        let mut through = None;
        if theirs > 0 {
            let gone = self.back(target, &shrunk, away, far, unit);
            then.went = gone.as_ref().map(|gone| gone.far);
            // A charger who goes back has his own way.
            through = gone.filter(|_| wins).map(|gone| gone.through);
        }
        let both = [standing(us, ours, true), then];
        Some(Outcome { both, through })
    }
}

/// One throw of both: whether the charger wins, what winner and loser lose.
fn fought(base: (i32, i32), faces: &mut dyn Iterator<Item = i32>) -> Option<(bool, (i32, i32))> {
    let (a, d) = (base.0 + faces.next()?, base.1 + faces.next()?);
    let ratio = a.max(d) / a.min(d);
    let line = [(1, 1), (1, 2), (1, 3), (0, 3)][usize::try_from(ratio.min(4) - 1).ok()?];
    Some((a > d, line))
}

/// Stands of one rank or file that fight: those behind the first of a marked column
/// count half, a half up.
fn fighting(u: &Unit, stands: i32, marked: bool) -> i32 {
    let n = ranked(u, stands);
    if column(u) && marked {
        1.min(n) + (n - 1).max(0).div_euclid(2) + (n - 1).max(0) % 2
    } else {
        n
    }
}

/// What the side with more stands adds.
fn more(own: i32, other: i32) -> i32 {
    match () {
        () if own >= 3 * other => 3,
        () if own >= 2 * other => 2,
        () if 2 * own >= 3 * other => 1,
        () => 0,
    }
}

fn standing(u: &Unit, stands: i32, marked: bool) -> Seen {
    Seen {
        stands,
        marker: marked || u.marks[0] > 0,
        gone: stands <= 0,
        went: None,
    }
}

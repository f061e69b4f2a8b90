//! What the rules say about one order, worked out without the engine.

use sandtable_battle::{Battle, Ground, Order, Refusals, Unit, UnitId};
use sandtable_referee::plane::{
    P, Shape, along, apart, cut, depth, dot, gap, holds, inside, length, passage, shortest, sides,
    sub, to_segment,
};

/// Within this distance of a limit, in inches, the second umpire does not rule.
const CLOSE: f64 = 0.01;
/// Within this distance of the border of some ground, it is open whether a unit lies there.
const BORDER: f64 = 0.002;
/// Distance from enemies at which a way back ends (GEO-16).
const SHORT: f64 = 0.1;

/// Whether an order is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruling {
    Yes,
    No,
    /// Too close to call, or beyond what this umpire rules on.
    Unsure,
}

/// What became of a unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seen {
    stands: i32,
    marker: bool,
    gone: bool,
    /// How far it went, in inches, if the umpire rules on that.
    went: Option<f64>,
}

/// The result of an order: for the unit that acted and its target; and the friends that the
/// target passed through on its way back, if the umpire rules on that.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    pub both: [Seen; 2],
    pub through: Option<Vec<UnitId>>,
    /// The other brigades of waves.
    pub more: Vec<(UnitId, Seen)>,
    /// Generals at risk.
    pub generals: Vec<(UnitId, Fate)>,
    /// What the unit may still do after a morale test, and whether its wave is dissolved.
    pub left: Option<Left>,
    /// Whether a lone general rode away from the charger.
    pub ridden: bool,
}

/// What a unit may still do after a morale test (MOR-05 to MOR-11).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Left {
    /// 0 anything, 1 one action, 2 a turn and a volley, 3 a volley, 4 nothing.
    limit: i32,
    actions: i32,
    /// Whether the brigade leaves its wave, because it does not act freely (FORM-15).
    parts: bool,
}

/// What became of a general at risk (CMD-07 to CMD-09).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    Here,
    Out(i32),
    Gone,
}

impl Outcome {
    const fn of(both: [Seen; 2]) -> Self {
        Self {
            both,
            through: None,
            more: Vec::new(),
            generals: Vec::new(),
            left: None,
            ridden: false,
        }
    }
}

/// How far a unit goes back, and through which friends.
#[derive(Clone, Debug, Default)]
struct Back {
    far: f64,
    through: Vec<UnitId>,
    /// Whether it went over the table's edge.
    off: bool,
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

/// Whether an order was refused only because there is no room or no clear way.
pub fn only_room(refusals: &Refusals) -> bool {
    let room = [912, 913];
    let all = refusals.reasons();
    all.iter()
        .all(|reason| room.contains(&reason.clause.number()))
}

/// Whether both umpires agree: on what became of the two units, and on the markers. Friends
/// that the target passed through must have one, and no other unit may have a new one.
pub fn agree(
    expected: &Outcome,
    found: &[Seen; 2],
    (before, after): (&Battle, &Battle),
    ids: [UnitId; 2],
) -> bool {
    let rest = |id: &UnitId| !ids.contains(id) && !expected.more.iter().any(|m| m.0 == *id);
    let others = before.present().filter(|(id, u)| fights(u) && rest(id));
    let like = |ruled: &Seen, seen: &Seen| {
        if ruled.gone || seen.gone {
            return ruled.gone == seen.gone;
        }
        let went = ruled
            .went
            .is_none_or(|far| (far - seen.went.unwrap_or(0.0)).abs() < 0.005);
        (ruled.stands, ruled.marker) == (seen.stands, seen.marker) && went
    };
    let bodies = (expected.more.iter()).all(|(id, m)| like(m, &seen(before, after, *id)));
    let generals = expected.generals.iter().all(|&(id, fate)| {
        let general = after.unit(id);
        match fate {
            // A69: a general whose brigade is gone reaches a friend within ten inches or is lost.
            Fate::Here => match before
                .unit(id)
                .with
                .filter(|&host| !after.unit(host).on_table())
            {
                Some(host) => refuge(after, host, id).is_none_or(|safe| safe == general.on_table()),
                None => general.on_table(),
            },
            Fate::Out(turns) => !general.on_table() && general.marks[8] == turns,
            Fate::Gone => general.status.is_gone(),
        }
    });
    let marked = expected.through.as_ref().is_none_or(|through| {
        { others }.all(|(id, was)| {
            let is = after.unit(id).marks[0] > 0;
            is == (was.marks[0] > 0 || through.contains(&id))
        })
    });
    let left = expected.left.is_none_or(|left| {
        let (u, was) = (after.unit(ids[0]), Umpire(before).body(ids[0]));
        let formed = was.len() > 1 && !left.parts;
        let whole = || Umpire(after).body(ids[0]).len() == was.len();
        !u.on_table()
            || (left.limit, left.actions) == (u.marks[5], u.marks[2])
                && (was.len() == 1 || formed == whole())
    });
    let both = expected.both.iter().zip(found);
    left && marked && bodies && generals && both.into_iter().all(|(ruled, seen)| like(ruled, seen))
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

/// Whether a friend is near enough for a general whose brigade is gone; none if too close to
/// call.
fn refuge(after: &Battle, host: UnitId, general: UnitId) -> Option<bool> {
    let (side, at) = (after.unit(general).side, spot(after.unit(host)));
    let friends = after.side(side).filter(|(_, u)| fights(u));
    let far = friends
        .flat_map(|(_, u)| {
            let base = shape(u);
            sides(&base)
                .map(|side| to_segment(at, side))
                .collect::<Vec<_>>()
        })
        .fold(f64::INFINITY, f64::min);
    match far {
        far if far < 8.0 => Some(true),
        far if far > 13.0 => Some(false),
        _ => None,
    }
}

/// A lone general that a charger came upon, and the friend the general rode to (A66).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ridden {
    general: UnitId,
    to: Option<UnitId>,
}

/// Returns how far a point is from a base: zero if it lies in it.
fn away_from(at: P, base: &Shape) -> f64 {
    if holds(base, at, 0.0) {
        return 0.0;
    }
    let edges = sides(base).map(|side| to_segment(at, side));
    edges.fold(f64::INFINITY, f64::min)
}

/// Whether a general is still on the table.
fn is_there(general: UnitId, fates: &[(UnitId, Fate)]) -> bool {
    !fates.iter().any(|f| f.0 == general && f.1 != Fate::Here)
}

/// Whether a unit fights: all units but generals do.
pub const fn fights(u: &Unit) -> bool {
    u.kind != 3
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

/// Returns the stands that are not horse holders: a quarter of them hold, rounded half up.
fn ranked(u: &Unit, stands: i32) -> i32 {
    if afoot(u) {
        stands - (stands + 2) / 4
    } else {
        stands
    }
}

/// Returns the stands in the first rank.
fn front(u: &Unit, stands: i32) -> i32 {
    let n = ranked(u, stands);
    match u.formation {
        1 | 4 => n.min(1),
        2 => (n + 1) / 2,
        _ => n,
    }
}

/// Returns frontage and depth of a unit.
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

/// Returns the corners clockwise: front left, front right, rear right, rear left.
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

/// Returns the zone of a unit that a point lies in: front 0, left 1, right 2, rear 3; none
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

/// Returns the bands of a weapon: upper end, hit, disrupt.
fn bands(u: &Unit) -> &'static [(f64, i32, i32)] {
    match (u.kind, u.ratings[1]) {
        (2, 3) => &[(6.0, 2, 4), (12.0, 2, 5), (18.0, 1, 3)],
        (2, _) => &[(5.0, 3, 6), (10.0, 1, 5), (15.0, 1, 2)],
        _ => &[(6.0, 3, 5)],
    }
}

/// The effect of dice on a unit: hits and markers.
type Harm = (i32, i32);

impl Umpire<'_> {
    pub fn overlaps(&self, last: usize) -> bool {
        let own = shape(&self.0.units[last]);
        let (w, h) = self.board();
        let on = |p: &P| p.0 > 0.2 && p.1 > 0.2 && p.0 < w - 0.2 && p.1 < h - 0.2;
        let others = self.0.units[..last].iter().filter(|u| fights(u));
        !own.iter().all(on) || others.map(shape).any(|other| depth(&own, &other) > -0.2)
    }

    fn unit(&self, id: UnitId) -> &Unit {
        self.0.unit(id)
    }

    fn board(&self) -> P {
        let set = &self.0.setting;
        (
            f64::from(set.width) / 2540.0,
            f64::from(set.height) / 2540.0,
        )
    }

    /// Returns the units that fight.
    fn present(&self) -> impl Iterator<Item = (UnitId, &Unit)> {
        self.0.present().filter(|(_, u)| fights(u))
    }

    /// Returns all brigades of the wave that a unit is in, the front one first; or the unit alone
    /// (FORM-08).
    fn body(&self, id: UnitId) -> Vec<UnitId> {
        let mut head = id;
        while let Some(ahead) = self.unit(head).with {
            head = ahead;
        }
        let mut all = vec![head];
        let behind = |ahead: UnitId| {
            let mut units = self.present();
            units.find(|(_, u)| u.with == Some(ahead)).map(|(id, _)| id)
        };
        while let Some(next) = behind(all[all.len() - 1]) {
            all.push(next);
        }
        all
    }

    /// Returns the general attached to a unit (CMD-03).
    fn attached(&self, id: UnitId) -> Option<UnitId> {
        let mut all = self.0.present();
        all.find(|(_, g)| !fights(g) && g.with == Some(id))
            .map(|(id, _)| id)
    }

    /// Returns the unattached generals within three inches of a unit that stands as `u` says
    /// (GEO-14); none if that is too close to call.
    fn near(&self, u: &Unit) -> Option<Vec<UnitId>> {
        let base = shape(u);
        let mut out = Vec::new();
        for (id, g) in self.0.side(u.side) {
            if fights(g) || g.with.is_some() {
                continue;
            }
            let at = spot(g);
            let edge = sides(&base)
                .map(|side| to_segment(at, side))
                .fold(f64::INFINITY, f64::min);
            let far = if holds(&base, at, 0.0) { 0.0 } else { edge };
            if (far - 3.5).abs() < CLOSE {
                return None;
            }
            if far < 3.5 {
                out.push(id);
            }
        }
        Some(out)
    }

    /// CHG-04: returns what a general adds to the charge test.
    fn spur(&self, id: UnitId) -> Option<i32> {
        if self.attached(id).is_some() {
            return Some(2);
        }
        let near = |id: &UnitId| self.near(self.unit(*id)).map(|all| !all.is_empty());
        let head = near(&id)?;
        // If the front brigade and one behind it differ on this, the umpire does not rule.
        for member in self.body(id) {
            if near(&member)? != head {
                return None;
            }
        }
        Some(i32::from(head))
    }

    /// CMD-07 and A69: returns who is at risk when a unit takes casualties, by where it stands
    /// before and after them.
    fn at_risk(
        &self,
        id: UnitId,
        (before, after): (&Unit, &Unit),
        fates: &[(UnitId, Fate)],
    ) -> Option<Vec<UnitId>> {
        if let Some(general) = self.attached(id).filter(|g| is_there(*g, fates)) {
            return Some(vec![general]);
        }
        let near = self.near(before)?;
        (near == self.near(after)?).then_some(near)
    }

    /// CMD-07 to CMD-09: reads the dice for the generals at risk.
    fn risk(
        &self,
        generals: &[UnitId],
        lost_melee: bool,
        out: &mut Vec<(UnitId, Fate)>,
        faces: &mut dyn Iterator<Item = i32>,
    ) -> Option<()> {
        for &id in generals {
            if out.iter().any(|g| g.0 == id && g.1 != Fate::Here) {
                continue;
            }
            out.retain(|g| g.0 != id);
            let fate = if faces.next()? < 6 {
                Fate::Here
            } else {
                match faces.next()? {
                    1 | 2 => Fate::Out(1),
                    3 | 4 if lost_melee && self.unit(id).with.is_some() => Fate::Gone,
                    3 | 4 => Fate::Out(faces.next()?),
                    _ => Fate::Gone,
                }
            };
            out.push((id, fate));
        }
        Some(())
    }

    /// MEL-06: whether an exceptional general is attached and still there.
    fn led_well(&self, id: UnitId, fates: &[(UnitId, Fate)]) -> bool {
        let best = |g: &UnitId| self.unit(*g).ratings[2] == 0;
        let there = |g: &UnitId| is_there(*g, fates);
        self.attached(id).filter(best).filter(there).is_some()
    }

    /// GEO-13: returns the charger in its final place, and its way back; none if
    /// another unit may be in the way.
    fn contact(&self, (unit, target): (UnitId, UnitId), from: u8) -> Option<(Unit, P)> {
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

    /// Returns how far a unit is from where it stood after it was moved and then went back.
    fn gone_from(&self, id: UnitId, there: &Unit, way: P, far: f64) -> f64 {
        length(sub(along(spot(there), way, far), spot(self.unit(id))))
    }

    /// MEL-09 and MEL-10: returns the fighting stands of brigades one behind another.
    fn deep(&self, body: &[UnitId], first: i32, marked: bool) -> i32 {
        let behind: i32 = body[1..]
            .iter()
            .map(|&m| i32::from(self.unit(m).stands))
            .sum();
        let shaken = marked || body.iter().any(|&m| self.unit(m).marks[0] > 0);
        first + if shaken { (behind + 1) / 2 } else { behind }
    }

    /// Returns the fire distance: to the part of the target in the field. None if all of it is
    /// outside; `Err` at the very edge of the field.
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

    /// Returns the part of a unit in the field of another, or within `spare` of it.
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

    /// Returns the fire line (GEO-10): the shortest one or, if something hides it, the one from
    /// the middle of the front to the target's centre; none if that is too close to call.
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

    /// Whether nothing blocks a segment between two units (GEO-09); none if that is too
    /// close to call.
    fn is_free(&self, line: (P, P), from: UnitId, to: UnitId) -> Option<bool> {
        let (low, high) = (self.level(self.unit(from))?, self.level(self.unit(to))?);
        let mut free = true;
        // Ground that the line only just touches is too close to call.
        let through = |area: &Shape| {
            let far = inside(line, area);
            let sure = if far > 0.0 {
                far > 5.0 * CLOSE
            } else {
                gap(line, area) > CLOSE
            };
            sure.then_some(far > 0.0)
        };
        for (_, u) in self.present().filter(|&(id, _)| id != from && id != to) {
            let above = low.max(high) > self.level(u)?;
            free &= above || !through(&shape(u))?;
        }
        // GEO-09: ground that is higher than both ends of the line.
        let mut ends = low.max(high);
        for (ground, level, area) in self.areas() {
            for end in [line.0, line.1] {
                let edge = |side| to_segment(end, side) < CLOSE;
                if ground == Ground::Hill && sides(&area).any(edge) {
                    return None;
                }
                if ground == Ground::Hill && holds(&area, end, 0.0) {
                    ends = ends.max(level);
                }
            }
        }
        let mut woods = 0.0;
        for (ground, level, area) in self.areas() {
            match ground {
                Ground::Woods => {
                    through(&area)?;
                    woods += inside(line, &area);
                }
                Ground::Hill if level > ends => free &= !through(&area)?,
                _ => {}
            }
        }
        if (woods - 1.0_f64).abs() < 2.0 * CLOSE {
            return None;
        }
        Some(free && woods < 1.0)
    }

    /// Returns the shortest line to the part of a target in the field; of several, the one that
    /// begins nearest to the middle of the front. None if two are about equally short.
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

    /// Returns the best cover from a line of fences and walls that the fire crosses close to a
    /// target (TERR-05); none if too close to call.
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

    /// Returns the best cover of a unit against fire along a line (TERR-04, TERR-05).
    fn cover(&self, u: &Unit, fire: (P, P)) -> Option<i32> {
        let area = if self.lies_in(u, Ground::Works)? {
            2
        } else {
            i32::from(self.lies_in(u, Ground::Woods)?)
        };
        Some(area.max(self.behind(u, fire)?))
    }

    /// Whether an order is allowed, apart from room and a clear way.
    pub fn may(&self, order: &Order) -> Ruling {
        if let Order::Test { unit } = *order {
            // MOR-01: only a marked unit tests.
            return if self.unit(unit).marks[0] > 0 {
                Ruling::Yes
            } else {
                Ruling::No
            };
        }
        let (unit, target) = (order.unit().expect("one"), order.target().expect("one"));
        let us = self.unit(unit);
        let charges = matches!(order, Order::Charge { .. });
        if charges && (us.kind == 2 || afoot(us) || us.marks[0] > 0) {
            return Ruling::No;
        }
        let marked = |id: &UnitId| self.unit(*id).marks[0] > 0;
        let behind = |id: UnitId| self.unit(id).with.is_some();
        let front = zone(self.unit(target), spot(us)) == Some(0);
        if behind(unit)
            || charges && (self.body(unit).iter().any(marked) || behind(target) && front)
        {
            return Ruling::Unsure;
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

    /// Rules on the closest target: it is compulsory, for guns while a target is at close range.
    fn closest(&self, unit: UnitId, target: UnitId, far: f64) -> Ruling {
        let us = self.unit(unit);
        let close = bands(us)[0].0;
        let mut ruling = Ruling::Yes;
        let others = self.0.side(us.side.other());
        for (id, u) in others.filter(|(id, u)| *id != target && fights(u)) {
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

    /// Reads the dice of a volley, with all factors.
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
        if let Order::Test { unit } = *order {
            return self.test(unit, faces);
        }
        let (unit, target) = (order.unit()?, order.target()?);
        match order {
            Order::Shoot { .. } => self.shot(unit, target, faces),
            _ => self.charge(unit, target, faces),
        }
    }

    /// Returns what generals add to a unit's morale total (CMD-04, CMD-05, CMD-12): the attached
    /// one, or the best of those near.
    fn support(&self, id: UnitId) -> Option<i32> {
        const WITH: [i32; 5] = [2, 1, 0, -1, -2];
        const NEAR: [i32; 5] = [1, 1, 0, -1, -1];
        let of = |table: [i32; 5], g: UnitId| table[usize::from(self.unit(g).ratings[2])];
        if let Some(general) = self.attached(id) {
            return Some(of(WITH, general));
        }
        let near = self.near(self.unit(id))?;
        Some(near.into_iter().map(|g| of(NEAR, g)).max().unwrap_or(0))
    }

    /// Reads the dice of a morale test (section 13).
    fn test(&self, id: UnitId, faces: &mut dyn Iterator<Item = i32>) -> Option<Outcome> {
        let us = self.unit(id);
        let lost = i32::from(us.started) - i32::from(us.stands);
        let total = faces.next()? + i32::from(us.ratings[0]) - lost + self.support(id)?;
        let mut then = Seen {
            stands: i32::from(us.stands),
            marker: false,
            gone: total <= 0,
            went: Some(0.0),
        };
        let (limit, actions) = match total {
            ..=2 => (4, 0),
            3 => (3, 1),
            4 => (2, 2),
            5 => (1, 1),
            _ => (0, 2),
        };
        let parts = total < 6;
        let mut through = Some(Vec::new());
        if (1..=2).contains(&total) {
            let way = along((0.0, 0.0), forward(us), -1.0);
            let far = moves(us) * f64::from(3 - total);
            let gone = self.back(id, us, way, far, id);
            if gone.is_none() && self.close_to_edge(us) {
                return None;
            }
            then.went = gone.as_ref().map(|gone| gone.far);
            then.gone = gone.as_ref().is_some_and(|gone| gone.off);
            through = gone.filter(|gone| !gone.off).map(|gone| gone.through);
        }
        // Guns and dismounted cavalry do not charge: no second die (A59).
        if total >= 7 && us.kind != 2 && !afoot(us) {
            let ahead = (along(spot(us), forward(us), 0.5), spot(us));
            // Behind hard cover there is no second die either (MOR-13).
            if self.cover(us, ahead)? < 2 && faces.next()? <= 2 {
                // Revenge is a charge.
                return None;
            }
        }
        // A69: the general of a unit that is gone rides to a friend.
        let general = self.attached(id).filter(|_| then.gone);
        Some(Outcome {
            through,
            generals: general.map(|g| (g, Fate::Here)).into_iter().collect(),
            left: Some(Left {
                limit,
                actions,
                parts,
            }),
            ..Outcome::of([then, then])
        })
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
            let alone = self.body(target).len() == 1;
            // The umpire does not follow a wave that is driven back over the edge.
            if !alone && went > 0.0 && self.close_to_edge(them) {
                return None;
            }
            let gone = self.back(target, &shrunk, back, went, target);
            let gone = gone.filter(|_| alone || went == 0.0);
            then.went = gone.as_ref().map(|gone| gone.far);
            then.gone |= gone.as_ref().is_some_and(|gone| gone.off);
            through = gone.filter(|gone| !gone.off).map(|gone| gone.through);
            if through.is_none() && alone && went > 0.0 && !then.gone && self.close_to_edge(them) {
                return None;
            }
        }
        let mut generals = Vec::new();
        if hits > 0 {
            let risked = self.at_risk(target, (them, &shrunk), &[])?;
            self.risk(&risked, false, &mut generals, faces)?;
        }
        let both = [standing(us, i32::from(us.stands), false), then];
        Some(Outcome {
            through,
            generals,
            ..Outcome::of(both)
        })
    }

    /// Whether a unit could reach the table's edge.
    fn close_to_edge(&self, u: &Unit) -> bool {
        let ((w, h), at) = (self.board(), spot(u));
        at.0.min(at.1).min(w - at.0).min(h - at.1) < 18.0
    }

    /// Returns how far a unit goes back, and through which friends (GEO-16): enemies stop it a
    /// tenth of an inch short, friends let it through, and it does not end on top of them. None
    /// if that is too close to call, and at the table's edge. `but`, now beside it, is left out.
    fn back(&self, id: UnitId, u: &Unit, way: P, far: f64, but: UnitId) -> Option<Back> {
        if far == 0.0 {
            return Some(Back::default());
        }
        let own = shape(u);
        let (mut limit, mut friends) = (f64::INFINITY, Vec::new());
        for (other, o) in self.present() {
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
        // GEO-17: how far the rearmost corner is from the edge.
        let (w, h) = self.board();
        let spare = own.iter().map(|p| {
            let p = along(*p, way, end);
            p.0.min(p.1).min(w - p.0).min(h - p.1)
        });
        let spare = spare.fold(f64::INFINITY, f64::min);
        if spare.abs() < CLOSE || spare < 0.0 && end > wanted {
            return None;
        }
        let near = |f: &&(f64, f64, UnitId)| f.0 + CLOSE < end;
        let through = friends.iter().filter(near).map(|f| f.2).collect();
        Some(Back {
            far: end,
            through,
            off: spare < 0.0,
        })
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
                if let Some((there, away)) = there.filter(|_| stands > 0) {
                    let shrunk = Unit {
                        stands: u8::try_from(stands).ok()?,
                        ..there
                    };
                    // CHG-13: it goes back from the contact position.
                    let far = moves(us) * f64::from(markers - 1);
                    let gone = self.back(unit, &shrunk, away, far, target);
                    if gone.is_none() && self.close_to_edge(us) {
                        return None;
                    }
                    own.went = gone
                        .as_ref()
                        .map(|gone| self.gone_from(unit, &there, away, gone.far));
                    own.gone |= gone.as_ref().is_some_and(|gone| gone.off);
                    through = gone.filter(|gone| !gone.off).map(|gone| gone.through);
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

    /// A66: returns the lone enemy generals that a charger comes upon, each with the
    /// friend the general rides to; without a friend, the general is captured.
    fn ridden_down(&self, unit: UnitId, target: UnitId, from: u8) -> Option<Vec<Ridden>> {
        let us = self.unit(unit);
        let alone = |(_, g): &(UnitId, &Unit)| !fights(g) && g.with.is_none();
        let mut lone = self.0.side(us.side.other()).filter(alone).peekable();
        if lone.peek().is_none() {
            return Some(Vec::new());
        }
        // None where the final place of the charger is too close to call.
        let base = shape(&self.contact((unit, target), from)?.0);
        let mut out = Vec::new();
        for (id, g) in lone {
            let far = away_from(spot(g), &base);
            if (far - 0.5).abs() < CLOSE {
                return None;
            }
            if far < 0.5 {
                let to = self.friend_of(id, target)?;
                out.push(Ridden { general: id, to });
            }
        }
        Some(out)
    }

    /// Returns the friend a lone general rides off to: the nearest within ten inches. None if
    /// that is too close to call, or if it is unclear how near to the target the general ends.
    fn friend_of(&self, general: UnitId, target: UnitId) -> Option<Option<UnitId>> {
        let g = self.unit(general);
        let friends = self.0.side(g.side).filter(|(_, u)| fights(u));
        let mut all: Vec<(f64, UnitId)> = friends
            .map(|(id, u)| (away_from(spot(g), &shape(u)), id))
            .collect();
        all.sort_by(|a, b| a.0.total_cmp(&b.0));
        let &(far, to) = all.first()?;
        if (8.0..13.0).contains(&far) || all.get(1).is_some_and(|next| next.0 < far + 0.6) {
            return None;
        }
        if far > 13.0 {
            return Some(None);
        }
        let near = apart(&shape(self.unit(to)), &shape(self.unit(target))) < 6.0;
        (to == target || !near).then_some(Some(to))
    }

    /// Returns who is at risk when a charger, in place against its target, is shot at or fights.
    fn risked_at_contact(
        &self,
        (unit, target): (UnitId, UnitId),
        from: u8,
        stands: i32,
        fates: &[(UnitId, Fate)],
    ) -> Option<Vec<UnitId>> {
        if let Some(general) = self.attached(unit).filter(|g| is_there(*g, fates)) {
            return Some(vec![general]);
        }
        let side = self.unit(unit).side;
        let free = |(_, g): (UnitId, &Unit)| !fights(g) && g.with.is_none();
        if !self.0.side(side).any(free) {
            return Some(Vec::new());
        }
        let (there, _) = self.contact((unit, target), from)?;
        let shrunk = Unit {
            stands: u8::try_from(stands.max(1)).ok()?,
            ..there
        };
        self.at_risk(unit, (&there, &shrunk), fates)
    }

    /// Reads the dice of a melee of a charger with this many stands, which may be marked by now.
    fn melee(
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
                let shrunk = Unit {
                    stands: u8::try_from(ours).ok()?,
                    ..there
                };
                let far = moves(us) * f64::from(back);
                let gone = self.back(unit, &shrunk, out, far, target);
                if gone.is_none() && self.close_to_edge(us) {
                    return None;
                }
                own.went = gone
                    .as_ref()
                    .map(|gone| self.gone_from(unit, &there, out, gone.far));
                own.gone |= gone.as_ref().is_some_and(|gone| gone.off);
                through = gone.filter(|gone| !gone.off).map(|gone| gone.through);
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

/// Reads one throw of both sides: whether the charger wins, and what winner and loser lose.
fn fought(base: (i32, i32), faces: &mut dyn Iterator<Item = i32>) -> Option<(bool, (i32, i32))> {
    let (a, d) = (base.0 + faces.next()?, base.1 + faces.next()?);
    let ratio = a.max(d) / a.min(d);
    let line = [(1, 1), (1, 2), (1, 3), (0, 3)][usize::try_from(ratio.min(4) - 1).ok()?];
    Some((a > d, line))
}

/// Returns the stands of one rank or file that fight: those behind the first of a marked
/// column count half, rounded up.
fn fighting(u: &Unit, stands: i32, marked: bool) -> i32 {
    let n = ranked(u, stands);
    if column(u) && marked {
        1.min(n) + (n - 1).max(0).div_euclid(2) + (n - 1).max(0) % 2
    } else {
        n
    }
}

/// Returns what the side with more stands adds.
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

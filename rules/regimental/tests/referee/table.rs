//! The table as the second umpire sees it: plain numbers, in inches.

use crate::plane::{
    CLOSE, GRAZES, P, SAME, Shape, along, back, depth, from_edge, holds, right, sides, slide,
};
use sandtable_battle::{Battle, Card, Ground, Side, Status};

pub const LINE: u8 = 0;
pub const COLUMN: u8 = 1;
pub const OPEN: u8 = 2;
pub const UNLIMBERED: u8 = 3;
pub const LIMBERED: u8 = 4;
pub const FOOT: u8 = 0;
pub const HORSE: u8 = 1;
pub const LIGHT: u8 = 2;
pub const GUNS: u8 = 3;

/// Why there is no ruling, or what is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Too close to call, or beyond what this umpire rules on.
    Unsure(&'static str),
    /// What happened cannot be right.
    Wrong(String),
}

pub type Ruled<T> = Result<T, Stop>;

/// Whether one length is at most another; unsure if it is too close to call.
pub fn within(a: f64, b: f64) -> Ruled<bool> {
    let off = a - b;
    if off.abs() < SAME {
        Ok(true)
    } else if off.abs() < CLOSE {
        Err(Stop::Unsure("a length on its limit"))
    } else {
        Ok(off < 0.0)
    }
}

/// Whether one length is less than another, and not equal.
pub fn below(a: f64, b: f64) -> Ruled<bool> {
    within(b, a).map(|not| !not)
}

/// A unit.
#[derive(Clone, Debug, PartialEq)]
pub struct Man {
    pub side: Side,
    pub kind: u8,
    pub form: u8,
    pub stands: i32,
    pub started: i32,
    pub musket: bool,
    pub at: P,
    /// In turns, clockwise from north.
    pub turn: f64,
    pub here: bool,
    pub waiting: bool,
    pub hits: i32,
    /// States in the order of rank: 0 fresh, 1 wounded, 2 down.
    pub officers: Vec<i32>,
    /// Captain in command: 0 none, 1 fresh, 2 wounded.
    pub captain: i32,
    pub red: bool,
    pub prone: bool,
    pub smoke: bool,
    pub reacted: bool,
    pub charging: bool,
    pub target: i32,
    pub acted: i32,
    pub pierced: bool,
    /// Number of stands left of a hole, and the width of the lane between the parts (H2HC-10).
    pub hole: i32,
    pub lane: f64,
    pub toll: i32,
}

impl Man {
    /// Makes a regiment of one stand at a place.
    pub fn at(at: P, turn: f64) -> Self {
        Self {
            side: Side::A,
            kind: FOOT,
            form: LINE,
            stands: 1,
            started: 1,
            musket: false,
            at,
            turn,
            here: true,
            waiting: false,
            hits: 0,
            officers: vec![0],
            captain: 0,
            red: false,
            prone: false,
            smoke: false,
            reacted: false,
            charging: false,
            target: -1,
            acted: 0,
            pierced: false,
            hole: 0,
            lane: 0.0,
            toll: 0,
        }
    }

    #[expect(
        clippy::disallowed_methods,
        reason = "an umpire with nothing of the engine's"
    )]
    pub fn forward(&self) -> P {
        let turn = self.turn * std::f64::consts::TAU;
        (turn.sin(), turn.cos())
    }

    pub fn right(&self) -> P {
        right(self.forward())
    }

    /// Returns the frontage and depth.
    pub fn size(&self) -> (f64, f64) {
        let n = f64::from(self.stands.max(1));
        match self.form {
            COLUMN => (1.0, n + self.lane),
            OPEN => (2.0 * n - 1.0 + self.lane, 1.0),
            _ => (n + self.lane, 1.0),
        }
    }

    pub fn front(&self) -> P {
        along(self.at, self.forward(), self.size().1 / 2.0)
    }

    /// Returns the corners: front left, front right, rear right, rear left.
    pub fn shape(&self) -> Shape {
        let (w, d) = self.size();
        let (f, r) = (self.forward(), self.right());
        let corner = |s: f64, a: f64| along(along(self.at, r, s * w / 2.0), f, a * d / 2.0);
        vec![
            corner(-1.0, 1.0),
            corner(1.0, 1.0),
            corner(1.0, -1.0),
            corner(-1.0, -1.0),
        ]
    }

    /// Returns the middle of each stand, from the left or from the head.
    pub fn places(&self) -> Vec<P> {
        let n = self.stands;
        let place = |i: i32| {
            let off = f64::from(2 * i - (n - 1)) / 2.0;
            let beyond = if i < self.hole { -0.5 } else { 0.5 } * self.lane;
            match self.form {
                COLUMN => along(self.at, self.forward(), -off - beyond),
                OPEN => along(self.at, self.right(), 2.0 * off + beyond),
                _ => along(self.at, self.right(), off + beyond),
            }
        };
        (0..n).map(place).collect()
    }

    pub fn stand(&self, middle: P) -> Shape {
        Self {
            at: middle,
            stands: 1,
            form: LINE,
            lane: 0.0,
            ..self.clone()
        }
        .shape()
    }

    /// Returns the direction in which the unit's stands follow one another.
    pub fn row(&self) -> P {
        if self.form == COLUMN {
            back(self.forward())
        } else {
            self.right()
        }
    }

    /// Returns the distance from one stand's middle to the next one's.
    pub fn pitch(&self) -> f64 {
        if self.form == OPEN { 2.0 } else { 1.0 }
    }

    /// Whether there is a lane through the unit.
    pub fn parted(&self) -> bool {
        self.pierced && self.lane > 0.0 && self.hole < self.stands
    }

    /// Returns the ground that the unit really covers: two parts if it has parted.
    pub fn bodies(&self) -> Vec<Shape> {
        if !self.parted() {
            return vec![self.shape()];
        }
        let places = self.places();
        let left = usize::try_from(self.hole).expect("a part");
        let part = |part: &[P]| {
            let (a, b) = (part[0], part[part.len() - 1]);
            Self {
                at: (f64::midpoint(a.0, b.0), f64::midpoint(a.1, b.1)),
                stands: i32::try_from(part.len()).expect("few"),
                lane: 0.0,
                hole: 0,
                pierced: false,
                ..self.clone()
            }
            .shape()
        };
        vec![part(&places[..left]), part(&places[left..])]
    }

    pub fn turned(&self, turn: f64) -> Self {
        Self {
            turn,
            ..self.clone()
        }
    }

    pub fn led(&self) -> bool {
        self.captain > 0 || self.officers.iter().any(|&o| o < 2)
    }

    pub fn pace(&self) -> f64 {
        let column = matches!(self.form, COLUMN | LIMBERED);
        match (self.kind, column) {
            (HORSE, false) => 12.0,
            (HORSE, true) => 15.0,
            (GUNS, false) => 3.0,
            (LIGHT, _) | (_, true) => 9.0,
            (_, false) => 6.0,
        }
    }

    /// Returns how far a point is ahead and to the right of the middle of the front.
    pub fn seen(&self, p: P) -> P {
        let off = crate::plane::sub(p, self.front());
        (
            crate::plane::dot(off, self.forward()),
            crate::plane::dot(off, self.right()),
        )
    }
}

/// A piece of ground.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    pub ground: Ground,
    pub areas: Vec<Shape>,
    /// What still stands of a line.
    pub line: Vec<(P, P)>,
    pub level: i32,
}

impl Piece {
    pub fn bars(&self) -> bool {
        matches!(
            self.ground,
            Ground::Impassable | Ground::Lake | Ground::River | Ground::Marsh
        )
    }

    pub fn fence(&self) -> bool {
        matches!(self.ground, Ground::Fence | Ground::Worm | Ground::Wall)
    }

    /// Whether a point lies in the piece; unsure at its edge.
    pub fn has(&self, p: P) -> Ruled<bool> {
        if self.areas.iter().any(|area| from_edge(area, p) < CLOSE) {
            return Err(Stop::Unsure("a point on a border"));
        }
        Ok(self.areas.iter().any(|area| holds(area, p)))
    }

    /// Whether a base reaches into the piece.
    pub fn under(&self, base: &[P]) -> Ruled<bool> {
        let mut found = false;
        for area in &self.areas {
            let convex = sides(area).all(|(p, q)| {
                let inward = right(crate::plane::sub(q, p));
                let turned = |p2: &P| crate::plane::dot(crate::plane::sub(*p2, p), inward);
                area.iter().all(|p2| turned(p2) > -1e-6) || area.iter().all(|p2| turned(p2) < 1e-6)
            });
            if convex {
                let deep = depth(base, area);
                if deep.abs() < CLOSE {
                    return Err(Stop::Unsure("a base at a border"));
                }
                found |= deep > 0.0;
            } else {
                let crossed = sides(base)
                    .any(|a| sides(area).any(|b| crate::plane::crossing(a, b).is_some()));
                found |= crossed || holds(area, base[0]) || holds(base, area[0]);
            }
        }
        Ok(found)
    }
}

/// The table.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    pub men: Vec<Man>,
    pub ground: Vec<Piece>,
    pub size: P,
    pub fog: bool,
    /// Zones in which a side may place its units.
    pub zones: Vec<(Side, Shape)>,
    pub turn: u16,
    pub phase: u8,
    pub side: Side,
}

fn inches(p: sandtable_geometry::Point) -> P {
    (f64::from(p.x) / 2540.0, f64::from(p.y) / 2540.0)
}

/// Returns what is left of a line where pieces of it were taken down.
fn standing(line: Vec<(P, P)>, gaps: &[(P, f64)]) -> Vec<(P, P)> {
    let mut left = line;
    for &(at, reach) in gaps {
        let mut next = Vec::new();
        for (a, b) in left {
            let d = crate::plane::sub(b, a);
            let far = crate::plane::length(d);
            let dir = crate::plane::unit(d);
            let mid = crate::plane::dot(crate::plane::sub(at, a), dir);
            let off = crate::plane::length(crate::plane::sub(at, along(a, dir, mid)));
            if off >= reach {
                next.push((a, b));
                continue;
            }
            let half = (reach * reach - off * off).sqrt();
            let (low, high) = (mid - half, mid + half);
            if low > 0.0 {
                next.push((a, along(a, dir, low.min(far))));
            }
            if high < far {
                next.push((along(a, dir, high.max(0.0)), b));
            }
        }
        left = next;
    }
    left
}

impl Table {
    /// Makes the table of a battle.
    pub fn of(battle: &Battle, card: &Card) -> Self {
        let terrain = battle.setting.terrain.iter().enumerate();
        let ground = terrain.map(|(i, f)| {
            let gaps = battle.gaps.iter().filter(|g| usize::from(g.feature) == i);
            let gaps: Vec<(P, f64)> = gaps
                .map(|g| (inches(g.at), f64::from(g.reach) / 2540.0))
                .collect();
            let course = f.line.as_ref().map_or(Vec::new(), |line| {
                let points: Vec<P> = line.points().iter().map(|&p| inches(p)).collect();
                points.windows(2).map(|w| (w[0], w[1])).collect()
            });
            let outline =
                |a: &sandtable_geometry::Area| a.outline().iter().map(|&p| inches(p)).collect();
            Piece {
                ground: f.ground,
                areas: f.areas.iter().map(outline).collect(),
                line: standing(course, &gaps),
                level: i32::from(f.level),
            }
        });
        Self {
            men: battle.units.iter().map(|u| man(u, card)).collect(),
            ground: ground.collect(),
            size: (
                f64::from(battle.setting.width) / 2540.0,
                f64::from(battle.setting.height) / 2540.0,
            ),
            fog: battle.setting.switches.get("weather") == Some("fog"),
            zones: battle
                .setting
                .zones
                .iter()
                .filter_map(|zone| {
                    let outline = zone.area.outline().iter().map(|&p| inches(p));
                    Some((zone.side?, outline.collect()))
                })
                .collect(),
            turn: battle.cursor.turn,
            phase: battle.cursor.phase,
            side: battle.cursor.side,
        }
    }

    /// Whether a unit may be placed at a place in a formation.
    pub fn may_place(
        &self,
        id: usize,
        (at, turn): (P, f64),
        formation: u8,
    ) -> Ruled<Result<(), &'static [&'static str]>> {
        let m = &self.men[id];
        if self.phase != 0 || !m.waiting {
            return Ok(Err(&["SETUP-03", "SEQ-02"]));
        }
        if !knows(m.kind, formation) {
            return Ok(Err(&["FORM-01"]));
        }
        let placed = Man {
            at,
            turn,
            form: formation,
            ..m.clone()
        };
        let base = placed.shape();
        let mut zones: Vec<Shape> = self
            .zones
            .iter()
            .filter(|z| z.0 == m.side)
            .map(|z| z.1.clone())
            .collect();
        if zones.is_empty() {
            let (low, high) = if m.side == Side::A {
                (0.0, 12.0)
            } else {
                (self.size.1 - 12.0, self.size.1)
            };
            zones.push(vec![
                (0.0, low),
                (0.0, high),
                (self.size.0, high),
                (self.size.0, low),
            ]);
        }
        let mut inside = false;
        for zone in &zones {
            if base.iter().any(|&p| from_edge(zone, p) < CLOSE) {
                return Err(Stop::Unsure("a base at the edge of a zone"));
            }
            inside |= base.iter().all(|&p| holds(zone, p));
        }
        let mut deepest = f64::NEG_INFINITY;
        for (_, o) in self.present() {
            deepest = deepest.max(depth(&base, &o.shape()));
        }
        if deepest.abs() < CLOSE {
            return Err(Stop::Unsure("bases that touch"));
        }
        let clear = deepest < 0.0;
        Ok(if inside && clear && self.fits(id, &placed)? {
            Ok(())
        } else {
            Err(&["SETUP-03", "SETUP-02", "MOVE-05", "MOVE-06"])
        })
    }

    pub fn present(&self) -> impl Iterator<Item = (usize, &Man)> {
        self.men.iter().enumerate().filter(|(_, m)| m.here)
    }

    pub fn foes(&self, side: Side) -> impl Iterator<Item = (usize, &Man)> {
        self.present().filter(move |(_, m)| m.side != side)
    }

    /// Returns the level of the ground at a point.
    pub fn level(&self, p: P) -> Ruled<i32> {
        let mut level = 0;
        for piece in self.ground.iter().filter(|g| g.ground == Ground::Hill) {
            if piece.has(p)? {
                if level > 0 {
                    return Err(Stop::Unsure("one hill on another"));
                }
                level = piece.level;
            }
        }
        Ok(level)
    }

    /// Whether a base lies on the table; touching the edge counts.
    pub fn on_table(&self, shape: &[P]) -> Ruled<bool> {
        let mut on = true;
        for &(x, y) in shape {
            for far in [-x, x - self.size.0, -y, y - self.size.1] {
                on &= within(far, 0.0)?;
            }
        }
        Ok(on)
    }

    /// Whether two units overlap, as they do if one is in the other's hole.
    pub fn upon(&self, id: usize, other: usize) -> Ruled<bool> {
        let (a, b) = (&self.men[id], &self.men[other]);
        if !a.here || !b.here {
            return Ok(false);
        }
        let deep = depth(&a.shape(), &b.shape());
        if deep > SAME && deep < CLOSE {
            return Err(Stop::Unsure("bases that touch"));
        }
        Ok(deep > SAME)
    }

    /// Returns the pairs of parts of two overlapping units that are clear of each other now and
    /// must stay so, the first unit's as it would lie elsewhere.
    pub fn clear_parts(&self, id: usize, there: &Man, other: usize) -> Vec<(Shape, Shape)> {
        let (now, them) = (self.men[id].bodies(), self.men[other].bodies());
        let mut out = Vec::new();
        for theirs in them {
            for (was, is) in now.iter().zip(there.bodies()) {
                if depth(was, &theirs) < CLOSE {
                    out.push((is, theirs.clone()));
                }
            }
        }
        out
    }

    /// Whether a unit that overlaps another one would come to overlap a part of it that it is clear
    /// of now.
    pub fn comes_upon(&self, id: usize, there: &Man, other: usize) -> Ruled<bool> {
        let all = self.clear_parts(id, there, other);
        let deep = all.iter().map(|(a, b)| depth(a, b));
        let deep = deep.fold(f64::NEG_INFINITY, f64::max);
        if deep > GRAZES && deep < CLOSE {
            return Err(Stop::Unsure("a part of a unit beside its hole"));
        }
        Ok(deep > GRAZES)
    }

    /// Returns how far a unit that overlaps another one goes before a part of the other is in the
    /// way.
    pub fn way_out(&self, id: usize, from: &Man, way: P, other: usize) -> Ruled<Option<f64>> {
        let mut least: Option<f64> = None;
        for (own, theirs) in self.clear_parts(id, from, other) {
            let met = |spare: f64| slide(&own, way, &theirs, spare).filter(|&(_, b)| b > 0.002);
            let (less, more) = (met(-CLOSE), met(-GRAZES));
            if less.is_some() != more.is_some() {
                return Err(Stop::Unsure("a part of a unit beside its hole"));
            }
            let far = |met: Option<(f64, f64)>| met.map_or(0.0, |(at, _)| at);
            if (far(less) - far(more)).abs() > 0.005 {
                return Err(Stop::Unsure("a part of a unit beside its hole"));
            }
            if let Some((at, _)) = met(0.0).filter(|_| less.is_some()) {
                least = Some(least.map_or(at, |l| l.min(at)).max(0.0));
            }
        }
        Ok(least)
    }

    /// Whether a unit could stand as `as_it`: on the table, on no other unit and on no barred
    /// ground.
    pub fn fits(&self, id: usize, as_it: &Man) -> Ruled<bool> {
        let shape = as_it.shape();
        let mut fits = self.on_table(&shape)?;
        for (place, other) in self.present().filter(|(other, _)| *other != id) {
            if self.upon(id, place)? {
                fits &= !self.comes_upon(id, as_it, place)?;
                continue;
            }
            let deep = depth(&shape, &other.shape());
            if deep.abs() < CLOSE && deep > SAME {
                return Err(Stop::Unsure("bases that touch"));
            }
            fits &= deep < CLOSE;
        }
        for piece in self.ground.iter().filter(|g| g.bars()) {
            fits &= !piece.under(&shape)?;
        }
        Ok(fits)
    }
}

/// Converts what a unit did to bits: moved 1, (fired 2,) turned 4, charged 8, formed 16, stood up
/// 32.
fn action(named: i32) -> i32 {
    match named {
        1 => 1,
        2 => 17,
        3 => 32,
        4 => 4,
        5 => 8,
        _ => 0,
    }
}

fn man(u: &sandtable_battle::Unit, card: &Card) -> Man {
    let mark = |id: &str| {
        let place = card.marks.iter().position(|m| m.id == id);
        place.map_or(0, |place| u.marks[place])
    };
    let count = match u.ratings[1] {
        0 if u.kind == LIGHT || u.kind == GUNS => 1,
        0 => 3,
        n => usize::from(n),
    };
    let (down, wounded, ranks) = (mark("down"), mark("wounded"), mark("ranks"));
    let told: Vec<i32> = (0..count)
        .map(|i| (ranks - 1).max(0) / 3_i32.pow(u32::try_from(i).expect("few")) % 3)
        .collect();
    let with = |n: i32, all: &[i32]| all.iter().filter(|&&o| o == n).count();
    let agrees = [(2, down), (1, wounded)]
        .iter()
        .all(|&(n, told_of)| i32::try_from(with(n, &told)) == Ok(told_of));
    let officers = if ranks > 0 && agrees {
        told
    } else {
        let first = |i: i32| match i {
            i if i < down => 2,
            i if i < down + wounded => 1,
            _ => 0,
        };
        (0..i32::try_from(count).expect("few")).map(first).collect()
    };
    Man {
        side: u.side,
        kind: u.kind,
        form: u.formation,
        stands: i32::from(u.stands),
        started: i32::from(u.started),
        musket: match u.ratings[0] {
            _ if u.kind == GUNS => false,
            1 => false,
            2 => true,
            _ => u.kind == HORSE || u.kind == 4,
        },
        at: (f64::from(u.pose.x) / 2540.0, f64::from(u.pose.y) / 2540.0),
        turn: f64::from(u.pose.facing.0) / 65536.0,
        here: u.status == Status::Table,
        waiting: matches!(u.status, Status::Expected | Status::Reserve),
        hits: mark("hits"),
        officers,
        captain: mark("captain"),
        red: mark("red") > 0,
        prone: mark("prone") > 0,
        smoke: mark("smoke") > 0,
        reacted: mark("reacted") > 0,
        charging: mark("charging") > 0,
        target: mark("target") - 1,
        acted: action(mark("action")) | (2 * mark("fired")),
        pierced: mark("hole") > 0,
        hole: mark("hole"),
        lane: f64::from(mark("lane_width")) / 2540.0,
        toll: mark("toll") / 2540,
    }
}

/// Whether a unit of a kind knows a formation.
pub fn knows(kind: u8, formation: u8) -> bool {
    match kind {
        LIGHT => formation == OPEN,
        GUNS => {
            matches!(formation, UNLIMBERED | LIMBERED)
        }
        _ => matches!(formation, LINE | COLUMN),
    }
}

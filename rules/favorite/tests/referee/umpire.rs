//! What lies on the table, as the second umpire sees it, and what the rules say about losses, close
//! combat, morale checks and stand tests, worked out independently. Lengths are in inches.

use sandtable_battle::{Battle, Card, Ground, Side, Status, Unit};
use sandtable_referee::plane::{
    Base, P, Shape, apart, back, depth, dot, holds, length, right, sides, sub,
};
use std::collections::VecDeque;

/// Nothing closer to a limit than this, unless equal to it, is ruled on.
pub const CLOSE: f64 = 0.004;
const SAME: f64 = 0.0009;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    Unsure(&'static str),
    Wrong(String),
}

pub type Ruled<T> = Result<T, Stop>;

pub fn within(a: f64, b: f64) -> Ruled<bool> {
    let off = a - b;
    if off.abs() <= SAME {
        Ok(true)
    } else if off.abs() < CLOSE {
        Err(Stop::Unsure("a length on its limit"))
    } else {
        Ok(off < 0.0)
    }
}

/// Where a point lies, as seen from a base.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zone {
    Front,
    Left,
    Right,
    Rear,
}

/// The ways in which a unit goes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flight {
    Retreat,
    Rout,
}

/// A unit, or a commander.
#[derive(Clone, Debug)]
pub struct Man {
    pub side: Side,
    pub kind: u8,
    pub form: u8,
    pub figures: i32,
    pub started: i32,
    pub base: Base,
    pub here: bool,
    pub captured: bool,
    pub marker: bool,
    pub check: i32,
    pub moved: i32,
    pub driven: i32,
    pub stand: i32,
    pub charge: i32,
    pub goal: i32,
    pub line: i32,
    pub melee: i32,
    pub impetuous: bool,
    pub with: Option<usize>,
    pub spent: i32,
    pub turned: i32,
    /// How far the unit has come since its move began.
    pub came: P,
}

impl Man {
    pub fn fought(&self) -> bool {
        self.melee >= 3
    }

    pub fn guns(&self) -> bool {
        matches!(self.kind, 4 | 5)
    }

    pub fn staff(&self) -> bool {
        self.kind >= 6
    }

    pub fn horse(&self) -> bool {
        matches!(self.kind, 2 | 3)
    }

    /// Whether the unit may go out of control: horse, and impetuous foot.
    pub fn hot(&self) -> bool {
        self.horse() || self.impetuous && !self.guns()
    }

    pub fn open(&self) -> bool {
        self.form == 3
    }

    /// Returns the length of one move, without bonuses.
    pub fn pace(&self) -> f64 {
        match self.kind {
            2 | 3 => 12.0,
            5 => 9.0,
            _ => 6.0,
        }
    }

    /// Returns the frontage and depth of a unit with some figures.
    pub fn size(kind: u8, form: u8, figures: i32) -> (f64, f64) {
        if kind == 4 || kind == 5 {
            return (2.0, 2.0);
        }
        let n = (figures.max(1) + 2) / 3;
        let files = match form {
            1 => n.min(2),
            2 => n.min(1),
            _ => n,
        };
        (f64::from(files), f64::from((n + files - 1) / files))
    }

    pub fn zone(&self, p: P) -> Ruled<Zone> {
        let (u, v) = self.base.local(p);
        let s = u.abs() - self.base.wide / 2.0;
        let (a, b) = (v - self.base.deep / 2.0, -v - self.base.deep / 2.0);
        for (x, y) in [(a, 0.0), (a, s), (b, 0.0), (b, s)] {
            if (x - y).abs() < CLOSE {
                return Err(Stop::Unsure("between two zones"));
            }
        }
        Ok(if a >= 0.0 && a >= s {
            Zone::Front
        } else if b >= 0.0 && b > s {
            Zone::Rear
        } else if u < 0.0 {
            Zone::Left
        } else {
            Zone::Right
        })
    }

    pub fn front_middle(&self) -> P {
        self.base.point(0.0, self.base.deep / 2.0)
    }

    pub fn shape(&self) -> Shape {
        self.base.shape()
    }
}

/// A piece of ground.
pub struct Piece {
    pub ground: Ground,
    pub areas: Vec<Shape>,
    pub line: Vec<(P, P)>,
}

impl Piece {
    pub fn has(&self, p: P) -> Ruled<bool> {
        let near = |area: &Shape| {
            let each = sides(area).map(|side| sandtable_referee::plane::to_segment(p, side));
            each.fold(f64::INFINITY, f64::min) < CLOSE
        };
        if self.areas.iter().any(near) {
            return Err(Stop::Unsure("a point on a border"));
        }
        Ok(self.areas.iter().any(|area| holds(area, p, 0.0)))
    }
}

/// The table, and the dice that were rolled.
pub struct Umpire {
    pub men: Vec<Man>,
    pub ground: Vec<Piece>,
    pub size: P,
    pub phase: u8,
    pub side: Side,
    pub first: Side,
    pub dice: VecDeque<i32>,
    /// The die that waits for a commander.
    pub kept: i32,
    /// Units whose place is no longer ruled on.
    pub lost: Vec<usize>,
}

fn inches(p: sandtable_geometry::Point) -> P {
    (f64::from(p.x) / 2540.0, f64::from(p.y) / 2540.0)
}

fn man(u: &Unit, card: &Card) -> Man {
    let mark = |id: &str| {
        let place = card.marks.iter().position(|m| m.id == id);
        place.map_or(0, |place| u.marks[place])
    };
    let (wide, deep) = Man::size(u.kind, u.formation, i32::from(u.stands));
    Man {
        side: u.side,
        kind: u.kind,
        form: u.formation,
        figures: i32::from(u.stands),
        started: i32::from(u.started),
        base: Base {
            at: (f64::from(u.pose.x) / 2540.0, f64::from(u.pose.y) / 2540.0),
            heading: f64::from(u.pose.facing.0),
            wide,
            deep,
        },
        here: u.status == Status::Table,
        captured: u.status == Status::Captured,
        marker: mark("marker") > 0,
        check: mark("check"),
        moved: mark("moved"),
        driven: mark("driven"),
        stand: mark("stand"),
        charge: mark("charge"),
        goal: mark("goal") - 1,
        line: mark("line"),
        melee: mark("melee"),
        impetuous: u.ratings[0] > 0,
        with: u.with.map(|host| host.index()),
        spent: mark("spent"),
        turned: mark("turned"),
        came: (
            f64::from(mark("came_east")) / 2540.0,
            f64::from(mark("came_north")) / 2540.0,
        ),
    }
}

impl Umpire {
    pub fn of(battle: &Battle, card: &Card, dice: VecDeque<i32>) -> Self {
        let pieces = battle.setting.terrain.iter().map(|f| Piece {
            ground: f.ground,
            areas: f
                .areas
                .iter()
                .map(|a| a.outline().iter().map(|&p| inches(p)).collect())
                .collect(),
            line: f.line.as_ref().map_or(Vec::new(), |line| {
                let points: Vec<P> = line.points().iter().map(|&p| inches(p)).collect();
                points.windows(2).map(|w| (w[0], w[1])).collect()
            }),
        });
        let first = card.state.battle.iter().position(|m| m.id == "first");
        let first = first.map_or(0, |at| battle.memory.battle[at]);
        let kept = card.state.battle.iter().position(|m| m.id == "die");
        Self {
            men: battle.units.iter().map(|u| man(u, card)).collect(),
            ground: pieces.collect(),
            size: (
                f64::from(battle.setting.width) / 2540.0,
                f64::from(battle.setting.height) / 2540.0,
            ),
            phase: battle.cursor.phase,
            side: battle.cursor.side,
            first: if first == 2 { Side::B } else { Side::A },
            dice,
            kept: kept.map_or(0, |at| battle.memory.battle[at]),
            lost: Vec::new(),
        }
    }

    pub fn die(&mut self) -> Ruled<i32> {
        let face = self.dice.pop_front();
        face.ok_or_else(|| Stop::Wrong("a die is due, none fell".to_owned()))
    }

    pub fn fighters(&self) -> impl Iterator<Item = (usize, &Man)> {
        let all = self.men.iter().enumerate();
        all.filter(|(_, m)| m.here && !m.staff())
    }

    /// Whether two bases are in contact.
    pub fn touch(&self, one: usize, other: usize) -> Ruled<bool> {
        Ok(self.touches_with(one, other)?.is_some())
    }

    /// Returns the side of a base that is in contact with another, counted clockwise from its
    /// front: contact is an inch of common edge, or a whole side.
    pub fn touches_with(&self, one: usize, other: usize) -> Ruled<Option<usize>> {
        let (a, b) = (self.men[one].shape(), self.men[other].shape());
        if depth(&a, &b) < -0.1 {
            return Ok(None);
        }
        let (mut most, mut with) = (0.0_f64, 0);
        let mut least = f64::INFINITY;
        for (side, (p, q)) in sides(&a).enumerate() {
            for (s, t) in sides(&b) {
                let d = sub(q, p);
                let far = length(d);
                let d = (d.0 / far, d.1 / far);
                let off = |p2: P| dot(sub(p2, p), right(d)).abs();
                if off(s) > CLOSE || off(t) > CLOSE {
                    continue;
                }
                // Two hundredths of a millimetre are contact, three are not.
                if off(s).max(off(t)) > 0.0007 {
                    return Err(Stop::Unsure("bases that hardly touch"));
                }
                let at = |p2: P| dot(sub(p2, p), d);
                let (low, high) = (at(s).min(at(t)), at(s).max(at(t)));
                let common = high.min(far) - low.max(0.0);
                if common > most {
                    (most, with) = (common, side);
                    least = far.min(high - low).min(1.0);
                }
            }
        }
        if most <= 0.0 {
            let close = depth(&a, &b) > -CLOSE || apart(&a, &b) < CLOSE;
            return if close {
                Err(Stop::Unsure("bases that hardly touch"))
            } else {
                Ok(None)
            };
        }
        Ok(within(least, most)?.then_some(with))
    }

    pub fn touching(&self, id: usize) -> Ruled<Vec<usize>> {
        let side = self.men[id].side;
        let mut out = Vec::new();
        for (foe, m) in self.fighters() {
            if m.side != side && self.touch(id, foe)? {
                out.push(foe);
            }
        }
        Ok(out)
    }

    pub fn in_any(&self, p: P, grounds: &[Ground]) -> Ruled<bool> {
        for piece in self.ground.iter().filter(|g| grounds.contains(&g.ground)) {
            if piece.has(p)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Removes figures and shrinks the base: about its centre, or about the middle of the face that
    /// touches an enemy (FORM-09, A26).
    pub fn lose(&mut self, id: usize, hits: i32) -> Ruled<i32> {
        let fall = hits.min(self.men[id].figures);
        if fall <= 0 {
            return Ok(0);
        }
        let mut faces = Vec::new();
        for (foe, m) in self.fighters() {
            if m.side != self.men[id].side {
                faces.extend(self.touches_with(id, foe)?);
            }
        }
        faces.sort_unstable();
        faces.dedup();
        let m = &mut self.men[id];
        m.figures -= fall;
        m.here &= m.figures > 0;
        let stands = (m.figures + 2) / 3;
        if m.form == 1 && stands <= 2 || m.form == 2 && stands <= 1 {
            m.form = 0;
        }
        let was = (m.base.wide, m.base.deep);
        let now = Self::fits(m);
        (m.base.wide, m.base.deep) = now;
        let face = match faces.as_slice() {
            [] => return Ok(fall),
            [0, ..] => 0,
            [one] => *one,
            _ => {
                self.lost.push(id);
                return Ok(fall);
            }
        };
        let f = m.base.front();
        let (out, by) = match face {
            0 => (f, was.1 - now.1),
            1 => (right(f), was.0 - now.0),
            2 => (back(f), was.1 - now.1),
            _ => (back(right(f)), was.0 - now.0),
        };
        m.base = m.base.slid(out, by / 2.0);
        Ok(fall)
    }

    /// Returns the size of a unit's base as it is now.
    fn fits(m: &Man) -> (f64, f64) {
        Man::size(m.kind, m.form, m.figures)
    }

    /// Returns the sum of the factors for a unit against the enemy it strikes.
    pub fn factors(&self, us: usize, them: usize) -> Ruled<i32> {
        let (a, b) = (&self.men[us], &self.men[them]);
        let mut sum = if b.zone(a.base.at)? == Zone::Front {
            0
        } else {
            2
        };
        let hill = |m: &Man| self.in_any(m.base.at, &[Ground::Hill]);
        // Charged in cover: the charger remembers it.
        let covered = matches!(b.charge, 1 | 3) && b.goal == i32::try_from(us).expect("few");
        let at_cover = b.charge == 3;
        if at_cover != covered && at_cover {
            return Err(Stop::Unsure("whose charge met cover"));
        }
        sum += i32::from((hill(a)? && !hill(b)?) || covered);
        // A charge this turn counts, whichever enemy it went for and whether or not it made
        // contact, unless the enemy it met had cover.
        sum += i32::from(a.horse() && a.moved == 6 && a.charge != 3);
        sum += match () {
            () if a.figures >= 2 * b.figures => 2,
            () if a.figures * 2 >= b.figures * 3 => 1,
            () => 0,
        };
        sum -= i32::from(a.marker && matches!(a.check, 1..=3));
        sum -= i32::from(a.open() && !b.open());
        sum -= 2 * i32::from(a.guns());
        Ok(sum)
    }

    /// Whether two units may fight a melee now.
    pub fn may_fight(&self, us: usize, them: usize) -> Ruled<Result<(), &'static [&'static str]>> {
        let (a, b) = (&self.men[us], &self.men[them]);
        if self.phase != 7 {
            return Ok(Err(&[""]));
        }
        if a.staff() || !a.here || !b.here || b.staff() || a.side == b.side {
            return Ok(Err(&["MEL-01", "CMD-11"]));
        }
        if !self.touch(us, them)? {
            return Ok(Err(&["MEL-01"]));
        }
        Ok(if a.fought() || b.fought() {
            Err(&["TURN-07"])
        } else {
            Ok(())
        })
    }

    pub fn nearest(&self, id: usize) -> Ruled<usize> {
        let own = self.men[id].shape();
        let mut all: Vec<(f64, usize)> = Vec::new();
        for (foe, m) in self.fighters() {
            if m.side != self.men[id].side {
                let shape = m.shape();
                let far = if depth(&own, &shape) > -SAME {
                    0.0
                } else {
                    apart(&own, &shape)
                };
                all.push((far, foe));
            }
        }
        all.sort_by(|a, b| a.0.total_cmp(&b.0));
        match all.as_slice() {
            [] => Err(Stop::Unsure("no enemy")),
            [one, two, ..] if two.0 - one.0 < CLOSE => Err(Stop::Unsure("two enemies as near")),
            [one, ..] => Ok(one.1),
        }
    }

    /// Returns the modifiers of a morale check, without the commander's. `by` is the charger if it
    /// is a stand test: contact with the charger does not count, but its direction does.
    pub fn shaken(&self, id: usize, by: Option<usize>) -> Ruled<i32> {
        let m = &self.men[id];
        let lost = m.started - m.figures;
        let mut sum = match () {
            () if 2 * lost >= m.started => -2,
            () if 4 * lost >= m.started => -1,
            () => 0,
        };
        let foes = self.touching(id)?;
        let mut flank = match by {
            // Where the charger's move began.
            Some(by) => m.zone(sub(self.men[by].base.at, self.men[by].came))? != Zone::Front,
            None => false,
        };
        let others: Vec<usize> = foes.into_iter().filter(|&f| Some(f) != by).collect();
        for &foe in &others {
            flank |= m.zone(self.men[foe].base.at)? != Zone::Front;
        }
        sum -= i32::from(!others.is_empty()) + i32::from(flank);
        Ok(sum)
    }

    /// Applies the line of a morale check that a total gives.
    pub fn abide(&mut self, id: usize, total: i32) -> Ruled<()> {
        match total {
            ..=0 => self.men[id].here = false,
            1 => {
                let from = self.nearest(id)?;
                self.routs(id, from)?;
            }
            2 => {
                let from = self.nearest(id)?;
                self.flee(id, from, Flight::Retreat, 1.0)?;
            }
            3 => {}
            _ => self.men[id].marker = false,
        }
        Ok(())
    }

    /// Rules on a morale check at which nobody steps in.
    pub fn test(&mut self, id: usize) -> Ruled<i32> {
        let total = self.die()? + self.shaken(id, None)?;
        self.abide(id, total)?;
        Ok(total)
    }
}

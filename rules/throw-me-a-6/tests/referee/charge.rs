//! Section 11: charges.

use crate::moves::{EIGHTH, HAIR, hull};
use crate::state::{Family, Table};
use sandtable_geometry::Facing;
use sandtable_referee::plane::{
    Base, P, along, back, bearing, depth, heading, passage, right, sub, turn,
};
use sandtable_referee::{Face, Reasons};

/// Why a charge cannot go in a direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bar {
    /// It would have to turn too far.
    Turn,
    /// The turn alone would put it on top of its target.
    Upon,
    /// It misses its target.
    Aside,
    Far,
    /// It meets another unit.
    Met(usize),
}

/// Farther along an edge than any unit lies.
const FAR: f64 = 100_000.0;

impl Table<'_> {
    pub fn judge_charge(&self, i: usize, j: usize, to: Option<Facing>, r: &mut Reasons) {
        let (u, foe) = (&self.units[i], &self.units[j]);
        for clause in ["CON", "SHOOT"] {
            r.require(i != j && u.hostile(foe) && foe.stands_here(), clause);
        }
        r.require(u.family != Family::General, "GEN");
        if !r.clean() {
            return;
        }
        for clause in ["CON", "SEQ", "ART", "MOVE"] {
            r.require(u.moved == 0, clause);
            r.require(u.family != Family::Artillery, clause);
            r.require(self.touching(i).is_empty(), clause);
        }
        let ahead = !self.arc(&u.base, &foe.base.shape()).is_empty();
        r.require(ahead, "CON");
        if u.family.light()
            && !foe.family.light()
            && foe.family != Family::Chariots
            && foe.family != Family::Artillery
        {
            // CON-06: only into flank or rear, while a friend holds another edge.
            let zone = self.zone(&foe.base, u.eye());
            let held = self.touching(j).iter().any(|t| t.1 != zone);
            r.require(zone != Face::Front && held, "CON-06");
        }
        if !r.clean() {
            return;
        }
        // T6-W25: a turn does not bring a target within reach that is farther away than the rate.
        let near = self.gap(&u.base, &foe.base) <= u.rate() + self.slack;
        r.require(near, "CON-08");
        if !near {
            return;
        }
        let aim = self.aim(i, j);
        let straight = self.reaches(i, j, aim, false) || self.reaches(i, j, aim, true);
        let runs = match to {
            Some(to) if straight => turn(f64::from(to.0), aim) <= 1.0 + HAIR,
            Some(to) => self.either(i, j, f64::from(to.0)),
            None => straight || self.some_way(i, j),
        };
        let loosely = || Self {
            slack: 25.0,
            ..self.clone()
        };
        if !runs && loosely().some_way(i, j) {
            r.unruled("charges with next to no direction to choose");
        }
        for clause in ["CON", "GEO", "MOVE"] {
            r.require(runs, clause);
        }
        if runs {
            let place = self.aligned(i, j);
            r.require(place.is_some(), "GEO");
            r.require(place.is_some(), "CON");
        }
    }

    pub fn aim(&self, i: usize, j: usize) -> f64 {
        let off = sub(self.units[j].base.at, self.units[i].base.at);
        bearing(off).round().rem_euclid(65536.0)
    }

    fn either(&self, i: usize, j: usize, way: f64) -> bool {
        self.reaches(i, j, way, false) || self.reaches(i, j, way, true)
    }

    /// Whether any direction is open: tries many of them, and every direction between two
    /// neighbours that are barred by different things.
    fn some_way(&self, i: usize, j: usize) -> bool {
        const STEP: u32 = 16;
        let low = self.units[i].base.heading - EIGHTH;
        let bars = |k: u32| {
            let way = low + f64::from(k);
            [false, true].map(|oblique| self.bar(i, j, way, oblique))
        };
        let open = |bars: &[Option<Bar>; 2]| bars.contains(&None);
        let all: Vec<_> = (0..=1024).map(|k| bars(k * STEP)).collect();
        all.iter().any(open)
            || (all.windows(2).zip(0..))
                .filter(|(two, _)| two[0] != two[1])
                .any(|(_, k)| (1..STEP).any(|part| open(&bars(k * STEP + part))))
    }

    /// Whether a charge in a direction, after a turn or obliquely, meets its target first and
    /// within reach.
    pub fn reaches(&self, i: usize, j: usize, way: f64, oblique: bool) -> bool {
        self.bar(i, j, way, oblique).is_none()
    }

    /// Returns what bars a charge in a direction.
    fn bar(&self, i: usize, j: usize, way: f64, oblique: bool) -> Option<Bar> {
        let (u, foe) = (&self.units[i], &self.units[j]);
        if turn(u.base.heading, way) > EIGHTH + HAIR {
            return Some(Bar::Turn);
        }
        let start = if oblique {
            u.base
        } else {
            u.base.turned_to(way)
        };
        let d = heading(way);
        if self.overlap(&start, &foe.base) {
            return Some(Bar::Upon);
        }
        let Some((far, _)) = passage(&start.shape(), d, &foe.base.shape(), self.slack) else {
            return Some(Bar::Aside);
        };
        if far > u.rate() + self.slack || self.cost(u, &start, d, far) > u.rate() + self.slack {
            return Some(Bar::Far);
        }
        let end = start.slid(d, far);
        let track = hull(&start, &end);
        let mut others = self.here().filter(|&(k, _)| k != i && k != j);
        let met = others.find(|(_, other)| {
            let through = depth(&track, &other.base.shape()) > self.slack;
            through && !self.passes(u, other)
        });
        met.map(|(k, _)| Bar::Met(k))
    }

    /// T6-GEO-10: returns the place flush on the edge of the charger's zone, centre on centre, or
    /// as near to that as there is room.
    pub fn aligned(&self, i: usize, j: usize) -> Option<Base> {
        let foe = &self.units[j].base;
        let eye = self.units[i].eye();
        let face = self.zone(foe, eye);
        let aside =
            sandtable_referee::plane::dot(sub(eye, foe.at), right(face.outward(foe.front())));
        self.aligned_on(i, j, face, aside)
    }

    /// Returns that place on a face; of two equally near places, the one towards `aside`.
    pub fn aligned_on(&self, i: usize, j: usize, face: Face, aside: f64) -> Option<Base> {
        let (u, foe) = (&self.units[i], &self.units[j].base);
        let n = face.outward(foe.front());
        let (out, half) = face.size(foe);
        let turned = bearing(back(n)).round().rem_euclid(65536.0);
        let pose = |q: f64| Base {
            at: along(along(foe.at, n, out + u.base.deep / 2.0), right(n), q),
            heading: turned,
            ..u.base
        };
        let own = u.base.wide / 2.0;
        let common = |q: f64| (own + half - q.abs()).min(2.0 * own.min(half));
        let fits = |base: &Base| {
            let mut others = self.here().filter(|&(k, _)| k != i && k != j);
            others.all(|(_, other)| !self.overlap(base, &other.base)) && self.on_board(base)
        };
        // Half of the shorter edge, and the tolerance.
        let most = own + half - own.min(half) + self.slack;
        let mut places = vec![0.0, most, -most];
        let d = right(n);
        for (_, other) in self.here().filter(|&(k, _)| k != i && k != j) {
            let met = passage(&pose(-FAR).shape(), d, &other.base.shape(), self.slack);
            // On either side, it may overlap by as much as the tolerance allows.
            let beside =
                met.map(|(touch, exit)| [touch, touch + self.slack, exit].map(|q| q - FAR));
            places.extend(beside.into_iter().flatten());
        }
        places.extend(self.at_edges(&pose(0.0).shape(), d));
        // A tiny bit more or less, so that rounding does not decide about an exact fit.
        let about = places.into_iter().flat_map(|q| [q - 1e-6, q, q + 1e-6]);
        let good = |q: &f64| common(*q) >= own.min(half) - self.slack - 1e-5 && fits(&pose(*q));
        let free: Vec<f64> = about.filter(good).collect();
        let least =
            |all: &mut dyn Iterator<Item = f64>| all.min_by(|a, b| a.abs().total_cmp(&b.abs()));
        let nearest = least(&mut free.iter().copied())?;
        // Two places that differ by no more than the tolerance are equally near.
        let towards = |q: &f64| q * aside >= 0.0 && q.abs() <= nearest.abs() + self.slack;
        let chosen = least(&mut free.iter().copied().filter(towards));
        Some(pose(chosen.unwrap_or(nearest)))
    }

    /// Returns how far an outline goes along `d`, or back, until a corner is at the board's edge.
    fn at_edges(&self, shape: &[P], d: P) -> Vec<f64> {
        let set = &self.battle.setting;
        let size = (f64::from(set.width), f64::from(set.height));
        let one = |at: f64, speed: f64, most: f64| {
            let ends = [-self.slack, most + self.slack].map(|end| (end - at) / speed);
            ends.into_iter().filter(|by| by.is_finite())
        };
        let corner = |p: &P| one(p.0, d.0, size.0).chain(one(p.1, d.1, size.1));
        shape.iter().flat_map(corner).collect()
    }

    /// T6-MEL-16.
    pub fn uphill(&self, i: usize, j: usize) -> bool {
        self.level(self.units[j].base.at) > self.level(self.units[i].base.at)
    }

    /// Returns the direction of a charge up to its touch.
    pub fn way_of_charge(
        &self,
        (i, j): (usize, usize),
        to: Option<Facing>,
        stands: &Base,
        touch: P,
    ) -> f64 {
        let aim = self.aim(i, j);
        let straight = self.reaches(i, j, aim, false) || self.reaches(i, j, aim, true);
        let own = &self.units[i].base;
        match to {
            Some(to) => f64::from(to.0),
            None if straight => aim,
            None if stands.heading != own.heading => stands.heading,
            None => bearing(sub(touch, own.at)).round().rem_euclid(65536.0),
        }
    }

    /// T6-CON-09: whether a target may shoot, or throw, at a unit that charges it.
    pub fn answers(&self, i: usize, j: usize) -> bool {
        let (u, foe) = (&self.units[i], &self.units[j]);
        // AM5: an enemy on its flank does not prevent it.
        let held = self.touching(j).iter().any(|t| t.1 == Face::Front);
        self.range(foe) > 0.0
            && foe.amok == 0
            && !foe.shot
            && !held
            // CH-04: chariots shoot all around.
            && (foe.family == Family::Chariots || self.zone(&foe.base, u.eye()) == Face::Front)
            && (foe.family != Family::Artillery || foe.moved == 0)
    }
}

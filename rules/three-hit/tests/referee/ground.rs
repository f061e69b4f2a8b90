//! Sections 6, 7 and 18: ground, where units stand, which units see each other.

use crate::state::{G, INCH, Table, U};
use sandtable_battle::Ground;
use sandtable_referee::Face;
use sandtable_referee::plane::{
    Base, P, Shape, along, apart, back, depth, dot, graze, heading, holds, inside, keeps_dry,
    passage, reaches_into, right, runs_through, span, sub, to_segment,
};

impl Table<'_> {
    /// GEO-05.
    pub fn zone(&self, base: &Base, p: P) -> Face {
        let (u, v) = base.local(p);
        let s = u.abs() - base.wide / 2.0;
        let (a, b) = (v - base.deep / 2.0, -v - base.deep / 2.0);
        if a >= -self.slack && a >= s - self.slack {
            Face::Front
        } else if b >= -self.slack && b > s + self.slack {
            Face::Rear
        } else if u < 0.0 {
            Face::Left
        } else {
            Face::Right
        }
    }

    /// GEO-06: returns the faces on which two bases are in contact.
    pub fn contact(&self, one: &Base, other: &Base) -> Option<(Face, Face)> {
        let pairs = Face::ALL
            .into_iter()
            .flat_map(|own| Face::ALL.map(|their| (own, their)));
        pairs.into_iter().find(|&(own, their)| {
            let (n, m) = (own.outward(one.front()), their.outward(other.front()));
            if dot(n, m) > -0.999_999 {
                return false;
            }
            let (one_far, one_half) = own.size(one);
            let (other_far, other_half) = their.size(other);
            let off = sub(other.at, one.at);
            let gap = dot(off, n) - one_far - other_far;
            let aside = dot(off, right(n)).abs();
            let common = (one_half + other_half - aside).min(2.0 * one_half.min(other_half));
            gap.abs() <= self.slack && common >= INCH - self.slack
        })
    }

    /// Returns the enemies in contact with a unit, with the faces of both.
    pub fn touching(&self, i: usize) -> Vec<(usize, Face, Face)> {
        let own = &self.units[i];
        let foes = self.here().filter(|(_, u)| u.side != own.side);
        let met = foes.filter_map(|(j, u)| {
            let (a, b) = self.contact(&own.base, &u.base)?;
            Some((j, a, b))
        });
        met.collect()
    }

    /// PASS-01 and A44.
    pub fn passes(&self, one: &U, other: &U) -> bool {
        one.side == other.side && (one.kind.passes || other.kind.passes)
    }

    pub fn overlap(&self, one: &Base, other: &Base) -> bool {
        depth(&one.shape(), &other.shape()) > self.slack
    }

    /// Whether a base lies wholly on the table.
    pub fn on_table(&self, base: &Base) -> bool {
        base.is_on(&self.battle.setting, self.slack)
    }

    /// TERR-06.
    pub fn lies_in(&self, p: P, g: &G) -> bool {
        g.areas.iter().any(|area| holds(area, p, self.slack / 2.0))
    }

    pub fn lies_in_any(&self, p: P, ground: Ground) -> bool {
        self.ground
            .iter()
            .any(|g| g.ground == ground && self.lies_in(p, g))
    }

    /// Whether a kind of ground is barred to a type, apart from ways through it.
    pub fn barred(&self, u: &U, ground: Ground) -> bool {
        match ground {
            Ground::Woods => !u.kind.woods,
            Ground::Town => !u.kind.town,
            Ground::Marsh | Ground::Lake | Ground::River | Ground::Impassable => true,
            _ => false,
        }
    }

    /// Whether a base reaches into a feature.
    pub fn reaches(&self, base: &Base, g: &G) -> bool {
        g.areas
            .iter()
            .any(|area| reaches_into(base, area, self.slack))
    }

    /// Whether a river or a town is near enough to matter and has a road, bridge or ford near the
    /// unit: the umpire leaves these positions to other tests.
    pub fn puzzle(&self, i: usize, base: &Base) -> bool {
        let u = &self.units[i];
        let near = Base {
            wide: base.wide + INCH / 4.0,
            deep: base.deep + INCH / 4.0,
            ..*base
        };
        let crossed = |g: &G| g.ground == Ground::River || g.ground == Ground::Town && !u.kind.town;
        self.ground
            .iter()
            .any(|g| crossed(g) && self.reaches(&near, g))
            && self.ground.iter().any(|g| {
                matches!(g.ground, Ground::Bridge | Ground::Ford | Ground::Road)
                    && self.reaches(&near, g)
            })
    }

    /// Whether a base reaches into ground that is barred to a unit.
    pub fn on_bad_ground(&self, i: usize, base: &Base) -> bool {
        let u = &self.units[i];
        self.ground
            .iter()
            .any(|g| self.barred(u, g.ground) && self.reaches(base, g))
    }

    /// Whether a way keeps to the bridges and fords of a river (TERR-04).
    pub fn bridged(&self, river: &G, way: (P, P)) -> bool {
        let crossing = |g: &&G| matches!(g.ground, Ground::Bridge | Ground::Ford);
        let crossings: Vec<&Shape> = (self.ground.iter().filter(crossing))
            .flat_map(|g| &g.areas)
            .collect();
        river.ground == Ground::River && keeps_dry(way, &river.areas, &crossings, self.slack)
    }

    /// TERR-01 to TERR-07: whether ground bars a unit from staying at a place or, given the way its
    /// centre came, from passing there.
    pub fn ground_bars(&self, i: usize, base: &Base, way: Option<(P, P)>) -> bool {
        let u = &self.units[i];
        let bars = |g: &G| match g.ground {
            Ground::Town => self.lies_in(base.at, g) || !self.on_road(base.at),
            Ground::River => {
                let (rear, nose) = (-base.deep / 2.0, base.deep / 2.0);
                let spine = (base.point(0.0, rear), base.point(0.0, nose));
                let on = [Ground::Bridge, Ground::Ford].map(|g| self.lies_in_any(base.at, g));
                let over = self.lies_in(base.at, g);
                let led = way.is_some_and(|way| self.bridged(g, way)) || self.bridged(g, spine);
                on == [false, false] && (over || !led)
            }
            _ => true,
        };
        let shut = |g: &&G| self.barred(u, g.ground) && self.reaches(base, g);
        self.ground.iter().filter(shut).any(bars)
    }

    /// Whether a point lies on a road.
    fn on_road(&self, p: P) -> bool {
        let spot = |p: &sandtable_geometry::Point| (f64::from(p.x), f64::from(p.y));
        self.battle.setting.features(Ground::Road).any(|road| {
            let line: Vec<P> = road
                .line
                .iter()
                .flat_map(|l| l.points())
                .map(spot)
                .collect();
            let half = f64::from(road.width) / 2.0 + self.slack;
            line.windows(2)
                .any(|ends| to_segment(p, (ends[0], ends[1])) <= half)
        })
    }

    /// GEO-08: whether a line from point to point is free, past all units but two; `past_units`
    /// says that units are never in the way.
    pub fn sees(&self, line: (P, P), (i, j): (usize, usize), past_units: bool) -> bool {
        let clear_of_units = past_units
            || self
                .here()
                .filter(|&(k, _)| k != i && k != j)
                .all(|(_, u)| !runs_through(line, &u.base, self.slack));
        let stands = |k: usize, g: &G| self.lies_in(self.units[k].base.at, g);
        let hides = |g: &&G| matches!(g.ground, Ground::Woods | Ground::Town | Ground::Hill);
        let clear = self.ground.iter().filter(hides).all(|g| {
            stands(i, g)
                || stands(j, g)
                || g.areas
                    .iter()
                    .all(|area| inside(line, area) <= graze(self.slack))
        });
        clear_of_units && clear
    }

    /// TERR-08.
    pub fn covered_from_fire(&self, j: usize) -> bool {
        let at = self.units[j].base.at;
        self.units[j].armoured
            || self.lies_in_any(at, Ground::Woods)
            || self.lies_in_any(at, Ground::Town)
            || self.is("hill_covers_shooting", "yes") && self.lies_in_any(at, Ground::Hill)
    }

    /// TERR-09 and AM1.
    pub fn covered_in_melee(&self, i: usize, j: usize) -> bool {
        let (own, at) = (&self.units[i].base, self.units[j].base.at);
        let above =
            |g: &G| g.ground == Ground::Hill && self.lies_in(at, g) && !self.lies_in(own.at, g);
        self.units[j].armoured
            || self.lies_in_any(at, Ground::Woods)
            || self.lies_in_any(at, Ground::Town)
            || self.ground.iter().any(above)
            || self.ground.iter().any(|g| self.behind(own, at, g))
    }

    /// Whether a target's centre lies beyond a wall or a river that an attacker's
    /// front half has reached.
    fn behind(&self, own: &Base, at: P, g: &G) -> bool {
        let half = Base {
            deep: own.deep / 2.0,
            ..own.slid(own.front(), own.deep / 4.0)
        };
        g.bands.iter().any(|band| {
            let n = right(band.along);
            let side = |p: P| dot(sub(p, band.from), n);
            // The attacker came from the side where its rear is.
            let (us, them) = (side(own.point(0.0, -own.deep / 2.0)), side(at));
            if us * them >= 0.0 {
                return false;
            }
            // The band of this stretch, and everything beyond it on the target's side.
            let near = -them.signum() * band.half;
            let part = [
                (0.0, near),
                (band.long, near),
                (band.long, them.signum() * 1e6),
                (0.0, them.signum() * 1e6),
            ]
            .map(|(far, off)| along(along(band.from, band.along, far), n, off));
            depth(&half.shape(), &part) > -self.slack
        })
    }

    /// Returns the distance along `d` at which a base meets a feature that is barred to it.
    pub fn barred_after(&self, i: usize, base: &Base, d: P) -> f64 {
        let u = &self.units[i];
        let shape = base.shape();
        let areas = self
            .ground
            .iter()
            .filter(|g| self.barred(u, g.ground))
            .flat_map(|g| &g.areas)
            .filter(|area| !reaches_into(base, area, self.slack));
        let met = areas.filter_map(|area| passage(&shape, d, area, self.slack));
        met.map(|(enter, _)| enter).fold(f64::INFINITY, f64::min)
    }

    /// Returns the distance between two bases.
    pub fn gap(&self, one: &Base, other: &Base) -> f64 {
        apart(&one.shape(), &other.shape())
    }

    /// Returns how far a base may slide along `d` before it leaves the table.
    pub fn edge_after(&self, base: &Base, d: P) -> f64 {
        let shape = base.shape();
        let (w, h) = (
            f64::from(self.battle.setting.width),
            f64::from(self.battle.setting.height),
        );
        let (x, y) = (span(&shape, (1.0, 0.0)), span(&shape, (0.0, 1.0)));
        let one = |speed: f64, (low, high): (f64, f64), most: f64| {
            if speed > 1e-9 {
                ((most - high) / speed).max(0.0)
            } else if speed < -1e-9 {
                (low / -speed).max(0.0)
            } else {
                f64::INFINITY
            }
        };
        one(d.0, x, w).min(one(d.1, y, h))
    }

    /// Returns the base turned to face a point.
    pub fn faced(&self, base: &Base, p: P) -> Base {
        let to = sandtable_referee::plane::bearing(sub(p, base.at));
        // The engine keeps whole steps.
        base.turned_to(to.round().rem_euclid(65536.0))
    }

    /// Returns the direction straight away from the zone of a base that holds a point (MOR-06).
    pub fn away(&self, base: &Base, p: P) -> P {
        back(self.zone(base, p).outward(heading(base.heading)))
    }
}

//! Terrain (section Terrain): cover, movement costs, barriers, roads.

use crate::numbers::{Arm, Cover};
use crate::units::MARCH_COLUMN;
use crate::{Favorite, c};
use sandtable_battle::by;
use sandtable_battle::{Battle, Clause, Feature, Ground, Material, Unit, UnitId};
use sandtable_drill::meet;
use sandtable_geometry::{
    Area, Edge, Face, Facing, Length, Line, Point, Pose, Rect, Spots, Swing, TOLERANCE, Trail,
    Turns, within,
};

/// The cover that each ground gives (TERR-01), by place of [`Ground`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct CoverTable {
    area: [u8; Ground::ALL.len()],
    line: [u8; Ground::ALL.len()],
    wood: u8,
    stone: u8,
}

impl CoverTable {
    pub fn new(cover: &Cover) -> Self {
        by!(c::TERR_01);
        let table = |hard: &[String], soft: &[String]| {
            Ground::ALL.map(|ground| {
                let among = |names: &[String]| names.iter().any(|n| n == ground.name());
                if among(hard) {
                    cover.hard
                } else if among(soft) {
                    cover.soft
                } else {
                    0
                }
            })
        };
        Self {
            area: table(&cover.area_hard, &cover.area_soft),
            line: table(&cover.line_hard, &cover.line_soft),
            wood: cover.soft,
            stone: cover.hard,
        }
    }

    /// Returns the cover inside an area, built of a material or not (TERR-01, TERR-12).
    fn inside(&self, ground: Ground, material: Option<Material>) -> u8 {
        let Some(material) = material else {
            return self.area[ground as usize];
        };
        by!(c::TERR_12);
        match material {
            Material::Wood => self.wood,
            Material::Stone => self.stone,
        }
    }
}

/// Whether a walk keeps to bridges and fords while it is over a river (TERR-06).
fn bridged(b: &Battle, river: &Feature, walk: &Edge) -> bool {
    let across = crossings(b, river).flat_map(|f| &f.areas);
    walk.keeps_to_areas(river.areas.iter(), across)
}

/// Returns the bridges and fords of a river.
fn crossings<'a>(b: &'a Battle, river: &'a Feature) -> impl Iterator<Item = &'a Feature> + Clone {
    let all = b.setting.terrain.iter();
    all.filter(|f| matches!(f.ground, Ground::Bridge | Ground::Ford) && meet(f, river))
}

/// Returns how much of a walk lies on the bridges and fords of a river.
fn over(b: &Battle, river: &Feature, walk: &Edge) -> Length {
    walk.length_in_any(crossings(b, river).flat_map(|f| &f.areas))
}

/// Returns the line on which a base lies, from the middle of its rear to the middle of its front.
fn axis(base: &Rect) -> Edge {
    Edge::new(base.edge(Face::Rear).middle(), base.front_middle())
}

/// Returns the way on which a unit crosses rivers in a straight walk: the way of its centre, or for
/// a march column the way of its whole length, head and tail (TERR-11).
fn file(u: &Unit, from: &Rect, way: Facing, by: Length) -> Edge {
    let start = from.centre();
    if u.formation == MARCH_COLUMN {
        let (own, end) = (axis(from).ends(), axis(&from.moved(way, by)).ends());
        if way == from.facing() {
            return Edge::new(own.0, end.1);
        }
        if way == from.facing().reversed() {
            return Edge::new(own.1, end.0);
        }
    }
    Edge::new(start, start.moved(way, by))
}

/// Returns how far a base goes until the middle of its leading edge meets a wall on its way: zero
/// if the wall already lies under the base, ahead of its centre. A wall that the base ends on is
/// not crossed yet.
fn wall_ahead(wall: &Line, from: &Rect, way: Facing, by: Length) -> Option<Length> {
    let face = match from.facing().turn_to(way) {
        -0x2000..=0x2000 => Face::Front,
        0x2001..=0x5fff => Face::Right,
        -0x5fff..=-0x2001 => Face::Left,
        _ => Face::Rear,
    };
    let lead = from.edge(face).middle();
    if wall.crossed_by(&Edge::new(from.centre(), lead)) {
        return Some(0);
    }
    let ahead = Edge::new(lead, lead.moved(way, by));
    let enter = wall.crossings(&ahead).map(|at| lead.distance(at)).min();
    enter.filter(|&enter| enter + TOLERANCE < by)
}

/// Returns the clause that closes ground to every unit, apart from crossings, if one does (TERR-06,
/// TERR-10).
const fn closed(ground: Ground) -> Option<Clause> {
    match ground {
        Ground::Marsh | Ground::Lake | Ground::River => Some(c::TERR_06),
        Ground::Impassable => Some(c::TERR_10),
        _ => None,
    }
}

/// Whether ground is a wall or a trench, which costs half a move to cross (TERR-07).
const fn is_wall(ground: Ground) -> bool {
    matches!(ground, Ground::Wall | Ground::Trench)
}

impl Favorite {
    /// Returns the best cover of a unit against fire or a charge along a line (TERR-01 to TERR-04,
    /// GEO-13).
    pub(crate) fn cover(&self, b: &Battle, target: UnitId, line: &Edge) -> u8 {
        by!(c::TERR_02, c::TERR_03, c::TERR_04, c::GEO_13);
        if b.setting.terrain.is_empty() {
            return 0;
        }
        let rect = self.rect(b, target);
        let centre = rect.centre();
        let near = |wall: &Line| {
            wall.crossed_by(line) && within(wall.distance(&rect), self.numbers.fire.cover_reach)
        };
        let of = |(place, f): (usize, &Feature)| {
            let material = b.setting.material(place);
            let area = self.covers.inside(f.ground, material);
            let wall = self.covers.line[f.ground as usize];
            if area > 0 && f.holds(centre) {
                area
            } else if wall > 0 && f.line.as_ref().is_some_and(near) {
                wall
            } else {
                0
            }
        };
        let reach = rect.grown(self.numbers.fire.cover_reach + TOLERANCE);
        let near = b.setting.terrain.about(reach.bounds());
        near.map(of).max().unwrap_or(0)
    }

    /// Returns the cover of a unit against anything that comes straight at its front.
    pub(crate) fn cover_ahead(&self, b: &Battle, id: UnitId) -> u8 {
        let front = self.rect(b, id).front_middle();
        let ahead = front.moved(b.unit(id).pose.facing, self.numbers.fire.cover_reach);
        self.cover(b, id, &Edge::new(ahead, b.unit(id).pose.point()))
    }

    /// Whether a unit is slow in woods and rough ground: formed infantry and all cavalry (TERR-05).
    fn is_slowed(&self, u: &Unit) -> bool {
        by!(c::TERR_05);
        match self.arm(u) {
            Arm::Foot => !Self::skirmishes(u),
            Arm::Horse => true,
            Arm::Guns | Arm::Staff => false,
        }
    }

    /// Returns how much of a walk costs double (TERR-05).
    pub(crate) fn rough(&self, b: &Battle, u: &Unit, walk: &Edge) -> Length {
        if b.setting.terrain.is_empty() || !self.is_slowed(u) {
            return 0;
        }
        let rough = |f: &&Feature| matches!(f.ground, Ground::Woods | Ground::Rough);
        let near = b.setting.terrain.about(walk.bounds()).map(|(_, f)| f);
        walk.length_in_any(near.filter(rough).flat_map(|f| &f.areas))
    }

    /// Returns the number of walls and trenches that a walk crosses (TERR-07). A wall that the walk
    /// ends on is not crossed yet; one that it starts from is.
    pub(crate) fn walls_crossed(b: &Battle, walk: &Edge) -> i32 {
        let (_, end) = walk.ends();
        let over = |line: &Line| {
            let mut met = line.crossings(walk);
            met.any(|at| at.distance(end) > TOLERANCE)
        };
        let crossed = |f: &&Feature| is_wall(f.ground) && f.line.as_ref().is_some_and(over);
        let near = b.setting.terrain.about(walk.bounds()).map(|(_, f)| f);
        let count = near.filter(crossed).count();
        i32::try_from(count).unwrap_or(i32::MAX)
    }

    /// Returns how much of the way of a wheel costs double (TERR-05).
    pub(crate) fn rough_wheeled(&self, b: &Battle, u: &Unit, trail: &Trail) -> Length {
        if !self.is_slowed(u) {
            return 0;
        }
        let rough = |f: &&Feature| matches!(f.ground, Ground::Woods | Ground::Rough);
        let all = b.setting.terrain.iter().filter(rough);
        trail.length_in_any(all.flat_map(|f| &f.areas))
    }

    /// Returns how often a wheel crosses walls and trenches, by the rule of
    /// [`Favorite::walls_crossed`].
    pub(crate) fn walls_wheeled_over(b: &Battle, trail: &Trail) -> i32 {
        let end = trail.end();
        let walls = b.setting.terrain.iter().filter(|f| is_wall(f.ground));
        let met = walls
            .filter_map(|f| f.line.as_ref())
            .flat_map(|line| trail.crossings(line));
        let over = met.filter(|at| at.distance(end) > TOLERANCE).count();
        i32::try_from(over).unwrap_or(i32::MAX)
    }

    /// Returns the first woods or rough ground into which guns would wheel (TERR-05). Ground that
    /// they already stand in does not stop them.
    pub(crate) fn wheels_into(
        &self,
        b: &Battle,
        u: &Unit,
        from: Point,
        trail: &Trail,
    ) -> Option<usize> {
        let shut = |f: &Feature| {
            matches!(f.ground, Ground::Woods | Ground::Rough)
                && !f.holds(from)
                && trail.length_in_any(f.areas.iter()) > TOLERANCE
        };
        let mut all = b.setting.terrain.iter();
        self.guns(u).then(|| all.position(shut)).flatten()
    }

    /// Returns the first river that a wheel enters anywhere except at its crossings (TERR-06). At
    /// every heading on the way, a unit over the river must have its centre on a bridge or in a
    /// ford, or be a march column that lies on one (TERR-11). Rivers that the base lies over from
    /// the start do not stop it. `laid` returns the base after a part of the turn.
    pub(crate) fn wades(
        &self,
        b: &Battle,
        u: &Unit,
        (swing, start): (&Swing, &Rect),
        (by, laid): (i32, impl Fn(i32) -> Rect),
    ) -> Option<usize> {
        by!(c::TERR_06);
        let wet = |river: &Feature| {
            let fresh: Vec<&Area> = river
                .areas
                .iter()
                .filter(|area| !area.overlaps(start) && swing.comes_into(area))
                .collect();
            let here = [Ground::Bridge, Ground::Ford];
            let dry = |base: &Rect| {
                here.iter().any(|&g| b.setting.lies_in(base.centre(), g))
                    || (u.formation == MARCH_COLUMN && bridged(b, river, &axis(base)))
            };
            !fresh.is_empty()
                && (1..=by).any(|turn| {
                    let base = laid(turn);
                    fresh.iter().any(|area| area.overlaps(&base)) && !dry(&base)
                })
        };
        let mut all = b.setting.terrain.iter();
        all.position(|f| f.ground == Ground::River && wet(f))
    }

    /// Returns the first ground that a base may not stand on, with its clause. `walk` is the way
    /// its centre came, which may have crossed a river.
    pub(crate) fn bad_ground(
        &self,
        b: &Battle,
        u: &Unit,
        base: &Rect,
        walk: Option<&Edge>,
    ) -> Option<(usize, Clause)> {
        self.bad_grounds(b, u, base, walk).next()
    }

    /// Returns the first closed ground that a wheel sweeps over, with its clause, except for rivers
    /// and for ground that the base lies on from the start.
    pub(crate) fn swept(b: &Battle, swing: &Swing, start: &Rect) -> Option<(usize, Clause)> {
        let mut all = b.setting.terrain.iter().enumerate();
        all.find_map(|(at, f)| {
            let clause = closed(f.ground).filter(|_| f.ground != Ground::River)?;
            let fresh = |area: &&Area| !area.overlaps(start);
            let mut areas = f.areas.iter().filter(fresh);
            areas
                .any(|area| swing.comes_into(area))
                .then_some((at, clause))
        })
    }

    /// Returns all ground that a base may not stand on, by the rule of [`Favorite::bad_ground`].
    pub(crate) fn bad_grounds<'a>(
        &'a self,
        b: &'a Battle,
        u: &'a Unit,
        base: &'a Rect,
        walk: Option<&'a Edge>,
    ) -> impl Iterator<Item = (usize, Clause)> + 'a {
        let centre = base.centre();
        let bad = move |f: &Feature| match f.ground {
            Ground::Town => {
                let foot = self.arm(u) == Arm::Foot;
                (!foot && f.holds(centre)).then_some(c::TERR_06)
            }
            Ground::Woods | Ground::Rough => {
                let guns = self.guns(u);
                (guns && f.holds(centre)).then_some(c::TERR_05)
            }
            Ground::River if !f.overlaps(base) => None,
            Ground::River => {
                let here = [Ground::Bridge, Ground::Ford];
                // The way across does not allow a unit to stay in the water beside it.
                by!(c::TERR_11);
                let dry = here.iter().any(|&g| b.setting.lies_in(centre, g))
                    || (!f.holds(centre) && walk.is_some_and(|walk| bridged(b, f, walk)))
                    || (u.formation == MARCH_COLUMN && bridged(b, f, &axis(base)));
                (!dry).then_some(c::TERR_06)
            }
            ground => closed(ground).filter(|_| f.overlaps(base)),
        };
        let under = b.setting.terrain.about(base.bounds());
        under.filter_map(move |(at, f)| bad(f).map(|clause| (at, clause)))
    }

    /// Records where, along a straight slide of a base, the ground that it may not stand on may
    /// change, by the rule of [`Favorite::bad_ground`]. Closed areas are left out, since they leave
    /// no room at all.
    pub(crate) fn ground_turns(&self, b: &Battle, u: &Unit, base: &Rect, turns: &mut Turns) {
        let (centre, axis) = (base.centre(), axis(base));
        for f in &b.setting.terrain {
            if !turns.could_meet(base, &f.areas) {
                continue;
            }
            let areas = || f.areas.iter();
            match f.ground {
                Ground::Town | Ground::Woods | Ground::Rough => {
                    areas().for_each(|area| turns.point_in(centre, area));
                }
                Ground::River => {
                    for area in areas() {
                        turns.base_upon(base, area);
                        turns.point_in(centre, area);
                        turns.edge_in(&axis, area);
                    }
                    // A unit is dry on any crossing, even one of another river.
                    for g in [Ground::Bridge, Ground::Ford] {
                        for area in b.setting.features(g).flat_map(|f| &f.areas) {
                            turns.point_in(centre, area);
                            turns.edge_in(&axis, area);
                        }
                    }
                    if u.formation == MARCH_COLUMN {
                        turns.flips_of(&axis, |axis| over(b, f, axis) > TOLERANCE);
                        turns.flips_of(&axis, |axis| bridged(b, f, axis));
                    }
                }
                _ => {}
            }
        }
    }

    /// Whether ground bars a base, or in a search for the nearest place all bases that this one
    /// stands for, with their centres at these spots. Rivers bar as a whole.
    pub(crate) fn is_barred(&self, b: &Battle, u: &Unit, base: &Rect, spots: &Spots) -> bool {
        let under = |f: &Feature| f.areas.iter().any(|area| !spots.clear_of(area));
        b.setting.terrain.iter().any(|f| match f.ground {
            Ground::Town => self.arm(u) != Arm::Foot && under(f),
            Ground::Woods | Ground::Rough => self.guns(u) && under(f),
            ground => closed(ground).is_some() && f.overlaps(base),
        })
    }

    /// Returns the areas that no unit may enter, wherever its centre is. Rivers are left out,
    /// because bridges and fords cross them.
    pub(crate) fn closed_areas(b: &Battle) -> impl Iterator<Item = &Area> {
        let all = b.setting.terrain.iter();
        let shut = |f: &&Feature| f.ground != Ground::River && closed(f.ground).is_some();
        all.filter(shut).flat_map(|f| &f.areas)
    }

    /// Records where, along a straight walk from a point, the walk starts or stops keeping to the
    /// crossings of a river. `walk` returns the walk to a distance.
    pub(crate) fn walk_turns(
        &self,
        b: &Battle,
        start: Point,
        turns: &mut Turns,
        walk: impl Fn(Length) -> Edge,
    ) {
        for river in b.setting.features(Ground::River) {
            let across = crossings(b, river).flat_map(|f| &f.areas);
            if across.clone().next().is_none() {
                continue;
            }
            for area in river.areas.iter().chain(across) {
                turns.point_in(start, area);
            }
            turns.flips(|by| over(b, river, &walk(by)) > TOLERANCE);
            turns.flips(|by| bridged(b, river, &walk(by)));
        }
    }

    /// Returns the first ground that bars a straight walk, with its clause and the distance to it:
    /// what the base would meet, or what the centre would enter. Ground that the base already
    /// stands in does not stop it.
    pub(crate) fn barrier(
        &self,
        b: &Battle,
        u: &Unit,
        from: &Rect,
        way: Facing,
        by: Length,
    ) -> Option<(usize, Clause, Length)> {
        if b.setting.terrain.is_empty() || by <= 0 {
            return None;
        }
        let start = from.centre();
        let walk = Edge::new(start, start.moved(way, by));
        let file = file(u, from, way, by);
        let mut first: Option<(usize, Clause, Length)> = None;
        for (at, f) in b.setting.terrain.about(from.bounds_slid(way, by)) {
            let met = match f.ground {
                Ground::Woods | Ground::Rough if self.guns(u) => {
                    let enters = !f.holds(start) && f.length_of(&walk) > TOLERANCE;
                    enters.then(|| (c::TERR_05, self.entry(f, from, way)))
                }
                ground if is_wall(ground) => {
                    let bars = matches!(self.arm(u), Arm::Guns | Arm::Horse);
                    let wall = f.line.as_ref().filter(|_| bars);
                    let enter = wall.and_then(|line| wall_ahead(line, from, way, by));
                    enter.map(|enter| (c::TERR_07, enter))
                }
                ground => closed(ground).and_then(|clause| {
                    let areas = f.areas.iter().filter(|area| !area.overlaps(from));
                    let enter = areas
                        .filter_map(|area| from.sweep_area_within(way, area, by))
                        .min()?;
                    let free = ground == Ground::River && bridged(b, f, &file);
                    (!free && enter + TOLERANCE < by).then_some((clause, enter))
                }),
            };
            if let Some((clause, enter)) = met
                && first.is_none_or(|(.., least)| enter < least)
            {
                first = Some((at, clause, enter));
            }
        }
        first
    }

    /// Returns the distance at which a base first meets a feature on a straight way.
    fn entry(&self, f: &Feature, from: &Rect, way: Facing) -> Length {
        let areas = f.areas.iter();
        areas
            .filter_map(|area| from.sweep_area(way, area))
            .min()
            .unwrap_or(0)
    }

    /// Whether a straight walk keeps to one road (MOVE-03, TERR-08).
    pub(crate) fn along_road(b: &Battle, walk: &Edge) -> bool {
        by!(c::TERR_08);
        b.setting.features(Ground::Road).any(|road| {
            let line = road.line.as_ref();
            line.is_some_and(|line| line.follows(walk, road.width / 2))
        })
    }

    /// Whether a pose is on a hill (TERR-09, MEL-17).
    pub(crate) fn on_hill(b: &Battle, pose: Pose) -> bool {
        b.setting.level(pose.point()) > 0
    }
}

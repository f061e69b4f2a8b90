//! What does not change during a battle: the table, its terrain, the names.

use crate::{Card, Group, Side, Stands, Switches, Terrain, UnitId};
use sandtable_geometry::{Edge, Facing, Length, Line, Point, Pose, Rect};
use serde::{Deserialize, Serialize};

pub use sandtable_geometry::Area;

/// What a piece of terrain is. Rule sets say what it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ground {
    /// A wood.
    Woods,
    /// Houses.
    Town,
    /// A hill, with a level.
    Hill,
    /// A marsh.
    Marsh,
    /// A lake or pond.
    Lake,
    /// A river: a line with a width.
    River,
    /// A road: a line with a width.
    Road,
    /// A bridge over a river.
    Bridge,
    /// A ford through a river.
    Ford,
    /// A fence or hedge: a line.
    Fence,
    /// A stone wall: a line.
    Wall,
    /// A trench: a line.
    Trench,
    /// Field works: an area.
    Works,
    /// Broken ground.
    Rough,
    /// Ground that nobody can enter.
    Impassable,
    /// A worm fence: rails laid in zigzag, which can be taken down: a line.
    Worm,
    /// A field: easy ground with a name and a border.
    Field,
}

impl Ground {
    /// All of them.
    pub const ALL: [Self; 17] = [
        Self::Woods,
        Self::Town,
        Self::Hill,
        Self::Marsh,
        Self::Lake,
        Self::River,
        Self::Road,
        Self::Bridge,
        Self::Ford,
        Self::Fence,
        Self::Wall,
        Self::Trench,
        Self::Works,
        Self::Rough,
        Self::Impassable,
        Self::Worm,
        Self::Field,
    ];

    /// Its name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Woods => "woods",
            Self::Town => "town",
            Self::Hill => "hill",
            Self::Marsh => "marsh",
            Self::Lake => "lake",
            Self::River => "river",
            Self::Road => "road",
            Self::Bridge => "bridge",
            Self::Ford => "ford",
            Self::Fence => "fence",
            Self::Wall => "wall",
            Self::Trench => "trench",
            Self::Works => "works",
            Self::Rough => "rough",
            Self::Impassable => "impassable",
            Self::Worm => "worm",
            Self::Field => "field",
        }
    }

    /// Levels of ground when nobody says how many: a hill has one.
    #[must_use]
    pub const fn usual_level(self) -> u8 {
        if matches!(self, Self::Hill) { 1 } else { 0 }
    }

    /// Whether it is drawn along a line rather than over an area.
    #[must_use]
    pub const fn is_linear(self) -> bool {
        matches!(
            self,
            Self::River | Self::Road | Self::Fence | Self::Wall | Self::Trench | Self::Worm
        )
    }
}

/// What houses are built of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Material {
    /// Wood.
    Wood,
    /// Stone.
    Stone,
}

impl Material {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Wood, Self::Stone];

    /// Its name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wood => "wood",
            Self::Stone => "stone",
        }
    }
}

/// Houses of which it is said what they are built of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Houses {
    /// Terrain that the scenario sets, by place.
    Terrain(usize),
    /// A piece that players lay, by place.
    Piece(usize),
}

/// A piece of terrain: an area, or a line with a width.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feature {
    /// What it is.
    pub ground: Ground,
    /// Its name, if it has one.
    pub name: String,
    /// The areas it covers: one, or one for each stretch of a line that has a
    /// width.
    pub areas: Vec<Area>,
    /// Its course, if it is a line.
    pub line: Option<Line>,
    /// The width of a line.
    pub width: Length,
    /// How many levels it rises.
    pub level: u8,
}

impl Feature {
    /// A feature along a line, of a width in hundredths of a millimetre; none
    /// when two points of the line lie on the same spot.
    #[must_use]
    pub fn along(ground: Ground, line: Line, width: Length) -> Option<Self> {
        let areas = if width > 0 {
            stretches(&line, width)?
        } else {
            Vec::new()
        };
        Some(Self {
            ground,
            name: String::new(),
            areas,
            line: Some(line),
            width,
            level: 0,
        })
    }

    /// The feature as it lies when its origin is put down at a pose: turned
    /// clockwise from how it was drawn, then moved.
    #[must_use]
    pub fn laid(&self, at: Pose) -> Self {
        let set = |p: &Point| {
            let turned =
                Pose::at(*p, Facing::NORTH).turned_about(Point::default(), i32::from(at.facing.0));
            Point::new(turned.x.saturating_add(at.x), turned.y.saturating_add(at.y))
        };
        let area = |a: &Area| Area::new(a.outline().iter().map(set).collect());
        let line = |l: &Line| Line::new(l.points().iter().map(set).collect());
        Self {
            ground: self.ground,
            name: self.name.clone(),
            areas: self.areas.iter().filter_map(area).collect(),
            line: self.line.as_ref().and_then(line),
            width: self.width,
            level: self.level,
        }
    }

    /// The box round its areas and all that is nearer to its line than half its width, a
    /// little spare; none when it has neither.
    pub(crate) fn bounds(&self) -> Option<(Point, Point)> {
        let spare = 10 + self.width.max(0);
        let boxes = self.areas.iter().map(Area::bounds);
        let points = self.line.iter().flat_map(|line| line.points().iter());
        let all = boxes.chain(points.map(|&p| (p, p)));
        let (low, high) = all.reduce(|(low, high), (from, to)| {
            (
                Point::new(low.x.min(from.x), low.y.min(from.y)),
                Point::new(high.x.max(to.x), high.y.max(to.y)),
            )
        })?;
        let less = |at: Length| at.saturating_sub(spare);
        let more = |at: Length| at.saturating_add(spare);
        Some((
            Point::new(less(low.x), less(low.y)),
            Point::new(more(high.x), more(high.y)),
        ))
    }

    /// Whether a point lies in one of its areas, outline included.
    #[must_use]
    #[inline]
    pub fn holds(&self, p: Point) -> bool {
        self.areas.iter().any(|area| area.holds(p))
    }

    /// Whether a base reaches into one of its areas.
    #[must_use]
    pub fn overlaps(&self, rect: &Rect) -> bool {
        self.areas.iter().any(|area| area.overlaps(rect))
    }

    /// How much of an edge lies inside its areas.
    #[must_use]
    pub fn length_of(&self, edge: &Edge) -> Length {
        match self.areas.as_slice() {
            [area] => area.length_of(edge),
            areas => edge.length_in_any(areas.iter()),
        }
    }
}

/// The areas that a line of a width covers: one for each stretch, lengthened by
/// half the width at inner joints so that bends have no gaps.
fn stretches(line: &Line, width: Length) -> Option<Vec<Area>> {
    let points = line.points();
    let last = points.len().saturating_sub(2);
    let half = width / 2;
    points
        .windows(2)
        .enumerate()
        .map(|(i, ends)| {
            let along = Facing::towards(ends[0], ends[1]);
            let from = if i == 0 {
                ends[0]
            } else {
                ends[0].moved(along.reversed(), half)
            };
            let to = if i == last {
                ends[1]
            } else {
                ends[1].moved(along, half)
            };
            let (left, right) = (along.turned(-0x4000), along.turned(0x4000));
            Area::new(vec![
                to.moved(left, half),
                to.moved(right, half),
                from.moved(right, half),
                from.moved(left, half),
            ])
        })
        .collect()
}

/// A piece of terrain that a player lays before the battle, where a rule set
/// lets players lay terrain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// What it is, drawn about the origin.
    pub feature: Feature,
    /// Where it was laid, once it was.
    pub laid: Option<Pose>,
}

/// A side's name and colour.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideSpec {
    /// Its name.
    pub name: String,
    /// `#rrggbb`; the page also gives each side a pattern.
    pub colour: String,
}

/// A group of units and its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroupSpec {
    /// Its name.
    pub name: String,
    /// Whose it is.
    pub side: Side,
}

/// An area with a meaning: a deployment zone or an objective.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zone {
    /// Its name.
    pub name: String,
    /// Whose deployment zone it is; none for an objective.
    pub side: Option<Side>,
    /// Where it is.
    pub area: Area,
}

/// A unit that comes on later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// Which.
    pub unit: UnitId,
    /// At the start of which turn.
    pub turn: u16,
    /// Where it appears.
    pub at: Pose,
}

/// What points are scored for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Goal {
    /// Standing alone in a zone, each time a game turn ends.
    Hold,
    /// Standing alone in a zone when the battle ends.
    Keep,
    /// A unit that marches off the table through a zone, each.
    Exit,
    /// A unit that the other side has lost, each.
    Kill,
}

impl Goal {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Hold, Self::Keep, Self::Exit, Self::Kill];

    /// Its name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hold => "hold",
            Self::Keep => "keep",
            Self::Exit => "exit",
            Self::Kill => "kill",
        }
    }

    /// Whether it is about a zone.
    #[must_use]
    pub const fn needs_zone(self) -> bool {
        !matches!(self, Self::Kill)
    }
}

/// Something a side scores points for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// What for.
    pub goal: Goal,
    /// Who scores; none for either side.
    pub side: Option<Side>,
    /// Where: a place in [`Setting::zones`].
    pub zone: Option<u8>,
    /// How many points.
    pub points: u8,
}

impl Score {
    /// Whether a side scores by it.
    #[must_use]
    pub fn is_for(&self, side: Side) -> bool {
        self.side.is_none_or(|s| s == side)
    }
}

/// How a battle is won beyond what the rule set itself says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Victory {
    /// Objectives count at the end: the side that alone holds more of them.
    pub objectives: bool,
    /// The side that wins if nothing else decides.
    pub default: Option<Side>,
    /// What points are scored for; more of them win at the end.
    pub scores: Vec<Score>,
    /// A side that has so many points wins at once.
    pub target: Option<u16>,
    /// What a player is told, in the scenario's words.
    pub words: String,
}

/// Cards of chance of one event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventCards {
    /// What they bring: its place in [`crate::Card::events`].
    pub does: u8,
    /// How many there are.
    pub cards: u8,
}

/// What does not change during a battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The rule set's id.
    pub rules: String,
    /// What the house rules it is played by are called; empty when they have no
    /// name.
    pub house: String,
    /// The switches chosen for it and the numbers changed.
    pub switches: Switches,
    /// Title of the scenario.
    pub title: String,
    /// A few lines that set the scene.
    pub story: String,
    /// Table size.
    pub width: Length,
    /// Table size.
    pub height: Length,
    /// Terrain: what the scenario sets, then the pieces that were laid, in
    /// their own order.
    pub terrain: Terrain,
    /// Pieces of terrain that players may lay before the battle.
    pub pieces: Vec<Piece>,
    /// What houses are built of, where that is said.
    pub materials: Vec<(Houses, Material)>,
    /// The two sides.
    pub sides: [SideSpec; 2],
    /// The side that the scenario calls the attacker, if it does.
    pub attacker: Option<Side>,
    /// Groups of units.
    pub groups: Vec<GroupSpec>,
    /// Unit names, by place.
    pub names: Vec<String>,
    /// Frontage and depth of one stand for each kind.
    pub stands: Stands,
    /// Deployment zones and objectives.
    pub zones: Vec<Zone>,
    /// Reinforcements.
    pub arrivals: Vec<Arrival>,
    /// Game turns, when the scenario sets them.
    pub turns: Option<u16>,
    /// How it is won.
    pub victory: Victory,
    /// The cards of chance it is played with, where its rules know such cards.
    pub events: Vec<EventCards>,
    /// Positions are left to a real table: what an order needs of them is stated
    /// with it. Rules that pass over what nobody can do must not pass over what
    /// depends on where units stand.
    pub stated: bool,
}

impl Setting {
    /// The frontage and the depth of a stand together: those of the kind of which they are the
    /// most. What no base can be larger than is looked for no farther away.
    #[must_use]
    #[inline]
    pub fn largest_stand(&self, card: &Card) -> Length {
        let usual = card.kinds.iter().skip(self.stands.len());
        let usual = usual.map(|k| k.stand.0 + k.stand.1);
        usual.fold(self.stands.largest(), Length::max)
    }

    /// A bare table for tests and tools: no terrain, no names.
    #[must_use]
    pub fn bare(rules: &str, width: Length, height: Length) -> Self {
        let side = |name: &str, colour: &str| SideSpec {
            name: name.to_owned(),
            colour: colour.to_owned(),
        };
        Self {
            rules: rules.to_owned(),
            house: String::new(),
            switches: Switches::default(),
            title: String::new(),
            story: String::new(),
            width,
            height,
            terrain: Terrain::default(),
            pieces: Vec::new(),
            materials: Vec::new(),
            sides: [side("Blue", "#2f5d9b"), side("Red", "#a83a32")],
            attacker: None,
            groups: Vec::new(),
            names: Vec::new(),
            stands: Stands::default(),
            zones: Vec::new(),
            arrivals: Vec::new(),
            turns: None,
            victory: Victory::default(),
            events: Vec::new(),
            stated: false,
        }
    }

    /// The groups that sides have when nobody names any: one each, of their name.
    #[must_use]
    pub fn own_groups(&self) -> Vec<GroupSpec> {
        Side::BOTH
            .map(|side| GroupSpec {
                name: self.sides[side.index()].name.clone(),
                side,
            })
            .to_vec()
    }

    /// Lays a piece: it becomes terrain, after the terrain that was set and
    /// among the laid pieces in its own place. One that does not exist or lies
    /// already is left alone.
    pub fn lay(&mut self, piece: u8, at: Pose) {
        let place = usize::from(piece);
        let Some(found) = self.pieces.get_mut(place).filter(|p| p.laid.is_none()) else {
            return;
        };
        found.laid = Some(at);
        let feature = found.feature.laid(at);
        let after = |pieces: &[Piece]| pieces.iter().filter(|p| p.laid.is_some()).count();
        // The laid pieces from this one on are the last of the terrain.
        let behind = after(&self.pieces[place + 1..]);
        let slot = self.terrain.len().saturating_sub(behind);
        self.terrain.insert(slot, feature);
        self.terrain.note();
    }

    /// What the terrain at a place is built of, if that is said.
    #[must_use]
    pub fn material(&self, place: usize) -> Option<Material> {
        let fixed = self.fixed().len();
        let houses = if place < fixed {
            Houses::Terrain(place)
        } else {
            let laid = self.pieces.iter().enumerate();
            let mut laid = laid.filter(|(_, piece)| piece.laid.is_some());
            Houses::Piece(laid.nth(place - fixed)?.0)
        };
        self.material_of(houses)
    }

    /// What houses are built of, if that is said.
    #[must_use]
    pub fn material_of(&self, houses: Houses) -> Option<Material> {
        let mut all = self.materials.iter();
        all.find(|(of, _)| *of == houses).map(|&(_, said)| said)
    }

    /// The terrain that the scenario itself sets.
    #[must_use]
    pub fn fixed(&self) -> &[Feature] {
        let laid = self.pieces.iter().filter(|p| p.laid.is_some()).count();
        &self.terrain[..self.terrain.len().saturating_sub(laid)]
    }

    /// What a piece is called: its name, or what it is.
    #[must_use]
    pub fn piece(&self, piece: u8) -> &str {
        self.pieces.get(usize::from(piece)).map_or("?", |p| {
            if p.feature.name.is_empty() {
                p.feature.ground.name()
            } else {
                &p.feature.name
            }
        })
    }

    /// The name of a unit.
    #[must_use]
    pub fn name(&self, unit: UnitId) -> &str {
        self.names.get(unit.index()).map_or("?", String::as_str)
    }

    /// What people hear a unit called, in their language; files and orders have its name.
    #[must_use]
    pub fn called(&self, unit: UnitId) -> &str {
        sandtable_tongue::name(self.name(unit))
    }

    /// What people hear a side called; files and orders have its name.
    #[must_use]
    pub fn side_called(&self, side: Side) -> &str {
        sandtable_tongue::name(&self.sides[side.index()].name)
    }

    /// What people hear a group called; files and orders have its name.
    #[must_use]
    pub fn group_called(&self, group: Group) -> &str {
        sandtable_tongue::name(self.group(group))
    }

    /// The name of a group.
    #[must_use]
    pub fn group(&self, group: Group) -> &str {
        self.groups.get(group.index()).map_or("?", |g| &g.name)
    }

    /// Terrain of one kind.
    pub fn features(&self, ground: Ground) -> impl Iterator<Item = &Feature> + Clone {
        self.terrain.iter().filter(move |f| f.ground == ground)
    }

    /// The terrain that may lie under a point.
    #[inline]
    pub fn under(&self, p: Point) -> impl Iterator<Item = &Feature> {
        self.terrain.about((p, p)).map(|(_, feature)| feature)
    }

    /// Whether a point lies in terrain of a kind.
    #[must_use]
    #[inline]
    pub fn lies_in(&self, p: Point, ground: Ground) -> bool {
        self.under(p).any(|f| f.ground == ground && f.holds(p))
    }

    /// The level of the ground under a point: the highest hill there.
    #[must_use]
    #[inline]
    pub fn level(&self, p: Point) -> u8 {
        self.under(p)
            .filter(|f| f.ground == Ground::Hill && f.holds(p))
            .map(|f| f.level)
            .max()
            .unwrap_or(0)
    }

    /// Whether a base lies wholly on the table.
    #[must_use]
    pub fn holds(&self, rect: &Rect) -> bool {
        rect.on_table(self.width, self.height)
    }

    /// The zones that are objectives.
    pub fn objectives(&self) -> impl Iterator<Item = &Zone> {
        self.zones.iter().filter(|z| z.side.is_none())
    }
}
